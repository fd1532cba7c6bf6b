"""The replies of a session to its thread: what they report, when they are due, and sending each of them once.

A reply is stored with its marker before it is sent. If the program stops while it sends a reply, the thread is searched
for the marker. If a thread cannot be searched, the reply is not sent again.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from events.errors import RefusedError
from events.events import SessionEvent
from events.session_events import Posted, PostOrigin
from events.store.followed import FollowedThread, StoredReply
from replay.following.questions import AskedQuestion, ask
from replay.following.replies import PostNews, ReplyContext, ThreadNews, compose
from replay.importing.draft import ImportDraft
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from replay.sources.source import Reply, Source, SourceError

_asked: Final = msgspec.json.Decoder(AskedQuestion)


class ReplyLooks(NamedTuple):
    """What a reply shows besides the news: the address of a position's page, the deadline in words, and a picture."""

    page: Callable[[Timeline], str] = lambda _timeline: ""
    until: Callable[[Timeline], str] = lambda _timeline: ""
    draw: Callable[[str], bytes] | None = None


class ReplyDraft(msgspec.Struct, frozen=True):
    """A stored reply without its picture, its news, which a later reply can report too, and the number of its question.

    `question` is 0 if the reply shows none.
    """

    reply: Reply
    news: ThreadNews
    question: int = 0


_stored: Final = msgspec.json.Decoder(ReplyDraft)


def open_question(thread: FollowedThread) -> AskedQuestion | None:
    """Return the question that a thread shows, or None."""
    return _asked.decode(thread.asked) if thread.asked else None


def reply_of(stored: StoredReply) -> Reply:
    """Return a stored reply with its picture."""
    return msgspec.structs.replace(_stored.decode(stored.json).reply, picture=stored.picture)


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


class Answering:
    """The replies of one session. `timeline` returns the session now, `clock` the time in milliseconds since 1970."""

    def __init__(
        self, draft: ImportDraft, timeline: Callable[[], Timeline], looks: ReplyLooks, clock: Callable[[], int]
    ) -> None:  # fmt: skip
        self.threads, self.draft, self.looks, self.clock = draft.drafts.followed, draft, looks, clock
        self._timeline = timeline
        self.session = draft.state.session

    def find_sent(self, source: Source) -> None:
        """Settle each reply whose sending was interrupted: search the thread for it, or send it no more."""
        for stored in self.threads.open_replies(self.session):
            if stored.state != "sending":
                continue
            if not source.can_find:
                self.threads.move_reply(self.session, stored.number, "sending", "unknown")
            elif found := source.find(reply_of(stored).marker):
                self._note_sent(stored, found)
            else:
                self.threads.move_reply(self.session, stored.number, "sending", "stored")

    def take_question(self, said: Sequence[str]) -> None:
        """Store the question about the first unclear post, and further sentences for the next reply."""
        thread, walk = self.thread, self.draft.walk
        before = open_question(thread)
        asked = ask(walk, thread.questions + 1, before) if walk is not None else None
        changed: dict[str, object] = {"said": tuple(dict.fromkeys((*thread.said, *said)))}
        changed["asked"] = _json(asked) if asked is not None else ""
        if asked is None:
            changed["told"] = ""
        elif asked is not before:
            changed["shown"] = ()
            if asked.is_answerable:  # only such a question shows its number
                changed["questions"] = asked.number
        self.threads.change(self.session, **changed)

    def _news(self, timeline: Timeline) -> ThreadNews:
        """Return what the log has since the last reply: the posts of the thread, and what else readers must know."""
        thread = self.thread
        new = timeline.entries[thread.reported :]
        told = (entry.event for entry in new)
        is_new = any(not isinstance(one, SessionEvent) or one.moves_board or one.is_news for one in told)
        starts = [entry.seq for entry in new if isinstance(entry.event, Posted)]
        ends = [*(seq - 1 for seq in starts[1:]), timeline.last][: len(starts)]
        fetched = {entry.seq for entry in new if isinstance(entry.event, PostOrigin)}
        posts = tuple(
            PostNews(first, event.author, event.when, first, last)
            for first, last in zip(starts, ends, strict=True)
            if isinstance(event := timeline.entries[first - 1].event, Posted) and fetched & {first + 1, first + 2}
        )
        return ThreadNews(posts, thread.reported + 1 if is_new else 0, thread.said)

    @property
    def thread(self) -> FollowedThread:
        """The thread as it is stored now."""
        found = self.threads.get(self.session)
        if found is None:
            raise RefusedError(f"session {self.session} follows no thread any more")
        return found

    def due_ms(self) -> int:
        """Return from when on a reply can be written, because the last one is then old enough; 0 if none is needed."""
        thread, last = self.thread, self.threads.last_reply(self.session)
        is_question_new = bool(thread.asked) and thread.asked != thread.told
        if (last is not None and last.state in ("stored", "sending")) or (
            self._news(self._timeline()).is_silent and not is_question_new
        ):
            return 0
        if last is None or last.state == "copy":
            return self.clock()
        return last.at_ms + 1000 * thread.reply_every_s

    def store(self, source: Source, waiting: int) -> None:
        """Write the reply about all news and store it. `waiting` posts wait after the unclear one."""
        thread, last, timeline = self.thread, self.threads.last_reply(self.session), self._timeline()
        news = self._news(timeline)
        uncopied = last if last is not None and last.state == "copy" else None
        if uncopied is not None:
            news = _stored.decode(uncopied.json).news.joined(news)
        number, asked = last.number + 1 if last else 1, open_question(thread)
        about = ReplyContext(
            thread.kind, number, self.looks.page(timeline), self.looks.until(timeline),
            signed_end(self.draft.store, timeline), self._answered(asked) or thread.last_post, waiting,
        )  # fmt: skip
        reply = compose(timeline, news, asked, about, self.looks.draw if source.can_reply else None)
        picture, reply = reply.picture, msgspec.structs.replace(reply, picture=b"")
        state = "stored" if source.can_reply else "copy"
        draft = ReplyDraft(reply, news, asked.number if asked and asked.is_answerable else 0)
        stored = StoredReply(number, self.clock(), state, _json(draft), picture)  # type: ignore[arg-type]  # one of two
        with self.draft.drafts.transaction():
            if self.threads.add_reply(self.session, stored):
                self.threads.change(self.session, reported=timeline.last, said=(), told=thread.asked)
                if uncopied is not None:
                    self.threads.move_reply(self.session, uncopied.number, "copy", "joined")

    def _answered(self, asked: AskedQuestion | None) -> str:
        """Return the id of the post that a question is about, or ""."""
        posts = dict(zip(self.draft.keys, self.draft.state.archive.posts, strict=True))
        post = posts.get(asked.post) if asked is not None else None
        return post.origin.post if post is not None and post.origin is not None else ""

    def send(self, source: Source) -> None:
        """Send the stored replies. Raises SourceError; a reply that may have arrived is searched for the next time."""
        for stored in self.threads.open_replies(self.session):
            if stored.state != "stored" or not self.threads.move_reply(
                self.session, stored.number, "stored", "sending"
            ):
                continue
            try:
                posted = source.reply(reply_of(stored))
            except SourceError as error:
                if not error.may_have_arrived:
                    self.threads.move_reply(self.session, stored.number, "sending", "stored")
                elif error.is_lasting:
                    self.threads.move_reply(self.session, stored.number, "sending", "unknown")
                raise
            self._note_sent(stored, posted)

    def note_copied(self, marker_in: str) -> bool:
        """Settle the reply to copy whose marker is in a text. Return whether the text is one of our replies."""
        for stored in self.threads.open_replies(self.session):
            if stored.state == "copy" and reply_of(stored).marker in marker_in:
                return self.threads.move_reply(self.session, stored.number, "copy", "sent")
        return False

    def _note_sent(self, stored: StoredReply, post: str) -> None:
        with self.draft.drafts.transaction():
            self.threads.move_reply(self.session, stored.number, "sending", "sent")
            self.threads.note_posts(self.session, {post: ("own", b"")})
            thread = self.threads.get(self.session)
            asked = open_question(thread) if thread is not None else None
            if thread is not None and asked is not None and _stored.decode(stored.json).question == asked.number:
                self.threads.change(self.session, shown=(*thread.shown, post))
