"""Notes on entries: add and withdraw them, and read them as one reader may know them.

These are public notes, the reader's own, and notes for judges if the reader may make rulings. The text and the place of
a private note belong to no view of a session. The end of a session opens a note only if its author wanted that.
Therefore a person who looks at another seat's view does not see that seat's private notes.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from events.codec import Opening
from events.digits import whole
from events.entry import Entry
from events.errors import RefusedError
from events.events import ALL, AUTHOR_ONLY, PUBLIC_AFTER_END, UNKNOWN, UNTIL_END, WITH_MODERATOR
from events.session_events import Noted
from replay.reading.reading import Reading
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
_KINDS: Final[Mapping[str, str]] = {"alone": AUTHOR_ONLY, "judge": WITH_MODERATOR, "after": UNTIL_END}
"""The word that the audience of a private note holds in addition to the author."""


class NoteReader(NamedTuple):
    """A reader of notes, by the name used for writing: a seat, `moderator`, `judge-1` ..., or ""."""

    author: str = ""
    may_rule: bool = False


NOBODY: Final = NoteReader()


class Note(NamedTuple):
    """A note that was not withdrawn: its own entry `seq`, and the entry `at` it is about (0: the whole session)."""

    seq: int
    author: str
    by: str
    at: int
    text: str
    whom: str
    at_ms: int


def note_audience(author: str, whom: str) -> str:
    """Return the audience of a note."""
    return ALL if whom == "all" else f"{author} {_KINDS[whom]}"


def opens_note(audience: str, reader: NoteReader) -> bool:
    """Return whether a reader may read a private note, which no view of the session shows."""
    author, *kind = audience.split() or [""]
    if not reader.author or len(kind) != 1 or kind[0] not in (*_KINDS.values(), PUBLIC_AFTER_END):
        return False
    return author == reader.author or (kind == [WITH_MODERATOR] and reader.may_rule)


def notes(timeline: Timeline, reader: NoteReader = NOBODY) -> list[Note]:
    """Return the notes that a reader may know, without withdrawn ones, by the number of the entry they are about."""
    found, withdrawn = list[Note](), set[str]()
    for entry, stored in timeline.reading.events_of(Noted):
        event = _read(timeline.reading, entry, stored, reader)
        if event.text == UNKNOWN:
            continue
        if event.of:
            withdrawn.add(event.of)
            continue
        words = event.audience.split()
        whom = "all" if words == [ALL] else next((whom for whom, kind in _KINDS.items() if kind in words), "after")
        at = whole(event.at) or 0
        found.append(Note(entry.seq, event.author, entry.by, at, event.text, whom, entry.at_ms))
    return sorted((note for note in found if str(note.seq) not in withdrawn), key=lambda note: (note.at, note.seq))


def may_withdraw(note: Note, reader: NoteReader) -> bool:
    """Return whether a reader may withdraw a note: authors their own, a moderator also public ones."""
    is_public = reader.author == "moderator" and note.whom == "all"
    return bool(reader.author) and (note.author == reader.author or is_public)


def _read(reading: Reading[Any], entry: Entry, event: Noted, reader: NoteReader) -> Noted:
    """Return a note as a reader may know it, even if the reading's view does not open it."""
    if event.text != UNKNOWN or not opens_note(event.audience, reader):
        return event
    opening: Opening = {
        (one.field, one.item): None if one.salt is None or one.value is None else (one.salt, one.value)
        for one in reading.secrets()
        if one.seq == entry.seq
    }
    read = reading.codec.decode(reading.lines[entry.seq - 1], opening).event
    assert isinstance(read, Noted)
    return read


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
