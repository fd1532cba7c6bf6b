"""The exports of a session, `export.jsonl`, `.txt`, `.html`, `.csv` and `.sqlite`, as whoever asks may know it."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from webui.access.responses import revalidated
from webui.access.view import requested_view, require_line
from webui.views.export_formats import FORMATS

blueprint = Blueprint("export", __name__, url_prefix="/s/<session>")


@blueprint.get("/export.<ending>")
def file(session: str, ending: str) -> Response:
    """The session as a file. An offline page opens `at` a move number or an entry."""
    seen, form = requested_view(session, request.args), FORMATS.get(ending)
    if form is None:
        raise NotFound(f"There is no such format. There are {', '.join(FORMATS)}.")
    if not form.holds_damage:
        require_line(seen, 1)
    source = seen.exported(request.args.get("at", "").strip())
    form.require(source)
    response = revalidated(seen.tag("export", ending, source.at), lambda: b"".join(form.export(source)), form.mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.row.session}.{ending}"'
    return response
