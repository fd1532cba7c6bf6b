"""A failover drill: `python tests/faults/failover.py`.

Starts a database server and a standby that every commit waits for, and serves the database from two processes. Then it
kills the server during posts, promotes the standby, and checks that every acknowledged entry is in the log.
`docs/howto/failover.md` describes the manual steps. The exit status is 1 if an entry was lost.
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
        print(reason)  # noqa: T201  # the program's output
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
