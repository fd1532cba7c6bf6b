"""Seats and their secret links: who sits where, as the moderator's page and the command line change it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from events.entry import Entry
from events.errors import RefusedError
from events.session_events import Appointed, Seated
from events.store.accounts import JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts, Link
from events.store.settings import check_name
from replay.chance.clock import now_ms

if TYPE_CHECKING:
    from replay.session.session import Session

ROLES: Final = (MODERATOR, JUDGE, SPECTATOR)
"""The roles that links are made for, besides seats."""
EXPOSED: Final = (
    "this text holds a secret link, so nothing of it was kept; the link opens nothing any more, and the moderator is "
    "told to hand out a new one: take it out of the text"
)
"""The refusal of a text with a secret in it."""
_MOST: Final = 200
"""So many live links a session has at most."""


class IssuedLink(NamedTuple):
    """A link that was just made, with its secret."""

    link: Link
    token: str


def require_seat(seat: str, seats: Sequence[str], *roles: str) -> None:
    """Refuse what is neither one of the seats nor one of the roles.

    Raises:
        RefusedError: says which seats there are.
    """
    if seat not in (*seats, *roles):
        raise RefusedError(f'no seat "{seat[:40]}" in this session; there are {", ".join(seats)}')


def seat_holders(entries: "list[Entry]") -> Mapping[str, str]:
    """The seats, each with the random id of its present holder, as the log knows it."""
    return {entry.event.seat: entry.event.person for entry in entries if isinstance(entry.event, Seated)}


def live_links(accounts: Accounts, session: str) -> list[Link]:
    """The links of a session that open something."""
    return [link for link in accounts.links(session) if link.is_live]


def issue(accounts: Accounts, session: "Session", role: str, seat: str = "", name: str = "") -> IssuedLink:
    """A new link; one for a seat takes the place of what there was, a further moderator is appointed by a line.

    Raises:
        RefusedError: no such seat or role.
    """
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
        raise RefusedError(f'a link for "{role[:40]}" is not made here: {SEAT}, {MODERATOR} or {SPECTATOR}')
    if role == MODERATOR and any(link.role == MODERATOR for link in accounts.links(row)):
        return appoint(accounts, session, MODERATOR, name)
    if len(live_links(accounts, row)) >= _MOST:
        raise RefusedError(f"this session has {_MOST} links already: revoke some of them")
    return IssuedLink(*accounts.issue(row, role, now_ms(), name=name))


def appoint(accounts: Accounts, session: "Session", role: str, name: str) -> IssuedLink:
    """Appoint somebody judge or moderator: a line of the log, which names nobody, and a link.

    Raises:
        RefusedError: there is no such appointment.
    """
    if role not in (JUDGE, MODERATOR):
        raise RefusedError(f'nobody is appointed "{role[:40]}": {JUDGE} or {MODERATOR}')
    name, person = check_name(name), accounts.new_person()
    if role == JUDGE:
        held = [entry.event.role for entry in session.table.entries if isinstance(entry.event, Appointed)]
        role = f"{JUDGE}-{sum(known.startswith(JUDGE) for known in held) + 1}"
    session.note(Appointed(person, role), by=MODERATOR)
    return IssuedLink(*accounts.issue(session.row.session, role, now_ms(), person=person, name=name))


def substitute(accounts: Accounts, session: "Session", seat: str, name: str, by: str = MODERATOR) -> None:
    """Substitute the person on a seat: a line of the log, which names nobody. Old links end, the old name is forgotten.

    Raises:
        RefusedError: no such seat, or the session is over.
    """
    row, name = session.row.session, check_name(name)
    require_seat(seat, session.started.seats)
    if session.table.unsealed:
        raise RefusedError("this session is over: nobody takes a seat any more")
    session.note(Seated(seat, accounts.new_person()), by=by)
    with accounts.transaction():
        _clear_seat(accounts, row, seat)
        accounts.set_name(row, seat, name)
        away = {held: day for held, day in accounts.settings(row).away.items() if held != seat}
        accounts.change(row, away=away)


def reissue(accounts: Accounts, session: str, link: str) -> IssuedLink:
    """Another secret for the same person and role; the one before opens nothing any more.

    Raises:
        RefusedError: the session has no such link, or it was revoked for good.
    """
    known = _open_link(accounts, session, link)
    if known is None:
        raise RefusedError(f'this session has no link "{link[:40]}" to make anew')
    with accounts.transaction():
        made = IssuedLink(*accounts.reissue(known, now_ms()))
        _settle(accounts, session, {link})
    return made


def revoke(accounts: Accounts, session: str, link: str) -> Link:
    """Let a link open nothing any more.

    Raises:
        RefusedError: the session has no such link.
    """
    known = _open_link(accounts, session, link)
    if known is None:
        raise RefusedError(f'this session has no live link "{link[:40]}"')
    with accounts.transaction():
        accounts.revoke(link, now_ms())
        _settle(accounts, session, {link})
    return known


def revoke_exposed(accounts: Accounts, link: Link) -> None:
    """Revoke a link that somebody posted, and remember that it has to be handed out anew."""
    with accounts.transaction():
        if accounts.revoke(link.id, now_ms()):
            exposed = accounts.settings(link.session).exposed
            accounts.change(link.session, exposed=(*exposed, link.id)[-_MOST:])


def refuse_secrets(accounts: Accounts, text: str) -> None:
    """Refuse a text that holds a live secret link, and revoke the link: others may have read it already.

    Raises:
        RefusedError: it holds one.
    """
    found = accounts.live_tokens(text)
    for link in found:
        revoke_exposed(accounts, link)
    if found:
        raise RefusedError(EXPOSED)


def _open_link(accounts: Accounts, session: str, link: str) -> Link | None:
    """A link of a session that opens something, or waits to be handed out anew."""
    exposed = accounts.settings(session).exposed
    return next(
        (each for each in accounts.links(session) if each.id == link and (each.is_live or link in exposed)), None
    )


def _clear_seat(accounts: Accounts, session: str, seat: str) -> None:
    """End the links of a seat."""
    own = [link for link in accounts.links(session) if (link.role, link.seat) == (SEAT, seat)]
    for link in own:
        accounts.revoke(link.id, now_ms())
    _settle(accounts, session, {link.id for link in own})


def _settle(accounts: Accounts, session: str, links: set[str]) -> None:
    """Forget that links were exposed: they were handed out anew, or nobody needs them."""
    exposed = accounts.settings(session).exposed
    if links & set(exposed):
        accounts.change(session, exposed=tuple(each for each in exposed if each not in links))
