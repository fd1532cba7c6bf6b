"""Speed, judged side by side in one run: `python tests/bench [--quick] [--busy] [game ...]`.

Every figure stands beside a floor that was taken in the same run (a raw append, a bare decode, an empty view), because
absolute figures drift with the machine and ratios do not. Nothing here is asserted; budgets are printed beside figures.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import appending
import auditing
import opening
import pasting
import serving
import starting
import telling
from measure import CLOCK, Row, print_rows, sessions

from projections.shelf import shelf


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter runs: figures are coarser")
    parser.add_argument("--busy", action="store_true", help="count processor time, where others use the machine too")
    parser.add_argument("games", nargs="*", metavar="game", help="games of the shelf; all of them where none is named")
    asked = parser.parse_args()
    if asked.busy:
        CLOCK[0] = time.process_time
    with tempfile.TemporaryDirectory() as folder:
        samples = {slug: sessions(Path(folder), slug, quick=asked.quick) for slug in asked.games or shelf()}
        rows: list[Row] = []
        for part in (appending, opening, auditing, serving, pasting, telling):
            for short, long in samples.values():
                rows += part.rows(Path(folder), short, long, quick=asked.quick)
        rows += [appending.writers(Path(folder), quick=asked.quick), *starting.rows(quick=asked.quick)]
        print_rows(rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
