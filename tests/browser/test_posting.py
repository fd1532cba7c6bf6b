"""The page for posts, and notes, in a browser: with keys, with buttons and without scripts."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from imported import record_text
from keys_board import BEGUN
from players import START_MS
from spectator import SEATS, opened, played
from windows import SIDEWAYS, Page, Windows, box

from events.events import Move
from events.session_events import Posted
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app

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


CUT_PLACEHOLDERS = """() => [...document.querySelectorAll('input[placeholder]')].filter((field) => {
  const style = getComputedStyle(field), pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return field.checkVisibility() && pen.measureText(field.placeholder).width > room;
}).map((field) => field.placeholder)"""


@pytest.fixture
def table(serve: Callable[[Flask], str]) -> tuple[str, Session]:
    """A laptop's server with one session of Keys, and its address."""
    store = MemoryStore()
    session = opened(store, registry(), "keys", SEATS, session="laptop", title="Friday nights")
    return f"{serve(create_app(store, registry(), Accounts.memory(), laptop=True))}/s/laptop/post", session


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (320, 640)])
def test_a_post_is_pasted_settled_and_recorded(
    window: Windows, table: tuple[str, Session], *, scripts: bool, width: int, height: int
) -> None:
    address, session = table
    page = window(width, height, java_script_enabled=scripts)

    def fits() -> None:
        if scripts:
            assert page.evaluate(SIDEWAYS) <= 0

    page.goto(address)
    fits()
    page.locator("#text").fill(POST.format(seat=session.status.seat, long="x" * 300))
    page.get_by_role("button", name="Preview").first.click()
    page.locator(".reading").wait_for()
    fits()
    verdicts = page.locator(".reading > ol .verdict")
    assert [word.split()[-1] for word in verdicts.all_inner_texts()] == ["question", "ok", "question", "chat"]
    page.locator("#line-3").get_by_text("== laptop T1").check()
    page.locator("#line-5").get_by_text("Line is chat").check()
    page.get_by_role("button", name="Submit").first.click()
    page.locator(".filed").wait_for()
    fits()
    assert "Post recorded in the log as entries" in page.locator(".filed").inner_text()
    again = Session.load(session.store, registry(), "laptop")
    assert sum(isinstance(entry.event, Move) for entry in again.table.entries) == 1


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_chat_line_is_turned_into_a_move(
    window: Windows, table: tuple[str, Session], *, scripts: bool, width: int, height: int
) -> None:
    address, session = table
    page = window(width, height, java_script_enabled=scripts)
    page.goto(address)
    page.locator("#text").fill("Off we go!")
    page.locator("#seat").select_option(session.status.seat)
    page.get_by_role("button", name="Preview").first.click()
    page.locator("#line-1").get_by_role("button", name="This was a move").click()
    words = page.locator("#find-1")
    words.fill("zebra")
    if scripts:
        page.get_by_text("No legal move matches").wait_for()
        words.fill("top card")
        page.locator("#moves-1 input").first.wait_for()
        words.press("ArrowDown")
        assert page.evaluate("document.activeElement.value") == "=D: ?"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "find-1"
        page.keyboard.press("Enter")
    else:
        page.get_by_role("button", name="Search").click()
        page.get_by_text("No legal move matches").wait_for()
        words.fill("top card")
        page.get_by_role("button", name="Search").click()
        page.locator("#moves-1 label").first.click()
        page.get_by_role("button", name="Preview").first.click()
    page.get_by_text("means D: ?").wait_for()
    page.locator("#line-1").get_by_role("button", name="Line is chat").click()
    page.get_by_text("Treated as chat").wait_for()


def test_recorded_chat_becomes_a_move_by_keyboard_alone(window: Windows, table: tuple[str, Session]) -> None:
    address, session = table
    seat = session.status.seat
    pasted = Pasted(text="Off we go!", seat=seat, choices={1: Choice(chat=True)})
    seq = file_post(session.store, registry(), "laptop", pasted, Poster("moderator")).seq
    page = window(390, 844)
    page.goto(address.removesuffix("/post") + f"/{seq}")
    page.get_by_role("link", name="This was a move").first.click()
    words = page.locator("#find-1")
    words.fill("zebra")
    page.get_by_text("No legal move matches").wait_for()
    words.fill("")
    page.locator("#moves-1 a").first.wait_for()
    words.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent").strip().endswith("D: ?")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "find-1"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Record move").press("Enter")
    page.locator(".scene").wait_for()
    entries = Session.load(session.store, registry(), "laptop").table.entries
    posts = [entry.event for entry in entries if isinstance(entry.event, Posted)]
    assert [(post.author, post.where) for post in posts] == [(seat, ""), (seat, f"line 1 of #{seq}")]


@pytest.mark.parametrize("width", [1440, 390])
def test_boards_of_readings_open_without_scripts(window: Windows, serve: Callable[[Flask], str], width: int) -> None:
    store = MemoryStore()
    name = record_text(store, registry(), BEGUN).session
    address = serve(create_app(store, registry(), Accounts.memory(), laptop=True))
    page = window(width, java_script_enabled=False)
    page.goto(f"{address}/s/{name}/post")
    page.locator("#seat").select_option("twelfth")
    page.locator("#text").fill("Drew a Time Barrier, it goes on b2.\nI don't move. ~~P: SS zz~~")
    page.get_by_role("button", name="Preview").first.click()
    page.wait_for_load_state()
    line = page.locator("#line-1")
    assert line.locator(".offer:visible").count() == 1
    assert page.locator("#line-2 s").inner_text() == "P: SS zz"
    line.locator(".others > summary").click()
    line.locator(".then > summary").first.click()
    board, frame = box(line.locator(".then .panels").first), box(page.locator(".reading"))
    assert frame["x"] <= board["x"] < board["right"] <= frame["right"]
    page.get_by_role("button", name="Confirm and submit").first.click()
    assert "Post recorded in the log as entries" in page.locator(".filed").inner_text()


NOTE = "The door <b>shuts</b> here"


class Table(NamedTuple):
    """A group server with a session of Keys, the address of the position after a move, and Tenth's link."""

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
def noted(serve: Callable[[Flask], str]) -> Table:
    store, accounts = MemoryStore(), Accounts.memory()
    played(opened(store, registry(), "keys", ("tenth", "rose"), session="noted", title="Noted"), 40)
    at = Timeline.read(store, registry(), "noted").find("5.2").last
    token = accounts.issue("noted", SEAT, START_MS, seat="tenth")[1]
    return Table(serve(create_app(store, registry(), accounts)), at, token)


def shown(page: Page, seq: int) -> None:
    page.wait_for_selector(f'.scene[data-whole][data-seq="{seq}"]')


def write(page: Page, text: str, whom: str) -> None:
    page.click("#keep-note summary")
    page.fill("#note-text", text)
    page.select_option("#note-whom", whom)
    page.click("#keep-note form button")
    page.wait_for_url("**#notes")


def test_a_note_is_shown_only_at_its_entry(page: Page, noted: Table) -> None:
    at = noted.at
    noted.entered(page)
    page.goto(noted.url(at))
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


def test_two_keys_mark_an_entry_and_compare_with_it(page: Page, noted: Table) -> None:
    noted.entered(page)
    page.goto(noted.url(60))
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
    page.click("text=Stop comparing")
    page.wait_for_url(f"**/{there}?as=tenth")


@pytest.mark.parametrize("width", [390, 1280])
def test_comparison_turn_page_and_notes_work_without_scripts(window: Windows, noted: Table, width: int) -> None:
    page = noted.entered(window(width, 800, java_script_enabled=False))
    page.goto(noted.url(60))
    page.fill("#vs", "1.1")
    page.click("#versus button")
    page.wait_for_url("**vs=1.1**")
    one, other = map(box, page.locator(".boards.two figure").all())
    assert (one["bottom"] <= other["y"]) is (width == 390), "one below the other, or beside"
    page.goto(noted.url(60))
    page.click("#whole-turn")
    page.wait_for_url("**/turn/*as=tenth")
    assert page.locator(".numbered a").count() > 0
    page.goto(noted.url(60))
    write(page, NOTE, "all")
    assert NOTE in page.locator("#notes-part").inner_text()
    page.click("#notes a")
    page.click(".noted form button")
    page.wait_for_url("**/notes?as=tenth")
    assert NOTE not in page.locator("main").inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_pages_with_notes(
    window: Windows, noted: Table, axe: Callable[[Page], list[Any]], width: int
) -> None:
    page = noted.entered(window(width, 800))
    page.goto(noted.url(noted.at))
    shown(page, noted.at)
    write(page, NOTE, "judge")
    page.goto(noted.url(noted.at))
    for path in (f"{noted.at}?as=tenth", "notes?as=tenth", "turn/5?as=tenth", f"{noted.at}?vs=1.1&as=tenth"):
        page.goto(f"{noted.base}/s/noted/{path}")
        if page.locator(".scene").count():
            page.wait_for_selector(".scene[data-whole]")
            page.click("#keep-note summary")
        assert axe(page) == []
        assert page.evaluate(SIDEWAYS) <= 0


def test_enter_in_an_import_takes_only_what_was_chosen(window: Windows, table: tuple[str, Session]) -> None:
    page = window(1280, 900)
    page.goto(table[0].replace("/s/laptop/post", "/import"))
    page.locator("#text").fill(
        "game: keys\nseats: tenth, twelfth\nfirst: tenth\n\n--- tenth ---\n== tenth ==\nD: zz\n== end ==\n"
    )
    page.get_by_role("button", name="Import posts").click()
    assert page.locator("[name=other-2]").is_visible()
    assert page.evaluate(CUT_PLACEHOLDERS) == []
    page.locator("#find-2").fill("draw")
    page.keyboard.press("Enter")
    page.get_by_text("D: ?", exact=True).first.wait_for()
    assert page.evaluate("[document.activeElement.type, document.activeElement.checked]") == ["radio", True]
    assert page.locator("h2", has_text="Post 1").count() == 1, "nothing is saved"
    page.locator("[name=other-2]").fill("D: Kr")
    assert page.locator("[name=line-2][value=other]").is_checked()
    page.keyboard.press("Enter")
    page.get_by_text("All 1 posts are read").wait_for()
    page.goto(page.url.partition("#")[0] + "?post=1")
    assert page.locator("[name=line-2]:checked").get_attribute("value") == "=D: Kr"
