"""The small panels next to the map: the turn, the piles, the dice, Clara's track and the legend."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import ATTACK, BLACK, CHANGE, DARK, LIGHT, LINE, SMALL, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wrapped
from projections.games.risk.board.map import LANE, TARDIS_BLUE
from projections.games.risk.board.marks import Changes
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.names import DOCTORS, army_name, card_name, code, doctor_name, letters, place
from projections.games.risk.state.position import World
from projections.wording import capitalised, clean, counted, joined

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
    doctors = (_doctor(number, world.clara) for number in range(1, len(DOCTORS) + 1))
    mark = el("g", el("title", "Clara"), *(
        el("circle", cx=_across(at), cy=DOCTOR_Y, r=20.5, fill="none", stroke=ink, stroke_width=width)
        for ink, width in ((WHITE, 6), (CHANGE, 3))
    ), data_key="clara", data_clara=world.clara)  # fmt: skip
    return Panel("clara", "Clara and the Doctors", "", (COLUMN, 76), (words, last, *doctors, mark))


DOCTOR_Y: Final = 51


def _across(number: int) -> float:
    """Return the x position of a Doctor."""
    return EDGE + 22 + (INNER - 44) / (len(DOCTORS) - 1) * (number - 1)


@lru_cache(maxsize=128)
def _doctor(number: int, clara: int) -> str:
    x, y, is_passed = _across(number), DOCTOR_Y, number <= clara
    state = "has passed this Doctor" if number < clara else "is here" if is_passed else "has not come here yet"
    line = ""
    if number > 1:
        dashes = None if is_passed else "3 4"
        line = el("path", d=f"M{_across(number - 1) + 18:.1f} {y}H{x - 18:.1f}", stroke=DARK, stroke_width=2.4,
                  stroke_dasharray=dashes)  # fmt: skip
    return el(
        "g", el("title", f"{doctor_name(number)}: Clara {state}"), line,
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


MEANING: Final = 100
"""The left edge of the meanings of letters, numbers and headings in the legend."""
STEP: Final = 22
"""The height of a line of text in the legend."""


def legend(world: World) -> Panel:
    """Return the panel that explains the signs, letters, numbers and headings of the board."""
    marks = letters(world.seats)
    armies = joined([f"{marks.get(army, '?')} = {army_name(army)}" for army in world.army_order])
    return _legend((*_terms(armies, with_clara=world.options.end_mode != "domination"),))


def _terms(armies: str, *, with_clara: bool) -> Iterator[tuple[str, str]]:
    """Yield each letter, number or heading of the board with its meaning."""
    yield "K", f"letter of an army: {armies}"
    yield code("egypt"), "code of a territory: point at it or tap it for the whole name"
    yield "+5", "bonus of a continent: new Daleks each turn for an army that holds all of it"
    yield "Bonus", "sum of the bonuses of an army's continents"
    yield "Cards", "number of an army's Territory Cards"
    yield "Missions", "number of Mission Cards of an army, or in the pile"
    yield "Power", "number of Power Cards of an army, or in the pile"
    yield "Used", "cards that are out of the game"
    if with_clara:
        last = len(DOCTORS)
        yield f"1 to {last}", f"the Doctors: the game ends as soon as Clara reaches the {doctor_name(last)}"


@lru_cache(maxsize=32)
def _legend(terms: tuple[tuple[str, str], ...]) -> Panel:
    parts = []
    for at, (words, sign) in enumerate(SIGNS):
        where = f"translate({14 + at % 2 * 262} {8 + at // 2 * 34})"
        label = text(words, x=52, y=22, font_size=18, fill=DARK)
        parts.append(el("g", sign, label, transform=where))
    y = 30 + 34 * (len(SIGNS) // 2)
    for term, meaning in terms:
        parts.append(text(term, x=14, y=y, font_size=SMALL, font_weight="bold", fill=DARK))
        for line in wrapped(meaning, SMALL, COLUMN - EDGE - MEANING, 4):
            parts.append(text(line, x=MEANING, y=y, font_size=SMALL, fill=DARK))
            y += STEP
    return Panel("legend", "Signs on the map", "", (COLUMN, y - STEP + 12), parts, column=2, folded=True)
