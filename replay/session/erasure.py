"""Erase what a person wrote: salt and value of each text are deleted; the seal stays, so every digest remains valid.

An author is a seat, a role (`moderator`, `judge-1`) or a name. The person on a seat can change, so a range of entries
can be given. Unsealed content cannot be erased: who moved and how, and the place and author name of a post.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from events.entry import Entry, Secret
from events.errors import RefusedError
from events.events import OMNISCIENT, SessionEvent
from events.session_events import Ordered, Seated
from events.store.accounts import Accounts, Link
from events.store.followed import FollowedThreads
from replay.reading.audience import knows
from replay.session.session import Session

WRITTEN: Final = ("text", "reason", "claim", "order", "link", "writer")
"""The sealed fields of session events that contain free text, or lead to its author outside this server."""
SHORTEST: Final = 3  # the fewest characters of a search text. Shorter ones occur in nearly every text

KEPT: Final = (
    "Copies made earlier still contain the texts: exports, turn summaries, backups, imports, threads and mails. "
    "The log still shows each move with its seat, and the place and the name of each post."
)
"""The message about copies of a text that an erasure cannot reach."""


class Tenure(NamedTuple):
    """A person on a seat, by random id, with the first and the last entry of the time there."""

    seat: str
    person: str
    first: int
    last: int


class WrittenText(NamedTuple):
    """A text in an entry."""

    seq: int
    field: str
    text: str


def tenures(session: Session) -> list[Tenure]:
    """Return the people on each seat, in order."""
    found = list[Tenure]()
    for seat in session.started.seats:
        last = session.head.seq
        for entry, event in reversed(session.table.events_of(Seated)):
            if event.seat == seat:
                found.append(Tenure(seat, event.person, entry.seq, last))
                last = entry.seq - 1
    return sorted(found, key=lambda one: (session.started.seats.index(one.seat), one.first))


def authors(session: Session) -> tuple[str, ...]:
    """Return the authors whose texts can be erased: the seats, and other authors by the name in their entries."""
    wrote = {author for entry, _, _ in _texts(session) for author in _authors(entry)}
    return (*session.started.seats, *sorted(wrote - {*session.started.seats}))


def texts_of(
    session: Session, author: str = "", words: str = "", first: int = 1, last: int = 0, *, viewer: str = OMNISCIENT
) -> list[WrittenText]:
    """Return the texts of an author, or with some words (ignoring case), or both, from entry `first` to `last`.

    A standing order in force is kept. Words are searched only in texts that the viewer may know, so that a search
    cannot reveal private texts. Raises RefusedError.
    """
    words, last = " ".join(words.split()), last or session.head.seq
    if not author and not words:
        raise RefusedError("choose the texts to erase: name their author, or words that they contain")
    if words and len(words) < SHORTEST:
        raise RefusedError(f'"{words}" is too short to search for. Write at least {SHORTEST} characters')
    author = author.strip().lower().replace(" ", "-")
    if author and author not in (known := authors(session)):
        raise RefusedError(f'"{author[:40]}" is not an author in this session. Authors: {", ".join(known)}')
    if not 1 <= first <= last <= session.head.seq:
        raise RefusedError(f"entries {first} to {last} do not exist. The log has entries 1 to {session.head.seq}")
    table, seats = session.table, session.started.seats
    orders = () if table.unsealed else table.events_of(Ordered)
    in_force = {event.seat: entry.seq for entry, event in orders}.values()

    def may_search(secret: Secret) -> bool:
        return viewer == OMNISCIENT or knows(viewer, secret.audience, table.opened_to(secret.seq), seats)

    sought = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    return [
        WrittenText(entry.seq, secret.field, text)
        for entry, secret, text in _texts(session)
        if first <= entry.seq <= last and entry.seq not in in_force
        if (not author or author in _authors(entry)) and (not words or (may_search(secret) and sought.search(text)))
    ]


def erase_texts(session: Session, texts: list[WrittenText]) -> int:
    """Erase texts permanently; return how many were not erased before."""
    places = dict.fromkeys((one.seq, one.field) for one in texts)
    return sum(session.store.erase(session.row.session, seq, field) for seq, field in places)


def _texts(session: Session) -> Iterator[tuple[Entry, Secret, str]]:
    entries = session.table.entries
    for secret in session.store.secrets(session.row.session):
        entry = entries[secret.seq - 1]
        if isinstance(entry.event, SessionEvent) and secret.field in WRITTEN and secret.value is not None:
            yield entry, secret, msgspec.json.decode(secret.value, type=str)


def _authors(entry: Entry) -> set[str]:
    event = entry.event
    if isinstance(event, Ordered):
        return {event.seat}
    author = str(getattr(event, "author", "")).lower().replace(" ", "-")
    is_role = entry.by in ("table", "moderator") or entry.by.startswith("judge-")
    return {author, *([] if is_role else [entry.by])} if author else {entry.by}


class ErasedPerson(NamedTuple):
    """The result: number of erased texts, their entries, and whether a name or address was erased too."""

    texts: int
    lines: tuple[int, ...]
    was_named: bool


def erase_person(
    accounts: Accounts, session: Session, author: str, words: str = "", first: int = 1, last: int = 0, *,
    viewer: str = OMNISCIENT,
) -> ErasedPerson:  # fmt: skip
    """Erase the texts of an author in some entries; with `words`, only texts that contain them.

    Without `words`, also erase the names, mail address and absence of the person who had the seat or role there.
    """
    texts = texts_of(session, author, words, first, last, viewer=viewer)
    was_named = not words and _forget(accounts, session, author, first, last or session.head.seq)
    return ErasedPerson(erase_texts(session, texts), tuple(sorted({one.seq for one in texts})), was_named)


def _forget(accounts: Accounts, session: Session, author: str, first: int, last: int) -> bool:
    name, held = session.row.session, [one for one in tenures(session) if one.seat == author]
    people = {one.person for one in held if one.first <= last and first <= one.last}
    known = {one.person for one in held}

    def was_meant(link: Link) -> bool:
        """Return whether a link belongs to the person whose texts are erased.

        A holder from before links existed has no id in the log.
        """
        return not held or (link.person if link.person in known else "") in people

    named = [link for link in accounts.links(name) if link.name and author in (link.role, link.seat)]
    links = list(filter(was_meant, named))
    is_present = not held or held[-1].first <= last
    with accounts.transaction():
        for link in links:
            accounts.name_link(link.id, "")
        settings = accounts.settings(name)
        beside: dict[str, dict[str, object]] = {
            what: dict(getattr(settings, what)) for what in ("names", "mail", "unconfirmed", "muted", "away")
        }
        found = [told.pop(author, None) for told in beside.values()] if is_present else []
        if any(found):
            accounts.change(name, **beside)
        was_author = is_present and FollowedThreads(accounts).forget_seat(name, author)
    return bool(links) or any(found) or was_author
