"""Takebacks: what was learnt since, who must consent, and the line that goes back.

Nothing is edited. `TakenBack` makes the position that of an earlier line; the lines between stay, struck through. A
pile that somebody saw into is shuffled anew, unless its order is kept by a ruling or because the same cards are drawn
again by the same seat.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.conduct import TakebackAnswered, TakebackAsked, TakenBack
from events.errors import RefusedError
from events.facts import ALL, TABLE, Conduct, Drawn, Move, Revealed
from events.line import Entry
from projections.game import Fate, Seen
from replay.consent import require_consent
from replay.learnt import Classified, Learnt, classify
from replay.reading import Reading, groups_of
from replay.session import Session

__all__ = ["Classified", "Learnt", "classify", "going_back", "require_group_end", "seen_piles", "take_back"]


def require_group_end(reading: Reading[Any], to: int) -> None:
    """Refuse a line that does not end a group, is struck, or lies within the set-up.

    Raises:
        RefusedError: and says which lines are meant.
    """
    groups = groups_of(reading.entries, reading.struck)
    moves = [group for group in groups if isinstance(group.head.fact, Move)]
    first = moves[0].first - 1 if moves else reading.seq
    if not first <= to < reading.seq:
        raise RefusedError(f"a takeback goes to a line from {first}, where the set-up ends, to {reading.seq - 1}")
    group = next(group for group in groups if group.first <= to <= group.last)
    if group.last != to:
        raise RefusedError(f"line {to} does not end a move; go back to {group.first - 1} or {group.last}")
    if to in reading.struck:
        raise RefusedError(f"line {to} is struck through already")


def seen_piles(session: Session, to: int) -> tuple[list[str], list[str]]:
    """The piles that somebody saw into since a line: those that can be shuffled anew, and those that are laid out."""
    position = session.table.positions[to - 1]
    piles: dict[str, None] = {}
    for entry in session.table.entries[to:]:
        if entry.seq not in session.table.struck and isinstance(entry.fact, Drawn | Revealed):
            piles[entry.fact.pile] = None
    loose = [pile for pile in piles if session.game.pile(position, pile)]
    return loose, [pile for pile in piles if session.game.pile(position, pile) is None]


def take_back(
    session: Session, to: int, *, by: str, agreed: Sequence[str] = (), keep: Sequence[str] = (), reason: str = ""
) -> Classified:
    """Go back to the position of line `to` at once: all who must consent have done so (`agreed`).

    Who must is the session's policy; a moderator decides alone. In a typed session the table has decided already: what
    is stated is recorded.

    Raises:
        RefusedError: the line is none to go back to, or consent is missing.
    """
    with session.writing():
        session.require_open()
        require_group_end(session.table, to)
        found = classify(session.view(ALL), to, by)
        if session.strict:
            require_consent(found, session.started, by, agreed)
        facts: list[Conduct] = []
        if by in session.started.seats or reason:
            facts.append(TakebackAsked(by, to, reason))
            asked = session.head.seq + 1
            facts += [TakebackAnswered(seat, asked, agreed=True) for seat in agreed]
        entries = [Entry(fact, by if isinstance(fact, TakebackAsked) else getattr(fact, "seat", by)) for fact in facts]
        drafted, position = going_back(session, to, by, keep, session.fate_now(Seen()))
        session.append([*entries, *drafted], position)
    return found


def going_back(
    session: Session, to: int, by: str, keep: Sequence[str], fate: Fate
) -> tuple[list[Entry], msgspec.Struct]:
    """The lines that go back, with the shuffles that this asks for, and the position after them.

    `fate` is that of all that follows in the same transaction, so that no number is given twice.
    """
    loose, laid = seen_piles(session, to)
    if unknown := set(keep) - set(loose) - set(laid):
        raise RefusedError(f"nobody saw into {', '.join(sorted(unknown))} since line {to}")
    position = session.table.positions[to - 1]
    entries = [Entry(TakenBack(to, tuple(sorted({*keep, *laid}))), by)]
    if session.started.cards == "tower":
        for pile in loose:
            if pile not in keep:
                shuffled = fate.shuffle(pile, session.game.pile(position, pile) or ())
                entries.append(Entry(shuffled, "tower" if shuffled.source == "tower" else TABLE))
                position = session.game.reducer(position, shuffled)
    return entries, position
