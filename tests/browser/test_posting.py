"""The page for posts in a browser: without scripts, on a phone and on a desk, and never wider than its window."""

from collections.abc import Callable

import pytest
from flask import Flask
from keys_begun import BEGUN
from spectator import SEATS, opened
from windows import SIDEWAYS, Windows, box

from events.conduct import Posted
from events.facts import Move
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.live.session import Session
from replay.posts.file import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.record import record_text
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


@pytest.fixture
def table(serve: Callable[[Flask], str]) -> tuple[str, Session]:
    """A laptop's server with one session of Keys, and its address."""
    store = MemoryStore()
    session = opened(store, shelf(), "keys", SEATS, session="laptop", title="Friday nights")
    return f"{serve(create_app(store, shelf(), Accounts.memory(), laptop=True))}/s/laptop/post", session


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (320, 640)])
def test_a_post_is_pasted_settled_and_filed(
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
    page.get_by_role("button", name="Read").first.click()
    page.locator(".reading").wait_for()
    fits()
    verdicts = page.locator(".reading > ol .verdict")
    assert [word.split()[-1] for word in verdicts.all_inner_texts()] == ["ask", "ok", "ask", "chat"]
    page.locator("#line-3").get_by_text("== laptop T1").check()
    page.locator("#line-5").get_by_text("No move: leave it as chat").check()
    page.get_by_role("button", name="File").first.click()
    page.locator(".filed").wait_for()
    fits()
    assert "Filed: lines" in page.locator(".filed").inner_text()
    again = Session.load(session.store, shelf(), "laptop")
    assert sum(isinstance(entry.fact, Move) for entry in again.table.entries) == 1


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_line_of_chat_is_made_a_move(
    window: Windows, table: tuple[str, Session], *, scripts: bool, width: int, height: int
) -> None:
    address, session = table
    page = window(width, height, java_script_enabled=scripts)
    page.goto(address)
    page.locator("#text").fill("Off we go!")
    page.locator("#seat").select_option(session.status.seat)
    page.get_by_role("button", name="Read").first.click()
    page.locator("#line-1").get_by_role("button", name="This was a move").click()
    words = page.locator("#find-1")
    words.fill("zebra")
    if scripts:
        page.get_by_text("No legal move fits").wait_for()
        words.fill("top card")
        page.locator("#moves-1 input").first.wait_for()
        words.press("ArrowDown")
        assert page.evaluate("document.activeElement.value") == "=D: ?"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "find-1"
        page.keyboard.press("Enter")
    else:
        page.get_by_role("button", name="Narrow").click()
        page.get_by_text("No legal move fits").wait_for()
        words.fill("top card")
        page.get_by_role("button", name="Narrow").click()
        page.locator("#moves-1 label").first.click()
        page.get_by_role("button", name="Read").first.click()
    page.get_by_text("read as D: ?").wait_for()
    page.locator("#line-1").get_by_role("button", name="It is chat").click()
    page.get_by_text("Left as chat").wait_for()


def test_filed_chat_is_made_a_move_by_keys_alone(window: Windows, table: tuple[str, Session]) -> None:
    address, session = table
    seat = session.status.seat
    pasted = Pasted(text="Off we go!", seat=seat, choices={1: Choice(chat=True)})
    seq = file_post(session.store, shelf(), "laptop", pasted, Poster("moderator")).seq
    page = window(390, 844)
    page.goto(address.removesuffix("/post") + f"/{seq}")
    page.get_by_role("link", name="This was a move").first.click()
    words = page.locator("#find-1")
    words.fill("zebra")
    page.get_by_text("No legal move fits").wait_for()
    words.fill("")
    page.locator("#moves-1 a").first.wait_for()
    words.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent").strip().endswith("D: ?")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "find-1"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="File it").press("Enter")
    page.locator(".scene").wait_for()
    entries = Session.load(session.store, shelf(), "laptop").table.entries
    posts = [entry.fact for entry in entries if isinstance(entry.fact, Posted)]
    assert [(post.author, post.where) for post in posts] == [(seat, ""), (seat, f"line 1 of #{seq}")]


@pytest.mark.parametrize("width", [1440, 390])
def test_a_reading_of_prose_opens_its_boards_without_scripts(
    window: Windows, serve: Callable[[Flask], str], width: int
) -> None:
    store = MemoryStore()
    name = record_text(store, shelf(), BEGUN).session
    address = serve(create_app(store, shelf(), Accounts.memory(), laptop=True))
    page = window(width, java_script_enabled=False)
    page.goto(f"{address}/s/{name}/post")
    page.locator("#seat").select_option("twelfth")
    page.locator("#text").fill("Drew a Time Barrier, it goes on b2.\nI don't move. ~~P: SS zz~~")
    page.get_by_role("button", name="Read").first.click()
    page.wait_for_load_state()
    line = page.locator("#line-1")
    assert line.locator(".offer:visible").count() == 1
    assert page.locator("#line-2 s").inner_text() == "P: SS zz"
    line.locator(".others > summary").click()
    line.locator(".then > summary").first.click()
    board, frame = box(line.locator(".then svg").first), box(page.locator(".reading"))
    assert frame["x"] <= board["x"] < board["right"] <= frame["right"]
    page.get_by_role("button", name="Confirm and file").first.click()
    assert "Filed: lines" in page.locator(".filed").inner_text()
