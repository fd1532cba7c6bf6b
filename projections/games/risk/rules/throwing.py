"""Whose dice a roll is: those of a defence are the defender's, whoever made the move that threw them (RISK-DIC-01)."""

from events.facts import Rolled
from projections.games.risk.state.position import World

__all__ = ["thrower"]


def thrower(world: World, rolled: Rolled) -> str:
    """The army whose dice these are in the battle under way; "" for all others, which are the mover's."""
    fight, letters = world.battle, {name[0] for name in rolled.die.split()}
    if fight is None:
        return ""
    return {"A": fight.attacker, "D": fight.defender}.get("".join(letters), "")
