"""The next action of the game in words."""

from projections.games.risk.rules.battle import must_choose_defence
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import Battle, Duty, World
from projections.window import Window
from projections.wording import clean, counted, joined


def turn_words(world: World) -> tuple[str, str]:
    """Return two texts: the number of the turn, and which seat must do what."""
    number = f"Turn {world.turn}, round {world.round}" if world.turn else "Before the first turn"
    if world.step == "over" or world.winners:
        names = joined([army_name(seat) for seat in world.winners])
        won = f"{names} {'has won' if len(world.winners) == 1 else 'share the win'}"
        return number, won if names else "The game is over"
    if world.step == "set-up":
        return number, "The game is being set up"
    return number, _begun(world) or _due(world)


def _begun(world: World) -> str:
    match world.stack[-1:]:
        case (Duty(player=player, daleks=daleks),):
            return f"{army_name(player)} to remove {counted(daleks, 'Dalek')}"
        case (Window(awaited=awaited),) if awaited:
            return f"{joined([army_name(seat) for seat in awaited])} may answer with a Power Card"
        case (Battle() as battle,):
            return _fighting(world, battle)
    return ""


def _fighting(world: World, battle: Battle) -> str:
    attacker = army_name(battle.attacker)
    if battle.taken:
        return f"{attacker} to move into {place(battle.target)}"
    if battle.waiting:
        return f"{attacker if battle.waiting == 'attack' else army_name(battle.defender)} may re-roll 1s"
    if battle.target in world.lands and must_choose_defence(world, battle):
        return f"{army_name(battle.defender)} to choose how many dice defend"
    return f"{attacker} to roll the dice" + (" or call it off" if battle.rolls else "")


def _due(world: World) -> str:
    name = army_name(world.player)
    match world.step:
        case "neutral":
            other = next((seat for seat in world.seats if seat != world.player), world.player)
            return f"{army_name(other)} to place {counted(world.neutral_pool, 'neutral Dalek')}"
        case "place":
            return f"{name} to place {counted(world.pool, 'Dalek')}"
        case "attack":
            return f"{name} to attack or stop"
        case "draw":
            draws = world.conquered and not world.drawn
            return f"{name} to draw a card or end the turn" if draws else f"{name} to end the turn"
    due = {"tardis": "land the TARDIS", "count": "count new Daleks", "manoeuvre": "manoeuvre or hold position"}
    return f"{name} to {due.get(world.step) or clean(world.step)}"
