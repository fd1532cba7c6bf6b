"""The options of a session, apart from the rules: they are listed where no game is imported."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it begins; the numbers in brackets are those of RULES.md.

    `doctors` gives the Doctor of a seat, "" leaves the choice to the seat. `gallifrey` and `earth` are spaces counted
    from Skaro, 0 for those of the box.
    """

    doctors: dict[str, str] = {}
    first_game: bool = False
    solo: bool = False
    turn_order: Literal["clockwise", "by_doctor"] = "clockwise"
    stay_zone: Literal["any", "same"] = "any"
    dice_order: Literal["strict", "free"] = "strict"
    helped_ship: Literal["twice", "once"] = "twice"
    gallifrey_winners: Literal["all", "first"] = "all"
    same_location_help: Literal["free", "price"] = "free"
    gallifrey: int = 0
    earth: int = 0
    turn_cap: int = 0
