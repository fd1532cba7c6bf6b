"""The web server (waitress) behind `cloisterbell serve`."""

import gc
import logging
from collections.abc import Callable
from itertools import count
from typing import Any, Final, Protocol

from flask import Flask
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # waitress ships no types
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]  # as above

from webui.access.request_log import log_to_stderr

_THREADS: Final = 6
CONNECTIONS: Final = 400
"""So many at a time; below what a process may have open where nobody raised it, with the files of long bodies."""
_IN_MEMORY: Final = 65_536
"""Bytes of a body that are held in memory while it comes in; what is longer waits in a file."""
_HEADER_BYTES: Final = 16_384
_BODY_BYTES: Final = 12 * 1_048_576
"""As much as an archive with its form may have; the app holds every other request to far less."""


class Server(Protocol):
    """The part of a waitress server that is used here."""

    def run(self) -> None:
        """Serve until interrupted."""

    def close(self) -> None:
        """Let go of the address."""


class _Connection(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    """A connection that keeps nobody else out, however slowly its other end sends or takes.

    Where no further one is to be had, the one that has said nothing whole for longest is closed for it. A request that
    is being answered is left alone. What came behind a request, before its answer, is answered by closing: else whoever
    asks on and reads nothing would keep a thread waiting for ever.
    """

    _turns = count()

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002  # waitress names it so
        self.turn = next(self._turns)
        """When it last sent a whole request, else when it was opened; a number, for clocks go back."""
        super().__init__(server, sock, addr, adj, map)
        if len(map) >= adj.connection_limit:
            self._close_slowest()

    def _close_slowest(self) -> None:
        others = [each for each in self.server.active_channels.values() if each is not self and not each.requests]
        if others:
            min(others, key=lambda each: each.turn).handle_close()

    def service(self) -> None:
        """Answer the first request, and no other that came with it."""
        self.turn = next(self._turns)  # before its other end can know of it
        with self.requests_lock:  # until all that came with it is taken apart
            if len(self.requests) > 1:
                self.requests[0].headers["CONNECTION"] = "close"
        super().service()


def listen(app: Callable[..., Any], host: str, port: int, connections: int = CONNECTIONS) -> tuple[Server, int]:
    """A server bound to its address and not yet running, and its port; port 0 takes a free one.

    Raises:
        OSError: the address is not to be had.
    """
    sockets: dict[int, Any] = {}
    server = create_server(
        app, map=sockets, host=host, port=port, threads=_THREADS, ident=None, max_request_header_size=_HEADER_BYTES,
        max_request_body_size=_BODY_BYTES, clear_untrusted_proxy_headers=True, connection_limit=connections,
        inbuf_overflow=_IN_MEMORY, asyncore_use_poll=True,
    )  # fmt: skip
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = _Connection
    listening = getattr(server, "effective_listen", [(host, getattr(server, "effective_port", port))])
    return server, int(listening[0][1])


def tune_collector() -> None:
    """Make the garbage collector run more rarely: positions live long, are many, and hold no cycles."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class _AppSlot:
    """A WSGI app to bind the address with before the pages are made: none are made where it is not to be had."""

    app: Flask

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Hand a request on."""
        return self.app(environ, start_response)


def serve(
    make: Callable[[], Flask], host: str, port: int, begun: Callable[[int], None], log: str = "none"
) -> None:  # fmt: skip
    """Serve the pages that `make` makes, until interrupted; `begun` is told the port when all is ready.

    `log` is how requests are written to stderr, if at all: none, text or json.

    Raises:
        OSError: the address is not to be had; no pages were made.
    """
    log_to_stderr(log)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a busy moment is nobody's concern
    awaited = _AppSlot()
    server, bound = listen(awaited, host, port)
    try:
        awaited.app = make()
        tune_collector()
        begun(bound)
        server.run()
    finally:
        server.close()
