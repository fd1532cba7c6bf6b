"""Measurement: interleaved rounds, medians, and the sessions that are measured."""

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from budgets import BUDGETS, Budget

from events.entry import Head, Line, digest
from events.events import Started
from events.store.rows import TowerRow
from events.store.sqlite import SqliteStore
from projections.contracts import Written
from projections.registry import registry
from replay.chance.tower import build
from replay.session.session import Session
from replay.session.submission import Request, submit

SEATS = ("tenth", "twelfth", "eleventh", "ninth", "eighth", "fourth")
TRIES = 40


class Row(NamedTuple):
    """One figure: its game, description, value and unit, the floor it is compared with, and their ratio.

    `value` is None if nothing was measured; the note gives the reason. A row with a `kind` has the budget of that kind,
    unless the run computes another one (`due`).
    """

    game: str
    what: str
    value: float | None
    unit: str
    floor: float | None = None
    of: str = ""
    ratio: float | None = None
    kind: str = ""
    due: Budget | None = None
    note: str = ""

    @property
    def budget(self) -> Budget | None:
        return self.due or BUDGETS.get(self.kind)

    @property
    def judged(self) -> float | None:
        """The number that the budget limits: the ratio or the figure itself."""
        if self.budget is None:
            return None
        return self.ratio if self.budget.unit == "x" else self.value

    @property
    def verdict(self) -> str:
        """`reached` or `missed` by the accepted limit, or "" without a budget or a measurement."""
        if self.budget is None or self.judged is None:
            return ""
        return "reached" if self.budget.holds(self.judged) else "missed"


class Sample(NamedTuple):
    game: str
    store: SqliteStore
    session: str
    lines: int


def tower() -> TowerRow:
    return build(b"\1" * 32, b"\2" * 32, length=4096)


def started(slug: str, seats: int = 0) -> Started:
    game = registry()[slug]
    return Started(slug, game.meta.rules_number, SEATS[: seats or game.meta.seats[1]])


def play(store: SqliteStore, slug: str, lines: int, seed: int = 1, *, seats: int = 0) -> Sample:
    """Record sessions of random legal play until one has at least `lines` entries, or use the longest of forty."""
    chance = random.Random(seed)

    def played(_number: int) -> Session:
        session = Session.create(store, registry(), started(slug, seats), tower=tower())
        return play_to(session, chance, lines)

    found = longest(played, lines)
    return Sample(slug, store, found.row.session, found.table.seq)


def next_move(session: Session, chance: random.Random) -> tuple[str, list[Request]]:
    seat = session.status.awaited[0]
    moves = list(session.game.rules.legal(session.view(seat).position, seat))
    return seat, [Request(Written(chance.choice(moves)))]


def play_to(session: Session, chance: random.Random, lines: int) -> Session:
    while session.status.outcome is None and session.table.seq < lines:
        submit(session, *next_move(session, chance))
    return session


def longest(played: Callable[[int], Session], lines: int) -> Session:
    """Return the first of forty sessions with this many entries, or else the longest."""
    found: list[Session] = []
    while len(found) < TRIES and (not found or found[-1].table.seq < lines):
        found.append(played(len(found)))
    return max(found, key=lambda session: session.table.seq)


def chained(name: str, lines: Iterable[Line], head: Head) -> list[Line]:
    """Return copies of entries that continue a session."""
    found, prev = list[Line](), head.hex
    for seq, line in enumerate(lines, head.seq + 1):
        made = digest(prev, name, seq, line.at_ms, line.by, line.body)
        found.append(Line(name, seq, line.at_ms, line.by, line.body, made))
        prev = made.hex()
    return found


def sessions(folder: Path, slug: str, *, quick: bool) -> tuple[Sample, Sample]:
    """Return a short session of a game, and one of at least 2,000 entries (600 if `quick`) or as long as it lasts."""
    store = SqliteStore(folder / f"sample-{slug}.db")
    return play(store, slug, 200), play(store, slug, 600 if quick else 2000, seed=2)


def interleaved(cases: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Run the cases alternately in several rounds; return the seconds that each case reports."""
    took: list[list[float]] = [[] for _ in cases]
    for number in range(rounds):
        order = list(enumerate(cases))
        for at, case in order if number % 2 else reversed(order):
            took[at].append(case())
    return took


CLOCK: list[Callable[[], float]] = [time.perf_counter]


def timed(call: Callable[[], object]) -> float:
    start = CLOCK[0]()
    call()
    return CLOCK[0]() - start


def ratio(these: Sequence[float], those: Sequence[float]) -> float:
    return statistics.median(one / other for one, other in zip(these, those, strict=True))


def median_us(seconds: Sequence[float], each: int = 1) -> float:
    return statistics.median(seconds) / each * 1e6


def p95(figures: Sequence[float]) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * 0.95))]
