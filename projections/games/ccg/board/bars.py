"""Above and below the zones: each seat with its Time stack, its piles, and its hand as the viewer knows it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from events.facts import UNKNOWN
from projections.drawing.palette import BACK, CHANGE, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.ccg.board.inks import WIDTH, frame
from projections.games.ccg.state.names import CODES, face_card, face_name, seat_name
from projections.games.ccg.state.position import Position
from projections.wording import titled

HEAD: Final = 36
ROW: Final = 31
MOST: Final = 3
"""Rows of known cards at most; the others are counted, and named in the words."""
BACKS: Final = 5
"""Backs at most; the number says how many cards there are."""
TIME, HAND, DISCARDS = 206, 462, 778
"""Where these begin."""
LEFT: Final = 18
RIGHT: Final = WIDTH - 18
CELL: Final = 28
PLAIN: Final = 0.95
"""How wide plain letters are, of the bold ones that `wide` measures."""
CODE: Final = {"resource": "Re", "flash": "Fl", "episode": "Ep", "time": "Ti"}
Pile = Sequence[str]


class Chip(NamedTuple):
    """A known card of the hand at its place."""

    face: str
    words: str
    x: float
    wide: float


def height(position: Position, seat: str) -> int:
    """How high the bar of a seat is."""
    return HEAD + ROW * len(_rows(position, seat)[0]) + 4


def bar(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    """The bar of a seat; numbers that changed say what they were."""
    turn = seat in (position.winners or (position.player,))
    line = {"stroke": DARK if turn else LINE, "stroke_width": 2.6 if turn else 1.2}
    parts = [
        el("rect", x=6, y=y, width=WIDTH - 12, height=height(position, seat), rx=8, fill=LIGHT, **line),
        *_head(position, before, seat, y + 27, turn=turn),
    ]
    rows, left = _rows(position, seat)
    for at, row in enumerate(rows):
        parts += [_chip(position, chip, y + HEAD + ROW * at) for chip in row]
    if left:
        parts.append(text(f"+{left}", x=RIGHT, y=y + HEAD + ROW * MOST - 11, text_anchor="end", **_ink(SMALL + 2)))
    yield el("g", *parts, data_seat=seat)


def _ink(size: float, fill: str = DARK) -> dict[str, Any]:
    return {"font_size": size, "fill": fill}


def _head(position: Position, before: Position | None, seat: str, y: float, *, turn: bool) -> Iterator[str]:
    """The first line: who it is, and how much of everything there is."""
    sign = "has won" if seat in position.winners else "has the turn" if turn else ""
    sign = "deck is laid" if position.step == "deck" and seat in position.lists else sign
    name = cut(seat_name(position, seat), 23, 185 - wide(sign, SMALL))
    yield text(name, x=LEFT, y=y, font_weight="bold", **_ink(23))
    if sign:
        yield text(sign, x=LEFT + wide(name, 23) + 8, y=y - 1, **_ink(SMALL))
    yield from _time(position, before, seat, y)
    hand = position.hands.get(seat, ())
    backs = min(BACKS, sum(face == UNKNOWN for face in hand))
    yield from _backs(backs, y - 20)
    x = HAND + (14 + 6 * backs + 6 if backs else 0)
    yield _count("Hand", x, y, hand, before.hands.get(seat, ()) if before else None)
    yield _count("Deck", 642, y, position.decks.get(seat, ()), before.decks.get(seat, ()) if before else None)
    yield from _discards(position, before, seat, y)


def _was(now: Pile, was: Pile | None) -> str:
    """How many there were, where that is another number."""
    return "" if was is None or len(was) == len(now) else f" was {len(was)}"


def _count(what: str, x: float, y: float, now: Pile, was: Pile | None) -> str:
    """How many cards there are, and how many there were."""
    words = el("tspan", f"{what} ", font_size=17) + el("tspan", str(len(now)), font_size=22, font_weight="bold")
    words += el("tspan", _was(now, was), font_size=SMALL, fill=CHANGE) if _was(now, was) else ""
    return el("text", words, x=x, y=y, fill=DARK, data_count=what.lower(), data_now=len(now))


def _end(what: str, x: float, now: Pile, was: Pile | None) -> float:
    """Where a count ends."""
    return x + wide(f"{what} ", 17) + wide(str(len(now)), 22) + wide(_was(now, was), SMALL) + 8


def _time(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    """The Time stack with the card on top of it, which names the bonus zone."""
    stack, zone = position.times.get(seat, ()), position.bonus_zone(seat)
    was = before.times.get(seat, ()) if before else None
    yield _count("Time", TIME, y, stack, was)
    x = _end("Time", TIME, stack, was)
    if stack:
        face = frame(face_card(position, stack[0]))
        yield el("rect", x=x, y=y - 20, width=30, height=26, rx=5, fill=face.fill, stroke=DARK, stroke_width=1.4)
        mark = {"text_anchor": "middle", "font_weight": "bold", "font_size": SMALL, "fill": face.ink}
        yield text(CODES.get(zone, "?"), x=x + 15, y=y - 1, **mark)
        x += 36
    words = f"bonus {titled(zone)}" if zone else "none left" if position.turn and not stack else ""
    if x + wide(words, 17) > HAND - 8:  # the mark before it says which
        words = "bonus"
    yield text(words, x=x, y=y, data_bonus=zone or None, **_ink(17))


def _discards(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    """The discard pile with the card on top of it, and the Time cards lost."""
    pile = position.discards.get(seat, ())
    was = before.discards.get(seat, ()) if before else None
    yield _count("Discards", DISCARDS, y, pile, was)
    x = _end("Discards", DISCARDS, pile, was)
    lost = Counter(_code(position, face) for face in position.lost.get(seat, ()))
    tail = cut(" ".join(("lost", *(f"{count} {code}" for code, count in lost.items()))), SMALL, 190) if lost else ""
    room = RIGHT - x - (wide(tail, SMALL) + 10 if tail else 0)
    if pile:
        yield text(cut(f"top {face_name(position, pile[-1])}", 17, room), x=x, y=y, data_top=pile[-1], **_ink(17))
    if tail:
        yield text(tail, x=RIGHT, y=y, text_anchor="end", **_ink(SMALL, SOFT))


def _code(position: Position, face: str) -> str:
    card = face_card(position, face)
    return CODES.get(card.zone, "?") if card else "?"


def chip_words(position: Position, face: str) -> str:
    """A known card of the hand: its name, and the values or the solve number on it."""
    card = face_card(position, face)
    if card is None:
        return face_name(position, face)
    name = f"{'★ ' if card.unique else ''}{face_name(position, face)}"
    if card.type == "creature":
        return f"{name} {card.energy}/{card.substance}/{card.support}"
    return f"{name} solve {card.solve}" if card.type == "episode" else name


def _rows(position: Position, seat: str) -> tuple[list[list[Chip]], int]:
    """The known cards of the hand in rows, and how many find no room."""
    known = [face for face in position.hands.get(seat, ()) if face != UNKNOWN]
    rows: list[list[Chip]] = []
    x = RIGHT + 1.0
    for at, face in enumerate(known):
        words = cut(chip_words(position, face), SMALL, 300)
        room = CELL + PLAIN * wide(words, SMALL) + 14
        if x + room > RIGHT - (44 if len(rows) == MOST else 0):
            if len(rows) == MOST:
                return rows, len(known) - at
            rows.append([])
            x = LEFT
        rows[-1].append(Chip(face, words, x, room))
        x += room + 6
    return rows, 0


def _chip(position: Position, chip: Chip, y: float) -> str:
    card = face_card(position, chip.face)
    edge = frame(card)
    word = edge.letters or CODE.get(card.type if card else "", "?")
    cell = f"M{chip.x + CELL:g} {y:g}v26H{chip.x + 5:g}a5 5 0 0 1 -5 -5v-16a5 5 0 0 1 5 -5z"
    box = {"x": chip.x, "y": y, "width": chip.wide, "height": 26, "rx": 5}
    label = {"y": y + 18.5, "font_size": SMALL}
    return el(
        "g",
        el("title", plain(chip.words)),
        el("rect", **box, fill="#ffffff", stroke=DARK, stroke_width=1.4),
        el("path", d=cell, fill=edge.fill, stroke=DARK, stroke_width=1),
        text(word, x=chip.x + CELL / 2, text_anchor="middle", fill=edge.ink, **label),
        text(chip.words, x=chip.x + CELL + 6, fill=DARK, **label),
        data_known=chip.face,
    )  # fmt: skip


def _backs(backs: int, y: float) -> Iterator[str]:
    """Cards that the viewer sees from behind, one upon the other."""
    for at in range(backs):
        x, line = HAND + 6 * at, {"stroke": "#ffffff", "stroke_width": 1.4}
        yield el("rect", x=x, y=y, width=18, height=25, rx=4, fill=BACK, data_back="", **line)
        yield el("path", d=f"M{x + 9:g} {y + 5:g}l4.5 7.5l-4.5 7.5l-4.5 -7.5z", fill="none", **line)
