"""The steps of a session for the viewer's script: the first board, what changes in chunks, the outline of the log."""

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view, require_line
from webui.pages.session.viewer import response_for_line
from webui.pages.session.viewer_scene import may_speak, shown_notes
from webui.views.steps import base, chunks, last_of_chunk, outline

_JSON = "application/json"

blueprint = Blueprint("steps", __name__, url_prefix="/s/<session>/steps")


def _asked(session: str) -> SessionView:
    """The view that is asked for, of a session that has begun."""
    seen = requested_view(session, request.args)
    require_line(seen, 1)
    return seen


@blueprint.get("/outline.json")
def outlined(session: str) -> Response:
    """Where the session can be stepped to, and all of it that can still change."""
    seen = _asked(session)

    def make() -> bytes:
        findings = seen.public.findings if seen.is_over else {}
        return msgspec.json.encode(
            outline(seen.cached.book, findings, lambda row: may_speak(seen, row), shown_notes(seen))
        )

    return revalidated(seen.tag("outline"), make, _JSON)


@blueprint.get("/base.json")
def first(session: str) -> Response:
    """The first board and its text."""
    seen = _asked(session)
    return response_for_line(seen, 1, "steps", lambda: msgspec.json.encode(base(seen.timeline)), _JSON)


@blueprint.get("/<seq:number>.json")
def some(session: str, number: int) -> Response:
    """One chunk of the steps; the first is 1. With the digest of its last line in the address it is kept for ever."""
    seen = _asked(session)
    if number > chunks(seen.timeline):
        raise NotFound(f"There is no chunk {number}; this session has {chunks(seen.timeline)}.")
    last = last_of_chunk(seen.timeline, number)
    return response_for_line(seen, last, f"steps-{number}", lambda: seen.cached.chunk(number), _JSON)
