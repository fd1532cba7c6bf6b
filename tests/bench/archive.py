"""Audit of many sessions at once: `python tests/bench/archive.py FOLDER [--sessions N] [--lines N]`.

Writes distinct sessions of random legal play, of all games in turn, to FOLDER as exports. Existing exports are reused.
Then `audit` reads all of them on every core, compared with the floor of hashing every line once. Another run is killed
half-way and resumed, and must give the same report. The processor time shows what a run would take on cores without
other work.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from measure import Row, longest, play_to, started, tower
from report import add_forms, tell

from events.events import OMNISCIENT
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.session.session import Session
from replay.transfer.bundle import export_lines

T = TypeVar("T")
_COMMAND: Final = (sys.executable, "-c", "from webui.cli import main; main()", "audit")


def make(folder: Path, lines: int, number: int) -> None:
    """Write session `number`, played until it has this many entries, unless its file exists.

    A session that ends earlier is replaced by one with another seed and the maximum number of seats. After the last try
    the longest one is used.
    """
    path = folder / f"{number:05}.jsonl"
    if path.exists():
        return
    found = longest(partial(_played, lines, number), lines)
    part = path.with_suffix(".part")
    part.write_text(
        "".join(f"{line}\n" for line in export_lines(found.store, registry(), found.row.session, OMNISCIENT))
    )
    part.rename(path)


def _played(lines: int, number: int, again: int) -> Session:
    chance = random.Random(f"{number} {again}")
    slug = list(registry())[number % len(registry())]
    fewest, most = registry()[slug].meta.seats[:2]
    asked = started(slug, most if again else chance.randint(max(2, fewest), most))
    session = Session.create(MemoryStore(), registry(), asked, tower=tower(), session=f"a{number:08}")
    return play_to(session, chance, lines)


def hashed(path: Path) -> int:
    return sum(len(sha256(line).digest()) > 0 for line in path.read_bytes().splitlines()) - 1


def play(path: Path) -> bytes:
    """Return a hash of the moves of a session, without data that differs between sessions of the same play."""
    bodies = [json.loads(line).get("body", "") for line in path.read_text("utf-8").splitlines()]
    return sha256(
        "\n".join(body for body in bodies if '"sealed"' not in body and '"key"' not in body).encode()
    ).digest()


class Took(NamedTuple):
    wall: float
    processor: float


def timed_wholly(call: Callable[[], T]) -> tuple[T, Took]:
    wall, before = time.perf_counter(), _processor()
    return call(), Took(time.perf_counter() - wall, _processor() - before)


def _processor() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def of_all(read: Callable[[Path], T], files: Sequence[Path]) -> list[T]:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(read, files, chunksize=50))


def audit(folder: Path, keep: Path, kept: int = 0) -> dict[str, Any] | None:
    """Return the report of the command, or None if it was killed after `kept` audits were saved."""
    asked = [*_COMMAND, str(folder), "--keep", str(keep), "--json"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        while kept:
            if keep.exists() and keep.read_bytes().count(b"\n") >= kept:
                run.kill()
                run.communicate()  # its worker processes have ended too
                return None
            time.sleep(0.5)
        output = run.communicate()[0]
    found: dict[str, Any] = json.loads(output)
    return found


def rows(folder: Path, work: Path) -> Iterator[Row]:
    files, cores = sorted(folder.glob("*.jsonl")), os.cpu_count() or 1
    assert len(set(of_all(play, files))) == len(files), "two sessions are the same"
    lengths, floor = timed_wholly(lambda: of_all(hashed, files))
    total, least = sum(lengths), min(lengths)
    whole, took = timed_wholly(lambda: audit(folder, work / "whole.jsonl"))
    assert whole is not None
    assert (whole["sessions"], whole["lines"], whole["troubles"]) == (len(files), total, {})
    share = 10_000 * 600 / total
    yield Row(
        "all", f"audit of {len(files)} distinct sessions, {total} lines ({least} at least), {cores} cores",
        took.wall, "s", floor.wall, "s hashing every line once", took.wall / floor.wall,
        note=f"{total / took.wall / 1e3:.1f} k lines/s",
    )  # fmt: skip
    yield Row(
        "all", "  its processor time", took.processor, "s", floor.processor, "s hashing",
        took.processor / floor.processor, note=f"{total / took.processor / 1e3:.1f} k lines/s a core",
    )  # fmt: skip
    yield Row(
        "all", "10,000 sessions of 600 lines at this pace", took.wall * share, "s", kind="archive",
        note=f"{took.processor * share / cores:.0f} s where no other work is done",
    )  # fmt: skip
    cut = work / "cut.jsonl"
    cut_off = audit(folder, cut, len(files) // 2)
    kept = cut.read_bytes().count(b"\n")
    resumed, then = timed_wholly(lambda: audit(folder, cut))
    assert cut_off is None
    yield Row(
        "all", f"killed with {kept} audits kept; the rest, resumed", then.processor, "s of processors",
        took.processor, "s", then.processor / took.processor,
        note=f"{'the same report' if resumed == whole else 'ANOTHER REPORT'}; findings: {whole['counts'] or 'none'}",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench/archive.py", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the exports stand, or are to be written")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=600)
    parser.add_argument("--make", action="store_true", help="write the exports, and measure nothing")
    add_forms(parser)
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
        tell(list(rows(exports, work)), asked)


if __name__ == "__main__":
    main()
