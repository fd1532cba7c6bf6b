"""One synchronisation of a session with the thread that it follows.

The steps are: fetch, keep the posts in the inbox, take the answers to our question out of them, record up to the first
unclear post, and reply. Each step is stored before the next one, and a step that is repeated after a crash changes
nothing. One process at a time works on a session.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from events.errors import BellError, ConflictError, RefusedError, SuspendedError
from events.events import REMOVED
from events.session_events import Posted, PostOrigin
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread, FollowedThreads
from events.store.protocol import EventStore
from projections.registry import Registry
from projections.wording import capitalised, counted
from replay.chance.clock import Clock, now_ms
from replay.following.answering import Answering, ReplyLooks, open_question
from replay.following.authors import skeleton, writer_of
from replay.following.changes import remark_deleted, remark_edited
from replay.following.keeping import Kept, archived, posts_to_keep
from replay.following.lock import Lock, locked
from replay.following.questions import MOST_MISSES, AskedQuestion, answer_in
from replay.importing.archive import MODERATOR, ArchivedPost, plain_text, time_text
from replay.importing.draft import THREAD, ImportDraft
from replay.importing.walk import WalkedPost
from replay.posts.create_session import UnsaidError
from replay.reading.timeline import Timeline
from replay.sources.source import Fetched, Source, SourceError, SourcePost

OpenSource = Callable[[FollowedThread], Source]
Watch = Callable[[str, int], None]
"""Receives the name of a step and a number of posts, to show progress."""
_DAY_MS: Final = 86_400_000
_FIRST_WAIT_MS: Final = 60_000
_LONGEST_WAIT_MS: Final = 3_600_000
_MOST_FETCHES: Final = 20  # in one synchronisation, if a thread is too long for one fetch
_AT_ONCE: Final = 500  # posts recorded in one transaction
_KEY: Final = "followed"


class SyncReport(msgspec.Struct, frozen=True):
    """The result of a synchronisation.

    `waiting`: the first post that waits, and what for. `trouble`: why the session stopped reading. `error`: why this
    attempt failed, and `next_ms` the time of the next one. `notes`: what else happened, one sentence each.
    """

    session: str
    fetched: int = 0
    recorded: int = 0
    moves: int = 0
    waiting: str = ""
    trouble: str = ""
    error: str = ""
    next_ms: int = 0
    notes: tuple[str, ...] = ()


class SyncContext(NamedTuple):
    """What a synchronisation needs: the database, the games, the sources, and the clock."""

    store: EventStore
    accounts: Accounts
    registry: Registry
    open_source: OpenSource
    looks: ReplyLooks = ReplyLooks()
    clock: Clock = now_ms
    watch: Watch = lambda _step, _posts: None

    @property
    def threads(self) -> FollowedThreads:
        """The followed threads of the database."""
        return FollowedThreads(self.accounts)


def sync_session(context: SyncContext, session: str, *, at_once: bool = False) -> SyncReport:
    """Synchronise a session, unless a person paused it or its next attempt is later (`at_once`: try now).

    Returns the error of a source instead of raising it. Raises RefusedError if the session follows no thread, and
    ConflictError if another process works on it.
    """
    thread = context.threads.get(session)
    if thread is None:
        raise RefusedError(f"session {session} follows no thread. Begin with `cloisterbell follow {session} SOURCE`")
    if thread.is_paused:
        return SyncReport(session, notes=("this thread is paused",))
    if thread.next_ms > context.clock() and not at_once:
        return SyncReport(session, error=thread.error, next_ms=thread.next_ms)
    with locked(context.threads, session, context.clock) as lock:
        return _Sync(context, session, lock).run()


def check_session(context: SyncContext, session: str) -> SyncReport:
    """Return what a synchronisation would fetch. Nothing is saved. Raises RefusedError, and SourceError."""
    thread = context.threads.get(session)
    if thread is None:
        raise RefusedError(f"session {session} follows no thread. Begin with `cloisterbell follow {session} SOURCE`")
    source, known = context.open_source(thread), context.threads.posts(session)
    missing = source.check()
    fetched = source.fetch(thread.cursor, frozenset(known))
    timeline = Timeline.read(context.store, context.registry, session)
    kept = posts_to_keep(thread, fetched, known, timeline, context.clock())
    trouble = kept.trouble or thread.trouble or fetched.closed
    return SyncReport(
        session,
        len(kept.posts),
        trouble=trouble,
        notes=(*missing, *fetched.notes, *filter(None, (fetched.more,)), *kept.notes),
    )


class _Sync:
    """One synchronisation in progress."""

    def __init__(self, context: SyncContext, session: str, lock: Lock) -> None:
        self.context, self.session, self.threads = context, session, context.threads
        self.draft = ImportDraft.inbox(ImportDrafts(context.accounts), context.store, context.registry, session)
        self._read: Timeline | None = None
        self.answering = Answering(self.draft, self._timeline, context.looks, context.clock)
        self.notes = list[str]()
        self.said = list[str]()  # notes for the thread
        self.news = list[WalkedPost]()
        self.fetched = 0
        self.lock = lock

    @property
    def thread(self) -> FollowedThread:
        """The thread as it is stored now."""
        return self.answering.thread

    def run(self) -> SyncReport:
        """Do all steps, and note an error of the source."""
        source, error = None, ""
        try:
            source = self.context.open_source(self.thread)
            self.answering.find_sent(source)
            for _ in range(_MOST_FETCHES):
                if self.thread.trouble or not self._fetch(source):
                    break
        except SourceError as failed:
            error = self._failed(failed)
        try:
            self._record()
        except (UnsaidError, SuspendedError) as failed:
            error = error or str(failed)
        self.answering.take_question(self.said)
        self._note_waiting()
        if source is not None and not error:
            try:
                self._reply(source)
            except SourceError as failed:
                error = self._failed(failed)
        self._shorten()
        return self._report(error)

    def _reply(self, source: Source) -> None:
        """Write the reply that is due, and send the stored ones."""
        if self.thread.is_closed:
            return
        due_ms = self.answering.due_ms()
        if due_ms > self.context.clock():
            self.notes.append(f"a reply waits until {time_text(due_ms / 1000)}")
        elif due_ms:
            walk = self.draft.walk
            self.answering.store(source, len(walk.keys) - len(walk.walked) - 1 if walk and walk.open else 0)
        self._watch("Replying", 0)
        self.lock.extend(at_once=True)
        self.answering.send(source)

    def _watch(self, step: str, posts: int) -> None:
        """Show progress, and extend the time of the lock."""
        self.context.watch(step, posts)
        self.lock.extend()

    def _failed(self, error: BellError) -> str:
        thread, wait_s = self.thread, getattr(error, "wait_s", 0)
        failures = thread.failures + 1
        wait_ms = min(_FIRST_WAIT_MS * 2 ** min(failures - 1, 10), _LONGEST_WAIT_MS)
        if getattr(error, "is_lasting", False):
            wait_ms = _LONGEST_WAIT_MS
        next_ms = self.context.clock() + max(wait_ms, 1000 * wait_s)
        self.threads.change(self.session, error=str(error), failures=failures, next_ms=next_ms)
        return str(error)

    # Fetching

    def _fetch(self, source: Source) -> bool:
        """Fetch posts and keep them. Return whether another fetch should follow, because posts are left."""
        thread, now = self.thread, self.context.clock()
        known = self.threads.posts(self.session)
        lost = self._lost(known)
        for post in lost:
            del known[post]
        is_whole = bool(lost) or now - thread.whole_ms >= _DAY_MS
        self._watch("Fetching posts", 0)
        fetched = source.fetch("" if lost else thread.cursor, frozenset(known), whole=is_whole)
        self.notes += fetched.notes
        kept = posts_to_keep(thread, fetched, known, self._timeline(), self.context.clock())
        self.notes += kept.notes
        asked = self._keep(thread, kept)
        self._find_edits(thread, fetched, known, asked)
        self._find_deleted(fetched, known)
        self._note_fetched(fetched, kept, now, is_whole=is_whole, is_first=not known)
        goes_on = bool(fetched.more and kept.posts)
        self.notes += [fetched.more] if fetched.more and not goes_on else []
        return goes_on

    def _note_fetched(self, fetched: Fetched, kept: Kept, at_ms: int, *, is_whole: bool, is_first: bool) -> None:
        """Store how far the thread was read, and why it is not read further."""
        trouble, is_closed = kept.trouble, bool(fetched.closed) and not fetched.more
        if is_closed and not trouble:
            resume = f"If posts can come again, resume with `cloisterbell follow {self.session} --resume`"
            trouble = f"no more posts will come: {fetched.closed}. {resume}"
        if trouble and (kept.posts or not is_first):
            self.said.append(f"This thread is not read further: {trouble.partition('. ')[0]}")
        done: dict[str, object] = {"cursor": fetched.cursor} if not kept.trouble else {}
        if is_whole and not kept.trouble:
            done["whole_ms"] = at_ms
        self.threads.change(
            self.session, **done, checked_ms=at_ms, next_ms=0, failures=0, error="", trouble=trouble,
            stopped_at=kept.stopped_at, has_added=self.thread.has_added and bool(kept.trouble), is_closed=is_closed,
        )  # fmt: skip

    def _lost(self, known: Mapping[str, tuple[str, bytes]]) -> frozenset[str]:
        """Return the posts that are known, but neither in the log nor in the inbox, so that they are fetched again."""
        kept = {post for post, (state, _) in known.items() if state == "kept"}
        held = {post.origin.post for post in self.draft.state.archive.posts if post.origin}
        return frozenset(kept - held - {*self._recorded()}) if kept - held else frozenset()

    def _recorded(self) -> Mapping[str, int]:
        """Return the entry of each recorded post by its id."""
        entries = self._timeline().entries
        found, last = dict[str, int](), 0
        for entry in entries:
            if isinstance(entry.event, Posted):
                last = entry.seq
            elif isinstance(entry.event, PostOrigin):
                found[entry.event.post] = last
        return found

    def _timeline(self) -> Timeline:
        """Return the session as a spectator may know it, read again only if its log has grown."""
        if self._read is None or self._read.last != self.context.store.head(self.session).seq:
            self._read = Timeline.read(self.context.store, self.context.registry, self.session)
        return self._read

    def _hash(self, text: str) -> bytes:
        """Return a keyed hash of a text, from which an erased text cannot be guessed."""
        return hmac.digest(self.context.accounts.key(_KEY), plain_text(text).encode(), sha256)

    def _keep(self, thread: FollowedThread, kept: Kept) -> AskedQuestion | None:
        """Keep new posts in the inbox, without answers to the open question, then note that they are known.

        Returns the question that is still open.
        """
        pasted = self._pasted() if thread.has_added else frozenset()
        states, posts = dict.fromkeys(kept.left_out, ("left-out", b"")), list[ArchivedPost]()
        asked, now = open_question(thread), self.context.clock()
        for post in kept.posts:
            states[post.id], text = ("kept", self._hash(post.text)), post.text
            if (skeleton(post.author), plain_text(text)) in pasted or self._is_ours(thread, post):
                states[post.id] = ("left-out", b"")
                continue
            if asked is not None:
                asked, text = self._heard(thread, post, asked)
            if plain_text(text):
                posts.append(archived(thread, post, kept.names, now, text))
            else:
                states[post.id] = ("answer", self._hash(post.text))
        self._watch("Keeping posts", len(posts))
        self.draft.keep(posts)
        self.threads.note_posts(self.session, states)
        if kept.posts:
            last, told = kept.posts[-1].id, msgspec.json.encode(asked).decode() if asked is not None else ""
            self.threads.change(
                self.session, names=dict(kept.names), last_ms=kept.last_ms, last_post=last, asked=told
            )  # fmt: skip
        self.fetched += len(kept.posts)
        return asked

    def _is_ours(self, thread: FollowedThread, post: SourcePost) -> bool:
        """Return whether the moderator has copied one of our replies into the thread."""
        return thread.seats.get(writer_of(post)) == MODERATOR and self.answering.note_copied(post.text)

    def _heard(
        self, thread: FollowedThread, post: SourcePost, asked: AskedQuestion
    ) -> tuple[AskedQuestion | None, str]:
        """Return the question after a post, None if the post answered it, and the text that is left of the post."""
        if thread.unproven == "confirm" and post.proof == "none":
            return asked, post.text
        seat = thread.seats.get(writer_of(post), "")
        heard = answer_in(post, seat, asked, thread.shown)
        if heard.kind == "unclear":
            return (asked.missed() if asked.misses < MOST_MISSES else asked), post.text
        if heard.answer is None:
            return asked, post.text
        try:
            self.draft.answer(asked.post, heard.answer, seat)
        except RefusedError:  # a person has answered on the page of the session
            return asked, post.text
        return None, heard.rest

    def _pasted(self) -> frozenset[tuple[str, str]]:
        """Return author and text of the posts that a person added from a file."""
        inbox = (post for post in self.draft.state.archive.posts if post.origin is None)
        return frozenset((skeleton(post.author), plain_text(post.text)) for post in inbox)

    def _find_edits(
        self, thread: FollowedThread, fetched: Fetched, known: Mapping[str, tuple[str, bytes]],
        asked: AskedQuestion | None,
    ) -> None:  # fmt: skip
        """Read edited posts that are not recorded again, and remark on the others. `asked` is the open question."""
        edited = [post for post in fetched.posts if self._is_edited(post, known)]
        if not edited:
            return
        recorded = self._recorded()
        answers = [post for post in edited if known[post.id][0] == "answer"]
        posts = [
            post for post in edited
            if post not in answers and self._is_of_its_author(thread, post, recorded.get(post.id, 0))
        ]  # fmt: skip
        self._read_again(thread, [post for post in posts if post.id not in recorded], answers, asked)
        settled = [post for post in posts if post.id in recorded]
        for post in settled:
            seq = recorded[post.id]
            if changed := remark_edited(self.context.store, self.context.registry, self.session, seq, post.text):
                name = thread.names.get(writer_of(post), post.author)
                self._say(f"the post of {name} (entry {seq}) {changed}")
        self.threads.note_posts(self.session, {post.id: ("kept", self._hash(post.text)) for post in settled})

    def _read_again(
        self, thread: FollowedThread, waiting: Sequence[SourcePost], answers: Sequence[SourcePost],
        asked: AskedQuestion | None,
    ) -> None:  # fmt: skip
        """Read posts that wait, and posts that were only `answers`, after they were edited."""
        states, posts, before = dict[str, tuple[str, bytes]](), list[ArchivedPost](), asked
        for post in (*waiting, *answers):
            text = post.text
            if asked is not None:
                asked, text = self._heard(thread, post, asked)
            if post in answers:
                name = thread.names[writer_of(post)]
                self._say(f"{name} edited an answer after it was used, so the recorded moves stay")
            is_kept = bool(plain_text(text)) or post in waiting
            states[post.id] = ("kept" if is_kept else "answer", self._hash(post.text))
            if is_kept:
                posts.append(archived(thread, post, thread.names, self.context.clock(), text or post.text))
        self.draft.keep(posts)
        self.threads.note_posts(self.session, states)
        if asked != before:
            told = msgspec.json.encode(asked).decode() if asked is not None else ""
            self.threads.change(self.session, asked=told)

    def _is_of_its_author(self, thread: FollowedThread, post: SourcePost, seq: int) -> bool:
        """Return whether the author of a changed post is the one who wrote it first."""
        if seq:
            event = self._timeline().entries[seq - 1].event
            return isinstance(event, Posted) and event.author == thread.names[writer_of(post)]
        held = (one.origin for one in self.draft.state.archive.posts if one.origin)
        return any(one.post == post.id and one.writer == writer_of(post) for one in held)

    def _say(self, what: str) -> None:
        """Add a note to the report, and to the next reply."""
        self.notes.append(what)
        self.said.append(f"{capitalised(what)}.")

    def _is_edited(self, post: SourcePost, known: Mapping[str, tuple[str, bytes]]) -> bool:
        state, hashed = known.get(post.id, ("", b""))
        is_kept = (
            state in ("kept", "answer") and bool(hashed) and not post.is_cut and writer_of(post) in self.thread.names
        )
        return is_kept and not post.is_unedited and not hmac.compare_digest(hashed, self._hash(post.text))

    def _find_deleted(self, fetched: Fetched, known: Mapping[str, tuple[str, bytes]]) -> None:
        there = {post.id for post in fetched.posts}
        gone = set(fetched.deleted) | ({*known} - there if fetched.is_whole else set())
        states = {post: known.get(post, ("",))[0] for post in gone | there}
        deleted = {post for post in gone if states[post] in ("kept", "missing")}
        back = {post for post in there - gone if states[post] == "missing"}
        if not (deleted or back):
            return
        recorded = self._recorded()
        for post in sorted(deleted & {*recorded}):
            if remark_deleted(self.context.store, self.context.registry, self.session, recorded[post]):
                self._say(f"the post of entry {recorded[post]} was deleted in the thread, and stays recorded")
        settled = dict.fromkeys(back, "kept") | dict.fromkeys(deleted, "missing")
        settled |= dict.fromkeys(deleted & {*recorded}, "deleted")
        self.threads.note_posts(self.session, {post: (state, known[post][1]) for post, state in settled.items()})
        if waiting := {post for post in deleted - {*recorded} if states[post] == "kept"}:
            self.notes.append(f"{counted(len(waiting), 'waiting post')} deleted in the thread; answer their questions")

    # Recording

    def _record(self) -> None:
        """Record the posts up to the first unclear one. If others move meanwhile, read them again."""
        if not self.draft.keys:
            return
        for attempt in range(3):
            try:
                self._record_all()
            except ConflictError:
                if attempt == 2:  # the last attempt
                    raise
            else:
                break
        self.draft.keep_question(THREAD)

    def _record_all(self) -> None:
        goes_on = True
        while goes_on:
            goes_on, passed = False, list[WalkedPost]()
            try:
                for one in self.draft.follow():
                    passed.append(one)
                    self._watch("Reading posts", len(passed))
                    if goes_on := len(passed) == _AT_ONCE:
                        break
            finally:  # after an interruption too, the clear posts are recorded
                if self.draft.walk is not None and sum(one.is_new for one in passed):
                    self.draft.record_passed(THREAD)
                    self.news += [one for one in passed if one.is_new]
            if not passed:
                self.draft.record_passed(THREAD)

    def _shorten(self) -> None:
        """Remove recorded posts from the inbox if none waits, so that numbers of posts keep their meaning.

        A recorded post whose text was erased is removed in any case.
        """
        question = self.draft.state.question
        if question is None or not question.post or self._has_erased():
            self.draft.shorten()

    def _has_erased(self) -> bool:
        entries, recorded = self._timeline().entries, self._recorded()
        held = [post.origin.post for post in self.draft.state.archive.posts if post.origin]
        events = (entries[recorded[post] - 1].event for post in held if post in recorded)
        return any(isinstance(event, Posted) and event.text == REMOVED for event in events)

    def _note_waiting(self) -> None:
        """Store which post waits first, for the pages of the session and for notices."""
        walk = self.draft.walk
        opened = walk.open if walk is not None else None
        found: dict[str, object] = {"waiting": "", "waits_for": "", "waiting_ms": 0, "after": 0}
        if walk is not None and opened is not None:
            origin = opened.post.origin
            found = {
                "waiting": f"the post of {opened.post.author} ({opened.post.where or opened.post.when})",
                "waits_for": opened.seat, "waiting_ms": origin.at_ms if origin else self.context.clock(),
                "after": len(walk.keys) - len(walk.walked) - 1,
            }  # fmt: skip
        self.threads.change(self.session, **found)

    def _report(self, error: str) -> SyncReport:
        thread = self.thread
        more = f", and {counted(thread.after, 'post')} after it" if thread.after else ""
        waiting = f"{thread.waiting} waits{more}" if thread.waiting else ""
        moves = sum(one.moves for one in self.news)
        return SyncReport(
            self.session, self.fetched, len(self.news), moves, waiting, thread.trouble, error, thread.next_ms,
            tuple(self.notes),
        )  # fmt: skip
