"""What a writer saw of chance, behind the move that it came of: cards drawn and turned up, orders, dice.

| written | saw |
| --- | --- |
| `draws "Bok" ?` | cards drawn, one that was not seen among them |
| `shows Pr` | the Time card turned up |
| `rolls 2` | the face of a die that picked something |
| `shuffled "Bok" + 2 "Yeti" + 40 ?` | an order from the top down, one such word for each shuffle |
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from events.facts import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.notation.reach import AND, face_named, faced
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import ZONE_WORDS, Cursor, titles
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import Position
from projections.terms import Seen

_DRAWS: Final = ("draws", "drew")
_SHOWS: Final = ("shows", "turns", "showing")
_UNKNOWN: Final = ("?", "card", "cards", "unknown")
_MOST, _PILES = 400, 4
_TIMES: Final = {time_card(zone): CODES[zone] for zone in ZONES}


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
        if cursor.skip(*_DRAWS):
            cards += RESULTS.seen(cursor, AND, lambda: read_drawn(cursor, position, seat))
        elif cursor.skip(*_SHOWS):
            items += RESULTS.seen(cursor, AND, lambda: zone_shown(cursor))
        elif cursor.skip("rolls", "rolled"):
            faces.append((cursor.want_number("the face of a die is expected"),))
        elif cursor.skip("shuffled"):
            orders.append(_order(cursor, position, seat, len(orders)))
        else:
            return Seen(tuple(faces), tuple(cards), tuple(items), tuple(orders), cursor.receipt())


def _order(cursor: Cursor, position: Position, seat: str, before: int) -> tuple[str, ...]:
    if before == _PILES:
        raise cursor.slip(f"no more than {_PILES} piles are shuffled at a time", {})
    return read_row(cursor, position, seat)


def read_drawn(cursor: Cursor, position: Position, seat: str) -> str | None:
    """The card drawn that stands here, `?` for one that was not seen; None where none does."""
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not cursor.now or cursor.is_at("+", "-", "=", "only", *_WORDS):
        return None
    return face_named(cursor, position, position.hands.get(seat, ()), "a card is expected, or ?")


_WORDS: Final = (*_DRAWS, *_SHOWS, "rolls", "rolled", "shuffled")


def zone_shown(cursor: Cursor) -> str | None:
    """The Time card that stands here, by its zone, `?` for one that was not seen; None where none does."""
    if cursor.skip("?"):
        return UNKNOWN
    zone = cursor.phrase(ZONE_WORDS)
    cursor.skip("!")
    return time_card(zone) if zone else None


def read_row(cursor: Cursor, position: Position, seat: str) -> tuple[str, ...]:
    """Cards one by one or counted: `2 "Yeti" + "Bok" + 3 ?`, `?60`.

    Raises:
        SlipError: there is no card, or there are more than anybody has.
    """
    row: list[str] = []
    while not row or _more(cursor, position):
        if row:
            cursor.skip(*AND)
        number = None if cursor.quoted else cursor.number()
        cursor.skip("x", "\u00d7")
        if cursor.skip("?"):
            number = cursor.number() if number is None else number
            face = UNKNOWN
        else:
            face = face_named(cursor, position, position.hands.get(seat, ()), "a card is expected, or ?")
        count = 1 if number is None else number
        if count > _MOST or len(row) + count > _MOST:
            cursor.at -= 1
            raise cursor.slip(f"that is more than {_MOST} cards", {})
        row += [face] * count
    return tuple(row)


def _more(cursor: Cursor, position: Position) -> bool:
    """Whether a row of cards goes on here: with a sign, a number or a name."""
    if cursor.is_at("", "=", "only", *_WORDS):
        return False
    if cursor.now in (*AND, "?"):
        return not RESULTS.stands(cursor)
    at = cursor.at
    named = cursor.title(titles(position)) is not None
    cursor.at = at
    return named or (cursor.now.isdecimal() and cursor.after not in ("", "=", "/"))


# Written


def row_words(position: Position, row: Sequence[str]) -> str:
    """Cards in their order, equal ones beside each other counted."""
    parts = []
    for face, same in groupby(row):
        count = len(list(same))
        parts.append(f"{count} {faced(position, face)}" if count > 1 else faced(position, face))
    return " + ".join(parts)


def time_words(face: str) -> str:
    """A Time card as a line says it: by its zone."""
    return _TIMES.get(face, UNKNOWN)


def chance_words(facts: Sequence[Fact], position: Position, drawn: int = 0, shown: int = 0) -> str:
    """What these facts hold of chance, but for the first cards `drawn` and `shown` that the line has said already."""
    cards = [card for fact in facts if isinstance(fact, Drawn) for card in fact.cards][drawn:]
    items = [fact.item for fact in facts if isinstance(fact, Revealed)][shown:]
    orders = [fact.order for fact in facts if isinstance(fact, Shuffled)]
    words = [f"rolls {' '.join(map(str, fact.faces))}" for fact in facts if isinstance(fact, Rolled)]
    if any(card != UNKNOWN for card in cards):
        words.append(f"draws {' '.join(faced(position, card) for card in cards)}")
    if any(item != UNKNOWN for item in items):
        words.append(f"shows {' '.join(map(time_words, items))}")
    if any(card != UNKNOWN for order in orders for card in order):
        words += [f"shuffled {row_words(position, order)}" for order in orders if order]
    return " ".join(words)
