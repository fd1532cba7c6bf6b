"""What would read where a line does not: of every try to read it, the slips that stand furthest.

There the line reads up to, whatever it was to say: a misspelt `none` is found beside a misspelt territory.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from events.events import Move
from projections.notation.cursor import NOT_UNDERSTOOD, SlipError
from projections.notation.form import Form, FormTable
from projections.notation.sentence import Sentence
from projections.notation.slot import Slot
from projections.notation.template import Hole
from projections.notation.vocabulary import Vocabulary
from projections.wording import either

S = TypeVar("S", bound=msgspec.Struct)
_ASKED: Final = ("how", "what", "when", "where", "which", "who", "whom", "whose")
"""How the name of a thing begins that is a question."""


_NONE: Final = '"none"'


class _Miss(NamedTuple):
    """Something that would read: what, and how to say so. `needed` where the line cannot do without it.

    It may be `of_result`: of what came of the move, which hardly anybody writes.
    """

    needed: bool
    what: str
    slip: Callable[[], SlipError]
    of_result: bool = False


def wanted(*whats: str) -> str:
    """What is to stand here: `a card is expected`, `say how many Daleks`, `a card is expected, or say how many`."""
    asked = [what for what in whats if what.partition(" ")[0] in _ASKED]
    things = [what for what in whats if what not in asked]
    thing = f"{either(things)} is expected" if things else ""
    return ", or ".join(filter(None, (thing, f"say {either(asked)}" if asked else "")))


class Slips(Generic[S]):
    """The slips of one line; those at the furthest word are kept, and made when they are asked for."""

    def __init__(self, table: FormTable[S], cursor: Any) -> None:
        self.table, self.cursor = table, cursor
        self._at, self._misses = 0, list[_Miss]()
        self.reads_result = False

    def add(self, at: int, what: str, slip: Callable[[], SlipError], *, needed: bool) -> None:
        """Note that something would read at a word."""
        if at > self._at:
            self._at, self._misses = at, []
        if at == self._at:
            self._misses.append(_Miss(needed, what, slip, self.reads_result))

    def words(self, what: str, words: Callable[[], Vocabulary], *, needed: bool, reach: int = 0) -> None:
        """Note that words would read here; a near miss is of as many words as it may `reach`."""
        at = self.cursor.at
        if at < self._at:
            return

        def slip() -> SlipError:
            self.cursor.at = at
            found: SlipError = self.cursor.slip(wanted(what), words())
            found.spans = found.spans[-reach:]
            return found

        self.add(at, what, slip, needed=needed)

    def value(self, slot: Slot[S], said: Sentence[S], hole: Hole, form: Form[S], *, needed: bool) -> None:
        """Note that a value of a slot would read here."""
        at, values = self.cursor.at, dict(said.values)
        if at < self._at:
            return

        def spelt(move: Move) -> str | None:
            shared = self.table.slots_of(form).get(hole.slot)
            if type(move) is not form.move or hole.many or slot is not shared:
                return None
            meant = Sentence(said.position, said.seat)
            meant.move = move
            meant.values = parts = dict(form.parts(meant))
            value = parts.get(hole.name)
            if value is None or any(parts.get(name, one) != one for name, one in values.items()):
                return None
            return slot.code(value, meant)

        def slip() -> SlipError:
            self.cursor.at, said.values = at, values
            found: SlipError = self.cursor.slip(wanted(slot.what), slot.offered(said), spelt)
            found.spans = found.spans[-slot.reach :]
            return found

        self.add(at, slot.what, slip, needed=needed)

    def begins(self, form: Form[S], written: str) -> None:
        """Note how a legal move of a form would be `written` here, where it is words alone."""
        at = self.cursor.at

        def slip() -> SlipError:
            self.cursor.at = at
            found: SlipError = self.cursor.slip("words", {}, lambda move: written if type(move) is form.move else None)
            return found

        if written:
            self.add(at, "", slip, needed=True)

    def raised(self, slip: SlipError, reached: int = 0) -> None:
        """Note a slip that a slot, chance or a result raised, of a line that has `reached` a word."""
        start, words = slip.spans[-1][0], self.cursor.words
        at = next((at for at, word in enumerate(words) if word.start >= start), len(words))
        self.add(max(at, reached), slip.message, lambda: slip, needed=True)

    def furthest(self) -> SlipError:
        """The slip to tell: what is read up to here, or up to a word further on, and all that could stand there."""
        end = max(self.cursor.at, self._at)
        here = self._misses if end == self._at else []
        some = [miss for miss in here if miss.needed]
        if all(miss.what == _NONE for miss in some):  # that nothing was done is no more due than what was
            some = here
        if end == len(self.cursor.words):  # a word is missing: only values are worth a try
            some = [miss for miss in some if miss.what] or some
        self.cursor.at = end
        nothing: SlipError = self.cursor.slip(NOT_UNDERSTOOD, {})
        slips = [miss.slip() for miss in some]
        whole = [slip for miss, slip in zip(some, slips, strict=True) if miss.what == slip.message]
        if whole or not slips:
            return whole[0] if whole else nothing
        needs = any(miss.needed for miss in some)
        texts = [f'"{code}"' for slip in slips for code in slip.words.values()]
        named = list(dict.fromkeys([miss.what for miss in some if miss.what] or texts))
        words = {word: code for slip in slips for word, code in slip.words.items()}
        message = wanted(*named[:2]) if named and needs else nothing.message
        spans = sorted({span for slip in slips for span in slip.spans}, key=lambda span: span[0] - span[1])
        found = SlipError(message, spans, words, lambda move: next(filter(None, (s.legal(move) for s in slips)), None))
        results = [slip for miss, slip in zip(some, slips, strict=True) if miss.of_result and message == NOT_UNDERSTOOD]
        found.unlisted = {code for slip in results for code in slip.words.values()}.union(*(s.unlisted for s in slips))
        return found
