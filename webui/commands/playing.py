"""Commands that write a log: `new` and `record`."""

import re
from collections.abc import Sequence
from typing import Any, Final

import click
from click.core import ParameterSource

from events.errors import NotationError, RefusedError
from events.facts import ALL, Started
from events.line import check_id
from events.store import EventStore, MemoryStore
from projections.game import Game
from projections.shelf import shelf
from replay.beginning import REASON, options_in, read_description
from replay.consent import POLICIES
from replay.own_data import OwnData
from replay.posts import read_file
from replay.recording import Recorded, go_on, record_text
from replay.session import Session
from replay.timeline import Timeline
from replay.transcript import Echo, started_from, started_with
from webui.commands.asked import brings_data, read_data, read_text
from webui.commands.games import options_of
from webui.commands.middle import begin_in_the_middle
from webui.commands.place import database, in_database, is_there, opened
from webui.commands.said import plural, say, warn
from webui.commands.taught import command
from webui.standing import standing

__all__ = ["named_options", "new", "record", "witness"]

_GAME: Final = re.compile(r"\s*game\s*:", re.IGNORECASE)
_FENCE: Final = re.compile(r"\s*(?:==|---|>|\[|`|\*\*)")


def witness(store: EventStore, session: str) -> str:
    """The witness of a session's last line, as it is posted and given to `verify`."""
    head = store.head(session)
    return f"{head.seq}:{head.hex[:32]}"


@command(
    "new", "new GAME --seats tenth,twelfth --title 'Friday nights' --alias friday",
    "new GAME --seats nine,ten,eleven --option NAME=VALUE --dice typed", "new GAME --seats nine,ten --data cards.toml",
    "new GAME --seats nine,ten --from table.txt --check",
)  # fmt: skip
@click.argument("game")
@click.option("--seats", required=True, metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option("--title", default="", help="What people call the session.")
@click.option("--alias", default="", metavar="NAME", help="A short name for it in this database.")
@click.option("--dice", default="tower", metavar="SOURCE", help="Whose dice and cards: tower, typed or other:<name>.")
@click.option("--cards", metavar="SOURCE", help="Whose cards, where they are not those of the dice.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option(
    "--opens", type=click.Choice(["all", "seats", "auditor"]), default="all", help="To whom its end opens it."
)
@click.option(
    "--corrections", type=click.Choice(list(POLICIES)), default="friendly", help="Who must agree to a takeback."
)
@click.option(
    "--host", default="", metavar="SEAT", help="The seat of whoever can read this database, if it is a player."
)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    help="Begin in the middle: the table as lines, place = value, as SET takes them.",
)
@click.option("--reason", default=REASON, metavar="TEXT", help="With --from: why, as each line of the log says it.")
@click.option("--check", is_flag=True, help="With --from: only show the table; nothing is written.")
@brings_data
@in_database
def new(
    game: str, seats: str, alias: str, options: tuple[str, ...], data: tuple[str, ...], source: str | None,
    reason: str, *, check: bool, **header: str | None,
) -> int:  # fmt: skip
    """Begin a session whose moves are recorded from now on.

    The dice tower rolls and shuffles, and anybody can check that it did so fairly. What it dealt stays in the
    database; with dice and cards typed, the players tell what fell and what they drew. A game that began
    elsewhere goes on from a description of its table; its dice and cards are typed.
    """
    played = shelf()[game.lower()]
    if check and source is None:
        raise RefusedError("--check looks at a described table: say with --from where it is described")
    lines = read_description(read_text(source)) if source else ()
    if source and click.get_current_context().get_parameter_source("dice") is ParameterSource.DEFAULT:
        header["dice"] = "typed"
    header["cards"] = header["cards"] or header["dice"]
    fields = {name: value for name, value in header.items() if value}
    named = {**options_in(played, lines), **named_options(played, options)}
    try:
        started = started_with(shelf(), {"game": played.slug, "seats": seats, **fields, **named})
    except RefusedError as error:
        raise RefusedError(str(error).partition("; the header knows")[0] + _may_be(played, options)) from error
    if alias:
        check_id(alias, "alias")
    own = read_data(played, data)
    if source:
        return begin_in_the_middle(played, started, lines, alias=alias, reason=reason, own=own, check=check)
    if not is_there(database()):
        _begun(MemoryStore(), started, alias, own)  # what is refused leaves no new database behind
    with opened(make=True) as store:
        session = _begun(store, started, alias, own)
        say(f"{session.row.session}{f' ({alias})' if alias else ''}: {played.title}, {', '.join(started.seats)}")
        for each in own:
            say(f"data {each.name}: the table's own, pinned by its SHA-256 {each.pin}")
        say(f"head {witness(store, session.row.session)}")
        say(standing(Timeline(session.row, session.view(ALL)), session.head.seq))
    say(f"\ngo on:  cloisterbell record POST.txt --to {alias or session.row.session}")
    return 0


def _begun(store: EventStore, started: Started, alias: str, own: Sequence[OwnData]) -> Session:
    try:
        return Session.create(store, shelf(), started, alias=alias, own=own)
    except NotationError as error:
        why = "nobody has told what fell: an option may settle it (see games), or a transcript tells it"
        raise RefusedError(f"{error.reason}; {why}") from error


def named_options(game: Game[Any, Any], given: tuple[str, ...]) -> dict[str, str]:
    """Options of a game by name, as NAME=VALUE gives them.

    Raises:
        RefusedError: one is unknown, or has no value.
    """
    known, found = options_of(game), dict[str, str]()
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        if not equals:
            raise RefusedError(f'"{text[:60]}" is no option: write NAME=VALUE')
        if name not in known:
            raise RefusedError(f'{game.slug} has no option "{name[:40]}"; it has {", ".join(known) or "none"}')
        if name in found:
            raise RefusedError(f'the option "{name}" is given twice')
        found[name] = value.strip()
    return found


def _may_be(game: Game[Any, Any], given: tuple[str, ...]) -> str:
    known = options_of(game)
    names = [text.partition("=")[0].strip().lower().replace("-", "_") for text in given]
    told = [f"{name} may be {known[name]}" for name in names if name in known]
    return f"; {', '.join(told)}" if told else ""


@command(
    "record", "record session.txt --alias friday", "record session.txt --check", "record post.txt --to friday",
    "record - --to friday < post.txt", "record session.txt --data cards.toml",
)  # fmt: skip
@click.argument("file")
@click.option("--check", is_flag=True, help="Only say how each line reads; nothing is written, nothing is rolled.")
@click.option("--to", "session", metavar="ID", help="Go on with this session: the file holds posts, and no header.")
@click.option("--alias", default="", metavar="NAME", help="A short name for the new session.")
@click.option("-v", "--verbose", is_flag=True, help="Say of a whole transcript, too, how each line reads.")
@brings_data
@in_database
def record(
    file: str, session: str | None, alias: str, data: tuple[str, ...], *, check: bool, verbose: bool
) -> int:  # fmt: skip
    """Record what was posted: a transcript, or posts with --to.

    A transcript begins a session; posts go on with one. Each line is read as ok, as chat, or stops the recording:
    fix names the rule that is against it, ask says what it may mean. A typed session is written whole or not at
    all. Where the dice are the tower's, what stands before the line that stopped is in the log, and its dice
    fell. FILE may be `-`, which is stdin.
    """
    text = read_text(file)
    if session is None:
        if _FENCE.match(text):
            raise RefusedError(f"{file} has no header, so it begins no session; --to names the one it goes on with")
        return _whole(text, alias, data, check=check, verbose=verbose)
    if alias or data:
        raise RefusedError(f"{'--alias names' if alias else '--data is for'} a new session: it does not go with --to")
    if any(_GAME.match(line) for line in text.lstrip().partition("\n\n")[0].splitlines()):
        raise RefusedError(f"{file} has a header, so it begins a session of its own: leave out --to")
    with opened() as store:
        row = store.row(session)
        done = go_on(store, shelf(), row.session, text, check=check)
        timeline = Timeline.read(store, shelf(), row.session)
        _say_echoes(done.echoes, timeline if done.session and not check else None)
        return _ended(store, row.session, done, check=check)


def _whole(text: str, alias: str, data: Sequence[str], *, check: bool, verbose: bool) -> int:
    """Record a whole transcript; one that does not read leaves no new database behind."""
    started = started_from(shelf(), read_file(text))
    own = read_data(shelf()[started.game], data)
    if alias:
        check_id(alias, "alias")
    if not is_there(database()):
        tried = record_text(MemoryStore(), shelf(), text, check=True, own=own)
        if check or not tried.whole:
            _say_echoes(tried.echoes if verbose or check else tried.echoes[-1:])
            return _checked(tried)
    with opened(make=True) as store:
        done = record_text(store, shelf(), text, check=check, alias=alias, own=own)
        _say_echoes(done.echoes if verbose or check else done.echoes[-1:] if not done.whole else ())
        return _ended(store, done.session, done, check=check)


def _say_echoes(echoes: tuple[Echo, ...], timeline: Timeline | None = None) -> None:
    """Say how each line reads, and what followed from it where it was filed."""
    for echo in echoes:
        say(f"{echo.number:>5}  {echo.status:<4}  {echo.text}{f'  ({echo.address})' if echo.address else ''}")
        if echo.message:
            say(f"{'':>13}{echo.message}")
        for choice in echo.choices if "; allowed: " not in echo.message else ():
            say(f"{'':>13}- {choice}")
        if timeline is not None and echo.address:
            group = timeline.find(echo.address)
            for entry in group.entries[1:]:
                say(f"{'':>13}> {timeline.tell(entry.seq)}")


def _ended(store: EventStore, session: str, done: Recorded, *, check: bool) -> int:
    """What became of it all, and the exit status."""
    if check:
        return _checked(done)
    if not session or (not done.session and not done.whole):
        warn(_stopped(done, "nothing was written"))
        return 2
    row, timeline = store.row(session), Timeline.read(store, shelf(), session)
    say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {standing(timeline, timeline.last)}")
    say(f"witness {witness(store, session)}")
    if not done.whole:
        warn(_stopped(done, "what stands before it is in the log"))
        return 2
    return 0


def _checked(done: Recorded) -> int:
    if done.whole:
        say(f"{plural(len(done.echoes), 'line')} read; nothing was written")
        return 0
    warn(_stopped(done, "nothing was written"))
    return 2


def _stopped(done: Recorded, then: str) -> str:
    last = done.echoes[-1]
    verb = {"fix": "does not stand", "ask": "does not read"}.get(last.status, "stopped the recording")
    return f"line {last.number} {verb}; {then}"
