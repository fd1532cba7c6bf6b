"""The reply kit in a browser: its texts are copied, or selected; without JavaScript they stand there to be taken."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from windows import Page, Windows, box

pytestmark = pytest.mark.browser


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
