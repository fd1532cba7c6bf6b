"""Zoom and drag of a map: buttons, keys, wheel, one finger and two, and steps that keep the zoom."""

from typing import Any, Final, Self

import pytest
from risk_worlds import HIDDEN, field, whole
from windows import SIDEWAYS, Page, Windows, box

from projections.contracts import Marks
from projections.drawing.board import Panel, definitions
from projections.drawing.svg import el
from projections.games.risk.board.draw import draw
from projections.games.risk.state.position import Land, World

pytestmark = pytest.mark.browser
OPENED: Final = """async ([markup, name]) => {
    document.body.innerHTML = markup;
    const sheet = document.querySelector('link[rel="stylesheet"][href*="/static/"]');
    const { zoomable } = await import(sheet.href.replace(/[^/]+$/, name));
    zoomable(document.querySelector(".board"));
    const frame = () => new Promise(requestAnimationFrame);
    await frame(); // the browser measures the map after the first frame begins
    await frame();
}"""
REPLACED: Final = """async ([was, now]) => {
    const sheet = document.querySelector('link[rel="stylesheet"][href*="/static/"]');
    const { follow } = await import(sheet.href.replace(/[^/]+$/, "viewer/delta.js"));
    const tree = (node) => ({
        n: node.tagName, a: Object.fromEntries([...node.attributes].map((one) => [one.name, one.value])), mixed: "",
        k: [...node.children].map(tree), t: node.children.length ? "" : node.textContent,
    });
    const grown = (markup) => tree(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement);
    follow(document.querySelector("[data-zoom]"), grown(was), grown(now));
}"""
"""Replaces a map by another position as a step of the viewer does, with changes of elements only."""


def map_of(world: World, before: World | None = None) -> Panel:
    (found,) = (panel for panel in draw(world, Marks((), before)) if panel.name == "map")
    return found


def markup(panel: Panel, *, on_page: bool = True) -> str:
    width, height = panel.size
    given: dict[str, Any] = {"data_zoom": panel.letters} if on_page else {"xmlns": "http://www.w3.org/2000/svg"}
    return el("svg", *panel.parts, viewBox=f"0 0 {width} {height}", role="group", aria_label=panel.title,
              data_panel=panel.name, **given)  # fmt: skip


class Map:
    """A page with a map of Risk that can be zoomed."""

    def __init__(self, page: Page) -> None:
        self.page, self.svg = page, page.locator("[data-zoom]")
        self.touch = page.context.new_cdp_session(page)

    @classmethod
    def alone(cls, page: Page, address: str, panel: Panel) -> Self:
        """Replace the body of a page by a map and some text."""
        page.goto(address)
        shared = el("svg", el("defs", *definitions([panel])), width=0, height=0)
        board = el("figure", el("div", shared, markup(panel), class_="panels"), class_="board")
        rest = el("p", *["Text below the map. "] * 900)
        page.evaluate(OPENED, [el("div", el("div", board, class_="frame"), rest, class_="scene"), "zoom.js"])
        return cls(page)

    def view(self) -> tuple[float, ...]:
        return tuple(float(one) for one in (self.svg.get_attribute("viewBox") or "").split())

    @property
    def letters(self) -> float:
        """The size of the smallest text in CSS pixels."""
        frame, (_, _, wide, high) = box(self.svg), self.view()
        return float(self.svg.get_attribute("data-zoom") or 0) * min(frame["width"] / wide, frame["height"] / high)

    def at(self, name: str) -> tuple[float, float]:
        """Return the middle of the box of a territory on the page."""
        found = box(self.page.locator(f'[data-badge="{name}"]'))
        return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2

    def is_seen(self, name: str) -> bool:
        frame, found = box(self.svg), box(self.page.locator(f'[data-badge="{name}"]'))
        across = frame["x"] <= found["x"] and found["right"] <= frame["right"]
        return across and frame["y"] <= found["y"] and found["bottom"] <= frame["bottom"]

    def taps(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def fingers(self, kind: str, *points: tuple[float, float]) -> None:
        """Put fingers on the page, move them, or lift them, and wait for the next frame."""
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": given})
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def swipes(self, *, to_the_right: bool) -> None:
        """Swipe over the map with one finger."""
        frame = box(self.svg)
        for kind, part in (("Start", 0.3), ("Move", 0.4), ("Move", 0.6), ("Move", 0.7)):
            across = part if to_the_right else 1 - part
            self.fingers(kind, (frame["x"] + across * frame["width"], frame["y"] + 90))
        self.fingers("End")


FIGHT: Final = whole(lands={**HIDDEN.lands, "eastern-australia": Land("black", 1)})


@pytest.fixture
def phone(window: Windows, site: Any) -> Map:
    """A phone with the map after a change in Eastern Australia."""
    page = window(390, 844, has_touch=True, is_mobile=True, reduced_motion="reduce")
    return Map.alone(page, f"{site.base}/nothing", map_of(FIGHT, HIDDEN))


@pytest.fixture
def laptop(window: Windows, site: Any) -> Map:
    return Map.alone(window(1280, 800, reduced_motion="reduce"), f"{site.base}/nothing", map_of(FIGHT, HIDDEN))


WHOLE: Final = (0, 0, 1200, 640)
TAPS: Final = """() => {
    document.taps = [];
    const tap = (event) => document.taps.push(event.target.closest("[data-place]")?.dataset.place);
    document.addEventListener("click", tap);
}"""
KEYS: Final = """() => {
    document.left = [];
    document.addEventListener("keydown", (event) => event.defaultPrevented || document.left.push(event.key));
}"""
WIDTHS: Final = """() => new Promise((done) => {
    const [{ viewBox }, seen] = [document.querySelector("[data-zoom]"), new Set()];
    const look = () => {
        seen.add(viewBox.baseVal.width);
        if (seen.size < 3) requestAnimationFrame(look);
        else done(seen.size);
    };
    document.querySelector('[data-zoom-to="closer"]').click();
    look();
})"""
"""Zooms in and returns 3 after the map has had three different widths."""


def test_a_phone_opens_the_map_at_the_change_with_readable_labels(phone: Map) -> None:
    assert phone.letters >= 9
    assert phone.is_seen("eastern-australia")
    assert not phone.is_seen("alaska")
    assert phone.page.evaluate(SIDEWAYS) == 0
    frame = box(phone.svg)
    for name in ("Zoom in", "Zoom out", "Show the whole map"):
        button = box(phone.page.get_by_role("button", name=name))
        assert min(button["width"], button["height"]) >= 44
        assert frame["x"] <= button["x"]
        assert button["bottom"] <= frame["bottom"]


def test_buttons_show_the_whole_map_and_the_change_again(phone: Map) -> None:
    opened = phone.view()
    phone.taps("Show the whole map")
    assert phone.view() == WHOLE
    assert all(map(phone.is_seen, FIGHT.lands))
    assert not phone.page.get_by_role("button", name="Zoom out").is_visible()
    phone.taps("Zoom in")
    assert phone.view() == opened
    phone.taps("Zoom in")
    assert phone.view()[2] == pytest.approx(opened[2] / 1.5, rel=0.01)
    phone.taps("Zoom out")
    phone.taps("Zoom out")
    assert phone.view() == WHOLE


def test_one_finger_drags_the_map_sideways_and_scrolls_the_page_up(phone: Map) -> None:
    x, _, wide, high = phone.view()
    scale = box(phone.svg)["width"] / wide
    phone.fingers("Start", (120, 200))
    for at in (140, 180, 240):
        phone.fingers("Move", (at, 204))
    phone.fingers("End")
    assert phone.view() == pytest.approx((x - 120 / scale, 0, wide, high), abs=6)
    still = phone.view()
    phone.fingers("Start", (120, 300))
    for at in (280, 240, 200, 160, 120, 100):
        phone.fingers("Move", (122, at))
    phone.fingers("End")
    phone.page.wait_for_function("() => scrollY > 100")
    assert phone.view() == still


def test_a_tap_reaches_the_territory_and_a_drag_does_not(phone: Map) -> None:
    phone.page.evaluate(TAPS)
    x, y = phone.at("eastern-australia")
    phone.page.mouse.click(x, y)
    phone.page.mouse.move(x, y)
    phone.page.mouse.down()
    phone.page.mouse.move(x + 60, y, steps=4)
    phone.page.mouse.up()
    assert phone.page.evaluate("document.taps") == ["eastern-australia"]


def test_two_fingers_zoom_around_the_point_between_them(phone: Map) -> None:
    """What was under a finger at the start stays under it, and a pinch to the full width shows the whole map."""
    before, (x, y) = phone.view(), phone.at("eastern-australia")
    phone.fingers("Start", (x - 30, y), (x + 30, y))
    phone.fingers("Move", (x - 60, y), (x + 60, y))
    assert phone.view()[2] == pytest.approx(before[2] / 2, rel=0.01)
    assert phone.at("eastern-australia") == pytest.approx((x, y), abs=1.5)
    assert phone.svg.get_attribute("data-near") == "both"
    phone.fingers("Move", (x - 5, y), (x + 5, y))
    phone.fingers("End")
    assert phone.view() == WHOLE


def test_the_wheel_zooms_only_with_ctrl_or_on_the_focused_map(laptop: Map) -> None:
    assert laptop.view() == WHOLE
    assert laptop.letters >= 9
    x, y = laptop.at("egypt")
    laptop.page.mouse.move(x, y)
    laptop.page.mouse.wheel(0, -100)
    laptop.page.mouse.wheel(0, 300)
    laptop.page.wait_for_function("() => scrollY > 200")
    assert laptop.view() == WHOLE
    laptop.page.evaluate("scrollTo(0, 0)")
    laptop.svg.focus()
    laptop.page.mouse.wheel(0, -200)
    laptop.page.wait_for_selector("[data-near]")
    assert laptop.at("egypt") == pytest.approx((x, y), abs=1.5)
    assert laptop.page.evaluate("scrollY") == 0
    laptop.page.mouse.wheel(0, 400)
    laptop.page.wait_for_selector("[data-zoom]:not([data-near])")
    laptop.svg.blur()
    laptop.page.keyboard.down("Control")
    laptop.page.mouse.wheel(0, -60)
    laptop.page.wait_for_selector("[data-near]")


def test_keys_zoom_and_move_the_focused_map_and_leave_other_keys_alone(laptop: Map) -> None:
    laptop.page.evaluate(KEYS)
    for key in ("+", "ArrowRight", "0"):
        laptop.page.keyboard.press(key)
    assert laptop.view() == WHOLE
    laptop.svg.focus()
    for key in ("ArrowLeft", "0", "n"):
        laptop.page.keyboard.press(key)
    assert laptop.page.evaluate("document.left") == ["+", "ArrowRight", "0", "ArrowLeft", "0", "n"]
    laptop.page.keyboard.press("+")
    x, y, wide, high = laptop.view()
    assert wide == pytest.approx(800, abs=1)
    laptop.page.keyboard.press("ArrowRight")
    laptop.page.keyboard.press("ArrowUp")
    assert laptop.view() == pytest.approx((min(x + wide / 5, 1200 - wide), max(y - high / 5, 0), wide, high), abs=0.1)
    laptop.page.keyboard.press("0")
    assert laptop.view() == WHOLE
    assert laptop.page.evaluate("document.left").count("ArrowRight") == 1


def test_a_step_keeps_the_zoom_and_shows_its_change(phone: Map) -> None:
    def steps(was: Panel, now: Panel) -> None:
        phone.page.evaluate(REPLACED, [markup(one, on_page=False) for one in (was, now)])

    opened, first = phone.view(), map_of(FIGHT, HIDDEN)
    phone.svg.evaluate("(each) => { each.same = true; }")
    same = map_of(whole(lands={**FIGHT.lands, "eastern-australia": Land("yellow", 2)}), FIGHT)
    steps(first, same)
    assert phone.view() == opened
    west = map_of(whole(lands={**FIGHT.lands, "alaska": Land("yellow", 7)}), FIGHT)
    steps(same, west)
    phone.page.wait_for_function("() => document.querySelector('[data-zoom]').viewBox.baseVal.x < 100")
    assert phone.is_seen("alaska")
    assert phone.view()[2:] == opened[2:]
    assert phone.svg.evaluate("(each) => each.same")


def test_a_map_glides_unless_motion_is_reduced(window: Windows, site: Any) -> None:
    page = window(390, 844, has_touch=True)
    found = Map.alone(page, f"{site.base}/nothing", map_of(field("russia K4")))
    start = found.view()
    assert list(start) == [280, 0, 640, 640]
    found.taps("Zoom in")
    page.wait_for_function(f"() => document.querySelector('[data-zoom]').viewBox.baseVal.width < {start[2] / 1.499}")
    assert found.view() == pytest.approx((386.7, 106.7, 426.7, 426.7), abs=1)
    assert page.evaluate(WIDTHS) == 3


def test_the_viewer_swipes_on_the_whole_map_and_drags_a_zoomed_one(window: Windows, site: Any) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(site.url("worldgame", 60))
    page.wait_for_selector(".scene[data-whole]")
    found = Map(page)
    opened = found.view()
    assert found.letters >= 9
    found.swipes(to_the_right=opened[0] > 200)
    assert found.view() != opened
    assert page.url == site.url("worldgame", 60)
    found.taps("Show the whole map")
    found.swipes(to_the_right=False)
    page.wait_for_url(lambda url: url != site.url("worldgame", 60))
    assert found.view() == WHOLE
    found.taps("Zoom in")
    near = found.view()
    page.click('[data-step="move-forward"]')
    page.click('[data-step="move-back"]')
    assert found.view()[2:] == near[2:]


@pytest.mark.parametrize("path", ["why?place=turn", "200?vs=100", "turn/3"])
def test_the_maps_of_other_pages_can_be_read_on_a_phone(window: Windows, site: Any, path: str) -> None:
    page = window(390, 844, has_touch=True)
    page.goto(f"{site.base}/s/worldgame/{path}")
    page.wait_for_selector(".zoom")
    scales = page.locator("[data-zoom]").evaluate_all(
        "(all) => all.map((one) => one.getScreenCTM().a * one.dataset.zoom)"
    )
    assert all(size >= 9 for size in scales)
    assert page.locator(".zoom").count() == len(scales) >= 1
    assert page.evaluate(SIDEWAYS) <= 0
