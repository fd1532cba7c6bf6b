"""The SQLite store: tables, damage, the disk, other processes, foreign files, and backups during writes."""

import multiprocessing
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from at_once import Say, forked, heard
from front_door import Door
from logs import NO_LINE, ROW, SESSION, TOWER, append, chained
from refusals import refuses
from spectator import SEATS, opened, played
from sqlite_utils import Database

from events.entry import Head, Line, Secret
from events.errors import ConflictError, CorruptLogError, LogError, RefusedError, StorageError
from events.events import ALL
from events.signature import Signature, SigningKey
from events.store import sqlite
from events.store.backup import backup
from events.store.connection import connect
from events.store.rows import Submission
from events.store.schema import APPLICATION_ID, STEPS, migrate, migrations
from events.store.sqlite import SqliteStore
from projections.registry import Registry
from replay.audit.audit import audit_session


@pytest.fixture
def store(database: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(database)) as opened:
        opened.create(ROW, TOWER)
        yield opened


@pytest.fixture
def raw(store: SqliteStore) -> Iterator[sqlite3.Connection]:
    append(store, 3)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        yield connection


def put(seq: int, how: str = "insert", end: str = "") -> str:
    columns, values = 'session, seq, at_ms, "by", body, digest', f"'{SESSION}', {seq}, 0, 'x', '{{}}', x'00'"
    return f"{how} into lines ({columns}) values ({values}) {end}"  # the words are the test's own


REWRITES = {
    "update": "update lines set body = '{}' where seq = 2", "update to the same": "update lines set at_ms = at_ms",
    "update or replace": "update or replace lines set seq = 1 where seq = 2",
    "delete": "delete from lines where seq = 3", "delete all": "delete from lines", "insert again": put(3),
    "replace": put(2, "insert or replace"), "replace the last": put(3, "replace"), "ignore": put(2, "insert or ignore"),
    "upsert": put(2, end="on conflict do update set body = '[]'"), "gap": put(5),
    "gap or fail": put(5, "insert or fail"), "gap or ignore": put(5, "insert or ignore"), "number 0": put(0),
    "log that begins at 2": put(2).replace(SESSION, "other"),
}  # fmt: skip


@pytest.mark.parametrize("recursive", ["on", "off"])
@pytest.mark.parametrize("rewrite", REWRITES)
def test_entries_cannot_be_rewritten(store: SqliteStore, raw: sqlite3.Connection, rewrite: str, recursive: str) -> None:
    before = store.lines(SESSION)
    raw.execute(f"pragma recursive_triggers = {recursive}")
    refuses(sqlite3.IntegrityError, r"lines (are not|follow)", raw.execute, REWRITES[rewrite])
    assert store.lines(SESSION) == before
    assert len(before) == 3


@pytest.mark.parametrize(
    ("value", "other"), [(" 4,", " 'four',"), ("x'00'", "'text'"), (" 0,", " null,"), ("'x'", "x'00'")]
)
def test_columns_are_strict(store: SqliteStore, raw: sqlite3.Connection, value: str, other: str) -> None:
    refuses(sqlite3.IntegrityError, r"cannot store|NOT NULL|gap", raw.execute, put(4).replace(value, other))
    assert raw.execute("select kind from lines").fetchall() == [("passed",)] * 3
    raw.execute(put(4))
    assert store.head(SESSION).seq == 4


def test_a_damaged_body_does_not_break_queries(store: SqliteStore, raw: sqlite3.Connection) -> None:
    before = store.lines(SESSION)
    raw.execute("drop trigger lines_are_not_edited")
    raw.execute("update lines set body = '{\"kind\":' where seq = 1")
    raw.execute("update lines set body = cast(x'7bff7d' as text) where seq = 2")
    raw.execute("update lines set body = '[1]' where seq = 3")
    assert raw.execute("select seq, kind from lines order by seq").fetchall() == [(1, None), (2, None), (3, None)]
    assert [line.body for line in store.lines(SESSION)] == ['{"kind":', "{\ufffd}", "[1]"]
    assert [line.digest for line in store.lines(SESSION)] == [line.digest for line in before]
    assert store.row("friday") == ROW


def test_reports_a_damaged_page_and_names_the_file(database: Path) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 500)
    content = bytearray(database.read_bytes())
    for at in range(4096 * 24, len(content)):
        content[at] ^= 0x5A
    database.write_bytes(content)
    with closing(SqliteStore(database)) as store, pytest.raises(CorruptLogError, match=r"bell.db: .*malformed"):
        store.lines(SESSION)


def test_commits_wait_for_the_disk_and_files_are_private(store: SqliteStore, database: Path) -> None:
    names = ("journal_mode", "synchronous")
    assert [store._writing.execute(f"pragma {name}").fetchone()[0] for name in names] == ["wal", 2]
    assert database.stat().st_mode & 0o077 == 0
    assert Path(f"{database}-wal").stat().st_mode & 0o077 == 0


def test_raises_a_known_mark_without_reading_the_session(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    monkeypatch.setattr(store, "_require_session", asked.append)
    for mark in ((1, 0), (3, 1), (2, 2)):
        store.put_watermark(SESSION, *mark)
    assert (store.watermark(SESSION), asked.count(SESSION)) == ((3, 2), 2), "at the first mark, and to read it here"


def test_keeps_the_high_water_mark_next_to_the_database(store: SqliteStore, database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "backup.db")) as backup:
        store._writing.backup(backup)
    append(store, 5)
    store.put_watermark(SESSION, 3, 1)
    (tmp_path / "link.db").symlink_to(store.path)
    with closing(SqliteStore(tmp_path / "link.db")) as linked:
        assert linked.watermark(SESSION) == (3, 1)
    store.close()
    for leftover in ("-wal", "-shm"):
        Path(f"{database}{leftover}").unlink(missing_ok=True)
    with closing(SqliteStore(tmp_path / "backup.db")) as copy:
        assert copy.watermark(SESSION) == (0, 0)
    (tmp_path / "backup.db").replace(database)
    with closing(SqliteStore(database)) as restored:
        assert (restored.head(SESSION).seq, restored.watermark(SESSION)) == (0, (3, 1))


def test_erased_texts_are_in_no_file(store: SqliteStore, database: Path) -> None:
    words = [f"unmistakable-{at:03d}-" + "x" * (at * 7 % 90) for at in range(200)]
    with store.writing(SESSION) as writer:
        secrets = [Secret(seq, "text", 0, ALL, "5" * 32, words[seq - 1]) for seq in range(1, 201)]
        writer.append(chained(writer.head, 200), secrets)
    assert any(b"unmistakable" in path.read_bytes() for path in database.parent.iterdir())
    assert sum(store.erase(SESSION, seq, "text") for seq in range(1, 201)) == 200
    left = {path.name for path in database.parent.iterdir() if b"unmistakable" in path.read_bytes()}
    assert left == set()
    assert [secret.value for secret in store.secrets(SESSION)] == [None] * 200


@pytest.mark.parametrize(
    "line",
    [
        Line(SESSION, 1, 0, "black", '{"a":"\ud800"}', bytes(32)),
        Line(SESSION, 1, 0, "black", "{}", "text"),  # type: ignore[arg-type]  # what a careless caller may pass
    ],
)
def test_rolls_back_an_entry_that_cannot_be_stored(store: SqliteStore, line: Line) -> None:
    with pytest.raises(LogError, match=r"bell.db"), store.writing(SESSION) as writer:
        writer.append([line])
    with pytest.raises(LogError, match="has failed or ended"), store.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(NO_LINE, 2))
        refuses(LogError, "", writer.append, [Line(SESSION, 3, 0, "black", "\ud800", bytes(32))])
        refuses(LogError, "has failed or ended", writer.answer, Submission("black", "k", "h", "a"))
    assert store.head(SESSION) == NO_LINE
    assert len(append(store, 2)) == 2


def test_a_writer_gives_up_on_a_locked_file(store: SqliteStore, database: Path) -> None:
    with closing(SqliteStore(database, busy_ms=1)) as impatient, store.writing(SESSION) as writer:
        with pytest.raises(StorageError, match="locked"), impatient.writing(SESSION):
            pass
        assert impatient.head(SESSION) == NO_LINE
        writer.append(chained(writer.head, 1))
    assert store.head(SESSION).seq == 1


def test_racing_processes_write_each_entry_number_once(database: Path) -> None:
    gate = multiprocessing.Barrier(4)  # it breaks if a process ends before, so that its error is reported

    def race(say: Say) -> None:
        with closing(SqliteStore(database)) as store:
            gate.wait(60)
            with suppress(ConflictError):  # another process created it
                store.create(ROW)
            for _ in range(60):
                after = store.head(SESSION)
                with store.writing(SESSION) as writer:
                    won = writer.head == after
                    if won:
                        writer.append(chained(after, 1))
                if won:
                    say(after.seq + 1)

    racers = [forked(race) for _ in range(4)]
    outputs = [heard(*racer) for racer in racers]
    assert sum(bool(output) for output in outputs) > 1
    won = sorted(seq for output in outputs for (seq,) in output)
    assert won == list(range(1, len(won) + 1))
    assert len(won) >= 60
    with closing(SqliteStore(database)) as store:
        assert store.lines(SESSION) == chained(NO_LINE, len(won))


def test_opens_a_new_file_while_another_process_creates_its_tables(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = list[str]()

    def create(statement: str) -> None:
        if statement == "pragma application_id" and not tried:
            tried.append(statement)
            with closing(connect(database, 1)) as other, suppress(sqlite3.OperationalError):  # it may have to wait
                migrate(other, database)

    def watched(path: Path, busy_ms: int) -> sqlite3.Connection:
        connection = connect(path, busy_ms)
        connection.set_trace_callback(create)
        return connection

    monkeypatch.setattr(sqlite, "connect", watched)
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
    assert tried


def refused(path: Path | str, why: str) -> None:
    caught = refuses(RefusedError, why, SqliteStore, path)
    assert str(path) in str(caught)
    assert "\n" not in str(caught)


def sql(statement: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return write


other_tables = sql("create table lines (session, seq)")
WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "511 bytes": (lambda path: path.write_bytes(b"x" * 511), "too short"),
    "512 bytes": (lambda path: path.write_bytes(b"x" * 512), "file is not a database"),
    "text": (lambda path: path.write_text("dear diary, " * 99), "file is not a database"),
    "one byte": (lambda path: path.write_bytes(b"x"), "too short"),
    "header": (lambda path: path.write_bytes(b"SQLite format 3\0"), "not a Cloister Bell database|of another program"),
    "zeros": (lambda path: path.write_bytes(bytes(4096)), "not a database"),
    "directory": (lambda path: path.mkdir(), "is not a file"), "pipe": (os.mkfifo, "is not a file"),
    "other tables": (other_tables, "of another program"),
    "other application": (sql("pragma application_id = 1"), "of another program"),
    "ours by name alone": (sql(f"pragma application_id = {APPLICATION_ID}"), "of another program"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "why"), WRONG.values(), ids=WRONG)
def test_refuses_a_foreign_file_and_leaves_it_unchanged(
    database: Path, make: Callable[[Path], object], why: str
) -> None:
    make(database)
    before = database.read_bytes() if database.is_file() else b""
    refused(database, why)
    assert (database.read_bytes() if database.is_file() else b"") == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


@pytest.mark.parametrize(("place", "why"), [
    ("missing/bell.db", "the directory .* does not exist"),
    ("file/bell.db", "the directory .* does not exist|Not a directory"), ("x" * 300, "name too long"),
    ("a\0b", "not a valid file name"),
])  # fmt: skip
def test_refuses_a_path_where_no_file_can_be_created(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "file").touch()
    refuses(RefusedError, f"(?i){why}", SqliteStore, tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_refuses_a_file_that_cannot_be_written(database: Path) -> None:
    SqliteStore(database).close()
    database.chmod(0o400)
    refused(database, "cannot be written")
    database.chmod(0o600)
    database.parent.chmod(0o500)
    refused(database, "cannot be written")
    database.parent.chmod(0o700)


@pytest.mark.parametrize("length", [100, 2000, 4096, 20_000])
def test_refuses_a_truncated_file(database: Path, length: int) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 300)
    database.write_bytes(database.read_bytes()[:length])
    refused(database, "malformed|not a database|too short")


LATER = "insert into _sqlite_migrations (migration_set, name, applied_at) values ('cloisterbell', '0099-later', '')"


@pytest.mark.parametrize(("change", "why"), [
    (LATER, "later version .*0099-later"), ("drop trigger lines_are_not_edited", "Missing: lines_are_not_edited"),
    ("drop trigger lines_follow_without_a_gap", "Missing: lines_follow_without_a_gap"),
    ("drop table towers", "Missing: towers"), ("create table notes (text)", ""),
])  # fmt: skip
def test_refuses_later_versions_and_lost_but_not_added_tables(database: Path, change: str, why: str) -> None:
    SqliteStore(database).close()
    sql(change)(database)
    if why:
        refused(database, why)
    else:
        with closing(SqliteStore(database)) as store:
            store.create(ROW)


@pytest.mark.parametrize("what", ["text", "other tables", "another database", "damaged", "a folder"])
def test_refuses_a_foreign_or_damaged_high_water_mark_file(database: Path, what: str) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        store.put_watermark(SESSION, 7, 7)
    mark = Path(f"{database}.mark")
    raw = mark.read_bytes()
    mark.unlink()
    made: dict[str, Callable[[], object]] = {
        "text": lambda: mark.write_text("dear diary, " * 99),
        "other tables": lambda: other_tables(mark),
        "another database": lambda: mark.write_bytes(database.read_bytes()),
        "a folder": mark.mkdir,
        "damaged": lambda: mark.write_bytes(raw[:2000] + b"\xff" * 3000 + raw[5000:]),
    }
    made[what]()
    says = r"\.mark is not a (Cloister Bell database|file of high-water marks|file)"
    assert str(mark) in str(refuses(RefusedError, says, SqliteStore, database))


def test_treats_unusual_paths_as_file_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=memory", "file:x", "ä ö.db", "%41.db", "#"):
        with closing(SqliteStore(name if name == ":memory:" else tmp_path / name)) as store:
            store.create(ROW)
        assert (tmp_path / name).is_file()
    refuses(RefusedError, "is not a file", SqliteStore, "")


def test_makes_the_schema_by_migrations(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tables() -> list[str]:
        with closing(sqlite3.connect(database)) as connection:
            return [name for (name,) in connection.execute("select name from sqlite_schema where name = 'extra'")]

    monkeypatch.setitem(STEPS, "0002-broken", ("create table extra (a)", "create nonsense"))
    refused(database, "syntax error")
    monkeypatch.undo()
    with closing(SqliteStore(database)) as store, closing(Database(database)) as db:
        assert (store.sessions(), tables()) == ([], [])
        assert [step.name for step in migrations().applied(db)] == list(STEPS)
        assert migrations().pending(db) == []
        store.create(ROW)
        lines = append(store, 3)
    monkeypatch.setitem(STEPS, "0002-more", ("create table extra (a)",))
    with closing(SqliteStore(database)) as store:
        assert store.lines(SESSION) == lines
        assert tables() == ["extra"]


def test_a_backup_is_complete_and_private(few: Door, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    assert "bytes" in few.well("db", "backup", kept).out
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "kept"))] == ["kept.db"]
    before = few.content()
    few.db = kept
    assert few.content() == before


def test_backs_up_only_cloister_bell_databases_to_a_new_file(no_door: Door, tmp_path: Path) -> None:
    no_door.refused("db", "backup", tmp_path / "kept.db", says="does not exist")
    no_door.well("new", "keys", "--seats", "nine,ten", "--dice", "tower")
    there = tmp_path / "there.txt"
    there.write_text("mine")
    no_door.refused("db", "backup", there, says="does not overwrite files")
    assert there.read_text() == "mine"
    no_door.refused("db", "backup", tmp_path / "no" / "where.db", says="does not exist")
    no_door.refused("db", "backup", tmp_path, says="does not overwrite files")
    for raw in (b"x" * 4096, b"SQLite format 3\0" + os.urandom(4000)):
        (tmp_path / "other.db").write_bytes(raw)
        refuses(LogError, "not a database", backup, tmp_path / "other.db", tmp_path / "kept.db")
    assert not (tmp_path / "kept.db").exists()


def test_a_backup_during_writes_ends_with_a_whole_group(games: Registry, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "busy.db")
    session = opened(store, games, "toy", SEATS, session="busy", options={"points": 99})
    writing = threading.Thread(target=played, args=(session, 60))
    writing.start()
    copies: list[Path] = []
    while writing.is_alive():
        copies.append(tmp_path / f"copy-{len(copies)}.db")
        backup(tmp_path / "busy.db", copies[-1])
    writing.join()
    store.close()
    assert copies
    for path in copies[:: max(1, len(copies) // 5)]:
        kept = SqliteStore(path)
        report = audit_session(kept, games, "busy", "table")
        assert not [finding for finding in report.findings if finding.level == "violation"], report.findings
        kept.close()


KEY = SigningKey(bytes(range(32)))
SIGNED = Signature(3, 1_000, KEY.public, b"s" * 64)


def sign(store: SqliteStore) -> None:
    with store.writing(SESSION) as writer:
        writer.sign(SIGNED)


@pytest.mark.parametrize("change", ["update signatures set signed_ms = 1", "delete from signatures",
                                    "insert or replace into signatures select * from signatures"])  # fmt: skip
def test_signatures_on_disk_cannot_be_changed_or_deleted(store: SqliteStore, change: str) -> None:
    append(store, 3)
    sign(store)
    with closing(sqlite3.connect(store.path)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(change)
    assert store.signatures(SESSION) == [SIGNED]


@pytest.mark.parametrize("content", [
    b"", b"dear diary\n", b"\xff\xfe\x00" * 40, b"cloisterbell-key-1\n", b"cloisterbell-key-1\nnot hex\n",
    b"cloisterbell-key-1\n" + b"9f" * 31 + b"\n", b"cloisterbell-key-2\n" + b"9f" * 32 + b"\n", None,
])  # fmt: skip
def test_refuses_a_key_file_without_a_key(store: SqliteStore, content: bytes | None) -> None:
    if content is not None:
        store.key_file.path.write_bytes(content)
        refuses(RefusedError, r"bell.*\.key is not a Cloister Bell key file", store.signing_keys)
        return
    store.key_file.path.mkdir()
    refuses(RefusedError, r"\.key cannot be read", store.signing_keys)
    refuses(RefusedError, r"\.key cannot be written", store.put_signing_keys, [KEY])
    assert sorted(store.path.parent.glob(".*.part")) == []


def test_an_older_database_is_upgraded_for_signatures(database: Path) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 3)
        store.put_watermark(SESSION, 7, 2)
    with closing(sqlite3.connect(database)) as old, old:
        old.execute("drop table signatures")
        old.execute("delete from _sqlite_migrations where name = '0004-signatures'")
    with closing(sqlite3.connect(f"{database}.mark")) as old, old:
        old.execute("drop table heads")
    with closing(SqliteStore(database)) as store:
        assert store.signatures(SESSION) == []
        sign(store)
        store.put_signed_head(SESSION, Head(3, b"c" * 32))
    with closing(SqliteStore(database)) as store:
        assert store.signatures(SESSION) == [SIGNED]
        assert (store.watermark(SESSION), store.signed_head(SESSION).seq) == ((7, 2), 3)
