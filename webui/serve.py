"""The web server (waitress) of `cloisterbell serve`."""

import logging
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from flask import Flask
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # waitress ships no types
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]  # as above

from webui.access.request_log import log_to_stderr
from webui.collector import tune_collector

_THREADS: Final = 6
CONNECTIONS: Final = 400
"""Maximum number of open connections. It stays below the usual limit of open files, counting files for long bodies."""
_IN_MEMORY: Final = 65_536  # bytes of a request body that are kept in memory; longer bodies go to a file
_HEADER_BYTES: Final = 16_384
_BODY_BYTES: Final = 12 * 1_048_576
"""Maximum size of a body: the file of a thread import with its form. The app limits all other requests further."""


class _Connection(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    """A connection that cannot block others, however slowly its client sends or reads.

    If the limit is reached, the connection without a complete request for longest is closed, never one with a request
    in progress. A connection with pipelined requests closes after the first answer: otherwise a client that never reads
    could block a thread forever.
    """

    _turns = count()

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002  # waitress's name
        self.turn = next(self._turns)
        """The serial number of the last complete request or the opening; not a time, because clocks can go back."""
        super().__init__(server, sock, addr, adj, map)
        if len(map) >= adj.connection_limit:
            others = [each for each in server.active_channels.values() if each is not self and not each.requests]
            if others:
                min(others, key=lambda each: each.turn).handle_close()

    def service(self) -> None:
        self.turn = next(self._turns)  # before the client can see an answer
        with self.requests_lock:  # until everything received is parsed
            if len(self.requests) > 1:  # only the first one is answered
                self.requests[0].headers["CONNECTION"] = "close"
        super().service()


def listen(app: Callable[..., Any], host: str, port: int, connections: int = CONNECTIONS) -> tuple[Any, int]:
    """Return a bound waitress server that is not running yet, and its port. Port 0 selects a free port."""
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


def serve(make: Callable[[], Flask], host: str, port: int, begun: Callable[[int], None], log: str = "none") -> None:
    """Serve the app from `make` until interrupted; `begun` is called with the port when it is ready.

    `log` is the format of the request log on stderr: none, text or json.
    """
    log_to_stderr(log)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # waitress warns at every short queue
    apps = list[Flask]()  # the port is bound before the app is built

    def answer(*request: Any) -> Any:
        return apps[0](*request)

    server, bound = listen(answer, host, port)
    try:
        apps.append(make())
        tune_collector()
        begun(bound)
        server.run()
    finally:
        server.close()
