"""Signed heads and keys in every store, the key file, and a database without signatures."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from logs import NO_LINE, ROW, SESSION, STORES, append, opened

from events.errors import LogError, RefusedError, UnknownSessionError
from events.line import Head
from events.signature import Signature, SigningKey
from events.store.backup import backup
from events.store.protocol import EventStore
from events.store.sqlite import SqliteStore

KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(32))


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    with closing(opened(request.param, tmp_path / "bell.db")) as empty:
        empty.create(ROW)
        append(empty, 3)
        yield empty


def signature(seq: int, key: SigningKey = KEY, signed_ms: int = 1_000) -> Signature:
    return Signature(seq, signed_ms, key.public, bytes([seq]) * 64)


def sign(store: EventStore, *signatures: Signature) -> None:
    with store.writing(SESSION) as writer:
        for one in signatures:
            writer.sign(one)


def test_keeps_the_first_signature_of_a_key_for_each_line(store: EventStore) -> None:
    assert store.signatures(SESSION) == []
    sign(store, signature(3))
    sign(store, signature(1), signature(3, OTHER, 2_000), Signature(3, 9_000, KEY.public, bytes(64)))
    assert store.signatures(SESSION) == [signature(1), signature(3), signature(3, OTHER, 2_000)]
    sign(store, Signature(2, 1, KEY.public, bytes(64)), Signature(2, 2, KEY.public, bytes(64)))
    assert store.signatures(SESSION)[1] == Signature(2, 1, KEY.public, bytes(64))


@pytest.mark.parametrize("wrong", [
    signature(4), Signature(0, 1, KEY.public, bytes(64)), Signature(-1, 1, KEY.public, bytes(64)),
    Signature(1, -1, KEY.public, bytes(64)), Signature(1, 2**63, KEY.public, bytes(64)),
    Signature(1, 1, b"", bytes(64)), Signature(1, 1, KEY.public * 2, bytes(64)), Signature(1, 1, KEY.public, b"x"),
])  # fmt: skip
def test_refuses_malformed_signatures(store: EventStore, wrong: Signature) -> None:
    with pytest.raises(RefusedError):
        sign(store, wrong)
    assert store.signatures(SESSION) == []


def test_a_failed_transaction_leaves_no_signature(store: EventStore) -> None:
    with suppress(KeyError), store.writing(SESSION) as writer:
        writer.sign(signature(1))
        raise KeyError
    assert store.signatures(SESSION) == []
    with store.writing(SESSION) as writer:
        pass
    with pytest.raises(LogError, match="ended"):
        writer.sign(signature(1))


@pytest.mark.parametrize("name", ["nobody", "", "\udcff"])
def test_sessions_that_are_not_here_are_refused(store: EventStore, name: str) -> None:
    for asked in (store.signatures, store.signed_head, lambda session: store.put_signed_head(session, NO_LINE)):
        with pytest.raises(UnknownSessionError):
            asked(name)


def test_a_removed_session_loses_its_signatures(store: EventStore) -> None:
    sign(store, signature(1))
    store.remove(SESSION)
    store.create(ROW)
    assert store.signatures(SESSION) == []


def test_keeps_the_highest_signed_head_and_the_last_keys(store: EventStore) -> None:
    assert (store.signed_head(SESSION), store.signing_keys()) == (NO_LINE, ())
    for seq, sign in ((2, b"b"), (3, b"c"), (1, b"a"), (3, b"d")):
        store.put_signed_head(SESSION, Head(seq, sign * 32))
    assert store.signed_head(SESSION) == Head(3, b"c" * 32)
    store.put_signing_keys([KEY, OTHER])
    store.put_signing_keys([OTHER])
    assert store.signing_keys() == (OTHER,)


@pytest.fixture
def disk(database: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 3)
        yield store


@pytest.mark.parametrize("change", ["update signatures set signed_ms = 1", "delete from signatures",
                                    "insert or replace into signatures select * from signatures"])  # fmt: skip
def test_signatures_on_disk_are_only_added_to(disk: SqliteStore, change: str) -> None:
    sign(disk, signature(1))
    with closing(sqlite3.connect(disk.path)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(change)
    assert disk.signatures(SESSION) == [signature(1)]


def test_the_key_file_is_private_and_not_in_a_backup(disk: SqliteStore, tmp_path: Path) -> None:
    disk.put_signing_keys([KEY])
    path = Path(f"{disk.path}.key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not disk.key_file.is_open_to_others
    backup(disk.path, tmp_path / "copy.db")
    assert KEY.seed not in (tmp_path / "copy.db").read_bytes()
    assert KEY.seed.hex().encode() not in (tmp_path / "copy.db").read_bytes()
    assert sorted(tmp_path.glob("copy.db*")) == [tmp_path / "copy.db"]
    path.chmod(0o644)
    assert disk.key_file.is_open_to_others


@pytest.mark.parametrize("content", [
    b"", b"dear diary\n", b"\xff\xfe\x00" * 40, b"cloisterbell-key-1\n", b"cloisterbell-key-1\nnot hex\n",
    b"cloisterbell-key-1\n" + b"9f" * 31 + b"\n", b"cloisterbell-key-2\n" + b"9f" * 32 + b"\n", None,
])  # fmt: skip
def test_refuses_a_key_file_without_a_key(disk: SqliteStore, content: bytes | None) -> None:
    if content is not None:
        disk.key_file.path.write_bytes(content)
        with pytest.raises(RefusedError, match=r"bell.*\.key holds no key"):
            disk.signing_keys()
        return
    disk.key_file.path.mkdir()
    with pytest.raises(RefusedError, match=r"\.key cannot be read"):
        disk.signing_keys()
    with pytest.raises(RefusedError, match=r"\.key cannot be written"):
        disk.put_signing_keys([KEY])
    assert sorted(disk.path.parent.glob(".*.part")) == []


def test_a_database_of_before_takes_signatures(database: Path) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 3)
        store.put_mark(SESSION, 7, 2)
    with closing(sqlite3.connect(database)) as old, old:
        old.execute("drop table signatures")
        old.execute("delete from _sqlite_migrations where name = '0004-signatures'")
    with closing(sqlite3.connect(f"{database}.mark")) as old, old:
        old.execute("drop table heads")
    with closing(SqliteStore(database)) as store:
        assert store.signatures(SESSION) == []
        sign(store, signature(3))
        store.put_signed_head(SESSION, Head(3, b"c" * 32))
    with closing(SqliteStore(database)) as store:
        assert store.signatures(SESSION) == [signature(3)]
        assert (store.mark(SESSION), store.signed_head(SESSION).seq) == ((7, 2), 3)
