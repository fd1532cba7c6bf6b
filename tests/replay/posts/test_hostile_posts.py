"""The work for a hostile post grows with its length only."""

import random
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from types import FrameType
from typing import Any

import pytest
from long_runs import some_short
from people_posts import Row, rows, table

from events.errors import RefusedError
from events.store.memory import MemoryStore
from projections.notation.lines import PatternNotation
from projections.registry import registry
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline


@cache
def table_of(game: str) -> tuple[Row, MemoryStore, Timeline]:
    row = next(row for row in rows(game) if row.kind == "moves")
    store, session = table(row.session, row.moves)
    return row, store, Timeline.read(store, registry(), session, row.seat)


def read(game: str, text: str) -> ReadPaste:
    row, store, timeline = table_of(game)
    return read_post(timeline, store, Pasted(text=text, seat=row.seat), Poster(row.seat, row.seat))


MANY = 40
SIZE = 6000
"""More characters than the prose reader takes in most posts."""
TIMES = 4
MORE = 1.5
NASTY = {
    "blanks": (" ",), "brackets": ("[", "(", "<"), "quotes": ('"', "\u201c", "'"), "doers": ("i ", "it "),
    "clauses": ("and ", "; ", ", not "), "dice": ("5 3 2 ", "to ", "vs "),
}  # fmt: skip
every_game = pytest.mark.parametrize("game", some_short(sorted(registry()), lambda game: game == "keys"))


def calls(game: str, text: str) -> int:
    """Count the function calls of reading a post."""
    count = 0

    def counted(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        with suppress(RefusedError):
            read(game, text)
    finally:
        sys.setprofile(before)
    return count


def mixed(pool: tuple[str, ...], size: int) -> str:
    """A post of signs of a pool, each once or up to three times."""
    chance, found = random.Random(7), ""
    while len(found) < size:
        found += chance.choice(pool) * chance.randint(1, 3) + chance.choice(("", " ", "  "))
    return found[:size]


@pytest.mark.long
@every_game
@pytest.mark.parametrize("pool", NASTY.values(), ids=list(NASTY))
def test_work_grows_linearly_with_the_length_of_a_post(game: str, pool: tuple[str, ...]) -> None:
    with suppress(RefusedError):  # a post of spaces is empty
        read(game, mixed(pool, SIZE))
    assert calls(game, mixed(pool, TIMES * SIZE)) <= MORE * TIMES * calls(game, mixed(pool, SIZE))


@every_game
def test_asks_about_a_post_that_is_too_long(game: str) -> None:
    post = max((row.post for row in rows(game) if row.kind == "moves"), key=len)
    told = read(game, " ".join([post.replace("\n", " ")] * SIZE)[: 3 * SIZE])
    assert [line.status for line in told.lines] == ["question"]


@every_game
def test_tries_each_reading_once_at_each_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, kept, exact = Counter[tuple[int, str]](), list[Any](), PatternNotation.moves_or_choices

    def counted(notation: PatternNotation[Any], line: str, position: Any, seat: str) -> Any:
        kept.append(position)
        tried[id(position), line] += 1
        return exact(notation, line, position, seat)

    monkeypatch.setattr(PatternNotation, "moves_or_choices", counted)
    read(game, max((row.post for row in rows(game) if row.kind == "moves"), key=len).replace("\n", " "))
    assert len(tried) > MANY
    assert set(tried.values()) == {1}
