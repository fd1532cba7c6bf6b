"""Whole games in a browser: two seats play by secret links, and an old thread becomes a session."""

import random
import re
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from flask import Flask
from old_threads import ARCHIVES, header
from windows import SIDEWAYS, Page, Windows

from events.events import Chance, Move, Shuffled
from events.session_events import TakenBack
from events.store.accounts import EVERYWHERE, HOST, TOKEN, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.chance.clock import now_ms
from replay.session.session import Session
from webui import create_app

pytestmark = pytest.mark.browser

SCREENS: Final = {"desk": (1440, 900), "phone": (390, 844)}
THREAD: Final = "keys-list.mbox"


class Served(NamedTuple):
    """A store that a server shows at `base`."""

    base: str
    store: MemoryStore
    accounts: Accounts

    def session(self) -> Session:
        return Session.load(self.store, registry(), self.store.sessions()[0].session)


def served(serve: Callable[[Flask], str], *, laptop: bool) -> Served:
    store, accounts = MemoryStore(), Accounts.memory()
    return Served(serve(create_app(store, registry(), accounts, laptop=laptop)), store, accounts)


def test_two_seats_play_by_links_and_agree_to_a_takeback(serve: Callable[[Flask], str], window: Windows) -> None:
    evening = served(serve, laptop=False)
    base = evening.base
    links = begin_risk(evening, base, window(*SCREENS["desk"]))
    pages = {}
    for (seat, link), screen in zip(links.items(), SCREENS, strict=True):
        pages[seat] = window(*SCREENS[screen])
        pages[seat].goto(f"{base}/k/{link}")
        pages[seat].get_by_role("button", name="Take the seat").click()
        pages[seat].wait_for_url(f"**as={seat}")
    name = evening.session().row.session
    chooser, turns = random.Random(7), 0
    for _ in range(400):
        session = evening.session()
        turns = session.status.turn
        if turns > len(links):
            break
        move_by_form(pages, base, session, chooser)
    assert turns > len(links), "the round was not played"
    take_back(pages, base, evening)
    page = window(*SCREENS["phone"])
    page.goto(f"{base}/s/{name}/audit")
    main, form = page.locator("main"), page.locator(".form").first
    assert "No violation" in main.inner_text() or "0 violations" in form.inner_text()


def begin_risk(evening: Served, base: str, page: Page) -> dict[str, str]:
    host = evening.accounts.issue(EVERYWHERE, HOST, now_ms())[1]
    page.goto(f"{base}/k/{host}")
    page.get_by_role("button", name="Use this link in this browser").click()
    page.get_by_role("link", name=re.compile("Start your first session|New session")).first.click()
    page.get_by_role("radio", name="Risk").first.check()
    page.get_by_label("Title").fill("Links")
    page.locator("summary", has_text="Rules for takebacks").click()
    page.locator('[name="corrections"][value="agreement"]').check()
    page.get_by_role("button", name="Start session", exact=True).click()
    page.wait_for_url("**/links")
    text = page.content()
    found = {}
    for token in dict.fromkeys(TOKEN.findall(text)):
        link = evening.accounts.by_token(token)
        if link is not None and link.seat:
            found[link.seat] = token
    return found


def move_by_form(pages: dict[str, Page], base: str, session: Session, chooser: random.Random) -> None:
    seat = next(seat for seat in session.status.awaited if any(session.game.rules.legal(session.position, seat)))
    page = pages[seat]
    page.goto(f"{base}/s/{session.row.session}/move")
    for _ in range(8):
        if session.store.head(session.row.session).seq > session.head.seq:
            return
        with page.expect_event("load"):
            if page.get_by_role("button", name="Record move").count():
                page.get_by_role("button", name="Record move").click()
            elif page.locator("#amount").count():
                page.locator("#amount").fill(page.locator("#amount").get_attribute("max") or "1")
                page.get_by_role("button", name="Continue").click()
            else:
                offered = page.locator(".picks button")
                offered.nth(chooser.randrange(offered.count())).click()
    pytest.fail("the choices never end")


def take_back(pages: dict[str, Page], base: str, evening: Served) -> None:
    session = evening.session()
    seen = next(entry.seq for entry in reversed(session.table.entries) if isinstance(entry.event, Chance))
    moves = [entry for entry in session.table.entries[:seen] if isinstance(entry.event, Move) and entry.by in pages]
    first, proposer = moves[-1].seq, moves[-1].by
    other = next(seat for seat in pages if seat != proposer)
    where = f"{base}/s/{session.row.session}/{first}/takeback"
    pages[proposer].goto(where)
    pages[proposer].get_by_placeholder("Reason").first.fill("wrong territory")
    pages[proposer].get_by_role("button", name="Propose takeback").click()
    pages[proposer].get_by_text("has not answered").wait_for()
    assert first not in evening.session().table.undone
    pages[other].goto(f"{base}/s/{session.row.session}")
    pages[other].get_by_role("link", name="Answer").click()
    pages[other].get_by_role("button", name="Agree").click()
    pages[other].wait_for_url(lambda url: "takeback" not in url)
    after = evening.session()
    assert first in after.table.undone
    assert isinstance(after.table.entries[-1].event, TakenBack | Shuffled)


@pytest.mark.parametrize("screen", SCREENS)
def test_imports_a_mailbox_as_a_session(serve: Callable[[Flask], str], window: Windows, screen: str) -> None:
    (laptop, store, _), seen = served(serve, laptop=True), window(*SCREENS[screen], strict=True)
    fields = header(THREAD)
    seen.goto(f"{laptop}/new")
    seen.click("text=Import the thread")
    seen.set_input_files("#file", str(ARCHIVES / THREAD))
    seen.fill("#draft", "list")
    seen.click("button.primary")
    seen.check('[name="game"][value="keys"]')
    seen.fill("#seats", fields["seats"])
    for name in ("edges", "first", "layout"):
        seen.fill(f'[name="keys.{name}"]', fields[name])
    seen.click("button[value=tell]")
    seen.wait_for_selector("button[value=record]")
    assert store.sessions() == []
    seen.click("button[value=record]")
    seen.wait_for_url("**/s/**")
    (row,) = store.sessions()
    past = Session.load(store, registry(), row.session)
    assert past.status.outcome is not None
    assert seen.evaluate(SIDEWAYS) <= 0
