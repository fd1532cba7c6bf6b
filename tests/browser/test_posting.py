"""The page for posts in a browser: without scripts, on a phone and on a desk, and never wider than its window."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from spectator import SEATS, opened

from events.facts import Move
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.live.session import Session
from webui import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
POST = """Sorry for the wait!
[code]
== G31 T1 {seat} ==
D: ?
P: SS zz opne
This is a long remark without any blank: {long}
== end ==
[/code]
"""


@pytest.fixture
def table(serve: Callable[[Flask], str]) -> tuple[str, Session]:
    """A laptop's server with one session of Keys, and its address."""
    store = MemoryStore()
    session = opened(store, shelf(), "keys", SEATS, session="laptop", title="Friday nights")
    return f"{serve(create_app(store, shelf(), Accounts.memory(), laptop=True))}/s/laptop/post", session


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (320, 640)])
def test_a_post_is_pasted_settled_and_filed(
    browser: "Browser", table: tuple[str, Session], *, scripts: bool, width: int, height: int
) -> None:
    address, session = table
    context = browser.new_context(viewport={"width": width, "height": height}, java_script_enabled=scripts)
    page = context.new_page()

    def fits() -> None:
        if scripts:
            wide: Any = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert wide[0] <= wide[1]

    page.goto(address)
    fits()
    page.locator("#text").fill(POST.format(seat=session.status.seat, long="x" * 300))
    page.get_by_role("button", name="Read").first.click()
    page.locator(".reading").wait_for()
    fits()
    verdicts = page.locator(".reading .verdict")
    assert [word.split()[-1] for word in verdicts.all_inner_texts()] == ["ask", "ok", "ask", "chat"]
    page.locator("#line-3").get_by_text("== laptop T1").check()
    page.locator("#line-5").get_by_text("No move: leave it as chat").check()
    page.get_by_role("button", name="File").first.click()
    page.locator(".filed").wait_for()
    fits()
    assert "Filed: lines" in page.locator(".filed").inner_text()
    context.close()
    again = Session.load(session.store, shelf(), "laptop")
    assert len([entry for entry in again.table.entries if isinstance(entry.fact, Move)]) == 1
