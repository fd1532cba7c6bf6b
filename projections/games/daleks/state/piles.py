"""State changes of piles and hands: rows of cards and tiles from the top down; `"?"` is an unknown card."""

from collections.abc import Mapping
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Revealed, Shuffled
from projections.card_rows import Row, holds, known_cards, unknown, without
from projections.described import count_of
from projections.games.daleks.components.box import Box
from projections.games.daleks.state.position import Position, Slot

_ROWS: Final[Mapping[str, tuple[str, str]]] = {
    "location": ("location_deck", "location_discards"), "dilemma": ("dilemma_deck", "dilemma_discards"),
    "timey": ("timey_deck", "timey_discards"), "anomaly": ("anomaly_deck", "anomaly_discards"),
}  # fmt: skip
_COMPANIONS: Final = ("earth", "alien")
PILES: Final = (*_ROWS, *_COMPANIONS)
"""The decks, by their names in chance events."""


def deck(position: Position, pile: str) -> Row:
    """Return a deck from the top down."""
    if pile in _COMPANIONS:
        return position.companion_decks.get(pile, ())
    found: Row = getattr(position, _ROWS[pile][0])
    return found


def discards(position: Position, pile: str) -> Row:
    """Return the discards of a deck, oldest first."""
    if pile in _COMPANIONS:
        return position.companion_discards.get(pile, ())
    found: Row = getattr(position, _ROWS[pile][1])
    return found


def with_deck(position: Position, pile: str, row: Row) -> Position:
    """Return the position with a new row in a deck."""
    if pile in _COMPANIONS:
        return position.replace(companion_decks={**position.companion_decks, pile: row})
    return position.replace(**{_ROWS[pile][0]: row})


def with_discards(position: Position, pile: str, row: Row) -> Position:
    """Return the position with a new row in the discards of a deck."""
    if pile in _COMPANIONS:
        return position.replace(companion_discards={**position.companion_discards, pile: row})
    return position.replace(**{_ROWS[pile][1]: row})


def put_on_discards(position: Position, pile: str, *cards: str) -> Position:
    """Return the position with cards added to the discards of a deck."""
    return with_discards(position, pile, (*discards(position, pile), *cards))


def with_hand(position: Position, seat: str, row: Row) -> Position:
    """Return the position with a new hand of a seat."""
    return position.replace(hands={**position.hands, seat: row})


def cards_of(box: Box, pile: str) -> Mapping[str, Any]:
    """Return everything that a deck may hold, by id. Each Companion belongs to one of two decks (TOD-COMP-18)."""
    if pile in _COMPANIONS:
        return {name: one for name, one in box.companion.items() if one.deck == pile}
    found: Mapping[str, Any] = getattr(box, pile)
    return found


def known(position: Position, pile: str, row: Row) -> Row:
    """Return a row of cards with `"?"` in place of cards that do not exist in this deck."""
    cards: Mapping[str, Any] = position.box.companion if pile in _COMPANIONS else getattr(position.box, pile)
    return known_cards(row, cards)


def taken_out(row: Row, card: str) -> Row:
    """Return a row of cards without one card. If this card is unknown, all the other cards become unknown."""
    return unknown(len(row) - 1) if card == UNKNOWN else without(row, card)


def with_card_taken(position: Position, pile: str, card: str) -> Position:
    """Return the position with a card taken from the open discards if the card is there, else from the deck."""
    row, old = deck(position, pile), discards(position, pile)
    if card in old or (holds(row, card) is False and (UNKNOWN in old or not row)):
        return with_discards(position, pile, taken_out(old, card))
    if row and row[0] == UNKNOWN and card not in row:  # assume that the unknown top card was taken
        return with_deck(position, pile, row[1:])
    return with_deck(position, pile, taken_out(row, card))


def put_in(position: Position, seat: str, *cards: str) -> Position:
    """Return the position with cards added to a hand."""
    return with_hand(position, seat, (*position.hands.get(seat, ()), *known(position, "timey", cards)))


def put_by(position: Position, seat: str, card: str) -> Position:
    """Return the position with a card removed from a hand; if the hand is empty, from the deck or its discards."""
    hand = position.hands.get(seat, ())
    if hand:
        return with_hand(position, seat, taken_out(hand, card))
    return with_card_taken(position, "timey", card)


def with_shuffle(position: Position, event: Shuffled) -> Position:
    """Apply a shuffle of a deck; an empty deck is refilled from its discards (TOD-COMP-13, TOD-COMP-14)."""
    if event.pile not in PILES:
        return position
    order, row = known(position, event.pile, event.order), deck(position, event.pile)
    if event.pile == "dilemma":
        position = _reshuffled(position)
    if len(order) == len(row):
        return with_deck(position, event.pile, order)
    if not row and len(order) == len(discards(position, event.pile)):
        return with_discards(with_deck(position, event.pile, order), event.pile, ())
    return position if position.turn else with_deck(position, event.pile, order)


def _reshuffled(position: Position) -> Position:
    """Return the position with all face-down Dilemmas marked as from an older shuffle."""
    old = ((place, tuple(Slot(slot.dilemma, slot.open) for slot in place.slots)) for place in position.places)
    places = tuple(place if slots == place.slots else place.replace(slots=slots) for place, slots in old)
    return position.replace(places=places, dilemmas=0)


def with_draw(position: Position, event: Drawn) -> Position:
    """Apply a draw from the top of the Timey-Wimey deck to a hand."""
    if event.pile != "timey" or event.player not in position.seats:
        return position
    row = position.timey_deck
    cards = event.cards[: len(row)]
    return put_in(position.replace(timey_deck=row[len(cards) :]), event.player, *cards)


def zone_of(place: str) -> tuple[int, int] | None:
    """Return (Location, zone) of a turned-up Dilemma as numbers from `place 3 zone 1`, or None for another text."""
    match place.split():
        case ["place", n, "zone", zone, *_] if n.isdecimal() and zone.isdecimal():
            return count_of(n), count_of(zone)
    return None


def with_revealed(position: Position, event: Revealed) -> Position:
    """Apply a turned-up tile: a Dilemma in its zone, a Location in front of the player, else the top of a deck."""
    if event.pile not in PILES:
        return position
    (item,) = known(position, event.pile, (event.item,))
    if event.pile == "dilemma":
        return _opened(position, event.place, item)
    row = deck(position, event.pile)
    if not row:
        return position
    if event.pile == "location":
        return position.replace(location_deck=row[1:], found=(*position.found, item))
    return with_deck(position, event.pile, (item, *row[1:]))


def _opened(position: Position, where: str, item: str) -> Position:
    number, zone = zone_of(where) or (0, 0)
    place = position.place(number)
    if place is None or zone >= len(place.slots) or not place.slots[zone].dilemma:
        return position
    slots = tuple(
        Slot(item, open=True, n=slot.n) if at == zone else slot for at, slot in enumerate(place.slots)
    )  # fmt: skip
    changed = place.replace(slots=slots)
    return position.replace(places=tuple(changed if other.n == number else other for other in position.places))
