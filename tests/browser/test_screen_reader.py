"""A whole turn with a screen reader and the keyboard: elements are found by their roles and names only."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask
from people import Table
from spectator import played
from windows import Locator, Page, Windows

from events.store.accounts import SEAT
from projections.registry import registry

pytestmark = pytest.mark.browser
FOCUSED: Final = "(each) => each === document.activeElement"


def hear(page: Page, words: str) -> str:
    """Wait until a live region has these words; return all its text."""
    region = page.get_by_role("status").filter(has_text=re.compile(words))
    region.wait_for(state="attached")
    return " ".join(region.inner_text().split())


def press_tab_until(page: Page, place: Locator) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if place.evaluate("(each) => each.contains(document.activeElement)"):
            return
    raise AssertionError("the keyboard does not reach it")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_player_hears_the_last_moves_finds_a_legal_move_and_posts_it(
    serve: Callable[[Flask], str], window: Windows, axe: Callable[[Page], list[Any]], width: int, height: int
) -> None:
    table = Table(registry(), "spoken", 12, slug="keys", seats=("tenth", "rose"))
    page, base = window(width, height), serve(table.app)
    page.goto(f"{base}/k/{table.token(SEAT, 'rose')}")
    page.get_by_role("button", name="Take the seat").press("Enter")
    page.get_by_role("status").filter(has_text="Waiting for Tenth").wait_for()
    page.wait_for_selector(".scene[data-whole]")  # the visit is noted when the log is complete
    played(table.session, 3)

    page.get_by_role("navigation", name="Session").get_by_role("link").first.press("Enter")
    page.get_by_role("heading", name="5.3 Tenth stays outside.").wait_for()
    assert "5.3 Tenth stays outside." in page.title()
    assert hear(page, "since your last visit").startswith("3 moves since your last visit. Move 5.3: Tenth stays")
    assert hear(page, "Your turn").startswith("Your turn: draw a card")

    board = page.get_by_role("group", name="The board")
    press_tab_until(page, board)
    pile = board.get_by_role("button", name="Draw pile")
    pile.wait_for()  # the names of things are there when the board has had the focus
    pile.focus()
    page.keyboard.press("Enter")
    moves = page.get_by_role("dialog", name="Draw pile: 57 cards")
    hear(page, "Rose draws a card")
    line = moves.get_by_role("code").inner_text()
    assert moves.get_by_role("button", name="Record move").is_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")

    page.get_by_role("link", name="Write a post").press("Enter")
    post = page.get_by_role("textbox", name="Your post")
    assert post.evaluate(FOCUSED)
    page.keyboard.type(line)
    page.get_by_role("button", name="Preview").press("Enter")
    preview = page.get_by_role("region", name="Preview of the post")
    assert "Rose draws a card." in preview.get_by_role("listitem").inner_text()
    assert "Preview of a post" in page.title()
    assert axe(page) == []
    page.get_by_role("button", name="Submit").first.press("Enter")
    assert "6.1 Rose draws a card." in hear(page, "Post recorded in the log")
    assert "Post recorded" in page.title()
    page.get_by_role("link", name="Board", exact=True).press("Enter")
    assert "6.1 Rose draws a card." in page.get_by_role("heading", level=1).inner_text()
    assert hear(page, "Your turn").startswith("Your turn: play a card")
    assert table.again().status.step == "play"
