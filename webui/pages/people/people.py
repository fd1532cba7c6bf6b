"""The page `people` of a session: who sits where, by which links, who may read; for the moderator alone."""

from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import Forbidden

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL
from events.session_events import PrivilegedView
from events.store.accounts import SEAT, Link
from events.store.settings import check_name, check_visibility, check_where, pace_in_words, read_pace
from replay.reading.host_keys import host_fingerprint
from replay.session.erase_person import KEPT, ErasedPerson, erase_person
from replay.session.erasure import authors, texts_of
from replay.session.seats import IssuedLink, appoint, issue, live_links, reissue, revoke, substitute
from replay.session.session import Session
from webui.access.identity import accounts, identify, require_moderator
from webui.access.pending_links import clear_tray, links_on_tray, put_on_tray
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.token_guard import guard_tokens
from webui.access.view import SessionView, current_context, requested_view, require_seat_name, require_session
from webui.views.base_address import leads_here_only
from webui.views.dates import read_day

_LONGEST: Final = 1_000

blueprint = Blueprint("people", __name__, url_prefix="/s/<session>")


class SeatRow(NamedTuple):
    """One seat: whoever holds it, and how they get in. `away` is the day up to which they are away."""

    seat: str
    title: str
    name: str
    link: Link | None
    away: str


class ErasingAsked(NamedTuple):
    """What erasing would take: so many texts, in these lines."""

    texts: int
    lines: tuple[int, ...]


class Invitation(NamedTuple):
    """A link to be handed out: whose it is, its address, and a text to send it with."""

    id: str
    whom: str
    address: str
    text: str


@blueprint.get("/people")
def page(session: str) -> Response:
    """Seats, roles, readers."""
    return _response(session)


def _response(
    session: str, refusal: str = "", status: int = 200, erasing: ErasingAsked | ErasedPerson | None = None
) -> Response:
    row = require_session(session)
    require_moderator(row.session)
    seen = requested_view(session, {})
    links, settings = live_links(accounts(), row.session), seen.settings
    text = render_template(
        "people.html", view=seen, base=url_for("viewer.last", session=row.session), chairs=_seat_rows(seen, links),
        others=[link for link in links if link.role != SEAT], exposed=_exposed_links(seen), settings=settings,
        pace=pace_in_words(settings.pace), refusal=refusal,
        waiting=bool(links_on_tray(row.session)), given=request.form, erasing=erasing, kept=KEPT,
        authors=_other_authors(seen), key=host_fingerprint(current_context().store, row.session),
    )  # fmt: skip
    return not_stored(text, status)


def _seat_rows(seen: SessionView, links: list[Link]) -> list[SeatRow]:
    names = accounts().names(seen.row.session)
    live = {link.seat: link for link in links if link.role == SEAT}
    book, last = seen.public.book, seen.public.timeline.last
    return [
        SeatRow(
            seat, book.seat_name(seat, last) if last else seat, names.get(seat, ""), live.get(seat),
            seen.away.get(seat, ""),
        )
        for seat in seen.seats
    ]  # fmt: skip


def _exposed_links(seen: SessionView) -> list[Link]:
    """Links that were taken back because they were posted, and have to be handed out anew."""
    wanted = seen.settings.exposed
    return [link for link in accounts().links(seen.row.session) if link.id in wanted] if wanted else []


def _carry_out(session: str, do: Callable[[str], str]) -> Response:
    """Do what a form of the moderator asks for and go to the page it names, or show why it is refused."""
    row = require_session(session)
    asking = require_moderator(row.session)
    try:
        limit_rate("post", asking.link)
        guard_tokens("\n".join(request.form.values()), asking)
        where = do(row.session)
    except BellError as error:
        return _response(session, str(error), error.status)
    return see_other(url_for(where, session=row.session))


def _form_field(name: str) -> str:
    return request.form.get(name, "")[:_LONGEST].strip()


def _other_authors(seen: SessionView) -> tuple[str, ...]:
    """Whoever wrote here beside the seats; nobody where the log is damaged, for then nothing can be erased."""
    try:
        return tuple(author for author in authors(_open_session(seen.row.session)) if author not in seen.seats)
    except BellError:
        return ()


def _open_session(session: str) -> Session:
    context = current_context()
    return Session.load(context.store, context.registry, session)


def _put_on_tray(session: str, made: IssuedLink) -> str:
    put_on_tray(session, made)
    return "people.links"


@blueprint.post("/people/seat")
def seat(session: str) -> Response:
    """What people call whoever holds a seat, and until when they are away."""

    def keep(row: str) -> str:
        opened, held = _open_session(row), _form_field("seat")
        if held not in opened.started.seats:
            require_seat_name(held or "?", opened.started.seats)
        name, day = check_name(_form_field("name")), read_day(_form_field("away"))
        away = {known: until for known, until in accounts().settings(row).away.items() if known != held}
        with accounts().transaction():
            accounts().set_name(row, held, name)
            accounts().change(row, away={**away, held: day} if day else away)
        return "people.page"

    return _carry_out(session, keep)


@blueprint.post("/people/substitute")
def substitute_person(session: str) -> Response:
    """Substitute the person on a seat."""

    def seated(row: str) -> str:
        opened, held = _open_session(row), _form_field("seat")
        substitute(accounts(), opened, held, _form_field("name"), by=identify(row).author)
        return _put_on_tray(row, issue(accounts(), opened, SEAT, held))

    return _carry_out(session, seated)


@blueprint.post("/people/link")
def link(session: str) -> Response:
    """Make, replace or revoke a link."""

    def made(row: str) -> str:
        do, known = _form_field("do"), _form_field("link")
        if do == "revoke":
            revoke(accounts(), row, known)
            return "people.page"
        if do == "anew":
            return _put_on_tray(row, reissue(accounts(), row, known))
        return _put_on_tray(
            row, issue(accounts(), _open_session(row), _form_field("role"), _form_field("seat"), _form_field("name"))
        )

    return _carry_out(session, made)


@blueprint.post("/people/appoint")
def appoint_person(session: str) -> Response:
    """Appoint a judge or another moderator."""
    return _carry_out(
        session,
        lambda row: _put_on_tray(
            row, appoint(accounts(), _open_session(row), _form_field("role"), _form_field("name"))
        ),
    )


@blueprint.post("/people/settings")
def settings(session: str) -> Response:
    """Who may read, how fast it goes, where the thread is."""

    def keep(row: str) -> str:
        grace = whole(_form_field("grace") or "0", 5)
        if grace is None:
            raise RefusedError(f'grace: "{_form_field("grace")[:20]}" is no number of hours')
        accounts().change(
            row, visibility=check_visibility(_form_field("visibility")),
            pace=read_pace(_form_field("pace"), grace), where=check_where(_form_field("where")),
        )  # fmt: skip
        return "people.page"

    return _carry_out(session, keep)


@blueprint.post("/people/remove")
def remove(session: str) -> Response:
    """Remove the session for good, where its name is typed."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    if " ".join(_form_field("name").split()) != (row.title or row.alias or row.session):
        return _response(session, "to remove the session type its name as it stands beside the field", 422)
    current_context().store.remove(row.session)
    accounts().forget(row.session)
    return see_other(url_for("home.index"))


@blueprint.post("/people/erase")
def erase(session: str) -> Response:
    """Say what erasing would take, and on the second asking erase it."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    try:
        author, words = _form_field("author"), _form_field("words")
        first, last = _line_field("first", 1), _line_field("last", 0)
        opened = _open_session(row.session)
        if _form_field("do") != "erase":
            texts = texts_of(opened, author, words, first, last, viewer=ALL)
            return _response(session, erasing=ErasingAsked(len(texts), tuple(sorted({one.seq for one in texts}))))
        done = erase_person(accounts(), opened, author, words, first, last, viewer=ALL)
    except BellError as error:
        return _response(session, str(error), error.status)
    return _response(session, erasing=done)


def _line_field(name: str, usual: int) -> int:
    given = _form_field(name).strip().removeprefix("#")
    if not given:
        return usual
    number = whole(given)
    if number is None:
        raise RefusedError(f'"{given[:20]}" is no number of a line')
    return number


@blueprint.post("/look")
def look(session: str) -> Response:
    """Open another view as the moderator or a judge: a line tells everybody, and the view ends there."""
    seen = requested_view(session, {})
    asked = _form_field("view")
    require_seat_name(asked, seen.seats)
    if not seen.looker:
        raise Forbidden("Only the moderator or a judge who holds no seat here can open another view.")
    limit_rate("post", seen.who.link)
    opened = _open_session(seen.row.session)
    if not opened.look(asked, by=seen.looker) and not seen.is_open:  # its end opened it to others, not to this role
        opened.note(PrivilegedView(seen.looker, asked), by=seen.looker)
    return see_other(f"{url_for('viewer.last', session=seen.row.session)}?as={asked}")


@blueprint.get("/links")
def links(session: str) -> Response:
    """The links that this browser may still hand out, each with a text to send; shown to no other browser."""
    row = require_session(session)
    found = links_on_tray(row.session)
    if not found and not identify(row.session).is_moderator:
        raise Forbidden("No link waits here for this browser.")
    title, key = row.title or row.alias or row.session, host_fingerprint(current_context().store, row.session)
    text = render_template(
        "links.html", row=row, title=title, base=url_for("viewer.last", session=row.session),
        waiting=[invitation(handed, title, key) for handed in found], mine=identify(row.session),
        has_kit="kit.page" in current_app.view_functions, here_only=leads_here_only(_base()),
    )  # fmt: skip
    return not_stored(text)


@blueprint.post("/links")
def clear_links(session: str) -> Response:
    """Forget the links that were handed out."""
    row = require_session(session)
    clear_tray(row.session)
    return see_other(
        url_for("people.page" if identify(row.session).is_moderator else "viewer.last", session=row.session)
    )


def _base() -> str:
    return str(current_app.config["BASE"]) or request.host_url


def invitation(handed: IssuedLink, title: str, key: str = "") -> Invitation:
    """A link as it is sent to whoever it is for, with the fingerprint of the host's key, where there is one."""
    link = handed.link
    address = _base().rstrip("/") + url_for("secret_link.offer", token=handed.token)
    role = f"the seat {link.seat}" if link.role == SEAT else f"the {link.role}"
    text = (
        f"{f'{link.name}, this' if link.name else 'This'} is your secret link to {title}, for {role}:\n{address}\n"
        "Whoever has it can act in your place: keep it to yourself, and post it nowhere."
    )
    if key:
        text += f"\nThe log is signed with the host\u2019s key {key}: with it anybody can check an export."
    whom = f"{link.seat}{f', {link.name}' if link.name else ''}" if link.role == SEAT else link.role
    return Invitation(link.id, whom, address, text)
