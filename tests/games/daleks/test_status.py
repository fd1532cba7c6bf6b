"""Where a session of Time of the Daleks stands: what is due, and from whom."""

from typing import Any

import pytest
from daleks_tables import JULIE, KIM, STEVE, begun, place, play, table

from projections.games.daleks.facts.moves import Stay
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.rules.status import WORDS, due, status
from projections.games.daleks.rules.turns import turn_order
from projections.games.daleks.state.position import STAGES, STEPS, Adventure, Debt, Die, Pool
from projections.window import Window

HERE: dict[str, Any] = {"places": [place(2, "mars", "sutekh", "~teller")], "at": {JULIE: (2, 0)}}
ROLLED = (Die("R1", "red", "strength"), Die("B1", "black", "cunning"))


def adventure(stage: str, **more: Any) -> Adventure:
    """An Adventure of Julie's."""
    return Adventure(JULIE, 2, 0, ("running",), stage=stage, **{"pools": (Pool(JULIE),), **more})


def test_each_step_and_stage_has_a_word() -> None:
    assert {*STEPS, *STAGES} <= set(WORDS)


def test_before_the_game_the_seats_without_a_doctor_are_awaited() -> None:
    now = status(begun(seats=3, chosen=False))
    assert (now.turn, now.step, now.awaited, now.outcome) == (0, "choose a Doctor", (JULIE, STEVE, KIM), None)


@pytest.mark.parametrize("step", ["charge", "prepare", "travel", "choose", "enter", "finish", "discard", "daleks"])
def test_the_steps_of_a_turn_are_its_players(step: str) -> None:
    assert due(table(step)) == (step, (JULIE,))


@pytest.mark.parametrize("stage", ["recruit", "exterminate", "roll", "reroll", "change", "resolve"])
def test_alone_the_caller_does_everything(stage: str) -> None:
    assert due(table("adventure", stack=(adventure(stage),), **HERE)) == (stage, (JULIE,))


@pytest.mark.parametrize(
    ("stage", "pools", "awaited"),
    [
        ("pool", ({}, {}), (JULIE, STEVE)),
        ("pool", ({"gathered": True}, {}), (STEVE,)),
        ("pool", ({"gathered": True}, {"gathered": True}), (JULIE, STEVE)),
        ("cut", ({"done": True, "gathered": True}, {"gathered": True}), (STEVE,)),
        ("cut", ({"done": True, "gathered": True}, {"done": True}), (STEVE,)),
        ("cut", ({"done": True, "gathered": True}, {"done": True, "gathered": True}), (JULIE,)),
        ("reroll", ({}, {"dice": ROLLED}), (JULIE, STEVE)),
        ("change", ({}, {"dice": ROLLED}), (JULIE,)),
        ("reroll", ({"dice": ROLLED}, {}), (JULIE,)),
        ("exterminate", ({}, {}), (JULIE,)),
        ("roll", ({}, {}), (JULIE,)),
        ("resolve", ({}, {}), (JULIE,)),
    ],
)
def test_with_a_helper_both_build_and_both_change(stage: str, pools: Any, awaited: Any) -> None:
    """TOD-HELP-22, TOD-HELP-26, TOD-HELP-27."""
    both = tuple(Pool(seat, **how) for seat, how in zip((JULIE, STEVE), pools, strict=True))
    now = adventure(stage, helper=STEVE, manner="afar", pools=both)
    assert due(table("adventure", stack=(now,), **HERE)) == (stage, awaited)


def test_a_helper_who_has_nothing_left_to_do_is_not_waited_for() -> None:
    """TOD-FAIL-01, TOD-ROLL-03."""
    pools = (Pool(JULIE, ()), Pool(STEVE, ROLLED))
    for symbols, tokens, awaited in (
        (("running",), 3, (JULIE, STEVE)),
        (("running",), 2, (JULIE,)),
        (("strength",), 5, (JULIE,)),
    ):
        now = Adventure(JULIE, 2, 0, symbols, stage="change", helper=STEVE, manner="afar", pools=pools)
        there = table("adventure", stack=(now,), tokens=tokens, **HERE)
        assert due(there) == ("change", awaited)
        assert all(list(legal(there, seat)) for seat in awaited)


def test_whoever_is_called_says_how_to_help() -> None:
    now = table("adventure", stack=(adventure("pool", helper=STEVE),), **HERE)
    assert due(now) == ("help", (STEVE,))


def test_what_was_begun_last_comes_first() -> None:
    cost = Debt(STEVE, "dilemma", "sutekh")
    assert due(table("adventure", stack=(adventure("resolve"), cost), **HERE)) == ("cost", (STEVE,))
    asked = Window("roll", (STEVE,))
    assert due(table("adventure", stack=(adventure("roll"), asked), **HERE)) == ("window", (STEVE,))


def test_a_game_that_is_over_awaits_nobody() -> None:
    now = status(table("over", how="Gallifrey", winners=(STEVE,)))
    assert (now.awaited, now.step) == ((), "over")
    assert now.outcome is not None
    assert now.outcome.winners == (STEVE,)


def test_an_adventure_that_began_awaits_a_recruit_first() -> None:
    assert status(play(table(**HERE), Stay(JULIE, 0))).step == WORDS["recruit"]


def test_the_order_of_turns_is_read_off_the_doctors() -> None:
    now = table(seats=4)
    assert turn_order(now) == (KIM, "lee", JULIE, STEVE)
    by_doctor = table(seats=4, options={"turn_order": "by_doctor"})
    assert turn_order(by_doctor) == (KIM, "lee", JULIE, STEVE)
    swapped = by_doctor.replace(
        consoles={**by_doctor.consoles, JULIE: by_doctor.console(STEVE), STEVE: by_doctor.console(JULIE)}
    )
    assert turn_order(swapped) == (KIM, "lee", STEVE, JULIE)
