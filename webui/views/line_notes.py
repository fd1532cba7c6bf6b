"""Notes as pages show them at their lines."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.events import OMNISCIENT
from replay.chance.clock import utc_moment
from replay.reading.notes import Note, NoteReader, may_withdraw, notes
from replay.reading.timeline import Timeline

_FOR: Final = {"all": "", "alone": "for you alone", "judge": "for whoever may rule", "after": "for all after the end"}


class ShownNote(NamedTuple):
    """A note with the words around it: the line it stands at and that line's address, who wrote it, for whom, when."""

    at: int
    address: str
    seq: int
    author: str
    text: str
    whom: str
    when: str
    is_own: bool


def notes_to_show(timeline: Timeline, reader: NoteReader) -> list[ShownNote]:
    """The notes that a reader may know; `is_own` are those that it may withdraw."""
    return [_shown(timeline, note, reader) for note in notes(timeline, reader)]


def notes_at(shown: Sequence[ShownNote], first: int, last: int) -> list[ShownNote]:
    """The notes at the lines from one to another."""
    return [one for one in shown if first <= one.at <= last]


def notes_in_words(shown: Sequence[ShownNote]) -> str:
    """Notes as a text has them; nothing where there are none."""
    rows = [f"  {one.author}{f', {one.whom}' if one.whom else ''}: {one.text}" for one in shown]
    return "\n".join(["", "", "Notes", *rows]) if rows else ""


def _shown(timeline: Timeline, note: Note, reader: NoteReader) -> ShownNote:
    seats = timeline.reading.started.seats
    at = timeline.shown(note.at) if 0 < note.at <= timeline.last else 0
    first = timeline.group_at(at).first if at else 0
    author = timeline.game.view.seat_name(timeline.position(timeline.last), note.author) if note.author in seats else (
        "The table" if note.author == OMNISCIENT else f"The {note.author.replace('-', ' ')}"
    )  # fmt: skip
    whom = "opened at the end" if note.whom == "after" and timeline.reading.unsealed else _FOR[note.whom]
    return ShownNote(
        at, timeline.addresses.get(first, f"#{at}") if at else "", note.seq, author, note.text, whom,
        utc_moment(note.at_ms), may_withdraw(note, reader),
    )  # fmt: skip
