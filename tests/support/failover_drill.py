"""A drill: a house on a server with a standby is served, the server dies, the standby takes over, and nothing is lost.

The house names both servers in one address and asks for the one that takes writes, so it finds the other by itself:
nothing of it is started anew.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from crowd import Answered, Client, Player, Table, Tally
from house_writes import begun, check_log
from places import ROOT
from postgres_cluster import Cluster, cluster

from events.store.accounts import SEAT
from events.store.opening import BESIDE, open_house
from replay.live.key_change import make_key

_SERVING: Final = re.compile(r"http://\S+?:([0-9]+)/")
_WORKERS: Final = 2
_TRIES: Final = 400
_AWAY: Final = 503


class Drill(msgspec.Struct, frozen=True):
    """What became of a drill: lines told before and after, posts that were refused meanwhile, and what was lost."""

    before: int
    after: int
    refused: int
    lost: list[str]
    troubles: list[str]

    @property
    def is_sound(self) -> bool:
        return not self.lost and not self.troubles and self.after > self.before > 0


class _Poster(Player):
    """A player who sends a post that was not answered once more, under its key, until it is."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table, seed)
        self.refused = 0

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        sent = {"text": move["line"], "seat": seat, "after": seq, "key": f"{self.chance.getrandbits(96):x}"}
        answer = Answered(_AWAY, {}, b"")
        for _ in range(_TRIES):
            answer = client.ask(
                "post", f"/api/v1/sessions/{self.table.session}/posts", json.dumps(sent).encode(),
                {**self._bearer(seat), "Content-Type": "application/json"},
            )  # fmt: skip
            if answer.status == 200:
                client.tally.stands(self.table.session, answer.data["seq"], answer.data["digest"])
                return
            self.refused += 1
        client.tally.trouble(f"{self.table.session}: it is not taken any more: {answer.status}")


def drill(folder: Path, sessions: int = 4, moves: int = 12) -> Drill:
    """Play, kill the server amid the play, promote the standby, play on, and hold the log to what was told."""
    os.environ[BESIDE] = str(folder / "beside")
    with cluster() as first:
        second = first.standby(first.folder.with_name("second"))
        place = f"postgresql://postgres@127.0.0.1:{first.port},127.0.0.1:{second.port}/postgres"
        place += "?target_session_attrs=read-write"
        tables = _filled(place, sessions)
        tally = Tally()
        with _served(place) as address:
            posters = [_Poster(table, at) for at, table in enumerate(tables)]
            _play(posters, address, tally, moves, lambda: None)
            before = sum(map(len, tally.told.values()))
            _play(posters, address, tally, moves, lambda: _fail_over(first, second))
            _play(posters, address, tally, moves, lambda: None)
        after = sum(map(len, tally.told.values()))
        lost = _lost(place, tally)
    troubles = [each for each in tally.troubles if f": {_AWAY} " not in each]
    return Drill(before, after, sum(one.refused for one in posters), lost, troubles)


def _fail_over(first: Cluster, second: Cluster) -> None:
    """The server dies, and the standby takes over without waiting for a standby of its own."""
    first.kill()
    second.promote()


def _filled(place: str, sessions: int) -> list[Table]:
    import random  # noqa: PLC0415  # here alone

    tables = []
    with closing(open_house(place)) as store, closing(store.open_accounts()) as accounts:
        make_key(store)
        for at in range(sessions):
            session = begun(store, random.Random(at))
            name = session.row.session
            links = {seat: accounts.issue(name, SEAT, 1, seat=seat)[1] for seat in session.started.seats}
            tables.append(Table(name, session.game.meta.slug, links))
    return tables


@contextmanager
def _served(place: str) -> Iterator[str]:
    words = [sys.executable, "-c", "from webui.cli import main; main()", "--db", place, "serve", "--club"]
    process = subprocess.Popen(
        [*words, "--port", "0", "--workers", str(_WORKERS)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        found = _SERVING.search(process.stdout.readline())
        assert found is not None, "the server did not begin"
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def _play(posters: Sequence[_Poster], address: str, tally: Tally, moves: int, meanwhile: Any) -> None:
    under_way = threading.Barrier(len(posters) + 1)

    def play(one: _Poster) -> None:
        client = Client(address, tally)
        one.step(client)
        under_way.wait()
        for _ in range(moves):
            if not one.step(client):
                break
        client.close()

    threads = [threading.Thread(target=play, args=(one,)) for one in posters]
    for thread in threads:
        thread.start()
    under_way.wait()
    meanwhile()
    for thread in threads:
        thread.join()


def _lost(place: str, tally: Tally) -> list[str]:
    lost = []
    with closing(open_house(place)) as store:
        for session, told in tally.told.items():
            found = {line.seq: line.digest.hex() for line in store.lines(session)}
            lost += [
                f"{session}: line {seq}" for seq, digest in told.items() if not found.get(seq, "").startswith(digest)
            ]
            check_log(store, session, [])
    return lost
