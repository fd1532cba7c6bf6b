"""Rounds in which a writing process or server is killed, and the database is opened again and checked.

A round forks this process, which has everything imported and nothing open, so it takes about ten milliseconds. SIGKILL
comes at a random moment, in one of twelve rounds before the database is open.
"""

import contextlib
import json
import os
import random
import select
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import msgspec
from at_once import Say, at_once, forked, heard
from crowd import NO_ANSWER, Client, Player, Table, Tally, post_of
from flask import Flask
from store_writes import KINDS, LONGEST, Database, Said, Write, begun, check_log, require

from events.session_events import Posted
from events.store.accounts import SEAT
from events.store.opening import STATE_DIR, is_server, open_store
from events.store.protocol import DatabaseStore
from projections.registry import registry
from replay.session.session import Session
from webui import create_app
from webui.serve import listen

_EARLY: Final = 12
_SEEN: Final = 25
_LONGEST_S: Final = 60
_WEIGHTS: Final[Mapping[str, int]] = {
    "a post": 24, "a correction": 12, "a founding or a removal": 18, "an erasure": 9, "an import": 9,
    "a signature": 9, "links, settings, desks, marks": 7, "a backup": 4, "a migration": 5, "a move": 3,
    "a server that is posted to": 1, "two servers on one database": 1,
}  # fmt: skip


class Fault(msgspec.Struct, frozen=True):
    kind: str
    seed: int
    round: int
    what: str


class Rounds(msgspec.Struct, frozen=True):
    """The number of rounds of each kind, and in how many the process was killed during a write."""

    rounds: dict[str, int]
    amid: dict[str, int]
    faults: list[Fault]
    seconds: float

    def with_more(self, other: "Rounds") -> "Rounds":
        return Rounds(
            dict(Counter(self.rounds) + Counter(other.rounds)), dict(Counter(self.amid) + Counter(other.amid)),
            [*self.faults, *other.faults], max(self.seconds, other.seconds),
        )  # fmt: skip


def kinds_for(place: str) -> list[type[Write]]:
    return [kind for kind in (*KINDS, *SERVERS) if not (kind.for_files_alone and is_server(place))]


def run_rounds(
    place: str, folder: Path, rounds: int, seed: int, *, spare: str = "", until: float = float("inf"),
    only: Sequence[str] = (), kinds: Mapping[str, Callable[[Database], Write]] | None = None,
) -> Rounds:  # fmt: skip
    """Run up to `rounds` rounds of random kinds, while the monotonic clock is before `until`."""
    os.environ[STATE_DIR] = str(folder / "beside")
    chance, start = random.Random(seed), time.monotonic()
    database = Database(place, folder, chance, spare)
    kinds = kinds or {kind.name: kind for kind in kinds_for(place) if not only or kind.name in only}
    writes = {name: kind(database) for name, kind in kinds.items()}
    done, amid, faults = Counter[str](), Counter[str](), list[Fault]()
    for number in range(rounds):
        if time.monotonic() > until or len(faults) >= _SEEN:
            break
        name = chance.choices(list(writes), [_WEIGHTS.get(each, 1) for each in writes])[0]
        try:
            amid[name] += _round(writes[name], chance)
        except Exception:  # noqa: BLE001  # every failure is a finding
            faults.append(Fault(name, seed, number, traceback.format_exc(limit=-6)))
            writes[name] = kinds[name](database)
        done[name] += 1
    return Rounds(dict(done), dict(amid), faults, time.monotonic() - start)


def _round(write: Write, chance: random.Random) -> bool:
    write.before()
    reports = write.killed(chance) if hasattr(write, "killed") else killed(write.run, chance, write.span_s)
    if wrong := [rest for what, *rest in reports if what == "wrong"]:
        raise AssertionError(f"the process itself: {wrong[0][0]}")
    write.after(reports)
    return not reports or reports[-1][0] != "over"


def killed(write: Callable[[Say], None], chance: random.Random, span_s: float) -> list[list[Any]]:
    early, process, reading = chance.randrange(_EARLY) == 0, *forked(write)
    try:
        if not early:
            select.select([reading], [], [], _LONGEST_S)
        threading.Event().wait(chance.uniform(0, span_s))
    finally:
        os.kill(process, signal.SIGKILL)
    return heard(process, reading)


_SENDERS: Final = 3


class _Sender(Player):
    """Posts to one session that other senders may post to on other servers, and records the answers."""

    def __init__(self, table: Table, seed: int, servers: int) -> None:
        super().__init__(table, seed)
        self.servers, self.heads, self.wrong = servers, list[tuple[int, str]](), list[str]()
        self.unanswered: list[tuple[str, dict[str, Any]]] = []

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        post = post_of(move, seat, seq)
        self.unanswered = [(seat, post)]
        answer = self.post(client, seat, post)
        if answer.status == NO_ANSWER:
            return
        self.unanswered, told = [], answer.data if answer.status == HTTPStatus.OK else {}
        if told:
            self.heads.append((told["seq"], told["digest"]))
        is_crossed = answer.status == HTTPStatus.CONFLICT or told.get("missed")
        is_well = told.get("done") or answer.status == HTTPStatus.TOO_MANY_REQUESTS
        if not (is_well or (is_crossed and self.servers > 1)):
            self.wrong.append(f"{answer.status} {post} {answer.text[:400]}")


class OneServer(Write):
    name = "a server that is posted to"
    span_s = 0.25
    servers = 1

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.tables: dict[str, Table] = {}

    def prepare(self, store: DatabaseStore) -> None:
        with contextlib.closing(store.open_accounts()) as accounts:
            while len(self.tables) < _SENDERS:
                session = begun(store, self.chance)
                name = session.row.session
                links = {seat: accounts.issue(name, SEAT, 1, seat=seat)[1] for seat in session.started.seats}
                self.tables[name] = Table(name, session.started.game, links)

    def killed(self, chance: random.Random) -> list[list[Any]]:
        """Serve, post from threads, kill the servers meanwhile, and record the answers."""
        tables = [table for table in self.tables.values() for _ in range(self.servers)]
        self.sent = [_Sender(table, at, self.servers) for at, table in enumerate(tables)]
        started, stop = [self._started() for _ in range(self.servers)], threading.Event()

        def send(at: int) -> None:
            one, client = self.sent[at], Client(f"http://127.0.0.1:{started[at % len(started)][1]}", Tally())
            while not (stop.is_set() or one.wrong) and one.step(client):
                pass
            client.close()

        def kill() -> None:
            stop.wait(chance.uniform(0, self.span_s))
            for process, _ in started:
                os.kill(process, signal.SIGKILL)
                stop.wait(chance.uniform(0, self.span_s) if self.servers > 1 else 0)
            stop.set()
            for process, _ in started:
                os.waitpid(process, 0)

        at_once(*(partial(send, at) for at in range(len(tables))), meanwhile=kill)
        wrong = [each for sent in self.sent for each in sent.wrong]
        return [["wrong", wrong[0]]] if wrong else [["try"] if any(sent.unanswered for sent in self.sent) else ["over"]]

    def _started(self) -> tuple[int, int]:
        def serve(say: Say) -> None:
            store = open_store(self.database.place)
            server, port = listen(create_app(store, registry(), store.open_accounts()), "127.0.0.1", 0)
            say(port)
            server.run()

        process, reading = forked(serve)
        with os.fdopen(reading) as told:
            return process, int(json.loads(told.readline())[0])

    def check(self, store: DatabaseStore, reports: Said) -> None:  # noqa: ARG002  # the senders have the answers
        with contextlib.closing(store.open_accounts()) as accounts:
            app = create_app(store, registry(), accounts)
            for sent in self.sent:
                check_log(store, sent.table.session, sent.heads)
                for seat, post in sent.unanswered:
                    self._send_again(app, sent.table, seat, post)
                    check_log(store, sent.table.session, sent.heads)
            for name in list(self.tables):
                session = Session.load(store, registry(), name)
                keys = Counter(entry.event.key for entry in session.table.entries if isinstance(entry.event, Posted))
                twice = [key for key, count in keys.items() if key and count > 1]
                require(not twice, f"{name}: filed twice: {twice}")
                if session.head.seq > LONGEST or not session.status.awaited:
                    del self.tables[name]

    def _send_again(self, app: Flask, table: Table, seat: str, post: dict[str, Any]) -> None:
        """Send an unanswered post again. It must be recorded once, or refused because others moved first."""
        client, path = app.test_client(), f"/api/v1/sessions/{table.session}/posts"
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        again = client.post(path, json=post, headers=headers)
        if again.status_code == HTTPStatus.CONFLICT and self.servers > 1:  # a seat at the other server moved first
            return
        require(
            again.status_code == HTTPStatus.OK, f"{table.session}: sent again: {again.status_code} {again.text[:300]}"
        )
        once_more = client.post(path, json=post, headers=headers)
        same = again.json and once_more.json and again.json["digest"] == once_more.json["digest"]
        require(same, f"{table.session}: filed twice: {post}")


class TwoServers(OneServer):
    """Two servers on one database: two senders post to each session, one on each server."""

    name = "two servers on one database"
    servers = 2


SERVERS: Final[tuple[type[Write], ...]] = (OneServer, TwoServers)
