"""The legal moves of a seat compared with ordinary language: for prose that means a move, and for illegal moves.

It works for every game, from its legal moves, their sentences and its notation.
"""

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any, Final

import msgspec

from events.entry import Entry
from events.errors import BellError
from events.events import Move, Passed
from events.lazy_patterns import lazy_pattern
from projections.contracts import ObservedChance
from projections.draft import find_conflicts, run
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.notation.titles import Itself

Way = tuple[str, ...]
"""The path of fields that leads to a name in a position."""
MOST: Final = 5
"""The maximum number of lines that are offered as possible meanings."""
_LISTED: Final = 512
"""The maximum number of legal moves that are compared with a text."""
_ENOUGH: Final = 2
_TRIED: Final = 60
"""The maximum number of values that are tried for one field of a move."""
_WORD: Final = lazy_pattern(r"[^\W_]+")
_NUMBERS: Final[Mapping[str, str]] = {
    "one": "1", "single": "1", "two": "2", "both": "2", "pair": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_IDLE: Final = frozenset(
    {
        "a", "an", "the", "i", "im", "ill", "me", "my", "mine", "we", "us", "our", "you", "your", "it",
        "its", "he", "she", "they", "this", "that", "there", "here", "is", "am", "are", "was", "be",
        "will", "would", "to", "from", "with", "in", "into", "on", "onto", "of", "off", "for", "at", "by",
        "as", "and", "or", "then", "so", "now", "please", "lets", "let", "go", "do", "does", "not",
    }
)  # fmt: skip
_STEM: Final = 5
_PASSING: Final = frozenset({"pas", "done", "ready", "skip", "noth", "answ", "respo"})
"""Shortened words (as `words_of` returns words) which mean, in a very short line, that the player passes."""
_SHORT: Final = 8
"""The maximum number of words in a line that is checked for misspellings."""
_ALIKE: Final = 0.79
_FEW: Final = 3
"""Words with at most this number of letters are not corrected, and neither are numbers."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a sentence for a comparison: numbers as digits, without endings and small words."""
    words = (word.casefold() for word in _WORD.findall(text.replace("'", "")))
    return frozenset(_stem(_NUMBERS.get(word, word)) for word in words if word not in _IDLE)


def _stem(word: str) -> str:
    if len(word) < _STEM or word.isdecimal():
        return word.removesuffix("s") if len(word) > _ENOUGH else word
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word[:_STEM].rstrip("e")


class Offers:
    """The legal moves of a seat in a position, as the reader of the position may know it.

    They are computed when needed.
    """

    def __init__(self, game: Game[Any, Any], position: Any, seat: str) -> None:
        self.game, self.position, self.seat = game, position, seat

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, up to a limit."""
        try:
            return tuple(islice(self.game.rules.legal(self.position, self.seat), _LISTED))
        except BellError:
            return ()

    @cached_property
    def _spoken(self) -> Mapping[Move, frozenset[str]]:
        own = words_of(self.game.view.seat_name(self.position, self.seat)) | words_of(self.seat)
        return {
            move: words_of(self.game.view.sentence(move, self.position, self.position)) - own for move in self.moves
        }

    def meant(self, prose: str) -> tuple[str, ...]:
        """Return the lines of legal moves that prose may mean, the likeliest first.

        The prose must have all but a few words of a move, and at least two of them, or one if the prose has little
        else. In a short line a misspelled word counts as the word of a move that it resembles.
        """
        plain = words_of(prose)
        spelled = self._spelled(plain)
        found: list[tuple[int, Move]] = []
        for move, words in self._spoken.items():
            shared, silent = len(words & spelled), len(words - spelled)
            told = {word for word in words & spelled if not word.isdecimal()}
            if (shared >= _ENOUGH or (told and len(spelled) <= _ENOUGH)) and silent <= max(1, len(words) // 3):
                found.append((silent - shared, move))
        found.sort(key=itemgetter(0))
        if plain & _PASSING and len(plain) <= _ENOUGH:
            found += [(0, move) for move in self.moves if isinstance(move, Passed)]
        return self._lines(move for _, move in found)

    def _spelled(self, spelled: frozenset[str]) -> frozenset[str]:
        """Return the words of a line; in a short line, misspelled words are replaced by those of the moves."""
        known = frozenset[str]().union(*self._spoken.values())
        strange = spelled - known
        if not strange or strange == spelled or len(spelled) > _SHORT:
            return spelled
        alike = {
            word: get_close_matches(word, known, n=1, cutoff=_ALIKE)
            for word in strange if len(word) > _FEW and not word.isdecimal()
        }  # fmt: skip
        return frozenset((alike.get(word) or [word])[0] for word in spelled)

    def near(self, move: Move) -> tuple[str, ...]:
        """Return the lines of legal moves similar to an illegal one, the most similar first, or else one of each kind.

        If a hand is unknown, no moves of that kind are listed. Then moves that differ from the illegal one in one field
        are tried.
        """
        alike = [other for other in self.moves if type(other) is type(move)]
        if alike:
            return self._lines(sorted(alike, key=lambda other: _distance(move, other)))
        if found := self._lines(self._varied(move)):
            return found
        kinds = {type(other): other for other in reversed(self.moves)}
        return self._lines(reversed(kinds.values()))

    def _varied(self, move: Move) -> Iterator[Move]:
        """Yield moves that differ from `move` in one field and have no known rule conflict."""
        for field in move.__struct_fields__:
            value = getattr(move, field)
            if field != "player" and isinstance(value, str):
                for other in _likest(value, self._like(value) - {value}):
                    varied = msgspec.structs.replace(move, **{field: other})
                    if self._accepts(varied):
                        yield varied

    def _accepts(self, move: Move) -> bool:
        try:
            return all(conflict.is_unverified for conflict in find_conflicts(self.game.rules, self.position, move))
        except (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return False  # the field cannot hold this value

    def _like(self, name: str) -> frozenset[str]:
        """Return the names that the position has in the same fields as `name`, or all its names if it lacks `name`."""
        kinds = [names for names in self._names.values() if name in names] or self._names.values()
        return frozenset[str]().union(*kinds)

    @cached_property
    def _names(self) -> Mapping[Way, set[str]]:
        """All names in the position, by the path of fields that leads to the name, without the keys of mappings."""
        found: dict[Way, set[str]] = {}
        for field in self.position.__struct_fields__:
            value = getattr(self.position, field)
            if isinstance(value, msgspec.Struct):  # for example a card file, which never changes
                for way, names in _names_within(Itself(value)).items():
                    found.setdefault((field, *way), set()).update(names)
            else:
                _gather(value, (field,), found)
        return found

    def _lines(self, moves: Iterable[Move]) -> tuple[str, ...]:
        lines = (self.line(move) for move in moves)
        return tuple(islice(dict.fromkeys(filter(None, lines)), MOST))

    @cached_property
    def decided(self) -> tuple[str, ...]:
        """The lines of notation of the legal moves, without the moves' results."""
        return tuple(dict.fromkeys(self.game.notation.spell(move, self.position) for move in self.moves))

    def line(self, move: Move) -> str:
        """Return the line for a legal move as its player would write it, before any chance; "" if there is none."""
        random_source = Typed(ObservedChance(), lenient=True, blind=True)
        try:
            entries = run(self.game.rules, self.position, move, random_source, strict=False).entries
        except BellError:
            entries = [Entry(move)]
        words = self.game.notation.write(entries, self.position).split(" ")
        while words:
            line = " ".join(words)
            if self._reads(line, move):
                return line
            words.pop()
        return ""

    def _reads(self, line: str, move: Move) -> bool:
        try:
            found = self.game.notation.exact(line, self.position, self.seat) or ()
        except BellError:
            return False
        return [one.move for one in found] == [move] and not (found[0].absent or found[0].stated)


@lru_cache(maxsize=1024)
def _likest(name: str, names: frozenset[str]) -> tuple[str, ...]:
    """Return the names to try in place of a name, the most similar first. Cached: most positions have equal names."""
    return tuple(get_close_matches(name, names, n=_TRIED, cutoff=0.0))


@lru_cache(maxsize=8)
def _names_within(thing: Itself[msgspec.Struct]) -> Mapping[Way, set[str]]:
    found: dict[Way, set[str]] = {}
    _gather(thing.thing, (), found)
    return found


def _gather(value: Any, way: Way, found: dict[Way, set[str]]) -> None:
    if isinstance(value, str):
        found.setdefault(way, set()).add(value)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _gather(getattr(value, name), (*way, name), found)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            _gather(name, (*way, "name"), found)
            _gather(each, way, found)
    elif isinstance(value, list | tuple | AbstractSet):
        for each in value:
            _gather(each, way, found)


def _distance(move: Move, other: Move) -> tuple[int, float]:
    """Return how different two moves of one kind are: the number of different fields, and the numeric difference."""
    ours, theirs = msgspec.structs.astuple(move), msgspec.structs.astuple(other)
    differing = [(one, two) for one, two in zip(ours, theirs, strict=True) if one != two]
    numbers = [(one, two) for one, two in differing if isinstance(one, int) and isinstance(two, int)]
    return len(differing), sum(abs(one - two) for one, two in numbers)
