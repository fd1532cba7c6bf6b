"""Standing orders: what a seat has left word to do when it is asked."""

from typing import Any

import pytest
from daleks_dice import in_adventure
from daleks_tables import JULIE, KIM, STEVE, table

from events.facts import Passed
from projections.games.daleks.facts.moves import GiveHelp
from projections.games.daleks.game import GAME
from projections.games.daleks.notation.orders import EXAMPLES
from projections.games.daleks.state.position import Debt, Position
from projections.terms import Order
from projections.window import Window


def asked(name: str, *, hand: str = "", helper: str = "", **more: Any) -> Position:
    """Julie's Adventure, and Steve is asked; Kim may be the helper."""
    pools = {JULIE: "B1 running"} | ({helper: "B2 running"} if helper else {})
    stage = "roll" if name == "roll" else "reroll"
    now = in_adventure(pools, stage, manner="afar" if helper else "", seats=3, hands={STEVE: hand}, **more)
    return now.replace(stack=(*now.stack, Window(name, (STEVE,))))


ROLL, RESOLVE = asked("roll", hand="k-9"), asked("resolve", hand="k-9")
HELPING = asked("resolve", hand="k-9", helper=STEVE)
NOT_ASKED = in_adventure({JULIE: "B1"}, "roll")


def does(text: str, position: Position, seat: str = STEVE) -> Any:
    return GAME.orders.answer(Order(seat, text), position)


def test_the_examples_are_heeded_and_listed() -> None:
    assert GAME.orders.examples == EXAMPLES
    for text in EXAMPLES:
        assert GAME.orders.heeds(Order(STEVE, text), ROLL) == ""


@pytest.mark.parametrize(
    ("text", "roll", "resolve"),
    [
        ("pass", True, True),
        ("Always pass.", True, True),
        ("pass at roll", True, False),
        ("pass at roll, resolve", True, True),
        ("pass before resolving", False, True),
        ("ask at roll; pass", False, True),
        ("ask me\npass", False, False),
        ("pass at resolve; ask", False, True),
        ("help afar", False, False),
    ],
)
def test_stops_go_by_as_the_order_says(text: str, *, roll: bool, resolve: bool) -> None:
    assert GAME.orders.heeds(Order(STEVE, text), ROLL) == ""
    assert (does(text, ROLL) == Passed(STEVE)) is roll
    assert (does(text, RESOLVE) == Passed(STEVE)) is resolve


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("I take part", False),
        ("I help or it is Julie's Adventure", True),
        ("it is Julie's Adventure", True),
        ("the Adventure of Kim", False),
        ("it's Kim\u2019s adventure", False),
    ],
)
def test_what_an_order_leaves_out(condition: str, *, holds: bool) -> None:
    """Where the condition holds the seat is asked, else the stop goes by."""
    text = f"pass unless {condition}"
    assert GAME.orders.heeds(Order(STEVE, text), ROLL) == ""
    assert does(text, RESOLVE) == (None if holds else Passed(STEVE))


def test_whoever_takes_part_is_asked() -> None:
    assert does("pass unless I take part", HELPING) is None
    assert does("pass unless I take part", RESOLVE) == Passed(STEVE)


@pytest.mark.parametrize("text", ["pass unless I could play a card", "pass unless I have a card"])
def test_no_order_hangs_on_what_a_hand_holds(text: str) -> None:
    """TOD-SETUP-12, TOD-CARD-05: others would learn it from whether the seat is asked, so that it is no order."""
    assert "is no order; write one like" in GAME.orders.heeds(Order(STEVE, text), ROLL)
    for order in GAME.orders.examples:
        for name in ("roll", "resolve"):
            done = {does(order, asked(name, hand=hand)) for hand in ("k-9", "run", "jelly-babies", "?")}
            assert len(done) == 1, order


def test_help_from_afar_for_whoever_calls() -> None:
    """TOD-HELP-04: the helper chooses how; nothing is said for whoever was not called, or said it already."""
    now = in_adventure({JULIE: "B1", STEVE: ""}, "pool", done=False)
    assert does("help afar", now) == GiveHelp(STEVE, "afar")
    assert does("pass; always help from afar", now) == GiveHelp(STEVE, "afar")
    assert does("pass", now) is None
    assert does("help afar", now, KIM) is None
    assert does("help afar", HELPING) is None


def test_nothing_is_done_where_the_seat_is_not_asked() -> None:
    assert does("pass", NOT_ASKED) is None
    assert does("pass", ROLL, JULIE) is None
    assert does("pass", table()) is None
    owing = ROLL.replace(stack=(*ROLL.stack, Debt(JULIE, "effect", "fez")))
    assert does("pass", owing) is None


@pytest.mark.parametrize(
    "text",
    ["", " ; ", "dance", "pass at dawn", "pass unless it rains", "pass unless it is Bob's Adventure", "pass at and"],
)
def test_what_is_no_order_is_told(text: str) -> None:
    assert GAME.orders.heeds(Order(STEVE, text), ROLL)
    if text.strip(" ;"):
        assert "write one like pass, pass at roll" in GAME.orders.heeds(Order(STEVE, text), ROLL)
