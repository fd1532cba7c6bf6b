"""The protocol of a store of logs, which `events/store/sqlite.py` and `events/store/memory.py` implement."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from events.entry import Head, Line, Secret
from events.signature import Signature, SigningKey
from events.store.rows import SessionRow, Submission, TowerRow

if TYPE_CHECKING:
    from events.store.accounts import Accounts
    from events.store.key_file import KeyFile
    from events.store.watermark import HighWaterFile


class Writer(Protocol):
    """One transaction on one session: nothing of it is seen before it ends, all of it is on disk after.

    Reads of the store meanwhile, by whomever, show what stood before it.
    """

    head: Head

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        """Append gapless lines after the head; `fingerprint` is (shape, 8 bytes) of the position after the last.

        Raises:
            ConflictError: they do not follow the head; none of them is taken.
            RefusedError: an author that is no id, or a time out of range; as above.
        """

    def answer(self, submission: Submission) -> None:
        """Keep or renew the answer to a submission. Raises `ConflictError` where its key had another request."""

    def sign(self, signature: Signature) -> None:
        """Keep the signature of a line; where this key has signed that line before, the first stands.

        Raises:
            RefusedError: there is no such line, or it is no signature by its size.
        """


class EventStore(Protocol):
    """Append-only logs with their secrets. Every backend passes `tests/events/store/test_every_store.py`.

    A thread holds one transaction at a time: inside `writing` or `create_with_entries` it reads, and changes through
    the writer.
    """

    @property
    def label(self) -> str:
        """What the database is called, in messages; the tables beside its logs are at the same place."""

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Take a new session. Raises `ConflictError` where its id or alias is taken."""

    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> AbstractContextManager[Writer]:
        """Take a new session together with its first lines, in one transaction. Raises as `create`."""

    def row(self, session: str) -> SessionRow:
        """The session of this id or alias. Raises `UnknownSessionError`."""

    def sessions(self) -> list[SessionRow]:
        """All sessions, the newest first."""

    def head(self, session: str) -> Head:
        """The last line's number and digest."""

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        """The lines after `after` up to and with `upto`, in order."""

    def secrets(self, session: str, after: int = 0) -> list[Secret]:
        """The secrets of the lines after `after`, in order of line, field and item."""

    def tower(self, session: str) -> TowerRow | None:
        """The tower's secrets, or None where the session has no tower here."""

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        """Line to (shape, value)."""

    def signatures(self, session: str) -> list[Signature]:
        """The signatures of heads, in order of line, time and key. None is ever changed or dropped."""

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        """The answer kept for this author and key."""

    def erase(self, session: str, seq: int, field: str) -> int:
        """Drop value and salt of a field's items for good; returns how many. The chain still verifies."""

    def erased(self, session: str) -> int:
        """How many items were ever erased: the one change of a session that leaves its head as it is."""

    def remove(self, session: str, head: Head | None = None) -> None:
        """Drop a whole session for good; with `head` only where its log ends there. No single line is ever dropped.

        Raises:
            ConflictError: it has gone on; nothing is dropped.
        """

    def put_data(self, digest: str, text: str) -> None:
        """Keep a data file (canonical JSON) under its SHA-256. Raises `RefusedError` where that is another."""

    def data(self, digest: str) -> str:
        """A kept data file. Raises `UnknownSessionError` where it is not here."""

    def writing(self, session: str) -> AbstractContextManager[Writer]:
        """One transaction; no second writer of this session gets in before it ends.

        An exception rolls all of it back. A body that waits for another writer waits for ever.
        """

    def watermark(self, session: str) -> tuple[int, int]:
        """The highest roll and shuffle numbers ever given, kept apart from the log."""

    def put_watermark(self, session: str, k: int, j: int) -> None:
        """Raise the mark; it never falls."""

    def signed_head(self, session: str) -> Head:
        """The highest head that was ever signed here, kept apart from the log; line 0 for none."""

    def put_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head; it never falls."""

    def signing_keys(self) -> tuple[SigningKey, ...]:
        """The keys of this house, the one that signs now first; none where it signs nothing.

        Raises:
            RefusedError: they cannot be read.
        """

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        """Keep these keys in place of those before."""

    def close(self) -> None:
        """Let go of files."""


class HouseStore(EventStore, Protocol):
    """A store of a house, which outlives its process: with a key file, and tables beside its logs."""

    key_file: "KeyFile"
    marks: "HighWaterFile"

    def unlimited_role(self) -> str:
        """The role of the database that may do all, "" where it has no roles or this one may not."""

    def open_accounts(self) -> "Accounts":
        """The tables beside the logs."""
