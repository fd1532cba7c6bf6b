"""The panels of the turn: whose turn it is with the expected action, and the pending actions with the turn's state."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, LIGHT, LINE, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wrapped
from projections.games.ccg.board import appearance, faces, glyphs, inks, marks
from projections.games.ccg.board.stencils import stencils
from projections.games.ccg.board.text import described, placed_state
from projections.games.ccg.prose.awaiting import pending, turn_words
from projections.games.ccg.state.names import face_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.window import StackItem

LEFT: Final = 12
SIZE: Final = 18
STEP: Final = 22
DUE: Final = 23
"""Size of the letters of the expected action."""
MOST: Final = 12
"""Maximum number of pending actions and states that are drawn."""
INDENT: Final = 36
"""Room for a card or a sign before a pending action."""
APART: Final = 6


def status(position: Position, found: marks.Changes) -> Panel:
    """Return the panel with the turn's number and the expected action. Its description has the changes too."""
    number, due = turn_words(position)
    title = f"Doctor Who: The Collectible Card Game. {number}: {due}"
    parts, height = _status(number, due)
    return Panel("status", title, described(position) + found.words(position), (COLUMN, height), parts)


@lru_cache(maxsize=512)
def _status(number: str, due: str) -> tuple[tuple[str, ...], int]:
    lines = wrapped(due, DUE, COLUMN - 2 * LEFT, 3)
    turn = text(number, x=LEFT, y=25, font_size=SIZE, fill=SOFT)
    parts = [el("g", el("title", plain(number)), turn, data_place="turn")]
    step = [el("title", plain(due))]
    step += [text(line, x=LEFT, y=54 + 28 * at) for at, line in enumerate(lines)]
    parts.append(el("g", *step, font_size=DUE, font_weight="bold", fill=DARK, data_place="step"))
    return tuple(parts), 42 + 28 * len(lines)


class Said(NamedTuple):
    """A pending action or a state of the turn.

    `face` or `sign` is drawn before the words, `title` is their tooltip, and `place` is the field of the position.
    """

    words: str
    face: str = ""
    sign: str = ""
    title: str = ""
    place: str = "begun"


def said(position: Position) -> list[Said]:
    """Return the pending actions, the latest first, and the state of the turn, without the expected action."""
    due = f"{turn_words(position)[1]}."
    begun = zip(reversed(position.stack), pending(position), strict=True)
    found = [_waiting(position, thing, sentence) for thing, sentence in begun if sentence != due]
    return [*found, *(Said(words, place=place) for place, words in placed_state(position) if place != "zone")]


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


def pending_panels(position: Position) -> Iterator[Panel]:
    """Yield the panel with the pending actions and the state of the turn, or nothing if there are none."""
    found = said(position)
    if len(found) > MOST:
        more = Said(f"and {len(found) - MOST + 1} more in the text version", place="")
        found = [*found[: MOST - 1], more]
    if not found:
        return
    y, parts = 0, []
    for at, one in enumerate(found):
        card = appearance.printed(position, one.face) if one.face else None
        part, high = _tile(one, (card.key, card.emblems[0]) if card else None, at, y)
        parts.append(part)
        y += high + APART
    size = (COLUMN, y - APART)
    yield Panel("pending", "Pending actions", "", size, parts, defs=stencils("".join(parts)))


@lru_cache(maxsize=1024)
def _tile(one: Said, card: tuple[str, str] | None, at: int, y: int) -> tuple[str, int]:
    """Return the SVG of a pending action in a box, and the height of the box."""
    signed = bool(card or one.sign)
    left = LEFT + INDENT if signed else LEFT
    weight, ink = ("bold", DARK) if signed and not at else (None, DARK if signed else SOFT)
    lines = wrapped(one.words, SIZE, (COLUMN - LEFT - left) / (1 if weight else faces.PLAIN), 5)
    high = STEP * len(lines) + 14
    box = {"x": 1, "y": y + 1, "width": COLUMN - 2, "height": high - 2, "rx": 8}
    parts = [
        el("title", plain(one.title or one.words)),
        el("rect", **box, fill=inks.ASKED if signed else LIGHT, stroke=LINE, stroke_width=1.2),
    ]
    if card:
        parts.append(faces.small(card[0], card[1:], LEFT, y + high / 2 - 15, 30))
    elif one.sign:
        parts.append(glyphs.glyph(one.sign, LEFT + 2, y + high / 2 - 9, 18, inks.NEW))
    style = {"font_size": SIZE, "font_weight": weight, "fill": ink}
    parts += [text(line, x=left, y=y + 24 + STEP * row, **style) for row, line in enumerate(lines)]
    return el("g", *parts, data_line=at, data_place=one.place or None), high
