"""The work for a hostile post grows with its length only."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest
from long_runs import some_short
from people_posts import Row, rows, table

from events.errors import BellError
from projections.notation.lines import FormNotation
from projections.shelf import shelf
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline

SIGNS: Final = (
    " ", "\n", "[", "]", "(", ")", '"', "'", "~~", "[s]", "[/s]", "*", "_", ">", "|", ";", ":", "=", "-", "+", "/",
    "\\", "<s>", "</s>", "`", "\u00a0", "\t", "\u201c", "\u2192", ".", ",", "!", "?", "#", "&", "%", "@", "0", "9",
    "\u00b2", "A:", "P:", "D:", "R:", "[quote]", "[/quote]", "== end ==\n", "5 3 2", "and", "then", "it", "i", "if",
)  # fmt: skip
"""What a post may be made of in every game, beside its words."""
_RUNS: Final = (1, 1, 1, 50, 2000)
_WORDS: Final = (0, 0, 3, 12)
_TOLD: Final = 40
_SEED: Final = 12


class Kind(NamedTuple):
    """A way to make posts of any length: from what, and how it is mixed."""

    pool: tuple[str, ...]
    run: int
    seed: int

    def post(self, size: int) -> str:
        chance, found, length = random.Random(self.seed), list[str](), 0
        while length < size:
            found.append(chance.choice(self.pool) * chance.randint(1, self.run) + chance.choice(("", " ", "  ")))
            length += len(found[-1])
        return "".join(found)[:size]


@cache
def seat_of(game: str) -> Row:
    return next(row for row in rows(game) if row.kind == "moves")


def kinds(game: str, count: int, seed: int = _SEED) -> Iterator[Kind]:
    """So many kinds of posts, the same in every run: signs, with words of posts and of the lines that they mean."""
    chance = random.Random(seed)
    told = list(rows(game))[:_TOLD]
    words = sorted({word for row in told for said in (row.post, *map(str, row.due)) for word in said.split()})
    for number in range(count):
        signs = chance.sample(SIGNS, chance.randint(1, 4))
        pool = (*signs, *chance.sample(words, chance.choice(_WORDS)))
        yield Kind(pool, chance.choice(_RUNS), seed + number)


def read(game: str, text: str) -> ReadPaste | None:
    row = seat_of(game)
    store, _ = table(row.session, row.moves)
    try:
        return read_post(_timeline(game), store, Pasted(text=text, seat=row.seat), Poster(row.seat, row.seat))
    except BellError:
        return None


@cache
def _timeline(game: str) -> Timeline:
    row = seat_of(game)
    store, session = table(row.session, row.moves)
    return Timeline.read(store, shelf(), session, row.seat)


MANY = 40
SIZE = 6000
"""More characters than the prose reader takes in most posts."""
TIMES = 4
MORE = 1.5
NASTY = {
    "blanks": (" ",), "brackets": ("[", "(", "<"), "quotes": ('"', "\u201c", "'"), "doers": ("i ", "it "),
    "clauses": ("and ", "; ", ", not "), "dice": ("5 3 2 ", "to ", "vs "),
}  # fmt: skip
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
