"""A load test: `python tests/load [--sessions 200] [--viewers 200] [--seconds 60] [--db PLACE] [--workers 4]`.

A separate process runs a group server. Simulated players play all supported games over HTTP, through the API and the
forms of the pages. Some post by mail and import threads, and viewers step through positions and open pages. Afterwards
the entries that users were shown are compared with the log, and every session is audited. The result is a table. The
exit status is 1 if an error occurred or an entry was lost.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import msgspec
from crowd import Asked, Result, run_under_load

_SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/load", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200, help="so many sessions are played at once")
    parser.add_argument("--viewers", type=int, default=200, help="so many people look on")
    parser.add_argument("--seconds", type=float, default=60, help="so long they come")
    parser.add_argument("--pause", type=float, default=5, help="seconds that each rests between what it does")
    parser.add_argument("--in-flight", type=int, default=48, help="so many requests at most wait for an answer at once")
    parser.add_argument("--db", default="", help="an empty database on a server, or a file; else a file for this run")
    parser.add_argument("--workers", type=int, default=1, help="processes that serve, for a database on a server")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = asked.db or str(Path(folder) / "load.db")
        done = run_under_load(
            Asked(
                place, Path(folder) / "beside", asked.sessions, asked.viewers, asked.seconds, asked.workers,
                asked.in_flight, asked.pause,
            )
        )  # fmt: skip
    if asked.json:
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
    else:
        tell(done)
    return 0 if done.is_sound else 1


def tell(done: Result) -> None:
    width = max(len(kind.what) for kind in done.kinds)
    print(f"{'':{width}}  {'count':>7} {'p50 ms':>8} {'p99 ms':>8} {'most ms':>8} {'by design':>10} {'errors':>7}")  # noqa: T201  # the program's output
    for kind in done.kinds:
        times = f"{kind.p50_ms:8.1f} {kind.p99_ms:8.1f} {kind.most_ms:8.1f}"
        print(f"{kind.what:{width}}  {kind.count:7} {times} {kind.by_design:10} {kind.errors:7}")  # noqa: T201  # as above
    count = sum(kind.count for kind in done.kinds)
    print(f"{count} requests in {done.seconds:.0f} s, {count / done.seconds:.0f} a second")  # noqa: T201  # as above
    for what, many in sorted(done.counts.items()):
        print(f"{many:>9}  {what}")  # noqa: T201  # as above
    print(f"{done.lines:>9}  lines in the log; {done.held} were told to somebody, {len(done.lost)} of them are lost")  # noqa: T201  # as above
    print(f"{done.audited:>9}  sessions audited, {done.violations} with a violation")  # noqa: T201  # as above
    print(f"{len(done.troubles):>9}  errors")  # noqa: T201  # as above
    for trouble in (*done.lost[:_SHOWN], *done.troubles[:_SHOWN]):
        print(f"  {trouble}")  # noqa: T201  # as above


if __name__ == "__main__":
    raise SystemExit(main())
