"""A card that contradicts the rules is right: which rules cards in force set aside for a move."""

from collections.abc import Iterable, Mapping

from events.facts import Move
from projections.games.ccg import moves as m
from projections.games.ccg.cards import Ability
from projections.games.ccg.position import Position
from projections.games.ccg.values import abilities, face_of
from projections.objection import Objection

__all__ = ["unwaived", "waives"]


def waives(position: Position, move: Move | None) -> Mapping[str, str]:
    """The rules that a card sets aside for this move of its own, each with the card.

    Rules:
        CCG-GEN-01 where a card contradicts the rules it is right; A58 only where it says so: a card waives the one rule
        that it names, and for itself.
    """
    found: dict[str, str] = {}
    for number in _acting(move):
        card = position.at(number)
        if card and not card.out:
            name = face_of(position, card).name
            found.update({one.waives: name for one in _waivers(abilities(position, card, "innate"))})
    if isinstance(move, m.PlayCard | m.PlayFlash | m.PlayEpisode):
        face = position.cards.card.get(move.card)
        found.update({one.waives: face.name for one in _waivers(face.does)} if face else {})
    return found


def _waivers(abilities_: Iterable[Ability]) -> list[Ability]:
    return [ability for ability in abilities_ if ability.what == "waive"]


def _acting(move: Move | None) -> tuple[int, ...]:
    """The cards in play that a move acts with."""
    match move:
        case m.Attack(attacker=number) | m.GiveSupport(card=number) | m.UseSpecial(card=number):
            return (number,)
        case m.SolveEpisode(sided=numbers):
            return numbers
        case m.NameCombatant(card=number):
            return (number,)
        case _:
            return ()


def unwaived(position: Position, move: Move, objections: Iterable[Objection | None]) -> list[Objection]:
    """What still speaks against a move where cards set rules aside."""
    left = [objection for objection in objections if objection]
    if not left:
        return left
    aside = waives(position, move)
    return [objection for objection in left if objection.rule not in aside]
