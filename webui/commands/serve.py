"""The command `serve`, which serves the pages."""

import re
import signal
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, Final, TypeVar

import click

from events.errors import RefusedError
from events.store.accounts import Accounts
from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from webui import create_app
from webui.commands.database import database_exists, database_option, database_path, open_database
from webui.commands.examples import command
from webui.commands.output import say, warn

F = TypeVar("F", bound=Callable[..., Any])
_HERE: Final = ("127.0.0.1", "::1", "localhost")


def address_options(command: F) -> F:
    """`--host` and `--port`."""
    port = click.option("--port", type=click.IntRange(0, 65535), default=8000, help="8000 unless given; 0: a free one.")
    host = click.option("--host", default="127.0.0.1", help="127.0.0.1 unless given, which is this machine alone.")
    return host(port(command))


@command("serve", "serve", "serve --club --host 0.0.0.0 --port 8080 --base https://bell.example.org")
@click.option("--club", is_flag=True, help="Everybody needs a secret link, on this machine too; see invite.")
@click.option("--base", default="", metavar="URL", help="The address under which others reach these pages.")
@address_options
@database_option
def serve(host: str, port: int, base: str, *, club: bool) -> None:
    """Serve the pages: sessions, every position, posting, audits.

    On this machine's own address (127.0.0.1) whoever opens them is the moderator of every session: nothing to set up.
    Under any other address, and with --club, people are known by secret links; whoever has none sees what a spectator
    may know. Ctrl-C ends it.
    """
    if base and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]{1,200}", base):
        raise RefusedError(f'--base: "{base[:80]}" is no address like https://bell.example.org')
    if not database_exists(database_path()):
        warn(f"{database_path()} is new and empty; the first page leads on")
    with open_database(make=True) as store:
        serve_pages(store, host, port, club=club, base=base)


def serve_pages(store: SqliteStore, host: str, port: int, *, club: bool = False, base: str = "") -> None:
    """Serve until interrupted.

    Raises:
        RefusedError: the address is not to be had.
    """
    from webui.serve import serve as serve_app  # noqa: PLC0415  # Flask and waitress cost more than a command should

    club = club or bool(base) or host not in _HERE

    def begun(bound: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if club:
            warn("whoever has no secret link sees what a spectator may know; invite makes a host's link")
        say(f"Cloister Bell at http://{f'[{host}]' if ':' in host else host}:{bound}/ (Ctrl-C ends it)")

    try:
        with closing(Accounts(store.path)) as accounts:
            serve_app(partial(create_app, store, shelf(), accounts, laptop=not club, base=base), host, port, begun)
    except (OSError, OverflowError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RefusedError(f"{host}:{port} is not to be had: {why}; --port names another, 0 a free one") from error
