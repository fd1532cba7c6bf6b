"""Where lines lead before they are filed, as far as one reader can tell: no die is asked, nothing is dealt."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Final

import msgspec

from events.errors import IllegalMoveError, NeedsRandomSourceError, NotationError, UnplayableError
from events.events import UNKNOWN, Chance, Effect, Move, Revealed
from projections.draft import Divergence, Draft, Stated, objections, run
from projections.game import Game
from projections.notation.prose.lexicon import Wording
from projections.notation.recorded_chance import Typed, require_all_told, require_unclaimed
from projections.terms import RandomSource, Seen, Written
from projections.wording import joined
from replay.chance.random_source import MixedChance, NoChance
from replay.reading.audience import AudienceCollector
from replay.reading.timeline import Timeline
from replay.session.auto_pass import accepts, implied_moves
from replay.session.session import OVER
from replay.session.submission import NOT_DEALT

_DICE: Final = "the dice before it have fallen"
_NOBODY_KNOWS: Final = f'"{UNKNOWN}"'.encode()
_DEALT: Final = "it is known what the tower turns up before it"


class AgainstError(Exception):
    """A rule, or what stands on the board, speaks against a move."""

    def __init__(self, message: str, rule: str = "", move: Move | None = None, *, may_keep: bool = True) -> None:
        super().__init__(message)
        self.message, self.rule, self.move, self.may_keep = message, rule, move, may_keep


def _unknown(thing: Any) -> int:
    """How many cards and tiles of a position, or of a move, nobody knows."""
    return msgspec.json.encode(thing).count(_NOBODY_KNOWS)


class LookAhead:
    """The position that lines lead to, move by move; `waits` says what has to be known before the next one.

    `path` are the moves that were tried on the way, `against` the rules that spoke against one of them; `brief` are the
    sentences of the last move and of what chance showed, without what the table made of them. `confirmed` gives
    ways to say moves that this table has confirmed. `is_doubtful` is a last move of which the session tells whether it
    stands, and this reader cannot. Where posts are recorded, what is compulsory and `unsaid` is implied as well. Unless
    it `tells`, only the position is kept.
    """

    def __init__(self, timeline: Timeline, *, unsaid: bool = False) -> None:
        self.game: Game[Any, Any] = timeline.game
        self.started = timeline.reading.started
        self.position: Any = timeline.position(timeline.last)
        self.waits = ""
        self.secrecy = AudienceCollector(timeline.reading.codec)
        self.path: tuple[Move, ...] = ()
        self.against: tuple[str, ...] = ()
        self.brief: tuple[str, ...] = ()
        self.confirmed: Callable[[], Sequence[Wording]] = tuple
        self.unsaid = unsaid
        self.tells, self.is_doubtful = True, False
        self._silence: tuple[str, ...] = ()
        self._is_begun, self._turn = False, self.game.rules.status(self.position).turn

    def __repr__(self) -> str:
        return f"LookAhead(position={self.position!r}, waits={self.waits!r})"

    @property
    def is_strict(self) -> bool:
        """Whether moves are refused rather than recorded as they stood."""
        return self.started.dice == self.started.cards == "tower"

    def tried(self, *, tells: bool = True) -> "LookAhead":
        """The same place, to go on from it for a try: with what is said, and not noting who may know it."""
        other = copy(self)
        other.unsaid, other.tells = False, tells
        other.secrecy = AudienceCollector(self.secrecy.codec)
        return other

    def go_on(self, written: Written, *, lenient: bool = False) -> list[str]:
        """Go on to the position after a move, and tell what it does; nothing of one that `waits`.

        Raises:
            AgainstError: a rule speaks against it, as far as this reader knows.
            NotationError: dice that fell on a table are not written, or more cards than are drawn.
        """
        self._turn, self.brief, self.is_doubtful = self.game.rules.status(self.position).turn, (), False
        self._require_tower(written)
        draft = None if self.waits else self._at_once(written)
        if not self.waits and (draft is None or any(not breach.doubt for breach in draft.breaches)):
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
            raise AgainstError(str(error), may_keep=False) from error
        except NeedsRandomSourceError:
            if not lenient:
                self._require_no_objection(written.move)
            self.waits = _DICE
            self.secrecy.take_in_words(written)
            self.brief = (self.game.view.tell(written.move, self.position, self.position),)
            return self._told(self.brief)
        if self.started.cards != "tower":
            require_all_told(written.seen, draft)
        if not lenient:
            self._require_due(draft, written.move)
        elif self.started.cards == "tower":
            self._require_dealt(draft)
        self.is_doubtful = self.is_strict and any(breach.doubt for breach in draft.breaches)
        return self._told(self._take_in(draft))

    def _run(self, written: Written) -> Draft[Any]:
        """What the rules make of a move, with what was seen and stated."""
        stated = Stated(written.stated, written.absent)
        fate = self._fate(written.seen)
        return run(self.game.rules, self.position, written.move, fate, strict=False, stated=stated)

    def _at_once(self, written: Written) -> Draft[Any] | None:
        """The same where it is that seat's move: one that nothing speaks against stands on no silence."""
        if written.move.player not in self.game.rules.status(self.position).awaited:
            return None
        with suppress(UnplayableError, NeedsRandomSourceError, NotationError):
            return self._run(written)
        return None

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

    def _require_tower(self, written: Written) -> None:
        """Refuse what the tower does not let in, whatever the rules say."""
        started = self.started
        if started.has_tower and self.game.rules.status(self.position).outcome is not None:
            raise AgainstError(OVER, may_keep=False)
        try:
            require_unclaimed(written.seen, started.dice, started.cards)
        except IllegalMoveError as error:
            raise AgainstError(str(error), may_keep=False) from error
        if started.cards == "tower" and _unknown(written.move):
            raise AgainstError(f'say which card is meant in place of "{UNKNOWN}": each was dealt here', may_keep=False)

    def _told(self, says: Sequence[str]) -> list[str]:
        """What a move does, behind the silence that it stands on."""
        told, self._silence = [*self._silence, *says], ()
        return told

    def _imply(self, move: Move) -> list[str]:
        """Go on over the silence that a move stands on, and tell it."""
        told = list[str]()
        if self.is_strict and accepts(self.game, self.position, move):
            return told
        unsaid = self.unsaid and not self.is_strict
        dice = self.started.dice == "tower"
        implied = implied_moves(self.game, self.position, move, strict=self.is_strict, unsaid=unsaid, dice=dice)
        for silent in implied:
            try:
                told += self._take_in(run(self.game.rules, self.position, silent, self._fate(Seen()), strict=False))
            except NeedsRandomSourceError:
                self.waits = _DICE
            if self.waits:
                break
        return told

    def _wait_for_others(self, move: Move) -> None:
        """Behind a move of this post it may be for others to answer first: that is no mistake of its author."""
        awaited = self.game.rules.status(self.position).awaited
        if self.is_strict and self._is_begun and awaited and move.player not in awaited:
            names = joined([self.game.view.seat_name(self.position, seat) for seat in awaited])
            self.waits = f"{names} {'has' if len(awaited) == 1 else 'have'} answered"

    def _take_in(self, draft: Draft[Any]) -> list[str]:
        told, brief, self._is_begun = list[str](), list[str](), True
        for entry in draft.entries if self.tells else ():
            after = self.game.rules.reducer(self.position, entry.event)
            told.append(self.game.view.tell(entry.event, self.position, after))
            brief += told[-1:] if isinstance(entry.event, Move | Chance) else []
            self.position = after
        self.position = draft.now
        self.secrecy.take_in(draft.entries if self.tells else ())
        hidden = any(isinstance(entry.event, Revealed) and entry.event.item == UNKNOWN for entry in draft.entries)
        self.brief = tuple(brief)
        if self.started.cards == "tower" and (draft.unchecked or hidden):
            self.waits, self.brief = _DEALT, tuple(told[:1])
            return told[:1]
        return told

    def _fate(self, seen: Seen) -> RandomSource:
        """Chance as it was written; what the tower deals is not known, and its dice are not asked."""
        typed, hidden = Typed(seen, self.started.dice, self.started.cards), Typed(Seen(), "tower", "tower")
        dice: Any = NoChance() if self.started.dice == "tower" else typed
        return MixedChance(dice, hidden if self.started.cards == "tower" else typed)

    def _require_no_objection(self, move: Move) -> None:
        for breach in objections(self.game.rules, self.position, move):
            if not breach.doubt:
                raise AgainstError(breach.message, breach.rule, move)

    def _require_dealt(self, draft: Draft[Any]) -> None:
        """Refuse to keep a move with a card that is not where the tower dealt it: it would be one that nobody knows."""
        position, unknown = self.position, _unknown(self.position)
        for entry in draft.entries:
            position = self.game.rules.reducer(position, entry.event)
            now = _unknown(position)
            if now > unknown and not isinstance(entry.event, Chance):
                raise AgainstError(NOT_DEALT, may_keep=False)
            unknown = now

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
