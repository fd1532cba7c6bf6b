"""The page `people` of a session (seats, links and visibility, for the moderator only), and secret links.

The page `/k/<token>` of a secret link has a button that sets a cookie. Opening the page alone changes nothing.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL
from events.session_events import PrivilegedView
from events.store.accounts import EVERYWHERE, HELPER, SEAT, Link, draft_session
from events.store.protocol import DatabaseStore
from events.store.settings import check_name, check_visibility, check_where, pace_in_words, read_pace
from replay.reading.trust import trust_policy
from replay.session import seats
from replay.session.consent import check_trust
from replay.session.erasure import KEPT, authors, erase_person, texts_of
from replay.session.seats import IssuedLink
from replay.session.signing import host_fingerprint
from webui.access.identity import accounts, forget_link, identify, is_laptop, remember_link, require_moderator
from webui.access.pending_links import add_pending_links, clear_pending_links, guard_tokens, pending_links
from webui.access.rate_limits import limit_rate
from webui.access.responses import keep_nowhere, not_stored, own_address, see_other
from webui.access.view import SessionView, current_context, requested_view, require_seat_name, require_session
from webui.views.base_address import leads_here_only
from webui.views.dates import read_day
from webui.views.invitations import invitation_text

_LONGEST: Final = 1_000

blueprint = Blueprint("people", __name__, url_prefix="/s/<session>")
secret_links = Blueprint("secret_link", __name__)
secret_links.after_request(keep_nowhere)


class SeatRow(NamedTuple):
    """A seat with the name and the link of its person. `away` is the last day of the person's absence, or ""."""

    seat: str
    title: str
    name: str
    link: Link | None
    away: str


@blueprint.get("/people")
def page(session: str) -> Response:
    """Show seats, roles and visibility."""
    return _response(session)


def _response(session: str, refusal: str = "", status: int = 200, erasing: Any = None) -> Response:
    """Return the page. `erasing` is the preview of an erasure (its texts and entries), or the result of one."""
    row = require_session(session)
    require_moderator(row.session)
    seen = requested_view(session, {})
    links, settings = seats.live_links(accounts(), row.session), seen.settings
    try:
        known = authors(current_context().open_session(row.session))
    except BellError:  # nothing can be erased in a damaged log
        known = ()
    return seen.page(
        "people.html", status, chairs=_seat_rows(seen, links), others=[link for link in links if link.role != SEAT],
        exposed=[link for link in accounts().links(row.session) if link.id in settings.exposed], settings=settings,
        pace=pace_in_words(settings.pace), refusal=refusal, waiting=bool(pending_links(row.session)),
        given=request.form, erasing=erasing, kept=KEPT, authors=[each for each in known if each not in seen.seats],
        key=host_fingerprint(current_context().store, row.session), trust=trust_policy(seen.public.timeline.reading),
    )  # fmt: skip


def _seat_rows(seen: SessionView, links: list[Link]) -> list[SeatRow]:
    names = accounts().names(seen.row.session)
    live = {link.seat: link for link in links if link.role == SEAT}
    book, last = seen.public.book, seen.public.timeline.last
    titles = {seat: book.seat_name(seat, last) if last else seat for seat in seen.seats}
    return [SeatRow(s, titles[s], names.get(s, ""), live.get(s), seen.away.get(s, "")) for s in seen.seats]


def _moderator_form(do: Callable[[str], str]) -> Callable[[str], Response]:
    """Turn a function into a view: it carries out a moderator's form and returns the page to show next."""

    @wraps(do)
    def view(session: str) -> Response:
        row = require_session(session)
        asking = require_moderator(row.session)
        try:
            limit_rate("post", asking.link)
            guard_tokens("\n".join(request.form.values()), asking)
            where = do(row.session)
        except BellError as error:
            return _response(session, str(error), error.status)
        return see_other(url_for(where, session=row.session))

    return view


def _form_field(name: str) -> str:
    return request.form.get(name, "")[:_LONGEST].strip()


def _hand_out(session: str, made: IssuedLink) -> str:
    add_pending_links(session, made)
    return "people.links"


@blueprint.post("/people/seat")
@_moderator_form
def seat(row: str) -> str:
    """Set the name of a seat's person, and the end of their absence."""
    opened, held = current_context().open_session(row), _form_field("seat")
    if held not in opened.started.seats:
        require_seat_name(held or "?", opened.started.seats)
    name, day = check_name(_form_field("name")), read_day(_form_field("away"))
    away = {known: until for known, until in accounts().settings(row).away.items() if known != held}
    with accounts().transaction():
        accounts().set_name(row, held, name)
        accounts().change(row, away={**away, held: day} if day else away)
    return "people.page"


@blueprint.post("/people/substitute")
@_moderator_form
def substitute_person(row: str) -> str:
    """Substitute the person on a seat."""
    opened, held = current_context().open_session(row), _form_field("seat")
    seats.substitute(accounts(), opened, held, _form_field("name"), by=identify(row).author)
    return _hand_out(row, seats.issue(accounts(), opened, SEAT, held))


@blueprint.post("/people/link")
@_moderator_form
def link(row: str) -> str:
    """Create, replace or revoke the secret link of a seat or role, as the form says."""
    do, known = _form_field("do"), _form_field("link")
    if do == "revoke":
        seats.revoke(accounts(), row, known)
        return "people.page"
    role, held, name = map(_form_field, ("role", "seat", "name"))
    live = seats.live_links(accounts(), row)
    is_live = any(one.id == known if do == "anew" else held and one.seat == held for one in live)
    if is_live and _form_field("sure") != "yes":
        raise RefusedError("sure: tick the box first, because the old link stops working")
    if do == "anew":
        return _hand_out(row, seats.reissue(accounts(), row, known))
    return _hand_out(row, seats.issue(accounts(), current_context().open_session(row), role, held, name))


@blueprint.post("/people/appoint")
@_moderator_form
def appoint_person(row: str) -> str:
    """Appoint a judge or another moderator."""
    return _hand_out(
        row, seats.appoint(accounts(), current_context().open_session(row), _form_field("role"), _form_field("name"))
    )


@blueprint.post("/people/settings")
@_moderator_form
def settings(row: str) -> str:
    """Set visibility, pace, the address of the thread, and how posts in plain words are recorded."""
    grace = whole(_form_field("grace") or "0", 5)
    if grace is None:
        raise RefusedError(f'"{_form_field("grace")[:20]}" is not a number of extra hours')
    visibility, where = check_visibility(_form_field("visibility")), check_where(_form_field("where"))
    pace, trust = read_pace(_form_field("pace"), grace), check_trust(_form_field("trust"))
    current_context().open_session(row).set_trust(trust, by=identify(row).author)
    accounts().change(row, visibility=visibility, pace=pace, where=where)
    return "people.page"


@blueprint.post("/people/remove")
def remove(session: str) -> Response:
    """Remove the session permanently, if its name was entered as confirmation."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    if " ".join(_form_field("name").split()) != row.name:
        return _response(session, "the name does not match. To remove the session, type its name exactly as shown", 422)
    current_context().store.remove(row.session)
    accounts().forget(row.session)
    if isinstance(store := current_context().store, DatabaseStore):
        store.secrets_file.remove(row.session)
    return see_other(url_for("home.index"))


@blueprint.post("/people/erase")
def erase(session: str) -> Response:
    """Preview an erasure; erase on the second request."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    try:
        author, words = _form_field("author"), _form_field("words")
        first, last = _line_field("first", 1), _line_field("last", 0)
        opened = current_context().open_session(row.session)
        if _form_field("do") != "erase":
            texts = texts_of(opened, author, words, first, last, viewer=ALL)
            preview = {"texts": len(texts), "lines": sorted({one.seq for one in texts})}
            return _response(session, erasing=preview)
        done = erase_person(accounts(), opened, author, words, first, last, viewer=ALL)
    except BellError as error:
        return _response(session, str(error), error.status)
    return _response(session, erasing=done)


def _line_field(name: str, usual: int) -> int:
    given = _form_field(name).removeprefix("#")
    number = whole(given) if given else usual
    if number is None:
        raise RefusedError(f'"{given[:20]}" is not an entry number')
    return number


@blueprint.post("/look")
def look(session: str) -> Response:
    """Open a private view as the moderator or a judge. The log reports it, and the view ends at that entry."""
    seen = requested_view(session, {})
    asked = _form_field("view")
    require_seat_name(asked, seen.seats)
    if not seen.looker:
        raise Forbidden("Only the moderator or a judge without a seat in this session can open another view.")
    limit_rate("post", seen.who.link)
    opened = current_context().open_session(seen.row.session)
    if not opened.look(asked, by=seen.looker) and not seen.is_open:  # the end opened it to others only
        opened.note(PrivilegedView(seen.looker, asked), by=seen.looker)
    return see_other(f"{seen.base}?as={asked}")


@blueprint.get("/links")
def links(session: str) -> Response:
    """Show the secret links that this browser created recently, each with a text to send to its owner."""
    row = require_session(session)
    found = pending_links(row.session)
    if not found and not identify(row.session).is_moderator:
        raise Forbidden("This browser has no new links to hand out.")
    key, context = host_fingerprint(current_context().store, row.session), current_context()
    about = {"title": row.name, "game": context.registry.title(row.game), "names": accounts().names(row.session)}
    about["seats"] = seats.seats_of(context.store, row.session)
    mine = identify(row.session)
    linked = {link.seat for link in seats.live_links(accounts(), row.session) if link.role == SEAT}
    may_issue = mine.is_moderator and not is_laptop()
    text = render_template(
        "links.html", row=row, title=row.name, base=url_for("viewer.last", session=row.session),
        waiting=[_invitation(handed, key, about) for handed in found], mine=mine,
        unlinked=[seat for seat in about["seats"] if seat not in linked] if may_issue else (),
        has_summary="turn_summary.page" in current_app.view_functions, here_only=leads_here_only(own_address()),
    )  # fmt: skip
    return not_stored(text)


@blueprint.post("/links")
def clear_links(session: str) -> Response:
    """Stop showing the new secret links of a session in this browser. The links stay valid."""
    row = require_session(session)
    clear_pending_links(row.session)
    where = "people.page" if identify(row.session).is_moderator else "viewer.last"
    return see_other(url_for(where, session=row.session))


def _invitation(handed: IssuedLink, key: str, about: dict[str, Any]) -> dict[str, str]:
    """Return a secret link with a text to send to its recipient; `about` says which session it is for."""
    link = handed.link
    address = own_address() + url_for("secret_link.offer", token=handed.token)
    whom = f"{link.seat}{f', {link.name}' if link.name else ''}" if link.role == SEAT else link.role
    return {"id": link.id, "whom": whom, "address": address, "text": invitation_text(link, address, key, **about)}


@secret_links.get("/k/<token>")
def offer(token: str) -> Response:
    """Show what a link opens, and the button that opens it."""
    link = _live_link(token)
    store = current_context().store
    row = store.row(link.session) if link.session != EVERYWHERE and link.role != HELPER else None
    key = host_fingerprint(store, row.session) if row else ""
    text = render_template("link.html", link=link, row=row, token=token, known=identify(link.session), key=key)
    return not_stored(text)


@secret_links.post("/k/<token>")
def exchange(token: str) -> Response:
    """Save the link in this browser's cookie, and redirect to an address without the secret."""
    link = _live_link(token)
    remember_link(link)
    if link.role == HELPER:
        return see_other(url_for("imports.draft", name=link.session.removeprefix(draft_session(""))))
    where = url_for("home.index") if link.session == EVERYWHERE else url_for("viewer.last", session=link.session)
    return see_other(where)


@secret_links.post("/leave")
def forget() -> Response:
    """Forget this browser's link of a session."""
    forget_link(request.form.get("session", ""))
    return see_other(url_for("home.index"))


def _live_link(token: str) -> Link:
    link = accounts().by_token(token)
    if link is None:
        limit_rate("guess")
        message = "It may have been replaced. Ask the person who gave it to you for the new one."
        raise NotFound(f"This link is not valid. {message}")
    return link
