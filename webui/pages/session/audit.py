"""The pages `audit` of a session and of one finding.

The report shows the result first, then the findings with their consequences, then what was not checked. The page of a
finding shows the boards before the move, as recorded and by the rules, and the outcome of each option.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL, Move
from projections.contracts import Marks
from replay.audit.audit import audit, audit_session
from replay.audit.findings import Finding, Report, or_fallback
from replay.corrections.correction import NEEDS_CHANCE
from replay.corrections.moderation import STATUSES
from replay.corrections.plan import CorrectionPlan
from replay.corrections.remedies import Remedy, due_position, remedies
from replay.posts.directives import Directive
from replay.reading.chance_trust import grade_text
from replay.reading.reading import Group
from replay.turn_summaries.audit_posts import AuditContext, QuotedPost, finding_post, report_post
from webui.access.identity import accounts
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated, see_other
from webui.access.view import SessionView, current_context, requested_view, require_session_and_identity
from webui.pages.session.entry_view import may_speak
from webui.pages.session.event_context import file_line
from webui.pages.session.turn_summary import public_base, texts_to_copy
from webui.views.log_rows import Logbook, original_post
from webui.views.panels import board_markup
from webui.views.quoted_posts import audit_context

LEVELS: Final = {"violation": "Violations", "unverified": "Unverified", "note": "Notes"}
_TICKS: Final = 400  # the maximum number of audit findings that are marked on the timeline
_BEFORE: Final = 20  # the maximum number of groups before a finding in which its page searches for the post before

blueprint = Blueprint("audit", __name__, url_prefix="/s/<session>")


class LaterResult(NamedTuple):
    """A later move that a correction affects: its last entry, what happens to it, and its old and new results."""

    seq: int
    address: str
    text: str
    fate: str
    why: str
    was: str
    now: str


class WouldHaveBeen(NamedTuple):
    """Later moves that a correction changes. `is_open`: the last needs new dice or cards, and `behind` more follow."""

    rows: Sequence[LaterResult]
    behind: int = 0
    is_open: bool = False


@blueprint.get("/audit")
def page(session: str) -> Response:
    """Show the report of an audit of the session."""
    seen = requested_view(session, request.args, shared=True)
    report, timeline = public_report(seen), seen.timeline
    about = _about(seen, report.findings)
    groups = {one.id: timeline.group_at(one.seq) for one in report.findings if 0 < one.seq <= timeline.last}
    level, rule, since = request.args.get("level", ""), request.args.get("rule", ""), _since(seen)
    shown = [one for one in report.roots if level in ("", one.level) and rule in ("", one.rule)]

    def make() -> str:
        worst_last = sorted(report.findings[:_TICKS], key=lambda one: -list(LEVELS).index(one.level))
        thousandths = [(round(1000 * one.seq / max(timeline.last, 1)), one) for one in worst_last]
        return seen.rendered(
            "audit.html", report=report, levels=LEVELS, groups=groups, names=seat_names(seen), shown=shown,
            grade=grade_text(report.grade), level=level, rule=rule, ticks=thousandths,
            changed=_changed(seen, report, since), rules=sorted({one.rule for one in report.roots}), posts=about.posts,
            texts=texts_to_copy("report", partial(report_post, report, about)),
            corrections={one.id: _corrections(seen, groups.get(one.id), about.posts.get(one.id)) for one in shown},
        )  # fmt: skip

    return revalidated(seen.tag("audit", report, level, rule, since), make)


def _about(seen: SessionView, findings: Iterable[Finding]) -> AuditContext:
    """Return the posts and names for texts about findings: like the report, what spectators know by now."""
    known = current_context().timelines.read(seen.row, ALL, now=True) if seen.is_over else seen.public
    players = accounts().names(seen.row.session) if seen.who.role else {}
    base = public_base()
    return audit_context(known.book, known.timeline, findings, players, f"{base}{seen.base}/audit" if base else "")


class Corrections(NamedTuple):
    """Where the user can correct a misreading, as entries, 0 for none: a move, a post with chat, the post before."""

    move: int = 0
    chat: int = 0
    before: int = 0


def _corrections(seen: SessionView, group: Group | None, post: QuotedPost | None) -> Corrections | None:
    """Return where the user may correct what a finding is about, None for nowhere."""
    may = seen.who.may_rule or (seen.who.may_post and not seen.is_over)
    move = group.last if may and group and _has_options(group) else 0
    book = seen.cached.book
    chat = post.seq if post and may_speak(seen, book.row(book.at(post.seq))) else 0
    return Corrections(move, chat, _post_before(book, group, post) if group else 0) if move or chat else None


def _post_before(book: Logbook, group: Group, post: QuotedPost | None) -> int:
    """Return the entry of the post from which the last move before was read, other than `post`; 0 for none."""
    at = book.at(group.first)
    posts = (original_post(book, earlier) for earlier in range(at - 1, max(-1, at - _BEFORE), -1))
    return next((one.seq for one in posts if one and not (post and one.seq == post.seq)), 0)


def public_report(seen: SessionView) -> Report:
    """Audit the session with what spectators know by now; never cached, because stored entries may have changed."""
    context = current_context()
    return audit_session(context.store, context.registry, seen.row.session, ALL)


def seat_names(seen: SessionView) -> dict[str, str]:
    """Return the seats' names as the game prints them."""
    book, last = seen.cached.book, seen.timeline.last
    return {seat: book.seat_name(seat, last) for seat in seen.seats if last}


def _since(seen: SessionView) -> int:
    asked = request.args.get("since", "")
    if not asked:
        return 0
    number = whole(asked)
    if number is None or not 0 < number <= seen.timeline.last:
        raise RefusedError(f'since="{asked[:20]}" is not allowed. It must be an entry from 1 to {seen.timeline.last}')
    return seen.timeline.group_at(number).last


def _changed(seen: SessionView, report: Report, since: int) -> dict[str, Any] | None:
    """Return what changed since an audit that ended at entry `since`; None if the log has no such entry."""
    if not since:
        return None
    store, registry, row = current_context().store, current_context().registry, seen.row
    lines, secrets = store.lines(row.session, 0, since), store.secrets(row.session, 0, since)
    game, codec = registry[row.game], registry.codec(row.game)
    then = audit(game, codec, row, lines, secrets, ALL, data=lambda pin: store.data(pin).encode()).findings
    before, now = {one.id for one in then}, {one.id for one in report.findings}
    new, gone = [one for one in report.findings if one.id not in before], [one for one in then if one.id not in now]
    return {"line": since, "new": new, "gone": gone, "same": len(before & now)}


@blueprint.get("/audit.json")
def data(session: str) -> Response:
    """Return the report as JSON."""
    seen = requested_view(session, request.args)
    report = public_report(seen)
    return revalidated(seen.tag("audit.json", report), lambda: msgspec.json.encode(report), "application/json")


def _has_options(group: Group) -> bool:
    return isinstance(group.head.event, Move) and not group.undone


def remedies_for(seen: SessionView, group: Group | None) -> Sequence[Remedy]:
    """Return the ways to correct a move or accept it as played, each with its outcome; none for an undone move."""
    if group is None or not _has_options(group):
        return ()
    none, by = tuple[Remedy, ...](), seen.who.author or "moderator"
    return or_fallback(none, lambda: remedies(seen.timeline, group, by=by, viewer=seen.timeline.viewer))


class FindingPage:
    """One finding as the user may know it, with its boards, consequences and options."""

    def __init__(self, seen: SessionView, ident: str) -> None:
        self.seen, self.report = seen, public_report(seen)
        self.timeline = seen.timeline
        found = next((one for one in self.report.findings if one.id == ident), None)
        if found is None:
            raise NotFound(f'Finding "{ident[:40]}" was not found in the audit of this session.')
        self.finding = found
        self.root = next((one for one in self.report.findings if one.id == found.root), None)
        self.follow = self.report.follow(found)
        self.group = self.timeline.group_at(found.seq) if 0 < found.seq <= self.timeline.last else None

    @property
    def boards(self) -> Iterator[tuple[str, str]]:
        """The boards to compare, each with its caption: before the move, as recorded, and by the rules."""
        group, timeline, draw = self.group, self.timeline, self.timeline.game.board
        if group is None:
            return
        if group.first > 1:
            yield board_markup(timeline.panels(group.first - 1)), f"Before (entry {group.first - 1})"
        yield board_markup(timeline.panels(group.last)), f"As recorded (entry {group.last})"
        position = or_fallback(None, lambda: due_position(timeline, group)) if _has_options(group) else None
        due = "" if position is None else or_fallback("", lambda: draw(position, Marks()))
        if due and due != draw(timeline.position(group.last), Marks()):
            yield due, "By the rules"

    def fates(self, plan: CorrectionPlan | None) -> WouldHaveBeen:
        """Return the later moves that change or no longer fit, up to the first that needs new dice or cards."""
        book, found = self.seen.cached.book, list[LaterResult]()
        later = plan.later if plan else ()
        for at, one in enumerate(later):
            if one.fate != "stands" and (self.group is None or one.seq != self.group.first):
                row, was, now = book.row(book.at(one.seq)), " ".join(one.was), " ".join(one.now)
                is_open = one.fate == "open" or one.why == NEEDS_CHANCE
                fate = "open" if is_open else one.fate
                found.append(LaterResult(row.last, row.address, row.text, fate, one.why, was, now))
                if is_open:
                    return WouldHaveBeen(found, len(later) - at - 1 + (plan.waits if plan else 0), is_open=True)
        return WouldHaveBeen(found)


@blueprint.get("/audit/<finding>")
def finding_page(session: str, finding: str) -> Response:
    """Show one finding: what happened, the result by the rules, the consequences, and each option."""
    seen = requested_view(session, request.args, shared=True)
    shown = FindingPage(seen, finding)
    return revalidated(seen.tag("finding", finding, shown.report), lambda: _finding_text(shown))


@blueprint.post("/audit/<finding>")
def say(session: str, finding: str) -> Response:
    """Save the status that a user gives a finding of the audit."""
    row, who = require_session_and_identity(session)
    if not who.may_rule:
        raise Forbidden("Only the moderator or a judge of this session can assess a finding.")
    limit_rate("post", who.link)
    status, reason = request.form.get("status", ""), " ".join(request.form.get("reason", "").split())[:500]
    try:
        file_line(row.session, who, Directive("FINDING", finding, says=status, reason=reason))
    except BellError as error:
        shown = FindingPage(requested_view(session, {}), finding)
        return not_stored(_finding_text(shown, str(error)), error.status)
    return see_other(url_for("audit.finding_page", session=row.session, finding=finding))


def _finding_text(shown: FindingPage, refusal: str = "") -> str:
    ways, about = remedies_for(shown.seen, shown.group), _about(shown.seen, [shown.finding])
    fixed = next((one for one in ways if one.way == "fix"), None)
    return shown.seen.rendered(
        "finding.html", page=shown, finding=shown.finding, names=seat_names(shown.seen), ways=ways, fixed=fixed,
        fates=shown.fates(fixed.plan if fixed else None), statuses=STATUSES, refusal=refusal,
        given=request.form if refusal else {}, levels=LEVELS, post=about.posts.get(shown.finding.id),
        texts=texts_to_copy("finding", partial(finding_post, shown.report, shown.finding, about)),
        corrections=_corrections(shown.seen, shown.group, about.posts.get(shown.finding.id)),
    )  # fmt: skip
