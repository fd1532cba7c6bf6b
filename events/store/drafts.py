"""Drafts of imports: for each, the files, questions and answers, in numbered entries. They are never exported.

An import of a long thread may take many days and several people. Its draft is a list that only grows. The table in the
database has an older name, `desks`.
"""

from contextlib import AbstractContextManager
from typing import Final

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.accounts import Accounts
from events.store.checks import check_id
from events.store.followed import FollowedThreads
from events.store.tables import Executor

_LARGEST: Final = 2_000_000  # the maximum number of characters in one entry


class DraftEntry(msgspec.Struct, frozen=True):
    """One entry of a draft: its number from 1, time, author, JSON content, and the bytes of a file or None."""

    seq: int
    at_ms: int
    who: str
    body: str
    raw: bytes | None = None


class InboxQuestion(msgspec.Struct, frozen=True, tag="waiting"):
    """Draft entry: post `post` of a session's inbox (0: none) is unclear, and waits for its `seat` or the moderator."""

    session: str
    post: int = 0
    seat: str = ""


_question: Final = msgspec.json.Decoder(InboxQuestion)


class ImportDrafts:
    """All drafts in a database. Safe for many threads."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self.followed = FollowedThreads(accounts)

    def append(self, draft: str, after: int, who: str, body: str, at_ms: int, raw: bytes | None = None) -> int:
        """Add an entry after entry `after` (0 for a new draft), and return its number.

        If another entry was added in the meantime, raise `ConflictError`. A bad name or size raises `RefusedError`.
        """
        check_id(draft, "draft")
        if len(body) > _LARGEST:
            raise RefusedError(f"an answer can have at most {_LARGEST} characters, not {len(body)}")
        with self._accounts.transaction():
            last = self.last(draft)
            if last != after:
                changed = f"draft {draft} was changed in the meantime (last entry: {last}). Open it again"
                raise ConflictError(changed if after else f"draft {draft} already exists. Choose another name")
            insert = "insert into desks (desk, seq, at_ms, who, body, raw) values (?, ?, ?, ?, ?, ?)"
            self._accounts.run(insert, draft, last + 1, at_ms, who, body, raw)
        return last + 1

    def last(self, draft: str) -> int:
        """Return the number of a draft's last entry, 0 if the draft does not exist."""
        (found,) = self._accounts.rows("select coalesce(max(seq), 0) from desks where desk = ?", draft)
        return int(str(found[0]))

    def entries(self, draft: str) -> list[DraftEntry]:
        """Return all entries of a draft. An unknown name raises `RefusedError`."""
        sql = "select seq, at_ms, who, body, raw from desks where desk = ? order by seq"
        found = [DraftEntry(*row) for row in self._accounts.rows(sql, draft)]  # type: ignore[arg-type]  # the schema
        if not found:
            known = ", ".join(self.names()[:20]) or "none"
            raise RefusedError(f'"{draft[:40]}" is not a draft. Drafts: {known}')
        return found

    def names(self) -> list[str]:
        """Return the names of all drafts, last used first."""
        sql = "select desk from desks group by desk order by max(at_ms) desc, desk"
        return [str(name) for (name,) in self._accounts.rows(sql)]

    def of_session(self, session: str) -> str:
        """Return the name of the draft that was recorded in a session, or ""."""
        sql = "select desk from desks where body like ? order by at_ms desc limit 1"
        found = self._accounts.rows(sql, f'{{"type":"recorded","session":"{session}"%')
        return next((str(name) for (name,) in found), "")

    def questions(self, session: str = "") -> dict[str, tuple[str, InboxQuestion]]:
        """Return the open question of each inbox, or of one session's inbox, with the name of the draft, by session."""
        sql = "select desk, body from desks where body like ? order by at_ms, seq"
        found = dict[str, tuple[str, InboxQuestion]]()
        for draft, body in self._accounts.rows(sql, f'{{"type":"waiting","session":"{session}%'):
            question = _question.decode(str(body))
            found[question.session] = (str(draft), question)
        return {name: pair for name, pair in found.items() if pair[1].post}

    def transaction(self) -> AbstractContextManager[Executor]:
        """Open a transaction, as `Accounts.transaction`."""
        return self._accounts.transaction()

    def drop_before(self, draft: str, seq: int) -> None:
        """Delete the entries of a draft up to entry `seq`, after their content was added again."""
        self._accounts.run("delete from desks where desk = ? and seq <= ?", draft, seq)

    def drop(self, draft: str) -> None:
        """Delete a draft. The session that was recorded from it remains.

        The inbox of a session that follows a thread raises `RefusedError`.
        """
        for session in self.followed.sessions():
            if self.of_session(session) == draft:
                stop = f"cloisterbell follow {session} --stop"
                raise RefusedError(
                    f"{draft} holds the posts of the thread that session {session} follows. First: {stop}"
                )
        self._accounts.run("delete from desks where desk = ?", draft)
