"""Whether the time of an answer tells what is hidden: `python tests/bench/hidden_times.py [rounds] [game ...]`.

Two worlds differ only in cards that a spectator never learns. Each stands in several houses, for where things lie in
memory makes a difference of its own; all are asked the same in turns, in an order that is drawn each round, once with
what a house keeps of a session and once without. Compared are the medians of the houses, by processor time: `t` is
Welch's, and beyond 3.4 by chance in one case of a hundred.
"""

import random
import sys
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, median, variance
from typing import Final

from flask import Flask

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from paired_worlds import pairs, world
from players import GAMES
from worlds import NAME, World, copied

from events.facts import ALL
from webui import create_app
from webui.access.view import EXTENSION

HOUSES: Final = 5
ROUNDS: Final = 40
ASKED: Final = (
    "/", "/s/{0}/{1}", "/s/{0}/{1}.svg", "/s/{0}/{1}.txt", "/s/{0}/steps/1.json", "/s/{0}/audit", "/s/{0}/dice",
    "/s/{0}/log.jsonl", "/s/{0}/kit", "/s/{0}/feed.atom",
)  # fmt: skip


def house(of: World) -> Flask:
    """A house of its own in which a world stands."""
    return create_app(copied(of.session).store, GAMES)


def spent_ns(app: Flask, path: str, *, keeps: bool) -> int:
    """The processor time of one answer."""
    if not keeps:
        app.extensions[EXTENSION].timelines._kept.clear()
    client = app.test_client()
    start = time.thread_time_ns()
    client.get(path, buffered=True)
    return time.thread_time_ns() - start


def compared(houses: Sequence[Flask], path: str, rounds: int, *, keeps: bool) -> tuple[float, float]:
    """The median of all in milliseconds, and Welch's t of the first half of the houses against the second."""
    found: list[list[int]] = [[] for _ in houses]
    for number in range(rounds + 1):
        for at in random.sample(range(len(houses)), len(houses)):
            spent = spent_ns(houses[at], path, keeps=keeps)
            if number:  # the first round makes what is made once
                found[at].append(spent)
    medians = [median(times) / 1e6 for times in found]
    one, other = medians[:HOUSES], medians[HOUSES:]
    spread = sqrt((variance(one) + variance(other)) / HOUSES)
    return median(medians), (fmean(one) - fmean(other)) / spread if spread else 0.0


def main(arguments: Sequence[str]) -> None:
    """Compare every address in every game, or in those that are named."""
    rounds = next((int(one) for one in arguments if one.isdigit()), ROUNDS)
    for slug in [one for one in arguments if not one.isdigit()] or sorted(GAMES):
        first = world(slug, 2, 1)
        houses = [house(of) for of in (first, pairs(slug, 2, ALL, 1)[-1][2]) for _ in range(HOUSES)]
        for asked in ASKED:
            path = asked.format(NAME, first.session.head.seq)
            for keeps in (True, False):
                middle, t = compared(houses, path, rounds, keeps=keeps)
                mark = " !" if abs(t) > 3.4 else ""
                sys.stdout.write(
                    f"{slug:7} {'kept' if keeps else 'anew'} {middle:8.2f} ms  t {t:5.1f}{mark}  {asked}\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
