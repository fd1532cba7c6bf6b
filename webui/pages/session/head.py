"""The page `head` of a session: whose turn it is, and the moves since a page was opened.

Open pages ask for it again and again. It changes only with what its viewer may know.
"""

from flask import Blueprint, Response, render_template, request

from events.digits import whole
from events.errors import RefusedError
from webui.access.responses import revalidated
from webui.access.view import requested_view

blueprint = Blueprint("head", __name__, url_prefix="/s/<session>")


@blueprint.get("/head")
def head(session: str) -> Response:
    """Return the bar of the session's pages as HTML, with the number of moves after entry `after`."""
    seen = requested_view(session, request.args)
    after = whole(request.args.get("after", ""), 9)
    if not after:
        raise RefusedError("after: write the number of the last entry that the page knows")
    news = sum(end > after for end in seen.timeline.ends["move"])
    bar = render_template("whose_turn.html", view=seen, news=news, after=after)
    return revalidated((bar.encode(),), lambda: bar)
