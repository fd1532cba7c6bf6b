"""What every export is made from: one session as one viewer may know it, and its moves in rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from events.events import Move, Rolled
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.chance.clock import iso_moment
from replay.reading.notes import NOBODY, NoteReader
from replay.reading.reading import Group
from replay.reading.timeline import Timeline


class Source(NamedTuple):
    """One session to export. The viewer of `timeline` decides what the export may hold.

    `upto` is the last entry of a view that ends early. `reader` opens private notes, in the log only. `at` is the
    position at which the offline page opens: a move number, an entry, or "" for the last. `track` shows progress.
    """

    store: EventStore
    registry: Registry
    timeline: Timeline
    upto: int | None = None
    reader: NoteReader = NOBODY
    at: str = ""
    track: Callable[[Sequence[Any]], Iterable[Any]] = iter


class MoveRow(NamedTuple):
    """One move. `turn` and `move` make its move number: turn 7, move 3 is `7.3`."""

    turn: int
    move: int
    seat: str
    kind: str
    notation: str
    sentence: str
    dice: str
    time: str


def move_rows(timeline: Timeline) -> Iterator[tuple[Group, MoveRow]]:
    """The moves in order, each with its group; undone moves too."""
    for group in timeline.groups:
        event = group.head.event
        if isinstance(event, Move):
            turn, move = timeline.addresses[group.first].split(".")
            yield (
                group,
                MoveRow(
                    int(turn),
                    int(move),
                    event.player,
                    str(event.__struct_config__.tag),
                    timeline.game.notation.write(group.entries, timeline.position(group.first - 1)),
                    timeline.tell(group.first),
                    ", ".join(_dice(entry.event) for entry in group.entries if isinstance(entry.event, Rolled)),
                    iso_moment(group.head.at_ms),
                ),
            )


def _dice(rolled: Rolled) -> str:
    """`A1 4, A2 2`: each die with its face."""
    return ", ".join(f"{die} {face}" for die, face in zip(rolled.die.split(), rolled.faces, strict=False))
