"""How players spell things: seats, zones, values, cards."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final

from projections import cursor
from projections.games.ccg.cards import CardSet
from projections.games.ccg.names import CODES
from projections.games.ccg.position import Position
from projections.spelling import RECEIPT, Spelling, Vocabulary, seat_code, without_comment

__all__ = [
    "NONE",
    "QUOTES",
    "SPELLING",
    "VALUE_CODES",
    "VALUE_WORDS",
    "ZONE_CODES",
    "ZONE_WORDS",
    "Cursor",
    "plain",
    "seat_spelt",
    "seat_words",
    "titles",
]

QUOTES: Final = '"\u201c\u201d\u201e\u00ab\u00bb'
_CLOSING: Final = re.compile(rf"[.,!)\]*]*[{QUOTES}]")
SPELLING: Final = Spelling(
    own=rf"(?P<receipt>{RECEIPT})",
    ignored=frozenset(f",.()[]*\ufe0f{QUOTES}"),
    fillers=frozenset({"in", "into", "on", "at", "the", "a", "an", "my"}),
    longest=14,
    reach=4,
    numbers={"one": 1, "two": 2, "three": 3, "four": 4},
)
plain: Final = SPELLING.plain
NONE: Final[Vocabulary] = dict.fromkeys(("none", "no", "-", "nothing", "nobody", "no one", "declined", "decline"), "-")
"""How players write that they leave a step out."""
ZONE_WORDS: Final[Vocabulary] = {
    spelling: zone for zone, code in CODES.items() for spelling in (zone, code.lower(), f"the {zone}")
}
ZONE_CODES: Final[Vocabulary] = {spelling: CODES[zone] for spelling, zone in ZONE_WORDS.items()}
"""The zones as a line offers them: any spelling to the two letters."""
_VALUES: Final = {
    "energy": ("energy", "e", "en", "ene"), "substance": ("substance", "s", "sub", "subst"),
    "support": ("support", "sup", "supp"),
}  # fmt: skip
VALUE_WORDS: Final[Vocabulary] = {spelling: value for value, spellings in _VALUES.items() for spelling in spellings}
VALUE_CODES: Final[Vocabulary] = {"energy": "E", "substance": "Sub", "support": "Sup"}
"""The values as a line writes them."""
_SHORTEST: Final = 4
"""The letters of a part of a name that may stand for the whole."""


# Seats


@cache
def seat_words(seats: tuple[str, ...]) -> Vocabulary:
    """The spellings of seats: the name, its first letter where no other has it, and either as an owner."""
    first = [seat[:1] for seat in seats]
    short = [(seat, (seat[:1],) if first.count(seat[:1]) == 1 else ()) for seat in seats]
    words = SPELLING.names(short)
    return {f"{word}{end}": seat for word, seat in words.items() for end in ("", "'s")}


def seat_spelt(seats: tuple[str, ...], seat: str) -> str:
    """A seat as a line writes it: by its first letter where that is enough."""
    short = seat[:1].upper()
    return short if seat_words(seats).get(short.lower()) == seat else seat_code(seat)


# Cards by their faces


def titles(position: Position) -> Vocabulary:
    """The spellings of cards: what is spelt to the ids of all cards that are called so, parted by blanks.

    A printed name or an id goes before what is nearly one (singular for plural, no article, no addition in brackets),
    and that before a part of a name.
    """
    return _titles_of(_Same(position.cards))


class _Same:
    """A card set that is the same only as itself, so that what was made of it is found quickly."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards

    def __hash__(self) -> int:
        return id(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.cards is self.cards


@lru_cache(maxsize=16)
def _titles_of(same: _Same) -> Vocabulary:
    return _titles(tuple((face, card.name) for face, card in same.cards.card.items()))


@lru_cache(maxsize=16)
def _titles(cards: tuple[tuple[str, str], ...]) -> Vocabulary:
    found: dict[str, str] = {}
    for level in (_ids, _exact, _near, _parts):
        named: dict[str, dict[str, None]] = {}
        for face, name in cards:
            for spelling in level(face, name):
                named.setdefault(spelling, {})[face] = None
        found = {**{spelling: " ".join(faces) for spelling, faces in named.items() if spelling}, **found}
    return found


def _ids(face: str, _name: str) -> Iterable[str]:
    return (plain(face), plain(face.replace("-", " ")))


def _exact(_face: str, name: str) -> Iterable[str]:
    return (plain(name),)


def _near(_face: str, name: str) -> Iterable[str]:
    """A name without its article or its addition in brackets, in the singular or the plural."""
    for written in {name, name.partition("(")[0]}:
        words = plain(written).split()
        for some in (words, words[1:]) if words[:1] == ["the"] else (words,):
            yield " ".join(some)
            if some:
                yield from (" ".join((*some[:-1], last)) for last in _numbers(some[-1]))


def _numbers(word: str) -> Iterable[str]:
    """A noun in its other number."""
    if word.endswith("s"):
        yield word[:-1]
    else:
        yield f"{word}s"
    for one, other in (("man", "men"), ("men", "man"), ("y", "ies"), ("ies", "y")):
        if word.endswith(one):
            yield f"{word.removesuffix(one)}{other}"


def _parts(_face: str, name: str) -> Iterable[str]:
    """Parts of a name that are long enough to stand for it."""
    words = plain(name).split()
    size = len(words)
    for start in range(size):
        for end in range(start + 1, size + 1):
            run = words[start:end]
            if any(len(word) >= _SHORTEST and word.isalpha() for word in (run[0], run[-1])):
                yield " ".join(run)


class Cursor(cursor.Cursor):
    """Reads a line of the card game from left to right."""

    spelling = SPELLING

    @property
    def quoted(self) -> int:
        """How many words stand in the quotation marks that open before the next one; 0 where none do."""
        start = self.words[self.at].start if self.now else 0
        end = self._closed.get(start, 0) if self.quotes(start) else 0
        count = 0
        while self.at + count < len(self.words) and self.words[self.at + count].end <= end:
            count += 1
        return count

    @cached_property
    def _closed(self) -> Mapping[int, int]:
        """Where quotation marks close that open before a word: from its place to theirs."""
        found: dict[int, int] = {}
        end, signs = -1, iter(reversed([at for at, sign in enumerate(self.line) if sign in QUOTES]))
        sign = next(signs, -1)
        for word in reversed(self.words):
            while sign >= word.start:
                end, sign = sign, next(signs, -1)
            if end >= 0 and sign == word.start - 1:
                found[word.start] = end
        return found

    def skip(self, *texts: str) -> bool:
        """Go past the next word if it is one of these, and no card's name begins with it."""
        return not self.quoted and super().skip(*texts)

    def phrase(self, words: Vocabulary) -> str | None:
        """What the longest spelling that stands here means; what is in quotation marks is a card's name alone."""
        return None if self.quoted else super().phrase(words)

    def stands(self, words: Vocabulary) -> bool:
        """Go past one of these spellings, if it stands just here; no article may be left out before it."""
        at = self.at
        found = self.now not in self.spelling.fillers and self.phrase(words) is not None
        self.at = self.at if found else at
        return found

    def is_at(self, *texts: str) -> bool:
        """Whether one of these words is next, and no card's name begins with it."""
        return not self.quoted and self.now in texts

    def title(self, words: Vocabulary) -> str | None:
        """The card name that stands here, all of it where it is in quotation marks; None where there is none."""
        count = self.quoted
        if not count:
            return self.phrase(words)
        found = words.get(" ".join(word.text for word in self.words[self.at : self.at + count]))
        self.at += count if found is not None else 0
        return found

    def stretch(self, at: int, end: int = 0) -> tuple[int, int]:
        """The stretch of the line from a word up to another, by default the next; with its quotation marks."""
        read = self.words[at : end or self.at]
        if not read:
            return (0, 0)
        start, stop = read[0].start, read[-1].end
        closing = _CLOSING.match(self.line, stop)
        if self.quotes(start):
            start -= 1
        return start, closing.end() if closing and any(self.quotes(word.start) for word in read) else stop

    def quotes(self, start: int) -> bool:
        """Whether quotation marks open before a place of the line."""
        return start > 0 and self.line[start - 1] in QUOTES

    def misnamed(self, message: str, offers: Sequence[tuple[str, str]], begun: int = -1) -> cursor.SlipError:
        """What to raise where no card of these is named; `offers` are spellings, each with what a line would say.

        `begun` is the word with which the reference begins, where its player stands before the name.
        """
        words, count = dict(offers), self.quoted
        if not self.now:
            return self.slip(message, words)
        first = self.at if begun < 0 else begun
        ends = [self.at + count] if count else range(min(self.at + self.spelling.reach, len(self.words)), self.at, -1)
        return cursor.SlipError(message, [self.stretch(first, end) for end in ends], words)

    def ending(self) -> int:
        """Where a word is missing at the end: behind all of the line, which a quotation mark may end."""
        return len(without_comment(self.line).rstrip())

    def changed(self, message: str) -> str:
        """The value that stands here.

        Raises:
            SlipError: none does.
        """
        found = self.phrase(VALUE_WORDS)
        if found is None:
            raise self.slip(message, {spelling: VALUE_CODES[value] for spelling, value in VALUE_WORDS.items()})
        return found

    def zone(self, message: str = "a zone is expected: Pa, Pr or Fu") -> str:
        """The zone that stands here.

        Raises:
            SlipError: none does.
        """
        found = self.phrase(ZONE_WORDS)
        if found is None:
            raise self.slip(message, ZONE_CODES)
        self.skip("!")
        return found
