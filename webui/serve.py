"""The web server (waitress) behind `cloisterbell serve`."""

import gc
import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]  # waitress ships no types

_THREADS: Final = 6
_HEADER_BYTES: Final = 16_384
_BODY_BYTES: Final = 1_048_576


class Server(Protocol):
    """The part of a waitress server that is used here."""

    def run(self) -> None:
        """Serve until interrupted."""

    def close(self) -> None:
        """Let go of the address."""


def listen(app: Callable[..., Any], host: str, port: int) -> tuple[Server, int]:
    """A server bound to its address and not yet running, and its port; port 0 takes a free one.

    Raises:
        OSError: the address is not to be had.
    """
    server = create_server(
        app, host=host, port=port, threads=_THREADS, ident=None, max_request_header_size=_HEADER_BYTES,
        max_request_body_size=_BODY_BYTES, clear_untrusted_proxy_headers=True,
    )  # fmt: skip
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


def serve(make: Callable[[], Flask], host: str, port: int, begun: Callable[[int], None]) -> None:
    """Serve the pages that `make` makes, until interrupted; `begun` is told the port when all is ready.

    Raises:
        OSError: the address is not to be had; no pages were made.
    """
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
