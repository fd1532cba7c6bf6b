"""Two disputes that the two sides and a judge settle in browsers, each from the first doubt to its end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from people import MISTAKES
from players import START_MS, play_on
from recordings import recorded
from spectator import opened
from windows import Page, Windows

from events.events import Chance, Drawn, Move
from events.session_events import TakenBack
from events.store.accounts import JUDGE, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.reading.reading import groups_of
from replay.session.session import Session
from webui import create_app

pytestmark = pytest.mark.browser


class Quarrel:
    """A served session and the people of a dispute, each with a browser."""

    def __init__(self, session: Session, serve: Callable[[Flask], str], window: Windows) -> None:
        self.store, self.accounts, self.name = session.store, Accounts.memory(), session.row.session
        self.base = serve(create_app(session.store, registry(), self.accounts))
        self.window, self.pages = window, dict[str, Page]()

    @property
    def session(self) -> Session:
        return Session.load(self.store, registry(), self.name)

    def who(self, name: str) -> Page:
        if name not in self.pages:
            size = (390, 844) if len(self.pages) % 2 else (1280, 800)
            page = self.pages[name] = self.window(*size)
            if name != "reader":
                role, seat = (JUDGE, "") if name == "judge" else (SEAT, name)
                token = self.accounts.issue(self.name, role, START_MS, seat=seat)[1]
                page.goto(f"{self.base}/k/{token}")
                page.locator("main button").click()
                page.wait_for_load_state()
        return self.pages[name]

    def goes(self, name: str, path: str) -> Page:
        page = self.who(name)
        page.goto(f"{self.base}/s/{self.name}{path}")
        return page

    def words(self, name: str, path: str) -> str:
        return self.goes(name, path).locator("main").inner_text()

    def findings(self) -> dict[str, Finding]:
        found = audit_session(self.store, registry(), self.name).findings
        return {one.rule: one for one in found if one.level == "violation"}

    def dispute(self, name: str, path: str, claim: str) -> None:
        page = self.goes(name, f"{path}/ruling")
        page.get_by_label("What is wrong with this move?").fill(claim)
        page.get_by_role("button", name="Open dispute").click()
        page.wait_for_load_state()


@pytest.fixture
def quarrel(serve: Callable[[Flask], str], window: Windows) -> Callable[[Session], Quarrel]:
    return lambda session: Quarrel(session, serve, window)


def test_a_takeback_after_a_revealed_card_needs_the_moderator(quarrel: Any) -> None:
    table = quarrel(play_on(opened(MemoryStore(), registry(), "ccg", ("osman", "nell")), 40, seed=3))
    groups = reversed(groups_of(table.session.table.entries))
    group = next(group for group in groups if any(isinstance(entry.event, Drawn) for entry in group.entries))
    first, move = group.first, group.head.event
    assert isinstance(move, Move)
    other = next(seat for seat in table.session.started.seats if seat != move.player)
    page = table.goes(move.player, f"/{first}/takeback")
    told = page.locator("main").inner_text()
    assert "These must agree: the moderator" in told, "a card was seen: the other side alone cannot let it be unseen"
    assert f"Shuffled again: {move.player.title()}'s draw deck" in told
    page.get_by_placeholder("Reason").first.fill("I meant to play before I drew.")
    page.get_by_role("button", name="Propose takeback").click()
    page.get_by_text("has not answered").wait_for()
    looking = table.goes(other, f"/{first}/takeback")
    assert looking.get_by_role("button", name="Agree").count() == 0
    assert "the moderator has not answered" in looking.locator("main").inner_text()
    page.get_by_role("button", name="Withdraw proposal").click()
    page.wait_for_load_state()
    assert first not in table.session.table.undone
    table.dispute(move.player, f"/{first}", "The draw was a slip of the finger.")
    judge = table.who("judge")
    judge.goto(table.base)
    judge.get_by_role("link", name="Rule on").first.click()
    judge.wait_for_load_state()
    judge.locator('[name="verdict"][value="rewind"]').check()
    judge.get_by_label("Reason").first.fill("It was a slip, and the card goes back unseen by the other side.")
    judge.get_by_role("button", name="Record ruling").click()
    judge.wait_for_load_state()
    assert first in table.session.table.undone
    assert any(isinstance(entry.event, TakenBack) for entry in table.session.table.entries)


def test_seats_settle_a_wrong_reinforcement_count_of_an_old_turn(quarrel: Any) -> None:
    table = quarrel(recorded(MISTAKES["risk"]))
    found = table.findings()["RISK-CON-01"]
    rolls = sum(isinstance(entry.event, Chance) for entry in table.session.table.entries)
    table.dispute("black", f"/{found.seq}", "Australia's two Daleks were forgotten.")
    page = table.goes("black", f"/{found.seq}/ruling")
    page.locator('[name="way"][value="fix"]').check()
    assert (
        page.get_by_label("The correct moves, in plain words or notation", exact=True).input_value()
        == "DUE 4.2\nKEEP rest"
    )
    page.get_by_label("Reason for the proposal", exact=True).fill("Two were due; all later moves stay.")
    page.get_by_role("button", name="Propose settlement").click()
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
