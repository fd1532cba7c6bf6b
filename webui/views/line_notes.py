"""Notes as pages show them at their entries."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.events import OMNISCIENT
from replay.reading.notes import Note, NoteReader, may_withdraw, notes
from replay.reading.timeline import Timeline

_FOR: Final = {"all": "", "alone": "only you", "judge": "moderator and judges", "after": "public after the game"}


class ShownNote(NamedTuple):
    """A note for display: `at` is its entry, `seq` the entry that records it, `whom` its audience as text."""

    at: int
    address: str
    seq: int
    author: str
    text: str
    whom: str
    written_ms: int
    is_own: bool


def notes_to_show(timeline: Timeline, reader: NoteReader) -> list[ShownNote]:
    """Return the notes that a user may read; `is_own` marks those that the user may withdraw."""
    return [_shown(timeline, note, reader) for note in notes(timeline, reader)]


def notes_at(shown: Sequence[ShownNote], first: int, last: int) -> list[ShownNote]:
    """Return the notes that are about the entries from `first` to `last`."""
    return [one for one in shown if first <= one.at <= last]


def notes_in_words(shown: Sequence[ShownNote]) -> str:
    """Return notes as plain text; "" without notes."""
    rows = [f"  {one.author}{f', {one.whom}' if one.whom else ''}: {one.text}" for one in shown]
    return "\n".join(["", "", "Notes", *rows]) if rows else ""


def _shown(timeline: Timeline, note: Note, reader: NoteReader) -> ShownNote:
    seats = timeline.reading.started.seats
    at = timeline.shown(note.at) if 0 < note.at <= timeline.last else 0
    first = timeline.group_at(at).first if at else 0
    author = "The group" if note.author == OMNISCIENT else f"The {note.author.replace('-', ' ')}"
    author = timeline.seat_name(note.author) if note.author in seats else author
    whom = "public since the end" if note.whom == "after" and timeline.reading.opened_to(note.seq) else _FOR[note.whom]
    return ShownNote(
        at, timeline.addresses.get(first, f"#{at}") if at else "", note.seq, author, note.text, whom,
        note.at_ms, may_withdraw(note, reader),
    )  # fmt: skip
