"""Time of the Daleks, stage D: the roll, re-rolls, changed faces, Fixed Points and Time Locks."""

from typing import Any

import pytest
from daleks_dice import Showing, adventure_of, colours, in_adventure, shown
from daleks_tables import JULIE, KIM, STEVE, against, play, refused, stood
from msgspec.structs import replace

from events.errors import UnplayableError
from events.facts import Move, Passed
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import moves as m
from projections.games.daleks.rules.challenge import is_met, match_dice, missing_symbols
from projections.games.daleks.state.position import Place, Position
from projections.games.daleks.state.tray import dice_left, die_named
from projections.window import Window

ASYLUM = SHIPPED.anomaly["asylum-of-the-daleks"]


def left(now: Position) -> tuple[str, ...]:
    """The symbols that are missing."""
    under_way = adventure_of(now)
    return missing_symbols(under_way.symbols, dice_left(*under_way.pools))


def test_icons_and_tokens_change_a_face() -> None:
    given: dict[str, Any] = {"symbols": "running diplomacy", "consoles": {JULIE: "amy"}}
    pool = {JULIE: "B1 strength, B2 running, G1 tactics"}
    now = play(in_adventure(pool, **given), m.ChangeFace(JULIE, "amy", 3, "G1"))
    assert (is_met(adventure_of(now)), left(now)) == (True, ())
    assert refused(now, m.SpendBlack(JULIE, "B1")) == "TOD-FACE-01"
    assert refused(now, m.ChangeByTokens(JULIE, "B1", "running")) == "TOD-ROLL-03"
    change = m.ChangeByTokens(JULIE, "B1", "diplomacy")
    now = play(in_adventure(pool, tokens=3, **given), change)
    assert (is_met(adventure_of(now)), now.consoles[JULIE].tokens) == (True, 0)
    found = die_named(adventure_of(now).pools, "B1")
    assert found is not None
    assert found[1].story == ("rolled strength", "changed diplomacy tokens")
    assert refused(in_adventure(pool, tokens=2, **given), change) == "TOD-FACE-03"


def test_an_icon_re_rolls_or_changes_once() -> None:
    bow_tie = m.ReRoll(JULIE, "eleventh", 3, ("B1",))
    now = play(in_adventure({JULIE: "B1 running, B2 running"}), bow_tie, fate=Showing("B1 cunning"))
    assert left(now) == ("cunning", "cunning")
    assert refused(now, bow_tie) == "TOD-RERO-03"
    change = m.ChangeFace(JULIE, "jenny", 5, "B1")
    now = play(in_adventure({JULIE: POOL}, consoles=COMPANIONS), change)
    assert refused(now, m.ChangeFace(JULIE, "jenny", 5, "B2")) == "TOD-FACE-02"


def test_a_die_meets_one_symbol() -> None:
    """TOD-ROLL-02, TOD-CHAL-02."""
    now = adventure_of(in_adventure({JULIE: "U1 cunning, B1 cunning, R1 science"}, symbols="cunning science cunning"))
    assert match_dice(now.symbols, dice_left(*now.pools)) == ("U1", "R1", "B1")
    assert match_dice(("cunning",) * 3, dice_left(*now.pools)) == ("U1", "B1", "")


def test_dice_are_rolled_once_and_not_again_if_the_challenge_is_met() -> None:
    now = in_adventure({JULIE: "B1, B2"}, "roll")
    for move in (m.ReRollByTokens(JULIE, "B1"), m.Resolve(JULIE)):
        assert refused(now, move) == "TOD-ROLL-01"
    assert refused(play(now, m.RollDice(JULIE)), m.RollDice(JULIE)) == "TOD-ROLL-01"
    now = in_adventure({JULIE: "B1, B2"}, "roll", symbols="cunning")
    now = play(now, m.RollDice(JULIE), fate=Showing("B1 cunning, B2 running"))
    assert is_met(adventure_of(now))
    for late in (m.ReRollByTokens(JULIE, "B2"), m.SpendBlack(JULIE, "B1")):
        assert refused(now, late) == "TOD-ROLL-03"


POOL = "B1 running, B2 running, B3 running, R1 strength, R2 strength, G1 running, U1 science"
COMPANIONS = {JULIE: "ace bill jenny"}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (m.ReRoll(JULIE, "eleventh", 3, ("B1",)), ""),
        (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2")), ""),
        (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2", "B3")), "TOD-RERO-04"),
        (m.ReRoll(JULIE, "eleventh", 3, ()), "TOD-RERO-04"),
        (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B1")), "TOD-RERO-04"),
        (m.ReRoll(JULIE, "eleventh", 3, ("R1",)), "TOD-RERO-03"),
        (m.ReRoll(JULIE, "bill", 4, ("U1",)), ""),
        (m.ReRoll(JULIE, "bill", 4, ("U1", "G1")), "TOD-RERO-03"),
        (m.ReRoll(JULIE, "jenny", 4, ("G1",)), ""),
        (m.ReRoll(JULIE, "ace", 3, ("R1", "R2")), ""),
        (m.ReRoll(JULIE, "ace", 3, ("R1",)), "TOD-RERO-06"),
        (m.ReRoll(JULIE, "ace", 2, ("R1",)), "TOD-CARD-11"),
        (m.ReRoll(JULIE, "rose", 4, ("G1",)), "TOD-HELP-23"),
        (m.ReRoll(JULIE, "stetson", 1, ("B1",)), "TOD-CARD-08"),
        (m.ReRollByTokens(JULIE, "B1"), ""),
        (m.SpendBlack(JULIE, "B1"), ""),
        (m.SpendBlack(JULIE, "R1"), "TOD-RERO-08"),
    ],
)
def test_refuses_a_re_roll(move: Move, rule: str) -> None:
    """TOD-TC-13."""
    assert refused(in_adventure({JULIE: POOL}, consoles=COMPANIONS), move) == rule


@pytest.mark.parametrize("dice", [("U1", "U2", "U3"), ("U1", "U3")])
def test_an_icon_may_re_roll_any_number(dice: tuple[str, ...]) -> None:
    now = in_adventure({JULIE: "U1 science, U2 science, U3 science"}, consoles=COMPANIONS)
    assert refused(now, m.ReRoll(JULIE, "bill", 4, dice)) == ""


@pytest.mark.parametrize(("die", "rule"), [("G1", ""), ("R1", ""), ("U1", ""), ("B1", "TOD-RERO-03")])
def test_the_fourth_doctor_re_rolls_a_coloured_die(die: str, rule: str) -> None:
    now = in_adventure({JULIE: POOL})
    fourth = now.replace(consoles={**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="fourth")})
    assert refused(fourth, m.ReRoll(JULIE, "fourth", 3, (die,))) == rule


def test_dice_can_be_re_rolled_by_other_means() -> None:
    """TOD-RERO-02, TOD-RERO-10, TOD-RERO-09, AMB-28, TOD-TC-14."""
    now = in_adventure({JULIE: "B1 cunning, B2 running"}, tokens=5)
    fate = Showing("B1 running", "B1 strength", "B1 science")
    after = play(now, m.ReRoll(JULIE, "eleventh", 3, ("B1",)), *[m.ReRollByTokens(JULIE, "B1")] * 2, fate=fate)
    assert shown(after) == {"B1": "science", "B2": "running"}
    assert after.consoles[JULIE].tokens == 1
    assert refused(after, m.ReRollByTokens(JULIE, "B1")) == "TOD-RERO-07"
    now = in_adventure({JULIE: "B1 running, B2 running, U1 science"})
    fate = Showing("B2 strength, U1 cunning", "U1 science")
    after = play(now, m.SpendBlack(JULIE, "B1"), m.SpendBlack(JULIE, "B2"), fate=fate)
    assert colours(after) == "1U"
    assert {die.gone for die in adventure_of(after).pools[0].dice} == {"spent", ""}
    now = in_adventure({JULIE: "U1 science, R1 strength, B1 running spent"})
    assert refused(now, m.SpendBlack(JULIE, "U1")) == "TOD-RERO-08"
    assert refused(now, m.SpendBlack(JULIE, "B1")) == "TOD-POOL-01"
    after = play(in_adventure({JULIE: "B1 running"}), m.SpendBlack(JULIE, "B1"), fate=Showing())
    assert colours(after) == ""
    assert refused(after, m.SpendBlack(JULIE, "B1")) == "TOD-POOL-01"
    assert refused(after, m.Resolve(JULIE)) == ""


def test_an_anomaly_may_forbid_re_rolls_by_tokens() -> None:
    box = replace(SHIPPED, anomaly={"barred": replace(ASYLUM, rule="no-token-rerolls")})
    now = in_adventure({JULIE: POOL}, box=box)
    now = now.replace(places=(*now.places, Place(3, "barred")))
    assert refused(now, m.ReRollByTokens(JULIE, "B1")) == "TOD-ATASK-01"
    assert refused(now, m.ReRoll(JULIE, "eleventh", 3, ("B1",))) == ""


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (m.ChangeFace(JULIE, "jenny", 5, "B1"), ""),
        (m.ChangeFace(JULIE, "jenny", 5, "G1"), "TOD-FACE-02"),
        (m.ChangeFace(JULIE, "jenny", 3, "G1"), "TOD-CARD-11"),
        (m.ChangeFace(JULIE, "amy", 3, "G1"), "TOD-HELP-23"),
        (m.ChangeByTokens(JULIE, "G1", "strength"), ""),
        (m.ChangeByTokens(STEVE, "G1", "strength"), "TOD-HELP-23"),
    ],
)
def test_refuses_a_changed_face(move: Move, rule: str) -> None:
    """TOD-FACE-04."""
    assert refused(in_adventure({JULIE: POOL}, consoles=COMPANIONS, tokens=3), move) == rule


@pytest.mark.parametrize(("order", "rule"), [("strict", "TOD-FACE-01"), ("free", "")])
def test_re_rolls_come_before_changes(order: str, rule: str) -> None:
    """AMB-06."""
    now = in_adventure({JULIE: POOL}, consoles=COMPANIONS, tokens=5, options={"dice_order": order})
    after = play(now, m.ChangeByTokens(JULIE, "R1", "running"))
    again = (m.ReRoll(JULIE, "eleventh", 3, ("B1",)), m.ReRollByTokens(JULIE, "B1"), m.SpendBlack(JULIE, "B1"))
    assert {refused(after, move) for move in again} == {rule}
    assert refused(after, m.ChangeFace(JULIE, "jenny", 5, "B1")) == ""


CARD, TOKENS, BLACK = m.ReRoll(JULIE, "eleventh", 3, ("B1",)), m.ReRollByTokens(JULIE, "B1"), m.SpendBlack(JULIE, "B1")
FACE, PAID = m.ChangeFace(JULIE, "jenny", 5, "B1"), m.ChangeByTokens(JULIE, "B1", "science")


@pytest.mark.parametrize(
    ("conditions", "refusals"),
    [
        ("fixed-point", ["TOD-COND-01", "TOD-COND-02", "", "", ""]),
        ("time-locked", ["", "", "", "TOD-COND-05", "TOD-COND-05"]),
        ("time-breach", ["", "", "", "", ""]),
    ],
)
def test_conditions_forbid_means(conditions: str, refusals: list[str]) -> None:
    """TOD-TC-11, TOD-COND-03, TOD-COND-04, TOD-COND-06, TOD-COND-07."""
    now = in_adventure({JULIE: POOL}, consoles=COMPANIONS, tokens=5, conditions=conditions)
    assert [refused(now, move) for move in (CARD, TOKENS, BLACK, FACE, PAID)] == refusals


def test_a_card_re_rolls_a_colour() -> None:
    now = in_adventure({JULIE: POOL}, hands={STEVE: "fish-fingers", JULIE: "time-can-be-rewritten"})
    after = play(now, m.PlayTimey(STEVE, "fish-fingers", colour="red"), fate=Showing("R1 tactics, R2 science"))
    assert shown(after) | {"R1": "tactics", "R2": "science"} == shown(after)
    assert after.timey_discards == ("fish-fingers",)
    own = play(now, m.PlayTimey(JULIE, "time-can-be-rewritten"), fate=Showing("B1 cunning, B2 cunning, B3 strength"))
    assert left(own) == ("cunning",)
    fixed = in_adventure({JULIE: POOL}, hands={STEVE: "fish-fingers"}, conditions="fixed-point")
    black = in_adventure({JULIE: "B1 running"}, hands={STEVE: "fish-fingers"})
    assert refused(fixed, m.PlayTimey(STEVE, "fish-fingers", colour="red")) == "TOD-COND-01"
    assert refused(black, m.PlayTimey(STEVE, "fish-fingers", colour="red")) == "TOD-RERO-06"


def test_others_may_act_before_resolving() -> None:
    now = in_adventure({JULIE: POOL}, seats=3, hands={STEVE: "second-thoughts", KIM: "fez"})
    asked = play(now, m.Resolve(JULIE))
    assert asked.window == Window("resolve", (STEVE, KIM))
    assert refused(asked, m.ReRollByTokens(JULIE, "B1")) == "TOD-CARD-05"
    more = play(
        asked, m.PlayTimey(STEVE, "second-thoughts", KIM), fate=Showing("B1 cunning, B2 cunning, B3 cunning"),
    )  # fmt: skip
    assert (more.window, adventure_of(more).stage, left(more)) == (None, "reroll", ())
    assert play(more, m.Resolve(JULIE)).step == "finish"
    now = play(in_adventure({JULIE: POOL}, seats=3, hands={STEVE: "run", KIM: "fez"}), m.Resolve(JULIE), Passed(STEVE))
    assert now.window == Window("resolve", (KIM,))
    assert [place_.daleks for place_ in play(now, Passed(KIM)).places if place_.n == 2] == [(1,)]
    now = in_adventure({JULIE: POOL}, symbols="running", hands={STEVE: "run"})
    assert play(now, m.Resolve(JULIE)).step == "finish"


@pytest.mark.parametrize(
    ("conditions", "move", "rule", "face"),
    [("fixed-point", CARD, "TOD-COND-01", "cunning"), ("time-locked", PAID, "TOD-COND-05", "science")],
)
def test_a_forbidden_change_can_be_recorded(conditions: str, move: Any, rule: str, face: str) -> None:
    now = in_adventure({JULIE: POOL}, conditions=conditions, tokens=3)
    found, after = stood(now, move, fate=Showing("B1 cunning"))
    assert (found, shown(after)["B1"]) == ([rule], face)


@pytest.mark.parametrize(
    "move", [m.ReRollByTokens(JULIE, "B9"), m.SpendBlack(JULIE, ""), m.ChangeByTokens(JULIE, "B1", "luck")]
)
def test_cannot_play_with_an_unknown_die_or_symbol(move: Any) -> None:
    with pytest.raises(UnplayableError):
        against(in_adventure({JULIE: POOL}, tokens=5), move)
