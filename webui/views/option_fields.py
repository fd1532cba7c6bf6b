"""A game's options as fields of a form, built from the struct that reads them."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from events.errors import RefusedError
from events.events import Started
from projections.game import Game
from projections.rulebook import options_told

Kind = Literal["choice", "number", "text", "lines"]
_YES_NO: Final = (("true", "yes"), ("false", "no"))


class OptionChoice(NamedTuple):
    """One thing that an option may be, and how it is read."""

    value: str
    label: str


class OptionField(NamedTuple):
    """One option: what it is called, how it is filled in, what it usually is, and what it changes."""

    name: str
    label: str
    kind: Kind
    choices: tuple[OptionChoice, ...]
    usual: str
    says: str


def option_fields(game: Game[Any, Any]) -> tuple[OptionField, ...]:
    """The options of a game, in the order of its struct; those with few choices first."""
    told = options_told(game.meta.package)
    found = [_field(info, told.get(info.name, "")) for info in msgspec.structs.fields(game.options)]
    return tuple(sorted(found, key=lambda field: field.kind in ("text", "lines")))


def _field(info: msgspec.structs.FieldInfo, says: str) -> OptionField:
    label = info.name.replace("_", " ").capitalize()
    usual = info.default if info.default is not msgspec.NODEFAULT else ""
    if info.type is bool:
        choices = tuple(OptionChoice(value, name) for value, name in _YES_NO)
        return OptionField(info.name, label, "choice", choices, str(usual).lower(), says)
    if get_origin(info.type) is Literal:
        choices = tuple(OptionChoice(name, name.replace("_", " ")) for name in map(str, get_args(info.type)))
        return OptionField(info.name, label, "choice", choices, str(usual), says)
    if info.type is int:
        return OptionField(info.name, label, "number", (), str(usual), says)
    kind: Kind = "lines" if get_origin(info.type) is dict else "text"
    return OptionField(info.name, label, kind, (), "", says)


def given_options(game: Game[Any, Any], given: Mapping[str, str]) -> dict[str, str]:
    """The options of a form that are not the usual ones, by name."""
    found = {}
    for field in option_fields(game):
        value = given.get(field.name, "").strip()
        if value and value != field.usual:
            found[field.name] = value
    return found


def seats_needed(game: Game[Any, Any]) -> int:
    """With how many seats a session begins while every option is the usual one."""
    return next((count for count in game.meta.seat_counts if _begins(game, count)), game.meta.seats[0])


def _begins(game: Game[Any, Any], count: int) -> bool:
    seats = tuple(f"seat-{number}" for number in range(1, count + 1))
    try:
        game.set_up(Started(game.meta.slug, game.meta.rules_number, seats))
    except RefusedError:
        return False
    return True
