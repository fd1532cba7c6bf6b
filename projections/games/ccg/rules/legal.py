"""The legal moves of a seat, as candidates without a rule conflict, and the move that silence means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Final

from events.events import UNKNOWN, Passed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules import combat, decide, episodes, exceptions, status, use_choices
from projections.games.ccg.state.position import Position
from projections.rule_conflicts import allowed

_PLAIN: Final[tuple[Callable[[str], m.AnyMove], ...]] = (
    m.DrawCard, m.AnnounceCombat, m.DeclineCombat, m.MakeHit, m.DrawBonus, m.EndTurn,
)  # fmt: skip
"""Moves that consist only of the player."""


def legal(position: Position, seat: str) -> Iterable[m.AnyMove]:
    """Return the legal moves of a seat that must or may act now; some kinds of move are not listed in full.

    Decks: only those that ship, with the agreed number of Time cards. Ways to solve an Episode and to use a card:
    limited in number, without unnecessary Creatures. Standing cards: only if one is Sided. Stops: never, because they
    may be set at any time.
    """
    if seat not in status.awaited(position):
        return ()
    if not position.turn:
        return _allowed(position, _decks(position, seat))
    window = position.window
    uses = use_choices.use_candidates(position, seat)
    if window is not None and seat in window.awaited:
        return _allowed(position, chain((Passed(seat),), uses))
    early = chain(_preparing(position, seat), episodes.episode_candidates(position, seat))
    solving = islice(_allowed(position, episodes.solving_candidates(position, seat)), use_choices.MOST)
    return chain(_allowed(position, early), solving, _allowed(position, chain(_combat(position, seat), uses)))


def _allowed(position: Position, candidates: Iterable[m.AnyMove]) -> Iterator[m.AnyMove]:
    for move in candidates:
        if allowed(exceptions.without_waived(position, move, decide.MOVE_RULES[type(move)].against(position, move))):
            yield move


def _decks(position: Position, seat: str) -> Iterator[m.AnyMove]:
    """Yield the decks that ship, with the agreed number of Time cards (CCG-LNG-01)."""
    times = [time_card(zone) for zone in ZONES for _ in range(position.options.time_cards // len(ZONES))]
    for starter in position.cards.starter.values():
        rest = (face for face in starter.row if position.cards.card[face].type != "time")
        yield m.SubmitDeck(seat, tuple(sorted((*rest, *times))))


def _preparing(position: Position, seat: str) -> Iterator[m.AnyMove]:
    if position.step == "stand" or any(card.sided for card in position.lying(side=seat)):
        yield m.StandCards(seat)
    yield from (m.ChooseZone(seat, zone) for zone in ZONES)
    yield from (m.PlayCard(seat, face) for face in dict.fromkeys(position.hands.get(seat, ())) if face != UNKNOWN)


def _combat(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield from combat.attack_candidates(position, seat)
    yield from combat.name_candidates(position, seat)
    yield from (kind(seat) for kind in _PLAIN)


_SILENCE: Final[Mapping[str, Callable[[str], m.AnyMove]]] = {
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
    if seat not in status.awaited(position) or not position.turn:
        return None
    if position.window is not None:
        return Passed(seat)
    kind = _SILENCE.get(position.step)
    return kind(seat) if kind else None
