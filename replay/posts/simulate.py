"""Simulate lines before they are recorded, as far as one reader may know. No dice are rolled and no cards dealt."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Final, Self

import msgspec

from events.errors import BellError, IllegalMoveError, NeedsRandomSourceError, NotationError, UnplayableError
from events.events import UNKNOWN, Chance, Effect, Move, Passed, Revealed
from projections.contracts import ObservedChance, RandomSource, Written
from projections.draft import DeclaredResults, Divergence, Draft, find_conflicts, run
from projections.game import Game
from projections.notation.prose.lexicon import Wording
from projections.notation.recorded_chance import DiceError, Typed, require_no_surplus, require_unclaimed
from projections.rule_conflicts import RuleConflict
from projections.wording import joined
from replay.chance.random_source import MixedChance, NoChance
from replay.reading.audience import AudienceCollector
from replay.reading.ending import closed_text
from replay.reading.needed_dice import with_needed_dice
from replay.reading.timeline import Timeline
from replay.session.auto_pass import accepts, forced_move, implied_moves, supposed
from replay.session.session import OVER
from replay.session.submission import NOT_DEALT

_DICE: Final = "the dice before it are rolled"
MOST_STEPS: Final = 4  # the most compulsory steps in a row that are supplied
_NOBODY_KNOWS: Final = f'"{UNKNOWN}"'.encode()
_DEALT: Final = "the dice roller has shown the cards before it"

CHANCE_WORDS: Final = {_DICE: "dice that are not rolled yet", _DEALT: "a card that is not drawn yet"}
"""What a move depends on, by the value of `LookAhead.waits`."""


class AgainstError(Exception):
    """A move conflicts with a rule or with the board. `not_kept` says why it cannot be accepted all the same."""

    conflict: RuleConflict | None = None
    not_kept: str = ""

    def __init__(self, message: str, rule: str = "", move: Move | None = None, *, may_accept: bool = True) -> None:
        super().__init__(message)
        self.message, self.rule, self.move, self.may_accept = message, rule, move, may_accept

    @classmethod
    def of(cls, conflict: RuleConflict, move: Move, more: str = "") -> Self:
        """Return the error for a rule conflict of a move."""
        error = cls(conflict.message + more, conflict.rule, move)
        error.conflict = conflict
        return error


def unknown_values(thing: Any) -> int:
    """Return the number of unknown values in a move or a position."""
    return msgspec.json.encode(thing).count(_NOBODY_KNOWS)


class LookAhead:
    """A simulation: the position after some lines of a post, to which moves are applied one by one."""

    def __init__(self, timeline: Timeline, *, unsaid: bool = False) -> None:
        self.game: Game[Any, Any] = timeline.game
        self.started = timeline.reading.started
        self.position: Any = timeline.position(timeline.last)
        self.waits = ""  # what must be known before the next move
        self.closed = closed_text(timeline.reading)
        self.secrecy = AudienceCollector(timeline.reading.codec)
        self.path: tuple[Move, ...] = ()  # the moves so far
        self.against: tuple[str, ...] = ()  # the rules that they broke
        self.supposes = False  # the position has arbitrary dice or cards of compulsory steps
        self.is_foreign = False  # one of these moves uses a territory, card or unit that is not its seat's
        self.chance = False  # the dice roller gave dice or cards since this was last set to False
        self.brief: tuple[str, ...] = ()  # the sentences of the last move and its dice and cards, without effects
        self.implied: tuple[tuple[str, tuple[str, ...]], ...] = ()  # moves that the last move implied: line, sentences
        self.confirmed: Callable[[], Sequence[Wording]] = tuple  # returns the wordings that players confirmed
        self.unsaid = unsaid  # compulsory actions that a transcript omits are implied
        self.tells, self.is_doubtful = True, False  # only the session can decide whether the last move is legal
        self._silence: tuple[str, ...] = ()
        self._steps: dict[tuple[int, str, int, int], tuple[Any, tuple[str, ...], LookAhead]] = {}
        self._parsed: dict[tuple[int, str, str], tuple[Any, tuple[tuple[Written, ...] | None, Sequence[str]]]] = {}
        self._is_begun, self._turn = False, self.game.rules.status(self.position).turn

    @property
    def is_strict(self) -> bool:
        """Whether illegal moves are refused."""
        return self.started.dice == self.started.cards == "tower"

    def tried(self, *, tells: bool = True) -> "LookAhead":
        """Return a copy on which moves can be tried without collecting an audience."""
        other = copy(self)
        other.unsaid, other.tells = False, tells
        other.secrecy = AudienceCollector(self.secrecy.codec)
        return other

    def go_on(self, written: Written, *, lenient: bool = False) -> list[str]:
        """Apply a move and return its sentences; no sentences if it must wait for dice or other seats (`waits`).

        Raises AgainstError for a broken rule, and NotationError for missing dice or too many cards.
        """
        self._turn, self.brief, self.is_doubtful = self.game.rules.status(self.position).turn, (), False
        self.implied = ()
        self._require_tower(written)
        draft = None if self.waits else self._at_once(written)
        if not self.waits and (draft is None or any(not conflict.is_unverified for conflict in draft.broken_rules)):
            begun = self.position
            self._silence += tuple(self._imply(written.move))
            self._wait_for_others(written.move)
            draft = draft if self.position is begun else None
        if self.waits:
            self.secrecy.take_in_words(written)
            return []
        try:
            draft = draft or self._run(written)
        except UnplayableError as error:
            raise AgainstError(str(error), may_accept=False) from error
        except NeedsRandomSourceError:
            for conflict in () if lenient else find_conflicts(self.game.rules, self.position, written.move):
                if not conflict.is_unverified:
                    raise AgainstError.of(conflict, written.move) from None
            self.waits = _DICE
            self.secrecy.take_in_words(written)
            self.brief = (self.game.view.sentence(written.move, self.position, self.position),)
            return self._told(self.brief)
        if self.started.cards != "tower":
            require_no_surplus(written.seen, draft)
        if not lenient:
            self._require_due(draft, written.move)
        elif self.started.cards == "tower":
            self._require_dealt(draft)
        self.is_doubtful = self.is_strict and any(conflict.is_unverified for conflict in draft.broken_rules)
        return self._told(self._take_in(draft))

    def _run(self, written: Written) -> Draft[Any]:
        stated, fate = DeclaredResults(written.stated, written.absent), self._fate(written.seen)
        try:
            return run(self.game.rules, self.position, written.move, fate, strict=False, stated=stated)
        except DiceError as error:
            raise with_needed_dice(error, self.game, self.position, self.started.seats, written.move) from error

    def _at_once(self, written: Written) -> Draft[Any] | None:
        """Run a move without the passes that it may imply. None if its seat is not awaited or it cannot be run."""
        if written.move.player not in self.game.rules.status(self.position).awaited:
            return None
        with suppress(UnplayableError, NeedsRandomSourceError, NotationError):
            return self._run(written)
        return None

    def compulsory_steps(
        self, seat: str, seed: int = 1, *, most: int = MOST_STEPS
    ) -> tuple[tuple[str, ...], "LookAhead"]:  # fmt: skip
        """Return the steps that a seat must make next without a choice, as lines, and the simulation after them.

        If their dice or cards are not known yet, the simulation has arbitrary ones, depending on `seed`.
        """
        key = id(self.position), seat, seed, most
        if key in self._steps:
            return self._steps[key][1:]
        lines, ahead = tuple[str, ...](), self.tried(tells=False)
        while not ahead.waits and len(lines) < most:
            move = forced_move(self.game, ahead.position, seat)
            begun, after = ahead.position, ahead.tried(tells=False)
            if move is None or (line := after.step(self.game.notation.spell(move, begun), seat)) is None:
                break
            if after.waits:
                after.position, after.waits, after.supposes = supposed(self.game, begun, move, seed), "", True
            if after.position is None or seat not in self.game.rules.status(after.position).awaited:
                break
            lines, ahead = (*lines, line), after
        self._steps[key] = self.position, lines, ahead
        return lines, ahead

    def step(self, line: str, seat: str) -> str | None:
        """Apply a line of notation and return it; None if it is not legal."""
        moves, _ = self.parsed(line, seat)
        return line if moves and self.goes(moves) else None

    def parsed(self, line: str, seat: str) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """Return the moves of a line of notation (None if it has not one meaning), and its meanings if several."""
        key = id(self.position), line, seat
        if key not in self._parsed:  # the position is kept, so that its id stays its own
            self._parsed[key] = self.position, self.game.notation.moves_or_choices(line, self.position, seat)
        return self._parsed[key][1]

    def goes(self, moves: Sequence[Written]) -> bool:
        """Apply moves, and return whether all of them are legal."""
        try:
            for written in moves:
                self.go_on(written)
                self.path = (*self.path, written.move)
        except (BellError, AgainstError):
            return False
        return True

    def owns(self, moves: Sequence[Written]) -> bool:
        """Return whether the territories, cards and units that moves use can be their seats'.

        Any of them can be if dice or cards are still unknown.
        """
        wordings = self.game.wordings
        return (
            wordings is None
            or self.waits in (_DICE, _DEALT)
            or all(wordings.owns(self.position, written.move) for written in moves)
        )

    def finish(self, seat: str) -> None:
        """Apply the pass that the end of a block implies, unless the session is strict or the block began a turn."""
        status = self.game.rules.status(self.position)
        if self.is_strict or self.waits or status.turn != self._turn or next(iter(status.awaited), "") != seat:
            return
        silent = self.game.rules.implied_pass(self.position, seat)
        if silent is not None:
            with suppress(NotationError):  # without the dice after it, the end implies nothing
                self.go_on(Written(silent), lenient=True)

    def _require_tower(self, written: Written) -> None:
        """Refuse moves of a closed session, and stated rolls and unknown cards if the dice roller produces them."""
        started = self.started
        if self.closed and not self.waits:
            raise AgainstError(self.closed, may_accept=False)
        if started.has_tower and self.game.rules.status(self.position).outcome is not None:
            raise AgainstError(OVER, may_accept=False)
        try:
            require_unclaimed(written.seen, started.dice, started.cards)
        except IllegalMoveError as error:
            raise AgainstError(str(error), may_accept=False) from error
        if started.cards == "tower" and unknown_values(written.move):
            named = f'"{UNKNOWN}" must be replaced by the name of the card, because the dice roller dealt it'
            raise AgainstError(named, may_accept=False)

    def _told(self, says: Sequence[str]) -> list[str]:
        told, self._silence = [*self._silence, *says], ()
        return told

    def _imply(self, move: Move) -> list[str]:
        told = list[str]()
        if self.is_strict and accepts(self.game, self.position, move):
            return told
        unsaid, dice = self.unsaid and not self.is_strict, self.started.dice == "tower"
        implied = implied_moves(self.game, self.position, move, strict=self.is_strict, unsaid=unsaid, dice=dice)
        for silent in implied:
            try:
                line, seat = self.game.notation.spell(silent, self.position), silent.player
                told += self._take_in(
                    run(self.game.rules, self.position, silent, self._fate(ObservedChance()), strict=False)
                )
                if seat == move.player and not isinstance(silent, Passed):
                    self.implied = (*self.implied, (line, self.brief))
            except NeedsRandomSourceError:
                self.waits = _DICE
            if self.waits:
                break
        return told

    def _wait_for_others(self, move: Move) -> None:
        """Mark the move as waiting if other seats must answer an earlier move of this post first."""
        awaited = self.game.rules.status(self.position).awaited
        if self.is_strict and self._is_begun and awaited and move.player not in awaited:
            names = joined([self.game.view.seat_name(self.position, seat) for seat in awaited])
            self.waits = f"{names} {'has' if len(awaited) == 1 else 'have'} answered"

    def _take_in(self, draft: Draft[Any]) -> list[str]:
        told, brief, self._is_begun = list[str](), list[str](), True
        for entry in draft.entries if self.tells else ():
            after = self.game.rules.reducer(self.position, entry.event)
            told.append(self.game.view.sentence(entry.event, self.position, after))
            brief += told[-1:] if isinstance(entry.event, Move | Chance) else []
            self.position = after
        self.position = draft.now
        self.chance = self.chance or any(getattr(entry.event, "source", "") == "tower" for entry in draft.entries)
        self.secrecy.take_in(draft.entries if self.tells else ())
        hidden = any(isinstance(entry.event, Revealed) and entry.event.item == UNKNOWN for entry in draft.entries)
        self.brief = tuple(brief)
        if self.started.cards == "tower" and (draft.unchecked or hidden):
            self.waits, self.brief = _DEALT, tuple(told[:1])
            return told[:1]
        return told

    def _fate(self, seen: ObservedChance) -> RandomSource:
        """Return the dice and cards as written. Results of the dice roller stay unknown, and nothing is rolled."""
        typed, hidden = Typed(seen, self.started.dice, self.started.cards), Typed(ObservedChance(), "tower", "tower")
        dice: Any = NoChance() if self.started.dice == "tower" else typed
        return MixedChance(dice, hidden if self.started.cards == "tower" else typed)

    def _require_dealt(self, draft: Draft[Any]) -> None:
        """Refuse an illegal move that would make a dealt card unknown."""
        position, unknown = self.position, unknown_values(self.position)
        for entry in draft.entries:
            position = self.game.rules.reducer(position, entry.event)
            now = unknown_values(position)
            if now > unknown and not isinstance(entry.event, Chance):
                raise AgainstError(NOT_DEALT, may_accept=False)
            unknown = now

    def _require_due(self, draft: Draft[Any], move: Move) -> None:
        """Refuse a broken rule, and stated results that differ from the results by the rules."""
        certain = [conflict for conflict in draft.broken_rules if not conflict.is_unverified]
        if certain:
            others = dict.fromkeys(conflict.rule for conflict in certain[1:] if conflict.rule != certain[0].rule)
            more = f"; this also breaks {', '.join(others)}" if others else ""
            raise AgainstError.of(certain[0], move, more)
        for found in draft.divergences:
            if not found.is_unverified:
                raise AgainstError(self._differing(found, draft.now), found.rule)

    def _differing(self, found: Divergence, position: Any) -> str:
        def told(effect: Effect | None) -> str:
            return "nothing" if effect is None else self.game.view.sentence(effect, self.position, position).rstrip(".")

        return f"the post says: {told(found.stated)}. By the rules it should be: {told(found.due)}"
