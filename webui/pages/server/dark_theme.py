"""The stylesheet of a game's boards on a dark page (`/night/GAME.css`); the drawings themselves are light."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from projections.drawing.palette import night_css
from webui.access.responses import asset_version, immutable, revalidated
from webui.access.view import current_context

blueprint = Blueprint("dark_theme", __name__)


@blueprint.get("/night/<game>.css")
def sheet(game: str) -> Response:
    """The inks of a game by night; none where its boards are light by night too."""
    registry = current_context().registry
    if game not in registry:
        raise NotFound("No such game is on the shelf.")
    inks = registry[game].view.night
    respond = immutable if request.args.get("v") == asset_version() else revalidated
    return respond(("night", game), lambda: "" if inks is None else night_css(inks), "text/css")
