"""The metrics of a server: requests, durations, recorded entries and connections, summed over all its processes.

They are in shared memory that is created before the fork, with one row of numbers for each process. Any process can
therefore answer for all. Labels are kinds of pages and statuses, never sessions, people, addresses or texts.
"""

import mmap
import struct
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from events.store.protocol import EventStore, Writer
from events.store.rows import SessionRow, TowerRow

KINDS: Final = ("page", "form", "api", "embed", "picture", "steps", "feed", "link", "static", "metrics", "none")
"""Kinds of requests. `form` is a form sent by a page, `none` an unknown address."""
STATUSES: Final = (
    200, 201, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 409, 410, 413, 415, 416, 421, 422, 429, 500, 503, 0
)  # fmt: skip
"""The statuses that are counted separately; 0 is any other."""
BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the buckets of the duration histogram in seconds; one more bucket has no bound."""
POOLS: Final = ("readers", "writers")
POOL_FIGURES: Final = ("open", "busy", "waiting", "asked", "waited", "waited_ms", "failed", "most")
POOL_COUNTERS: Final = ("asked", "waited", "waited_ms", "failed")
"""The figures of connection pools that only grow, even if a new process replaces an old one."""
_PARTS: Final = len(BOUNDS_S) + 1
_TIMES: Final = len(KINDS) * len(STATUSES)
_SUMS: Final = _TIMES + len(KINDS) * _PARTS
_REFUSED: Final = _SUMS + len(KINDS)
_LINES: Final = _REFUSED + len(STATUSES)
_POOLS: Final = _LINES + 1
_ROW: Final = _POOLS + len(POOLS) * len(POOL_FIGURES)
_REFUSALS: Final = range(400, 500)


class Figures:
    """The metrics of `rows` processes. Thread-safe; each process counts in its own row."""

    def __init__(self, rows: int = 1) -> None:
        self.rows, self._row = rows, 0
        self._shared = memoryview(mmap.mmap(-1, rows * _ROW * struct.calcsize("d"))).cast("d")
        self._lock = threading.Lock()
        self._before = dict.fromkeys(((pool, name) for pool in POOLS for name in POOL_FIGURES), 0.0)

    def take(self, row: int) -> None:
        """Let this process count in row `row` from now on. The row keeps the counts of its previous process."""
        self._row, self._lock = row % self.rows, threading.Lock()
        for pool, name in self._before:
            if name in POOL_COUNTERS:
                self._before[pool, name] = self._shared[self._pool_place(row, pool, name)]

    def leave(self, row: int) -> None:
        """Reset the gauges of a row after its process ended. Its counters remain."""
        for pool in POOLS:
            for name in POOL_FIGURES:
                if name not in POOL_COUNTERS:
                    self._shared[self._pool_place(row, pool, name)] = 0

    def _pool_place(self, row: int, pool: str, name: str) -> int:
        return row % self.rows * _ROW + _POOLS + POOLS.index(pool) * len(POOL_FIGURES) + POOL_FIGURES.index(name)

    def count(self, kind: str, status: int, took_s: float, *, is_sent: bool) -> None:
        """Count one answered request; `is_sent` is true for HTTP methods that can change something, such as POST."""
        at, base = KINDS.index(kind), self._row * _ROW
        code = STATUSES.index(status if status in STATUSES else 0)
        part = next((number for number, bound in enumerate(BOUNDS_S) if took_s <= bound), len(BOUNDS_S))
        with self._lock:
            self._shared[base + at * len(STATUSES) + code] += 1
            self._shared[base + _TIMES + at * _PARTS + part] += 1
            self._shared[base + _SUMS + at] += took_s
            if is_sent and status in _REFUSALS:
                self._shared[base + _REFUSED + code] += 1

    def count_lines(self, lines: int) -> None:
        """Add newly recorded entries to the counter `lines_filed_total`."""
        with self._lock:
            self._shared[self._row * _ROW + _LINES] += lines

    def put_pools(self, pools: Mapping[str, Mapping[str, float]]) -> None:
        """Set the figures about the connection pools of this process."""
        with self._lock:
            for (pool, name), before in self._before.items():
                place, value = self._pool_place(self._row, pool, name), pools[pool][name] + before
                self._shared[place] = max(value, self._shared[place]) if name in POOL_COUNTERS else value

    def _sum(self, place: int) -> float:
        return sum(self._shared[row * _ROW + place] for row in range(self.rows))

    def requests(self) -> Iterator[tuple[str, int, int]]:
        """Yield (kind, HTTP status, count) of answered requests. Status 0 means any other status."""
        for at, kind in enumerate(KINDS):
            for code, status in enumerate(STATUSES):
                if found := self._sum(at * len(STATUSES) + code):
                    yield kind, status, int(found)

    def times(self) -> Iterator[tuple[str, Sequence[int], float]]:
        """Yield, for each kind of request: kind, requests within each bound in `BOUNDS_S` and in all, total seconds."""
        for at, kind in enumerate(KINDS):
            parts = [int(self._sum(_TIMES + at * _PARTS + part)) for part in range(_PARTS)]
            if any(parts):
                yield kind, [sum(parts[: part + 1]) for part in range(_PARTS)], self._sum(_SUMS + at)

    def refusals(self) -> Iterator[tuple[int, int]]:
        """Yield each HTTP status of refused submissions with their number."""
        for code, status in enumerate(STATUSES):
            if found := self._sum(_REFUSED + code):
                yield status, int(found)

    @property
    def lines(self) -> int:
        """The number of log entries that all processes have recorded."""
        return int(self._sum(_LINES))

    def pools(self) -> Mapping[str, Mapping[str, float]]:
        """Return the usage figures of each connection pool, summed over all processes; empty without pools."""
        found = {pool: {name: self._sum(self._pool_place(0, pool, name)) for name in POOL_FIGURES} for pool in POOLS}
        return {pool: used for pool, used in found.items() if used["most"]}


class CountedStore:
    """A store that counts the entries it records and otherwise delegates to the given store."""

    def __init__(self, store: EventStore, figures: Figures) -> None:
        self._store, self._figures = store, figures

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def writing(self, session: str) -> Iterator[Writer]:
        """Open a transaction of the store, and count its entries after the transaction succeeded."""
        with self._store.writing(session) as writer:
            before = writer.head.seq
            yield writer
        self._figures.count_lines(writer.head.seq - before)

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[Writer]:
        """Create a session with its first entries, and count the entries after the transaction succeeded."""
        with self._store.create_with_entries(row, tower) as writer:
            yield writer
        self._figures.count_lines(writer.head.seq)
