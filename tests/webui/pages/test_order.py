"""Standing orders: left by whoever holds the seat, read before they are kept, and known to the seat alone."""

from html import unescape

import pytest
from people import Browser
from spectator import SEATS, START_MS, opened
from toy import Dare

from events.conduct import Ordered
from events.facts import Passed
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.shelf import Shelf, shelf
from projections.terms import Order, Written
from replay.live.session import Session
from replay.live.submission import Request, submit
from webui import create_app


class Table:
    def __init__(self, games: Shelf, slug: str = "toy", seats: tuple[str, ...] = SEATS) -> None:
        self.store, self.accounts, self.games = MemoryStore(), Accounts.memory(), games
        self.session = opened(self.store, games, slug, seats, session="ordered")
        self.app = create_app(self.store, games, self.accounts)

    def browser(self, role: str, seat: str = "") -> Browser:
        return Browser(self.app, self.accounts.issue("ordered", role, START_MS, seat=seat)[1])

    def again(self) -> Session:
        return Session.load(self.store, self.games, "ordered")


@pytest.fixture
def table(games: Shelf) -> Table:
    return Table(games)


def test_an_order_is_left_carried_out_and_taken_back(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    assert yellow.done("/s/ordered/order", "/s/ordered/order", order=" never ") == "/s/ordered/order"
    assert "<q>never</q>" in yellow.read("/s/ordered/order")
    session = table.again()
    assert session.orders == {"yellow": "never"}
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    passed = next(entry for entry in session.table.entries if isinstance(entry.fact, Passed))
    assert (passed.fact, passed.by) == (Passed("yellow"), "order")
    yellow.done("/s/ordered/order", "/s/ordered/order", order="")
    assert table.again().orders == {"yellow": ""}


def test_whoever_is_asked_already_is_answered_for_at_once(table: Table) -> None:
    submit(table.session, "black", [Request(Written(Dare("black", "yellow")))])
    table.browser(SEAT, "yellow").done("/s/ordered/order", "/s/ordered/order", order="never")
    assert any(entry.fact == Passed("yellow") for entry in table.again().table.entries)


def test_an_order_that_stands_is_not_filed_again(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    for _ in range(2):
        yellow.done("/s/ordered/order", "/s/ordered/order", order="never")
    assert sum(isinstance(entry.fact, Ordered) for entry in table.again().table.entries) == 1


def test_what_an_order_says_is_its_seats_alone(table: Table) -> None:
    table.browser(SEAT, "yellow").done("/s/ordered/order", "/s/ordered/order", order="never")
    for other in (table.browser(SEAT, "black"), table.browser(MODERATOR)):
        assert "<q>" not in other.read("/s/ordered/order")
    assert "never" not in table.app.test_client().get("/s/ordered/log.jsonl").text


def test_a_moderator_leaves_word_for_a_seat_and_it_shows(table: Table) -> None:
    moderator = table.browser(MODERATOR)
    moderator.done("/s/ordered/order", "/s/ordered/order", order="never", seat="yellow")
    last = table.again().table.entries[-1]
    assert (last.by, last.fact) == ("moderator", Ordered("yellow", "never"))
    assert table.again().orders == {"yellow": "never"}
    moderator.refused("/s/ordered/order", "/s/ordered/order", "no seat", order="never", seat="nobody")


@pytest.mark.parametrize("order", ["perhaps", "never\u202e", "n" * 401, "<b>never</b>"])
def test_an_order_that_cannot_be_read_is_not_kept(table: Table, order: str) -> None:
    yellow, before = table.browser(SEAT, "yellow"), table.session.head.seq
    page = yellow.send("/s/ordered/order", "/s/ordered/order", order=order)
    assert page.status_code == 422
    assert "Not left" in page.text
    assert "<b>never" not in page.text
    assert table.again().head.seq == before


def test_who_may_not_post_leaves_no_word(table: Table) -> None:
    assert table.app.test_client().get("/s/ordered/order").status_code == 403
    assert table.app.test_client().post("/s/ordered/order", data={"order": "never"}).status_code == 403


def test_a_session_that_is_over_takes_no_order(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    table.session.end()
    assert yellow.send("/s/ordered/order", "/s/ordered/order", order="never").status_code == 409


def test_a_game_without_windows_takes_none() -> None:
    table = Table(shelf(), "keys", ("nine", "ten"))
    nine = table.browser(SEAT, "nine")
    assert "takes no standing orders" in nine.read("/s/ordered/order")


WORLD = Table(shelf(), "risk", ("black", "yellow", "orange")).session


@pytest.mark.parametrize(
    "text",
    [
        *shelf()["risk"].orders.examples,
        "never the Doctor Donna; otherwise dug in", "dug in when attacked by two or more",
        "dug in when attacked by yellow in EGY", "defend with two dice", "the Doctor Donna when attacked by 3.",
    ],
)  # fmt: skip
def test_risk_reads_what_it_teaches(text: str) -> None:
    assert WORLD.game.orders.heeds(Order("black", text), WORLD.view("all").position) == ""


@pytest.mark.parametrize(
    "text",
    ["", ";", "never mind", "the Master", "dug in when attacked by nobody", "dug in when attacked in Gallifrey",
     "defend with four", "dug in when the moon is full", "dug in when attacked or more"],
)  # fmt: skip
def test_risk_says_what_it_cannot_read(text: str) -> None:
    assert unescape(WORLD.game.orders.heeds(Order("black", text), WORLD.view("all").position))
