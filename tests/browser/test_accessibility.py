"""Pages as axe reads them, in each window, by day and by night; and by the keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from recordings import stored
from windows import SIDEWAYS, Page, Windows

from projections.registry import registry
from webui import create_app

pytestmark = pytest.mark.browser
Axe = Callable[..., list[Any]]
PATHS = (
    "/", "/rulings", "/new", "/import", "/nope", "/?q=dares", "/?q=nobody", "/?state=waiting",
    "/?state=disputed", "/s/keysgame/60", "/s/keysgame/audit", "/s/keysgame/checkpoints", "/s/keysgame/summary",
    "/s/worldgame/200", "/s/worldgame/dice", "/s/worldgame/why?place=turn", "/s/finished/20",
    "/s/finished/20?as=yellow", "/s/finished/audit", "/s/finished/dice", "/s/finished/why?place=turn",
    "/s/finished/notes", "/s/keysgame/turn/5", "/s/worldgame/turn/3", "/s/keysgame/60?vs=1.1",
    "/s/worldgame/200?vs=100", "/s/keysgame/60/embed", "/s/worldgame/200/embed", "/s/finished/1/embed",
)  # fmt: skip
BROKEN = "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
SMALL = """() => [...document.querySelectorAll('a[href], button, input, summary')]
    .filter((one) => one.checkVisibility() && !one.closest('p, blockquote, dd, li, small, .skip'))
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"""
"""Controls that are too small for a finger."""
TALL = {"/", "/s/keysgame/60", "/s/finished/20", "/s/finished/audit", "/s/finished/dice", "/rulings", "/nope"}
"""Pages whose controls are measured."""


@pytest.mark.parametrize("part", range(3))
def test_pages_fit_and_axe_finds_nothing(window: Windows, site: Any, axe: Axe, part: int) -> None:
    page, found = window(1280, 800), []
    for path in PATHS[part::3]:
        page.goto(f"{site.base}{path}")
        if page.locator(".scene").count():
            page.wait_for_selector(".scene[data-whole]")
        for width in (1280, 900, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(SIDEWAYS) <= 0, path
            assert page.evaluate(BROKEN) == 0, path
            assert page.locator("main svg:not(.shared), main img, main p:not(.in-print)").first.is_visible(), path
            assert path not in TALL or [one for one in page.evaluate(SMALL) if 'class="skip"' not in one] == [], path
            found += axe(page, layout=width == 1280) if width in (1280, 390) else []
    assert found == []


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_the_share_menu(window: Windows, site: Any, axe: Axe, width: int) -> None:
    page = window(width, 800)
    page.goto(site.url("keysgame", 60))
    page.wait_for_selector(".scene[data-whole]")
    page.get_by_role("button", name="Share", exact=True).click()
    menu = page.get_by_role("dialog", name="Share this position")
    controls = menu.locator("button, a").all()
    menu.get_by_role("button", name="Copy link").wait_for()
    assert len(controls) == 7
    heights = [control.evaluate("one => one.getBoundingClientRect().height") for control in controls]
    assert min(heights) >= 44, heights
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert menu.count() == 0


def test_axe_finds_nothing_on_the_first_page_of_demo(window: Windows, serve: Any, axe: Axe) -> None:
    base = serve(create_app(stored(), registry(), laptop=True, first_look=True))
    for width in (1280, 390):
        page = window(width, 800)
        page.goto(base)
        assert page.evaluate(SIDEWAYS) <= 0, width
        assert page.locator(".sight .picture svg").count() == len(registry())
        assert axe(page) == []


def test_the_log_is_one_tab_stop_and_arrows_move_within_it(page: Page, site: Any) -> None:
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
    for key, name in (("t", "#text-twin"), ("?", "#keys")):
        top = page.evaluate("scrollY")
        page.keyboard.press(key)
        assert page.locator(name).is_visible()
        assert page.evaluate("scrollY") == top
        page.keyboard.press("Escape")
        assert page.locator(name).is_hidden()


@pytest.mark.parametrize("session", ["keysgame", "worldgame"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720), (1440, 900)])
def test_controls_and_board_do_not_move(window: Windows, site: Any, session: str, width: int, height: int) -> None:
    page = window(width, height)
    page.goto(site.url(session, 12))
    page.wait_for_selector(".scene[data-whole]")
    is_phone = width < 900
    fixed = ".steps [data-step]" if is_phone else ".controls [data-step], #play, #slider, #part-board"
    where = f"""() => [...document.querySelectorAll('{fixed}'), document.querySelector('#part-board')]
        .map((one) => {{ const {{x, y, width, height}} = one.getBoundingClientRect();
                         return [x, y, width, one.id && {str(is_phone).lower()} ? 0 : height]; }})"""
    first = page.evaluate(where)
    for _ in range(100):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(where) == first
    whole = """(is_phone) => { const [board, frame, bar] = ['#part-board .panels', '#part-board', '.controls']
        .map((name) => document.querySelector(name).getBoundingClientRect());
        return board.left >= frame.left - 1 && board.right <= frame.right + 1 && board.bottom <= frame.bottom + 1
            && (is_phone || frame.bottom <= bar.top + 1 && frame.bottom <= innerHeight); }"""
    assert page.evaluate(whole, is_phone)
    assert not re.search("NaN|undefined", page.locator("main").inner_text())
