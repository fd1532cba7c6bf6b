"""The command line, `cloisterbell`: its list of commands, exit statuses and error messages.

The module of a command is imported only when the command is called. This keeps `--help` fast.
"""

import errno
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click

from events.errors import BellError
from webui import __version__
from webui.collector import tune_collector
from webui.commands.options import DATABASE, CommandWithExamples
from webui.commands.output import warn, with_advice

_INTERRUPTED: Final = 130
_UNWRITTEN: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})
"""The numbers of system errors which mean that a disk cannot be written."""


class Listed(NamedTuple):
    """A command: its module in `webui.commands`, its name there, and its summary for the help."""

    module: str
    name: str
    does: str

    def load(self) -> click.Command:
        """Import the command."""
        command: click.Command = getattr(import_module(f"webui.commands.{self.module}"), self.name)
        return command


DB: Final = {
    "backup": Listed("db.backup", "backup", "Copy the database to a new file while it is in use."),
    "restore": Listed("db.restore", "restore", "Check a backup and replace the database with it."),
    "check": Listed("db.check", "check", "Check the whole database for damage."),
    "upgrade": Listed("db.transfer", "upgrade", "Update the tables of a database to this version."),
    "transfer": Listed("db.transfer", "transfer", "Move the database to a PostgreSQL server, or to a file."),
    "key": Listed("db.key", "key", "Show, create or change the key that signs logs."),
}
NOTICES: Final = {
    "set": Listed("notices", "set_notices", "Show or change who gets the notices of a session."),
    "send": Listed("notices", "send", "Send all pending notices."),
}
COMMANDS: Final[Mapping[str, Mapping[str, Listed | Mapping[str, Listed]]]] = {
    "Start": {
        "demo": Listed("serve", "demo", "Record, audit and serve the sample sessions."),
        "serve": Listed("serve", "serve", "Serve the web pages: sessions, boards, posting, audits."),
        "games": Listed("games", "games", "List the supported games and their options."),
        "rules": Listed("rules", "rules", "List the rules of a game, with the code that checks each."),
    },
    "Play": {
        "new": Listed("new", "new", "Create a session."),
        "post": Listed("post", "post", "Submit one post to a session."),
        "summary": Listed("show", "summary", "Write a turn summary: the text to post after a turn."),
        "show": Listed("show", "show", "Show the board, now or after an earlier entry."),
        "log": Listed("show", "log", "Print the log of a session."),
        "list": Listed("list", "list_sessions", "List the sessions in the database, newest first."),
        "note": Listed("post", "note", "Add, withdraw or list notes."),
    },
    "Follow a thread": {
        "follow": Listed("follow", "follow", "Follow a forum thread, a mail folder or a local folder."),
        "sync": Listed("sync", "sync", "Fetch the posts of followed threads, record their moves, and reply."),
    },
    "Import and export": {
        "import": Listed("import_posts", "import_file", "Import posts of any kind, or an exported log."),
        "export": Listed("export", "export", "Export a session to a file."),
    },
    "Check and correct": {
        "audit": Listed("audit", "audit", "Check sessions against the rules and report violations."),
        "verify": Listed("audit", "verify", "Check an exported log, using only the file."),
        "why": Listed("show", "why", "List the log entries that a value on the board depends on."),
        "correct": Listed("correct", "correct", "Correct moves and replay everything after them."),
        "what-if": Listed("correct", "what_if", "Copy a session, try changes, and compare the two."),
    },
    "People": {
        "invite": Listed("people", "invite", "Create, list and revoke secret links."),
        "people": Listed("people", "people", "Show or change the people of a session, or erase texts."),
        "remove": Listed("export", "remove", "Export a session, then delete it."),
    },
    "Server": {"notices": NOTICES, "db": DB},
}
"""All commands by section of the help, then by name. A nested mapping is a group of subcommands."""
ABOUT: Final = {
    "notices": "Choose who gets notices of a session, and send them.",
    "db": "Back up, check, upgrade or move the database. Manage its key.",
}
_EXAMPLES: Final = """\
cloisterbell demo               record, audit and serve the sample sessions
cloisterbell import FILE        create a session from its posts
cloisterbell COMMAND --help     explain a command and its options"""
_GONE: Final = 141  # exit status of a program that is ended by SIGPIPE (128 + 13)


class _Lazy(click.Group, CommandWithExamples):
    """A command group that imports a command only when it is called. `listed` maps help sections to commands."""

    def __init__(self, listed: Mapping[str, Mapping[str, Listed | Mapping[str, Listed]]], **given: Any) -> None:
        super().__init__(**given)
        self.listed = listed

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return [name for some in self.listed.values() for name in some]

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        found = next((some[name] for some in self.listed.values() if name in some), None)
        if found is None:
            return None
        if isinstance(found, Listed):
            return found.load()
        return _Lazy({"Commands": found}, name=name, help=ABOUT[name], invoke_without_command=True, callback=show_help)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that a command line names. For a misspelt name, suggest the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches  # noqa: PLC0415  # only a misspelt name needs it

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            meant = f" Did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"No such command '{args[0]}'.{meant}", ctx) from error

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, some in self.listed.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [(name, one.does if isinstance(one, Listed) else ABOUT[name]) for name, one in some.items()]
                )

    def invoke(self, ctx: click.Context) -> object:
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # a closed output pipe is not an error
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _GONE
        return status


@click.pass_context
def show_help(context: click.Context) -> None:
    """Print a command group's help if the user named none of its commands."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command(
    cls=_Lazy,
    listed=COMMANDS,
    params=[DATABASE],
    epilog=_EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Record, replay and audit tabletop games that are played by post.

    Commands show what a spectator may know. Use --as SEAT to see what that seat knows.

    Exit status 0: success. 1: an audit found a violation, or a post of the player to move contains no move. The help of
    a command says if 1 means something else. 2: the command failed.
    """
    show_help()


def _system_words(error: BaseException) -> str:
    if not isinstance(error, OSError):
        return ""
    why = (error.strerror or str(error)).lower()
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    if error.errno in _UNWRITTEN:
        return f"{f'{name}: ' if name else ''}writing failed: {why}. Everything recorded before is still saved"
    if name:
        return f"{name}: {why}"
    try:
        os.getcwd()  # noqa: PTH109  # the help must not wait for the import of pathlib
    except OSError as gone:
        return f"the current folder cannot be used: {(gone.strerror or str(gone)).lower()}"
    return ""


def run(arguments: Sequence[str] | None = None) -> int:
    """Execute one command line (without the program's name) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        status = commands.main(arguments, prog_name="cloisterbell", standalone_mode=False)
    except click.ClickException as error:
        message, context = error.format_message().rstrip("."), getattr(error, "ctx", None)
        end = "" if message.endswith("?") else "."
        help_of = context.command_path if context else "cloisterbell"
        warn(f"{message[:1].lower()}{message[1:]}{end} See {help_of} --help")
        return 2
    except BellError as error:
        warn(with_advice(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        warn("interrupted")
        return _INTERRUPTED
    except Exception as error:
        if told := _system_words(error):
            warn(told)
            return 2
        if os.environ.get("CLOISTERBELL_DEBUG"):
            raise
        warn(f"internal error: {type(error).__name__}: {error}")
        warn("please report this error, with what you did and the output with CLOISTERBELL_DEBUG=1")
        return 2
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Run the program and exit. Short commands end before the garbage collector runs."""
    tune_collector()
    status = run()
    gc.freeze()  # the collector skips all objects when the interpreter ends
    sys.exit(status)
