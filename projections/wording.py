"""Words as people read them: names, lists, counts and folded lines, the same in every game."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fractions import Fraction

_NOT_OF_IDS: Final = re.compile("[^a-z0-9]+")
WIDE: Final = 79
"""Columns of a text twin."""


def clean(name: str) -> str:
    """A name without signs that nobody can read; each becomes U+FFFD."""
    return name if name.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


@lru_cache(maxsize=4096)
def titled(ident: str) -> str:
    """An id as a name: `the-11th-doctor` is The 11th Doctor."""
    return " ".join(word[0].upper() + word[1:] for word in clean(ident).replace("-", " ").split())


def seat_id(typed: str) -> str:
    """The id of a seat as people type its name: ` The 11th Doctor ` is `the-11th-doctor`."""
    return _NOT_OF_IDS.sub("-", typed.lower()).strip("-")


def capitalised(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]


def with_article(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' and noun else 'a'} {noun}"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things: `1 Dalek`, `2 Daleks`."""
    return f"{number} {noun if number == 1 else many or f'{noun}s'}"


def percent(chance: "Fraction | float") -> str:
    """A chance with one decimal; what rounds to nothing or to certainty without being it says so."""
    tenths, certain = round(chance * 1000), 1 - 1e-9 if isinstance(chance, float) else 1
    if chance > 0 and not tenths:
        return "less than 0.1 %"
    if chance < certain and tenths == 1000:  # a thousand thousandths
        return "more than 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def joined(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def first_of(words: Sequence[str], most: int) -> str:
    """Words as a list, the first of them where they are many: `Peru, Japan and 5 more`."""
    return joined(words if len(words) <= most else [*words[:most], f"{len(words) - most} more"])


def either(words: Sequence[str]) -> str:
    """Words as a choice in a sentence."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@lru_cache(maxsize=4096)
def folded(line: str) -> str:
    """A line of a text twin, folded to its columns; what follows the first is set in."""
    return fill(clean(line), WIDE, subsequent_indent="    ", break_on_hyphens=False)


def folded_lines(lines: Iterable[str]) -> str:
    """Lines of a text twin, each folded."""
    return "\n".join(map(folded, lines))
