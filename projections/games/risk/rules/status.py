"""The status of the game: turn, next step, awaited seats, outcome."""

from projections.contracts import Outcome, Status
from projections.games.risk.rules.battle import must_choose_defence
from projections.games.risk.rules.turns import opponent
from projections.games.risk.state.position import Battle, Duty, World
from projections.window import Window


def status(world: World) -> Status:
    """Return the status of the game, from public information only."""
    step, awaited = due(world)
    outcome = Outcome(world.winners, world.how) if world.how else None
    return Status(world.turn, world.round, world.player, step, awaited, outcome)


def due(world: World) -> tuple[str, tuple[str, ...]]:
    """Return the name of the current step, and the seats that may or must act now."""
    if world.is_over or not world.player:
        return world.step, ()
    match world.stack[-1] if world.stack else None:
        case Window(awaited=awaited):
            return "defence", awaited
        case Duty(player=player):
            return "remove", (player,)
        case Battle() as battle:
            return _in_battle(world, battle)
        case _ if world.step == "neutral":
            return world.step, (opponent(world, world.player),)
        case _:
            return world.step, (world.player,)


def _in_battle(world: World, battle: Battle) -> tuple[str, tuple[str, ...]]:
    if battle.taken:
        return "move in", (battle.attacker,)
    if battle.waiting:
        return "re-roll", (battle.attacker if battle.waiting == "attack" else battle.defender,)
    if must_choose_defence(world, battle):
        return "defend", (battle.defender, battle.attacker) if battle.rolls else (battle.defender,)
    return "roll", (battle.attacker,)
