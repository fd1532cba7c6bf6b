"""The server before people who send slowly, read nothing, or stay: others are answered all the same."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from webui.serve import listen

FEW = 12
"""So many connections the server of these tests takes."""
GIVEN_UP_S = 60
"""A test that would wait for ever fails instead."""
ASKING = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
WHOLE = b"x" * 4_000_000


def answering(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """A page of a few bytes, or one that no socket holds at once."""
    body = WHOLE if environ["PATH_INFO"] == "/whole" else b"here"
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def port() -> Iterator[int]:
    server, bound = listen(answering, "127.0.0.1", 0, FEW)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield bound
    server.close()
    thread.join(GIVEN_UP_S)
    assert not thread.is_alive()


@contextmanager
def opened(port: int, *sent: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as open_still:
        yield [_opened(open_still, port, each) for each in sent]


def _opened(open_still: ExitStack, port: int, sent: bytes) -> socket.socket:
    made = socket.socket()
    open_still.enter_context(made)
    made.settimeout(GIVEN_UP_S)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that what is not read is not sent either
    made.connect(("127.0.0.1", port))
    made.sendall(sent)
    return made


def told(connection: socket.socket) -> bytes:
    found = b""
    while not found.endswith(b"here"):
        more = connection.recv(65_536)
        if not more:
            break
        found += more
    return found


def answer(port: int) -> bytes:
    with opened(port, ASKING) as (asking,):
        return told(asking)


@pytest.mark.parametrize("beginning", [
    b"", b"GET / HTTP/1.1\r\nHost: a\r\nX", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\nb", ASKING,
], ids=["nothing", "half a head", "half a body", "a request, and stays"])  # fmt: skip
def test_open_connections_do_not_block_new_ones(port: int, beginning: bytes) -> None:
    with opened(port, *[beginning] * (3 * FEW)):
        assert answer(port).endswith(b"here")


def test_who_has_said_nothing_for_longest_goes_first(port: int) -> None:
    with opened(port, ASKING, b"") as (known, silent):
        assert told(known).endswith(b"here")
        known.sendall(ASKING)
        assert told(known).endswith(b"here")
        with opened(
            port, *[b""] * (FEW - 4)
        ):  # one place is the listening socket's, one the server's own: one too many
            known.sendall(ASKING)
            assert told(known).endswith(b"here")
            assert told(silent) == b""


def test_who_asks_on_and_reads_nothing_holds_no_thread(port: int) -> None:
    asked = ASKING.replace(b"/", b"/whole", 1) * 50
    with opened(port, *[asked] * (FEW - 2)):
        for _ in range(FEW):
            assert answer(port).endswith(b"here")


def test_the_first_of_several_at_once_is_answered_and_the_rest_asked_again(port: int) -> None:
    with opened(port, ASKING * 3) as (asking,):
        found = told(asking)
        assert told(asking) == b""
    assert (found.count(b"HTTP/1.1 200 OK"), b"Connection: close" in found) == (1, True)
