"""The work for a hostile post grows with its length only."""

import sys
from collections import Counter
from types import FrameType
from typing import Any

import pytest
from hostile_posts import Kind, kinds, read
from long_runs import some_short
from people_posts import rows

from projections.notation.lines import FormNotation
from projections.shelf import shelf

MANY = 40
SIZE = 6000
"""More characters than the prose reader takes in most posts."""
TIMES = 4
MORE = 1.5
NASTY = {
    "blanks": (" ",),
    "brackets": ("[", "(", "<"),
    "quotes": ('"', "\u201c", "'"),
    "doers": ("i ", "it "),
    "clauses": ("and ", "; ", ", not "),
    "dice": ("5 3 2 ", "to ", "vs "),
}
every_game = pytest.mark.parametrize("game", some_short(sorted(shelf()), lambda game: game == "keys"))


def calls(game: str, text: str) -> int:
    """Count the function calls of reading a post."""
    count = 0

    def counted(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        read(game, text)
    finally:
        sys.setprofile(before)
    return count


@every_game
@pytest.mark.parametrize("pool", NASTY.values(), ids=list(NASTY))
def test_work_grows_with_the_length(game: str, pool: tuple[str, ...]) -> None:
    kind = Kind(pool, 3, 7)
    read(game, kind.post(SIZE))
    assert calls(game, kind.post(TIMES * SIZE)) <= MORE * TIMES * calls(game, kind.post(SIZE))


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(shelf()))
def test_every_mixture_is_got_through(game: str) -> None:
    for kind in kinds(game, MANY):
        read(game, kind.post(SIZE // TIMES))


@every_game
def test_asks_about_a_post_that_is_too_long(game: str) -> None:
    post = max((row.post for row in rows(game) if row.kind == "moves"), key=len)
    told = read(game, " ".join([post.replace("\n", " ")] * SIZE)[: 3 * SIZE])
    assert told is not None
    assert [line.status for line in told.lines] == ["ask"]


@every_game
def test_tries_each_reading_once_at_each_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, kept, exact = Counter[tuple[int, str]](), list[Any](), FormNotation.moves_or_choices

    def counted(notation: FormNotation[Any], line: str, position: Any, seat: str) -> Any:
        kept.append(position)
        tried[id(position), line] += 1
        return exact(notation, line, position, seat)

    monkeypatch.setattr(FormNotation, "moves_or_choices", counted)
    read(game, max((row.post for row in rows(game) if row.kind == "moves"), key=len).replace("\n", " "))
    assert len(tried) > MANY
    assert set(tried.values()) == {1}
