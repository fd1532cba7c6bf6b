"""The options of a session, apart from the rules: they are listed where no game is imported."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it begins; the numbers in brackets are those of RULES.md.

    `first_player` is a seat, or "" for chance. `time_cards` is a multiple of three (A38). `turn_cap` 0 is none.
    `doctors`: whether Doctors of different numbers are different cards, or a player may have one in play and four in
    the deck, or one is in play at a time (A35, A36).
    """

    first_player: str = ""
    time_cards: int = 6
    watcher_energy: Literal[0, 1] = 1
    solve_from: Literal["episode_zone", "chosen_zone", "any"] = "episode_zone"
    fresh_creatures_solve: bool = False
    flash_before_zone: bool = False
    attacker_sides_after_hit: bool = True
    vanished_combatant: Literal["no_hit", "hit"] = "no_hit"
    doctors: Literal["distinct", "one_each", "one"] = "distinct"
    turn_cap: int = 0
