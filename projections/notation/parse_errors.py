"""The words that would be accepted in a line that cannot be parsed: the slips furthest in the line, of all attempts.

The line can be parsed up to there with some meaning. So a misspelt `none` is found as well as a misspelt territory.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from events.events import Move
from projections.notation.argument_type import ArgumentType
from projections.notation.cursor import NOT_UNDERSTOOD, SlipError
from projections.notation.line_pattern import LinePattern, PatternTable
from projections.notation.sentence import Sentence
from projections.notation.template import Placeholder
from projections.notation.vocabulary import Vocabulary
from projections.wording import either

S = TypeVar("S", bound=msgspec.Struct)
_ASKED: Final = ("how", "what", "when", "where", "which", "who", "whom", "whose")
"""The first words of descriptions of values that are questions, such as `how many`."""
_NONE: Final = {"none"}


class _Miss(NamedTuple):
    """A value that a line lacks at a word, and a function that makes the error. `needed`: the line requires the value.

    `of_result`: the value is a result of the move, which is rarely written.
    """

    needed: bool
    what: str
    slip: Callable[[], SlipError]
    of_result: bool = False


def wanted(*whats: str) -> str:
    """Return a message about missing values, such as `a card is expected` or `a card is expected, or say how many`."""
    asked = [what for what in whats if what.partition(" ")[0] in _ASKED]
    things = [what for what in whats if what not in asked]
    thing = f"{either(things)} is expected" if things else ""
    return ", or ".join(filter(None, (thing, f"say {either(asked)}" if asked else "")))


class ParseErrors(Generic[S]):
    """The unexpected or missing words of one line.

    Only errors at the furthest word are kept. Each error object is created only when it is needed.
    """

    def __init__(self, table: PatternTable[S], cursor: Any) -> None:
        self.table, self.cursor = table, cursor
        self._at, self._misses = 0, list[_Miss]()
        self.reads_result = False

    def add(self, at: int, what: str, slip: Callable[[], SlipError], *, needed: bool) -> None:
        """Note that a value `what` would be accepted at word `at`. `slip` makes the error for its absence."""
        if at > self._at:
            self._at, self._misses = at, []
        if at == self._at:
            self._misses.append(_Miss(needed, what, slip, self.reads_result))

    def words(self, what: str, words: Callable[[], Vocabulary], *, needed: bool, reach: int = 0) -> None:
        """Note that these words would be accepted here. A near miss has at most `reach` words (0: the game's limit)."""
        at = self.cursor.at
        if at < self._at:
            return

        def slip() -> SlipError:
            self.cursor.at = at
            found: SlipError = self.cursor.slip(wanted(what), words())
            found.spans = found.spans[-reach:]
            return found

        self.add(at, what, slip, needed=needed)

    def value(
        self, slot: ArgumentType[S], context: Sentence[S], hole: Placeholder, form: LinePattern[S], *, needed: bool
    ) -> None:
        """Note that a value of a slot would be accepted at the cursor."""
        at, values = self.cursor.at, dict(context.values)
        if at < self._at:
            return

        def spelt(move: Move) -> str | None:
            shared = self.table.slots_of(form).get(hole.slot)
            if type(move) is not form.move or hole.many or slot is not shared:
                return None
            meant = Sentence(context.position, context.seat)
            meant.move = move
            meant.values = parts = dict(form.parts(meant))
            value = parts.get(hole.name)
            if value is None or any(parts.get(name, one) != one for name, one in values.items()):
                return None
            return slot.code(value, meant)

        def slip() -> SlipError:
            self.cursor.at, context.values = at, values
            found: SlipError = self.cursor.slip(wanted(slot.what), slot.offered(context), spelt)
            found.spans = found.spans[-slot.reach :]
            return found

        self.add(at, slot.what, slip, needed=needed)

    def begins(self, form: LinePattern[S], written: str) -> None:
        """Note that a legal move of a form would be spelt as `written` at the cursor; nothing for ""."""
        at = self.cursor.at

        def slip() -> SlipError:
            self.cursor.at = at
            found: SlipError = self.cursor.slip("words", {}, lambda move: written if type(move) is form.move else None)
            return found

        if written:
            self.add(at, "", slip, needed=True)

    def raised(self, slip: SlipError, reached: int = 0) -> None:
        """Note an error that a slot, chance or a result raised. The line was parsed at least up to word `reached`."""
        start, words = slip.spans[-1][0], self.cursor.words
        at = next((at for at, word in enumerate(words) if word.start >= start), len(words))
        self.add(max(at, reached), slip.message, lambda: slip, needed=True)

    def furthest(self) -> SlipError:
        """Return the error for the furthest word that was reached, with everything that would be accepted there."""
        end = max(self.cursor.at, self._at)
        some = self._offered(end)
        self.cursor.at = end
        nothing: SlipError = self.cursor.slip(NOT_UNDERSTOOD, {})
        slips = [miss.slip() for miss in some]
        whole = [slip for miss, slip in zip(some, slips, strict=True) if miss.what == slip.message]
        if whole or not slips:
            return whole[0] if whole else nothing
        return self._merged(some, slips)

    def _offered(self, end: int) -> list[_Miss]:
        here = self._misses if end == self._at else []
        some = [miss for miss in here if miss.needed]
        if not some:
            some = here
        elif {code for miss in some for code in miss.slip().words.values()} == _NONE:  # do not offer "none" alone
            some = [miss._replace(needed=True) for miss in here if miss.what and miss.slip().words] or some
        if end == len(self.cursor.words):  # a word is missing: try only values
            some = [miss for miss in some if miss.what] or some
        return some

    def _merged(self, some: Sequence[_Miss], slips: Sequence[SlipError]) -> SlipError:
        words = {word: code for slip in slips for word, code in slip.words.items()}
        message = _message(some, slips)
        spans = sorted({span for slip in slips for span in slip.spans}, key=lambda span: span[0] - span[1])
        found = SlipError(message, spans, words, lambda move: next(filter(None, (s.legal(move) for s in slips)), None))
        results = [slip for miss, slip in zip(some, slips, strict=True) if miss.of_result and message == NOT_UNDERSTOOD]
        found.unlisted = {code for slip in results for code in slip.words.values()}.union(*(s.unlisted for s in slips))
        return found


def _message(some: Sequence[_Miss], slips: Sequence[SlipError]) -> str:
    """Return what is missing, or else the words that would be accepted; at most two of them."""
    texts = [f'"{code}"' for slip in slips for code in slip.words.values()]
    named = list(dict.fromkeys([miss.what for miss in some if miss.what] or texts))
    return wanted(*named[:2]) if named and any(miss.needed for miss in some) else NOT_UNDERSTOOD
