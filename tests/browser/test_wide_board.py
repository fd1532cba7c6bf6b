"""A board too wide for a phone: it scrolls in its own frame, can be read, and shows what changed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from events.facts import TABLE
from replay.reading.timeline import Timeline

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser
SCROLLED = """(board) => new Promise((done) => {
    let frames = 0;
    const look = () => (board.scrollLeft || ++frames > 300 ? done(board.scrollLeft > 0) : requestAnimationFrame(look));
    look();
})"""
"""Whether a frame scrolls within so many pictures."""


@pytest.fixture
def phone(browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def board(page: "Page") -> "Locator":
    return page.locator("#part-board")


def move(site: Any, mark: str) -> tuple[int, int]:
    """The last line of a move whose board has this mark, in the middle of the session, and of the move after it."""
    opened = site.sessions["worldgame"]
    timeline = Timeline.read(opened.store, opened.shelf, "worldgame", TABLE)
    ends = timeline.ends["move"]
    at = next(at for at in range(len(ends) // 2, len(ends) - 1) if mark in timeline.svg(ends[at]))
    return ends[at], ends[at + 1]


def test_counts_and_codes_can_be_read_on_a_phone(phone: "Page", site: Any) -> None:
    phone.goto(site.url("worldgame", move(site, "data-ring")[0]))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page itself does not scroll"
    heights = phone.evaluate(
        """[...document.querySelectorAll("#part-board [data-badge] text")].map((text) => {
             const svg = text.ownerSVGElement;
             return [/^[0-9]+$/.test(text.textContent), parseFloat(text.getAttribute("font-size"))
                     * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width];
           })"""
    )
    assert min(px for is_count, px in heights if is_count) >= 16
    assert min(px for _, px in heights) >= 10


@pytest.mark.parametrize("mark", ["data-arrow", "data-ring"])
def test_what_changed_is_in_sight(phone: "Page", site: Any, mark: str) -> None:
    phone.goto(site.url("worldgame", move(site, mark)[0]))
    phone.wait_for_selector("#slide:not([hidden])")
    frame = board(phone).bounding_box()
    assert frame is not None
    boxes = [found.bounding_box() for found in phone.locator(f"#part-board [{mark}]").all()]
    middles = [box["x"] + box["width"] / 2 for box in boxes if box]
    assert any(frame["x"] <= middle <= frame["x"] + frame["width"] for middle in middles)


def test_the_frame_is_reached_by_keyboard_named_and_scrolled_with_arrows(phone: "Page", site: Any) -> None:
    at, following = move(site, "data-ring")
    phone.goto(site.url("worldgame", at))
    phone.wait_for_selector("#slide:not([hidden])")
    frame = board(phone)
    assert frame.get_attribute("aria-label") == "The board; in a narrow window it scrolls sideways"
    for _ in range(30):
        phone.keyboard.press("Tab")
        if frame.evaluate("(board) => board === document.activeElement"):
            break
    else:
        pytest.fail("the board is not among the stops of the Tab key")
    frame.evaluate("(board) => (board.scrollLeft = 0)")
    phone.keyboard.press("ArrowRight")
    assert frame.evaluate(SCROLLED)
    assert phone.url == site.url("worldgame", at), "arrows scroll here and do not step"
    phone.keyboard.press("k")
    phone.wait_for_url(site.url("worldgame", following))
    assert frame.evaluate("(board) => board === document.activeElement"), "and the board keeps the focus"


def test_where_all_of_it_is_seen_it_is_no_stop_and_arrows_step(browser: "Browser", site: Any) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    at, following = move(site, "data-ring")
    page.goto(site.url("worldgame", at))
    page.wait_for_selector("#slide:not([hidden])")
    assert board(page).get_attribute("tabindex") == "-1"
    assert board(page).evaluate("(board) => board.scrollWidth <= board.clientWidth")
    board(page).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(site.url("worldgame", following))
    context.close()


def test_without_script_the_frame_scrolls_and_is_a_stop(browser: "Browser", site: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url("worldgame", move(site, "data-ring")[0]))
    assert board(page).get_attribute("tabindex") == "0"
    svg, frame = page.locator("#part-board > svg").bounding_box(), board(page).bounding_box()
    assert svg is not None
    assert frame is not None
    assert svg["width"] >= 768 > frame["width"]
    context.close()
