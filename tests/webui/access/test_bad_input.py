"""Bad input, and the headers of every answer."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient
from people import Table
from players import GAMES
from spectator import ASKED, addresses, read, spectator_outputs
from texts import missing
from werkzeug.exceptions import InternalServerError

import webui.pages
from events.errors import CorruptLogError
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.live.session import Session
from replay.reading.timeline import Timeline
from webui import create_app

LONG = "9" * 5_000
MISSING = (
    "/nope", "/s", "/s/", "/s/nobody", "/s/nobody/1", "/s/NOBODY/1", "/s/a%00b/1", "/s/running%0a/1", "/s/running/0",
    "/s/running/9999", "/s/running/9999.svg", "/s/running/-1", "/s/running/1.5.svgz", "/s/running/%F0%9F%94%94",
    "/s/running/7.3%00", "/s/running/99.99", "/s/running/audit/1", "/s/running/1/2", f"/s/{LONG}", f"/s/running/{LONG}",
    f"/s/running/{LONG}.{LONG}", "/s/..%2f..%2fetc", "/static/", "/static/nope.css", "/static/..%2f__init__.py",
    "/s/%c2%b2/1", "/s/running/%c2%b2", "/s/nobody/bundle.html",
)  # fmt: skip
UNREADABLE = (
    "/?page=0", "/?page=-1", "/?page=x", "/?page=2", f"/?page={LONG}", "/?page=%C2%B2", f"/?q={LONG}",
    f"/?state={LONG}",
    "/?sort=%00", "/?game=%C2%B2", "/s/running/1.svg?inks=%C2%B2", "/s/running/go",
    "/s/running/go?at=", "/s/running/go?at=x", "/s/running/go?at=0", "/s/running/go?at=99.99",
    f"/s/running/go?at={LONG}", "/s/running/1.svg?d=",
    "/s/running/1.svg?d=XYZ", f"/s/running/1.svg?d={'A' * 32}", "/s/running/1?known=%00",
    "/s/running/bundle.html?at=x", "/s/running/bundle.html?at=0", "/s/running/bundle.html?at=9999",
    f"/s/running/bundle.html?at={LONG}", "/s/running/bundle.html?at=7.3%00", "/s/running/bundle.html?known=%00",
    "/s/running/1.json?known=",
)  # fmt: skip


@pytest.fixture(scope="module")
def reader() -> FlaskClient:
    return Table(GAMES, "running", 4).browser().client


def test_every_route_has_a_case(app: Flask) -> None:
    assert all(addresses(rule, "running", 9) for rule in app.url_map.iter_rules())
    assert ASKED.keys() <= {rule.endpoint for rule in app.url_map.iter_rules()}
    both = ({"GET", "HEAD", "OPTIONS"}, {"POST", "OPTIONS"})
    assert all(rule.methods in both for rule in app.url_map.iter_rules())  # what is read is not what is sent


def test_every_output_has_its_headers(app: Flask, running: Session) -> None:
    for path, head, _ in spectator_outputs(app, "running", running.head.seq):
        scripts = "" if path.endswith("/embed") and head.startswith("200") else "script-src 'self'; "
        assert f"Content-Security-Policy: default-src 'none'; {scripts}style-src 'self'; " in head, path
        assert "frame-ancestors 'none'" in head, path
        assert "unsafe" not in head, path
        assert "X-Content-Type-Options: nosniff" in head, path
        assert "Referrer-Policy: no-referrer" in head, path
        assert "Cache-Control:" in head, path
        assert "Set-Cookie" not in head, path
        assert not head.startswith("5"), path


def test_no_page_asks_for_more_than_its_own_files(app: Flask, over: Session, running: Session) -> None:
    for session in ("finished", "running"):
        for path, _, body in spectator_outputs(app, session, 12, lambda one: "/bundle.html" not in one):
            page = re.sub('http://(?:www.w3.org/[^"]*|localhost/)', "", body.decode())
            if path == "/static/bell.css":
                page, fonts = re.subn(r'url\("[A-Za-z]+-[A-Za-z]+\.[0-9a-f]{8}\.woff2"\)', "", page)
                assert fonts == 2
            assert not re.search(r"https?:|//[a-z]|url\(|@import", page.replace("// ", "")), path
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?! type=\"module\" src=)", page), (
                path
            )


@pytest.mark.parametrize("path", MISSING)
def test_nothing_there(reader: FlaskClient, path: str) -> None:
    assert_refused(reader, path, 404)


@pytest.mark.parametrize("path", UNREADABLE)
def test_cannot_be_read(reader: FlaskClient, path: str) -> None:
    if path.endswith("known="):
        assert reader.get(path).status_code == 200
    else:
        assert_refused(reader, path, 422)


@pytest.mark.parametrize(
    "path", ["/", "/s/running/3", "/s/running/bundle.html", "/s/running/3.svg", "/api/v1/sessions"]
)
def test_a_query_that_is_no_text_is_refused(reader: FlaskClient, path: str) -> None:
    answer = reader.get(path, environ_overrides={"QUERY_STRING": "page=\xeb&at=\xeb"})
    assert answer.status_code == 400, answer.text
    assert "no UTF-8, at its byte 6" in answer.text


def test_a_bad_query_keeps_a_refusal(client: FlaskClient, running: Session, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.post("/s/running/post", data={"csrf": "x"}, environ_overrides={"QUERY_STRING": "a=\xeb"})
    assert (answer.status_code, "Traceback" in answer.text) == (403, False)
    assert "See it as a spectator" in answer.text
    assert not caplog.records


def assert_refused(reader: FlaskClient, path: str, status: int) -> None:
    page = read(reader, path, status)
    assert len(page) < 2_000
    assert "Traceback" not in page
    if path.partition("?")[0].endswith((".svg", ".json", ".txt")):
        assert page.startswith(f"{status} ")
        assert "<" not in page
    else:
        assert not missing(page, "<h1>", 'href="/"')


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/s/running/3", "/s/running/3.svg", "/s/running/audit"])
def test_pages_are_for_reading(reader: FlaskClient, path: str, method: str) -> None:
    answer = reader.open(path, method=method)
    assert (answer.status_code, set(answer.headers["Allow"].split(", "))) == (405, {"GET", "HEAD", "OPTIONS"})
    assert "for reading" in answer.text


def test_head_is_get_without_its_body(client: FlaskClient, running: Session) -> None:
    for path in ("/", "/s/running/3", "/s/running/3.svg", "/s/running/audit", "/nope"):
        whole, head = client.get(path), client.head(path)
        assert (head.status, head.headers) == (whole.status, whole.headers)
        assert not head.data
        assert whole.data


@pytest.fixture
def broken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the inner workings")

    monkeypatch.setattr(Timeline, "svg", fail)
    return app


def test_a_fault_gives_a_page_and_a_log_line(broken: Flask, running: Session, caplog: pytest.LogCaptureFixture) -> None:
    page = read(broken.test_client(), "/s/running/3", InternalServerError.code)
    assert "inner workings" not in page
    assert "Something went wrong" in page
    assert "inner workings" in caplog.text


def test_reports_a_fault_of_the_store(
    client: FlaskClient,
    running: Session,
    store: EventStore,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise CorruptLogError("line 7: the digest is not 32 bytes", 7)

    monkeypatch.setattr(store, "lines", fail)
    assert "Line 7: the digest is not 32 bytes." in read(client, "/s/running/3", 500)
    assert "line 7" in caplog.text
    assert "line 7: the digest is not 32 bytes" in read(client, "/")


@pytest.mark.parametrize("host", ["a" * 5_000, "a..b", "evil.example", "x:99999", "[::1", "a b", "\u00e9" * 70])
def test_no_host_that_a_request_names_is_a_fault_or_is_repeated(client: FlaskClient, host: str) -> None:
    for path in ("/", "/nope", "/s/running/1.svg"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code in (200, 302, 400, 404)
        assert host.encode() not in answer.data


NO_PAGES = {"first_look", "moment", "session_facts", "viewer_scene"}


def test_every_module_of_pages_is_registered_under_its_name() -> None:
    served = create_app(MemoryStore(), shelf()).blueprints
    for path in sorted(Path(webui.pages.__file__).parent.glob("*.py")):
        if path.stem == "__init__":
            continue
        found = [each for each in vars(import_module(f"webui.pages.{path.stem}")).values() if type(each) is Blueprint]
        assert [blueprint.name for blueprint in found] == [path.stem] * (path.stem not in NO_PAGES)
        assert all(served.get(path.stem) is blueprint for blueprint in found), f"webui.app does not list {path.stem}"
