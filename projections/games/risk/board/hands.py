"""The table of armies, and the cards of each army as the viewer knows them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.risk.board.armies import CELL, army_fill, chip, paint
from projections.games.risk.board.continents import holder
from projections.games.risk.board.map import BOX
from projections.games.risk.board.panels import EDGE
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.prose.card_text import card_words
from projections.games.risk.state.names import army_name, card_name, code, continent_name, letters, territory_name
from projections.games.risk.state.position import NEUTRALS, World
from projections.wording import capitalised, counted, joined

ROW: Final = 37
"""The height of a row in the table of armies, with the space below it."""
HEAD: Final = 25
NAME: Final = 74
"""The left edge of the names."""


class Column(NamedTuple):
    """A column of the table: its heading, its right edge, its field before the army's id, and what it counts."""

    head: str
    right: int
    field: str
    noun: str
    nouns: str


COLUMNS: Final = (
    Column("Territories", 201, "", "territory", "territories"), Column("Daleks", 264, "daleks ", "Dalek", "Daleks"),
    Column("Bonus", 320, "", "", ""), Column("Cards", 375, "hand ", "Territory Card", "Territory Cards"),
    Column("Missions", 454, "missions ", "Mission Card", "Mission Cards"),
    Column("Power", 510, "powers ", "Power Card", "Power Cards"),
)  # fmt: skip


def armies(world: World) -> Panel:
    """Return the table of armies, with a row for each army."""
    parts = [
        text(column.head, x=column.right, y=18, font_size=SMALL, text_anchor="end", fill=DARK) for column in COLUMNS
    ]
    marks, held = letters(world.seats), {name: holder(world, name) for name in CONTINENTS}
    for at, army in enumerate(world.army_order):
        own = tuple(name for name, one in held.items() if army and one == army)
        kinds = (world.hands, world.missions, world.powers)
        cards = [len(kind.get(army, ())) for kind in (kinds[:1] if army in NEUTRALS else kinds)]
        counts = (len(world.lands_of(army)), world.daleks_of(army), *cards)
        parts.append(
            _row(army, marks.get(army, "?"), paint(world, army), HEAD + ROW * at, _state(world, army), own, counts)
        )
    return Panel("armies", "Armies", "", (COLUMN, HEAD + ROW * len(world.army_order) + 2), parts)


TURN: Final = "has the turn"


def _state(world: World, army: str) -> str:
    """Return what is special about an army: it has won, is defeated, or has the turn."""
    if army in world.winners:
        return "has won"
    return "defeated" if army in world.defeated else TURN if army == world.player and not world.winners else ""


@lru_cache(maxsize=4096)
def _row(
    army: str, letter: str, colour: str, y: int, state: str, own: tuple[str, ...], counts: tuple[int, ...]
) -> str:  # fmt: skip
    active = state not in {"", "defeated"}
    lands, daleks, *cards = counts
    bonus = sum(CONTINENTS[name].bonus for name in own)
    cells = (str(lands), str(daleks), f"+{bonus}" if bonus else "–", *map(str, cards))
    says = f"{army_name(army)}: {counted(lands, 'territory', 'territories')}, {counted(daleks, 'Dalek')}"
    if own:
        says += f", holds {joined([continent_name(name) for name in own])} (+{bonus})"
    says += f", {state}" * bool(state)
    swatch = {"x": 14 + CELL, "y": y + 1.5, "width": 22, "height": BOX}
    parts = [
        el("title", plain(says)),
        el("rect", x=3, y=y, width=COLUMN - 6, height=ROW - 2, rx=6, fill=LIGHT if active else "none",
           stroke=DARK if active else LINE, stroke_width=2.4 if active else 1),
        el("rect", **swatch, rx=5, fill=army_fill(colour), stroke=DARK, stroke_width=2),
        chip(letter, colour, 18, y + 1.5),
    ]  # fmt: skip
    parts += _name(army, y, state)
    parts += (
        _cell(army, column, cell, y + 25, DARK if lands else SOFT) for column, cell in zip(COLUMNS, cells, strict=False)
    )
    return el("g", *parts, data_hand=army, data_place=f"hand {army}", data_key=f"army-{army}", data_arg=army)


def _name(army: str, y: int, state: str) -> Iterator[str]:
    name = {"x": NAME, "font_weight": "bold", "fill": DARK}
    most = COLUMNS[0].right - 32 - NAME
    if state == TURN:
        yield el("path", d=f"M7 {y + 9.5}l8 8l-8 8z", fill=DARK)
    if state not in {"", TURN}:
        yield text(cut(army_name(army), 17, most), y=y + 16, font_size=17, **name)
        yield text(state, x=NAME, y=y + 31, font_size=SMALL, fill=DARK)
    else:
        yield text(cut(army_name(army), 20, most), y=y + 25, font_size=20, **name)


def _cell(army: str, column: Column, cell: str, y: int, ink: str) -> str:
    number = text(cell, x=column.right - 6, y=y, font_size=22, font_weight="bold", text_anchor="end", fill=ink)
    if not column.noun:
        return number
    says = f"{army_name(army)}: {counted(int(cell), column.noun, column.nouns)}"
    return el(
        "g", el("title", plain(says)), number, data_place=f"{column.field}{army}", data_count=column.head.lower(),
    )  # fmt: skip


MANY: Final = 2
"""If more armies than this have known cards, the cards have a column of their own."""
TILE: Final = 28
LINE_HIGH: Final = TILE + 4
LEFT: Final = 44
"""The left edge of the cards; they have the room from there to the edge of the panel."""
ROOM: Final = COLUMN - EDGE - LEFT
GAP: Final = 5
PADDING: Final = 14
LEAST: Final = 90
"""The width to which long names are cut, at most."""
LETTERS: Final = 17
LINES: Final = {1: 4, 2: 2}
"""The maximum number of lines of an army's cards, by the number of armies with known cards; otherwise 1."""


class Tile(NamedTuple):
    """A card, or several cards (without `card`): its words in the longest form first, and its tooltip."""

    forms: tuple[str, ...]
    says: str
    key: str = ""
    card: str = ""

    def words(self, form: int) -> str:
        """Return the words in a form, or in the shortest one."""
        return self.forms[min(form, len(self.forms) - 1)]


def cards(world: World) -> Panel | None:
    """Return the known cards of each army, None if no card is known."""
    rows = {army: tiles for army in world.army_order if (tiles := tuple(_tiles(world, army)))}
    if not rows:
        return None
    parts, top, marks = list[str](), 6, letters(world.seats)
    for army, tiles in rows.items():
        lines = _lines(tiles, LINES.get(len(rows), 1))
        parts.append(_hand(army, marks.get(army, "?"), paint(world, army), top, lines))
        top += LINE_HIGH * len(lines) + 4
    column = 3 if len(rows) > MANY else 2
    return Panel("cards", "Known cards", "", (COLUMN, top), parts, column=column)


def _tiles(world: World, army: str) -> Iterator[Tile]:
    """Yield the cards of an army: Territory Cards, missions, Power Cards. Yield nothing if all of them are unknown."""
    kinds = ((world.hands, "territory"), (world.missions, "mission"), (world.powers, "power"))
    hands = [(kind.get(army, ()), name) for kind, name in kinds]
    if all(card == UNKNOWN for hand, _ in hands for card in hand):
        return
    for hand, kind in hands:
        for card in hand:
            if card != UNKNOWN:
                says = f"{card_name(world, card)}: {card_words(world, card)}".removesuffix(": ")
                yield Tile(_forms(world, card, kind), capitalised(says), f"{kind}-{card}", card)
        if hidden := sum(card == UNKNOWN for card in hand):
            yield Tile((f"{hidden} unknown",), counted(hidden, f"unknown {kind.title()} Card"))


def _forms(world: World, card: str, kind: str) -> tuple[str, ...]:
    name, short = card_name(world, card), code(card)
    if kind == "territory":
        face = world.cards.territory.get(card)
        return (f"{name} {'★' * face.stars}", f"{short} {'★' * face.stars}") if face else (name, short)
    mission = world.cards.mission.get(card)
    if mission:
        pays = f"+{mission.daleks}"
        return (f"Mission: {territory_name(mission.territory)} {pays}", f"{code(mission.territory)} {pays}")
    return (name.removeprefix("The "),)


Line = Sequence[tuple[Tile, str, float]]
"""The tiles of a line, each with its words as they fit and with its width."""


@lru_cache(maxsize=1024)
def _lines(tiles: tuple[Tile, ...], most: int) -> Sequence[Line]:
    """Return cards in at most `most` lines.

    If there is not enough room, names become codes and long names are cut. Then the last cards become a number.
    """
    ways = ((0, ROOM), *((1, width) for width in range(int(ROOM), LEAST, -20)))
    wholes = (_flowed(tiles, form, width) for form, width in ways)
    folded = (_flowed((*tiles[:left], _rest(tiles[left:])), 1, LEAST) for left in range(len(tiles) - 1, -1, -1))
    return next(found for found in (*wholes, *folded) if len(found) <= most)


def _rest(tiles: Sequence[Tile]) -> Tile:
    """Return a tile for the number of cards that do not fit."""
    return Tile((f"+{len(tiles)}",), "; ".join(tile.says for tile in tiles))


def _flowed(tiles: Sequence[Tile], form: int, most: float) -> list[Line]:
    """Return tiles in lines. The tiles of a line share the room that is left."""
    found, right = list[list[tuple[Tile, str, float]]](), ROOM + 1.0
    for tile in tiles:
        words = cut(tile.words(form), LETTERS, most - PADDING)
        width = wide(words, LETTERS) + PADDING
        if right + width > ROOM:
            found.append([])
            right = 0
        found[-1].append((tile, words, width))
        right += width + GAP
    return [_filled(line) for line in found]


def _filled(line: Line) -> Line:
    more = (ROOM + GAP - sum(width + GAP for _, _, width in line)) / len(line)
    return [(tile, words, width + more) for tile, words, width in line]


def _hand(army: str, letter: str, colour: str, top: float, lines: Sequence[Line]) -> str:
    parts = [chip(letter, colour, 10, top - 2)]
    for at, line in enumerate(lines):
        x = float(LEFT)
        for tile, words, width in line:
            parts.append(_tile(tile, words, x, top + LINE_HIGH * at, width))
            x += width + GAP
    return el("g", *parts, data_known=army)


@lru_cache(maxsize=4096)
def _tile(tile: Tile, words: str, x: float, y: float, width: float) -> str:
    return el(
        "g", el("title", plain(tile.says)),
        el("rect", x=x, y=y, width=width, height=TILE, rx=5, fill=LIGHT if tile.card else "none", stroke=LINE),
        text(words, x=x + width / 2, y=y + 20, font_size=LETTERS, text_anchor="middle", fill=DARK),
        data_key=tile.key or None, data_arg=tile.card or None,
    )  # fmt: skip
