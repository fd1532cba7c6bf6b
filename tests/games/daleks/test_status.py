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
    assert status(play(table(**HERE), Stay(JULIE, 0))).step == WORDS["recruit"]


def test_the_status_before_and_after_the_game() -> None:
    now = status(begun(seats=3, chosen=False))
    assert (now.turn, now.step, now.awaited, now.outcome) == (0, "choose a Doctor", (JULIE, STEVE, KIM), None)
    now = status(table("over", how="Gallifrey", winners=(STEVE,)))
    assert (now.awaited, now.step) == ((), "over")
    assert now.outcome is not None
    assert now.outcome.winners == (STEVE,)


@pytest.mark.parametrize("step", ["charge", "prepare", "travel", "choose", "enter", "finish", "discard", "daleks"])
def test_a_step_of_a_turn_awaits_its_player(step: str) -> None:
    assert due(table(step)) == (step, (JULIE,))


COST = Debt(STEVE, "dilemma", "sutekh")


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        *(((adventure(s),), (s, (JULIE,))) for s in ("recruit", "exterminate", "roll", "reroll", "change", "resolve")),
        ((adventure("pool", helper=STEVE),), ("help", (STEVE,))),
        ((adventure("resolve"), COST), ("cost", (STEVE,))),
        ((adventure("roll"), Window("roll", (STEVE,))), ("window", (STEVE,))),
    ],
)
def test_the_last_item_of_the_stack_is_awaited_first(stack: Any, expected: tuple[str, tuple[str, ...]]) -> None:
    assert due(table("adventure", stack=stack, **HERE)) == expected


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
def test_who_is_awaited_in_an_adventure_with_help(stage: str, pools: Any, awaited: Any) -> None:
    """TOD-HELP-22, TOD-HELP-26, TOD-HELP-27."""
    both = tuple(Pool(seat, **how) for seat, how in zip((JULIE, STEVE), pools, strict=True))
    now = adventure(stage, helper=STEVE, manner="afar", pools=both)
    assert due(table("adventure", stack=(now,), **HERE)) == (stage, awaited)


def test_a_helper_without_a_useful_move_is_not_awaited() -> None:
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


def test_the_order_of_turns_follows_the_doctors() -> None:
    now = table(seats=4)
    assert turn_order(now) == (KIM, "lee", JULIE, STEVE)
    by_doctor = table(seats=4, options={"turn_order": "by_doctor"})
    assert turn_order(by_doctor) == (KIM, "lee", JULIE, STEVE)
    swapped = by_doctor.replace(
        consoles={**by_doctor.consoles, JULIE: by_doctor.console(STEVE), STEVE: by_doctor.console(JULIE)}
    )
    assert turn_order(swapped) == (KIM, "lee", STEVE, JULIE)
