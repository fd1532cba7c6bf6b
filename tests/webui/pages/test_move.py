"""A move by form: chosen step by step, filed once, and refused in words that say what is allowed."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from people import enter
from spectator import SEATS, START_MS, opened, read
from toy import Answer, Dare
from toy_worlds import FIRST, Dealt

from events.facts import Passed, Rolled
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.move_choices import encoded
from projections.shelf import Shelf
from projections.terms import Written
from replay.live.session import Session
from replay.live.submission import Request, submit
from webui import create_app


class Table:
    """A running session, its accounts, and browsers that are known there."""

    def __init__(self, games: Shelf, **how: Any) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        self.session = opened(self.store, games, "toy", SEATS, session="moving", options={"points": 9}, **how)
        self.app = create_app(self.store, games, self.accounts)

    def browser(self, role: str, seat: str = "") -> FlaskClient:
        client = self.app.test_client()
        enter(client, self.accounts.issue("moving", role, START_MS, seat=seat)[1])
        return client

    def again(self) -> Session:
        return Session.load(self.store, self.session.shelf, "moving")


@pytest.fixture
def table(games: Shelf) -> Table:
    return Table(games)


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the form that files."""
    form = page[page.index('method="post"') :]
    return {name: unescape(value) for name, value in re.findall(r'name="([a-z]+)" value="([^"]*)"', form)}


def chosen(client: FlaskClient, move: object) -> dict[str, str]:
    page = client.get("/s/moving/move", query_string={"move": encoded(move)})
    assert page.status_code == 200, page.text
    return fields(page.text)


def test_a_seat_chooses_and_files(table: Table) -> None:
    client = table.browser(SEAT, "black")
    page = read(client, "/s/moving/move")
    wires = [unescape(wire) for wire in re.findall(r'name="move" value="([^"]*)"', page)]
    assert encoded(Dare("black", "yellow")) in wires
    sent = chosen(client, Dare("black", "yellow"))
    before = table.session.head.seq
    answer = client.post("/s/moving/move", data=sent)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/s/moving?as=black"
    lines = table.again().table.entries[before:]
    assert lines[0].fact == Dare("black", "yellow")
    assert lines[0].by == "black"


def test_sent_twice_is_filed_once(table: Table) -> None:
    client = table.browser(SEAT, "black")
    sent = chosen(client, Dare("black", "yellow"))
    assert [client.post("/s/moving/move", data=sent).status_code for _ in range(2)] == [303, 303]
    facts = [entry.fact for entry in table.again().table.entries]
    assert facts.count(Dare("black", "yellow")) == 1


def test_a_key_goes_with_one_request(table: Table) -> None:
    client = table.browser(SEAT, "black")
    sent = chosen(client, Dare("black", "yellow"))
    client.post("/s/moving/move", data=sent)
    other = client.post("/s/moving/move", data={**sent, "move": encoded(Answer("black", "5"))})
    assert other.status_code == 409


def test_whoever_missed_a_move_is_told(table: Table) -> None:
    slow, fast = table.browser(SEAT, "black"), table.browser(MODERATOR)
    sent = chosen(slow, Dare("black", "yellow"))
    fast.post("/s/moving/move", data={**chosen_for(fast, "black", Dare("black", "yellow"))})
    before = table.again().head.seq
    answer = slow.post("/s/moving/move", data=sent)
    assert answer.status_code == 409
    assert "came since" in answer.text
    assert table.again().head.seq == before


def chosen_for(client: FlaskClient, seat: str, move: object) -> dict[str, str]:
    page = client.get("/s/moving/move", query_string={"seat": seat, "move": encoded(move)})
    return fields(page.text)


def test_a_moderator_moves_for_a_seat_and_it_shows(table: Table) -> None:
    client = table.browser(MODERATOR)
    before = table.session.head.seq
    assert "not known to you" in read(client, "/s/moving/move")
    client.post("/s/moving/move", data=chosen_for(client, "black", Dare("black", "yellow")))
    assert table.again().table.entries[before].by == "moderator"


def test_nobody_moves_for_another_seat(table: Table) -> None:
    client = table.browser(SEAT, "yellow")
    before = table.session.head.seq
    sent = {**chosen(client, Answer("yellow", "5")), "move": encoded(Dare("black", "yellow")), "seat": "black"}
    answer = client.post("/s/moving/move", data=sent)
    assert answer.status_code == 422
    assert "not of yellow" in answer.text
    assert table.again().head.seq == before


@pytest.mark.parametrize("role", ["", "spectator", "judge-1"])
def test_who_may_not_post_gets_no_form(table: Table, role: str) -> None:
    client = table.browser(role) if role else table.app.test_client()
    assert client.get("/s/moving/move").status_code == 403
    assert client.post("/s/moving/move", data={}).status_code == 403


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"move": "{"}, "move:"),
        ({"move": '{"kind":"nothing"}'}, "move:"),
        ({"move": '{"kind":"started"}'}, "move:"),
        ({"move": '{"kind":"toy-dare","player":7,"rival":"yellow"}'}, "move:"),
        ({"move": "[" * 3000}, "move:"),
        ({"move": "x" * 5000}, "too long"),
        ({"move": encoded(Dare("black", "nobody"))}, "nobody"),
        ({"after": "x"}, "after:"),
        ({"after": "\u00b2"}, "after:"),
        ({"after": "\u0663"}, "after:"),
        ({"after": "1_0"}, "after:"),
        ({"after": ""}, "after:"),
        ({"after": "99999"}, "no line 99999"),
        ({"after": "9" * 30}, "after:"),
    ],
)
def test_bad_input_is_refused_in_words(table: Table, wrong: dict[str, str], says: str) -> None:
    client = table.browser(SEAT, "black")
    before = table.session.head.seq
    answer = client.post("/s/moving/move", data={**chosen(client, Dare("black", "yellow")), **wrong})
    assert answer.status_code in (409, 422)
    assert says in unescape(answer.text).lower()
    assert "Traceback" not in answer.text
    assert table.again().head.seq == before


@pytest.mark.parametrize(
    "query", ["move={", "kind=nothing", "move=%00", "seat=nobody", "kind=toy-dare&rival=x", "kind=%ff"]
)
def test_bad_questions_are_answered(table: Table, query: str) -> None:
    answer = table.browser(SEAT, "black").get(f"/s/moving/move?{query}")
    assert answer.status_code in (200, 422)
    assert "<h1>" in answer.text


def test_typed_dice_go_with_the_move(games: Shelf) -> None:
    table = Table(games, dice="typed", cards="typed", tower=None, fate=Dealt(FIRST))
    client = table.browser(MODERATOR)
    client.post("/s/moving/move", data=chosen_for(client, "black", Dare("black", "yellow")))
    sent = chosen_for(client, "yellow", Passed("yellow"))
    for dice, says in (("", "dice are due"), ("(x)", "dice"), ("(7)", "7")):
        refused = client.post("/s/moving/move", data={**sent, "dice": dice})
        assert refused.status_code == 422, dice
        assert says in unescape(refused.text).lower(), dice
    before = table.again().head.seq
    assert client.post("/s/moving/move", data={**sent, "dice": " 4 "}).status_code == 303
    fell = [entry.fact for entry in table.again().table.entries[before:] if isinstance(entry.fact, Rolled)]
    assert [roll.faces for roll in fell] == [(4,)]


def test_a_session_that_is_over_takes_no_move(games: Shelf) -> None:
    table = Table(games)
    table.session.end()
    page = read(table.browser(SEAT, "black"), "/s/moving/move")
    assert "takes no further moves" in page


def test_what_can_be_said_at_any_time_is_on_offer_to_whoever_is_not_awaited(games: Shelf) -> None:
    store, accounts = MemoryStore(), Accounts.memory()
    session = opened(store, games, "ccg", SEATS, session="moving")
    submit(session, "black", [Request(Written(next(iter(session.game.rules.legal(session.position, "black")))))])
    assert list(session.status.awaited) == ["yellow"]
    client = create_app(store, games, accounts).test_client()
    enter(client, accounts.issue("moving", SEAT, START_MS, seat="black")[1])
    page = read(client, "/s/moving/move")
    assert "not awaited now" in page
    wires = [unescape(wire) for wire in re.findall(r'name="move" value="([^"]*)"', page)]
    moves = list(session.game.rules.free(session.position, "black"))
    assert wires == [encoded(move) for move in moves]
    assert client.post("/s/moving/move", data=chosen(client, moves[-1])).status_code == 303
    assert Session.load(store, games, "moving").table.entries[-1].fact == moves[-1]
