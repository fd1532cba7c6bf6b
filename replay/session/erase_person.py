"""Erasing a person from a session: what they wrote, their name, address and absence beside the log."""

from typing import NamedTuple

from events.events import OMNISCIENT
from events.store.accounts import Accounts, Link
from replay.session.erasure import erase_texts, tenures, texts_of
from replay.session.session import Session

KEPT = (
    "Copies that were made before still have the texts: exports, turn summaries, backups, imports, threads and mails. "
    "The log still shows who moved and how, and where and under which name a post was made."
)
"""What no erasing reaches."""


class ErasedPerson(NamedTuple):
    """What was erased: so many texts, in which lines, and whether a name or address stood beside the log."""

    texts: int
    lines: tuple[int, ...]
    was_named: bool


def erase_person(
    accounts: Accounts, session: Session, author: str, words: str = "", first: int = 1, last: int = 0, *,
    viewer: str = OMNISCIENT,
) -> ErasedPerson:  # fmt: skip
    """Erase what an author wrote from a line to another; of them, or of anybody, those texts that hold some words.

    Without words the names, mail address and absence of whoever held the seat or role at these lines go too.

    Raises:
        RefusedError: as `texts_of`.
    """
    texts = texts_of(session, author, words, first, last, viewer=viewer)
    was_named = not words and _forget(accounts, session, author, first, last or session.head.seq)
    return ErasedPerson(erase_texts(session, texts), tuple(sorted({one.seq for one in texts})), was_named)


def _forget(accounts: Accounts, session: Session, author: str, first: int, last: int) -> bool:
    """Forget the names and addresses of whoever was an author from a line to another; whether there were any."""
    name, held = session.row.session, [one for one in tenures(session) if one.seat == author]
    people = {one.person for one in held if one.first <= last and first <= one.last}
    known = {one.person for one in held}

    def was_meant(link: Link) -> bool:
        """Whoever took a seat before links were made is no id in the log."""
        return not held or (link.person if link.person in known else "") in people

    links = [
        link for link in accounts.links(name) if link.name and author in (link.role, link.seat) and was_meant(link)
    ]
    is_present = not held or held[-1].first <= last
    with accounts.transaction():
        for link in links:
            accounts.name_link(link.id, "")
        settings = accounts.settings(name)
        beside = {what: dict(getattr(settings, what)) for what in ("names", "mail", "away")}
        found = [told.pop(author, "") for told in beside.values()] if is_present else []
        if any(found):
            accounts.change(name, **beside)
    return bool(links) or any(found)
