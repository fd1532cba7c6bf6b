"""Secret links: a page with a button, and behind the button a cookie. Opening the page changes nothing."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.store.accounts import EVERYWHERE, Link
from webui.access.identity import desk, enter, leave, who
from webui.access.rate_limits import spend
from webui.access.view import house

__all__ = ["screen"]

screen = Blueprint("links", __name__)


@screen.after_request
def keep_nowhere(response: Response) -> Response:
    """Let nobody keep an answer whose address is a secret, refusals too."""
    response.headers["Cache-Control"] = "no-store"
    return response


@screen.get("/k/<token>")
def offer(token: str) -> Response:
    """What a link opens, and the button that opens it."""
    link = _live(token)
    row = house().store.row(link.session) if link.session != EVERYWHERE else None
    return make_response(render_template("link.html", link=link, row=row, token=token, known=who(link.session)))


@screen.post("/k/<token>")
def exchange(token: str) -> Response:
    """Let this browser be known by the link, and go to an address without its secret."""
    link = _live(token)
    enter(link)
    where = url_for("sessions.index") if link.session == EVERYWHERE else url_for("viewer.last", session=link.session)
    return _gone(where)


@screen.post("/leave")
def forget() -> Response:
    """Let this browser be nobody in a session."""
    leave(request.form.get("session", ""))
    return _gone(url_for("sessions.index"))


def _gone(where: str) -> Response:
    response = redirect(where, 303)
    assert isinstance(response, Response)
    return response


def _live(token: str) -> Link:
    """The live link of a token; guesses are slowed down."""
    link = desk().by_token(token)
    if link is None:
        spend("guess")
        raise NotFound("No such link is in use here. It may have been replaced: ask whoever gave it to you.")
    return link
