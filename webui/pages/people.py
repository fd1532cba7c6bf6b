"""Seats and people: who sits where, by which links, who may read; for the moderator alone."""

from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden

from events.conduct import Looked
from events.errors import BellError, RefusedError
from events.store.accounts import SEAT, Link
from events.store.settings import check_name, check_visibility, check_where, pace_words, read_pace
from replay.live.session import Session
from webui.access.identity import desk, require_moderator, who
from webui.access.link_tray import Handed, clear_tray, lay_out, on_tray
from webui.access.rate_limits import spend
from webui.access.token_guard import guard_tokens
from webui.access.view import View, house, own_row, require_seat_name, view
from webui.desk.dates import read_day
from webui.desk.seats import Made, appoint, issue, live_links, reissue, revoke, substitute

__all__ = ["Chair", "invitation", "screen"]

_LONGEST: Final = 1_000

screen = Blueprint("people", __name__, url_prefix="/s/<session>")


class Chair(NamedTuple):
    """One seat: whoever holds it, and how they get in. `away` is the day up to which they are away."""

    seat: str
    title: str
    name: str
    link: Link | None
    is_exposed: bool
    away: str


class Waiting(NamedTuple):
    """A link to be handed out: whose it is, its address, and a text to send it with."""

    id: str
    whom: str
    address: str
    text: str


@screen.get("/people")
def page(session: str) -> Response:
    """Seats, roles, readers."""
    return _shown(session)


def _shown(session: str, refusal: str = "", status: int = 200) -> Response:
    row = own_row(session)
    require_moderator(row.session)
    seen = view(session, {})
    links, settings = live_links(desk(), row.session), seen.settings
    text = render_template(
        "people.html", view=seen, base=url_for("viewer.last", session=row.session), chairs=_chairs(seen, links),
        others=[link for link in links if link.role != SEAT], exposed=_exposed(seen), settings=settings,
        pace=pace_words(settings.pace), refusal=refusal, waiting=bool(on_tray(row.session)), given=request.form,
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _chairs(seen: View, links: list[Link]) -> list[Chair]:
    names = desk().names(seen.row.session)
    live = {link.seat: link for link in links if link.role == SEAT}
    exposed = {link.seat for link in _exposed(seen)}
    book, last = seen.public.book, seen.public.timeline.last
    return [
        Chair(
            seat, book.seat_name(seat, last) if last else seat, names.get(seat, ""), live.get(seat), seat in exposed,
            seen.away.get(seat, ""),
        )
        for seat in seen.seats
    ]  # fmt: skip


def _exposed(seen: View) -> list[Link]:
    """Links that were taken back because they were posted, and have to be handed out anew."""
    wanted = seen.settings.exposed
    return [link for link in desk().links(seen.row.session) if link.id in wanted] if wanted else []


def _done(session: str, do: Callable[[str], str]) -> Response:
    """Do what a form of the moderator asks for and go to the page it names, or show why it is refused."""
    row = own_row(session)
    asking = require_moderator(row.session)
    try:
        spend("post", asking.link)
        guard_tokens("\n".join(request.form.values()), asking)
        where = do(row.session)
    except BellError as error:
        return _shown(session, str(error), error.status)
    return _gone(url_for(where, session=row.session))


def _gone(where: str) -> Response:
    response = redirect(where, 303)
    assert isinstance(response, Response)
    response.headers["Cache-Control"] = "no-store"
    return response


def _asked(name: str) -> str:
    return request.form.get(name, "")[:_LONGEST].strip()


def _opened(session: str) -> Session:
    home = house()
    return Session.load(home.store, home.shelf, session)


def _laid(session: str, made: Made) -> str:
    lay_out(session, Handed(*made))
    return "people.links"


@screen.post("/people/seat")
def seat(session: str) -> Response:
    """What people call whoever holds a seat, and until when they are away."""

    def keep(row: str) -> str:
        opened, held = _opened(row), _asked("seat")
        if held not in opened.started.seats:
            require_seat_name(held or "?", opened.started.seats)
        name, day = check_name(_asked("name")), read_day(_asked("away"))
        away = {known: until for known, until in desk().settings(row).away.items() if known != held}
        with desk().working():
            desk().call(row, held, name)
            desk().change(row, away={**away, held: day} if day else away)
        return "people.page"

    return _done(session, keep)


@screen.post("/people/substitute")
def another(session: str) -> Response:
    """Another person takes a seat."""

    def seated(row: str) -> str:
        opened, held = _opened(row), _asked("seat")
        substitute(desk(), opened, held, _asked("name"), by=who(row).author)
        return _laid(row, issue(desk(), opened, SEAT, held))

    return _done(session, seated)


@screen.post("/people/link")
def link(session: str) -> Response:
    """Make, replace or revoke a link."""

    def made(row: str) -> str:
        do, known = _asked("do"), _asked("link")
        if do == "revoke":
            revoke(desk(), row, known)
            return "people.page"
        if do == "anew":
            return _laid(row, reissue(desk(), row, known))
        return _laid(row, issue(desk(), _opened(row), _asked("role"), _asked("seat"), _asked("name")))

    return _done(session, made)


@screen.post("/people/appoint")
def appointed(session: str) -> Response:
    """Appoint a judge or another moderator."""
    return _done(session, lambda row: _laid(row, appoint(desk(), _opened(row), _asked("role"), _asked("name"))))


@screen.post("/people/settings")
def settings(session: str) -> Response:
    """Who may read, how fast it goes, where the thread is."""

    def keep(row: str) -> str:
        grace = _asked("grace") or "0"
        if not (grace.isascii() and grace.isdigit() and len(grace) < 6):
            raise RefusedError(f'grace: "{grace[:20]}" is no number of hours')
        desk().change(
            row, visibility=check_visibility(_asked("visibility")), pace=read_pace(_asked("pace"), int(grace)),
            where=check_where(_asked("where")),
        )  # fmt: skip
        return "people.page"

    return _done(session, keep)


@screen.post("/look")
def look(session: str) -> Response:
    """Open another view as the moderator or a judge: a line tells everybody, and the view ends there."""
    seen = view(session, {})
    asked = _asked("view")
    require_seat_name(asked, seen.seats)
    if not seen.looker:
        raise Forbidden("Only the moderator or a judge who holds no seat here can open another view.")
    spend("post", seen.who.link)
    opened = _opened(seen.row.session)
    if not opened.look(asked, by=seen.looker) and not seen.is_open:  # its end opened it to others, not to this role
        opened.note(Looked(seen.looker, asked), by=seen.looker)
    return _gone(f"{url_for('viewer.last', session=seen.row.session)}?as={asked}")


@screen.get("/links")
def links(session: str) -> Response:
    """The links that this browser may still hand out, each with a text to send; shown to no other browser."""
    row = own_row(session)
    found = on_tray(row.session)
    if not found and not who(row.session).is_moderator:
        raise Forbidden("No link waits here for this browser.")
    title = row.title or row.alias or row.session
    text = render_template(
        "links.html", row=row, title=title, base=url_for("viewer.last", session=row.session),
        waiting=[invitation(handed, title) for handed in found], mine=who(row.session),
        has_kit="kit.page" in current_app.view_functions,
    )  # fmt: skip
    response = make_response(text)
    response.headers["Cache-Control"] = "no-store"
    return response


@screen.post("/links")
def handed(session: str) -> Response:
    """Forget the links that were handed out."""
    row = own_row(session)
    clear_tray(row.session)
    return _gone(url_for("people.page" if who(row.session).is_moderator else "viewer.last", session=row.session))


def invitation(handed: Handed, title: str) -> Waiting:
    """A link as it is sent to whoever it is for."""
    link, base = handed.link, str(current_app.config["BASE"]) or request.host_url
    address = base.rstrip("/") + url_for("links.offer", token=handed.token)
    role = f"the seat {link.seat}" if link.role == SEAT else f"the {link.role}"
    text = (
        f"{f'{link.name}, this' if link.name else 'This'} is your secret link to {title}, for {role}:\n{address}\n"
        "Whoever has it can act in your place: keep it to yourself, and post it nowhere."
    )
    whom = f"{link.seat}{f', {link.name}' if link.name else ''}" if link.role == SEAT else link.role
    return Waiting(link.id, whom, address, text)
