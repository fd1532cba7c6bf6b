"""Fake sources: small HTTP servers with a thread of posts, one class for each kind, and the faults of real servers.

A server answers from its `posts`, which a test writes, edits and deletes. `faults` are for the next requests, in order;
None answers one request without a fault.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

import msgspec

HOST: Final = "127.0.0.1"
HUGE: Final = 10_000_000


class Request(NamedTuple):
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = {}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 20  # headers and body in one packet
    server: "_Server"

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def log_message(self, *_: object) -> None:
        pass

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, parts.path, parse_qs(parts.query), headers, body)
        fake = self.server.fake
        with fake.lock:
            fake.requests.append(request)
            fault = fake.faults.popleft() if fake.faults else None
        (fault or answered)(self, fake, request)

    def send(self, answer: Answer, length: int | None = None) -> None:
        """Send an answer; a `length` that is not that of the body makes it a cut or an endless one."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body) if length is None else length))
        self.end_headers()
        if answer.status != 304:
            self.wfile.write(answer.body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    fake: "FakeServer"

    def handle_error(self, *_: object) -> None:
        """Print nothing if a client has gone."""


Fault = Callable[[_Handler, "FakeServer", Request], None]


class FakeServer:
    """A server on this machine. `respond` answers a request that has no fault."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: deque[Fault | None] = deque()
        self.lock = threading.RLock()
        self.stopped = threading.Event()
        self._server = _Server((HOST, 0), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.005,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._server.server_address[1]}"

    def respond(self, _request: Request) -> Answer:
        return Answer(b"{}")


def answered(handler: _Handler, fake: FakeServer, request: Request) -> None:
    with fake.lock:
        answer = fake.respond(request)
    handler.send(answer)


def status(code: int, **headers: str) -> Fault:
    """Answer with a status and headers; `_` in their names is `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _fake, _request: handler.send(Answer(b"<p>No.</p>", code, named))


def redirect(to: str) -> Fault:
    return status(302, Location=to)


def body(content: bytes, **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _fake, _request: handler.send(Answer(content, 200, named))


def hang(handler: _Handler, fake: FakeServer, _request: Request) -> None:
    """Answer nothing until the server stops."""
    fake.stopped.wait()
    handler.close_connection = True


def drip(handler: _Handler, fake: FakeServer, _request: Request) -> None:
    """Send the beginning of an answer and nothing else until the server stops."""
    handler.send(Answer(b"{"), 1000)
    handler.wfile.flush()
    fake.stopped.wait()
    handler.close_connection = True


def cut(handler: _Handler, fake: FakeServer, request: Request) -> None:
    """Answer with the first half of a body."""
    whole = fake.respond(request).body
    handler.send(Answer(whole[: len(whole) // 2]), len(whole))
    handler.close_connection = True


def huge(handler: _Handler, _fake: FakeServer, _request: Request) -> None:
    """Answer with 10 MB of HTML."""
    handler.send(Answer(b"<p>x</p>" * (HUGE // 8)))


def endless(handler: _Handler, _fake: FakeServer, _request: Request) -> None:
    """Answer with 10 MB of HTML without saying its length."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    part = b"<p>x</p>" * 8192
    for _ in range(HUGE // len(part)):
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
    handler.wfile.write(b"0\r\n\r\n")


def lost(handler: _Handler, fake: FakeServer, request: Request) -> None:
    """Carry out the request, and close the connection without an answer."""
    with fake.lock:
        fake.respond(request)
    handler.close_connection = True


def answer_json(value: Any, **headers: str) -> Answer:
    return Answer(msgspec.json.encode(value), 200, {"Content-Type": "application/json", **headers})
