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

COMMANDS: Final = {
    "demo": ("demo:demo", "Record the sample sessions, audit them, and serve them."),
    "serve": ("serve:serve", "Serve the pages: sessions, every position, posting, audits."),
    "new": ("new:new", "Begin a session whose moves are recorded from now on."),
    "record": ("record:record", "Record what was posted: a transcript, or posts with --to."),
    "post": ("post:post", "File one post, move by move, as the page for posts does."),
    "invite": ("people:invite", "Make secret links, for a host or for people in a session."),
    "people": ("people:people", "Say who sits where and who may read, or change it."),
    "archive": ("archive:archive", "Bring an old thread in, with its authors and times."),
    "list": ("show:list_sessions", "List the sessions of the database, the newest first."),
    "show": ("show:show", "Show the board of a session after a line."),
    "kit": ("kit:kit", "Write a reply kit: what to post after a turn."),
    "log": ("show:log", "Tell a session's log, line by line."),
    "audit": ("audit:audit", "Run a session again by the rules and report what leaves them."),
    "verify": ("audit:verify", "Check an export with nothing but the file."),
    "export": ("export:export", "Take a session's log out, as its viewer may know it."),
    "import": ("export:import_file", "Bring an exported log in."),
    "backup": ("backup:backup", "Copy the database to a new file while it is in use."),
    "notify": ("notify:notify", "Say to whom tick sends the notices of a session, or show it."),
    "tick": ("notify:tick", "Send the notices that are due, each once."),
    "games": ("games:games", "List the games on the shelf and their options."),
    "rules": ("games:rules", "List a game's rules by number, with the code behind each."),
}
"""Every command, as help lists them: where it stands in `webui.commands`, and its help in a line.

The line stands here so that the list needs none of the modules.
"""
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
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(f"webui.commands.{module}"), name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with its line of help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

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
