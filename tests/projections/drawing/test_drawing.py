"""Panels, charts, the width of texts, colours and clickable spots."""

import re
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from parsed_picture import both_ways, widths

import webui
from projections.drawing import palette
from projections.drawing.board import Panel, compose
from projections.drawing.chart import BOTTOM, DASHES, INKS, LEFT, RIGHT, SPACE, STRAND, TOP, chart_svg
from projections.drawing.palette import DARK_MODE, dark_mode_css
from projections.drawing.spots import Box, Numbered, Spot, ends, placed, ringed, spots, with_numbers
from projections.drawing.text_width import cut, wide, wrapped
from projections.game import Chart

PLAIN = Chart("Gold", lambda position: position)


class Drawn:
    def __init__(self, turns: list[tuple[int, Any]], chart: Chart = PLAIN) -> None:
        self.markup = chart_svg(chart, turns)
        self.root = ET.fromstring(self.markup)

    def line(self, name: str) -> ET.Element:
        return next(node for node in self.root if node.get("data-series") == name)

    def points(self, name: str) -> list[tuple[float, float]]:
        found = re.findall(r"[ML]([-\d.]+) ([-\d.]+)", self.line(name)[0].attrib["d"])
        return [(float(x), float(y)) for x, y in found]

    @property
    def words(self) -> list[str]:
        return [node.text or "" for node in self.root if node.tag.endswith("text")]

    @property
    def places(self) -> list[float]:
        return [float(node.get("y", "")) for node in self.root if float(node.get("x", 0)) == RIGHT + 20]


def test_compose_places_panels_in_columns() -> None:
    shared = "<path id='sign'/>"
    status = Panel("status", "Turn 2", "Ann must roll.", (308, 40), ("<g id='one'/>",), {"data_letters": 9}, column=0)
    scores = Panel("scores", "Scores", "Ann has 7.", (100, 60), ("<g id='two'/>",), defs=[shared])
    pieces = Panel("pieces", "Pieces", "", (100, 30), ("<g id='three'/>",), defs=[shared])
    dice = Panel("dice", "Dice", "", (200, 50), ("<g id='four'/>",), column=2)
    legend = Panel("legend", "Legend", "", (100, 20), ("<g id='five'/>",), column=2, folded=True)
    drawing = ET.fromstring(compose("toy", [status, scores, pieces, dice, legend]))
    title, desc, defs, ground, *placed = drawing
    assert (title.text, desc.text) == ("Turn 2", "Ann must roll. Ann has 7.")
    assert [node.get("id") for node in defs] == ["sign"]
    assert (ground.get("width"), ground.get("height")) == ("308", "146")
    assert (drawing.get("viewBox"), drawing.get("data-letters")) == ("0 0 308 146", "9")
    assert [(node.get("data-panel"), node.get("transform"), node[0].get("id")) for node in placed] == [
        ("status", "translate(0 0)", "one"),
        ("scores", "translate(0 48)", "two"),
        ("pieces", "translate(0 116)", "three"),
        ("dice", "translate(108 48)", "four"),
        ("legend", "translate(108 106) scale(2)", "five"),
    ]


def test_the_least_width_of_a_panel_makes_its_letters_readable() -> None:
    assert Panel("map", "Map", "", (1200, 600), (), letters=20).least == 660


def test_a_chart_line_and_its_description_match_the_values() -> None:
    chart = Drawn([(1, {"ann": 0}), (2, {"ann": 5}), (3, {"ann": 10})])
    xs = [x for x, _ in chart.points("ann")]
    ys = [y for _, y in chart.points("ann")]
    assert xs == [LEFT, (LEFT + RIGHT) / 2, RIGHT]
    assert ys[0] - ys[1] == pytest.approx(ys[1] - ys[2], abs=0.2)
    assert TOP <= ys[2] < ys[1] < ys[0] == BOTTOM
    chart = Drawn([(1, {"ann": 3, "bob": 4}), (2, {"ann": 9, "bob": 1}), (3, {"ann": 7, "bob": 2.5})])
    assert chart.root[0].text == "Gold, turn 1 to 3"
    assert chart.root[1].text == (
        "ann: 3 at turn 1, 7 at turn 3; lowest 3, highest 9. bob: 4 at turn 1, 2.5 at turn 3; lowest 1, highest 4."
    )
    assert {"Gold", "ann 7", "bob 2.5", "turn", "1", "2", "3"} <= set(chart.words)


def test_chart_lines_differ_in_colour_dashes_and_position() -> None:
    names = "abcdefgh"
    same = Drawn([(1, dict.fromkeys(names, 1)), (2, dict.fromkeys(names, 2))])
    lines = [same.line(name)[1] for name in names]
    assert [line.get("stroke") for line in lines] == list(INKS)
    assert [line.get("stroke-dasharray") for line in lines] == list(DASHES)
    assert len(set(DASHES)) == len(DASHES)
    three = Drawn([(1, dict.fromkeys("abc", 1)), (2, dict.fromkeys("abc", 2))])
    heights = [three.points(name)[0][1] for name in "abc"]
    assert [round(low - high, 1) for high, low in pairwise(heights)] == [STRAND, STRAND]
    chart = Chart("Gold", lambda position: position, lambda _: {"ann": "#123456"})
    own = Drawn([(1, {"ann": 1, "bob": 2}), (2, {"ann": 2, "bob": 2})], chart)
    assert [own.line(name)[1].get("stroke") for name in ("ann", "bob")] == ["#123456", INKS[1]]


def test_names_at_the_end_do_not_overlap_and_keep_their_order() -> None:
    drawn = Drawn([(1, {}), (2, {"a": 1, "b": 1, "c": 2, "d": 40, "e": 0})])
    places = drawn.places
    assert len(places) == 5
    assert places == sorted(places)
    assert all(later - sooner >= SPACE for sooner, later in pairwise(places))
    assert places[-1] <= BOTTOM + 7.5
    names = [word.split()[0] for word in drawn.words if re.fullmatch(r"[a-e] \d+", word)]
    assert names[0] == "d"
    assert names[-1] == "e"


def test_draws_partial_series_repeated_and_many_turns_and_odd_names() -> None:
    drawn = Drawn([(1, {"ann": 1}), (2, {"ann": 2, "bob": 2}), (3, {"bob": 3})])
    assert len(drawn.points("ann")) == len(drawn.points("bob")) == 2
    assert drawn.points("bob")[0][0] == drawn.points("ann")[1][0]
    many = Drawn([(turn, {"a": turn % 7}) for turn in range(1, 201)])
    feet = [node.text for node in many.root if node.get("y") == str(BOTTOM + 29) and node.text != "turn"]
    assert 5 <= len(feet) <= 9
    assert feet[0] == "1"
    for turns, words in (
        ([(1, {"a": 1}), (1, {"a": 5}), (2, {"a": 5})], "a: 5 at turn 1, 5 at turn 2; lowest 5, highest 5."),
        ([], "There is nothing to draw yet."), ([(4, {"a": 2})], "a: 2 at turn 4."),
    ):  # fmt: skip
        assert Drawn(turns).root[1].text == words
    odd = Drawn([(1, {"<b>&\x00": 1, "a name that is much too long": 2})])
    assert "<b>" not in odd.markup
    assert "a name that… 2" in odd.words


@pytest.mark.parametrize(("values", "ticks"), [
    ((0, 42), "0 15 30 45"), ((3, 4), "0 1 2 3 4"), ((-5, 5), "-6 -3 0 3 6"), ((0, 0), "0 0.25 0.5 0.75 1"),
    ((0, 1200), "0 300 600 900 1200"), ((2, 17), "0 5 10 15 20"),
])  # fmt: skip
def test_the_scale_has_round_numbers_and_fits_all_values(values: tuple[float, float], ticks: str) -> None:
    drawn = Drawn([(1, {"a": values[0]}), (2, {"a": values[1]})])
    numbers = [node.text for node in drawn.root if float(node.get("x", 0)) == LEFT - 10]
    assert numbers == ticks.split()
    assert all(TOP <= y <= BOTTOM for _, y in drawn.points("a"))


def test_the_chart_is_self_contained() -> None:
    markup = Drawn([(1, {"a": 1}), (2, {"a": 3})]).markup
    assert not re.search(r"<(style|script|image|use|foreignObject)|\s(style|class|on\w+)=", markup)
    assert set(re.findall(r"\w+://[^\"]+", markup)) == {"http://www.w3.org/2000/svg"}
    one, other = Drawn([(1, {"a": 1})]), Drawn([(1, {"a": 2})])
    assert one.root.get("aria-labelledby") == one.root[0].get("id")
    assert one.root.get("aria-labelledby") != other.root.get("aria-labelledby")


FONTS = sorted((Path(webui.__file__).parent / "fonts").glob("*.ttf"))


@pytest.mark.long
@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_the_width_table_covers_every_character_of_a_font(font: Path) -> None:
    found = widths(font)
    assert len(found) > 300
    assert {sign: broad for sign, broad in found.items() if broad > wide(sign, 1) + 1e-9} == {}


def test_text_widths_are_close_and_shortened_texts_fit() -> None:
    bold = widths(FONTS[0])
    for words in (
        "Thirteenth to draw a card", "The Oncoming Storm", "start of Eleventh", "Western Australia", "0123456789",
    ):  # fmt: skip
        assert wide(words, 1) <= 1.125 * sum(bold[sign] for sign in words), words
    assert wide("Ångström", 10) == wide("Angstrom", 10)
    long = "The Adventuress of Henrietta Street and a Slow Empire"
    assert all(wide(line, 17) <= 120 for line in (cut(long, 17, 120), *wrapped(long, 17, 120, 3)))


CONTRAST = {
    "DARK GROUND, DARK LIGHT, DARK CHART_GROUND, SOFT GROUND, SOFT LIGHT, SOFT CHART_GROUND, CHANGE GROUND": 4.5,
    "CHANGE LIGHT, CHANGE CHART_GROUND, BLACK WHITE, WHITE BACK, CHANGE CASING, ATTACK CASING, DARK CASING": 4.5,
    "LINE GROUND, LINE LIGHT, DARK GROUND": 3.0,
}


@pytest.mark.parametrize(("pair", "contrast"), [
    (pair, contrast) for pairs, contrast in CONTRAST.items() for pair in pairs.split(", ")
])  # fmt: skip
def test_text_and_lines_contrast_with_their_background(pair: str, contrast: float) -> None:
    ink, ground = (getattr(palette, name) for name in pair.split())
    assert min(both_ways(ink, ground, {})) >= contrast
    assert not {palette.BLACK, palette.WHITE, palette.BACK} & DARK_MODE.keys()


def test_dark_mode_rules_select_by_colour_only() -> None:
    lines = dark_mode_css({"#123456": "#abcdef"}).splitlines()
    assert '[fill="#123456"]{fill:#abcdef}' in lines
    assert '[stroke="#123456"]{stroke:#abcdef}' in lines
    assert len(lines) == 3 * (len(DARK_MODE) + 1)
    assert all(line.startswith("[") and " " not in line for line in lines)


def drawing(inner: str, name: str = "map") -> Panel:
    return Panel(name, "Map", "", (800, 600), [inner])


def only(inner: str, name: str = "it") -> Spot:
    (found,) = (spot for spot in spots([drawing("<g/>", "other"), drawing(inner)]) if spot.name == name)
    return found


@pytest.mark.parametrize(("inner", "box"), [
    ('<rect x="10" y="20" width="30" height="40" data-place="it"/>', (10, 20, 40, 60)),
    ('<g data-key="it"><circle cx="50" cy="60" r="5"/><text x="400" y="9">far</text></g>', (45, 55, 55, 65)),
    ('<ellipse cx="50" cy="60" rx="9" ry="4" data-place="it"/>', (41, 56, 59, 64)),
    ('<g transform="translate(100 50)scale(2)"><rect width="10" height="5" data-ring="it"/></g>', (100, 50, 120, 60)),
    ('<g transform="rotate(90)"><rect x="1" y="-9" width="4" height="2" data-ring="it"/></g>', (7, 1, 9, 5)),
    ('<path d="M10 10h20v-5l-3 40z" data-place="it"/>', (10, 5, 30, 45)),
    ('<path d="M10 10a4 4 0 0 1 8 0q5 5 10 0" data-place="it"/>', (10, 10, 28, 15)),
    ('<defs><path id="land" d="M3 4L9 20"/></defs><use href="#land" x="10" data-place="it"/>', (13, 4, 19, 20)),
])  # fmt: skip
def test_a_bounding_box_encloses_the_drawn_shapes(inner: str, box: tuple[float, ...]) -> None:
    assert only(inner).box == pytest.approx(box)


def test_spots_keep_transforms_containers_and_arrow_ends() -> None:
    assert spots([drawing('<defs><rect width="9" height="9"/></defs><g data-place="it"><text>x</text></g>')]) == []
    ring = only('<g transform="translate(5 7)" data-key="card"><rect width="2" height="2" data-ring="it"/></g>')
    assert (ring.inside, ring.panel) == ("card", "map")
    assert placed(ring) == '<g transform="matrix(1 0 0 1 5 7)"><rect width="2" height="2" data-ring="it"/></g>'
    assert only(placed(ring)).box == ring.box
    arrow = only('<g data-arrow="it"><path d="M10 20L30 40L50 60"/><path d="M1 1L2 2"/></g>')
    assert ends(arrow) == (Box(10, 20, 10, 20), Box(50, 60, 50, 60))
    assert with_numbers([drawing("<g/>")], []) == [drawing("<g/>")]
    assert "stroke-dasharray" in ringed(arrow).markup


def test_number_marks_do_not_overlap_or_leave_the_picture() -> None:
    edges = [Box(0, 0, 5, 5), Box(795, 0, 800, 5), Box(0, 595, 5, 600), Box(795, 595, 800, 600)]
    spot = only('<rect x="300" y="300" width="10" height="10" data-place="it"/>')
    parts = [[spot._replace(box=edge), spot] for edge in edges]
    marks = [Numbered(number, f"move <{number}>", parts[number % 4]) for number in range(1, 31)]
    other, numbered = with_numbers([drawing("<g/>", "other"), drawing("<g/>")], marks)
    assert other == drawing("<g/>", "other"), "numbers are on the panel of their part"
    drawn = "".join(numbered.parts)
    found = re.findall(r'<circle cx="([^"]+)" cy="([^"]+)" r="([^"]+)"', drawn)
    circles = [tuple(map(float, circle)) for circle in found]
    assert len(circles) == 60
    radius = circles[0][2]
    assert all(radius <= x <= 800 - radius and radius <= y <= 600 - radius for x, y, _ in circles)
    assert min(hypot(x - p, y - q) for (x, y, _), (p, q, _) in combinations(circles, 2)) >= 2 * radius - 0.02
    assert "<title>move &lt;1&gt;</title>" in drawn
    numbers = [int(found) for found in re.findall(r'data-number="(\d+)"', drawn)]
    assert numbers == [number for number in range(1, 31) for _ in "ab"]


@pytest.mark.parametrize("room", [1, 0, -5])
def test_a_text_without_room_is_broken_into_letters(room: int) -> None:
    assert wrapped("Fez", 16, room, 9) == ("F-", "e-", "z-")
