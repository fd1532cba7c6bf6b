"""A process is killed during appends: acknowledged groups are stored, and no partial ones."""

import random
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from at_once import Say, at_once
from killed_rounds import killed
from logs import NO_LINE, SESSION, chained
from long_runs import some_short

from events.entry import Head, Secret
from events.events import ALL
from events.store.rows import SessionRow, Submission
from events.store.sqlite import SqliteStore

SESSIONS = (SESSION, "second", "third")
GROUP = range(2, 6)
"""The number of lines of a group, by the line before it."""


@pytest.mark.parametrize("rounds", some_short([4, 100], lambda rounds: rounds == 4))
@pytest.mark.parametrize("sessions", [SESSIONS[:1], SESSIONS], ids=["one writer", "three writers"])
def test_killed_process_leaves_whole_groups(tmp_path: Path, sessions: tuple[str, ...], rounds: int) -> None:
    chance = random.Random(len(sessions))
    path = tmp_path / "bell.db"
    with closing(SqliteStore(path)) as store:
        for session in sessions:
            store.create(SessionRow(session, "keys", 1))
    heads = dict.fromkeys(sessions, NO_LINE)
    for _ in range(rounds):
        told_heads = append_and_kill(path, sessions, chance)
        with closing(SqliteStore(path)) as store:
            heads = {session: whole_tail(store, session, heads[session], told_heads.get(session)) for session in heads}
    assert sum(head.seq for head in heads.values()) > rounds
    with closing(SqliteStore(path)) as store:
        for session, head in heads.items():
            assert whole_tail(store, session, NO_LINE, head) == head


def append_and_kill(path: Path, sessions: tuple[str, ...], chance: random.Random) -> dict[str, Head]:
    """Let a process append, and kill it at any moment; return the last acknowledged head of each session."""

    def write(say: Say) -> None:
        store = SqliteStore(path)
        at_once(*(partial(append_groups, store, session, say) for session in sessions))

    return {name: Head(seq, bytes.fromhex(hexed)) for name, seq, hexed in killed(write, chance, 0.05)}


def append_groups(store: SqliteStore, session: str, say: Say) -> None:
    """Append groups without end, each with lines, secrets, a fingerprint and an answer that names its end."""
    while True:
        with store.writing(session) as writer:
            before = writer.head
            lines = chained(before, GROUP[before.seq % len(GROUP)], session)
            secrets = [Secret(line.seq, "text", 0, ALL, "00" * 16, f'"{line.seq}"') for line in lines]
            middle = len(lines) // 2
            writer.append(lines[:middle], secrets[:middle])
            writer.append(lines[middle:], secrets[middle:], (1, lines[-1].digest[:8]))
            writer.answer(Submission("black", "key", "hash", str(writer.head.seq)))
        say(session, writer.head.seq, writer.head.hex)


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
