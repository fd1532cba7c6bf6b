"""No answer shows a private session or a hidden card to a viewer who may not know it."""

from collections.abc import Mapping

import pytest
from flask import Flask
from freezegun import freeze_time
from long_runs import some_short
from people import Browser, csrf_field
from players import GAMES
from spectator import FIRST, SEATS, SECOND, addresses, opened, played, spectator_outputs, without_hashes, world

from events.session_events import Posted
from events.store.accounts import EVERYWHERE, HOST, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Settings
from projections.registry import Registry
from replay.corrections.ruling import dispute
from replay.session.session import Session
from replay.session.submission import submit
from webui import create_app

pytestmark = pytest.mark.usefixtures("unlimited")
WORDS = "Whispered"
"""A word that occurs only in the title and posts of the private session."""
ASKED = (
    "/", "/?q=whispered", "/?q=hush", "/?q=Secretary", "/?state=running", "/?state=finished", "/?state=disputed",
    "/?sort=begun", "/?sort=silent", "/?sort=title", "/?game=toy", "/?page=2", "/rulings", "/rulings?q=whispered",
    "/rulings?game=toy", "/api/v1/sessions", "/import", "/new", "/static/bell.css",
)  # fmt: skip


class House:
    """A server with a public session, and with or without a private one."""

    def __init__(self, games: Registry, *, whole: bool) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        how = {"title": "Open", "options": {"points": 9}}
        self.open = played(opened(self.store, games, "toy", SEATS, session="open", **how), 4)
        self.tokens = {
            "a seat elsewhere": self.accounts.issue("open", SEAT, 1, seat="black")[1],
            "a host": self.accounts.issue(EVERYWHERE, HOST, 1)[1],
        }
        if whole:
            how = {"title": f"{WORDS} things", "alias": "hush", "options": {"points": 9}}
            secret = played(opened(self.store, games, "toy", SEATS, session="secret", **how), 4)
            submit(secret, "black", [], notes=[Posted("black", f"{WORDS} words")])
            self.accounts.put_settings("secret", Settings("private", names={"black": "Secretary"}))
            link, self.revoked = self.accounts.issue("secret", SEAT, 1, seat="black", name="Secretary")
            self.accounts.revoke(link.id, 2)
            self.live = self.accounts.issue("secret", SPECTATOR, 1)[1]
        self.app = create_app(self.store, games, self.accounts)


@pytest.fixture(scope="module")
def houses() -> tuple[House, House]:
    return House(GAMES, whole=True), House(GAMES, whole=False)


def answers(app: Flask, token: str, paths: tuple[str, ...]) -> Mapping[str, str]:
    browser, headers = Browser(app, *[token] * bool(token)), {"Authorization": f"Bearer {token}"} if token else {}
    found = {}
    for path in paths:
        answer = browser.client.get(path, headers=headers, buffered=True)
        kept = [(name, value) for name, value in answer.headers if name not in ("Set-Cookie", "Date")]
        found[path] = without_hashes(f"{answer.status}\n{kept}\n{answer.text}".encode())
    return found


@pytest.mark.parametrize("who", ["", "a seat elsewhere", "a host"])
def test_lists_and_counts_do_not_reveal_a_private_session(houses: tuple[House, House], who: str) -> None:
    whole, without = houses
    told = answers(whole.app, whole.tokens.get(who, ""), ASKED)
    assert told == answers(without.app, without.tokens.get(who, ""), ASKED)
    assert WORDS not in str({path: text for path, text in told.items() if "q=" not in path})


@freeze_time("2026-11-21 12:00:00")
def test_other_sessions_pages_do_not_reveal_a_private_session(houses: tuple[House, House]) -> None:
    whole, without = houses
    pairs = zip(spectator_outputs(whole.app, "open", 9), spectator_outputs(without.app, "open", 9), strict=True)
    for (path, head, body), (_, other_head, other_body) in pairs:
        assert without_hashes(head.encode()) == without_hashes(other_head.encode()), path
        assert without_hashes(body) == without_hashes(other_body), path


@pytest.mark.parametrize(("who", "name"), some_short([
    ("", "secret"), ("a link that was revoked", "secret"), ("", "hush"), ("a seat elsewhere", "secret"),
    ("a host", "hush"),
], lambda case: case[0] in ("", "a seat elsewhere") and case[1] == "secret"))  # fmt: skip
def test_a_private_session_answers_like_a_missing_session(houses: tuple[House, House], who: str, name: str) -> None:
    whole, _ = houses
    token = whole.tokens.get(who, "")
    browser = Browser(whole.app, *[token] * bool(token))
    headers = {"Authorization": f"Bearer {token or whole.revoked}", "If-None-Match": "*"}
    sent = {"csrf": csrf_field(browser.read(f"/k/{whole.live}"))}
    before, asked = whole.store.head("secret"), 0
    for rule in whole.app.url_map.iter_rules():
        if "<session>" not in rule.rule:
            continue
        for here, nowhere in zip(addresses(rule, name, 9), addresses(rule, "nobody"[: len(name)], 9), strict=True):
            for method in (rule.methods or set()) & {"GET", "HEAD", "POST"}:
                data = sent if method == "POST" else None
                found, none = (
                    browser.client.open(one, method=method, headers=headers, data=data) for one in (here, nowhere)
                )
                assert found.status == none.status, (method, here)
                assert not found.status.startswith("2"), (method, here)
                assert found.text.replace(name, "nobody"[: len(name)]) == none.text, (method, here)
                asked += 1
    assert asked > 100
    assert whole.store.head("secret") == before


def test_the_comparison_detects_a_visible_private_session(houses: tuple[House, House]) -> None:
    whole, _ = houses
    told = answers(whole.app, whole.live, ("/", "/?q=whispered", "/s/secret/3", "/api/v1/sessions/secret"))
    assert all(text.startswith("200") for text in told.values())
    assert f"{WORDS} things" in told["/?q=whispered"]


@pytest.mark.long
@freeze_time("2026-11-21 12:00:00")
def test_hidden_cards_do_not_change_what_a_spectator_sees(games: Registry) -> None:
    (one, session), (other, twin) = world(games, FIRST), world(games, SECOND)
    assert session.position != twin.position
    assert session.head.seq == twin.head.seq
    pairs = zip(
        spectator_outputs(one, "worlds", session.head.seq), spectator_outputs(other, "worlds", twin.head.seq),
        strict=True,
    )  # fmt: skip
    compared = 0
    for (path, head, body), (_, twin_head, twin_body) in pairs:
        assert without_hashes(body) == without_hashes(twin_body), path
        assert without_hashes(head.encode()) == without_hashes(twin_head.encode()), path
        assert b"I hold" not in body, path
        compared += 1
    assert compared > 4 * session.head.seq


def test_the_comparison_finds_cards_that_the_end_reveals(games: Registry) -> None:
    shown = []
    for order in (FIRST, SECOND):
        app, session = world(games, order)
        session.end()
        last = session.head.seq
        outputs = spectator_outputs(app, "worlds", last, [f"/s/worlds/{last}", "/s/worlds/export.jsonl"].__contains__)
        shown.append([without_hashes(body) for _, _, body in outputs])
    assert shown[0] != shown[1]


@pytest.mark.parametrize("private", [False, True])
def test_views_and_files_contain_no_claim_to_the_judge_alone(
    store: EventStore, over: Session, games: Registry, *, private: bool
) -> None:
    asked = dispute(over, 5, "nobody saw it", by="black", private=private)
    client = create_app(store, games, Accounts.memory()).test_client()
    address = f"/s/{over.row.session}/{{}}?as=yellow"
    assert client.get(address.format(asked - 1)).status_code == 200
    assert client.get(address.format(asked)).status_code == (404 if private else 200)
    files = ("feed.atom", "export.jsonl", "export.csv", "export.txt", "audit", "summary")
    texts = {name: client.get(f"/s/{over.row.session}/{name}").text for name in files}
    told = {name for name, text in texts.items() if "nobody saw it" in text}
    assert told == (set() if private else {"feed.atom", "export.jsonl", "export.txt", "summary"})
