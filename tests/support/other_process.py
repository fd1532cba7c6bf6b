"""A writer in a process of its own: `python other_process.py race|groups|fork DATABASE ...`."""

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

from logs import GROUP, SESSION, chained

from events.entry import Head, Secret
from events.errors import ConflictError, LogError
from events.events import ALL
from events.store.rows import SessionRow, Submission
from events.store.sqlite import SqliteStore


def race(path: Path, rounds: int) -> None:
    """Open the store, wait for the word, then append after the head seen; print each number won."""
    store = SqliteStore(path)
    with suppress(ConflictError):  # another process may be first
        store.create(SessionRow(SESSION, "keys", 1))
    say("ready")
    sys.stdin.readline()
    for _ in range(rounds):
        after = store.head(SESSION)
        with store.writing(SESSION) as writer:
            won = writer.head == after
            if won:
                writer.append(chained(after, 1))
        if won:
            say(str(after.seq + 1))


def groups(path: Path, sessions: list[str]) -> None:
    """Append groups for ever, one thread a session; print session, number and digest of each that is acknowledged."""
    store = SqliteStore(path)
    threads = [threading.Thread(target=append_groups, args=(store, session)) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def append_groups(store: SqliteStore, session: str) -> None:
    """Every group has lines, secrets, a fingerprint at its end, and an answer that says how far it goes."""
    while True:
        with store.writing(session) as writer:
            before = writer.head
            lines = chained(before, GROUP[before.seq % len(GROUP)], session)
            middle = len(lines) // 2
            writer.append(lines[:middle], secrets_of(before, middle))
            writer.append(lines[middle:], secrets_of(writer.head, len(lines) - middle), (1, lines[-1].digest[:8]))
            writer.answer(Submission("black", "key", "hash", str(writer.head.seq)))
        say(f"{session} {writer.head.seq} {writer.head.hex}")


def fork(path: Path) -> None:
    """Open the store, fork, and let the child print what it is told when it reads."""
    store = SqliteStore(path)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        store.sessions()
    except LogError as error:
        say(str(error))


def secrets_of(head: Head, count: int) -> list[Secret]:
    return [Secret(seq, "text", 0, ALL, "00" * 16, f'"{seq}"') for seq in range(head.seq + 1, head.seq + count + 1)]


def say(text: str) -> None:
    """Print a whole line at once, also where other threads print and the process is killed meanwhile."""
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    if what == "race":
        race(Path(where), int(rest[0]))
    elif what == "groups":
        groups(Path(where), rest)
    else:
        fork(Path(where))
