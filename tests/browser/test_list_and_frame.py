"""The list of sessions and a position in a frame: pictures load late, frames fit, only named sites may frame."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from spectator import SEATS, opened, played
from windows import Windows, box

from events.store.memory import MemoryStore
from projections.shelf import Shelf
from webui import create_app

pytestmark = pytest.mark.browser
_ROWS = 40


@pytest.mark.parametrize(("width", "height"), [(640, 480), (360, 640), (900, 300)])
def test_a_frame_fits_its_board_into_any_height(window: Windows, site: Any, width: int, height: int) -> None:
    page = window(width, height)
    page.goto(f"{site.base}/s/worldgame/200/embed")
    foot = box(page.locator("footer"))
    assert box(page.locator(".board svg"))["bottom"] <= foot["y"] + 1
    assert foot["bottom"] <= height + 1


def test_pictures_of_a_long_list_load_when_they_come_near(
    window: Windows, serve: Callable[[Flask], str], games: Shelf
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


def test_without_a_script_the_list_is_searched(window: Windows, site: Any) -> None:
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


def with_thread(app: Flask, base: str) -> Flask:
    """The app, and at `/thread` a page of another site that frames a position and the viewer."""
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
    window: Windows, serve: Callable[[Flask], str], games: Shelf, *, named: bool
) -> None:
    page = window()
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
    assert page.context.cookies() == []
