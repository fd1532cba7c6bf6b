"""`doctor` and `restore --check`: every planted damage is found and named, and what can be read is saved."""

import os
import random
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import listing
import pytest
from front_door import Door, changed, copied
from texts import missing

from events.entry import Line
from events.errors import LogError
from events.store.opening import open_store
from events.store.recovery import file_faults
from events.store.rows import SessionRow
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.audit.health import health_of
from replay.importing.samples import samples
from replay.session.session import Session
from webui.cli import run

PAGE = 4_096
ALIASES = ("keys-mistakes", "again", "once-more", "friday")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three short recorded sessions and one of the tower."""
    folder = tmp_path_factory.mktemp("small")
    db, post = str(folder / "bell.db"), folder / "post.txt"
    text = next(sample.text for sample in samples("keys") if sample.name == "mistakes")
    post.write_text(text.partition("== T6 ")[0].rpartition("\n---")[0], "utf-8")
    for alias in ALIASES[:-1]:
        assert run(["--db", db, "import", str(post), "--alias", alias]) == 0
    new = "new keys --seats tenth,twelfth --alias friday --option first=tenth"
    assert run(["--db", db, *new.split()]) == 0
    return Path(db)


@pytest.fixture
def door(small: Path, no_door: Door) -> Door:
    copied(small, no_door.db)
    return no_door


@pytest.fixture
def backup(door: Door, tmp_path: Path) -> Path:
    door.well("db", "backup", tmp_path / "copy.db")
    return tmp_path / "copy.db"


def pages_of(path: Path, kind: str) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        asked = "select pageno from dbstat where name = 'lines' and pagetype = ? order by pageno"
        return [number for (number,) in connection.execute(asked, (kind,))]


def session_of(door: Door, alias: str) -> str:
    with closing(open_store(str(door.db))) as store:
        return store.row(alias).session


def lines_of(store: SqliteStore) -> dict[str, Sequence[Line]]:
    return {row.session: store.lines(row.session) for row in store.sessions()}


def damaged(text: str) -> list[str]:
    return [line.split()[1] for line in text.splitlines() if line.startswith("DAMAGED")]


def test_db_check_prints_a_line_for_each_session(door: Door) -> None:
    output = door("db", "check").out.splitlines()
    assert (sum(line.startswith("sound ") for line in output), output[-1].endswith("none damaged")) == (
        len(ALIASES),
        True,
    )
    assert any(line.startswith("sound    keys-mistakes  ") and "state hash" in line for line in output)


PLANTED = {
    "a digest": ("update lines set digest = zeroblob(32) where {} = 20", "entry 20"),
    "a body": ("update lines set body = replace(body, 'kind', 'kinb') where {} = 20", "entry 20"),
    "a body cut": ("update lines set body = substr(body, 1, 9) where {} = 20", "entry 20"),
    "an author": ("update lines set \"by\" = 'moderator' where {} = 20", "entry 20"),
    "a time": ("update lines set at_ms = at_ms + 1 where {} = 20", "entry 20"),
    "a line lost": ("delete from lines where {} = 20", "entry 21"),
    "the end lost": ("delete from lines where {} > 20", "a state hash is stored for entry"),
    "a fingerprint": (
        "update fingerprints set value = zeroblob(8) where {} < 30",
        "does not match the stored state hash",
    ),
    "a fact that is none": ('update lines set body = \'{{"kind":"nothing"}}\' where {} = 20', "entry 20"),
}


def plant(path: Path, planted: str, session: str) -> None:
    changed(path, PLANTED[planted][0].format("session = ? and seq"), session)


@pytest.mark.parametrize("planted", PLANTED)
def test_finds_a_changed_row(door: Door, planted: str) -> None:
    plant(door.db, planted, session_of(door, "keys-mistakes"))
    ran = door("db", "check")
    lines = ran.out.splitlines()
    assert (ran.status, damaged(ran.out), lines[-1].endswith(", 1 damaged")) == (1, ["keys-mistakes"], True)
    at = next(number for number, line in enumerate(lines) if line.startswith("DAMAGED"))
    assert PLANTED[planted][1] in lines[at + 1], lines[at + 1]
    found = door("db", "check", "--json").data
    assert [one["alias"] for one in found["sessions"] if one["faults"]] == ["keys-mistakes"]


def test_finds_a_changed_secret(door: Door) -> None:
    with closing(SqliteStore(door.db)) as store:
        session = session_of(door, "friday")
        one = next(each for each in store.secrets(session) if each.salt)
    where = "where session = ? and seq = ? and field = ? and item = ?"
    changed(door.db, f"update secrets set value = '\"x\"' {where}", session, one.seq, one.field, one.item)  # noqa: S608  # a text above
    ran = door("db", "check")
    assert ran.status == 1
    assert not missing(ran.out, f"entry {one.seq}: ", "LOG-SEAL")


def test_checking_a_backup_does_not_change_it(door: Door, backup: Path, tmp_path: Path) -> None:
    before = backup.read_bytes()
    assert door("db", "restore", backup, "--check").status == 0
    plant(backup, "a digest", session_of(door, "keys-mistakes"))
    changed_bytes = backup.read_bytes()
    ran = door("db", "restore", backup, "--check")
    assert (ran.status, damaged(ran.out)) == (1, ["keys-mistakes"])
    assert backup.read_bytes() == changed_bytes != before
    assert [path.name for path in tmp_path.iterdir() if "restore" in path.name or "copy" in path.name] == ["copy.db"]
    here = door.db.read_bytes()
    ran = door("db", "restore", backup, "--yes")
    assert (ran.status, "nothing was replaced" in ran.err) == (1, True)
    assert door.db.read_bytes() == here


def test_restoring_a_backup_locks_a_session_with_later_rolls(door: Door, tmp_path: Path) -> None:
    door.well("db", "key", "--make")
    backup = tmp_path / "copy.db"
    door.well("db", "backup", backup)
    with closing(SqliteStore(door.db)) as store:
        store.put_watermark(store.row("friday").session, 5, 2)
        ran = door("db", "restore", backup, "--check")  # while it is in use
        assert ran.status == 0
        assert not missing(ran.out, "1 locked", "locked: roll 5 and shuffle 2 were used")
        ran = door("db", "restore", backup, "--yes")
        assert (ran.status, "Stop the server first" in ran.err) == (2, True)
        assert not door.db.with_name(f"{door.db.name}.before").exists()
    ran = door("db", "restore", backup, "--yes")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "1 session locked", "friday: roll 5 and shuffle 2 were used")
    assert door.db.with_name(f"{door.db.name}.before").exists()
    with closing(SqliteStore(door.db)) as store:
        assert "roll 5" in Session.load(store, registry(), "friday").held
    ran = door("db", "restore", backup, "--yes")
    assert (ran.status, "Move it to another place first" in ran.err) == (2, True)


def test_refuses_an_unreadable_high_water_mark(door: Door, backup: Path, tmp_path: Path) -> None:
    door.db.with_name(f"{door.db.name}.mark").write_bytes(b"none at all" * 400)
    ran = door("db", "restore", backup, "--check")
    assert (ran.status, f"{door.db.name}.mark cannot be read" in ran.err) == (2, True)
    assert not list(tmp_path.glob(".restore-*"))


@pytest.mark.parametrize(("named", "statements"), [
    ("trigger more", "create trigger more after insert on lines begin delete from links; end"),
    ("trigger links_of",
     "drop index links_of; create trigger links_of after insert on lines begin delete from links; end"),
    ("view settings", "alter table settings rename to other; create view settings as select * from other"),
    ("trigger lines_moved_insert",
     "create trigger lines_moved_insert before insert on lines begin select raise(abort, ''); delete from data; end"),
])  # fmt: skip
def test_finds_foreign_triggers_and_views_in_a_backup(door: Door, backup: Path, named: str, statements: str) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.executescript(statements)
    ran = door("db", "restore", backup, "--yes")
    assert (ran.status, f"the {named} was added or changed by another program" in ran.err) == (1, True), ran.err


def test_refuses_a_manual_copy_without_its_write_ahead_log(door: Door, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(SqliteStore(door.db)) as store:
        store.create(SessionRow("abcdefghijkl", "keys", 1_000))
        for end in ("", "-wal"):
            copy.with_name(f"copy.db{end}").write_bytes(door.db.with_name(f"{door.db.name}{end}").read_bytes())
    for words in ("--check", "--yes"):
        ran = door("db", "restore", copy, words)
        assert (ran.status, "copy.db-wal contains a part of" in ran.err) == (2, True), ran.err
    door("db", "check", "--db", copy)
    assert "abcdefghijkl" in door("db", "restore", copy, "--check").out


def test_restore_keeps_the_write_ahead_log_of_a_lost_database(door: Door, backup: Path) -> None:
    log = door.db.with_name(f"{door.db.name}-wal")
    with closing(SqliteStore(door.db)) as store:
        store.create(SessionRow("abcdefghijkl", "keys", 1_000))
        left = log.read_bytes()
    door.db.unlink()
    log.write_bytes(left)
    assert door("db", "restore", backup, "--yes").status == 0
    with closing(SqliteStore(door.db)) as store:
        assert "abcdefghijkl" not in lines_of(store)
    assert door.db.with_name(f"{door.db.name}.before-wal").read_bytes() == left


def test_checks_a_backup_in_a_read_only_folder(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = tmp_path / "kept" / "copy.db"
    backup.parent.mkdir()
    door.well("db", "backup", backup)
    asked, copyfile, made = os.access, shutil.copyfile, list[str]()

    def copy(one: Path, other: Path) -> None:
        made.append(str(other))
        copyfile(one, other)

    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != backup.parent and asked(path, mode))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("shutil.copyfile", copy)
    assert door("db", "restore", backup, "--check").status == 0
    assert made[0].startswith(f"{tmp_path}/.restore-")


def test_saves_a_transferred_database_frozen_with_its_watermark(door: Door, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    with closing(SqliteStore(door.db)) as store:
        store.put_watermark(store.row("friday").session, 5, 2)
    door.well("db", "check", "--save", saved)
    assert "locked: roll 5 and shuffle 2 were used" in door("db", "check", "--db", saved).out
    saved.unlink()
    door.well("db", "transfer", "--to", tmp_path / "moved.db", "--yes")
    door("db", "check", "--save", saved)
    with closing(SqliteStore(saved)) as store:
        assert store.sessions()
        with pytest.raises(LogError, match="nothing can be recorded here"):
            store.create(SessionRow("abcdefghijkl", "keys", 1_000))
    (tmp_path / "moved.db").unlink()
    for place in ("third.db", "moved.db"):
        ran = door("db", "transfer", "--to", tmp_path / place, "--yes", "--db", saved)
        assert (ran.status, "was already moved to" in ran.err) == (2, True), ran.err


@pytest.mark.parametrize(("words", "says"), [
    ("db restore nowhere.db", "nowhere.db does not exist"),
    ("db restore postgresql://127.0.0.1/club", "a backup is a file"),
    ("db restore /dev/null --yes", "is not a file"), ("db restore . --check", "is not a file"),
    ("db check --jobs 0", "--jobs"), ("db check --db nowhere.db", "nowhere.db does not exist"),
    ("db restore DUMP --check", "Use pg_restore"),
    ("db restore DUMP", "Use pg_restore: see docs/howto/backup.md"),
    ("db restore LOG --check", "cloisterbell import"),
    ("db restore TEXT --yes", "Use pg_restore: see docs/howto/backup.md"),
    ("db check --save TEXT", "does not overwrite files"), ("db restore EMPTY --check", "is an empty database"),
    ("db restore EMPTY --yes", "is an empty database"),
])  # fmt: skip
def test_refuses_files_that_are_not_usable_databases(door: Door, tmp_path: Path, words: str, says: str) -> None:
    endings = {"DUMP": "", "TEXT": "", "LOG": ".jsonl", "EMPTY": ""}
    names = {name: tmp_path / f"of ünknown %41? {name}{ending}" for name, ending in endings.items()}
    names["DUMP"].write_bytes(b"PGDMP\x01\x0e" + b"\0" * 9_000)
    names["TEXT"].write_bytes(b"--\n-- PostgreSQL database dump\n--\n" + b"\0" * 9_000)
    door.well("export", "keys-mistakes", names["LOG"])
    with closing(sqlite3.connect(names["EMPTY"])) as connection:
        connection.execute("vacuum")
    before = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    ran = door(*(names.get(word, word) for word in words.split()))
    assert (ran.status, ran.err.count(says)) == (2, 1), ran.err
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == before


def test_reports_a_file_that_is_not_a_database(door: Door, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"x" * 9_000)
    ran = door("db", "restore", other, "--check")
    assert (ran.status, ran.out, ran.err.count("file is not a database")) == (1, "", 1)


@pytest.mark.parametrize("table", ["sessions", "lines", "links", "moved", "_sqlite_migrations"])
def test_does_not_read_an_endless_view_in_a_backup(door: Door, backup: Path, table: str) -> None:
    rows = "with recursive n(i) as (select 1 union all select i + 1 from n)"
    with closing(sqlite3.connect(backup)) as connection:
        columns = ", ".join(f"i as {name}" for name in ("name", "place", "at_ms", "session", "seq"))
        view = f"create view {table} as {rows} select {columns} from n"  # noqa: S608  # names above
        connection.executescript(f"drop table if exists {table}; {view}")
    for words in (("--check",), ("--yes",), ("--check", "--json")):
        ran = door("db", "restore", backup, *words)
        if table == "moved":  # which no other part of it needs
            assert ran.status == 0, ran
        else:
            assert ran.status in (1, 2), ran
            assert table in ran.out + ran.err or "is a database of another program" in ran.out + ran.err


def damage(path: Path, how: str, chance: random.Random) -> None:
    """Empty, tear, flip, mix up or cut a page of lines."""
    page, other = chance.sample(pages_of(path, "leaf"), 2)
    data = bytearray(path.read_bytes())
    start, end = (page - 1) * PAGE, page * PAGE
    match how:
        case "zeros":
            data[start:end] = bytes(PAGE)
        case "noise":
            data[start:end] = chance.randbytes(PAGE)
        case "half":
            data[start + PAGE // 2 : end] = bytes(PAGE // 2)
        case "flip":
            data[start + chance.randrange(PAGE // 2, PAGE)] ^= 1
        case "another":
            data[start:end] = data[(other - 1) * PAGE : other * PAGE]
        case "cut":
            del data[len(data) - PAGE * 3 - 100 :]
    path.write_bytes(data)


@pytest.mark.parametrize("how", ["zeros", "noise", "half", "flip", "another", "cut"])
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.sampled
def test_finds_a_damaged_page_and_saves_the_rest(door: Door, tmp_path: Path, how: str, seed: int) -> None:
    """The recovered database is sound, and each of its logs is the beginning of the damaged one."""
    with closing(SqliteStore(door.db)) as store:
        before = lines_of(store)
    damage(door.db, how, random.Random(seed))
    found, saved = door("db", "check"), tmp_path / "saved.db"
    ran = door("db", "check", "--save", saved)
    if how == "flip" and not found.status:
        pytest.skip("the bit that was flipped is of no row")
    assert found.status in (1, 2), found.out
    assert found.err or "DAMAGED" in found.out
    if found.status == 2:  # SQLite opens it no more
        assert not saved.exists() or ran.status == 1
        return
    assert ran.status == 1
    with closing(SqliteStore(saved)) as store:
        kept = lines_of(store)
        sick = [row.session for row in store.sessions() if not health_of(store, registry(), row).is_sound]
    whole = [session for session, lines in before.items() if kept.get(session) == lines]
    assert len(whole) >= len(before) - 2
    for session in (kept.keys() & before.keys()) - set(sick):  # a bit of an id makes a session of its own
        assert kept[session] == before[session][: len(kept[session])]
    told = ran.out.count("entries 1 to") + ran.out.count("not readable")
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


KINDS: dict[str, tuple[object, str]] = {
    "lines.seq": ("x", "seq = 8"), "lines.at_ms": (b"x", "seq = 8"), "lines.by": (b"x", "seq = 8"),
    "lines.body": (b"{}", "seq = 8"), "lines.digest": ("x", "seq = 8"), "secrets.item": ("x", "seq = 6 and item = 1"),
    "secrets.salt": (b"x", "seq = 6"), "towers.length": (b"x", "true"), "towers.links": ("x", "true"),
    "fingerprints.value": (7, "seq > 0"), "submissions.answer": (b"x", "true"),
}  # fmt: skip


@pytest.mark.parametrize("planted", KINDS)
@pytest.mark.sampled
def test_finds_a_value_of_the_wrong_type_and_omits_its_row(door: Door, tmp_path: Path, planted: str) -> None:
    (table, column), (value, where) = planted.split("."), KINDS[planted]
    door.well("post", "friday", "-", "--as", "tenth", "--key", "once", stdin="draw\n")
    of_another_kind(door.db, table, column, value, f"{where} and session = '{session_of(door, 'friday')}'")
    found, saved = door("db", "check"), tmp_path / "saved.db"
    assert (found.status, planted in found.err) == (1, True)
    assert damaged(found.out) == ([] if table == "submissions" else ["friday"])
    assert door("db", "check", "--save", saved).status == 1
    assert not file_faults(saved)
    with closing(SqliteStore(saved)) as store:
        assert len(store.sessions()) == len(ALIASES)


def test_a_damaged_inner_page_loses_only_the_named_session(door: Door, tmp_path: Path) -> None:
    with closing(SqliteStore(door.db)) as store:
        before = lines_of(store)
    above, tried = pages_of(door.db, "internal"), 0
    whole = door.db.read_bytes()
    for page in above:
        start = (page - 1) * PAGE
        named = {whole.find(session.encode(), start, start + PAGE): session for session in before}
        place = max(named)
        if place < 0:
            continue
        tried += 1
        door.db.write_bytes(whole[:place] + bytes([whole[place] ^ 2]) + whole[place + 1 :])
        saved = tmp_path / f"saved-{page}.db"
        door("db", "check", "--save", saved)
        with closing(SqliteStore(saved)) as store:
            kept = lines_of(store)
        assert [one for one in before if kept.get(one) != before[one] and one != named[place]] == []
    assert tried


def test_reports_unreadable_settings_and_saves_them_as_private(door: Door, tmp_path: Path) -> None:
    session, saved = session_of(door, "friday"), tmp_path / "saved.db"
    door.well("people", "friday", "--visibility", "private")
    with closing(sqlite3.connect(door.db)) as connection:
        connection.execute("drop index if exists settings_hidden")
        put = "update settings set json = 'z' || substr(json, 2) where session = ?"
        assert connection.execute(put, (session,)).rowcount
        connection.commit()
    found = door("db", "check", "--save", saved)
    assert (found.status, f"the settings of {session} cannot be read" in found.err) == (1, True)
    door.db = saved
    door.well("list")
    door.well("db", "check")
    with closing(SqliteStore(saved)) as store, closing(store.open_accounts()) as accounts:
        assert accounts.settings(session).visibility == "private"


def test_saves_a_transferred_database_without_a_time_as_frozen(door: Door, tmp_path: Path) -> None:
    with closing(sqlite3.connect(door.db)) as connection:
        connection.execute("create table moved (place text, at_ms text)")
        connection.execute("insert into moved values ('there', 'x')")
        connection.commit()
    saved = tmp_path / "saved.db"
    assert "internal error" not in door("db", "check", "--save", saved).err
    door.db = saved
    ran = door("new", "keys", "--seats", "nine,ten")
    assert (ran.status, "nothing can be recorded here" in ran.err) == (2, True)


def test_saves_a_session_with_an_unreadable_row_from_its_entries(door: Door, tmp_path: Path) -> None:
    session = session_of(door, "keys-mistakes")
    of_another_kind(door.db, "sessions", "game", b"keys", f"session = '{session}'")
    found = door("db", "check")
    assert found.status == 1
    assert "its sessions cannot be listed: the sessions cannot be read: a value has the wrong type" in found.err
    saved = tmp_path / "saved.db"
    assert door("db", "check", "--save", saved).status == 1
    with closing(SqliteStore(saved)) as store:
        assert (store.row(session).game, store.row(session).alias) == ("keys", "")
        assert not health_of(store, registry(), store.row(session)).faults


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sampled
def test_saves_or_refuses_a_file_with_flipped_bits(door: Door, tmp_path: Path, seed: int) -> None:
    with closing(SqliteStore(door.db)) as store:
        before = lines_of(store)
    chance = random.Random(seed)
    data = bytearray(door.db.read_bytes())
    for _ in range(8):
        start = chance.randrange(len(data) // PAGE) * PAGE
        for _ in range(chance.choice([1, 10])):
            data[start + chance.randrange(PAGE)] ^= 1 << chance.randrange(8)
    door.db.write_bytes(data)
    found, saved = door("db", "check"), tmp_path / "saved.db"
    ran = door("db", "check", "--save", saved)
    assert "internal error" not in found.err + ran.err
    if not saved.exists():
        assert ran.status in (1, 2), ran
        return
    assert not file_faults(saved)
    with closing(SqliteStore(saved)) as store:
        for row in store.sessions():
            lines = store.lines(row.session)
            if row.session in before and health_of(store, registry(), row).is_sound:
                assert lines == before[row.session][: len(lines)]


@pytest.mark.long
def test_finds_a_planted_fault_among_a_thousand_sessions(tmp_path: Path, door: Door) -> None:
    path, planted = tmp_path / "thousand.db", "s00000617"
    listing.make(path, 1_000, 6)
    changed(path, "update lines set digest = zeroblob(32) where session = ? and seq = 9", planted)
    found = door("db", "restore", path, "--check", "--json").data
    assert [one["session"] for one in found["sessions"] if one["faults"]] == [planted]
    assert len(found["sessions"]) == 1_000
