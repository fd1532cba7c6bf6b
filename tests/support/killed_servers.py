"""Servers that are posted to by several at once and killed, one alone and two on one database."""

import contextlib
import http.client
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

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
_GIVEN_UP_S: Final = 30


class _Sent:
    """What one sender sent, and what it was told."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.heads: list[tuple[int, str]] = []
        self.unanswered: list[tuple[str, dict[str, Any]]] = []
        self.wrong: list[str] = []


class OneServer(Write):
    """A server to which three people post at once."""

    name = "a server that is posted to"
    span_s = 0.25
    servers = 1

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.tokens: dict[str, dict[str, str]] = {}

    def prepare(self, store: HouseStore) -> None:
        with contextlib.closing(store.open_accounts()) as accounts:
            while len(self.tokens) < _SENDERS:
                session = begun(store, self.chance)
                name = session.row.session
                self.tokens[name] = {
                    seat: accounts.issue(name, SEAT, 1, seat=seat)[1] for seat in session.started.seats
                }  # fmt: skip

    def killed(self, chance: random.Random) -> list[list[Any]]:
        """Serve, post from threads, and kill a server amid of it; what the senders were told is kept."""
        self.sent = [_Sent(name) for name in self.tokens for _ in range(self.servers)]
        started = [self._started() for _ in range(self.servers)]
        ports = [port for _, port in started]
        stop = threading.Event()
        threads = [
            threading.Thread(target=self._send, args=(sent, ports[at % len(ports)], random.Random(at), stop))
            for at, sent in enumerate(self.sent)
        ]
        for thread in threads:
            thread.start()
        stop.wait(chance.uniform(0, self.span_s))
        for process, _ in started:
            os.kill(process, signal.SIGKILL)
            stop.wait(chance.uniform(0, self.span_s) if self.servers > 1 else 0)
        stop.set()
        for process, _ in started:
            os.waitpid(process, 0)
        for thread in threads:
            thread.join()
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

    def _send(self, sent: _Sent, port: int, chance: random.Random, stop: threading.Event) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_GIVEN_UP_S)
        try:
            while not stop.is_set():
                seat, post = self._next_post(connection, sent, chance)
                if not post:
                    return
                sent.unanswered = [(seat, post)]
                status, told = _asked(
                    connection, f"/api/v1/sessions/{sent.session}/posts", self.tokens[sent.session][seat], post
                )
                sent.unanswered = []
                if status == HTTPStatus.TOO_MANY_REQUESTS:
                    return
                if status == HTTPStatus.OK:
                    sent.heads.append((told["seq"], told["digest"]))
                is_crossed = status == HTTPStatus.CONFLICT or (status == HTTPStatus.OK and told["missed"])
                if not (status == HTTPStatus.OK and told["done"]) and not (is_crossed and self.servers > 1):
                    sent.wrong.append(f"{status} {post} {str(told)[:400]}")
                    return
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    def _next_post(
        self, connection: http.client.HTTPConnection, sent: _Sent, chance: random.Random
    ) -> tuple[str, dict[str, Any]]:
        tokens = self.tokens[sent.session]
        anybody = next(iter(tokens.values()))
        _, info = _asked(connection, f"/api/v1/sessions/{sent.session}", anybody)
        awaited = (info.get("status") or {}).get("awaited") or ()
        if not awaited:
            return "", {}
        seat = awaited[0]
        _, offered = _asked(connection, f"/api/v1/sessions/{sent.session}/moves?seat={seat}", tokens[seat])
        lines = [move["line"] for move in offered["moves"] if move["line"]]
        if not lines:
            return "", {}
        key = f"{chance.getrandbits(64):x}{time.monotonic_ns():x}"
        return seat, {"text": chance.choice(lines), "seat": seat, "after": offered["seq"], "key": key}

    def check(self, store: HouseStore, said: Said) -> None:  # noqa: ARG002  # the senders keep their answers
        with contextlib.closing(store.open_accounts()) as accounts:
            app = create_app(store, shelf(), accounts)
            for sent in self.sent:
                check_log(store, sent.session, sent.heads)
                for seat, post in sent.unanswered:
                    self._send_again(app, sent.session, seat, post)
                    check_log(store, sent.session, sent.heads)
            for name in list(self.tokens):
                session = Session.load(store, shelf(), name)
                twice = _filed_twice(session)
                require(not twice, f"{name}: filed twice: {twice}")
                if session.head.seq > LONGEST or not session.status.awaited:
                    del self.tokens[name]

    def _send_again(self, app: Flask, session: str, seat: str, post: dict[str, Any]) -> None:
        """What was not answered: sent again it is filed once, or told to have been crossed by others."""
        client, path = app.test_client(), f"/api/v1/sessions/{session}/posts"
        headers = {"Authorization": f"Bearer {self.tokens[session][seat]}"}
        again = client.post(path, json=post, headers=headers)
        if again.status_code == HTTPStatus.CONFLICT and self.servers > 1:  # somebody at the other server moved first
            return
        require(again.status_code == HTTPStatus.OK, f"{session}: sent again: {again.status_code} {again.text[:300]}")
        once_more = client.post(path, json=post, headers=headers)
        same = again.json and once_more.json and again.json["digest"] == once_more.json["digest"]
        require(same, f"{session}: filed twice: {post}")


class TwoServers(OneServer):
    """Two servers on one database: two people post to each session, one at either server."""

    name = "two servers on one database"
    servers = 2


def _asked(
    connection: http.client.HTTPConnection, path: str, token: str, body: dict[str, Any] | None = None
) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    sent = None if body is None else json.dumps(body).encode()
    connection.request("GET" if body is None else "POST", path, sent, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def _filed_twice(session: Session) -> list[str]:
    found = Counter(entry.fact.key for entry in session.table.entries if isinstance(entry.fact, Posted))
    return [key for key, count in found.items() if key and count > 1]


SERVERS: Final[tuple[type[Write], ...]] = (OneServer, TwoServers)
