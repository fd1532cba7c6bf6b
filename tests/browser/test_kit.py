"""The reply kit in a browser: its texts are copied, or selected; without JavaScript they stand there to be taken."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


def test_a_text_is_copied(context: "BrowserContext", page: "Page", site: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.base)
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


def test_a_text_is_selected_where_it_may_not_be_copied(page: "Page", site: Any) -> None:
    page.goto(f"{site.base}/s/keysgame/kit")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.get_by_role("button", name="Copy the BBCode").click()
    page.locator("#live", has_text="Selected").wait_for(state="attached")
    chosen = page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")
    assert chosen == len(page.locator("#kit-bbcode").input_value())


def test_a_key_leads_to_it(page: "Page", site: Any) -> None:
    page.goto(site.url("keysgame", 30))
    page.keyboard.press("e")
    page.wait_for_url(f"{site.base}/s/keysgame/kit")
    assert page.locator("h1").inner_text() == "Reply kit"


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_javascript_it_is_all_there(browser: "Browser", site: Any, width: int, scheme: Any) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    page = context.new_page()
    page.goto(f"{site.base}/s/keysgame/kit")
    assert page.get_by_role("button", name="Copy the BBCode").count() == 0
    assert page.locator("#kit-bbcode").input_value().startswith("[b]keysgame T")
    for name in ("Markdown", "Plain text"):
        page.locator("summary", has_text=name).click()
    for name in ("markdown", "text"):
        assert page.locator(f"#kit-{name}").is_visible()
    box = page.locator("main").bounding_box()
    assert box
    assert box["width"] <= width
    context.close()


def test_its_picture_is_shown(page: "Page", site: Any) -> None:
    page.goto(f"{site.base}/s/keysgame/kit")
    shown = page.locator(".shot img")
    shown.scroll_into_view_if_needed()
    shown.evaluate("each => each.decode()")
    assert shown.evaluate("each => Math.max(each.naturalWidth, each.naturalHeight)") == 600


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
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Forum) as server:
        running = threading.Thread(target=server.serve_forever, daemon=True)
        running.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        running.join(10)


def test_pictures_are_shown_by_pages_of_other_hosts_and_nothing_else_is(browser: "Browser", elsewhere: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere, wait_until="load")
    shown = {name: page.locator(f"#{name}").evaluate("each => each.naturalWidth") for name in ("png", "svg")}
    assert shown["png"] > 0
    assert shown["svg"] == 0
    context.close()
