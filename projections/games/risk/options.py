"""The options of a session, apart from the rules: they are listed where no game is imported."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it begins; the letters in brackets are those of RULES.md.

    `territories` says, where the cards were dealt by hand, who was dealt which: codes with `+` between them for every
    army. `first_player` is a seat, or "" for chance (A3). `forced_trade_stars` 0 and `turn_cap` 0 are off (A13).
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
