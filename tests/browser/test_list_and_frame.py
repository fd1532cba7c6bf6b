"""The list of sessions and a position in a frame, in a window: nothing sticks out, pictures wait, frames hold."""

from collections.abc import Callable
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

import pytest
from flask import Flask
from spectator import SEATS, opened, played

from events.store.memory import MemoryStore
from projections.shelf import Shelf
from webui import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser
_ROWS = 40
_BROKEN = "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
_STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def many(serve: Callable[[Flask], str], games: Shelf) -> str:
    store = MemoryStore()
    opened(store, games, "keys", ("tenth", "rose"), session="keysgame", title="A game with a long name, " * 3)
    for number in range(_ROWS):
        played(opened(store, games, "toy", SEATS, session=f"night-{number}", title=f"Night {number}"), 1)
    return serve(create_app(store, games))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_list_and_the_frame_stand_in_every_window(
    browser: "Browser", site: Any, scheme: Literal["light", "dark"], width: int
) -> None:
    """Also without a script, as axe reads them, and with every picture there."""
    context = browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme)
    page = context.new_page()
    axe = (
        (files("axe_playwright_python") / "axe.min.js").read_text("utf-8") if find_spec("axe_playwright_python") else ""
    )
    for path in (
        "/", "/?q=dares", "/?q=nobody", "/?state=waiting", "/?state=disputed", "/s/keysgame/60/embed",
        "/s/worldgame/200/embed", "/s/finished/1/embed",
    ):  # fmt: skip
        page.goto(f"{site.base}{path}", wait_until="networkidle")
        assert page.evaluate(_STICKS_OUT) == 0, path
        assert page.evaluate(_BROKEN) == 0, path
        assert page.locator("main svg, main img, main p").first.is_visible(), path
        if axe:
            page.evaluate(axe)
            told = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
            assert [(path, one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in told] == []
    context.close()


def test_a_frame_fits_its_board_into_whatever_height_it_is_given(browser: "Browser", site: Any) -> None:
    for width, height in ((640, 480), (360, 640), (900, 300)):
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(f"{site.base}/s/worldgame/200/embed")
        board, foot = page.locator(".board svg").bounding_box(), page.locator("footer").bounding_box()
        assert board is not None
        assert foot is not None
        assert board["y"] + board["height"] <= foot["y"] + 1
        assert foot["y"] + foot["height"] <= height + 1
        context.close()


def test_pictures_of_a_long_list_are_asked_for_when_they_come_near(context: "BrowserContext", many: str) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 600})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if ".svg?" in request.url else None)
    page.goto(many, wait_until="networkidle")
    boards = [url for url in asked if "/s/" in url]
    assert 0 < len(boards) < _ROWS
    with page.expect_response(lambda answer: ".svg?" in answer.url):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert len([url for url in asked if "/s/" in url]) > len(boards)


def test_without_a_script_the_list_is_searched(browser: "Browser", site: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
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
    context.close()


def with_thread(app: Flask, base: str) -> Flask:
    """The app, and at `/thread` a page that is none of its own: it frames a position and the viewer."""
    pages, framed = app.wsgi_app, [f"{base}/s/friday/9/embed", f"{base}/s/friday/9"]
    thread = "".join(f'<iframe id="frame-{number}" src="{url}"></iframe>' for number, url in enumerate(framed))

    def answer(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"] != "/thread":
            return pages(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/html")])
        return [thread.encode()]

    app.wsgi_app = answer  # type: ignore[method-assign]  # as Flask says it is done
    return app


@pytest.mark.parametrize("named", [True, False])
def test_a_site_that_is_named_may_frame_a_position_and_nothing_else(
    context: "BrowserContext", serve: Callable[[Flask], str], games: Shelf, *, named: bool
) -> None:
    """The other site is this machine under another name."""
    page = context.new_page()
    store = MemoryStore()
    played(opened(store, games, "toy", SEATS, session="friday"), 4)
    base = serve(create_app(store, games))
    other = base.replace("127.0.0.1", "localhost")
    frames = [other] if named else ["https://forum.example.org"]
    serve(with_thread(create_app(store, games, frames=frames), base))
    page.goto(f"{other}/thread", wait_until="networkidle")
    assert [frame.locator(".board svg").count() for frame in page.frames] == [0, int(named), 0]
    if named:
        frame = page.frame_locator("#frame-0")
        before = frame.locator("h1").inner_text()
        frame.locator("nav a:has-text('Forward')").click()
        frame.locator(".line:not(:has-text('line 9 '))").wait_for()
        assert frame.locator("h1").inner_text() != before
    assert context.cookies() == []
