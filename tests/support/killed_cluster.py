"""A database server that is killed during commits and restarted, or replaced by its standby; nothing may be lost."""

import os
import random
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from at_once import at_once
from crowd import Client, Player, Table, Tally, filled, lost_lines, post_of, served
from killed_rounds import Rounds, run_rounds
from places import ROOT
from postgres_server import Cluster, cluster
from store_writes import Beside, CreateWithEntries, Database, OneSession, Posts, Said, Write, check_log

from events.errors import ConflictError, StorageError
from events.store.opening import STATE_DIR, open_store
from events.store.protocol import DatabaseStore

WAYS: Final[dict[str, Callable[[Cluster], None]]] = {
    "the server, killed": Cluster.kill, "the server, stopped at once": Cluster.stop,
}  # fmt: skip
_SPAN_S: Final = 0.3


class EndedServer(Write):
    """Several simultaneous writes during which their server ends."""

    def __init__(self, database: Database, cluster: Cluster, end: Callable[[Cluster], None]) -> None:
        super().__init__(database)
        self.cluster, self.end = cluster, end
        self.writes = [kind(database) for kind in (Posts, Posts, Posts, Posts, CreateWithEntries, Beside)]

    def prepare(self, store: DatabaseStore) -> None:
        for write in self.writes:
            write.prepare(store)

    def killed(self, chance: random.Random) -> list[list[Any]]:
        self.reports = [list[list[Any]]() for _ in self.writes]

        def end() -> None:
            threading.Event().wait(chance.uniform(0.02, _SPAN_S))
            self.end(self.cluster)

        with self.database.opened() as store:

            def work(write: Write, told: list[list[Any]]) -> None:
                may_end = (StorageError,) if isinstance(write, OneSession) else (StorageError, ConflictError)
                with suppress(*may_end):
                    write.write(store, lambda *words: told.append([*words]))

            try:
                at_once(*map(partial, [work] * len(self.writes), self.writes, self.reports), meanwhile=end)
            finally:
                self.cluster.start()
        return [["try" if any(told and told[-1][0] == "try" for told in self.reports) else "over"]]

    def check(self, store: DatabaseStore, reports: Said) -> None:  # noqa: ARG002  # each write has its own
        for write, told in zip(self.writes, self.reports, strict=True):
            write.check(store, told)


def run_cluster_rounds(
    cluster: Cluster, folder: Path, rounds: int, seed: int, *, until: float = float("inf")
) -> Rounds:
    """Run this many rounds on a cluster; `amid` counts those with an unacknowledged write."""
    kinds = {way: partial(EndedServer, cluster=cluster, end=end) for way, end in WAYS.items()}
    return run_rounds(cluster.url, folder, rounds, seed, until=until, kinds=kinds)


_TRIES: Final = 400
_AWAY: Final = 503


class Drill(msgspec.Struct, frozen=True):
    """Acknowledged entries before the failover and at the end, refused posts, lost entries, and errors."""

    before: int
    after: int
    refused: int
    lost: list[str]
    troubles: list[str]

    @property
    def is_sound(self) -> bool:
        return not self.lost and not self.troubles and self.after > self.before > 0


class _Poster(Player):
    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table, seed)
        self.refused = 0

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        post = post_of(move, seat, seq)
        for _ in range(_TRIES):
            if self.post(client, seat, post).status == 200:
                return
            self.refused += 1
        client.tally.trouble(f"{self.table.session}: its posts are still refused")


def drill(folder: Path, sessions: int = 4, moves: int = 12) -> Drill:
    """Play, kill the server meanwhile, promote the standby, play on, and compare the log with the answers."""
    os.environ[STATE_DIR] = str(folder / "beside")
    env, tally = {**os.environ, "PYTHONPATH": str(ROOT)}, Tally()
    with cluster() as first:
        second = first.standby()
        place = f"postgresql://postgres@127.0.0.1:{first.port},127.0.0.1:{second.port}/postgres"
        place += "?target_session_attrs=read-write"
        posters = [_Poster(table, at) for at, table in enumerate(filled(place, sessions)[0])]
        with served(place, env, workers=2) as address:
            _play(posters, address, tally, moves, lambda: None)
            before = sum(map(len, tally.told.values()))
            _play(posters, address, tally, moves, partial(_fail_over, first, second))
            _play(posters, address, tally, moves, lambda: None)
        after = sum(map(len, tally.told.values()))
        _, lost = lost_lines(place, tally)
        with closing(open_store(place)) as store:
            for session in tally.told:
                check_log(store, session, [])
    troubles = [each for each in tally.troubles if f": {_AWAY} " not in each]
    return Drill(before, after, sum(one.refused for one in posters), lost, troubles)


def _fail_over(first: Cluster, second: Cluster) -> None:
    first.kill()
    second.run("pg_ctl", "promote", "-w")


def _play(
    posters: Sequence[_Poster], address: str, tally: Tally, moves: int, meanwhile: Callable[[], None]
) -> None:  # fmt: skip
    under_way = threading.Barrier(len(posters) + 1)

    def play(one: _Poster) -> None:
        client = Client(address, tally)
        one.step(client)
        under_way.wait()
        for _ in range(moves):
            if not one.step(client):
                break
        client.close()

    def after_the_first() -> None:
        under_way.wait()
        meanwhile()

    at_once(*(partial(play, one) for one in posters), meanwhile=after_the_first)
