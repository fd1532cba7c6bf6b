"""The page `audit` of a session: the verdict first, then each finding with its evidence, then what was not checked."""

from typing import Final

import msgspec
from flask import Blueprint, Response, render_template, request

from events.facts import ALL
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from webui.access.responses import revalidated
from webui.access.view import SessionView, current_context, requested_view

LEVELS: Final = {"violation": "Violations", "doubt": "Doubts", "note": "Notes"}

blueprint = Blueprint("audit", __name__, url_prefix="/s/<session>")


@blueprint.get("/audit")
def page(session: str) -> Response:
    """The report as a page."""
    seen = requested_view(session, request.args)
    report = public_report(seen)
    timeline = seen.timeline
    groups = {
        finding.id: timeline.group_at(finding.seq) for finding in report.findings if 0 < finding.seq <= timeline.last
    }
    book = seen.cached.book
    names = {seat: book.seat_name(seat, timeline.last) for seat in seen.seats if timeline.last}

    def make() -> str:
        return render_template("audit.html", view=seen, report=report, levels=LEVELS, groups=groups, names=names)

    return revalidated(seen.tag("audit", report), make)


def public_report(seen: SessionView) -> Report:
    """The audit of what everybody may know by now: all of it where the session was opened to all.

    It runs each time: an audit that was kept would not see what was done to the stored lines since.
    """
    context = current_context()
    return audit_session(context.store, context.shelf, seen.row.session, ALL)


@blueprint.get("/audit.json")
def data(session: str) -> Response:
    """The report as data."""
    seen = requested_view(session, request.args)
    report = public_report(seen)
    return revalidated(seen.tag("audit.json", report), lambda: msgspec.json.encode(report), "application/json")
