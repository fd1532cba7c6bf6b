"""Creatures of a side: which are there, and which Stand to fight or to solve."""

from events.events import UNKNOWN
from projections.games.ccg.state.names import card_name, in_zone, seat_name
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import face_of
from projections.objections import Objection


def is_creature(position: Position, card: InPlay) -> bool | None:
    """Whether a card in play is a Creature; None where nobody knows what it is."""
    return None if (card.clone or card.face) == UNKNOWN else face_of(position, card).type == "creature"


def creatures_of(position: Position, zone: str, seat: str) -> list[InPlay]:
    """A seat's Creatures in a zone ("": in all zones), in the order of entering; none that is out of play (A51)."""
    return [card for card in position.lying(zone, seat) if is_creature(position, card) is not False]


def standing_creatures(position: Position, zone: str, seat: str) -> list[InPlay]:
    """Those of a seat's Creatures in a zone that Stand."""
    return [card for card in creatures_of(position, zone, seat) if not card.sided]


def side_objections(position: Position, card: InPlay, zone: str, seat: str, rule: str) -> list[Objection]:
    """What speaks against a card being a Standing Creature of a seat in a zone ("": in any zone).

    Rules:
        CCG-SID-02 and A32: a Sided card is used, whoever Sided it. CCG-GLO-13: out of play it does not exist.
    """
    found = []
    kind, name = is_creature(position, card), card_name(position, card.n)
    if kind is not True or card.side != seat:
        told = f"it takes a Creature of {seat_name(position, seat)}: {name} is not one"
        if kind is None and card.side == seat:
            told = f"it takes a Creature of {seat_name(position, seat)}; what the card is, is not known"
        found.append(Objection(rule, kind and card.side == seat, told))
    if zone and card.zone != zone:
        found.append(Objection(rule, False, f"it takes a Creature {in_zone(zone)}: {name} lies {in_zone(card.zone)}"))
    if card.out:
        found.append(Objection("CCG-GLO-13", False, f"a card out of play is not there: {name} is"))
    if card.sided:
        found.append(Objection(rule, False, f"it takes a Creature that Stands: {name} is Sided"))
    return found


def locked_objection(card: InPlay) -> list[Objection]:
    """What a card that locks another says: it neither Sides nor Stands this turn (CCG-GEN-01)."""
    return [Objection("CCG-GEN-01", False, "a card keeps this one from being Sided this turn")] if card.locked else []


def is_own_turn(position: Position, seat: str) -> bool:
    """Whether a seat has the turn of a game that is under way: only then does a move of the turn lead to others."""
    return seat == position.player and position.step not in ("deck", "over")
