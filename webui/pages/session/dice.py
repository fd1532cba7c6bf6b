"""The page `dice` of a session: how often each face came up beside what fair dice mostly do, and every roll."""

from typing import Final

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import RefusedError
from webui.access.responses import revalidated
from webui.access.view import page_number, requested_view
from webui.pages.session.session_properties import TRUST, properties_of

PAGE: Final = 200
"""So many rolls stand on one page."""

blueprint = Blueprint("dice", __name__, url_prefix="/s/<session>")


@blueprint.get("/dice")
def page(session: str) -> Response:
    """Counts and rolls, for everybody: dice fall in the open."""
    seen = requested_view(session, request.args)
    number, book = page_number(), seen.cached.dice
    pages = max(1, -(-len(book.rolls) // PAGE))
    if number > pages:
        raise RefusedError(f"there is no page {number}; the rolls of this session fill {pages}")

    def make() -> str:
        return render_template(
            "dice.html", view=seen, base=url_for("viewer.last", session=seen.row.session), book=book,
            throws=book.throws[(number - 1) * PAGE : number * PAGE], page=number, pages=pages,
            trust=[event for event in properties_of(seen) if event.name in TRUST] if seen.timeline.last else [],
        )  # fmt: skip

    return revalidated(seen.tag("dice", number), make)
