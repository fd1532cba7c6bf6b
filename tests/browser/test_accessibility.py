"""Pages as axe-core reads them: nothing at any level, in the games, by day and by night; and by the keyboard alone."""

import re
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest
from first_samples import stored

from projections.shelf import shelf
from webui import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
PATHS = (
    "/", "/rulings", "/new", "/archive", "/desk", "/nope",
    "/s/keysgame/60", "/s/keysgame/audit", "/s/keysgame/witnesses", "/s/keysgame/kit",
    "/s/worldgame/200", "/s/worldgame/dice",
    "/s/worldgame/why?place=turn", "/s/finished/20", "/s/finished/20?as=yellow", "/s/finished/audit",
    "/s/finished/dice", "/s/keysgame/60/embed", "/?q=nobody",
    "/s/finished/notes", "/s/keysgame/turn/5", "/s/worldgame/turn/3", "/s/keysgame/60?vs=1.1",
    "/s/worldgame/200?vs=100",
)  # fmt: skip


def complaints(page: "Page", axe: str, path: str) -> list[tuple[str, str, list[str]]]:
    """What axe says of a page at any level: the page, the rule, the first elements."""
    page.evaluate(axe)
    told = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(path, one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in told]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(
    browser: "Browser", site: Any, axe: str, scheme: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    found = []
    for path in PATHS:
        page = context.new_page()
        page.goto(f"{site.base}{path}")
        if page.locator(".scene").count():
            page.wait_for_selector(".scene[data-whole]")
        found += complaints(page, axe, path)
        page.close()
    context.close()
    assert found == []


def test_axe_finds_nothing_on_the_first_page_of_demo(browser: "Browser", serve: Any, axe: str) -> None:
    base, found = serve(create_app(stored(), shelf(), laptop=True, first_look=True)), []
    for scheme in SCHEMES:
        for width in (1280, 390):
            context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
            page = context.new_page()
            page.goto(base)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            assert page.locator(".sight .picture svg").count() == len(shelf())
            found += complaints(page, axe, f"{scheme} {width}")
            context.close()
    assert found == []


def test_the_log_is_one_stop_and_arrows_go_along_it(page: "Page", site: Any) -> None:
    """From the step bar a few tabs lead to the log; within it arrows go from row to row, and Enter goes there."""
    page.goto(site.url("keysgame", 60))
    page.wait_for_selector(".scene[data-whole]")
    assert page.locator('.turns a[tabindex="0"]').count() == 1
    page.focus('.turns a[tabindex="0"]')
    before = page.evaluate("document.activeElement.pathname")
    page.keyboard.press("ArrowDown")
    there = page.evaluate("document.activeElement.pathname")
    assert there != before
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.scene[data-seq="{there.rpartition("/")[2]}"]')
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"


def test_words_and_keys_open_over_the_page_and_close(page: "Page", site: Any) -> None:
    page.goto(site.url("keysgame", 60))
    page.wait_for_selector(".scene[data-whole]")
    for key, box in (("t", "#text-twin"), ("?", "#keys")):
        top = page.evaluate("scrollY")
        page.keyboard.press(key)
        assert page.locator(box).is_visible()
        assert page.evaluate("scrollY") == top
        page.keyboard.press("Escape")
        assert page.locator(box).is_hidden()


@pytest.mark.parametrize("session", ["keysgame", "worldgame"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720), (1440, 900)])
def test_controls_and_board_stay_where_they_are(
    browser: "Browser", site: Any, session: str, width: int, height: int
) -> None:
    """Over a hundred steps no control moves, and the board is whole in sight of its frame."""
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(site.url(session, 12))
    page.wait_for_selector(".scene[data-whole]")
    where = """() => [...document.querySelectorAll('.controls [data-step], #play, #slider, #part-board')]
        .map((one) => { const {x, y, width, height} = one.getBoundingClientRect(); return [x, y, width, height]; })"""
    first = page.evaluate(where)
    for _ in range(100):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(where) == first
    whole = """() => { const [svg, frame, bar] = ['#part-board svg', '#part-board', '.controls']
        .map((name) => document.querySelector(name).getBoundingClientRect());
        return svg.left >= frame.left - 1 && svg.right <= frame.right + 1 && svg.bottom <= frame.bottom + 1
            && frame.bottom <= bar.top + 1 && frame.bottom <= innerHeight; }"""
    assert page.evaluate(whole)
    assert not re.search("NaN|undefined", page.locator("main").inner_text())
    context.close()
