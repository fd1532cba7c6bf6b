"""Benchmarks: `python tests/bench [--quick] [--busy] [--peers] [--growth] [game ...]`.

Every figure is compared with a floor from the same run: a raw append, a bare decode, an empty view. Absolute figures
vary with the machine and ratios do not. Nothing is asserted; each figure has its budget and verdict in the
table. `--peers` adds libraries that do a part of the same work. `--growth` measures instead how cost grows with
entries, sessions, readers and writers.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import appending
import auditing
import growth
import opening
import pasting
import peers
import serving
import starting
import telling
from measure import CLOCK, Row, sessions
from report import add_forms, completed, tell

from projections.registry import registry


def rows(folder: Path, games: Sequence[str], *, quick: bool, with_peers: bool) -> list[Row]:
    samples = {slug: sessions(folder, slug, quick=quick) for slug in games}
    found: list[Row] = []
    for part in (appending, opening, auditing, serving, pasting, telling):
        for short, long in samples.values():
            found += part.rows(folder, short, long, quick=quick)
    found += [appending.writers(folder, quick=quick), *starting.rows(quick=quick)]
    if with_peers:
        found += peers.rows(folder, [long for _, long in samples.values()], quick=quick)
    return completed(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter runs: figures are coarser")
    parser.add_argument("--busy", action="store_true", help="count processor time, where others use the machine too")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--peers", action="store_true", help="add other libraries, as far as they are installed")
    kinds.add_argument("--growth", action="store_true", help="how cost grows, instead of the budgets")
    parser.add_argument("games", nargs="*", metavar="game", help="games of the shelf; all of them where none is named")
    add_forms(parser)
    asked = parser.parse_args()
    if asked.busy:
        CLOCK[0] = time.process_time
    games = asked.games or ([growth.GAME] if asked.growth else list(registry()))
    with tempfile.TemporaryDirectory() as folder:
        found = (
            growth.rows(Path(folder), games[0], quick=asked.quick)
            if asked.growth
            else rows(Path(folder), games, quick=asked.quick, with_peers=asked.peers)
        )
        tell(found, asked)


if __name__ == "__main__":
    main()
