"""Several worker processes (gunicorn) for `cloisterbell serve --workers`, with a database on a server.

Each process opens the database itself, because connections do not survive a fork. A process that starts while the
database is unavailable answers 503 until it is back. It needs a reverse proxy that buffers slow requests.
"""

import logging
import socket
import threading
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]  # gunicorn ships no types
from gunicorn.config import Chdir  # type: ignore[import-untyped]  # as above
from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # as above

from events.errors import BellError
from webui.access.metrics import Figures
from webui.access.request_log import log_to_stderr
from webui.collector import tune_collector

_THREADS: Final = 8
_GRACE_S: Final = 30
_HEADER_BYTES: Final = 8_190
_WAITING: Final = 2_048  # maximum number of connections that wait to be accepted. The system rejects further ones.
_AGAIN_S: Final = 1.0
_LOG: Final = logging.getLogger("webui")
_NO_REQUEST: Final = "Invalid request from"


class OpenedLater:
    """The WSGI app of one process. It answers 503 until it can open the database, which it tries every second."""

    def __init__(self, make: Callable[[], Flask], make_closed: Callable[[], Flask], again_s: float = _AGAIN_S) -> None:
        self._make, self._again_s = make, again_s
        self._app: Flask
        if fault := self._try():
            self._app = make_closed()
            is_known = isinstance(fault, BellError | OSError)
            why = str(fault) if is_known else "an internal error"
            told = "the database cannot be opened, trying again every second: %s"
            _LOG.warning(told, why, exc_info=None if is_known else fault)
            threading.Thread(target=self._keep_trying, name="opening", daemon=True).start()

    def __call__(self, environ: Any, start_response: Any) -> Any:  # noqa: D102  # WSGI
        return self._app(environ, start_response)

    def _try(self) -> Exception | None:
        try:
            self._app = self._make()
        except Exception as error:  # noqa: BLE001  # a worker that fails to start would stop all others
            return error
        tune_collector()
        return None

    def _keep_trying(self) -> None:
        pause = threading.Event()
        while self._try():
            pause.wait(self._again_s)
        _LOG.warning("the database is open")


class _Club(BaseApplication):  # type: ignore[misc]  # as above
    """The gunicorn application: its settings, and the app of each process."""

    def __init__(self, make: Callable[[], OpenedLater], settings: dict[str, Any]) -> None:
        self._make, self._settings = make, settings
        super().__init__()

    def load_default_config(self) -> None:
        Chdir.default = "/"  # gunicorn checks that the folder exists, but does not change to it
        super().load_default_config()

    def load_config(self) -> None:
        for name, value in self._settings.items():  # configuration files and the environment are ignored
            self.cfg.set(name, value)

    def load(self) -> OpenedLater:
        return self._make()


def _logger_of(log: str) -> type[Any]:
    class _Log(Logger):  # type: ignore[misc]  # as above
        def setup(self, cfg: Any) -> None:
            """Log in the format of the other loggers."""
            super().setup(cfg)
            log_to_stderr(log)

        def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
            """Skip warnings about malformed requests: they would log the request and the client's address."""
            if not msg.startswith(_NO_REQUEST):
                super().warning(msg, *args, **kwargs)

    return _Log


def free_row(taken: Iterable[int]) -> int:
    """Return the first metrics row that no living process uses."""
    held = set(taken)
    return next(row for row in count() if row not in held)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 selects a free port."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_WAITING)
    except BaseException:
        made.close()
        raise
    return made


Maker = Callable[[Figures], Flask]


def serve_with_workers(
    make: Maker, make_closed: Maker, listening: socket.socket, workers: int, begun: Callable[[int], None], log: str
) -> None:
    """Serve from `workers` processes until interrupted; `begun` is called with the port before they start.

    `make` gets the shared metrics. A process that replaces another continues in its row. `make_closed` makes the app
    that answers until `make` succeeds. The socket is closed.
    """
    logging.getLogger("gunicorn.error").setLevel(logging.WARNING)
    figures = Figures(2 * workers)  # old and new processes overlap while workers are replaced

    def choose_row(arbiter: Any, worker: Any) -> None:
        worker.row = free_row(each.row for each in arbiter.WORKERS.values())

    _Club(
        lambda: OpenedLater(lambda: make(figures), lambda: make_closed(figures)),
        {
            "bind": f"fd://{listening.detach()}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": _THREADS,
            "graceful_timeout": _GRACE_S,
            "limit_request_line": _HEADER_BYTES,
            "limit_request_field_size": _HEADER_BYTES,
            "control_socket_disable": True,
            "forwarded_allow_ips": "",  # a proxy may pass on forged headers for scheme and path
            "forwarder_headers": "",
            "loglevel": "warning",
            "logger_class": _logger_of(log),
            "pre_fork": choose_row,
            "post_fork": lambda _arbiter, worker: figures.take(worker.row),
            "child_exit": lambda _arbiter, worker: figures.leave(worker.row),
            "when_ready": lambda arbiter: begun(int(arbiter.LISTENERS[0].sock.getsockname()[1])),
        },
    ).run()
