"""Speed, judged side by side in one run: `python tests/bench [--quick]`.

Every figure stands beside a floor that was taken in the same run (a raw append, a bare decode, an empty view), because
absolute figures drift with the machine and ratios do not. Nothing here is asserted; budgets are printed beside figures.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import appending, auditing, opening, serving
from bench.measure import Row, print_rows, sessions


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter runs: figures are coarser")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        short, long = sessions(Path(folder), quick=asked.quick)
        rows: list[Row] = []
        for part in (appending, opening, auditing, serving):
            rows += part.rows(Path(folder), short, long, quick=asked.quick)
        print_rows(rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
