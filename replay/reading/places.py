"""Printed names of places, and the differences between two positions as changes to make by hand on a physical board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.events import UNKNOWN, Rolled
from events.lazy_patterns import lazy_pattern
from projections.game import Game
from projections.wording import counted, first_of

NUMBER: Final = lazy_pattern(r"(?P<rest>(?:[a-z-]+ )?)(?P<number>[0-9]{1,9})")
"""A value that is a number, optionally after a word such as its owner."""
_MOST: Final = 12  # most cards of one place that are named


def place_name(game: Game[Any, Any], position: Any, place: str) -> str:
    """Return the printed name of a place, or the place as written if it has none."""
    return game.view.field_label(position, place) or place


def purpose_words(game: Game[Any, Any], position: Any, seats: Sequence[str], purpose: str) -> str:
    """Return the purpose of a roll with printed names: `attack russia>ural` becomes `attack from Russia to Ural`."""

    def named(word: str) -> str:
        return game.view.seat_name(position, word) if word in seats else place_name(game, position, word)

    words = (word.partition(">") for word in purpose.split(" "))
    return " ".join(f"from {named(one)} to {named(other)}" if sign else named(one) for one, sign, other in words)


def roll_words(game: Game[Any, Any], position: Any, seats: Sequence[str], rolled: Rolled) -> str:
    """Return the dice of a roll in words, such as `2 dice from 1 to 6 (defence Russia)`."""
    what = purpose_words(game, position, seats, rolled.purpose)
    return f"{counted(len(rolled.die.split()), 'die', 'dice')} from 1 to {rolled.sides} ({what})"


def to_put_right(game: Game[Any, Any], was: Any, now: Any) -> Iterator[str]:
    """Yield what to do by hand to change a physical board from position `was` to `now`.

    Places without a printed name are left out, and so are cards that only became known.
    """
    fields = game.editor.fields
    if fields is None or was is now:
        return
    before, after = dict(fields.describe(was)), dict(fields.describe(now))
    for place in {**after, **before}:
        old, value = before.get(place, ""), after.get(place, "")
        if old != value and (name := game.view.field_label(now if place in after else was, place)):
            own = game.view.by_hand(was, now, place)
            yield from _put_right(game, was, now, place, name, old, value) if own is None else own


def _put_right(game: Game[Any, Any], was: Any, now: Any, place: str, name: str, old: str, value: str) -> Iterator[str]:
    fields = game.editor.fields
    assert fields is not None
    one, two = NUMBER.fullmatch(old or "0"), NUMBER.fullmatch(value or "0")
    if fields.cards(now, place) is not None:
        yield from _cards(game, was, now, place, name)
    elif (
        one and two and one["rest"] == two["rest"] and game.view.field_value(now, place, two["number"]) == two["number"]
    ):
        change = int(two["number"]) - int(one["number"])
        yield f"{'put' if change > 0 else 'take'} {abs(change)} {'on' if change > 0 else 'off'} {name}, now {two[2]}"
    elif not value:
        yield f"remove {name} ({game.view.field_value(was, place, old)})"
    elif not old:
        yield f"{name}: {game.view.field_value(now, place, value)}"
    else:
        gone, new = differing_parts(game.view.field_value(was, place, old), game.view.field_value(now, place, value))
        yield f"{name}: {f'{new} instead of {gone}' if gone and new else f'also {new}' if new else f'no longer {gone}'}"


def differing_parts(old: str, value: str) -> tuple[str, str]:
    """Return both values without the comma-separated parts that they have in common."""
    one, two = old.split(", "), value.split(", ")
    gone, new = [part for part in one if part not in two], [part for part in two if part not in one]
    return (", ".join(gone), ", ".join(new)) if len(two) > 1 else (old, value)


def _cards(game: Game[Any, Any], was: Any, now: Any, place: str, name: str) -> Iterator[str]:
    fields = game.editor.fields
    before, after = (Counter(fields.cards(one, place) or () if fields else ()) for one in (was, now))
    gone, new = before - after, after - before
    for one, other in ((gone, new), (new, gone)):
        while one[UNKNOWN] and (known := next((card for card in other if card != UNKNOWN), "")):
            one[UNKNOWN] -= 1
            other[known] -= 1
            other += Counter()  # drop cards with a count of 0
    left = len(fields.cards(now, place) or ()) if fields else 0
    if gone := +gone:
        yield f"take {_named(game, was, place, gone)} from {name} ({counted(left, 'card')} left)"
    if new := +new:
        yield f"add {_named(game, now, place, new)} to {name} ({counted(left, 'card')})"


def _named(game: Game[Any, Any], position: Any, place: str, cards: "Counter[str]") -> str:
    hidden = cards.pop(UNKNOWN, 0)
    names = [game.view.field_value(position, place, card) for card in cards.elements()]
    alike = [f"{number} × {name}" if number > 1 else name for name, number in Counter(names).items()]
    return first_of([*alike, *[counted(hidden, "card")] * bool(hidden)], _MOST)
