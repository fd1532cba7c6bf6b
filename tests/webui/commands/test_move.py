"""A database is migrated, or moves with all that belongs to it; the one that is left takes nothing more."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from logs import ROW, SESSION, TOWER, append, chained
from postgres_server import ON_SERVER, new_database
from texts import missing, wrong

from events.entry import Head, Secret
from events.errors import LogError, MovedAwayError
from events.events import ALL
from events.signature import Signature, SigningKey
from events.store import schema
from events.store.accounts import MODERATOR
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread, StoredReply
from events.store.key_file import KeyFile
from events.store.opening import open_store
from events.store.protocol import DatabaseStore
from events.store.rows import SessionRow, Submission
from events.store.sqlite import SqliteStore
from events.store.sqlite_transfer import SqliteTransfer, files_of
from events.store.transfer import TABLES
from webui.cli import commands, run

NOW = 1_700_000_000_000
WITH_SERVER = [pytest.param(ends, marks=ON_SERVER) for ends in ("file-server", "server-file")]
BOTH_ENDS = pytest.mark.parametrize("ends", ["file-file", *WITH_SERVER], indirect=True)
"""The kinds of source and target."""


@pytest.fixture(autouse=True)
def _beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    monkeypatch.chdir(tmp_path)


def filled(where: str) -> None:
    """A house with something in every table."""
    with closing(open_store(where)) as store:
        store.put_signing_keys([SigningKey(b"k" * 32)])
        store.create(ROW, TOWER)
        store.create(SessionRow("mnopqrstuvwx", "risk", 2_000, "Über\tTuesday"))
        with store.writing(SESSION) as writer:
            sealed = [
                Secret(1, "text", at, ALL, f"{at:02}" * 16, value) for at, value in enumerate(('"jam"', '"🍪"', '"x"'))
            ]
            writer.append(chained(writer.head, 3), sealed, (1, b"\0\1\2\3\4\5\6\7"))
            writer.answer(Submission("black", "k", "h", '{"filed":1}'))
            writer.sign(Signature(3, 5, b"\xff" * 32, bytes(64)))
        append(store, 2, "mnopqrstuvwx")
        store.erase(SESSION, 1, "text")
        store.put_data("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", "{}")
        store.put_watermark(SESSION, 7, 2)
        store.put_signed_head(SESSION, Head(3, b"d" * 32))
        with closing(store.open_accounts()) as accounts:
            accounts.key("forms")
            accounts.issue(SESSION, MODERATOR, NOW, name="Jülie\\N\t")
            accounts.change(SESSION, where="https://example.org/?a=%20", names={"black": "Tab\there"})
            accounts.claim_notice("n", SESSION, NOW)
            ImportDrafts(accounts).append("autumn", 0, "host", "{}", NOW, b"\0\xff raw")
            ImportDrafts(accounts).append("autumn", 1, "host", "[]", NOW)
            threads = ImportDrafts(accounts).followed
            threads.begin(FollowedThread(SESSION, "folder", "/thread", "thread-token", seats={"Anna": "black"}))
            threads.note_posts(SESSION, {"1-anna.txt": ("kept", b"\0\xff")})
            threads.add_reply(SESSION, StoredReply(1, NOW, "stored", "{}", b"\x89PNG"))


def everything(where: str) -> dict[str, Any]:
    """Return the whole content of a database, through its store and by its tables."""
    with closing(open_store(where)) as store, closing(store.open_accounts()) as accounts:
        tables = {
            table: sorted(map(str, accounts.rows(f"select {', '.join(columns)} from {table}")))  # noqa: S608  # names
            for table, (columns, _) in TABLES.items()
        }
        sessions = [row.session for row in store.sessions()]
        return {
            "tables": {name: [row.replace("memoryview", "") for row in rows] for name, rows in tables.items()},
            "lines": [store.lines(name) for name in sessions], "secrets": [store.secrets(name) for name in sessions],
            "towers": [store.tower(name) for name in sessions], "erased": [store.erased(name) for name in sessions],
            "marks": [(store.watermark(name), store.signed_head(name)) for name in sessions],
            "keys": [key.seed for key in store.signing_keys()],
            "names": [store.row(name) for name in (*sessions, "friday")],
        }  # fmt: skip


def ran(*words: str) -> tuple[int, str]:
    """The exit status of a command, and what it said or was stopped by."""
    done = CliRunner().invoke(commands, [*words])
    return done.exit_code, done.output + str(done.exception or "")


@pytest.fixture
def ends(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    one, other = request.param.split("-")
    source = new_database() if one == "server" else str(tmp_path / "source.db")
    filled(source)
    return source, new_database() if other == "server" else str(tmp_path / "target.db")


@BOTH_ENDS
def test_transfer_copies_all_data_and_prints_how_to_serve_it(
    ends: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, target = ends
    before = everything(source)
    if target.startswith("postgresql"):
        monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "other"))
    assert all(before["tables"].values()), "something stands in every table"
    status, text = ran("--db", source, "db", "transfer", "--to", target, "--yes")
    assert status == 0, text
    assert everything(target) == before
    assert everything(source) == before, "it is read on"
    if target.startswith("postgresql"):
        assert not wrong(text, "--service", str(tmp_path / "other"), absent=["cloisterbell serve"])
    else:
        assert f"cloisterbell serve --db {target}" in text


@BOTH_ENDS
def test_a_transferred_database_refuses_all_changes(ends: tuple[str, str]) -> None:
    source, target = ends
    assert ran("--db", source, "db", "transfer", "--to", target, "--yes")[0] == 0
    before = everything(source)
    changes: list[Callable[[DatabaseStore], object]] = [
        lambda store: append(store, 1), lambda store: store.create(SessionRow("later", "keys", 3)),
        lambda store: store.erase("mnopqrstuvwx", 1, "text") or append(store, 1), lambda store: store.remove(SESSION),
        lambda store: store.open_accounts().issue(SESSION, MODERATOR, NOW),
        lambda store: store.open_accounts().change(SESSION, where=""),
        lambda store: store.open_accounts().claim_notice("m", SESSION, NOW),
        lambda store: ImportDrafts(store.open_accounts()).append("autumn", 2, "host", "{}", NOW),
    ]  # fmt: skip
    with closing(open_store(source)) as store:
        for change in changes:
            with pytest.raises(MovedAwayError, match="nothing can be recorded here any more") as told:
                change(store)
            assert (told.value.status, "sent again" in str(told.value)) == (410, False)
            assert target not in str(told.value)
    assert everything(source) == before
    with closing(open_store(target)) as store:
        append(store, 1)


@BOTH_ENDS
def test_a_transfer_cannot_go_back_or_to_a_third_database(ends: tuple[str, str], tmp_path: Path) -> None:
    source, target = ends
    assert ran("--db", source, "db", "transfer", "--to", target, "--yes")[0] == 0
    status, text = ran("--db", source, "db", "transfer", "--to", str(tmp_path / "third.db"), "--yes")
    assert (status, "was already moved to" in text) == (1, True), text
    assert not (tmp_path / "third.db").exists()
    status, text = ran("--db", target, "db", "transfer", "--to", source, "--yes")
    assert (status, "was itself moved to" in text) == (1, True), text


def test_an_interrupted_transfer_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = str(tmp_path / "source.db"), str(tmp_path / "target.db")
    filled(source)
    before, commit, calls = everything(source), SqliteTransfer.commit, list[str]()

    def cut(self: SqliteTransfer) -> None:
        calls.append(self.place)
        if len(calls) == 2:
            raise sqlite3.OperationalError("disk I/O error")
        commit(self)

    monkeypatch.setattr(SqliteTransfer, "commit", cut)
    assert (ran("--db", source, "db", "transfer", "--to", target, "--yes")[0], calls) == (1, [source, target])
    with closing(open_store(source)) as store, pytest.raises(LogError, match="moved to"):
        append(store, 1)
    monkeypatch.setattr(SqliteTransfer, "commit", commit)
    assert (ran("--db", source, "db", "transfer", "--to", target, "--yes")[0], everything(target)) == (0, before)


def test_cancels_a_transfer_if_source_and_target_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = str(tmp_path / "source.db"), str(tmp_path / "target.db")
    filled(source)
    put = SqliteTransfer.put

    def lose(self: SqliteTransfer, table: str, rows: Any) -> None:
        put(self, table, rows[:-1] if table == "secrets" else rows)

    monkeypatch.setattr(SqliteTransfer, "put", lose)
    status, text = ran("--db", source, "db", "transfer", "--to", target, "--yes")
    assert (status, "Nothing was moved" in text) == (1, True), text
    assert not Path(target).exists()
    with closing(open_store(source)) as store:
        append(store, 1)


@pytest.mark.parametrize(("words", "says"), [
    (("--to", "source.db", "--yes"), "must name another database"),
    (("--to", "./source.db", "--yes"), "must name another database"),
    (("--to", "postgresql:/club", "--yes"), "not the address of a PostgreSQL database"),
    (("--to", "nowhere/target.db", "--yes"), "nowhere does not exist"),
    (("--to", "postgresql://127.0.0.1:1/none", "--yes"), "cannot be opened"),
    (("--to", "full.db", "--yes"), "already contains sessions"),
    (("--to", "other.txt", "--yes"), "not a Cloister Bell database"), (("--to", "target.db"), "nothing was moved"),
])  # fmt: skip
def test_a_refused_transfer_leaves_the_source_unchanged(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    filled("source.db")
    filled("full.db")
    (tmp_path / "other.txt").write_text("x" * 4_096, "utf-8")
    before = everything("source.db")
    done = CliRunner().invoke(commands, ["--db", "source.db", "db", "transfer", *words], input="n\n")
    assert done.exit_code == 1
    assert says in done.output + str(done.exception)
    assert everything("source.db") == before
    with closing(open_store("source.db")) as store:
        append(store, 1)
    assert not (tmp_path / "target.db").exists()


def test_a_refused_transfer_asks_nothing_and_leaves_no_mark_file(tmp_path: Path) -> None:
    filled("source.db")
    filled("full.db")
    (tmp_path / "full.db.mark").unlink()
    output = ran("--db", "source.db", "db", "transfer", "--to", "full.db")[1]
    assert not wrong(output, "already contains sessions", absent=["[y/N]"])
    assert not list(tmp_path.glob("full.db.mark*"))


@ON_SERVER
def test_does_not_ask_about_an_unsuitable_postgresql_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg  # noqa: PLC0415  # only if there is a server

    filled("source.db")
    full = new_database()
    filled(full)
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "new"))
    output = ran("--db", "source.db", "db", "transfer", "--to", full)[1]
    assert not wrong(output, "already contains sessions", absent=["[y/N]"])
    assert not (tmp_path / "new").exists()

    target = new_database()
    with psycopg.connect(target, autocommit=True) as connection:
        if connection.execute("select 1 from pg_roles where rolname = 'bell_service_of_moves'").fetchone() is None:
            connection.execute("create role bell_service_of_moves login")
    assert ran("db", "upgrade", "--db", target, "--service", "bell_service_of_moves")[0] == 0
    output = ran(
        "--db", "source.db", "db", "transfer", "--to", f"postgresql://bell_service_of_moves@{target.partition('@')[2]}"
    )[1]
    assert not wrong(output, "only the owner of the tables can transfer", absent=["[y/N]"])
    assert not (tmp_path / "new").exists()
    done = CliRunner().invoke(commands, ["--db", "source.db", "db", "transfer", "--to", target], input="n\n")
    assert "[y/N]" in done.output
    assert not (tmp_path / "new").exists()


def test_a_refused_transfer_does_not_delete_existing_files(tmp_path: Path) -> None:
    filled("source.db")
    KeyFile(tmp_path / "target.db.key").write([SigningKey(b"o" * 32)])
    status, text = ran("--db", "source.db", "db", "transfer", "--to", "target.db", "--yes")
    assert (status, "has its own signing key" in text) == (1, True), text
    assert sorted(path.name for path in tmp_path.glob("target.db*")) == ["target.db.key"]
    assert [key.seed for key in KeyFile(tmp_path / "target.db.key").read()] == [b"o" * 32]


@pytest.mark.parametrize("refused", ["it holds sessions", "it was moved elsewhere", "the ends differ"])
def test_a_refused_transfer_does_not_copy_key_or_watermark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    filled("source.db")
    with closing(open_store("target.db")) as target:
        if refused == "it holds sessions":
            target.create(ROW)
        elif refused == "it was moved elsewhere":
            assert ran("--db", "source.db", "db", "transfer", "--to", "other.db", "--yes")[0] == 0
        else:
            monkeypatch.setattr(SqliteTransfer, "put", lambda *_: None)
    assert ran("--db", "source.db", "db", "transfer", "--to", "target.db", "--yes")[0] == 1
    with closing(open_store("target.db")) as target:
        assert (target.signing_keys(), target.marks.read(SESSION)) == ((), (0, 0))
        assert target.marks.signed_head(SESSION) is None


@BOTH_ENDS
def test_refuses_to_transfer_a_database_twice(
    ends: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, target = ends
    is_server = target.startswith("postgresql")
    if is_server:
        monkeypatch.setattr("events.store.postgres.database.place_of", lambda _: "postgresql:///club")
    assert ran("--db", source, "db", "transfer", "--to", target, "--yes")[0] == 0
    for file in [] if is_server else files_of(Path(target)):
        file.rename(tmp_path / f"elsewhere-{file.name}") if file.exists() else None
    status, text = ran("--db", source, "db", "transfer", "--to", new_database() if is_server else target, "--yes")
    assert (status, "was already moved to" in text) == (1, True), text


SERVICE = "bell_service_of_migrations"
LAST = list(schema.STEPS)[-1]


@pytest.fixture
def address() -> str:
    return new_database()


@pytest.fixture
def service(address: str) -> str:
    """The same address as the role that serves, and owns nothing."""
    import psycopg  # noqa: PLC0415  # only if there is a server

    with psycopg.connect(address, autocommit=True) as connection:
        if connection.execute("select 1 from pg_roles where rolname = %s", (SERVICE,)).fetchone() is None:
            connection.execute(f"create role {SERVICE} login")
    return f"postgresql://{SERVICE}@{address.partition('@')[2]}"


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["db", "upgrade", *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err


def test_upgrade_prints_the_table_version_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "club.db")
    SqliteStore(place).close()
    assert run(["db", "upgrade", "--db", place]) == 0
    assert capsys.readouterr().out == f"{place} has tables of version {LAST}\n"
    assert run(["db", "upgrade", "--db", place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"place": place, "step": LAST, "service": ""}


def test_upgrades_a_database_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place, whole = str(tmp_path / "club.db"), dict(schema.STEPS)
    with monkeypatch.context() as older:
        older.setattr(schema, "STEPS", dict(list(whole.items())[:-1]))
        older.setattr(schema, "_NEEDED", frozenset())
        SqliteStore(place).close()
    assert run(["db", "upgrade", "--db", place]) == 0
    assert f"has tables of version {LAST}" in capsys.readouterr().out
    with closing(sqlite3.connect(place)) as connection:
        assert [name for (name,) in connection.execute("select name from _sqlite_migrations")][-1] == LAST


def test_refuses_to_upgrade_an_unsuitable_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "club.db")
    assert "does not exist" in refusal(capsys, "--db", place)
    assert not Path(place).exists()
    SqliteStore(place).close()
    assert "A database file has no roles" in refusal(capsys, "--db", place, "--service", "bell")
    Path(place).write_bytes(b"no database of ours" * 100)
    assert place in refusal(capsys, "--db", place)


@ON_SERVER
def test_a_service_role_can_use_tables_that_the_owner_created(
    address: str, service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    assert "Upgrade them as their owner" in refusal(capsys, "--db", service)
    monkeypatch.delenv("CLOISTERBELL_STATE_DIR")
    for _ in range(2):
        assert run(["db", "upgrade", "--db", address, "--service", SERVICE]) == 0
        told = capsys.readouterr().out
        assert not missing(told, "has tables of version 0004-followed", f"{SERVICE} can read, append and erase")
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    with closing(open_store(service)) as store:
        store.create(ROW)
        append(store, 2)
    assert run(["db", "upgrade", "--db", service]) == 0, "whoever may change nothing is told the step all the same"
    assert "0004-followed" in capsys.readouterr().out


@ON_SERVER
@pytest.mark.parametrize("name", ["nobody-of-that-name", 'a"; drop schema cloisterbell; --', "public", "\N{BELL}"])
def test_upgrade_refuses_a_role_that_does_not_exist(
    address: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert name in refusal(capsys, "--db", address, "--service", name)


@ON_SERVER
def test_upgrade_refuses_a_service_role_with_all_owner_rights(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    owner = address.partition("://")[2].partition("@")[0]
    assert "Choose another role" in refusal(capsys, "--db", address, "--service", owner)


@ON_SERVER
def test_a_service_role_cannot_grant_rights(address: str, service: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "upgrade", "--db", address, "--service", SERVICE]) == 0
    capsys.readouterr()
    assert "could get all rights of the owner" in refusal(capsys, "--db", service, "--service", "postgres")


@ON_SERVER
def test_upgrade_reports_that_only_the_owner_can_grant_access(
    address: str, service: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "upgrade", "--db", address, "--service", SERVICE]) == 0
    capsys.readouterr()
    import psycopg  # noqa: PLC0415  # only if there is a server

    with psycopg.connect(address, autocommit=True) as connection:
        if connection.execute("select 1 from pg_roles where rolname = 'bell_stranger'").fetchone() is None:
            connection.execute("create role bell_stranger login")
        connection.execute("grant usage on schema cloisterbell to bell_stranger")
        connection.execute("grant select on cloisterbell.steps to bell_stranger")
    for asking in (service, service.replace(SERVICE, "bell_stranger", 1)):
        told = refusal(capsys, "--db", asking, "--service", SERVICE)
        assert f'only the owner of the tables can give "{SERVICE}" access to them' in told


@ON_SERVER
def test_reports_missing_tables_and_how_to_create_them(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path))
    assert run(["list", "--db", address]) == 2
    assert "has no Cloister Bell tables. Their owner creates them with db upgrade" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["postgresql:/club", "postgres:club", "POSTGRESQL://a:hunter2@b/club", "mysql://b/c"])
def test_a_bad_database_address_does_not_create_a_file(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = refusal(capsys, "--db", place)
    assert not wrong(
        told, "is not the address of a PostgreSQL database. It must begin with postgresql://", absent=["hunter2"]
    )
    assert not list(tmp_path.iterdir())


@ON_SERVER
def test_error_messages_do_not_contain_the_password(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, _, behind = address.partition("@")
    told = refusal(capsys, "--db", f"{before}:hunter2@{behind.rpartition('/')[0]}/no-such-database")
    assert not wrong(told, "no-such-database", absent=["hunter2"])
