"""The width of texts in a picture, and texts cut or broken to the room there is.

Widths are those of the bold letters of the pages' font, at size 1; what the table lacks takes more than most of it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

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
    """The width that words take at most."""
    return size * sum(_BROAD.get(sign, _USUAL if sign < "\u0250" else 1.0) for sign in words)


def short(words: str, most: int) -> str:
    """Words cut to so many signs."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


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
