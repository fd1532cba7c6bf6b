"""Measure each text of each board and chart in the browser: none is cut, and no two overlap.

The tests use the fonts of the pages and the fallback font, in light and dark mode.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from ccg_tables import CROWD, SPARE
from flask import Flask
from parsed_picture import widths
from spectator import opened, played
from windows import Browser, Page, Windows, measured

import webui
from events.events import ALL, OMNISCIENT
from events.store.memory import MemoryStore
from projections.contracts import Marks
from projections.drawing.board import compose
from projections.drawing.svg import document, el, text
from projections.games.ccg.board.draw import draw
from projections.games.ccg.state.position import Position
from projections.registry import registry
from replay.importing.samples import samples, take_in
from replay.reading.timeline import Timeline
from webui import create_app

pytestmark = pytest.mark.browser
BOLD: Final = Path(webui.__file__).parent / "fonts" / "AtkinsonHyperlegibleNext-Bold.ttf"
LINES: Final = 25
"""How many positions of each session are looked at, spread over it: every other one as spectators see it."""
LONGEST: Final = 32
"""The most signs of a seat's name."""
PROBE: Final = "Mmm, WWW"
FACES: Final = """(names) => Promise.all(names.map(([name, weight]) => {
    const face = new FontFace("Atkinson Hyperlegible Next", `url(/static/${name})`, { weight });
    document.fonts.add(face);
    return face.load();
}))"""
WIDE: Final = """(words) => {
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = 'bold 100px "Atkinson Hyperlegible Next", Arial, Helvetica, "Liberation Sans", sans-serif';
    return brush.measureText(words).width / 100;
}"""


class Drawn(NamedTuple):
    """A drawing of a game's board or chart, and what it is."""

    name: str
    svg: str


@pytest.fixture(scope="module")
def drawings() -> dict[str, list[Drawn]]:
    store, games = MemoryStore(), registry()
    found = dict[str, list[Drawn]]()
    for slug in games:
        sessions = {sample.name: take_in(store, games, sample) for sample in samples(slug)}
        sessions["broad names"] = broad_names(store, slug)
        found[slug] = [drawn for name, session in sessions.items() for drawn in spread(store, session, name)]
    return found


def broad_names(store: MemoryStore, slug: str) -> str:
    most = registry()[slug].meta.seats[1]
    seats = tuple(f"{letter}{'wm' * 15}"[:LONGEST] for letter in "wmgoqd"[:most])
    return played(opened(store, registry(), slug, seats, session=f"{slug}-broad"), 60).row.session


def spread(store: MemoryStore, session: str, name: str) -> Iterator[Drawn]:
    table, seen = (Timeline.read(store, registry(), session, viewer) for viewer in (OMNISCIENT, ALL))
    for number in range(LINES):
        timeline, viewer = ((table, "table"), (seen, "spectators"))[number % 2]
        seq = 1 + round(number * (timeline.last - 1) / (LINES - 1))
        yield Drawn(f"{name}, line {seq}, {viewer}", timeline.svg(seq))
    for number, chart in enumerate(table.game.view.charts):
        yield Drawn(f"{name}, {chart.title}", table.chart(table.last, number))


@pytest.fixture(scope="module")
def address(serve: Callable[[Flask], str]) -> str:
    return f"{serve(create_app(MemoryStore(), registry()))}/"


@pytest.fixture(scope="module", params=["own type", "type that stands in"])
def stage(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    served = sorted((Path(webui.__file__).parent / "static").glob("*[rd].*.woff2"))
    bold = widths(BOLD)
    if request.param == "own type":
        page.goto(address)
        page.evaluate(FACES, [[path.name, weight] for path, weight in zip(served, ("700", "400"), strict=True)])
        assert page.evaluate(WIDE, PROBE) == pytest.approx(sum(bold[sign] for sign in PROBE), rel=0.02)
    else:
        page.route("**/*.woff2", lambda route: route.abort())
        page.goto(address)
        assert page.evaluate(WIDE, PROBE) != pytest.approx(sum(bold[sign] for sign in PROBE), rel=0.02)
    yield page
    context.close()


FRAMED = ("keys", "risk")
"""The games in which each word is inside a frame. In the others a label may be next to its piece."""


@pytest.mark.parametrize("slug", registry())
def test_no_text_is_cut_and_no_two_overlap(stage: Page, drawings: dict[str, list[Drawn]], slug: str) -> None:
    found = measured(stage, [one.svg for one in drawings[slug]])
    texts = sum(one["texts"] for one in found)
    assert texts > 20 * len(found), "the boards have words"
    wrong = [
        f"{drawn.name}: {what}"
        for drawn, one in zip(drawings[slug], found, strict=True)
        for what in (*(one["cut"] if slug in FRAMED else ()), *one["overlapping"])
    ]
    assert not wrong, f"{len(wrong)} of {texts} texts: {'; '.join(wrong[:40])}"


@pytest.mark.parametrize("slug", registry())
def test_dark_mode_does_not_move_any_text(stage: Page, drawings: dict[str, list[Drawn]], slug: str) -> None:
    some = [one.svg for one in drawings[slug][::12]]
    stage.emulate_media(color_scheme="light")
    day = [one["boxes"] for one in measured(stage, some)]
    stage.emulate_media(color_scheme="dark")
    sheet = stage.add_style_tag(url=f"/dark/{slug}.css")
    assert [one["boxes"] for one in measured(stage, some)] == day
    sheet.evaluate("each => each.remove()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", [slug for slug, game in registry().items() if game.view.dark_palette is not None])
def test_every_text_has_enough_contrast_with_its_background(
    window: Windows, address: str, drawings: dict[str, list[Drawn]], slug: str, scheme: str
) -> None:
    page = window(color_scheme=scheme)
    page.goto(address)
    if scheme == "dark":
        page.add_style_tag(url=f"/dark/{slug}.css")
    some = drawings[slug][::7]
    found = measured(page, [one.svg for one in some], grounds=True)
    wrong = [f"{drawn.name}: {what}" for drawn, one in zip(some, found, strict=True) for what in one["faint"]]
    assert not wrong, f"{len(wrong)}: {'; '.join(wrong[:40])}"


def test_pages_use_the_shipped_font(page: Page, site: Any) -> None:
    page.goto(site.url("finished", 1))
    page.evaluate("() => document.fonts.ready")
    page.reload()
    page.evaluate("() => document.fonts.ready")
    bold = widths(BOLD)
    assert page.evaluate(WIDE, PROBE) == pytest.approx(sum(bold[sign] for sign in PROBE), rel=0.02)
    family = "(node) => getComputedStyle(document.querySelector(node)).fontFamily.split(',')[0]"
    assert {page.evaluate(family, node) for node in ("h1", "#part-board text", "button, input, select")} == {
        '"Atkinson Hyperlegible Next"'
    }


BEYOND = """() => [
    ...document.querySelectorAll("[data-card], [data-known], [data-given], [data-seat]")
].flatMap((it) => {
    const frame = it.querySelector("use[href*=frame], rect:not([data-ring])").getBoundingClientRect();
    return [...it.querySelectorAll("text")].filter((text) => {
        const words = text.getBoundingClientRect();
        return words.left < frame.left - 1 || words.right > frame.right + 1 || words.top < frame.top - 3
            || words.bottom > frame.bottom + 3;
    }).map((text) => text.textContent);
})"""
"""Words that are not within their card, their label or their panel."""
COVERED = """() => {
    const picture = document.querySelector("svg").getBoundingClientRect();
    const boxes = [...document.querySelectorAll("svg text")].map((text) => [text, text.getBoundingClientRect()]);
    const outside = boxes.filter(([, box]) => box.left < picture.left || box.right > picture.right
        || box.bottom > picture.bottom + 2).map(([text]) => text.textContent);
    return outside.concat(boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    }).map(([other]) => [one.textContent, other.textContent])));
}"""
"""Words that leave the picture, and pairs of words that lie upon each other."""


MANY = ("?",) * 24
LONG_COUNTS = CROWD.replace(
    hands={"julie": MANY, "steve": MANY}, decks={"julie": MANY, "steve": MANY},
    discards={"julie": ("brigadier",) * 30, "steve": ("the-talons-of-weng-chiang",) * 30},
    times={"julie": ("time-present", *MANY), "steve": ("time-present", *MANY)},
    lost={"julie": ("time-present",) * 9, "steve": ("time-present",) * 9},
)  # fmt: skip
FEWER = Marks((), LONG_COUNTS.replace(hands={}, decks={}, discards={}, times={}))


@pytest.mark.parametrize(("position", "marks"), [
    pytest.param(CROWD, Marks(), id="crowd"), pytest.param(SPARE, Marks(), id="spare"),
    pytest.param(LONG_COUNTS, FEWER, id="long counts"),
])  # fmt: skip
def test_card_texts_stay_in_their_cards_and_do_not_overlap(page: Page, position: Position, marks: Marks) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    drawing = compose("ccg", draw(position, marks))
    page.set_content(f"<!doctype html><html lang=en><title>t</title><body>{drawing}</body></html>")
    assert page.locator("[data-card]").count() == len(position.play)
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(COVERED) == []


BOX = el("rect", x=100, y=20, width=60, height=30, fill="#ffffff")
WORDS = {"x": 104, "y": 40, "font_size": 16}


def found(page: Page, *parts: str) -> tuple[int, list[str], list[str]]:
    drawing = document(400, 200, "", "", parts, font_family="Liberation Sans, Arial, sans-serif")
    (one,) = measured(page, [drawing])
    return one["texts"], one["cut"], one["overlapping"]


def faint(page: Page, *parts: str) -> list[str]:
    (one,) = measured(page, [document(400, 200, "", "", parts)], grounds=True)
    found: list[str] = one["faint"]
    return found


def test_accepts_texts_that_fit(page: Page) -> None:
    assert found(page, BOX, text("Dalek", **WORDS), text("WWWWWW", x=104, y=80, font_size=16)) == (2, [], [])


@pytest.mark.parametrize(
    ("parts", "cut"),
    [
        ((text("Dalek", x=370, y=40, font_size=16),), "leaves the board"),
        ((text("Dalek", x=10, y=8, font_size=16),), "leaves the board"),
        ((BOX, text("Daleks of Skaro", **WORDS)), "leaves its box"),
        ((el("g", BOX, el("g", text("Daleks of Skaro", **WORDS))),), "leaves its box"),
        ((BOX, el("g", text("Daleks of Skaro", x=4, y=20, font_size=16), transform="translate(100 20)")),
         "leaves its box"),
        ((BOX, text("Dalek", x=104, y=58, font_size=32)), "leaves its box"),
        ((el("g", text("Daleks of Skaro", x=-60, y=5, font_size=16), transform="translate(380 100) rotate(90)"),
          el("rect", x=370, y=100, width=20, height=40)), "is covered"),
        ((el("rect", x=370, y=40, width=20, height=80, fill="none"),
          el("g", text("Daleks of Skaro", x=-60, y=5, font_size=16), transform="translate(380 100) rotate(90)")),
         "leaves its box"),
        ((text("Dalek", **WORDS), BOX), "is covered"),
        ((el("defs", el("g", text("Daleks of Skaro", **WORDS), id="t")), BOX, el("use", href="#t")), "leaves its box"),
    ],
)  # fmt: skip
def test_finds_texts_that_are_cut(page: Page, parts: tuple[str, ...], cut: str) -> None:
    texts, wrong, overlapping = found(page, *parts)
    assert (texts, overlapping) == (1, [])
    assert wrong[0].endswith(f'" {cut}')


def test_finds_overlapping_texts_but_not_a_line_below(page: Page) -> None:
    _, _, overlapping = found(
        page, text("Dalek", x=10, y=40, font_size=20), text("Skaro", x=50, y=44, font_size=20),
        text("gypsy", x=10, y=60, font_size=20),
        el("text", el("tspan", "one", x=200, y=40), el("tspan", "two", x=204, y=44)),
    )  # fmt: skip
    assert overlapping == ['"Dalek" and "Skaro"', '"one" and "two"']


def test_transparent_shapes_do_not_cover_a_text(page: Page) -> None:
    through: tuple[dict[str, Any], ...] = ({"fill": "none"}, {"fill_opacity": 0.2}, {"opacity": 0.5})
    for how in through:
        assert found(page, text("Dalek", **WORDS), el("rect", x=100, y=20, width=60, height=30, **how)) == (1, [], [])


def test_measures_contrast_with_the_shapes_painted_under_a_text(page: Page) -> None:
    night = el("rect", width=400, height=200, fill="#101820")
    tile = el("defs", el("g", el("path", d="M100 20H160V50H100Z", fill="#ffffff"), id="tile"))
    stripes = el("pattern", el("rect", width=9, height=9, fill="#eeeeee"), id="stripes", width=9, height=9,
                 patternUnits="userSpaceOnUse")  # fmt: skip
    word = {**WORDS, "fill": "#18212b"}
    assert faint(page, night, text("Dalek", **word)) == ['"Dalek" has 1.1:1']
    assert faint(page, tile, night, el("use", href="#tile"), text("Dalek", **word)) == []
    assert faint(page, tile, night, el("use", href="#tile", transform="translate(99)"), text("Dalek", **word)) != []
    assert faint(page, el("defs", stripes), night, el("rect", width=400, height=99, fill="url(#stripes)"),
                 text("Dalek", **word)) == []  # fmt: skip
    assert faint(page, night, text("Dalek", **word, stroke="#ffffff", paint_order="stroke")) == []
    assert (
        faint(page, night, el("rect", width=400, height=99, fill="#ffffff", opacity=0.1), text("Dalek", **word)) != []
    )
