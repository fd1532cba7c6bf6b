"""The commands of `cloisterbell` as they are called: arguments, options, help and examples, in the order of the help.

What a command does is a function of the same name in `webui.commands`; it is imported when the command is carried out,
so that neither its help nor another command waits for it.
"""

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

import click

from webui import __version__
from webui.usage.options import (
    address_options,
    as_seat,
    data_option,
    database_option,
    json_option,
    setting_options,
    viewer_option,
)

_EXAMPLES: Final = """\
cloisterbell demo               the sample sessions: recorded, audited, served
cloisterbell record FILE        a session from its posts
cloisterbell COMMAND --help     what a command does, with an example"""
_GONE: Final = 141
"""What a shell gives for a program whose reader has gone."""
_SIGNED_HEAD: Final = "cloisterbell-head-1:"
_WITNESS: Final = re.compile("([1-9][0-9]{0,8}):([0-9a-fA-F]{32,64})")


class _CommandWithExamples(click.Command):
    """A command that shows its epilog line by line."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they stand."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


class _Commands(click.Group, _CommandWithExamples):
    """All commands, in the order in which they stand here."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with the first line of its help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, str(each.help).partition("\n")[0]) for name, each in self.commands.items()])

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
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Cloister Bell keeps the log of tabletop games played by post.

    It records posts, replays every position, and says where a session left the rules. What it shows is what a
    spectator may know, unless it is asked to look as a seat or as the table.

    It ends with 0 where all is well, 1 where an audit found a violation or a post that is awaited says no move, 2 where
    it cannot do what it was asked.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def command(name: str, *examples: str, work: str = "") -> Callable[[Callable[[], None]], click.Command]:
    """Declare a command; examples are what one types behind `cloisterbell`.

    What it does is the function of the declaration's name in the module `work` of `webui.commands`, which is named as
    the command unless it is given. It takes what the options say.
    """

    def declare(declared: Callable[[], None]) -> click.Command:
        shown = "\n".join(f"cloisterbell {example}" for example in examples)
        found = click.command(name, cls=_CommandWithExamples, epilog=shown)(declared)
        found.callback = partial(_carry_out, f"webui.commands.{work or name.replace('-', '_')}", declared.__name__)
        commands.add_command(found)
        return found

    return declare


def _carry_out(module: str, name: str, /, **given: Any) -> Any:
    return getattr(import_module(module), name)(**given)


def _is_file(name: str) -> bool:
    """Whether there is such a file; one that may not be looked at is told of by what reads it."""
    try:
        os.stat(name)  # noqa: PTH116  # of the help nothing should wait for pathlib
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return os.path.isfile(name)  # noqa: PTH113  # as above


def _witnesses(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> list[str]:
    for text in given:
        is_head = _WITNESS.fullmatch(text.strip()) or text.strip().startswith(_SIGNED_HEAD)
        if not is_head and not _is_file(text):
            raise click.BadParameter(
                f'"{text[:80]}" is none: write LINE:HEX with at least 32 hex digits, or name the file of a thread'
            )
    return [text.strip() for text in given]


@command("demo", "demo", "demo --no-serve --db /tmp/demo.db")
@click.option("--no-serve", is_flag=True, help="End behind the table; do not serve the pages.")
@address_options
@database_option
def demo() -> None:
    """Record the sample sessions, audit them, and serve them.

    Each game ships whole sessions as people posted them; in some of them mistakes stood. The audit must find just what
    is noted beside each, or the demo ends with status 1. The pages open on what to look at first. The samples have a
    file of their own, which CLOISTERBELL_DB does not name: none is put on a server or among sessions that people play,
    which serve begins.
    """


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
def serve() -> None:
    """Serve the pages: sessions, every position, posting, audits.

    On this machine's own address (127.0.0.1) whoever opens them is the moderator of every session: nothing to set up.
    Under any other address, and with --club, people are known by secret links; whoever has none sees what a spectator
    may know. Ctrl-C ends it. /metrics shows the server's figures to whoever sends CLOISTERBELL_METRICS_TOKEN.
    """


@command(
    "new", "new GAME --seats tenth,twelfth --title 'Friday nights' --alias friday",
    "new GAME --seats nine,ten,eleven --option NAME=VALUE --dice typed", "new GAME --seats nine,ten --data cards.toml",
    "new GAME --seats nine,ten --visibility private --pace 48h --name nine=Julie",
    "new GAME --seats nine,ten --from table.txt --check",
)  # fmt: skip
@click.argument("game")
@click.option("--seats", required=True, metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option("--title", default="", help="What people call the session.")
@click.option("--alias", default="", metavar="NAME", help="A short name for it in this database.")
@click.option("--dice", default="tower", metavar="SOURCE", help="Whose dice and cards: tower, typed or other:<name>.")
@click.option("--cards", metavar="SOURCE", help="Whose cards, where they are not those of the dice.")
@click.option("--word", "words", multiple=True, metavar="SEAT=WORD", help="A word that a seat brings for the tower.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option(
    "--opens", type=click.Choice(["all", "seats", "auditor"]), default="all", help="To whom its end opens it."
)
@click.option(
    "--corrections", type=click.Choice(["friendly", "agreement", "dice-seal", "strict", "moderator"]),
    default="friendly", help="Who must agree to a takeback.",
)  # fmt: skip
@click.option(
    "--disputes", type=click.Choice(["go on", "wait"]), default="go on", help="What play does while a dispute is open."
)
@click.option(
    "--host", default="", metavar="SEAT", help="The seat of whoever can read this database, if it is a player."
)
@setting_options
@click.option(
    "--from", "source", metavar="FILE",
    help="Begin in the middle: the table as lines, place = value, as SET takes them.",
)  # fmt: skip
@click.option("--reason", metavar="TEXT", help="With --from: why, as each line of the log says it.")
@click.option("--check", is_flag=True, help="With --from: only show the table; nothing is written.")
@data_option
@database_option
def new() -> None:
    """Begin a session whose moves are recorded from now on.

    The dice tower rolls and shuffles, and anybody can check that it did so fairly. What it dealt stays in the
    database; with dice and cards typed, the players tell what fell and what they drew. A game that began
    elsewhere goes on from a description of its table; its dice and cards are typed.

    With a word from each seat no seat need trust this machine: the words enter every roll and never change.
    """


@command(
    "record", "record session.txt --alias friday", "record session.txt --check", "record post.txt --to friday",
    "record - --to friday < post.txt", "record session.txt --data cards.toml", "record session.txt --partial",
)  # fmt: skip
@click.argument("file")
@click.option("--check", is_flag=True, help="Only say how each line reads; nothing is written, nothing is rolled.")
@click.option("--to", "session", metavar="ID", help="Go on with this session: the file holds posts, and no header.")
@click.option("--alias", default="", metavar="NAME", help="A short name for the new session.")
@click.option("--partial", is_flag=True, help="Keep what could be recorded before the line that stops it.")
@click.option("-v", "--verbose", is_flag=True, help="Say of a whole transcript, too, how each line reads.")
@data_option
@database_option
def record() -> None:
    """Record what was posted: a transcript, or posts with --to.

    A transcript begins a session; posts go on with one. Each line is read as ok, as chat, or stops the recording:
    fix names the rule that is against it, ask says what it may mean; behind it each line is told that does not read
    either. A typed session is written whole or not at all, unless --partial keeps what stands before that line. Where
    the dice are the tower's, what stands before it is in the log, and its dice fell. FILE may be `-`, which is stdin.
    Exit status 1: no move was read in a post of whoever was awaited; 2: a line does not read.
    """


@command(
    "post", "post friday POST.txt --as tenth", "post friday - --as tenth --check < post.txt",
    "post friday POST.txt --read '4=P: Kb c2 open' --keep '6=we play it so' --chat 7",
    "post friday POST.txt --find '4=blue c2'", "post friday POST.txt --after 58 --where 'forum #12'",
    "post friday --said", "post friday --forget 'hop in'",
)  # fmt: skip
@click.argument("session")
@click.argument("file", required=False)
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose post it is; without it you are the moderator.")
@click.option("--for", "whose", metavar="SEAT", default="", help="As the moderator: whose a post without a head is.")
@click.option("--check", is_flag=True, help="Only say how each line reads; nothing is written, nothing is rolled.")
@click.option("--read", "reads", multiple=True, metavar="N=LINE", help="What line N was meant to say.")
@click.option("--keep", "keeps", multiple=True, metavar="N=WHY", help="Keep line N, flagged, and why.")
@click.option("--chat", "chats", multiple=True, metavar="N", help="Line N is no move.")
@click.option(
    "--find", metavar="N=WORDS", help="Only list the moves that line N may be and WORDS fit, the likeliest first."
)
@click.option("--said", is_flag=True, help="Only list the words that this table has confirmed to say a move.")
@click.option("--forget", "forgets", metavar="WORDS", help="Let go of words that this table has confirmed.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@click.option("--anyway", type=click.IntRange(1), metavar="N", help="File it though others moved, up to line N.")
@click.option("--author", default="", help="Who wrote it, where that is not the seat.")
@click.option("--when", default="", help="When it was written, in any words.")
@click.option("--where", default="", help="Where it was posted: a link, or any words.")
@click.option("--key", default="", help="What a retry repeats: the same post under the same key is filed once.")
@json_option
@database_option
def post() -> None:
    """File one post, move by move, as the page for posts does.

    FILE holds the post as a forum, a mail or a chat shows it, and may be `-`, which is stdin. Each line reads as ok,
    chat, fix (a rule is against it) or ask (it may mean several things); nothing is filed before all are settled.
    Filing stops at the first line that is refused: what stands before it is in the log, and the same post again goes
    on there. A post written before others moved is told what it missed. What it says is what a spectator may know.
    """


@command(
    "was-move", "was-move friday 58", "was-move friday 58.3", "was-move friday 58.3 --find 'green d7'",
    "was-move friday 58.3 --read 'P: Kg d7 open' --as tenth",
    "was-move friday 58.3 --read 'P: Kg d7 open' --reason 'the table agrees'",
)  # fmt: skip
@click.argument("session")
@click.argument("line", metavar="LINE")
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose line it was; without it you are the moderator.")
@click.option("--find", "words", metavar="WORDS", default="", help="Only list the moves that these words fit.")
@click.option("--read", "move", metavar="MOVE", help="The move that it was, in the notation of the game: file it.")
@click.option("--reason", default="", help="Why it is inserted where later moves stand already; the moderator says it.")
@click.option("--rest", type=click.Choice(["keep", "drop"]), help="Keep or leave out all later moves that then fall.")
@click.option("--check", is_flag=True, help="Only say what filing MOVE would do; nothing is written.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@json_option
@database_option
def was_move() -> None:
    """Make a line of chat the move that it was.

    LINE is a post's line in the log, which shows its chat; with a dot and the number of a line of that post, as in
    58.3, the moves that were legal there are listed, the likeliest first. With --read one is filed, as any post is.
    Where later moves stand already a seat only proposes to insert it; the moderator inserts it, with a
    reason, and the later moves are decided again. What it says is what a spectator may know.
    """


@command(
    "correct", "correct friday 'INSERT 7.3: draw' --check", "correct friday 'FIX 7.3: sca wst 3' 'OMIT 8.1' --check",
    "correct friday 'FIX 7.3: sca wst 3' 'KEEP rest' --reason 'the post was misread' --cite KEY-TURN-01",
)  # fmt: skip
@click.argument("session")
@click.argument("changes", metavar="CHANGE...", nargs=-1, required=True)
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose correction; without it you are the moderator.")
@click.option("--reason", default="", help="Why; a moderator gives a reason.")
@click.option("--cite", "cites", metavar="RULE", multiple=True, help="A rule that the ruling cites. Repeatable.")
@click.option("--settles", type=click.IntRange(0), default=0, metavar="N", help="The line of the dispute it settles.")
@click.option("--check", is_flag=True, help="Only say what it would do; nothing is written, no die falls.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@json_option
@database_option
def correct() -> None:
    """Correct moves, and decide all later ones again.

    The session may run or be over. CHANGE is written as in a post: 'FIX 7.3: line' decides the move anew, 'INSERT 7.3:
    line' puts a forgotten one before it ('INSERT 7.3 june: line' of another seat), 'OMIT 7.3' leaves it out; - reads
    lines from stdin. What falls is asked about: 'KEEP 7.5' keeps a later move as the table had it, 'DROP 7.5' leaves it
    out, 'PUT 7.5: line' puts another in its place, 'KEEP rest' and 'DROP rest' speak for all others. 'CARDS pile:
    shift' lets later draws take the next card. It ends with 1 where moves fall of which nothing is said, with 2 where
    it cannot be done.
    """


@command(
    "whatif", "whatif friday --at 7.3", "whatif friday 'FIX 7.3: sca wst 3' 'KEEP rest' --throw",
    "whatif friday 'INSERT 7.3: draw' --at 9.9 --alias what-if-draw", "whatif what-if-draw",
)  # fmt: skip
@click.argument("session")
@click.argument("changes", metavar="CHANGE...", nargs=-1)
@click.option("--at", metavar="ADDRESS", help="The last move that the branch takes over; without it all of them.")
@click.option("--throw", "throws", is_flag=True, help="Throw what chance is missing; else it is asked for.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="With --throw: the seed, to throw the same again.")
@click.option("--alias", metavar="NAME", default="", help="A short name for the branch: a-z, 0-9 and -.")
@viewer_option
@json_option
@database_option
def whatif() -> None:
    """Leave a session for a what-if, and compare the two.

    A branch is a session of its own and never the record: it says so on every page, and is not listed. Up to ADDRESS
    its lines are the record's, as its viewer may know them. Each CHANGE is written as for correct; dice and cards that
    fell are used again, what is missing is thrown (never by the tower) or asked for. It can be played on with post and
    record. Of a branch, without a CHANGE, it says what is otherwise than in the record. It ends with 1 where moves
    differ.
    """


@command(
    "invite", "invite", "invite friday --seat black --seat yellow --base https://bell.example.org",
    "invite friday --judge --name Ann", "invite friday --revoke 1f0a2b3c4d5e", "invite friday",
    work="people",
)  # fmt: skip
@click.argument("session", required=False)
@click.option("--seat", "seats", multiple=True, metavar="SEAT", help="A link for this seat; the one before ends.")
@click.option("--moderator", is_flag=True, help="A link for a moderator.")
@click.option("--judge", is_flag=True, help="Appoint a judge, which is a line of the log, and make the link.")
@click.option("--spectator", is_flag=True, help="A link for a reader of a private session.")
@click.option("--again", metavar="ID", help="Another secret for the link of this id; the one before ends.")
@click.option("--revoke", "ended", multiple=True, metavar="ID", help="Let the link of this id open nothing any more.")
@click.option("--name", default="", help="What people call whoever gets the link.")
@click.option("--base", default="http://127.0.0.1:8000", metavar="URL", help="The address others reach the pages by.")
@click.option("--list", "only", is_flag=True, help="Only list the links there are; without SESSION, those of hosts.")
@json_option
@database_option
def invite() -> None:
    """Make secret links, for a host or for people in a session.

    Without SESSION the link lets somebody begin sessions here. A link's secret is told once and kept as a hash;
    whoever lost it gets another with --again. With SESSION alone the links are listed. They are for pages that others
    reach: serve on another address, or with --club.
    """


@command(
    "people", "people friday", "people friday --name black=Julie --away yellow=2026-12-01",
    "people friday --visibility private --pace 48h", "people friday --substitute black=Kim",
)  # fmt: skip
@click.argument("session")
@setting_options
@click.option("--away", multiple=True, metavar="SEAT=DAY", help="A seat is away up to a day, 2026-12-01; = ends it.")
@click.option("--substitute", "changed", multiple=True, metavar="SEAT[=NAME]", help="Somebody else takes the seat.")
@json_option
@database_option
def people() -> None:
    """Say who sits where and who may read, or change it.

    A substitution is a line of the log, which names nobody; the old link ends and the old name is forgotten. Names
    stand beside the log: an empty one is forgotten.
    """


@command(
    "archive", "archive thread.txt --game GAME --seats tenth,twelfth --author 'Julie K.=tenth' --check",
    "archive list.mbox --game GAME --seats black,yellow,orange --author julie@example.org=black --alias spring",
    "archive channel.json --to spring", "archive thread.txt --as-transcript > session.txt",
)  # fmt: skip
@click.argument("file")
@click.option("--game", default="", help="The game that was played; a transcript says it itself.")
@click.option("--seats", default="", metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="Who is who: a name or address as it stands in the archive, and a seat, `moderator`, or - for nobody.",
)  # fmt: skip
@click.option("--title", default="", help="What people call the session.")
@click.option("--alias", default="", metavar="NAME", help="A short name for it in this database.")
@click.option("--dice", default="", metavar="SOURCE", help="Whose dice they were: typed (the default) or other:<name>.")
@click.option("--cards", default="", metavar="SOURCE", help="Whose cards, where they were not those of the dice.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option("--to", "session", metavar="ID", help="Go on with this session: posts that it holds are known again.")
@click.option("--check", is_flag=True, help="Only say how each line of each post reads; nothing is written.")
@click.option("--as-transcript", is_flag=True, help="Give the archive as a transcript, to be set right by hand.")
@json_option
@database_option
def archive() -> None:
    """Bring an old thread in, with its authors and times.

    FILE is a thread as text, as copied from a page or with a line `--- author, when, where ---` before each post; an
    mbox or one mail; or a Discord channel as JSON. What it is, is told by what is in it; `-` is stdin. Every post is
    kept, with its author, its time and where it was found; what stands in blocks is read as moves, and recorded as it
    stood. It is written whole or not at all. Exit status 1: no move was read in a post of whoever was awaited; 2: a
    line does not read.
    """


@command(
    "desk", "desk autumn thread.txt --game GAME --seats tenth,thirteenth --author Tomasz=tenth",
    "desk autumn", "desk autumn thread.txt", "desk autumn --read '12.3=MOVE' --chat 14 --json", "desk autumn --record",
)  # fmt: skip
@click.argument("name", required=False)
@click.argument("file", required=False)
@click.option("--game", default="", help="The game that was played.")
@click.option("--seats", default="", metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="Who is who: a name as it stands in the thread, and a seat, `moderator`, or - for nobody.",
)  # fmt: skip
@click.option("--title", default="", help="What people call the session.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option(
    "--read",
    "reads",
    multiple=True,
    metavar="POST.LINE=MOVE",
    help="What a line of a post says; POST=MOVE where one is asked.",
)
@click.option("--chat", "chats", multiple=True, metavar="POST[.LINE]", help="A post, or a line of it, is no move.")
@click.option("--undo", is_flag=True, help="Take the last answer back.")
@click.option("--record", is_flag=True, help="Record the posts that were passed as a session, and audit it.")
@click.option("--drop", is_flag=True, help="Forget the desk; what was recorded from it stays.")
@click.option("--ask", is_flag=True, help="Ask on the screen even where stdin is no terminal.")
@json_option
@database_option
def desk() -> None:
    """Read an old thread post by post, and record it when all is read.

    NAME names the desk, FILE is a thread as `archive` takes it: it begins the desk, or brings a later state of the
    thread. Notation that reads and talk go by themselves; what is told in other words, or does not read, is asked about
    with what it may mean. Every answer is kept at once and can be taken back; without a NAME the desks are listed. Exit
    status 1: a post is asked about; 2: it cannot do what it was asked.
    """


@command("list", "list", "list --disputes", "list --json | jq '.[] | select(.over | not) | .session'", work="list")
@click.option("--disputes", is_flag=True, help="Only the disputes that wait for a ruling, with the line of each.")
@click.option("--what-ifs", is_flag=True, help="What-ifs too, which are no records and are left out otherwise.")
@database_option
@json_option
def list_sessions() -> None:
    """List the sessions of the database, the newest first."""


@command(
    "show", "show friday", "show friday --at 7.3 --as table", "show friday --at 40 --format svg > b.svg",
    "show friday --png friday.png", "show friday --at 40 --describe > table.txt",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--at", "at", metavar="N", help="The line, or turn and step as in 7.3; the last one unless given.")
@viewer_option
@click.option("--format", "form", type=click.Choice(["text", "svg", "json"]), default="text", help="Text unless given.")
@click.option("--describe", is_flag=True, help="The table as lines that `new --from` takes.")
@click.option("--png", "picture", metavar="FILE", help="Write the board to a picture instead; - is stdout.")
@click.option("--size", type=click.Choice(["240", "600", "1200", "2400"]), default="1200", help="Its longer side.")
@click.option("--force", is_flag=True, help="Write over a picture that is there.")
@database_option
def show() -> None:
    """Show the board of a session after a line.

    ID is the session's id or alias. A picture is PNG, which needs an extra: pip install 'cloisterbell[png]'.
    """


@command("kit", "kit friday", "kit friday --format markdown --from 412", "kit friday --as tenth --format text")
@click.argument("session", metavar="ID")
@click.option(
    "--from", "start", type=click.IntRange(1), metavar="N", help="The line to begin with; the last turn if none."
)
@viewer_option
@click.option(
    "--format", "form", type=click.Choice(["bbcode", "markdown", "text"]), default="bbcode", help="bbcode unless given."
)
@click.option("--base", default="", metavar="URL", help="The address of your pages: the text then links to them.")
@json_option
@database_option
def kit() -> None:
    """Write a reply kit: what to post after a turn.

    It says what happened, the totals, the dice with their numbers, the witness of the log and who is awaited, and
    ends with an empty block to fill in. ID is the session's id or alias. With --as it is the private message to a
    seat: its cards, and what it may write.
    """


@command("log", "log friday", "log friday --json | jq -r '.[] | select(.kind == \"rolled\") | .told'", work="show")
@click.argument("session", metavar="ID")
@viewer_option
@json_option
@database_option
def log() -> None:
    """Tell a session's log, line by line.

    Moves have their turn and step, effects the rule they come from; what was taken back is marked with ~.
    """


@command("why", "why friday scandinavia", "why friday scandinavia --at 7.3", "why friday 'hand june' --as june --json")
@click.argument("session", metavar="ID")
@click.argument("place")
@click.option("--at", "at", metavar="N", help="The line, or turn and step as in 7.3; the last one unless given.")
@viewer_option
@json_option
@database_option
def why() -> None:
    """Say which lines made a value on the board what it is.

    PLACE is written as in SET and in claims: a territory, a tile, a card, a seat's tokens (docs/places.md). Each line
    is told with what it made of the value, its rule, and the dice and cards of its move. Without one of these lines the
    value might be another; without any other it would be the same.
    """


@command(
    "note", "note friday", "note friday 7.3 'Where it turned.'", "note friday '#412' 'Look at this.' --for judge",
    "note friday --withdraw 431",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.argument("at", default="")
@click.argument("text", default="")
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose note it is; the moderator's unless given.")
@click.option(
    "--for", "whom", type=click.Choice(["all", "alone", "judge", "after"]), default="all",
    help="Who reads it: all, its author alone, whoever may rule as well, or all after the end.",
)  # fmt: skip
@click.option("--withdraw", "withdrawn", type=click.IntRange(1), metavar="LINE", help="Take the note of a line away.")
@json_option
@database_option
def note() -> None:
    """Write a note at a line, or tell the notes that stand.

    AT is a turn and step (7.3) or a line (#412), TEXT the note; `''` for AT is the whole session, `-` for TEXT reads
    stdin. A note is a line of the log: it is shown at its line until it is withdrawn, and its line stays.
    """


@command(
    "audit", "audit friday", "audit friday --json", "audit session.txt", "audit --all",
    "audit archive/ 'club/*.jsonl' friday --keep audits.jsonl --html audits.html", "audit archive/ --against old.json",
    "audit archive/ --option tardis_blocks_path=no", work="audit",
)  # fmt: skip
@click.argument("what", metavar="[ID|FILE|FOLDER]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every session of the database, as a spectator may know it.")
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes share the work of many.")
@click.option("--keep", metavar="FILE", help="Keep each audit there, and do not read again what is kept and unchanged.")
@click.option("--against", metavar="OLD.json", help="Compare with a report that --json wrote: new, gone, same.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="What another reading would change.")
@click.option("--html", metavar="FILE", help="Write the report of many as a page.")
@click.option("--csv", "table", metavar="FILE", help="Write the findings of many as a table.")
@viewer_option
@json_option
@database_option
def audit() -> None:
    """Run a session again by the rules and report what leaves them.

    Each finding has its line and the number of the rule. ID is a session of the database. FILE is an export or a
    transcript (`-` is stdin) and needs no database. The report ends with what could not be checked. Of a transcript
    that does not read to its end it tells what could be recorded, and every line that does not read. Several, a FOLDER
    or a pattern give one report of all: findings by rule, game, kind of play and source of dice, the rules that nothing
    asked for, the sessions worth a look first. With --option all is read as if the tables had agreed so, and compared
    with how it was played. Exit status 1: a violation was found (with --against or --option: a new one); 2: something
    does not read to its end.
    """


@command(
    "verify", "verify session.jsonl", "verify session.jsonl --witness 57:9f3c1e0766aa20b1c4d8e2f09b7a6c51",
    "verify session.jsonl --key 41d09ab4f3c6705e8a21bb0c9de4471f", "verify session.jsonl --witness thread.txt",
)  # fmt: skip
@click.argument("file")
@click.option(
    "--witness", "witnesses", metavar="HEAD|FILE", multiple=True, callback=_witnesses,
    help="SEQ:HEX or a whole signed head, as posted; or an archived thread, mailbox or Discord export. Repeatable.",
)  # fmt: skip
@click.option("--key", "pin", default="", metavar="HEX", help="The host's key or its fingerprint, as you know it.")
@json_option
def verify() -> None:
    """Check an export with nothing but the file.

    Checked are the chain of lines, the dice, the seals, and every move by the rules. A witness is what `record`
    printed and somebody posted: it shows that the log is still the one it was then. Of a FILE every head that stands
    in its posts is held against the log; as anybody can type one, one that differs is a doubt unless the host signed
    it. A key that only the file names is anybody's: with --key, from an invitation or a kit, it shows whose log it
    is. Exit status 1: something in the file is not as it must be.
    """


@command("remove", "remove friday", "remove friday -o last-friday.jsonl --yes", work="export")
@click.argument("session", metavar="ID")
@click.option("-o", "--output", metavar="FILE", help="Where its export goes; ID.jsonl here unless given.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def remove() -> None:
    """Remove a session for good.

    All of it is exported first, with its secrets, and it asks before it goes on. Its links open nothing any more.
    """


@command(
    "erase", "erase friday --of black", "erase friday --of black --from 1 --to 412 --yes",
    "erase friday --words 'Julie Smith'",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--of", "author", metavar="WHO", default="", help="Whoever wrote: a seat, moderator, or judge-1 ...")
@click.option("--words", metavar="WORDS", default="", help="Only texts that hold these words, in any letter case.")
@click.option("--from", "first", metavar="LINE", type=click.IntRange(1, 10**9), default=1, help="From this line on.")
@click.option("--to", "last", metavar="LINE", type=click.IntRange(1, 10**9), help="Up to this line; the last if none.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def erase() -> None:
    """Erase what a person wrote in a session, for good.

    Posts, notes, claims and reasons read `removed` from then on; every digest still verifies, and moves and dice stay.
    Without WORDS the person's name and addresses go too. It tells the lines, and asks before it goes on.
    """


@command("export", "export friday -o friday.jsonl", "export friday --format notation", work="export")
@click.argument("session", metavar="ID")
@viewer_option
@click.option("--format", "form", type=click.Choice(["jsonl", "notation"]), default="jsonl", help="JSON Lines if none.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; stdout unless given.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@database_option
def export() -> None:
    """Take a session's log out, as its viewer may know it.

    The file carries its own proof and can be imported elsewhere with the same digests; the notation reads back as
    a transcript. The database holds what is secret and is not for sharing; exports are.
    """


@command(
    "bundle", "bundle friday", "bundle friday -o friday.html --at 7.3", "bundle friday --as black -o mine.html",
)  # fmt: skip
@click.argument("session", metavar="ID")
@viewer_option
@click.option("--at", metavar="LINE", default="", help="Open at a line or a step, as in 412 or 7.3; the last if none.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; ID.html here unless given, `-` is stdout.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@database_option
def bundle() -> None:
    """Put a session into one page to hand on.

    The file opens in a browser without a network and without this program: every board, the log, what is disputed,
    ruled and found, with the boards before and after. It checks the digests and seals of its log, compares a witness,
    and gives out the log as `export` does, for `verify`. It holds what its viewer may know, and nothing else.
    """


@command("import", "import friday.jsonl", "import - --alias club-17 < friday.jsonl", work="export")
@click.argument("file")
@click.option("--alias", metavar="NAME", default="", help="A short name for it here: a-z, 0-9 and -.")
@database_option
def import_file() -> None:
    """Bring an exported log in.

    It keeps its id and its digests. A log whose chain is broken is refused. Its dice tower stays where it was, so
    a session of the tower goes on there.
    """


@command("key", "key", "key --make", "key --renew", "key --lost", "key --stolen 2026-11-20")
@click.option("--make", is_flag=True, help="Make the first key of this house.")
@click.option("--renew", is_flag=True, help="Take a new key, for which the old one vouches.")
@click.option("--lost", is_flag=True, help="The key is gone: let a new one sign on, for which nobody vouches.")
@click.option("--stolen", default="", metavar="DAY", help="Somebody else has the key since that day, as in 2026-11-20.")
@json_option
@database_option
def key() -> None:
    """Show, make or change the key that logs are signed with.

    A house with a key signs the last line of a log when it leaves: with exports, kits, answers to posts, rulings and at
    the end. Then nobody else can change a line, add one or leave the end off; verify --key shows it. Tell people the
    fingerprint by a way of its own. Sessions name the key in line 1, so that only those that begin with it are
    signed; serve makes one when it first serves others. The secret key is in FILE.key beside the database and in no
    backup. A new key is named by a line in every session.
    """


@command("restore", "restore club-friday.db --check", "restore club-friday.db --db club.db")
@click.argument("file")
@click.option("--check", is_flag=True, help="Only look at it.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="So many processes; as many as pay unless given.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@database_option
def restore() -> None:
    """Check a backup, and put it in place of the database.

    Every session of it is folded, and every digest, seal, fingerprint and signature compared, one line each. Its server
    has to be stopped. What was there is kept beside it, and the mark stays: a session of which more was rolled or
    signed than the backup knows is held; --check says which of them would be. Exit status 1: something in the backup is
    damaged, and nothing was replaced.
    """


@command("doctor", "doctor", "doctor --save saved.db", "doctor --json --db club.db")
@click.option("--save", metavar="FILE", help="Write what can be read into a new database.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="So many processes; as many as pay unless given.")
@json_option
@database_option
def doctor() -> None:
    """Look at a whole database, its pages and every session.

    Each session is folded, and every digest, seal, fingerprint and signature compared, one line each; no move is asked
    whether it was legal, which is what an audit does. With --save all that can still be read goes into a new database:
    of a log what stands before its first gap. Exit status 1: something is damaged.
    """


@command(
    "move", "move --to club.db --yes",
    "move --db club.db --to 'postgresql://keeper@db.example.org/club?options=-crole%3Dbell_owner'",
)  # fmt: skip
@click.option("--to", required=True, metavar="PLACE", help="A new file, or the address of a PostgreSQL database.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@database_option
def move() -> None:
    """Move the database onto a server, or back into a file.

    Every line, seal, secret and signature is as it was, people's links go on, and marks and keys come along. Both ends
    are compared before anything counts. The database that was left can be read, and takes nothing more: two copies
    of a dice tower would roll one key twice. A server takes it from whoever owns its tables, and before its first
    serve: into an empty database, and an empty folder of marks and keys.
    """


@command(
    "migrate", "migrate --db club.db", "migrate --service bell --db postgresql://bell_owner@db.example.org/club",
)  # fmt: skip
@click.option("--service", default="", metavar="ROLE", help="On a server: let this role, which owns nothing, serve.")
@json_option
@database_option
def migrate() -> None:
    """Bring the tables of a database to this version.

    Every command does so by itself where it may. On a server whoever owns the tables does it, before a new version
    serves: the role that serves may append and read, but change no table and no line. ROLE gets just what that takes;
    call it again after each new version. It looks at no marks and no keys.
    """


@command("backup", "backup friday.db", "backup --db club.db /var/backups/club.db")
@click.argument("file", type=click.Path())
@database_option
def backup() -> None:
    """Copy the database to a new file while it is in use.

    The copy is whole, as of one moment, and holds every secret: keep it as safe as the database. To restore one, stop
    the server and put it in the database's place; the `.mark` file beside the database stays where it is, so that no
    roll that was given before is given again.
    """


@command(
    "notify", "notify friday", "notify friday --webhook https://chat.example.org/hook",
    "notify friday --mail black=julie@example.org", "notify friday --none",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--webhook", "webhooks", multiple=True, metavar="URL", help="Send all notices there, as JSON.")
@click.option("--mail", "mails", multiple=True, metavar="SEAT=ADDRESS", help="Send a seat's notices there.")
@click.option("--none", "forget", is_flag=True, help="Forget what was set before.")
@json_option
@database_option
def notify() -> None:
    """Say to whom tick sends the notices of a session, or show it.

    A webhook gets them all, in a form that common chats take; a mail address those of its seat.
    """


@command("tick", "tick", "tick --dry-run", "tick --base https://bell.example.org", work="notify")
@click.option("--dry-run", is_flag=True, help="Only say what is due; nothing is sent.")
@click.option("--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE", help="The address for links in notices.")
@json_option
@database_option
def tick() -> None:
    """Send the notices that are due, each once.

    They say who is awaited, whose time runs out, who is late, what is over, and nothing that a spectator may not
    know. Run it from time to time, say every ten minutes by cron: it sends to the webhooks and mail addresses that
    notify set, and nothing twice. Mail is handed in where CLOISTERBELL_SMTP (smtps://user:password@host) says, from
    CLOISTERBELL_MAIL_FROM. Exit status 1: something could not be sent.
    """


@command("games", "games", "games risk", "games --json", "games --data GAME > cards.toml")
@click.argument("game", required=False)
@click.option("--data", "shipped", metavar="GAME", help="Give the data file that ships with a game instead.")
@json_option
def games() -> None:
    """List the games on the shelf and their options, or one of them.

    Where a game's cards are data, a table may bring its own file, made of the one that ships; GAME.NAME is one of
    several.
    """


@command("rules", "rules GAME", "rules GAME --json")
@click.argument("game")
@json_option
def rules() -> None:
    """List a game's rules by number, with the code behind each.

    The sentences are our own. In a checkout the tests are listed too. A rule that nothing in a log can break says so.
    At the end stand the doubts that a table may settle for itself, each with the option that does.
    """
