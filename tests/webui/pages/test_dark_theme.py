"""Styles and names: colours of dark mode, the shipped fonts, and names of custom cards as text."""

import random
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import fromstring

import pytest
from flask import Flask
from flask.testing import FlaskClient
from long_runs import some_short
from players import HIDING, tower
from spectator import opened, read
from texts import present

import webui
from events.events import Started
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.drawing.palette import DARK, DARK_MODE, FONT
from projections.registry import Registry, registry
from replay.session.data_files import OwnData, read_own_data
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app
from webui.access.responses import asset_version
from webui.views.png import png


def rules(css: str) -> list[tuple[str, str, str, str]]:
    found = re.findall(r'\[([a-z-]+)="(#[0-9a-f]{6})"\]\{([a-z-]+):(#[0-9a-f]{6})\}\n', css)
    assert len(found) == css.count("\n")
    return found


@pytest.mark.parametrize("slug", HIDING)
def test_the_dark_style_sheet_replaces_all_colours_of_a_game(client: FlaskClient, games: Registry, slug: str) -> None:
    found = rules(read(client, f"/dark/{slug}.css"))
    own = games[slug].view.dark_palette
    assert all(name == sets for name, _, sets, _ in found)
    inks = {**DARK_MODE, **(own or {})}
    assert not inks.keys() & set(inks.values()), "no dark colour is a light colour"
    assert {ink: dark for name, ink, _, dark in found if name == "stroke"} == (
        {} if own is None else {**DARK_MODE, **own}
    )


def test_dark_mode_loads_the_style_sheet_of_the_game(games: Registry, client: FlaskClient, running: Session) -> None:
    assert [games[slug].view.dark_palette is None for slug in ("keys", "risk", "toy")] == [False, False, True]
    page = read(client, "/s/running/9")
    link = f'media="screen and (prefers-color-scheme: dark)" href="/dark/toy.css?v={asset_version()}"'
    assert page.count(link) == 1
    assert "/dark/" not in read(client, "/")
    assert not present(read(client, "/s/running/9.svg"), "dark", "<style")


def test_the_dark_style_sheet_is_cached_by_version(client: FlaskClient) -> None:
    kept = {
        query: client.get(f"/dark/keys.css{query}", buffered=True).headers["Cache-Control"]
        for query in (f"?v={asset_version()}", "", "?v=1")
    }
    assert list(kept.values()) == ["public, max-age=31536000, immutable", "private, no-cache", "private, no-cache"]
    assert client.get("/dark/nothing.css", buffered=True).status_code == 404


def test_serves_a_picture_in_dark_colours(client: FlaskClient, store: EventStore, games: Registry) -> None:
    opened(store, games, "keys", ("tenth", "rose"), session="keysgame")
    light, dark = read(client, "/s/keysgame/1.svg"), read(client, "/s/keysgame/1.svg?colours=dark")
    assert read(client, "/s/keysgame/1.svg?colours=light") == light
    assert f'fill="{DARK}"' in light
    assert f'fill="{DARK}"' not in dark
    assert (dark.count("<"), client.get("/s/keysgame/1.svg?colours=neon").status_code) == (light.count("<"), 422)


HOME = Path(webui.__file__).parent
SERVED = sorted((HOME / "static").glob("*.woff2"))


def test_fonts_are_served_by_digest_and_cached(client: FlaskClient) -> None:
    fonts = [path.stem for path in sorted((HOME / "fonts").glob("*.ttf"))]
    assert [path.name.split(".")[0] for path in SERVED] == [
        f"{font}{part}" for font in fonts for part in ("", "Accents")
    ]
    for path in SERVED:
        assert path.name.split(".")[1] == sha256(path.read_bytes()).hexdigest()[:8]
    assert sum(path.stat().st_size for path in SERVED if "Accents" not in path.name) < 16_500
    names = [path.name for path in SERVED]
    css = (HOME / "static" / "bell.css").read_text("utf-8")
    assert sorted(re.findall(r'url\("\.\./([^"]+\.woff2)"\)', css)) == names
    asked = r'rel="preload" href="/static/([^"]+)" as="font" type="font/woff2" crossorigin'
    assert sorted(re.findall(asked, read(client, "/"))) == [name for name in names if "Accents" not in name]
    family = FONT.split(",")[0]
    assert css.count(f'@font-face {{ font-family: "{family}"') == len(names)
    assert re.search(rf'font: 16px/1\.5 "{family}", ', css)
    for path in SERVED:
        answer = client.get(f"/static/{path.name}", buffered=True)
        assert answer.mimetype == "font/woff2"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "font-src 'self';" in client.get("/", buffered=True).headers["Content-Security-Policy"]


def test_fonts_have_a_licence_without_a_reserved_name() -> None:
    """The licence allows a changed font to keep its name only if no name is reserved."""
    licence = (HOME / "fonts" / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    head = licence.partition("This Font Software is licensed")[0]
    assert head.startswith("Copyright")
    assert "reserved" not in head.lower()


NAMES: Final = {
    "markup": "<script>alert(1)</script>&amp;']]><!--", "style": "</style><style>*{}</text>", "wide": "W" * 60,
    "marks": "a" + "\u0301\u0316" * 27, "from the right": "\u0627\u0644" * 30, "one sign": "\ufdfd" * 60,
    "far east": "\u4e16" * 60, "faces": "\U0001f600" * 60,
}  # fmt: skip
FILES: Final = [(slug, name) for slug in registry() for name in registry().meta(slug).data]
CASES: Final = [(slug, name, kind) for slug, name in FILES for kind in NAMES]
MOVES: Final = 30


def named(slug: str, name: str, kind: str) -> OwnData:
    """The shipped file with a name of this kind and a number for each card."""
    meta, numbers = registry().meta(slug), count()
    text = meta.folder.joinpath(meta.data[name]).read_text(encoding="utf-8")
    renamed = re.sub(r'(?m)^name = "[^"]*"', lambda _: f'name = "{NAMES[kind][:56]}{next(numbers)}"', text)
    assert renamed != text
    return read_own_data(registry()[slug], renamed.encode(), "cards.toml", name)


def shown(app: Flask, last: int) -> Iterator[tuple[str, str]]:
    client = app.test_client()
    for view in ("", "?as=table"):
        for end in (f"/{last}", f"/{last // 2}", f"/{last}.svg", f"/{last // 2}.svg", "/summary", "/feed.atom"):
            answer = client.get(f"/s/cards{end}{view if end != '/feed.atom' else ''}", buffered=True)
            assert answer.status_code == 200, end
            yield end, answer.text


@pytest.mark.parametrize(
    ("slug", "name", "kind"), some_short(CASES, lambda case: (case[0], case[2]) == ("risk", "markup"))
)
def test_names_of_custom_cards_are_escaped_on_every_page(slug: str, name: str, kind: str) -> None:
    store, chooser = MemoryStore(), random.Random(2)
    start = Started(slug, registry().meta(slug).rules_number, ("black", "yellow"))
    session = Session.create(store, registry(), start, session="cards", own=[named(slug, name, kind)], tower=tower())
    for _ in range(MOVES):
        seat = session.status.awaited[0]
        submit(
            session, seat, [Request(Written(chooser.choice(list(session.game.rules.legal(session.position, seat)))))]
        )
    session.end()
    for path, text in shown(create_app(store, registry()), session.head.seq):
        assert "<script>alert" not in text, path
        assert "</style><style>" not in text, path
        if path.endswith((".svg", ".atom")):
            fromstring(text)  # our own
        if path.endswith(".svg"):
            assert png(text, 240).startswith(b"\x89PNG"), path
