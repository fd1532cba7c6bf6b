"""The width of texts in a drawing, and texts shortened or broken to fit.

The widths are the maximum for the site's font (regular and bold) and Liberation Sans, which is as wide as Arial. So a
text that fits here fits in both. `tests/projections/drawing/test_text_width.py` measures every character.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final
from unicodedata import normalize

_BROAD: Final[Mapping[str, float]] = {
    sign: broad
    for broad, signs in (
        (0.24, "'"), (0.3, ",.j|‘’i·ı"), (0.32, " l\u00a0ï"), (0.35, "!():;[`]ł"), (0.38, "f-tľ"), (0.4, "r{}°"),
        (0.44, "I/\\•"), (0.49, '"*'), (0.51, "“”z"), (0.58, "17_acksvxyĳ–Je2"), (0.6, "<>^~×†39"),
        (0.62, "$+5?FLTZbdghnopqu±ðøþđħŁ"), (0.64, "468=ß£"), (0.67, "0EPSVYÞ"), (0.69, "€X"), (0.73, "ďABCDHKNRUÐĐĦ"),
        (0.74, "&"), (0.78, "#GOQwØ"), (0.8, "©®■□▲▼◆○●★☆✓✗"), (0.86, "¼M½"), (0.89, "mæ"), (0.95, "¾Wœ"), (0.97, "%"),
        (1.0, "ĲÆ—…™←↑→↓↔"), (1.03, "@Œ"),
    )
    for sign in signs
}  # fmt: skip
"""The width of characters at font size 1, by character."""
_USUAL: Final = 0.66
"""The maximum width, at font size 1, of Latin letters without a width of their own. Other scripts count as 1."""


def _broad(sign: str) -> float:
    """Return the width of a character in font sizes. A letter with an accent is as wide as the letter."""
    found = _BROAD.get(sign) or _BROAD.get(normalize("NFD", sign)[0])
    return found or (_USUAL if sign < "\u0250" else 1.0)


@lru_cache(maxsize=8192)
def wide(words: str, size: float) -> float:
    """Return the greatest width that a text can have, in the units of the drawing."""
    return size * sum(map(_broad, words))


def short(words: str, most: int) -> str:
    """Return a text cut to at most `most` characters, with an ellipsis at the end if anything is cut off."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


@lru_cache(maxsize=8192)
def cut(words: str, size: float, most: float) -> str:
    """Return a text cut to the width `most`, with an ellipsis at the end if anything is cut off."""
    if wide(words, size) <= most:
        return words
    kept = words
    while kept and wide(f"{kept}…", size) > most:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=8192)
def wrapped(words: str, size: float, most: float, lines: int) -> tuple[str, ...]:
    """Return a text as at most `lines` lines of the width `most`. Long words are broken; the rest is cut off."""
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
    """Yield a word, or its pieces if it is wider than a line. A word is broken at its own hyphens if possible."""
    left = word
    while left and wide(left, size) > most:
        own = [end for end in range(1, len(left)) if left[end - 1] == "-" and wide(left[:end], size) <= most]
        ends = [end for end in range(2, len(left) - 2) if wide(f"{left[:end]}-", size) <= most] or [1]
        at = (own or ends)[-1]
        yield left[:at] if own else f"{left[:at]}-"
        left = left[at:]
    yield left
