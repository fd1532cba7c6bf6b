"""The decks: drawing, turning up, laying face down, and refilling."""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.effects import DilemmaLaid, LocationLaid, TokensGained
from projections.games.daleks.state import consoles, piles
from projections.games.daleks.state.position import Position

_REFILLED: Final = {"location": "TOD-COMP-13", "dilemma": "TOD-COMP-14", "timey": "TOD-SETUP-12"}
"""Decks that are refilled from their discards; Companions and Time Anomalies are not."""


def refill(draft: Draft[Position], pile: str) -> bool:
    """Shuffle the discards into an empty deck that may be refilled. Return whether the deck has cards now.

    Rules:
        TOD-COMP-13: Locations. TOD-COMP-14: Dilemmas. Timey-Wimey cards too (AMB-19). TOD-COMP-15: Companions are not
        shuffled back. An empty Time Anomaly deck gives none.
    """
    if not piles.deck(draft.now, pile) and pile in _REFILLED and piles.discards(draft.now, pile):
        draft.shuffle(pile, piles.discards(draft.now, pile))
    return bool(piles.deck(draft.now, pile))


def can_draw(position: Position, pile: str) -> bool:
    """Return whether a deck has a card or tile to draw, if need be after a refill (TOD-COMP-13)."""
    return bool(piles.deck(position, pile) or (pile in _REFILLED and piles.discards(position, pile)))


def draw_open(draft: Draft[Position], pile: str) -> str:
    """Turn up the top card or tile of a deck and return its id: `"?"` if it was not recorded, "" if none is left."""
    if not refill(draft, pile):
        return ""
    row = piles.deck(draft.now, pile)
    return draft.turn_up(pile, f"draw {len(row)} of turn {draft.now.turn}", row[0])


def draw_timey(draft: Draft[Position], seat: str, cards: int) -> None:
    """Let a seat draw Timey-Wimey cards, as many as there are (TOD-SETUP-12, AMB-19)."""
    while cards > 0 and refill(draft, "timey"):
        count = min(cards, len(draft.now.timey_deck))
        draft.draw(seat, "timey", count)
        cards -= count


def lay_dilemma(draft: Draft[Position], place: int, zone: int, rule: str) -> None:
    """Put the top Dilemma face down into a zone, if one is left."""
    if refill(draft, "dilemma"):
        draft.add(DilemmaLaid(place=place, zone=zone), rule)


def lay_location(draft: Draft[Position], location: str, rule: str) -> int:
    """Put a Location in play, a Dilemma face down in both zones (TOD-TRAV-10, TOD-COMP-03). Return its number."""
    number = draft.now.entered + 1
    draft.add(LocationLaid(place=number, location=location), rule)
    for zone in range(zone_count(draft.now, number)):
        lay_dilemma(draft, number, zone, "TOD-TRAV-10")
    return number


def latest_location(position: Position) -> int:
    """Return the number of the Location that came into play last, not counting Time Anomalies."""
    numbers = (place.n for place in position.places if place.location not in position.box.anomaly)
    return max(numbers, default=0)


def zone_count(position: Position, number: int) -> int:
    """Return the number of a Location's zones: Earth 3 (TOD-COMP-02), others 2, a Time Anomaly 1; 0 if not in play."""
    place = position.place(number)
    return max(1, len(place.slots)) if place is not None else 0


def gain_tokens(draft: Draft[Position], seat: str, tokens: int, rule: str) -> None:
    """Give a seat tokens; those above five are lost (TOD-COMP-17)."""
    gained = min(tokens, consoles.MOST_TOKENS - draft.now.console(seat).tokens)
    if gained > 0:
        draft.add(TokensGained(seat=seat, tokens=gained), rule)
