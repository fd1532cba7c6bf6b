"""The panel of each seat (Time stack, hand, piles), and the row of known hand cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import BACK, BLACK, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.ccg.board import faces, glyphs
from projections.games.ccg.board.appearance import Shown, held, printed
from projections.games.ccg.board.inks import FRAMES, NEW, TURN, WHITE
from projections.games.ccg.board.layout import MARGIN, RAIL, WIDTH, ZONES_LEFT
from projections.games.ccg.state.names import face_card, face_name, known_row, seat_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import counted, titled

HELD: Final = 98
"""Height of a known card of a hand. Its row has the height `ROW`."""
ROW: Final = 104
NARROWEST: Final = 92
"""Minimum width of a known card of a hand. `BROADEST` is the maximum."""
BROADEST: Final = 110
LEFT: Final = MARGIN + 9
WORDS: Final = LEFT + 73
"""The x position of words, right of the pictures of the piles."""
RIGHT: Final = MARGIN + RAIL - 5
FAN: Final = 15
"""Maximum number of card backs in a fan. A number shows the real count."""


def hand_height(position: Position, seat: str) -> int:
    """Return the height of the known cards of a seat's hand."""
    known = sum(face != UNKNOWN for face in position.hands.get(seat, ()))
    return ROW * -(-known // _in_a_row(known)) if known else 0


def _in_a_row(known: int) -> int:
    beside = int((WIDTH - MARGIN - ZONES_LEFT + 5) // (NARROWEST + 5))
    return beside if known <= beside else int((WIDTH - 2 * MARGIN + 5) // (NARROWEST + 5))


def known_cards(position: Position, seat: str) -> list[tuple[str, Shown]]:
    """Return the known cards of a hand: the card's id, and what is visible of the card."""
    return [(face, held(position, face)) for face in position.hands.get(seat, ()) if face != UNKNOWN]


def known_hand(position: Position, seat: str, known: Sequence[tuple[str, Shown]], top: float) -> Iterator[str]:
    """Yield the SVG of the known cards of a hand, drawn as cards."""
    if not known:
        return
    row = _in_a_row(len(known))
    beside = len(known) <= row and row * (NARROWEST + 5) < WIDTH - ZONES_LEFT
    left = ZONES_LEFT if beside else MARGIN
    room = WIDTH - MARGIN - left + 5
    across = min(BROADEST, int(room / min(row, len(known))) - 5)
    if beside:
        lines = wrapped(f"{whose(position, seat)} hand", 18, RAIL - 8, 4)
        first = top + 54 - 10 * (len(lines) - 1)
        for at, line in enumerate(lines):
            yield text(line, x=LEFT, y=first + 20 * at, font_size=18, font_weight="bold", fill=DARK)
    copies, cards = Counter[str](), []
    for at, (face, seen) in enumerate(known):
        copies[face] += 1
        x, y = left + (at % row) * (across + 5), top + (at // row) * ROW
        cards.append(
            el(
                "g", _held(seen, across), transform=f"translate({x:g} {y:g})", data_known=face,
                data_key=f"held-{seat}-{face}-{copies[face]}", data_place=f"hand {seat}",
            )
        )  # fmt: skip
    yield el("g", *cards, **faces.CARDS)


@lru_cache(maxsize=1024)
def _held(seen: Shown, across: float) -> str:
    return el("title", plain(seen.words)) + faces.frame_and_words(seen, across, HELD)


def seat_panel(position: Position, before: Position | None, seat: str, top: float, high: float) -> str:
    """Return the SVG of a seat's panel. A changed number has its value in `before` beside it."""
    turn = seat in (position.winners or (position.player,))
    line = {"stroke": TURN if turn else LINE, "stroke_width": 2.4 if turn else 1.2}
    y = top + (high - 345) / 2
    parts = [
        el("rect", x=MARGIN, y=round(top, 1), width=RAIL, height=round(high, 1), rx=9, fill=LIGHT, **line),
        *_name(position, seat, top, turn=turn),
        *_time(position, before, seat, y + 56),
        *_hand(position, before, seat, y + 165),
        *_deck(position, before, seat, y + 210),
        *_discards(position, before, seat, y + 258),
    ]
    return el("g", *parts, data_seat=seat)


def _name(position: Position, seat: str, top: float, *, turn: bool) -> Iterator[str]:
    sign = "has won" if seat in position.winners else "has the turn" if turn else ""
    sign = "deck is laid" if position.step == "deck" and seat in position.lists else sign
    name, room = seat_name(position, seat), RAIL - 16 - (22 if turn else 0)
    size = next((size for size in (22, 20, 18) if wide(name, size) <= room), SMALL)
    ink = WHITE if turn else DARK
    if turn:
        left, right = MARGIN, MARGIN + RAIL
        d = f"M{left} {top + 50:g}v-41a9 9 0 0 1 9-9h{right - left - 18}a9 9 0 0 1 9 9v41z"
        yield el("path", d=d, fill=TURN)
        yield glyphs.glyph("turn", right - 26, top + 10, 14, ink)
    yield text(cut(name, size, room), x=LEFT, y=top + 25, font_size=size, font_weight="bold", fill=ink)
    if sign:
        yield text(sign, x=LEFT, y=top + 44, font_size=SMALL, fill=ink if turn else SOFT)


@lru_cache(maxsize=2048)
def _count(what: str, y: float, now: int, was: int | None, name: str = "") -> str:
    """Return the SVG of a number of cards (`now`), with the previous number (`was`) if it changed."""
    number = el("tspan", str(now), font_size=22, font_weight="bold")
    words = f"{what} {number}" if what else number
    label = el("text", words, x=WORDS, y=y, font_size=17, fill=DARK, data_count=name or what.lower(), data_now=now)
    if was is None or was == now:
        return label
    return label + text(f"was {was}", x=WORDS, y=y + 17, font_size=SMALL, fill=NEW)


def _before(before: Position | None, rows: str, seat: str) -> int | None:
    return len(getattr(before, rows).get(seat, ())) if before else None


def _time(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    stack, zone = position.times.get(seat, ()), position.bonus_zone(seat)
    lost = Counter(_zone(position, face) for face in position.lost.get(seat, ()))
    bonus = f", bonus zone {zone_name(zone)}" if zone else ""
    label = f"{whose(position, seat)} Time stack: {counted(len(stack), 'card')}{bonus}."
    shown = zone if stack and face_card(position, stack[0]) else ""
    parts = [el("title", plain(label)), _stack(shown, len(stack), y)]
    parts.append(_count("Time", y + 22, len(stack), _before(before, "times", seat)))
    yield el("g", *parts, data_key=f"time-{seat}", data_place=f"time {seat}")
    line = y + 71
    bonus = f"bonus: {zone_name(zone)}" if zone else "no Time card left" if position.turn and not stack else ""
    if bonus:
        place = {"data_bonus": zone or None, "data_place": f"bonus {seat}"}
        yield text(bonus, x=LEFT, y=line, font_size=SMALL, fill=DARK, **place)
        line += 17
    if lost:
        words = "lost: " + ", ".join(f"{count} {name}" for name, count in lost.items())
        lines = wrapped(words, SMALL, (RIGHT - LEFT) / faces.PLAIN, 2)
        label = f"{whose(position, seat)} lost Time cards: {known_row(position, position.lost.get(seat, ()))}."
        found = [text(one, x=LEFT, y=line + 17 * at, font_size=SMALL, fill=SOFT) for at, one in enumerate(lines)]
        yield el("g", el("title", plain(label)), *found, data_key=f"lost-{seat}", data_place=f"lost {seat}")


def _zone(position: Position, face: str) -> str:
    card = face_card(position, face)
    return zone_name(card.zone) if card else "unknown"


@lru_cache(maxsize=512)
def _stack(zone: str, count: int, y: float) -> str:
    if not count:
        return _empty(LEFT, y + 2, 58, 44)
    behind = min(count - 1, 4)
    parts = [_back(LEFT + 8 + 3 * at, y + 3 * (behind - at), 50, 41) for at in range(behind, 0, -1)]
    y += 3 * behind
    if zone not in FRAMES:
        return "".join((*parts, _back(LEFT, y, 58, 44)))
    edge = FRAMES[zone]
    box = {"x": LEFT, "y": round(y, 1), "width": 58, "height": 44, "rx": 5}
    style = {"font_size": SMALL, "text_anchor": "middle", "fill": edge.ink}
    return "".join((
        *parts,
        el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2),
        glyphs.glyph("time", LEFT + 22, y + 5, 15, edge.ink),
        text(titled(zone), x=LEFT + 29, y=round(y + 37, 1), **style),
    ))  # fmt: skip


def _back(x: float, y: float, across: float, high: float) -> str:
    box = {"x": round(x, 1), "y": round(y, 1), "width": across, "height": high, "rx": 5}
    return el("rect", **box, fill=BACK, stroke=WHITE, stroke_width=1.2)


def _empty(x: float, y: float, across: float, high: float) -> str:
    box = {"x": x, "y": y, "width": across, "height": high, "rx": 5, "fill": "none"}
    return el("rect", **box, stroke=LINE, stroke_width=1.4, stroke_dasharray="3 4")


def _hand(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    hand = position.hands.get(seat, ())
    known = sum(face != UNKNOWN for face in hand)
    label = f"{whose(position, seat)} hand: {counted(len(hand), 'card')}"
    label += f": {known_row(position, hand)}." if known else "."
    parts = [el("title", plain(label)), _fan(len(hand) - known, known, y)]
    parts.append(_count("Hand", y + 22, len(hand), _before(before, "hands", seat)))
    yield el("g", *parts, data_key=f"hand-{seat}", data_place=f"hand {seat}")


@lru_cache(maxsize=512)
def _fan(hidden: int, known: int, y: float) -> str:
    count = min(FAN, hidden + known)
    if not count:
        return _empty(LEFT + 14, y, 30, 42)
    light = round(count * known / (hidden + known))
    paths: dict[bool, list[str]] = {}
    for at in range(count):
        angle = radians((at - (count - 1) / 2) * min(8.0, 62 / count))
        points = [_turned(x, down, angle, y) for x, down in ((-10, -52), (10, -52), (10, -24), (-10, -24))]
        d = "M" + "L".join(f"{x:.0f} {down:.0f}" for x, down in points) + "z"
        paths.setdefault(at < light, []).append(el("path", d=d))
    groups = []
    for face, found in sorted(paths.items(), reverse=True):
        style = {"fill": LIGHT if face else BACK, "stroke": SOFT if face else WHITE, "stroke_width": 1.2}
        groups.append(el("g", *found, stroke_linejoin="round", data_backs=None if face else hidden, **style))
    return "".join(groups)


def _turned(x: float, down: float, angle: float, y: float) -> tuple[float, float]:
    return (LEFT + 29 + x * cos(angle) - down * sin(angle), y + 54 + x * sin(angle) + down * cos(angle))


def _deck(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    deck = position.decks.get(seat, ())
    title = el("title", f"{plain(whose(position, seat))} draw deck: {counted(len(deck), 'card')}.")
    parts = [title, _backs(len(deck), y)]
    parts.append(_count("Deck", y + 22, len(deck), _before(before, "decks", seat)))
    yield el("g", *parts, data_key=f"deck-{seat}", data_place=f"deck {seat}")


@lru_cache(maxsize=512)
def _backs(count: int, y: float) -> str:
    if not count:
        return _empty(LEFT + 14, y, 32, 40)
    behind = min(3, count // 8)
    parts = [_back(LEFT + 16 + 2.5 * at, y + 2.5 * (behind - at), 32, 40) for at in range(behind, -1, -1)]
    return "".join((*parts, glyphs.glyph("bell", LEFT + 16 + 8, y + 2.5 * behind + 12, 16, WHITE)))


def _discards(position: Position, before: Position | None, seat: str, y: float) -> Iterator[str]:
    pile = position.discards.get(seat, ())
    was = _before(before, "discards", seat)
    label = f"{whose(position, seat)} discard pile: {counted(len(pile), 'card')}"
    top = printed(position, pile[-1]) if pile else None
    label += f", on top {face_name(position, pile[-1])}: {top.words}." if top else "."
    parts = [el("title", plain(label))]
    if top:
        behind = min(2, (len(pile) + 3) // 5)
        parts += [_sheet(LEFT + 14 + 2.5 * at, y + 2 + 2.5 * at) for at in range(-behind, 0)]
        parts.append(faces.mini(top.key, top.emblems[0], LEFT + 14, y + 2, 34, 42))
    else:
        parts.append(_empty(LEFT + 14, y + 2, 34, 42))
    parts.append(text("Discards", x=WORDS, y=y + 9, font_size=17, fill=DARK))
    parts.append(_count("", y + 29, len(pile), was, "discards"))
    if pile:
        lines = wrapped(face_name(position, pile[-1]), SMALL, (RIGHT - LEFT) / faces.PLAIN, 9)
        lines = lines if len(lines) <= 2 else (lines[0], cut(" ".join(lines[1:]), SMALL, RIGHT - LEFT))
        words = [text(one, x=LEFT, y=y + 63 + 17 * at, font_size=SMALL, fill=SOFT) for at, one in enumerate(lines)]
        parts.append(el("g", *words, data_top=pile[-1]))
    yield el("g", *parts, data_key=f"discards-{seat}", data_place=f"discards {seat}")


def _sheet(x: float, y: float) -> str:
    return el("rect", x=round(x, 1), y=round(y, 1), width=34, height=42, rx=5, fill=LIGHT, stroke=SOFT, stroke_width=1)
