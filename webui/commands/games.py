"""The command `games`: the supported games with their options and data files."""

from textwrap import fill
from typing import Any, Literal, get_args, get_origin

import msgspec
from click import argument, option

from events.errors import RefusedError
from projections.meta import Meta
from projections.registry import registry
from webui.commands.options import command
from webui.commands.output import say, write_json, write_text


def options_of(options: type[msgspec.Struct]) -> dict[str, str]:
    """Return the options of a game with their possible values."""
    return {field.name: _allowed_values(field.type) for field in msgspec.structs.fields(options)}


def _allowed_values(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    if get_origin(kind) is dict:
        return "seat=value, seat=value"
    return {str: "text", int: "a number", bool: "true or false"}.get(kind, "a value")


@command("games", "games", "games risk", "games --json", "games --data GAME > cards.toml", database=False)
@argument("game", required=False)
@option("--data", "shipped", metavar="GAME", help="Print the data file of a game.")
def games(game: str | None, shipped: str | None, *, as_json: bool) -> None:
    """List the supported games and their options.

    Name a GAME to see only that game. The cards of some games are in a data file. For your own card list, print that
    file with --data, change it, and start a session with `new --data`. If a game has several files, write GAME.NAME.
    """
    if shipped is not None:
        slug, _, name = shipped.lower().partition(".")
        write_text(_shipped_data(registry().meta(slug), name))
        return
    metas = registry().metas.items() if game is None else [(game.lower(), registry().meta(game.lower()))]
    if as_json:
        found = [
            {
                "game": slug, "title": meta.title, "seats": meta.seats, "rules_number": meta.rules_number,
                "rules": len(meta.rulebook), "options": options_of(registry().options(slug)),
                "changes": {name: text.says for name, text in meta.option_texts.items()}, "data": dict(meta.data),
            }
            for slug, meta in metas
        ]  # fmt: skip
        write_json(found)
        return
    for slug, meta in metas:
        say(f"{slug}: {meta.title}, {meta.seats_said}")
        say(f"  rules version {meta.rules_number}, {len(meta.rulebook)} rules: cloisterbell rules {slug}")
        texts = meta.option_texts
        for name, allowed in options_of(registry().options(slug)).items():
            say(f"  option {name}: {allowed}")
            if text := texts.get(name):
                say(f"      {text.label}")
                say(fill(text.says, 118, initial_indent=" " * 6, subsequent_indent=" " * 6))
        for name in meta.data:
            asked = f"{slug}.{name}" if len(meta.data) > 1 else slug
            say(f"  data {name}: can be customized; to print the original: cloisterbell games --data {asked}")


def _shipped_data(meta: Meta, name: str) -> str:
    if not meta.data:
        raise RefusedError(f"{meta.slug} has no data file")
    name = name or (min(meta.data) if len(meta.data) == 1 else "")
    if name not in meta.data:
        choices = ", ".join(f"--data {meta.slug}.{each}" for each in meta.data)
        raise RefusedError(f"name a data file of {meta.slug}: {choices}")
    return meta.folder.joinpath(meta.data[name]).read_text(encoding="utf-8")
