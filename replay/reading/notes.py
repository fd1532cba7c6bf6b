"""Notes at lines, as one reader may know them: those for everybody, its own, and those for the bench if it may rule.

What a note says, and where it stands, is no part of any view of a session: the end of a session opens it only where its
author said so. Whoever looks at another's view therefore reads none of that other's private notes.
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

WHOM: Final[Mapping[str, str]] = {
    "all": "everybody",
    "alone": "its author alone",
    "judge": "its author and whoever may rule",
    "after": "its author, and everybody once the session has been opened",
}
"""For whom a note can be."""
_KINDS: Final[Mapping[str, str]] = {"alone": AUTHOR_ONLY, "judge": WITH_MODERATOR, "after": UNTIL_END}
"""What stands beside the author in the audience of a note that is not for everybody."""


class NoteReader(NamedTuple):
    """Whoever reads notes, by the name in which it would write: a seat, `moderator`, `judge-1` ..., "" for nobody."""

    author: str = ""
    may_rule: bool = False


NOBODY: Final = NoteReader()


class Note(NamedTuple):
    """A note that stands: the line it was written in, and the line `at` which it stands (0: the session's own)."""

    seq: int
    author: str
    by: str
    at: int
    text: str
    whom: str
    at_ms: int


def note_audience(author: str, whom: str) -> str:
    """The audience of a note."""
    return ALL if whom == "all" else f"{author} {_KINDS[whom]}"


def _whom(audience: str) -> str:
    words = audience.split()
    if audience == ALL:
        return "all"
    return next((whom for whom, kind in _KINDS.items() if kind in words), "after")


def opens_note(audience: str, reader: NoteReader) -> bool:
    """Whether a reader may open what no view of a session opens."""
    author, *kind = audience.split() or [""]
    if not reader.author or len(kind) != 1 or kind[0] not in (*_KINDS.values(), PUBLIC_AFTER_END):
        return False
    return author == reader.author or (kind == [WITH_MODERATOR] and reader.may_rule)


def notes(timeline: Timeline, reader: NoteReader = NOBODY) -> list[Note]:
    """The notes that stand and that a reader may know, by the line they stand at and then as they were written."""
    found, withdrawn = list[Note](), set[str]()
    for entry in timeline.reading.entries_of(Noted):
        event = _read(timeline.reading, entry, reader)
        if event.text == UNKNOWN:
            continue
        if event.of:
            withdrawn.add(event.of)
            continue
        at = whole(event.at) or 0
        found.append(Note(entry.seq, event.author, entry.by, at, event.text, _whom(event.audience), entry.at_ms))
    return sorted((note for note in found if str(note.seq) not in withdrawn), key=lambda note: (note.at, note.seq))


def may_withdraw(note: Note, reader: NoteReader) -> bool:
    """Whether a reader may withdraw a note: its author, and a moderator one that everybody reads."""
    return bool(reader.author) and (
        note.author == reader.author or (reader.author == "moderator" and note.whom == "all")
    )


def _read(reading: Reading[Any], entry: Entry, reader: NoteReader) -> Noted:
    """A note as a reader may know it, whatever its view of the session."""
    event = entry.event
    assert isinstance(event, Noted)
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
