"""Fault rounds: `python tests/faults [--rounds 1000] [--minutes 10] [--db postgresql://...] [--jobs 2]`; `--cluster`.

Each round kills a process during one kind of write, opens the database again and checks it. Acknowledged data must be
there. Other data must be there completely or not at all. A post that is sent again must be recorded once, and the log
must accept new entries. The exit status is 1 if a check failed.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import msgspec
from killed_rounds import Rounds, run_rounds
from postgres_server import cluster, new_database

_SHOWN = 10


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000, help="so many rounds")
    parser.add_argument("--minutes", type=float, default=60, help="no round begins after so long")
    parser.add_argument("--db", default="", help="a server on which this role may make databases; else a file")
    parser.add_argument("--cluster", action="store_true", help="kill the server instead, that of a cluster of its own")
    parser.add_argument("--only", action="append", default=[], metavar="KIND", help="this kind of write alone")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes that share the rounds, each with a file of its own"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    asked = parser.parse_args()
    found = _shared(asked) if asked.jobs > 1 and not asked.cluster else _own(asked)
    if asked.json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        tell(found)
    return 1 if found.faults else 0


def _own(asked: argparse.Namespace) -> Rounds:
    until = time.monotonic() + asked.minutes * 60
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if asked.cluster:
            from killed_cluster import run_cluster_rounds  # noqa: PLC0415  # for a server only

            made = stack.enter_context(cluster())
            return run_cluster_rounds(made, folder, asked.rounds, asked.seed, until=until)
        place, spare = str(folder / "bell.db"), ""
        if asked.db:
            place, spare = new_database(asked.db), new_database(asked.db)
        return run_rounds(place, folder, asked.rounds, asked.seed, spare=spare, until=until, only=asked.only)


def _shared(asked: argparse.Namespace) -> Rounds:
    words = [sys.executable, str(Path(__file__).parent), "--json", "--minutes", str(asked.minutes)]
    words += ["--db", asked.db] if asked.db else []
    words += [word for kind in asked.only for word in ("--only", kind)]
    shares = (
        [*words, "--rounds", str(asked.rounds // asked.jobs), "--seed", str(asked.seed * 1_000 + at)]
        for at in range(asked.jobs)
    )
    started = [subprocess.Popen(share, stdout=subprocess.PIPE) for share in shares]
    found = Rounds({}, {}, [], 0)
    for process in started:
        told, _ = process.communicate()
        found = found.with_more(msgspec.json.decode(told, type=Rounds))
    return found


def tell(found: Rounds) -> None:
    width = max(map(len, found.rounds), default=1)
    print(f"{'':{width}}  {'rounds':>7} {'amid a write':>13} {'faults':>7}")  # noqa: T201  # the program's output
    for kind, rounds in found.rounds.items():
        faults = sum(fault.kind == kind for fault in found.faults)
        print(f"{kind:{width}}  {rounds:7} {found.amid.get(kind, 0):13} {faults:7}")  # noqa: T201  # as above
    print(f"{'all':{width}}  {sum(found.rounds.values()):7} {sum(found.amid.values()):13} {len(found.faults):7}")  # noqa: T201  # as above
    print(f"in {found.seconds:.0f} s")  # noqa: T201  # as above
    for fault in found.faults[:_SHOWN]:
        print(f"\n{fault.kind}, round {fault.round} of seed {fault.seed}:\n{fault.what}")  # noqa: T201  # as above


if __name__ == "__main__":
    raise SystemExit(main())
