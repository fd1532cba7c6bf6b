"""Seats and their secret links: assign people, issue and revoke links. Used by the pages and the command line."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from events.codec import Codec
from events.entry import Entry
from events.errors import CorruptLogError, RefusedError
from events.events import Started
from events.session_events import Appointed, Seated
from events.store.accounts import JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts, Link
from events.store.protocol import EventStore
from events.store.settings import check_name
from replay.chance.clock import now_ms

if TYPE_CHECKING:
    from replay.session.session import Session

ROLES: Final = (MODERATOR, JUDGE, SPECTATOR)  # the roles with links, apart from seats
EXPOSED: Final = (
    "this text contains a secret link, so nothing was saved. The link no longer works. Remove it from the text, "
    "and ask the moderator for a new one"
)
"""The refusal of a text that contains a secret link."""
_MOST: Final = 200  # the most active links of a session


class IssuedLink(NamedTuple):
    """A new link with its secret."""

    link: Link
    token: str


def require_seat(seat: str, seats: Sequence[str], *roles: str) -> None:
    """Raise RefusedError if a name is not one of the seats or roles."""
    if seat not in (*seats, *roles):
        raise RefusedError(f'"{seat[:40]}" is not a seat of this session. Seats: {", ".join(seats)}')


def seats_of(store: EventStore, session: str) -> tuple[str, ...]:
    """Return the seats of a session in order; empty if its first entry cannot be read."""
    lines = store.lines(session, 0, 1)
    try:
        started = Codec(()).decode(lines[0]).event if lines else None
    except CorruptLogError:
        return ()
    return started.seats if isinstance(started, Started) else ()


def seat_holders(entries: "list[Entry]") -> Mapping[str, str]:
    """Return the random id of each seat's present holder, from the log."""
    return {entry.event.seat: entry.event.person for entry in entries if isinstance(entry.event, Seated)}


def live_links(accounts: Accounts, session: str) -> list[Link]:
    """Return the active links of a session."""
    return [link for link in accounts.links(session) if link.is_live]


def issue(accounts: Accounts, session: "Session", role: str, seat: str = "", name: str = "") -> IssuedLink:
    """Create a secret link. A seat's new link replaces its earlier links; the log records a second moderator."""
    row, name = session.row.session, check_name(name)
    if role == SEAT:
        require_seat(seat, session.started.seats)
        person = seat_holders(session.table.entries).get(seat, "")
        name = name or accounts.names(row).get(seat, "")
        with accounts.transaction():
            _clear_seat(accounts, row, seat)
            made = IssuedLink(*accounts.issue(row, SEAT, now_ms(), seat=seat, person=person, name=name))
            if name:
                accounts.set_name(row, seat, name)
        return made
    if role not in (MODERATOR, SPECTATOR):
        raise RefusedError(f'"{role[:40]}" is not a role with a link. Roles: {SEAT}, {MODERATOR}, {SPECTATOR}')
    if role == MODERATOR and any(link.role == MODERATOR for link in accounts.links(row)):
        return appoint(accounts, session, MODERATOR, name)
    if len(live_links(accounts, row)) >= _MOST:
        raise RefusedError(f"this session already has {_MOST} links, the most that it can have. Revoke some of them")
    return IssuedLink(*accounts.issue(row, role, now_ms(), name=name))


def appoint(accounts: Accounts, session: "Session", role: str, name: str) -> IssuedLink:
    """Appoint a judge or moderator: an entry without a name, and a link. Raises RefusedError for other roles."""
    if role not in (JUDGE, MODERATOR):
        raise RefusedError(f'"{role[:40]}" is not a role that you can appoint. Roles: {JUDGE}, {MODERATOR}')
    name, person = check_name(name), accounts.new_person()
    if role == JUDGE:
        held = [entry.event.role for entry in session.table.entries if isinstance(entry.event, Appointed)]
        role = f"{JUDGE}-{sum(known.startswith(JUDGE) for known in held) + 1}"
    session.note(Appointed(person, role), by=MODERATOR)
    return IssuedLink(*accounts.issue(session.row.session, role, now_ms(), person=person, name=name))


def substitute(accounts: Accounts, session: "Session", seat: str, name: str, by: str = MODERATOR) -> None:
    """Replace the person on a seat. The entry contains no name. Old links end; old name and address are deleted."""
    row, name = session.row.session, check_name(name)
    require_seat(seat, session.started.seats)
    if session.table.unsealed:
        raise RefusedError("this session is over, so its seats cannot change")
    session.note(Seated(seat, accounts.new_person()), by=by)
    with accounts.transaction():
        _clear_seat(accounts, row, seat)
        accounts.set_name(row, seat, name)
        settings = accounts.settings(row)
        told = {what: getattr(settings, what) for what in ("away", "mail", "unconfirmed", "muted")}
        kept = {what: {held: one for held, one in by_seat.items() if held != seat} for what, by_seat in told.items()}
        accounts.change(row, **kept)


def reissue(accounts: Accounts, session: str, link: str) -> IssuedLink:
    """Create a new secret for the same person and role; the old one stops working."""
    known = _open_link(accounts, session, link)
    if known is None:
        raise RefusedError(f'this session has no link "{link[:40]}" that can be replaced')
    with accounts.transaction():
        made = IssuedLink(*accounts.reissue(known, now_ms()))
        _settle(accounts, session, {link})
    return made


def revoke(accounts: Accounts, session: str, link: str) -> Link:
    """Revoke a link, so that it stops working. Raises RefusedError if the session has no such link."""
    known = _open_link(accounts, session, link)
    if known is None:
        raise RefusedError(f'this session has no active link "{link[:40]}"')
    with accounts.transaction():
        accounts.revoke(link, now_ms())
        _settle(accounts, session, {link})
    return known


def revoke_exposed(accounts: Accounts, link: Link) -> None:
    """Revoke a link that was posted, and note that its owner needs a new one."""
    with accounts.transaction():
        if accounts.revoke(link.id, now_ms()):
            exposed = accounts.settings(link.session).exposed
            accounts.change(link.session, exposed=(*exposed, link.id)[-_MOST:])


def refuse_secrets(accounts: Accounts, text: str) -> None:
    """Raise RefusedError for a text with an active secret link, and revoke it: others may have read it."""
    found = accounts.live_tokens(text)
    for link in found:
        revoke_exposed(accounts, link)
    if found:
        raise RefusedError(EXPOSED)


def _open_link(accounts: Accounts, session: str, link: str) -> Link | None:
    """Return the link with this id if it is active, or was posted and must be replaced; else None."""
    exposed = accounts.settings(session).exposed
    found = (each for each in accounts.links(session) if each.id == link)
    return next((each for each in found if each.is_live or link in exposed), None)


def _clear_seat(accounts: Accounts, session: str, seat: str) -> None:
    own = [link for link in accounts.links(session) if (link.role, link.seat) == (SEAT, seat)]
    for link in own:
        accounts.revoke(link.id, now_ms())
    _settle(accounts, session, {link.id for link in own})


def _settle(accounts: Accounts, session: str, links: set[str]) -> None:
    """Remove links from the list of posted links that must be replaced."""
    exposed = accounts.settings(session).exposed
    if links & set(exposed):
        accounts.change(session, exposed=tuple(each for each in exposed if each not in links))
