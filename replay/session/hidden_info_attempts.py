"""Tries: what is filed for a seat by somebody who does not hold it, and hangs on what that person may not know.

Whether it is legal would tell of a hand. So the one who files decides first, by what that one knows: a certain breach
is refused, and nothing is written. What cannot be told is written down (`HiddenInfoProbe`) before the table decides,
and a refusal leaves that line in the log. The same thing tried again where nothing has changed is the same try.
"""

from collections.abc import Sequence
from typing import Final

from events.entry import Entry
from events.errors import IllegalMoveError
from events.events import ALL, MODERATOR_VIEW, PUBLIC_AFTER_END, Event, Move, SessionEvent
from events.session_events import HiddenInfoProbe, TakenBack
from projections.move_choices import encoded, line_of
from projections.wording import titled
from replay.session.conflicts import position_changes
from replay.session.session import Session

MOST: Final = 3
"""So many tries for a seat may be refused in a turn."""
KEPT: Final = " !"
"""Stands behind what is kept although a rule speaks against it."""
ORDER: Final = "a standing order: "
"""Stands before what an order says."""
_SPENT: Final = (
    "{count} tries for {seat} were refused in this turn: only {seat}'s own link files for {seat} until the turn ends"
)


def is_for_another(session: Session, author: str, seat: str) -> bool:
    """Whether an author files for a seat that somebody else holds, where the tower has dealt hands.

    A standing order is its seat's own word, and what is in a branch its maker knows.
    """
    return session.started.cards == "tower" and author not in (seat, "order") and not session.started.branch


def viewer_of(session: Session, author: str) -> str:
    """As whom an author knows the board."""
    return author if author in session.started.seats else ALL


def try_of(author: str, seat: str, what: str, seats: Sequence[str]) -> HiddenInfoProbe:
    """The line that says that something was tried; what it was, its seat and whoever files know."""
    filer = author if author in seats else MODERATOR_VIEW
    return HiddenInfoProbe(author, seat, what, f"{seat} {filer} {PUBLIC_AFTER_END}")


def words_of(session: Session, author: str, move: Move, at: int = 0, *, keep: bool = False) -> str:
    """A move as its author would write it, who knew the board so behind line `at` (0: now)."""
    view = session.view(viewer_of(session, author))
    position = view.positions[at - 1] if at else view.position
    return (line_of(session.game, move, position) or encoded(move)) + (KEPT if keep else "")


def is_tried(session: Session, tried: HiddenInfoProbe) -> bool:
    """Whether the log holds this very try, and nothing has changed since."""
    return any(
        entry.event == tried and not position_changes(session.table.entries[entry.seq :])
        for entry in session.table.entries_of(HiddenInfoProbe)
    )


def require_tries_left(session: Session, author: str, seat: str) -> None:
    """Refuse to file for a seat for which too much was tried in this turn.

    Raises:
        IllegalMoveError: only whoever holds the seat may file for it.
    """
    if is_for_another(session, author, seat) and refused_tries(session, seat) >= MOST:
        raise IllegalMoveError("", _SPENT.format(count=MOST, seat=titled(seat)))


def refused_tries(session: Session, seat: str) -> int:
    """How many tries for a seat were refused in the turn that runs; one that was taken back counts as it did."""
    table, status = session.table, session.game.rules.status
    turn = status(table.position).turn
    return sum(
        _is_of(entry.event, seat) and status(table.positions[entry.seq - 1]).turn == turn and is_refused(session, entry)
        for entry in table.entries_of(HiddenInfoProbe)
    )


def _is_of(event: Event, seat: str) -> bool:
    return isinstance(event, HiddenInfoProbe) and event.seat == seat


def is_refused(session: Session, tried: Entry) -> bool:
    """Whether nothing came of a try: what changed the board next is not what was tried, or nothing did."""
    assert isinstance(tried.event, HiddenInfoProbe)
    for entry in session.table.entries[tried.seq :]:
        event = entry.event
        if isinstance(event, Move):
            return not _is_what_was_tried(session, tried, tried.event, entry, event)
        if isinstance(event, TakenBack):
            return entry.by != tried.by
        if isinstance(event, HiddenInfoProbe) or not isinstance(event, SessionEvent) or event.moves_board:
            return True
    return True


def _is_what_was_tried(session: Session, line: Entry, tried: HiddenInfoProbe, entry: Entry, move: Move) -> bool:
    if move.player != tried.seat or entry.by not in (line.by, "order"):
        return False
    if entry.by == "order":
        return tried.what.startswith(ORDER)
    return tried.what.removesuffix(KEPT) == words_of(session, line.by, move, line.seq)
