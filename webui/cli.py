"""The command line, `cloisterbell`: which commands there are, and how every one of them ends.

A command's module is loaded when it is asked for, so that what one command needs costs the others nothing.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from events.errors import BellError
from webui.commands.database import database_option
from webui.commands.examples import CommandWithExamples
from webui.commands.output import warn

__all__ = ["COMMANDS", "commands", "main", "run"]

COMMANDS: Final = {
    "demo": "demo:demo",
    "serve": "serve:serve",
    "new": "new:new",
    "record": "record:record",
    "post": "post:post",
    "invite": "people:invite",
    "people": "people:people",
    "archive": "archive:archive",
    "list": "show:list_sessions",
    "show": "show:show",
    "kit": "kit:kit",
    "log": "show:log",
    "audit": "audit_verify:audit",
    "verify": "audit_verify:verify",
    "export": "export_import:export",
    "import": "export_import:import_file",
    "backup": "backup:backup",
    "notify": "notify:notify",
    "tick": "notify:tick",
    "games": "games:games",
    "rules": "games:rules",
}
"""Every command, as help lists them, and where it stands in `webui.commands`."""
_EXAMPLES: Final = """\
cloisterbell demo               the sample sessions: recorded, audited, served
cloisterbell record FILE        a session from its posts
cloisterbell COMMAND --help     what a command does, with an example"""
_INTERRUPTED: Final = 130
_GONE: Final = 141
"""What a shell gives for a program whose reader has gone."""


class _Commands(click.Group, CommandWithExamples):
    """A group that loads a command when it is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(import_module(f"webui.commands.{module}"), name)
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> object:
        """Carry out the command; that its reader has gone is nobody's mistake."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _GONE
        return status


@click.command(
    cls=_Commands,
    epilog=_EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@database_option
@click.version_option(package_name="cloisterbell", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Cloister Bell keeps the log of tabletop games played by post.

    It records posts, replays every position, and says where a session left the rules. What it shows is what a
    spectator may know, unless it is asked to look as a seat or as the table.

    It ends with 0 where all is well, 1 where an audit found a violation, 2 where it cannot do what it was asked.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _usage_mistake(error: click.ClickException) -> str:
    """A mistake in using the program, in one line."""
    said = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said[:1].lower()}{said[1:]}; see {context.command_path if context else 'cloisterbell'} --help"


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line (without the program's name) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        status = commands.main(arguments, prog_name="cloisterbell", standalone_mode=False)
    except click.ClickException as error:
        warn(_usage_mistake(error))
        return 2
    except BellError as error:
        warn(str(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except Exception as error:
        if os.environ.get("CLOISTERBELL_DEBUG"):
            raise
        warn(f"something went wrong in here: {type(error).__name__}: {error}")
        warn("please report it with what you did, and with what is printed when CLOISTERBELL_DEBUG=1 is set")
        return 2
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """The program."""
    sys.exit(run())
