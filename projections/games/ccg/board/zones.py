"""The panel of a zone: the cards of both sides, the plate with the zone's name between them, and lines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import CHANGE, DARK, LINE, SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.ccg.board import faces, glyphs, inks, layout, marks
from projections.games.ccg.board.appearance import Shown
from projections.games.ccg.board.layout import EDGE, FULL, PLATE, Side, sides
from projections.games.ccg.board.lines import Tie, arrows, lines
from projections.games.ccg.board.stencils import stencils
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.names import CODES, seat_name, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import joined

NOTES: Final = 178
"""The x position of the notes on a plate. The names of the seats are at its end, in the room `SEATS`."""
SEATS: Final = 136


class Plate(NamedTuple):
    """The words and the look of the plate of a zone.

    `seats` are the upper and the lower seat with the numbers of their cards, `words` the tooltip.
    """

    zone: str
    seats: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]
    words: str
    chosen: bool
    new: bool


def zone_panels(position: Position, found: marks.Changes, seen: Mapping[int, Shown]) -> Iterator[Panel]:
    """Yield the panel of each zone; `seen` is what is visible of each card in play, by number."""
    lying: dict[tuple[str, bool], list[Shown]] = {(zone, above): [] for zone in ZONES for above in (True, False)}
    upper, _ = sides(position)
    for card in position.play:
        lying[card.zone if card.zone in ZONES else ZONES[0], card.side == upper].append(seen[card.n])
    drawn = (*arrows(position),)
    for column, zone in enumerate(ZONES, 1):
        both = (*lying[zone, True],), (*lying[zone, False],)
        here = {card.n for side in both for card in side}
        within = tuple(tie for tie in drawn if {tie.source, tie.target} <= here)
        yield _zone(_plate(position, found, zone), *both, within, column)


@lru_cache(maxsize=1024)
def _zone(
    plate: Plate, upper: tuple[Shown, ...], lower: tuple[Shown, ...], within: tuple[Tie, ...], column: int
) -> Panel:
    plan = layout.plan(_side(upper), _side(lower))
    size = (COLUMN, plan.height)
    box = {"x": 2, "y": 2, "width": COLUMN - 4, "height": plan.height - 4, "rx": 10}
    line = {
        "stroke": inks.FRAMES[plate.zone].fill if plate.chosen else LINE,
        "stroke_width": 4 if plate.chosen else 1.2,
    }
    drawn, labels = lines(within, plan)
    parts = (
        el("rect", **box, fill=inks.ZONE_INKS[plate.zone], **line, data_ground=plate.zone),
        el("g", *(faces.card_face(one, plan.spots[one.n]) for one in (*upper, *lower)), **faces.CARDS),
        *drawn,
        _drawn_plate(plate, plan.plate),
        *labels,
    )
    title = f"The {zone_name(plate.zone)}"
    return Panel(f"zone-{plate.zone}", title, "", size, parts, column=column, defs=stencils("".join(parts)))


def _side(cards: tuple[Shown, ...]) -> Side:
    others = [card for card in cards if card.key != "episode"]
    most = layout.MOST
    return Side(
        [card.n for card in others[:most]],
        [(card.n, faces.chip_width(card)) for card in others[most:]],
        [card.n for card in cards if card.key == "episode"],
    )


def _plate(position: Position, found: marks.Changes, zone: str) -> Plate:
    chosen = zone == position.zone
    was = found.before.zone if found.before else position.zone
    seats = [seat_name(position, seat) for seat in position.seats if position.bonus_zone(seat) == zone]
    bonus = [f"bonus zone of {'both' if len(seats) > 1 else seats[0]}"] if seats else []
    notes = (*["chosen zone"] * chosen, *bonus)
    lying = Counter(card.side for card in position.play if card.zone == zone)
    held = tuple((seat_name(position, seat), lying[seat]) for seat in sides(position) if seat)
    words = [*["the chosen zone"] * chosen, *[f"bonus zone of {joined(seats)}"] * bool(seats)]
    title = f"The {zone_name(zone)}{': ' if words else ''}{', '.join(words)}; cards: "
    title += ", ".join(f"{name}'s side {count}" for name, count in held)
    return Plate(zone, held, notes, f"{title}.", chosen, chosen and zone != was)


def _drawn_plate(plate: Plate, y: float) -> str:
    edge, ink = inks.FRAMES[plate.zone], inks.WHITE if plate.chosen else DARK
    box = {"x": EDGE, "y": y, "width": FULL, "height": PLATE, "rx": 7}
    parts = [el("title", plain(plate.words))]
    if plate.new:
        parts.append(el("rect", **box, fill="none", stroke=inks.WHITE, stroke_width=10))
        parts.append(el("rect", **box, fill="none", stroke=CHANGE, stroke_width=6, data_ring=plate.zone))
    chip = {"x": EDGE + 8, "y": y + 7, "width": 32, "height": PLATE - 14, "rx": 5, "fill": edge.fill}
    parts += [
        el("rect", **box, fill=edge.fill if plate.chosen else inks.PLATE_INKS[plate.zone]),
        el("rect", **chip, stroke=inks.WHITE if plate.chosen else None),
        text(CODES[plate.zone], x=EDGE + 24, y=y + 25, font_size=SMALL, text_anchor="middle", fill=edge.ink),
        text(zone_name(plate.zone), x=EDGE + 50, y=y + 27, font_size=23, font_weight="bold", fill=ink),
    ]
    room = FULL - SEATS - NOTES
    for at, note in enumerate(plate.notes):
        down = y + (25 if len(plate.notes) == 1 else 16 + 17 * at)
        parts.append(text(cut(note, SMALL, room / faces.PLAIN), x=NOTES, y=down, font_size=SMALL, fill=ink))
    for at, ((seat, count), sign) in enumerate(zip(plate.seats, ("up", "down"), strict=False)):
        words = f"{cut(seat, SMALL, SEATS - 18 - wide(f' {count}', SMALL))} {count}"
        down = y + 16 + 17 * at
        parts.append(text(words, x=EDGE + FULL - 8, y=down, font_size=SMALL, text_anchor="end", fill=ink))
        parts.append(glyphs.glyph(sign, EDGE + FULL - 24 - wide(words, SMALL), down - 11, 11, ink))
    return el(
        "g", *parts, data_zone=plate.zone, data_chosen="" if plate.chosen else None, data_place="zone",
        data_arg=plate.zone,
    )  # fmt: skip
