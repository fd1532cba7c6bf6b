"""A drill: a server with a standby is killed while posts arrive, the standby takes over, and no entry is lost."""

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from at_once import at_once
from crowd import Client, Player, Table, Tally
from house_writes import check_log
from load_run import filled, lost_lines, served
from places import ROOT
from postgres_server import Cluster, cluster

from events.store.opening import BESIDE, open_house

_TRIES: Final = 400
_AWAY: Final = 503


class Drill(msgspec.Struct, frozen=True):
    """Entries acknowledged before the failover and in the end, posts refused meanwhile, lost entries, and errors."""

    before: int
    after: int
    refused: int
    lost: list[str]
    troubles: list[str]

    @property
    def is_sound(self) -> bool:
        return not self.lost and not self.troubles and self.after > self.before > 0


class _Poster(Player):
    """A player who sends a post again, under its key, until it is answered."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table, seed)
        self.refused = 0

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        sent = {"text": move["line"], "seat": seat, "after": seq, "key": f"{self.chance.getrandbits(96):x}"}
        for _ in range(_TRIES):
            answer = client.send("post", f"{self.api}/posts", self.table.tokens[seat], sent)
            if answer.status == 200:
                client.tally.stands(self.table.session, answer.data["seq"], answer.data["digest"])
                return
            self.refused += 1
        client.tally.trouble(f"{self.table.session}: its posts are still refused")


def drill(folder: Path, sessions: int = 4, moves: int = 12) -> Drill:
    """Play, kill the server meanwhile, promote the standby, play on, and compare the log with the answers."""
    os.environ[BESIDE] = str(folder / "beside")
    env, tally = {**os.environ, "PYTHONPATH": str(ROOT)}, Tally()
    with cluster() as first:
        second = first.standby(first.folder.with_name("second"))
        place = f"postgresql://postgres@127.0.0.1:{first.port},127.0.0.1:{second.port}/postgres"
        place += "?target_session_attrs=read-write"
        posters = [_Poster(table, at) for at, table in enumerate(filled(place, sessions)[0])]
        with served(place, env, workers=2) as address:
            _play(posters, address, tally, moves, lambda: None)
            before = sum(map(len, tally.told.values()))
            _play(posters, address, tally, moves, partial(_fail_over, first, second))
            _play(posters, address, tally, moves, lambda: None)
        after = sum(map(len, tally.told.values()))
        _, lost = lost_lines(place, tally)
        with closing(open_house(place)) as store:
            for session in tally.told:
                check_log(store, session, [])
    troubles = [each for each in tally.troubles if f": {_AWAY} " not in each]
    return Drill(before, after, sum(one.refused for one in posters), lost, troubles)


def _fail_over(first: Cluster, second: Cluster) -> None:
    first.kill()
    second.promote()


def _play(
    posters: Sequence[_Poster], address: str, tally: Tally, moves: int, meanwhile: Callable[[], None]
) -> None:  # fmt: skip
    """Let all make so many moves at once; something happens after the first of each."""
    under_way = threading.Barrier(len(posters) + 1)

    def play(one: _Poster) -> None:
        client = Client(address, tally)
        one.step(client)
        under_way.wait()
        for _ in range(moves):
            if not one.step(client):
                break
        client.close()

    def after_the_first() -> None:
        under_way.wait()
        meanwhile()

    at_once(*(partial(play, one) for one in posters), meanwhile=after_the_first)
