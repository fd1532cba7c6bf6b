"""The command `games`: the shelf with its options, and the data files that ship."""

from typing import Any, get_args

import msgspec

from events.errors import RefusedError
from projections.meta import Meta
from projections.shelf import shelf
from webui.commands.output import say, write_json, write_text


class GameEntry(msgspec.Struct, frozen=True):
    """One game as `games` tells it; options with what they may be, data files with the one that ships."""

    game: str
    title: str
    seats: tuple[int, int]
    rules_number: int
    rules: int
    options: dict[str, str]
    data: dict[str, str]


def options_of(options: type[msgspec.Struct]) -> dict[str, str]:
    """The options of a game, each with what it may be."""
    return {field.name: _allowed_values(field.type) for field in msgspec.structs.fields(options)}


def _allowed_values(kind: Any) -> str:
    if choices := [choice for choice in get_args(kind) if isinstance(choice, str)]:
        return " or ".join(choices)
    if getattr(kind, "__origin__", kind) is dict:
        return "name=value, name=value"
    return {str: "text", int: "a number", bool: "true or false"}.get(kind, "a value")


def games(shipped: str | None, *, as_json: bool) -> None:
    """List the games on the shelf and their options."""
    if shipped is not None:
        slug, _, name = shipped.lower().partition(".")
        write_text(_shipped_data(shelf().meta(slug), name))
        return
    found = [
        GameEntry(
            slug, meta.title, meta.seats, meta.rules_number, len(meta.rulebook), options_of(shelf().options(slug)),
            dict(meta.data),
        )
        for slug, meta in shelf().metas.items()
    ]  # fmt: skip
    if as_json:
        write_json(found)
        return
    for game in found:
        say(f"{game.game}: {game.title}, {shelf().meta(game.game).seats_said}")
        say(f"  rules number {game.rules_number}, {game.rules} rules: cloisterbell rules {game.game}")
        if game.options:
            say(f"  what each option is for: cloisterbell rules {game.game}, at its end")
        for name, allowed in game.options.items():
            say(f"  option {name}: {allowed}")
        for name in game.data:
            asked = f"{game.game}.{name}" if len(game.data) > 1 else game.game
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
