"""The command line, `cloisterbell`: which commands there are, how each ends, and what its mistakes look like.

The module of a command is imported when that command is called, so that the help of all commands is there at once.
"""

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click

from events.errors import BellError
from webui import __version__
from webui.commands.options import CommandWithExamples, database_option
from webui.commands.output import warn

_INTERRUPTED: Final = 130
_UNWRITTEN: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})
"""Why nothing more is written, where the program is not to blame."""


class Listed(NamedTuple):
    """A command in the list: its module in `webui.commands`, its name there, and what it does in one line."""

    module: str
    name: str
    does: str


DB: Final = {
    "backup": Listed("db.backup", "backup", "Copy the database to a new file while it is in use."),
    "restore": Listed("db.restore", "restore", "Check a backup, and put it in place of the database."),
    "check": Listed("db.check", "check", "Look for damage in the whole database: its file and every session."),
    "upgrade": Listed("db.upgrade", "upgrade", "Bring the tables of a database to this version."),
    "transfer": Listed("db.transfer", "transfer", "Move the database onto a server, or back into a file."),
    "key": Listed("db.key", "key", "Show, make or change the key that logs are signed with."),
}
NOTICES: Final = {
    "set": Listed("notices.set", "set_notices", "Say who gets the notices of a session, or show it."),
    "send": Listed("notices.send", "send", "Send the notices that are due, each once."),
}
COMMANDS: Final[Mapping[str, Mapping[str, Listed | Mapping[str, Listed]]]] = {
    "Start": {
        "demo": Listed("demo", "demo", "Record the sample sessions, audit them, and serve them."),
        "serve": Listed("serve", "serve", "Serve the pages: sessions, every position, posting, audits."),
        "games": Listed("games", "games", "List the games on the shelf and their options, or one of them."),
        "rules": Listed("rules", "rules", "List a game's rules by number, with the code behind each."),
    },
    "Play": {
        "new": Listed("new", "new", "Begin a session whose moves are recorded from now on."),
        "post": Listed("post", "post", "File one post, move by move, as the page for posts does."),
        "summary": Listed("summary", "summary", "Write a turn summary: what to post after a turn."),
        "show": Listed("show", "show", "Show the board of a session after a line."),
        "log": Listed("show", "log", "Tell a session's log, line by line."),
        "list": Listed("list", "list_sessions", "List the sessions of the database, the newest first."),
        "note": Listed("note", "note", "Write a note at a line, or tell the notes that stand."),
    },
    "Bring in, take out": {
        "import": Listed("import_posts", "import_file", "Bring in posts of any kind, or an exported log."),
        "export": Listed("export", "export", "Write a session to a file, as a viewer may know it."),
    },
    "Check and settle": {
        "audit": Listed("audit", "audit", "Check sessions against the rules and report each violation."),
        "verify": Listed("verify", "verify", "Check an export with nothing but the file."),
        "why": Listed("why", "why", "Say which lines made a value on the board what it is."),
        "correct": Listed("correct", "correct", "Correct moves, and decide all later ones again."),
        "what-if": Listed("what_if", "what_if", "Leave a session for a what-if, and compare the two."),
    },
    "People": {
        "invite": Listed("people", "invite", "Make secret links, for a host or for people in a session."),
        "people": Listed("people", "people", "Show or change who sits where and who may read, or erase texts."),
        "remove": Listed("export", "remove", "Remove a session for good."),
    },
    "Server": {"notices": NOTICES, "db": DB},
}
"""All commands in groups. A group of subcommands is a table of its own."""
ABOUT: Final = {
    "notices": "Say who gets notices of a session, and send them.",
    "db": "Copy, check, upgrade or move the whole database; manage its key.",
}
"""What each group of subcommands does."""
_EXAMPLES: Final = """\
cloisterbell demo               the sample sessions: recorded, audited, served
cloisterbell import FILE        a session from its posts
cloisterbell COMMAND --help     what a command does, with an example"""
_GONE: Final = 141
"""What a shell gives for a program whose reader has gone."""


class LazyGroup(click.Group, CommandWithExamples):
    """Commands whose modules are imported when they are called; `listed` has them by the headings of the help."""

    def __init__(self, listed: Mapping[str, Mapping[str, Listed | Mapping[str, Listed]]], **given: Any) -> None:
        super().__init__(**given)
        self.listed = listed

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Give the names of all commands."""
        return [name for some in self.listed.values() for name in some]

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Import a command, or make a group of subcommands."""
        found = next((some[name] for some in self.listed.values() if name in some), None)
        if found is None:
            return None
        if isinstance(found, Listed):
            command: click.Command = getattr(import_module(f"webui.commands.{found.module}"), found.name)
            return command
        return LazyGroup(
            {"Commands": found}, name=name, help=ABOUT[name], invoke_without_command=True, callback=show_help
        )

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with one line of help, in groups."""
        for heading, some in self.listed.items():
            with formatter.section(heading):
                formatter.write_dl([
                    (name, one.does if isinstance(one, Listed) else ABOUT[name]) for name, one in some.items()
                ])  # fmt: skip

    def invoke(self, ctx: click.Context) -> object:
        """Call the command. If the reader of its output is gone, that is not an error of the user."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _GONE
        return status


@click.pass_context
def show_help(context: click.Context) -> None:
    """Print the help of a group if no command of it is called."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command(
    cls=LazyGroup,
    listed=COMMANDS,
    epilog=_EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@database_option
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Cloister Bell keeps the log of tabletop games played by post.

    It records posts, replays every position, and says where a session left the rules. What it shows is what a
    spectator may know, unless it is asked to look as a seat or as the table.

    Exit status 0: success. 1: an audit found a violation, or a post of the player to move contains no move. The help of
    a command says if 1 means something else. 2: the command failed.
    """
    show_help()


def every_command() -> dict[str, click.Command]:
    """All commands by their full names, as in `db check`; this imports the modules of all."""
    return dict(_named(commands, ""))


def _named(group: LazyGroup, before: str) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context := click.Context(group)):
        found = group.get_command(context, name)
        if isinstance(found, LazyGroup):
            yield from _named(found, f"{name} ")
        elif found is not None:
            yield f"{before}{name}", found


COMMAND_NAMES: Final = tuple(
    f"{name} {sub}".rstrip()
    for some in COMMANDS.values()
    for name, one in some.items()
    for sub in ([""] if isinstance(one, Listed) else one)
)
"""The full names of all commands, in the order of the help."""


def _usage_mistake(error: click.ClickException) -> str:
    """A mistake in using the program, in one line."""
    said = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said[:1].lower()}{said[1:]}; see {context.command_path if context else 'cloisterbell'} --help"


def _system_words(error: BaseException) -> str:
    """What the system refused, of which file or folder, and why; "" where it was a fault of ours."""
    if not isinstance(error, OSError):
        return ""
    why = (error.strerror or str(error)).lower()
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    if error.errno in _UNWRITTEN:
        return f"{f'{name}: ' if name else ''}not all was written: {why}; what was filed before that stands"
    if name:
        return f"{name}: {why}"
    try:
        os.getcwd()  # noqa: PTH109  # of the help nothing should wait for pathlib
    except OSError as gone:
        return f"the folder that this was called in: {(gone.strerror or str(gone)).lower()}"
    return ""


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
        if told := _system_words(error):
            warn(told)
            return 2
        if os.environ.get("CLOISTERBELL_DEBUG"):
            raise
        warn(f"something went wrong in here: {type(error).__name__}: {error}")
        warn("please report it with what you did, and with what is printed when CLOISTERBELL_DEBUG=1 is set")
        return 2
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """The program."""
    sys.exit(run())
