"""Notes on entries, as one reader may know them.

These are public notes, the reader's own, and notes for judges if the reader may make rulings. The text and the place of
a private note belong to no view of a session. The end of a session opens a note only if its author wanted that.
Therefore a person who looks at another seat's view does not see that seat's private notes.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from events.codec import Opening
from events.digits import whole
from events.entry import Entry
from events.events import ALL, AUTHOR_ONLY, PUBLIC_AFTER_END, UNKNOWN, UNTIL_END, WITH_MODERATOR
from events.session_events import Noted
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline

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
