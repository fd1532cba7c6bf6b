"""A game's options as fields of a form, built from their struct."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from events.errors import RefusedError
from events.events import Started
from projections.game import Game
from projections.rulebook import OptionText

Kind = Literal["choice", "number", "text", "lines"]
_YES_NO: Final = (("true", "yes"), ("false", "no"))


class OptionChoice(NamedTuple):
    """One possible value of an option, with its label."""

    value: str
    label: str


class OptionField(NamedTuple):
    """One option of a game for a form: its label, kind of form field, default value (`usual`) and description."""

    name: str
    label: str
    kind: Kind
    choices: tuple[OptionChoice, ...]
    usual: str
    says: str


def option_fields(game: Game[Any, Any]) -> tuple[OptionField, ...]:
    """Return the options of a game in the order of its struct; free text comes last."""
    texts = game.meta.option_texts
    found = [
        _field(info, texts.get(info.name, OptionText(info.name, ""))) for info in msgspec.structs.fields(game.options)
    ]
    return tuple(sorted(found, key=lambda field: field.kind in ("text", "lines")))


def _field(info: msgspec.structs.FieldInfo, text: OptionText) -> OptionField:
    label, says = text
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
    """Return the game options in a submitted form that differ from the default, by name."""
    values = [(field, given.get(field.name, "").strip()) for field in option_fields(game)]
    return {field.name: value for field, value in values if value not in ("", field.usual)}


def seats_needed(game: Game[Any, Any]) -> int:
    """Return the smallest number of seats that can start a session with default options."""
    for count in game.meta.seat_counts:
        seats = tuple(f"seat-{number}" for number in range(1, count + 1))
        with suppress(RefusedError):
            game.set_up(Started(game.meta.slug, game.meta.rules_number, seats))
            return count
    return game.meta.seats[0]
