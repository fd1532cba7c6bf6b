"""Moves picked on a phone: how many taps a round takes, and how the page looks and works."""

from collections.abc import Callable

import pytest
from flask import Flask
from people import Table
from picked_turns import PHONE, PLANS, Phone, picked
from windows import SIDEWAYS, Windows

from projections.registry import registry

pytestmark = pytest.mark.browser
MOST = {"daleks": (70, 36), "keys": (6, 3), "risk": (20, 9), "ccg": (20, 8)}
"""The most taps of the plan of each game, and the fewest moves that it must have."""


@pytest.mark.parametrize("slug", list(PLANS))
def test_a_round_takes_few_taps(serve: Callable[[Flask], str], window: Windows, slug: str) -> None:
    cost = picked(serve, window, slug)
    most, moves = MOST[slug]
    assert cost.moves >= moves
    assert cost.taps <= most
    assert cost.loads <= cost.taps


def test_the_page_of_moves_works_by_keyboard_without_scripts(serve: Callable[[Flask], str], window: Windows) -> None:
    table = Table(registry(), "fits", slug="keys", seats=("tenth", "rose"))
    page = Phone(window, table, serve(table.app), "tenth", java_script_enabled=False).page
    page.get_by_role("link", name="Move", exact=True).click()
    while table.again().status.turn == 1:
        page.wait_for_url("**/move*")
        assert page.evaluate(SIDEWAYS) <= 0
        buttons = page.locator(".picks button, .form .primary")
        assert min(button.bounding_box()["height"] for button in buttons.all()) >= 44  # type: ignore[index]  # visible
        with page.expect_event("load"):
            buttons.last.press("Enter")
    assert page.locator(".picked").count() == 0


def test_long_seat_names_do_not_widen_the_page(serve: Callable[[Flask], str], window: Windows) -> None:
    seats = (*(letter * 32 for letter in "mwz"), "anna")
    table = Table(registry(), "fits", slug="daleks", seats=seats, laptop=True)
    page = window(*PHONE)
    page.goto(f"{serve(table.app)}/s/fits/move")
    assert page.locator(".due").inner_text().startswith("Waiting for Mmmmm")
    assert page.evaluate(SIDEWAYS) <= 0
