"""Icons in a line: by the card that bears them, or by a name of their own, as `Bow Tie`."""

from collections.abc import Callable
from typing import NamedTuple

from events.facts import Move
from projections.games.daleks.components.box import Icon
from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.references import KINDS, named, stands_named, thing_named
from projections.games.daleks.notation.vocabulary import Cursor, Said, plain
from projections.games.daleks.rules.icons import icon_at, icons_of, on_console
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of
from projections.notation.cursor import QuestionError
from projections.notation.slot import Slot
from projections.notation.titles import is_quotable


class Bearer(NamedTuple):
    """A card, and which of its icons is meant, counted from 1; 0 while that is not said. `at` is the word it begins."""

    card: str
    icon: int
    at: int = 0


Fits = Callable[[Icon], bool]


def icon_slot(does: str, *, bare: bool = False) -> Slot[Position]:
    """An icon that does this: the card that bears it, or its own name; a `bare` one stands without a word before it."""

    def read(said: Said) -> Bearer | None:
        stands = not bare or said.cursor.quoted or stands_named(said.cursor, said.position, *KINDS)
        return _bearer(said, does) if stands else None

    def code(bearer: Bearer, said: Said) -> str:
        return _borne(said.position, said.seat, bearer, does, _fits(said.move, said.position))

    return Slot(what=f"a card with a {does}", read=read, code=code, kind="icon", reach=int(bare))


def _fits(move: Move, position: Position) -> Fits:
    """Which icons a move may use, by what it does with them."""
    match move:
        case m.Focus(colour=colour):
            return lambda icon: colour in icon.colours
        case m.ReRoll(dice=dice):
            return lambda icon: {colour_of(name) for name in dice} <= set(icon.colours)
        case m.ChangeFace(card=card, icon=number, die=die):
            found = icon_at(position, card, number, "change")
            return turning(die, found.symbol if found else "")
        case _:
            raise TypeError(type(move))


def turning(die: str, symbol: str) -> Fits:
    """Which icons turn a die to a symbol, to any for ""."""
    return lambda icon: colour_of(die) in icon.colours and symbol in ("", icon.symbol)


def _own_names(position: Position, seat: str, does: str) -> dict[str, str]:
    """Icons of a console that have names of their own, by these: the card and the number of the icon."""
    names: dict[str, list[str]] = {}
    for card in on_console(position, seat):
        for number, icon in enumerate(icons_of(position, card), 1):
            if icon.does == does and is_quotable(icon.name):
                names.setdefault(plain(icon.name), []).append(f"{number} {card}")
    return {name: found[0] for name, found in names.items() if len(found) == 1}


def _bearer(said: Said, does: str) -> Bearer:
    """The card whose icon is used, or the icon by its own name; `(2)` behind a card says which.

    Raises:
        SlipError: no card stands here.
        QuestionError: the name is that of several.
    """
    cursor, position, seat = said.cursor, said.position, said.seat
    cursor.skip("with", "by")
    at = cursor.at
    own = cursor.title(_own_names(position, seat, does))
    if own is not None:
        number, _, card = own.partition(" ")
        cursor.skip(":")
        return Bearer(card, int(number), at)
    held = on_console(position, seat)
    card = thing_named(cursor, position, "a card on your console is expected", *KINDS, held=held)
    which = cursor.number() or 0
    cursor.skip(":")
    return Bearer(card, which, at)


def _default(position: Position, seat: str, card: str, does: str, fits: Fits) -> int:
    """Which icon of a card is meant where that is not said: the first one left of those that are alike; 0 for none.

    The only one of its kind is meant even where it does not fit: the rules say then what is wrong.
    """
    kind = [(n, icon) for n, icon in enumerate(icons_of(position, card), 1) if icon.does == does]
    icons = [(n, icon) for n, icon in kind if fits(icon)] or (kind if len(kind) == 1 else [])
    left = [(n, icon) for n, icon in icons if (seat, card, n) not in position.used] or icons
    return left[0][0] if left and all(icon == left[0][1] for _, icon in left) else 0


def icon_meant(said: Said, does: str, fits: Fits) -> tuple[str, int]:
    """The card and the number of the icon that a line uses.

    Raises:
        QuestionError: the card has several that differ.
        SlipError: it has none.
    """
    cursor: Cursor = said.cursor
    card, number, at = said.values["icon"]
    number = number or _default(said.position, said.seat, card, does, fits)
    if number:
        return card, number
    icons = [n for n, icon in enumerate(icons_of(said.position, card), 1) if icon.does == does]
    cursor.at, now = at, cursor.at
    if not icons:
        raise cursor.slip(f"this card has no icon that does {does}", {})
    thing_named(cursor, said.position, "", *KINDS, held=(card,))
    end = cursor.stretch(at)[1]
    cursor.at = now
    choices = [f"{cursor.line[:end]} ({one}){cursor.line[end:]}" for one in icons]
    raise QuestionError("which of its icons is meant?", choices)


def _borne(position: Position, seat: str, bearer: Bearer, does: str, fits: Fits) -> str:
    """The icon of a card as a line names it."""
    card, number, _ = bearer
    for name, found in _own_names(position, seat, does).items():
        if found == f"{number} {card}":
            icon = icons_of(position, card)[number - 1]
            return f'"{icon.name}"' if plain(icon.name) == name else f'"{name}"'
    which = "" if _default(position, seat, card, does, fits) == number else f" ({number})"
    return f"{named(position, card, *KINDS)}{which}"
