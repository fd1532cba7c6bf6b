"""A note at a line: filed, and withdrawn. Lines are only added, so that both are lines of the log."""

from typing import Final

from events.digits import whole
from events.errors import RefusedError
from events.events import UNKNOWN
from events.session_events import Noted
from replay.reading.notes import WHOM, Note, NoteReader, may_withdraw, note_audience, notes
from replay.reading.timeline import Timeline
from replay.session.session import Session

LONGEST: Final = 1000
"""The most characters of a note."""


def file_note(session: Session, reader: NoteReader, at: str, text: str, whom: str = "all") -> Note:
    """File a note at an address (`7.3`, `#412`; "" is the session itself).

    Raises:
        RefusedError: nobody's, for nobody, at no line, empty, too long, or with characters that steer how it is shown.
    """
    _require_author(reader)
    timeline = Timeline(session.row, session.table)
    line, text = check_note(timeline, at, text, whom)
    audience = note_audience(reader.author, whom)
    session.note(Noted(reader.author, text, str(line), "", audience), by=reader.author)
    written = session.table.entries[-1]
    return Note(written.seq, reader.author, written.by, line, text, whom, written.at_ms)


def withdraw_note(session: Session, reader: NoteReader, seq: int) -> Note:
    """Withdraw the note of a line: it is shown no more, though its line stays.

    Raises:
        RefusedError: no note of that line stands that the reader may withdraw, which is all that is said.
    """
    _require_author(reader)
    stood = notes(Timeline(session.row, session.view(_viewer(session, reader))), reader)
    found = next((note for note in stood if note.seq == seq and may_withdraw(note, reader)), None)
    if found is None:
        raise RefusedError(f"no note of yours stands in line {seq}")
    audience = note_audience(found.author, found.whom)
    session.note(Noted(reader.author, "", str(found.at), str(seq), audience), by=reader.author)
    return found


def check_note(timeline: Timeline, at: str, text: str, whom: str = "all") -> tuple[int, str]:
    """Where a note stands, and its text on one line: at the line that is named, or the last of the move at an address.

    Raises:
        RefusedError: there is no such address; or it says nothing, too much, or steers how it is shown; or it is for
            no such readers.
    """
    if whom not in WHOM:
        raise RefusedError(f'a note cannot be for "{whom[:40]}": {", ".join(WHOM)}')
    at, text = at.strip(), " ".join(text.split())
    if not text or text == UNKNOWN:
        raise RefusedError("a note says something")
    if len(text) > LONGEST or not text.isprintable():
        raise RefusedError(f"a note has at most {LONGEST:,} characters, without any that steer how it is shown")
    if not at:
        return 0, text
    group, number = timeline.find(at), at.removeprefix("#")
    return whole(number) or group.last, text


def _require_author(reader: NoteReader) -> None:
    if not reader.author:
        raise RefusedError("a note is written by a seat, a moderator or a judge")


def _viewer(session: Session, reader: NoteReader) -> str:
    return reader.author if reader.author in session.started.seats else "all"
