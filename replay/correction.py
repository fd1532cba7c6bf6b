"""Corrections: going back to a move, deciding it anew, and deciding the later moves again with the dice that fell.

A roll is used again where the same dice fall for the same purpose, in their old order and once; whatever differs is
rolled anew. Before anything is written, a preview says what changes without throwing a die.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from events.conduct import Again
from events.errors import CannotTellError, IllegalMoveError, NeedsFateError, UnplayableError
from events.facts import UNKNOWN, Chance, Drawn, Move, Revealed, Rolled, Shuffled
from events.line import Entry
from projections.draft import Draft, Stated, run
from projections.game import Fate, Seen, Written
from replay.fate import Refusing
from replay.reading import Group, groups_of
from replay.session import Session
from replay.takeback import going_back, require_group_end, seen_piles

__all__ = ["Dropped", "Plan", "Replaying", "correct", "preview"]

C = TypeVar("C", bound=Chance)


class Dropped(msgspec.Struct, frozen=True):
    """A later move that is not legal any more."""

    seq: int
    rule: str
    why: str


class Plan(msgspec.Struct, frozen=True):
    """What a correction would do: groups decided again, moves that fall away, the first line that needs new chance.

    `keep` are the piles whose order can stand, because the same seats draw the same cards again.
    """

    again: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    anew: int
    keep: tuple[str, ...]


class Replaying:
    """The chance of struck lines, used again where it fits; the rest comes from the session's own fate."""

    def __init__(self, struck: Sequence[Entry], fate: Fate) -> None:
        self.left = [entry for entry in struck if isinstance(entry.fact, Chance)]
        self.fate = fate

    def _take(self, kind: type[C], fits: Any) -> tuple[C, int] | None:
        for at, entry in enumerate(self.left):
            if isinstance(entry.fact, kind) and fits(entry.fact):
                del self.left[: at + 1]
                return entry.fact, entry.seq
        return None

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The struck roll of these dice for this purpose, else a new one."""
        found = self._take(Rolled, lambda old: (old.die, old.sides, old.purpose) == (die, sides, purpose))
        if found is None:
            return self.fate.roll(die, sides, purpose)
        old, seq = found
        return Rolled(die, sides, old.faces, purpose, "replayed", of=old.of or seq)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Always a new shuffle."""
        return self.fate.shuffle(pile, cards)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """What lies on top; where that is not known, what the same seat drew."""
        if UNKNOWN not in top:
            return Drawn(player, pile, getattr(self.fate, "source", "tower"), tuple(top))
        found = self._take(Drawn, lambda old: (old.player, old.pile, len(old.cards)) == (player, pile, len(top)))
        return found[0] if found else self.fate.draw(player, pile, top)

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """What lies there; where that is not known, what it showed."""
        found = self._take(Revealed, lambda old: (old.pile, old.place) == (pile, place))
        return found[0] if found else self.fate.turn_up(pile, place, item)


def _later(session: Session, group: Group) -> list[Group]:
    groups = groups_of(session.table.entries, session.table.struck)
    return [
        later
        for later in groups
        if later.first > group.first and not later.struck and isinstance(later.head.fact, Move)
    ]


def _again(session: Session, position: Any, group: Group, written: Written | None, fate: Fate, by: str) -> Draft[Any]:
    """Decide one struck group again: as corrected, or as it was with the results stated then."""
    move = group.head.fact
    assert isinstance(move, Move)
    if written is not None:
        return run(
            session.game, position, written.move, fate, strict=session.strict, by=by,
            stated=Stated(written.stated, written.absent),
        )  # fmt: skip
    return run(session.game, position, move, fate, strict=True, by=group.head.by, implied=group.head.implied)


def _struck(session: Session, to: int) -> list[Entry]:
    return [entry for entry in session.table.entries[to:] if entry.seq not in session.table.struck]


def preview(session: Session, group: Group, written: Written | None, *, by: str) -> Plan:
    """What correcting a group would do (`written` None leaves its move out), without throwing or writing anything."""
    to = group.first - 1
    require_group_end(session.table, to)
    position = session.table.positions[to - 1]
    fate = Replaying(_struck(session, to), Refusing())
    again, dropped, anew = [], [], 0
    drawn: list[Drawn] = []
    steps = ([(group, written)] if written else []) + [(later, None) for later in _later(session, group)]
    for step, new in steps:
        try:
            draft = _again(session, position, step, new, fate, by)
        except NeedsFateError:
            anew = step.first
            break
        except (IllegalMoveError, UnplayableError, CannotTellError) as error:
            dropped.append(Dropped(step.first, getattr(error, "rule", ""), str(error)))
            continue
        again.append(step.first)
        drawn += [entry.fact for entry in draft.entries if isinstance(entry.fact, Drawn)]
        position = draft.now
    return Plan(tuple(again), tuple(dropped), anew, _kept(session, to, drawn))


def _kept(session: Session, to: int, drawn: Sequence[Drawn]) -> tuple[str, ...]:
    """The piles that the same seats draw the same cards from again."""
    old = [entry.fact for entry in _struck(session, to) if isinstance(entry.fact, Drawn)]
    kept = []
    for pile in seen_piles(session, to)[0]:
        before = [(fact.player, fact.cards) for fact in old if fact.pile == pile]
        after = [(fact.player, fact.cards) for fact in drawn if fact.pile == pile]
        if after[: len(before)] == before:
            kept.append(pile)
    return tuple(kept)


def correct(session: Session, group: Group, written: Written | None, *, by: str) -> Plan:
    """Go back to before a group, decide it as corrected, and decide the later moves again.

    A later move that has become illegal falls away, with what it led to. Returns what was done.

    Raises:
        IllegalMoveError: the corrected move itself is refused; nothing is written.
        RefusedError: the group is none that can be gone back to.
    """
    plan = preview(session, group, written, by=by)
    to = group.first - 1
    with session.writing():
        session.require_open()
        struck = _struck(session, to)
        steps = ([(group, written)] if written else []) + [(later, None) for later in _later(session, group)]
        entries, position = going_back(session, to, by, plan.keep)
        fate = Replaying(struck, session.fate_now(written.seen if written else Seen()))
        again, dropped = [], []
        for step, new in steps:
            try:
                draft = _again(session, position, step, new, fate, by)
            except (IllegalMoveError, UnplayableError, CannotTellError) as error:
                if new is not None:
                    raise
                dropped.append(Dropped(step.first, getattr(error, "rule", ""), str(error)))
                continue
            entries += [Entry(Again(step.first), by), *draft.entries]
            again.append(step.first)
            position = draft.now
        session.append(entries, position)
    return Plan(tuple(again), tuple(dropped), plan.anew, plan.keep)
