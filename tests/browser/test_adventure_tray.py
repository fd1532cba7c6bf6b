"""An Adventure with help in mid-roll, played by form from two seats: its tray as a browser shows it, desk and phone."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask
from people import Table
from picked_turns import Phone
from windows import SIDEWAYS, Page, Windows

from events.events import Move, Passed
from projections.games.daleks.events import moves as m
from projections.games.daleks.state.names import symbol_name
from projections.games.daleks.state.position import Adventure, Position
from projections.games.daleks.state.tray import dice_left
from projections.registry import registry
from replay.session.session import Session

pytestmark = pytest.mark.browser
LIKED: Final[tuple[type[Move], ...]] = (
    m.ReRoll, m.ReRollByTokens, m.ChooseDoctor, m.Charge, m.CallHelp, m.GiveHelp, m.Gather, m.Focus, m.CutDie,
    m.Exterminate, m.RollDice, Passed, m.Travel, m.EnterZone, m.RollTardis,
)  # fmt: skip
"""What the two do, the most liked first: they go to Earth, call for help, and roll again."""
BEYOND: Final = """() => {
    const out = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
        || inner.top < outer.top - 3 || inner.bottom > outer.bottom + 3;
    const words = [...document.querySelectorAll("#part-board svg[data-panel] text")];
    const beyond = words.filter((text) => text.textContent && text.checkVisibility()).filter((text) =>
        out(text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()));
    const framed = [...document.querySelectorAll("[data-card], [data-asked]")].flatMap((group) => {
        const box = group.querySelector("rect").getBoundingClientRect();
        return [...group.querySelectorAll("text")].filter((text) => out(text.getBoundingClientRect(), box));
    });
    return [...beyond, ...framed].map((text) => text.textContent);
}"""
"""Words that leave their panel, their slot or their card."""
COVERED: Final = """() => {
    const found = [];
    for (const part of document.querySelectorAll("#part-board svg[data-panel], #part-board svg[data-panel] g")) {
        const inside = [...part.querySelectorAll(":scope > text")];
        const words = inside.filter((one) => one.textContent);
        const boxes = words.map((one) => [one.textContent, one.getBoundingClientRect()]);
        boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
            const across = a.left < b.right - 1 && b.left < a.right - 1;
            if (across && a.top < b.bottom - 4 && b.top < a.bottom - 4) found.push([one, other]);
        }));
    }
    return found;
}"""
"""Words of one part that lie upon each other."""
SMALLEST: Final = """() => Math.min(...[...document.querySelectorAll("#part-board svg[data-panel]")]
    .filter((svg) => svg.checkVisibility()).flatMap((svg) => [...svg.querySelectorAll("text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a)))"""
"""The height of the smallest letters of the board, in pixels."""


@pytest.mark.parametrize(("width", "least"), [(1440, 8), (390, 11)], ids=["desk", "phone"])
def test_the_tray_shows_help_during_a_roll_played_by_form(
    serve: Callable[[Flask], str], window: Windows, width: int, least: int
) -> None:
    table = Table(registry(), "tray", slug="daleks", seats=("julie", "steve"))
    base = serve(table.app)
    phones = {seat: Phone(window, table, base, seat, width) for seat in table.session.started.seats}
    for _ in range(150):
        session = table.again()
        if helped(session.position) and again(session.position):
            break
        move = next_move(session)
        phones[move.player].pick(move, session)
    session = table.again()
    assert again(session.position), "nobody came to roll again with help"
    for page in (*(phone.page for phone in phones.values()), window(width)):
        page.goto(f"{base}/s/{session.row.session}")
        look(page, session, least)
    own = phones["julie"].page
    held = session.view("julie").position.hands["julie"]
    assert own.locator("#part-board [data-known]").count() == len(set(held))


def next_move(session: Session) -> Move:
    game = session.game
    offered: list[Move] = [
        move for seat in session.status.awaited for move in game.rules.legal(session.view(seat).position, seat)
    ]
    refused = [move for move in offered if isinstance(move, m.GiveHelp) and not move.manner]
    rank = {kind: at for at, kind in enumerate(LIKED)}
    return min((move for move in offered if move not in refused), key=lambda move: rank.get(type(move), len(LIKED)))


def helped(position: Position) -> bool:
    now = position.adventure
    return now is not None and len(now.pools) == 2 and all(any(die.symbol for die in dice_left(p)) for p in now.pools)


def again(position: Position) -> bool:
    now = position.adventure
    return now is not None and any("re-rolled" in told for die in dice_left(*now.pools) for told in die.story)


def look(page: Page, session: Session, least: int) -> None:
    now = session.position.adventure
    assert now is not None
    tray(page, now)
    odds = [item.inner_text() for item in page.locator(".odds li").all()]
    assert session.game.view.odds is not None
    assert odds == list(session.game.view.odds(session.position))
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(COVERED) == []
    assert page.evaluate(SMALLEST) >= least


def tray(page: Page, now: Adventure) -> None:
    board = page.locator("#part-board")
    asked = [slot.locator("title").first.text_content() or "" for slot in board.locator("[data-asked]").all()]
    assert [text.partition(":")[0] for text in asked] == [symbol_name(symbol) for symbol in now.symbols]
    for seat, pool in (("julie", "Julie's pool"), ("steve", "Steve's pool")):
        assert (board.locator(f"[data-pool={seat}] text").first.text_content() or "").startswith(pool)
    rows = {row.get_attribute("data-row") or "": told(row) for row in board.locator("[data-row]").all()}
    dice = dice_left(*now.pools)
    assert sorted(rows) == sorted(die.name for die in dice)
    for die in dice:
        assert f"{die.name} {die.colour}" in rows[die.name]
        assert f"rolled {symbol_name(die.symbol)}" in rows[die.name] or len(die.story) > 1
        assert ("re-rolled" in rows[die.name]) == any("re-rolled" in step for step in die.story)


def told(row: Any) -> str:
    return row.locator("title").first.text_content() or ""
