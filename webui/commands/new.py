"""The command `new`, which begins a session."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

import click
from click.core import ParameterSource

from events.errors import RefusedError
from events.events import ALL
from events.store.accounts import Accounts
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.game import Game
from projections.registry import registry
from replay.posts.create_session import SessionPlan, begin_session, started_from_fields
from replay.posts.position_file import REASON, DescribedStart, DescriptionLine, begin_from, options_in, read_description
from replay.reading.timeline import Timeline
from replay.session import session as live
from webui.commands.arguments import read_data, read_text
from webui.commands.database import database_exists, open_database
from webui.commands.games import options_of
from webui.commands.options import command, data_option, database_option, setting_options
from webui.commands.output import plural, say, warn, witness
from webui.commands.settings import read_settings, values_by_seat
from webui.views.headline import headline

_SETTLED: Final = ("visibility", "pace", "grace", "where", "names")


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
def new(
    game: str, seats: str, options: tuple[str, ...], data: tuple[str, ...], source: str | None, reason: str | None, *,
    check: bool, **header: Any,
) -> int:  # fmt: skip
    """Begin a session whose moves are recorded from now on.

    The dice tower rolls and shuffles, and anybody can check that it did so fairly. What it dealt stays in the
    database; with dice and cards typed, the players tell what fell and what they drew. A game that began
    elsewhere goes on from a description of its table; its dice and cards are typed.

    With a word from each seat no seat need trust this machine: the words enter every roll and never change.
    """
    played = registry()[game.lower()]
    if check and source is None:
        raise RefusedError("--check looks at a described table: say with --from where it is described")
    lines = read_description(read_text(source)) if source else ()
    if source and click.get_current_context().get_parameter_source("dice") is ParameterSource.DEFAULT:
        header["dice"] = "typed"
    plan = _plan(played, seats, header, {**options_in(played, lines), **named_options(played, options)}, options, data)
    if source:
        return begin_from_position(played, plan, lines, reason=REASON if reason is None else reason, check=check)
    _begin(played, plan)
    return 0


def _plan(
    game: Game[Any, Any], seats: str, header: dict[str, Any], chosen: Mapping[str, str], options: tuple[str, ...],
    data: Sequence[str],
) -> SessionPlan:  # fmt: skip
    """What the command line asks for.

    Raises:
        RefusedError: something that is not allowed; names it.
    """
    settled = {name: header.pop(name) for name in _SETTLED}
    words, alias = header.pop("words"), header.pop("alias")
    header["cards"] = header["cards"] or header["dice"]
    fields = {name: value for name, value in header.items() if value}
    try:
        started = started_from_fields(
            registry(), game, [seat for seat in seats.split(",") if seat.strip()], {**fields, **chosen}
        )
    except RefusedError as error:
        raise RefusedError(f"{error}{_option_hint(game, options)}") from error
    return SessionPlan(
        started, read_settings(Settings(), started.seats, settled), check_id(alias, "alias") if alias else "",
        dict(values_by_seat(words, started.seats, "word")), read_data(game, data),
    )  # fmt: skip


def _begin(game: Game[Any, Any], plan: SessionPlan) -> None:
    """Begin a session and say what to do next."""
    if not database_exists():
        begin_session(MemoryStore(), registry(), None, plan)  # what is refused leaves no new database behind
    with open_database(make=True) as store, closing(store.open_accounts()) as accounts:
        session = begin_session(store, registry(), accounts, plan)
        row, alias = session.row.session, plan.alias
        say(f"{row}{f' ({alias})' if alias else ''}: {game.meta.title}, {', '.join(plan.started.seats)}")
        for each in plan.own:
            say(f"data {each.name}: the table's own, pinned by its SHA-256 {each.pin}")
        say(f"head {witness(store, row)}")
        say(headline(Timeline(session.row, session.view(ALL)), session.head.seq))
    say(f"\ngo on:  cloisterbell post {alias or row} POST.txt")


def named_options(game: Game[Any, Any], given: tuple[str, ...]) -> dict[str, str]:
    """Options of a game by name, as NAME=VALUE gives them.

    Raises:
        RefusedError: one is unknown, or has no value.
    """
    known, found = options_of(game.options), dict[str, str]()
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        if not equals:
            raise RefusedError(f'"{text[:60]}" is no option: write NAME=VALUE')
        if name not in known:
            raise RefusedError(f'{game.meta.slug} has no option "{name[:40]}"; it has {", ".join(known) or "none"}')
        if name in found:
            raise RefusedError(f'the option "{name}" is given twice')
        found[name] = value.strip()
    return found


def _option_hint(game: Game[Any, Any], given: tuple[str, ...]) -> str:
    known = options_of(game.options)
    names = [text.partition("=")[0].strip().lower().replace("-", "_") for text in given]
    told = [f"{name} may be {known[name]}" for name in names if name in known]
    return f"; {', '.join(told)}" if told else ""


def begin_from_position(
    game: Game[Any, Any], plan: SessionPlan, lines: Sequence[DescriptionLine], *, reason: str, check: bool,
) -> int:  # fmt: skip
    """Begin a session from a description; what is refused leaves no new database behind.

    Raises:
        RefusedError: the game or its options are not allowed; nothing is written.
        NotationError: a line of the description does not stand; with its number.
    """
    started, alias = plan.started, plan.alias
    how: Any = {"reason": reason, "alias": alias, "own": plan.own}
    if check or not database_exists():
        middle = begin_from(MemoryStore(), registry(), started, lines, check=True, **how)
        if check:
            return _say_position(game, middle, lines)
    with (
        open_database(make=True) as store,
        closing(store.open_accounts()) as accounts,
        _stored_settings(accounts, plan) as session,
    ):
        middle = begin_from(store, registry(), started, lines, session=session, **how)
        head = store.head(middle.session)
    row = middle.staged.row
    say(f"{row.session}{f' ({alias})' if alias else ''}: {game.meta.title}, {', '.join(started.seats)}")
    _warn_of_faults(middle)
    say(f"head {head.seq}:{head.hex[:32]}")
    say(headline(middle.timeline, middle.timeline.last))
    say(f"\ngo on:  cloisterbell post {alias or row.session} POST.txt")
    return 0


@contextmanager
def _stored_settings(accounts: Accounts, plan: SessionPlan) -> Iterator[str]:
    """A new id whose settings are there before the session is; gone again where it does not come about."""
    session = live.new_id()
    accounts.put_settings(session, plan.settings)
    try:
        yield session
    except BaseException:
        accounts.drop_settings(session)
        raise


def _say_position(game: Game[Any, Any], middle: DescribedStart, lines: Sequence[DescriptionLine]) -> int:
    say(game.view.text(middle.timeline.reading.position).rstrip("\n"))
    _warn_of_faults(middle)
    say(f"\n{plural(len(lines), 'line')} read; nothing was written")
    return 0


def _warn_of_faults(middle: DescribedStart) -> None:
    for law in middle.warnings:
        warn(f"this does not hold on that table: {law}")
