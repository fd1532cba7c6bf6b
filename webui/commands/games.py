"""The commands `games`, which lists the shelf, and `rules`, of one game."""

from textwrap import wrap
from typing import Any, Final, get_args

import msgspec

from events.errors import RefusedError
from projections.meta import Meta
from projections.rulebook import interpretations_of
from projections.shelf import shelf
from webui.commands.output import say, write_json, write_text
from webui.commands.rule_citations import Citation, citations, reasons

_WIDTH: Final = 118
_INDENT: Final = " " * 6


class GameEntry(msgspec.Struct, frozen=True):
    """One game as `games` tells it; options with what they may be, data files with the one that ships."""

    game: str
    title: str
    seats: tuple[int, int]
    rules_number: int
    rules: int
    options: dict[str, str]
    data: dict[str, str]


class RuleEntry(msgspec.Struct, frozen=True):
    """One rule with the places that stand behind it; `reason` says why none does, "" where one does."""

    rule: str
    says: str
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]
    reason: str = ""


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


def rules(game: str, *, as_json: bool) -> None:
    """List a game's rules by number, with the code behind each."""
    found = shelf().meta(game.lower())
    cited, why = citations(found), reasons(found)
    listed = [RuleEntry(rule, says, *cited[rule], why.get(rule, "")) for rule, says in found.rulebook.items()]
    if as_json:
        write_json(listed)
        return
    for each in listed:
        _say_rule(each)
    readings = interpretations_of(found.folder)
    if readings:
        say()
        say("What a table may read otherwise, with the option; without it a session goes by the reading told here.")
    for reading in readings:
        _say_wrapped(f"{reading.doubt}  {reading.asks} {reading.says}")
        _say_wrapped(f"option {reading.option.replace('`', '')}", _INDENT)


def _say_rule(each: RuleEntry) -> None:
    _say_wrapped(f"{each.rule}  {each.says}")
    code, tests = (", ".join(place.text for place in places) for places in (each.code, each.tests))
    for what, text in (("code:", code), ("tests:", tests), ("no code:", each.reason)):
        if text:
            _say_wrapped(f"{what} {text}", _INDENT)


def _say_wrapped(text: str, indent: str = "") -> None:
    further = f"{indent}  " if indent else _INDENT
    say("\n".join(wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=further)))
