"""Bad input, and the headers of every answer."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient
from people import Table
from players import GAMES
from refusals import failing
from spectator import ASKED, addresses, read, spectator_outputs
from texts import missing, wrong
from werkzeug.exceptions import InternalServerError

import webui.pages
from events.errors import CorruptLogError
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app

LONG = "9" * 5_000
BAD = {
    404: """
        /nope /s /s/ /s/nobody /s/nobody/1 /s/NOBODY/1 /s/a%00b/1 R%0a/1 R/0 R/9999 R/9999.svg R/-1 R/1.5.svgz
        R/%F0%9F%94%94 R/7.3%00 R/99.99 R/audit/1 R/1/2 /s/LONG R/LONG R/LONG.LONG /s/..%2f..%2fetc /static/
        /static/nope.css /static/..%2f__init__.py /s/%c2%b2/1 R/%c2%b2 /s/nobody/export.html /s/nobody/dice R/999.png
        R/0.png R/9.chart-2.png R/9.99.png R/0/embed R/-1/embed R/999/embed R/x/embed R/1.1/embed R/007/embed
        R/%00/embed R/turn/99 R/turn/07 R/turn/x R/turn/-1 R/turn/1.bmp R/turn/99.gif
        R/turn/01.gif R/turn/-1.webp R/turn/x.gif R/turn/LONG.gif R/turn/%F0%9F%94%94.webp R/turn/.gif
        R/9999?vs=9 R/compare R/0.bbcode R/9999.md R/-1.md R/9.markdown R/9.bbcode/x R/007.md R/%F0%9F%94%94.md
        /oembed?url=x /oembed?url=%00 /oembed?url=LONG /oembed?url=http://localhost/s/running/9
    """,
    422: """
        /?page=0 /?page=-1 /?page=x /?page=2 /?page=LONG /?page=%C2%B2 /?q=LONG /?state=LONG /?sort=%00 /?game=%C2%B2
        /?state=nice /?sort=size /?game=chess /?page=2&state=waiting /?state=%00 /?game=%F0%9F%92%A9%22%3Cb
        R/1.svg?colours=%C2%B2 R/go R/go?at= R/go?at=x R/go?at=0 R/go?at=99.99 R/go?at=LONG R/1.svg?d= R/1.svg?d=XYZ
        R/1.svg?d=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA R/1?known=%00 R/export.html?at=x R/export.html?at=0
        R/export.html?at=9999 R/export.html?at=LONG R/export.html?at=7.3%00 R/export.html?known=%00
        R/summary?from=x R/summary?from=-1
        R/summary?from=0 R/summary?from=9999 R/summary?from=1e3 R/summary?from=LONG R/why?at=x R/why?at=0
        R/why?at=99999 R/why?at=99.9 R/why?at=9&place=zebra R/why?place=%00 R/9?vs= R/9?vs=x R/9?vs=0
        R/9?vs=9999 R/9?vs=9.99
        R/9?vs=%00 R/9.png?size=9999 R/9.png?size=x R/9.png?size=-1 R/dice?page=0 R/dice?page=x R/dice?page=-1
        R/dice?page=9999999 R/audit?since=x R/audit?since=0 R/audit?since=99999 R/audit?since=-1
        R/find?q=LONG R/head R/head?after=
        R/head?after=0 R/head?after=-1 R/head?after=x R/head?after=LONG R/head?after=%00
        /oembed /oembed?url= /oembed?url=x&maxwidth=0 /oembed?url=x&maxwidth=-1 /oembed?url=x&maxheight=1.5
        /oembed?url=x&maxwidth=LONG /oembed?url=x&maxheight=%C2%B2 /oembed?url=x&maxheight=1e3
    """,
    501: "/oembed?format=xml&url=x /oembed?format=LONG /oembed?format=%00 /oembed?format=JSON&url=x",
    403: "R/9.png?as=black R/9.png?as=table R/9.png?known=now R/9.json?as=black R/summary?as=red "
    "R/head?after=1&as=black",
}
"""Addresses and their status; R is a running session."""


@pytest.fixture(scope="module")
def reader() -> FlaskClient:
    return Table(GAMES, "running", 4).browser().client


def test_every_route_has_a_case(app: Flask) -> None:
    assert all(addresses(rule, "running", 9) for rule in app.url_map.iter_rules())
    assert ASKED.keys() <= {rule.endpoint for rule in app.url_map.iter_rules()}
    both = ({"GET", "HEAD", "OPTIONS"}, {"POST", "OPTIONS"})
    assert all(rule.methods in both for rule in app.url_map.iter_rules())  # what is read is not what is sent


def test_every_answer_has_the_security_headers(app: Flask, running: Session) -> None:
    for path, head, _ in spectator_outputs(app, "running", running.head.seq):
        scripts = "" if path.partition("?")[0].endswith("/embed") and head.startswith("200") else "script-src 'self'; "
        if not re.search("Content-Type: (text/(css|javascript)|font/)", head):  # parts of pages
            assert f"Content-Security-Policy: default-src 'none'; {scripts}style-src 'self'; " in head, path
            assert "frame-ancestors 'none'" in head, path
            assert "Referrer-Policy: no-referrer" in head, path
        assert "unsafe" not in head, path
        assert "X-Content-Type-Options: nosniff" in head, path
        assert "Cache-Control:" in head, path
        assert "Set-Cookie" not in head, path
        assert not head.startswith("5"), path


def test_pages_load_only_files_of_this_server(app: Flask, over: Session, running: Session) -> None:
    for session in ("finished", "running"):
        for path, _, body in spectator_outputs(app, session, 12, lambda one: "/export.html" not in one):
            page = re.sub('http://(?:www.w3.org/[^"]*|localhost/)', "", body.decode())
            if path == "/static/bell.css":
                page, fonts = re.subn(r'url\("\.\./[A-Za-z]+-[A-Za-z]+\.[0-9a-f]{8}\.woff2"\)', "", page)
                assert fonts == 4
            assert not re.search(r"https?:|//[a-z]|url\(|@import", page.replace("// ", "")), path
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?! type=\"module\" src=)", page), (
                path
            )


@pytest.mark.parametrize(("status", "path"), [(status, path) for status in BAD for path in BAD[status].split()])
def test_refuses_bad_addresses(reader: FlaskClient, status: int, path: str) -> None:
    path = path.replace("R", "/s/running", 1).replace("LONG", LONG) if path[0] == "R" else path.replace("LONG", LONG)
    page = read(reader, path, status)
    assert (len(page) < 4_200, "Traceback" in page) == (True, False)
    if path.partition("?")[0].endswith((".svg", ".json", ".txt", ".png", ".bbcode", ".md", ".gif", ".webp", "/oembed")):
        assert (page.startswith(f"{status} "), "<" in page) == (True, False)
    else:
        assert not missing(page, "<h1>", 'href="/"')


def test_an_empty_time_is_not_an_error(reader: FlaskClient) -> None:
    assert reader.get("/s/running/1.json?known=").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/s/running/3", "/s/running/export.html", "/s/running/3.svg", "/api/v1/sessions"]
)
def test_refuses_a_query_that_is_not_utf_8(reader: FlaskClient, path: str) -> None:
    answer = reader.get(path, environ_overrides={"QUERY_STRING": "page=\xeb&at=\xeb"})
    assert answer.status_code == 400, answer.text
    assert "not valid UTF-8 (byte 6)" in answer.text


def test_a_bad_query_does_not_break_the_page_of_a_refusal(
    client: FlaskClient, running: Session, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.post("/s/running/post", data={"csrf": "x"}, environ_overrides={"QUERY_STRING": "a=\xeb"})
    assert (answer.status_code, "Traceback" in answer.text) == (403, False)
    assert "View as spectator" in answer.text
    assert not caplog.records


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/s/running/3", "/s/running/3.svg", "/s/running/audit"])
def test_read_only_pages_refuse_other_methods(reader: FlaskClient, path: str, method: str) -> None:
    answer = reader.open(path, method=method)
    assert (answer.status_code, set(answer.headers["Allow"].split(", "))) == (405, {"GET", "HEAD", "OPTIONS"})
    assert "read-only" in answer.text


def test_head_is_get_without_its_body(client: FlaskClient, running: Session) -> None:
    for path in ("/", "/s/running/3", "/s/running/3.svg", "/s/running/audit", "/nope"):
        whole, head = client.get(path), client.head(path)
        assert (head.status, head.headers) == (whole.status, whole.headers)
        assert not head.data
        assert whole.data


def test_a_fault_gives_a_page_and_a_log_line(
    client: FlaskClient, running: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Timeline, "panels", failing(ZeroDivisionError("the inner workings")))
    page = read(client, "/s/running/3", InternalServerError.code)
    assert not wrong(page, "Something went wrong", absent=["inner workings"])
    assert "inner workings" in caplog.text


def test_reports_a_fault_of_the_store(
    client: FlaskClient, running: Session, store: EventStore, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(store, "lines", failing(CorruptLogError("line 7: the digest is not 32 bytes", 7)))
    assert "Line 7: the digest is not 32 bytes." in read(client, "/s/running/3", 500)
    assert "line 7" in caplog.text
    assert "line 7: the digest is not 32 bytes" in read(client, "/")


@pytest.mark.parametrize("host", ["a" * 5_000, "a..b", "evil.example", "x:99999", "[::1", "a b", "\u00e9" * 70])
def test_an_odd_host_header_is_neither_an_error_nor_repeated(client: FlaskClient, host: str) -> None:
    for path in ("/", "/nope", "/s/running/1.svg"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code in (200, 302, 400, 404)
        assert host.encode() not in answer.data


NO_PAGES = {"event_context", "offline_page", "entry_view"}


def test_every_module_of_pages_is_registered_under_its_name() -> None:
    served = create_app(MemoryStore(), registry()).blueprints
    for path in sorted(Path(webui.pages.__file__).parent.rglob("*.py")):
        if path.stem == "__init__":
            continue
        module = import_module(f"webui.pages.{path.parent.name}.{path.stem}")
        found = [each for each in vars(module).values() if type(each) is Blueprint]
        assert [blueprint.name for blueprint in found][:1] == [path.stem] * (path.stem not in NO_PAGES)
        assert all(served.get(each.name) is each for each in found), f"webui.app does not list {path.stem}"
