"""The export `log.jsonl` of a session: one JSON text a line, with the digests it was stored with."""

from flask import Blueprint, Response, request

from replay.transfer.bundle import export_lines
from webui.access.responses import revalidated
from webui.access.view import current_context, requested_view

blueprint = Blueprint("export", __name__, url_prefix="/s/<session>")


@blueprint.get("/log.jsonl")
def log(session: str) -> Response:
    """The log as this viewer may know it. What stays sealed stands there as its seal."""
    seen = requested_view(session, request.args)

    def make() -> str:
        context = current_context()
        lines = export_lines(context.store, context.shelf, seen.row.session, seen.viewer, seen.upto, seen.note_reader)
        return "".join(f"{line}\n" for line in lines)

    response = revalidated(seen.tag("log"), make, "application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.row.session}.jsonl"'
    return response
