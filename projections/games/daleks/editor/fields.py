"""Places of a described table that no move leads to: piles, consoles, the track, what is left of a turn.

| place | value |
| --- | --- |
| `hand <seat>` | cards: `fez k9 2?`, a number, `none` |
| `seen <seat>` | `2? fez`: which cards of the hand everybody has seen go there, in its order |
| `deck <pile>`, `discards <pile>`, `found` | cards or tiles from the top; piles are timey, location, dilemma, anomaly, earth, alien |
| `doctor <seat>`, `tokens <seat>`, `tardis <seat>`, `ship` | a Doctor; a number; a space of the track |
| `companions <seat>`, `equipment <seat>` | `amy, rory part-time`; `fez, k9` |
| `at <seat>` | `3 1`, place and zone, or `none` |
| `place <number>` | `location mars, zone sutekh open tile 3, zone none, daleks 1` (see `tiles_by_hand.py`) |
| `entered`, `dilemmas` | how many Locations ever came, how many Dilemmas since their deck was shuffled |
| `markers`, `tasks` | `6, 9`; `destiny 1` |
| `order`, `arrived`, `missed`, `used` | seats; seats; steps; `julie amy 1` |
| `answer`, `adventured`, `steered` | `choose` or `decides`; `yes` or `no` |
| `begun`, `pool <seat>`, `die <name>` | what is under way (see `begun_by_hand.py`, `pools_by_hand.py`) |

Cards come from nowhere here: whoever describes a table says all its rows, and the invariants tell what is amiss.
"""  # noqa: E501  # a table

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.errors import RefusedError
from events.facts import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, count_of, number_in, read_row, yes_or_no
from projections.games.daleks.state.begun_words import begun_from, begun_read, begun_written
from projections.games.daleks.state.console_words import CONSOLE, console_now, console_said, with_console_row
from projections.games.daleks.state.piles import (
    PILES,
    cards_of,
    deck,
    discards,
    known,
    with_deck,
    with_discards,
    with_hand,
)
from projections.games.daleks.state.pools_words import POOLS, pools_now, pools_said, with_pools
from projections.games.daleks.state.position import STEPS, Position, Task
from projections.games.daleks.state.seen_cards import with_seen
from projections.games.daleks.state.tiles_words import lies_hidden, place_now, place_said, with_place_row
from projections.games.daleks.state.track import gallifrey

__all__ = ["NUMBERS", "ROWS", "SEATED", "now", "row_now", "set_by_hand", "with_described"]

NUMBERS: Final = ("ship", "entered", "dilemmas")
"""What is a number."""
ROWS: Final = ("order", "arrived", "missed", "markers", "tasks", "used", "answer", "adventured", "steered")
"""What is a row of words."""
SEATED: Final = ("at", "tardis", *CONSOLE)
"""What belongs to a seat."""
_FLAGS: Final = ("adventured", "steered")
"""Rows that hold `yes` or nothing."""
_ANSWERS: Final = ("choose", "decides")
_MOST: Final = 1_000
Row = tuple[str, ...]


def row_now(position: Position, place: str) -> Row | None:
    """A row of cards; None where the place holds none."""
    kind, _, rest = place.partition(" ")
    if kind == "hand" and rest in position.seats:
        return position.hands.get(rest, ())
    if kind in ("deck", "discards") and rest in PILES:
        return deck(position, rest) if kind == "deck" else discards(position, rest)
    return position.found if place == "found" else None


def set_by_hand(position: Position, place: str, value: str) -> Sequence[Effect] | None:
    """The effects that give a place a value; None where there is no such place.

    Raises:
        RefusedError: no such value; says what is allowed.
    """
    kind, _, rest = place.partition(" ")
    if kind == "seen" and rest in position.seats:
        return _seen(position, place, rest, value)
    held = row_now(position, place)
    if held is not None:
        pile = "timey" if kind == "hand" else rest or "location"
        row = read_row(place, value, {name.lower(): name for name in cards_of(position.box, pile)})
        if kind == "hand":  # written always, so that no line tells by its absence what a hand holds
            return (CardsSet(place, rest, row),)
        return () if row == held and UNKNOWN not in row else (CardsSet(place, ALL, row),)
    parts = () if value in ("none", "") else tuple(" ".join(part.split()) for part in value.split(","))
    if (found := _said(position, place, parts)) is None:
        return None
    hidden = kind == "place" and lies_hidden(found)  # written always, so that nothing tells which Dilemma it is
    return () if found == now(position, place) and not hidden else (PlaceSet(place, found),)


def _seen(position: Position, place: str, seat: str, value: str) -> Sequence[Effect]:
    """What everybody has seen of a hand, in the order of its cards; written always, as a hand is."""
    row = read_row(place, value, {name.lower(): name for name in position.box.timey})
    if row and len(row) != len(position.hands.get(seat, ())):
        raise RefusedError(f"{place}: say every card of the hand, ? for each that nobody has seen, or none")
    return (CardsSet(place, ALL, row),)


def _said(position: Position, place: str, parts: Row) -> Row | None:  # noqa: PLR0911  # one case a kind of place
    """The values of a place, checked; None where there is no such place."""
    kind, _, rest = place.partition(" ")
    if place in NUMBERS:
        most = gallifrey(position) + 1 if place == "ship" else _MOST
        return (str(number_in(place, ", ".join(parts) or "0", range(most))),)
    if place in ROWS:
        return _row_said(position, place, parts)
    if kind == "place":
        return place_said(position, rest, parts)
    if place == "begun":
        return begun_read(position, parts)
    if kind in POOLS:
        return pools_said(position, place, parts)
    if rest not in position.seats:
        return None
    if kind == "tardis":
        return (str(number_in(place, ", ".join(parts), range(gallifrey(position) + 1))),)
    if kind == "at":
        return tuple(_zone_said(position, place, part) for part in parts[:1])
    return console_said(position, kind, rest, parts) if kind in CONSOLE else None


def _row_said(position: Position, place: str, parts: Row) -> Row:
    """A row of words, checked."""
    if place in _FLAGS:
        return ("yes",) if parts and yes_or_no(place, parts[0]) else ()
    if place == "markers":
        return tuple(str(number_in(place, part, range(1, gallifrey(position)))) for part in parts)
    if place == "tasks":
        return tuple(_counted(place, part, tuple(position.box.anomaly)) for part in parts)
    if place == "used":
        return tuple(_used_said(position, part) for part in parts)
    allowed = {"missed": STEPS, "answer": _ANSWERS}.get(place, position.seats)
    return tuple(_one_of(place, part, allowed) for part in parts)


def _one_of(place: str, said: str, allowed: Sequence[str]) -> str:
    if said not in allowed:
        raise RefusedError(f'{place} cannot be "{said[:40]}": {", ".join(allowed)}, or none'[:300])
    return said


def _counted(place: str, said: str, allowed: Sequence[str]) -> str:
    """A name and a number behind it."""
    name, _, number = said.partition(" ")
    return f"{_one_of(place, name, allowed)} {number_in(place, number or '0', range(_MOST))}"


def _used_said(position: Position, said: str) -> str:
    """A seat, a card, and the icon counted from 1."""
    words = said.split()
    cards = {*position.box.doctor, *position.box.companion, *position.box.timey}
    if len(words) != 3 or words[0] not in position.seats or words[1] not in cards:
        raise RefusedError(f'used cannot be "{said[:40]}": a seat, a card and the number of its icon')
    return f"{words[0]} {words[1]} {number_in('used', words[2], range(100))}"


def _zone_said(position: Position, place: str, said: str) -> str:
    number, _, zone = said.partition(" ")
    found = position.place(count_of(number))
    if found is None or zone not in map(str, range(max(1, len(found.slots)))):
        raise RefusedError(f'{place} cannot be "{said[:40]}": the number of a Location in play and a zone, or none')
    return f"{found.n} {count_of(zone)}"


def now(position: Position, place: str) -> Row:  # noqa: PLR0911  # one case a kind of place
    """What a place holds, as it is kept."""
    kind, _, rest = place.partition(" ")
    if place in NUMBERS:
        return (str(getattr(position, place)),)
    if place in ROWS:
        return _rows_now(position)[place]
    if kind == "place":
        return place_now(position, count_of(rest))
    if place == "begun":
        return begun_written(position.stack)
    if kind in POOLS:
        return pools_now(position, place)
    if kind == "tardis":
        return (str(position.tardis.get(rest, 0)),)
    if kind == "at":
        return tuple(" ".join(map(str, position.at[seat])) for seat in (rest,) if seat in position.at)
    return console_now(position, kind, rest) if kind in CONSOLE else ()


def _rows_now(position: Position) -> Mapping[str, Row]:
    return {
        "order": position.order,
        "arrived": position.arrived,
        "missed": position.missed,
        "markers": tuple(map(str, position.markers)),
        "tasks": tuple(f"{task.anomaly} {task.done}" for task in position.tasks),
        "used": tuple(f"{seat} {card} {icon}" for seat, card, icon in position.used),
        "answer": (position.answer,) if position.answer else (),
        **{flag: ("yes",) if getattr(position, flag) else () for flag in _FLAGS},
    }


def with_described(position: Position, fact: PlaceSet | CardsSet) -> Position:  # noqa: PLR0911  # one case a kind of place
    """The table after something was set by hand."""
    kind, _, rest = fact.place.partition(" ")
    if isinstance(fact, CardsSet):
        return _with_row(position, kind, rest, fact.cards)
    first = fact.values[0] if fact.values else ""
    if fact.place in NUMBERS:
        return position.replace(**{fact.place: count_of(first)})
    if fact.place in ROWS:
        return position.replace(**{fact.place: _row_kept(position, fact.place, fact.values)})
    if kind == "place":
        return with_place_row(position, count_of(rest), fact.values)
    if fact.place == "begun":
        return position.replace(stack=begun_from(position, fact.values))
    if kind in POOLS:
        return with_pools(position, fact.place, fact.values)
    if rest not in position.seats:
        return position
    if kind == "tardis":
        return position.replace(tardis={**position.tardis, rest: count_of(first)})
    if kind == "at":
        others = {seat: where for seat, where in position.at.items() if seat != rest}
        number, _, zone = first.partition(" ")
        return position.replace(at={**others, rest: (count_of(number), count_of(zone))} if first else others)
    return with_console_row(position, kind, rest, fact.values)


def _with_row(position: Position, kind: str, rest: str, cards: Row) -> Position:
    """The position where these cards lie in a row."""
    if kind == "hand" and rest in position.seats:  # whoever says it anew has not said what everybody saw of it
        return with_seen(with_hand(position, rest, known(position, "timey", cards)), rest, ())
    if kind == "seen" and rest in position.seats:
        return _with_seen(position, rest, known(position, "timey", cards))
    if kind == "found":
        return position.replace(found=known(position, "location", cards))
    if kind in ("deck", "discards") and rest in PILES:
        set_row = with_deck if kind == "deck" else with_discards
        return set_row(position, rest, known(position, rest, cards))
    return position


def _with_seen(position: Position, seat: str, row: Row) -> Position:
    """The position where everybody has seen these cards of a hand."""
    hand = position.hands.get(seat, ())
    if len(row) == len(hand):
        shown = (card if held == UNKNOWN else held for held, card in zip(hand, row, strict=True))
        position = with_hand(position, seat, tuple(shown))
    return with_seen(position, seat, tuple(card for card in row if card != UNKNOWN))


def _row_kept(position: Position, place: str, values: Row) -> Any:
    """A row of words as the position keeps it; what says nothing is left out."""
    if place in _FLAGS:
        return bool(values)
    if place == "answer":
        return next((value for value in _ANSWERS if (value,) == values), "")
    if place == "markers":
        return tuple(map(count_of, values))
    parted = [value.split() for value in values]
    if place == "tasks":
        return tuple(Task(words[0], count_of(words[-1])) for words in parted if words)
    if place == "used":
        return tuple((words[0], words[1], count_of(words[2])) for words in parted if len(words) == 3)
    return tuple(value for value in values if value in (STEPS if place == "missed" else position.seats))
