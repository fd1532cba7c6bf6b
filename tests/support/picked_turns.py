"""Turns that are picked on the *Move* page in a real browser, with the number of taps and page loads that they take.

    nice .venv/bin/python tests/support/picked_turns.py

prints the figures of a whole round of Time of the Daleks and of one turn of each other game, at phone width.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

from flask import Flask
from people import Table
from windows import CHROMIUM, QUIET, Locator, Page, Windows, listening

from events.events import Move, Passed, tag_of
from events.store.accounts import SEAT
from projections.contracts import Status
from projections.games.ccg.events import moves as ccg
from projections.games.daleks.events import moves as daleks
from projections.games.keys.events import moves as keys
from projections.games.risk import events as risk
from projections.move_choices import encoded, line_of
from projections.registry import registry
from replay.session.session import Session

PHONE: Final = (390, 844)


class Plan(NamedTuple):
    """Which moves are liked, the most liked first, and when the picking ends."""

    seats: tuple[str, ...]
    liked: tuple[type[Move], ...]
    is_over: Callable[[Status], bool]


class Cost(NamedTuple):
    """What the picking took. `only` is the number of moves that were the only one on offer."""

    moves: int = 0
    only: int = 0
    taps: int = 0
    loads: int = 0


PLANS: Final[Mapping[str, Plan]] = {
    "daleks": Plan(("julie", "steve"), (
        daleks.ChooseDoctor, daleks.Charge, daleks.ReRoll, daleks.Recruit, daleks.Gather, daleks.Focus, daleks.Travel,
        daleks.RollTardis, daleks.KeepLocation, daleks.EnterZone, daleks.RollDice, daleks.ChangeFace, daleks.Resolve,
        Passed, daleks.Finish,
    ), lambda status: status.round > 1),
    "keys": Plan(("tenth", "rose"), (
        keys.DrawCard, keys.Discard, keys.MovePawn, keys.Stay, Passed,
    ), lambda status: status.turn > 1),
    "risk": Plan(("black", "yellow", "orange"), (
        risk.LandTardis, risk.CountDaleks, risk.Place, risk.StopAttacking, risk.HoldPosition, risk.DrawTerritoryCard,
        risk.EndTurn, Passed,
    ), lambda status: status.turn > 1),
    "ccg": Plan(("dot", "eve"), (
        ccg.SubmitDeck, ccg.StandCards, ccg.DrawCard, ccg.ChooseZone, ccg.PlayCard, ccg.AnnounceCombat,
        ccg.DeclineCombat, ccg.EndTurn, Passed,
    ), lambda status: status.turn > 1),
}  # fmt: skip
"""A round of Time of the Daleks, and one turn of each other game."""


def picked(serve: Callable[[Flask], str], window: Windows, slug: str, order: str = "") -> Cost:
    """Play the plan of a game on the *Move* page, each seat on a phone of its own; return what it took.

    With `order`, each seat leaves this standing order first, which counts as well.
    """
    table, plan = Table(registry(), "round0", slug=slug, seats=PLANS[slug].seats), PLANS[slug]
    base = serve(table.app)
    phones = {seat: Phone(window, table, base, seat) for seat in plan.seats}
    for phone in phones.values() if order else ():
        phone.orders(order)
    moves = only = 0
    while not plan.is_over((session := table.again()).status):
        move, count = liked_move(session, plan)
        moves, only = moves + 1, only + (count == 1)
        phones[move.player].pick(move, session)
    return Cost(moves, only, sum(p.taps for p in phones.values()), sum(p.loads for p in phones.values()))


def liked_move(session: Session, plan: Plan) -> tuple[Move, int]:
    """Return the move that its seat likes best, and how many were on offer."""
    seat = session.status.awaited[0]
    offered = list(session.game.rules.legal(session.view(seat).position, seat))
    rank = {kind: at for at, kind in enumerate(plan.liked)}
    return min(offered, key=lambda move: rank.get(type(move), len(rank))), len(offered)


class Phone:
    """The phone of one seat, which counts its taps and page loads."""

    def __init__(self, window: Windows, table: Table, base: str, seat: str, width: int = PHONE[0], **how: Any) -> None:
        self.page: Page = window(width, PHONE[1], has_touch=True, **how)
        self.table, self.at = table, f"{base}/s/{table.name}"
        self.page.goto(f"{base}/k/{table.token(SEAT, seat)}")
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_url(f"**as={seat}")
        self.taps = self.loads = 0
        self.page.on("load", lambda _page: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def tap(self, place: Locator, *, leads: bool = True) -> None:
        """Tap a place; `leads` to another page."""
        self.taps += 1
        if not leads:
            place.tap()
            return
        with self.page.expect_event("load"):
            place.tap()

    def pick(self, move: Move, session: Session) -> None:
        """Pick a move and record it, from the page that the phone shows."""
        page, head = self.page, session.head.seq
        line = line_of(session.game, move, session.view(move.player).position)
        wanted = {"move": line, "kind": tag_of(move)} | {
            name: encoded(getattr(move, name)) for name in move.__struct_fields__
        }
        for _ in range(12):
            if self.table.last > head:
                return
            if page.get_by_role("button", name="Record move").count():
                self.tap(page.get_by_role("button", name="Record move"))
            elif not self._choose(wanted):
                self.tap(page.locator(".crumbs a", has_text="Move"))
        raise AssertionError(f"{line} cannot be picked on {page.url}")

    def _choose(self, wanted: Mapping[str, str]) -> bool:
        page = self.page
        for name, value in wanted.items():
            same = page.locator(f".form [name='{name}']").and_(page.locator(f"[value={quoted(value)}]"))
            button = same.and_(page.locator("button")).first
            if button.count():
                if not button.is_visible():
                    self.tap(button.locator("xpath=ancestor::details").locator("summary").first, leads=False)
                self.tap(button)
                return True
            # The page of 6e1da8f8 had radio buttons: this measures it, too.
            radio = same.and_(page.locator("[type=radio]")).first
            if radio.count():
                if not radio.is_checked():
                    self.tap(radio, leads=False)
                self.tap(radio.locator("xpath=ancestor::form").get_by_role("button", name="Continue"))
                return True
            if (number := page.locator(f".form [name='{name}'][type=number]")).count():
                self.tap(number, leads=False)
                number.fill(value)
                self.tap(number.locator("xpath=ancestor::form").get_by_role("button").first)
                return True
        return False

    def orders(self, order: str) -> None:
        """Leave a standing order with its switch."""
        self.tap(self.page.locator(".crumbs a", has_text="Move"))
        self.tap(self.page.get_by_role("link", name="Standing order"))
        self.tap(self.page.get_by_role("button", name=order))


def quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only if it is installed

    for slug, order in ((slug, order) for slug in PLANS for order in ("", "Do what can only be done")):
        with sync_playwright() as driver, ExitStack() as servers:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            cost = picked(lambda app: servers.enter_context(listening(app)), Windows(browser), slug, order)
            sys.stdout.write(f"{slug} {order} {cost}\n")
            browser.close()


if __name__ == "__main__":
    main()
