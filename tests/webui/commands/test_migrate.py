"""The tables of a database are brought to the last step by whoever owns them, and a service may use them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from logs import ROW, append
from postgres_server import ON_SERVER, new_database, url_of
from texts import missing, wrong

from events.store import schema
from events.store.opening import open_house
from events.store.sqlite import SqliteStore
from webui.cli import run

SERVICE = "bell_service_of_migrations"
LAST = list(schema.STEPS)[-1]


@pytest.fixture
def address() -> str:
    return url_of(new_database())


@pytest.fixture
def service(address: str) -> str:
    """The same address as the role that serves, and owns nothing."""
    import psycopg  # noqa: PLC0415  # only where there is a server

    with psycopg.connect(address, autocommit=True) as connection:
        if connection.execute("select 1 from pg_roles where rolname = %s", (SERVICE,)).fetchone() is None:
            connection.execute(f"create role {SERVICE} login")
    return f"postgresql://{SERVICE}@{address.partition('@')[2]}"


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["migrate", *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err


def test_a_file_is_told_its_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "club.db")
    SqliteStore(place).close()
    assert (run(["migrate", "--db", place]), capsys.readouterr().out) == (0, f"{place} stands at step {LAST}\n")
    assert run(["migrate", "--db", place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"place": place, "step": LAST, "service": ""}


def test_migrates_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    place, whole = str(tmp_path / "club.db"), dict(schema.STEPS)
    with monkeypatch.context() as older:
        older.setattr(schema, "STEPS", dict(list(whole.items())[:-1]))
        older.setattr(schema, "_NEEDED", frozenset())
        SqliteStore(place).close()
    assert run(["migrate", "--db", place]) == 0
    assert f"stands at step {LAST}" in capsys.readouterr().out
    with closing(sqlite3.connect(place)) as connection:
        assert [name for (name,) in connection.execute("select name from _sqlite_migrations")][-1] == LAST


def test_what_cannot_be_migrated_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "club.db")
    assert "there is no database" in refusal(capsys, "--db", place)
    assert not Path(place).exists()
    SqliteStore(place).close()
    assert "a file has no roles" in refusal(capsys, "--db", place, "--service", "bell")
    Path(place).write_bytes(b"no database of ours" * 100)
    assert place in refusal(capsys, "--db", place)


@ON_SERVER
def test_a_service_serves_what_the_owner_made(
    address: str, service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_BESIDE", str(tmp_path / "beside"))
    assert "its owner migrates it" in refusal(capsys, "--db", service)
    monkeypatch.delenv("CLOISTERBELL_BESIDE")
    for _ in range(2):
        assert run(["migrate", "--db", address, "--service", SERVICE]) == 0
        told = capsys.readouterr().out
        assert not missing(told, "stands at step 0002-beside", f"{SERVICE} may read, append and erase")
    monkeypatch.setenv("CLOISTERBELL_BESIDE", str(tmp_path / "beside"))
    with closing(open_house(service)) as store:
        store.create(ROW)
        append(store, 2)
    assert run(["migrate", "--db", service]) == 0, "whoever may change nothing is told the step all the same"
    assert "0002-beside" in capsys.readouterr().out


@ON_SERVER
@pytest.mark.parametrize("name", ["nobody-of-that-name", 'a"; drop schema cloisterbell; --', "public", "\N{BELL}"])
def test_a_role_that_is_not_there_is_refused(address: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert name in refusal(capsys, "--db", address, "--service", name)


@ON_SERVER
def test_whoever_may_do_all_is_no_service(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    owner = address.partition("://")[2].partition("@")[0]
    assert "name another" in refusal(capsys, "--db", address, "--service", owner)


@ON_SERVER
def test_a_service_grants_nothing(address: str, service: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["migrate", "--db", address, "--service", SERVICE]) == 0
    capsys.readouterr()
    assert "may" in refusal(capsys, "--db", service, "--service", "postgres")


@ON_SERVER
def test_whoever_may_not_grant_is_told_so(address: str, service: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["migrate", "--db", address, "--service", SERVICE]) == 0
    capsys.readouterr()
    import psycopg  # noqa: PLC0415  # only where there is a server

    with psycopg.connect(address, autocommit=True) as connection:
        if connection.execute("select 1 from pg_roles where rolname = 'bell_stranger'").fetchone() is None:
            connection.execute("create role bell_stranger login")
        connection.execute("grant usage on schema cloisterbell to bell_stranger")
        connection.execute("grant select on cloisterbell.steps to bell_stranger")
    for asking in (service, service.replace(SERVICE, "bell_stranger", 1)):
        told = refusal(capsys, "--db", asking, "--service", SERVICE)
        assert f'this role may let nobody use the tables; their owner lets "{SERVICE}" serve' in told


@ON_SERVER
def test_a_database_without_tables_is_told_what_makes_them(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_BESIDE", str(tmp_path))
    assert run(["list", "--db", address]) == 2
    assert "has no tables of Cloister Bell: migrate makes them, as their owner" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["postgresql:/club", "postgres:club", "POSTGRESQL://a:hunter2@b/club", "mysql://b/c"])
def test_what_is_no_address_is_no_file_either(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = refusal(capsys, "--db", place)
    assert not wrong(told, "is no address of a server: one begins with postgresql://", absent=["hunter2"])
    assert not list(tmp_path.iterdir())


@ON_SERVER
def test_no_password_is_told(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, _, behind = address.partition("@")
    told = refusal(capsys, "--db", f"{before}:hunter2@{behind.rpartition('/')[0]}/no-such-database")
    assert not wrong(told, "no-such-database", absent=["hunter2"])
