"""The exports of a session (`export.jsonl`, `.txt`, `.html` ...), its Atom feed, and its calendar of deadlines."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from projections.wording import joined
from webui.access.responses import own_address, revalidated
from webui.access.view import SessionView, requested_view, require_line
from webui.views.calendar import CalendarEvent, calendar_text
from webui.views.export_formats import FORMATS
from webui.views.feed import feed_xml, news_entries, session_urn

blueprint = Blueprint("export", __name__, url_prefix="/s/<session>")
feed = Blueprint("feed", __name__, url_prefix="/s/<session>")


@blueprint.get("/export.<ending>")
def file(session: str, ending: str) -> Response:
    """Return the session as a file in the format of `ending`. An offline page opens at the move or entry `at`."""
    seen, form = requested_view(session, request.args), FORMATS.get(ending)
    if form is None:
        raise NotFound(f"This format does not exist. Formats: {', '.join(FORMATS)}.")
    if not form.holds_damage:
        require_line(seen, 1)
    source = seen.exported(request.args.get("at", "").strip())
    form.require(source)
    response = revalidated(seen.tag("export", ending, source.at), lambda: b"".join(form.export(source)), form.mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.row.session}.{ending}"'
    return response


@feed.get("/feed.atom")
def atom(session: str) -> Response:
    """Return the last moves, disputes, questions and takebacks as Atom with links, as the viewer may know them."""
    seen = requested_view(session, {name: value for name, value in request.args.items() if name == "as"})
    return revalidated(seen.tag("feed"), lambda: _atom_xml(seen), "application/atom+xml")


@feed.get("/deadlines.ics")
def calendar(session: str) -> Response:
    """Return the deadline of the awaited seats as an iCalendar file, without an event if the session has none."""
    seen = requested_view(session, {})
    return revalidated(seen.tag("calendar"), lambda: calendar_text(seen.row.name, _deadlines(seen)), "text/calendar")


def _deadlines(seen: SessionView) -> list[CalendarEvent]:
    found = seen.deadline
    if found is None or not found.until_ms or seen.is_over:
        return []
    names = joined([seen.seat_name(seat) for seat in found.seats])
    uid, summary = f"{seen.row.session}-{found.since}@cloisterbell", f"{seen.row.name}: deadline for {names}"
    return [CalendarEvent(uid, found.since_ms, found.until_ms, summary, own_address() + seen.base)]


def _atom_xml(seen: SessionView) -> bytes:
    timeline, home = seen.timeline, own_address() + seen.base
    updated_ms = timeline.lines[-1].at_ms if timeline.last else seen.row.created_ms
    news = news_entries(seen.cached.book, home) if timeline.last else []
    return feed_xml(session_urn(seen.row.session), seen.row.name, home, updated_ms, news)
