"""The page `find` of a session: search the log."""

from itertools import islice
from typing import Final

from flask import Blueprint, Response, request

from webui.access.responses import revalidated
from webui.access.view import requested_view
from webui.pages.session.entry_view import shown_notes
from webui.views.line_notes import notes_at
from webui.views.log_search import LONGEST_SEARCH, groups_with

_MOST: Final = 200  # the maximum number of results on a page

blueprint = Blueprint("find", __name__, url_prefix="/s/<session>")


@blueprint.get("/find")
def page(session: str) -> Response:
    """Show a search field, and the parts of the log that contain all words of the search."""
    seen = requested_view(session, request.args)
    words, noted = " ".join(request.args.get("q", "").split()), shown_notes(seen)
    groups = list(islice(groups_with(seen.timeline, words, noted), _MOST + 1))

    def make() -> str:
        book = seen.cached.book
        rows = [(book.row(book.at(group.first)), notes_at(noted, group.first, group.last)) for group in groups[:_MOST]]
        return seen.rendered("find.html", words=words, rows=rows, has_more=len(groups) > _MOST, longest=LONGEST_SEARCH)

    return revalidated(seen.tag("find", words), make)
