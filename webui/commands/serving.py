"""The command that serves the pages: `serve`."""

import signal
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from events.errors import RefusedError
from events.sqlite import SqliteStore
from projections.shelf import shelf
from webui import create_app
from webui.commands.place import database, in_database, is_there, opened
from webui.commands.said import say, warn
from webui.commands.taught import command

__all__ = ["at_address", "serve", "serve_pages"]

F = TypeVar("F", bound=Callable[..., Any])
_HERE: Final = ("127.0.0.1", "::1", "localhost")


def at_address(command: F) -> F:
    """`--host` and `--port`."""
    port = click.option("--port", type=click.IntRange(0, 65535), default=8000, help="8000 unless given; 0: a free one.")
    host = click.option("--host", default="127.0.0.1", help="127.0.0.1 unless given, which is this machine alone.")
    return host(port(command))


@command("serve", "serve", "serve --db club.db --host 0.0.0.0 --port 8080")
@at_address
@in_database
def serve(host: str, port: int) -> None:
    """Serve the pages: sessions, every position, audits.

    They show what a spectator may know; a finished session shows what its end opened. Ctrl-C ends it.
    """
    if not is_there(database()):
        warn(f"{database()} is new and empty; record a transcript into it, or begin a session with new")
    with opened(make=True) as store:
        serve_pages(store, host, port)


def serve_pages(store: SqliteStore, host: str, port: int) -> None:
    """Serve until interrupted.

    Raises:
        RefusedError: the address is not to be had.
    """
    from webui.serve import serve as serve_app  # noqa: PLC0415  # Flask and waitress cost more than a command should

    def begun(bound: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if host not in _HERE:
            warn("whoever reaches this address sees what a spectator may know")
        say(f"Cloister Bell at http://{f'[{host}]' if ':' in host else host}:{bound}/ (Ctrl-C ends it)")

    try:
        serve_app(create_app(store, shelf()), host, port, begun)
    except (OSError, OverflowError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RefusedError(f"{host}:{port} is not to be had: {why}; --port names another, 0 a free one") from error
