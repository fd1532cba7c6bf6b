"""A club in browsers: a host begins a session, hands out links, and everybody is who their link says."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from flask import Flask
from windows import Page, Windows

from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from webui import create_app

pytestmark = pytest.mark.browser
LINK = re.compile(r"http://127\.0\.0\.1:\d+/k/k-[a-z2-7]{26}")


class Club(NamedTuple):
    base: str
    link: str
    store: MemoryStore


@pytest.fixture
def club(serve: Callable[[Flask], str]) -> Iterator[Club]:
    accounts, store = Accounts.memory(), MemoryStore()
    base = serve(create_app(store, shelf(), accounts))
    yield Club(base, f"{base}/k/{accounts.issue(EVERYWHERE, HOST, 1)[1]}", store)
    accounts.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_from_a_hosts_link_to_a_seats_own_view(window: Windows, club: Club, width: int) -> None:
    def entered(link: str) -> Page:
        page = window(width, java_script_enabled=width > 400)
        page.goto(link)
        page.locator("main button").click()
        return page

    host = entered(club.link)
    host.get_by_role("link", name="New session").or_(host.get_by_role("link", name="Begin the first")).first.click()
    host.get_by_label("Who plays seat 1").first.fill("Julie")
    host.get_by_label("Title").fill("Friday nights")
    host.get_by_label("Title").press("Enter")
    host.wait_for_url("**/links")
    links = [box.input_value() for box in host.locator("input[readonly]").all()]
    assert len(links) == 3
    assert all(LINK.fullmatch(link) for link in links)
    host.get_by_role("button", name="They are handed out").click()
    assert "Seats and people" in host.locator("h1").inner_text()

    seat = entered(links[0])
    seat.wait_for_url("**?as=*")
    assert "k-" not in seat.url
    assert "Julie" in seat.locator(".me").inner_text()
    seat.goto(f"{club.base}/")
    assert seat.locator("h2").first.inner_text().startswith(("Your move", "Waiting"))

    session = club.store.sessions()[0].session
    host.goto(f"{club.base}/s/{session}/people")
    host.get_by_label("View of").select_option("table")
    host.get_by_role("button", name="Look, and let the log say so").click()
    host.wait_for_url("**?as=table")
    assert "which tells everybody so" in host.locator(".banner").first.inner_text()
    seat.goto(f"{club.base}/s/{session}/{club.store.head(session).seq}")
    assert "The moderator looks at the whole table." in seat.locator("h1").inner_text()
