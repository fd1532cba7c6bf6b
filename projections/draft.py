"""A draft: the entries that a move is about to add, with the position after each.

`require` takes the rules that the move breaks; `add` names the rule that an effect comes from. A strict draft refuses
the move at the first rule that is broken or cannot be checked. A lenient draft records what happened: it notes such
rules and goes on.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.entry import Entry
from events.errors import CannotTellError, UnplayableError
from events.events import OMNISCIENT, UNKNOWN, Chance, Effect, Event, Move
from projections.contracts import RandomSource
from projections.decider import Decider
from projections.rule_conflicts import RuleConflict

S = TypeVar("S", bound=msgspec.Struct)
E = TypeVar("E", bound=Effect)


class Divergence(msgspec.Struct, frozen=True):
    """A declared result that differs from the one expected by the rules.

    `due` is the expected result, None if none was expected. `stated` is the declared one, None if it was omitted.
    `is_unverified` means that the expected result depends on hidden information. If the result is a sum, `more` holds
    the rules of the other wrong parts. `reading` is the interpretation of an unclear rule under which an omitted result
    is expected.
    """

    rule: str
    due: Effect | None
    stated: Effect | None
    is_unverified: bool = False
    more: tuple[str, ...] = ()
    reading: str = ""


class DeclaredResults(NamedTuple):
    """The results of a move that its author declares.

    `effects` are stored instead of the expected ones. `absent` are kinds of effects that did not happen. `whole` means
    that no effects happened besides the declared ones. `missing` are single expected effects that did not happen,
    although others of their kind may have.
    """

    effects: Sequence[Effect] = ()
    absent: Sequence[type[Effect]] = ()
    whole: bool = False
    missing: Sequence[Effect] = ()


def differs(due: Any, stated: Any) -> bool | None:
    """Return whether an expected and a declared value differ; None if that depends on hidden information."""
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
    """Return what identifies an effect among the results of a move: its kind and the values of its subject fields."""
    return (type(effect), *(getattr(effect, name) for name in effect.subject))


def _rules_of_parts(due: Effect, stated: Effect) -> list[str]:
    """Return the ids of the rules for the parts in which two effects differ, if the effects are sums of parts."""
    return [rule for name, rule in due.parts if differs(getattr(due, name), getattr(stated, name))]


class Draft(Generic[S]):
    """A move and its results (a group of log entries) while the rules work out the results.

    `before` is the position before the move, `now` the position after the last of these entries.
    """

    def __init__(
        self, rules: Decider[S], now: S, random_source: RandomSource, *, strict: bool = True,
        stated: DeclaredResults = DeclaredResults(), by: str = "", implied: bool = False,
    ) -> None:  # fmt: skip
        self.rules, self.now, self.random_source = rules, now, random_source
        self.strict, self.by, self.implied = strict, by, implied
        self.before = now
        self.entries: list[Entry] = []
        self.broken_rules: list[RuleConflict] = []
        self.divergences: list[Divergence] = []
        self.waived: dict[str, str] = {}
        self.move: Move | None = None
        self.unchecked = ""
        self._left, self._missing = list(stated.effects), [subject_of(effect) for effect in stated.missing]
        self._absent, self._whole = tuple(stated.absent), stated.whole
        self._declares = bool(self._left or self._missing or self._absent or self._whole)
        self._chance = False

    def decide(self, move: Move) -> None:
        """Decide a move, and write its entries into this draft. Raises the errors of the rules' `decide`."""
        self.move, self.before = move, self.now
        self.rules.decide(self, move)

    def require(self, *conflicts: RuleConflict | None) -> None:
        """Add rule conflicts of the move to the draft. A strict draft raises IllegalMoveError at the first conflict."""
        for conflict in conflicts:
            if conflict and conflict.verdict is not True:
                self._take(conflict)

    def _take(self, conflict: RuleConflict) -> None:
        if self._chance:
            raise RuntimeError(f"{conflict.rule} is asked after the first die; all that can refuse comes before")
        if card := self.rules.waived_rules(self.now, self.move).get(conflict.rule):
            self.waived[conflict.rule] = card
            return
        if self.strict:
            raise conflict.refusal()
        self.broken_rules.append(conflict)

    def must(self, rule: str, verdict: bool, message: str) -> None:  # noqa: FBT001  # a verdict, as in require
        """Raise UnplayableError, also if lenient, if `verdict` is false: a thing that the move names does not exist."""
        if not verdict:
            raise UnplayableError(f"{message} ({rule})")

    def add(self, event: Event, rule: str = "", reading: str = "") -> None:
        """Add an entry and move on to the position after it. `rule` is the rule that an effect comes from.

        `reading` names the interpretation under which the effect is expected, if the rulebook is unclear.
        """
        by, implied = OMNISCIENT, False
        if isinstance(event, Effect):
            found = self._effect_to_store(event, rule, reading) if self._declares else event
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
        return self.rules.reducer(self.now, event)

    def _effect_to_store(self, due: Effect, rule: str, reading: str) -> Effect | None:
        """Return the declared effect in place of an expected one, else the expected one; None if it did not happen."""
        if self._left and self._left[0] == due:
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
        """Return whether the author declares an effect of this kind that is not yet in the draft."""
        return any(isinstance(effect, kind) for effect in self._left)

    def left(self, kind: type[E]) -> list[E]:
        """Return the declared effects of this kind that are not yet in the draft, in the author's order."""
        return [effect for effect in self._left if isinstance(effect, kind)]

    def finish(self) -> None:
        """Add the remaining declared effects, which the rules did not expect, each with the rule of its class."""
        self.write_surplus(Effect)

    def write_surplus(self, kind: type[Effect]) -> None:
        """Add the declared effects of a kind that the rules do not expect, before results that depend on them."""
        for effect in self.left(kind):
            self._left.remove(effect)
            self.divergences.append(Divergence(effect.rule, None, effect))
            self.entries.append(Entry(effect, OMNISCIENT, effect.rule))
            self.now = self._after(effect)

    # Each method below adds one entry, so that every roll and draw is recorded.

    def roll(self, die: str, count: int = 1, *, purpose: str, sides: int = 6) -> tuple[int, ...]:
        """Roll dice and return the faces. If `count` is more than 1, the dice are numbered from 1."""
        if not (2 <= sides <= 256 and purpose.isascii() and purpose.isprintable()):
            raise RuntimeError(f"a die has 2 to 256 sides, a purpose is printable ASCII: {sides}, {purpose!r}")
        names = die if count == 1 else " ".join(f"{die}{number + 1}" for number in range(count))
        rolled = self.random_source.roll(names, sides, purpose)
        self.add(rolled)
        return rolled.faces

    def pick(self, options: Sequence[str], *, purpose: str) -> str:
        """Return one of several options, picked at random in public. A single option needs no roll."""
        if len(options) == 1:
            return options[0]
        face = self.roll("pick", purpose=purpose, sides=len(options))[0]
        return options[face - 1]

    def shuffle(self, pile: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle cards into a pile. Return their order from the top down, with `"?"` for unknown cards."""
        shuffled = self.random_source.shuffle(pile, cards)
        self.add(shuffled)
        return shuffled.order

    def draw(self, player: str, pile: str, count: int = 1) -> tuple[str, ...]:
        """Draw cards for a seat from the top of a pile, and return them. The pile must have enough cards."""
        drawn = self.random_source.draw(player, pile, (self.rules.pile_cards(self.now, pile) or ())[:count])
        self.add(drawn)
        return drawn.cards

    def turn_up(self, pile: str, place: str, item: str) -> str:
        """Turn up a hidden card or tile at `place`, and return its id. `item` is its id, or "?" if it is not known."""
        shown = self.random_source.turn_up(pile, place, item)
        self.add(shown)
        return shown.item


def run(
    rules: Decider[S], position: S, move: Move, random_source: RandomSource, *, strict: bool = True,
    stated: DeclaredResults = DeclaredResults(), by: str = "", implied: bool = False,
) -> Draft[S]:  # fmt: skip
    """Decide one move, and return the new draft with its entries.

    If the effects depend on hidden information, a lenient draft keeps the declared ones and sets `unchecked` to the
    reason.

    Raises:
        IllegalMoveError: the draft is strict and a rule refuses the move.
        UnplayableError: the move names something that is not on this board.
        CannotTellError: the draft is strict and the effects depend on hidden information.
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
    """Raised to stop a dry run of a move after all rule checks, before anything is rolled."""


class _DraftOfRequirements(Draft[S]):
    """A draft that collects the rule conflicts of a move and stops before the move's first entry."""

    def add(self, event: Event, rule: str = "", reading: str = "") -> None:  # noqa: ARG002  # never written
        raise _ChecksDoneError(rule, event)


def find_conflicts(rules: Decider[S], position: S, move: Move) -> list[RuleConflict]:
    """Return every rule that a move breaks, or that cannot be checked, in a position. Nothing is rolled.

    Raises:
        UnplayableError: the move names something that is not on this board.
    """
    return weigh(rules, position, move).broken_rules


class Weighed(NamedTuple):
    """The rule conflicts that `weigh` found. `is_all` is False if hidden information stopped the checks early."""

    broken_rules: list[RuleConflict]
    is_all: bool

    @property
    def certain(self) -> list[RuleConflict]:
        """The conflicts that do not depend on hidden information."""
        return [conflict for conflict in self.broken_rules if not conflict.is_unverified]

    @property
    def hangs(self) -> bool:
        """Whether hidden information left a check of the move undecided, or stopped the checks early."""
        return not self.is_all or any(conflict.is_unverified for conflict in self.broken_rules)


def weigh(rules: Decider[S], position: S, move: Move) -> Weighed:
    """Return the rule conflicts of a move in a position, and whether all checks were made. Nothing is rolled.

    Raises:
        UnplayableError: the move names something that is not on this board.
    """
    draft: _DraftOfRequirements[S] = _DraftOfRequirements(rules, position, None, strict=False)  # type: ignore[arg-type]  # stops before any chance
    is_all = True
    try:
        with suppress(_ChecksDoneError):
            draft.decide(move)
    except CannotTellError:
        is_all = False
    return Weighed(draft.broken_rules, is_all)
