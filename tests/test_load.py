"""A small server under load: each request is answered, nothing is lost, and each audit is clean. Nothing is timed."""

from pathlib import Path

import pytest
from crowd import Answered, Asked, Tally, is_error, run_under_load
from postgres_server import SERVER, VARIABLE, new_database

SECONDS = 4


def asked(place: str, folder: Path, workers: int) -> Asked:
    return Asked(place, folder / "beside", 8, 8, SECONDS, workers, in_flight=8, pause_s=0.2)


@pytest.fixture(autouse=True)
def _beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", "")


@pytest.mark.long
def test_one_process_serves_a_file_under_load(tmp_path: Path) -> None:
    done = run_under_load(asked(str(tmp_path / "load.db"), tmp_path, 1))
    assert done.is_sound, (done.troubles, done.lost)
    assert done.counts["moves filed"] > 0
    assert done.held > 0
    assert done.audited >= 8


@pytest.mark.long
@pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
def test_several_processes_serve_postgresql_under_load(tmp_path: Path) -> None:
    done = run_under_load(asked(new_database(), tmp_path, 2))
    assert done.is_sound, (done.troubles, done.lost)
    assert done.counts["moves filed"] > 0


def test_an_entry_reported_with_two_digests_is_an_error() -> None:
    tally = Tally()
    tally.stands("s", 3, "a" * 64)
    tally.stands("s", 3, "a" * 32)
    assert not tally.troubles
    tally.stands("s", 3, "b" * 64)
    assert tally.troubles == ["s: line 3 was told with two digests"]


def test_counts_expected_refusals_separately_from_errors() -> None:
    tally = Tally()
    for status in (200, 303, 409, 422, 429, 404, 503, 599):
        tally.add("a post", 0.001, status)
    assert [(kind.by_design, kind.errors) for kind in tally.kinds()] == [(3, 3)]
    assert is_error(500)
    assert not is_error(Answered(409, {}, b"").status)
