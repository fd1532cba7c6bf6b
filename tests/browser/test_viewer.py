"""The viewer in a browser: keys, slider, history, focus, and nothing that leaves the host."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from events.facts import Rolled
from replay.reading.timeline import Grain, Timeline

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def timeline(site: Any, session: str) -> Timeline:
    opened = site.sessions[session]
    return Timeline.read(opened.store, opened.shelf, session)


def follow(site: Any, session: str, seq: int, grain: Grain, direction: int) -> int:
    following = timeline(site, session).step(seq, grain, direction)
    assert following is not None
    return following


def wait(page: "Page", site: Any, session: str, seq: int, query: str = "") -> None:
    """Until the page stands at a line: address, board, log and title as one."""
    page.wait_for_url(site.url(session, seq, query))
    page.wait_for_selector(f'.scene[data-seq="{seq}"]')
    row = page.locator('.turns [aria-current="step"]')
    row.first.wait_for(state="attached")  # the log may still be laid out
    assert row.count() == 1
    assert page.locator("h1 .at").inner_text() == row.locator(".at").inner_text()
    assert page.title().startswith(page.locator("h1 .at").inner_text())


def test_keys_step_by_move_turn_and_round(page: "Page", site: Any) -> None:
    at = timeline(site, "keysgame").find("5.2").last
    page.goto(site.url("keysgame", at))
    for key, grain, direction in (
        ("ArrowRight", "move", 1), ("ArrowRight", "move", 1), ("ArrowLeft", "move", -1), ("j", "move", 1),
        ("k", "move", -1), ("Shift+ArrowRight", "turn", 1), ("Shift+ArrowLeft", "turn", -1), ("]", "round", 1),
        ("[", "round", -1),
    ):  # fmt: skip
        at = follow(site, "keysgame", at, grain, direction)  # type: ignore[arg-type]
        page.keyboard.press(key)
        wait(page, site, "keysgame", at)


def test_home_and_end(page: "Page", site: Any) -> None:
    last = timeline(site, "keysgame").last
    page.goto(site.url("keysgame", 30))
    page.keyboard.press("End")
    wait(page, site, "keysgame", last)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    wait(page, site, "keysgame", 1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", follow(site, "keysgame", 1, "move", 1))


def test_steps_without_loading_the_page_anew(page: "Page", site: Any) -> None:
    at = timeline(site, "keysgame").find("3.1").last
    page.goto(site.url("keysgame", at))
    page.evaluate("window.same = true")
    following = follow(site, "keysgame", at, "move", 1)
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", following)
    page.click('[data-step="turn-forward"]')
    at = follow(site, "keysgame", following, "turn", 1)
    wait(page, site, "keysgame", at)
    page.click(f'.turns li > a[href$="/{following}"]')
    wait(page, site, "keysgame", following)
    assert page.evaluate("window.same") is True
    assert page.locator("#part-board").inner_html().count("<svg") == 1


def test_back_and_forward_of_the_browser(page: "Page", site: Any) -> None:
    """A jump can be gone back from; steps between are not kept one by one."""
    known = timeline(site, "keysgame")
    at = [known.find(address).last for address in ("3.1", "3.2", "4.1", "2.1")]
    page.goto(site.url("keysgame", at[0]))
    for seq in at[1:]:
        page.click(f'.turns li > a[href$="/{seq}"]')
        wait(page, site, "keysgame", seq)
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", follow(site, "keysgame", at[3], "move", 1))
    for seq in (at[2], at[1], at[0]):
        page.go_back()
        wait(page, site, "keysgame", seq)
    page.go_forward()
    wait(page, site, "keysgame", at[1])


def test_keys_are_silent_while_typing_and_with_modifiers(page: "Page", site: Any) -> None:
    page.goto(site.url("keysgame", 60))
    page.keyboard.press("g")
    page.keyboard.type("5.2 jk?")
    assert page.locator("#at").input_value() == "5.2 jk?"
    assert page.locator("#keys").is_hidden()
    page.locator("#at").blur()
    for key in ("Control+Home", "Alt+j", "Meta+ArrowLeft", "Control+Shift+ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", follow(site, "keysgame", 60, "move", 1))


def test_keys_can_be_switched_off(page: "Page", site: Any) -> None:
    page.goto(site.url("keysgame", 60))
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.uncheck("#keys-on")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.reload()
    for key in ("Home", "j", "ArrowLeft"):
        page.keyboard.press(key)
    page.click('[data-step="move-forward"]')
    wait(page, site, "keysgame", follow(site, "keysgame", 60, "move", 1))
    assert page.context.cookies() == []


def test_go_to_an_address(page: "Page", site: Any) -> None:
    page.goto(site.url("keysgame", 60))
    page.keyboard.press("g")
    page.keyboard.type("7.1")
    page.keyboard.press("Enter")
    wait(page, site, "keysgame", timeline(site, "keysgame").find("7.1").last)


PICTURE = """() => { const told = (one) => [one.tagName, [...one.attributes].filter(({name, value}) =>
    !/^(aria|xmlns)/.test(name) && !/-title$/.test(value)).map(({name, value}) => `${name}=${value}`).sort(),
    one.children.length ? [...one.children].filter((kid) => kid.tagName !== 'desc').map(told) : one.textContent];
    const svg = document.querySelector('#part-board svg'), words = document.querySelector('#words');
    return [location.pathname, JSON.stringify(told(svg)), words.textContent]; }"""
"""Where a page says that it stands, its board and the words to it: all of one moment."""


@pytest.mark.parametrize("session", ["keysgame", "worldgame", "finished"])
def test_the_board_stepped_to_is_the_board_of_that_line(page: "Page", site: Any, session: str) -> None:
    """On, back, far and near: whatever way one comes, the same picture and words; and nothing is asked for."""
    last = timeline(site, session).last
    page.goto(site.url(session, last // 2))
    page.wait_for_selector(".scene[data-whole]")
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
        page.goto(site.url(session, seq))
        assert page.evaluate(PICTURE)[1:] == told


def test_a_drag_of_the_slider_and_the_wheel_ask_for_nothing(page: "Page", site: Any) -> None:
    page.goto(site.url("worldgame", 100))
    page.wait_for_selector(".scene[data-whole]")
    asked, seen = list[str](), set[str]()
    page.on("request", lambda request: asked.append(request.url))
    box = page.locator("#slider").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in range(1, 31):
        page.mouse.move(box["x"] + box["width"] * part / 31, box["y"] + box["height"] / 2)
        seen.add(page.evaluate("document.querySelector('.scene').dataset.seq"))
    page.mouse.up()
    assert len(seen) > 20
    page.hover("#part-board")
    before = page.evaluate("document.querySelector('.scene').dataset.seq")
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.wait_for_function("(before) => document.querySelector('.scene').dataset.seq !== before", arg=before)
    assert asked == []


def test_slider_goes_by_moves_and_says_where(page: "Page", site: Any) -> None:
    ends = timeline(site, "keysgame").ends["move"]
    page.goto(site.url("keysgame", ends[9]))
    page.wait_for_selector(".scene[data-ready]")
    slider = page.locator("#slider")
    assert slider.get_attribute("type") == "range"
    assert slider.input_value() == "9"
    assert int(slider.get_attribute("max") or 0) == len(ends) - 1
    slider.focus()
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", ends[10])
    assert re.match(r"(Turn \d+, step \d+|Line \d+): ", slider.get_attribute("aria-valuetext") or "")
    slider.fill("30")
    wait(page, site, "keysgame", ends[30])
    assert page.locator(".slide output").inner_text() == f"31 of {len(ends)}"
    page.keyboard.press("End")
    wait(page, site, "keysgame", ends[-1])


def test_play_runs_and_any_key_stops_it(page: "Page", site: Any) -> None:
    start = timeline(site, "keysgame").find("2.1").last
    page.goto(site.url("keysgame", start))
    page.keyboard.press(" ")
    first = follow(site, "keysgame", start, "move", 1)
    wait(page, site, "keysgame", first)
    assert page.locator("#play").inner_text() == "Pause"
    wait(page, site, "keysgame", follow(site, "keysgame", first, "move", 1))
    assert page.locator("#live").inner_text() == ""
    page.keyboard.press("ArrowLeft")
    assert page.locator("#play").inner_text() == "Play"


def test_one_sentence_is_said_a_step(page: "Page", site: Any) -> None:
    start = timeline(site, "keysgame").find("2.1").last
    page.goto(site.url("keysgame", start))
    assert page.locator("#live").inner_text() == ""
    page.keyboard.press("ArrowRight")
    page.locator("#live", has_text="Turn").wait_for(state="attached")
    said = page.locator("#live").inner_text()
    assert said.startswith("Turn 2, step 2: ")
    assert len(said) <= 120
    assert page.locator("#live").get_attribute("aria-live") == "polite"


def test_focus_stays_where_it_was(page: "Page", site: Any) -> None:
    at = timeline(site, "keysgame").find("3.1").last
    page.goto(site.url("keysgame", at))
    page.focus('[data-step="move-forward"]')
    for _ in range(2):
        at = follow(site, "keysgame", at, "move", 1)
        page.keyboard.press("Enter")
        wait(page, site, "keysgame", at)
        assert page.evaluate("document.activeElement.dataset.step") == "move-forward"
    page.focus('[data-step="last"]')
    page.keyboard.press("Enter")
    wait(page, site, "keysgame", timeline(site, "keysgame").last)
    assert page.evaluate("document.activeElement.dataset.step") == "last"


def test_the_log_follows_and_the_page_stays(page: "Page", site: Any) -> None:
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


def test_looks_of_a_finished_session(page: "Page", site: Any) -> None:
    page.goto(site.url("finished", 20))
    page.click("nav[aria-label='As seen by'] a:has-text('Yellow')")
    wait(page, site, "finished", 20, "?as=yellow")
    page.click("nav[aria-label='As known when'] a:has-text('known now')")
    wait(page, site, "finished", 20, "?as=yellow&known=now")
    page.keyboard.press("ArrowRight")
    wait(page, site, "finished", follow(site, "finished", 20, "move", 1), "?as=yellow&known=now")


def test_without_script_every_link_still_works(browser: "Browser", site: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    at = timeline(site, "keysgame").find("3.1").last
    page.goto(site.url("keysgame", at))
    for name, grain, direction in (("move-forward", "move", 1), ("turn-back", "turn", -1), ("line-forward", "line", 1)):
        at = follow(site, "keysgame", at, grain, direction)  # type: ignore[arg-type]
        page.click(f'[data-step="{name}"]')
        assert page.url == site.url("keysgame", at)
    assert page.locator("#slide").is_hidden()
    assert page.locator("#keys-off").is_hidden()
    page.fill("#at", "#12")
    page.click(".go button")
    assert page.url == site.url("keysgame", 12)
    context.close()


def test_a_step_that_fails_falls_back_to_the_link(page: "Page", site: Any) -> None:
    """Where a part cannot be fetched, the browser goes there as it would by a plain link."""
    start = timeline(site, "keysgame").find("3.1").last
    page.add_init_script("window.fetch = () => Promise.reject(new Error('no'))")
    page.goto(site.url("keysgame", start))
    page.keyboard.press("ArrowRight")
    wait(page, site, "keysgame", follow(site, "keysgame", start, "move", 1))


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (900, 700), (390, 844), (320, 640)])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/s/keysgame/60",
        "/s/finished/20",
        "/s/finished/audit",
        "/s/finished/dice",
        "/s/finished/why?place=turn",
        "/rulings",
        "/nope",
    ],
)
def test_no_page_scrolls_sideways(browser: "Browser", site: Any, path: str, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(f"{site.base}{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, input, summary')]
        .filter((one) => one.checkVisibility() && !one.closest('p, blockquote, dd, li, small, .skip'))
        .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"""
    )
    assert [one for one in small if 'class="skip"' not in one] == []
    context.close()


def test_step_bar_stays_in_reach_on_a_phone(browser: "Browser", site: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(site.url("keysgame", 60))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for name in ("first", "turn-back", "move-back", "move-forward", "turn-forward", "last"):
        box = page.locator(f'[data-step="{name}"]').bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] + box["height"] <= 844
    context.close()


def test_who_comes_back_is_told_the_moves_since(page: "Page", site: Any) -> None:
    """Kept in the browser alone: how many moves, at most five sentences, and a replay of just them."""
    ends = timeline(site, "keysgame").ends["move"]
    page.goto(site.url("keysgame", ends[-8]))
    page.wait_for_selector(".scene[data-whole]")
    assert page.locator("#since").inner_text() == ""
    page.goto(site.url("keysgame", timeline(site, "keysgame").last))
    told = page.locator("#since summary")
    told.wait_for()
    assert told.inner_text().startswith("7 moves since ")
    told.click()
    assert page.locator("#since li").count() == 5
    page.get_by_role("button", name="Replay them").click()
    wait(page, site, "keysgame", ends[-7])
    assert page.context.cookies() == []


def test_the_timeline_goes_to_what_it_marks(page: "Page", site: Any) -> None:
    known = timeline(site, "worldgame")
    taken = [entry.seq for entry in known.entries if type(entry.fact).__name__ == "TerritoryTaken"]
    page.goto(site.url("worldgame", 1))
    page.wait_for_selector(".scene[data-whole]")
    chip = page.get_by_role("button", name=re.compile("^conquests"))
    assert chip.get_attribute("aria-pressed") == "true"
    page.keyboard.press("n")
    wait(page, site, "worldgame", known.group_at(taken[0]).last)
    chip.click()
    page.get_by_role("button", name=re.compile("^dice")).click()
    page.keyboard.press("Home")
    page.keyboard.press("n")
    first = next(entry.seq for entry in known.entries if isinstance(entry.fact, Rolled))
    wait(page, site, "worldgame", known.group_at(first).last)
