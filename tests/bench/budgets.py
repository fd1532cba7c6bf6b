"""The budgets: the accepted limit and the aim of each figure, from which verdicts are computed."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from measure import Row

MAIN: Final = "python tests/bench"


class Budget(NamedTuple):
    """A limit for one kind of row. With the unit `x` it applies to the ratio to the floor, otherwise to the figure.

    It is a maximum, or a minimum if `least`. `aim` may be None. `accept` is None if the run computes it. `how` is the
    command whose table has the row.
    """

    what: str
    unit: str
    accept: float | None
    aim: float | None
    least: bool = False
    how: str = MAIN

    def holds(self, value: float) -> bool:
        return self.accept is not None and self._within(value, self.accept)

    def is_at_aim(self, value: float) -> bool:
        return self.aim is not None and self._within(value, self.aim)

    def _within(self, value: float, limit: float) -> bool:
        return value >= limit if self.least else value <= limit


BUDGETS: Final[Mapping[str, Budget]] = {
    "append": Budget("a move appended: processor time above a raw append", "x", 0.8, 0.4),
    "writers": Budget("16 writers against one", "x", None, None, least=True),
    "decide": Budget("a legal move decided and folded", "us", 45, 35, how=f"{MAIN} --peers"),
    "read running": Budget("read, decode, open seals and fold, against decoding alone: a running session", "x", 12, 8),
    "read finished": Budget("read, decode, open seals and fold, against decoding alone: a finished one", "x", 18, 12),
    "rehydrate running": Budget(
        "a running session against eventsourcing rehydrating as many events", "x", 4, 6, least=True,
        how=f"{MAIN} --peers",
    ),
    "rehydrate finished": Budget("the same, a finished session", "x", 2.5, 4, least=True, how=f"{MAIN} --peers"),
    "open": Budget("open any position, cold, p99, against decoding all lines", "x", 12, 8),
    "audit": Budget("audit against decoding", "x", 40, 30),
    "archive": Budget("10,000 sessions of 600 lines audited on 2 cores", "s", 80, 60, how=f"{MAIN}/archive.py"),
    "http": Budget("a position over HTTP against an empty view", "x", 2.5, 1.7),
    "page": Budget("the viewer page of a position that was not opened before, against an empty view", "x", 40, 20),
    "start help": Budget("--help against an interpreter with click and msgspec", "x", 2, 1.5),
    "start session": Budget("a command on one session, against the same", "x", 3, 2.5),
    "start list": Budget("list of 23, against the same", "x", 3, 2.5), "disk": Budget("disk, a line", "B", 240, 200),
    "list": Budget("the list of 10,000 sessions, first page", "ms", 50, 15, how=f"{MAIN}/listing.py"),
    "step": Budget("a step forward or back in a warm timeline", "us", 1, 0.5),
    "browser step": Budget("a step in the browser, p95", "ms", 16, 8, how=f"{MAIN}/stepping.py"),
    "browser requests": Budget("requests a step", "", 0, 0, how=f"{MAIN}/stepping.py"),
    "post": Budget("a post of 60 lines of notation read", "ms", 300, 100),
    "png": Budget("a board as PNG of 1,200 dots, the first time", "ms", 400, 200),
}  # fmt: skip
SLOW_FSYNC: Final = 0.005


def writers_due(processor: float, fsync: float) -> Budget:
    """Return the expected gain of 16 writers: 90 percent of what sharing every fsync would save.

    If an fsync takes 5 ms or more, a factor of three is enough.
    """
    due = 0.9 * (processor + fsync) / processor
    return BUDGETS["writers"]._replace(accept=min(due, 3.0) if fsync >= SLOW_FSYNC else due)


def not_here(rows: Iterable["Row"]) -> list[tuple[str, Budget]]:
    named = {row.kind for row in rows}
    return [(kind, budget) for kind, budget in BUDGETS.items() if kind not in named]
