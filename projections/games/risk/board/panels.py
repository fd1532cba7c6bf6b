"""The small panels next to the map: the turn, the piles, the dice, Clara's track and the legend."""

from functools import cache, lru_cache
from typing import Final

from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import ATTACK, BLACK, CHANGE, DARK, LIGHT, LINE, SMALL, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wrapped
from projections.games.risk.board.map import LANE, TARDIS_BLUE
from projections.games.risk.board.marks import Changes
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.names import DOCTORS, card_name, code, doctor_name, place
from projections.games.risk.state.position import World
from projections.wording import capitalised, clean, counted

EDGE: Final = 8
"""The space between the edge of a panel and what it shows."""
INNER: Final = COLUMN - 2 * EDGE


def status(world: World) -> Panel:
    """Return the panel with the number of the turn, and which seat must do what."""
    number, due = turn_words(world)
    lines, how = wrapped(clean(due), 24, INNER, 2), clean(world.how)
    label = text(number, x=EDGE, y=24, font_size=18, fill=DARK)
    words = [
        text(line, x=EDGE, y=52 + 27 * at, font_size=24, font_weight="bold", fill=DARK) for at, line in enumerate(lines)
    ]
    parts = [
        el("g", el("title", plain(number)), label, data_place="turn"),
        el("g", el("title", plain(clean(due))), *words, data_place="step"),
    ]
    high = 36 + 27 * len(lines)
    if how:
        parts.append(text(cut(capitalised(how), 18, INNER), x=EDGE, y=high + 15, font_size=18, fill=DARK))
        high += 24
    return Panel("status", "Turn", "", (COLUMN, high), parts)


PILES: Final = (
    ("Deck", "deck", 83), ("Discards", "discards", 113), ("Missions", "mission pile", 114), ("Power", "power pile", 91),
    ("Used", "spent", 83),
)  # fmt: skip
"""The piles: their labels, their fields and the widths of their boxes."""


def piles(world: World) -> Panel:
    """Return the panel with the number of cards in each pile."""
    shown = (world.deck, world.discards, world.mission_pile, world.power_pile, world.spent)
    parts, x = list[str](), EDGE
    for (label, field, wide), pile in zip(PILES, shown, strict=True):
        names = ", ".join(card_name(world, card) for card in pile) if field in {"discards", "spent"} else ""
        parts.append(_pile(label, field, len(pile), names, x, wide))
        x += wide + 5
    return Panel("piles", "Decks and discards", "", (COLUMN, 42), parts)


@lru_cache(maxsize=1024)
def _pile(label: str, field: str, count: int, names: str, x: int, wide: int) -> str:
    title = f"{label}: {counted(count, 'card')}" + (f" ({names})" if names else "")
    return el(
        "g", el("title", plain(title)),
        el("rect", x=x, y=5, width=wide, height=32, rx=6, fill=LIGHT, stroke=LINE),
        text(label, x=x + 7, y=27, font_size=SMALL, fill=DARK),
        text(str(count), x=x + wide - 7, y=28, font_size=20, font_weight="bold", text_anchor="end", fill=DARK),
        data_place=field, data_key=f"pile-{field.partition(' ')[0]}",
    )  # fmt: skip


DICE: Final = (("attack", 3, EDGE, BLACK), ("defence", 2, 272, "#a3161f"))
"""The attack and the defence (RISK-DIC-01): the usual number of dice, the left edge, and the colour of the dice."""
HALF: Final = COLUMN - EDGE - 272
DIE: Final = 38


def battle(world: World, found: Changes) -> Panel:
    """Return the panel with the last dice, and who attacks whom in a battle under way."""
    fight, words, parts = world.battle, ("", ""), list[str]()
    if fight:
        words = f"{code(fight.source)} with {fight.group or fight.daleks}", code(fight.target)
        daleks = counted(fight.group or fight.daleks, "Dalek")
        full = f"{place(fight.source, first=True)} attacks {place(fight.target)} with {daleks}"
        parts.append(el("title", plain(full)))
    for (side, usual, x, ink), line, faces in zip(DICE, words, (found.attack[:3], found.defence[:3]), strict=True):
        dice = (*faces, *[None] * (usual - len(faces)))
        left = x + HALF - (DIE + 5) * len(dice) + 5
        parts.append(_side(side, x, line))
        parts += (_die(side, face, left + (DIE + 5) * at, ink) for at, face in enumerate(dice))
    return Panel("battle", "Battle", "", (COLUMN, 50), (el("g", *parts),))


@lru_cache(maxsize=512)
def _side(side: str, x: int, line: str) -> str:
    if not line:
        return text(capitalised(side), x=x, y=32, font_size=20, font_weight="bold", fill=DARK)
    name = text(capitalised(side), x=x, y=20, font_size=SMALL, fill=DARK)
    return name + text(line, x=x, y=42, font_size=20, font_weight="bold", fill=DARK)


@lru_cache(maxsize=128)
def _die(side: str, face: int | None, x: int, ink: str) -> str:
    box = {"x": x, "y": 6, "width": DIE, "height": DIE, "rx": 8}
    if face is None:
        return el("rect", **box, fill="none", stroke=LINE, stroke_width=1.6, stroke_dasharray="4 4")
    shown = str(face or "?")
    return el(
        "g", el("title", f"Die of the {side}: {shown}"),
        el("rect", **box, fill=ink, stroke=DARK, stroke_width=1.6),
        text(shown, x=x + DIE / 2, y=35, font_size=28, font_weight="bold", text_anchor="middle", fill=WHITE),
        data_die=side,
    )  # fmt: skip


def clara(world: World) -> Panel | None:
    """Return the panel with the eleven Doctors and Clara's place, None in total domination."""
    if world.options.end_mode == "domination":
        return None
    at = min(max(world.clara, 1), len(DOCTORS))
    words = text(
        f"Clara is with the {doctor_name(world.clara)}", x=EDGE, y=25, font_size=20, font_weight="bold", fill=DARK
    )
    last = text(f"{world.clara} of {len(DOCTORS)}", x=COLUMN - EDGE, y=23, font_size=20, text_anchor="end", fill=DARK)
    doctors = (_doctor(number, number <= world.clara) for number in range(1, len(DOCTORS) + 1))
    mark = el("g", el("title", "Clara"), *(
        el("circle", cx=_across(at), cy=DOCTOR_Y, r=20.5, fill="none", stroke=ink, stroke_width=width)
        for ink, width in ((WHITE, 6), (CHANGE, 3))
    ), data_key="clara", data_clara=world.clara)  # fmt: skip
    return Panel("clara", "Clara and the Doctors", "", (COLUMN, 76), (words, last, *doctors, mark))


DOCTOR_Y: Final = 51


def _across(number: int) -> float:
    """Return the x position of a Doctor."""
    return EDGE + 22 + (INNER - 44) / (len(DOCTORS) - 1) * (number - 1)


@lru_cache(maxsize=32)
def _doctor(number: int, is_passed: bool) -> str:  # noqa: FBT001  # an argument of a cached function
    x, y = _across(number), DOCTOR_Y
    line = ""
    if number > 1:
        dashes = None if is_passed else "3 4"
        line = el("path", d=f"M{_across(number - 1) + 18:.1f} {y}H{x - 18:.1f}", stroke=DARK, stroke_width=2.4,
                  stroke_dasharray=dashes)  # fmt: skip
    return el(
        "g", el("title", doctor_name(number)), line,
        el("circle", cx=x, cy=y, r=18, fill=TARDIS_BLUE if is_passed else LIGHT, stroke=DARK, stroke_width=2),
        text(str(number), x=x, y=y + 7.5, font_size=21, font_weight="bold", text_anchor="middle",
             fill=WHITE if is_passed else DARK),
        data_doctor=number, data_place="clara",
    )  # fmt: skip


ARROW_HEAD: Final = "M22 5L40 16L22 27Z"
SIGNS: Final = (
    ("Changed", el("rect", x=4, y=6, width=32, height=20, rx=5, fill="none", stroke=CHANGE, stroke_width=4)),
    ("Attack", el("path", d="M2 16H24", stroke=ATTACK, stroke_width=7) + el("path", d=ARROW_HEAD, fill=ATTACK)),
    ("Daleks moved", el("path", d="M2 16H24", stroke=DARK, stroke_width=7, stroke_dasharray="8 4")
     + el("path", d=ARROW_HEAD, fill=DARK)),
    ("Number before", el("rect", x=4, y=5, width=32, height=22, rx=4, fill=LIGHT, stroke=CHANGE, stroke_width=2)
     + el("path", d="M8 18L32 13", stroke=CHANGE, stroke_width=2.4)),
    ("TARDIS: cease-fire", el("rect", x=3, y=5, width=34, height=22, rx=8, fill="none", stroke=WHITE, stroke_width=8)
     + el("rect", x=3, y=5, width=34, height=22, rx=8, fill="none", stroke=TARDIS_BLUE, stroke_width=4,
          stroke_dasharray="9 5")),
    ("Way across the sea", el("path", d="M2 16H40", stroke=LANE, stroke_width=2.6, stroke_dasharray="1 6",
                              stroke_linecap="round")),
)  # fmt: skip
"""The signs on the map and their meaning."""


@cache
def legend() -> Panel:
    """Return the panel that explains the signs on the map."""
    parts = []
    for at, (words, sign) in enumerate(SIGNS):
        where = f"translate({14 + at % 2 * 262} {8 + at // 2 * 34})"
        label = text(words, x=52, y=22, font_size=18, fill=DARK)
        parts.append(el("g", sign, label, transform=where))
    return Panel("legend", "Signs on the map", "", (COLUMN, 16 + 34 * (len(SIGNS) // 2)), parts, column=2, folded=True)
