"""A failover, played: `python tests/faults/failover.py`.

Makes a server and a standby that every commit waits for, serves a house from two processes, kills the server amid
posts, lets the standby take over, and looks whether every line that was acknowledged stands there. `docs/failover.md`
tells what it does by hand. The exit status is 1 where something was lost.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from killed_cluster import drill
from postgres_server import why_not


def main() -> int:
    if reason := why_not():
        print(reason)  # noqa: T201  # it prints what it finds
        return 2
    with tempfile.TemporaryDirectory() as folder:
        done = drill(Path(folder))
    print(f"{done.before} lines were told before, {done.after} in the end; {done.refused} posts were sent again")  # noqa: T201  # as above
    print(f"{len(done.lost)} lines are lost, {len(done.troubles)} errors")  # noqa: T201  # as above
    for each in (*done.lost, *done.troubles[:20]):
        print(f"  {each}")  # noqa: T201  # as above
    return 0 if done.is_sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
