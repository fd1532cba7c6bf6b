"""Six disputes that the two sides and a judge settle in browsers, each from the first doubt to its end."""

import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from flask import Flask
from imported import record_text
from people import MISTAKES
from players import START_MS
from spectator import opened
from windows import Page, Windows

from events.events import Chance, Drawn, Move, Rolled
from events.session_events import Ruled, TakenBack
from events.store.accounts import JUDGE, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.move_choices import line_of
from projections.registry import registry
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.importing.samples import samples
from replay.reading.reading import groups_of
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app

pytestmark = pytest.mark.browser
SCREEN: Final = {"judge": (1280, 800)}
PHONE: Final = (390, 844)


class Quarrel:
    """A served session and the people of a dispute, each with a browser."""

    def __init__(self, session: Session, serve: Callable[[Flask], str], window: Windows) -> None:
        self.store, self.accounts, self.name = session.store, Accounts.memory(), session.row.session
        self.base = serve(create_app(session.store, registry(), self.accounts))
        self.window, self.pages = window, dict[str, Page]()

    @property
    def session(self) -> Session:
        return Session.load(self.store, registry(), self.name)

    def url(self, path: str = "") -> str:
        return f"{self.base}/s/{self.name}{path}"

    def who(self, name: str) -> Page:
        if name not in self.pages:
            width, height = SCREEN.get(name, PHONE if len(self.pages) % 2 else (1280, 800))
            page = self.pages[name] = self.window(width, height)
            if name != "reader":
                role, seat = (JUDGE, "") if name == "judge" else (SEAT, name)
                token = self.accounts.issue(self.name, role, START_MS, seat=seat)[1]
                page.goto(f"{self.base}/k/{token}")
                page.locator("main button").click()
                page.wait_for_load_state()
        return self.pages[name]

    def goes(self, name: str, path: str) -> Page:
        page = self.who(name)
        page.goto(self.url(path))
        return page

    def words(self, name: str, path: str) -> str:
        return self.goes(name, path).locator("main").inner_text()

    def findings(self) -> dict[str, Finding]:
        return {
            one.rule: one
            for one in audit_session(self.store, registry(), self.name).findings
            if one.level == "violation"
        }

    def dispute(self, name: str, path: str, claim: str, *, private: bool = False) -> None:
        page = self.goes(name, f"{path}/ruling")
        page.get_by_label("What is wrong with it").fill(claim)
        if private:
            page.get_by_text("Only the judge reads what I claim").click()
        page.get_by_role("button", name="Open the dispute").click()
        page.wait_for_load_state()

    def rules(self, verdict: str, reason: str, *, cites: str = "", house: str = "", **more: str) -> None:
        page = self.who("judge")
        page.goto(self.base)
        page.get_by_role("link", name="Dispute in").first.click()
        page.wait_for_load_state()
        page.locator(f'[name="verdict"][value="{verdict}"]').check()
        page.get_by_label("Reason").first.fill(reason)
        if cites:
            page.get_by_label("Other rules by id").fill(cites)
        if house:
            page.get_by_label("A house rule from here on").fill(house)
        for label, value in more.items():
            page.locator(f'[name="{label.replace("_", "-")}"]').first.fill(value)
        page.get_by_role("button", name="Sign the ruling").click()
        page.wait_for_load_state()

    def ruled(self) -> Ruled:
        return next(entry.event for entry in reversed(self.session.table.entries) if isinstance(entry.event, Ruled))


@pytest.fixture
def quarrel(serve: Callable[[Flask], str], window: Windows) -> Callable[[Session], Quarrel]:
    return lambda session: Quarrel(session, serve, window)


def recorded(text: str) -> Session:
    store = MemoryStore()
    return Session.load(store, registry(), record_text(store, registry(), text).session)


def live(slug: str, seats: tuple[str, ...], moves: int, *, seed: int = 1) -> Session:
    session, chooser = opened(MemoryStore(), registry(), slug, seats, title="A quarrel"), random.Random(seed)
    for _ in range(moves):
        play_one(session, chooser)
    return session


def play_one(session: Session, chooser: random.Random) -> None:
    offers = {seat: list(session.game.rules.legal(session.position, seat)) for seat in session.status.awaited}
    seat, legal = next((seat, legal) for seat, legal in offers.items() if legal)
    assert submit(session, seat, [Request(Written(chooser.choice(legal)))]).done


def last_of(session: Session, kind: type[Any]) -> tuple[int, Move]:
    group = next(
        group for group in reversed(groups_of(session.table.entries)) if isinstance(group.head.event, Move)
        and any(isinstance(entry.event, kind) for entry in group.entries)
    )  # fmt: skip
    assert isinstance(group.head.event, Move)
    return group.first, group.head.event


def test_a_mandatory_draw_was_forgotten(quarrel: Any) -> None:
    text = next(one.text for one in samples("ccg") if one.name == "unit-machines")
    table = quarrel(recorded(text.replace('DRAW: "War Machine"', "DRAW: none")))
    found = table.findings()["CCG-PREP-06"]
    claimant = next(seat for seat in table.session.started.seats if seat != found.seat)
    page = table.goes(claimant, f"/audit/{found.id}")
    page.get_by_role("link", name="Dispute this move").click()
    (where,) = re.findall(rf"{table.name}(/\d+)/ruling", page.url)
    table.dispute(claimant, where, "He drew none.", private=True)
    assert "the judge reads alone until the ruling" in table.words("reader", f"/{found.seq}/ruling")
    judge = table.goes("judge", f"/audit/{found.id}")
    judge.get_by_role("link", name="Look at the correction").click()
    assert "The board then" in judge.locator("main").inner_text(), "the correction that was computed is looked at"
    for _ in range(3):
        if not judge.get_by_role("button", name="Preview with these answers").count():
            break
        judge.locator('[name="rest"][value="keep"]').first.check()
        judge.get_by_role("button", name="Preview with these answers").click()
    judge.get_by_label("Reason").fill("The draw is compulsory.")
    judge.get_by_role("button", name="File the fix").click()
    judge.wait_for_load_state()
    assert "CCG-PREP-06" not in {one.rule for one in table.findings().values() if not one.kept}
    assert "He drew none." in table.words("reader", f"/{found.seq}/ruling")


def test_a_die_is_claimed_that_no_log_has(quarrel: Any) -> None:
    table = quarrel(live("risk", ("black", "yellow", "orange"), 60))
    first, move = last_of(table.session, Rolled)
    table.dispute(move.player, f"/{first}", "I rolled three sixes on the forum's roller, not this.")
    words = table.words("judge", "/dice")
    assert "roll" in words.lower()
    table.rules("stand", "The roll of the tower is the one that counts; no other was agreed.", cites="LOG-SOURCE")
    assert table.ruled().verdict == "stand"
    assert "no other was agreed" in table.words(move.player, f"/{first}/ruling")
    assert table.findings() == {}


def test_the_meaning_of_a_card(quarrel: Any) -> None:
    table = quarrel(live("ccg", ("osman", "nell"), 60))
    group = next(
        group for group in reversed(groups_of(table.session.table.entries)) if isinstance(group.head.event, Move)
        and "card" in group.head.event.__struct_fields__
    )  # fmt: skip
    assert isinstance(group.head.event, Move)
    other = next(seat for seat in table.session.started.seats if seat != group.head.event.player)
    table.dispute(other, f"/{group.first}", "The card says each turn, not each round.")
    table.rules("stand", "Its text says so.", house="'Each turn' on a card means each player's own turn.")
    assert "'Each turn' on a card means" in table.words("reader", "/audit")
    page = table.who("reader")
    page.goto(f"{table.base}/rulings?words=each+turn")
    assert "Its text says so." in page.locator("main").inner_text()


def test_a_takeback_after_something_hidden_was_turned_up(quarrel: Any) -> None:
    table = quarrel(live("ccg", ("osman", "nell"), 40, seed=3))
    first, move = last_of(table.session, Drawn)
    other = next(seat for seat in table.session.started.seats if seat != move.player)
    page = table.goes(move.player, f"/{first}/takeback")
    told = page.locator("main").inner_text()
    assert "Must agree: the moderator" in told, "a card was seen: the other side alone cannot let it be unseen"
    assert f"Shuffled anew: {move.player.title()}'s draw deck" in told
    page.get_by_placeholder("Reason").first.fill("I meant to play before I drew.")
    page.get_by_role("button", name="Propose it").click()
    page.get_by_text("has not answered").wait_for()
    looking = table.goes(other, f"/{first}/takeback")
    assert looking.get_by_role("button", name="I agree").count() == 0
    assert "the moderator has not answered" in looking.locator("main").inner_text()
    page.get_by_role("button", name="Withdraw it").click()
    page.wait_for_load_state()
    assert first not in table.session.table.undone
    table.dispute(move.player, f"/{first}", "The draw was a slip of the finger.")
    table.rules("rewind", "It was a slip, and the card goes back unseen by the other side.")
    assert first in table.session.table.undone
    assert any(isinstance(entry.event, TakenBack) for entry in table.session.table.entries)


def test_crossed_posts(quarrel: Any) -> None:
    table = quarrel(live("risk", ("black", "yellow"), 40, seed=5))
    session = table.session
    seat = session.status.awaited[0]
    chooser = random.Random(2)
    page = table.goes(seat, "/post")
    legal = list(session.game.rules.legal(session.position, seat))
    line = line_of(session.game, chooser.choice(legal), session.position)
    name = session.game.view.seat_name(session.position, seat)
    page.get_by_label("Your post").fill(f"== {name} ==\n{line}\n== end ==")
    page.get_by_role("button", name="Read", exact=True).first.click()
    page.locator(".reading li").first.wait_for()
    play_one(session, random.Random(3))  # what was filed from elsewhere meanwhile
    before = table.store.head(table.name)
    page.get_by_role("button", name="File", exact=True).first.click()
    page.wait_for_load_state()
    assert line in (page.get_by_label("Your post").input_value() or page.content())
    assert table.store.head(table.name) == before or "filed" in page.locator("main").inner_text().lower()
    group = [group for group in groups_of(table.session.table.entries) if isinstance(group.head.event, Move)][-1]
    other = next(one for one in session.started.seats if one != seat)
    table.dispute(other, f"/{group.first}", "Our posts crossed: mine was written before this.")
    offering = table.goes(other, f"/{group.first}/ruling")
    offering.locator('[name="way"][value="stand"]').check()
    offering.get_by_label("Why this settles it").fill("Yours was first by the clock.")
    offering.get_by_role("button", name="Propose it").click()
    offering.wait_for_load_state()
    agreeing = table.goes(seat, f"/{group.first}/ruling")
    agreeing.get_by_role("button", name=re.compile("^Agree")).click()
    agreeing.wait_for_load_state()
    assert set(table.ruled().agreed) == {seat, other}
    assert "Settled: stand" in table.words("reader", f"/{group.first}/ruling")


def test_wrong_reinforcements_five_turns_back(quarrel: Any) -> None:
    table = quarrel(recorded(MISTAKES["risk"]))
    found = table.findings()["RISK-CON-01"]
    rolls = sum(isinstance(entry.event, Chance) for entry in table.session.table.entries)
    table.dispute("black", f"/{found.seq}", "Australia's two Daleks were forgotten.")
    page = table.goes("black", f"/{found.seq}/ruling")
    page.locator('[name="way"][value="fix"]').check()
    assert page.get_by_label("For a correction: what is changed").input_value() == "DUE 4.2\nKEEP rest"
    page.get_by_label("Why this settles it").fill("Two were due; all later moves stay.")
    page.get_by_role("button", name="Propose it").click()
    page.wait_for_load_state()
    for seat in ("yellow", "orange"):
        agreeing = table.goes(seat, f"/{found.seq}/ruling")
        agreeing.get_by_role("button", name=re.compile("^Agree")).click()
        agreeing.wait_for_load_state()
    assert "RISK-CON-01" not in {one.rule for one in table.findings().values() if not one.kept}
    told = table.words("reader", "/audit")
    assert "kept" in told.lower()
    again = sum(isinstance(entry.event, Chance) and entry.by != "tower" for entry in table.session.table.entries)
    assert again >= rolls
