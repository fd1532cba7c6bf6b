"""The panels of all boards: readable on a phone, without large empty space, and with named parts.

By default this module looks at a few positions of one or two sessions of each game.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from board_space import MOST, MeasuredPanel, largest_empty
from long_runs import LONG
from recordings import SAMPLES, recording

from events.events import ALL, OMNISCIENT
from projections.contracts import Marks
from projections.drawing.board import COLUMN, Panel
from projections.drawing.spots import Box
from projections.drawing.svg import el, text
from projections.starter.game import GAME as PIG
from projections.starter.state.position import Position as PigPosition

PHONE: Final = 370
"""The width of a panel on a phone, in CSS pixels."""
SHORT: Final = ("keys-four-player", "keys-observer", "risk-two-player", "daleks-observer", "ccg-rulebook-damage")
FEW: Final = (0.08, 0.5, 1.0)
"""Early, in the middle and late, as parts of a session."""
CASES: Final = [
    *(pytest.param(name, FEW, id=name) for name in SHORT),
    *(pytest.param(name, [number / 24 for number in range(25)], id=f"{name}-long", marks=LONG) for name in SAMPLES),
]  # fmt: skip


def boards(name: str, when: Sequence[float]) -> dict[str, Sequence[Panel]]:
    """Return the panels of some positions of a session, by the line and who looks."""
    found = dict[str, Sequence[Panel]]()
    for viewer in (OMNISCIENT, ALL):
        timeline = recording(name).seen_by(viewer)
        for part in when:
            seq = max(2, round(part * timeline.last))
            panels = timeline.game.view.draw(timeline.position(seq), timeline.marks(seq))
            found[f"line {seq}, {'table' if viewer == OMNISCIENT else 'spectators'}"] = panels
    return found


def is_map(panel: Panel) -> bool:
    """Return whether a panel is a map, which can be enlarged: it is above the columns and wider than a phone shows."""
    return panel.column == 0 and panel.size[0] > COLUMN


def too_small(panels: Sequence[Panel]) -> list[str]:
    """Return the panels that cannot be read on a phone, or that have smaller texts than they say."""
    wrong = list[str]()
    for panel in panels:
        smallest = MeasuredPanel(panel).smallest_text
        if smallest < panel.letters - 0.01:
            wrong.append(f"{panel.name} has text of {smallest:.1f} and says {panel.letters}")
        if panel.least > PHONE and not is_map(panel):
            wrong.append(f"{panel.name} needs {panel.least} pixels")
    return wrong


def too_empty(panels: Sequence[Panel]) -> list[str]:
    """Return the largest empty rectangles that are too large."""
    found = [(panel.name, *MeasuredPanel(panel).emptiest) for panel in panels if not is_map(panel)]
    return [f"{part:.0%} of {name} is empty at {[*map(round, box)]}" for name, part, box in found if part > MOST]


def unnamed(panels: Sequence[Panel]) -> list[str]:
    """Return the parts without a title, and the keys and ids that are not unique."""
    wrong, keys, ids = list[str](), Counter[str](), Counter[str]()
    for one in dict.fromkeys(one for panel in panels for one in panel.defs):
        ids.update(re.findall(r' id="([^"]+)"', one))
    for panel in panels:
        markup = "".join(panel.parts)
        ids.update(re.findall(r' id="([^"]+)"', markup))
        for node in ET.fromstring(f"<g>{markup}</g>").iter():
            keys.update([node.attrib["data-key"]] if "data-key" in node.attrib else [])
            name = node.get("data-key") or node.get("data-place")
            if name and not (node.findtext("title") or "").strip():
                wrong.append(f"{name} of {panel.name} has no title")
    return wrong + [f"{name} is there {count} times" for name, count in (keys + ids).items() if count > 1]


def out_of_form(panels: Sequence[Panel]) -> list[str]:
    """Return the panels that a page could not show in their order and columns."""
    wrong = [f"{other.name} is left of {one.name}" for one, other in pairwise(panels) if one.column > other.column]
    wrong += [
        f"{name} is there {count} times" for name, count in Counter(one.name for one in panels).items() if count > 1
    ]
    for panel in panels:
        markup = "".join(panel.parts)
        if not markup:
            wrong.append(f"{panel.name} has no parts")
        if "<defs" in markup:
            wrong.append(f"{panel.name} defines elements inside its parts")
        if panel.size[0] != COLUMN and not is_map(panel):
            wrong.append(f"{panel.name} is {panel.size[0]} wide")
    return wrong


@pytest.mark.parametrize("faults", [too_small, too_empty, unnamed, out_of_form])
@pytest.mark.parametrize(("name", "when"), CASES)
def test_panels_are_readable_full_and_named(
    name: str, when: Sequence[float], faults: Callable[[Sequence[Panel]], list[str]]
) -> None:
    wrong = [f"{line}: {fault}" for line, panels in boards(name, when).items() for fault in faults(panels)]
    assert not wrong, "\n".join(wrong)


def test_the_game_that_hosts_copy_has_panels_of_this_form() -> None:
    position = PigPosition(("ann", "the-doctor"), scores={"ann": 7, "the-doctor": 100}, player="ann", points=4)
    panels = PIG.view.draw(position, Marks())
    assert too_small(panels) + unnamed(panels) + out_of_form(panels) == []
    places = re.findall('data-place="([^"]*)"', "".join(part for panel in panels for part in panel.parts))
    assert places == ["score ann", "score the-doctor", "points"]


def panel(*parts: str, **more: Any) -> Panel:
    return Panel("one", "One", "", (COLUMN, 200), parts)._replace(**more)


def test_finds_panels_that_cannot_be_read() -> None:
    words = text("Dalek", font_size=16)
    assert too_small([panel(words)]) == []
    assert too_small([panel(words, size=(700, 200))]) == ["one needs 482 pixels"]
    assert too_small([panel(el("g", words, transform="scale(.5)"))]) == ["one has text of 8.0 and says 16"]
    sign = el("use", href="#toy-sign", transform="scale(.75)")
    assert too_small([panel(sign, defs=[el("g", words, id="toy-sign")])]) == ["one has text of 12.0 and says 16"]


def test_finds_the_largest_empty_rectangle() -> None:
    assert largest_empty(400, 200, []) == Box(0, 0, 400, 200)
    assert largest_empty(400, 200, [Box(150, 0, 154, 200)]) == Box(160, 0, 400, 200)
    assert largest_empty(400, 200, [Box(0, 121, 400, 122)]) == Box(0, 0, 400, 120)
    assert largest_empty(400, 200, [Box(0, 0, 9, 90), Box(300, 130, 400, 200)]) == Box(16, 0, 296, 200)
    assert largest_empty(400, 200, [Box(0, 80, 400, 110)]).area == 0, "two strips"


def test_backgrounds_and_rings_count_as_empty() -> None:
    rows = [el("rect", x=0, y=top, width=COLUMN, height=20) for top in range(0, 200, 20)]
    half = ["48% of one is empty at [0, 104, 520, 200]"]
    assert too_empty([panel(*rows)]) == []
    assert too_empty([panel(*rows[:5])]) == half
    assert too_empty([panel(*rows[:5], el("rect", width=COLUMN, height=200))]) == half
    assert too_empty([panel(*rows[:5], el("g", *rows[5:], data_ring="a"))]) == half
    lines = [text("Dalek " * 11, x=4, y=116 + 20 * line, font_size=16) for line in range(5)]
    assert too_empty([panel(*rows[:5], *lines)]) == []


def test_finds_parts_without_names_and_repeated_keys() -> None:
    named = el("g", el("title", "a card"), data_key="card-1", data_place="hand")
    assert unnamed([panel(named)]) == []
    assert unnamed([panel(el("g", data_place="hand"))]) == ["hand of one has no title"]
    assert unnamed([panel(named), panel(named)]) == ["card-1 is there 2 times"]
    twice = el("g", el("path", id="toy-a"), el("path", id="toy-a"), id="toy-b")
    assert unnamed([panel(defs=[twice]), panel(defs=[twice])]) == ["toy-a is there 2 times"]


def test_finds_panels_out_of_their_form() -> None:
    assert out_of_form([panel("<g/>"), panel("<g/>", name="two", column=2)]) == []
    assert out_of_form([panel("<g/>", column=2), panel("<g/>", name="two")]) == ["two is left of one"]
    assert out_of_form([panel("<defs/>"), panel()]) == [
        "one is there 2 times", "one defines elements inside its parts", "one has no parts",
    ]  # fmt: skip
    assert out_of_form([panel("<g/>", size=(300, 20))]) == ["one is 300 wide"]
