"""Rows of cards, hands and piles alike: ids in order, and `"?"` for a card that this viewer does not know."""

from collections.abc import Container, Mapping

from events.events import UNKNOWN

Row = tuple[str, ...]


def holds(row: Row, card: str) -> bool | None:
    """Whether a card is in a row; None where it may be one of the unknown cards."""
    return True if card in row else None if UNKNOWN in row else False


def without(row: Row, card: str) -> Row:
    """A row with one card less: the card itself, else an unknown one.

    Where the row has neither, what was known of it was wrong, and all that is left is unknown.
    """
    for gone in (card, UNKNOWN):
        if gone in row:
            at = row.index(gone)
            return (*row[:at], *row[at + 1 :])
    return unknown(len(row) - 1)


def unknown(cards: int) -> Row:
    """A row of so many unknown cards."""
    return (UNKNOWN,) * cards


def known_cards(row: Row, cards: Container[str]) -> Row:
    """A row in which an id that is none of these cards is unknown."""
    return tuple(card if card in cards else UNKNOWN for card in row)


def with_seen(seen: Mapping[str, Row], seat: str, cards: Row) -> Mapping[str, Row]:
    """What everybody has seen of each hand, with these cards of one hand; a hand of which nothing was is left out."""
    others = {name: row for name, row in seen.items() if name != seat}
    return {**others, seat: tuple(sorted(cards))} if cards else others


def hand_as_seen(hand: Row, seen: Row) -> Row:
    """A hand as everybody has seen it, `?` for each card that nobody has; nothing where that are all."""
    left, row = [*seen], []
    for card in hand:
        row.append(card if card in left else UNKNOWN)
        if card in left:
            left.remove(card)
    return tuple(row) if any(card != UNKNOWN for card in row) else ()
