"""How players spell things: territories, armies, continents; and one written line taken apart word by word."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from events.facts import Move
from projections.games.risk.position import NEUTRALS
from projections.games.risk.world_map import CONTINENTS, TERRITORIES

__all__ = [
    "CONTINENT_WORDS",
    "PLACES",
    "PLACE_CODES",
    "Cursor",
    "SlipError",
    "Vocabulary",
    "Word",
    "army_words",
    "place_code",
    "plain",
    "seat_code",
    "without_comment",
]

Vocabulary = Mapping[str, str]
"""Spellings, in lower case with single blanks between words and signs, to what they mean."""


class Word(NamedTuple):
    """One word or sign of a line, in lower case, and where it stands: columns from 0, the end exclusive."""

    text: str
    start: int
    end: int


_WORD: Final = re.compile(
    r"(?P<arrow>[-=\u2013\u2014]{0,2}(?:&gt;|>)|[\u2192\u21d2\u27a1])|(?P<dash>[-\u2013\u2014\u2212])"
    r"|(?P<receipt>@[\w:#.-]+)|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)|(?P<sign>[^\s_`])"
)
_COMMENT: Final = re.compile(r"(?<!&gt);")
_VALUE: Final = re.compile(r'"[^"]*"|\S+')
_IGNORED: Final = frozenset(',.!\ufe0f"\u201c\u201d\u201e\u00ab\u00bb')
_FILLERS: Final = frozenset({"in", "on", "at", "the", "a", "an", "my", "into"})
_LONGEST_PHRASE: Final = 12


def without_comment(line: str) -> str:
    """A line up to its comment; the semicolon of a `>` that was escaped for a page begins none."""
    return _COMMENT.split(line, maxsplit=1)[0]


@lru_cache(maxsize=4096)
def _split(line: str) -> tuple[Word, ...]:
    found = []
    for match in _WORD.finditer(without_comment(line)):
        text = {"arrow": ">", "dash": "-"}.get(match.lastgroup or "", match[0].casefold().replace("\u2019", "'"))
        if text not in _IGNORED:
            found.append(Word(text, match.start(), match.end()))
    return tuple(found)


def plain(text: str) -> str:
    """A spelling as a vocabulary has it: `Great Britain` is great britain, `nitro-9` is nitro - 9."""
    return " ".join(word.text for word in _split(text))


# Territories, continents, armies

_CLASSIC: Final[Vocabulary] = {
    "ukraine": "russia", "quebec": "eastern-canada", "congo": "central-africa", "siam": "southeast-asia",
}  # fmt: skip
"""Names that the same territories bear on other boards of the family."""


def _names(rows: Iterable[tuple[str, Sequence[str]]]) -> dict[str, str]:
    words: dict[str, str] = {}
    for name, spellings in rows:
        words |= dict.fromkeys((plain(name), plain(name.replace("-", " ")), *map(plain, spellings)), name)
    return words


PLACES: Final[Vocabulary] = {
    **_names((name, (land.name, land.code)) for name, land in TERRITORIES.items()),
    **_CLASSIC,
}
"""The territories by code, name and id."""
PLACE_CODES: Final[Vocabulary] = {spelling: TERRITORIES[name].code for spelling, name in PLACES.items()}
"""The territories as a line offers them: any spelling to its code."""
CONTINENT_WORDS: Final[Vocabulary] = _names((name, (land.name,)) for name, land in CONTINENTS.items())


def place_code(territory: str) -> str:
    """A territory by its three letters; what is none stays as it is."""
    land = TERRITORIES.get(territory)
    return land.code if land else territory


def seat_code(seat: str) -> str:
    """A seat or army as it is written in a line: `the-doctor` is The-Doctor, `n1` is N1."""
    return "-".join(part.capitalize() for part in seat.split("-"))


@cache
def army_words(seats: tuple[str, ...], *, neutrals: bool = False) -> Vocabulary:
    """The spellings of seats, the hyphens of an id may be blanks; with `neutrals` also `n1`, `neutral 1`."""
    words = _names((seat, ()) for seat in seats)
    return words | _names((army, (f"neutral {army[1:]}", f"neutral {army}")) for army in NEUTRALS if neutrals)


# A line, word by word


class SlipError(Exception):
    """A word that does not read where it stands, and what would.

    `spans` are the stretches of the line that may be meant, the longest first; an empty one stands where a word is
    missing. `words` would read there. `legal` tells of a legal move how it would be spelt there, None where the move
    is another than the one that the line has begun.
    """

    def __init__(
        self, message: str, spans: Sequence[tuple[int, int]], words: Vocabulary,
        legal: Callable[[Move], str | None] = lambda _move: None,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.message, self.spans, self.words, self.legal = message, tuple(spans), words, legal


def _no_move(_move: Move) -> None:
    return None


class Cursor:
    """Reads a line from left to right."""

    def __init__(self, line: str) -> None:
        self.line, self.at = line, 0
        self.words = _split(line)

    @property
    def now(self) -> str:
        """The word that is next, "" at the end."""
        return self.words[self.at].text if self.at < len(self.words) else ""

    @property
    def after(self) -> str:
        """The word behind the next one, "" where there is none."""
        return self.words[self.at + 1].text if self.at + 1 < len(self.words) else ""

    def skip(self, *texts: str) -> bool:
        """Go past the next word if it is one of these."""
        found = self.now in texts and bool(self.now)
        self.at += found
        return found

    def phrase(self, words: Vocabulary) -> str | None:
        """What the longest spelling that stands here means, and go past it; None where none does."""
        start = self.at
        while True:
            for length in range(min(_LONGEST_PHRASE, len(self.words) - self.at), 0, -1):
                texts = " ".join(word.text for word in self.words[self.at : self.at + length])
                if texts in words:
                    self.at += length
                    return words[texts]
            if self.now not in _FILLERS:
                self.at = start
                return None
            self.at += 1

    def want(self, message: str, words: Vocabulary, legal: Callable[[Move], str | None] = _no_move) -> str:
        """As `phrase`, where something must stand.

        Raises:
            SlipError: it does not.
        """
        found = self.phrase(words)
        if found is None:
            raise self.slip(message, words, legal)
        return found

    def place(self, legal: Callable[[Move], str | None] = _no_move) -> str:
        """The territory that stands here, by its id.

        Raises:
            SlipError: none does.
        """
        found = self.phrase(PLACES)
        if found is None:
            raise self.slip("a territory is expected", PLACE_CODES, legal)
        return found

    def number(self) -> int | None:
        """The whole number that is next, in figures or as a word up to three, and go past it."""
        small = {"one": 1, "two": 2, "three": 3}.get(self.now)
        if small is None and not re.fullmatch(r"[0-9]{1,4}", self.now):
            return None
        self.at += 1
        return small or int(self.words[self.at - 1].text)

    def want_number(self, message: str, most: int = 0) -> int:
        """As `number`, where one must stand; up to `most` are worth offering.

        Raises:
            SlipError: none does.
        """
        found = self.number()
        if found is None:
            raise self.slip(message, {str(number): str(number) for number in range(1, most + 1)})
        return found

    def value(self) -> str:
        """Everything up to the next blank, as it was written; a text in quotation marks is one value.

        Raises:
            SlipError: the line ends here.
        """
        if not self.now:
            raise self.slip("a value is expected", {})
        match = _VALUE.match(without_comment(self.line), self.words[self.at].start)
        assert match is not None
        start = self.line.rfind('"', 0, match.start() + 1)
        if start >= 0 and start == match.start() - 1:
            match = _VALUE.match(self.line, start) or match
        while self.at < len(self.words) and self.words[self.at].start < match.end():
            self.at += 1
        return match[0].strip('"')

    def span(self, at: int) -> tuple[int, int]:
        """The stretch of the line from a word up to the next one to be read."""
        read = self.words[at : self.at]
        return (read[0].start, read[-1].end) if read else (0, 0)

    def unreadable(self, message: str, words: Vocabulary) -> SlipError:
        """What to raise at everything up to the next blank."""
        start = self.words[self.at].start if self.now else len(self.line)
        match = _VALUE.match(self.line, start)
        return SlipError(message, [(start, match.end() if match else start)], words)

    def slip(self, message: str, words: Vocabulary, legal: Callable[[Move], str | None] = _no_move) -> SlipError:
        """What to raise at the next word."""
        while self.now in _FILLERS and self.at + 1 < len(self.words):
            self.at += 1
        if not self.now:
            end = len(without_comment(self.line).rstrip())
            return SlipError(message, [(end, end)], words, legal)
        first = self.words[self.at]
        spans = [(first.start, word.end) for word in reversed(self.words[self.at : self.at + 3])]
        return SlipError(message, spans, words, legal)
