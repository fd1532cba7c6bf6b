"""The dice of one session: how often each face came up beside what fair dice mostly do, and every roll."""

from typing import Final

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import RefusedError
from webui.access.responses import answer
from webui.access.view import asked_page, view
from webui.pages.session_facts import TRUST, facts_of

__all__ = ["screen"]

PAGE: Final = 200
"""So many rolls stand on one page."""

screen = Blueprint("dice", __name__, url_prefix="/s/<session>")


@screen.get("/dice")
def page(session: str) -> Response:
    """Counts and rolls, for everybody: dice fall in the open."""
    seen = view(session, request.args)
    number, book = asked_page(), seen.kept.dice
    pages = max(1, -(-len(book.rolls) // PAGE))
    if number > pages:
        raise RefusedError(f"there is no page {number}; the rolls of this session fill {pages}")

    def make() -> str:
        return render_template(
            "dice.html", view=seen, base=url_for("viewer.last", session=seen.row.session), book=book,
            throws=book.throws[(number - 1) * PAGE : number * PAGE], page=number, pages=pages,
            trust=[fact for fact in facts_of(seen) if fact.name in TRUST] if seen.timeline.last else [],
        )  # fmt: skip

    return answer(seen.tag("dice", number), make)
