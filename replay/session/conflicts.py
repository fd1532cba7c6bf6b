"""Posts that cross: what its author had not seen when a post was written, and whether that matters."""

from collections.abc import Sequence

import msgspec

from events.entry import Entry
from events.errors import ConflictError
from events.events import ALL, Event, SessionEvent
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session


class UnseenLine(msgspec.Struct, frozen=True):
    """A line that changed the position and was not seen: its number, its address if it is a move, its sentences."""

    seq: int
    address: str
    told: tuple[str, ...]


def _moves_board(event: Event) -> bool:
    """Whether a line of such a kind changes what a move stands on."""
    return not isinstance(event, SessionEvent) or event.moves_board


def position_changes(entries: Sequence[Entry], *, orders: bool = True) -> list[Entry]:
    """The heads of those groups that change the position; without `orders`, none that a standing order filed."""
    heads = [group.head for group in groups_of(entries)]
    return [head for head in heads if _moves_board(head.event) and (orders or head.by != "order")]


def require_seen(session: Session, author: str, after: int | None, *, going_on: bool = False) -> None:
    """Refuse an author who has not seen a line that changed the position, or has seen one that is not here.

    Who is `going_on` with a post knows what standing orders answered to it.

    Raises:
        ConflictError: with the lines missed, as the author may know them.
    """
    head = session.head.seq
    if after is None or after == head:
        return
    if not 0 <= after < head:
        raise ConflictError(f"there is no line {after} here: this log ends at line {head}")
    if position_changes(session.table.entries[after:], orders=not going_on):
        viewer = author if author in session.started.seats else ALL
        lines = session.view(viewer).lines[after:]
        raise ConflictError(f"line {after} is not the last any more: {len(lines)} lines came since", lines)


def unseen_lines(timeline: Timeline, after: int, *, orders: bool = True) -> tuple[UnseenLine, ...]:
    """What changed the position behind a line, told as the timeline's viewer may know it."""
    changed = {entry.seq for entry in position_changes(timeline.entries[after:], orders=orders)}
    return tuple(
        UnseenLine(
            group.first, timeline.addresses.get(group.first, ""), tuple(_told(timeline, group.first, group.last))
        )
        for group in timeline.groups
        if group.first in changed
    )


def _told(timeline: Timeline, first: int, last: int) -> list[str]:
    return [timeline.tell(seq) for seq in range(first, last + 1)]
