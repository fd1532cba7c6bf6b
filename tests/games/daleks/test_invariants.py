"""Invariants of Time of the Daleks: each holds at sound tables and is broken by one fault."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from daleks_adventures import facing
from daleks_dice import begun_adventure
from daleks_tables import JULIE, STEVE, begun, console, place, play, stood, table
from msgspec.structs import replace

from events.errors import UnplayableError
from projections.game import Invariant
from projections.games.daleks.components.box import Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts.moves import CallHelp, Charge, ChooseDoctor, DaleksMove, Gather, GiveHelp, Recruit
from projections.games.daleks.rules.invariants import INVARIANTS, cards_in
from projections.games.daleks.state.piles import PILES
from projections.games.daleks.state.position import Debt, Die, Pool, Position

Fault = Callable[[Position], Position]


def with_dice(now: Position, *dice: Die) -> Position:
    adventure = now.adventure
    assert adventure is not None
    return now.replace(stack=(replace(adventure, pools=(Pool(JULIE, dice, gathered=True, done=True),)),))


def with_console(now: Position, text: str, **more: int) -> Position:
    doctor = now.console(JULIE).doctor
    return now.replace(consoles={**now.consoles, JULIE: console(text, doctor=doctor, **more)})


FAULTS: Final[Mapping[str, Fault]] = {
    "the Timey-Wimey cards are all there (TOD-COMP-05)": lambda p: p.replace(timey_deck=p.timey_deck[1:]),
    "the Companions are all there (TOD-COMP-05)": lambda p: p.replace(companion_discards={"earth": ("x",)}),
    "the Locations are all there (TOD-COMP-05)": lambda p: p.replace(found=("mars",)),
    "the Dilemmas are all there (TOD-COMP-05)": lambda p: p.replace(dilemma_discards=("sutekh",)),
    "the Time Anomalies are all there (TOD-COMP-05)": lambda p: p.replace(anomaly_deck=p.anomaly_deck[1:]),
    "nobody has more than five tokens (TOD-COMP-17)": lambda p: with_console(p, "amy", tokens=6),
    "markers are on the track (TOD-DTRN-08)": lambda p: p.replace(ship=19),
    "each Location in play has a number of its own (TOD-TRAV-08)": lambda p: p.replace(entered=1),
    "each die has a name of its own (TOD-POOL-01)": lambda p: with_dice(p, Die("B1", "black"), Die("B1", "black")),
    "the session is over when somebody has won (TOD-ROUND-03)": lambda p: p.replace(step="over"),
    "each card is in one place (TOD-COMP-05)": lambda p: p.replace(timey_deck=(p.timey_deck[1], *p.timey_deck[1:])),
    "six Dalek markers are out at most (TOD-COMP-06)": lambda p: p.replace(
        places=(replace(p.places[0], daleks=(7, 0, 0)), *p.places[1:])
    ),
    "each Doctor is played by one (TOD-SETUP-08)": lambda p: p.replace(
        consoles={**p.consoles, STEVE: p.console(STEVE).replace(doctor="eleventh")}
    ),
    "three dice of a colour, less those imprisoned (TOD-LIM-02)": lambda p: with_dice(
        p.replace(box=replace(p.box, dice={**p.box.dice, "blue": 1})), Die("U1", "blue"), Die("U2", "blue")
    ),
    "consoles have so many spaces (TOD-COMP-16)": lambda p: with_console(p, "amy rory ian bill"),
    "part-time Companions are of the Adventure under way (TOD-RECR-07)": lambda p: p.replace(
        consoles={**p.consoles, STEVE: console("clara~", doctor="twelfth")}
    ),
    "the ship has passed no anomaly marker (TOD-ANOM-01)": lambda p: p.replace(ship=6),
    "one Adventure at a time, below what it brings about (TOD-ADV-01)": lambda p: p.replace(
        stack=(Debt(JULIE, "dilemma", "sutekh", p.box.dilemma["sutekh"].fail, 1, 1), *p.stack)
    ),
    "an Adventure is in its step (TOD-ROUND-04)": lambda p: p.replace(step="finish"),
    "a cost asks something of somebody (TOD-FAIL-05)": lambda p: p.replace(
        stack=(*p.stack, Debt(JULIE, "dilemma", "sutekh", p.box.dilemma["sutekh"].fail, 1, 0))
    ),
}


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda one: one.name)
def test_each_invariant_holds_until_it_is_broken(invariant: Invariant[Position]) -> None:
    assert FAULTS.keys() == {each.name for each in INVARIANTS}
    for now in (
        facing(consoles={JULIE: "amy romana~"}, hands={JULIE: "fez", STEVE: "run"}), begun(seats=4),
        begun(first_game=True),
    ):  # fmt: skip
        assert invariant.holds(now)
    assert not invariant.holds(FAULTS[invariant.name](facing()))


def test_counts_the_cards_of_a_kind() -> None:
    now = facing("", "into-the-dalek", consoles={JULIE: "amy +fez", STEVE: "susan"}, hands={STEVE: "run ?"})
    assert {pile: len(cards_in(now, pile)) for pile in PILES}["anomaly"] == 8
    assert {"fez", "run", "?"} <= set(cards_in(now, "timey"))
    assert "amy" in cards_in(now, "earth")
    assert "susan" in cards_in(now, "alien")
    assert len(cards_in(table(places=[place(2, "mars", "sutekh", "?")]), "location")) == 20


def test_a_game_may_end_in_an_adventure() -> None:
    lost = replace(SHIPPED.anomaly["stolen-earth"], effect=(Part("dalek"),))
    box = replace(SHIPPED, anomaly={**SHIPPED.anomaly, "stolen-earth": lost})
    now = begun_adventure(
        on_earth=(2, 2, 2), ship=5, box=box, decks={"anomaly": "stolen-earth"}, tokens=3, consoles={JULIE: ""}
    )
    called = play(now, Recruit(JULIE, "token", "alien"), Gather(JULIE), CallHelp(JULIE, STEVE, "token"))
    after = play(called, GiveHelp(STEVE, "here", "token"))
    assert (after.how, [one.part_time for one in after.console(JULIE).companions]) == ("seventh Dalek", [True])
    assert [one.name for one in INVARIANTS if one.kind == "law" and not one.holds(after)] == []


@pytest.mark.parametrize(
    ("now", "move"),
    [
        (table(), Charge("nobody")), (begun(chosen=False), DaleksMove(JULIE)),
        (table(), ChooseDoctor("nobody", "first")),
    ],
)  # fmt: skip
def test_cannot_record_a_move_of_an_unknown_seat_or_before_the_game(now: Position, move: Any) -> None:
    with pytest.raises(UnplayableError):
        stood(now, move)
