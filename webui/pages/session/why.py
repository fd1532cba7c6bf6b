"""The page `why`: every value on the board after a line, and the lines that made the one that is asked about."""

from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request

from events.digits import whole
from events.errors import RefusedError
from replay.reading.provenance import Why
from replay.reading.provenance import why as lines_behind
from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view

blueprint = Blueprint("why", __name__, url_prefix="/s/<session>")

_LONGEST = 80


class PrintedValue(NamedTuple):
    """A value on the board: its place as it is written and as it is printed, and what stands there in words."""

    place: str
    name: str
    value: str


@blueprint.get("/why")
def page(session: str) -> Response:
    """The values on the board, and why one of them is what it is."""
    seen = requested_view(session, request.args)
    at, place = _line(seen), " ".join(request.args.get("place", "").split())[:_LONGEST]
    found, refusal = _found(seen, place, at)
    status = 422 if refusal else 200

    def make() -> str:
        fields, position = seen.timeline.game.editor.fields, seen.timeline.position(at)
        values = fields.describe(position) if fields else []
        options = {name for name, _ in fields.options(position)} if fields else set()
        return render_template(
            "why.html", view=seen, at=at, place=place, found=found, refusal=refusal,
            values=[_printed(seen, position, *one) for one in values if one[0] not in options],
            shown=_shown(seen, position, found) if found else None,
            words=lambda value: seen.timeline.game.view.value(position, found.place if found else "", value),
            svg=seen.timeline.svg(at),
        )  # fmt: skip

    response = revalidated(seen.tag("why", at, place), make)
    response.status_code = status if response.status_code != 304 else 304
    return response


def _printed(seen: SessionView, position: Any, place: str, value: str) -> PrintedValue:
    view = seen.timeline.game.view
    return PrintedValue(place, view.place(position, place) or place, view.value(position, place, value))


def _shown(seen: SessionView, position: Any, found: Why) -> PrintedValue:
    """The value that is asked about: as a description tells it, or else as a claim does."""
    fields = seen.timeline.game.editor.fields
    said = fields.setting(position, found.place) if fields else None
    return _printed(seen, position, found.place, said or found.value)


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
    raise RefusedError(f'at="{asked[:20]}" is not allowed: a line from 1 to {last}, or a turn and step such as 7.3')


def _found(seen: SessionView, place: str, at: int) -> tuple[Why | None, str]:
    """The lines behind a value, or why they cannot be told."""
    if not place:
        return None, ""
    try:
        return lines_behind(seen.timeline, place, at), ""
    except RefusedError as error:
        return None, str(error)
