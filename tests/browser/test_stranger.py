"""Whole evenings in a browser: posts recorded, and seats with links."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from flask import Flask
from players import awaited_moves
from windows import Locator, Page, Windows

from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.memory import MemoryStore
from projections.move_choices import line_of
from projections.registry import registry
from replay.session.session import Session
from webui import create_app

pytestmark = pytest.mark.browser


SCREENS: Final = {"desk": (1440, 900), "phone": (390, 844)}


def preview(page: Page, text: str, verdict: str) -> Locator:
    """Preview a post; return its first line with this verdict."""
    page.get_by_label("Post, as copied from the thread").fill(text)
    page.get_by_role("button", name="Preview", exact=True).first.click()
    line = page.locator(f".reading li.{verdict}").first
    line.wait_for()
    return line


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit", exact=True).first.click()
    page.locator(".filed").wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_moderator_records_ten_turns_and_copies_the_turn_summary(
    serve: Callable[[Flask], str], window: Windows, screen: str
) -> None:
    store, chooser, page = MemoryStore(), random.Random(4), window(*SCREENS[screen])
    base = serve(create_app(store, registry(), Accounts.memory(), laptop=True))
    page.goto(base)
    page.get_by_role("link", name="Start your first session").click()
    page.get_by_text("Keys to the TARDIS", exact=True).click()
    page.get_by_label("Title").fill("Friday nights")
    page.get_by_role("button", name="Start session", exact=True).click()
    page.wait_for_url("**/post")
    name = store.sessions()[0].session
    while (session := Session.load(store, registry(), name)).status.turn <= 10:
        move = chooser.choice(awaited_moves(session.game, session.position))
        line = line_of(session.game, move, session.position)
        preview(page, f"Sorry for the wait!\n\n{header(session)}\n{line}\n== end ==\n\nSee you tomorrow", "ok")
        submit(page)
    keep_a_mistake(page, session)
    page.get_by_role("link", name="Turn summary").first.click()
    page.wait_for_load_state()
    assert "Friday nights" in page.locator("textarea").first.input_value()
    picture = page.request.get(f"{base}/s/{name}/{store.head(name).seq}.png")
    assert picture.status == 200
    assert picture.body().startswith(b"\x89PNG")
    page.goto(f"{base}/s/{name}/audit")
    report = page.locator("main").inner_text()
    assert "accepted as played" in report.lower()
    assert "we agreed" in report


def header(session: Session) -> str:
    status = session.status
    return f"== T{status.turn} {session.game.view.seat_name(session.position, status.seat)} =="


def keep_a_mistake(page: Page, session: Session) -> None:
    legal = awaited_moves(session.game, session.position)
    verbs = {line_of(session.game, move, session.position).split(":")[0] for move in legal}
    illegal = next(line for line in ("M: stay", "D: ?") if line.split(":")[0] not in verbs)
    line = preview(page, f"{header(session)}\n{illegal}\n== end ==", "illegal")
    assert "KEY-" in line.inner_text()
    line.get_by_text("Accept as played").click()
    line.get_by_placeholder("reason (the audit still reports it)").fill("we agreed to it")
    submit(page)


LINK = re.compile(r"http://127\.0\.0\.1:\d+/k/k-[a-z2-7]{26}")


@pytest.mark.parametrize("width", [1440, 390])
def test_a_host_starts_a_session_and_a_seat_opens_its_own_view(
    serve: Callable[[Flask], str], window: Windows, width: int
) -> None:
    accounts, store = Accounts.memory(), MemoryStore()
    base = serve(create_app(store, registry(), accounts))

    def entered(link: str) -> Page:
        page = window(width, java_script_enabled=width > 400)
        page.goto(link)
        page.locator("main button").click()
        return page

    host = entered(f"{base}/k/{accounts.issue(EVERYWHERE, HOST, 1)[1]}")
    host.get_by_role("link", name="New session").or_(host.get_by_role("link", name="Start your first")).first.click()
    host.get_by_label("Player of seat 1").first.fill("Julie")
    host.get_by_label("Title").fill("Friday nights")
    host.get_by_label("Title").press("Enter")
    host.wait_for_url("**/links")
    links = [box.input_value() for box in host.locator("input[readonly]").all()]
    assert len(links) == 3
    assert all(LINK.fullmatch(link) for link in links)
    host.get_by_role("button", name="Hide the secret links").click()
    assert "Seats and people" in host.locator("h1").inner_text()

    seat = entered(links[0])
    seat.wait_for_url("**?as=*")
    assert "k-" not in seat.url
    assert "Julie" in seat.locator(".me").inner_text()
    seat.goto(f"{base}/")
    assert seat.locator("h2").first.inner_text().startswith(("Waiting for you", "Waiting"))

    session = store.sessions()[0].session
    host.goto(f"{base}/s/{session}/people")
    host.get_by_label("Hidden information of").select_option("table")
    host.get_by_role("button", name="View hidden information (recorded in the log)").click()
    host.wait_for_url("**?as=table")
    assert "which records this for all to see" in host.locator(".banner").first.inner_text()
    seat.goto(f"{base}/s/{session}/{store.head(session).seq}")
    assert "The moderator views all secrets." in seat.locator("h1").inner_text()
