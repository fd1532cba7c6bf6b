"""The page `set` of a session, which sets a value by hand: place, value and reason, looked at before it is filed."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, make_response, render_template, url_for
from werkzeug import Response as Redirection
from werkzeug.utils import redirect

from events.errors import BellError, RefusedError
from events.events import ALL
from events.session_events import Adjusted
from projections.terms import Marks
from replay.corrections.moderation import adjust
from replay.posts.position_file import broken_laws, description
from replay.session.place_audience import as_published
from replay.session.session import Session
from webui.access.identity import require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.token_guard import guard_tokens
from webui.access.view import SessionView, current_context, requested_view, require_session_and_identity
from webui.pages.event_context import form_field, is_filed_since, last_line_seen, query_field

blueprint = Blueprint("set_value", __name__, url_prefix="/s/<session>")


class ValuePreview(NamedTuple):
    """A preview of a value on the board, as a spectator may know it: told, drawn, and what would not hold then."""

    told: tuple[str, ...]
    svg: str
    warnings: tuple[str, ...]


class ValueForm(NamedTuple):
    """The fields of the form."""

    place: str = ""
    value: str = ""
    reason: str = ""


@blueprint.get("/set")
def page(session: str) -> Response:
    """The form, with the places of the board and what is at them now."""
    require_moderator(require_session_and_identity(session)[0].session)
    return _response(session, ValueForm(query_field("place"), query_field("value")))


@blueprint.post("/set")
def send(session: str) -> Response | Redirection:
    """Preview a value, or file it."""
    row, asking = require_session_and_identity(session)
    require_moderator(row.session)
    limit_rate("post", asking.link)
    sheet = ValueForm(form_field("place"), form_field("value"), form_field("reason"))
    context = current_context()
    try:
        guard_tokens("\n".join(sheet), asking)
        after, opened = last_line_seen(), Session.load(context.store, context.shelf, row.session)
        if form_field("do") != "file":
            return _response(session, sheet, look=_preview(opened, sheet))
        if not _is_filed(opened, after, sheet):
            _preview(opened, sheet)
            adjust(opened, sheet.place, sheet.value, sheet.reason, by=asking.author, after=after)
    except BellError as error:
        return _response(session, sheet, refusal=str(error), status=error.status)
    return redirect(url_for("viewer.last", session=row.session), 303)


def _is_filed(opened: Session, after: int, sheet: ValueForm) -> bool:
    """Whether this very form was filed: its author had not seen the line that it made; of a hand it says how many."""
    count = str(len(sheet.value.split()))
    return is_filed_since(opened, after, Adjusted(*sheet), Adjusted(sheet.place, count, sheet.reason))


def _effects(opened: Session, sheet: ValueForm) -> Any:
    return opened.game.editor.mend(opened.view(ALL).position, sheet.place, sheet.value)


def _preview(opened: Session, sheet: ValueForm) -> ValuePreview:
    """What follows from a value, computed from what a spectator knows; nothing of the table's view comes in.

    Raises:
        RefusedError: there is no such place or value, or it is not for hands to set.
    """
    if not sheet.place or not sheet.value:
        raise RefusedError("say which place, and the value to be there")
    opened.require_open()
    game, before = opened.game, opened.view(ALL).position
    effects = list(_effects(opened, sheet))
    as_published(opened, Adjusted(*sheet), effects)
    if not effects:
        raise RefusedError(f"{sheet.place} = {sheet.value}: so it is already")
    position, told = before, []
    for effect in effects:
        after = game.rules.reducer(position, effect)
        told.append(game.view.tell(effect, position, after))
        position = after
    broken = [law for law in broken_laws(game, position) if law not in broken_laws(game, before)]
    return ValuePreview(tuple(told), game.view.draw(position, Marks(tuple(effects), before)), tuple(broken))


def _response(
    session: str, sheet: ValueForm, *, look: ValuePreview | None = None, refusal: str = "", status: int = 200
) -> Response:  # fmt: skip
    seen = requested_view(session, {})
    timeline = seen.public.timeline
    text = render_template(
        "set.html", view=seen, base=url_for("viewer.last", session=seen.row.session), sheet=sheet, look=look,
        refusal=refusal, last=timeline.last, svg=look.svg if look else timeline.svg(timeline.last),
        places=_places(seen), described=_description(seen),
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _places(seen: SessionView) -> list[tuple[str, str]]:
    """The places of the board and what is at them, as a spectator knows it; the options of the game are none."""
    timeline = seen.public.timeline
    fields = timeline.game.editor.fields
    if fields is None or not timeline.last or not timeline.status(timeline.last).turn:
        return []
    options = timeline.game.options.__struct_fields__
    return [
        (place, value) for place, value in fields.describe(timeline.position(timeline.last)) if place not in options
    ]


def _description(seen: SessionView) -> str:
    """The whole table as a description, from which a session can begin; "" where it cannot."""
    timeline = seen.public.timeline
    try:
        return description(timeline.game, timeline.position(timeline.last))
    except RefusedError:
        return ""
