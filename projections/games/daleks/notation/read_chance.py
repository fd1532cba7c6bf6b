"""What a writer saw of chance, behind the move that it came of: cards drawn, tiles turned up, orders, dice.

| written | saw |
| --- | --- |
| `draws "Fez" ?` | Timey-Wimey cards drawn, one that was not seen among them |
| `shows "Sutekh"` | what was turned up: a Location, a Dilemma, a Companion, a Time Anomaly |
| `rolls 2` | faces of dice by their numbers |
| `shuffled "Ace" + 2 ?` | an order from the top down, one such word for each shuffle |
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from events.facts import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled
from projections.games.daleks.notation.naming import ANY, named, stands_named, thing_named
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, Cursor
from projections.games.daleks.state.position import Position
from projections.terms import Seen

__all__ = ["chance_words", "item_named", "read_chance", "read_drawn"]

_DRAWS: Final = ("draws", "drew")
_SHOWS: Final = ("shows", "turns", "showing")
_UNKNOWN: Final = ("?", "unknown")
_MOST, _PILES = 200, 8
_COUNTS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, **{str(number): number for number in range(1, 21)}}


def read_chance(cursor: Cursor, position: Position, seat: str) -> Seen:
    """What was seen of chance, in any order of its kinds; nothing where no such word stands here.

    Raises:
        SlipError: a card or a face is missing behind its word.
    """
    faces: list[tuple[int, ...]] = []
    cards: list[str] = []
    items: list[str] = []
    orders: list[tuple[str, ...]] = []
    while True:
        if cursor.is_at(*_DRAWS) and _behind(cursor) in (["anomaly"], ["time", "anomaly"]):
            cursor.at += 1
            return Seen(tuple(faces), tuple(cards), tuple(items), tuple(orders))
        if cursor.is_at(*_DRAWS) and _counted(cursor):
            cards += [UNKNOWN] * _count(cursor)
        elif cursor.skip(*_DRAWS):
            cards += RESULTS.seen(cursor, AND, lambda: read_drawn(cursor, position, seat))
        elif cursor.skip(*_SHOWS):
            items += RESULTS.seen(cursor, AND, lambda: item_named(cursor, position))
        elif cursor.skip("rolls", "rolled"):
            faces.append(_numbers(cursor))
        elif cursor.skip("shuffled"):
            orders.append(_order(cursor, position, len(orders)))
        else:
            return Seen(tuple(faces), tuple(cards), tuple(items), tuple(orders), cursor.receipt())


def _counted(cursor: Cursor) -> bool:
    """Whether cards are only counted behind this word: `draws 2 cards`, `draws a card`."""
    behind = _behind(cursor)
    return len(behind) > 1 and behind[0] in _COUNTS and behind[1] in ("card", "cards")


def _behind(cursor: Cursor) -> list[str]:
    """The next two words that no name in quotation marks begins; an anomaly's alone."""
    words = [word.text for word in cursor.words[cursor.at + 1 : cursor.at + 3] if not cursor.quotes(word.start)]
    return words[:1] if words[:1] == ["anomaly"] else words


def _count(cursor: Cursor) -> int:
    cursor.at += 1
    count = _COUNTS[cursor.now]
    cursor.at += 2
    return count


def _numbers(cursor: Cursor) -> tuple[int, ...]:
    found = [cursor.want_number("the face of a die is expected")]
    while (number := cursor.number()) is not None:
        found.append(number)
    return tuple(found)


def read_drawn(cursor: Cursor, position: Position, seat: str) -> str | None:
    """The Timey-Wimey card drawn that stands here, `?` for one that was not seen; None where none does."""
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not stands_named(cursor, position, "timey") and (not cursor.quoted or stands_named(cursor, position, *ANY)):
        return None
    held = position.hands.get(seat, ())
    return thing_named(cursor, position, "a Timey-Wimey card is expected, or ?", "timey", held=held)


def item_named(cursor: Cursor, position: Position) -> str | None:
    """What was turned up, by its name, `?` where it was not seen; None where nothing stands here."""
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not cursor.quoted and not stands_named(cursor, position, *ANY):
        return None
    return thing_named(cursor, position, "what was turned up is expected, or ?", *ANY)


def _order(cursor: Cursor, position: Position, before: int) -> tuple[str, ...]:
    """An order from the top down, equal things counted: `"Ace" + 2 ?`."""
    if before == _PILES:
        raise cursor.slip(f"no more than {_PILES} piles are shuffled at a time", {})
    row: list[str] = []
    while not row or _more(cursor, position):
        if row:
            cursor.skip(*AND)
        number = cursor.number()
        thing = item_named(cursor, position)
        if thing is None:
            raise cursor.slip("a card is expected, or ?", {"?": "?"})
        count = 1 if number is None else number
        if count > _MOST or len(row) + count > _MOST:
            cursor.at -= 1
            raise cursor.slip(f"that is more than {_MOST} cards", {})
        row += [thing] * count
    return tuple(row)


def _more(cursor: Cursor, position: Position) -> bool:
    """Whether an order goes on here: with a sign, a number or a name."""
    if cursor.is_at("", "="):
        return False
    if cursor.is_at(*AND, "?"):
        return not RESULTS.stands(cursor)
    return bool(cursor.quoted) or cursor.now.isdecimal() or stands_named(cursor, position, *ANY)


# Written


def chance_words(facts: Sequence[Fact], position: Position, *told: Fact) -> str:
    """What these facts hold of chance, but for what the line has `told` already."""
    left = [fact for fact in facts if not any(fact is other for other in told)]
    cards = [card for fact in left if isinstance(fact, Drawn) for card in fact.cards]
    items = [fact.item for fact in left if isinstance(fact, Revealed)]
    orders = [fact.order for fact in left if isinstance(fact, Shuffled)]
    words = [f"rolls {' '.join(map(str, fact.faces))}" for fact in left if isinstance(fact, Rolled)]
    if any(card != UNKNOWN for card in cards):
        words.append(f"draws {' '.join(named(position, card, 'timey') for card in cards)}")
    if any(item != UNKNOWN for item in items):
        words.append(f"shows {' '.join(named(position, item, *ANY) for item in items)}")
    if any(card != UNKNOWN for order in orders for card in order):
        words += [f"shuffled {_order_words(position, order)}" for order in orders if order]
    return " ".join(words)


def _order_words(position: Position, row: Sequence[str]) -> str:
    parts = []
    for ident, same in groupby(row):
        count = len(list(same))
        parts.append(f"{count if count > 1 else ''} {named(position, ident, *ANY)}".strip())
    return " + ".join(parts)
