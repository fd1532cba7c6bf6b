"""The pages `audit` of a session and of one finding: what went wrong, what follows from it, and each way out.

The verdict comes first, then the findings with what follows from each under it, then what was not checked. A finding's
own page shows the boards before, as recorded and as the rules have it, and the outcome of each remedy.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL, Move
from projections.terms import Marks
from replay.audit.audit import audit, audit_session
from replay.audit.findings import Finding, Report, or_fallback
from replay.corrections.plan import NEEDS_CHANCE, CorrectionPlan
from replay.corrections.remedies import Remedy, due_position, remedies
from replay.corrections.triage import STATUSES
from replay.posts.directives import Directive
from replay.reading.reading import Group
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated, see_other
from webui.access.view import SessionView, current_context, requested_view, require_session_and_identity
from webui.pages.session.event_context import file_line

LEVELS: Final = {"violation": "Violations", "doubt": "Doubts", "note": "Notes"}
_TICKS: Final = 400
"""The most findings that are marked on the strip."""

blueprint = Blueprint("audit", __name__, url_prefix="/s/<session>")


class Tick(NamedTuple):
    """A finding on the strip: where it stands, in thousandths of the session's lines."""

    at: int
    finding: Finding


class Changed(NamedTuple):
    """What an audit finds otherwise than one of the log as it stood at an earlier line."""

    line: int
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    same: int


class BoardPicture(NamedTuple):
    """A board with its caption."""

    svg: str
    caption: str


class RandomSourceOfLater(NamedTuple):
    """A later move that a correction touches: its last line, address and sentence; its fate, and the results."""

    seq: int
    address: str
    text: str
    fate: str
    why: str
    was: str
    now: str


class WouldHaveBeen(NamedTuple):
    """What would have been had a move been right: the later moves that are not as recorded, and how many are open."""

    rows: Sequence[RandomSourceOfLater]
    behind: int = 0
    is_open: bool = False


@blueprint.get("/audit")
def page(session: str) -> Response:
    """The report as a page."""
    seen = requested_view(session, request.args)
    report = public_report(seen)
    timeline = seen.timeline
    groups = {
        finding.id: timeline.group_at(finding.seq) for finding in report.findings if 0 < finding.seq <= timeline.last
    }
    level, rule, since = request.args.get("level", ""), request.args.get("rule", ""), _since(seen)
    shown = [one for one in report.roots if level in ("", one.level) and rule in ("", one.rule)]

    def make() -> str:
        return render_template(
            "audit.html", view=seen, report=report, levels=LEVELS, groups=groups, names=seat_names(seen), shown=shown,
            level=level, rule=rule, ticks=_ticks(seen, report), changed=_changed(seen, report, since),
            rules=sorted({one.rule for one in report.roots}),
        )  # fmt: skip

    return revalidated(seen.tag("audit", report, level, rule, since), make)


def public_report(seen: SessionView) -> Report:
    """The audit of what everybody may know by now: all of it where the session was opened to all.

    It runs each time: an audit that was kept would not see what was done to the stored lines since.
    """
    context = current_context()
    return audit_session(context.store, context.registry, seen.row.session, ALL)


def seat_names(seen: SessionView) -> dict[str, str]:
    """The seats' names as the game prints them."""
    book, last = seen.cached.book, seen.timeline.last
    return {seat: book.seat_name(seat, last) for seat in seen.seats if last}


def _since(seen: SessionView) -> int:
    """The line whose audit this one is compared with, 0 for none."""
    asked = request.args.get("since", "")
    if not asked:
        return 0
    number = whole(asked)
    if number is None or not 0 < number <= seen.timeline.last:
        raise RefusedError(f'since="{asked[:20]}" is not allowed: a line from 1 to {seen.timeline.last}')
    return seen.timeline.group_at(number).last


def _changed(seen: SessionView, report: Report, since: int) -> Changed | None:
    """What the audit finds otherwise than that of the log as it stood at a line."""
    if not since:
        return None
    context, row = current_context(), seen.row
    lines = context.store.lines(row.session, 0, since)
    opened = [secret for secret in context.store.secrets(row.session) if secret.seq <= since]
    then = audit(
        context.registry[row.game], context.registry.codec(row.game), row, lines, opened, ALL,
        data=lambda pin: context.store.data(pin).encode(),
    ).findings  # fmt: skip
    before, now = {one.id for one in then}, {one.id for one in report.findings}
    return Changed(
        since, tuple(one for one in report.findings if one.id not in before),
        tuple(one for one in then if one.id not in now), len(before & now),
    )  # fmt: skip


def _ticks(seen: SessionView, report: Report) -> Sequence[Tick]:
    last = max(seen.timeline.last, 1)
    return [Tick(round(1000 * one.seq / last), one) for one in report.findings[:_TICKS]]


@blueprint.get("/audit.json")
def data(session: str) -> Response:
    """The report as data."""
    seen = requested_view(session, request.args)
    report = public_report(seen)
    return revalidated(seen.tag("audit.json", report), lambda: msgspec.json.encode(report), "application/json")


class FindingPage:
    """One finding as whoever asks may know it: its boards, what follows, and the ways out."""

    def __init__(self, seen: SessionView, ident: str) -> None:
        self.seen, self.report = seen, public_report(seen)
        self.timeline = seen.timeline
        found = next((one for one in self.report.findings if one.id == ident), None)
        if found is None:
            raise NotFound(f'There is no finding "{ident[:40]}" in the audit of this session.')
        self.finding = found
        self.root = next((one for one in self.report.findings if one.id == found.root), None)
        self.follow = self.report.follow(found)

    @property
    def group(self) -> Group | None:
        """The group that it is found in."""
        seq = self.finding.seq
        return self.timeline.group_at(seq) if 0 < seq <= self.timeline.last else None

    @property
    def is_of_move(self) -> bool:
        """Whether it is found in a move that stands, so that there are ways out."""
        return self.group is not None and isinstance(self.group.head.event, Move) and not self.group.undone

    @property
    def boards(self) -> Sequence[BoardPicture]:
        """The boards before, as recorded, and as the rules have it."""
        group, timeline = self.group, self.timeline
        if group is None:
            return ()
        found = []
        if group.first > 1:
            found.append(BoardPicture(timeline.svg(group.first - 1), f"Before, line {group.first - 1}"))
        found.append(BoardPicture(timeline.svg(group.last), f"As recorded, line {group.last}"))
        due = self._due() if self.is_of_move else ""
        if due and due != timeline.game.view.draw(timeline.position(group.last), Marks()):
            found.append(BoardPicture(due, "As the rules have it"))
        return found

    def _due(self) -> str:
        group = self.group
        position = None if group is None else or_fallback(None, lambda: due_position(self.timeline, group))
        return "" if position is None else or_fallback("", lambda: self.timeline.game.view.draw(position, Marks()))

    def ways(self) -> Sequence[Remedy]:
        """The ways out, each with its outcome."""
        group, who = self.group, self.seen.who
        if group is None or not self.is_of_move:
            return ()
        none: tuple[Remedy, ...] = ()
        return or_fallback(
            none, lambda: remedies(self.timeline, group, by=who.author or "moderator", viewer=self.timeline.viewer)
        )

    def fates(self, plan: CorrectionPlan | None) -> WouldHaveBeen:
        """The later moves that a correction changes or that do not fit any more, up to where new chance is needed."""
        book, found = self.seen.cached.book, list[RandomSourceOfLater]()
        later = plan.later if plan else ()
        for at, one in enumerate(later):
            if one.fate != "stands" and (self.group is None or one.seq != self.group.first):
                row = book.row(book.at(one.seq))
                was, now = " ".join(one.was), " ".join(one.now)
                is_open = one.fate == "open" or one.why == NEEDS_CHANCE
                fate = "open" if is_open else one.fate
                found.append(RandomSourceOfLater(row.last, row.address, row.text, fate, one.why, was, now))
                if is_open:
                    return WouldHaveBeen(found, len(later) - at - 1 + (plan.waits if plan else 0), is_open=True)
        return WouldHaveBeen(found)


@blueprint.get("/audit/<finding>")
def finding_page(session: str, finding: str) -> Response:
    """One finding: what happened, what was due, what followed, and each way out."""
    seen = requested_view(session, request.args)
    shown = FindingPage(seen, finding)
    return revalidated(seen.tag("finding", finding, shown.report), lambda: _finding_text(shown))


@blueprint.post("/audit/<finding>")
def say(session: str, finding: str) -> Response:
    """Say what is made of a finding."""
    row, who = require_session_and_identity(session)
    if not who.may_rule:
        raise Forbidden("Only the moderator of this session or a judge says what is made of a finding.")
    limit_rate("post", who.link)
    status, reason = request.form.get("status", ""), " ".join(request.form.get("reason", "").split())[:500]
    try:
        file_line(row.session, who, Directive("FINDING", finding, says=status, reason=reason))
    except BellError as error:
        shown = FindingPage(requested_view(session, {}), finding)
        return not_stored(_finding_text(shown, str(error)), error.status)
    return see_other(url_for("audit.finding_page", session=row.session, finding=finding))


def _finding_text(shown: FindingPage, refusal: str = "") -> str:
    ways = shown.ways()
    fixed = next((one for one in ways if one.way == "fix"), None)
    return render_template(
        "finding.html", view=shown.seen, page=shown, finding=shown.finding, names=seat_names(shown.seen), ways=ways,
        fates=shown.fates(fixed.plan if fixed else None), fixed=fixed,
        statuses=STATUSES, refusal=refusal,
        given=request.form if refusal else {}, levels=LEVELS,
    )  # fmt: skip
