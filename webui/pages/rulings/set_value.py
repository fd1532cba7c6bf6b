"""The page `set` of a session, which sets a value by hand: place, value and reason, looked at before it is filed."""

from typing import NamedTuple

from flask import Blueprint, Response, render_template, url_for

from events.errors import BellError, RefusedError
from projections.terms import Marks
from replay.posts.directives import Directive, compose
from replay.posts.position_file import broken_laws, description
from webui.access.identity import Identity, require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.view import SessionView, requested_view, require_session_and_identity
from webui.pages.session.event_context import file_line, form_field, preview_line, query_field

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
def send(session: str) -> Response:
    """Preview a value, or file it."""
    row, asking = require_session_and_identity(session)
    require_moderator(row.session)
    limit_rate("post", asking.link)
    sheet = ValueForm(form_field("place"), form_field("value"), form_field("reason"))
    line = Directive("SET", says=f"{sheet.place} = {sheet.value}".strip(), reason=sheet.reason)
    try:
        if form_field("do") != "file":
            return _response(session, sheet, look=_preview(session, asking, line))
        file_line(row.session, asking, line)
    except BellError as error:
        return _response(session, sheet, refusal=str(error), status=error.status)
    return see_other(url_for("viewer.last", session=row.session))


def _preview(session: str, who: Identity, line: Directive) -> ValuePreview:
    """What follows from a value, computed from what a spectator knows; nothing of the table's view comes in.

    Raises:
        BellError: there is no such place or value, or it is not for hands to set.
    """
    timeline = requested_view(session, {}).public.timeline
    found, before = preview_line(timeline, who, compose(line)), timeline.position(timeline.last)
    game = timeline.game
    broken = [law for law in broken_laws(game, found.position) if law not in broken_laws(game, before)]
    return ValuePreview(found.told, game.view.draw(found.position, Marks(found.events, before)), tuple(broken))


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
    return not_stored(text, status)


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
