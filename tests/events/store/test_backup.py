"""A backup during writes is complete, private, and never partial."""

import os
import stat
import threading
from pathlib import Path

import pytest
from front_door import Door
from spectator import SEATS, opened, played

from events.errors import LogError
from events.store.backup import backup
from events.store.sqlite import SqliteStore
from projections.shelf import Shelf
from replay.audit.audit import audit_session
from replay.live.session import Session


def test_a_copy_is_complete_and_private(few: Door, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    said = few.well("backup", kept)
    assert "bytes" in said.out
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "kept"))] == ["kept.db"]
    before = few.content()
    few.db = kept
    assert few.content() == before


def test_copies_only_our_databases_to_a_new_file(no_door: Door, tmp_path: Path) -> None:
    no_door.well("new", "keys", "--seats", "nine,ten", "--dice", "tower")
    there = tmp_path / "there.txt"
    there.write_text("mine")
    no_door.refused("backup", there, says="overwrites nothing")
    assert there.read_text() == "mine"
    no_door.refused("backup", tmp_path / "no" / "where.db", says="no directory")
    no_door.refused("backup", tmp_path, says="overwrites nothing")
    (tmp_path / "other.db").write_bytes(b"x" * 4096)
    with pytest.raises(LogError, match="not a database"):
        backup(tmp_path / "other.db", tmp_path / "kept.db")
    assert not (tmp_path / "kept.db").exists()


def test_there_must_be_something_to_copy(no_door: Door, tmp_path: Path) -> None:
    assert no_door("backup", tmp_path / "kept.db").status == 2
    no_door.db.write_bytes(b"SQLite format 3\0" + os.urandom(4000))
    refused = no_door("backup", tmp_path / "kept.db")
    assert refused.status == 2
    assert "Traceback" not in refused.err
    assert not (tmp_path / "kept.db").exists()


def test_while_others_write_the_copy_ends_with_a_whole_group(games: Shelf, tmp_path: Path) -> None:
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


def test_a_restored_copy_gives_no_roll_again(games: Shelf, tmp_path: Path) -> None:
    path, kept = tmp_path / "club.db", tmp_path / "kept.db"
    store = SqliteStore(path)
    session = opened(store, games, "toy", SEATS, session="club", options={"points": 99})
    played(session, 3)
    backup(path, kept)
    played(session, 8, seed=2)
    store.close()
    for beside in tmp_path.glob("club.db-*"):
        beside.unlink()
    kept.replace(path)
    store = SqliteStore(path)
    assert "an old copy" in Session.load(store, games, "club").held
    store.close()
