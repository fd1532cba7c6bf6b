"""Posts that nobody writes: long runs of signs, markup, verbs, names and dice, which a reader has to get through.

`python tests/support/hostile_posts.py [posts] [characters] [game ...]` reads so many by game, tells the processor time
of the worst, and how the time of these grows with the length, up to the longest post there may be.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from math import log
from typing import Final, NamedTuple

from people_posts import Row, rows, table

from events.errors import BellError
from projections.shelf import shelf
from replay.posts.fences import LONGEST_POST
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
"""The words are those of so many posts."""
_WORST: Final = 5
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


def _spent(game: str, text: str) -> float:
    start = time.process_time()
    read(game, text)
    return time.process_time() - start


def main(arguments: Sequence[str]) -> None:
    numbers = [int(one) for one in arguments if one.isdigit()]
    count, size = (*numbers, *(1000, 2000)[len(numbers) :])
    for game in [one for one in arguments if not one.isdigit()] or sorted(shelf()):
        read(game, "hello")
        worst = sorted(((_spent(game, kind.post(size)), kind) for kind in kinds(game, count)), key=lambda one: -one[0])
        total = sum(spent for spent, _ in worst)
        sys.stdout.write(f"{game}: {count} posts of {size} characters, {total:.1f} s; the worst:\n")
        for spent, kind in worst[:_WORST]:
            sizes = [size * times for times in (2, 4, 8) if size * times <= LONGEST_POST] + [LONGEST_POST]
            grown = [_spent(game, kind.post(one)) for one in sizes]
            power = log(grown[-1] / grown[-2]) / log(sizes[-1] / sizes[-2])
            told = " ".join(f"{one:.2f}" for one in (spent, *grown))
            sys.stdout.write(
                f"  {told} s at {size} {' '.join(map(str, sizes))}: power {power:.1f}; {kind.pool} x {kind.run}\n"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
