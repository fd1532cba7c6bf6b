"""Several processes (gunicorn) behind `cloisterbell serve --workers`, for a database on a server.

Each opens the house for itself: connections do not survive a fork. It is made to stand behind a proxy, which takes in
what comes slowly.
"""

import logging
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]  # gunicorn ships no types
from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # as above

from webui.access.figures import Figures
from webui.access.request_log import log_to_stderr
from webui.serve import tune_collector

_THREADS: Final = 8
_GRACE_S: Final = 30
_HEADER_BYTES: Final = 8_190
_NO_REQUEST: Final = "Invalid request from"


class _Club(BaseApplication):  # type: ignore[misc]  # as above
    """The processes, and the app that each makes for itself."""

    def __init__(self, make: Callable[[], Flask], settings: dict[str, Any]) -> None:
        self._make, self._settings = make, settings
        super().__init__()

    def load_config(self) -> None:
        """Take no settings but these: no file and no variable of the environment has a say."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app of one process."""
        made = self._make()
        tune_collector()
        return made


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


def serve_with_workers(
    make: Callable[[Figures], Flask],
    host: str,
    port: int,
    workers: int,
    begun: Callable[[int], None],
    log: str = "none",
) -> None:
    """Serve from so many processes until interrupted; `begun` is told the port when the address is taken.

    `make` is given the figures that all count in; a process that takes the place of another goes on in its row.

    Raises:
        SystemExit: the address is not to be had, or no process came up; it was logged why.
    """
    logging.getLogger("gunicorn.error").setLevel(logging.WARNING)
    figures = Figures(2 * workers)  # while some are replaced, the old ones still answer

    def choose_row(arbiter: Any, worker: Any) -> None:
        worker.row = free_row(each.row for each in arbiter.WORKERS.values())

    _Club(
        lambda: make(figures),
        {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
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
