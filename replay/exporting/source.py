"""The data for every export: one session as one viewer may know it, and its moves as rows."""

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
    """A session to export. The viewer of `timeline` determines what the export may contain.

    `upto` is the last entry of a view that ends early. `reader` opens private notes (format `.jsonl` only). `at` is the
    position at which the offline page opens: a move number, an entry, or "" for the last. `turn` is the turn that a
    moving picture shows. `track` shows progress.
    """

    store: EventStore
    registry: Registry
    timeline: Timeline
    upto: int | None = None
    reader: NoteReader = NOBODY
    at: str = ""
    turn: int | None = None
    track: Callable[[Sequence[Any]], Iterable[Any]] = iter


class MoveRow(NamedTuple):
    """A move. `turn` and `move` are its move number: turn 7, move 3 is `7.3`."""

    turn: int
    move: int
    seat: str
    kind: str
    notation: str
    sentence: str
    dice: str
    time: str


def move_rows(timeline: Timeline) -> Iterator[tuple[Group, MoveRow]]:
    """Yield the moves in order, including undone moves, each with its group."""
    for group in timeline.groups:
        event = group.head.event
        if isinstance(event, Move):
            turn, move = timeline.addresses[group.first].split(".")
            notation = timeline.game.notation.write(group.entries, timeline.position(group.first - 1))
            dice = ", ".join(_dice(entry.event) for entry in group.entries if isinstance(entry.event, Rolled))
            kind, told = str(event.__struct_config__.tag), timeline.sentence(group.first)
            time = iso_moment(group.head.at_ms)
            yield group, MoveRow(int(turn), int(move), event.player, kind, notation, told, dice, time)


def _dice(rolled: Rolled) -> str:
    return ", ".join(f"{die} {face}" for die, face in zip(rolled.die.split(), rolled.faces, strict=False))
