"""Rounds in which the server of the logs is killed amid commits and started again, while the house stays open."""

import random
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from at_once import at_once
from house_writes import LONGEST, begun, check_log, check_no_orphans, file_again, filed, next_post, require
from killed_rounds import Fault, Rounds
from postgres_server import Cluster

from events.errors import ConflictError, StorageError
from events.store.accounts import SEAT
from projections.shelf import shelf
from replay.live.session import Session

WAYS: Final[dict[str, Callable[[Cluster], None]]] = {
    "the server, killed": Cluster.kill,
    "the server, stopped at once": Cluster.stop,
}
_WRITERS: Final = 4
_SPAN_S: Final = 0.3
_BUSY_MS: Final = 10_000


class Sender:
    """Somebody who posts into one session until the server is away, and what they were told."""

    def __init__(self, store: Any, chance: random.Random) -> None:
        self.store, self.chance, self.session = store, chance, begun(store, chance).row.session
        self.heads: list[tuple[int, str]] = []
        self.unanswered: list[tuple[str, str, int, str]] = []
        self.wrong = ""
        self.is_over = False

    def send(self) -> None:
        try:
            while not self.is_over:
                session = Session.load(self.store, shelf(), self.session)
                if not session.status.awaited or session.head.seq > LONGEST:
                    self.is_over = True
                    return
                sent = next_post(session, self.chance)
                self.unanswered = [sent]
                done = filed(self.store, self.session, *sent)
                require(done.is_done, f"{sent} is refused: {done.stopped or done.paste.trouble or done.paste.lines}")
                self.heads.append((done.seq, done.head))
                self.unanswered = []
        except StorageError:
            return
        except BaseException:  # noqa: BLE001  # it is told to whoever asks
            self.wrong = traceback.format_exc(limit=-8)

    def check(self) -> int:
        """Hold the log to what was told, and send again what was not answered; how many of those stood already."""
        check_log(self.store, self.session, self.heads)
        stood = 0
        for sent in self.unanswered:
            stood += file_again(self.store, self.session, sent)
            head = self.store.head(self.session)
            self.heads.append((head.seq, head.hex))
        self.unanswered = []
        return stood


class Beside:
    """Somebody who begins sessions and hands out links until the server is away."""

    def __init__(self, store: Any, chance: random.Random) -> None:
        self.store, self.chance = store, chance
        self.sessions: list[tuple[str, int, str]] = []
        self.tokens: list[str] = []
        self.wrong = ""

    def send(self) -> None:
        try:
            with closing(self.store.open_accounts()) as accounts:
                while True:
                    session = begun(self.store, self.chance)
                    self.sessions.append((session.row.session, session.head.seq, session.head.hex))
                    self.tokens.append(accounts.issue(session.row.session, SEAT, 1, seat="rose")[1])
        except (StorageError, ConflictError):
            return
        except BaseException:  # noqa: BLE001  # as above
            self.wrong = traceback.format_exc(limit=-8)

    def check(self) -> None:
        check_no_orphans(self.store)
        with closing(self.store.open_accounts()) as accounts:
            for token in self.tokens:
                require(accounts.by_token(token), "a link is lost")
        for name, seq, digest in self.sessions:
            check_log(self.store, name, [(seq, digest)])
            self.store.remove(name)
        self.sessions, self.tokens = [], []


def run_cluster_rounds(
    cluster: Cluster, folder: Path, rounds: int, seed: int, *, until: float = float("inf")
) -> Rounds:
    """So many rounds on a cluster of their own; `amid` counts those in which somebody heard no answer."""
    from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # only where there is a server
    from events.store.postgres.store import PostgresStore  # noqa: PLC0415  # as above

    chance, start = random.Random(seed), time.monotonic()
    done, amid, faults = dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0), list[Fault]()
    with closing(PostgresStore(PostgresDatabase(cluster.url, busy_ms=_BUSY_MS), folder / "beside")) as store:
        senders = [Sender(store, random.Random(seed * 100 + at)) for at in range(_WRITERS)]
        for number in range(rounds):
            if time.monotonic() > until:
                break
            way = chance.choice(list(WAYS))
            try:
                amid[way] += _round(cluster, store, senders, WAYS[way], chance)
            except Exception:  # noqa: BLE001  # whatever it is, it is found
                faults.append(Fault(way, seed, number, traceback.format_exc(limit=-8)))
            done[way] += 1
            senders = [
                Sender(store, random.Random(chance.getrandbits(32))) if one.is_over or one.wrong else one
                for one in senders
            ]  # fmt: skip
    return Rounds(done, amid, faults, time.monotonic() - start)


def _round(
    cluster: Cluster, store: Any, senders: list[Sender], end: Callable[[Cluster], None], chance: random.Random
) -> bool:  # fmt: skip
    beside = Beside(store, random.Random(chance.getrandbits(32)))
    busy: list[Sender | Beside] = [*senders, beside]

    def end_it() -> None:
        threading.Event().wait(chance.uniform(0.02, _SPAN_S))
        end(cluster)

    at_once(*(one.send for one in busy), meanwhile=end_it)
    cluster.start()
    for one in busy:
        require(not one.wrong, one.wrong)
    unheard = any(sender.unanswered for sender in senders)
    for sender in senders:
        sender.check()
    beside.check()
    return unheard
