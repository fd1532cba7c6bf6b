"""Which rule a card sets aside for a move, where the rule would have spoken against it."""

from collections.abc import Sequence

from events.facts import Move
from projections.games.ccg.facts import moves as m
from projections.games.ccg.rules.combat import attack_objections
from projections.games.ccg.rules.episodes import episode_objections, solve_objections
from projections.games.ccg.rules.preparation import play_card_objections
from projections.games.ccg.rules.using import flash_objections, special_objections
from projections.games.ccg.rules.waiving import waives
from projections.games.ccg.state.position import Position
from projections.objections import Objection

__all__ = ["set_aside"]


def set_aside(position: Position, move: Move) -> dict[str, str]:
    """The rules that a card sets aside for this move and that it would not keep, each with the card (CCG-GEN-01)."""
    aside = waives(position, move)
    if not aside:
        return {}
    broken = {objection.rule for objection in _objections(position, move)}
    return {rule: card for rule, card in aside.items() if rule in broken}


def _objections(position: Position, move: Move) -> Sequence[Objection]:  # noqa: PLR0911  # one return a move
    match move:
        case m.Attack():
            return attack_objections(position, move)
        case m.UseSpecial():
            return special_objections(position, move)
        case m.PlayFlash():
            return flash_objections(position, move)
        case m.PlayCard():
            return play_card_objections(position, move)
        case m.PlayEpisode():
            return episode_objections(position, move)
        case m.SolveEpisode():
            return solve_objections(position, move)
        case _:
            return ()
