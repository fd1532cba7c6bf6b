"""Colours and letters of the picture, and how much room words take in them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from projections.games.daleks.position import Position
from projections.words import titled

__all__ = [
    "DALEK", "DARK", "DICE", "FONT", "GROUND", "LIGHT", "LINE", "MARK", "SMALL", "SOFT", "VORTEX", "WIDTH", "Paint",
    "cut", "paint", "wide", "wrapped",
]  # fmt: skip

WIDTH: Final = 1200
FONT: Final = "Atkinson Hyperlegible Next, Arial, Helvetica, Liberation Sans, sans-serif"
SMALL: Final = 16
"""The size of the smallest words."""
GROUND: Final = "#e4e9ee"
LIGHT: Final = "#fffdf7"
DARK: Final = "#18212b"
SOFT: Final = "#4a5763"
LINE: Final = "#93a0ad"
MARK: Final = "#a8005c"
"""What changed: a dark core that is always cased in white."""
VORTEX: Final = "#27345e"
"""The ground of the Web of Time."""
DALEK: Final = "#6b4a00"
DICE: Final[Mapping[str, str]] = {"black": "#23282e", "green": "#1b6e39", "blue": "#1d4f9c", "red": "#a91d22"}
"""Dice by colour; the first letter of a die's name says the same."""


class Paint(NamedTuple):
    """How the pieces of a seat look: their colour, and the letters on them."""

    fill: str
    letters: str


_FILLS: Final = ("#0b4f8a", "#8a3d00", "#5d2386", "#00605c")


def paint(position: Position, seat: str) -> Paint:
    """The colour of a seat, and the fewest first letters that tell it from the others; else its number."""
    names = [titled(other) for other in position.seats]
    at = position.seats.index(seat) if seat in position.seats else 0
    name = titled(seat)
    for size in (1, 2):
        starts = [other[:size].upper() for other in names]
        if name and starts.count(name[:size].upper()) == 1:
            return Paint(_FILLS[at % len(_FILLS)], name[:size])
    return Paint(_FILLS[at % len(_FILLS)], str(at + 1))


_BROAD: Final[Mapping[str, float]] = {
    sign: broad
    for broad, signs in (
        (0.27, "'|j,.:;"), (0.32, "`!il \u00a0·"), (0.37, "()[]f-"), (0.4, 'rt{}"_'), (0.44, "I/1\\"), (0.49, "*"),
        (0.53, "cszyv’–"), (0.56, "7xLaJek?"), (0.59, "9<>Fhnu2^o+g"), (0.63, "3Ebdpq$5=ST48Z6P×~"),
        (0.67, "BVRY0CK"), (0.71, "ADUXHGN&"), (0.77, "wOQ#@"), (0.9, "MmW"), (0.98, "%"), (0.8, "★▲▼→●…"),
    )
    for sign in signs
}  # fmt: skip
"""How wide signs are, in sizes of the bold letters; others take `_USUAL`, and foreign ones a whole size."""
_USUAL: Final = 0.66


@lru_cache(maxsize=8192)
def wide(words: str, size: float) -> float:
    """How much room words take at most."""
    return size * sum(_BROAD.get(sign, _USUAL if sign < "\u0250" else 1.0) for sign in words)


@lru_cache(maxsize=8192)
def cut(words: str, size: float, most: float) -> str:
    """Words cut to so much room, with a sign that they were."""
    if wide(words, size) <= most:
        return words
    kept = words
    while kept and wide(f"{kept}…", size) > most:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=8192)
def wrapped(words: str, size: float, most: float, lines: int) -> tuple[str, ...]:
    """Words in so many lines at most of so much room; a long word is broken, what finds no room is cut."""
    found = [""]
    parts = [part for word in words.split(" ") for part in _parts(word, size, most)]
    for part in parts:
        longer = f"{found[-1]} {part}".strip()
        if wide(longer, size) <= most:
            found[-1] = longer
        else:
            found.append(part)
    if len(found) > lines:
        found[lines - 1 :] = [cut(" ".join(found[lines - 1 :]), size, most)]
    return tuple(line for line in found if line)


def _parts(word: str, size: float, most: float) -> Iterator[str]:
    """A word or, where it fills more than a line, its pieces: broken at its own hyphens, else with one."""
    left = word
    while wide(left, size) > most:
        own = [end for end in range(1, len(left)) if left[end - 1] == "-" and wide(left[:end], size) <= most]
        ends = [end for end in range(2, len(left) - 2) if wide(f"{left[:end]}-", size) <= most] or [1]
        at = (own or ends)[-1]
        yield left[:at] if own else f"{left[:at]}-"
        left = left[at:]
    yield left
