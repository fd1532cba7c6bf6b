"""Browser windows, the errors of their pages, and the results of measuring their texts."""

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from webui.serve import listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page
else:  # Playwright is optional
    Browser = BrowserContext = Locator = Page = Any

__all__ = [
    "CHROMIUM", "QUIET", "SIDEWAYS", "Browser", "BrowserContext", "Locator", "Page", "Windows", "box",
    "listening", "measured",
]  # fmt: skip
SIDEWAYS: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""The number of pixels by which a page is wider than its window."""
LONGEST_WAIT_MS: Final = 120_000
"""How long a test waits for a page, in milliseconds. A busy machine may need a minute for a large page."""


class Windows:
    """Opens windows of one browser, each with its own cookies."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.contexts = browser, list[BrowserContext]()
        self.complaints, self.asked = list[str](), list[str]()

    def __call__(self, width: int = 1280, height: int = 900, *, strict: bool = False, **how: Any) -> Page:
        """Open a page; `strict` also records its console messages and requested URLs."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **how)
        context.set_default_timeout(LONGEST_WAIT_MS)
        self.contexts.append(context)
        context.on("page", lambda page: self._watch(page, is_strict=strict))
        return context.new_page()

    def _watch(self, page: Page, *, is_strict: bool) -> None:
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if is_strict:
            page.on("console", lambda text: self.complaints.extend([text.text] * (text.type in {"error", "warning"})))
            page.on("request", lambda request: self.asked.append(request.url))

    def close(self, *origins: str) -> None:
        """Close all windows and check that no page had an error or requested another site."""
        for context in self.contexts:
            context.close()
        assert self.complaints == []
        assert [url for url in self.asked if not url.startswith((*origins, "data:", "blob:"))] == []


@contextmanager
def listening(app: Callable[..., Any]) -> Iterator[str]:
    server, port = listen(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.close()
        thread.join(10)
    assert not thread.is_alive(), "a browser is still open before this server"


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


SHELLS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, SHELLS)), None)
QUIET: Final = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-domain-reliability", "--disable-sync", "--no-first-run", "--no-pings",
)  # fmt: skip
_MEASURE: Final = (Path(__file__).parent / "measure_texts.js").read_text("utf-8")


def measured(page: Page, drawings: Sequence[str], *, grounds: bool = False) -> list[dict[str, Any]]:
    """Measure drawings: number of `texts`, all `boxes`, and those `cut`, `overlapping` or `faint` (with `grounds`)."""
    found: list[dict[str, Any]] = page.evaluate(f"({_MEASURE})", [list(drawings), grounds])
    return found
