"""The figures of a server: requests, times, lines filed, connections; counted together by all its processes.

They stand in memory that processes share from before they fork, a row of numbers for each, so that whichever process is
asked answers for all. What is counted is a kind of page and a status: no session, person, address or word is in it.
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
"""What is asked for: `form` is what is sent by a page, `none` an address that is none."""
STATUSES: Final = (
    200, 201, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 409, 410, 413, 415, 416, 421, 422, 429, 500,
    503, 0,
)  # fmt: skip
"""The statuses that are counted by themselves; 0 is any other."""
BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Up to where the parts of the histogram of times go; the last goes on for ever."""
POOLS: Final = ("readers", "writers")
POOL_FIGURES: Final = ("open", "busy", "waiting", "asked", "waited", "waited_ms", "failed", "most")
POOL_COUNTERS: Final = ("asked", "waited", "waited_ms", "failed")
"""Of those, what only grows, also where one process takes the place of another."""
_PARTS: Final = len(BOUNDS_S) + 1
_TIMES: Final = len(KINDS) * len(STATUSES)
_SUMS: Final = _TIMES + len(KINDS) * _PARTS
_REFUSED: Final = _SUMS + len(KINDS)
_LINES: Final = _REFUSED + len(STATUSES)
_POOLS: Final = _LINES + 1
_ROW: Final = _POOLS + len(POOLS) * len(POOL_FIGURES)
_REFUSALS: Final = range(400, 500)


class Figures:
    """The figures of so many processes. Safe for many threads; each process counts in the row that it took."""

    def __init__(self, rows: int = 1) -> None:
        self.rows, self._row = rows, 0
        self._shared = memoryview(mmap.mmap(-1, rows * _ROW * struct.calcsize("d"))).cast("d")
        self._lock = threading.Lock()
        self._before = dict.fromkeys(((pool, name) for pool in POOLS for name in POOL_FIGURES), 0.0)

    def take(self, row: int) -> None:
        """Count in this row from now on, in this process; it goes on where whoever had it before has stopped."""
        self._row, self._lock = row % self.rows, threading.Lock()
        for pool, name in self._before:
            if name in POOL_COUNTERS:
                self._before[pool, name] = self._shared[self._pool_place(row, pool, name)]

    def leave(self, row: int) -> None:
        """The process that had this row is gone, and its connections with it; what it has counted stands."""
        for pool in POOLS:
            for name in POOL_FIGURES:
                if name not in POOL_COUNTERS:
                    self._shared[self._pool_place(row, pool, name)] = 0

    def _pool_place(self, row: int, pool: str, name: str) -> int:
        return row % self.rows * _ROW + _POOLS + POOLS.index(pool) * len(POOL_FIGURES) + POOL_FIGURES.index(name)

    def count(self, kind: str, status: int, took_s: float, *, is_sent: bool) -> None:
        """Count one request that was answered; `is_sent` where it was to change something."""
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
        """Count lines that were filed."""
        with self._lock:
            self._shared[self._row * _ROW + _LINES] += lines

    def put_pools(self, pools: Mapping[str, Mapping[str, float]]) -> None:
        """Note how much the pools of this process are used."""
        with self._lock:
            for (pool, name), before in self._before.items():
                place, value = self._pool_place(self._row, pool, name), pools[pool][name] + before
                self._shared[place] = max(value, self._shared[place]) if name in POOL_COUNTERS else value

    def _sum(self, place: int) -> float:
        return sum(self._shared[row * _ROW + place] for row in range(self.rows))

    def requests(self) -> Iterator[tuple[str, int, int]]:
        """Kind, status and count of all requests that were answered; 0 is any other status."""
        for at, kind in enumerate(KINDS):
            for code, status in enumerate(STATUSES):
                if found := self._sum(at * len(STATUSES) + code):
                    yield kind, status, int(found)

    def times(self) -> Iterator[tuple[str, Sequence[int], float]]:
        """Of each kind that was asked for, how many took up to each bound and how many at all; and their seconds."""
        for at, kind in enumerate(KINDS):
            parts = [int(self._sum(_TIMES + at * _PARTS + part)) for part in range(_PARTS)]
            if any(parts):
                yield kind, [sum(parts[: part + 1]) for part in range(_PARTS)], self._sum(_SUMS + at)

    def refusals(self) -> Iterator[tuple[int, int]]:
        """Status and count of what was sent and refused."""
        for code, status in enumerate(STATUSES):
            if found := self._sum(_REFUSED + code):
                yield status, int(found)

    @property
    def lines(self) -> int:
        """How many lines were filed."""
        return int(self._sum(_LINES))

    def pools(self) -> Mapping[str, Mapping[str, float]]:
        """How much each pool is used, over all processes; nothing where there is none."""
        found = {pool: {name: self._sum(self._pool_place(0, pool, name)) for name in POOL_FIGURES} for pool in POOLS}
        return {pool: used for pool, used in found.items() if used["most"]}


class CountedStore:
    """A store whose lines are counted when they are filed; in all else it is the store that it is given."""

    def __init__(self, store: EventStore, figures: Figures) -> None:
        self._store, self._figures = store, figures

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def writing(self, session: str) -> Iterator[Writer]:
        """One transaction of the store; its lines count when it has ended well."""
        with self._store.writing(session) as writer:
            before = writer.head.seq
            yield writer
        self._figures.count_lines(writer.head.seq - before)

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[Writer]:
        """A new session of the store, with its first lines; as above."""
        with self._store.create_with_entries(row, tower) as writer:
            yield writer
        self._figures.count_lines(writer.head.seq)
