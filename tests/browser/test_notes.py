"""Notes, the marked line and the turn's board in a browser: by keys and buttons, while stepping, without a script."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from spectator import START_MS, opened, played
from windows import SIDEWAYS, Page, Windows, box

from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from webui import create_app

pytestmark = pytest.mark.browser
NOTE = "The door <b>shuts</b> here"


class Table(NamedTuple):
    """A club's server with a session of Keys; where a move of it ends; and the way in for Tenth."""

    base: str
    at: int
    token: str

    def url(self, seq: int) -> str:
        return f"{self.base}/s/noted/{seq}?as=tenth"

    def entered(self, page: Page) -> Page:
        page.goto(f"{self.base}/k/{self.token}")
        page.click("main form button")
        page.wait_for_url("**/s/noted/**")
        return page


@pytest.fixture
def table(serve: Callable[[Flask], str]) -> Table:
    store, accounts = MemoryStore(), Accounts.memory()
    played(opened(store, shelf(), "keys", ("tenth", "rose"), session="noted", title="Noted"), 40)
    at = Timeline.read(store, shelf(), "noted").find("5.2").last
    token = accounts.issue("noted", SEAT, START_MS, seat="tenth")[1]
    return Table(serve(create_app(store, shelf(), accounts)), at, token)


def shown(page: Page, seq: int) -> None:
    page.wait_for_selector(f'.scene[data-whole][data-seq="{seq}"]')


def write(page: Page, text: str, whom: str) -> None:
    page.click("#keep-note summary")
    page.fill("#note-text", text)
    page.select_option("#note-whom", whom)
    page.click("#keep-note form button")
    page.wait_for_url("**#notes")


def test_a_note_comes_and_goes_with_its_line(page: Page, table: Table) -> None:
    at = table.at
    table.entered(page)
    page.goto(table.url(at))
    shown(page, at)
    write(page, NOTE, "alone")
    shown(page, at)
    note = page.locator("#notes-part .noted li")
    assert note.count() == 1
    assert NOTE in note.inner_text()
    assert page.locator(".turns .here .has-notes").inner_text() == "1 note"
    assert "notes 1" in page.locator("#marks").inner_text()
    page.keyboard.press("t")
    assert NOTE in page.locator("#words-noted").inner_text()
    page.keyboard.press("t")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f'.scene:not([data-seq="{at}"])')
    assert note.count() == 0
    there = page.locator(".scene").get_attribute("data-seq")
    assert page.locator("#keep-note input[name=at]").input_value() == f"#{there}"
    page.keyboard.press("ArrowLeft")
    shown(page, at)
    assert note.count() == 1


def test_a_line_is_marked_and_compared_with_by_two_keys(page: Page, table: Table) -> None:
    table.entered(page)
    page.goto(table.url(60))
    shown(page, 60)
    page.keyboard.press("m")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector('.scene:not([data-seq="60"])')
    there = page.locator(".scene").get_attribute("data-seq")
    page.keyboard.press("c")
    page.wait_for_url("**vs=*")
    assert f"/{there}?" in page.url
    assert "as=tenth" in page.url
    assert page.locator(".boards.two svg [data-number]").count() > 1
    assert page.locator(".numbered li").count() > 1
    page.click("text=Without comparing")
    page.wait_for_url(f"**/{there}?as=tenth")


@pytest.mark.parametrize("width", [390, 1280])
def test_without_a_script_all_three_are_there(window: Windows, table: Table, width: int) -> None:
    page = table.entered(window(width, 800, java_script_enabled=False))
    page.goto(table.url(60))
    page.fill("#vs", "1.1")
    page.click("#versus button")
    page.wait_for_url("**vs=1.1**")
    one, other = map(box, page.locator(".boards.two figure").all())
    assert (one["bottom"] <= other["y"]) is (width == 390), "one below the other, or beside"
    page.goto(table.url(60))
    page.click("#whole-turn")
    page.wait_for_url("**/turn/*as=tenth")
    assert page.locator(".numbered a").count() > 0
    page.goto(table.url(60))
    write(page, NOTE, "all")
    assert NOTE in page.locator("#notes-part").inner_text()
    page.click("#notes a")
    page.click(".noted form button")
    page.wait_for_url("**/notes?as=tenth")
    assert NOTE not in page.locator("main").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_where_notes_stand(
    window: Windows, table: Table, axe: Callable[[Page], list[Any]], scheme: str, width: int
) -> None:
    page = table.entered(window(width, 800, color_scheme=scheme))
    page.goto(table.url(table.at))
    shown(page, table.at)
    write(page, NOTE, "judge")
    page.goto(table.url(table.at))
    for path in (f"{table.at}?as=tenth", "notes?as=tenth", "turn/5?as=tenth", f"{table.at}?vs=1.1&as=tenth"):
        page.goto(f"{table.base}/s/noted/{path}")
        if page.locator(".scene").count():
            page.wait_for_selector(".scene[data-whole]")
            page.click("#keep-note summary")
        assert axe(page) == []
        assert page.evaluate(SIDEWAYS) <= 0
