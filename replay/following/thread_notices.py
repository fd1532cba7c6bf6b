"""Notices about a followed thread: a post that waits, and what the moderator must do.

They say only what a spectator may know. A private question itself is shown only at the link of its seat.
"""

from collections.abc import Iterator
from typing import Final

from events.store.followed import FollowedThreads
from events.store.settings import plain_title
from replay.following.answering import open_question
from replay.following.questions import AskedQuestion
from replay.following.replies import harmless
from replay.reading.timeline import Timeline
from replay.session.consent import MODERATOR
from replay.turn_summaries.notices import Notice

_DAY_MS: Final = 86_400_000
_STALE_MS: Final = 14 * _DAY_MS  # no reminders about an old thread that is read for the first time


def thread_notices(timeline: Timeline, threads: FollowedThreads, now_ms: int) -> list[Notice]:
    """Return the notices about the thread of a session, to a seat or to `moderator`; none if it follows no thread."""
    session = timeline.row.session
    thread = threads.get(session)
    if thread is None or thread.is_paused:
        return []
    told = list[tuple[str, str, str, int]]()
    if (asked := open_question(thread)) is not None:
        told += _about_question(timeline, asked, now_ms)
    if thread.trouble:
        what = "the program reads no further posts of the thread. The page of the session says why"
        told.append((MODERATOR, f"stopped-{thread.stopped_at}", what, thread.checked_ms))
    told += (
        (MODERATOR, f"copy-{reply.number}", "a reply is ready. Copy it into the thread", reply.at_ms)
        for reply in threads.open_replies(session) if reply.state == "copy"
    )  # fmt: skip
    title = plain_title(timeline.row.title) or timeline.row.alias or session
    return [
        Notice(f"{session}:asked:{who}:{key}", session, "asked", who, f"{title}: {text}.", timeline.last, at_ms)
        for who, key, text, at_ms in told
    ]


def _about_question(timeline: Timeline, asked: AskedQuestion, now_ms: int) -> Iterator[tuple[str, str, str, int]]:
    """Yield who is told about an unclear post, a key, a text and a time.

    The seat gets a reminder one day after the post, and the moderator two days after it.
    """
    seats, post = timeline.reading.started.seats, f"the post by {harmless(asked.author)}"
    name = timeline.seat_name(asked.seat) if asked.seat in seats else "the moderator"
    answer = f"question {asked.code} in the thread" if asked.is_open_in_thread else "on the page of the session"
    key = asked.code if asked.is_answerable else asked.post
    if not asked.is_answerable:
        what = "answer a private question" if asked.is_private else "settle it"
        kind = "private" if asked.is_private else "settle"
        yield asked.seat, f"{key}-{kind}", f"{post} is not fully recorded yet. {name} must {what}", asked.at_ms
    elif not asked.is_open_in_thread:
        what = f"{asked.misses} answers to question {asked.code} were not understood"
        yield MODERATOR, f"{key}-missed", f"{what}, and {post} is not fully recorded yet. Settle it", asked.at_ms
    waits_ms = now_ms - asked.at_ms if asked.at_ms else 0
    if asked.seat in seats and _DAY_MS <= waits_ms < _STALE_MS:
        what = f"{post} has waited for a day. {name} must answer {answer}"
        yield asked.seat, f"{key}-day", what, asked.at_ms + _DAY_MS
    if 2 * _DAY_MS <= waits_ms < _STALE_MS:
        what = f"{post} has waited for two days. You can settle it"
        yield MODERATOR, f"{key}-days", what, asked.at_ms + 2 * _DAY_MS
