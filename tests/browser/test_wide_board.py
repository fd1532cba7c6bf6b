"""A wide board on a phone: whole at first; enlarged it can be read, scrolls in its frame, and shows what changed."""

from typing import Any

import pytest
from windows import SIDEWAYS, Page, Windows, box

from events.facts import TABLE
from replay.reading.timeline import Timeline

pytestmark = pytest.mark.browser
SCROLLED = """(board) => new Promise((done) => {
    let frames = 0;
    const look = () => (board.scrollLeft || ++frames > 300 ? done(board.scrollLeft > 0) : requestAnimationFrame(look));
    look();
})"""
"""Whether a frame scrolls within so many pictures."""


@pytest.fixture
def phone(window: Windows) -> Page:
    return window(390, 844, has_touch=True)


def move(site: Any, mark: str) -> tuple[int, int]:
    """The last line of a move whose board has this mark, in the middle of the session, and of the move after it."""
    opened = site.sessions["worldgame"]
    timeline = Timeline.read(opened.store, opened.shelf, "worldgame", TABLE)
    ends = timeline.ends["move"]
    at = next(at for at in range(len(ends) // 2, len(ends) - 1) if mark in timeline.svg(ends[at]))
    return ends[at], ends[at + 1]


def enlarged(phone: Page, url: str) -> None:
    """A page with its board enlarged, as by a tap."""
    phone.goto(url)
    phone.wait_for_selector(".scene[data-whole]")
    phone.get_by_role("button", name="Enlarge").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_board_is_whole_on_a_phone(window: Windows, site: Any, *, scripts: bool) -> None:
    page = window(390, 844, has_touch=True, java_script_enabled=scripts)
    page.goto(site.url("worldgame", move(site, "data-ring")[0]))
    svg, frame = box(page.locator("#part-board > svg")), box(page.locator("#part-board"))
    assert svg["right"] <= frame["right"] + 1
    if scripts:
        assert frame["x"] <= svg["x"]
        assert svg["bottom"] <= frame["bottom"] + 1
    else:
        assert page.locator("#enlarge").is_hidden()
        assert page.get_by_role("link", name="picture (PNG)").is_visible()


def test_counts_and_codes_can_be_read_on_a_phone(phone: Page, site: Any) -> None:
    enlarged(phone, site.url("worldgame", move(site, "data-ring")[0]))
    assert phone.evaluate(SIDEWAYS) <= 0, "the page itself does not scroll"
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
def test_what_changed_is_in_sight(phone: Page, site: Any, mark: str) -> None:
    enlarged(phone, site.url("worldgame", move(site, mark)[0]))
    frame = box(phone.locator("#part-board"))
    boxes = [found.bounding_box() for found in phone.locator(f"#part-board [{mark}]").all()]
    middles = [box["x"] + box["width"] / 2 for box in boxes if box]
    assert any(frame["x"] <= middle <= frame["right"] for middle in middles)


def test_an_enlarged_board_is_a_stop_and_scrolls_with_arrows(phone: Page, site: Any) -> None:
    at, following = move(site, "data-ring")
    enlarged(phone, site.url("worldgame", at))
    frame = phone.locator("#part-board")
    assert frame.get_attribute("aria-label") == "The board, enlarged; it scrolls"
    frame.focus()
    frame.evaluate("(board) => (board.scrollLeft = 0)")
    phone.keyboard.press("ArrowRight")
    assert frame.evaluate(SCROLLED)
    assert phone.url == site.url("worldgame", at), "arrows scroll here and do not step"
    phone.keyboard.press("j")
    phone.wait_for_url(site.url("worldgame", following))
    assert frame.evaluate("(board) => board === document.activeElement"), "and the board keeps the focus"
    phone.get_by_role("button", name="Enlarge").click()
    assert frame.get_attribute("tabindex") is None
