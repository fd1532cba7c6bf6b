"""Notices: each is sent once to the right people, and never to a private network."""

import socket
import threading
from contextlib import closing
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest
import urllib3
from freezegun import freeze_time
from front_door import Door, Ran, copied
from spectator import SEATS, opened, played

from events.errors import RefusedError
from events.events import ALL
from events.store.accounts import Accounts
from events.store.followed import FollowedThread, FollowedThreads
from events.store.memory import MemoryStore
from events.store.settings import Pace, Settings
from events.store.sqlite import SqliteStore
from projections.registry import Registry, registry
from replay.reading.timeline import Timeline
from replay.sources.outgoing_mail import check_mail
from replay.sources.source import SourceError
from replay.turn_summaries.notices import Notice, due_notices
from webui.cli import run
from webui.notices.delivery import NotSentError, check_webhook, send_webhook

HOOK = "https://chat.example.org/hook"


class Answer:
    def __init__(self, status: int) -> None:
        self.status = status

    def read(self, _most: int) -> bytes:
        return b""


class Outside:
    """A network in which every name has one address; it keeps what is sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.addresses = ["93.184.215.14"]
        self.status: int | Exception = 204
        self.sent: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        self.mails: list[EmailMessage] = []
        self.mail_fails: Exception | None = None
        monkeypatch.setattr(socket, "getaddrinfo", self.resolve)
        monkeypatch.setattr(urllib3.HTTPSConnectionPool, "request", self.request)
        monkeypatch.setattr("webui.notices.delivery.hand_in", self.hand_in)

    def resolve(self, _host: str, *_: object, **__: object) -> list[tuple[Any, ...]]:
        if not self.addresses:
            raise socket.gaierror(-2, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in self.addresses]

    def request(self, method: str, path: str, **how: Any) -> Answer:
        assert method == "POST"
        assert how["redirect"] is False
        assert how["retries"] is False
        if isinstance(self.status, Exception):
            raise self.status
        self.sent.append((path, msgspec.json.decode(how["body"]), how["headers"]))
        return Answer(self.status)

    def hand_in(self, _mail: object, message: EmailMessage, _to: object) -> None:
        if self.mail_fails:
            raise self.mail_fails
        self.mails.append(message)


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Outside:
    return Outside(monkeypatch)


def at(text: str) -> Any:
    return freeze_time(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    db = tmp_path_factory.mktemp("notices") / "bell.db"
    with at("2026-11-21 12:00:00"):
        assert run(["--db", str(db), "new", "keys", "--seats", "nine,ten", "--alias", "friday", "--dice", "tower"]) == 0
    with closing(SqliteStore(db)) as store, closing(Accounts(db)) as accounts:
        name = store.row("friday").session
        accounts.put_settings(name, Settings(pace=Pace(hours=24, grace_hours=6)))
    return db, name


@pytest.fixture
def session(begun: tuple[Path, str], no_door: Door) -> str:
    db, name = begun
    copied(db, no_door.db)
    return name


@pytest.fixture
def hooked(no_door: Door, session: str) -> str:
    no_door.well("notices", "set", session, "--webhook", HOOK)
    return session


def awaited(door: Door, session: str) -> str:
    store = SqliteStore(door.db)
    timeline = Timeline.read(store, registry(), session, ALL)
    seat = timeline.status(timeline.last).awaited[0]
    store.close()
    return str(seat)


def sent(door: Door, *options: str) -> Ran:
    """Send notices an hour after the session began. The status is 1 exactly if one of them failed."""
    with at("2026-11-21 13:00:00"):
        ran = door("notices", "send", "--json", *options)
    has_failed = any(one["state"] not in ("sent", "due") for one in ran.data)
    assert ran.status == has_failed
    assert has_failed or not ran.err
    return ran


def test_sends_each_notice_once(no_door: Door, hooked: str, outside: Outside) -> None:
    assert [one["state"] for one in sent(no_door).data] == ["sent"]
    assert sent(no_door).data == []
    with at("2026-11-22 07:00:00"):
        assert [one["kind"] for one in no_door.well("notices", "send", "--json").data] == ["soon"]
    with at("2026-11-22 13:00:00"):
        assert no_door.well("notices", "send", "--json").data == []
    with at("2026-11-22 18:00:00"):
        assert [one["kind"] for one in no_door.well("notices", "send", "--json").data] == ["late"]
        assert no_door.well("notices", "send", "--json").data == []
    assert [body["kind"] for _, body, _ in outside.sent] == ["turn", "soon", "late"]
    path, body, headers = outside.sent[0]
    assert path == "/hook"
    assert headers["Host"] == "chat.example.org"
    assert body["seat"] == awaited(no_door, hooked)
    assert body["until"] == "2026-11-22T12:00:00Z"
    assert "waiting for" in body["content"]


def test_address_of_the_moderator_gets_the_notices_about_a_thread(
    no_door: Door, session: str, outside: Outside
) -> None:
    no_door.well("notices", "set", session, "--mail", "moderator=mo@example.org", "--mail", "nine=julie@example.org")
    with closing(Accounts(no_door.db)) as accounts:
        FollowedThreads(accounts).begin(FollowedThread(session, "folder", "/posts", trouble="posts are missing"))
    states = [(one["seat"], one["way"]) for one in sent(no_door, "--dry-run").data if one["seat"] == "moderator"]
    assert states == [("moderator", "mail")]
    assert not outside.mails


def test_sends_nothing_in_a_dry_run_or_for_an_old_session(no_door: Door, hooked: str, outside: Outside) -> None:
    for _ in range(2):
        assert [one["state"] for one in sent(no_door, "--dry-run").data] == ["due"]
    with at("2027-03-01 12:00:00"):
        assert no_door.well("notices", "send", "--json").data == []
    assert not outside.sent
    sent(no_door, "--base", "https://bell.example.org/")
    assert outside.sent[0][1]["link"] == f"https://bell.example.org/s/{hooked}"


@pytest.mark.parametrize(
    ("status", "again"),
    [
        (500, True), (503, True), (429, True), (301, False), (404, False),
        (urllib3.exceptions.NewConnectionError(None, "down"), True),  # type: ignore[arg-type]  # no pool is asked
        (urllib3.exceptions.ReadTimeoutError(None, "", "slow"), False),  # type: ignore[arg-type]  # as above
    ],
)  # fmt: skip
def test_repeats_a_failed_notice_only_if_it_cannot_have_arrived(
    no_door: Door, hooked: str, outside: Outside, status: int | Exception, *, again: bool
) -> None:
    outside.status = status
    failed = sent(no_door)
    assert ("will be tried again" in failed.data[0]["state"]) is again
    outside.status, outside.sent = 204, []
    assert [one["state"] for one in sent(no_door).data] == ["sent"] * again
    assert len(outside.sent) == again


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1",  # noqa: S104  # refused, not bound
        "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "255.255.255.255",
    ],
)  # fmt: skip
def test_refuses_private_addresses(outside: Outside, address: str, no_door: Door, hooked: str) -> None:
    outside.addresses = ["93.184.215.14", address]
    failed = sent(no_door)
    assert "not a public host" in failed.data[0]["state"]
    assert not outside.sent


def test_a_webhook_is_sent_to_the_ip_address_that_was_checked(
    outside: Outside, monkeypatch: pytest.MonkeyPatch, no_door: Door, hooked: str
) -> None:
    made: list[tuple[Any, dict[str, Any]]] = []
    init = urllib3.HTTPSConnectionPool.__init__

    def keep(self: Any, host: str, port: int, **how: Any) -> None:
        made.append((host, how))
        init(self, host, port, **how)

    monkeypatch.setattr(urllib3.HTTPSConnectionPool, "__init__", keep)
    sent(no_door)
    assert made == [("93.184.215.14", {"server_hostname": "chat.example.org", "assert_hostname": "chat.example.org"})]


@pytest.mark.parametrize("url", [
    "", "http://example.org/x", "https://", "https://localhost/x", "https://127.0.0.1/", "https://0x7f.1/",
    "https://2130706433/", "https://[::1]/", "https://user@example.org/", "https://example.org:8443/",
    "https://example.org:99999/", "ftp://example.org/", "https://example.org/\n", "https://exämple.org/",
    "https://example.org/" + "x" * 600, "https://exa mple.org/", "file:///etc/passwd", "https://[/",
])  # fmt: skip
def test_refuses_webhooks_without_a_public_https_address(url: str) -> None:
    with pytest.raises(RefusedError, match="webhook"):
        check_webhook(url.replace("\n", "\n x"))


@pytest.mark.parametrize("address", [
    "", "x", "a@b", "a@b.c\nBcc: d@e.f", "Julie <j@example.org>", "a@b.c,d@e.f", "ä@example.org", "a b@c.de",
])  # fmt: skip
def test_refuses_malformed_mail_addresses(address: str) -> None:
    with pytest.raises(RefusedError, match="mail"):
        check_mail(address)


@pytest.fixture
def smtp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOISTERBELL_SMTP", "smtps://bell:secret@mail.example.org")
    monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.org")


def test_mails_the_awaited_seat_once(no_door: Door, session: str, outside: Outside, smtp: None) -> None:
    seat = awaited(no_door, session)
    other = "ten" if seat == "nine" else "nine"
    no_door.well(
        "notices", "set", session, "--mail", f"{seat}=julie@example.org", "--mail", f"{other}=steve@example.org"
    )
    for _ in range(2):
        sent(no_door)
    assert [message["To"] for message in outside.mails] == ["julie@example.org"]
    assert "Deadline: 22 Nov 2026, 12:00 UTC" in outside.mails[0].get_content()


def test_mails_only_the_chosen_kinds(no_door: Door, session: str, outside: Outside, smtp: None) -> None:
    seat = awaited(no_door, session)
    no_door.well("notices", "set", session, "--mail", f"{seat}=julie@example.org", "--webhook", HOOK)
    with closing(Accounts(no_door.db)) as accounts:
        accounts.change(session, muted={seat: ("turn",)})
    assert [one["way"] for one in sent(no_door).data] == ["webhook"]
    assert not outside.mails


def test_does_not_repeat_a_mail_that_may_have_arrived(
    no_door: Door, session: str, outside: Outside, smtp: None
) -> None:
    no_door.well("notices", "set", session, "--mail", f"{awaited(no_door, session)}=julie@example.org")
    outside.mail_fails = SourceError("gone", may_have_arrived=True)
    assert sent(no_door).status == 1
    outside.mail_fails = None
    assert sent(no_door).data == []


@pytest.mark.parametrize("url", ["", "mail.example.org", "http://x.org", "smtp://", "smtps://u:hush@x.org:port"])
def test_reports_a_missing_or_bad_mail_server_without_its_password(
    no_door: Door, session: str, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.delenv("CLOISTERBELL_SMTP", raising=False)
    if url:
        monkeypatch.setenv("CLOISTERBELL_SMTP", url)
    no_door.well("notices", "set", session, "--mail", f"{awaited(no_door, session)}=julie@example.org")
    failed = sent(no_door)
    assert "CLOISTERBELL_SMTP" in failed.data[0]["state"]
    assert "hush" not in failed.out + failed.err


def test_sets_shows_and_forgets_addresses(no_door: Door, session: str) -> None:
    many = [part for number in range(6) for part in ("--webhook", f"https://h{number}.example.org/")]
    for words, says in (
        ((session, "--webhook", "http://x.org"), "webhook"), ((session, "--mail", "nobody=a@b.cd"), '"nobody" is not'),
        ((session, "--mail", "nine"), "SEAT=VALUE"), ((session, "--mail", "nine=a"), "not a mail address"),
        (("nowhere",), "nowhere"), ((session, *many), "at most 5"),
    ):  # fmt: skip
        no_door.refused("notices", "set", *words, says=says)
    no_door.well("notices", "set", session, "--webhook", HOOK, "--mail", "nine=a@b.cd")
    assert no_door.well("notices", "set", session, "--json").data == {
        "webhooks": [HOOK], "mail": {"nine": "a@b.cd"}, "notices": [],
    }  # fmt: skip
    no_door.well("notices", "set", session, "--none")
    assert no_door.well("notices", "set", session, "--json").data["webhooks"] == []


def test_an_error_hides_the_secret_of_a_webhook(outside: Outside) -> None:
    outside.addresses = []
    with pytest.raises(NotSentError) as caught:
        send_webhook(f"{HOOK}?token=hush", Notice("k", "s", "turn", "a", "text", 1, 1), "")
    assert "hush" not in str(caught.value)


def test_gives_up_if_a_webhook_does_not_answer_in_time(
    no_door: Door, hooked: str, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    monkeypatch.setattr("webui.notices.delivery._PATIENCE_S", 0.01)
    monkeypatch.setattr(Answer, "read", lambda _answer, _most: done.wait())
    failed = sent(no_door)
    done.set()
    assert failed.data[0]["state"] == "chat.example.org did not answer in time; will not be tried again"
    assert sent(no_door).data == []
    assert len(outside.sent) == 1


def test_an_imported_title_cannot_inject_a_mail_header(games: Registry) -> None:
    store = MemoryStore()
    played(opened(store, games, "toy", SEATS, session="steered", options={"points": 9}), 2)
    timeline = Timeline.read(store, games, "steered")
    timeline.row = msgspec.structs.replace(timeline.row, title="Friday\r\nBcc: all@example.org\u202e")
    told = due_notices(timeline, Settings(), timeline.lines[-1].at_ms)
    assert [one.text for one in told] == ["Friday Bcc: all@example.org\ufffd: waiting for Yellow."]
