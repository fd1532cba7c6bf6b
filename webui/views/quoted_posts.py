"""The posts that the findings of an audit are about, as the viewer of a log may know them."""

from collections.abc import Iterable, Mapping
from functools import partial

from replay.audit.findings import Finding, or_fallback
from replay.chance.clock import utc_moment
from replay.reading.timeline import Timeline
from replay.turn_summaries.audit_posts import AuditContext, QuotedPost
from replay.turn_summaries.turn_summary import PlayerNames
from webui.views.log_rows import Logbook, original_post


def audit_context(
    book: Logbook, timeline: Timeline, findings: Iterable[Finding], players: Mapping[str, str], link: str = ""
) -> AuditContext:
    """Return what a text about an audit needs. `players` are the names of players by seat, `link` is its address."""
    seats = timeline.reading.started.seats if timeline.last else ()
    names = {seat: book.seat_name(seat, timeline.last) for seat in seats}
    known = PlayerNames({names[seat]: name for seat, name in players.items() if seat in names})
    found = {one.id: or_fallback(None, partial(_quoted, book, timeline, one.seq)) for one in findings}
    posts = {ident: post for ident, post in found.items() if post}
    return AuditContext(link, names, known, posts)


def _quoted(book: Logbook, timeline: Timeline, seq: int) -> QuotedPost | None:
    post = original_post(book, book.at(seq)) if 0 < seq <= timeline.last else None
    if post is None or not post.is_sure:
        return None
    when = post.when or utc_moment(timeline.lines[post.seq - 1].at_ms)
    return QuotedPost(post.seq, post.author, when, post.where, post.text)
