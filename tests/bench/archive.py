"""An archive of many sessions audited at once: `python tests/bench/archive.py FOLDER [--sessions N] [--lines N]`.

Distinct sessions of random legal play, all games in turn, are written to FOLDER as exports, once; a later run goes on
where an earlier one was cut off. Then the command `audit` reads them all on every core with nothing kept, beside the
floor of hashing every line once; and once more, killed on the way and resumed, which has to give the same report.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from measure import Row, print_rows, started, tower

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from projections.terms import Written
from replay.exchange.bundle import export_lines
from replay.live.session import Session
from replay.live.submission import Request, submit

_COMMAND: Final = (sys.executable, "-c", "from webui.cli import main; main()", "audit")


def make(folder: Path, lines: int, number: int) -> None:
    """Write the session of a number, played until it has so many lines or is over; one that is there stays."""
    path = folder / f"{number:05}.jsonl"
    if path.exists():
        return
    chance = random.Random(number)
    slug = list(shelf())[number % len(shelf())]
    fewest, most = shelf()[slug].meta.seats[:2]
    session = Session.create(
        MemoryStore(),
        shelf(),
        started(slug, chance.randint(max(2, fewest), most)),
        tower=tower(),
        session=f"a{number:08}",
    )
    while session.status.outcome is None and session.table.seq < lines:
        seat = session.status.awaited[0]
        moves = list(session.game.rules.legal(session.view(seat).position, seat))
        submit(session, seat, [Request(Written(chance.choice(moves)))])
    part = path.with_suffix(".part")
    part.write_text("".join(f"{line}\n" for line in export_lines(session.store, shelf(), session.row.session, TABLE)))
    part.rename(path)


def hashed(path: Path) -> int:
    """Hash every line of a file: the floor; the number of lines."""
    return sum(len(sha256(line).digest()) > 0 for line in path.read_bytes().splitlines())


def audit(folder: Path, keep: Path, seconds: float | None = None) -> dict[str, Any] | None:
    """The report of the command, None where it was killed after so many seconds."""
    asked = [*_COMMAND, str(folder), "--keep", str(keep), "--json"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        try:
            said = run.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            run.kill()
            return None
    found: dict[str, Any] = json.loads(said)
    return found


def rows(folder: Path, work: Path) -> Iterator[Row]:
    """The figures: whole, and cut off and resumed."""
    files = sorted(folder.glob("*.jsonl"))
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        start = time.perf_counter()
        total = sum(pool.map(hashed, files, chunksize=50))
        floor = time.perf_counter() - start
    start = time.perf_counter()
    whole = audit(folder, work / "whole.jsonl")
    took = time.perf_counter() - start
    assert whole is not None
    counts = whole["counts"]
    yield Row(
        "all", f"audit of {len(files)} sessions, {total} lines, {cores} cores", f"{total / took / 1e3:.1f} k lines/s",
        f"{floor:.1f} s", f"{took / floor:.0f} x", f"{took:.0f} s; 120 s (40)",
    )  # fmt: skip
    cut = work / "cut.jsonl"
    start = time.perf_counter()
    assert audit(folder, cut, took / 2) is None
    kept = cut.read_bytes().count(b"\n")
    resumed = audit(folder, cut)
    again = time.perf_counter() - start
    same = resumed == whole
    yield Row(
        "all", f"killed after {kept} sessions, resumed", f"{again:.0f} s", f"{took:.0f} s", f"{again / took:.2f} x",
        f"{'the same report' if same else 'ANOTHER REPORT'}; findings {counts or 'none'}",
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/bench/archive.py", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the exports stand, or are to be written")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=600)
    parser.add_argument("--make", action="store_true", help="write the exports, and measure nothing")
    asked = parser.parse_args()
    exports, work = asked.folder / "exports", asked.folder / "work"
    exports.mkdir(parents=True, exist_ok=True)
    work.mkdir(exist_ok=True)
    for old in work.iterdir():
        old.unlink()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in [pool.submit(make, exports, asked.lines, number) for number in range(asked.sessions)]:
            part.result()
    if not asked.make:
        print_rows(list(rows(exports, work)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
