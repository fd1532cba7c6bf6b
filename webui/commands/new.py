"""The command `new`, which creates a session."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
from click import argument, option
from click.core import ParameterSource
from msgspec.structs import replace

from events.errors import RefusedError
from events.events import ALL
from events.store.accounts import Accounts
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Settings
from projections.game import Game
from projections.registry import registry
from replay.posts.create_session import (
    REASON,
    NoFirstPlayerError,
    SessionPlan,
    begin_session,
    broken_laws,
    options_in,
    read_description,
    started_from_fields,
)
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui.commands.arguments import by_seat, read_data, read_settings, read_text
from webui.commands.database import database_exists, open_accounts
from webui.commands.games import options_of
from webui.commands.options import command, data_option, setting_options
from webui.commands.output import checkpoint, plural, say, warn
from webui.views.headline import headline

_SETTLED: Final = ("visibility", "pace", "grace", "where", "names")


@command(
    "new", "new GAME --seats tenth,twelfth --title 'Friday nights' --alias friday",
    "new GAME --seats nine,ten,eleven --option NAME=VALUE --dice typed", "new GAME --seats nine,ten --data cards.toml",
    "new GAME --seats nine,ten --visibility private --pace 48h --name nine=Julie",
    "new GAME --seats nine,ten --from position.txt --check", json=False,
)  # fmt: skip
@argument("game")
@option("--seats", required=True, metavar="A,B", help="The seats in order. Names consist of a-z, 0-9 and -.")
@option("--title", default="", help="Title of the session.")
@option("--alias", default="", metavar="NAME", help="Short name, used in links and commands.")
@option(
    "--dice", default="tower", metavar="SOURCE",
    help="Dice and cards: tower (the built-in dice roller), typed (entered by hand) or other:NAME (default: tower).",
)  # fmt: skip
@option("--cards", metavar="SOURCE", help="Cards, if their source differs from the dice (default: as --dice).")
@option(
    "--seed",
    "seeds",
    multiple=True,
    metavar="SEAT=SEED",
    help="A word chosen by the player of SEAT, mixed into every roll. Repeatable.",
)
@option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game; see games. Repeatable.")
@option(
    "--opens", type=click.Choice(["all", "seats", "auditor"]), default="all",
    help="Show hidden information after the game to all, the seats or an auditor (default: all).",
)  # fmt: skip
@option(
    "--corrections", type=click.Choice(["friendly", "agreement", "dice-seal", "strict", "moderator"]),
    default="friendly", help="Who must agree to a takeback; see docs/explanation/takebacks.md (default: friendly).",
)  # fmt: skip
@option(
    "--disputes", type=click.Choice(["go on", "wait"]), default="go on",
    help="Play during an open dispute: go on or wait (default: go on).",
)  # fmt: skip
@option(
    "--resignation", type=click.Choice(["play on", "end"]), default="play on",
    help="After a player resigns: the others play on, if the game allows it, or the game ends (default: play on).",
)  # fmt: skip
@option("--host", default="", metavar="SEAT", help="Seat of the person who runs this server, if that person plays.")
@setting_options
@option("--from", "source", metavar="FILE", help="Start from a position: a file of lines FIELD = VALUE, as in SET.")
@option("--reason", metavar="TEXT", help="With --from: reason, recorded in the log.")
@option("--check", is_flag=True, help="With --from: show the position only; nothing is saved.")
@data_option
def new(
    game: str, seats: str, options: tuple[str, ...], data: tuple[str, ...], source: str | None, reason: str | None, *,
    check: bool, **header: Any,
) -> int:  # fmt: skip
    """Create a session.

    The dice roller rolls and shuffles, and every player can check that it is fair. The cards that it deals stay hidden
    in the database. With `--dice typed` the players report their rolls and cards in posts. If each seat adds a player
    seed (a word that its player chooses), no player has to trust this server: the seeds are part of every roll. A game
    that began elsewhere continues from a description of its position (--from), with dice and cards entered by hand.
    """
    played = registry()[game.lower()]
    if check and source is None:
        raise RefusedError("--check needs --from FILE")
    lines = read_description(read_text(source)) if source else ()
    if source and click.get_current_context().get_parameter_source("dice") is ParameterSource.DEFAULT:
        header["dice"] = "typed"
    chosen = {**options_in(played, lines), **named_options(played, options)}
    plan = _plan(played, seats, header, chosen, options, data)
    plan = replace(plan, middle=lines, reason=REASON if reason is None else reason)
    if check or not database_exists():
        trial = _begin(MemoryStore(), None, plan)  # a refused session must not create a database
        if check:
            say(played.view.text(trial.view(ALL).position).rstrip("\n"))
            _warn_of_faults(plan, trial)
            say(f"\n{plural(len(lines), 'line')} read; nothing was saved")
            return 0
    with open_accounts(make=True) as (store, accounts):
        session = _begin(store, accounts, plan)
        row, alias = session.row.session, plan.alias
        say(f"{row}{f' ({alias})' if alias else ''}: {played.meta.title}, {', '.join(plan.started.seats)}")
        for each in plan.own:
            say(f"data {each.name}: custom file with SHA-256 {each.pin}")
        _warn_of_faults(plan, session)
        say(f"checkpoint {checkpoint(store, row)}")
        say(headline(Timeline(session.row, session.view(ALL)), session.head.seq))
    say(f"\nnext:  cloisterbell post {alias or row} POST.txt")
    return 0


def _begin(store: EventStore, accounts: Accounts | None, plan: SessionPlan) -> Session:
    try:
        return begin_session(store, registry(), accounts, plan)
    except NoFirstPlayerError as error:
        raise RefusedError(f"{error}. For example: --option {error.option}={error.seats[0]}") from error


def _plan(
    game: Game[Any, Any], seats: str, header: dict[str, Any], chosen: Mapping[str, str], options: tuple[str, ...],
    data: Sequence[str],
) -> SessionPlan:  # fmt: skip
    settled = {name: header.pop(name) for name in _SETTLED}
    seeds, alias = header.pop("seeds"), header.pop("alias")
    header["cards"] = header["cards"] or header["dice"]
    fields = {name: value for name, value in header.items() if value}
    try:
        named = [seat for seat in seats.split(",") if seat.strip()]
        started = started_from_fields(registry(), game, named, {**fields, **chosen})
    except RefusedError as error:
        known = options_of(game.options)
        names = [text.partition("=")[0].strip().lower().replace("-", "_") for text in options]
        told = "".join(
            f"; {name} can be {known[name]}" for name in names if name in known and f"({name})" not in str(error)
        )
        raise RefusedError(f"{error}{told}") from error
    return SessionPlan(
        started, read_settings(Settings(), started.seats, settled), check_id(alias, "alias") if alias else "",
        dict(by_seat(seeds, started.seats, "seed")), read_data(game, data), resignation=header["resignation"],
    )  # fmt: skip


def named_options(game: Game[Any, Any], given: tuple[str, ...]) -> dict[str, str]:
    """Return options of a game given as NAME=VALUE, by name. An unknown one raises `RefusedError`."""
    known, found = options_of(game.options), dict[str, str]()
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        if not equals:
            raise RefusedError(f'--option "{text[:60]}" must have the form NAME=VALUE')
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise RefusedError(f'"{name[:40]}" is not an option of {game.meta.slug}. Options: {allowed}')
        if name in found:
            raise RefusedError(f'the option "{name}" is given twice')
        found[name] = value.strip()
    return found


def _warn_of_faults(plan: SessionPlan, session: Session) -> None:
    for law in broken_laws(session.game, session.position) if plan.middle else ():
        warn(f"this position breaks a rule: {law}")
