"""The page of a turn: the board after it, its moves numbered where they touched it, and their list; or a picture."""

import re
from typing import Final

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.errors import RefusedError
from projections.wording import capitalised
from replay.reading.turn_overview import TurnOverview
from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view, require_line
from webui.pages.session.pictures import drawing_as_picture, picture_type, requested_size
from webui.views.png import has_png

_ADDRESS: Final = re.compile(r"(?P<turn>0|[1-9][0-9]{0,5})(?:\.(?P<form>svg|png))?")

blueprint = Blueprint("turn", __name__, url_prefix="/s/<session>/turn")


@blueprint.get("/<address>")
def page(session: str, address: str) -> Response:
    """One turn on one board; behind `.svg` or `.png` that board alone. Turn 0 is the set-up."""
    seen = requested_view(session, request.args)
    require_line(seen, 1)
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise NotFound("A turn is named by its number, as in turn/7.")
    number, form = int(found["turn"]), found["form"] or ""
    overview = _overview(seen, number)
    if form == "svg":
        return revalidated(seen.tag("turn-svg", number), lambda: overview.svg, "image/svg+xml")
    if form == "png":
        size = requested_size()
        tag = seen.tag("turn-png", number, size, has_png())
        return revalidated(tag, lambda: drawing_as_picture(overview.svg, size), picture_type())

    def make() -> str:
        base = url_for("viewer.last", session=seen.row.session)
        turn, who = _heading(seen, overview)
        return render_template("turn.html", view=seen, base=base, overview=overview, turn=turn, who=who)

    return revalidated(seen.tag("turn", number), make)


def _overview(seen: SessionView, number: int) -> TurnOverview:
    try:
        return TurnOverview(seen.timeline, number)
    except RefusedError as error:
        raise NotFound(f"{capitalised(str(error))}.") from error


def _heading(seen: SessionView, overview: TurnOverview) -> tuple[str, str]:
    """The name of the turn, and whose it is."""
    sections = [section for section in seen.cached.book.sections if section.turn == overview.number]
    names = list(dict.fromkeys(section.name for section in sections if section.name))
    return f"Turn {overview.number}" if overview.number else "Set-up", ", ".join(names)
