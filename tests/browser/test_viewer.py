"""The viewer in a browser: keys, slider, history, focus, and nothing that leaves the host."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from spectator import opened, played
from windows import SIDEWAYS, Page, Windows, box

from events.events import OMNISCIENT, Rolled
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.reading.timeline import Grain, Timeline
from webui import create_app
from webui.access.responses import asset_version
from webui.views.panels import without_status

pytestmark = pytest.mark.browser
WHOLE = ".scene[data-whole]"


class Viewer:
    """A page of the viewer of one session."""

    def __init__(self, page: Page, site: Any, session: str = "keysgame") -> None:
        self.page, self.site, self.session = page, site, session
        opened = site.sessions[session]
        self.timeline = Timeline.read(opened.store, opened.registry, session)

    def goes(self, at: int | str, query: str = "") -> int:
        """Open an entry, or the last entry of a step like `5.2`."""
        seq = at if isinstance(at, int) else self.timeline.find(at).last
        self.page.goto(self.site.url(self.session, seq, query))
        return seq

    def loaded(self, at: int | str) -> int:
        """Open an entry and wait for all steps."""
        seq = self.goes(at)
        self.page.wait_for_selector(WHOLE)
        return seq

    def follow(self, seq: int, grain: Grain = "move", direction: int = 1) -> int:
        following = self.timeline.step(seq, grain, direction)
        assert following is not None
        return following

    def wait(self, seq: int, query: str = "") -> int:
        """Wait until address, board, log and title show an entry."""
        page = self.page
        page.wait_for_url(self.site.url(self.session, seq, query))
        page.wait_for_selector(f'.scene[data-seq="{seq}"]')
        row = page.locator('.turns [aria-current="step"]')
        row.first.wait_for(state="attached")  # the log may not be complete yet
        assert row.count() == 1
        assert page.locator("h1 .at").inner_text() == row.locator(".at").inner_text()
        assert page.title().startswith(page.locator("h1 .at").inner_text())
        return seq

    def steps(self, key: str, seq: int, grain: Grain = "move", direction: int = 1) -> int:
        """Press a key and wait for the entry that it leads to."""
        self.page.keyboard.press(key)
        return self.wait(self.follow(seq, grain, direction))


@pytest.fixture
def keys(page: Page, site: Any) -> Viewer:
    return Viewer(page, site)


KEYS: list[tuple[str, Grain, int]] = [
    ("ArrowRight", "move", 1), ("ArrowRight", "move", 1), ("ArrowLeft", "move", -1), ("j", "move", 1),
    ("k", "move", -1), ("Shift+ArrowRight", "turn", 1), ("Shift+ArrowLeft", "turn", -1), ("]", "round", 1),
    ("[", "round", -1),
]  # fmt: skip


def test_keys_step_by_move_turn_and_round(keys: Viewer) -> None:
    at = keys.goes("5.2")
    for key, grain, direction in KEYS:
        at = keys.steps(key, at, grain, direction)
    keys.page.keyboard.press("End")
    keys.wait(keys.timeline.last)
    keys.page.keyboard.press("ArrowRight")
    keys.page.keyboard.press("Home")
    keys.wait(1)
    keys.page.keyboard.press("ArrowLeft")
    keys.steps("ArrowRight", 1)


def test_steps_and_goes_back_without_loading_the_page_again(keys: Viewer) -> None:
    """The history keeps jumps; steps between them are not kept one by one."""
    page, start = keys.page, keys.goes("3.1")
    page.evaluate("window.same = true")
    following = keys.steps("ArrowRight", start)
    page.click('[data-step="turn-forward"]')
    keys.wait(keys.follow(following, "turn"))
    at = [keys.timeline.find(address).last for address in ("3.1", "3.2", "4.1", "2.1")]
    for seq in at:
        page.click(f'.turns li > a[href$="/{seq}"]')
        keys.wait(seq)
    keys.steps("ArrowRight", at[3])
    for seq in (at[2], at[1], at[0]):
        page.go_back()
        keys.wait(seq)
    page.go_forward()
    keys.wait(at[1])
    assert page.evaluate("window.same") is True
    shown = page.locator("#part-board [data-panel]").evaluate_all("(all) => all.map((one) => one.dataset.panel)")
    assert shown == [panel.name for panel in without_status(keys.timeline.panels(at[1]))]


def test_keys_are_ignored_while_typing_and_with_modifiers(keys: Viewer) -> None:
    page, start = keys.page, keys.goes(60)
    page.keyboard.press("g")
    page.keyboard.type("5.2 jk?")
    assert page.locator("#at").input_value() == "5.2 jk?"
    assert page.locator("#keys").is_hidden()
    page.locator("#at").blur()
    for key in ("Control+Home", "Alt+j", "Meta+ArrowLeft", "Control+Shift+ArrowLeft"):
        page.keyboard.press(key)
    keys.steps("ArrowRight", start)
    page.fill("#at", "7.1")
    page.keyboard.press("Enter")
    keys.wait(keys.timeline.find("7.1").last)


def test_keys_can_be_switched_off(keys: Viewer) -> None:
    page, start = keys.page, keys.goes(60)
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.uncheck("#keys-on")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.reload()
    for key in ("Home", "j", "ArrowLeft"):
        page.keyboard.press(key)
    page.click('[data-step="move-forward"]')
    keys.wait(keys.follow(start))
    assert page.context.cookies() == []


PICTURE = """() => { const told = (one) => [one.tagName, [...one.attributes].filter(({name, value}) =>
    !/^(aria|xmlns)/.test(name) && !/-title$/.test(value)).map(({name, value}) => `${name}=${value}`).sort(),
    one.children.length ? [...one.children].filter((kid) => kid.tagName !== 'desc').map(told) : one.textContent];
    const svg = document.querySelector('#part-board .panels'), words = document.querySelector('#words');
    return [location.pathname, JSON.stringify(told(svg)), words.textContent]; }"""
"""The address of a page, its board and its words at one moment."""


@pytest.mark.parametrize("session", ["keysgame", "worldgame", "finished"])
def test_the_board_after_steps_is_the_board_of_that_entry(page: Page, site: Any, session: str) -> None:
    """The way to an entry does not matter, and no step asks the server."""
    viewer = Viewer(page, site, session)
    viewer.loaded(viewer.timeline.last // 2)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    keys = ("ArrowRight", "ArrowRight", "Shift+ArrowLeft", "]", ".", ".", "[", "Home", "Shift+ArrowRight", "End", "k")
    shown = dict[int, list[str]]()
    for key in (*keys, *keys[::-1]):
        page.keyboard.press(key)
        where, *told = page.evaluate(PICTURE)
        shown[int(where.rpartition("/")[2])] = told
    assert asked == []
    assert len(shown) > 8
    for seq, told in shown.items():
        viewer.loaded(seq)
        assert page.evaluate(PICTURE)[1:] == told


def test_the_scripts_of_the_viewer_load_once_and_are_kept(keys: Viewer) -> None:
    """Each file has the version in its address, so the browser asks for it again only after an update."""
    names = {f"/static/{asset_version()}/{name}" for name in ("times.js", "viewer.js", "copy.js")}
    resources = """() => performance.getEntriesByType("resource").filter((one) => one.name.endsWith(".js"))
        .map((one) => [new URL(one.name).pathname, one.transferSize > 0])"""
    keys.loaded("5.2")
    first = dict(keys.page.evaluate(resources))
    assert len(keys.page.evaluate(resources)) == len(first)
    assert names <= first.keys()
    assert all(first.values())
    keys.loaded("5.3")
    again = dict(keys.page.evaluate(resources))
    assert again.keys() == first.keys()
    assert not any(again.values())


def test_the_slider_does_not_contact_the_server_and_the_wheel_scrolls_the_page(page: Page, site: Any) -> None:
    Viewer(page, site, "worldgame").loaded(100)
    asked, seen = list[str](), set[str]()
    page.on("request", lambda request: asked.append(request.url))
    slider = box(page.locator("#slider"))
    page.mouse.move(slider["x"] + 4, slider["y"] + slider["height"] / 2)
    page.mouse.down()
    for part in range(1, 31):
        page.mouse.move(slider["x"] + slider["width"] * part / 31, slider["y"] + slider["height"] / 2)
        seen.add(page.evaluate("document.querySelector('.scene').dataset.seq"))
    page.mouse.up()
    assert len(seen) > 20
    page.hover("#part-board")
    before = page.evaluate("document.querySelector('.scene').dataset.seq")
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 100")
    assert page.evaluate("document.querySelector('.scene').dataset.seq") == before
    assert asked == []


def test_the_slider_steps_by_moves_and_announces_the_position(keys: Viewer) -> None:
    page, ends = keys.page, keys.timeline.ends["move"]
    keys.goes(ends[9])
    page.wait_for_selector(".scene[data-ready]")
    slider = page.locator("#slider")
    assert slider.get_attribute("type") == "range"
    assert slider.input_value() == "9"
    assert int(slider.get_attribute("max") or 0) == len(ends) - 1
    slider.focus()
    page.keyboard.press("ArrowRight")
    keys.wait(ends[10])
    assert re.match(r"(Move \d+\.\d+|Entry \d+): ", slider.get_attribute("aria-valuetext") or "")
    slider.fill("30")
    keys.wait(ends[30])
    number = page.locator("h1 .at").inner_text()
    assert page.locator(".slide output").inner_text() == f"Move {number}"
    page.keyboard.press("End")
    keys.wait(ends[-1])


def test_play_runs_and_any_key_stops_it(keys: Viewer) -> None:
    page, first = keys.page, keys.steps(" ", keys.goes("2.1"))
    assert page.locator("#play").inner_text() == "Pause"
    keys.wait(keys.follow(first))
    assert page.locator("#live").inner_text() == ""
    page.keyboard.press("ArrowLeft")
    assert page.locator("#play").inner_text() == "Play"


def test_one_sentence_is_announced_for_each_step(keys: Viewer) -> None:
    page = keys.page
    keys.goes("2.1")
    assert page.locator("#live").inner_text() == ""
    page.keyboard.press("ArrowRight")
    page.locator("#live", has_text="Move").wait_for(state="attached")
    output = page.locator("#live").inner_text()
    assert output.startswith("Move 2.2: ")
    assert len(output) <= 120
    assert page.locator("#live").get_attribute("aria-live") == "polite"


def test_the_focus_stays_on_the_pressed_button(keys: Viewer) -> None:
    page, at = keys.page, keys.goes("3.1")
    page.focus('[data-step="move-forward"]')
    for _ in range(2):
        at = keys.steps("Enter", at)
        assert page.evaluate("document.activeElement.dataset.step") == "move-forward"
    page.focus('[data-step="last"]')
    page.keyboard.press("Enter")
    keys.wait(keys.timeline.last)
    assert page.evaluate("document.activeElement.dataset.step") == "last"


def test_the_log_scrolls_with_steps_but_the_page_does_not(page: Page, site: Any) -> None:
    page.goto(site.url("long", 300))
    for _ in range(6):
        before = page.url
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_url(re.compile(f"^(?!{re.escape(before)}$)"))
        page.wait_for_selector(f'.scene[data-seq="{page.url.rpartition("/")[2]}"]')
        page.wait_for_function(
            """() => { const row = document.querySelector('.turns .here').getBoundingClientRect(),
            column = document.querySelector('.turns').getBoundingClientRect();
            return row.top >= column.top && row.top < column.bottom && scrollY === 0; }"""
        )


def test_a_finished_session_can_be_viewed_as_a_seat(page: Page, site: Any) -> None:
    viewer = Viewer(page, site, "finished")
    viewer.goes(20)
    page.click("nav[aria-label='As seen by'] a:has-text('Yellow')")
    viewer.wait(20, "?as=yellow")
    page.click("nav[aria-label='Known then or now'] a:has-text('known now')")
    viewer.wait(20, "?as=yellow&known=now")
    page.keyboard.press("ArrowRight")
    viewer.wait(viewer.follow(20), "?as=yellow&known=now")


def test_without_script_every_link_still_works(window: Windows, site: Any) -> None:
    viewer = Viewer(window(java_script_enabled=False), site)
    page, at = viewer.page, viewer.goes("3.1")
    steps: list[tuple[Grain, str, int]] = [("move", "forward", 1), ("turn", "back", -1), ("line", "forward", 1)]
    for grain, name, direction in steps:
        at = viewer.follow(at, grain, direction)
        page.click(f'[data-step="{grain}-{name}"]')
        assert page.url == site.url("keysgame", at)
    assert page.locator("#slide").is_hidden()
    assert page.locator("#keys-off").is_hidden()
    page.fill("#at", "#12")
    page.click(".go button")
    assert page.url == site.url("keysgame", 12)


def test_a_step_that_cannot_be_fetched_follows_the_link(keys: Viewer) -> None:
    keys.page.add_init_script("window.fetch = () => Promise.reject(new Error('no'))")
    keys.steps("ArrowRight", keys.goes("3.1"))


def test_the_step_bar_stays_in_reach_on_a_phone(window: Windows, site: Any) -> None:
    page = window(390, 844, has_touch=True, is_mobile=True)
    page.goto(site.url("keysgame", 60))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for name in ("first", "turn-back", "move-back", "move-forward", "turn-forward", "last"):
        button = box(page.locator(f'[data-step="{name}"]'))
        assert min(button["height"], button["width"]) >= 44
        assert button["bottom"] <= 844


def test_a_returning_spectator_sees_the_moves_played_meanwhile(keys: Viewer) -> None:
    """The browser alone remembers: the number of moves, at most five sentences, and a replay."""
    page, ends = keys.page, keys.timeline.ends["move"]
    keys.loaded(ends[-8])
    assert page.locator("#since").inner_text() == ""
    keys.goes(keys.timeline.last)
    told = page.locator("#since summary")
    told.wait_for()
    assert told.inner_text().startswith("7 moves since ")
    told.click()
    assert page.locator("#since li").count() == 5
    page.get_by_role("button", name="Replay moves").click()
    keys.wait(ends[-7])
    assert page.context.cookies() == []


def test_the_timeline_jumps_to_the_next_marked_entry(page: Page, site: Any) -> None:
    viewer = Viewer(page, site, "worldgame")
    known = viewer.timeline
    taken = next(entry.seq for entry in known.entries if type(entry.event).__name__ == "TerritoryTaken")
    viewer.loaded(1)
    chip = page.get_by_role("button", name=re.compile("^conquests"))
    assert chip.get_attribute("aria-pressed") == "true"
    page.keyboard.press("n")
    viewer.wait(known.group_at(taken).last)
    chip.click()
    page.get_by_role("button", name=re.compile("^dice")).click()
    page.keyboard.press("Home")
    page.keyboard.press("n")
    first = next(entry.seq for entry in known.entries if isinstance(entry.event, Rolled))
    viewer.wait(known.group_at(first).last)


SCROLLED = """(board) => new Promise((done) => {
    let frames = 0;
    const look = () => (board.scrollLeft || ++frames > 300 ? done(board.scrollLeft > 0) : requestAnimationFrame(look));
    look();
})"""
"""A script that reports whether a frame scrolls within a number of animation frames."""


def move(site: Any, mark: str) -> tuple[int, int]:
    opened = site.sessions["worldgame"]
    timeline = Timeline.read(opened.store, opened.registry, "worldgame", OMNISCIENT)
    ends = timeline.ends["move"]
    at = next(at for at in range(len(ends) // 2, len(ends) - 1) if mark in timeline.svg(ends[at]))
    return ends[at], ends[at + 1]


def enlarged(window: Windows, url: str) -> Page:
    page = window(1280, 800)
    page.goto(url)
    page.wait_for_selector(".scene[data-whole]")
    page.get_by_role("button", name="Enlarge").click()
    return page


@pytest.mark.parametrize("scripts", [True, False])
def test_the_whole_board_fits_on_a_phone(window: Windows, site: Any, *, scripts: bool) -> None:
    page = window(390, 844, has_touch=True, java_script_enabled=scripts)
    page.goto(site.url("worldgame", move(site, "data-ring")[0]))
    page.wait_for_selector(WHOLE if scripts else ".scene")
    frame = box(page.locator("#part-board"))
    for panel in page.locator("#part-board [data-panel]:visible").all():
        svg = box(panel)
        assert frame["x"] <= svg["x"] < svg["right"] <= frame["right"] <= 390
        assert svg["bottom"] <= frame["bottom"] + 1
    assert page.locator("#enlarge").is_hidden()
    if not scripts:
        assert page.get_by_role("link", name="picture (PNG)").is_visible()


def test_counts_and_codes_can_be_read_on_an_enlarged_board(window: Windows, site: Any) -> None:
    page = enlarged(window, site.url("worldgame", move(site, "data-ring")[0]))
    assert page.evaluate(SIDEWAYS) <= 0, "the page itself does not scroll"
    heights = page.evaluate(
        """[...document.querySelectorAll("#part-board [data-badge] text")].map((text) => {
             const svg = text.ownerSVGElement;
             return [/^[0-9]+$/.test(text.textContent), parseFloat(text.getAttribute("font-size"))
                     * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width];
           })"""
    )
    assert min(px for is_count, px in heights if is_count) >= 16
    assert min(px for _, px in heights) >= 10


@pytest.mark.parametrize("mark", ["data-arrow", "data-ring"])
def test_changed_parts_are_visible_on_an_enlarged_board(window: Windows, site: Any, mark: str) -> None:
    page = enlarged(window, site.url("worldgame", move(site, mark)[0]))
    frame = box(page.locator("#part-board"))
    boxes = [found.bounding_box() for found in page.locator(f"#part-board [{mark}]").all()]
    middles = [box["x"] + box["width"] / 2 for box in boxes if box]
    assert any(frame["x"] <= middle <= frame["right"] for middle in middles)


def test_an_enlarged_board_is_a_tab_stop_and_scrolls_by_arrows(window: Windows, site: Any) -> None:
    at, following = move(site, "data-ring")
    page = enlarged(window, site.url("worldgame", at))
    frame = page.locator("#part-board")
    assert frame.get_attribute("aria-label") == "Enlarged board. Scroll to see all of it"
    frame.focus()
    frame.evaluate("(board) => (board.scrollLeft = 0)")
    page.keyboard.press("ArrowRight")
    assert frame.evaluate(SCROLLED)
    assert page.url == site.url("worldgame", at), "arrows scroll here and do not step"
    page.keyboard.press("j")
    page.wait_for_url(site.url("worldgame", following))
    assert frame.evaluate("(board) => board === document.activeElement"), "and the board keeps the focus"
    page.get_by_role("button", name="Enlarge").click()
    assert frame.get_attribute("tabindex") is None


@pytest.mark.parametrize("at", [60, -1])
@pytest.mark.parametrize("slug", ["keys", "risk"])
def test_the_board_begins_in_the_upper_third_of_a_phone(
    serve: Callable[[Flask], str], window: Windows, slug: str, at: int
) -> None:
    """Also with the bar and the navigation of a moderator, at an earlier and at the last board."""
    store = MemoryStore()
    seats = ("black", "yellow", "orange") if slug == "risk" else ("tenth", "rose")
    session = played(opened(store, registry(), slug, seats, session="friday"), 60)
    page = window(390, 844, has_touch=True)
    base = serve(create_app(store, registry(), laptop=True))
    page.goto(f"{base}/s/friday/{at if at > 0 else session.head.seq}")
    assert box(page.locator("#part-board"))["y"] < 844 / 3
    assert page.get_by_role("link", name="Board now").is_visible() is (at > 0)


def test_the_whole_navigation_is_on_the_screen_of_a_phone(serve: Callable[[Flask], str], window: Windows) -> None:
    store, title = MemoryStore(), "The long autumn game of the reading circle " * 2
    session = opened(store, registry(), "keys", ("tenth", "rose"), session="autumn", title=title.strip())
    page = window(390, 844, has_touch=True)
    page.goto(f"{serve(create_app(store, registry(), laptop=True))}/s/autumn/{session.head.seq}")
    for place in page.locator(".crumbs a").all():
        found = box(place)
        assert 0 <= found["x"] < found["right"] <= 390, place.inner_text()
    assert {"Notices", "Set value", "People"} <= {*page.locator(".crumbs a").all_inner_texts()}
    cut = "each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1"
    assert not page.locator(".crumbs a").first.evaluate(cut)


def test_a_long_headline_leaves_the_number_of_the_entry_whole(window: Windows, site: Any) -> None:
    page = window(1280, 800)
    page.goto(site.url("keysgame", 12))
    room = page.evaluate("""() => {
        const meta = document.querySelector(".heading .meta");
        const top = meta.getBoundingClientRect().height;
        meta.querySelector("strong").textContent = "Next: a very long headline ".repeat(12);
        const box = meta.getBoundingClientRect();
        return [box.height - top, box.right - meta.querySelector("span").getBoundingClientRect().right];
    }""")
    assert room[0] == 0
    assert room[1] >= 0
