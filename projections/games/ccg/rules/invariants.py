"""Invariants of this game between moves. `matter` holds always, `law` as long as every move was legal."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN
from projections.game import Invariant
from projections.games.ccg.components.cards import TIMELESS, ZONES, Card
from projections.games.ccg.rules.preparation import MOST_IN_ZONE, MOST_TIMELESS
from projections.games.ccg.state.position import Announcement, Doom, Fight, InPlay, Position
from projections.games.ccg.state.values import NOBODY, face_of, values_of
from projections.window import Window


def cards_of(position: Position, seat: str) -> list[str]:
    """Return all cards of a seat's deck, in every pile and zone, with `"?"` for unknown ones."""
    rows = (position.decks, position.hands, position.times, position.lost, position.discards)
    owned = [card.face for card in position.play if card.owner == seat]
    return [*(face for row in rows for face in row.get(seat, ())), *owned]


def _conserved(position: Position) -> bool:
    decks = ((cards_of(position, seat), position.lists.get(seat, ())) for seat in position.seats)
    return not position.turn or all(len(cards) == len(deck) for cards, deck in decks)


def _of_their_deck(position: Position) -> bool:
    """Return whether each known face occurs at most as often as in the deck; unknown cards of the deck fit any face."""
    for seat in position.seats if position.turn else ():
        brought = Counter(position.lists.get(seat, ()))
        found = Counter(cards_of(position, seat))
        if any(count > brought[face] + brought[UNKNOWN] for face, count in found.items() if face != UNKNOWN):
            return False
    return True


def _numbered(position: Position) -> bool:
    numbers = [card.n for card in position.play]
    return len(set(numbers)) == len(numbers) and max(numbers, default=0) <= position.count


def _printed(position: Position, card: InPlay) -> Card:
    """Return a card's own printed face, not the copied one, because a Clone keeps its colour and kind."""
    return position.cards.card.get(card.face, NOBODY)


def _bound(position: Position, rule: str, zone: str = "", side: str = "") -> Iterator[InPlay]:
    """Yield the cards in play that a rule's limit counts, without cards that set the rule aside (CCG-GEN-01)."""
    for card in position.lying(zone, side):
        if not any(ability.waives == rule for ability in face_of(position, card).does):
            yield card


def _six(position: Position) -> bool:
    counted = ([*_bound(position, "CCG-PREP-11", zone, seat)] for zone in ZONES for seat in position.seats)
    return all(sum(_printed(position, card).type != "episode" for card in cards) <= MOST_IN_ZONE for cards in counted)


def _timeless(position: Position) -> bool:
    counted = ([*_bound(position, "CCG-PREP-14", side=seat)] for seat in position.seats)
    return all(sum(_printed(position, card).zone == TIMELESS for card in cards) <= MOST_TIMELESS for cards in counted)


def _one_episode(position: Position) -> bool:
    counted = ([*_bound(position, "CCG-EPI-07", zone, seat)] for zone in ZONES for seat in position.seats)
    return all(sum(_printed(position, card).type == "episode" for card in cards) <= 1 for cards in counted)


def _lives(position: Position) -> bool:
    return not position.turn or bool(position.how) or all(position.times.get(seat) for seat in position.seats)


def _values(position: Position) -> bool:
    return all(
        (card.energy, card.substance, card.support) == values_of(position, card)
        for card in position.play
        if (card.clone or card.face) in position.cards.card
    )


def _alive(position: Position) -> bool:
    """Return whether every Creature has Energy or Substance left, unless an answer is pending (A26)."""
    return bool(position.stack or position.how) or not any(
        face_of(position, card).type == "creature" and not card.kept and not (card.energy or card.substance)
        for card in position.lying()
        if card.face in position.cards.card
    )


def _begun_in_order(position: Position) -> bool:
    kinds = Counter(type(thing) for thing in position.stack)
    places = [thing.place for thing in position.stack if isinstance(thing, Announcement)]
    windows = [thing for thing in position.stack if isinstance(thing, Window)]
    single = all(kinds[kind] <= 1 for kind in (Fight, Doom))
    return single and len(set(places)) == len(places) and all(window.awaited for window in windows)


def _combatants(position: Position) -> bool:
    fight = position.fight
    if fight is None:
        return position.step not in ("name", "fight")
    attacker, defender = position.at(fight.attacker), position.at(fight.defender)
    return attacker is not None and (not fight.defender or defender is not None)


INVARIANTS: Final[tuple[Invariant[Position], ...]] = (
    Invariant("every card of each deck is somewhere in the game (CCG-OBJ-02)", "matter", _conserved),
    Invariant("each card in play has its own number (CCG-GEN-07)", "matter", _numbered),
    Invariant("every card comes from its deck (CCG-GEN-09)", "law", _of_their_deck),
    Invariant("a player has at most six Creatures and Resources in a zone (CCG-PREP-11)", "law", _six),
    Invariant("a player has at most five Timeless Creatures (CCG-PREP-14)", "law", _timeless),
    Invariant("a side of a zone has at most one Episode (CCG-EPI-07)", "law", _one_episode),
    Invariant("each player has a Time card until the game ends (CCG-WIN-01)", "law", _lives),
    Invariant("values match the changes in force (CCG-COM-26)", "law", _values),
    Invariant("no Creature in play has 0 Energy and 0 Substance (CCG-CRE-10)", "law", _alive),
    Invariant(
        "at most one combat and one destruction are pending, and each window awaits a seat (CCG-GEN-04)",
        "law",
        _begun_in_order,
    ),
    Invariant("combat is between cards in play (CCG-COM-14)", "law", _combatants),
)
