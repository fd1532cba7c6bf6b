"""Time of the Daleks: calling for help, two pools, and the rules of both."""

from typing import Any

import pytest
from daleks_dice import Showing, adventure_of, begun_adventure, colours, in_adventure, shown
from daleks_tables import JULIE, KIM, LEE, STEVE, lines, place, play, refused, stood
from table_play import effects

from events.errors import UnplayableError
from events.facts import Passed
from projections.draft import Stated
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import HelpCalled, HelpGiven
from projections.games.daleks.facts.effects import DoctorMoved, ShipMoved, TimeyDiscarded, TokensPaid
from projections.games.daleks.rules.limits import limit_of
from projections.games.daleks.state.position import Place, Position
from projections.window import Window

MARS = [place(2, "mars", "?", "weeping-angels")]
CALLED: dict[str, Any] = {
    "where": (2, 1), "places": MARS, "seats": 4, "tokens": {JULIE: 2, LEE: 3}, "hands": {LEE: "geronimo"},
    "consoles": {JULIE: "clara", LEE: "sarah-jane"},
}  # fmt: skip


def mars(**more: Any) -> Position:
    """Julie as the Twelfth Doctor with Clara in Mars Future with The Weeping Angels; Lee's Fourth is elsewhere."""
    given = {**CALLED, **more}
    now = begun_adventure(**given)
    return now.replace(consoles={**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="twelfth")})


def called(**more: Any) -> Position:
    """The Twelfth Doctor has gathered and called Lee."""
    return play(mars(**more), m.Gather(JULIE), m.CallHelp(JULIE, LEE, "token"))


def test_a_call_for_help_is_paid_for_by_both() -> None:
    call, now = lines(play(mars(), m.Gather(JULIE)), m.CallHelp(JULIE, LEE, "token"))
    give, after = lines(now, m.GiveHelp(LEE, "here", "geronimo"))
    assert effects(call) == [TokensPaid(JULIE, 1), HelpCalled(LEE)]
    assert effects(give) == [
        HelpGiven(LEE, "here"), TimeyDiscarded(LEE, "geronimo"), DoctorMoved(LEE, 2, 1), ShipMoved(now.ship + 2),
    ]  # fmt: skip
    assert after.at[LEE] == (2, 1)


@pytest.mark.parametrize(
    ("given", "move", "rule"),
    [
        ({"tokens": {JULIE: 0, LEE: 3}}, m.CallHelp(JULIE, LEE, "token"), "TOD-HELP-02"),
        ({"tokens": {JULIE: 0, LEE: 3}}, m.CallHelp(JULIE, LEE, "fez"), "TOD-HELP-02"),
        ({}, m.CallHelp(JULIE, LEE, ""), "TOD-HELP-02"),
        ({"hands": {JULIE: "fez"}}, m.CallHelp(JULIE, LEE, "fez"), ""),
        ({}, m.CallHelp(JULIE, JULIE, "token"), "TOD-HELP-03"),
        ({}, m.CallHelp(STEVE, LEE, "token"), "TOD-HELP-01"),
        ({"places": [*MARS, Place(3, "asylum-of-the-daleks")]}, m.CallHelp(JULIE, LEE, "token"), "TOD-ALOC-08"),
    ],
)
def test_refuses_a_call_for_help(given: dict[str, Any], move: m.CallHelp, rule: str) -> None:
    """TOD-TC-22."""
    assert refused(play(mars(**given), m.Gather(JULIE)), move) == rule


def test_help_is_called_once_and_in_time() -> None:
    again = m.CallHelp(JULIE, KIM, "token")
    now = play(called(tokens=5), m.GiveHelp(LEE, "afar"))
    assert refused(mars(), again) == "TOD-ADV-01"
    assert refused(called(), again) == "TOD-HELP-04"
    assert refused(now, again) == "TOD-HELP-03"
    rolled = in_adventure({JULIE: "B1 running", LEE: "B2 running"}, manner="here", seats=4)
    assert refused(rolled, again) == "TOD-ADV-02"


def test_the_adventure_waits_for_the_helper() -> None:
    """AMB-10."""
    now = called()
    waiting = (m.RollDice(JULIE), m.Focus(JULIE, "clara", 3, "blue"), m.Gather(LEE))
    assert {refused(now, move) for move in waiting} == {"TOD-HELP-04"}
    assert refused(now, m.GiveHelp(KIM, "afar")) == "TOD-HELP-03"
    assert refused(play(now, m.GiveHelp(LEE, "afar")), m.GiveHelp(LEE, "afar")) == "TOD-HELP-04"
    with pytest.raises(UnplayableError):
        stood(now, m.GiveHelp(LEE, "never"))


@pytest.mark.parametrize(
    ("given", "move", "rule"),
    [
        ({}, m.GiveHelp(LEE, "here", "token"), ""),
        ({}, m.GiveHelp(LEE, "here"), "TOD-HELP-05"),
        ({}, m.GiveHelp(LEE, "here", "fez"), "TOD-HELP-05"),
        ({"tokens": {JULIE: 2, LEE: 0}, "hands": {}}, m.GiveHelp(LEE, "here", "token"), "TOD-HELP-05"),
        ({"tokens": {JULIE: 2, LEE: 0}, "hands": {}}, m.GiveHelp(LEE, "afar"), ""),
        ({}, m.GiveHelp(LEE, "afar", "token"), "TOD-HELP-09"),
        ({"at": {LEE: (2, 1)}}, m.GiveHelp(LEE, "here"), ""),
        ({"at": {LEE: (2, 0)}}, m.GiveHelp(LEE, "here"), ""),
        ({"at": {LEE: (2, 0)}}, m.GiveHelp(LEE, "here", "token"), "TOD-HELP-06"),
        ({"at": {LEE: (2, 0)}, "options": {"same_location_help": "price"}}, m.GiveHelp(LEE, "here"), "TOD-HELP-05"),
        ({"at": {LEE: (2, 1)}, "options": {"same_location_help": "price"}}, m.GiveHelp(LEE, "here"), ""),
        ({"at": {LEE: (1, 1)}}, m.GiveHelp(LEE, "here"), "TOD-HELP-05"),
    ],
)
def test_the_price_of_coming_to_help(given: dict[str, Any], move: m.GiveHelp, rule: str) -> None:
    """AMB-24."""
    assert refused(called(**given), move) == rule


def test_help_moves_the_ship_and_the_helper() -> None:
    there = called(at={LEE: (2, 0)})
    here, afar = play(there, m.GiveHelp(LEE, "here")), play(there, m.GiveHelp(LEE, "afar"))
    assert (here.ship, here.at[LEE], here.consoles[LEE].tokens) == (there.ship + 2, (2, 1), 3)
    assert (afar.ship, afar.at[LEE]) == (there.ship, (2, 0))


def test_a_helper_pays_the_toll_of_an_anomaly() -> None:
    """TOD-HELP-08, AMB-25."""
    places = [*MARS, Place(3, "into-the-dalek")]
    after = play(called(places=places), m.GiveHelp(LEE, "here", "token"))
    assert after.debt is not None
    assert (after.debt.seat, after.debt.source) == (LEE, "into-the-dalek")
    assert refused(after, m.Gather(LEE)) == "TOD-FAIL-05"
    assert play(called(places=places, at={LEE: (2, 0)}), m.GiveHelp(LEE, "here")).debt is None


@pytest.mark.parametrize(
    ("manner", "breach", "limits"),
    [
        ("afar", "", (7, 1)), ("afar", "time-breach", (6, 1)),
        ("here", "", (5, 3)), ("here", "time-breach", (4, 3)),
    ],
)  # fmt: skip
def test_limits_with_help(manner: str, breach: str, limits: tuple[int, int]) -> None:
    """TOD-HELP-10, TOD-HELP-11, TOD-HELP-12, TOD-HELP-15, TOD-HELP-16, TOD-HELP-17, TOD-COND-07."""
    now = in_adventure({JULIE: "", LEE: ""}, "pool", manner=manner, conditions=breach, seats=4)
    begun = adventure_of(now)
    assert (limit_of(now, begun, JULIE), limit_of(now, begun, LEE)) == limits


def test_a_helper_reports_the_pool_ready() -> None:
    now = in_adventure({JULIE: "B1, B2", LEE: "B3"}, "pool", done=False, manner="afar", seats=4)
    waiting = play(now, m.RollDice(JULIE))
    assert adventure_of(waiting).stage == "cut"
    assert refused(waiting, m.RollDice(JULIE)) == "TOD-LIM-01"
    assert refused(waiting, Passed(JULIE)) == "TOD-CARD-05"
    ready = play(waiting, Passed(LEE))
    assert adventure_of(ready).stage == "roll"
    large = in_adventure({JULIE: "B1", LEE: "B2, B3"}, "pool", done=False, manner="afar", seats=4)
    assert refused(large, Passed(LEE)) == "TOD-LIM-01"


def test_both_pools_are_gathered_and_limited_together() -> None:
    now = play(called(tokens=5), m.GiveHelp(LEE, "afar"))
    assert refused(now, m.CutDie(JULIE, "B1")) == "TOD-POOL-01"
    cut = play(play(now, m.Gather(LEE)), m.CutDie(LEE, "U1"))
    assert refused(cut, m.Focus(LEE, "sarah-jane", 2, "green")) == "TOD-POOL-03"
    assert refused(cut, m.Focus(JULIE, "clara", 3, "blue")) == ""
    now = in_adventure({JULIE: "U1, U2, B1", LEE: "U3, U4"}, "pool", done=False, manner="here", seats=4)
    first = play(now, m.RollDice(JULIE))
    assert refused(first, Passed(LEE)) == "TOD-LIM-02"
    assert adventure_of(play(first, m.CutDie(LEE, "U3"))).stage == "roll"
    assert refused(play(now, Passed(LEE)), m.RollDice(JULIE)) == "TOD-LIM-02"
    assert refused(play(now, Passed(LEE)), m.CutDie(JULIE, "B1")) == "TOD-LIM-02"


def test_the_caller_exterminates_from_either_pool() -> None:
    """AMB-23."""
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: "B1, B2", LEE: "B3"}, "cut", manner="afar", seats=4, places=tiles)
    now = now.replace(stack=(now.stack[0],))
    assert refused(now, m.Exterminate(LEE, "B1")) == "TOD-HELP-26"
    assert colours(play(now, m.Exterminate(JULIE, "B3")), LEE) == ""
    assert refused(play(now, m.Exterminate(JULIE, "B3")), m.Exterminate(JULIE, "B1")) == "TOD-EXT-01"


TWO = {JULIE: "B1 running, B2 running, G1 running", LEE: "B3 running, G2 running, U1 science"}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B3")), "TOD-HELP-23"),
        (m.ReRoll(LEE, "eleventh", 3, ("B3",)), "TOD-HELP-23"),
        (m.ReRoll(LEE, "sarah-jane", 4, ("G1",)), "TOD-HELP-23"),
        (m.ReRoll(LEE, "sarah-jane", 4, ("G2",)), ""),
        (m.ReRollByTokens(LEE, "U1"), ""),
        (m.ReRollByTokens(LEE, "B1"), "TOD-HELP-23"),
        (m.ReRollByTokens(KIM, "B1"), "TOD-HELP-23"),
        (m.ChangeByTokens(JULIE, "U1", "science"), "TOD-HELP-23"),
        (m.ChangeFace(JULIE, "amy", 3, "G2"), "TOD-HELP-23"),
        (m.SpendBlack(LEE, "B1"), "TOD-HELP-23"),
        (m.RollDice(LEE), "TOD-ROLL-01"),
        (m.Resolve(LEE), "TOD-ADV-01"),
    ],
)
def test_each_seat_uses_its_own_cards_and_dice(move: Any, rule: str) -> None:
    """AMB-26."""
    used = ((JULIE, "sarah-jane", 4),)
    assert refused(in_adventure(TWO, manner="here", seats=4, tokens=5, used=used), move) == rule


def test_both_pools_share_dice_and_cards() -> None:
    """TOD-HELP-25."""
    now = in_adventure(TWO, manner="here", seats=4)
    after = play(now, m.SpendBlack(LEE, "B3"), fate=Showing("G2 tactics, U1 cunning"))
    assert shown(after) == shown(now)
    assert shown(after, LEE) == {"G2": "tactics", "U1": "cunning"}
    now = in_adventure(TWO, manner="here", seats=4, hands={LEE: "fish-fingers"})
    after = play(now, m.PlayTimey(LEE, "fish-fingers", pool=JULIE, colour="green"), fate=Showing("G1 tactics"))
    building = in_adventure(
        {JULIE: "B1", LEE: "B2"}, "pool", done=False, manner="here", seats=4, hands={LEE: "geronimo"}
    )
    assert shown(after)["G1"] == "tactics"
    assert refused(building, m.PlayTimey(LEE, "geronimo", pool=JULIE)) == "TOD-HELP-23"
    assert colours(play(building, m.PlayTimey(LEE, "geronimo")), LEE) == "2B"


def test_the_helper_may_act_before_resolving() -> None:
    now = play(in_adventure(TWO, manner="here", seats=4, tokens=5), m.Resolve(JULIE))
    assert now.window == Window("resolve", (LEE,))
    after = play(now, m.ChangeByTokens(LEE, "B3", "cunning"))
    assert (after.window, adventure_of(after).stage) == (None, "change")
    assert refused(after, m.Resolve(JULIE)) == ""


def test_a_ship_left_in_place_by_mistake_is_recorded() -> None:
    now = called()
    found, after = stood(now, m.GiveHelp(LEE, "here", "geronimo"), stated=Stated(absent=(ShipMoved,)))
    assert (found, after.ship) == (["TOD-HELP-07"], now.ship)
