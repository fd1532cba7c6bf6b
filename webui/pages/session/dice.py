"""The page `dice` of a session: how often each face came up, the usual range of fair dice, and every roll."""

from typing import Final

from flask import Blueprint, Response, request

from events.errors import RefusedError
from webui.access.responses import revalidated
from webui.access.view import page_number, requested_view
from webui.pages.session.entry_view import TRUST, properties_of

PAGE: Final = 200  # rolls per page

blueprint = Blueprint("dice", __name__, url_prefix="/s/<session>")


@blueprint.get("/dice")
def page(session: str) -> Response:
    """Show how often each face of the dice came up, and all rolls. Both are public."""
    seen = requested_view(session, request.args)
    number, book = page_number(), seen.cached.dice
    pages = max(1, -(-len(book.rolls) // PAGE))
    if number > pages:
        raise RefusedError(f"page {number} does not exist. The last page is {pages}")

    def make() -> str:
        throws = book.throws[(number - 1) * PAGE : number * PAGE]
        trust = [event for event in properties_of(seen) if event.name in TRUST] if seen.timeline.last else []
        return seen.rendered("dice.html", book=book, throws=throws, page=number, pages=pages, trust=trust)

    return revalidated(seen.tag("dice", number), make)
