"""The list of sessions, a position in a frame, and the reply kit."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from flask import Flask
from spectator import SEATS, opened, played
from windows import Page, Windows, box

from events.store.memory import MemoryStore
from projections.registry import Registry
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


def test_pictures_of_a_long_list_load_late(window: Windows, serve: Callable[[Flask], str], games: Registry) -> None:
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
def test_a_named_site_may_frame(
    window: Windows, serve: Callable[[Flask], str], games: Registry, *, named: bool
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


def test_a_text_is_copied(page: Page, site: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.base)
    page.goto(f"{site.base}/s/keysgame/kit")
    for label, name in (("BBCode", "bbcode"), ("Markdown", "markdown"), ("Plain text", "text")):
        details = page.locator("details", has=page.locator(f"#kit-{name}"))
        if not details.evaluate("each => each.open"):
            details.locator("summary").click()
        page.get_by_role("button", name=f"Copy the {label}").click()
        page.locator("#live", has_text="Copied.").wait_for(state="attached")
        page.evaluate("document.getElementById('live').textContent = ''")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.replace("\r\n", "\n") == page.locator(f"#kit-{name}").input_value()
        assert "== end ==" in copied


def test_a_text_is_selected_where_it_may_not_be_copied(page: Page, site: Any) -> None:
    page.goto(f"{site.base}/s/keysgame/kit")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy the BBCode").click()
    page.locator("#live", has_text="Selected").wait_for(state="attached")
    chosen = page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert chosen == len(page.locator("#kit-bbcode").input_value())


def test_a_key_leads_to_it(page: Page, site: Any) -> None:
    page.goto(site.url("keysgame", 30))
    page.keyboard.press("e")
    page.wait_for_url(f"{site.base}/s/keysgame/kit")
    assert page.locator("h1").inner_text() == "Reply kit"
    shown = page.locator(".shot img")
    shown.scroll_into_view_if_needed()
    shown.evaluate("each => each.decode()")
    assert shown.evaluate("each => Math.max(each.naturalWidth, each.naturalHeight)") == 600


@pytest.mark.parametrize("width", [1440, 390])
def test_without_javascript_it_is_all_there(window: Windows, site: Any, width: int) -> None:
    page = window(width, java_script_enabled=False)
    page.goto(f"{site.base}/s/keysgame/kit")
    assert page.get_by_role("button", name="Copy the BBCode").count() == 0
    assert page.locator("#kit-bbcode").input_value().startswith("[b]keysgame T")
    for name in ("Markdown", "Plain text"):
        page.locator("summary", has_text=name).click()
    for name in ("markdown", "text"):
        assert page.locator(f"#kit-{name}").is_visible()
    assert box(page.locator("main"))["width"] <= width


@pytest.fixture
def elsewhere(site: Any) -> Iterator[str]:
    """A page of another origin that shows a picture and a drawing of ours."""

    class Forum(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            at = site.url("keysgame", 30)
            page = f'<!doctype html><img id="png" src="{at}.png?size=240"><img id="svg" src="{at}.svg">'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Forum) as server:
        running = threading.Thread(target=server.serve_forever, daemon=True)
        running.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        running.join(10)


def test_pages_of_other_hosts_show_our_pictures_and_nothing_else(window: Windows, elsewhere: str) -> None:
    page = window()
    page.goto(elsewhere, wait_until="load")
    widths = [page.locator(f"#{name}").evaluate("each => each.naturalWidth > 0") for name in ("png", "svg")]
    assert widths == [True, False]
