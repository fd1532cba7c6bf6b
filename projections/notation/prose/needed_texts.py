"""The texts of which every match of a pattern contains at least one. A text without them need not be searched."""

from collections.abc import Iterator, Set as AbstractSet
from itertools import chain
from typing import Final

from events.lazy_patterns import lazy_pattern

_TOKEN: Final = lazy_pattern(
    r"\\.|\{[a-z]{1,20}\}|\[\^?[^\]]{1,60}\]|\((?:\?(?:<?[=!]|:))?|[)|]|(?:[*+?]|\{[0-9,]{1,9}\})[+?]?"
    r"|[\w'#/ -]{1,40}(?![*+?]|\{[0-9,])|."
)
"""A part of a pattern: an escape, a slot, a class, the begin of a group, a sign, a quantifier, or text without one."""
_Needed = tuple[int, frozenset[str]]  # the length of the shortest text, and the texts
_ANY: Final = 0, frozenset({""})  # every text contains ""


def needed_texts(pattern: str) -> AbstractSet[str]:
    """Return texts of which every match of a pattern contains at least one, in lower case."""
    return _needed(chain(_TOKEN.findall(pattern.casefold()), ")"))[1]


def _needed(parts: Iterator[str]) -> _Needed:
    """Return the texts for the alternatives up to the end of a group, each with the longest ones that it needs."""
    alternatives, best, last = list[_Needed](), _ANY, _ANY
    for part in parts:
        if part[0] in "?*" or part[:2] in ("{0", "{,"):
            last = _ANY
        elif part[0] != "+":
            best, last = max(best, last), _ANY
            if part == ")":
                break
            if part == "|":
                alternatives.append(best)
                best = _ANY
            elif part[0] == "(":
                inner = _needed(parts)
                last = inner if part in ("(", "(?:") else _ANY
            elif part[0] not in "\\[.^${":
                last = len(part), frozenset({part})
    lengths, texts = zip(*alternatives, best, strict=True)
    return min(lengths), frozenset().union(*texts)
