"""Posts that only an attacker writes: long runs of characters, markup, verbs, names and dice."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from people_posts import Row, rows, table

from events.errors import BellError
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
