"""The options of a session, in their own module so that they can be listed without importing the game."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a session. RULES.md explains the letters in brackets.

    `territories` gives, for a deal by hand, each army's territories as codes joined by `+`. `first_player` is a seat,
    or "" for a random one (A3). `forced_trade_stars` and `turn_cap` are off at 0 (A13).
    """

    territories: dict[str, str] = {}

    first_player: str = ""
    tardis_blocks_path: bool = True
    trades_per_turn: Literal["unlimited", "one"] = "unlimited"
    forced_trade_stars: int = 0
    turn_cap: int = 0
    attack_style: Literal["stack", "group"] = "stack"
    beaten_attacker: Literal["ends_step", "blocks_origin"] = "ends_step"
    defence_dice: Literal["forced", "chosen"] = "forced"
    reroll_ones: Literal["once", "until_not_one"] = "once"
    reroll_ones_side: Literal["attacker", "either"] = "attacker"
    neutrals_are_opponents: bool = False
    tie_break: Literal["chain", "shared"] = "chain"
    manoeuvre_reach: Literal["connected", "adjacent"] = "connected"
    end_mode: Literal["regeneration", "domination"] = "regeneration"
    edge_new_guinea_western_australia: bool = True
    edge_east_africa_middle_east: bool = True
