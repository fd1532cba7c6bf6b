"""Where lines lead before they are filed, as far as one reader can tell: no die is asked, nothing is dealt."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Final

from events.errors import NeedsFateError, NotationError, UnplayableError
from events.facts import UNKNOWN, Chance, Effect, Move, Revealed
from projections.draft import Divergence, Draft, Stated, objections, run
from projections.game import Game
from projections.notation.prose.lexicon import Wording
from projections.notation.recorded_chance import Typed
from projections.terms import Fate, Seen, Written
from projections.wording import joined
from replay.chance.fate import MixedChance, NoChance
from replay.live.implied_moves import accepts, implied_moves
from replay.reading.audience import AudienceCollector
from replay.reading.timeline import Timeline

_DICE: Final = "the dice before it have fallen"
_DEALT: Final = "it is known what the tower turns up before it"


class AgainstError(Exception):
    """A rule, or what stands on the board, speaks against a move."""

    def __init__(self, message: str, rule: str = "", move: Move | None = None, *, may_keep: bool = True) -> None:
        super().__init__(message)
        self.message, self.rule, self.move, self.may_keep = message, rule, move, may_keep


class LookAhead:
    """The position that lines lead to, move by move; `waits` says what has to be known before the next one.

    `path` are the moves that were tried on the way; `brief` are the sentences of the last move and of what chance
    showed, without what the table made of them. `confirmed` gives ways to say moves that this table has confirmed.
    Where posts are recorded, what is compulsory and `unsaid` is implied as well.
    """

    def __init__(self, timeline: Timeline, *, unsaid: bool = False) -> None:
        self.game: Game[Any, Any] = timeline.game
        self.started = timeline.reading.started
        self.position: Any = timeline.position(timeline.last)
        self.waits = ""
        self.secrecy = AudienceCollector(timeline.reading.codec)
        self.path: tuple[Move, ...] = ()
        self.brief: tuple[str, ...] = ()
        self.confirmed: Callable[[], Sequence[Wording]] = tuple
        self.unsaid = unsaid
        self._is_begun, self._turn = False, self.game.rules.status(self.position).turn

    def __repr__(self) -> str:
        return f"LookAhead(position={self.position!r}, waits={self.waits!r})"

    @property
    def is_strict(self) -> bool:
        """Whether moves are refused rather than recorded as they stood."""
        return self.started.dice == self.started.cards == "tower"

    def tried(self) -> "LookAhead":
        """The same place, to go on from it for a try: with what is said, and not noting who may know it."""
        other = copy(self)
        other.unsaid = False
        other.secrecy = AudienceCollector(self.secrecy.codec)
        return other

    def go_on(self, written: Written, *, lenient: bool = False) -> list[str]:
        """Go on to the position after a move, and tell what it does.

        Raises:
            AgainstError: a rule speaks against it, as far as this reader knows.
            NotationError: dice that fell on a table are not written.
        """
        self._turn, self.brief = self.game.rules.status(self.position).turn, ()
        if not self.waits:
            self._imply(written.move)
            self._wait_for_others(written.move)
        if self.waits:
            self.secrecy.take_in_words(written)
            return []
        stated = Stated(written.stated, written.absent)
        try:
            draft = run(
                self.game.rules, self.position, written.move, self._fate(written.seen), strict=False, stated=stated
            )
        except UnplayableError as error:
            raise AgainstError(str(error), may_keep=False) from error
        except NeedsFateError:
            if not lenient:
                self._require_no_objection(written.move)
            self.waits = _DICE
            self.secrecy.take_in_words(written)
            self.brief = (self.game.view.tell(written.move, self.position, self.position),)
            return list(self.brief)
        if not lenient:
            self._require_due(draft, written.move)
        return self._take_in(draft)

    def finish(self, seat: str) -> None:
        """The end of a block says nothing more: what silence means follows, where play is recorded as it stood.

        Of a turn that only its last line has led to it says nothing.
        """
        status = self.game.rules.status(self.position)
        if self.is_strict or self.waits or status.turn != self._turn or next(iter(status.awaited), "") != seat:
            return
        silent = self.game.rules.silence(self.position, seat)
        if silent is not None:
            with suppress(NotationError):  # dice are due behind it: nobody has told them, so it says nothing
                self.go_on(Written(silent), lenient=True)

    def _imply(self, move: Move) -> None:
        """Go on over the silence that a move stands on."""
        if self.is_strict and accepts(self.game, self.position, move):
            return
        unsaid = self.unsaid and not self.is_strict
        implied = implied_moves(self.game, self.position, move, strict=self.is_strict, unsaid=unsaid)
        for silent in implied:
            try:
                self._take_in(run(self.game.rules, self.position, silent, self._fate(Seen()), strict=False))
            except NeedsFateError:
                self.waits = _DICE
            if self.waits:
                return

    def _wait_for_others(self, move: Move) -> None:
        """Behind a move of this post it may be for others to answer first: that is no mistake of its author."""
        awaited = self.game.rules.status(self.position).awaited
        if self.is_strict and self._is_begun and awaited and move.player not in awaited:
            names = joined([self.game.view.seat_name(self.position, seat) for seat in awaited])
            self.waits = f"{names} {'has' if len(awaited) == 1 else 'have'} answered"

    def _take_in(self, draft: Draft[Any]) -> list[str]:
        told, brief, self._is_begun = list[str](), list[str](), True
        for entry in draft.entries:
            after = self.game.rules.reducer(self.position, entry.fact)
            told.append(self.game.view.tell(entry.fact, self.position, after))
            brief += told[-1:] if isinstance(entry.fact, Move | Chance) else []
            self.position = after
        self.secrecy.take_in(draft.entries)
        hidden = any(isinstance(entry.fact, Revealed) and entry.fact.item == UNKNOWN for entry in draft.entries)
        self.brief = tuple(brief)
        if self.started.cards == "tower" and (draft.unchecked or hidden):
            self.waits, self.brief = _DEALT, tuple(told[:1])
            return told[:1]
        return told

    def _fate(self, seen: Seen) -> Fate:
        """Chance as it was written; what the tower deals is not known, and its dice are not asked."""
        typed, hidden = Typed(seen, self.started.dice, self.started.cards), Typed(Seen(), "tower", "tower")
        dice: Any = NoChance() if self.started.dice == "tower" else typed
        return MixedChance(dice, hidden if self.started.cards == "tower" else typed)

    def _require_no_objection(self, move: Move) -> None:
        for breach in objections(self.game.rules, self.position, move):
            if not breach.doubt:
                raise AgainstError(breach.message, breach.rule, move)

    def _require_due(self, draft: Draft[Any], move: Move) -> None:
        """Refuse what a rule speaks against, and stated results that are not the due ones."""
        certain = [breach for breach in draft.breaches if not breach.doubt]
        if certain:
            others = dict.fromkeys(breach.rule for breach in certain[1:] if breach.rule != certain[0].rule)
            more = f"; {', '.join(others)} too" if others else ""
            raise AgainstError(certain[0].message + more, certain[0].rule, move)
        for found in draft.divergences:
            if not found.doubt:
                raise AgainstError(self._differing(found, draft.now), found.rule)

    def _differing(self, found: Divergence, position: Any) -> str:
        def told(effect: Effect | None) -> str:
            return "nothing" if effect is None else self.game.view.tell(effect, self.position, position).rstrip(".")

        return f"the rules make of it: {told(found.due)}; the post says: {told(found.stated)}"
