"""The names of the zones between both sides, whose turn it is above, and below it all what waits to be answered."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from projections.drawing.palette import CHANGE, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wrapped
from projections.games.ccg.board.inks import WIDTH, ZONE_INKS
from projections.games.ccg.board.layout import BAND, GAP, GUTTER, SIDE, SLOT, ZONE, Plan, zone_left
from projections.games.ccg.board.marks import Changes
from projections.games.ccg.board.text import turn_state
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.prose.awaiting import pending, turn_words
from projections.games.ccg.state.names import CODES, seat_name, zone_name
from projections.games.ccg.state.position import Position

STEP: Final = 22
LEAST: Final = 3
"""Lines that the panel has room for at least."""
MOST: Final = 12
SIZE: Final = 17
LEGEND: Final = (
    "x/y/z: Energy, Substance, Support", "▲▼ not as printed · ★ Unique", "Tl Timeless · a Sided card lies on its side",
)  # fmt: skip
ASIDE: Final = 860
"""Where the legend begins; what the panel says stands left of it."""


def status(position: Position) -> Iterator[str]:
    """Whose turn it is and what is due."""
    number, due = turn_words(position)
    yield text(number, x=18, y=27, font_size=20, fill=DARK)
    room = WIDTH - 36 - 240
    yield text(cut(due, 25, room), x=258, y=28, font_size=25, font_weight="bold", fill=DARK)


def grounds(position: Position, found: Changes, plan: Plan) -> Iterator[str]:
    """The ground of each zone with places for cards, and its name in the middle."""
    for at, zone in enumerate(ZONES):
        left, chosen = zone_left(at), zone == position.zone
        box = {"x": left, "y": plan.zones, "width": ZONE, "height": plan.floor - plan.zones, "rx": 9}
        line = {"stroke": DARK if chosen else LINE, "stroke_width": 4.5 if chosen else 1.2}
        parts = [el("rect", **box, fill=ZONE_INKS[zone], **line), *_places(plan, at), *_band(position, plan, at)]
        was = found.before.zone if found.before else position.zone
        if chosen and zone != was:
            line = {"fill": "none", "stroke": CHANGE, "stroke_width": 4, "data_ring": zone}
            parts.append(el("rect", x=left + 3, y=plan.band, width=ZONE - 6, height=BAND, **line))
        yield el("g", *parts, data_zone=zone, data_chosen="" if chosen else None)


def _places(plan: Plan, zone: int) -> Iterator[str]:
    """The six places of each side, empty ones seen; and the line between the sides."""
    left = zone_left(zone) + 5
    cards = [spot for spot in plan.spots.values() if spot.zone == zone and not spot.episode]
    taken = {(spot.side, spot.row, spot.column) for spot in cards}
    for side in (0, 1):
        for row in range(plan.rows[side]):
            for column in range(3):
                if row < SIDE and (side, row, column) not in taken:
                    yield _place(left + column * (SLOT + GAP) + 11, plan.tops[side] + row * (SLOT + GUTTER))


@lru_cache(maxsize=512)
def _place(x: float, y: float) -> str:
    return el(
        "rect", x=x, y=y, width=SLOT - 22, height=SLOT, rx=7, fill="none", stroke="#8a97a3", stroke_width=1,
        stroke_dasharray="3 6",
    )  # fmt: skip


def _band(position: Position, plan: Plan, at: int) -> Iterator[str]:
    """The name of a zone, whether it is chosen, and whose bonus zone it is."""
    zone, left, y = ZONES[at], zone_left(at), plan.band
    chosen = zone == position.zone
    ink = "#ffffff" if chosen else DARK
    if chosen:
        yield el("rect", x=left, y=y, width=ZONE, height=BAND, fill=DARK)
    else:
        yield el(
            "path",
            d=f"M{left + 8:g} {y:g}H{left + ZONE - 8:g}M{left + 8:g} {y + BAND:g}H{left + ZONE - 8:g}",
            stroke=LINE,
        )
    seats = [seat_name(position, seat) for seat in position.seats if position.bonus_zone(seat) == zone]
    cells = (
        (f"{CODES[zone]} {zone_name(zone)}", 22, "bold"),
        ("chosen zone" if chosen else "", SIZE, "bold"),
        (f"bonus: {seats[0] if len(seats) == 1 else 'both'}" if seats else "", SMALL, None),
    )
    for column, (words, size, weight) in enumerate(cells):
        x = left + 9 + column * (SLOT + GAP + 1)
        yield text(cut(words, size, SLOT), x=x, y=y + 24, font_size=size, font_weight=weight, fill=ink)


def lines(position: Position, found: Changes) -> list[tuple[str, str]]:
    """What the panel says, line by line, each with its ink."""
    due = f"{turn_words(position)[1]}."
    said = [(DARK, sentence) for sentence in pending(position) if sentence != due]
    said += [(SOFT, sentence) for sentence in turn_state(position) if not sentence.startswith("Chosen zone")]
    said += [(CHANGE, found.words(position).strip())] * bool(found.words(position))
    folded = [(ink, line) for ink, sentence in said for line in wrapped(sentence, SIZE, ASIDE - 40, 5)]
    if len(folded) > MOST:
        folded = [*folded[: MOST - 1], (SOFT, f"and {len(folded) - MOST + 1} lines more, told in words")]
    return folded or [(SOFT, "Nothing waits to be answered.")]


def panel_height(position: Position, found: Changes) -> int:
    """How high the panel is."""
    return 20 + STEP * max(LEAST, len(lines(position, found)))


def panel(position: Position, found: Changes, plan: Plan) -> Iterator[str]:
    """What was begun and is not finished, the last begun first; then what the signs mean."""
    y = plan.panel + 6
    shown = lines(position, found)
    high = 8 + STEP * max(LEAST, len(shown))
    yield el("rect", x=6, y=y, width=WIDTH - 12, height=high, rx=8, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    for at, (ink, line) in enumerate(shown):
        yield text(line, x=18, y=y + 21 + STEP * at, font_size=SIZE, fill=ink, data_line=at)
    yield el("path", d=f"M{ASIDE - 14} {y + 8:g}v{high - 16}", stroke=LINE)
    for at, line in enumerate(LEGEND):
        yield text(line, x=ASIDE, y=y + 21 + STEP * at, font_size=SMALL, fill=SOFT)
