"""Rules that a card sets aside for its own moves, because it contradicts them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from events.events import Move
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import moves as m
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import abilities, face_of
from projections.rule_conflicts import RuleConflict

OF_FRESH: Final = ("CCG-COM-08", "CCG-CRE-13", "CCG-PREP-16")
"""The rules about cards in the turn in which they were played."""


def waived_rules(position: Position, move: Move | None) -> Mapping[str, str]:
    """Return the rules that cards set aside for this move, each with the name of the card.

    Rules:
        CCG-GEN-01: a card that contradicts the rules is right. A58: only if it says so. A card waives one named rule
        for itself, so in a move with several cards each card needs the waiver.
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
    return [] if card.out else [one.waives for one in _waivers(abilities(position, card, "innate"))]


def _bound(position: Position, card: InPlay, rule: str) -> bool:
    """Return whether a rule can apply to a card; a rule about cards played this turn applies to no other card."""
    return rule not in OF_FRESH or card.turn == position.turn


def _waivers(abilities_: Iterable[Ability]) -> list[Ability]:
    return [ability for ability in abilities_ if ability.what == "waive"]


def _acting(move: Move | None) -> tuple[int, ...]:
    match move:
        case m.Attack(attacker=number) | m.GiveSupport(card=number) | m.UseSpecial(card=number):
            return (number,)
        case m.SolveEpisode(sided=numbers):
            return numbers
        case m.NameCombatant(card=number):
            return (number,)
        case _:
            return ()


def without_waived(position: Position, move: Move, conflicts: Iterable[RuleConflict]) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a move, except those based on rules that cards set aside."""
    aside = None
    for conflict in conflicts:
        if aside is None:
            aside = waived_rules(position, move)
        if conflict.rule not in aside:
            yield conflict
