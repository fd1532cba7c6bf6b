"""Disputes of meaning: what the rulebook itself says where people read a card differently."""

from typing import Final

from events.facts import Move
from projections.games.ccg.facts import moves as m
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY

__all__ = ["proposes"]

OF_A_CARD: Final = ("CCG-ABI-", "CCG-GLO-", "CCG-GEN-", "CCG-SUP-", "CCG-FLA-", "CCG-EPI-18", "CCG-PREP-11")
"""Rules whose breach hangs on how a card is read, by how their ids begin."""


def proposes(position: Position, move: Move, rule: str) -> str:
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
