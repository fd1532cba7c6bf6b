"""The options of a session, separate from the rules so that they can be listed without importing a game."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that the players agree on before the game; the ids in brackets refer to RULES.md.

    `first_player` is a seat, or "" to decide by chance. `time_cards` is a multiple of three (A38).
    `turn_cap` 0 means no limit.
    `doctors` says how Doctors of different numbers count (A35, A36): as different cards (`distinct`), one in play for
    each player and four in a deck (`one_each`), or one in play for both players together (`one`).
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
