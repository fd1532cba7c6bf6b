"""Real servers on free ports, and Chromium before them. Without Chromium or Playwright these tests are skipped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
import toy
from chromium import CHROMIUM, QUIET
from flask import Flask
from spectator import SEATS, opened, played

from events.store.memory import MemoryStore
from projections.shelf import Shelf, shelf
from replay.live.session import Session
from webui import create_app
from webui.serve import listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request


class Site:
    """The server's address and its sessions."""

    def __init__(self, base: str, sessions: dict[str, Session]) -> None:
        self.base, self.sessions = base, sessions

    def url(self, session: str, seq: int, query: str = "") -> str:
        return f"{self.base}/s/{session}/{seq}{query}"


class Watch:
    """What a page asked for, and what it complained of."""

    def __init__(self, page: "Page", base: str) -> None:
        self.page, self.base = page, base
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        page.on("request", self.on_request)
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def on_request(self, request: "Request") -> None:
        if not request.url.startswith(self.base):
            self.foreign.append(request.url)

    def on_console(self, said: "ConsoleMessage") -> None:
        if said.type in {"error", "warning"}:
            self.complaints.append(said.text)


@contextmanager
def listening(app: Callable[..., Any]) -> Iterator[str]:
    """A server and its address; it ends when nobody asks it any more."""
    server, port = listen(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{port}"
    server.close()
    thread.join(10)
    assert not thread.is_alive(), "a browser is still open before this server"


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Flask], str]]:
    """Serves an app in the place of the one before it, by one server for all; returns the address."""
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
    store, games = MemoryStore(), Shelf([*shelf().values(), toy.GAME])
    sessions = {
        "finished": played(opened(store, games, "toy", SEATS, session="finished", title="Dares")),
        "long": played(opened(store, games, "toy", SEATS, session="long", options={"points": 60})),
        "keysgame": played(opened(store, games, "keys", ("tenth", "rose"), session="keysgame", title="Keys"), 40),
        "worldgame": played(opened(store, games, "risk", ("black", "yellow", "orange"), session="worldgame"), 120),
    }
    with listening(create_app(store, games)) as base:
        yield Site(base, sessions)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    if find_spec("playwright") is None:
        pytest.skip("Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where it is installed

    with sync_playwright() as driver:
        opened_browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened_browser
        opened_browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe is not installed")
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    fresh = browser.new_context(viewport={"width": 1280, "height": 900})
    yield fresh
    fresh.close()


@pytest.fixture
def watch(context: "BrowserContext", site: Site) -> Iterator[Watch]:
    """A page that complains of nothing and asks nobody else, looked at after each test."""
    watching = Watch(context.new_page(), site.base)
    yield watching
    assert watching.foreign == []
    assert watching.complaints == []


@pytest.fixture
def page(watch: Watch) -> "Page":
    return watch.page
