"""The state of a followed thread, for commands and pages."""

import shlex

import msgspec

from events.store.accounts import Accounts
from projections.wording import counted, titled
from replay.following.answering import ReplyLooks
from replay.importing.archive import MODERATOR, NOBODY, time_text
from replay.importing.draft import ImportDraft
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
    """The state of a followed thread. Times are in milliseconds since 1970, 0 for none. `waiting` posts wait."""

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
    unproven: str
    authors: tuple[ThreadAuthor, ...]

    @property
    def unknown(self) -> tuple[ThreadAuthor, ...]:
        """The authors whose seats are not known."""
        return tuple(author for author in self.authors if not author.seat)

    @property
    def lines(self) -> tuple[str, ...]:
        """The state in sentences, one a line."""
        lines = [f"last fetch: {time_text(self.checked_ms / 1000) if self.checked_ms else 'none yet'}"]
        if self.is_paused:
            lines.append("paused; --resume goes on")
        if self.trouble:
            lines.append(f"stopped: {self.trouble}")
        if self.error:
            lines.append(f"the last attempt failed: {self.error}. Next attempt: {time_text(self.next_ms / 1000)}")
        if self.first_waiting:
            who = titled(self.seat) if self.seat and self.seat != MODERATOR else "the moderator"
            lines.append(f"{counted(self.waiting, 'post')} wait. The first, {self.first_waiting}, waits for {who}")
        for one in self.authors:
            seat = "no seat" if one.seat == NOBODY else one.seat
            lines.append(f"{one.name} ({one.id}): {seat or f'unknown; use --seat {shlex.quote(one.id)}=SEAT'}")
        return tuple(lines)


def thread_state(draft: ImportDraft) -> ThreadState:
    """Return the state of the thread that the session of an inbox follows."""
    thread = draft.drafts.followed.get(draft.state.session)
    assert thread is not None
    question, posts = draft.state.question, zip(draft.keys, draft.state.archive.posts, strict=True)
    left = [post for key, post in posts if key not in draft.state.recorded]
    first = left[0] if left and question is not None and question.post else None
    return ThreadState(
        thread.session, thread.kind, thread.place, thread.is_paused, thread.trouble, thread.error, thread.checked_ms,
        thread.next_ms, len(left) if first else 0, f"{first.where} by {first.author}" if first else "",
        question.seat if first and question else "", thread.unproven,
        tuple(ThreadAuthor(writer, name, thread.seats.get(writer, "")) for writer, name in thread.names.items()),
    )  # fmt: skip


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
