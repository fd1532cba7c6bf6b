"""The state of a followed thread, for commands and pages."""

import shlex
from typing import Any

import msgspec

from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from projections.wording import counted, titled
from replay.following.answering import ReplyLooks, open_question
from replay.importing.archive import MODERATOR, NOBODY, time_text
from replay.reading.timeline import Timeline
from webui.views.base_address import leads_here_only
from webui.views.png import has_png, png
from webui.views.urls import deadline_text, position_links


class ThreadAuthor(msgspec.Struct, frozen=True):
    """An author of a thread: the id there, the shown name, and the seat, "" if it is not known."""

    id: str
    name: str
    seat: str = ""


class ThreadState(msgspec.Struct, frozen=True):
    """The state of a followed thread. Times are in milliseconds since 1970, 0 for none.

    `waiting` posts wait. `first_waiting` names the first one, and `seat` must answer about it (or the moderator).
    `code`: the question in the thread that asks about it, "" if the thread does not ask.
    """

    session: str
    kind: str
    place: str
    is_paused: bool
    trouble: str
    error: str
    checked_ms: int
    next_ms: int
    waiting: int
    first_waiting: str
    seat: str
    code: str
    unproven: str
    authors: tuple[ThreadAuthor, ...]

    @property
    def unknown(self) -> tuple[ThreadAuthor, ...]:
        """The authors whose seats are not known."""
        return tuple(author for author in self.authors if not author.seat)

    @property
    def checked(self) -> str:
        """The time of the last fetch in words."""
        return time_text(self.checked_ms / 1000) if self.checked_ms else "none yet"

    @property
    def next(self) -> str:
        """The time of the next attempt after an error, "" without an error."""
        return time_text(self.next_ms / 1000) if self.error and self.next_ms else ""

    @property
    def asked(self) -> str:
        """Who must answer about the first waiting post."""
        who = titled(self.seat) if self.seat not in ("", NOBODY, MODERATOR) else "the moderator"
        return f"{who} (question {self.code} in the thread)" if self.code else who

    @property
    def wait(self) -> str:
        """What the first waiting post waits for, "" if none waits."""
        return f"{self.first_waiting} waits for {self.asked}" if self.first_waiting else ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The state in sentences, one a line."""
        lines = [f"last fetch: {self.checked}"]
        if self.is_paused:
            lines.append("paused; --resume goes on")
        if self.trouble:
            lines.append(f"stopped: {self.trouble}")
        if self.error:
            lines.append(f"the last attempt failed: {self.error}. Next attempt: {self.next}")
        if self.wait:
            later = f", and {counted(self.waiting - 1, 'post')} after it" if self.waiting > 1 else ""
            lines.append(f"{self.wait}{later}")
        for one in self.authors:
            seat = "no seat" if one.seat == NOBODY else one.seat
            lines.append(f"{one.name} ({one.id}): {seat or f'unknown; use --seat {shlex.quote(one.id)}=SEAT'}")
        return tuple(lines)


def thread_state(drafts: ImportDrafts, session: str) -> ThreadState | None:
    """Return the state of the thread that a session follows, or None."""
    thread = drafts.followed.get(session)
    if thread is None:
        return None
    is_waiting, asked = bool(thread.waiting) and session in drafts.questions(session), open_question(thread)
    seat, code = (asked.seat, asked.code) if asked is not None else (thread.waits_for, "")
    if asked is not None and not asked.is_open_in_thread:  # after misunderstood answers, the moderator was informed
        seat, code = MODERATOR if asked.is_answerable else seat, ""
    return ThreadState(
        thread.session, thread.kind, thread.place, thread.is_paused, thread.trouble, thread.error, thread.checked_ms,
        thread.next_ms, thread.after + 1 if is_waiting else 0, thread.waiting if is_waiting else "",
        seat if is_waiting else "", code if is_waiting else "", thread.unproven,
        tuple(ThreadAuthor(writer, name, thread.seats.get(writer, "")) for writer, name in thread.names.items()),
    )  # fmt: skip


def resumed(thread: FollowedThread) -> dict[str, Any]:
    """Return the fields of a thread to change if a person resumes it, also after it stopped at a post."""
    given: dict[str, Any] = {"is_paused": False, "next_ms": 0, "is_closed": False}
    if not thread.trouble:
        return given
    at = (*thread.accepted, thread.stopped_at) if thread.stopped_at else thread.accepted
    return {**given, "trouble": "", "stopped_at": "", "has_added": True, "accepted": at}


def is_shared(accounts: Accounts) -> bool:
    """Return whether the server of this database was last served under an address that others can reach."""
    address = accounts.address()
    return bool(address) and not leads_here_only(address)


def reply_looks(accounts: Accounts) -> ReplyLooks:
    """Return what replies show: the address of a position's page, the deadline, and a picture if PNG can be made."""
    kept = accounts.address()
    base = "" if leads_here_only(kept) else kept

    def page(timeline: Timeline) -> str:
        return position_links(base, accounts, timeline.row, timeline.last).page

    def until(timeline: Timeline) -> str:
        return deadline_text(timeline, accounts.settings(timeline.row.session))

    return ReplyLooks(page, until, png if has_png() else None)
