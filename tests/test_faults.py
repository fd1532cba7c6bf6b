"""A few rounds of each fault: a writer is killed, and all acknowledged entries are there afterwards."""

from pathlib import Path

import pytest
from killed_rounds import _WEIGHTS, SERVERS, kinds_for, run_rounds
from postgres_server import SERVER, VARIABLE, cluster, new_database, why_not
from store_writes import KINDS

ROUNDS = 3
NAMES = [kind.name for kind in (*KINDS, *SERVERS)]
psycopg = pytest.importorskip("psycopg")


@pytest.fixture(autouse=True)
def _beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", "")


def test_every_kind_of_fault_has_a_weight() -> None:
    assert set(NAMES) == _WEIGHTS.keys()
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_sqlite_file_survives_each_kind_of_fault(tmp_path: Path, name: str) -> None:
    done = run_rounds(str(tmp_path / "bell.db"), tmp_path, ROUNDS, 5, only=[name])
    assert [fault.what for fault in done.faults] == []
    assert done.rounds == {name: ROUNDS}


@pytest.mark.long
@pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
@pytest.mark.parametrize("name", [kind.name for kind in kinds_for("postgresql://")])
def test_a_postgresql_server_survives_each_kind_of_fault(tmp_path: Path, name: str) -> None:
    done = run_rounds(new_database(), tmp_path, ROUNDS, 5, spare=new_database(), only=[name])
    assert [fault.what for fault in done.faults] == []
    assert done.rounds == {name: ROUNDS}


@pytest.mark.long
@pytest.mark.skipif(bool(why_not()), reason=why_not() or "a cluster can be made")
def test_a_server_killed_during_commits_keeps_entries(tmp_path: Path) -> None:
    from killed_cluster import run_cluster_rounds  # noqa: PLC0415  # only if there is a server

    with cluster() as made:
        done = run_cluster_rounds(made, tmp_path, ROUNDS, 5)
    assert [fault.what for fault in done.faults] == []
    assert sum(done.rounds.values()) == ROUNDS


@pytest.mark.long
@pytest.mark.skipif(bool(why_not()), reason=why_not() or "a cluster can be made")
def test_a_failover_loses_nothing(tmp_path: Path) -> None:
    from killed_cluster import drill  # noqa: PLC0415  # as above

    done = drill(tmp_path, sessions=2, moves=4)
    assert done.is_sound, done
