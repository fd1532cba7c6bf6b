"""Check whether response times reveal hidden cards: `python tests/bench/hidden_times.py [rounds] [read] [game ...]`.

Two worlds differ only in cards that a spectator never learns. Each is served by several apps, because the layout of
memory affects times too. In each round all apps get the same requests in random order, with and without the app's
cached timelines. The medians of the apps are compared by processor time. `t` is Welch's t; by chance it exceeds 3.4 in
one case of a hundred.

Pages are requested by a spectator. Posts are read, but not recorded, for a moderator who writes for every seat and for
a seat that writes for itself. Moves that are legal in only one of the two worlds come first.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.client import OK
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean, median, variance
from typing import Final, NamedTuple

from flask import Flask

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from players import GAMES
from worlds import NAME, World, copied, pairs, pool_of, probes, world

from events.events import ALL
from events.store.accounts import MODERATOR, SEAT, Accounts
from projections.move_choices import line_of
from replay.chance.clock import now_ms
from webui import create_app
from webui.access.timeline_cache import TimelineCache
from webui.access.view import EXTENSION

HOUSES: Final = 5
ROUNDS: Final = 40
ASKED: Final = (
    "/", "/s/{0}/{1}", "/s/{0}/{1}.svg", "/s/{0}/{1}.txt", "/s/{0}/steps/1.json", "/s/{0}/audit", "/s/{0}/dice",
    "/s/{0}/export.jsonl", "/s/{0}/summary", "/s/{0}/feed.atom",
)  # fmt: skip
READ: Final = 4


class House(NamedTuple):
    """An app that serves a world, and the token of its user, or "" for a spectator."""

    app: Flask
    token: str = ""


def house(of: World, role: str = "", seat: str = "") -> House:
    """Return an app that serves a world, with a link for the role if there is one."""
    accounts = Accounts.memory()
    app = create_app(copied(of.session).store, GAMES, accounts)
    return House(app, accounts.issue(NAME, role, now_ms(), seat=seat)[1] if role else "")


def look(at: House, path: str) -> int:
    return at.app.test_client().get(path, buffered=True).status_code


def read(at: House, seat: str, line: str) -> int:
    at.app.extensions["cloisterbell-limiter"].storage.reset()
    asked = at.app.test_client().post(
        f"/api/v1/sessions/{NAME}/readings", buffered=True, json={"text": line, "seat": seat},
        headers={"Authorization": f"Bearer {at.token}"},
    )  # fmt: skip
    return asked.status_code


def spent_ns(at: House, ask: Callable[[House], int], *, keeps: bool) -> int:
    if not keeps:
        context = at.app.extensions[EXTENSION]
        context.timelines = TimelineCache(context.store, context.registry)
    start = time.thread_time_ns()
    status = ask(at)
    spent = time.thread_time_ns() - start
    assert status == OK, status
    return spent


def compared(houses: Sequence[House], ask: Callable[[House], int], rounds: int, *, keeps: bool) -> tuple[float, float]:
    """Return the median of all times in milliseconds, and Welch's t of the first half of the apps to the second."""
    found: list[list[int]] = [[] for _ in houses]
    for number in range(rounds + 1):
        for at in random.sample(range(len(houses)), len(houses)):
            spent = spent_ns(houses[at], ask, keeps=keeps)
            if number:  # the first round fills caches
                found[at].append(spent)
    medians = [median(times) / 1e6 for times in found]
    one, other = medians[:HOUSES], medians[HOUSES:]
    spread = sqrt((variance(one) + variance(other)) / HOUSES)
    return median(medians), (fmean(one) - fmean(other)) / spread if spread else 0.0


def posts(first: World, second: World, author: str, viewer: str) -> Iterator[tuple[str, str]]:
    """Yield seats and lines to read: first moves that are legal in only one world, then others."""
    pool = pool_of(first, second, random.Random(1))
    telling = probes(first, second)
    position = first.session.view(viewer).position
    for move in [*telling, *(move for move in pool.moves if move not in telling)]:
        if author in ("", move.player) and (line := line_of(first.session.game, move, position)):
            yield move.player, line


def asked_of(slug: str, *, read_alone: bool) -> Iterator[tuple[str, Sequence[House], Callable[[House], int]]]:
    """Yield each question for two worlds of a game, the apps (half of them for each world), and the asking function."""
    first = world(slug, 2, 1)
    for role, seat, viewer in (("", "", ALL), (MODERATOR, "", ALL), (SEAT, "black", "black"))[read_alone:]:
        second = pairs(slug, 2, viewer, 1)[-1][2]
        houses = [house(of, role, seat) for of in (first, second) for _ in range(HOUSES)]
        for asked in () if role else ASKED:
            yield asked, houses, partial(look, path=asked.format(NAME, first.session.head.seq))
        for mover, line in islice(posts(first, second, seat, viewer) if role else (), READ):
            yield f"{role} {seat} reads {mover}: {line[:40]}", houses, partial(read, seat=mover, line=line)


def main(arguments: Sequence[str]) -> None:
    """Compare all questions in every game or in the named ones; `read` limits this to posts."""
    rounds = next((int(one) for one in arguments if one.isdigit()), ROUNDS)
    named = [one for one in arguments if one in GAMES]
    for slug in named or sorted(GAMES):
        for asked, houses, ask in asked_of(slug, read_alone="read" in arguments):
            for keeps in (True, False):
                middle, t = compared(houses, ask, rounds, keeps=keeps)
                mark = " !" if abs(t) > 3.4 else ""
                sys.stdout.write(
                    f"{slug:7} {'kept' if keeps else 'anew'} {middle:8.2f} ms  t {t:5.1f}{mark}  {asked}\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
