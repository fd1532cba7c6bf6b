"""The information on the sea: turn, dice, deck, Clara's track, continent bonuses and their holders."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from projections.drawing.palette import BLACK, DARK, LIGHT, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wrapped
from projections.games.risk.board.armies import chip, paint
from projections.games.risk.board.map import CONTINENT_INKS, TARDIS_BLUE
from projections.games.risk.board.marks import Changes
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.names import DOCTORS, code, doctor_name, letters
from projections.games.risk.state.position import World
from projections.wording import clean, counted

PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "north-america": (74, 236), "south-america": (462, 520), "europe": (436, 212), "africa": (512, 424),
    "asia": (800, 372), "australia": (888, 520),
}  # fmt: skip
"""The middle of each continent's label."""
BOX_FOOT: Final = 648
"""Lower edge of the status box."""


def holder(world: World, continent: str) -> str:
    """Return the army that holds a whole continent, "" if none does."""
    armies = {world.lands[name].army if name in world.lands else "" for name in CONTINENTS[continent].territories}
    return armies.pop() if len(armies) == 1 else ""


def continents(world: World) -> Iterator[str]:
    """Yield the SVG of each continent's name, bonus and holder."""
    marks = letters(world.seats)
    for name, land in CONTINENTS.items():
        x, y = PLACES[name]
        army = holder(world, name)
        words = {"x": x, "font_weight": "bold", "text_anchor": "middle", "fill": CONTINENT_INKS[name]}
        parts = [text(land.name, y=y, font_size=19, **words)]
        if army:
            parts.append(chip(marks.get(army, "?"), paint(world, army), x - 34, y + 9))
        bonus = {**words, "x": x + 17, "fill": DARK} if army else words
        parts.append(text(f"+{land.bonus}", y=y + (34 if army else 27), font_size=24, **bonus))
        yield el("g", *parts, data_bonus=name, data_held=army or None)


def status(world: World, found: Changes) -> Iterator[str]:
    """Yield the SVG of a box with the turn, the next action, the last dice and the deck. Its height depends on them."""
    number, due = turn_words(world)
    lines, how = wrapped(clean(due), 24, 204, 4), clean(world.how)
    if battle := world.battle:
        how = f"{code(battle.source)} on {code(battle.target)} with {battle.group or battle.daleks}"
    dice = 46 if found.attack or found.defence else 0
    high = 74 + 27 * len(lines) + (30 if how else 0) + dice
    top = BOX_FOOT - high
    yield el("rect", x=10, y=top, width=228, height=high, rx=8, fill=LIGHT, stroke=DARK, stroke_width=2)
    label = text(number, x=24, y=top + 29, font_size=20, fill=DARK)
    yield el("g", el("title", plain(number)), label, data_place="turn")
    words = [
        text(line, x=24, y=top + 58 + 27 * at, font_size=24, font_weight="bold", fill=DARK)
        for at, line in enumerate(lines)
    ]
    yield el("g", el("title", plain(clean(due))), *words, data_place="step")
    y = top + 59 + 27 * len(lines)
    if how:
        yield text(cut(how, 20, 206), x=24, y=y, font_size=20, fill=DARK)
        y += 30
    yield from _dice(found, y - 18)
    for name, pile, x, anchor in (("Deck", world.deck, 24, None), ("Discards", world.discards, 224, "end")):
        title = el("title", f"{name}: {counted(len(pile), 'card')}")
        count = text(f"{name} {len(pile)}", x=x, y=BOX_FOOT - 14, font_size=20, text_anchor=anchor, fill=DARK)
        yield el("g", title, count, data_place=name.lower(), data_key=f"pile-{name.lower()}")


def _dice(found: Changes, y: int) -> Iterator[str]:
    """Yield the SVG of the black dice of the attack, a colon, and the red dice of the defence (RISK-DIC-01)."""
    number = {"y": y + 26, "font_size": 26, "font_weight": "bold", "text_anchor": "middle"}
    x = 24
    for side, faces, fill in (("attack", found.attack, BLACK), ("defence", found.defence, "#a3161f")):
        for face in faces[:3]:
            box = el("rect", x=x, y=y, width=34, height=34, rx=7, fill=fill, stroke=DARK, stroke_width=1.6)
            yield el("g", box, text(str(face or "?"), x=x + 17, fill=WHITE, **number), data_die=side)
            x += 38
        if side == "attack" and faces and found.defence:
            yield text(":", x=x + 6, fill=DARK, **number)
            x += 16


def clara(world: World) -> Iterator[str]:
    """Yield the SVG of the eleven Doctors and Clara's place; nothing in total domination."""
    if world.options.end_mode == "domination":
        return
    yield from (_doctor(number, 396 + 62 * number - 62, world.clara) for number in range(1, len(DOCTORS) + 1))


@lru_cache(maxsize=256)
def _doctor(number: int, x: int, place: int) -> str:
    passed, here, y = number <= place, number == place, 622
    parts = [el("title", doctor_name(number))]
    if number > 1:
        parts.append(el("path", d=f"M{x - 42} {y}H{x - 20}", stroke=DARK, stroke_width=2.4,
                        stroke_dasharray=None if passed else "3 4"))  # fmt: skip
    parts += [
        el("circle", cx=x, cy=y, r=20, fill=TARDIS_BLUE if passed else LIGHT, stroke=DARK, stroke_width=2),
        text(str(number), x=x, y=y + 8.5, font_size=24, font_weight="bold", text_anchor="middle",
             fill=WHITE if passed else DARK),
    ]  # fmt: skip
    if here:
        parts.append(el("circle", cx=x, cy=y, r=23.5, fill="none", stroke=WHITE, stroke_width=3))
        plate = (
            el("rect", x=x - 36, y=y - 56, width=72, height=28, rx=14, fill=LIGHT, stroke=DARK, stroke_width=2),
            el("path", d=f"M{x - 6} {y - 29}h12l-6 8z", fill=DARK),
            text("Clara", x=x, y=y - 34, font_size=22, font_weight="bold", text_anchor="middle", fill=DARK),
        )
        parts.append(el("g", *plate, data_key="clara"))
    return el("g", *parts, data_doctor=number, data_clara=here or None, data_place="clara")
