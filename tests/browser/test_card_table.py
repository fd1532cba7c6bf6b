"""The table of the card game as a browser sets it: words stay within their cards in the fonts that a page has."""

from typing import TYPE_CHECKING

import pytest
from ccg_views import CROWD, SPARE

from projections.games.ccg.board.draw import draw
from projections.games.ccg.state.position import Position
from projections.terms import Marks

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
BEYOND = """() => [...document.querySelectorAll("[data-card], [data-known], [data-given]")].flatMap((group) => {
    const card = [...group.querySelectorAll("rect")].find((rect) => !rect.dataset.ring).getBoundingClientRect();
    return [...group.querySelectorAll("text")].filter((text) => {
        const words = text.getBoundingClientRect();
        return words.left < card.left - 1 || words.right > card.right + 1 || words.top < card.top - 3
            || words.bottom > card.bottom + 3;
    }).map((text) => text.textContent);
})"""
"""Words that are not within their card, their chip or their label."""
COVERED = """() => {
    const found = [];
    for (const part of document.querySelectorAll("[data-seat], [data-zone]")) {
        const words = [...part.querySelectorAll(":scope > text")].filter((text) => text.textContent);
        const boxes = words.map((text) => [text.textContent, text.getBoundingClientRect()]);
        boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
            const across = a.left < b.right && b.left < a.right;
            if (across && a.top < b.bottom && b.top < a.bottom) found.push([one, other]);
        }));
    }
    return found;
}"""
"""Pairs of words that lie upon each other in the bars of the seats and the names of the zones."""


@pytest.mark.parametrize("position", [CROWD, SPARE], ids=["crowd", "spare"])
def test_words_stay_in_their_cards_and_clear_of_each_other(page: "Page", position: Position) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.set_content(f"<!doctype html><html lang=en><title>t</title><body>{draw(position)}</body></html>")
    assert page.locator("[data-card]").count() == len(position.play)
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(COVERED) == []


def test_long_counts_leave_each_other_room(page: "Page") -> None:
    """Every number has changed and has two digits: nothing in the bars lies upon anything else."""
    many = ("?",) * 24
    full = CROWD.replace(
        hands={"julie": many, "steve": many}, decks={"julie": many, "steve": many},
        discards={"julie": ("brigadier",) * 30, "steve": ("the-talons-of-weng-chiang",) * 30},
        times={"julie": ("time-present", *many), "steve": ("time-present", *many)},
        lost={"julie": ("time-present",) * 9, "steve": ("time-present",) * 9},
    )  # fmt: skip

    less = full.replace(hands={}, decks={}, discards={}, times={})
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.set_content(f"<!doctype html><html lang=en><title>t</title><body>{draw(full, Marks((), less))}</body></html>")
    assert page.evaluate(COVERED) == []
