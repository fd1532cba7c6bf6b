"""Several processes (gunicorn) behind `cloisterbell serve --workers`, for a database on a server.

Each opens the house for itself: connections do not survive a fork. It is made to stand behind a proxy, which takes in
what comes slowly.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]  # gunicorn ships no types

from webui.serve import tune_collector

_THREADS: Final = 8
_GRACE_S: Final = 30
_HEADER_BYTES: Final = 8_190


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


def serve_with_workers(
    make: Callable[[], Flask], host: str, port: int, workers: int, begun: Callable[[int], None]
) -> None:  # fmt: skip
    """Serve from so many processes until interrupted; `begun` is told the port when the address is taken.

    Raises:
        SystemExit: the address is not to be had, or no process came up; it was logged why.
    """
    logging.getLogger("gunicorn.error").setLevel(logging.WARNING)
    _Club(
        make,
        {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": _THREADS,
            "graceful_timeout": _GRACE_S,
            "limit_request_line": _HEADER_BYTES,
            "limit_request_field_size": _HEADER_BYTES,
            "control_socket_disable": True,
            "loglevel": "warning",
            "when_ready": lambda arbiter: begun(int(arbiter.LISTENERS[0].sock.getsockname()[1])),
        },
    ).run()
