"""Servers that are posted to by several at once and killed, one alone and two on one database."""

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from at_once import at_once
from crowd import NO_ANSWER, Client, Player, Table, Tally
from flask import Flask
from house_writes import LONGEST, House, Said, Write, begun, check_log, require

from events.conduct import Posted
from events.store.accounts import SEAT
from events.store.opening import open_house
from events.store.protocol import HouseStore
from projections.shelf import shelf
from replay.live.session import Session
from webui import create_app
from webui.serve import listen

_SENDERS: Final = 3


class _Sender(Player):
    """Posts to one session of which others may post to as many servers; keeps what was and was not answered."""

    def __init__(self, table: Table, seed: int, servers: int) -> None:
        super().__init__(table, seed)
        self.servers, self.heads, self.wrong = servers, list[tuple[int, str]](), list[str]()
        self.unanswered: list[tuple[str, dict[str, Any]]] = []

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        key = f"{self.chance.getrandbits(64):x}{time.monotonic_ns():x}"
        post = {"text": move["line"], "seat": seat, "after": seq, "key": key}
        self.unanswered = [(seat, post)]
        answer = client.send("post", f"{self.api}/posts", self.table.tokens[seat], post)
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
    """A server to which three people post at once."""

    name = "a server that is posted to"
    span_s = 0.25
    servers = 1

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.tables: dict[str, Table] = {}

    def prepare(self, store: HouseStore) -> None:
        with contextlib.closing(store.open_accounts()) as accounts:
            while len(self.tables) < _SENDERS:
                session = begun(store, self.chance)
                name = session.row.session
                links = {seat: accounts.issue(name, SEAT, 1, seat=seat)[1] for seat in session.started.seats}
                self.tables[name] = Table(name, session.started.game, links)

    def killed(self, chance: random.Random) -> list[list[Any]]:
        """Serve, post from threads, and kill a server amid of it; what the senders were told is kept."""
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
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            try:
                store = open_house(self.house.place)
                app = create_app(store, shelf(), store.open_accounts())
                server, port = listen(app, "127.0.0.1", 0)
                os.write(writing, f"{port}\n".encode())
                server.run()
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as told:
            return process, int(told.readline())

    def check(self, store: HouseStore, said: Said) -> None:  # noqa: ARG002  # the senders keep their answers
        with contextlib.closing(store.open_accounts()) as accounts:
            app = create_app(store, shelf(), accounts)
            for sent in self.sent:
                check_log(store, sent.table.session, sent.heads)
                for seat, post in sent.unanswered:
                    self._send_again(app, sent.table, seat, post)
                    check_log(store, sent.table.session, sent.heads)
            for name in list(self.tables):
                session = Session.load(store, shelf(), name)
                keys = Counter(entry.fact.key for entry in session.table.entries if isinstance(entry.fact, Posted))
                twice = [key for key, count in keys.items() if key and count > 1]
                require(not twice, f"{name}: filed twice: {twice}")
                if session.head.seq > LONGEST or not session.status.awaited:
                    del self.tables[name]

    def _send_again(self, app: Flask, table: Table, seat: str, post: dict[str, Any]) -> None:
        """What was not answered: sent again it is filed once, or told to have been crossed by others."""
        client, path = app.test_client(), f"/api/v1/sessions/{table.session}/posts"
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        again = client.post(path, json=post, headers=headers)
        if again.status_code == HTTPStatus.CONFLICT and self.servers > 1:  # somebody at the other server moved first
            return
        require(
            again.status_code == HTTPStatus.OK, f"{table.session}: sent again: {again.status_code} {again.text[:300]}"
        )
        once_more = client.post(path, json=post, headers=headers)
        same = again.json and once_more.json and again.json["digest"] == once_more.json["digest"]
        require(same, f"{table.session}: filed twice: {post}")


class TwoServers(OneServer):
    """Two servers on one database: two people post to each session, one at either server."""

    name = "two servers on one database"
    servers = 2


SERVERS: Final[tuple[type[Write], ...]] = (OneServer, TwoServers)
