"""Bookkeeping of those cards of a hand that everybody has seen, because they were handed over openly."""

from collections.abc import Mapping

from events.events import UNKNOWN
from projections.card_rows import Row, with_seen
from projections.games.daleks.events import effects as f
from projections.games.daleks.state.position import Position

Handed = (
    f.TimeyDiscarded | f.TimeyHanded | f.TimeySwapped | f.EquipmentInstalled | f.EquipmentLeft | f.EquipmentTraded
)  # fmt: skip
"""What moves a Timey-Wimey card."""


def with_seen_kept(before: Position, after: Position, event: Handed) -> Position:
    """The position after a card was moved, with what everybody knows of the hands it left and came to."""
    if event.seat not in before.seats:
        return after
    came: Mapping[str, str] = {}
    gone: Mapping[str, str] = {}
    match event:
        case f.TimeyDiscarded(seat=seat, card=card) | f.EquipmentInstalled(seat=seat, card=card):
            gone = {seat: card}
        case f.TimeyHanded(seat=seat, card=card, to=to) if to in before.seats:
            gone, came = {seat: card}, {to: card}
        case f.TimeySwapped(seat=seat, given=given, to=to) if to in before.seats:
            gone, came = {seat: given, to: UNKNOWN}, {to: given}  # which one was taken the two of them know alone
    for seat, card in gone.items():
        after = after.replace(seen=with_seen(after.seen, seat, _without(before, seat, card)))
    for seat, card in came.items():
        if card in after.box.timey:
            after = after.replace(seen=with_seen(after.seen, seat, (*after.seen.get(seat, ()), card)))
    return _believed(_believed(after, event.seat), getattr(event, "to", ""))


def _believed(position: Position, seat: str) -> Position:
    """The position where a hand holds what everybody has seen, if what was known of it turned out to be wrong."""
    hand, left = list(position.hands.get(seat, ())), [*position.seen.get(seat, ())]
    for card in hand:
        if card in left:
            left.remove(card)
    if not left or UNKNOWN not in hand:
        return position
    for card in left[: hand.count(UNKNOWN)]:
        hand[hand.index(UNKNOWN)] = card
    return position.replace(hands={**position.hands, seat: tuple(hand)})


def _without(position: Position, seat: str, card: str) -> Row:
    """The seen cards of a hand that a card has left; none where it may have been any of them."""
    seen = list(position.seen.get(seat, ()))
    if card == UNKNOWN:
        return ()
    if card in seen:
        seen.remove(card)
        return tuple(seen)
    return tuple(seen) if len(seen) < len(position.hands.get(seat, ())) else ()
