"""Erasing what a person wrote: salt and value of each text go for good, its seal stays, so that every digest holds.

A person is whoever wrote as a seat, as `moderator` or `judge-1` ..., or under a name, at some lines; a seat that
changed hands was held by several. What stands in a line unsealed cannot go: who moved, how, and where and under which
name a post was made.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from events.entry import Entry, Secret
from events.errors import RefusedError
from events.events import OMNISCIENT, SessionEvent
from events.session_events import Ordered, Seated
from replay.reading.reading import knows
from replay.session.session import Session

WRITTEN: Final = ("text", "reason", "claim", "order")
"""The sealed fields of session events that somebody writes in words of their own."""
SHORTEST: Final = 3
"""The fewest characters of words that are looked for: fewer stand in every text."""


class Tenure(NamedTuple):
    """Who held a seat from a line to another: the random id of a person."""

    seat: str
    person: str
    first: int
    last: int


class WrittenText(NamedTuple):
    """A text that stands in a line."""

    seq: int
    field: str
    text: str


def tenures(session: Session) -> list[Tenure]:
    """Who held each seat, the first first."""
    found, last = list[Tenure](), session.head.seq
    for seat in session.started.seats:
        taken = [
            entry for entry in session.table.entries if isinstance(entry.event, Seated) and entry.event.seat == seat
        ]
        ends = [*(entry.seq - 1 for entry in taken[1:]), last]
        found += [
            Tenure(seat, entry.event.person, entry.seq, end)
            for entry, end in zip(taken, ends, strict=True)
            if isinstance(entry.event, Seated)
        ]
    return found


def authors(session: Session) -> tuple[str, ...]:
    """Who can be erased: the seats, and whoever else wrote a text, under the name that stands in its line."""
    wrote = {author for entry, _, _ in _texts(session) for author in _authors(entry)}
    return (*session.started.seats, *sorted(wrote - {*session.started.seats}))


def texts_of(
    session: Session, author: str = "", words: str = "", first: int = 1, last: int = 0, *, viewer: str = OMNISCIENT
) -> list[WrittenText]:
    """The texts of an author, those that hold some words (in any letter case), or those of an author that do.

    Only those of the lines from `first` to `last` (0: the last one). A standing order that is in force stays. Words are
    looked for in what a viewer may know alone: else whoever erases could try out what others wrote for themselves.

    Raises:
        RefusedError: neither an author nor words; too few letters; nobody of that name wrote here; no such lines.
    """
    words, last = " ".join(words.split()), last or session.head.seq
    if not author and not words:
        raise RefusedError("say whose texts are erased, or words that stand in them")
    if words and len(words) < SHORTEST:
        raise RefusedError(f'"{words}" stands in too many texts: write at least {SHORTEST} characters')
    author = author.strip().lower().replace(" ", "-")
    if author and author not in (known := authors(session)):
        raise RefusedError(f'"{author[:40]}" wrote nothing here; there are {", ".join(known)}')
    if not 1 <= first <= last <= session.head.seq:
        raise RefusedError(f"there are no lines {first} to {last}; the session has lines 1 to {session.head.seq}")
    in_force, unsealed = _orders_in_force(session), session.table.unsealed

    def may_search(secret: Secret) -> bool:
        return viewer == OMNISCIENT or knows(viewer, secret.audience, unsealed, session.started.seats)

    sought = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    return [
        WrittenText(entry.seq, secret.field, text)
        for entry, secret, text in _texts(session)
        if first <= entry.seq <= last and entry.seq not in in_force
        if (not author or author in _authors(entry)) and (not words or (may_search(secret) and sought.search(text)))
    ]


def erase_texts(session: Session, texts: list[WrittenText]) -> int:
    """Erase texts for good; returns how many there were left to erase."""
    places = dict.fromkeys((one.seq, one.field) for one in texts)
    return sum(session.store.erase(session.row.session, seq, field) for seq, field in places)


def _texts(session: Session) -> Iterator[tuple[Entry, Secret, str]]:
    entries = session.table.entries
    for secret in session.store.secrets(session.row.session):
        entry = entries[secret.seq - 1]
        if isinstance(entry.event, SessionEvent) and secret.field in WRITTEN and secret.value is not None:
            yield entry, secret, msgspec.json.decode(secret.value, type=str)


def _authors(entry: Entry) -> set[str]:
    """Who wrote a line: its author by name, and the seat that filed it; where it has no author, whoever filed it."""
    event = entry.event
    if isinstance(event, Ordered):
        return {event.seat}
    author = str(getattr(event, "author", "")).lower().replace(" ", "-")
    is_role = entry.by in ("table", "moderator") or entry.by.startswith("judge-")
    return {author, *([] if is_role else [entry.by])} if author else {entry.by}


def _orders_in_force(session: Session) -> set[int]:
    """The lines of the orders by which a seat still answers."""
    if session.table.unsealed:
        return set()
    found = {entry.event.seat: entry.seq for entry in session.table.entries if isinstance(entry.event, Ordered)}
    return set(found.values())
