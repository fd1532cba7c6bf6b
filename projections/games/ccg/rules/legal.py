"""The legal moves of a seat, candidates without an objection, and the move that saying nothing means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from events.events import UNKNOWN, Passed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules.answers import passing_objections
from projections.games.ccg.rules.bonus import draw_bonus_objections, end_turn_objections
from projections.games.ccg.rules.combat import (
    announce_objections,
    attack_choices,
    decline_objections,
    hit_objections,
    name_choices,
)
from projections.games.ccg.rules.decks import deck_objections
from projections.games.ccg.rules.episodes import episode_choices, solving_choices
from projections.games.ccg.rules.exceptions import without_waived
from projections.games.ccg.rules.preparation import (
    choose_zone_objections,
    draw_card_objections,
    play_card_objections,
    stand_cards_objections,
)
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.rules.use_choices import flash_choices, special_choices, support_choices
from projections.games.ccg.state.position import Position
from projections.objections import Objection, allowed

Objections = Callable[[Position, Any], list[Objection]]

_PLAIN: Final[tuple[tuple[Callable[[str], m.TurnMove], Objections], ...]] = (
    (m.DrawCard, draw_card_objections),
    (m.AnnounceCombat, announce_objections),
    (m.DeclineCombat, decline_objections),
    (m.MakeHit, hit_objections),
    (m.DrawBonus, draw_bonus_objections),
    (m.EndTurn, end_turn_objections),
)
"""Moves that say nothing but their name."""


def legal(position: Position, seat: str) -> Iterable[m.AnyMove]:
    """Every move that a strict draft takes from an awaited seat now.

    Of decks those are listed that ship, fitted with Time cards; of ways to solve an Episode those with no Creature too
    many, and so many of them; of uses of one card so many. Standing cards is listed where one is Sided. Stops may be
    set at any time and are not listed.
    """
    if seat not in awaited(position):
        return ()
    if not position.turn:
        return _decks(position, seat)
    window = position.window
    if window is not None and seat in window.awaited:
        return chain(_passing(position, seat), _uses(position, seat))
    return chain(_preparing(position, seat), _episodes(position, seat), _combat(position, seat), _uses(position, seat))


def _may(position: Position, move: m.AnyMove, objections: Objections) -> bool:
    return bool(allowed(without_waived(position, move, objections(position, move))))


def _decks(position: Position, seat: str) -> Iterator[m.AnyMove]:
    """The decks that ship, each with as many Time cards as the table agreed on (CCG-LNG-01)."""
    times = [time_card(zone) for zone in ZONES for _ in range(position.options.time_cards // len(ZONES))]
    for starter in position.cards.starter.values():
        rest = (face for face in starter.row if position.cards.card[face].type != "time")
        move = m.SubmitDeck(seat, tuple(sorted((*rest, *times))))
        if _may(position, move, deck_objections):
            yield move


def _passing(position: Position, seat: str) -> Iterator[m.AnyMove]:
    if allowed(passing_objections(position, seat)):
        yield Passed(seat)


def _uses(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from support_choices(position, seat)
    yield from special_choices(position, seat)
    yield from flash_choices(position, seat)


def _preparing(position: Position, seat: str) -> Iterator[m.AnyMove]:
    stand = m.StandCards(seat)
    sided = any(card.sided for card in position.lying(side=seat))
    if (sided or position.step == "stand") and _may(position, stand, stand_cards_objections):
        yield stand
    for zone in ZONES:
        if _may(position, choice := m.ChooseZone(seat, zone), choose_zone_objections):
            yield choice
    for face in dict.fromkeys(position.hands.get(seat, ())):
        if face != UNKNOWN and _may(position, play := m.PlayCard(seat, face), play_card_objections):
            yield play


def _episodes(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from episode_choices(position, seat)
    yield from solving_choices(position, seat)


def _combat(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from attack_choices(position, seat)
    yield from name_choices(position, seat)
    for kind, objections in _PLAIN:
        if _may(position, move := kind(seat), objections):
            yield move


_SILENCE: Final[Mapping[str, Callable[[str], m.TurnMove]]] = {
    "stand": m.StandCards, "draw": m.DrawCard, "play": m.AnnounceCombat, "attack": m.EndTurn, "name": m.DeclineCombat,
    "hit": m.EndTurn, "bonus": m.EndTurn,
}  # fmt: skip


def unsaid(position: Position, seat: str) -> m.AnyMove | None:
    """The compulsory move that a seat has made by then, though nobody wrote it: to Stand, draw or announce combat."""
    silent = silence(position, seat)
    return silent if isinstance(silent, m.StandCards | m.DrawCard | m.AnnounceCombat) else None


def silence(position: Position, seat: str) -> m.AnyMove | None:
    """What saying nothing means: to answer nothing, to play, attack and defend with nothing, and to end the turn.

    Standing and drawing leave nothing to say (CCG-PREP-01, CCG-PREP-06). A deck and a zone have to be chosen.
    """
    if seat not in awaited(position) or not position.turn:
        return None
    if position.window is not None:
        return Passed(seat)
    kind = _SILENCE.get(position.step)
    return kind(seat) if kind else None
