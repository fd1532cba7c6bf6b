"""Where cards and rules differ: which rules a card sets aside for a move, and which ruling the rulebook proposes."""

from collections.abc import Sequence
from typing import Final

from events.events import Move
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules.card_use import flash_objections, special_objections
from projections.games.ccg.rules.combat import attack_objections
from projections.games.ccg.rules.episodes import episode_objections, solve_objections
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.rules.preparation import play_card_objections
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY
from projections.objections import Objection

OF_A_CARD: Final = ("CCG-ABI-", "CCG-GLO-", "CCG-GEN-", "CCG-SUP-", "CCG-FLA-", "CCG-EPI-18", "CCG-PREP-11")
"""Rules whose breach hangs on how a card is read, by how their ids begin."""


def rules_set_aside(position: Position, move: Move) -> dict[str, str]:
    """The rules that a card sets aside for this move and that it would not keep, each with the card (CCG-GEN-01)."""
    aside = waived_rules(position, move)
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


def proposed_ruling(position: Position, move: Move, rule: str) -> str:
    """The ruling that the rulebook asks for by default, of the use of a card that does not keep a rule.

    Rules:
        CCG-GEN-02 some cards need agreement, and a ruling is how a table agrees; CCG-GEN-03 else a card favours its
        player; CCG-GEN-04 where it meets an earlier card, the last one counts; CCG-GEN-05 an Episode is read to the
        Solver's harm.
    """
    if not rule.startswith(OF_A_CARD):
        return ""
    match move:
        case m.SolveEpisode(episode=number):
            card = position.at(number)
            name = position.cards.card.get(card.face, NOBODY).name if card else "the Episode"
            return f"proposed: where {name} can be read in two ways, to the Solver's harm (CCG-GEN-05)"
        case m.UseSpecial(card=number):
            card = position.at(number)
            name = position.cards.card.get(card.face, NOBODY).name if card else "the card"
        case m.PlayFlash(card=face):
            name = position.cards.card.get(face, NOBODY).name
        case _:
            return ""
    last = "; as the last card played it overrides the earlier one (CCG-GEN-04)" if position.stack else ""
    return f"proposed: where {name} can be read in two ways, in favour of who played it (CCG-GEN-03){last}"
