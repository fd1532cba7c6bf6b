"""The command `serve`, which serves the pages."""

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from events.errors import RefusedError
from events.store.opening import is_server, open_house
from events.store.protocol import HouseStore
from projections.registry import registry
from replay.session.key_change import make_key, sessions_by_key
from webui import create_app
from webui.commands.database import database_exists, database_place, open_database, shown_place
from webui.commands.options import address_options, command, database_option
from webui.commands.output import say, warn
from webui.views.base_address import check_origins

if TYPE_CHECKING:
    from flask import Flask

    from webui.access.metrics import Figures

METRICS_TOKEN: Final = "CLOISTERBELL_METRICS_TOKEN"  # noqa: S105  # a name
"""The variable that holds the token; an option would stand in the list of processes."""
_HERE: Final = ("127.0.0.1", "::1", "localhost")


@command("serve", "serve", "serve --club --host 0.0.0.0 --port 8080 --base https://bell.example.org")
@click.option("--club", is_flag=True, help="Everybody needs a secret link, on this machine too; see invite.")
@click.option("--base", default="", metavar="URL", help="The address under which others reach these pages.")
@click.option(
    "--frame", "frames", multiple=True, metavar="ORIGIN", envvar="CLOISTERBELL_FRAMES",
    help="A site whose pages may frame positions, https://forum.example.org; nobody may unless given. Several stand in "
    "CLOISTERBELL_FRAMES, separated by blanks.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, metavar="N",
    help="So many processes, for a database on a PostgreSQL server; one unless given.",
)  # fmt: skip
@click.option(
    "--log", type=click.Choice(["none", "text", "json"]), default="none", envvar="CLOISTERBELL_LOG",
    help="A line on stderr for each request, with no address and no name in it; none unless given.",
)  # fmt: skip
@address_options
@database_option
def serve(host: str, port: int, base: str, frames: Sequence[str], *, club: bool, workers: int, log: str) -> None:
    """Serve the pages: sessions, every position, posting, audits.

    On this machine's own address (127.0.0.1) whoever opens them is the moderator of every session: nothing to set up.
    Under any other address, and with --club, people are known by secret links; whoever has none sees what a spectator
    may know. Ctrl-C ends it. /metrics shows the server's figures to whoever sends CLOISTERBELL_METRICS_TOKEN.
    """
    if base and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]{1,200}", base):
        raise RefusedError(f'--base: "{base[:80]}" is no address like https://bell.example.org')
    origins, token = check_origins(frames), _metrics_token()
    if workers > 1 and not is_server(database_place()):
        raise RefusedError("--workers is for a database on a PostgreSQL server; one process serves a file")
    if not database_exists():
        warn(f"{shown_place()} is new and empty; the first page leads on")
    if workers > 1:
        _serve_with_workers(host, port, workers, base, origins, token, log)
        return
    with open_database(make=True) as store:
        serve_pages(store, host, port, club=club, base=base, frames=origins, metrics_token=token, log=log)


def _metrics_token() -> str:
    """The token that the figures of the server are read with, "" for none.

    Raises:
        RefusedError: it is one that could be guessed, or that no header can hold.
    """
    token = os.environ.get(METRICS_TOKEN, "")
    if token and not re.fullmatch(r"[!-~]{16,200}", token):
        raise RefusedError(f"{METRICS_TOKEN} is no token: 16 to 200 letters, digits and signs, without blanks")
    return token


def _serve_with_workers(
    host: str, port: int, workers: int, base: str, origins: Sequence[str], token: str, log: str
) -> None:  # fmt: skip
    """Serve a club from several processes, each with connections of its own.

    Raises:
        RefusedError: what it takes is not installed, or the address is not to be had.
    """
    place = database_place()
    _leave_folder_that_is_gone()
    try:
        from webui.workers import listen, serve_with_workers  # noqa: PLC0415  # one process does without
    except ModuleNotFoundError as error:
        raise RefusedError(f"--workers needs {error.name}: pip install 'cloisterbell[postgres]' does it") from error

    def make(figures: "Figures") -> "Flask":
        own = open_house(place)
        try:
            return create_app(
                own, registry(), own.open_accounts(), base=base, frames=origins, metrics_token=token, figures=figures
            )
        except BaseException:
            own.close()
            raise

    def make_closed(figures: "Figures") -> "Flask":
        from webui.app import make_closed_app  # noqa: PLC0415  # mostly nobody needs it

        return make_closed_app(registry(), base=base, metrics_token=token, figures=figures)

    with _taking_address(host, port):
        listening = listen(host, port)
    with listening:
        with open_database(make=True) as store:  # what is refused is refused before anybody is forked
            _say_key(store)
            _warn_of_role(store)
        warn("whoever has no secret link sees what a spectator may know; invite makes a host's link")
        serve_with_workers(make, make_closed, listening, workers, lambda bound: say(_where(host, bound)), log)


def _leave_folder_that_is_gone() -> None:
    """Stand at the root instead, for gunicorn asks where it stands."""
    try:
        os.getcwd()  # noqa: PTH109  # as gunicorn asks
    except FileNotFoundError:
        os.chdir("/")


@contextmanager
def _taking_address(host: str, port: int) -> Iterator[None]:
    """Say of an address that is not to be had which it is.

    Raises:
        RefusedError: it is not to be had.
    """
    try:
        yield
    except (OSError, OverflowError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RefusedError(f"{host}:{port} is not to be had: {why}; --port names another, 0 a free one") from error


def _where(host: str, port: int) -> str:
    return f"Cloister Bell at http://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl-C ends it)"


def _warn_of_role(store: HouseStore) -> None:
    """Warn of a role that may do what whoever serves others should not be able to do."""
    if role := store.unlimited_role():
        warn(
            f'the role "{role}" may change and delete lines, and take away what refuses it: serve as one that may not,'
            " see docs/operations.md#roles"
        )


def _say_key(store: HouseStore) -> None:
    """Say what the pages for others are signed with; a house that never signed is given its key now."""
    keys = store.signing_keys()
    if not keys and any(name for name in sessions_by_key(store)):
        warn(
            f"sessions here are signed with a key that is not here: put it back as {store.key_file.path}, or let a new"
            " one sign on where it is gone for good: db key --lost"
        )
    elif not keys:
        warn(f"sessions that begin from now on are signed with the new key {make_key(store).fingerprint}; see key")
    elif store.key_file.is_open_to_others:
        warn(f"{store.key_file.path} may be read by others than its owner: take that away")


def serve_pages(
    store: HouseStore,
    host: str,
    port: int,
    *,
    club: bool = False,
    base: str = "",
    frames: Sequence[str] = (),
    first_look: bool = False,
    metrics_token: str = "",
    log: str = "none",
) -> None:
    """Serve until interrupted; with `first_look` as `demo` does.

    Raises:
        RefusedError: the address is not to be had.
    """
    from webui.serve import serve as serve_app  # noqa: PLC0415  # Flask and waitress cost more than a command should

    club = club or bool(base) or host not in _HERE

    def begun(bound: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if club:
            warn("whoever has no secret link sees what a spectator may know; invite makes a host's link")
            _say_key(store)
            _warn_of_role(store)
        say(_where(host, bound))

    with _taking_address(host, port), closing(store.open_accounts()) as accounts:
        pages = partial(
            create_app, store, registry(), accounts, laptop=not club, base=base, frames=frames, first_look=first_look,
            metrics_token=metrics_token,
        )  # fmt: skip
        serve_app(pages, host, port, begun, log)
