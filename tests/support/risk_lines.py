"""A table of Risk on which every kind of line can be written, and ways to read one there."""

from typing import Any

from line_reader import LineReader

from events.facts import Move
from projections.games.risk.components.world_map import CODES, TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.state.position import Battle, Land, World
from projections.window import Window

NOTATION = GAME.notation
SEATS = ("black", "yellow", "orange", "the-blue", "white")
OWN = "black: RUS8 URA3 IND1 AFG1 NEU1 PER6 JPN2 SEU2 CHN1 SIB1 BRA1 ARG1 VEN1; yellow: SCA2 GBR3; orange: MDE1 EGY4"


def table(step: str = "attack", own: str = OWN, *, seats: tuple[str, ...] = SEATS, **more: Any) -> World:
    """A world in black's seventh turn: armies as named, 2 white Daleks everywhere else."""
    lands = {name: Land(seats[-1], 2) for name in TERRITORIES}
    for part in own.split(";"):
        army, _, places = part.partition(":")
        lands |= {CODES[place[:3]]: Land(army.strip(), int(place[3:])) for place in places.split()}
    rows = {
        "hands": {"black": ("japan", "peru", "ontario", "venezuela")},
        "missions": dict.fromkeys(seats, ("?",) * 2),
        "powers": dict.fromkeys(seats, ("?",) * 3),
    }
    options = Options(**more.pop("options", {}))
    held = {"clara": 5, "player": seats[0], "first": seats[0], "turn": 7, "round": 2, "step": step, "deck": ("?",) * 30}
    return World(seats=seats, options=options, armies=seats, lands=lands, **{**rows, **held, **more})


TABLE = table()


def battle(source: str = "RUS", target: str = "SCA", daleks: int = 3, world: World = TABLE, **more: Any) -> World:
    home, enemy = CODES[source], CODES[target]
    return world.replace(stack=(Battle("black", world.lands[enemy].army, home, enemy, daleks, **more),))


def window(world: World, seat: str) -> World:
    return world.replace(stack=(*world.stack, Window("defence", (seat,))))


LINES = LineReader(GAME, TABLE, "black")
read, moves, ask, refused = LINES.read, LINES.moves, LINES.ask, LINES.refused


def said(line: str, world: World = TABLE, seat: str = "black") -> list[Move]:
    return [written.move for written in moves(line, world, seat)]
