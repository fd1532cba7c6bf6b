"""The exports of a session (`export.jsonl`, `.txt`, `.html` ...), its Atom feed, and its calendar of deadlines."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import NotFound

from events.events import SessionEvent
from events.session_events import TakebackAnswered, TakebackAsked
from projections.wording import joined
from replay.chance.clock import iso_moment
from replay.reading.reading import Group
from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view, require_line
from webui.views.calendar import CalendarEvent, calendar_text
from webui.views.export_formats import FORMATS

_MOST: Final = 40
"""The maximum number of entries in the feed."""

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
    return [CalendarEvent(uid, found.since_ms, found.until_ms, summary, _home(seen))]


def _home(seen: SessionView) -> str:
    return f"{current_app.config['BASE'] or request.host_url.rstrip('/')}{seen.base}"


def _is_news(group: Group) -> bool:
    """Return whether a group is a move, or a session event that players must notice or answer."""
    head = group.head.event
    if not isinstance(head, SessionEvent) or len(group.entries) > 1:
        return True
    return head.is_news or isinstance(head, TakebackAsked | TakebackAnswered)


def _atom_xml(seen: SessionView) -> bytes:
    timeline, book, urn = seen.timeline, seen.cached.book, f"urn:cloisterbell:{seen.row.session}"
    home = _home(seen)
    updated = iso_moment(timeline.lines[-1].at_ms if timeline.last else seen.row.created_ms)
    root = _with_texts(
        Element("feed", xmlns="http://www.w3.org/2005/Atom"), id=urn, title=seen.row.name, updated=updated
    )
    SubElement(root, "link", href=home)
    SubElement(SubElement(root, "author"), "name").text = "Cloister Bell"
    news = [group.last for group in timeline.groups if _is_news(group)] if timeline.last else []
    for seq in reversed(news[-_MOST:]):
        row, at_ms = book.row(book.at(seq)), timeline.lines[seq - 1].at_ms
        entry = _with_texts(SubElement(root, "entry"), id=f"{urn}:{seq}", title=f"{row.address} {row.text}")
        _with_texts(entry, updated=iso_moment(at_ms), summary=" ".join(told.text for told in row.told))
        SubElement(entry, "link", href=f"{home}/{seq}")
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _with_texts(parent: Element, **texts: str) -> Element:
    for name, text in texts.items():
        SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable() or sign == "\n")
    return parent
