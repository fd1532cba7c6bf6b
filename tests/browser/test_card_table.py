"""The table of the card game as a browser sets it: words stay within their cards in the fonts that a page has."""

import pytest
from ccg_views import CROWD, SPARE
from windows import Page

from projections.games.ccg.board.draw import draw
from projections.games.ccg.state.position import Position
from projections.terms import Marks

pytestmark = pytest.mark.browser
BEYOND = """() => [
    ...document.querySelectorAll("[data-card], [data-known], [data-given], [data-seat]")
].flatMap((it) => {
    const frame = it.querySelector("use[href*=frame], rect:not([data-ring])").getBoundingClientRect();
    return [...it.querySelectorAll("text")].filter((text) => {
        const words = text.getBoundingClientRect();
        return words.left < frame.left - 1 || words.right > frame.right + 1 || words.top < frame.top - 3
            || words.bottom > frame.bottom + 3;
    }).map((text) => text.textContent);
})"""
"""Words that are not within their card, their label or their panel."""
COVERED = """() => {
    const picture = document.querySelector("svg").getBoundingClientRect();
    const boxes = [...document.querySelectorAll("svg text")].map((text) => [text, text.getBoundingClientRect()]);
    const outside = boxes.filter(([, box]) => box.left < picture.left || box.right > picture.right
        || box.bottom > picture.bottom + 2).map(([text]) => text.textContent);
    return outside.concat(boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    }).map(([other]) => [one.textContent, other.textContent])));
}"""
"""Words that leave the picture, and pairs of words that lie upon each other."""


@pytest.mark.parametrize("position", [CROWD, SPARE], ids=["crowd", "spare"])
def test_words_stay_in_their_cards_and_clear_of_each_other(page: Page, position: Position) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.set_content(f"<!doctype html><html lang=en><title>t</title><body>{draw(position)}</body></html>")
    assert page.locator("[data-card]").count() == len(position.play)
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(COVERED) == []


def test_long_counts_leave_each_other_room(page: Page) -> None:
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
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(COVERED) == []
