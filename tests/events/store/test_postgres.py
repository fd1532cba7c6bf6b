"""PostgreSQL only: roles, refusals by the server, and commits without an answer."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from logs import NO_LINE, ROW, SESSION, TOWER, append, chained
from postgres_server import SERVER, VARIABLE, CutLine, cut_line, new_database

from events.entry import Secret
from events.errors import CorruptLogError, LogError, RefusedError, StorageError
from events.events import ALL
from events.signature import Signature
from events.store.checks import check_body
from events.store.rows import SessionRow, Submission

psycopg = pytest.importorskip("psycopg")
from psycopg import sql  # noqa: E402  # only after the check that it is installed
from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: E402

from events.store.postgres.database import PostgresDatabase, _is_away  # noqa: E402
from events.store.postgres.schema import STEPS, UNLIMITED  # noqa: E402
from events.store.postgres.store import PostgresStore  # noqa: E402

pytestmark = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
SERVICE = "bell_service_of_tests"
GIVEN_UP_S = 60


@pytest.fixture
def address() -> str:
    return new_database()


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[PostgresStore]:
    with closing(PostgresStore(PostgresDatabase(address), tmp_path / "beside")) as made:
        made.create(ROW, TOWER)
        with made.writing(SESSION) as writer:
            writer.append(chained(NO_LINE, 3), [Secret(1, "text", 0, ALL, "00" * 16, '"jam"')], (1, b"12345678"))
            writer.answer(Submission("black", "k", "h", "a"))
            writer.sign(Signature(3, 5, b"k" * 32, b"s" * 64))
        yield made


@pytest.fixture
def service(store: PostgresStore, address: str, tmp_path: Path) -> Iterator[PostgresStore]:
    with as_owner(address):
        PostgresDatabase(address, service=SERVICE).close()
    other = PostgresDatabase(make_conninfo(address, user=SERVICE))
    with closing(PostgresStore(other, tmp_path / "service")) as made:
        yield made


def raw(store: PostgresStore, statement: str) -> list[Any]:
    with psycopg.connect(store.database.info, autocommit=True) as connection:
        done = connection.execute(statement)
        return done.fetchall() if done.description else []


CHANGES = [
    "update lines set body = '{}' where seq = 2", "update lines set at_ms = at_ms + 1",
    "delete from lines where seq = 3", "truncate lines", "truncate lines, secrets, signatures",
    "insert into lines values ('abcdefghijkl', 9, 1, 'black', '{}', '\\x00')",
    "insert into lines values ('abcdefghijkl', 3, 1, 'black', '{}', '\\x00')", "update signatures set signed_ms = 1",
    "delete from signatures", "truncate signatures", "update secrets set value = '\"tea\"'",
    "update secrets set salt = null", "update secrets set salt = null, value = null, audience = 'red'",
    "delete from secrets", "truncate secrets",
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_the_server_refuses_changes_by_the_owner(store: PostgresStore, change: str) -> None:
    before = store.lines(SESSION), store.secrets(SESSION), store.signatures(SESSION)
    with pytest.raises(psycopg.errors.IntegrityError):
        raw(store, change)
    assert (store.lines(SESSION), store.secrets(SESSION), store.signatures(SESSION)) == before


@pytest.mark.parametrize("change", [
    *(change for change in CHANGES if change.split()[0] != "insert" and not change.startswith("update secrets")),
    "delete from sessions", "update sessions set title = 'Tuesday'", "truncate sessions", "delete from submissions",
    "update towers set length = 1", "alter table lines disable trigger all",
    "drop trigger lines_are_not_changed on lines",
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$",
    "create table mine (a int)", "set session_replication_role = replica",
    "select set_config('cloisterbell.removed', 'abcdefghijkl', false); delete from lines",
])  # fmt: skip
def test_the_service_has_no_right_to_change_entries(service: PostgresStore, change: str) -> None:
    before = service.lines(SESSION), service.sessions()
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        raw(service, change)
    assert (service.lines(SESSION), service.sessions()) == before


def made_role(connection: Any, name: str, what: str) -> None:
    if not connection.execute("select 1 from pg_roles where rolname = %s", (name,)).fetchone():
        connection.execute(sql.SQL("create role {} {}").format(sql.Identifier(name), sql.SQL(what)))


@contextmanager
def as_owner(address: str) -> Iterator[Any]:
    """A connection to a server that has the role of the service."""
    with psycopg.connect(address, autocommit=True) as connection:
        made_role(connection, SERVICE, "login")
        yield connection


def test_revokes_excess_rights_of_the_service(store: PostgresStore, address: str) -> None:
    with as_owner(address) as connection:
        connection.execute(sql.SQL("grant all on schema cloisterbell to {}").format(sql.Identifier(SERVICE)))
        for what in ("tables", "functions"):
            grant = sql.SQL("grant all on all {} in schema cloisterbell to {}")
            connection.execute(grant.format(sql.SQL(what), sql.Identifier(SERVICE)))
    PostgresDatabase(address, service=SERVICE).close()
    with psycopg.connect(make_conninfo(store.database.info, user=SERVICE), autocommit=True) as connection:
        connection.execute("set cloisterbell.removed = 'abcdefghijkl'")
        for forbidden in ("delete from lines where seq = 3", "select freeze('', 0, '')", "create table mine (a int)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(forbidden)


@pytest.mark.parametrize(("what", "says"), [
    ("createrole", "all rights of the owner"), ("superuser", "all rights of the owner"),
    ("in role pg_write_all_data", "can change lines, secrets, signatures"),
    ("in role pg_execute_server_program", "all rights of the owner"), ("in role {}_owner", "all rights of the owner"),
])  # fmt: skip
def test_refuses_a_service_role_with_too_many_rights(store: PostgresStore, what: str, says: str) -> None:
    owner, member = f"{SERVICE}_owner", f"{SERVICE}_member_{os.getpid()}"
    with psycopg.connect(store.database.info, autocommit=True) as connection:
        made_role(connection, owner, "nologin")
        to = sql.SQL("alter database {} owner to {}")
        connection.execute(to.format(sql.Identifier(connection.info.dbname), sql.Identifier(owner)))
        made_role(connection, member, f"login {what.format(SERVICE)}")
        try:
            with pytest.raises(RefusedError, match=says):
                PostgresDatabase(store.database.url, service=member)
        finally:
            connection.execute(sql.SQL("drop role {}").format(sql.Identifier(member)))


def test_a_service_works_without_public_rights(address: str, tmp_path: Path) -> None:
    with as_owner(address) as connection:
        connection.execute("alter default privileges revoke execute on functions from public")
    PostgresDatabase(address, service=SERVICE).close()
    with closing(PostgresStore(PostgresDatabase(make_conninfo(address, user=SERVICE)), tmp_path / "service")) as store:
        store.create(ROW, TOWER)
        append(store, 1)
        store.open_accounts().change(SESSION, visibility="private")
        assert store.open_accounts().hidden() == {SESSION}
        store.remove(SESSION)


def test_refuses_a_database_with_public_rights_to_change(store: PostgresStore, address: str) -> None:
    with as_owner(store.database.info) as connection:
        connection.execute("grant delete on lines to public")
    with pytest.raises(RefusedError, match="can change lines by a grant to it, to PUBLIC"):
        PostgresDatabase(address, service=SERVICE)


def test_the_service_can_perform_all_store_operations(service: PostgresStore) -> None:
    append(service, 2)
    with service.writing(SESSION) as writer:
        writer.answer(Submission("black", "k", "h", "later"))
        writer.append(chained(writer.head, 1), fingerprint=(2, b"abcdefgh"))
    assert service.erase(SESSION, 1, "text") == 1
    assert service.erased(SESSION) == 1
    service.create(SessionRow("mnopqrstuvwx", "risk", 2_000))
    service.remove(SESSION)
    assert [row.session for row in service.sessions()] == ["mnopqrstuvwx"]
    assert raw(service, "select count(*) from lines") == [(0,)]


def test_a_service_cannot_migrate(address: str, service: PostgresStore) -> None:
    with as_owner(address) as connection:
        connection.execute("delete from cloisterbell.steps where name = %s", (max(STEPS),))
    with pytest.raises(RefusedError, match="Upgrade them as their owner"):
        PostgresDatabase(service.database.url)


@pytest.mark.parametrize(("change", "options", "says"), [
    ("insert into steps values ('9999-later', 1)", "", "it has step 9999-later"),
    ("drop trigger lines_are_not_changed on lines", "", "changed by another program. Missing: lines_are_not_changed"),
    ("alter table lines disable trigger lines_are_not_changed", "", "Missing: lines_are_not_changed"),
    ("select 1", "-c session_replication_role=replica", "Missing: lines_are_not_changed"),
])  # fmt: skip
def test_refuses_a_later_version_and_lost_triggers(
    address: str, store: PostgresStore, change: str, options: str, says: str
) -> None:
    raw(store, change)
    with pytest.raises(RefusedError, match=says):
        PostgresDatabase(make_conninfo(address, options=options) if options else address)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_refuses_a_database_that_is_not_utf_8(address: str, encoding: str) -> None:
    name = f"{conninfo_to_dict(address)['dbname']}_{encoding.lower()}"
    made = sql.SQL("create database {} encoding {} locale 'C' template template0")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(made.format(sql.Identifier(name), sql.Literal(encoding)))
        try:
            with pytest.raises(
                RefusedError, match=f"has the encoding {encoding}. Create the database with encoding 'UTF8'"
            ):
                PostgresDatabase(make_conninfo(address, dbname=name))
        finally:
            connection.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))


def test_texts_are_independent_of_the_client_encoding(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with closing(PostgresStore(PostgresDatabase(address), tmp_path / "beside")) as store:
        store.create(SessionRow(SESSION, "keys", 1_000, "Über 🍪"))
        assert store.row(SESSION).title == "Über 🍪"


@pytest.mark.parametrize(("url", "says"), [
    ("postgresql://127.0.0.1:1/none", "cannot be opened"),
    ("postgresql://u:secret-word@127.0.0.1:1/none", "cannot be opened"),
    ("postgresql://127.0.0.1/none?nothing=1", "is not the address of a PostgreSQL database"),
    ("postgresql://127.0.0.1:99999999/none", "cannot be opened"),
    ("postgresql://u:secret-word%x@127.0.0.1:1/none", "must be written as %40"),
    ("postgresql://u:a@secret-word@127.0.0.1:1/none", "must be written as %40"),
    ("postgresql://u:1/secret-word@127.0.0.1:1/none", "must be written as %40"),
])  # fmt: skip
def test_refuses_a_bad_address_without_its_password(url: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says) as caught:
        PostgresDatabase(url)
    assert "secret-word" not in str(caught.value)


def test_several_processes_migrate_a_new_database_once(address: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: PostgresDatabase(address), range(6)))
    for database in made:
        assert database.rows("select count(*) from steps") == [(len(STEPS),)]
        database.close()


def test_reads_a_damaged_entry(store: PostgresStore) -> None:
    change = "update lines set body = '{\"kind\":' where seq = 2"
    raw(store, f"alter table lines disable trigger all; {change}; alter table lines enable trigger all")
    damaged = store.lines(SESSION)[1]
    with pytest.raises(CorruptLogError, match="entry 2"):
        check_body(damaged.body, damaged.seq)


def test_two_stores_of_one_database_take_turns(store: PostgresStore, address: str, tmp_path: Path) -> None:
    with closing(PostgresStore(PostgresDatabase(address, busy_ms=200), tmp_path / "other")) as other:
        with store.writing(SESSION) as writer:
            with pytest.raises(StorageError, match="is locked by another process"), other.writing(SESSION):
                pass
            writer.append(chained(writer.head, 1))
        assert append(other, 1)[0].seq == 5
        assert store.head(SESSION).seq == 5


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_a_waiting_writer_reads_the_new_entries(address: str, tmp_path: Path, level: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        to = sql.SQL("alter database {} set default_transaction_isolation = {}")
        connection.execute(to.format(sql.Identifier(connection.info.dbname), sql.Literal(level)))
    with closing(PostgresStore(PostgresDatabase(address), tmp_path / "beside")) as store:
        store.create(ROW)
        with store.writing(SESSION) as writer:
            late = threading.Thread(target=append, args=(store, 1))
            late.start()
            while not raw(store, "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                          " and datname = current_database()"):  # fmt: skip
                pass
            writer.append(chained(writer.head, 1))
        late.join()
        assert store.head(SESSION).seq == 2


def test_reports_a_transaction_that_timed_out(address: str, tmp_path: Path) -> None:
    impatient = make_conninfo(address, options="-c idle_in_transaction_session_timeout=100")
    with closing(PostgresStore(PostgresDatabase(impatient), tmp_path / "beside")) as store:
        store.create(ROW)
        with pytest.raises(StorageError, match="Send this again later"), store.writing(SESSION) as writer:  # noqa: PT012  # as above
            writer.append(chained(writer.head, 1))
            threading.Event().wait(0.4)
        assert append(store, 1)[0].seq == 1


def test_an_error_names_the_database_without_its_address(store: PostgresStore) -> None:
    with pytest.raises(LogError) as caught:
        store.database.rows("select nothing")
    assert str(caught.value).startswith(f"{conninfo_to_dict(store.database.info)['dbname']}: ")
    assert "postgresql:" not in str(caught.value)


@pytest.fixture
def line(address: str) -> Iterator[CutLine]:
    asked = conninfo_to_dict(address)
    with cut_line(str(asked["host"]), int(str(asked["port"]))) as made:
        yield made


@pytest.fixture
def far(store: PostgresStore, address: str, line: CutLine, tmp_path: Path) -> Iterator[PostgresStore]:
    database = PostgresDatabase(make_conninfo(address, port=line.port), busy_ms=5_000)
    with closing(PostgresStore(database, tmp_path / "far")) as made:
        yield made


WRITES: dict[str, Callable[[Any], None]] = {
    "lines": lambda writer: writer.append(chained(writer.head, 2)),
    "an answer": lambda writer: writer.answer(Submission("red", "k2", "h", "a")), "nothing": lambda _: None,
}  # fmt: skip


@pytest.mark.parametrize("write", WRITES)
def test_checks_a_commit_without_an_answer(store: PostgresStore, far: PostgresStore, line: CutLine, write: str) -> None:
    with far.writing(SESSION) as writer:
        WRITES[write](writer)
        line.cut_behind(b"COMMIT")
    assert line.cuts == 1
    assert store.head(SESSION) == writer.head
    assert (store.submission(SESSION, "red", "k2") is not None) == (write == "an answer")
    append(far, 1)


@pytest.mark.parametrize("lines", [0, 2])
def test_waits_for_the_commit_of_a_session(store: PostgresStore, far: PostgresStore, line: CutLine, lines: int) -> None:
    raw(store, "create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null;"
        " end $$")  # fmt: skip
    raw(store, "create constraint trigger waits after insert on sessions deferrable initially deferred for each row"
        " execute function wait()")  # fmt: skip
    with far.create_with_entries(SessionRow("mnopqrstuvwx", "keys", 2_000, alias="saturday")) as writer:
        writer.append(chained(NO_LINE, lines, "mnopqrstuvwx"))
        line.cut_behind(b"COMMIT", at_once=True)
    assert line.cuts == 1
    assert store.row("saturday").session == "mnopqrstuvwx"
    assert store.head("mnopqrstuvwx").seq == lines


def test_an_unknown_transaction_counts_as_lost(far: PostgresStore) -> None:
    ((last,),) = far.database.rows("select pg_current_xact_id()::text")
    assert not far._stands(SESSION, str(int(last) + 1_000_000), None)


@pytest.mark.parametrize("write", ["lines", "an answer"])
def test_a_transaction_that_was_lost_is_not_acknowledged(store: PostgresStore, far: PostgresStore, write: str) -> None:
    before = store.head(SESSION)
    with pytest.raises(StorageError), far.writing(SESSION) as writer:  # noqa: PT012  # as a server dies
        WRITES[write](writer)
        raw(store, "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'"
            " and datname = current_database()")  # fmt: skip
    assert store.head(SESSION) == before
    assert store.submission(SESSION, "red", "k2") is None
    append(far, 1)


def test_reconnects_after_a_restart(store: PostgresStore) -> None:
    raw(store, "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        " and datname = current_database()")  # fmt: skip
    assert store.head(SESSION).seq == 3
    append(store, 1)


def test_reports_an_unreachable_server(address: str, store: PostgresStore, line: CutLine, tmp_path: Path) -> None:
    patient = PostgresDatabase(make_conninfo(address, port=line.port), busy_ms=1_000_000_000)
    with closing(PostgresStore(patient, tmp_path / "far")) as far:
        assert far.head(SESSION).seq == 3
        line.take_away()
        refuses(far, "")
        line.put_back()
        assert far.head(SESSION).seq == 3
        assert append(far, 1)[0].seq == 4


def refuses(store: PostgresStore, says: str) -> None:
    """Read and write in a thread that must not wait for a server without an answer."""
    told = list[LogError]()

    def ask() -> None:
        for act in (store.head, lambda session: append(store, 1, session)):
            with pytest.raises(StorageError) as caught:
                act(SESSION)
            assert says in str(caught.value)
            told.append(caught.value)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(GIVEN_UP_S)
    assert len(told) == 2, "it waits for a server without an answer"


@pytest.mark.long
def test_reports_a_stopped_server(
    store: PostgresStore, far: PostgresStore, line: CutLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.store.postgres.database._SILENT_INTERVALS", 2)
    assert far.head(SESSION).seq == 3
    line.freeze()
    refuses(far, "it does not answer")
    line.thaw()
    assert far.head(SESSION).seq == 3
    assert append(far, 1)[0].seq == 4
    assert store.head(SESSION).seq == 4


def test_waits_for_a_lock(store: PostgresStore, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.store.postgres.database._SILENT_INTERVALS", 1)
    asked, filed = threading.Event(), list[int]()

    def is_away(info: str) -> bool:
        asked.set()
        return _is_away(info)

    monkeypatch.setattr("events.store.postgres.database._is_away", is_away)
    with closing(PostgresStore(PostgresDatabase(address), tmp_path / "other")) as other:
        waiting = threading.Thread(target=lambda: filed.append(append(other, 1)[0].seq), daemon=True)
        with store.writing(SESSION) as writer:
            waiting.start()
            assert asked.wait(GIVEN_UP_S)
            writer.append(chained(writer.head, 1))
        waiting.join(GIVEN_UP_S)
        assert filed == [5]


def test_reports_a_role_with_unlimited_rights(store: PostgresStore, service: PostgresStore) -> None:
    assert store.unlimited_role() == store.database.rows("select current_user")[0][0]
    assert service.unlimited_role() == ""
    behind = make_conninfo(store.database.url, options=f"-c role={SERVICE}")
    with closing(PostgresDatabase(behind)) as other:
        assert other.rows("select current_user") == [(SERVICE,)]
        assert other.rows(UNLIMITED) == [(store.unlimited_role(),)]
