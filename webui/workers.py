"""Several processes (gunicorn) behind `cloisterbell serve --workers`, for a database on a server.

Each opens the house for itself: connections do not survive a fork. One that takes the place of another while the
database is away answers 503 until it is back. It is made to stand behind a proxy, which takes in what comes slowly.
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
from webui.serve import tune_collector

_THREADS: Final = 8
_GRACE_S: Final = 30
_HEADER_BYTES: Final = 8_190
_WAITING: Final = 2_048
"""So many connections wait to be taken; more are turned away by the system."""
_AGAIN_S: Final = 1.0
_LOG: Final = logging.getLogger("webui")
_NO_REQUEST: Final = "Invalid request from"


class OpenedLater:
    """The pages of one process, a WSGI app. While the house cannot be opened those of a closed one stand for them.

    What is wrong is logged once; it is tried anew each second, so that nobody who asks waits for it.
    """

    def __init__(self, make: Callable[[], Flask], make_closed: Callable[[], Flask], again_s: float = _AGAIN_S) -> None:
        self._make, self._again_s = make, again_s
        self._app: Flask
        if fault := self._try():
            self._app = make_closed()
            is_known = isinstance(fault, BellError | OSError)
            why = str(fault) if is_known else "a fault of ours"
            told = "the house cannot be opened, and is tried again each second: %s"
            _LOG.warning(told, why, exc_info=None if is_known else fault)
            threading.Thread(target=self._keep_trying, name="opening", daemon=True).start()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Hand a request on."""
        return self._app(environ, start_response)

    def _try(self) -> Exception | None:
        """Open the house; what kept it closed, None where nothing did."""
        try:
            self._app = self._make()
        except Exception as error:  # noqa: BLE001  # whatever it is: a process that ends here would end all others
            return error
        tune_collector()
        return None

    def _keep_trying(self) -> None:
        pause = threading.Event()
        while self._try():
            pause.wait(self._again_s)
        _LOG.warning("the house is open")


class _Club(BaseApplication):  # type: ignore[misc]  # as above
    """The processes, and the app that each makes for itself."""

    def __init__(self, make: Callable[[], OpenedLater], settings: dict[str, Any]) -> None:
        self._make, self._settings = make, settings
        super().__init__()

    def load_default_config(self) -> None:
        """Begin with gunicorn's own settings; the folder this was called in may be closed to whoever serves."""
        Chdir.default = "/"  # nobody goes there, but gunicorn looks whether it could
        super().load_default_config()

    def load_config(self) -> None:
        """Take no settings but these: no file and no variable of the environment has a say."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> OpenedLater:
        """The app of one process."""
        return self._make()


def _logger_of(log: str) -> type[Any]:
    class _Log(Logger):  # type: ignore[misc]  # as above
        """What gunicorn has to say, as the pages say theirs."""

        def setup(self, cfg: Any) -> None:
            """Write as everything else does."""
            super().setup(cfg)
            log_to_stderr(log)

        def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
            """Warn, but not of what is no request at all: it would be told with its words and with who sent it."""
            if not msg.startswith(_NO_REQUEST):
                super().warning(msg, *args, **kwargs)

    return _Log


def free_row(taken: Iterable[int]) -> int:
    """The first row of figures that no living process counts in."""
    held = set(taken)
    return next(row for row in count() if row not in held)


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound to its address and takes connections; port 0 takes a free one.

    Raises:
        OSError: the address is not to be had.
        OverflowError: the port is none.
    """
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_WAITING)
    except BaseException:
        made.close()
        raise
    return made


def serve_with_workers(
    make: Callable[[Figures], Flask],
    make_closed: Callable[[Figures], Flask],
    listening: socket.socket,
    workers: int,
    begun: Callable[[int], None],
    log: str = "none",
) -> None:
    """Serve from so many processes until interrupted; `begun` is told the port before they begin.

    `make` is given the figures that all count in; a process that takes the place of another goes on in its row. What
    `make_closed` makes answers while `make` refuses. The socket is let go of.

    Raises:
        SystemExit: it ended, or no process came up; it was logged why.
    """
    logging.getLogger("gunicorn.error").setLevel(logging.WARNING)
    figures = Figures(2 * workers)  # while some are replaced, the old ones still answer

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
            "forwarded_allow_ips": "",  # a proxy may hand on what strangers say of scheme and path
            "forwarder_headers": "",
            "loglevel": "warning",
            "logger_class": _logger_of(log),
            "pre_fork": choose_row,
            "post_fork": lambda _arbiter, worker: figures.take(worker.row),
            "child_exit": lambda _arbiter, worker: figures.leave(worker.row),
            "when_ready": lambda arbiter: begun(int(arbiter.LISTENERS[0].sock.getsockname()[1])),
        },
    ).run()
