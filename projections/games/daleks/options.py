"""The options of a session, in a module of their own so that they can be listed without importing the rules."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game begins; RULES.md explains them.

    `doctors` maps seats to Doctors; "" lets the seat choose. `gallifrey` and `earth` are spaces counted from Skaro; 0
    takes the box's value. `turn_cap` is the last turn of the game; 0 means no limit.
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
