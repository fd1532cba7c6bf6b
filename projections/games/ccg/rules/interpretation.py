"""Conflicts of cards and rules: rules that a card sets aside for a move, and rulings that the rulebook suggests."""

from collections.abc import Sequence
from typing import Final

from events.events import Move
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules.card_use import flash_conflicts, special_conflicts
from projections.games.ccg.rules.combat import attack_conflicts
from projections.games.ccg.rules.episodes import episode_conflicts, solve_conflicts
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.rules.preparation import play_card_conflicts
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY
from projections.rule_conflicts import RuleConflict

OF_A_CARD: Final = (
    "CCG-ABI-07",
    "CCG-GLO-0",
    "CCG-GLO-15",
    "CCG-GEN-01",
    "CCG-GEN-05",
    "CCG-SUP-",
    "CCG-EPI-18",
    "CCG-PREP-11",
)
"""Beginnings of the ids of rules that depend on the text of a card, not on its time, zone or owner."""


def rules_set_aside(position: Position, move: Move) -> dict[str, str]:
    """Return the rules that a move breaks and a card sets aside, each with the name of the card (CCG-GEN-01)."""
    aside = waived_rules(position, move)
    if not aside:
        return {}
    broken = {conflict.rule for conflict in _conflicts(position, move)}
    return {rule: card for rule, card in aside.items() if rule in broken}


def _conflicts(position: Position, move: Move) -> Sequence[RuleConflict]:  # noqa: PLR0911  # one return for each move
    match move:
        case m.Attack():
            return attack_conflicts(position, move)
        case m.UseSpecial():
            return special_conflicts(position, move)
        case m.PlayFlash():
            return flash_conflicts(position, move)
        case m.PlayCard():
            return play_card_conflicts(position, move)
        case m.PlayEpisode():
            return episode_conflicts(position, move)
        case m.SolveEpisode():
            return solve_conflicts(position, move)
        case _:
            return ()


def proposed_ruling(position: Position, move: Move, rule: str) -> str:
    """Return the ruling that the rulebook suggests for a use of a card that breaks a rule, or "".

    Rules:
        CCG-GEN-02: some cards need agreement, which a ruling records. CCG-GEN-03: otherwise a card favours its player.
        CCG-GEN-04: the latest card overrides an earlier one. CCG-GEN-05: an Episode is read to the Solver's harm.
    """
    if not rule.startswith(OF_A_CARD):
        return ""
    match move:
        case m.SolveEpisode(episode=number):
            card = position.at(number)
            name = position.cards.card.get(card.face, NOBODY).name if card else "the Episode"
            return f"suggested ruling: if the text of {name} is unclear, read it against the Solver (CCG-GEN-05)"
        case m.UseSpecial(card=number):
            card = position.at(number)
            name = position.cards.card.get(card.face, NOBODY).name if card else "the card"
        case m.PlayFlash(card=face):
            name = position.cards.card.get(face, NOBODY).name
        case _:
            return ""
    last = ". As the latest card played it overrides the earlier one (CCG-GEN-04)" if position.stack else ""
    favour = "in favour of the player who used it (CCG-GEN-03)"
    return f"suggested ruling: if the text of {name} is unclear, read it {favour}{last}"
