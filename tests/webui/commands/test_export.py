"""`export`: which file comes of it, for whom, and that it is whole or not there."""

import csv
import errno
import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from exports import exported
from front_door import Door, changed
from postgres_server import ON_SERVER, new_database

from events.session_events import PrivilegedView
from events.store.accounts import Accounts
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.exporting import database, table
from replay.exporting.source import Source
from replay.reading.timeline import Timeline
from webui.cli import run
from webui.commands.options import VIEWS
from webui.views.export_formats import FORMATS

BEGINS = {
    "html": b"<!doctype html>", "txt": b"game: keys\n", "csv": b"turn,move,seat,", "sqlite": b"SQLite format 3\0",
    "jsonl": b'{"format":',
}  # fmt: skip


def sessions_in(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as found:
        return {alias for (alias,) in found.execute("select alias from sessions")}


def test_every_format_has_a_case() -> None:
    assert BEGINS.keys() == FORMATS.keys()


@pytest.mark.parametrize("ending", BEGINS)
def test_the_file_ending_determines_the_format(few: Door, tmp_path: Path, ending: str) -> None:
    file = tmp_path / "out" / f"mistakes.{ending.upper()}"
    file.parent.mkdir()
    output = few.well("export", "keys-mistakes", file).out
    raw = file.read_bytes()
    with closing(SqliteStore(few.db)) as store:
        last = Timeline.read(store, registry(), "keys-mistakes").last
        if ending != "html":
            assert raw == exported(store, registry(), "keys-mistakes")[ending]
    assert raw.startswith(BEGINS[ending])
    assert output == f"{file}: {last} entries, {round(len(raw) / 1000)} kB\n"
    assert list(file.parent.iterdir()) == [file]
    if FORMATS[ending].is_text:
        assert few.well("export", "keys-mistakes", "-", "--format", ending).out == raw.decode()
    few.refused("export", "keys-mistakes", file, says="exists already")
    few.refused("export", "friday", file, "--as", "moderator", says="exists already")
    assert file.read_bytes() == raw
    few.well("export", "keys-mistakes", file, "--force", "--format", "txt")
    assert file.read_bytes().startswith(BEGINS["txt"])


def test_a_terminal_shows_text_formats_but_refuses_a_database(few: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    table = few.well("export", "keys-mistakes", "-", "--format", "csv").out
    monkeypatch.setattr("webui.commands.export.sys.stdout.isatty", lambda: True)
    assert few.well("export", "keys-mistakes", "-", "--format", "csv").out == table.replace("\r\n", "\n")
    few.refused("export", "keys-mistakes", "-", "--format", "sqlite", says="cannot be shown in a terminal")


@pytest.mark.parametrize("error", [
    KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device"), RuntimeError("a fault"),
])  # fmt: skip
@pytest.mark.parametrize("was_there", [False, True])
def test_an_interrupted_export_does_not_leave_a_partial_file(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, *, was_there: bool
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    for name in ("out", "temporary"):
        (tmp_path / name).mkdir()

    def some_rows(source: Source) -> Iterator[bytes]:
        yield b"turn,"
        raise error

    def no_rows(*_given: object) -> None:
        raise error

    monkeypatch.setattr(table, "export", some_rows)
    monkeypatch.setattr(database, "_rows", no_rows)
    for arguments in (["keys-mistakes", "x.csv"], ["keys-mistakes", "x.sqlite"], ["--all", "x.sqlite"]):
        file = tmp_path / "out" / arguments[-1]
        if was_there:
            file.write_text("mine")
        ran = few("export", *arguments[:-1], file, "--force")
        assert ran.status == (130 if isinstance(error, KeyboardInterrupt) else 2)
        assert [path.read_text() for path in (tmp_path / "out").iterdir()] == ["mine"] * was_there
        assert list((tmp_path / "temporary").iterdir()) == []
        file.unlink(missing_ok=True)


def test_a_file_contains_only_cards_that_its_viewer_may_know(few: Door, tmp_path: Path) -> None:
    cards, seats = {}, dict[int, str]()
    for viewer in ("all", "tenth", "twelfth", "table"):
        few("export", "friday", tmp_path / f"{viewer}.sqlite", "--as", VIEWS.get(viewer, viewer))
        with closing(sqlite3.connect(tmp_path / f"{viewer}.sqlite")) as found:
            cards[viewer] = dict(found.execute("select id, card from cards where event = 'drawn'"))
            seats = dict(found.execute("select id, seat from cards where event = 'drawn'"))
    everything = cards["table"]
    assert set(seats.values()) == {"tenth", "twelfth"}
    assert None not in everything.values()
    assert cards["all"] == dict.fromkeys(everything)
    for seat in ("tenth", "twelfth"):
        assert cards[seat] == {number: card if seats[number] == seat else None for number, card in everything.items()}
    with closing(SqliteStore(few.db)) as store:
        events = [entry.event for entry in Timeline.read(store, registry(), "friday").entries]
    assert [event.view for event in events if isinstance(event, PrivilegedView)] == ["tenth", "twelfth", "table"]


def test_export_all_contains_only_public_sessions(few: Door, tmp_path: Path) -> None:
    file = tmp_path / "all.sqlite"
    everything = {row["alias"] for row in few.well("list", "--json").data}
    assert few.well("export", "--all", file).out.startswith(f"{file}: {len(everything)} sessions, ")
    assert sessions_in(file) == everything
    few.well("people", "friday", "--visibility", "private")
    few.well("people", "risk-mistakes", "--visibility", "unlisted")
    few("what-if", "keys-mistakes", "--at", "7.2", "--alias", "otherwise")
    few.well("export", "--all", file, "--force")
    assert sessions_in(file) == everything - {"friday", "risk-mistakes"}
    few.well("export", "--all", file, "--force", "--with-private")
    assert sessions_in(file) == everything | {"otherwise"}
    with closing(sqlite3.connect(file)) as found:
        ((left,),) = found.execute("select what_if_of from sessions where alias = 'otherwise'")
        assert list(found.execute("select alias from sessions where id = ?", (left,))) == [("keys-mistakes",)]
        (friday,) = found.execute("select id from sessions where alias = 'friday'").fetchone()
        drawn = found.execute("select distinct card from cards where session_id = ? and event = 'drawn'", (friday,))
        assert list(drawn) == [(None,)], "as a spectator sees it"


def test_export_all_leaves_out_an_unreadable_session(few: Door, tmp_path: Path) -> None:
    of_risk = "session = (select session from sessions where alias = 'risk-mistakes')"
    changed(few.db, f"update lines set body = '{{}}' where seq = 1 and {of_risk}")  # noqa: S608  # a text above
    ran = few("export", "--all", tmp_path / "all.sqlite")
    assert (ran.status, "risk-mistakes is left out" in ran.err) == (0, True), ran
    assert "risk-mistakes" not in sessions_in(tmp_path / "all.sqlite")
    assert "keys-mistakes" in sessions_in(tmp_path / "all.sqlite")
    for ending in BEGINS:
        ran = few("export", "risk-mistakes", tmp_path / f"x.{ending}")
        assert (ran.status, (tmp_path / f"x.{ending}").exists()) == ((0, True) if ending == "jsonl" else (2, False))


def test_the_database_is_not_overwritten_by_its_export(few: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(few.db.parent)
    for file in (few.db, few.db.name, f"{few.db}-wal", f"{few.db.name}-journal"):
        few.refused("export", "--all", file, "--format", "sqlite", "--force", says="is part of the database")


def test_an_exported_log_in_utf_16_is_imported(few: Door, tmp_path: Path) -> None:
    few.well("export", "keys-mistakes", tmp_path / "log.jsonl")
    (tmp_path / "wide.jsonl").write_text((tmp_path / "log.jsonl").read_text("utf-8"), "utf-16")
    few.refused("import", tmp_path / "wide.jsonl", says=" is already on this server, up to entry ")


def test_csv_rows_contain_the_sentences_of_the_log(few: Door) -> None:
    rows = list(
        csv.DictReader(io.StringIO(few.well("export", "keys-mistakes", "-", "--format", "csv").out, newline=""))
    )
    told = few.well("log", "keys-mistakes").out
    assert [row["sentence"] for row in rows if row["sentence"] not in " ".join(told.split())] == []
    assert rows


def test_exports_do_not_contain_private_notes_or_names(few: Door, tmp_path: Path) -> None:
    few.well("note", "keys-mistakes", "7.2", "Julie bluffs here.", "--for", "judge")
    with closing(Accounts(few.db)) as accounts, closing(SqliteStore(few.db)) as store:
        accounts.change(store.row("keys-mistakes").session, names={"sixth": "Julie"})
    for ending in ("txt", "csv", "sqlite", "html"):
        few("export", "keys-mistakes", tmp_path / f"x.{ending}", "--as", "moderator")
        assert b"Julie" not in (tmp_path / f"x.{ending}").read_bytes()


@ON_SERVER
def test_a_postgresql_database_exports_the_same_files(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    log, server = tmp_path / "log.jsonl", new_database(migrated=True)
    few.well("export", "keys-mistakes", log, "--as", "moderator")
    here = ["--db", str(tmp_path / "file.db")]
    for place in (here, ["--db", server]):
        assert run([*place, "import", str(log), "--alias", "again"]) == 0
        for ending in BEGINS:
            assert run([*place, "export", "again", str(tmp_path / f"{place is here}.{ending}")]) == 0
        assert run([*place, "export", "--all", str(tmp_path / f"all-{place is here}.sqlite")]) == 0
    for name in (*(f"{{}}.{ending}" for ending in BEGINS), "all-{}.sqlite"):
        assert (tmp_path / name.format(True)).read_bytes() == (tmp_path / name.format(False)).read_bytes(), name
