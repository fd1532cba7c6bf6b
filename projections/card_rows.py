"""Rows of cards, such as hands and piles: ids in order, with `"?"` for a card that the viewer does not know."""

from collections.abc import Container, Mapping

from events.events import UNKNOWN

Row = tuple[str, ...]


def holds(row: Row, card: str) -> bool | None:
    """Return whether a card is in a row of cards; None if it could be one of the row's unknown cards."""
    return True if card in row else None if UNKNOWN in row else False


def without(row: Row, card: str) -> Row:
    """Return the row without one copy of a card, or without an unknown card if the row does not show the card.

    If the row has neither, its known cards were wrong. Then all its remaining cards become unknown.
    """
    for gone in (card, UNKNOWN):
        if gone in row:
            at = row.index(gone)
            return (*row[:at], *row[at + 1 :])
    return unknown(len(row) - 1)


def unknown(cards: int) -> Row:
    """Return a row of `cards` unknown cards."""
    return (UNKNOWN,) * cards


def known_cards(row: Row, cards: Container[str]) -> Row:
    """Return the row with every id that is not in `cards` replaced by an unknown card."""
    return tuple(card if card in cards else UNKNOWN for card in row)


def with_seen(seen: Mapping[str, Row], seat: str, cards: Row) -> Mapping[str, Row]:
    """Return `seen`, the publicly known cards of each hand, with those of a seat replaced. Empty rows are left out."""
    others = {name: row for name, row in seen.items() if name != seat}
    return {**others, seat: tuple(sorted(cards))} if cards else others


def hand_as_seen(hand: Row, seen: Row) -> Row:
    """Return a hand with `?` for each card that is not publicly known; an empty row if no card is known."""
    left, row = [*seen], []
    for card in hand:
        row.append(card if card in left else UNKNOWN)
        if card in left:
            left.remove(card)
    return tuple(row) if any(card != UNKNOWN for card in row) else ()
