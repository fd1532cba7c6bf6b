"""Every text of every board and chart, measured in the browser: none is cut, and no two overlap.

With the pages' own type, and where that is late with the one that stands in for it; by day and by night.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from font_tables import widths
from measured_texts import measured
from spectator import opened, played
from windows import Browser, Page, Windows

import webui
from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.samples import samples, take_in
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
    """The drawings of each game that are measured."""
    store, games = MemoryStore(), shelf()
    found = dict[str, list[Drawn]]()
    for slug in games:
        sessions = {sample.name: take_in(store, games, sample) for sample in samples(slug)}
        sessions["broad names"] = broad_names(store, slug)
        found[slug] = [drawn for name, session in sessions.items() for drawn in spread(store, session, name)]
    return found


def broad_names(store: MemoryStore, slug: str) -> str:
    """A session of seats with the broadest names that are allowed, played a while."""
    most = shelf()[slug].meta.seats[1]
    seats = tuple(f"{letter}{'wm' * 15}"[:LONGEST] for letter in "wmgoqd"[:most])
    return played(opened(store, shelf(), slug, seats, session=f"{slug}-broad"), 60).row.session


def spread(store: MemoryStore, session: str, name: str) -> Iterator[Drawn]:
    """Drawings of a session from its first line to its last, and its charts."""
    table, seen = (Timeline.read(store, shelf(), session, viewer) for viewer in (TABLE, ALL))
    for number in range(LINES):
        timeline, viewer = ((table, "table"), (seen, "spectators"))[number % 2]
        seq = 1 + round(number * (timeline.last - 1) / (LINES - 1))
        yield Drawn(f"{name}, line {seq}, {viewer}", timeline.svg(seq))
    for number, chart in enumerate(table.game.view.charts):
        yield Drawn(f"{name}, {chart.title}", table.chart(table.last, number))


@pytest.fixture(scope="module")
def address(serve: Callable[[Flask], str]) -> str:
    """A page of the site."""
    return f"{serve(create_app(MemoryStore(), shelf()))}/"


@pytest.fixture(scope="module", params=["own type", "type that stands in"])
def stage(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    served = sorted((Path(webui.__file__).parent / "static").glob("*.woff2"))
    bold = widths(BOLD.read_bytes())
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
"""The games whose words all stand inside what frames them; in the others a label may stand beside its piece."""


@pytest.mark.parametrize("slug", shelf())
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


@pytest.mark.parametrize("slug", shelf())
def test_the_night_moves_nothing(stage: Page, drawings: dict[str, list[Drawn]], slug: str) -> None:
    some = [one.svg for one in drawings[slug][::12]]
    stage.emulate_media(color_scheme="light")
    day = [one["boxes"] for one in measured(stage, some)]
    stage.emulate_media(color_scheme="dark")
    sheet = stage.add_style_tag(url=f"/night/{slug}.css")
    assert [one["boxes"] for one in measured(stage, some)] == day
    sheet.evaluate("each => each.remove()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", [slug for slug, game in shelf().items() if game.view.night is not None])
def test_every_text_reads_on_its_ground(
    window: Windows, address: str, drawings: dict[str, list[Drawn]], slug: str, scheme: str
) -> None:
    page = window(color_scheme=scheme)
    page.goto(address)
    if scheme == "dark":
        page.add_style_tag(url=f"/night/{slug}.css")
    some = drawings[slug][::7]
    found = measured(page, [one.svg for one in some], grounds=True)
    wrong = [f"{drawn.name}: {what}" for drawn, one in zip(some, found, strict=True) for what in one["faint"]]
    assert not wrong, f"{len(wrong)}: {'; '.join(wrong[:40])}"


def test_pages_are_set_in_their_own_type(page: Page, site: Any) -> None:
    page.goto(site.url("finished", 1))
    page.evaluate("() => document.fonts.ready")
    page.reload()
    page.evaluate("() => document.fonts.ready")
    bold = widths(BOLD.read_bytes())
    assert page.evaluate(WIDE, PROBE) == pytest.approx(sum(bold[sign] for sign in PROBE), rel=0.02)
    family = "(node) => getComputedStyle(document.querySelector(node)).fontFamily.split(',')[0]"
    assert {page.evaluate(family, node) for node in ("h1", "#part-board text", "button, input, select")} == {
        '"Atkinson Hyperlegible Next"'
    }
