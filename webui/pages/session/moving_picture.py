"""A turn as a moving picture, `/s/<session>/turn/<turn>.gif` or `.webp`, as a spectator sees it."""

import re
from typing import Final

from flask import Blueprint, Response, g
from werkzeug.exceptions import NotFound

from events.errors import RefusedError
from projections.wording import capitalised
from replay.reading.numbered_boards import TurnOverview
from webui.access.moving_pictures import moving_picture_of
from webui.access.responses import embeddable, revalidated
from webui.access.view import requested_view, require_line
from webui.views.moving_picture import Form

_TURN: Final = re.compile("0|[1-9][0-9]{0,5}")

blueprint = Blueprint("moving_picture", __name__, url_prefix="/s/<session>/turn")


@blueprint.get("/<turn>.<any(gif,webp):kind>")
def picture(session: str, turn: str, kind: Form) -> Response:
    """Return a turn as a moving picture. Pages of other hosts may show those of public sessions."""
    seen = requested_view(session, {})
    require_line(seen, 1)
    if not _TURN.fullmatch(turn):
        raise NotFound("The address of a turn needs its number, as in turn/7.gif.")
    try:
        overview = TurnOverview(seen.public.timeline, int(turn))
    except RefusedError as error:
        raise NotFound(f"{capitalised(str(error))}.") from error
    g.indexed = False
    answer = embeddable if seen.settings.visibility == "public" else revalidated
    tag = "moving", seen.row.session, *seen.public.mark, overview.number, kind
    return answer(tag, lambda: moving_picture_of(seen, overview.number, kind), f"image/{kind}")
