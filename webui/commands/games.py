"""The command `games`: the shelf with its options, and the data files that ship."""

from textwrap import fill
from typing import Any, Literal, get_args, get_origin

import click
import msgspec

from events.errors import RefusedError
from projections.meta import Meta
from projections.registry import registry
from projections.rulebook import options_told
from webui.commands.options import command, json_option
from webui.commands.output import say, write_json, write_text


class GameEntry(msgspec.Struct, frozen=True):
    """One game as `games` tells it; options with what they may be and change, data files with the one that ships."""

    game: str
    title: str
    seats: tuple[int, int]
    rules_number: int
    rules: int
    options: dict[str, str]
    changes: dict[str, str]
    data: dict[str, str]


def options_of(options: type[msgspec.Struct]) -> dict[str, str]:
    """The options of a game, each with what it may be."""
    return {field.name: _allowed_values(field.type) for field in msgspec.structs.fields(options)}


def _allowed_values(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    if get_origin(kind) is dict:
        return "seat=value, seat=value"
    return {str: "text", int: "a number", bool: "true or false"}.get(kind, "a value")


@command("games", "games", "games risk", "games --json", "games --data GAME > cards.toml")
@click.argument("game", required=False)
@click.option("--data", "shipped", metavar="GAME", help="Give the data file that ships with a game instead.")
@json_option
def games(game: str | None, shipped: str | None, *, as_json: bool) -> None:
    """List the games on the shelf and their options, or one of them.

    Where a game's cards are data, a table may bring its own file, made of the one that ships; GAME.NAME is one of
    several.
    """
    if shipped is not None:
        slug, _, name = shipped.lower().partition(".")
        write_text(_shipped_data(registry().meta(slug), name))
        return
    found = [
        GameEntry(
            slug,
            meta.title,
            meta.seats,
            meta.rules_number,
            len(meta.rulebook),
            options_of(registry().options(slug)),
            options_told(meta.package),
            dict(meta.data),
        )
        for slug, meta in (
            registry().metas.items() if game is None else [(game.lower(), registry().meta(game.lower()))]
        )
    ]
    if as_json:
        write_json(found)
        return
    for each in found:
        say(f"{each.game}: {each.title}, {registry().meta(each.game).seats_said}")
        say(f"  rules number {each.rules_number}, {each.rules} rules: cloisterbell rules {each.game}")
        for name, allowed in each.options.items():
            say(f"  option {name}: {allowed}")
            if says := each.changes.get(name):
                say(fill(says, 118, initial_indent=" " * 6, subsequent_indent=" " * 6))
        for name in each.data:
            asked = f"{each.game}.{name}" if len(each.data) > 1 else each.game
            say(f"  data {name}: a table may bring its own; the file that ships: cloisterbell games --data {asked}")


def _shipped_data(meta: Meta, name: str) -> str:
    """A data file that ships with a game, as a table's own would say it; "" is the only one."""
    if not meta.data:
        raise RefusedError(f"{meta.slug} takes no data file")
    name = name or (min(meta.data) if len(meta.data) == 1 else "")
    if name not in meta.data:
        choices = ", ".join(f"--data {meta.slug}.{each}" for each in meta.data)
        raise RefusedError(f"which file of {meta.slug}: {choices}")
    return meta.folder.joinpath(meta.data[name]).read_text(encoding="utf-8")
