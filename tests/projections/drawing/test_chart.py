"""Charts over turns: every value has its place, every line its name, and the picture says it in words."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from projections.drawing.chart import BOTTOM, DASHES, INKS, LEFT, RIGHT, SPACE, STRAND, TOP, chart_svg
from projections.game import Chart

PLAIN = Chart("Gold", lambda position: position)


class Drawn:
    """A chart, parsed."""

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
        """How far down the names of the series stand."""
        return [float(node.get("y", "")) for node in self.root if float(node.get("x", 0)) == RIGHT + 20]


def test_a_line_runs_through_its_values() -> None:
    chart = Drawn([(1, {"ann": 0}), (2, {"ann": 5}), (3, {"ann": 10})])
    xs = [x for x, _ in chart.points("ann")]
    ys = [y for _, y in chart.points("ann")]
    assert xs == [LEFT, (LEFT + RIGHT) / 2, RIGHT]
    assert ys[0] - ys[1] == pytest.approx(ys[1] - ys[2], abs=0.2)
    assert TOP <= ys[2] < ys[1] < ys[0] == BOTTOM


def test_the_words_name_every_series_with_where_it_began_and_ended() -> None:
    chart = Drawn([(1, {"ann": 3, "bob": 4}), (2, {"ann": 9, "bob": 1}), (3, {"ann": 7, "bob": 2.5})])
    assert chart.root[0].text == "Gold, turn 1 to 3"
    assert chart.root[1].text == (
        "ann: 3 at turn 1, 7 at turn 3; lowest 3, highest 9. bob: 4 at turn 1, 2.5 at turn 3; lowest 1, highest 4."
    )
    assert {"Gold", "ann 7", "bob 2.5", "turn", "1", "2", "3"} <= set(chart.words)


def test_lines_differ_in_colour_and_in_dashes() -> None:
    chart = Drawn([(1, dict.fromkeys("abcdefgh", 1)), (2, dict.fromkeys("abcdefgh", 2))])
    lines = [chart.line(name)[1] for name in "abcdefgh"]
    assert [line.get("stroke") for line in lines] == list(INKS)
    assert [line.get("stroke-dasharray") for line in lines] == list(DASHES)
    assert len(set(DASHES)) == len(DASHES)


def test_series_with_the_same_values_lie_side_by_side() -> None:
    chart = Drawn([(1, {"ann": 1, "bob": 1, "cy": 1}), (2, {"ann": 2, "bob": 2, "cy": 2})])
    heights = [chart.points(name)[0][1] for name in ("ann", "bob", "cy")]
    assert [round(low - high, 1) for high, low in pairwise(heights)] == [STRAND, STRAND]


def test_a_game_may_bring_its_own_colours() -> None:
    chart = Chart("Gold", lambda position: position, lambda _: {"ann": "#123456"})
    drawn = Drawn([(1, {"ann": 1, "bob": 2}), (2, {"ann": 2, "bob": 2})], chart)
    assert [drawn.line(name)[1].get("stroke") for name in ("ann", "bob")] == ["#123456", INKS[1]]


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


def test_a_series_that_begins_late_or_ends_early_is_drawn_where_it_is() -> None:
    drawn = Drawn([(1, {"ann": 1}), (2, {"ann": 2, "bob": 2}), (3, {"bob": 3})])
    assert len(drawn.points("ann")) == len(drawn.points("bob")) == 2
    assert drawn.points("bob")[0][0] == drawn.points("ann")[1][0]


def test_a_turn_given_twice_counts_as_last_given() -> None:
    assert Drawn([(1, {"a": 1}), (1, {"a": 5}), (2, {"a": 5})]).root[1].text == (
        "a: 5 at turn 1, 5 at turn 2; lowest 5, highest 5."
    )


@pytest.mark.parametrize(
    ("values", "ticks"),
    [((0, 42), "0 15 30 45"), ((3, 4), "0 1 2 3 4"), ((-5, 5), "-6 -3 0 3 6"), ((0, 0), "0 0.25 0.5 0.75 1"),
     ((0, 1200), "0 300 600 900 1200"), ((2, 17), "0 5 10 15 20")],
)  # fmt: skip
def test_the_scale_has_round_numbers_and_holds_all_values(values: tuple[float, float], ticks: str) -> None:
    drawn = Drawn([(1, {"a": values[0]}), (2, {"a": values[1]})])
    numbers = [node.text for node in drawn.root if float(node.get("x", 0)) == LEFT - 10]
    assert numbers == ticks.split()
    assert all(TOP <= y <= BOTTOM for _, y in drawn.points("a"))


def test_many_turns_have_few_numbers() -> None:
    drawn = Drawn([(turn, {"a": turn % 7}) for turn in range(1, 201)])
    feet = [node.text for node in drawn.root if node.get("y") == str(BOTTOM + 29) and node.text != "turn"]
    assert 5 <= len(feet) <= 9
    assert feet[0] == "1"


def test_nothing_one_turn_and_odd_names() -> None:
    assert Drawn([]).root[1].text == "There is nothing to draw yet."
    assert Drawn([(4, {"a": 2})]).root[1].text == "a: 2 at turn 4."
    odd = Drawn([(1, {"<b>&\x00": 1, "a name that is much too long": 2})])
    assert "<b>" not in odd.markup
    assert "a name that… 2" in odd.words


def test_the_chart_needs_nothing_but_itself() -> None:
    markup = Drawn([(1, {"a": 1}), (2, {"a": 3})]).markup
    assert not re.search(r"<(style|script|image|use|foreignObject)|\s(style|class|on\w+)=", markup)
    assert set(re.findall(r"\w+://[^\"]+", markup)) == {"http://www.w3.org/2000/svg"}
    one, other = Drawn([(1, {"a": 1})]), Drawn([(1, {"a": 2})])
    assert one.root.get("aria-labelledby") == one.root[0].get("id")
    assert one.root.get("aria-labelledby") != other.root.get("aria-labelledby")
