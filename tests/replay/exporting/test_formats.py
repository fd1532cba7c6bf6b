"""The export formats: what each contains for each viewer."""

import csv
import io
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import toy
from exports import exported
from players import GAMES, founded

from events.errors import StorageError
from events.events import ALL, OMNISCIENT, Drawn, Move, Revealed, Rolled
from events.session_events import Posted
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from replay.audit.audit import audit_session
from replay.corrections.takeback import take_back
from replay.exporting import database, table
from replay.exporting.source import MoveRow, Source, move_rows
from replay.importing.samples import Sample, samples, take_in
from replay.reading.timeline import Timeline
from replay.session.submission import Request, submit
from replay.transfer.bundle import import_bundle, read_bundle

SHORT = {"ccg": "mistakes", "daleks": "mistakes", "keys": "mistakes", "risk": "mistakes"}
COLUMNS = ["turn", "move", "seat", "kind", "notation", "sentence", "dice", "time"]
TABLES = ("sessions", "moves", "rolls", "cards", "posts", "findings")


def sample_of(slug: str) -> Sample:
    return next(one for one in samples(slug) if one.name == SHORT[slug])


@pytest.fixture(scope="module", params=SHORT)
def recorded(request: pytest.FixtureRequest) -> tuple[EventStore, str]:
    store = MemoryStore()
    return store, take_in(store, GAMES, sample_of(request.param), alias="short")


def source_of(store: EventStore, session: str, viewer: str = ALL) -> Source:
    return Source(store, GAMES, Timeline.read(store, GAMES, session, viewer))


@contextmanager
def read_database(raw: bytes) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(raw)
        connection.row_factory = sqlite3.Row
        yield connection


def rows_of(connection: sqlite3.Connection, sql: str, *values: object) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sql, values)]


def csv_rows(raw: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(raw.decode(), newline="")))


def test_a_log_is_imported_as_it_was_exported(recorded: tuple[EventStore, str]) -> None:
    store, session = recorded
    text = exported(store, GAMES, session, OMNISCIENT)["jsonl"].decode()
    other = MemoryStore()
    import_bundle(other, read_bundle(text, GAMES))
    assert other.lines(session) == store.lines(session)
    assert exported(other, GAMES, session, OMNISCIENT)["jsonl"].decode() == text


def test_a_spreadsheet_has_a_row_for_each_move_not_undone(recorded: tuple[EventStore, str]) -> None:
    store, session = recorded
    timeline, raw = Timeline.read(store, GAMES, session), exported(store, GAMES, session)["csv"]
    rows = csv_rows(raw)
    assert raw.splitlines()[0].decode().split(",") == COLUMNS
    moves = [one for one in timeline.groups if isinstance(one.head.event, Move) and not one.undone]
    assert [f"{row['turn']}.{row['move']}" for row in rows] == [timeline.addresses[one.first] for one in moves]
    for row, group in zip(rows, moves, strict=True):
        assert isinstance(group.head.event, Move)
        assert (row["seat"], row["kind"]) == (group.head.event.player, group.head.event.__struct_config__.tag)
        assert row["sentence"] == timeline.sentence(group.first)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["time"])
        faces = [face for one in group.entries if isinstance(one.event, Rolled) for face in one.event.faces]
        assert [int(die.split()[-1]) for die in filter(None, row["dice"].split(", "))] == faces


def test_only_the_database_export_keeps_undone_moves() -> None:
    session = founded(MemoryStore(), "toy", 2, options={"points": 9})
    start, dare = session.head.seq, Request(Written(toy.Dare("black", "yellow")))
    assert submit(session, "black", [dare]).done
    take_back(session, start, by="moderator")
    assert submit(session, "black", [dare]).done
    files = exported(session.store, GAMES, session.row.session)
    with read_database(files["sqlite"]) as found:
        moves = rows_of(found, "select move, undone from moves order by id")
    assert [move["undone"] for move in moves] == [1, 0]
    assert [row["move"] for row in csv_rows(files["csv"])] == [str(moves[1]["move"])]


HOSTILE = [
    "=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "\x00x", "\x1bx", "\x7fx", "\x9fx", " =1", "\u200b=1", "\uff1d1",
]  # fmt: skip


def test_no_cell_of_a_spreadsheet_is_a_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    source = source_of(store, take_in(store, GAMES, sample_of("keys")))
    group, row = next(move_rows(source.timeline))
    rows = [MoveRow(0, 1, *([begins] * 6)) for begins in HOSTILE]
    monkeypatch.setattr(table, "move_rows", lambda _timeline: [(group, one) for one in (*rows, row)])
    *marked, other = csv_rows(b"".join(table.export(source)))
    assert [list(one.values()) for one in marked] == [["0", "1", *([f"'{begins}"] * 6)] for begins in HOSTILE]
    assert list(other.values()) == [str(cell) for cell in row]


def test_a_database_export_matches_the_log(recorded: tuple[EventStore, str]) -> None:
    store, session = recorded
    timeline, files = Timeline.read(store, GAMES, session), exported(store, GAMES, session)
    events = [entry.event for entry in timeline.entries]
    with read_database(files["sqlite"]) as found:
        assert rows_of(found, "pragma foreign_key_check") == []
        assert rows_of(found, "pragma integrity_check") == [{"integrity_check": "ok"}]
        assert {key["table"] for name in TABLES for key in rows_of(found, f"pragma foreign_key_list({name})")} == {
            "sessions", "moves",
        }  # fmt: skip
        (row,) = rows_of(found, "select * from sessions")
        assert (row["id"], row["alias"], row["game"]) == (session, "short", timeline.row.game)
        counted = rows_of(found, "select * from moves where not undone order by id")
        plain = [{name: cell.removeprefix("'") for name, cell in row.items()} for row in csv_rows(files["csv"])]
        assert [{name: str(row[name]) for name in COLUMNS} for row in counted] == plain
        undone = sum(isinstance(one.head.event, Move) and one.undone for one in timeline.groups)
        assert len(rows_of(found, "select id from moves where undone")) == undone
        faces = [face for event in events if isinstance(event, Rolled) for face in event.faces]
        assert [row["face"] for row in rows_of(found, "select face from rolls order by id")] == faces
        shown = [row["card"] or "?" for row in rows_of(found, "select card from cards order by id")]
        cards = [event.cards if isinstance(event, Drawn) else (event.item,) for event in events
                 if isinstance(event, Drawn | Revealed)]  # fmt: skip
        assert shown == [card for some in cards for card in some]
        assert len(rows_of(found, "select id from posts")) == sum(isinstance(event, Posted) for event in events)
        findings = audit_session(store, GAMES, session, ALL).findings
        told = rows_of(found, "select finding, turn, moves.move from findings left join moves on moves.id = move_id")
        assert [row["finding"] for row in told] == [one.id for one in findings]
        assert [f"{row['turn']}.{row['move']}" for row in told if row["turn"] is not None] == [
            one.address for one in findings if "." in one.address
        ]  # fmt: skip
    assert findings


def test_posts_are_found_by_their_words(recorded: tuple[EventStore, str]) -> None:
    store, session = recorded
    timeline = Timeline.read(store, GAMES, session, OMNISCIENT)
    texts = [entry.event.text for entry in timeline.entries if isinstance(entry.event, Posted)]
    word = max(re.findall("[A-Za-z]{4,}", " ".join(texts)), key=len, default="")
    search = "select text from posts where id in (select rowid from posts_fts where posts_fts match ?)"
    with read_database(exported(store, GAMES, session, OMNISCIENT)["sqlite"]) as found:
        hits = [row["text"] for row in rows_of(found, search, word or "nothing")]
    pattern = re.compile(rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])", re.IGNORECASE)
    assert hits == [text for text in texts if word and pattern.search(text)]


def test_sessions_share_a_database(tmp_path: Path) -> None:
    store = MemoryStore()
    names = [take_in(store, GAMES, sample_of(slug), alias=slug) for slug in SHORT]
    raw = b"".join(database.database_of(source_of(store, name) for name in names))
    with read_database(raw) as found:
        assert rows_of(found, "pragma foreign_key_check") == []
        assert [row["id"] for row in rows_of(found, "select id from sessions order by rowid")] == names
        moves = rows_of(found, "select id, session_id from moves order by id")
        assert [row["id"] for row in moves] == list(range(1, len(moves) + 1))
        assert [name for name, _ in groupby(row["session_id"] for row in moves)] == names
        crossed = (
            "select rolls.id from rolls join moves on moves.id = move_id where moves.session_id <> rolls.session_id"
        )
        assert rows_of(found, crossed) == []


def test_reports_a_full_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    store = MemoryStore()
    source = source_of(store, take_in(store, GAMES, sample_of("keys")))

    def fill(*_given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database, "_rows", fill)
    with pytest.raises(StorageError, match="disk is full"):
        list(database.export(source))
    assert list(tmp_path.iterdir()) == []
