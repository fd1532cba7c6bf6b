"""The request log of the server: one line a request, with patterns and roles, without secrets."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from people import Browser, csrf_field, visible
from refusals import failing
from spectator import SEATS, opened, played
from texts import present, wrong

from events.errors import StorageError
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry
from webui import create_app
from webui.access.request_log import DEBUG, REQUESTS, figures, log_to

NOW = 1_700_000_000_000
TITLE = "Grand-Opening"
Lines = Callable[[], list[dict[str, Any]]]
Logged = Callable[[str], io.StringIO]
AsJson = tuple[io.StringIO, Lines]


@pytest.fixture
def store(games: Registry) -> EventStore:
    made = MemoryStore()
    played(opened(made, games, "toy", SEATS, session="friday", title=TITLE, options={"points": 9}), 3)
    return made


@pytest.fixture
def app(store: EventStore, games: Registry, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts)


@pytest.fixture
def logged() -> Iterator[Logged]:
    """A function that starts a log of a kind; the loggers are restored afterwards."""
    names = ("webui", "waitress", "gunicorn.error", "py.warnings", REQUESTS.name)
    loggers = [logging.getLogger(name) for name in names]
    before = [(one.handlers, one.propagate, one.level) for one in loggers]

    def start(kind: str) -> io.StringIO:
        stream = io.StringIO()
        log_to(stream, kind)
        return stream

    yield start
    for one, (handlers, propagate, level) in zip(loggers, before, strict=True):
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def counted(app: Flask) -> int:
    with app.app_context():
        return sum(count for _, _, count in figures().requests())


@pytest.fixture
def as_json(logged: Logged) -> AsJson:
    stream = logged("json")
    return stream, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def test_the_log_has_one_line_per_request(client: FlaskClient, as_json: AsJson) -> None:
    answer = client.get("/s/friday/3?as=black&token=k-x", headers={"Accept-Encoding": "gzip"})
    (line,) = as_json[1]()
    assert {name: line[name] for name in ("method", "route", "status", "bytes", "who")} == {
        "method": "GET", "route": "/s/<session>/<seq:seq>", "status": answer.status_code, "bytes": len(answer.data),
        "who": "nobody",
    }  # fmt: skip
    assert line["ms"] >= 0
    assert len(line["id"]) == 12
    assert line["at"].endswith("Z")


def test_the_log_has_no_token_or_name(app: Flask, accounts: Accounts, as_json: AsJson) -> None:
    for role in (HOST, MODERATOR, f"{JUDGE}-1", SEAT, SPECTATOR):
        where, seat = EVERYWHERE if role == HOST else "friday", "black" if role == SEAT else ""
        token = accounts.issue(where, role, NOW, seat=seat)[1]
        browser = Browser(app, token)
        browser.client.get("/new" if role == HOST else "/s/friday/people")
        assert as_json[1]()[-1]["who"] == role.partition("-")[0], role
        cookie = browser.client.get_cookie("bell")
        assert cookie is not None
        for path in (
            f"/k/{token}", f"/p/{'a' * 26}/1.png", f"/s/{token}", f"/nope/{token}", f"/?q={TITLE}", "/s/friday",
        ):  # fmt: skip
            browser.client.get(path, headers={"X-Request-Id": token, "User-Agent": token, "Referer": f"/k/{token}"})
        app.test_client().get("/api/v1/sessions/friday", headers={"Authorization": f"Bearer {token}"})
        browser.client.open("/", method=token.upper())
        for secret in (token, token.upper(), cookie.value, TITLE, *SEATS, "friday", "a" * 26):
            assert secret not in as_json[0].getvalue()
    assert {line["route"] for line in as_json[1]()} >= {"/k/<token>", "/s/<session>", "/api/v1/sessions/<session>", "-"}


@pytest.mark.parametrize("kind", ["text", "json", "none"])
def test_logs_a_fault(client: FlaskClient, logged: Logged, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError(f"what black holds in {TITLE}, k-{'a' * 26}")

    monkeypatch.setattr("webui.access.view.render_template", fail)
    monkeypatch.delenv(DEBUG, raising=False)
    stream = logged(kind)
    assert client.get("/s/friday/dice").status_code == 500
    told = stream.getvalue()
    assert "error at /s/<session>/dice: ZeroDivisionError at test_request_log.py:" in told
    assert not present(told, TITLE, "black")
    if kind == "json":
        fault, line = map(json.loads, told.splitlines())
        assert (fault["level"], fault["id"]) == ("error", line["id"])
    assert len(told.splitlines()) == (1 if kind == "none" else 2)

    monkeypatch.setenv(DEBUG, "1")
    assert client.get("/s/friday/dice").status_code == 500
    assert not wrong(stream.getvalue(), f"what black holds in {TITLE}", absent=["a" * 26])


def test_logs_a_fault_of_the_store(
    client: FlaskClient, store: EventStore, as_json: AsJson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "head", failing(StorageError("the disk is full")))
    assert client.get("/s/friday/dice").status_code == 503
    assert [line.get("said") for line in as_json[1]()] == ["/s/<session>/dice: the disk is full", None]


@pytest.mark.parametrize(
    ("path", "status"), [("/", 503), ("/new", 503), ("/about", 404), ("/s/friday", 503), ("/static/nothing.css", 404)]
)
def test_a_missing_database_gives_a_page_a_log_line_and_a_count(
    app: Flask, accounts: Accounts, as_json: AsJson, monkeypatch: pytest.MonkeyPatch,
    path: str, status: int,
) -> None:  # fmt: skip
    browser = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    assert "Host" in browser.read("/about", 404), "who asks is known while it is there"

    monkeypatch.setattr(accounts.tables, "rows", failing(StorageError("it does not answer")))
    asked, before = len(as_json[1]()), counted(app)
    answer = browser.client.get(path)
    assert answer.status_code == status
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "Cloister Bell" in answer.text
    assert [line["status"] for line in as_json[1]()[asked:] if "route" in line] == [status]
    assert counted(app) == before + 1


def test_a_failed_post_stays_in_the_browser(app: Flask, accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(app, accounts.issue("friday", SEAT, NOW, seat="black")[1])
    page = browser.read("/s/friday/post")

    monkeypatch.setattr(accounts.tables, "rows", failing(StorageError("it does not answer")))
    answer = browser.client.post("/s/friday/post", data={"csrf": csrf_field(page), "text": "take 2"})
    assert answer.status_code == 503
    assert "Your text is not lost: go back in your browser to find it" in visible(answer.text)
    assert "Go back" not in visible(browser.client.get("/s/friday/people").text), "nothing was written"


@pytest.mark.parametrize(("broken", "path", "status"), [
    ("webui.refusals.render_template", "/nowhere", 404), ("webui.access.responses._compress", "/", 500),
])  # fmt: skip
def test_an_error_after_rendering_is_answered_and_counted(
    app: Flask, as_json: AsJson, monkeypatch: pytest.MonkeyPatch,
    broken: str, path: str, status: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(broken, failing(ZeroDivisionError()))
    before = counted(app)
    answer = app.test_client().get(path)
    assert answer.status_code == status
    assert status == 500 or (answer.mimetype, "Content-Security-Policy" in answer.headers) == ("text/plain", True)
    assert counted(app) == before + 1
    assert [line["status"] for line in as_json[1]() if "route" in line] == [status]


def test_removes_links_and_control_characters_of_library_logs(logged: Logged) -> None:
    stream, token = logged("text"), f"k-{'b' * 26}"
    logging.getLogger("waitress").error("Exception while serving %s", f"/k/{token}")
    logging.getLogger("gunicorn.error").warning("Invalid request: GET /p/%s/1.png", "c" * 26)
    assert not wrong(stream.getvalue(), "Exception while serving /k/...", absent=[token, "c" * 26])
    stream = logged("text")
    logging.getLogger("waitress").error("Exception while serving %s", "/s/\n2026-11-27 GET /\r\x1b[2J\x9b1m\u2028over")
    assert stream.getvalue().endswith("/s/\n  2026-11-27 GET /\ufffd\ufffd[2J\ufffd1m\ufffdover\n")


def test_a_closed_log_writes_nothing(client: FlaskClient, logged: Logged, capsys: pytest.CaptureFixture[str]) -> None:
    logged("json").close()
    assert (client.get("/s/friday/dice").status_code, capsys.readouterr().err) == (200, "")
    stream = logged("none")
    assert client.get("/s/friday/dice").status_code == 200
    assert stream.getvalue() == "", "the log is not wanted"
