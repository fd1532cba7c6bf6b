"""Conflicts of cards and rules: rules that a card sets aside for a move, and rulings that the rulebook suggests."""

from typing import Final

from events.events import Move
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules import decide, exceptions
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY

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
_CONTRADICTING: Final = (m.Attack, m.UseSpecial, m.PlayFlash, m.PlayCard, m.PlayEpisode, m.SolveEpisode)
"""The moves whose cards can set a rule aside."""


def rules_set_aside(position: Position, move: Move) -> dict[str, str]:
    """Return the rules that a move breaks and a card sets aside, each with the name of the card (CCG-GEN-01)."""
    aside = exceptions.waived_rules(position, move)
    if not aside or not isinstance(move, _CONTRADICTING):
        return {}
    broken = {conflict.rule for conflict in decide.MOVE_RULES[type(move)].against(position, move)}
    return {rule: card for rule, card in aside.items() if rule in broken}


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
