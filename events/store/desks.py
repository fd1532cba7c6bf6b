"""The archive desks of a database: what was brought to each and said at it, entry by entry; never exported.

An old thread is read over many evenings, by several people. What is kept of that is a list which only grows: the
thread, who is who, what each post means, what was taken back.
"""

from typing import Final

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.accounts import Accounts
from events.store.checks import check_id

_LARGEST: Final = 2_000_000
"""The most characters of one entry."""


class DeskEntry(msgspec.Struct, frozen=True):
    """One entry: its number from 1, when, by whom, what is said (JSON), and the bytes of a thread, None elsewhere."""

    seq: int
    at_ms: int
    who: str
    body: str
    raw: bytes | None = None


class Desks:
    """The desks beside the logs of a database. Safe for many threads."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def append(self, desk: str, after: int, who: str, body: str, at_ms: int, raw: bytes | None = None) -> int:
        """Add an entry behind entry `after`, 0 for a new desk; returns its number.

        Raises:
            ConflictError: somebody else added one meanwhile, or there is such a desk.
            RefusedError: the name is none, or the entry is too large.
        """
        check_id(desk, "desk")
        if len(body) > _LARGEST:
            raise RefusedError(f"{len(body)} characters said at once; at most {_LARGEST}")
        with self._accounts.transaction() as db:
            last = self.last(desk)
            if last != after:
                raise ConflictError(
                    f"desk {desk} has gone on to entry {last} meanwhile" if after else f"there is a desk {desk} already"
                )
            db.execute(
                "insert into desks (desk, seq, at_ms, who, body, raw) values (?, ?, ?, ?, ?, ?)",
                (desk, last + 1, at_ms, who, body, raw),
            )
        return last + 1

    def last(self, desk: str) -> int:
        """The number of the last entry, 0 where there is no such desk."""
        (found,) = self._accounts.rows("select coalesce(max(seq), 0) from desks where desk = ?", desk)
        return int(str(found[0]))

    def entries(self, desk: str) -> list[DeskEntry]:
        """All entries of a desk.

        Raises:
            RefusedError: there is none of this name.
        """
        sql = "select seq, at_ms, who, body, raw from desks where desk = ? order by seq"
        found = [DeskEntry(*row) for row in self._accounts.rows(sql, desk)]  # type: ignore[arg-type]  # the table's
        if not found:
            known = ", ".join(self.names()[:20]) or "none"
            raise RefusedError(f'there is no desk "{desk[:40]}" here; there are: {known}')
        return found

    def names(self) -> list[str]:
        """The names of all desks, the last used first."""
        return [
            str(name)
            for (name,) in self._accounts.rows("select desk from desks group by desk order by max(at_ms) desc, desk")
        ]

    def drop(self, desk: str) -> None:
        """Forget a desk with all that was brought to it; what was recorded from it stays."""
        with self._accounts.transaction() as db:
            db.execute("delete from desks where desk = ?", (desk,))
