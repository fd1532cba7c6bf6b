"""Standing orders of Risk: what a seat has left word to do when it is attacked."""

from typing import Any

import pytest
from risk_worlds import play, world

from events.facts import Passed
from projections.games.risk.components.cards import SHIPPED
from projections.games.risk.facts import Attack, Defend, PlayPower
from projections.games.risk.game import GAME
from projections.games.risk.notation.orders import card_named
from projections.games.risk.state.position import World
from projections.terms import Order

DONNA = PlayPower("yellow", "doctor-donna")
DUG_IN = PlayPower("yellow", "dug-in")
PASS = Passed("yellow")


def attacked(daleks: int = 3, cards: str = "doctor-donna dug-in", **more: Any) -> World:
    """Yellow is asked: Black attacks Scandinavia."""
    start = world("russia K5, scandinavia Y3", powers={"Y": cards}, **more)
    return play(start, Attack("black", "russia", "scandinavia", daleks))


def said(text: str, now: World, seat: str = "yellow") -> Any:
    return GAME.orders.answer(Order(seat, text), now)


@pytest.mark.parametrize(
    ("text", "daleks", "does"),
    [
        ("never", 3, PASS),
        ("Never.", 3, PASS),
        ("the Doctor Donna when attacked by three", 3, DONNA),
        ("the Doctor Donna when attacked by three", 2, None),
        ("Donna when attacked by two or more; otherwise never", 2, DONNA),
        ("Donna when attacked by two or more; otherwise never", 1, PASS),
        ("play dug-in", 1, DUG_IN),
        ("dug in when attacked in Scandinavia", 1, DUG_IN),
        ("dug in when attacked in SCA", 1, DUG_IN),
        ("dug in when attacked in Egypt", 1, None),
        ("dug in when attacked by black", 1, DUG_IN),
        ("dug in when attacked by orange", 1, None),
        ("dug in when attacked by 3 in the scandinavia\ndonna", 2, DONNA),
        ("never Donna; dug in", 3, DUG_IN),
        ("never Donna", 3, None),
        ("never Donna; never dug in", 3, PASS),
        ("steady your aim; donna", 3, DONNA),
        ("rust", 3, None),
        ("dug in when the moon is full", 3, None),
        ("dug in when attacked by surprise", 3, None),
        ("dug in when attacked or more", 3, None),
        ("", 3, None),
        ("whatever you think best", 3, None),
    ],
)
def test_what_an_order_does(text: str, daleks: int, does: Any) -> None:
    assert said(text, attacked(daleks)) == does


def test_an_order_is_for_the_own_window() -> None:
    assert said("never", attacked(), "orange") is None
    assert said("never", attacked(), "black") is None
    assert said("never", world("russia K5")) is None
    assert said("never Donna", attacked(cards="doctor-donna rust")) == PASS, "the only card that could be played"
    assert said("dug in", play(attacked(), PASS)) is None, "the window is closed"


def test_what_an_order_does_is_legal() -> None:
    now = attacked()
    for text in ("never", "donna", "dug in"):
        assert said(text, now) in list(GAME.rules.legal(now, "yellow"))


def test_the_dice_of_the_defence() -> None:
    now = play(attacked(options={"defence_dice": "chosen"}), PASS)
    assert said("never; defend with one", now) == Defend("yellow", 1)
    assert said("defend with two dice", now) == Defend("yellow", 2)
    assert said("never", now) is None


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("nitro-9", "nitro-9"),
        ("Nitro 9", "nitro-9"),
        ("The Doctor Donna", "doctor-donna"),
        ("the genesis ark", "genesis-ark"),
        ("ark", "genesis-ark"),
        ("in", None),
        ("foundry", "foundry"),
        ("", None),
    ],
)
def test_naming_a_card(written: str, card: str | None) -> None:
    assert card_named(SHIPPED, written) == card
