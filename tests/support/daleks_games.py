"""Random games of Time of the Daleks for tests, and moves that may or may not be legal."""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from daleks_tables import DOCTORS, SEATS
from players import Played, awaited_moves, choose_by_kind, groups

from events.errors import UnplayableError
from events.facts import UNKNOWN, Move, Passed, Started
from projections.draft import run
from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.facts.moves import MOVES
from projections.games.daleks.game import GAME
from projections.games.daleks.state.position import Position
from replay.chance.fate import SeededChance

VARIANTS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "two": (2, {}),
    "three, first game": (3, {"first_game": True}),
    "four, other readings": (
        4,
        {
            "turn_order": "by_doctor", "stay_zone": "same", "dice_order": "free", "helped_ship": "once",
            "gallifrey_winners": "first", "same_location_help": "price", "gallifrey": 20, "earth": 8, "turn_cap": 60,
        },
    ),
    "solo": (1, {"solo": True}),
}  # fmt: skip
CAP: Final = 5_000


def begin(variant: str) -> Started:
    seats, options = VARIANTS[variant]
    seated = SEATS[:seats]
    return Started(
        "daleks", GAME.meta.rules_number, seated, {"doctors": {seat: DOCTORS[seat] for seat in seated}, **options}
    )


def game(seed: int, variant: str = "two") -> Iterator[Played]:
    """A random game, group by group: a kind of move by chance, then a move of that kind."""
    chooser, fate = random.Random(f"{seed} {variant}"), SeededChance(seed)
    entries, now = GAME.begin(begin(variant), fate)
    yield entries, now
    yield from groups(GAME, now, chooser, fate, choose_by_kind, CAP)


def mistaken(seed: int, variant: str = "two") -> Iterator[Position]:
    """Tables of a game in which a third of all moves are anybody's guess, and stand as they were recorded."""
    chooser, fate = random.Random(f"{seed} {variant}"), SeededChance(seed)
    now = GAME.begin(begin(variant), fate)[1]
    for _ in range(250):
        if now.how:
            return
        offered = awaited_moves(GAME, now)
        guess = chooser.random() < 0.35 or not offered
        with suppress(UnplayableError):
            move = candidate(now, chooser) if guess else chooser.choice(offered)
            now = run(GAME.rules, now, move, fate, strict=False).now
            yield now


def candidate(now: Position, chooser: random.Random) -> Any:
    kinds: Sequence[type[Move]] = (*MOVES, Passed)
    kind = chooser.choice(kinds)
    seat = chooser.choice(now.seats)
    values = _values(now, seat)
    given: dict[str, Any] = {}
    for name in kind.__struct_fields__[1:]:
        row: Sequence[Any] = values[name]
        if name == "dice":
            most = min(len(row), 4)
            given[name] = tuple(one for one in row if one in chooser.sample(row, chooser.randint(0, most)))
        elif name == "colours":
            given[name] = tuple(chooser.choice(COLOURS) for _ in range(chooser.choice((0, 0, 1, 2))))
        else:
            given[name] = chooser.choice(row)
    return kind(seat, **given)


def _values(now: Position, seat: str) -> Mapping[str, Sequence[Any]]:
    """What the fields of a move may hold, by their names; more of what is there than of what is not."""
    console, adventure = now.console(seat), now.adventure
    aboard = [one.companion for one in console.companions]
    hand = [card for card in now.hands.get(seat, ()) if card != UNKNOWN]
    pools = adventure.pools if adventure else ()
    dice = list(dict.fromkeys(die.name for pool in pools for die in pool.dice)) or ["B1"]
    return {
        "doctor": list(now.box.doctor), "card": [*hand, *hand, *console.equipment, console.doctor, *aboard, "fez"],
        "companion": [*aboard, "", "amy", "rory", "susan", "strax"], "to": ["", "", *now.seats],
        "pool": ["", "", *now.seats], "colour": ["", *COLOURS], "zone": [0, 1, 2],
        "wanted": ["", *(card for one in now.consoles.values() for card in one.equipment)],
        "place": [place.n for place in now.places], "location": [*now.found, "mars", "gallifrey"],
        "price": ["token", "token", "", *hand], "deck": ["earth", "alien"], "colours": COLOURS,
        "icon": [1, 2, 3, 4], "helper": now.seats, "manner": ["afar", "here"], "die": dice, "dice": dice,
        "symbol": SYMBOLS, "option": [1, 2, 3],
    }  # fmt: skip
