"""Files at the door: whatever is no database of Cloister Bell is refused by name, and stays as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from logs import ROW, SESSION, append
from sqlite_utils import Database

from events.errors import RefusedError
from events.store.schema import APPLICATION_ID, STEPS, migrations
from events.store.sqlite import SqliteStore


def refused(path: Path | str, why: str) -> None:
    """Opening fails with one clear sentence that names the path."""
    with pytest.raises(RefusedError, match=why) as caught:
        SqliteStore(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table lines (session, seq)")
        connection.commit()


def other_application(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma application_id = 1")


def ours_by_name_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma application_id = {APPLICATION_ID}")


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "511 bytes": (lambda path: path.write_bytes(b"x" * 511), "too short"),
    "512 bytes": (lambda path: path.write_bytes(b"x" * 512), "file is not a database"),
    "text": (lambda path: path.write_text("dear diary, " * 99), "file is not a database"),
    "one byte": (lambda path: path.write_bytes(b"x"), "too short"),
    "header alone": (
        lambda path: path.write_bytes(b"SQLite format 3\0"),
        "no database of Cloister Bell|something else",
    ),
    "zeros": (lambda path: path.write_bytes(bytes(4096)), "not a database"),
    "directory": (lambda path: path.mkdir(), "is no file"),
    "pipe": (os.mkfifo, "is no file"),
    "other tables": (other_tables, "something else"),
    "other application": (other_application, "something else"),
    "ours by name alone": (ours_by_name_alone, "something else"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_database_of_ours_is_refused_and_left_alone(database: Path, wrong: str) -> None:
    make, why = WRONG[wrong]
    make(database)
    before = database.read_bytes() if database.is_file() else b""

    refused(database, why)

    assert (database.read_bytes() if database.is_file() else b"") == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("missing/bell.db", "no directory"),
        ("file/bell.db", "no directory|Not a directory"),
        ("x" * 300, "name too long"),
        ("a\0b", "no name of a file"),
    ],
)
def test_place_where_no_file_can_be(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(RefusedError, match=f"(?i){why}"):
        SqliteStore(tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_file_that_may_not_be_written(database: Path) -> None:
    SqliteStore(database).close()
    database.chmod(0o400)
    refused(database, "may not be written")
    database.chmod(0o600)
    database.parent.chmod(0o500)
    refused(database, "may not be written")
    database.parent.chmod(0o700)


@pytest.mark.parametrize("length", [100, 2000, 4096, 20_000])
def test_file_that_was_cut_short(database: Path, length: int) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        append(store, 300)
    database.write_bytes(database.read_bytes()[:length])

    refused(database, "malformed|not a database|too short")


def test_later_version_is_refused_by_its_step(database: Path) -> None:
    SqliteStore(database).close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) values ('cloisterbell', '0099-later', '')"
        )

    refused(database, "later version .*0099-later")


@pytest.mark.parametrize("lost", ["trigger lines_are_not_edited", "trigger lines_follow_without_a_gap", "table towers"])
def test_file_without_its_tables_and_triggers_is_refused(database: Path, lost: str) -> None:
    SqliteStore(database).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"drop {lost}")

    refused(database, f"lacks {lost.split()[1]}")


def test_other_tables_beside_ours_do_no_harm(database: Path) -> None:
    SqliteStore(database).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("create table notes (text)")

    with closing(SqliteStore(database)) as store:
        store.create(ROW)


@pytest.mark.parametrize("content", [b"dear diary, " * 99, b""])
def test_mark_file_that_is_none(database: Path, content: bytes) -> None:
    SqliteStore(database).close()
    mark = Path(f"{database}.mark")
    mark.write_bytes(content)

    if content:
        refused_mark(mark, database)
    else:
        SqliteStore(database).close()


def refused_mark(mark: Path, database: Path) -> None:
    with pytest.raises(RefusedError, match="not a database") as caught:
        SqliteStore(database)
    assert str(mark) in str(caught.value)


def test_mark_file_with_other_tables(database: Path) -> None:
    other_tables(Path(f"{database}.mark"))

    with pytest.raises(RefusedError, match="other things than marks"):
        SqliteStore(database)


def test_lost_mark_file_reads_as_nothing_given(database: Path) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        store.put_mark(SESSION, 7, 7)
    Path(f"{database}.mark").unlink()

    with closing(SqliteStore(database)) as store:
        assert store.mark(SESSION) == (0, 0)


def test_names_that_mean_memory_to_sqlite_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStore(":memory:")) as store:
        store.create(ROW)

    assert (tmp_path / ":memory:").is_file()
    with pytest.raises(RefusedError, match="is no file"):
        SqliteStore("")


def test_strange_names_are_names(tmp_path: Path) -> None:
    for name in ("a?mode=memory", "file:x", "ä ö.db", "%41.db", "#"):
        with closing(SqliteStore(tmp_path / name)) as store:
            store.create(ROW)
        assert (tmp_path / name).is_file()


def test_schema_is_made_by_migrations(database: Path) -> None:
    SqliteStore(database).close()
    with closing(Database(database)) as db:
        assert [step.name for step in migrations().applied(db)] == list(STEPS)
        assert migrations().pending(db) == []


def test_migration_that_fails_leaves_the_file_empty(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STEPS, "0002-broken", ("create table extra (a)", "create nonsense"))
    refused(database, "syntax error")
    monkeypatch.undo()

    with closing(SqliteStore(database)) as store, closing(sqlite3.connect(database)) as connection:
        assert store.sessions() == []
        assert not connection.execute("select 1 from sqlite_schema where name = 'extra'").fetchall()


def test_older_file_takes_the_steps_it_lacks(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteStore(database)) as store:
        store.create(ROW)
        lines = append(store, 3)
    monkeypatch.setitem(STEPS, "0002-more", ("create table extra (a)",))

    with closing(SqliteStore(database)) as store, closing(sqlite3.connect(database)) as connection:
        assert store.lines(SESSION) == lines
        assert connection.execute("select 1 from sqlite_schema where name = 'extra'").fetchall()
