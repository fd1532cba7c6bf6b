"""Rules that cards set aside: a card that contradicts a rule waives it, for a move of its own."""

from collections.abc import Iterable, Mapping
from typing import Final

from events.events import Move
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import moves as m
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import abilities, face_of
from projections.objections import Objection

OF_FRESH: Final = ("CCG-COM-08", "CCG-CRE-13", "CCG-PREP-16")
"""The rules about cards in the turn they were played."""


def waived_rules(position: Position, move: Move | None) -> Mapping[str, str]:
    """The rules that a card sets aside for this move of its own, each with the card.

    Rules:
        CCG-GEN-01 where a card contradicts the rules it is right; A58 only where it says so: a card waives the one rule
        that it names, and for itself, so that each of several cards needs it.
    """
    found: dict[str, str] = {}
    acting = [card for number in _acting(move) if (card := position.at(number))]
    for card in acting:
        for rule in _set_aside(position, card):
            if all(rule in _set_aside(position, other) or not _bound(position, other, rule) for other in acting):
                found[rule] = face_of(position, card).name
    if isinstance(move, m.PlayCard | m.PlayFlash | m.PlayEpisode):
        face = position.cards.card.get(move.card)
        found.update({one.waives: face.name for one in _waivers(face.does)} if face else {})
    return found


def _set_aside(position: Position, card: InPlay) -> list[str]:
    """The rules that a card in play sets aside for itself."""
    return [] if card.out else [one.waives for one in _waivers(abilities(position, card, "innate"))]


def _bound(position: Position, card: InPlay, rule: str) -> bool:
    """Whether a rule could speak against a card: one about cards played this turn does not against others."""
    return rule not in OF_FRESH or card.turn == position.turn


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


def without_waived(position: Position, move: Move, objections: Iterable[Objection | None]) -> list[Objection]:
    """What still speaks against a move where cards set rules aside."""
    left = [objection for objection in objections if objection]
    if not left:
        return left
    aside = waived_rules(position, move)
    return [objection for objection in left if objection.rule not in aside]
