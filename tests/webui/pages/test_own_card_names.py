"""A table's own cards with names that nobody prints: on boards, in pictures, pages and feeds they are text."""

import random
import re
from collections.abc import Iterator
from itertools import count
from typing import Final
from xml.etree.ElementTree import fromstring

import pytest
from flask import Flask
from long_runs import some_short
from players import tower

from events.facts import Started
from events.store.memory import MemoryStore
from projections.shelf import shelf
from projections.terms import Written
from replay.live.data_files import OwnData, read_own_data
from replay.live.session import Session
from replay.live.submission import Request, submit
from webui import create_app
from webui.desk.png import png

NAMES: Final = {
    "markup": "<script>alert(1)</script>&amp;']]><!--", "style": "</style><style>*{}</text>", "wide": "W" * 60,
    "marks": "a" + "\u0301\u0316" * 27, "from the right": "\u0627\u0644" * 30, "one sign": "\ufdfd" * 60,
    "far east": "\u4e16" * 60, "faces": "\U0001f600" * 60,
}  # fmt: skip
FILES: Final = [(slug, name) for slug in shelf() for name in shelf().meta(slug).data]
CASES: Final = [(slug, name, kind) for slug, name in FILES for kind in NAMES]
MOVES: Final = 30


def named(slug: str, name: str, kind: str) -> OwnData:
    """The shipped file with a name of this kind and a number for each card."""
    meta, numbers = shelf().meta(slug), count()
    text = meta.folder.joinpath(meta.data[name]).read_text(encoding="utf-8")
    renamed = re.sub(r'(?m)^name = "[^"]*"', lambda _: f'name = "{NAMES[kind][:56]}{next(numbers)}"', text)
    assert renamed != text
    return read_own_data(shelf()[slug], renamed.encode(), "cards.toml", name)


def shown(app: Flask, last: int) -> Iterator[tuple[str, str]]:
    client = app.test_client()
    for view in ("", "?as=table"):
        for end in (f"/{last}", f"/{last // 2}", f"/{last}.svg", f"/{last // 2}.svg", "/kit", "/feed.atom"):
            answer = client.get(f"/s/cards{end}{view if end != '/feed.atom' else ''}", buffered=True)
            assert answer.status_code == 200, end
            yield end, answer.text


@pytest.mark.parametrize(
    ("slug", "name", "kind"), some_short(CASES, lambda case: (case[0], case[2]) == ("risk", "markup"))
)
def test_names_of_own_cards_are_text_wherever_they_stand(slug: str, name: str, kind: str) -> None:
    store, chooser = MemoryStore(), random.Random(2)
    start = Started(slug, shelf().meta(slug).rules_number, ("black", "yellow"))
    session = Session.create(store, shelf(), start, session="cards", own=[named(slug, name, kind)], tower=tower())
    for _ in range(MOVES):
        seat = session.status.awaited[0]
        submit(
            session, seat, [Request(Written(chooser.choice(list(session.game.rules.legal(session.position, seat)))))]
        )
    session.end()
    for path, text in shown(create_app(store, shelf()), session.head.seq):
        assert "<script>alert" not in text, path
        assert "</style><style>" not in text, path
        if path.endswith((".svg", ".atom")):
            fromstring(text)  # our own
        if path.endswith(".svg"):
            assert png(text, 240).startswith(b"\x89PNG"), path
