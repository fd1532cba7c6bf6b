"""Icons in a line: by the card that bears them, or by a name of their own, as `Bow Tie`."""

from collections.abc import Callable

from projections.games.daleks.components.box import Icon
from projections.games.daleks.notation.naming import named, thing_named
from projections.games.daleks.notation.vocabulary import Cursor, plain
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError
from projections.notation.titles import is_quotable

__all__ = ["KINDS", "Bearer", "bearer_named", "borne", "icon_meant"]

KINDS = ("doctor", "companion", "timey")
"""What may lie on a console."""
Bearer = tuple[str, int]
"""A card, and which of its icons is meant, counted from 1; 0 while that is not said."""
Fits = Callable[[Icon], bool]


def _own_names(position: Position, seat: str, does: str) -> dict[str, str]:
    """Icons of a console that have names of their own, by these: the card and the number of the icon."""
    names: dict[str, list[str]] = {}
    for card in on_console(position, seat):
        for number, icon in enumerate(icons_of(position, card), 1):
            if icon.does == does and is_quotable(icon.name):
                names.setdefault(plain(icon.name), []).append(f"{number} {card}")
    return {name: found[0] for name, found in names.items() if len(found) == 1}


def bearer_named(cursor: Cursor, position: Position, seat: str, does: str) -> Bearer:
    """The card whose icon is used, or the icon by its own name; `(2)` behind a card says which.

    Raises:
        SlipError: no card stands here.
        QuestionError: the name is that of several.
    """
    cursor.skip("with", "by")
    own = cursor.title(_own_names(position, seat, does))
    if own is not None:
        number, _, card = own.partition(" ")
        cursor.skip(":")
        return card, int(number)
    held = on_console(position, seat)
    card = thing_named(cursor, position, "a card on your console is expected", *KINDS, held=held)
    which = cursor.number() or 0
    cursor.skip(":")
    return card, which


def _default(position: Position, seat: str, card: str, does: str, fits: Fits) -> int:
    """Which icon of a card is meant where that is not said: the first one left of those that are alike; 0 for none.

    The only one of its kind is meant even where it does not fit: the rules say then what is wrong.
    """
    kind = [(n, icon) for n, icon in enumerate(icons_of(position, card), 1) if icon.does == does]
    icons = [(n, icon) for n, icon in kind if fits(icon)] or (kind if len(kind) == 1 else [])
    left = [(n, icon) for n, icon in icons if (seat, card, n) not in position.used] or icons
    return left[0][0] if left and all(icon == left[0][1] for _, icon in left) else 0


def icon_meant(cursor: Cursor, position: Position, seat: str, bearer: Bearer, does: str, fits: Fits, at: int) -> int:
    """The number of the icon that is used; `at` is the word with which the card begins.

    Raises:
        QuestionError: the card has several that differ.
        SlipError: it has none.
    """
    card, number = bearer
    number = number or _default(position, seat, card, does, fits)
    if number:
        return number
    icons = [n for n, icon in enumerate(icons_of(position, card), 1) if icon.does == does]
    cursor.at, now = at, cursor.at
    if not icons:
        raise cursor.slip(f"this card has no icon that does {does}", {})
    thing_named(cursor, position, "", *KINDS)
    end = cursor.stretch(at)[1]
    cursor.at = now
    choices = [f"{cursor.line[:end]} ({one}){cursor.line[end:]}" for one in icons]
    raise QuestionError("which of its icons is meant?", choices)


def borne(position: Position, seat: str, card: str, number: int, does: str, fits: Fits) -> str:
    """The icon of a card as a line names it."""
    if _own_names(position, seat, does):
        for name, found in _own_names(position, seat, does).items():
            if found == f"{number} {card}":
                icon = icons_of(position, card)[number - 1]
                return f'"{icon.name}"' if plain(icon.name) == name else f'"{name}"'
    which = "" if _default(position, seat, card, does, fits) == number else f" ({number})"
    return f"{named(position, card, *KINDS)}{which}"
