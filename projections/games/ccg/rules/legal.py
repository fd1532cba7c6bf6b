"""The legal moves of a seat, as candidates without a rule conflict, and the move that silence means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from events.events import UNKNOWN, Passed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules.answers import passing_conflicts
from projections.games.ccg.rules.bonus import draw_bonus_conflicts, end_turn_conflicts
from projections.games.ccg.rules.combat import (
    announce_conflicts,
    attack_choices,
    decline_conflicts,
    hit_conflicts,
    name_choices,
)
from projections.games.ccg.rules.decks import deck_conflicts
from projections.games.ccg.rules.episodes import episode_choices, solving_choices
from projections.games.ccg.rules.exceptions import without_waived
from projections.games.ccg.rules.preparation import (
    choose_zone_conflicts,
    draw_card_conflicts,
    play_card_conflicts,
    stand_cards_conflicts,
)
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.rules.use_choices import flash_choices, special_choices, support_choices
from projections.games.ccg.state.position import Position
from projections.rule_conflicts import RuleConflict, allowed

Conflicts = Callable[[Position, Any], list[RuleConflict]]

_PLAIN: Final[tuple[tuple[Callable[[str], m.TurnMove], Conflicts], ...]] = (
    (m.DrawCard, draw_card_conflicts),
    (m.AnnounceCombat, announce_conflicts),
    (m.DeclineCombat, decline_conflicts),
    (m.MakeHit, hit_conflicts),
    (m.DrawBonus, draw_bonus_conflicts),
    (m.EndTurn, end_turn_conflicts),
)
"""Moves that consist only of the player, each with the function that returns its rule conflicts."""


def legal(position: Position, seat: str) -> Iterable[m.AnyMove]:
    """Return the legal moves of a seat that must or may act now; some kinds of move are not listed in full.

    Decks: only those that ship, with the agreed number of Time cards. Ways to solve an Episode and to use a card:
    limited in number, without unnecessary Creatures. Standing cards: only if one is Sided. Stops: never, because they
    may be set at any time.
    """
    if seat not in awaited(position):
        return ()
    if not position.turn:
        return _decks(position, seat)
    window = position.window
    if window is not None and seat in window.awaited:
        return chain(_passing(position, seat), _uses(position, seat))
    return chain(_preparing(position, seat), _episodes(position, seat), _combat(position, seat), _uses(position, seat))


def _may(position: Position, move: m.AnyMove, conflicts: Conflicts) -> bool:
    return bool(allowed(without_waived(position, move, conflicts(position, move))))


def _decks(position: Position, seat: str) -> Iterator[m.AnyMove]:
    """Yield the decks that ship, with the agreed number of Time cards (CCG-LNG-01)."""
    times = [time_card(zone) for zone in ZONES for _ in range(position.options.time_cards // len(ZONES))]
    for starter in position.cards.starter.values():
        rest = (face for face in starter.row if position.cards.card[face].type != "time")
        move = m.SubmitDeck(seat, tuple(sorted((*rest, *times))))
        if _may(position, move, deck_conflicts):
            yield move


def _passing(position: Position, seat: str) -> Iterator[m.AnyMove]:
    if allowed(passing_conflicts(position, seat)):
        yield Passed(seat)


def _uses(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from support_choices(position, seat)
    yield from special_choices(position, seat)
    yield from flash_choices(position, seat)


def _preparing(position: Position, seat: str) -> Iterator[m.AnyMove]:
    stand = m.StandCards(seat)
    sided = any(card.sided for card in position.lying(side=seat))
    if (sided or position.step == "stand") and _may(position, stand, stand_cards_conflicts):
        yield stand
    for zone in ZONES:
        if _may(position, choice := m.ChooseZone(seat, zone), choose_zone_conflicts):
            yield choice
    for face in dict.fromkeys(position.hands.get(seat, ())):
        if face != UNKNOWN and _may(position, play := m.PlayCard(seat, face), play_card_conflicts):
            yield play


def _episodes(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from episode_choices(position, seat)
    yield from solving_choices(position, seat)


def _combat(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from attack_choices(position, seat)
    yield from name_choices(position, seat)
    for kind, conflicts in _PLAIN:
        if _may(position, move := kind(seat), conflicts):
            yield move


_SILENCE: Final[Mapping[str, Callable[[str], m.TurnMove]]] = {
    "stand": m.StandCards, "draw": m.DrawCard, "play": m.AnnounceCombat, "attack": m.EndTurn, "name": m.DeclineCombat,
    "hit": m.EndTurn, "bonus": m.EndTurn,
}  # fmt: skip


def unsaid(position: Position, seat: str) -> m.AnyMove | None:
    """Return the compulsory move that a seat must have made unwritten (Stand, draw, announce combat), or None."""
    silent = silence(position, seat)
    return silent if isinstance(silent, m.StandCards | m.DrawCard | m.AnnounceCombat) else None


def silence(position: Position, seat: str) -> m.AnyMove | None:
    """Return the move of a seat that writes nothing: a pass, or the move that goes on without card, attack or defence.

    Standing and drawing leave no choice (CCG-PREP-01, CCG-PREP-06). Return None if a deck or zone must be chosen.
    """
    if seat not in awaited(position) or not position.turn:
        return None
    if position.window is not None:
        return Passed(seat)
    kind = _SILENCE.get(position.step)
    return kind(seat) if kind else None
