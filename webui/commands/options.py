"""The declaration of commands, and the options that several commands share."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
from click import option
from click.core import ParameterSource

F = TypeVar("F", bound=Callable[..., Any])


class NumberFrom(click.IntRange):
    """A whole number from a minimum up, which error messages call a number."""

    name = "whole number"


class CommandWithExamples(click.Command):
    """A command whose help ends with its examples, one per line."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's examples at the end of its help."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def _keep(context: click.Context, option: click.Parameter, value: str | None) -> None:
    root = context.find_root()
    given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    if root.obj is None or given:
        root.obj = value


def _database(what: str, default: str = "CLOISTERBELL_DB, or ./cloisterbell.db") -> click.Option:
    return click.Option(
        ["--db"], metavar="PATH", envvar="CLOISTERBELL_DB", expose_value=False, is_eager=True, callback=_keep,
        help=f"{what} (default: {default}).",
    )  # fmt: skip


DATABASE: Final = _database("Database file, or address of a PostgreSQL database")
"""The option `--db`, which is allowed before and after the command; the later one wins."""
_JSON: Final = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")


def command(
    name: str, *examples: str, json: bool = True, database: bool | str | tuple[str, str] = True
) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command, with `--json` and `--db`; `examples` are command lines without `cloisterbell`.

    `database` can be the help of `--db`, if the command does not take every kind of database, or its help and default.
    """
    shown = "\n".join(f"cloisterbell {example}" for example in examples)

    def declare(run: Callable[..., Any]) -> click.Command:
        made = click.command(name, cls=CommandWithExamples, epilog=shown)(run)
        if json:
            made.params.append(_JSON)
        if isinstance(database, bool):
            made.params += [DATABASE] * database
        else:
            made.params.append(_database(database) if isinstance(database, str) else _database(*database))
        return made

    return declare


def as_seat(typed: str) -> str:
    """Return the id of a seat as typed, such as Black or BLACK."""
    return "-".join(typed.lower().split())


VIEWS: Final = {"table": "moderator", "all": "spectator"}
"""The name on the command line of each viewer of the log that is not a seat."""


def as_viewer(typed: str) -> str:
    """Return the viewer for a typed seat, `moderator` or `spectator`."""
    seat = as_seat(typed)
    if seat in VIEWS:
        raise click.BadParameter(f'"{seat}" is a name of the log. Write {VIEWS[seat]}')
    return next((viewer for viewer, name in VIEWS.items() if name == seat), seat)


viewer_option: Final = option(
    "--as", "viewer", metavar="SEAT", default="spectator", type=as_viewer,
    help="View as this seat, or as `moderator` to see all secrets (default: as a `spectator`). While the "
    "session is running, its log reports a view as a seat or moderator.",
)  # fmt: skip

data_option: Final = option(
    "--data", metavar="FILE", multiple=True,
    help="Custom data of the game, such as your own card list, as a TOML file. NAME=FILE if the game has several. "
    "Repeatable.",
)  # fmt: skip


_SETTINGS: Final = (
    option(
        "--visibility", type=click.Choice(["public", "unlisted", "private"]),
        help="Readers: everyone (public), people who know its id (unlisted), or invited people (private). New sessions "
        "are public.",
    ),
    option(
        "--pace", metavar="PACE",
        help='Deadlines: none, hours (48h) or days ("mon thu 19:00 Europe/London"). New sessions have none.',
    ),
    option("--grace", type=NumberFrom(0), metavar="HOURS", help="Hours after a deadline before a seat is late."),
    option("--where", metavar="URL", help="Address of the thread in which the game is played."),
    option(
        "--name", "names", multiple=True, metavar="SEAT=NAME",
        help="Name of the player in a seat (SEAT= removes it). Repeatable.",
    ),
)  # fmt: skip


def setting_options(command: F) -> F:
    """Add `--visibility`, `--pace`, `--grace`, `--where` and `--name`."""
    for one in reversed(_SETTINGS):
        command = one(command)
    return command


def address_options(command: F) -> F:
    """Add `--host` and `--port`."""
    port = option(
        "--port", type=NumberFrom(0, 65535), default=8000, metavar="N", help="Port (default: 8000). 0 picks a free one."
    )
    host = option("--host", default="127.0.0.1", help="Network address (default: 127.0.0.1, this machine only).")
    return host(port(command))
