"""The continents on the map: their names, their bonuses and their holders."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from projections.drawing.palette import DARK
from projections.drawing.svg import el, plain, text
from projections.games.risk.board.armies import chip, paint
from projections.games.risk.board.map import CONTINENT_INKS
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.state.names import army_name, letters
from projections.games.risk.state.position import World
from projections.wording import counted

PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "north-america": (74, 236), "south-america": (462, 520), "europe": (436, 212), "africa": (512, 424),
    "asia": (800, 372), "australia": (888, 520),
}  # fmt: skip
"""The middle of each continent's label."""


def holder(world: World, continent: str) -> str:
    """Return the army that holds a whole continent, "" if none does."""
    lands = world.lands
    armies = {lands[name].army if name in lands else "" for name in CONTINENTS[continent].territories}
    return armies.pop() if len(armies) == 1 else ""


def continents(world: World) -> Iterator[str]:
    """Yield the SVG of each continent's name, bonus and holder."""
    marks = letters(world.seats)
    for name in CONTINENTS:
        army = holder(world, name)
        yield _continent(name, army, marks.get(army, "?"), paint(world, army))


@lru_cache(maxsize=256)
def _continent(name: str, army: str, letter: str, colour: str) -> str:
    (x, y), land = PLACES[name], CONTINENTS[name]
    held = f"held by {army_name(army)}" if army else "not held by one army"
    words = {"x": x, "font_weight": "bold", "text_anchor": "middle", "fill": CONTINENT_INKS[name]}
    parts = [el("title", plain(f"{land.name}: {counted(land.bonus, 'new Dalek')} each turn, {held}"))]
    parts.append(text(land.name, y=y, font_size=19, **words))
    if army:
        parts.append(chip(letter, colour, x - 34, y + 9))
    bonus = {**words, "x": x + 17, "fill": DARK} if army else words
    parts.append(text(f"+{land.bonus}", y=y + (34 if army else 27), font_size=24, **bonus))
    return el("g", *parts, data_bonus=name, data_held=army or None)
