"""State changes of consoles and hands: Doctors, Companions, Equipment, tokens, Timey-Wimey cards."""

from typing import Final

from events.events import UNKNOWN
from projections.games.daleks.events import effects as f
from projections.games.daleks.state import piles, seen_cards
from projections.games.daleks.state.position import Aboard, Console, Position

MOST_TOKENS: Final = 5
"""The most tokens of a Doctor (TOD-COMP-17)."""


def with_console(position: Position, seat: str, console: Console) -> Position:
    """Return the position with a new console of a seat."""
    if seat not in position.seats:
        return position
    return position.replace(consoles={**position.consoles, seat: console})


def deck_name(position: Position, companion: str) -> str:
    """Return the deck of a Companion (TOD-COMP-18); the Earth deck if the Companion is unknown."""
    found = position.box.companion.get(companion)
    return found.deck if found else "earth"


def with_doctors(position: Position, event: f.DoctorTaken | f.ConsolesSwapped) -> Position:
    """Apply a change of Doctors."""
    pairs = [(event.seat, event.doctor)] if isinstance(event, f.DoctorTaken) else zip(event.seats, event.doctors)  # noqa: B905  # from a log
    for seat, doctor in pairs:
        if doctor in position.box.doctor:
            position = with_console(position, seat, position.console(seat).replace(doctor=doctor))
    return position


def with_tokens(position: Position, event: f.TokensGained | f.TokensPaid) -> Position:
    """Apply a gain or payment of tokens, limited to 0 to 5."""
    console = position.console(event.seat)
    more = event.tokens if isinstance(event, f.TokensGained) else -event.tokens
    return with_console(
        position, event.seat, console.replace(tokens=max(0, min(MOST_TOKENS, console.tokens + more)))
    )  # fmt: skip


def with_card_handed(position: Position, event: seen_cards.Handed) -> Position:
    """Apply the move of a Timey-Wimey card, and update which cards of hands all players have seen."""
    return seen_cards.with_seen_kept(position, _carried(position, event), event)


def _carried(position: Position, event: seen_cards.Handed) -> Position:  # noqa: C901, PLR0911  # one case per event
    if event.seat not in position.seats:
        return position
    match event:
        case f.TimeyDiscarded(seat=seat, card=card):
            return piles.put_on_discards(
                piles.put_by(position, seat, card), "timey", *piles.known(position, "timey", (card,))
            )
        case f.TimeyHanded(seat=seat, card=card, to=to):
            return piles.put_in(piles.put_by(position, seat, card), to, card) if to in position.seats else position
        case f.TimeySwapped(seat=seat, given=given, to=to, taken=got):
            if to not in position.seats:
                return position
            return piles.put_in(
                piles.put_in(piles.put_by(piles.put_by(position, seat, given), to, got), to, given), seat, got
            )
        case f.EquipmentInstalled(seat=seat, card=card):
            return _with_equipment(piles.put_by(position, seat, card), seat, "", card)
        case f.EquipmentLeft(seat=seat, card=card):
            if card not in position.console(seat).equipment:
                return position
            return piles.put_on_discards(_with_equipment(position, seat, card, ""), "timey", card)
        case f.EquipmentTraded(seat=seat, given=given, to=to, taken=got):
            if given not in position.console(seat).equipment or got not in position.console(to).equipment:
                return position
            return _with_equipment(_with_equipment(position, seat, given, got), to, got, given)


def _with_equipment(position: Position, seat: str, old: str, new: str) -> Position:
    """Return the position with Equipment replaced on a console; "" for either means none."""
    console = position.console(seat)
    kept = list(console.equipment)
    if old in kept:
        kept.remove(old)
    more = piles.known(position, "timey", (new,)) if new else ()
    return with_console(position, seat, console.replace(equipment=(*kept, *more)))


def with_companion_moved(
    position: Position, event: f.CompanionJoined | f.CompanionLeft | f.CompanionsKept
) -> Position:  # fmt: skip
    """Apply changes of a seat's Companions, and of their decks and discards."""
    if event.seat not in position.seats:
        return position
    match event:
        case f.CompanionJoined(seat=seat, companion=companion, part_time=part_time):
            return _joined(position, seat, companion, part_time=part_time)
        case f.CompanionLeft(seat=seat, companion=companion, how=how):
            return _left(position, seat, companion, how)
        case f.CompanionsKept(seat=seat):
            console = position.console(seat)
            kept = tuple(Aboard(one.companion) for one in console.companions)
            return with_console(position, seat, console.replace(companions=kept))


def _joined(position: Position, seat: str, companion: str, *, part_time: bool) -> Position:
    """Return the position with a Companion aboard; a Companion already there does not come twice."""
    console = position.console(seat)
    (name,) = piles.known(position, "earth", (companion,))
    if name != UNKNOWN and any(one.companion == name for one in console.companions):
        return position
    came = piles.with_card_taken(position, deck_name(position, name), name)
    return with_console(came, seat, console.replace(companions=(*console.companions, Aboard(name, part_time))))


def _left(position: Position, seat: str, companion: str, how: str) -> Position:
    console = position.console(seat)
    gone = next((one for one in console.companions if one.companion == companion), None)
    if gone is None:
        return position
    others = list(console.companions)
    others.remove(gone)
    left = with_console(position, seat, console.replace(companions=tuple(others)))
    home = deck_name(position, companion)
    if how == "dismissed":
        return piles.with_deck(left, home, (*piles.deck(left, home), companion))
    return piles.put_on_discards(left, home, companion)
