"""The drafts of imports: for each, what was brought, told and answered, entry by entry; never exported.

An old thread may take many evenings and several people. Its draft is a list that only grows. The table in the database
has an older name, `desks`.
"""

from typing import Final

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.accounts import Accounts
from events.store.checks import check_id

_LARGEST: Final = 2_000_000
"""The most characters of one entry."""


class DraftEntry(msgspec.Struct, frozen=True):
    """One entry: its number from 1, when, by whom, what it says (JSON), and the bytes of a file or None."""

    seq: int
    at_ms: int
    who: str
    body: str
    raw: bytes | None = None


class ImportDrafts:
    """The drafts in a database. Safe for many threads."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def append(self, draft: str, after: int, who: str, body: str, at_ms: int, raw: bytes | None = None) -> int:
        """Add an entry after entry `after`, 0 for a new draft; returns its number.

        Raises:
            ConflictError: someone else added an entry meanwhile, or the draft exists already.
            RefusedError: the name is not allowed, or the entry is too large.
        """
        check_id(draft, "draft")
        if len(body) > _LARGEST:
            raise RefusedError(f"an answer has at most {_LARGEST} characters, not {len(body)}")
        with self._accounts.transaction() as db:
            last = self.last(draft)
            if last != after:
                gone_on = f"draft {draft} has gone on to entry {last} meanwhile"
                raise ConflictError(gone_on if after else f"draft {draft} exists already: choose another name")
            db.execute(
                "insert into desks (desk, seq, at_ms, who, body, raw) values (?, ?, ?, ?, ?, ?)",
                (draft, last + 1, at_ms, who, body, raw),
            )
        return last + 1

    def last(self, draft: str) -> int:
        """The number of the last entry, 0 if the draft does not exist."""
        (found,) = self._accounts.rows("select coalesce(max(seq), 0) from desks where desk = ?", draft)
        return int(str(found[0]))

    def entries(self, draft: str) -> list[DraftEntry]:
        """All entries of a draft.

        Raises:
            RefusedError: no draft has this name.
        """
        sql = "select seq, at_ms, who, body, raw from desks where desk = ? order by seq"
        found = [DraftEntry(*row) for row in self._accounts.rows(sql, draft)]  # type: ignore[arg-type]  # the table's
        if not found:
            known = ", ".join(self.names()[:20]) or "none"
            raise RefusedError(f'there is no draft "{draft[:40]}" here; there are: {known}')
        return found

    def names(self) -> list[str]:
        """The names of all drafts, the last used first."""
        sql = "select desk from desks group by desk order by max(at_ms) desc, desk"
        return [str(name) for (name,) in self._accounts.rows(sql)]

    def of_session(self, session: str) -> str:
        """The draft whose posts go to a session, "" if there is none."""
        sql = "select desk from desks where body like ? order by at_ms desc limit 1"
        found = self._accounts.rows(sql, f'{{"type":"recorded","session":"{session}"%')
        return next((str(name) for (name,) in found), "")

    def drop(self, draft: str) -> None:
        """Delete a draft; what was recorded from it stays."""
        with self._accounts.transaction() as db:
            db.execute("delete from desks where desk = ?", (draft,))
