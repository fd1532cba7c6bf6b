"""Measuring: interleaved rounds, medians, and the sessions everything is measured on."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from events.facts import Started
from events.store.records import TowerRow
from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.live.session import Session
from replay.live.submission import Request, submit

SEATS = ("tenth", "twelfth", "eleventh", "ninth", "eighth", "fourth")
TRIES = 40
"""So many sessions are played for one that is long enough."""


class Row(NamedTuple):
    """One figure: of which game, what, how much, the floor it stands beside, their ratio, and the budget."""

    game: str
    what: str
    figure: str
    floor: str
    ratio: str
    budget: str


class Sample(NamedTuple):
    """A stored session of random legal play."""

    game: str
    store: SqliteStore
    session: str
    lines: int


def tower() -> TowerRow:
    """A tower whose chain is long enough and quick to make."""
    return build(b"\1" * 32, b"\2" * 32, length=4096)


def started(slug: str, seats: int = 0) -> Started:
    """The start of a session, of so many seats or the most that a game takes."""
    game = shelf()[slug]
    return Started(slug, game.meta.rules_number, SEATS[: seats or game.meta.seats[1]])


def play(store: SqliteStore, slug: str, lines: int, seed: int = 1, *, seats: int = 0) -> Sample:
    """Record sessions of random legal play until one has at least so many lines; else the longest of forty is taken."""
    chance = random.Random(seed)
    longest = Sample(slug, store, "", 0)
    for _ in range(TRIES):
        session = Session.create(store, shelf(), started(slug, seats), tower=tower())
        while session.status.outcome is None and session.table.seq < lines:
            seat = session.status.awaited[0]
            moves = list(session.game.rules.legal(session.view(seat).position, seat))
            submit(session, seat, [Request(Written(chance.choice(moves)))])
        longest = max(longest, Sample(slug, store, session.row.session, session.table.seq), key=lambda one: one.lines)
        if longest.lines >= lines:
            break
    return longest


def sessions(folder: Path, slug: str, *, quick: bool) -> tuple[Sample, Sample]:
    """A short session of a game, and one of more than 2,000 lines, or as long as the game lasts."""
    store = SqliteStore(folder / f"sample-{slug}.db")
    return play(store, slug, 200), play(store, slug, 600 if quick else 2000, seed=2)


def interleaved(cases: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Run the cases in turn, round after round; the seconds that each says it took."""
    took: list[list[float]] = [[] for _ in cases]
    for number in range(rounds):
        order = list(enumerate(cases))
        for at, case in order if number % 2 else reversed(order):
            took[at].append(case())
    return took


CLOCK: list[Callable[[], float]] = [time.perf_counter]
"""What seconds are counted by: the clock on the wall, or on a machine that others use too this process's own time."""


def timed(call: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = CLOCK[0]()
    call()
    return CLOCK[0]() - start


def ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """The median of the ratios round by round."""
    return statistics.median(one / other for one, other in zip(these, those, strict=True))


def median_us(seconds: Sequence[float], each: int = 1) -> float:
    """The median in microseconds for one of so many."""
    return statistics.median(seconds) / each * 1e6


def print_rows(rows: Sequence[Row]) -> None:
    """The table of figures."""
    table = Table(title="Cloister Bell, measured side by side")
    for heading in ("game", "what", "figure", "floor in this run", "ratio", "budget (aim)"):
        table.add_column(heading, justify="left" if heading in ("game", "what") else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=150).print(table)
