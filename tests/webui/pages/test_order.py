"""Standing orders: left by whoever holds the seat, read before they are kept, and known to the seat alone."""

from html import unescape

import pytest
from people import Browser, Table
from toy import Dare

from events.conduct import Ordered
from events.facts import Passed
from events.store.accounts import MODERATOR, SEAT
from projections.shelf import Shelf, shelf
from projections.terms import Order, Written
from replay.live.submission import Request, submit

PATH = "/s/ordered/order"


@pytest.fixture
def table(games: Shelf) -> Table:
    return Table(games, "ordered")


def leave(browser: Browser, order: str, **seat: str) -> None:
    assert browser.done(PATH, PATH, order=order, **seat) == PATH


def test_an_order_is_left_carried_out_and_taken_back(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    leave(yellow, " never ")
    assert "<q>never</q>" in yellow.read(PATH)
    session = table.again()
    assert session.orders == {"yellow": "never"}
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    passed = next(entry for entry in session.table.entries if isinstance(entry.fact, Passed))
    assert (passed.fact, passed.by) == (Passed("yellow"), "order")
    leave(yellow, "")
    assert table.again().orders == {"yellow": ""}


def test_an_order_answers_an_open_question_at_once(table: Table) -> None:
    submit(table.session, "black", [Request(Written(Dare("black", "yellow")))])
    leave(table.browser(SEAT, "yellow"), "never")
    assert table.facts(Passed) == [Passed("yellow")]


def test_an_order_is_not_filed_twice(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    for _ in range(2):
        leave(yellow, "never")
    assert len(table.facts(Ordered)) == 1


def test_what_an_order_says_is_its_seats_alone(table: Table) -> None:
    leave(table.browser(SEAT, "yellow"), "never")
    for other in (table.browser(SEAT, "black"), table.browser(MODERATOR)):
        assert "<q>" not in other.read(PATH)
    assert "never" not in table.browser().read("/s/ordered/log.jsonl")


def test_a_moderator_leaves_word_for_a_seat_and_it_shows(table: Table) -> None:
    moderator = table.browser(MODERATOR)
    leave(moderator, "never", seat="yellow")
    last = table.again().table.entries[-1]
    assert (last.by, last.fact) == ("moderator", Ordered("yellow", "never"))
    assert table.again().orders == {"yellow": "never"}
    moderator.refused(PATH, PATH, "no seat", order="never", seat="nobody")


@pytest.mark.parametrize("order", ["perhaps", "never\u202e", "n" * 401, "<b>never</b>"])
def test_an_order_that_cannot_be_read_is_not_kept(table: Table, order: str) -> None:
    yellow, before = table.browser(SEAT, "yellow"), table.last
    page = yellow.send(PATH, PATH, order=order)
    assert page.status_code == 422
    assert "Not left" in page.text
    assert "<b>never" not in page.text
    assert table.last == before


def test_a_session_that_is_over_takes_no_order(table: Table) -> None:
    yellow = table.browser(SEAT, "yellow")
    table.session.end()
    assert yellow.send(PATH, PATH, order="never").status_code == 409


def test_a_game_without_windows_takes_none() -> None:
    table = Table(shelf(), "ordered", slug="keys", seats=("nine", "ten"))
    assert "takes no standing orders" in table.browser(SEAT, "nine").read(PATH)


WORLD = Table(shelf(), "ordered", slug="risk", seats=("black", "yellow", "orange")).session


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
