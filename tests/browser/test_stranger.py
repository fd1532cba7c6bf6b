"""Whole evenings in a browser: posts recorded, seats with links, a club, and an old thread."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from old_threads import ARCHIVES, header
from windows import SIDEWAYS, Page, Windows

from events.events import Chance, Move, Shuffled
from events.session_events import TakenBack
from events.store.accounts import EVERYWHERE, HOST, TOKEN, Accounts
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.move_choices import line_of
from projections.registry import registry
from projections.terms import Status
from replay.chance.clock import now_ms
from replay.session.session import Session
from webui import create_app

pytestmark = pytest.mark.browser


class Evening:
    """A database that is served to a laptop and to a club."""

    def __init__(self, path: Path, serve: Callable[[Flask], str]) -> None:
        self.store, self.accounts, self.serve = SqliteStore(path), Accounts(path), serve

    def served(self, *, laptop: bool) -> str:
        return self.serve(create_app(self.store, registry(), self.accounts, laptop=laptop))

    def session(self) -> Session:
        return Session.load(self.store, registry(), self.store.sessions()[0].session)


@pytest.fixture
def evening(tmp_path: Path, serve: Callable[[Flask], str]) -> Iterator[Evening]:
    found = Evening(tmp_path / "bell.db", serve)
    with closing(found.store), closing(found.accounts):
        yield found


SCREENS: Final = {"desk": (1440, 900), "phone": (390, 844)}


def next_line(session: Session, chooser: random.Random) -> tuple[str, str, Status]:
    game, status = session.game, session.status
    seat = next(seat for seat in status.awaited if any(game.rules.legal(session.position, seat)))
    return seat, line_of(game, chooser.choice(list(game.rules.legal(session.position, seat))), session.position), status


def paste(page: Page, text: str) -> None:
    page.get_by_label("The post, as it was posted").fill(text)
    page.get_by_role("button", name="Read", exact=True).first.click()
    page.locator(".reading li.ok").first.wait_for()
    page.get_by_role("button", name="File", exact=True).first.click()
    page.locator(".filed").wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_moderator_records_ten_turns_and_copies_the_reply_kit(evening: Evening, window: Windows, screen: str) -> None:
    chooser = random.Random(4)
    base = evening.served(laptop=True)
    page = window(*SCREENS[screen])
    page.goto(base)
    page.get_by_role("link", name="Begin the first session").click()
    page.get_by_text("Keys to the TARDIS", exact=True).click()
    page.get_by_label("Title").fill("Friday nights")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/post")
    session = evening.session()
    for _ in range(200):
        seat, line, status = next_line(session, chooser)
        if status.turn > 10:
            break
        name = session.game.view.seat_name(session.position, seat)
        paste(page, f"Sorry for the wait!\n\n== T{status.turn} {name} ==\n{line}\n== end ==\n\nSee you tomorrow")
        session = evening.session()
    assert session.status.turn == 11
    keep_a_mistake(page, session)
    page.get_by_role("link", name="Reply kit").first.click()
    page.wait_for_load_state()
    kit = page.locator("textarea").first.input_value()
    assert "Friday nights" in kit
    picture = page.request.get(f"{base}/s/{session.row.session}/{evening.session().head.seq}.png")
    assert picture.status == 200
    assert picture.body().startswith(b"\x89PNG")
    page.goto(f"{base}/s/{session.row.session}/audit")
    report = page.locator("main").inner_text()
    assert "kept" in report.lower()
    assert "we agreed" in report


def keep_a_mistake(page: Page, session: Session) -> None:
    status = session.status
    name = session.game.view.seat_name(session.position, status.seat)
    legal = session.game.rules.legal(session.position, status.seat)
    verbs = {line_of(session.game, move, session.position).split(":")[0] for move in legal}
    illegal = next(line for line in ("M: stay", "D: ?") if line.split(":")[0] not in verbs)
    page.get_by_label("The post, as it was posted").fill(f"== T{status.turn} {name} ==\n{illegal}\n== end ==")
    page.get_by_role("button", name="Read", exact=True).first.click()
    line = page.locator(".reading li.fix").first
    line.wait_for()
    assert "KEY-" in line.inner_text()
    line.get_by_text("Keep it, flagged").click()
    line.get_by_placeholder("why (it stays a finding)").fill("we agreed to it")
    page.get_by_role("button", name="File", exact=True).first.click()
    page.locator(".filed").wait_for()


def test_two_seats_play_by_links_and_agree_to_a_takeback(evening: Evening, window: Windows) -> None:
    base = evening.served(laptop=False)
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
    assert (
        "No violation" in page.locator("main").inner_text()
        or "0 violations" in page.locator(".form").first.inner_text()
    )


def begin_risk(evening: Evening, base: str, page: Page) -> dict[str, str]:
    host = evening.accounts.issue(EVERYWHERE, HOST, now_ms())[1]
    page.goto(f"{base}/k/{host}")
    page.get_by_role("button", name="Go on in this browser").click()
    page.get_by_role("link", name=re.compile("Begin the first session|New session")).first.click()
    page.get_by_role("radio", name="Risk").first.check()
    page.get_by_label("Title").fill("Links")
    page.get_by_text("Mistakes", exact=False).first.click()
    page.locator('[name="corrections"][value="agreement"]').check()
    page.get_by_role("button", name="Begin", exact=True).click()
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
        if page.get_by_role("button", name="File", exact=True).count():
            break
        if page.locator("#amount").count():
            page.locator("#amount").fill(page.locator("#amount").get_attribute("max") or "1")
        else:
            offered = page.locator(".options input[type=radio]")
            offered.nth(chooser.randrange(offered.count())).check()
        page.get_by_role("button", name="Go on").click()
        page.wait_for_load_state()
    page.get_by_role("button", name="File", exact=True).click()
    page.wait_for_url(f"**as={seat}")


def take_back(pages: dict[str, Page], base: str, evening: Evening) -> None:
    session = evening.session()
    seen = next(entry.seq for entry in reversed(session.table.entries) if isinstance(entry.event, Chance))
    moves = [entry for entry in session.table.entries[:seen] if isinstance(entry.event, Move) and entry.by in pages]
    first, proposer = moves[-1].seq, moves[-1].by
    other = next(seat for seat in pages if seat != proposer)
    where = f"{base}/s/{session.row.session}/{first}/takeback"
    pages[proposer].goto(where)
    pages[proposer].get_by_placeholder("Reason").first.fill("wrong territory")
    pages[proposer].get_by_role("button", name="Propose it").click()
    pages[proposer].get_by_text("has not answered").wait_for()
    assert first not in evening.session().table.undone
    pages[other].goto(f"{base}/s/{session.row.session}")
    pages[other].get_by_role("link", name="Answer").click()
    pages[other].get_by_role("button", name="I agree").click()
    pages[other].wait_for_url(lambda url: "takeback" not in url)
    after = evening.session()
    assert first in after.table.undone
    assert isinstance(after.table.entries[-1].event, TakenBack | Shuffled)


LINK = re.compile(r"http://127\.0\.0\.1:\d+/k/k-[a-z2-7]{26}")


class Club(NamedTuple):
    base: str
    link: str
    store: MemoryStore


@pytest.fixture
def club(serve: Callable[[Flask], str]) -> Iterator[Club]:
    accounts, store = Accounts.memory(), MemoryStore()
    base = serve(create_app(store, registry(), accounts))
    yield Club(base, f"{base}/k/{accounts.issue(EVERYWHERE, HOST, 1)[1]}", store)
    accounts.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_from_a_hosts_link_to_a_seats_own_view(club: Club, window: Windows, width: int) -> None:
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


NAME = "keys-list.mbox"


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def laptop(serve: Callable[[Flask], str], store: MemoryStore) -> Iterator[str]:
    with closing(Accounts.memory()) as accounts:
        yield serve(create_app(store, registry(), accounts, laptop=True))


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desk", "phone"])
def seen(laptop: str, window: Windows, request: Any) -> Iterator[Page]:
    """A page that complains of nothing and is never wider than its window."""
    page = window(*request.param, strict=True)
    yield page
    assert page.evaluate(SIDEWAYS) <= 0


def test_from_a_mailbox_to_a_session_of_ones_own(seen: Page, laptop: str, store: MemoryStore) -> None:
    fields = header(NAME)
    seen.goto(f"{laptop}/new")
    seen.click("text=Import the thread")
    seen.set_input_files("#file", str(ARCHIVES / NAME))
    seen.fill("#draft", "list")
    seen.select_option("#game", "keys")
    seen.fill("#seats", fields["seats"])
    seen.fill("#options", "\n".join(f"{name} = {fields[name]}" for name in ("edges", "first", "layout")))
    seen.click("button.primary")
    assert "Who is who" in seen.inner_text("main")
    seen.click("button[value=tell]")
    seen.wait_for_selector("button[value=record]")
    assert store.sessions() == []
    seen.click("button[value=record]")
    seen.wait_for_url("**/s/**")
    (row,) = store.sessions()
    past = Session.load(store, registry(), row.session)
    assert past.status.outcome is not None
    seen.goto(f"{laptop}/s/{row.session}/set")
    assert "This session is over: nothing is set in it any more." in seen.inner_text("main")
    assert seen.locator("form[action$='/set']").count() == 0


def test_a_value_is_looked_at_and_filed(seen: Page, laptop: str, store: MemoryStore) -> None:
    seen.goto(f"{laptop}/new")
    seen.check("input[name=game][value=keys]")
    seen.fill("input[name=seat-keys-1]", "Tenth")
    seen.fill("input[name=seat-keys-2]", "Twelfth")
    seen.click("summary:has-text('Begin in the middle')")
    seen.fill("#middle", "first = tenth\nturn = twelfth T6 round 3\nc2 = open, is key\npawn tenth = c2\n")
    seen.click("text=Look at the table first")
    assert "Nothing is written yet" in seen.inner_text("main")
    assert store.sessions() == []
    seen.click("button.primary:has-text('Begin')")
    seen.wait_for_url("**/s/**")
    (row,) = store.sessions()
    seen.goto(f"{laptop}/s/{row.session}/set")
    seen.click("text=pawn tenth = c2")
    assert seen.input_value("#place") == "pawn tenth"
    seen.fill("#value", "c1")
    seen.fill("#reason", "it stood there")
    seen.click("button:has-text('Look')")
    assert "Tenth's pawn now stands on c1." in seen.inner_text("main")
    assert "pawns stand on open doors (KEY-MOV-04)" in seen.inner_text("main")
    assert Session.load(store, registry(), row.session).position.pawns["tenth"] == "c2"
    seen.click("button:has-text('File')")
    seen.wait_for_url(f"**/s/{row.session}/*")
    assert Session.load(store, registry(), row.session).position.pawns["tenth"] == "c1"
