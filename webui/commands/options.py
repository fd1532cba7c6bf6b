"""How a command is declared, and the options that several commands take."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

F = TypeVar("F", bound=Callable[..., Any])


class CommandWithExamples(click.Command):
    """A command whose help ends with its examples, line by line."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command; `examples` are what people type after `cloisterbell`."""
    shown = "\n".join(f"cloisterbell {example}" for example in examples)
    return click.command(name, cls=CommandWithExamples, epilog=shown)


def database_option(command: F) -> F:
    """`--db` before the command or behind it; what stands behind it wins."""

    def keep(context: click.Context, option: click.Parameter, value: str | None) -> None:
        root = context.find_root()
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if root.obj is None or given:
            root.obj = value

    return click.option(
        "--db", metavar="PATH", envvar="CLOISTERBELL_DB", expose_value=False, is_eager=True, callback=keep,
        help="The database: ./cloisterbell.db, unless CLOISTERBELL_DB names another; of demo ./cloisterbell-demo.db.",
    )(command)  # fmt: skip


def as_seat(typed: str) -> str:
    """A seat as people type it, Black or BLACK, as its id."""
    return "-".join(typed.lower().split())


json_option: Final = click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
viewer_option: Final = click.option(
    "--as", "viewer", metavar="SEAT", default="all", type=as_seat,
    help="Look as a seat, or as `table`, which knows all; as a spectator unless given. While a session runs, its log "
    "tells everybody that somebody looked.",
)  # fmt: skip

data_option: Final = click.option(
    "--data", metavar="FILE", multiple=True,
    help="A data file of the table's own, in TOML: its cards in the place of those that ship, say. NAME=FILE where a "
    "game takes several.",
)  # fmt: skip


def setting_options(command: F) -> F:
    """`--visibility`, `--pace`, `--grace`, `--where` and `--name`."""
    options = (
        click.option(
            "--visibility", type=click.Choice(["public", "unlisted", "private"]),
            help="Who may read the pages of the session.",
        ),
        click.option(
            "--pace", metavar="PACE", help='none, hours like 48h, or days like "mon thu 19:00 Europe/London".'
        ),
        click.option(
            "--grace", type=click.IntRange(min=0), metavar="HOURS", help="Hours until a late seat is called so."
        ),
        click.option("--where", metavar="URL", help="The address of the thread."),
        click.option(
            "--name", "names", multiple=True, metavar="SEAT=NAME", help="What people call whoever holds a seat."
        ),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def address_options(command: F) -> F:
    """`--host` and `--port`."""
    port = click.option("--port", type=click.IntRange(0, 65535), default=8000, help="8000 unless given; 0: a free one.")
    host = click.option("--host", default="127.0.0.1", help="127.0.0.1 unless given, which is this machine alone.")
    return host(port(command))
