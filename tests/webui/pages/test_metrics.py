"""The metrics of a server: who can read them, what they count, and that they show nothing private."""

import re

import msgspec
import pytest
from flask import Flask
from people import Browser
from refusals import failing
from spectator import SEATS, opened, played

from events.entry import Entry
from events.errors import StorageError
from events.session_events import Suspended
from events.store.accounts import EVERYWHERE, HOST, MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry
from webui import __version__, create_app
from webui.access.metrics import BOUNDS_S, KINDS, Figures

NOW = 1_700_000_000_000
TOKEN = "a-token-of-the-host-1"  # noqa: S105  # of this test alone
BEARER = {"Authorization": f"Bearer {TOKEN}"}
SAMPLE = re.compile(
    r'(cloisterbell_[a-z_]+)(?:\{([a-z]+="[A-Za-z0-9.+-]+"(?:,[a-z]+="[A-Za-z0-9.+-]+")*)\})? ([0-9.e+-]+)'
)


@pytest.fixture
def club(store: EventStore, games: Registry, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts, metrics_token=TOKEN)


def figures_of(text: str) -> dict[str, float]:
    """Parse figures in the Prometheus text format: the value of each sample by name and labels."""
    found, families = {}, list[str]()
    for line in text.splitlines():
        if line.startswith("# HELP"):
            families.append(line.split()[2])
        elif line.startswith("# TYPE"):
            assert line.split()[2] == families[-1]
            assert line.split()[3] in ("gauge", "counter", "histogram")
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            assert sample[1].startswith(families[-1])
            name = f"{sample[1]}{{{sample[2] or ''}}}"
            assert name not in found
            found[name] = float(sample[3])
    assert len(set(families)) == len(families)
    return found


def read(app: Flask) -> dict[str, float]:
    answer = app.test_client().get("/metrics", headers=BEARER)
    assert (answer.status_code, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert answer.headers["Cache-Control"] == "no-store"
    return figures_of(answer.text)


def test_counts_requests_times_refusals_and_entries(club: Flask, store: EventStore, games: Registry) -> None:
    client = club.test_client()
    before = opened(store, games, "toy", SEATS, session="friday", title="Friday").head.seq
    for path in ("/", "/s/friday", "/s/friday/feed.atom", "/nope", "/static/bell.css", f"/k/k-{'a' * 26}"):
        client.get(path, buffered=True)
    client.post("/s/friday/post", data={"text": "x"})
    club.extensions["cloisterbell"].store.remove("friday")
    played(opened(club.extensions["cloisterbell"].store, games, "toy", SEATS, session="later"), 2)
    found = read(club)
    assert (found[f'cloisterbell_info{{version="{__version__}"}}'], found["cloisterbell_database_up{}"]) == (1, 1)
    for kind, status in (("page", 200), ("feed", 200), ("none", 404), ("static", 200), ("link", 404), ("form", 403)):
        name = f'cloisterbell_requests_total{{kind="{kind}",status="{status}"}}'
        assert found[name] >= 1, name
        assert found[f'cloisterbell_request_seconds_count{{kind="{kind}"}}'] >= 1
    assert found['cloisterbell_refusals_total{status="403"}'] == 1
    assert before
    assert found["cloisterbell_lines_filed_total{}"] == store.head("later").seq
    assert found['cloisterbell_sessions{state="running"}'] == 1


def test_counts_times_and_every_kind_and_status(club: Flask) -> None:
    counted = Figures()
    for took_s in (0.0, 0.005, 0.3, 99.0):
        counted.count("page", 200, took_s, is_sent=False)
    ((kind, parts, seconds),) = counted.times()
    assert seconds == pytest.approx(99.305)
    assert (kind, parts) == ("page", [2] * BOUNDS_S.index(0.5) + [3] * (len(BOUNDS_S) - BOUNDS_S.index(0.5)) + [4])
    assert list(counted.requests()) == [("page", 200, 4)]
    counted = Figures(2)
    for row in range(2):
        counted.take(row)
        for kind in KINDS:
            counted.count(kind, 418, 0.1, is_sent=True)
    assert list(counted.requests()) == [(kind, 0, 2) for kind in KINDS]
    assert list(counted.refusals()) == [(0, 2 * len(KINDS))]


def test_counts_only_recorded_entries_and_locked_sessions(club: Flask, games: Registry) -> None:
    counted = club.extensions["cloisterbell"].store
    session = opened(counted, games, "toy", SEATS, session="friday")
    before = read(club)["cloisterbell_lines_filed_total{}"]
    with pytest.raises(ZeroDivisionError), counted.writing("friday") as writer:  # noqa: PT012  # it breaks off inside
        writer.head = msgspec.structs.replace(writer.head, seq=session.head.seq + 5)
        raise ZeroDivisionError
    assert read(club)["cloisterbell_lines_filed_total{}"] == before == session.head.seq
    assert read(club)['cloisterbell_sessions{state="held"}'] == 0
    with session.writing():
        session.append([Entry(Suspended("an old copy?"))])
    assert read(club)['cloisterbell_sessions{state="held"}'] == 1


@pytest.mark.parametrize("token", [TOKEN, ""], ids=["a house with a token", "a house without"])
@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Bearer x", f"Basic {TOKEN}", TOKEN, "Bearer SEAT"])
def test_refuses_metrics_to_other_tokens(
    store: EventStore, games: Registry, accounts: Accounts, token: str, given: str
) -> None:
    club = create_app(store, games, accounts, metrics_token=token)
    opened(store, games, "toy", SEATS, session="friday")
    secret = accounts.issue("friday", SEAT, NOW, seat="black")[1]
    nothing = club.test_client().get("/nothing")
    moderator = Browser(club, accounts.issue("friday", MODERATOR, NOW)[1])
    for client in (club.test_client(), Browser(club, secret).client, moderator.client):
        assert client.get("/metrics", headers={"Authorization": given.replace("SEAT", secret)}).status_code == 404
    strange = club.test_client().get("/metrics")
    assert (strange.status, strange.data, [*strange.headers]) == (nothing.status, nothing.data, [*nothing.headers])


def test_guessing_tokens_is_limited(club: Flask) -> None:
    client = club.test_client()
    states = [client.get("/metrics", headers={"Authorization": f"Bearer {at}"}).status_code for at in range(24)]
    assert states == [404] * 20 + [429] * 4


def test_a_laptop_shows_its_metrics_without_a_token(store: EventStore, games: Registry) -> None:
    laptop = create_app(store, games, laptop=True)
    assert figures_of(laptop.test_client().get("/metrics").text)["cloisterbell_database_up{}"] == 1
    assert laptop.test_client().get("/metrics", headers={"Host": "bell.example.org"}).status_code == 421


def test_metrics_for_a_host_do_not_reveal_private_sessions(games: Registry) -> None:
    told = []
    for is_busy in (False, True):
        store, accounts = MemoryStore(), Accounts.memory()
        app = create_app(store, games, accounts, metrics_token=TOKEN)
        browser = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
        opened(store, games, "toy", SEATS, session="friday")
        if is_busy:
            accounts.change("secret", visibility="private")
            played(opened(app.extensions["cloisterbell"].store, games, "toy", SEATS, session="secret"), 3)
            Browser(app, accounts.issue("secret", MODERATOR, NOW)[1]).read("/s/secret/1")
        told.append(browser.read("/metrics"))
        assert read(app)['cloisterbell_sessions{state="running"}'] == 1 + is_busy
    assert (told[0], figures_of(told[0])['cloisterbell_sessions{state="running"}']) == (told[1], 1)


def test_reports_a_missing_database(club: Flask, accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "rows", failing(StorageError("it does not answer")))
    found = read(club)
    assert found["cloisterbell_database_up{}"] == 0
    assert not any(name.startswith("cloisterbell_sessions") for name in found)
