"""The panel with the counts of both seats: Time stack, hand, draw deck and discard pile."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import BACK, BLACK, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.ccg.board import faces, glyphs
from projections.games.ccg.board.appearance import printed
from projections.games.ccg.board.inks import FRAMES, NEW, TURN, WHITE
from projections.games.ccg.board.layout import APART, sides
from projections.games.ccg.board.stencils import stencils
from projections.games.ccg.state.names import CODES, face_card, face_name, known_row, seat_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import counted

HIGH: Final = 102
"""Height of the part of a seat. Its first line has the height `HEAD`."""
HEAD: Final = 30
LEFT: Final = 12
RIGHT: Final = COLUMN - LEFT
CELLS: Final = (LEFT, 128, 252, 384)
"""The left edges of the counts."""
PILE: Final = 36
"""Height of the small card of a count."""
TOP: Final = 230
"""Maximum width of the name of the top card of a discard pile."""
LAST: Final = HIGH - 9
"""The base line of the last line of a seat's part."""


class Count(NamedTuple):
    """A number of cards of a seat: id of the row and of its field, label, number now and before, and tooltip."""

    row: str
    label: str
    now: int
    was: int | None
    title: str


def seats_panel(position: Position, before: Position | None) -> Panel:
    """Return the panel with the counts of both seats. A changed number has its value in `before` beside it."""
    parts = [
        el("g", *_seat(position, before, seat, at * (HIGH + APART)), data_seat=seat)
        for at, seat in enumerate(sides(position)) if seat
    ]  # fmt: skip
    high = max(1, len(parts)) * (HIGH + APART) - APART
    return Panel("seats", "Time, hands and piles", "", (COLUMN, high), parts, defs=stencils("".join(parts)))


def _seat(position: Position, before: Position | None, seat: str, y: int) -> Iterator[str]:
    yield _head(seat_name(position, seat), _sign(position, seat), y, turn=_has_turn(position, seat))
    times, bonus = position.times.get(seat, ()), position.bonus_zone(seat)
    aside = f"bonus: {zone_name(bonus)}" if bonus else "no Time card left" if position.turn and not times else ""
    if aside:
        yield _aside(aside, bonus, seat, y, turn=_has_turn(position, seat))
    name = whose(position, seat)
    hand, deck, pile = (getattr(position, rows).get(seat, ()) for rows in ("hands", "decks", "discards"))
    words = f"{name} Time stack: {counted(len(times), 'card')}{f', bonus zone {zone_name(bonus)}' if bonus else ''}."
    yield _time(_count(before, "times", "Time", seat, times, words), bonus, seat, y)
    known = f": {known_row(position, hand)}." if any(face != UNKNOWN for face in hand) else "."
    words = f"{name} hand: {counted(len(hand), 'card')}{known}"
    yield _backs(_count(before, "hands", "Hand", seat, hand, words), 1, seat, y)
    words = f"{name} draw deck: {counted(len(deck), 'card')}."
    yield _backs(_count(before, "decks", "Deck", seat, deck, words), 2, seat, y)
    yield _discards(position, before, seat, pile, y)
    lost = position.lost.get(seat, ())
    if lost:
        counts = Counter(_zone(position, face) for face in lost)
        words = "lost: " + ", ".join(f"{count} {zone}" for zone, count in counts.items())
        room = RIGHT - LEFT - 10 - (min(TOP, wide(face_name(position, pile[-1]), SMALL)) if pile else 0)
        yield _lost(
            cut(words, SMALL, room / faces.PLAIN), f"{name} lost Time cards: {known_row(position, lost)}.", seat, y
        )


def _has_turn(position: Position, seat: str) -> bool:
    return seat in (position.winners or (position.player,))


def _sign(position: Position, seat: str) -> str:
    if position.step == "deck" and seat in position.lists:
        return "deck is laid"
    return "has won" if seat in position.winners else "has the turn" if _has_turn(position, seat) else ""


def _count(
    before: Position | None, rows: str, label: str, seat: str, cards: Sequence[str], title: str
) -> Count:  # fmt: skip
    was = len(getattr(before, rows).get(seat, ())) if before else None
    return Count({"times": "time", "hands": "hand", "decks": "deck"}.get(rows, rows), label, len(cards), was, title)


@lru_cache(maxsize=256)
def _head(name: str, sign: str, y: int, *, turn: bool) -> str:
    ink = WHITE if turn else DARK
    box = {"x": 1, "y": y + 1, "width": COLUMN - 2, "height": HIGH - 2, "rx": 9}
    line = {"stroke": TURN if turn else LINE, "stroke_width": 2.4 if turn else 1.2}
    parts = [el("rect", **box, fill=LIGHT, **line)]
    name = cut(name, 20, 220)
    x = LEFT + round(wide(name, 20)) + 10
    if turn:
        d = f"M1 {y + HEAD}v{10 - HEAD}a9 9 0 0 1 9-9h{COLUMN - 20}a9 9 0 0 1 9 9v{HEAD - 10}z"
        parts += [el("path", d=d, fill=TURN), glyphs.glyph("turn", x, y + 9, 13, ink)]
        x += 22
    parts.append(text(name, x=LEFT, y=y + 22, font_size=20, font_weight="bold", fill=ink))
    if sign:
        parts.append(text(sign, x=x, y=y + 21, font_size=SMALL, fill=ink if turn else SOFT))
    return "".join(parts)


@lru_cache(maxsize=256)
def _aside(words: str, bonus: str, seat: str, y: int, *, turn: bool) -> str:
    ink = WHITE if turn else DARK
    label = text(words, x=RIGHT, y=y + 21, font_size=SMALL, text_anchor="end", fill=ink)
    return el("g", el("title", plain(words)), label, data_bonus=bonus or None, data_place=f"bonus {seat}")


def _cell(count: Count, at: int, seat: str, y: int, *picture: str, **more: str) -> str:
    x = CELLS[at]
    parts = [
        el("title", plain(count.title)),
        *picture,
        text(count.label, x=x + 36, y=y + HEAD + 18, font_size=17, fill=DARK),
        text(str(count.now), x=x + 36, y=y + HEAD + 40, font_size=23, font_weight="bold", fill=DARK,
             data_count=count.label.lower(), data_now=count.now),
    ]  # fmt: skip
    if count.was not in (None, count.now):
        words, left = f"was {count.was}", x + 39 + round(wide(str(count.now), 23))
        parts.append(text(words, x=left, y=y + HEAD + 40, font_size=SMALL, fill=NEW))
    return el("g", *parts, data_key=f"{count.row}-{seat}", data_place=f"{count.row} {seat}", **more)


@lru_cache(maxsize=1024)
def _time(count: Count, zone: str, seat: str, y: int) -> str:
    if zone not in CODES or not count.now:
        return _cell(count, 0, seat, y, _back(LEFT, y, "time") if count.now else _empty(LEFT, y))
    edge = FRAMES[zone]
    box = {"x": LEFT, "y": y + HEAD + 6, "width": 27, "height": PILE, "rx": 4}
    style = {"font_size": SMALL, "text_anchor": "middle", "fill": edge.ink}
    return _cell(
        count, 0, seat, y,
        el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2),
        glyphs.glyph("time", LEFT + 7, y + HEAD + 9, 13, edge.ink),
        text(CODES[zone], x=LEFT + 13.5, y=y + HEAD + 38, **style),
    )  # fmt: skip


@lru_cache(maxsize=2048)
def _backs(count: Count, at: int, seat: str, y: int) -> str:
    x = CELLS[at]
    return _cell(count, at, seat, y, _back(x, y, "bell") if count.now else _empty(x, y))


def _back(x: float, y: float, sign: str) -> str:
    box = {"x": x, "y": y + HEAD + 6, "width": 27, "height": PILE, "rx": 4}
    back = el("rect", **box, fill=BACK, stroke=WHITE, stroke_width=1.2)
    return back + glyphs.glyph(sign, x + 6.5, y + HEAD + 17, 14, WHITE)


def _empty(x: float, y: float) -> str:
    box = {"x": x, "y": y + HEAD + 6, "width": 27, "height": PILE, "rx": 4, "fill": "none"}
    return el("rect", **box, stroke=LINE, stroke_width=1.4, stroke_dasharray="3 4")


def _discards(position: Position, before: Position | None, seat: str, pile: Sequence[str], y: int) -> str:
    words = f"{whose(position, seat)} discard pile: {counted(len(pile), 'card')}"
    top = printed(position, pile[-1]) if pile else None
    words += f", on top {face_name(position, pile[-1])}: {top.words}." if top else "."
    name = face_name(position, pile[-1]) if pile else ""
    count = _count(before, "discards", "Discards", seat, pile, words)
    return _pile(count, (top.key, top.emblems[0], pile[-1]) if top else None, cut(name, SMALL, TOP), seat, y)


@lru_cache(maxsize=1024)
def _pile(count: Count, top: tuple[str, str, str] | None, name: str, seat: str, y: int) -> str:
    x = CELLS[3]
    if top is None:
        return _cell(count, 3, seat, y, _empty(x, y))
    key, sign, face = top
    label = text(name, x=RIGHT, y=y + LAST, font_size=SMALL, text_anchor="end", fill=SOFT, data_top=face)
    return _cell(count, 3, seat, y, faces.small(key, (sign,), x, y + HEAD + 6, PILE + 2), label)


def _zone(position: Position, face: str) -> str:
    card = face_card(position, face)
    return zone_name(card.zone) if card else "unknown"


@lru_cache(maxsize=256)
def _lost(words: str, title: str, seat: str, y: int) -> str:
    line = text(words, x=LEFT, y=y + LAST, font_size=SMALL, fill=SOFT)
    return el("g", el("title", plain(title)), line, data_key=f"lost-{seat}", data_place=f"lost {seat}")
