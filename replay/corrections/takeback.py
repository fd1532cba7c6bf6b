"""Takebacks: what was learnt since, who must consent, and the line that goes back.

Nothing is edited. `TakenBack` makes the position that of an earlier line; the lines between stay, struck through. A
pile that somebody saw into is shuffled anew, unless its order is kept by a ruling or because the same cards are drawn
again by the same seat.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

import msgspec

from events.entry import Entry
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, Drawn, Event, Move, Revealed, Rolled, SessionEvent
from events.session_events import TakebackAnswered, TakebackAsked, TakenBack
from projections.game import Game
from projections.terms import RandomSource, Seen
from replay.chance.random_source import NoChance
from replay.reading.disclosure import Classification, classify
from replay.reading.reading import Reading, groups_of
from replay.session.consent import require_consent
from replay.session.session import Session


class ChangedLine(msgspec.Struct, frozen=True):
    """One line of the board in words: as it is now, and as it would be; "" where there is none."""

    now: str
    then: str


class TakebackPreview(msgspec.Struct, frozen=True):
    """A preview of going back to line `to`: heads of the groups it strikes, rolls among them, piles shuffled anew."""

    to: int
    groups: tuple[int, ...]
    rolls: int
    shuffled: tuple[str, ...]
    changed: tuple[ChangedLine, ...]


def require_group_end(reading: Reading[Any], to: int) -> None:
    """Refuse a line that does not end a group, is struck, or lies within the set-up.

    Raises:
        RefusedError: and says which lines are meant.
    """
    groups = groups_of(reading.entries, reading.undone)
    moves = [group for group in groups if isinstance(group.head.event, Move)]
    first = moves[0].first - 1 if moves else reading.seq
    if not first <= to < reading.seq:
        raise RefusedError(f"a takeback goes to a line from {first}, where the set-up ends, to {reading.seq - 1}")
    group = next(group for group in groups if group.first <= to <= group.last)
    if group.last != to:
        raise RefusedError(f"line {to} does not end a move; go back to {group.first - 1} or {group.last}")
    if to in reading.undone:
        raise RefusedError(f"line {to} is struck through already")


def is_change(head: Event) -> bool:
    """Whether a group with this head changes the position: a move, or a moderator's hand."""
    return isinstance(head, Move) or (isinstance(head, SessionEvent) and head.is_by_hand)


def require_change(reading: Reading[Any], to: int) -> None:
    """Refuse to go back to a line after which nothing changed.

    Raises:
        RefusedError: nothing has changed the position since.
    """
    if not any(entry.seq not in reading.undone and is_change(entry.event) for entry in reading.entries[to:]):
        raise RefusedError(f"nothing has changed the position since line {to}: there is nothing to take back")


def preview_takeback(reading: Reading[Any], to: int) -> TakebackPreview:
    """Preview going back to line `to`, as a viewer may know it. Nothing is shuffled, nothing written.

    Raises:
        RefusedError: the line is none to go back to.
    """
    require_group_end(reading, to)
    live = [entry for entry in reading.entries[to:] if entry.seq not in reading.undone]
    return TakebackPreview(
        to,
        tuple(entry.seq for entry in live if is_change(entry.event)),
        sum(isinstance(entry.event, Rolled) for entry in live),
        tuple(seen_piles(reading, to)[0]) if reading.started.cards == "tower" else (),
        changed_lines(reading.game, reading.position, reading.known_at(to)),
    )


def seen_piles(reading: Reading[Any], to: int) -> tuple[list[str], list[str]]:
    """The piles that somebody saw into since a line: those that can be shuffled anew, and those that are laid out."""
    position = reading.positions[to - 1]
    piles: dict[str, None] = {}
    for entry in reading.entries[to:]:
        if entry.seq not in reading.undone and isinstance(entry.event, Drawn | Revealed):
            piles[entry.event.pile] = None
    loose = [pile for pile in piles if reading.game.rules.pile(position, pile)]
    return loose, [pile for pile in piles if reading.game.rules.pile(position, pile) is None]


def take_back(
    session: Session, to: int, *, by: str, agreed: Sequence[str] = (), keep: Sequence[str] = (), reason: str = "",
    before: Sequence[Entry] = (), past_end: bool = False,
) -> Classification:  # fmt: skip
    """Go back to the position of line `to` at once: all who must consent have done so (`agreed`).

    Who must is the session's policy; a moderator decides alone. In a typed session the table has decided already: what
    is stated is recorded. `before` are lines to file ahead of it. A ruling may
    go back `past_end` of a session too: then the record ends earlier, nothing is shuffled, and play does not go on.

    Raises:
        RefusedError: the line is none to go back to, or consent is missing.
    """
    with session.writing():
        session.require_open(past_end=past_end)
        over = bool(session.table.unsealed)
        require_group_end(session.table, to)
        found = classify(session.view(ALL), to, by)
        if session.strict:
            require_consent(found, session.started, by, agreed)
        events: list[SessionEvent] = []
        if by in session.started.seats or reason:
            events.append(TakebackAsked(by, to, reason))
            asked = session.head.seq + len(before) + 1
            if by in session.started.seats or not session.strict:  # a moderator of the tower decides alone
                events += [TakebackAnswered(seat, asked, agreed=True) for seat in agreed]
        entries = [Entry(event, by) for event in events]  # who says that others agreed can be seen
        fate = NoChance() if over else session.fate_now(Seen())
        kept = seen_piles(session.table, to)[0] if over else keep
        drafted, position = takeback_lines(session, to, by, kept, fate)
        session.append([*before, *entries, *drafted], position)
    return found


def takeback_lines(
    session: Session, to: int, by: str, keep: Sequence[str], fate: RandomSource
) -> tuple[list[Entry], msgspec.Struct]:
    """The lines that go back, with the shuffles that this asks for, and the position after them.

    `fate` is that of all that follows in the same transaction, so that no number is given twice.
    """
    loose, laid = seen_piles(session.table, to)
    if unknown := set(keep) - set(loose) - set(laid):
        raise RefusedError(f"nobody saw into {', '.join(sorted(unknown))} since line {to}")
    position = session.table.known_at(to)
    kept = tuple(sorted({*keep, *laid}))
    entries = [Entry(TakenBack(to, kept, knows=session.table.has_learnt(to)), by)]
    if session.started.cards == "tower":
        for pile in loose:
            if pile not in keep:
                shuffled = fate.shuffle(pile, session.game.rules.pile(position, pile) or ())
                entries.append(Entry(shuffled, "tower" if shuffled.source == "tower" else OMNISCIENT))
                position = session.game.rules.reducer(position, shuffled)
    return entries, position


def changed_lines(game: Game[Any, Any], now: Any, then: Any) -> tuple[ChangedLine, ...]:
    """The lines in which two positions differ when they are told, in order."""
    if now is then:
        return ()
    told, would = game.view.text(now).splitlines(), game.view.text(then).splitlines()
    found: list[ChangedLine] = []
    for what, at, end, start, stop in SequenceMatcher(None, told, would, autojunk=False).get_opcodes():
        if what != "equal":
            pairs = zip_longest(told[at:end], would[start:stop], fillvalue="")
            found += [ChangedLine(was.strip(), will.strip()) for was, will in pairs if was.strip() or will.strip()]
    return tuple(found)
