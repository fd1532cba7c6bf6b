"""Attacks by spectators, seats and other sites, and secrets in answers and logs."""

import json
import logging
import re
from typing import Any

import pytest
import spectator
from faults import rechained
from flask import Flask
from msgspec import structs
from people import Browser, Table, csrf_field
from refusals import failing
from spectator import SEATS, opened
from texts import wrong

from events.store.accounts import MODERATOR, SEAT, SPECTATOR
from events.store.memory import MemoryStore
from events.store.settings import plain_title
from projections.registry import Registry
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from webui import create_app

NOW = 1_700_000_000_000
HOSTILE = '"><script>alert(1)</script><svg onload=alert(2)>'
BEARERS = "api."
"""Its doors take a bearer's token and no cookie; they have tests of their own."""


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "people", 3, title=HOSTILE)


@pytest.fixture
def laptop(games: Registry) -> Table:
    return Table(games, "people", 3, title=HOSTILE, laptop=True)


def addresses(app: Flask, method: str, last: int = 9) -> list[str]:
    rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    found = [spectator.addresses(rule, "people", last) for rule in rules if not rule.endpoint.startswith(BEARERS)]
    assert len(found) > 9
    return list(dict.fromkeys(path for paths in found for path in paths))


def content(table: Table) -> Any:
    rows = [table.accounts.rows(f"select * from {name}") for name in ("links", "settings", "notices")]  # noqa: S608  # its own tables
    return [(row, table.store.head(row.session)) for row in table.store.sessions()], rows


@pytest.mark.parametrize(("headers", "field"), [
    ({}, None), ({}, "0" * 64), ({}, "\u00fc\u202e"), ({"Sec-Fetch-Site": "cross-site"}, ""),
    ({"Sec-Fetch-Site": "same-site"}, ""), ({"Origin": "https://evil.example"}, ""), ({"Origin": "null"}, ""),
    ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, ""), ({"Origin": "http://localhost.evil.example"}, ""),
])  # fmt: skip
def test_every_form_from_elsewhere_is_refused(laptop: Table, headers: dict[str, str], field: str | None) -> None:
    browser = laptop.browser()
    own = csrf_field(browser.read("/new"))
    before = content(laptop)
    for path in addresses(laptop.app, "POST"):
        data = {} if field is None else {"csrf": field or own}
        answer = browser.client.post(path, data=data, headers=headers)
        if path.endswith("/checkpoints") and not headers:
            assert answer.status_code == 422, "it changes nothing, so that readers need no cookie for it"
            continue
        assert answer.status_code == 403, (path, answer.status)
        assert "another site" in answer.text or "Your cookie changed" in answer.text, path
    assert content(laptop) == before


def test_accepts_its_own_form_with_a_null_origin(laptop: Table) -> None:
    """Browsers send `Origin: null` if the page before sends no referrer."""
    browser = laptop.browser()
    headers = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    data = {"csrf": csrf_field(browser.read("/new")), "session": "people"}
    assert browser.client.post("/leave", data=data, headers=headers).status_code == 303


def test_the_public_address_is_a_valid_origin_behind_a_proxy(table: Table) -> None:
    client = create_app(table.store, table.games, table.accounts, base="https://bell.example.org").test_client()
    token = table.token(SEAT, "black")
    data = {"csrf": csrf_field(client.get(f"/k/{token}", base_url="https://127.0.0.1:8000").text)}
    for origin, status in (("https://bell.example.org", 303), ("https://bell.example.org.evil.example", 403)):
        answer = client.post(f"/k/{token}", data=data, headers={"Origin": origin}, base_url="https://127.0.0.1:8000")
        assert answer.status_code == status, origin


def test_typed_text_is_never_rendered_as_markup(table: Table) -> None:
    table.accounts.set_name("people", "black", HOSTILE)
    table.accounts.change("people", where="https://forum.example.org/?q=<script>alert(1)</script>")
    last = table.last
    for role, seat in ((MODERATOR, ""), (SEAT, "black"), (SPECTATOR, "")):
        browser = Browser(table.app, table.accounts.issue("people", role, NOW, seat=seat, name=HOSTILE)[1])
        seen = 0
        for path in addresses(table.app, "GET", last=last):
            answer = browser.client.get(path, buffered=True)
            if answer.mimetype in ("text/html", "image/svg+xml", "application/atom+xml"):
                assert "<script>alert" not in answer.text, path
                assert "<svg onload" not in answer.text, path
                seen += "&lt;script&gt;alert" in answer.text
        assert seen > 3, role


@pytest.mark.parametrize("title", ["a\u202eb", "a\x00\x1b[31mb", "a\u2028b\u2066"])
def test_control_characters_in_a_title_are_not_shown(games: Registry, title: str) -> None:
    store = MemoryStore()
    session = opened(store, games, "toy", SEATS, session="people", title=title)
    assert session.started.title == plain_title(title)
    assert session.row.title in create_app(store, games).test_client().get("/s/people/5").text
    assert session.row.title.isprintable()
    bundle = read_bundle("\n".join(export_lines(store, games, "people")), games)
    first = bundle.lines[0]
    body = json.dumps({**json.loads(first.body), "title": title}, separators=(",", ":"), ensure_ascii=False)
    lines = rechained([structs.replace(first, body=body), *bundle.lines[1:]])
    other = MemoryStore()
    row = import_bundle(other, structs.replace(bundle, lines=lines))
    assert json.loads(other.lines("people")[0].body)["title"] == title
    for path in ("/", "/s/people/1", "/s/people/5", "/s/people/feed.atom", "/s/people/summary"):
        told = create_app(other, games).test_client().get(path).text
        assert not set("\u202e\x00\x1b\u2028\u2066") & set(told), path
    assert row.session == "people"


@pytest.mark.sampled
@pytest.mark.parametrize(("body", "mimetype"), [
    (b"x" * 1_048_577, "application/x-www-form-urlencoded"),
    (b"csrf=" + b"%" * 40_000, "application/x-www-form-urlencoded"),
    (b"a=1&" * 20_000, "application/x-www-form-urlencoded"),
    (b"\xff\xfe\x00=%ff%00", "application/x-www-form-urlencoded"), (b"{", "application/json"),
    (b"--x\r\nContent-Disposition: form-data; name=csrf", "multipart/form-data; boundary=x"),
    (b"--x\r\n\r\n\r\n--x--", "multipart/form-data; boundary=x"), (b"anything", "multipart/form-data"),
    (b"anything", "\u00fc/\u00fc"),
])  # fmt: skip
def test_every_form_refuses_malformed_bodies(laptop: Table, body: bytes, mimetype: str) -> None:
    browser = laptop.browser()
    browser.read("/new")
    before = content(laptop)
    for path in addresses(laptop.app, "POST"):
        answer = browser.client.post(path, data=body, content_type=mimetype)
        assert 400 <= answer.status_code < 500, (path, answer.status)
    assert content(laptop) == before


@pytest.mark.parametrize("more", ["", '; filename="a.txt"'])
def test_a_form_part_without_a_name_is_not_a_field(laptop: Table, more: str) -> None:
    browser = laptop.browser()
    named = f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{csrf_field(browser.read("/new"))}\r\n'
    body = f"{named}--x\r\nContent-Disposition: form-data{more}\r\n\r\nsomething\r\n--x--\r\n"
    for path in ("/import", "/new", "/s/people/post", "/s/people/3/fix", "/s/people/checkpoints"):
        answer = browser.client.post(path, data=body, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 422, (path, answer.status)


def test_refuses_hostile_values_in_every_field(laptop: Table) -> None:
    browser = laptop.browser()
    surrogate = "\ud800".encode("utf-8", "surrogatepass")
    for value in ("\x00", "\u202e" * 100, "x" * 5000, "../../etc/passwd", HOSTILE, surrogate):
        for path in ("seat", "substitute", "link", "appoint", "settings"):
            names = ("seat", "name", "away", "role", "do", "link", "visibility", "pace", "grace", "where")
            answer = browser.send("/s/people/people", f"/s/people/people/{path}", **dict.fromkeys(names, value))
            assert answer.status_code == 422, (path, value[:20], answer.status)
        assert browser.send("/s/people/people", "/s/people/look", view=value).status_code == 422


@pytest.mark.parametrize("path", [
    "/s/../people", "/s/people/../../etc/passwd", "/s/%2e%2e/people", "/s/people%00/5", "/s/people/5%00", "/s//people",
    "/s/people/5;as=table", "/s/PEOPLE/5", "/s/people/٥", "/s/people\\5", "/static/../webui/app.py",
    "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/k/../new", "/k/%2e%2e", f"/s/{'a' * 5000}", "/s/people/people/",
    "/s/people/5.svg%00.png", "/s/%F0%9F%94%94/1", "/s/people/links/x", "//evil.example/new", "/s/people?as=%00",
])  # fmt: skip
def test_hostile_paths_reach_neither_files_nor_other_sites(table: Table, path: str) -> None:
    answer = table.browser().client.get(path)
    assert answer.status_code in (301, 302, 308, 400, 403, 404, 405, 414, 422), answer.status
    assert not re.search("^(https?:)?//(?!localhost/)", answer.headers.get("Location", "")), answer.headers
    assert "import" not in answer.text


def test_ignores_forwarded_and_override_headers(table: Table) -> None:
    app = create_app(table.store, table.games, table.accounts, base="https://bell.example.org")
    tricks = {
        "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1",
        "Forwarded": "host=evil.example", "X-Original-URL": "/new", "X-Rewrite-URL": "/new",
        "X-HTTP-Method-Override": "POST", "Referer": "https://evil.example/",
    }  # fmt: skip
    client = app.test_client()
    for path in addresses(app, "GET"):
        for headers in (tricks, {"Host": "evil.example"}):
            answer = client.get(path, headers=headers, buffered=True)
            assert b"evil.example" not in answer.data, (path, headers)
            assert "evil.example" not in str(answer.headers), (path, headers)


def test_the_error_log_does_not_contain_a_token(
    table: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    token = table.token(SEAT, "black")
    browser = table.browser()
    browser.enter(token)

    monkeypatch.setattr("webui.pages.session.people.remember_link", failing(ZeroDivisionError()))
    assert browser.send(f"/k/{token}", f"/k/{token}").status_code == 500
    assert not wrong(caplog.text, "error at /k/<token>", absent=[token])


def test_pages_with_secrets_are_not_cached(table: Table) -> None:
    token = table.token(MODERATOR)
    browser = Browser(table.app, token)
    where = browser.done("/s/people/people", "/s/people/people/link", do="issue", role="spectator")
    secret = re.search("k-[a-z2-7]{26}", browser.read(where))
    assert secret
    for path in (f"/k/{token}", f"/k/{secret[0]}", where, "/k/k-none", "/s/people/people", "/new"):
        for answer in (browser.client.get(path), browser.client.post(path)):
            assert answer.headers["Cache-Control"] == "no-store" or answer.status_code in (403, 405), path
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "k-" not in answer.headers.get("Location", "")
    assert browser.client.post(f"/k/{token}").headers["Cache-Control"] == "no-store"


def test_stale_links_and_forged_cookies_are_refused(table: Table) -> None:
    link, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    table.accounts.revoke(link.id, NOW)
    client = table.browser().client
    assert client.get(f"/k/{token}").text == client.get(f"/k/k-{'a' * 26}").text
    assert client.get(f"/k/{token}").status_code == 404
    token = table.token(SEAT, "black")
    cookie = Browser(create_app(table.store, table.games, table.accounts), token).client.get_cookie("bell")
    assert cookie
    table.accounts.renew("cookie")
    client = create_app(table.store, table.games, table.accounts).test_client()
    client.set_cookie("bell", cookie.value)
    assert client.get("/s/people/5.json?as=black").status_code == 403
    for forged in ("", "x", cookie.value[:-1], "eyJsaW5rcyI6e319.x.y", "\u00fc" * 10):
        client.set_cookie("bell", forged)
        assert client.get("/s/people/5.json?as=black").status_code == 403, forged
