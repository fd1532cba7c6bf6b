"""The audit of one session: the answer first, then each finding with its evidence, then what was not checked."""

from typing import Final

import msgspec
from flask import Blueprint, Response, render_template, request

from events.facts import ALL
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from webui.access.responses import answer
from webui.access.view import View, house, view

__all__ = ["screen"]

LEVELS: Final = {"violation": "Violations", "doubt": "Doubts", "note": "Notes"}

screen = Blueprint("audit", __name__, url_prefix="/s/<session>")


@screen.get("/audit")
def page(session: str) -> Response:
    """The report as a page."""
    seen = view(session, request.args)
    report = reported(seen)
    timeline = seen.timeline
    groups = {
        finding.id: timeline.group_at(finding.seq) for finding in report.findings if 0 < finding.seq <= timeline.last
    }
    book = seen.kept.book
    names = {seat: book.seat_name(seat, timeline.last) for seat in seen.seats if timeline.last}

    def make() -> str:
        return render_template("audit.html", view=seen, report=report, levels=LEVELS, groups=groups, names=names)

    return answer(seen.tag("audit", report), make)


def reported(seen: View) -> Report:
    """The audit of what everybody may know by now: all of it where the session was opened to all.

    It runs each time: an audit that was kept would not see what was done to the stored lines since.
    """
    home = house()
    return audit_session(home.store, home.shelf, seen.row.session, ALL)


@screen.get("/audit.json")
def data(session: str) -> Response:
    """The report as data."""
    seen = view(session, request.args)
    report = reported(seen)
    return answer(seen.tag("audit.json", report), lambda: msgspec.json.encode(report), "application/json")
