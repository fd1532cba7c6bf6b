"""A thread in memory whose posts, faults and replies a test decides, and a session that follows it."""

from collections.abc import Callable, Set as AbstractSet
from typing import Any

from imported import PostTable, record_text
from keys_board import BEGUN
from msgspec.structs import replace

from events.session_events import PostOrigin
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.protocol import EventStore
from projections.registry import registry
from replay.following.sync import SyncContext, SyncReport, sync_session
from replay.importing.draft import ImportDraft
from replay.sources.source import RECENT, Fetched, Reply, SourceError, SourcePost

START_MS = 1_770_000_000_000
HOUR_MS = 3_600_000
TURN = "D: ?\nP: Kg d7 open (open)\nM: >d7"
"""The first turn of Twelfth after `BEGUN`."""
SECOND_TURN = "D: ?\nP: Ky d1 open (open)\nM: stay"
"""The next turn of Tenth."""
PROSE = "I drew a card, opened d7 with a green key (plain) and moved in there."


class ScriptedSource:
    """A thread in memory.

    `window`: only so many last posts can be fetched. `faults`: errors of fetches, one by one. `cannot_post`: a reply is
    refused. `is_silent`: a reply is posted, but no answer comes. `is_held`: a reply is posted after its approval.
    `at_once`: the most new posts of one fetch, 0 for all.
    """

    kind = "scripted"

    def __init__(self, place: str = "thread-1", *, can_reply: bool = True) -> None:
        self.place, self.can_reply, self.can_find = place, can_reply, True
        self.cannot_post = self.is_silent = self.is_held = False
        self.posts: list[SourcePost] = []
        self.replies: list[Reply] = []
        self.faults: list[SourceError] = []
        self.window, self.at_once, self.closed, self.deleted = 0, 0, "", list[str]()
        self.fetches: list[bool] = []

    def post(self, author: str, text: str, **more: Any) -> str:
        number = len(self.posts) + len(self.deleted) + 1
        given = {"at_ms": START_MS + number * HOUR_MS, "author_id": f"id-{author}", "proof": "account", **more}
        self.posts.append(SourcePost(str(number), author, text, **given))
        return str(number)

    def edit(self, post: str, text: str) -> None:
        self.posts = [replace(one, text=text) if one.id == post else one for one in self.posts]

    def delete(self, post: str) -> None:
        self.posts = [one for one in self.posts if one.id != post]
        self.deleted.append(post)

    def check(self) -> tuple[str, ...]:
        return ()

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        if self.faults:
            raise self.faults.pop(0)
        self.fetches.append(whole)
        shown = self.posts[-self.window :] if self.window else self.posts
        new = [post for post in shown if int(post.id) > int(cursor or 0)]
        old = [post for post in shown if int(post.id) <= int(cursor or 0)]
        left = max(0, len(new) - self.at_once) if self.at_once else 0
        new = new[: len(new) - left]
        posts = (*(old if whole else old[-RECENT:]), *new)
        last = str(max([int(post.id) for post in posts], default=int(cursor or 0)))
        has_gap = bool(known and posts) and not known & {post.id for post in posts}
        return Fetched(
            posts, last, has_gap, is_whole=whole and not self.window and not left,
            deleted=tuple(each for each in self.deleted if each in known), closed=self.closed,
            more="posts are left" if left else "",
        )  # fmt: skip

    def reply(self, reply: Reply) -> str:
        if self.cannot_post:
            raise SourceError("cannot post")
        self.replies.append(reply)
        if self.is_held:
            raise SourceError("the reply waits for approval", is_lasting=True, may_have_arrived=True)
        posted = self.post("Bell", reply.text, author_id="bell", is_automatic=True)
        if self.is_silent:
            raise SourceError("no answer", may_have_arrived=True)
        return posted

    def find(self, marker: str) -> str:
        return next((post.id for post in self.posts if post.author_id == "bell" and marker in post.text), "")


class Following:
    """A session of Keys in which Tenth has made a move, and which follows a scripted thread."""

    def __init__(
        self, store: EventStore, accounts: Accounts, source: ScriptedSource | None = None, **more: Any
    ) -> None:
        self.store, self.accounts, self.source = store, accounts, source or ScriptedSource()
        self.table = PostTable(store, record_text(store, registry(), BEGUN).session)
        self.session, self.now_ms = self.table.name, START_MS + 1_000 * HOUR_MS
        self.threads = ImportDrafts(accounts).followed
        seats = more.pop("seats", {"id-Amy": "tenth", "id-Rory": "twelfth", "id-Mo": "moderator"})
        thread = FollowedThread(self.session, self.source.kind, self.source.place, seats=seats, reply_every_s=0, **more)
        self.threads.begin(replace(thread, reported=self.table.last))

    @property
    def thread(self) -> FollowedThread:
        found = self.threads.get(self.session)
        assert found is not None
        return found

    @property
    def inbox(self) -> ImportDraft:
        return ImportDraft.inbox(ImportDrafts(self.accounts), self.store, registry(), self.session)

    def context(self, open_source: Callable[[FollowedThread], Any] | None = None) -> SyncContext:
        opens = open_source or (lambda _thread: self.source)
        return SyncContext(self.store, self.accounts, registry(), opens, clock=lambda: self.now_ms)

    def sync(self, *, at_once: bool = True) -> SyncReport:
        return sync_session(self.context(), self.session, at_once=at_once)

    def change(self, **what: Any) -> None:
        self.threads.change(self.session, **what)

    def recorded(self) -> list[str]:
        """Return the ids of the recorded posts of the thread."""
        return [event.post for event in self.table.events(PostOrigin)]
