"""The Creatures of a side, and rule conflicts of using a card as one of them."""

from collections.abc import Iterator

from events.events import UNKNOWN
from projections.games.ccg.state.names import card_name, in_zone, seat_name, whose
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import face_of
from projections.rule_conflicts import RuleConflict


def is_creature(position: Position, card: InPlay) -> bool | None:
    """Return whether a card in play is a Creature, or None if the card is unknown."""
    return None if (card.clone or card.face) == UNKNOWN else face_of(position, card).type == "creature"


def creatures_of(position: Position, zone: str, seat: str) -> list[InPlay]:
    """Return a seat's Creatures in a zone ("" for all zones), in the order of entering, none out of play (A51)."""
    return [card for card in position.lying(zone, seat) if is_creature(position, card) is not False]


def standing_creatures(position: Position, zone: str, seat: str) -> list[InPlay]:
    """Return a seat's Standing Creatures in a zone."""
    return [card for card in creatures_of(position, zone, seat) if not card.sided]


def side_conflicts(position: Position, card: InPlay, zone: str, seat: str, rule: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of Siding a card: it must be a seat's Standing Creature in a zone ("" for any zone).

    Rules:
        CCG-SID-02, A32: a card Sided by either player is used. CCG-GLO-13: a card out of play does not count.
    """
    kind, name = is_creature(position, card), card_name(position, card.n)
    if kind is not True or card.side != seat:
        state = f"{name} is {whose(position, card.side)}"
        if card.side == seat:
            state = "this log does not show which card is named" if kind is None else f"{name} is not a Creature"
        told = f"the card must be one of {whose(position, seat)} Creatures"
        yield RuleConflict(rule, told, state, verdict=kind and card.side == seat)
    if zone and card.zone != zone:
        yield RuleConflict(rule, f"the Creature must be {in_zone(zone)}", f"{name} is {in_zone(card.zone)}")
    if card.out:
        yield RuleConflict("CCG-GLO-13", "the card must not be out of play", f"{name} is out of play")
    if card.sided:
        yield RuleConflict(rule, "the Creature must be Standing", f"{name} is Sided")


def locked_conflict(card: InPlay) -> list[RuleConflict]:
    """Return a rule conflict if another card locks this one: it can neither Side nor Stand this turn (CCG-GEN-01)."""
    wanted = "the card cannot be Sided this turn, because another card forbids it"
    return [RuleConflict("CCG-GEN-01", wanted)] if card.locked else []


def forbidden(position: Position, seat: str, action: str) -> RuleConflict:
    """Return the rule conflict that a card forbids an action to a seat this turn (CCG-GEN-01)."""
    wanted = f"{seat_name(position, seat)} cannot {action} this turn, because a card forbids it"
    return RuleConflict("CCG-GEN-01", wanted)


def is_own_turn(position: Position, seat: str) -> bool:
    """Return whether a seat has the turn in a game under way; only then does a move of the turn have effects."""
    return seat == position.player and position.step not in ("deck", "over")
