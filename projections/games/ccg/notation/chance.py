"""Results of chance in a line, after the move that caused them: cards drawn and turned up, orders, dice.

| written | meaning |
| --- | --- |
| `draws "Bok" ?` | cards drawn, one of them unseen |
| `shows Pr` | the Time card turned up |
| `rolls 2` | the face of a die used for a random choice |
| `shuffled "Bok" + 2 "Yeti" + 40 ?` | an order from the top down; one `shuffled` for each shuffle |
"""

from functools import partial
from typing import Final

from events.events import UNKNOWN, Drawn, Revealed
from projections.contracts import ObservedChance
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events.moves import DrawBonus, DrawCard
from projections.games.ccg.notation import hits, vocabulary
from projections.games.ccg.notation.reach import face_named, faced
from projections.games.ccg.notation.vocabulary import AND, ZONE_CODES, ZONE_WORDS, Context, Cursor, titles
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import Position
from projections.notation.argument_type import Chance
from projections.notation.chance_words import seen_words

_DRAWS: Final = ("draws", "drew")
_SHOWS: Final = ("shows", "turns", "showing")
_ROLLS: Final = ("rolls", "rolled")
_WORDS: Final = (*_DRAWS, *_SHOWS, *_ROLLS, "shuffled", "only")
_UNKNOWN: Final = ("?", "card", "cards", "unknown")
_MOST, _PILES = 400, 4
_TIMES: Final = {time_card(zone): CODES[zone] for zone in ZONES}


def _seen(context: Context) -> ObservedChance | None:
    cursor = context.cursor
    if cursor.skip(*_DRAWS):
        return ObservedChance(cards=tuple(vocabulary.RESULTS.seen(cursor, AND, lambda: _face(context))))
    if cursor.skip(*_SHOWS):
        return ObservedChance(items=tuple(vocabulary.RESULTS.seen(cursor, AND, lambda: _time_card(cursor))))
    if cursor.skip(*_ROLLS):
        return ObservedChance(faces=((cursor.want_number("the face of a die is expected"),),))
    if cursor.skip("shuffled"):
        if len(context.seen.orders) == _PILES:
            raise cursor.slip(f"a move shuffles at most {_PILES} piles", {})
        return ObservedChance(orders=(read_row(context),))
    receipt = cursor.receipt()
    return ObservedChance(receipt=receipt) if receipt or _exclaims(cursor) else None


def _exclaims(cursor: Cursor) -> bool:
    start = cursor.words[cursor.at].start if cursor.now else 0
    return not cursor.line[:start].rstrip().endswith(":") and cursor.skip("!")


def _face(context: Context) -> str | None:
    """Read a drawn card at the cursor and return its face, `?` for an unseen card; return None if no card is there."""
    cursor: Cursor = context.cursor
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not cursor.now or cursor.is_at("+", "-", "=", "!", *_WORDS):
        return None
    return face_named(cursor, context.position, context.position.hands.get(context.seat, ()), "a card or ? is expected")


def _time_card(cursor: Cursor) -> str | None:
    """Read the zone of a Time card at the cursor and return the card's id, `?` if unseen; None if no zone is there."""
    if cursor.skip("?"):
        return UNKNOWN
    zone = cursor.phrase(ZONE_WORDS)
    cursor.skip("!")
    return time_card(zone) if zone else None


def read_row(context: Context) -> tuple[str, ...]:
    """Read cards with counts, `2 "Yeti" + 3 ?`, `?60`. Return a face for each. Raises SlipError over 400 or at none."""
    cursor, row = context.cursor, list[str]()
    while not row or _goes_on(cursor, context.position):
        if row:
            cursor.skip(*AND)
        number = cursor.number()
        cursor.skip("x", "\u00d7")
        if cursor.skip("?"):
            number, face = cursor.number() if number is None else number, UNKNOWN
        else:
            held = context.position.hands.get(context.seat, ())
            face = face_named(cursor, context.position, held, "a card or ? is expected")
        count = 1 if number is None else number
        if len(row) + count > _MOST:
            cursor.at -= 1
            raise cursor.slip(f"a list can have at most {_MOST} cards", {})
        row += [face] * count
    return tuple(row)


def _goes_on(cursor: Cursor, position: Position) -> bool:
    if cursor.is_at("", "=", *_WORDS):
        return False
    if cursor.now in (*AND, "?"):
        return not vocabulary.RESULTS.stands(cursor)
    return cursor.is_named(titles(position)) or (cursor.now.isdecimal() and cursor.after not in ("", "=", "/"))


def _drawn_words(context: Context) -> str:
    drawn = [event for event in context.events if isinstance(event, Drawn)]
    own = len(drawn) == 1 and drawn[0].player == context.seat and len(drawn[0].cards) == 1
    return faced(context.position, drawn[0].cards[0]) if own else ""


def _shown_words(context: Context) -> str:
    """Return the zone of the Time card that a move turned up; "" unless it turned up exactly one."""
    shown = [event.item for event in context.events if isinstance(event, Revealed)]
    return _TIMES.get(shown[0], UNKNOWN) if len(shown) == 1 else ""


def _seen_words(context: Context) -> str:
    draws = isinstance(context.move, DrawCard | DrawBonus) and not hits.takes_hit(context)
    drawn, shown = bool(draws and _drawn_words(context)), bool(hits.lost_zone(context) and _shown_words(context))
    events = [event for event in context.events if not (drawn and isinstance(event, Drawn))]
    events = [event for event in events if not (shown and isinstance(event, Revealed))]
    name = partial(faced, context.position)
    return seen_words(events, name, lambda item: _TIMES.get(item, UNKNOWN), name)


def _draw_of(context: Context) -> ObservedChance | None:
    card = _face(context)
    return None if card is None else ObservedChance(cards=(card,))


def _turned_up(context: Context) -> ObservedChance | None:
    item = _time_card(context.cursor)
    return None if item is None else ObservedChance(items=(item,))


DRAWN: Final = Chance[Position](
    what='the card drawn, ? or "hit"', read=_draw_of, write=_drawn_words,
    words=lambda _context: {"?": "?", "hit": "hit"},
)  # fmt: skip
SHOWN: Final = Chance[Position](
    what="the Time card turned up", read=_turned_up, write=_shown_words, words=lambda _context: {"?": "?", **ZONE_CODES}
)  # fmt: skip
SEEN: Final = Chance[Position](what="what was seen", read=_seen, write=_seen_words)
"""Results of chance (draws, rolls, shuffles, Time cards turned up) that may follow any move in a line."""
