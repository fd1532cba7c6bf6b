"""Places in printed names, and where two positions differ: what somebody at a table of cardboard puts right by hand."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from events.events import UNKNOWN
from projections.game import Game
from projections.wording import counted, first_of

NUMBER: Final = re.compile(r"(?P<rest>(?:[a-z-]+ )?)(?P<number>[0-9]{1,9})")
"""A value that is a number, or whose it is and a number."""
_MOST: Final = 12
"""So many cards of one place are named."""


def place_name(game: Game[Any, Any], position: Any, place: str) -> str:
    """A place by its printed name; as it is written where it has none."""
    return game.view.place(position, place) or place


def to_put_right(game: Game[Any, Any], was: Any, now: Any) -> Iterator[str]:
    """What is to be done by hand so that a table comes to lie as another position, a line for each place that differs.

    What only the books hold is not told, nor what is only known of a card now.
    """
    fields = game.editor.fields
    if fields is None or was is now:
        return
    before, after = dict(fields.describe(was)), dict(fields.describe(now))
    for place, value in after.items():
        old = before.get(place, "")
        if old != value and (name := game.view.place(now, place)):
            yield from _put_right(game, was, now, place, name, old, value)
    for place, value in before.items():
        if place not in after and value and (name := game.view.place(was, place)):
            yield f"take away {name} ({game.view.value(was, place, value)})"


def _put_right(
    game: Game[Any, Any], was: Any, now: Any, place: str, name: str, old: str, value: str
) -> Iterator[str]:  # fmt: skip
    fields = game.editor.fields
    assert fields is not None
    one, two = NUMBER.fullmatch(old), NUMBER.fullmatch(value)
    if fields.cards(now, place) is not None:
        yield from _cards(game, was, now, place, name)
    elif one and two and one["rest"] == two["rest"] and game.view.value(now, place, two["number"]) == two["number"]:
        change = int(two["number"]) - int(one["number"])
        yield f"{'put' if change > 0 else 'take'} {abs(change)} {'on' if change > 0 else 'off'} {name}, now {two[2]}"
    else:
        before = game.view.value(was, place, old) if old else ""
        gone, new = differing_parts(before, game.view.value(now, place, value))
        yield f"{name}: {gone or 'nothing'}, now {new or 'nothing'}"


def differing_parts(old: str, value: str) -> tuple[str, str]:
    """Two values without the parts between commas that both have."""
    one, two = old.split(", "), value.split(", ")
    gone, new = [part for part in one if part not in two], [part for part in two if part not in one]
    return (", ".join(gone), ", ".join(new)) if len(two) > 1 else (old, value)


def _cards(game: Game[Any, Any], was: Any, now: Any, place: str, name: str) -> Iterator[str]:
    """The cards that are taken off a place and put on it; a card that is only known now stays where it is."""
    fields = game.editor.fields
    before, after = (Counter(fields.cards(one, place) or () if fields else ()) for one in (was, now))
    gone, new = before - after, after - before
    for one, other in ((gone, new), (new, gone)):
        while one[UNKNOWN] and (known := next((card for card in other if card != UNKNOWN), "")):
            one[UNKNOWN] -= 1
            other[known] -= 1
            other += Counter()  # without those of which none is left
    told = [(+gone, "take", "off"), (+new, "put", "on")]
    for cards, does, where in told:
        if cards:
            yield f"{does} {_named(game, now, place, cards)} {where} {name}, now {after.total()}"


def _named(game: Game[Any, Any], position: Any, place: str, cards: "Counter[str]") -> str:
    hidden = cards.pop(UNKNOWN, 0)
    names = [game.view.value(position, place, card) for card in cards.elements()]
    alike = [f"{number} {name}" if number > 1 else name for name, number in Counter(names).items()]
    return first_of([*alike, *[counted(hidden, "card")] * bool(hidden)], _MOST)
