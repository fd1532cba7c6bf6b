"""Real servers on free ports, and Chromium. Without Chromium or Playwright these tests are skipped."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

import pytest
import toy
from flask import Flask
from spectator import SEATS, opened, played
from windows import CHROMIUM, QUIET, Browser, Page, Windows, listening

from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from replay.session.session import Session
from webui import create_app


class Site:
    """The server's address and its sessions."""

    def __init__(self, base: str, sessions: dict[str, Session]) -> None:
        self.base, self.sessions = base, sessions

    def url(self, session: str, seq: int, query: str = "") -> str:
        return f"{self.base}/s/{session}/{seq}{query}"


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Flask], str]]:
    """A function that serves an app in place of the one before, and returns the address."""
    served: list[Flask] = []

    def answer(environ: Any, start_response: Any) -> Any:
        return served[-1](environ, start_response)

    def show(app: Flask) -> str:
        served[:] = [app]
        return base

    with listening(answer) as base:
        yield show


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    store, games = MemoryStore(), Registry([*registry().values(), toy.GAME])
    sessions = {
        "finished": played(opened(store, games, "toy", SEATS, session="finished", title="Dares")),
        "long": played(opened(store, games, "toy", SEATS, session="long", options={"points": 60})),
        "keysgame": played(opened(store, games, "keys", ("tenth", "rose"), session="keysgame", title="Keys"), 40),
        "worldgame": played(opened(store, games, "risk", ("black", "yellow", "orange"), session="worldgame"), 120),
    }
    with listening(create_app(store, games)) as base:
        yield Site(base, sessions)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_spec("playwright") is None:
        pytest.skip("Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only if it is installed

    with sync_playwright() as driver:
        opened_browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened_browser
        opened_browser.close()


COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules of axe that depend on colours."""
LAYOUT = {"runOnly": [*COLOURS["runOnly"], "target-size", "scrollable-region-focusable", "label-content-name-mismatch"]}
"""The rules of axe that depend on the size of the window."""
ALL = {"rules": {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}}
"""All rules. Axe runs these two only if they are enabled: names contain the visible text, and targets are large."""


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[Any]]:
    """A function that returns what axe reports on a page, by day and by night: the rule and the first elements.

    With `layout`, it applies only the rules that depend on the size of the window.
    """
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe is not installed")
    script = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")

    def faults(page: Page, *, layout: bool = False) -> list[Any]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        found = []
        schemes: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
            ("light", LAYOUT if layout else ALL), ("dark", COLOURS),
        )  # fmt: skip
        for scheme, rules in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # colours change at once
            found += page.evaluate("(rules) => axe.run(document, {resultTypes: ['violations'], ...rules})", rules)[
                "violations"
            ]
        page.emulate_media(color_scheme="light")
        return [(page.url, one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]

    return faults


@pytest.fixture
def window(browser: Browser) -> Iterator[Windows]:
    """Opens windows; after the test no page of them had an error."""
    windows = Windows(browser)
    yield windows
    windows.close("http://127.0.0.1:", "http://localhost:", "file:")


@pytest.fixture
def page(window: Windows) -> Page:
    """A page that complains of nothing and asks no other site."""
    return window(strict=True)
