"""Add and withdraw notes on entries."""

from collections.abc import Mapping
from typing import Final

from events.errors import RefusedError
from events.events import ALL, UNKNOWN
from events.session_events import Noted
from replay.reading.notes import Note, NoteReader, may_withdraw, note_audience, notes
from replay.reading.timeline import Timeline
from replay.session.session import Session

LONGEST: Final = 1000  # the most characters of a note
WHOM: Final[Mapping[str, str]] = {
    "all": "everyone",
    "alone": "only its author",
    "judge": "its author, the moderator and the judges",
    "after": "its author, and everyone after the secrets are opened",
}
"""The audiences that a note can have."""


def file_note(session: Session, reader: NoteReader, at: str, text: str, whom: str = "all") -> Note:
    """Add a note to a move or entry (`7.3`, `#412`; "" is the session itself). Raises RefusedError."""
    _require_author(reader)
    line, text = check_note(Timeline(session.row, session.table), at, text, whom)
    audience = note_audience(reader.author, whom)
    session.note(Noted(reader.author, text, str(line), "", audience), by=reader.author)
    written = session.table.entries[-1]
    return Note(written.seq, reader.author, written.by, line, text, whom, written.at_ms)


def withdraw_note(session: Session, reader: NoteReader, seq: int) -> Note:
    """Withdraw a note; its entry remains. A RefusedError does not say whether the note exists."""
    _require_author(reader)
    viewer = reader.author if reader.author in session.started.seats else ALL
    found = require_own_note(Timeline(session.row, session.view(viewer)), reader, seq)
    audience = note_audience(found.author, found.whom)
    session.note(Noted(reader.author, "", str(found.at), str(seq), audience), by=reader.author)
    return found


def require_own_note(timeline: Timeline, reader: NoteReader, seq: int) -> Note:
    """Return the note of an entry that a reader may withdraw. A RefusedError does not say whether the note exists."""
    found = next((note for note in notes(timeline, reader) if note.seq == seq and may_withdraw(note, reader)), None)
    if found is None:
        raise RefusedError(f"entry {seq} is not a note that you can withdraw")
    return found


def check_note(timeline: Timeline, at: str, text: str, whom: str = "all") -> tuple[int, str]:
    """Return a note's entry (the last one of a move) and its text on one line. Raises RefusedError."""
    if whom not in WHOM:
        raise RefusedError(f'"{whom[:40]}" cannot be the audience of a note. Audiences: {", ".join(WHOM)}')
    at, text = at.strip(), " ".join(text.split())
    if not text or text == UNKNOWN:
        raise RefusedError("a note must contain text")
    if len(text) > LONGEST or not text.isprintable():
        raise RefusedError(f"a note can have at most {LONGEST:,} characters, without control characters")
    if not at:
        return 0, text
    return timeline.entry_at(at), text


def _require_author(reader: NoteReader) -> None:
    if not reader.author:
        raise RefusedError("only a seat, the moderator or a judge can write a note")
