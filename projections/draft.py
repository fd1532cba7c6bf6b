"""A draft: the lines a move is about to add, with the position after each.

Rules are stated here, not just coded: `require` names the rule, `add` names the rule an effect comes from. A strict
draft refuses at the first rule that fails or cannot be told; a lenient one, which records what did happen, notes it
and goes on.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.entry import Entry
from events.errors import CannotTellError, IllegalMoveError, UnplayableError
from events.events import OMNISCIENT, UNKNOWN, Chance, Effect, Event, Move
from projections.decider import Decider
from projections.terms import RandomSource

S = TypeVar("S", bound=msgspec.Struct)
E = TypeVar("E", bound=Effect)


class Breach(msgspec.Struct, frozen=True):
    """A rule, by number, that a move broke; a doubt where it hangs on something unknown.

    `reading` is the declared reading by which alone it was broken, and the option that reads it otherwise.
    """

    rule: str
    message: str
    doubt: bool = False
    reading: str = ""


class Divergence(msgspec.Struct, frozen=True):
    """A stated result that is not the due one: `due` is None where nothing was due, `stated` where it was left out.

    A doubt where the due result hangs on something unknown. `more` are the rules of further parts that differ, of a
    result that sums parts. `reading` is the declared reading by which alone it is due, where it was left out.
    """

    rule: str
    due: Effect | None
    stated: Effect | None
    doubt: bool = False
    more: tuple[str, ...] = ()
    reading: str = ""


class Stated(NamedTuple):
    """Results that a writer states: effects, kinds of effect that did not happen, or all there were (`whole`).

    `missing` are due effects of which each did not happen once, whatever else of its kind did.
    """

    effects: Sequence[Effect] = ()
    absent: Sequence[type[Effect]] = ()
    whole: bool = False
    missing: Sequence[Effect] = ()


def differs(due: Any, stated: Any) -> bool | None:
    """Whether a due value and a stated one differ; None where that hangs on something unknown."""
    if due == stated:
        return False
    if isinstance(due, str) and isinstance(stated, str) and UNKNOWN in (due, stated):
        return None
    if isinstance(due, msgspec.Struct) and type(due) is type(stated):
        due, stated = msgspec.structs.astuple(due), msgspec.structs.astuple(stated)
    if isinstance(due, tuple | list) and isinstance(stated, tuple | list) and len(due) == len(stated):
        verdicts = [differs(one, other) for one, other in zip(due, stated, strict=True)]
        return True if True in verdicts else None if None in verdicts else False
    if isinstance(due, Mapping) and isinstance(stated, Mapping) and due.keys() == stated.keys():
        return differs(tuple(due.values()), tuple(stated[key] for key in due))
    return True


def subject_of(effect: Effect) -> tuple[Any, ...]:
    """What a stated effect and a due one must share to be the same result: the kind, and the fields of its subject."""
    return (type(effect), *(getattr(effect, name) for name in effect.subject))


def _rules_of_parts(due: Effect, stated: Effect) -> list[str]:
    """The rules of the parts that differ, of an effect that sums parts; none where no part tells."""
    return [rule for name, rule in due.parts if differs(getattr(due, name), getattr(stated, name))]


class Draft(Generic[S]):
    """The lines of one group while they are decided. `now` is the position after the last of them."""

    def __init__(
        self, rules: Decider[S], now: S, random_source: RandomSource, *, strict: bool = True, stated: Stated = Stated(),
        by: str = "", implied: bool = False,
    ) -> None:  # fmt: skip
        self.rules, self.now, self.random_source, self.strict, self.by, self.implied = (
            rules,
            now,
            random_source,
            strict,
            by,
            implied,
        )
        self.entries: list[Entry] = []
        self.breaches: list[Breach] = []
        self.divergences: list[Divergence] = []
        self.waived: dict[str, str] = {}
        self.move: Move | None = None
        self.unchecked = ""
        self._left, self._missing = list(stated.effects), [subject_of(effect) for effect in stated.missing]
        self._absent, self._whole = tuple(stated.absent), stated.whole
        self._chance = False

    def decide(self, move: Move) -> None:
        """Decide a move into this draft. Raises what `decide` of the rules raises."""
        self.move = move
        self.rules.decide(self, move)

    def require(self, rule: str, verdict: bool | None, message: str, reading: str = "") -> None:  # noqa: FBT001  # reads as a sentence
        """State what a rule asks: true, false, or None where it hangs on something unknown.

        `reading` names the reading by which it asks so, where the rulebook can be read otherwise.

        Raises:
            IllegalMoveError: in a strict draft, unless the verdict is true.
        """
        if verdict is True:
            return
        if self._chance:
            raise RuntimeError(f"{rule} is asked after the first die; all that can refuse comes before")
        if card := self.rules.waives(self.now, self.move).get(rule):
            self.waived[rule] = card
            return
        if self.strict:
            raise IllegalMoveError(rule, message if verdict is False else f"cannot tell: {message}")
        self.breaches.append(Breach(rule, message, doubt=verdict is None, reading=reading))

    def must(self, rule: str, verdict: bool, message: str) -> None:  # noqa: FBT001  # a verdict, as in require
        """State that what the move names is there at all; refused in every draft.

        Raises:
            UnplayableError: it is not.
        """
        if not verdict:
            raise UnplayableError(f"{message} ({rule})")

    def add(self, event: Event, rule: str = "", reading: str = "") -> None:
        """Write a line and go on from the position after it. An effect gives the rule it comes from.

        `reading` names the reading by which it is due, where the rulebook can be read otherwise.
        """
        by, implied = OMNISCIENT, False
        if isinstance(event, Effect):
            found = self._effect_to_store(event, rule, reading)
            if found is None:
                return
            event = found
        elif isinstance(event, Move):
            by, implied = self.by or event.player, self.implied
        elif isinstance(event, Chance):
            by = "tower" if getattr(event, "source", "") == "tower" else OMNISCIENT
            self._chance = True
        self.entries.append(Entry(event, by, rule, implied=implied))
        self.now = self._after(event)

    def _after(self, event: Event) -> S:
        """The position after a line that was just written."""
        return self.rules.reducer(self.now, event)

    def _effect_to_store(self, due: Effect, rule: str, reading: str) -> Effect | None:
        """The effect to store for a due one: as stated, as due, or none where it is stated absent."""
        if self._left and self._left[0] == due:  # as it mostly is
            return self._left.pop(0)
        wanted = subject_of(due)
        for at, stated in enumerate(self._left):
            if subject_of(stated) == wanted:
                del self._left[at]
                verdict = differs(due, stated)
                if verdict is not False:
                    first, *more = _rules_of_parts(due, stated) or [rule]
                    self.divergences.append(Divergence(first, due, stated, verdict is None, tuple(more)))
                return stated
        if wanted in self._missing:
            self._missing.remove(wanted)
            self.divergences.append(Divergence(rule, due, None, reading=reading))
            return None
        if self._whole or isinstance(due, self._absent):
            self.divergences.append(Divergence(rule, due, None, reading=reading))
            return None
        return due

    def states(self, kind: type[Effect]) -> bool:
        """Whether the writer states an effect of a kind that is not written yet; tells where nothing else can."""
        return any(isinstance(effect, kind) for effect in self._left)

    def left(self, kind: type[E]) -> list[E]:
        """The effects of a kind that the writer states and that are not written yet, in the writer's order."""
        return [effect for effect in self._left if isinstance(effect, kind)]

    def finish(self) -> None:
        """Write what was stated and never due, last, each under the rule that its class names."""
        self.write_surplus(Effect)

    def write_surplus(self, kind: type[Effect]) -> None:
        """Write now what is stated of a kind and is not due, where what follows hangs on it."""
        for effect in self.left(kind):
            self._left.remove(effect)
            self.divergences.append(Divergence(effect.rule, None, effect))
            self.entries.append(Entry(effect, OMNISCIENT, effect.rule))
            self.now = self._after(effect)

    # Chance: one call writes one line, so no die falls without one.

    def roll(self, die: str, count: int = 1, *, purpose: str, sides: int = 6) -> tuple[int, ...]:
        """Roll dice: one name, or a name numbered from 1 for each of `count` dice. Returns the faces."""
        if not (2 <= sides <= 256 and purpose.isascii() and purpose.isprintable()):
            raise RuntimeError(f"a die has 2 to 256 sides, a purpose is printable ASCII: {sides}, {purpose!r}")
        names = die if count == 1 else " ".join(f"{die}{number + 1}" for number in range(count))
        rolled = self.random_source.roll(names, sides, purpose)
        self.add(rolled)
        return rolled.faces

    def pick(self, options: Sequence[str], *, purpose: str) -> str:
        """Let chance pick one of several in the open. One option needs no die."""
        if len(options) == 1:
            return options[0]
        face = self.roll("pick", purpose=purpose, sides=len(options))[0]
        return options[face - 1]

    def shuffle(self, pile: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle cards into a pile. Returns the order from the top down, `"?"` where it is not known."""
        shuffled = self.random_source.shuffle(pile, cards)
        self.add(shuffled)
        return shuffled.order

    def draw(self, player: str, pile: str, count: int = 1) -> tuple[str, ...]:
        """Let a seat draw from the top of a pile that holds enough."""
        drawn = self.random_source.draw(player, pile, (self.rules.pile(self.now, pile) or ())[:count])
        self.add(drawn)
        return drawn.cards

    def turn_up(self, pile: str, place: str, item: str) -> str:
        """Turn up what lies closed at a place; `item` is what the position knows of it. Returns what it shows."""
        shown = self.random_source.turn_up(pile, place, item)
        self.add(shown)
        return shown.item


def run(
    rules: Decider[S], position: S, move: Move, random_source: RandomSource, *, strict: bool = True,
    stated: Stated = Stated(), by: str = "", implied: bool = False,
) -> Draft[S]:  # fmt: skip
    """Decide one move into a draft.

    Where the effects hang on something unknown, a lenient draft keeps the stated ones and says why in `unchecked`.

    Raises:
        IllegalMoveError: a strict draft, and a rule refuses the move.
        UnplayableError: the move names what is not on this board.
        CannotTellError: a strict draft, and its effects hang on something unknown.
    """
    draft = Draft(rules, position, random_source, strict=strict, stated=stated, by=by, implied=implied)
    try:
        draft.decide(move)
    except CannotTellError as error:
        if strict:
            raise
        draft.unchecked = str(error)
    draft.finish()
    return draft


class _ChecksDoneError(Exception):
    """A move has said all that could refuse it."""


class _DraftOfRequirements(Draft[S]):
    """A draft that listens to what a move asks and stops before its first line."""

    def add(self, event: Event, rule: str = "", reading: str = "") -> None:  # noqa: ARG002  # it is never written
        raise _ChecksDoneError(rule, event)


def objections(rules: Decider[S], position: S, move: Move) -> list[Breach]:
    """What speaks against a move in a position: every rule that fails or cannot be told. No chance is asked.

    Raises:
        UnplayableError: the move names what is not on this board.
    """
    return weigh(rules, position, move).breaches


class Weighed(NamedTuple):
    """What speaks against a move; it `is_all` unless the rules could not go on for something unknown."""

    breaches: list[Breach]
    is_all: bool

    @property
    def certain(self) -> list[Breach]:
        """What speaks against it whatever is unknown."""
        return [breach for breach in self.breaches if not breach.doubt]

    @property
    def hangs(self) -> bool:
        """Whether it hangs on something unknown."""
        return not self.is_all or any(breach.doubt for breach in self.breaches)


def weigh(rules: Decider[S], position: S, move: Move) -> Weighed:
    """What speaks against a move in a position, and whether more may speak against it. No chance is asked.

    Raises:
        UnplayableError: the move names what is not on this board.
    """
    draft: _DraftOfRequirements[S] = _DraftOfRequirements(rules, position, None, strict=False)  # type: ignore[arg-type]  # it stops before any chance
    is_all = True
    try:
        with suppress(_ChecksDoneError):
            draft.decide(move)
    except CannotTellError:
        is_all = False
    return Weighed(draft.breaches, is_all)
