"""The page `/k/<token>` of a secret link: a button that sets a cookie. Opening the page alone changes nothing."""

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.store.accounts import EVERYWHERE, HELPER, Link, draft_session
from replay.reading.host_keys import host_fingerprint
from webui.access.identity import accounts, forget_link, identify, remember_link
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import current_context

blueprint = Blueprint("secret_link", __name__)


@blueprint.after_request
def keep_nowhere(response: Response) -> Response:
    """Let nobody keep an answer whose address is a secret, refusals too."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/k/<token>")
def offer(token: str) -> Response:
    """What a link opens, and the button that opens it."""
    link = _live_link(token)
    store = current_context().store
    row = store.row(link.session) if link.session != EVERYWHERE and link.role != HELPER else None
    key = host_fingerprint(store, row.session) if row else ""
    text = render_template("link.html", link=link, row=row, token=token, known=identify(link.session), key=key)
    return make_response(text)


@blueprint.post("/k/<token>")
def exchange(token: str) -> Response:
    """Remember the link in this browser's cookie, and go to an address without its secret."""
    link = _live_link(token)
    remember_link(link)
    if link.role == HELPER:
        return see_other(url_for("imports.draft", name=link.session.removeprefix(draft_session(""))))
    where = url_for("home.index") if link.session == EVERYWHERE else url_for("viewer.last", session=link.session)
    return see_other(where)


@blueprint.post("/leave")
def forget() -> Response:
    """Forget this browser's link of a session."""
    forget_link(request.form.get("session", ""))
    return see_other(url_for("home.index"))


def _live_link(token: str) -> Link:
    """The live link of a token; guesses are slowed down."""
    link = accounts().by_token(token)
    if link is None:
        limit_rate("guess")
        raise NotFound("No such link is in use here. It may have been replaced: ask whoever gave it to you.")
    return link
