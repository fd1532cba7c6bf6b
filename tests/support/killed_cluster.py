"""Rounds in which the server of the logs is killed amid commits and started again, while the house stays open."""

import random
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from at_once import at_once
from house_writes import Beside, Founding, House, OneSession, Posts, Write
from killed_rounds import Fault, Rounds
from postgres_server import Cluster

from events.errors import ConflictError, StorageError

WAYS: Final[dict[str, Callable[[Cluster], None]]] = {
    "the server, killed": Cluster.kill,
    "the server, stopped at once": Cluster.stop,
}
_WRITERS: Final[tuple[type[Write], ...]] = (Posts, Posts, Posts, Posts, Founding, Beside)
_SPAN_S: Final = 0.3
_BUSY_MS: Final = 10_000


def run_cluster_rounds(
    cluster: Cluster, folder: Path, rounds: int, seed: int, *, until: float = float("inf")
) -> Rounds:
    """So many rounds on a cluster of their own; `amid` counts those in which a write was not acknowledged."""
    from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # only where there is a server
    from events.store.postgres.store import PostgresStore  # noqa: PLC0415  # as above

    chance, start = random.Random(seed), time.monotonic()
    done, amid, faults = dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0), list[Fault]()
    writes = list[Write]()
    with closing(PostgresStore(PostgresDatabase(cluster.url, busy_ms=_BUSY_MS), folder / "beside")) as store:
        for number in range(rounds):
            if time.monotonic() > until:
                break
            house = partial(House, cluster.url, folder)
            writes = writes or [kind(house(random.Random(chance.getrandbits(32)))) for kind in _WRITERS]
            way = chance.choice(list(WAYS))
            try:
                amid[way] += _round(cluster, store, writes, WAYS[way], chance)
            except Exception:  # noqa: BLE001  # whatever it is, it is found
                faults.append(Fault(way, seed, number, traceback.format_exc(limit=-8)))
                writes = []
            done[way] += 1
    return Rounds(done, amid, faults, time.monotonic() - start)


def _round(
    cluster: Cluster, store: Any, writes: list[Write], end: Callable[[Cluster], None], chance: random.Random
) -> bool:  # fmt: skip
    said = [list[list[Any]]() for _ in writes]
    for write in writes:
        write.prepare(store)

    def work(write: Write, told: list[list[Any]]) -> None:
        may_end = (StorageError,) if isinstance(write, OneSession) else (StorageError, ConflictError)
        with suppress(*may_end):
            write.write(store, lambda *words: told.append([*words]))

    def end_it() -> None:
        threading.Event().wait(chance.uniform(0.02, _SPAN_S))
        end(cluster)

    try:
        at_once(*map(partial, [work] * len(writes), writes, said), meanwhile=end_it)
    finally:
        cluster.start()
    for write, told in zip(writes, said, strict=True):
        write.check(store, told)
    return any(told and told[-1][0] == "try" for told in said)
