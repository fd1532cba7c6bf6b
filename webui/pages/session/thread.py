"""The page `thread` of a session: the state of the thread that it follows, and what the moderator can do about it."""

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from replay.following.answering import reply_of
from replay.importing.archive import MODERATOR, NOBODY
from webui.access.identity import accounts, require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import SessionView, requested_view
from webui.views.thread_state import resumed, thread_state

_LONGEST: Final = 300

blueprint = Blueprint("thread", __name__, url_prefix="/s/<session>")


@blueprint.get("/thread")
def page(session: str) -> Response:
    """Show the state of the thread to the moderator."""
    return _response(session)


def _response(session: str, refusal: str = "", status: int = 200) -> Response:
    seen = requested_view(session, {})
    require_moderator(seen.row.session)
    drafts = ImportDrafts(accounts())
    state = thread_state(drafts, seen.row.session)
    if state is None:
        raise NotFound(
            "This session follows no thread now. The host can follow one: `cloisterbell follow SESSION SOURCE`."
        )
    replies = [(one.number, one.state, reply_of(one).text) for one in drafts.followed.open_replies(seen.row.session)]
    return seen.page(
        "thread.html", status, state=state, refusal=refusal, seats=seen.seats, moderator=MODERATOR, nobody=NOBODY,
        inbox=drafts.of_session(seen.row.session), replies=[one for one in replies if one[1] in ("copy", "unknown")],
    )  # fmt: skip


@blueprint.post("/thread")
def send(session: str) -> Response:
    """Pause or resume, choose the seats of authors, or note that a reply was copied into the thread."""
    seen = requested_view(session, {})
    who = require_moderator(seen.row.session)
    try:
        limit_rate("post", who.link)
        _send(seen, request.form.get("do", ""), request.form)
    except BellError as error:
        return _response(session, str(error), error.status)
    return see_other(url_for("thread.page", session=seen.row.session))


def _send(seen: SessionView, do: str, form: Mapping[str, str]) -> None:
    threads, session = ImportDrafts(accounts()).followed, seen.row.session
    thread = threads.get(session)
    if thread is None:
        raise RefusedError("this session follows no thread")
    if do == "pause":
        threads.change(session, is_paused=True)
    elif do == "resume":
        threads.change(session, **resumed(thread))
    elif do == "seats":
        threads.change(session, seats={**thread.seats, **_seats(seen, thread, form)})
    elif do == "copied":
        number = whole(form.get("reply", "")[:9]) or 0
        if not any(threads.move_reply(session, number, was, "sent") for was in ("copy", "unknown")):
            raise RefusedError("this reply does not wait any more")
    else:
        raise RefusedError("choose one of the buttons")


def _seats(seen: SessionView, thread: FollowedThread, form: Mapping[str, str]) -> dict[str, str]:
    """Return the seats in the form of authors who are known in the thread."""
    found: dict[str, str] = {}
    for at, writer in enumerate(thread.names):
        seat = form.get(f"seat-{at}", "")[:_LONGEST]
        if form.get(f"author-{at}", "") != writer or not seat:
            continue
        if seat not in (*seen.seats, MODERATOR, NOBODY):
            raise RefusedError(f'"{seat[:40]}" is not a seat of this session')
        found[writer] = seat
    return found
