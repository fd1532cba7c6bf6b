"""What has been begun and not ended: a battle, a window for Power Cards, Daleks to be removed."""

from collections.abc import Iterator

from events.facts import Effect, Move
from projections.draft import Draft
from projections.games.risk.facts.battle_effects import BattleEnded, DaleksMoved
from projections.games.risk.facts.effects import RemovalDue
from projections.games.risk.rules.turns import Step, is_own_turn, reach
from projections.games.risk.state.position import Battle, Duty, World
from projections.window import Window, WindowClosed

__all__ = ["abandon", "abandoned", "enter"]


def abandoned(world: World) -> Iterator[tuple[Effect, str]]:
    """The effects that end whatever is unfinished, each with its rule, the last begun first.

    Rules:
        RISK-ATT-12 a battle that is left is called off; RISK-ATT-16 a conquered territory is held by the survivors.
    """
    for thing in reversed(world.stack):
        match thing:
            case Window(name=name):
                yield WindowClosed(name=name), "RISK-POW-15"
            case Battle(taken=True, source=source, target=target, least=least):
                yield DaleksMoved(source=source, target=target, daleks=least), "RISK-ATT-16"
                yield BattleEnded(how="conquest"), "RISK-ATT-10"
            case Battle():
                yield BattleEnded(how="withdrawal"), "RISK-ATT-12"
            case Duty(player=player):
                yield RemovalDue(player=player, daleks=0), "RISK-POW-16"


def abandon(draft: Draft[World]) -> None:
    """End what is unfinished, where play has gone past it."""
    for effect, rule in list(abandoned(draft.now)):
        draft.add(effect, rule)


def enter(draft: Draft[World], move: Move, step: Step) -> bool:
    """Write a move of a step and go on to that step where the turn is the seat's own. Returns whether it is."""
    own = is_own_turn(draft.now, move.player, step)
    draft.add(move)
    if own:
        abandon(draft)
        reach(draft, step)
    return own
