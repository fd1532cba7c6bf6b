"""The rows below the map: each army's territories, Daleks and cards, as the viewer knows them."""

from collections.abc import Iterator, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import DARK, LIGHT, LINE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.risk.board.armies import chip, paint
from projections.games.risk.board.map import WIDTH
from projections.games.risk.state.names import army_name, card_name, code, letters
from projections.games.risk.state.position import NEUTRALS, World
from projections.wording import counted

TABLE: Final = 662
"""The y position of the top of the table of armies; each of its rows is `ROW` high."""
ROW: Final = 44
HEADS: Final = ("Territories", "Daleks", "Cards", "Missions", "Power")
NAME: Final = 238
"""Maximum width of an army's name."""
FACES: Final = 776
"""Left edge of the known cards; `FIT` is the room from there."""
FIT: Final = WIDTH - 18 - FACES


def height(world: World) -> int:
    """Return the height of the whole drawing, which ends with a table row for each army."""
    return TABLE + 32 + ROW * len(world.army_order)


def hands(world: World) -> Iterator[str]:
    """Yield the SVG of the table of armies: its head, and a row for each army.

    If no card is known, the columns take the whole width. The letter of each army is repeated in the middle of its row,
    for windows that show only a part of the row.
    """
    kinds = (world.hands, world.missions, world.powers)
    known = any(card != UNKNOWN for kind in kinds for row in kind.values() for card in row)
    step = 94 if known else 168
    for at, head in enumerate(HEADS):
        yield text(head, x=340 + step * at, y=TABLE + 18, font_size=18, text_anchor="end", fill=DARK)
    for at, army in enumerate(world.army_order):
        y = TABLE + 26 + ROW * at
        again = chip(letters(world.seats).get(army, "?"), paint(world, army), 742 if known else 580, y + 4)
        counts = _counts(world, army, y, step)
        title = el("title", plain(f"{army_name(army)}: {_held(world, army)}"))
        row = (*_row(world, army, y), *counts, again, *_faces(world, army, y))
        yield el("g", title, *row, data_hand=army, data_place=f"hand {army}", data_key=f"army-{army}")


def _held(world: World, army: str) -> str:
    lands, cards = len(world.lands_of(army)), len(world.hands.get(army, ()))
    daleks = counted(world.daleks_of(army), "Dalek")
    return f"{counted(lands, 'territory', 'territories')}, {daleks}, {counted(cards, 'card')}"


def _row(world: World, army: str, y: int) -> Iterator[str]:
    turn = army in (world.winners or (world.player,))
    yield el(
        "rect", x=10, y=y, width=WIDTH - 20, height=ROW - 4, rx=6, fill=LIGHT if turn else "none",
        stroke=DARK if turn else LINE, stroke_width=2.4 if turn else 1,
    )  # fmt: skip
    yield chip(letters(world.seats).get(army, "?"), paint(world, army), 20, y + 4)
    words = "has won" if army in world.winners else "defeated" if army in world.defeated else ""
    name = cut(army_name(army), 23, NAME - wide(f" {words}", 23) * bool(words))
    yield text(f"{name} {words}".strip(), x=56, y=y + 28, font_size=23, font_weight="bold", fill=DARK)


def _counts(world: World, army: str, y: int, step: int) -> Iterator[str]:
    kinds = (world.hands,) if army in NEUTRALS else (world.hands, world.missions, world.powers)
    counts = (len(world.lands_of(army)), world.daleks_of(army), *(len(kind.get(army, ())) for kind in kinds))
    for at, count in enumerate(counts):
        yield text(str(count), x=340 + step * at, y=y + 29, font_size=25, font_weight="bold", text_anchor="end",
                   fill=DARK, data_count=HEADS[at].lower())  # fmt: skip


def _faces(world: World, army: str, y: int) -> Iterator[str]:
    first = [_star(world, card) for card in world.hands.get(army, ()) if card != UNKNOWN]
    rest = [card for kind in (world.missions, world.powers) for card in kind.get(army, ()) if card != UNKNOWN]
    lines = [cards for cards in (first, [_face(world, card) for card in rest]) if cards]
    for at, cards in enumerate(lines):
        line = y + (26 if len(lines) == 1 else 17 + 18 * at)
        yield text(_fitted(cards), x=FACES, y=line, font_size=17, fill=DARK, data_known=army)


def _fitted(cards: Sequence[str]) -> str:
    """Return the names of cards as one line of text. The longest names are cut off first."""
    lines = (" · ".join(cut(card, 17, most) for card in cards) for most in range(FIT, 60, -8))
    return next((line for line in lines if wide(line, 17) <= FIT), cut(" · ".join(cards), 17, FIT))


def _star(world: World, card: str) -> str:
    face = world.cards.territory.get(card)
    return code(card) + ("★" * face.stars if face else "")


def _face(world: World, card: str) -> str:
    mission = world.cards.mission.get(card)
    if mission:
        return f"{code(mission.territory)} +{mission.daleks}"
    return card_name(world, card).removeprefix("The ")
