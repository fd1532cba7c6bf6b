"""The head of the picture, the grounds and names of the zones, and the panel with pending actions below."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.palette import CHANGE, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.ccg.board import appearance, faces, glyphs, inks, marks
from projections.games.ccg.board.layout import BAND, MARGIN, WIDTH, Plan, sides
from projections.games.ccg.board.text import placed_state
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.prose.awaiting import pending, turn_words
from projections.games.ccg.state.names import CODES, face_name, seat_name, whose, zone_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.window import StackItem
from projections.wording import joined

STEP: Final = 21
LEAST: Final = 4
"""Minimum number of lines of the panel."""
MOST: Final = 14
SIZE: Final = 17
INDENT: Final = 24
"""Room for a card or a sign before a pending action."""
ASIDE: Final = 560
"""The x position of the legend. The panel's own lines are left of it."""


def status(position: Position) -> Iterator[str]:
    """Yield the SVG of the turn's number and of the expected action."""
    number, due = turn_words(position)
    yield text(number, x=15, y=28, font_size=17, fill=DARK, data_place="turn")
    room = WIDTH - 200 - 14
    size = next((size for size in (25, 22, 20, 18) if wide(due, size) <= room), SMALL)
    yield text(cut(due, size, room), x=200, y=29, font_size=size, font_weight="bold", fill=DARK, data_place="step")


def grounds(position: Position, plan: Plan) -> Iterator[str]:
    """Yield the SVG of each zone's ground, with the zone's sign on both sides."""
    for at, zone in enumerate(ZONES):
        left, across, chosen = plan.lefts[at], plan.wides[at], zone == position.zone
        high = plan.floor - plan.zones
        box = {"x": round(left, 1), "y": plan.zones, "width": round(across, 1), "height": high, "rx": 10}
        line = {"stroke": inks.FRAMES[zone].fill if chosen else LINE, "stroke_width": 4 if chosen else 1.2}
        parts = [el("rect", **box, fill=inks.ZONE_INKS[zone], **line)]
        for top, floor in ((plan.zones, plan.band), (plan.band + BAND, plan.floor)):
            parts.append(glyphs.glyph(zone, left + across / 2 - 70, (top + floor) / 2 - 70, 140, inks.SIGN_INKS[zone]))
        yield el("g", *parts, data_ground=zone)


def plates(position: Position, found: marks.Changes, plan: Plan) -> Iterator[str]:
    """Yield the SVG of each zone's plate between both sides: name, whether it is chosen, and whose bonus zone it is."""
    was = found.before.zone if found.before else position.zone
    for at, zone in enumerate(ZONES):
        across, chosen = plan.wides[at] - 10, zone == position.zone
        room = across - 57 - wide(zone_name(zone), 22) - 28
        notes = (*["chosen zone"] * chosen, *_bonus(position, zone, room))
        place = (round(plan.lefts[at] + 5, 1), plan.band, round(across, 1))
        yield _plate(zone, notes, _zone_words(position, zone), place, chosen=chosen, new=chosen and zone != was)


@lru_cache(maxsize=512)
def _plate(
    zone: str, notes: tuple[str, ...], words: str, place: tuple[float, float, float], *, chosen: bool, new: bool
) -> str:
    """Return the SVG of a zone's plate; `place` is left, top and width, and the notes are at the plate's end."""
    left, y, across = place
    edge, ink = inks.FRAMES[zone], inks.WHITE if chosen else DARK
    d = f"M{left:g} {y:g}h{across - 12:g}l12 {BAND / 2:g}l-12 {BAND / 2:g}h{12 - across:g}l12 {-BAND / 2:g}z"
    parts = [el("title", words)]
    if new:
        parts.append(el("path", d=d, fill="none", stroke=inks.WHITE, stroke_width=10, stroke_linejoin="round"))
        parts.append(el("path", d=d, fill="none", stroke=CHANGE, stroke_width=6, data_ring=zone))
    chip = {"x": round(left + 20, 1), "y": y + 8, "width": 30, "height": BAND - 16, "rx": 5, "fill": edge.fill}
    parts += [
        el("path", d=d, fill=edge.fill if chosen else inks.SIGN_INKS[zone]),
        el("rect", **chip, stroke=inks.WHITE if chosen else None),
        text(CODES[zone], x=round(left + 35, 1), y=y + 26, font_size=SMALL, text_anchor="middle", fill=edge.ink),
        text(zone_name(zone), x=round(left + 57, 1), y=y + 27, font_size=22, font_weight="bold", fill=ink),
    ]
    for line, note in enumerate(notes):
        down = y + (26 if len(notes) == 1 else 17 + 17 * line)
        parts.append(text(note, x=round(left + across - 18, 1), y=down, font_size=SMALL, text_anchor="end", fill=ink))
    return el("g", *parts, data_zone=zone, data_chosen="" if chosen else None, data_place="zone")


def _bonus(position: Position, zone: str, room: float) -> Iterator[str]:
    seats = [seat_name(position, seat) for seat in position.seats if position.bonus_zone(seat) == zone]
    if seats:
        name = "both" if len(seats) > 1 else seats[0]
        ways = (f"bonus zone of {name}", f"bonus: {name}")
        yield next((words for words in ways if faces.PLAIN * wide(words, SMALL) <= room), cut(ways[-1], SMALL, room))


def _zone_words(position: Position, zone: str) -> str:
    notes = [*["the chosen zone"] * (zone == position.zone)]
    seats = [seat_name(position, seat) for seat in position.seats if position.bonus_zone(seat) == zone]
    notes += [f"bonus zone of {joined(seats)}"] * bool(seats)
    lying = Counter(card.side for card in position.play if card.zone == zone)
    held = [f"{whose(position, seat)} side {lying[seat]}" for seat in sides(position) if seat]
    return plain(f"The {zone_name(zone)}{': ' if notes else ''}{', '.join(notes)}; cards: {', '.join(held)}.")


class Said(NamedTuple):
    """A line of text in the panel of unfinished actions.

    `face` or `sign` is drawn before the words, `title` is their tooltip, and `place` is the field of the position.
    """

    words: str
    ink: str = DARK
    face: str = ""
    sign: str = ""
    title: str = ""
    place: str = "begun"
    first: bool = True


def lines(position: Position, found: marks.Changes) -> list[Said]:
    """Return the lines of the panel. The expected action (see the head) is repeated if nothing else is pending."""
    due = f"{turn_words(position)[1]}."
    begun = [*zip(reversed(position.stack), pending(position), strict=True)]
    beside = [(thing, sentence) for thing, sentence in begun if sentence != due]
    statements = [_waiting(position, thing, sentence) for thing, sentence in beside or begun]
    statements += [Said(sentence, SOFT, place=place) for place, sentence in placed_state(position) if place != "zone"]
    statements += [Said(found.words(position).strip(), inks.NEW, place="")] * bool(found.words(position))
    folded = [
        one._replace(words=line, first=not at)
        for one in statements
        for at, line in enumerate(wrapped(one.words, SIZE, ASIDE - 36 - INDENT, 5))
    ]
    if len(folded) > MOST:
        more = Said(f"and {len(folded) - MOST + 1} more lines in the text version", SOFT, place="")
        folded = [*folded[: MOST - 1], more]
    return folded or [Said("No action is pending.", SOFT, place="")]


def _waiting(position: Position, thing: StackItem, sentence: str) -> Said:
    match thing:
        case Announcement(face=face):
            title = f"{face_name(position, face)}: {appearance.printed(position, face).words}."
            return Said(sentence, face=face or UNKNOWN, title=title)
        case Doom():
            return Said(sentence, sign="doomed")
        case Hit():
            return Said(sentence, sign="harm")
        case Fight():
            return Said(sentence, sign="attacks")
    return Said(sentence, sign="turn")


def panel_height(position: Position, found: marks.Changes, legend: int) -> int:
    """Return the height of the panel; `legend` is the number of lines of the legend."""
    return 18 + STEP * max(LEAST, legend, len(lines(position, found)))


def panel(position: Position, found: marks.Changes, plan: Plan) -> Iterator[str]:
    """Yield the SVG of the panel with unfinished actions, the latest first."""
    y = plan.panel + 3
    high = plan.height - y - 5
    waits = bool(position.stack)
    box = {"x": MARGIN, "y": y, "width": WIDTH - 2 * MARGIN, "height": high, "rx": 9}
    yield el("rect", **box, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    if waits:
        d = f"M{ASIDE - 12} {y}H{MARGIN + 9}a9 9 0 0 0-9 9v{high - 18}a9 9 0 0 0 9 9H{ASIDE - 12}z"
        yield el("path", d=d, fill=inks.ASKED)
    for at, one in enumerate(lines(position, found)):
        base = y + 20 + STEP * at
        parts = [el("title", plain(one.title))] * bool(one.title)
        if one.first and one.face:
            card = appearance.printed(position, one.face)
            parts.append(faces.mini(card.key, card.emblems[0], 15, base - 16, 17, 21))
        elif one.first and one.sign:
            parts.append(glyphs.glyph(one.sign, 16, base - 13, 15, inks.NEW))
        indent = INDENT if waits else 0
        weight = "bold" if waits and not at else None
        parts.append(text(one.words, x=16 + indent, y=base, font_size=SIZE, font_weight=weight, fill=one.ink))
        yield el("g", *parts, data_line=at, data_place=one.place or None)
    yield el("path", d=f"M{ASIDE - 12} {y + 8:g}v{high - 16}", stroke=LINE)
