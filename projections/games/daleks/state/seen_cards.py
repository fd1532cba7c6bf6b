"""The cards of a hand that every player has seen, because they were handed over openly."""

from collections.abc import Mapping

from events.events import UNKNOWN
from projections.card_rows import Row, with_seen
from projections.games.daleks.events import effects as f
from projections.games.daleks.state.position import Position

Handed = (
    f.TimeyDiscarded | f.TimeyHanded | f.TimeySwapped | f.EquipmentInstalled | f.EquipmentLeft | f.EquipmentTraded
)  # fmt: skip
"""Events that move a Timey-Wimey card."""


def with_seen_kept(before: Position, after: Position, event: Handed) -> Position:
    """Return the position `after` with the seen cards updated for the hands that a card left or entered."""
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
            gone, came = {seat: given, to: UNKNOWN}, {to: given}  # only the two players know which card was taken
    for seat, card in gone.items():
        after = after.replace(seen=with_seen(after.seen, seat, _without(before, seat, card)))
    for seat, card in came.items():
        if card in after.box.timey:
            after = after.replace(seen=with_seen(after.seen, seat, (*after.seen.get(seat, ()), card)))
    return _believed(_believed(after, event.seat), getattr(event, "to", ""))


def _believed(position: Position, seat: str) -> Position:
    """Return the position with unknown cards of a hand replaced by seen cards that the hand does not contain."""
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
    """Return the seen cards of a hand after a card left; () if the card may have been any of them."""
    seen = list(position.seen.get(seat, ()))
    if card == UNKNOWN:
        return ()
    if card in seen:
        seen.remove(card)
        return tuple(seen)
    return tuple(seen) if len(seen) < len(position.hands.get(seat, ())) else ()
