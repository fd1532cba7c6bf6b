"""The ways in which a card could be played: to whom, on whose pool, with which colour, for which Equipment."""

from collections.abc import Iterator, Sequence
from itertools import product

from events.facts import UNKNOWN
from projections.games.daleks.components.box import COLOURS, Timey
from projections.games.daleks.facts.moves import PlayTimey
from projections.games.daleks.state.position import Position

__all__ = ["card_choices", "cards_held"]


def cards_held(position: Position, seat: str) -> tuple[str, ...]:
    """The cards of a hand that are known here, each once."""
    return tuple(dict.fromkeys(card for card in position.hands.get(seat, ()) if card != UNKNOWN))


def card_choices(position: Position, seat: str) -> Iterator[PlayTimey]:
    """Every way of playing a card of a hand, or of using installed Equipment; what speaks against it is not asked."""
    cards = (*cards_held(position, seat), *position.console(seat).equipment)
    for name in dict.fromkeys(cards):
        if (card := position.box.timey.get(name)) is not None:
            yield from _ways(position, seat, name, card)


def _ways(position: Position, seat: str, name: str, card: Timey) -> Iterator[PlayTimey]:
    trades = any(part.does == "trade" for part in card.parts)
    others = [other for other in position.seats if other != seat] if trades or card.type == "transfer" else [""]
    for to, pool, colour in product(others, _pools(position, seat, card), _colours(card)):
        for wanted in dict.fromkeys(position.console(to).equipment) if trades else ("",):
            yield PlayTimey(seat, name, to, pool, colour, wanted)


def _pools(position: Position, seat: str, card: Timey) -> Sequence[str]:
    """Whose dice a card could concern: without a word those of whoever plays it, or else the caller's (TOD-HELP-24)."""
    now = position.adventure
    if now is None or card.type == "equipment" or not card.icons or card.timing != "any-adventure":
        return ("",)
    meant = seat if seat in (now.seat, now.helper) else now.seat
    return ("", *(other for other in (now.seat, now.helper) if other not in ("", meant)))


def _colours(card: Timey) -> Sequence[str]:
    """The colours of a split icon."""
    if card.type == "equipment":
        return ("",)
    split = {colour for icon in card.icons if len(icon.colours) > 1 for colour in icon.colours}
    return [colour for colour in COLOURS if colour in split] or ("",)
