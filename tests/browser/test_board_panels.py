"""The panels of the boards: readable and whole on a phone, and in the window of a laptop without scrolling."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from windows import SIDEWAYS, Page, Windows

from events.store.memory import MemoryStore
from projections.drawing.board import READABLE
from projections.registry import registry
from replay.importing.samples import samples, take_in
from replay.reading.timeline import Timeline
from webui import create_app

pytestmark = pytest.mark.browser
PHONE: Final = (390, 844)
LAPTOP: Final = (1280, 800)
SIZES: Final = """() => [...document.querySelectorAll("#part-board svg[data-panel]:not([data-panel=map])")]
    .filter((svg) => svg.checkVisibility()).map((svg) => {
        const scale = svg.getScreenCTM().a;
        const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize));
        return [svg.dataset.panel, Math.min(99, ...sizes) * scale];
    })"""
"""The size of the smallest text of each panel, in CSS pixels."""
CUT: Final = """() => [...document.querySelectorAll("#part-board svg[data-panel]:not([data-near]) text")]
    .filter((text) => text.textContent && text.checkVisibility()).filter((text) => {
        const [inner, outer] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
        return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 3
            || inner.bottom > outer.bottom + 3;
    }).map((text) => text.textContent)"""
"""The texts that leave their panel. A zoomed map shows a part of itself."""
FITS: Final = """() => { const board = document.querySelector("#part-board").getBoundingClientRect();
    return [...document.querySelectorAll("#part-board svg[data-panel]")].filter((svg) => svg.checkVisibility())
        .filter((svg) => svg.getBoundingClientRect().bottom > board.bottom + 1).map((svg) => svg.dataset.panel); }"""
"""The panels that need scrolling."""

SHAPES: Final = """() => [...document.querySelectorAll("#part-board svg[data-panel]:not(.folded svg)")]
    .map((svg) => svg.getBoundingClientRect()).map(({width, height}) => [width, height].map(Math.round))"""
"""The width and height of each panel outside the legend."""
IN_VIEW: Final = """() => {
    const [legend, board] = ["#part-board .folded svg", "#part-board"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
    const seen = Math.min(legend.bottom, board.bottom) - Math.max(legend.top, board.top);
    return legend.height > 20 && seen > Math.min(legend.height, board.height) - 2;
}"""
"""Is the legend in view, as far as the board has room?"""


class House(NamedTuple):
    """A server with the samples, and the positions of each game to look at: session and entry."""

    base: str
    positions: dict[str, list[tuple[str, int]]]


def fullest(timeline: Timeline) -> int:
    """The entry whose board has the most markup."""
    sizes = {
        seq: sum(len(part) for panel in timeline.panels(seq) for part in panel.parts) for seq in timeline.ends["move"]
    }
    return max(sizes, key=lambda seq: sizes[seq])


@pytest.fixture(scope="module")
def house(serve: Any) -> House:
    store, games = MemoryStore(), registry()
    positions = dict[str, list[tuple[str, int]]]()
    for slug in games:
        for sample in samples(slug):
            session = take_in(store, games, sample, alias=f"{slug}-{sample.name}")
            timeline = Timeline.read(store, games, session)
            ends = timeline.ends["move"]
            chosen = sorted({ends[0], ends[len(ends) // 2], ends[-1], fullest(timeline)})
            positions.setdefault(slug, []).extend((session, seq) for seq in chosen)
    return House(serve(create_app(store, games)), positions)


def looked_at(page: Page, house: House, slug: str) -> Iterator[str]:
    for session, seq in house.positions[slug]:
        page.goto(f"{house.base}/s/{session}/{seq}")
        yield f"{session}/{seq}"


@pytest.mark.parametrize("slug", sorted(registry()))
def test_every_text_of_a_board_is_readable_and_whole_on_a_phone(window: Windows, house: House, slug: str) -> None:
    page, faults = window(*PHONE, has_touch=True), list[Any]()
    for at in looked_at(page, house, slug):
        faults += [(at, name, size) for name, size in page.evaluate(SIZES) if size < READABLE]
        faults += [(at, "cut", text) for text in page.evaluate(CUT)]
        faults += [(at, "sideways")] * (page.evaluate(SIDEWAYS) > 0)
    assert faults == []


@pytest.mark.parametrize("slug", sorted(registry()))
def test_the_whole_board_fits_in_the_window_of_a_laptop(window: Windows, house: House, slug: str) -> None:
    page, faults = window(*LAPTOP), list[Any]()
    for at in looked_at(page, house, slug):
        faults += [(at, name) for name in page.evaluate(FITS)]
    assert faults == []


@pytest.mark.parametrize("slug", sorted(registry()))
def test_an_open_legend_leaves_the_board_its_size_and_comes_into_view(window: Windows, house: House, slug: str) -> None:
    page, faults = window(*LAPTOP), list[Any]()
    for at in looked_at(page, house, slug):
        page.wait_for_selector(".scene[data-whole]")
        before = page.evaluate(SHAPES)
        page.locator("#part-board .folded summary").click()
        page.wait_for_function(IN_VIEW, timeout=10_000)
        faults += [(at, before, after)] if (after := page.evaluate(SHAPES)) != before else []
    assert faults == []
