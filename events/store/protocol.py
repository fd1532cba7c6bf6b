"""The interface of a store of logs. `events/store` has three implementations: memory, SQLite and PostgreSQL."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from events.entry import Head, Line, Secret
from events.signature import Signature, SigningKey
from events.store.rows import SessionRow, Submission, TowerRow

if TYPE_CHECKING:
    from events.store.accounts import Accounts
    from events.store.key_file import KeyFile
    from events.store.secrets_file import SecretsFile
    from events.store.watermark import HighWaterFile


class Writer(Protocol):
    """One transaction on one session. Until it is on disk, reads of the store show the state before it."""

    head: Head

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        """Append entries after the head, without a gap.

        `fingerprint` is the state hash (shape, 8 bytes) of the position after them. After `ConflictError` (a gap after
        the head) or `RefusedError` (invalid author or time), no entry is stored.
        """

    def answer(self, submission: Submission) -> None:
        """Save or replace the answer to a submission. If its key belongs to another request, raise `ConflictError`."""

    def sign(self, signature: Signature) -> None:
        """Save the signature of an entry.

        If this key has already signed the entry, the first signature is kept. A wrong length or an entry that does not
        exist raises `RefusedError`.
        """


class EventStore(Protocol):
    """Append-only logs with their secrets. `tests/events/store/test_every_store.py` tests every implementation.

    A thread can hold one transaction at a time. Inside `writing` or `create_with_entries`, it may read the store, but
    must write through the writer.
    """

    @property
    def label(self) -> str:
        """The name of the database in messages. The accounts of the same database have the same label."""

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Add a new session. An id or alias that is already in use raises `ConflictError`."""

    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> AbstractContextManager[Writer]:
        """Add a new session with its first entries, in one transaction. Raises the same errors as `create`."""

    def row(self, session: str) -> SessionRow:
        """Return the session with this id or alias, or raise `UnknownSessionError`."""

    def sessions(self) -> list[SessionRow]:
        """Return all sessions, newest first."""

    def head(self, session: str) -> Head:
        """Return the head of a session's log: the number and digest of the last entry."""

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        """Return the entries after `after`, up to and including `upto`, in order."""

    def secrets(self, session: str, after: int = 0, upto: int | None = None) -> list[Secret]:
        """Return the secrets of the entries after `after`, up to and including `upto`, by entry, field and item."""

    def tower(self, session: str) -> TowerRow | None:
        """Return the secrets of the session's dice roller, or None if this store has no dice roller for the session."""

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        """Return the state hashes: entry number to (shape, value)."""

    def signatures(self, session: str) -> list[Signature]:
        """Return the signatures of heads, ordered by entry, time and key. Signatures are never changed or deleted."""

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        """Return the stored answer for this author and idempotency key, or None."""

    def submissions(self, session: str) -> list[Submission]:
        """Return all stored answers of a session, by author and key."""

    def erase(self, session: str, seq: int, field: str) -> int:
        """Erase value and salt of all items of a field, and return their number. The hash chain still verifies."""

    def erased(self, session: str) -> int:
        """Return the number of erased items. Erasing is the only change that does not change the head."""

    def state(self, name: str) -> tuple[SessionRow, Head, int]:
        """Return what `row`, `head` and `erased` return of the session with this id or alias, read at once."""

    def remove(self, session: str, head: Head | None = None) -> None:
        """Delete a whole session. With `head`, raise `ConflictError` if its log does not end there."""

    def put_data(self, digest: str, text: str) -> None:
        """Save a data file (canonical JSON) under its SHA-256. A wrong one raises `RefusedError`."""

    def data(self, digest: str) -> str:
        """Return a data file, or raise `UnknownSessionError`."""

    def writing(self, session: str) -> AbstractContextManager[Writer]:
        """Open a transaction on a session; an exception rolls it back.

        Other writers of the session wait until it ends. Waiting for another writer inside it is a deadlock.
        """

    def watermark(self, session: str) -> tuple[int, int]:
        """Return the highest roll number and shuffle number that were ever used. They are stored outside the log."""

    def put_watermark(self, session: str, k: int, j: int) -> None:
        """Raise the watermark to roll number `k` and shuffle number `j`. Lower numbers change nothing."""

    def signed_head(self, session: str) -> Head:
        """Return the highest head that was ever signed here (number 0 if none was), which is stored outside the log."""

    def put_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head to `head`. A lower head changes nothing."""

    def signing_keys(self) -> tuple[SigningKey, ...]:
        """Return the signing keys, current one first; none if this server does not sign. May raise `RefusedError`."""

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        """Replace the signing keys."""

    def close(self) -> None:
        """Close all files."""


@runtime_checkable
class DatabaseStore(EventStore, Protocol):
    """A store that outlives its process, with a watermark file, a key file, a secrets file and accounts."""

    key_file: "KeyFile"
    secrets_file: "SecretsFile"
    marks: "HighWaterFile"

    def unlimited_role(self) -> str:
        """Return the database role in use if it has unlimited rights, otherwise ""."""

    def open_accounts(self) -> "Accounts":
        """Return the accounts in the same database."""
