"""How a written line falls into words, and how things are spelt: what the notation of any game begins with.

A game says in a `Spelling` what is its own about its lines. What things are called stands in vocabularies.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from events.errors import NotationError

Vocabulary = Mapping[str, str]
"""Spellings, in lower case with single blanks between words and signs, to what they mean."""

Names = Iterable[tuple[str, Vocabulary]]
"""Kinds of things with their spellings, each to the word that a line of notation has for it."""

RECEIPT: Final = r"@[\w:#.-]+"
"""Where dice come from, as `@srv#881` says it: for `own`, where a game writes that behind its dice."""

SEMICOLON: Final = re.compile(r"(?<!&gt);")
"""What parts a line; the semicolon of a `>` that was escaped for a page does not."""


class Word(NamedTuple):
    """One word or sign of a line, in lower case, and where it stands: columns from 0, the end exclusive."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Spelling:
    """How the lines of a game fall into words.

    `own` is a regular expression of words that only this game has, tried before the words and signs that all have.
    `ignored` signs say nothing anywhere, `fillers` are words that say nothing before a phrase (and, where
    `fillers_within` holds, inside one). `longest` is the most words that a phrase has, `reach` how many words a slip
    may be about. Numbers have up to `digits` figures, or are among the `numbers` in words.
    """

    own: str = ""
    ignored: frozenset[str] = frozenset(",.!\ufe0f")
    fillers: frozenset[str] = frozenset({"on", "at", "the", "a", "an", "my"})
    fillers_within: bool = False
    longest: int = 12
    reach: int = 2
    digits: int = 6
    numbers: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One word or sign."""
        return re.compile(
            r"(?P<arrow>[-=\u2013\u2014]{0,2}(?:&gt;|>)|[\u2192\u21d2\u27a1])|(?P<dash>[-\u2013\u2014\u2212])"
            rf"{'|' if self.own else ''}{self.own}"
            r"|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)|(?P<sign>[^\s_`])"
        )

    def plain(self, text: str) -> str:
        """A spelling as a vocabulary has it: `Great Britain` is great britain, `nitro-9` is nitro - 9."""
        return " ".join(word.text for word in split(self, text))

    def names(self, rows: Iterable[tuple[str, Sequence[str]]]) -> dict[str, str]:
        """Things by their ids, whose hyphens may be blanks, and by further spellings of each."""
        words: dict[str, str] = {}
        for name, spellings in rows:
            every = (name, name.replace("-", " "), *spellings)
            words |= dict.fromkeys(map(self.plain, every), name)
        return words

    def seats(self, seats: Iterable[str]) -> dict[str, str]:
        """The spellings of seats."""
        return self.names((seat, ()) for seat in seats)


@lru_cache(maxsize=8192)
def split(spelling: Spelling, line: str) -> tuple[Word, ...]:
    """The words and signs of a line that say something, up to its comment."""
    found = []
    for match in spelling.pattern.finditer(without_comment(line)):
        text = {"arrow": ">", "dash": "-"}.get(match.lastgroup or "", match[0].casefold().replace("\u2019", "'"))
        if text not in spelling.ignored:
            found.append(Word(text, match.start(), match.end()))
    return tuple(found)


def without_comment(line: str) -> str:
    """A line up to its first semicolon."""
    return SEMICOLON.split(line, maxsplit=1)[0]


def readable(line: str, longest: int) -> str:
    """A line up to its first semicolon.

    Raises:
        NotationError: nothing is left of it, or it is too long.
    """
    line = without_comment(line).rstrip()
    if not line.strip() or len(line) > longest:
        raise NotationError(f"a line has 1 to {longest} characters", column=1, read=line[:40].strip())
    return line


def seat_code(seat: str) -> str:
    """A seat as it is written in a line: `the-doctor` is The-Doctor."""
    return "-".join(part.capitalize() for part in seat.split("-"))
