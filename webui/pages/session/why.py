"""The page `why`: every value on the board after an entry, and the entries that explain a selected one."""

from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from events.digits import whole
from events.errors import RefusedError
from replay.reading.provenance import why as lines_behind
from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view
from webui.views.panels import board_markup

blueprint = Blueprint("why", __name__, url_prefix="/s/<session>")

_LONGEST = 80


class PrintedValue(NamedTuple):
    """A value on the board: its field in notation and as printed, and the value as text."""

    place: str
    name: str
    value: str


@blueprint.get("/why")
def page(session: str) -> Response:
    """Show the values on the board, and the explanation of the selected one."""
    seen = requested_view(session, request.args)
    at, place = _line(seen), " ".join(request.args.get("place", "").split())[:_LONGEST]
    found, refusal = None, ""
    try:
        found = lines_behind(seen.timeline, place, at) if place else None
    except RefusedError as error:
        refusal = str(error)

    def make() -> str:
        fields, position = seen.timeline.game.editor.fields, seen.timeline.position(at)
        values = fields.describe(position) if fields else []
        options = {name for name, _ in fields.options(position)} if fields else set()
        setting = fields.setting(position, found.place) if fields and found else None
        return seen.rendered(
            "why.html", at=at, place=place, found=found, refusal=refusal,
            values=[_printed(seen, position, *one) for one in values if one[0] not in options],
            shown=_printed(seen, position, found.place, setting or found.value) if found else None,
            words=lambda value: seen.timeline.game.view.field_value(position, found.place if found else "", value),
            board=board_markup(seen.timeline.panels(at)),
        )  # fmt: skip

    response = revalidated(seen.tag("why", at, place), make)
    if refusal and response.status_code != HTTPStatus.NOT_MODIFIED:
        response.status_code = 422
    return response


def _printed(seen: SessionView, position: Any, place: str, value: str) -> PrintedValue:
    view = seen.timeline.game.view
    return PrintedValue(place, view.field_label(position, place) or place, view.field_value(position, place, value))


def _line(seen: SessionView) -> int:
    asked = request.args.get("at", "")
    last = seen.timeline.last
    if not asked:
        return last
    number = whole(asked)
    if number is not None and 0 < number <= last:
        return number
    if "." in asked:
        return seen.timeline.find(asked).last
    raise RefusedError(f'at="{asked[:20]}" is not allowed. It must be an entry from 1 to {last}, or a move such as 7.3')
