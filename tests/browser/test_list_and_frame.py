"""The list of sessions, a position in a frame, and the turn summary."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import toy
from flask import Flask
from spectator import SEATS, opened, played
from windows import SIDEWAYS, Page, Windows, box

from events.store.memory import MemoryStore
from projections.registry import Registry
from webui import create_app

pytestmark = pytest.mark.browser
_ROWS = 40


@pytest.mark.parametrize(("width", "height"), [(640, 480), (360, 640), (900, 300), (320, 400), (240, 300)])
def test_a_large_frame_fits_its_board_and_others_scroll(window: Windows, site: Any, width: int, height: int) -> None:
    page = window(width, height)
    page.goto(f"{site.base}/s/worldgame/200/embed")
    foot, board = box(page.locator("footer")), box(page.locator(".board"))
    panels = [box(panel) for panel in page.locator(".board [data-panel]:not([data-zoom]):visible").all()]
    assert board["bottom"] <= foot["y"] + 1
    assert foot["bottom"] <= height + 1
    assert page.evaluate(SIDEWAYS) == 0
    assert all(board["x"] <= panel["x"] < panel["right"] <= board["right"] for panel in panels)
    if min(width, height) >= 480:
        assert all(panel["bottom"] <= board["bottom"] for panel in panels)


def test_pictures_of_a_long_list_load_while_scrolling(
    window: Windows, serve: Callable[[Flask], str], games: Registry
) -> None:
    store, asked = MemoryStore(), list[str]()
    opened(store, games, "keys", ("tenth", "rose"), session="keysgame", title="A game with a long name, " * 3)
    for number in range(_ROWS):
        played(opened(store, games, "toy", SEATS, session=f"night-{number}", title=f"Night {number}"), 1)
    page = window(390, 600)
    page.on("request", lambda request: asked.extend([request.url] * (".svg?" in request.url and "/s/" in request.url)))
    page.goto(serve(create_app(store, games)), wait_until="networkidle")
    first = len(asked)
    assert 0 < first < _ROWS
    with page.expect_response(lambda answer: ".svg?" in answer.url):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert len(asked) > first


def test_the_list_can_be_searched_without_scripts(window: Windows, site: Any) -> None:
    page = window(java_script_enabled=False)
    page.goto(site.base)
    page.fill("#q", "dares")
    page.select_option("#sort", "title")
    page.click("form.seek button")
    assert page.locator(".session .name").all_inner_texts() == ["Dares"]
    page.click("nav.states a:has-text('Running')")
    assert "q=dares" in page.url
    assert page.locator(".session").count() == 0
    page.click("text=All sessions")
    assert page.locator(".session").count() > 1


@pytest.mark.parametrize("session", ["keysgame", "worldgame"])
def test_a_phone_held_sideways_shows_a_readable_board_in_a_frame(window: Windows, site: Any, session: str) -> None:
    page = window(844, 390)
    page.goto(f"{site.base}/s/{session}/30/embed")
    sizes = page.locator(".board [data-panel]:visible text").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a).filter(Boolean)"
    )
    assert min(sizes) >= 9
    assert box(page.locator(".board"))["height"] > 390 * 0.75
    assert page.evaluate(SIDEWAYS) == 0


def test_share_copies_the_code_of_a_frame_with_the_shown_position(
    window: Windows, serve: Callable[[Flask], str]
) -> None:
    store, games = MemoryStore(), Registry([toy.GAME])
    played(opened(store, games, "toy", SEATS, session="friday"), 4)
    base = serve(create_app(store, games, base="https://bell.example.org", frames=["https://forum.example.org"]))
    page = window()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    page.goto(f"{base}/s/friday/9")
    page.wait_for_selector(".scene[data-whole]")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('.scene:not([data-seq="9"])')
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy embed code").click()
    page.locator("#live", has_text="Copied.").wait_for(state="attached")
    seq = page.locator(".scene").get_attribute("data-seq")
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        f'<iframe src="https://bell.example.org/s/friday/{seq}/embed" '
    )


def other_site(window: Windows, serve: Callable[[Flask], str], thread: str, *, named: bool = True) -> Page:
    """A page of another site with the content `thread`, in which `BASE` is the address of our server."""
    store, games = MemoryStore(), Registry([toy.GAME])
    played(opened(store, games, "toy", SEATS, session="friday"), 4)
    base = serve(create_app(store, games))
    other = base.replace("127.0.0.1", "localhost")
    app = create_app(store, games, frames=[other if named else "https://forum.example.org"])
    pages = app.wsgi_app

    def answer(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"] != "/thread":
            return pages(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/html")])
        return [thread.replace("BASE", base).encode()]

    app.wsgi_app = answer  # type: ignore[method-assign]  # as Flask says it is done
    serve(app)
    page = window()
    page.goto(f"{other}/thread", wait_until="networkidle")
    return page


@pytest.mark.parametrize("named", [True, False])
def test_only_a_named_site_may_frame_a_position(window: Windows, serve: Callable[[Flask], str], *, named: bool) -> None:
    frames = '<iframe id="frame" src="BASE/s/friday/9/embed"></iframe><iframe src="BASE/s/friday/9"></iframe>'
    page = other_site(window, serve, frames, named=named)
    assert [frame.locator(".board [data-panel]").count() for frame in page.frames] == [0, int(named), 0]
    if named:
        frame = page.frame_locator("#frame")
        before = frame.locator("h1").inner_text()
        frame.locator("nav a:has-text('Forward')").click()
        frame.locator(".line:not(:has-text('entry 9 '))").wait_for()
        assert frame.locator("h1").inner_text() != before
    assert page.context.cookies() == []


def test_another_site_shows_our_pictures_but_not_our_drawings(window: Windows, serve: Callable[[Flask], str]) -> None:
    page = other_site(window, serve, '<img src="BASE/s/friday/9.png?size=240"><img src="BASE/s/friday/9.svg">')
    assert page.locator("img").evaluate_all("all => all.map((each) => each.naturalWidth > 0)") == [True, False]


def test_a_button_copies_each_text_of_the_turn_summary(page: Page, site: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.base)
    page.goto(f"{site.base}/s/keysgame/summary")
    for label, name in (("BBCode", "bbcode"), ("Markdown", "markdown"), ("Plain text", "text")):
        details = page.locator("details", has=page.locator(f"#summary-{name}"))
        if not details.evaluate("each => each.open"):
            details.locator("summary").click()
        page.get_by_role("button", name=f"Copy the {label}").click()
        page.locator("#live", has_text="Copied.").wait_for(state="attached")
        page.evaluate("document.getElementById('live').textContent = ''")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.replace("\r\n", "\n") == page.locator(f"#summary-{name}").input_value()
        assert "== end ==" in copied


def test_a_button_copies_the_address_of_the_position_without_the_seat(page: Page, site: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.base)
    page.goto(f"{site.url('finished', 9)}?as=black")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda address: not address.endswith("/9?as=black"))
    page.locator("#live", has_text=re.compile(r"\w")).wait_for(state="attached")  # the step is announced a little later
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy link").click()
    page.locator("#live", has_text="Copied.").wait_for(state="attached")
    assert page.evaluate("navigator.clipboard.readText()") == page.url.removesuffix("?as=black")
    asked = list[str]()

    def answer(dialog: Any) -> None:
        asked.append(dialog.default_value)
        dialog.dismiss()

    page.on("dialog", answer)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    with page.expect_event("dialog"):
        page.get_by_role("button", name="Copy link").click()
    assert asked == [page.url.removesuffix("?as=black")]


CLIPBOARD = """async (type) => {
  const [item] = await navigator.clipboard.read();
  const blob = await item.getType(type);
  return type === "image/png" ? (await createImageBitmap(blob)).width : blob.text();
}"""


def test_buttons_copy_the_picture_and_the_texts_of_the_shown_position(page: Page, site: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.base)
    page.goto(f"{site.url('finished', 9)}?as=black")
    page.keyboard.press("Home")
    page.locator("#live", has_text="Entry 1:").wait_for(state="attached")  # the step is announced a little later
    page.get_by_role("button", name="Share", exact=True).click()
    for name, ending in (("BBCode", "bbcode"), ("Markdown", "md")):
        with page.expect_response(f"**/s/finished/1.{ending}"):
            page.get_by_role("button", name=f"Copy {name}").click()
        page.locator("#live", has_text="Copied.").wait_for(state="attached")
        page.evaluate("document.getElementById('live').textContent = ''")
        served = page.request.get(f"{site.base}/s/finished/1.{ending}").text()
        assert page.evaluate(CLIPBOARD, "text/plain").replace("\r\n", "\n") == served
    page.get_by_role("button", name="Copy picture").click()
    page.locator("#live", has_text="Copied.").wait_for(state="attached")
    assert page.evaluate(CLIPBOARD, "image/png") == 1200
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download picture").click()
    assert saved.value.suggested_filename == "finished-1.png"


def test_a_file_opens_if_it_cannot_be_copied(page: Page, site: Any) -> None:
    page.goto(site.url("finished", 9))
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy BBCode").click()
    page.wait_for_url("**/s/finished/9.bbcode")


def test_the_share_menu_opens_without_scripts(window: Windows, site: Any) -> None:
    page = window(390, java_script_enabled=False)
    page.goto(site.url("finished", 9))
    menu = page.locator("#share")
    assert not menu.is_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    assert menu.get_by_role("link").all_inner_texts() == [
        "Download picture",
        "Summary of the last turn",
        "Moving picture of this turn",
    ]
    assert menu.get_by_role("button").count() == 0


def test_a_text_is_selected_if_it_cannot_be_copied(page: Page, site: Any) -> None:
    page.goto(f"{site.base}/s/keysgame/summary")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy the BBCode").click()
    page.locator("#live", has_text="Selected").wait_for(state="attached")
    chosen = page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert chosen == len(page.locator("#summary-bbcode").input_value())


def test_a_key_opens_the_turn_summary(page: Page, site: Any) -> None:
    page.goto(site.url("keysgame", 30))
    page.keyboard.press("e")
    page.wait_for_url(f"{site.base}/s/keysgame/summary")
    assert page.locator("h1").inner_text() == "Turn summary to post in the thread"
    shown = page.locator(".shot img")
    shown.scroll_into_view_if_needed()
    shown.evaluate("each => each.decode()")
    assert shown.evaluate("each => Math.max(each.naturalWidth, each.naturalHeight)") == 600


@pytest.mark.parametrize("width", [1440, 390])
def test_the_turn_summary_is_complete_without_javascript(window: Windows, site: Any, width: int) -> None:
    page = window(width, java_script_enabled=False)
    page.goto(f"{site.base}/s/keysgame/summary")
    assert page.get_by_role("button", name="Copy the BBCode").count() == 0
    assert page.locator("#summary-bbcode").input_value().startswith("[b]Keys, turn ")
    for name in ("Markdown", "Plain text"):
        page.locator("summary", has_text=name).click()
    for name in ("markdown", "text"):
        assert page.locator(f"#summary-{name}").is_visible()
    assert box(page.locator("main"))["width"] <= width
