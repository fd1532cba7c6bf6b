"""The log itself, to be taken home: one JSON text a line, with the digests it was stored with."""

from flask import Blueprint, Response, request

from replay.exchange.bundle import export_lines
from webui.access.responses import answer
from webui.access.view import house, view

__all__ = ["screen"]

screen = Blueprint("export", __name__, url_prefix="/s/<session>")


@screen.get("/log.jsonl")
def log(session: str) -> Response:
    """The log as this viewer may know it. What stays sealed stands there as its seal."""
    seen = view(session, request.args)

    def make() -> str:
        home = house()
        lines = export_lines(home.store, home.shelf, seen.row.session, seen.viewer, seen.upto)
        return "".join(f"{line}\n" for line in lines)

    response = answer(seen.tag("log"), make, "application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.row.session}.jsonl"'
    return response
