"""Words of a written line, and spellings of things: the basis for the notation of any game.

A game defines its `Spelling` for what is special in its lines. The names of things are in vocabularies.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import msgspec

from events.errors import NotationError
from events.lazy_patterns import lazy_pattern

Vocabulary = Mapping[str, str]
"""Spellings in lower case, with single blanks between words and signs, and their meanings."""

Names = Iterable[tuple[str, Vocabulary]]
"""Pairs of a kind of thing and its vocabulary, which maps each spelling to the word for it in a line of notation."""

RECEIPT: Final = r"@[\w:#.-]+"
"""The source of dice, such as `@srv#881`; for the `own` pattern of games that write it after their dice."""

SEMICOLON: Final = lazy_pattern(r"(?<!&gt);")
"""Matches a semicolon that separates parts of a line, and not the semicolon of an escaped `>` (`&gt;`)."""


class Word(NamedTuple):
    """One word or sign of a line in lower case, with its columns from 0 (`end` is the column after it)."""

    text: str
    start: int
    end: int


class Spelling(msgspec.Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """How the lines of a game are split into words.

    - `own` is a regular expression for words of this game, tried before the common words and signs.
    - `ignored` signs have no meaning anywhere.
    - `fillers` are words without meaning before a phrase and, with `fillers_within`, inside one.
    - `longest` is the most words of a phrase, `reach` the most words of a slip.
    - `digits` is the most digits of a number; `numbers` are numbers in words.
    """

    own: str = ""
    ignored: frozenset[str] = frozenset(",.!\ufe0f")
    fillers: frozenset[str] = frozenset({"on", "at", "the", "a", "an", "my"})
    fillers_within: bool = False
    longest: int = 12
    reach: int = 2
    digits: int = 6
    numbers: Mapping[str, int] = {}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of one word or sign."""
        return re.compile(
            r"(?P<arrow>[-=\u2013\u2014]{0,2}(?:&gt;|>)|[\u2192\u21d2\u27a1])|(?P<dash>[-\u2013\u2014\u2212])"
            rf"{'|' if self.own else ''}{self.own}"
            r"|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)|(?P<sign>[^\s_`])"
        )

    def plain(self, text: str) -> str:
        """Return a text as vocabularies spell it: `Great Britain` becomes `great britain`, `nitro-9` `nitro - 9`."""
        return " ".join(word.text for word in split(self, text))

    def names(self, rows: Iterable[tuple[str, Sequence[str]]]) -> dict[str, str]:
        """Return a mapping of spellings to ids: the ids with hyphens or blanks, and the other spellings in `rows`."""
        words: dict[str, str] = {}
        for name, spellings in rows:
            every = (name, name.replace("-", " "), *spellings)
            words |= dict.fromkeys(map(self.plain, every), name)
        return words

    def seats(self, seats: Iterable[str]) -> dict[str, str]:
        """Return a mapping of spellings to seats: the ids with hyphens or blanks."""
        return self.names((seat, ()) for seat in seats)


@lru_cache(maxsize=8192)
def split(spelling: Spelling, line: str) -> tuple[Word, ...]:
    """Return the words and signs of a line up to its comment, without ignored ones."""
    found = []
    for match in spelling.pattern.finditer(without_comment(line)):
        text = {"arrow": ">", "dash": "-"}.get(match.lastgroup or "", match[0].casefold().replace("\u2019", "'"))
        if text not in spelling.ignored:
            found.append(Word(text, match.start(), match.end()))
    return tuple(found)


def without_comment(line: str) -> str:
    """Return a line up to its first semicolon."""
    return SEMICOLON.split(line, maxsplit=1)[0]


def readable(line: str, longest: int) -> str:
    """Return a line up to its first semicolon, stripped. Raises NotationError if that is empty or too long."""
    line = without_comment(line).rstrip()
    if not line.strip() or len(line) > longest:
        raise NotationError(f"a line must have 1 to {longest} characters", column=1, read=line[:40].strip())
    return line


def seat_code(seat: str) -> str:
    """Return a seat as it is written in a line: `the-doctor` becomes `The-Doctor`."""
    return "-".join(part.capitalize() for part in seat.split("-"))
