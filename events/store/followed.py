"""Followed threads: for each session the thread that it follows, its fetched posts, and the replies to it.

One process at a time fetches the posts of a session. It holds a lock with a time limit, so a process that was killed
blocks the others only for a while. The tables contain no token and no password, and are never exported.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from events.errors import RefusedError
from events.store.accounts import Accounts

Unproven = Literal["accept", "confirm"]
"""What happens to a post whose author is not proven: it is read as any other, or its seat must confirm it."""
ReplyState = Literal["stored", "sending", "sent", "copy", "joined", "unknown"]
"""`stored`: not yet sent. `sending`: an attempt has begun. `copy`: a person copies it into the thread.

`joined`: a later reply contains its news. `unknown`: the program stopped while it sent the reply, and the thread cannot
be searched for it.
"""
_LEFT: Final = "left:"  # the place of a thread that a session has left: this, and the session
_REPLY: Final = "select number, at_ms, state, json, picture from replies where session = ?"


class FollowedThread(msgspec.Struct, frozen=True, omit_defaults=True):
    """The thread that a session follows, and what was fetched from it so far.

    - `kind` and `place` are those of its `Source`; `secret` is the name of the token or password in the secrets file.
    - `mail_server`: the mail server that may prove the senders of mails. `reply_to`: the addresses that replies by mail
      are sent to; without them, the addresses of the seats.
    - `begin`: the id of the first post to read, "" for the first post of the thread.
    - `seats`: the seat of each author by the author's id, `-` for none. `names`: the shown name of each author.
    - `cursor`: where the next fetch goes on. `checked_ms`, `whole_ms`: the last fetch, and the last one of all posts.
    - `next_ms`, `failures`, `error`: the next attempt after failed fetches, their number, and the reason.
    - `trouble`: why it stopped by itself before post `stopped_at`, "" if it did not. A person resumes it.
    - `is_closed`: the thread takes no more posts. `is_left`: a person has stopped following it.
    - `accepted`: the posts at which a person resumed. `has_added`: the person may have added posts before, so the next
      fetch can repeat them.
    - `last_ms`, `last_post`: the time and the id of the last post.
    - `waiting`: the first post that waits, in words, for the seat `waits_for` (or the moderator), written at
      `waiting_ms`. `after`: how many posts wait after it.
    - `reported`: the last entry that a reply has reported. `said`: further sentences for the next reply.
    - `asked`: the open question, and `told`: the question in the last reply, both in JSON. `questions`: the number of
      questions so far. `shown`: the ids of our replies that show the open question.
    """

    session: str
    kind: str
    place: str
    secret: str = ""
    mail_server: str = ""
    reply_to: tuple[str, ...] = ()
    begin: str = ""
    seats: dict[str, str] = {}
    names: dict[str, str] = {}
    unproven: Unproven = "accept"
    reply_every_s: int = 600
    cursor: str = ""
    checked_ms: int = 0
    whole_ms: int = 0
    last_ms: int = 0
    next_ms: int = 0
    failures: int = 0
    error: str = ""
    is_paused: bool = False
    is_closed: bool = False
    is_left: bool = False
    trouble: str = ""
    stopped_at: str = ""
    has_added: bool = False
    accepted: tuple[str, ...] = ()
    last_post: str = ""
    waiting: str = ""
    waits_for: str = ""
    waiting_ms: int = 0
    after: int = 0
    reported: int = 0
    said: tuple[str, ...] = ()
    asked: str = ""
    told: str = ""
    questions: int = 0
    shown: tuple[str, ...] = ()


_thread: Final = msgspec.json.Decoder(FollowedThread)


class StoredReply(msgspec.Struct, frozen=True):
    """A reply to a thread: its number in the session from 1, time, state, text in JSON, and picture (PNG or empty)."""

    number: int
    at_ms: int
    state: ReplyState
    json: str
    picture: bytes


class FollowedThreads:
    """The followed threads of a database. Safe for many threads and processes."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def get(self, session: str) -> FollowedThread | None:
        """Return the thread of a session, or None."""
        thread = self._stored(session)
        return None if thread is None or thread.is_left else thread

    def _stored(self, session: str) -> FollowedThread | None:
        """Return the thread of a session, also one that it has left, or None."""
        found = self._accounts.rows("select json from followed where session = ?", session)
        return next((_thread.decode(str(text)) for (text,) in found), None)

    def sessions(self) -> list[str]:
        """Return the ids of all sessions that follow a thread."""
        found = self._accounts.rows("select session, place from followed order by session")
        return [str(session) for session, place in found if place != f"{_LEFT}{session}"]

    def begin(self, thread: FollowedThread, same: str = "") -> None:
        """Store the thread of a session. Raises RefusedError if the session or the thread is already followed.

        If the session followed it before, its posts and replies are still known. Questions of a session never share a
        number. `same` is a text that is equal for all places of the thread (default: its kind and place).
        """
        place = same or f"{thread.kind}:{thread.place}"
        with self._accounts.transaction():
            sql = "select session from followed where place = ? or (session = ? and place <> ?)"
            left = f"{_LEFT}{thread.session}"
            for (session,) in self._accounts.rows(sql, place, thread.session, left):
                is_same = session == thread.session
                what = f"session {session} already follows {'another' if is_same else 'this'} thread"
                raise RefusedError(f"{what}. End that first with `cloisterbell follow {session} --stop`")
            before = self._stored(thread.session)
            if before is not None:
                thread = msgspec.structs.replace(thread, questions=before.questions)
                if (before.kind, before.place) == (thread.kind, thread.place):
                    thread = msgspec.structs.replace(thread, names=before.names)
                else:
                    self._delete(thread.session, "fetched", "replies")
            self._delete(thread.session, "followed")
            sql = "insert into followed (session, place, json, worker, until_ms) values (?, ?, ?, '', 0)"
            self._accounts.run(sql, thread.session, place, msgspec.json.encode(thread).decode())

    def change(self, session: str, **what: object) -> FollowedThread:
        """Change the fields of a thread that are named in `what`. Raises RefusedError if the session follows none."""
        with self._accounts.transaction():
            if (thread := self.get(session)) is None:
                raise RefusedError(f"session {session} follows no thread any more")
            changed = msgspec.structs.replace(thread, **what)
            self._put(changed)
        return changed

    def forget_seat(self, session: str, seat: str) -> bool:
        """Delete the names and ids of the authors who have a seat. Return whether there was one."""
        with self._accounts.transaction():
            if (thread := self._stored(session)) is None:
                return False
            gone = {author for author, held in thread.seats.items() if held == seat}
            if gone:
                names = {author: name for author, name in thread.names.items() if author not in gone}
                seats = {author: held for author, held in thread.seats.items() if author not in gone}
                self._put(msgspec.structs.replace(thread, names=names, seats=seats))
        return bool(gone)

    def leave(self, session: str) -> None:
        """Stop following. Authors, posts and replies are kept, so that nothing repeats if it is followed again."""
        with self._accounts.transaction():
            if (thread := self.get(session)) is not None:
                kept = FollowedThread(session, thread.kind, thread.place, seats=thread.seats, names=thread.names)
                self._put(msgspec.structs.replace(kept, is_left=True, questions=thread.questions))
                left = f"{_LEFT}{session}"
                self._accounts.run("update followed set place = ? where session = ?", left, session)

    def _put(self, thread: FollowedThread) -> None:
        sql = "update followed set json = ? where session = ?"
        self._accounts.run(sql, msgspec.json.encode(thread).decode(), thread.session)

    def _delete(self, session: str, *tables: Literal["followed", "fetched", "replies"]) -> None:
        for table in tables:
            self._accounts.run(f"delete from {table} where session = ?", session)  # noqa: S608  # names above

    # The lock of the process that fetches

    def worker(self, session: str) -> tuple[str, int]:
        """Return the process that holds the lock of a session, "" for none, and the end of its time."""
        found = self._accounts.rows("select worker, until_ms from followed where session = ?", session)
        return next(((str(worker), int(str(until))) for worker, until in found), ("", 0))

    def lock(self, session: str, worker: str, over: str, until_ms: int) -> bool:
        """Take the lock of a session from the process `over` ("" if it is free), or extend it. Return whether it holds.

        The caller decides whether `over` has run out of time.
        """
        sql = "update followed set worker = ?, until_ms = ? where session = ? and worker = ?"
        return self._accounts.run(sql, worker, until_ms, session, over) > 0

    def unlock(self, session: str, worker: str) -> None:
        """Release the lock of a session, if this process still holds it."""
        self._accounts.run(
            "update followed set worker = '', until_ms = 0 where session = ? and worker = ?", session, worker
        )

    # The fetched posts

    def posts(self, session: str) -> dict[str, tuple[str, bytes]]:
        """Return the state of each fetched post by its id, and the keyed hash of its text."""
        rows = self._accounts.rows("select post, state, hash from fetched where session = ?", session)
        return {str(post): (str(state), bytes(hashed)) for post, state, hashed in rows if isinstance(hashed, bytes)}

    def note_posts(self, session: str, posts: Mapping[str, tuple[str, bytes]]) -> None:
        """Store the state and the hash of posts by their ids."""
        sql = """
insert into fetched (session, post, state, hash) values (?, ?, ?, ?)
on conflict (session, post) do update set state = excluded.state, hash = excluded.hash
"""
        with self._accounts.transaction():
            for post, (state, hashed) in posts.items():
                self._accounts.run(sql, session, post, state, hashed)

    # The replies

    def add_reply(self, session: str, reply: StoredReply) -> bool:
        """Store a reply. Return False if another process has stored a reply of this number."""
        sql = "insert into replies (session, number, at_ms, state, json, picture) values (?, ?, ?, ?, ?, ?)"
        values = (reply.number, reply.at_ms, reply.state, reply.json, reply.picture)
        return self._accounts.run(f"{sql} on conflict do nothing", session, *values) > 0

    def move_reply(self, session: str, number: int, was: ReplyState, state: ReplyState) -> bool:
        """Change the state of a reply; return False if it was not `was`. A settled reply loses its text and picture."""
        with self._accounts.transaction():
            sql = "update replies set state = ? where session = ? and number = ? and state = ?"
            is_moved = self._accounts.run(sql, state, session, number, was) > 0
            if is_moved and state in ("sent", "joined"):
                drop = "update replies set picture = ?, json = '' where session = ? and number = ?"
                self._accounts.run(drop, b"", session, number)
        return is_moved

    def reply(self, session: str, number: int) -> StoredReply | None:
        """Return a reply by its number, or None."""
        rows = self._accounts.rows(f"{_REPLY} and number = ?", session, number)
        return _reply(rows[0]) if rows else None

    def open_replies(self, session: str) -> list[StoredReply]:
        """Return the replies that are not settled, oldest first."""
        sql = f"{_REPLY} and state in ('stored', 'sending', 'copy', 'unknown') order by number"
        return [_reply(row) for row in self._accounts.rows(sql, session)]

    def last_reply(self, session: str) -> StoredReply | None:
        """Return the last reply of a session, or None."""
        rows = self._accounts.rows(f"{_REPLY} order by number desc limit 1", session)
        return _reply(rows[0]) if rows else None


def _reply(row: tuple[object, ...]) -> StoredReply:
    return StoredReply(*row)  # type: ignore[arg-type]  # the schema fixes the types
