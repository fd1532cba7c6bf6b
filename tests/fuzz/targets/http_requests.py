"""Fuzz target for requests to the pages and the API, from a spectator, a seat, and a host who moderates.

An input has a first line of two characters and a path, and then the body. The first character is the user. The second
is `0` to read, `1` to send a form, `2` for JSON, and `3` for a multipart form with the boundary `x`. Changes by a
request are undone before the next one.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from io import BytesIO
from itertools import chain
from typing import Any, Final
from urllib.parse import unquote_to_bytes, urlencode

from compiled_once import share_compiled
from people import Browser, Unlimited, csrf_field
from spectator import SEATS, addresses, opened, played
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from events.store.accounts import EVERYWHERE, HOST, MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.transfer.bundle import stage
from webui import create_app

_NOW: Final = 1_795_219_200_000
_SEATS: Final = (*SEATS, "orange")
_TYPES: Final = ("", "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x")
_ADDRESS: Final = re.compile(rb"(?s).(?P<how>.)\s?(?P<path>[^?\n]*)\??(?P<query>[^\n]*)\n?(?P<body>.*)")
_LINE: Final = "PASS ; D: ? =turn:1"
_LEFT_OUT: Final = ("static", "api.openapi")
_SAMPLES: Final = b"/samples"


class World:
    """The app on a copy of the sessions, and its users, each with a cookie, tokens and a CSRF field."""

    def __init__(self) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        for row in _sessions().sessions():
            stage(_sessions(), self.store, row.session)
        self.app = create_app(self.store, registry(), self.accounts)
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.app.extensions["cloisterbell-limiter"] = Unlimited()
        names = [row.session for row in self.store.sessions()]
        seats = {name: self.accounts.issue(name, SEAT, _NOW, seat=_SEATS[0])[1] for name in names}
        roles = {name: self.accounts.issue(name, MODERATOR, _NOW)[1] for name in names}
        roles[EVERYWHERE] = self.accounts.issue(EVERYWHERE, HOST, _NOW)[1]
        self.askers = [_Asker(self, {}), _Asker(self, seats), _Asker(self, roles)]
        self.before = self.content()

    def content(self) -> Any:
        tables = ("links", "settings", "notices")
        return [self.store.head(row.session) for row in self.store.sessions()], [
            self.accounts.rows(f"select * from {table}")  # noqa: S608  # its own tables
            for table in tables
        ]


class _Asker:
    """A browser with links to all sessions; `tokens` are keyed by session."""

    def __init__(self, world: World, tokens: Mapping[str, str]) -> None:
        self.browser, self.tokens = Browser(world.app, *tokens.values()), tokens
        self.csrf = csrf_field(self.browser.client.get(f"/k/{next(iter(tokens.values()))}").text) if tokens else ""
        cookies = self.browser.client._cookies or {}
        self.cookie = "; ".join(f"{one.key}={one.value}" for one in cookies.values())


@cache
def _sessions() -> MemoryStore:
    share_compiled()
    store = MemoryStore()
    for slug in registry():
        played(opened(store, registry(), slug, _SEATS[: registry().meta(slug).seats[1]], session=f"{slug}-one"), 4)
    return store


@cache
def world() -> World:
    return World()


def read(raw: bytes) -> None:
    found = _ADDRESS.fullmatch(raw)
    if found is None or found["path"] == _SAMPLES or b"\r" in found["query"]:
        return  # servers refuse a line end in a URL
    here = world()
    asker, how = here.askers[raw[0] % 3], found["how"][0] % 4
    status = _sent(here, asker, how, found)
    if how and (status < 400 or here.content() != here.before):
        world.cache_clear()
    assert status < 500 or status == 503, f"{status} for {raw[:200]!r}"


def _sent(here: World, asker: _Asker, how: int, found: re.Match[bytes]) -> int:
    body: bytes = found["body"]
    if how == 1:
        body = f"csrf={asker.csrf}&".encode() + body
    elif how == 3:
        body = f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{asker.csrf}\r\n'.encode() + body
    headers = Headers({"Cookie": asker.cookie} if asker.cookie else {})
    if asker.tokens and b"/api/" in found["path"]:
        path = found["path"].decode("latin-1")
        token = next((token for session, token in asker.tokens.items() if session in path), "")
        headers["Authorization"] = f"Bearer {token}"
    builder = EnvironBuilder("/", method="POST" if how else "GET", headers=headers, input_stream=BytesIO(body))
    environ = builder.get_environ()
    environ |= {"CONTENT_TYPE": _TYPES[how], "CONTENT_LENGTH": str(len(body))} if how else {}
    environ["PATH_INFO"] = "/" + unquote_to_bytes(found["path"].lstrip(b"/")).decode("latin-1")
    environ["QUERY_STRING"] = found["query"].decode("latin-1")
    _, status, _ = run_wsgi_app(here.app, environ, buffered=True)
    return int(status[:3])


_FORM: Final = re.compile(r"(?s)<form\b([^>]*)>(.*?)</form>")
_FIELD: Final = re.compile(r"<(input|button|textarea|select)\b([^>]*)>(?:\s*<option\b([^>]*)>)?")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')


def _attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(tag)}


def _fields(form: str) -> Iterator[tuple[str, str]]:
    """Yield the fields that a browser would send unchanged, with a line in each text area."""
    for tag, attributes, option in _FIELD.findall(form):
        told = _attributes(attributes)
        if (name := told.get("name", "")) and name != "csrf":
            value = _attributes(option or attributes).get("value", "")
            yield name, "M: e4 ; so" if tag == "textarea" else value


def _crawled(here: World) -> Iterator[bytes]:
    names = [row.session for row in here.store.sessions()]
    for rule in here.app.url_map.iter_rules():
        if rule.endpoint in _LEFT_OUT:
            continue
        for name in names if "<session>" in rule.rule else names[:1]:
            for path in addresses(rule, name, here.store.head(name).seq)[-2:]:
                reads = "GET" in (rule.methods or ())
                yield f"2{'0' if reads else '1'} {path}\n".encode()
                if not reads:
                    continue
                for who in (1, 2):
                    page = here.askers[who].browser.client.get(path, buffered=True)
                    if page.mimetype == "text/html":
                        yield from _of_forms(page.text, who, path)


def _of_forms(page: str, who: int, path: str) -> Iterator[bytes]:
    for tag, form in _FORM.findall(page):
        told, fields = _attributes(tag), urlencode(list(_fields(form)))
        target = (told.get("action") or path).partition("#")[0]
        if told.get("method", "get").lower() == "post":
            yield f"{who}1 {target}\n{fields}".encode()
        else:
            yield f"{who}0 {target.partition('?')[0]}?{fields}".encode()


def _by_programs() -> Iterator[bytes]:
    for slug in registry():
        post = {
            "text": f"== T1 {_SEATS[0]} ==\n{_LINE}\n== end ==", "seat": _SEATS[0], "author": "A", "when": "now",
            "where": "#1", "after": _sessions().head(f"{slug}-one").seq, "key": "k1",
            "choices": {"2": {"take": _LINE, "chat": False, "keep": "so"}},
        }  # fmt: skip
        for door in ("readings", "posts"):
            yield f"12 /api/v1/sessions/{slug}-one/{door}\n{json.dumps(post)}".encode()
        begin = {"game": slug, "seats": list(_SEATS[:2]), "title": "T", "alias": "t", "options": {}, "key": "k"}
        yield f"22 /api/v1/sessions\n{json.dumps(begin)}".encode()


def _uploads() -> Iterator[bytes]:
    part = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    file = part.replace('"{}"', '"file"; filename="a.txt"') + "--x--\r\n"
    thread = "--- A, Friday 14:02 ---\n== T1 black ==\nD: ?\n== end ==\n"
    slug = next(iter(registry()))
    told = "".join(part.format(*one) for one in (("game", slug), ("seats", "black, yellow"), ("do", "look")))
    yield f"23 /import\n{part.format('draft', 'autumn')}{told}{file.format(thread)}".encode()
    yield f"23 /s/{slug}-one/checkpoints\n{file.format(thread)}".encode()


def seeds() -> Iterator[bytes]:
    """Yield requests of the API, uploads, URLs of every route, and each form of each page with its initial values."""
    seen = set[bytes]()
    for raw in chain(_by_programs(), _uploads(), _crawled(world())):
        if raw not in seen:
            seen.add(raw)
            yield raw
