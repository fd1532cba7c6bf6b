"""Icons in a line: by their card, or by a name of their own, such as `Bow Tie`.

A line need not say which icon of a card it means if only one fits its other values, or if all that fit are alike.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from projections.games.daleks.events import moves as m
from projections.games.daleks.notation import references, vocabulary
from projections.games.daleks.rules.candidates import icons_doing
from projections.games.daleks.rules.icons import icon_at, icons_of, on_console
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of
from projections.notation.argument_type import ArgumentType
from projections.notation.cursor import QuestionError
from projections.notation.titles import is_quotable


class Bearer(NamedTuple):
    """A card and its icon's number from 1 (0: not given). `at` is the index of the card's first word in the line."""

    card: str
    icon: int
    at: int = 0


def icon_slot(does: str, *, bare: bool = False) -> ArgumentType[Position]:
    """Return a slot (value of a line) for an icon of the kind `does`, by card or name; `bare`: no word before it."""

    def read(context: vocabulary.Context) -> Bearer | None:
        stands = not bare or context.cursor.quoted or references.stands_named(context, *references.KINDS)
        return _read(context, does) if stands else None

    return ArgumentType(
        what=f"a card with a {does}", read=read, code=lambda bearer, context: _code(bearer, context, does), kind="icon",
        reach=int(bare),
    )  # fmt: skip


def _own_names(position: Position, seat: str, does: str) -> dict[str, str]:
    """Return the unique names of icons on a console, each with a text of the icon's number and the card's id."""
    names: dict[str, list[str]] = {}
    for card, number, icon in icons_doing(position, seat, does):
        if is_quotable(icon.name):
            names.setdefault(vocabulary.plain(icon.name), []).append(f"{number} {card}")
    return {name: found[0] for name, found in names.items() if len(found) == 1}


def _read(context: vocabulary.Context, does: str) -> Bearer:
    """Parse an icon by its card or its own name. `(2)` after a card gives the number of the icon on the card.

    Raises:
        SlipError: the line names no card here.
        QuestionError: several cards have the name.
    """
    cursor = context.cursor
    cursor.skip("with", "by")
    at, own = cursor.at, cursor.title(_own_names(context.position, context.seat, does))
    if own is not None:
        number, _, card = own.partition(" ")
    else:
        held = on_console(context.position, context.seat)
        card = references.thing_named(context, "a card on your console is expected", *references.KINDS, held=held)
        number = cursor.number() or 0
    cursor.skip(":")
    return Bearer(card, int(number), at)


def _code(bearer: Bearer, context: vocabulary.Context, does: str) -> str:
    card, number, _ = bearer
    for name, found in _own_names(context.position, context.seat, does).items():
        if found == f"{number} {card}":
            icon = icons_of(context.position, card)[number - 1]
            return f'"{icon.name}"' if vocabulary.plain(icon.name) == name else f'"{name}"'
    which = "" if _default(context, card, does) == number else f" ({number})"
    return f"{references.named(context.position, card, *references.KINDS)}{which}"


def _default(context: vocabulary.Context, card: str, does: str) -> int:
    """Return the number of the icon meant by a line without a number: the first unused one of equal icons; else 0.

    A card's only icon of the kind is meant even if it does not fit. The rules then report the conflict.
    """
    values = context.values
    colours = {values["colour"]} if "colour" in values else set(map(colour_of, values.get("dice", ())))
    colours |= {colour_of(values["die"])} if "die" in values else set()
    kind = [(n, icon) for n, icon in enumerate(icons_of(context.position, card), 1) if icon.does == does]
    icons = [
        (n, icon) for n, icon in kind
        if colours <= set(icon.colours) and (values.get("symbol") or icon.symbol) == icon.symbol
    ] or (kind if len(kind) == 1 else [])  # fmt: skip
    left = [(n, icon) for n, icon in icons if (context.seat, card, n) not in context.position.used] or icons
    return left[0][0] if left and all(icon == left[0][1] for _, icon in left) else 0


def icon_meant(context: vocabulary.Context, does: str) -> tuple[str, int]:
    """Return the card and its icon's number, 0 for none. Raises QuestionError if it has several different icons."""
    cursor = context.cursor
    card, number, at = context.values["icon"]
    number = number or _default(context, card, does)
    icons = [n for n, icon in enumerate(icons_of(context.position, card), 1) if icon.does == does]
    if number or not icons:
        return card, number
    cursor.at, now = at, cursor.at
    references.thing_named(context, "", *references.KINDS, held=(card,))
    end = cursor.stretch(at)[1]
    cursor.at = now
    choices = [f"{cursor.line[:end]} ({one}){cursor.line[end:]}" for one in icons]
    raise QuestionError("which of its icons is meant?", choices)


def with_icon(context: vocabulary.Context) -> Mapping[str, Any]:
    """Return the values with which a line is written for a move that uses an icon."""
    assert isinstance(context.move, m.Focus | m.ReRoll | m.ChangeFace)
    card, number = context.move.card, context.move.icon
    values = {name: getattr(context.move, name) for name in context.move.__struct_fields__}
    turned = icon_at(context.position, card, number, "change")
    return {**values, "icon": Bearer(card, number), "symbol": turned.symbol if turned else None}
