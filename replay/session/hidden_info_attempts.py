"""Attempts: a move for a seat, submitted by another person, that depends on information hidden from that person.

An answer about its legality would reveal a hand. A move that breaks a rule by what the author knows is refused, and
nothing is recorded. Otherwise the attempt is recorded (`HiddenInfoProbe`) before the session decides, and remains in
the log after a refusal. The same attempt counts once as long as the position has not changed.
"""

from collections.abc import Sequence
from typing import Final

from events.entry import Entry
from events.errors import IllegalMoveError
from events.events import ALL, MODERATOR_VIEW, PUBLIC_AFTER_END, Move, SessionEvent
from events.session_events import HiddenInfoProbe, TakenBack
from projections.move_choices import encoded, line_of
from projections.wording import titled
from replay.session.conflicts import position_changes
from replay.session.session import Session

MOST: Final = 3  # the number of attempts for a seat that may be refused in a turn
KEPT: Final = " !"  # suffix of a move that is to be accepted although it is illegal
ORDER: Final = "a standing order: "  # prefix of the text of a standing order
_SPENT: Final = (
    "{count} moves for {seat} were refused in this turn. Until the turn ends, only {seat} can submit them, "
    "with {seat}'s own link"
)


def is_for_another(session: Session, author: str, seat: str) -> bool:
    """Check whether an author submits for another seat whose hand the dice roller deals.

    A standing order counts as its seat's decision. In a what-if, the author knows everything.
    """
    return session.started.cards == "tower" and author not in (seat, "order") and not session.started.branch


def viewer_of(session: Session, author: str) -> str:
    """Return the viewer, a seat or `all`, whose knowledge an author has."""
    return author if author in session.started.seats else ALL


def try_of(author: str, seat: str, what: str, seats: Sequence[str]) -> HiddenInfoProbe:
    """Build the event about a move for another seat that depends on hidden cards. Its text is sealed."""
    filer = author if author in seats else MODERATOR_VIEW
    return HiddenInfoProbe(author, seat, what, f"{seat} {filer} {PUBLIC_AFTER_END}")


def words_of(session: Session, author: str, move: Move, at: int = 0, *, keep: bool = False) -> str:
    """Write a move in the notation that its author would use, at entry `at` (0: now)."""
    view = session.view(viewer_of(session, author))
    position = view.positions[at - 1] if at else view.position
    return (line_of(session.game, move, position) or encoded(move)) + (KEPT if keep else "")


def is_tried(session: Session, tried: HiddenInfoProbe) -> bool:
    """Return whether the log has this probe already and the position has not changed since that probe."""
    return any(
        event == tried and not position_changes(session.table.entries[entry.seq :])
        for entry, event in session.table.events_of(HiddenInfoProbe)
    )


def require_tries_left(session: Session, author: str, seat: str) -> None:
    """Raise IllegalMoveError if too many moves that others submitted for a seat were refused in this turn."""
    if is_for_another(session, author, seat) and refused_tries(session, seat) >= MOST:
        raise IllegalMoveError("", _SPENT.format(count=MOST, seat=titled(seat)))


def refused_tries(session: Session, seat: str) -> int:
    """Count the refused moves that others submitted for a seat in the current turn, also if they were taken back."""
    table, status = session.table, session.game.rules.status
    turn = status(table.position).turn
    return sum(
        probe.seat == seat
        and status(table.positions[entry.seq - 1]).turn == turn
        and _is_refused(session, entry, probe)
        for entry, probe in table.events_of(HiddenInfoProbe)
    )


def _is_refused(session: Session, line: Entry, tried: HiddenInfoProbe) -> bool:
    """Check whether the move of a probe was refused: the next change of the board is not this move."""
    for entry in session.table.entries[line.seq :]:
        event = entry.event
        if isinstance(event, Move):
            return not _is_what_was_tried(session, line, tried, entry, event)
        if isinstance(event, TakenBack):
            return entry.by != line.by
        if isinstance(event, HiddenInfoProbe) or not isinstance(event, SessionEvent) or event.moves_board:
            return True
    return True


def _is_what_was_tried(session: Session, line: Entry, tried: HiddenInfoProbe, entry: Entry, move: Move) -> bool:
    if move.player != tried.seat or entry.by not in (line.by, "order"):
        return False
    if entry.by == "order":
        return tried.what.startswith(ORDER)
    return tried.what.removesuffix(KEPT) == words_of(session, line.by, move, line.seq)
