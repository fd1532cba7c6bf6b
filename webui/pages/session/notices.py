"""The page `notices` of a session: the mail address of each seat and what is mailed, and links that confirm an address.

A confirmation link `/m/<code>` has a button. Opening the page alone changes nothing, because mail servers open links.
"""

from contextlib import suppress
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.errors import BellError, RefusedError, UnknownSessionError
from events.store.settings import Settings
from replay.chance.clock import now_ms
from replay.sources.outgoing_mail import check_mail, mail_from_environment
from webui.access.identity import Identity, accounts, identify, live_links_of_browser, new_key, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import keep_nowhere, not_stored, own_address, see_other
from webui.access.view import SessionView, current_context, requested_view
from webui.notices.delivery import NotSentError, send_confirmation
from webui.notices.recipients import KINDS, await_confirmation, choose_kinds, confirmed, set_recipients, stop_mail
from webui.pages.server.own_feed import own_feed_address

_LABELS: Final = {
    "turn": "A move is expected", "asked": "An answer to a proposal or a dispute is expected",
    "soon": "The deadline is near", "late": "The deadline has passed", "over": "The session is over",
}  # fmt: skip
_LONGEST: Final = 300

blueprint = Blueprint("notices", __name__, url_prefix="/s/<session>")
confirmation = Blueprint("confirmation", __name__, url_prefix="/m/<code>")
confirmation.after_request(keep_nowhere)


class _SeatRow(NamedTuple):
    """A seat with its mail address, an address that is not confirmed yet, and the kinds of notices that it gets."""

    seat: str
    title: str
    address: str
    waiting: str
    kinds: tuple[str, ...]


@blueprint.get("/notices")
def page(session: str) -> Response:
    """Show what is mailed to the user's seat; a moderator sees all seats."""
    return _response(session)


def _response(session: str, refusal: str = "", status: int = 200) -> Response:
    seen = requested_view(session, {})
    who = require_poster(seen.row.session)
    try:
        sends_mail = mail_from_environment() is not None
    except RefusedError:
        sends_mail = False
    address = own_feed_address(live_links_of_browser())
    return seen.page(
        "notices.html", status, rows=_seat_rows(seen, who), refusal=refusal, given=request.form, labels=_LABELS,
        sends_mail=sends_mail, own_feed=address and own_address() + address,
    )  # fmt: skip


def _seat_rows(seen: SessionView, who: Identity) -> list[_SeatRow]:
    settings, last = seen.settings, seen.public.timeline.last
    return [
        _SeatRow(
            seat, seen.seat_name(seat) if last else seat, settings.mail.get(seat, ""),
            one.address if (one := settings.unconfirmed.get(seat)) and now_ms() < one.until_ms else "",
            tuple(kind for kind in KINDS if kind not in settings.muted.get(seat, ())),
        )
        for seat in ((who.seat,) if who.seat else seen.seats)
    ]  # fmt: skip


@blueprint.post("/notices")
def save(session: str) -> Response:
    """Save what is mailed to a seat, mail a link that confirms a new address, or stop the mails."""
    seen = requested_view(session, {})
    row, who = seen.row.session, require_poster(seen.row.session)
    try:
        limit_rate("post", who.link)
        seat = who.seat or request.form.get("seat", "")[:_LONGEST]
        if request.form.get("do") == "stop":
            _change(row, lambda settings: stop_mail(settings, seen.seats, seat))
        else:
            _save(row, seen, who, seat)
    except BellError as error:
        return _response(session, str(error), error.status)
    return see_other(url_for("notices.page", session=row))


def _save(row: str, seen: SessionView, who: Identity, seat: str) -> None:
    kinds, address = request.form.getlist("kind"), request.form.get("address", "")[:_LONGEST].strip()
    choose_kinds(seen.settings, seen.seats, seat, kinds)  # refuses an unknown seat before a mail is sent
    code = ""
    if address and address != seen.settings.mail.get(seat):
        code = new_key()
        _mail_code(who, check_mail(address), f"{row}.{code}")

    def changed(settings: Settings) -> Settings:
        settings = choose_kinds(settings, seen.seats, seat, kinds)
        return await_confirmation(settings, seat, address, code, now_ms()) if code else settings

    _change(row, changed)


def _mail_code(who: Identity, address: str, code: str) -> None:
    """Mail a confirmation link. Each sender and each address has its own limit, so that nobody is flooded."""
    mail = mail_from_environment()
    if mail is None:
        raise RefusedError("this server sends no mail, so the address cannot be confirmed. Use the feed instead")
    limit_rate("mail", who.link)
    limit_rate("mail", address.lower())
    try:
        send_confirmation(mail, address, own_address() + url_for("confirmation.offer", code=code))
    except NotSentError as error:
        raise RefusedError(f"the mail was not sent, because {error}. Try again later") from error


def _change(row: str, change: Any) -> None:
    with accounts().transaction():
        accounts().put_settings(row, change(accounts().settings(row)))


@confirmation.get("")
def offer(code: str) -> Response:
    """Show the address that a link confirms, and the button that confirms it."""
    _, _, address = _waiting(code)
    return not_stored(render_template("confirm_mail.html", code=code, address=address, done=False))


@confirmation.post("")
def confirm(code: str) -> Response:
    """Confirm an address. Its notices begin, and the link stops working."""
    with accounts().transaction():
        row, seat, address = _waiting(code)
        settings = accounts().settings(row)
        accounts().put_settings(row, set_recipients(settings, [seat], mails=[(seat, address)]))
    page = url_for("notices.page", session=row) if identify(row).seat == seat else ""
    return not_stored(render_template("confirm_mail.html", code="", address=address, done=True, page=page))


def _waiting(code: str) -> tuple[str, str, str]:
    """Return the session, seat and address that a code confirms; otherwise count a guess and refuse."""
    name, _, secret = code.rpartition(".")
    found = None
    with suppress(UnknownSessionError, RefusedError):
        row = current_context().store.row(name).session
        if known := confirmed(accounts().settings(row), secret, now_ms()):
            found = (row, *known)
    if found is None:
        limit_rate("guess")
        why = "It was used already, replaced by a newer one, or is older than a day."
        raise NotFound(f"This link is not valid. {why} Enter your address again on the page Notices of your session.")
    return found
