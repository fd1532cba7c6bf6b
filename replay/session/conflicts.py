"""Conflicts between posts: entries that the author had not seen, and whether they matter."""

from collections.abc import Sequence

import msgspec

from events.entry import Entry
from events.errors import ConflictError
from events.events import ALL, SessionEvent
from projections.wording import counted
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session


class UnseenLine(msgspec.Struct, frozen=True):
    """An entry, not seen by the author, that changed the position: its number, move number (if any) and sentences."""

    seq: int
    address: str
    told: tuple[str, ...]


def position_changes(entries: Sequence[Entry], *, orders: bool = True) -> list[Entry]:
    """Return the moves and session events that change the position; without `orders`, none by standing orders."""
    heads = [group.head for group in groups_of(entries) if orders or group.head.by != "order"]
    return [head for head in heads if not isinstance(head.event, SessionEvent) or head.event.moves_board]


def require_seen(session: Session, author: str, after: int | None, *, going_on: bool = False) -> None:
    """Raise ConflictError if the author has not seen an entry that changed the position, or names an unknown one.

    If a post is `going_on`, entries by standing orders in reply to its earlier moves are not conflicts.
    """
    head = session.head.seq
    if after is None or after == head:
        return
    if not 0 <= after < head:
        raise ConflictError(f"entry {after} does not exist. The log ends at entry {head}")
    if position_changes(session.table.entries[after:], orders=not going_on):
        viewer = author if author in session.started.seats else ALL
        lines = session.view(viewer).lines[after:]
        newer = counted(len(lines), "newer entry", "newer entries")
        raise ConflictError(f"entry {after} is not the last entry. {newer} follow", lines)


def unseen_lines(timeline: Timeline, after: int, *, orders: bool = True) -> tuple[UnseenLine, ...]:
    """Return the entries after `after` that changed the position, as the timeline's viewer may know them."""
    changed = {entry.seq for entry in position_changes(timeline.entries[after:], orders=orders)}
    address = timeline.addresses.get
    return tuple(
        UnseenLine(
            group.first, address(group.first, ""), tuple(timeline.sentence(entry.seq) for entry in group.entries)
        )
        for group in timeline.groups
        if group.first in changed
    )
