"""`doctor` and `restore --check`: every planted damage is found and named, and what can be read is saved."""

import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import listing
import pytest
from front_door import Door
from texts import missing

from events.errors import LogError
from events.store.opening import open_house
from events.store.records import SessionRow
from events.store.salvage import file_faults
from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from replay.audit.health import health_of
from replay.live.session import Session

PAGE = 4_096


@pytest.fixture
def door(few: Door) -> Door:
    """The command line on a small database: `doctor` checks all of it."""
    return few


def pages_of(path: Path, table: str) -> list[int]:
    """The pages that hold a table's rows, without its root."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        rows = connection.execute(
            "select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno", (table,)
        )
        return [number for (number,) in rows]


def overwrite(path: Path, page: int, with_bytes: bytes) -> None:
    """Put bytes in the place of a page."""
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(with_bytes)


def changed(path: Path, statement: str, *values: object) -> None:
    """Carry out a statement that no store would, past the triggers."""
    with closing(sqlite3.connect(path)) as connection:
        triggers = connection.execute("select name, sql from sqlite_schema where type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"drop trigger {name}")
        assert connection.execute(statement, values).rowcount
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()


PLANTED: dict[str, tuple[str, str]] = {
    "a digest": ("update lines set digest = zeroblob(32) where session = ? and seq = 20", "line 20"),
    "a body": ("update lines set body = replace(body, 'kind', 'kinb') where session = ? and seq = 20", "line 20"),
    "a body cut": ("update lines set body = substr(body, 1, 9) where session = ? and seq = 20", "line 20"),
    "an author": ("update lines set \"by\" = 'moderator' where session = ? and seq = 20", "line 20"),
    "a time": ("update lines set at_ms = at_ms + 1 where session = ? and seq = 20", "line 20"),
    "a line lost": ("delete from lines where session = ? and seq = 20", "line 21"),
    "the end lost": ("delete from lines where session = ? and seq > 20", "fingerprint is kept of line"),
    "a fingerprint": (
        "update fingerprints set value = zeroblob(8) where session = ? and seq < 30",
        "another than the one whose fingerprint",
    ),
    "a fact that is none": (
        "update lines set body = '{\"kind\":\"nothing\"}' where session = ? and seq = 20", "line 20",
    ),
}  # fmt: skip


def session_of(door: Door, alias: str) -> str:
    with closing(open_house(str(door.db))) as store:
        return store.row(alias).session


def test_each_session_is_told_in_a_line(door: Door) -> None:
    said = door("doctor").out.splitlines()
    with closing(SqliteStore(door.db)) as store:
        assert sum(line.startswith("sound ") for line in said) == len(store.sessions())
    assert said[-1].endswith("none damaged")
    assert any(line.startswith("sound    keys-mistakes  ") and "fingerprint" in line for line in said)


@pytest.mark.parametrize("planted", PLANTED)
def test_what_was_changed_in_one_of_many_sessions_is_found_and_named(door: Door, planted: str) -> None:
    statement, named = PLANTED[planted]
    changed(door.db, statement, session_of(door, "keys-mistakes"))
    ran = door("doctor")
    lines = ran.out.splitlines()
    assert ran.status == 1
    assert [line.split()[1] for line in lines if line.startswith("DAMAGED")] == ["keys-mistakes"]
    at = next(number for number, line in enumerate(lines) if line.startswith("DAMAGED"))
    assert named in lines[at + 1], lines[at + 1]
    assert lines[-1].endswith(", 1 damaged")
    found = json.loads(door("doctor", "--json").out)
    assert [one["alias"] for one in found["sessions"] if one["faults"]] == ["keys-mistakes"]


def test_a_secret_that_is_another_is_found(door: Door) -> None:
    with closing(SqliteStore(door.db)) as store:
        session = next(row.session for row in store.sessions() if any(one.salt for one in store.secrets(row.session)))
        one = next(each for each in store.secrets(session) if each.salt)
    where = "where session = ? and seq = ? and field = ? and item = ?"
    changed(door.db, f"update secrets set value = '\"x\"' {where}", session, one.seq, one.field, one.item)  # noqa: S608  # a text above
    ran = door("doctor")
    assert (ran.status, f"line {one.seq}: " in ran.out) == (1, True)
    assert "LOG-SEAL" in ran.out


def test_a_backup_is_checked_and_left_as_it_is(door: Door, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    door.well("backup", backup)
    before = backup.read_bytes()
    assert door("restore", backup, "--check").status == 0
    changed(backup, PLANTED["a digest"][0], session_of(door, "keys-mistakes"))
    damaged = backup.read_bytes()
    ran = door("restore", backup, "--check")
    assert (ran.status, "DAMAGED  keys-mistakes" in ran.out) == (1, True)
    assert backup.read_bytes() == damaged != before
    assert [path.name for path in tmp_path.iterdir() if "restore" in path.name or "copy" in path.name] == ["copy.db"]
    here = door.db.read_bytes()
    ran = door("restore", backup, "--yes")
    assert (ran.status, "nothing was put in its place" in ran.err) == (1, True)
    assert door.db.read_bytes() == here


def test_a_backup_takes_the_place_of_the_database_and_what_it_lacks_is_held(door: Door, tmp_path: Path) -> None:
    door.well("key", "--make")
    backup = tmp_path / "copy.db"
    door.well("backup", backup)
    with closing(SqliteStore(door.db)) as store:
        row = store.row("friday")
        store.put_mark(row.session, 5, 2)
        ran = door("restore", backup, "--check")  # while it is in use
        assert (ran.status, "1 held by the mark" in ran.out) == (0, True)
        assert "held: roll 5 and shuffle 2 were given" in ran.out
    ran = door("restore", backup, "--yes")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "1 session held", "friday: roll 5 and shuffle 2 were given")
    assert door.db.with_name(f"{door.db.name}.before").exists()
    with closing(SqliteStore(door.db)) as store:
        assert "roll 5" in Session.load(store, shelf(), "friday").held
    ran = door("restore", backup, "--yes")
    assert (ran.status, "move it away first" in ran.err) == (2, True)


def test_a_mark_that_cannot_be_read_is_told(door: Door, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    door.well("backup", backup)
    door.db.with_name(f"{door.db.name}.mark").write_bytes(b"none at all" * 400)
    ran = door("restore", backup, "--check")
    assert (ran.status, f"{door.db.name}.mark cannot be read" in ran.err) == (2, True)
    assert not list(tmp_path.glob(".restore-*"))


FOREIGN = {
    "a trigger": ("create trigger more after insert on lines begin delete from links; end", "trigger more"),
    "another of ours": (
        "drop index links_of; create trigger links_of after insert on lines begin delete from links; end",
        "trigger links_of",
    ),
    "a view": ("alter table settings rename to other; create view settings as select * from other", "view settings"),
    "one that seems frozen": (
        "create trigger lines_moved_insert before insert on lines begin select raise(abort, ''); delete from data; end",
        "trigger lines_moved_insert",
    ),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_somebody_else_put_into_a_backup_is_found(door: Door, tmp_path: Path, what: str) -> None:
    """It would be carried out by whoever files there next."""
    backup, (statements, named) = tmp_path / "copy.db", FOREIGN[what]
    door.well("backup", backup)
    with closing(sqlite3.connect(backup)) as connection:
        connection.executescript(statements)
    ran = door("restore", backup, "--yes")
    assert (ran.status, f"the {named} is none of Cloister Bell's" in ran.err) == (1, True), ran.err


def test_a_copy_by_hand_is_not_taken_without_its_write_ahead_log(door: Door, tmp_path: Path) -> None:
    """`docs/hosting.md` tells to copy both from a disk that fails; a part of the lines may stand in the log alone."""
    copy = tmp_path / "copy.db"
    with closing(SqliteStore(door.db)) as store:
        store.create(SessionRow("abcdefghijkl", "keys", 1_000))
        for end in ("", "-wal"):
            copy.with_name(f"copy.db{end}").write_bytes(door.db.with_name(f"{door.db.name}{end}").read_bytes())
    for words in (("--check",), ("--yes",)):
        ran = door("restore", copy, *words)
        assert (ran.status, "copy.db-wal holds a part of it" in ran.err) == (2, True), ran.err
    door("doctor", "--db", copy)
    assert "abcdefghijkl" in door("restore", copy, "--check").out


def test_a_write_ahead_log_that_was_left_behind_is_not_taken_up(door: Door, tmp_path: Path) -> None:
    """Of a database that is lost, or of a restore that was cut off: its pages are none of the backup's."""
    backup, log = tmp_path / "copy.db", door.db.with_name(f"{door.db.name}-wal")
    door.well("backup", backup)
    with closing(SqliteStore(door.db)) as store:
        store.create(SessionRow("abcdefghijkl", "keys", 1_000))
        left = log.read_bytes()
    door.db.unlink()
    log.write_bytes(left)
    assert door("restore", backup, "--yes").status == 0
    with closing(SqliteStore(door.db)) as store:
        assert "abcdefghijkl" not in {row.session for row in store.sessions()}
    assert door.db.with_name(f"{door.db.name}.before-wal").read_bytes() == left


def test_a_backup_is_checked_where_no_file_may_be_made(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "kept" / "copy.db"
    backup.parent.mkdir()
    door.well("backup", backup)
    asked, copyfile, made = os.access, shutil.copyfile, list[str]()

    def copied(one: Path, other: Path) -> None:
        made.append(str(other))
        copyfile(one, other)

    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != backup.parent and asked(path, mode))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("shutil.copyfile", copied)
    assert door("restore", backup, "--check").status == 0
    assert made[0].startswith(f"{tmp_path}/.restore-")


def test_what_was_moved_away_is_saved_as_frozen_as_it_was(door: Door, tmp_path: Path) -> None:
    """Two copies of a dice tower would roll one key twice."""
    saved = tmp_path / "saved.db"
    door.well("move", "--to", tmp_path / "moved.db", "--yes")
    door.well("doctor", "--save", saved)
    with closing(SqliteStore(saved)) as store:
        assert store.sessions()
        with pytest.raises(LogError, match="nothing is filed here"):
            store.create(SessionRow("abcdefghijkl", "keys", 1_000))
    (tmp_path / "moved.db").unlink()
    for place in ("third.db", "moved.db"):
        ran = door("move", "--to", tmp_path / place, "--yes", "--db", saved)
        assert (ran.status, "has moved to" in ran.err) == (2, True), ran.err


def test_what_is_saved_has_the_mark(door: Door, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    with closing(SqliteStore(door.db)) as store:
        store.put_mark(store.row("friday").session, 5, 2)
    door.well("doctor", "--save", saved)
    assert "held: roll 5 and shuffle 2 were given" in door("doctor", "--db", saved).out


def test_a_database_that_is_in_use_is_not_replaced(door: Door, tmp_path: Path) -> None:
    backup = tmp_path / "copy.db"
    door.well("backup", backup)
    with closing(SqliteStore(door.db)) as store:
        store.sessions()  # as a server has it open
        ran = door("restore", backup, "--yes")
    assert (ran.status, "stop its server first" in ran.err) == (2, True)
    assert not door.db.with_name(f"{door.db.name}.before").exists()


@pytest.mark.parametrize(("words", "says"), [
    (("restore", "nowhere.db"), "there is no backup"),
    (("restore", "postgresql://127.0.0.1/club"), "a backup is a file"),
    (("restore", "/dev/null", "--yes"), "is no file"), (("restore", ".", "--check"), "is no file"),
    (("doctor", "--db", "nowhere.db"), "there is no database"), (("doctor", "--jobs", "0"), "--jobs"),
])  # fmt: skip
def test_what_is_none_is_refused(door: Door, words: tuple[str, ...], says: str) -> None:
    ran = door(*words)
    assert (ran.status, says in ran.err) == (2, True), ran.err


@pytest.mark.parametrize("first", [b"PGDMP\x01\x0e", b"--\n-- PostgreSQL database dump\n--\n"])
def test_a_dump_of_a_server_is_told_what_reads_it(door: Door, tmp_path: Path, first: bytes) -> None:
    dump = tmp_path / "club.dump"
    dump.write_bytes(first + b"\0" * 9_000)
    for words in (("--check",), ()):
        door.refused("restore", dump, *words, says="which pg_restore reads: docs/operations.md")


def test_of_what_cannot_be_listed_nothing_is_counted(door: Door, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"x" * 9_000)
    ran = door("restore", other, "--check")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("file is not a database") == 1


def test_restore_refuses_an_exported_log(door: Door, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    door.well("export", "keys-mistakes", "--output", log)
    ran = door.refused("restore", log, "--check", says="cloisterbell import")
    assert ran.err.count("exported log") == 1


def test_a_database_without_tables_is_no_backup(door: Door, tmp_path: Path) -> None:
    backup = tmp_path / "of ünknown %41?.db"
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("vacuum")
    before = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    for words in (("--check",), ("--yes",)):
        ran = door("restore", backup, *words)
        assert (ran.status, "without tables" in ran.err) == (2, True), ran.err
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("table", ["sessions", "lines", "links", "moved", "_sqlite_migrations"])
def test_a_view_without_end_in_the_place_of_a_table_is_not_read(door: Door, tmp_path: Path, table: str) -> None:
    """A backup may be of anybody's making."""
    backup = tmp_path / "backup.db"
    door.well("backup", backup)
    rows = "with recursive n(i) as (select 1 union all select i + 1 from n)"
    with closing(sqlite3.connect(backup)) as connection:
        columns = ", ".join(f"i as {name}" for name in ("name", "place", "at_ms", "session", "seq"))
        view = f"create view {table} as {rows} select {columns} from n"  # noqa: S608  # names above
        connection.executescript(f"drop table if exists {table}; {view}")
    for words in (("--check",), ("--yes",), ("--check", "--json")):
        ran = door("restore", backup, *words)
        if table == "moved":  # which no other part of it needs
            assert ran.status == 0, ran
        else:
            assert ran.status in (1, 2), ran
            assert table in ran.out + ran.err or "is a database of something else" in ran.out + ran.err


def damage(path: Path, how: str, chance: random.Random) -> None:
    """Torn, emptied, flipped, cut or mixed-up pages of lines."""
    page = chance.choice(pages_of(path, "lines"))
    data = path.read_bytes()
    start = (page - 1) * PAGE
    match how:
        case "zeros":
            overwrite(path, page, bytes(PAGE))
        case "noise":
            overwrite(path, page, chance.randbytes(PAGE))
        case "half":
            overwrite(path, page, data[start : start + PAGE // 2] + bytes(PAGE // 2))
        case "flip":
            at = start + chance.randrange(PAGE // 2, PAGE)
            overwrite(path, page, data[start:at] + bytes([data[at] ^ 1]) + data[at + 1 : start + PAGE])
        case "another":
            other = chance.choice([each for each in pages_of(path, "lines") if each != page])
            overwrite(path, page, data[(other - 1) * PAGE : other * PAGE])
        case "cut":
            path.write_bytes(data[: len(data) - PAGE * 3 - 100])


HOWS = ("zeros", "noise", "half", "flip", "another", "cut")


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.sampled
def test_a_damaged_page_is_found_and_what_can_be_read_is_saved(door: Door, tmp_path: Path, how: str, seed: int) -> None:
    """What is saved is sound in itself, and each log in it begins as the one that was there."""
    with closing(SqliteStore(door.db)) as store:
        before = {row.session: store.lines(row.session) for row in store.sessions()}
    damage(door.db, how, random.Random(seed))
    found = door("doctor")
    saved = tmp_path / "saved.db"
    ran = door("doctor", "--save", saved)
    if how == "flip" and not found.status:
        pytest.skip("the bit that was flipped is of no row")
    assert found.status in (1, 2), found.out
    assert found.err or "DAMAGED" in found.out
    if found.status == 2:  # SQLite opens it no more
        assert not saved.exists() or ran.status == 1
        return
    assert ran.status == 1
    with closing(SqliteStore(saved)) as store:
        kept = {row.session: store.lines(row.session) for row in store.sessions()}
        sick = [row.session for row in store.sessions() if not health_of(store, shelf(), row).is_sound]
    whole = [session for session, lines in before.items() if kept.get(session) == lines]
    assert len(whole) >= len(before) - 2
    for session in (kept.keys() & before.keys()) - set(sick):  # a bit of an id makes a session of its own
        lines = kept[session]
        assert lines == before[session][: len(lines)]
    told = ran.out.count("lines 1 to") + ran.out.count("nothing of it")
    assert told + len(whole) + len(sick) >= len(before) - (how == "flip")  # the last line, under another id


def of_another_kind(path: Path, table: str, column: str, value: object, where: str = "true") -> None:
    """A value that no strict table takes, as a bit that flips in a file makes one."""
    with closing(sqlite3.connect(path)) as connection:
        ((strict,),) = connection.execute("select sql from sqlite_schema where name = ?", (table,))
        connection.execute("pragma writable_schema = on")
        put = "update sqlite_schema set sql = ? where name = ?"
        connection.execute(put, (strict.replace("strict, ", "").replace(" strict", ""), table))
        connection.commit()
    changed(path, f'update {table} set "{column}" = ? where {where}', value)  # noqa: S608  # texts of this module
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma writable_schema = on")
        connection.execute(put, (strict, table))
        connection.commit()


KINDS: dict[str, tuple[str, str, object, str]] = {
    "the number of a line": ("lines", "seq", "x", "seq = 8"),
    "the time of a line": ("lines", "at_ms", b"x", "seq = 8"),
    "the author of a line": ("lines", "by", b"x", "seq = 8"),
    "the body of a line": ("lines", "body", b"{}", "seq = 8"),
    "the digest of a line": ("lines", "digest", "x", "seq = 8"),
    "the number of a secret": ("secrets", "item", "x", "seq = 6 and item = 1"),
    "a salt": ("secrets", "salt", b"x", "seq = 6"),
    "the length of a tower": ("towers", "length", b"x", "true"),
    "a chain": ("towers", "links", "x", "true"),
    "a fingerprint": ("fingerprints", "value", 7, "seq > 0"),
    "the answer of a submission": ("submissions", "answer", b"x", "true"),
}


@pytest.mark.parametrize("planted", KINDS)
@pytest.mark.sampled
def test_a_value_of_another_kind_is_found_and_its_row_is_left_behind(door: Door, tmp_path: Path, planted: str) -> None:
    table, column, value, where = KINDS[planted]
    door.well("post", "friday", "-", "--as", "tenth", "--key", "once", stdin="draw\n")
    session, many = session_of(door, "friday"), len(door.well("list", "--json").data)
    of_another_kind(door.db, table, column, value, f"{where} and session = '{session}'")
    found = door("doctor")
    assert (found.status, f"{table}.{column}" in found.err) == (1, True)
    damaged = [line.split()[1] for line in found.out.splitlines() if line.startswith("DAMAGED")]
    assert damaged == ([] if table == "submissions" else ["friday"])
    saved = tmp_path / "saved.db"
    assert door("doctor", "--save", saved).status == 1
    assert not file_faults(saved)
    with closing(SqliteStore(saved)) as store:
        assert len(store.sessions()) == many


def test_a_page_that_leads_astray_costs_the_sessions_that_it_names_and_no_other(door: Door, tmp_path: Path) -> None:
    """The first bit of a session in a page above the leaves: whoever looks for others by name is led past them."""
    with closing(sqlite3.connect(door.db)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        above = connection.execute(
            "select pageno from dbstat where name = 'lines' and pagetype = 'internal'"
        ).fetchall()
    with closing(SqliteStore(door.db)) as store:
        before = {row.session: store.lines(row.session) for row in store.sessions()}
    whole, tried = door.db.read_bytes(), 0
    for (page,) in above[:6]:
        start = (page - 1) * PAGE
        named = {whole.find(session.encode(), start, start + PAGE): session for session in before}
        place = max(named)
        if place < 0:
            continue
        tried += 1
        door.db.write_bytes(whole[:place] + bytes([whole[place] ^ 2]) + whole[place + 1 :])
        saved = tmp_path / f"saved-{page}.db"
        door("doctor", "--save", saved)
        with closing(SqliteStore(saved)) as store:
            kept = {row.session: store.lines(row.session) for row in store.sessions()}
        assert [one for one in before if kept.get(one) != before[one] and one != named[place]] == []
    assert tried


def test_settings_that_cannot_be_read_are_told_and_saved_as_private(door: Door, tmp_path: Path) -> None:
    """Such a file was called sound, and no list could be made of it."""
    session, saved = session_of(door, "friday"), tmp_path / "saved.db"
    door.well("people", "friday", "--visibility", "private")
    with closing(sqlite3.connect(door.db)) as connection:
        connection.execute("drop index if exists settings_hidden")
        put = "update settings set json = 'z' || substr(json, 2) where session = ?"
        assert connection.execute(put, (session,)).rowcount
        connection.commit()
    found = door("doctor", "--save", saved)
    assert (found.status, f"the settings of {session} cannot be read" in found.err) == (1, True)
    door.db = saved
    door.well("list")
    door.well("doctor")
    with closing(SqliteStore(saved)) as store, closing(store.open_accounts()) as accounts:
        assert accounts.settings(session).visibility == "private"


def test_a_moved_database_that_does_not_say_when_is_saved_as_frozen(door: Door, tmp_path: Path) -> None:
    with closing(sqlite3.connect(door.db)) as connection:
        connection.execute("create table moved (place text, at_ms text)")
        connection.execute("insert into moved values ('there', 'x')")
        connection.commit()
    saved = tmp_path / "saved.db"
    assert "something went wrong in here" not in door("doctor", "--save", saved).err
    door.db = saved
    ran = door("new", "keys", "--seats", "nine,ten")
    assert (ran.status, "nothing is filed here" in ran.err) == (2, True)


def test_a_session_whose_row_holds_another_kind_is_saved_by_its_lines(door: Door, tmp_path: Path) -> None:
    session = session_of(door, "keys-mistakes")
    of_another_kind(door.db, "sessions", "game", b"keys", f"session = '{session}'")
    found = door("doctor")
    assert found.status == 1
    assert "its sessions cannot be listed: the sessions cannot be read: a value of another kind" in found.err
    saved = tmp_path / "saved.db"
    assert door("doctor", "--save", saved).status == 1
    with closing(SqliteStore(saved)) as store:
        assert (store.row(session).game, store.row(session).alias) == ("keys", "")
        assert not health_of(store, shelf(), store.row(session)).faults


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sampled
def test_flipped_bits_anywhere_leave_a_file_that_is_saved_or_refused(door: Door, tmp_path: Path, seed: int) -> None:
    """Whichever page they are in: a table of lines, of links, an index, the schema itself."""
    with closing(SqliteStore(door.db)) as store:
        before = {row.session: store.lines(row.session) for row in store.sessions()}
    chance = random.Random(seed)
    data = bytearray(door.db.read_bytes())
    for _ in range(8):
        start = chance.randrange(len(data) // PAGE) * PAGE
        for _ in range(chance.choice([1, 10])):
            data[start + chance.randrange(PAGE)] ^= 1 << chance.randrange(8)
    door.db.write_bytes(data)
    found, saved = door("doctor"), tmp_path / "saved.db"
    ran = door("doctor", "--save", saved)
    assert "something went wrong in here" not in found.err + ran.err
    if not saved.exists():
        assert ran.status in (1, 2), ran
        return
    assert not file_faults(saved)
    with closing(SqliteStore(saved)) as store:
        for row in store.sessions():
            lines = store.lines(row.session)
            if row.session in before and health_of(store, shelf(), row).is_sound:
                assert lines == before[row.session][: len(lines)]


def test_nothing_is_saved_over_something(door: Door, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_bytes(b"mine")
    ran = door("doctor", "--save", there)
    assert (ran.status, "overwrites nothing" in ran.err) == (2, True)
    assert there.read_bytes() == b"mine"


@pytest.mark.long
def test_a_planted_fault_is_found_among_a_thousand_sessions(tmp_path: Path, door: Door) -> None:
    path, planted = tmp_path / "thousand.db", "s00000617"
    listing.make(path, 1_000, 6)
    changed(path, PLANTED["a digest"][0].replace("seq = 20", "seq = 9"), planted)
    ran = Door(path, door.capsys, door.monkeypatch)("restore", path, "--check", "--json")
    found = json.loads(ran.out)
    assert [one["session"] for one in found["sessions"] if one["faults"]] == [planted]
    assert len(found["sessions"]) == 1_000
