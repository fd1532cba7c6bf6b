"""A process is killed during appends: acknowledged groups are stored, and no partial ones."""

import random
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from logs import GROUP, NO_LINE, SESSION, chained, started, told
from long_runs import some_short

from events.entry import Head
from events.store.rows import SessionRow
from events.store.sqlite import SqliteStore

SESSIONS = (SESSION, "second", "third")


@pytest.mark.parametrize("rounds", some_short([4, 100], lambda rounds: rounds == 4))
@pytest.mark.parametrize("sessions", [SESSIONS[:1], SESSIONS], ids=["one writer", "three writers"])
def test_killed_process_leaves_whole_groups(tmp_path: Path, sessions: tuple[str, ...], rounds: int) -> None:
    chance = random.Random(len(sessions))
    path = tmp_path / "bell.db"
    with closing(SqliteStore(path)) as store:
        for session in sessions:
            store.create(SessionRow(session, "keys", 1))
    heads = dict.fromkeys(sessions, NO_LINE)
    for left in reversed(range(rounds)):
        told_heads = append_and_kill(path, sessions, chance, every=not left)
        with closing(SqliteStore(path)) as store:
            heads = {session: whole_tail(store, session, heads[session], told_heads.get(session)) for session in heads}
    assert sum(head.seq for head in heads.values()) > rounds
    with closing(SqliteStore(path)) as store:
        for session, head in heads.items():
            assert whole_tail(store, session, NO_LINE, head) == head


def append_and_kill(path: Path, sessions: tuple[str, ...], chance: random.Random, *, every: bool) -> dict[str, Head]:
    """Let a process append, and kill it after some acknowledgements, at any moment; the last head told, by session.

    On a busy machine one writer may get no turn for many rounds: `every` waits until each has acknowledged a group.
    """
    process = started("groups", path, *sessions)
    lines = [told(process).readline() for _ in range(chance.randrange(1, 12))]
    while every and {line.split()[0] for line in lines} < set(sessions):
        lines.append(told(process).readline())
    until = time.perf_counter() + chance.uniform(0, 0.004)  # longer than the write of a group
    while time.perf_counter() < until:
        pass
    process.kill()
    rest = told(process).read()  # what was read ahead, too
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    words = [line.split() for line in lines + rest.splitlines(keepends=True) if line.endswith("\n")]
    return {session: Head(int(seq), bytes.fromhex(hexed)) for session, seq, hexed in words}


def whole_tail(store: SqliteStore, session: str, verified: Head, acknowledged: Head | None) -> Head:
    """Check the entries after a verified head; return the new head."""
    lines = store.lines(session, verified.seq)
    assert lines == chained(verified, len(lines), session)
    if acknowledged is not None:
        assert verified.seq < acknowledged.seq <= verified.seq + len(lines)
        assert lines[acknowledged.seq - verified.seq - 1].digest == acknowledged.digest
    ends = group_ends(verified.seq, verified.seq + len(lines))
    assert [seq for seq in store.fingerprints(session) if seq > verified.seq] == ends
    assert [secret.seq for secret in store.secrets(session, verified.seq)] == [line.seq for line in lines]
    head = store.head(session)
    answer = store.submission(session, "black", "key")
    assert (int(answer.answer) if answer else 0) == head.seq == verified.seq + len(lines)
    return head


def group_ends(seq: int, last: int) -> list[int]:
    ends = []
    while seq < last:
        seq += GROUP[seq % len(GROUP)]
        ends.append(seq)
    assert seq == last
    return ends
