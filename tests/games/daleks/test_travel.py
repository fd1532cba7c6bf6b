"""Prepare and Travel in Time of the Daleks, by the rows of the rules (TOD-PREP, TOD-TRAV, TOD-ROUND)."""

from typing import Any

import msgspec
import pytest
from daleks_tables import JULIE, KIM, STEVE, against, begun, explored, lines, place, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import chances, effects

from events.errors import IllegalMoveError, UnplayableError
from events.facts import UNKNOWN, Revealed, Rolled, Shuffled
from projections.draft import Stated
from projections.games.daleks.components.box import Ability, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import effects as fx
from projections.games.daleks.facts import moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.rules.status import status
from projections.games.daleks.state.position import Aboard, Position, Task
from replay.chance.fate import SeededChance

CHOOSE, DECIDES = 1, 6
"""Faces of the TARDIS die: three of each as the box ships."""


@pytest.mark.parametrize(("before", "after"), [(0, 2), (2, 4), (3, 5), (4, 5), (5, 5)])
def test_each_seat_gains_two_tokens_up_to_five(before: int, after: int) -> None:
    """TOD-PREP-01, TOD-COMP-17, TOD-TC-01."""
    now = play(table("charge", tokens=before), m.Charge(JULIE))
    assert (now.console(JULIE).tokens, now.step) == (after, "prepare")


def test_a_gain_is_limited_and_can_follow_later() -> None:
    entries, _ = lines(table("charge", tokens=4), m.Charge(JULIE))
    assert fx.TokensGained(seat=JULIE, tokens=1) in effects(entries)
    name = next(name for name, one in SHIPPED.anomaly.items() if one.rule == "one-token")
    assert play(table("charge", tokens=0, tasks=(Task(name),)), m.Charge(JULIE)).console(JULIE).tokens == 1
    assert stood(table("charge"), m.Finish(JULIE))[0] == ["TOD-PREP-02", "TOD-TRAV-01"]
    found, now = stood(table("charge", tokens=0), m.Travel(JULIE, 1, 0))
    assert (found, now.missed) == (["TOD-PREP-02"], ("charge",))
    found, now = stood(now, m.Charge(JULIE))
    assert (now.console(JULIE).tokens, now.missed, now.step) == (2, (), "adventure")
    assert now.adventure is not None
    again, now = stood(now, m.Charge(JULIE))
    assert (again[-1:], now.console(JULIE).tokens) == (["TOD-ADV-01"], 2)
    assert fx.StepMissed(step="charge").rule == "TOD-ROUND-04"


INSTALL, UNINSTALL, DISMISS = m.Install(JULIE, "fez"), m.Uninstall(JULIE, "fez"), m.Dismiss(JULIE, "amy")


@pytest.mark.parametrize(
    "move", [INSTALL, UNINSTALL, DISMISS, m.RollTardis(JULIE), m.Travel(JULIE, 1, 0), m.Finish(JULIE)]
)
def test_refuses_other_moves_before_the_gain(move: Any) -> None:
    assert "TOD-PREP-02" in against(table("charge", hands={JULIE: "fez"}), move)


@pytest.mark.parametrize("move", [INSTALL, UNINSTALL, DISMISS, m.UseAbility(JULIE, "wilfred")])
def test_refuses_moves_of_prepare_after_the_roll(move: Any) -> None:
    now = table(consoles={JULIE: "amy wilfred"}, hands={JULIE: "fez"})
    assert "TOD-ROUND-04" in against(play(now, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE)), move)


FIRST: dict[str, Any] = {"seats": 3, "player": KIM}
SAME_ZONE = {"places": [place(2, "mars", "~teller", "sutekh")], "at": {JULIE: (2, 1)}, "options": {"stay_zone": "same"}}


@pytest.mark.parametrize(
    ("given", "before", "move", "rule"),
    [
        ({}, [], m.Charge(JULIE), "TOD-PREP-01"),
        ({"consoles": {JULIE: "susan"}}, [], m.UseAbility(JULIE, "susan"), "TOD-PREP-08"),
        ({"consoles": {JULIE: "amy", STEVE: "wilfred"}}, [], m.UseAbility(JULIE, "wilfred"), "TOD-PREP-08"),
        ({}, [], m.UseAbility(JULIE, "amy"), "TOD-PREP-08"),
        ({}, [], m.UseAbility(JULIE, "first"), "TOD-PREP-08"),
        ({}, [], m.Stay(JULIE, 0), "TOD-TRAV-02"),
        (SAME_ZONE, [], m.Stay(JULIE, 0), "TOD-TRAV-02"),
        (SAME_ZONE, [], m.Stay(JULIE, 1), ""),
        ({"places": [place(2, "mars", "~sutekh", "")]}, [], m.Travel(JULIE, 2, 0), "TOD-TRAV-06"),
        ({"at": {JULIE: (1, 0)}}, [], m.Travel(JULIE, 1, 2), "TOD-TRAV-03"),
        (FIRST, [m.RollTardis(KIM)], m.UseAbility(KIM, "first"), "TOD-TRAV-13"),
        (FIRST, [m.UseAbility(KIM, "first")], m.Travel(KIM, 1, 0), "TOD-ROUND-04"),
        ({}, [], m.Charge(STEVE), "TOD-ROUND-01"),
        ({}, [], m.RollTardis(STEVE), "TOD-ROUND-01"),
        ({}, [], m.Travel(STEVE, 1, 0), "TOD-ROUND-01"),
        ({}, [], m.Finish(STEVE), "TOD-ROUND-01"),
    ],
)
def test_refuses_a_move_against_the_rules(given: dict[str, Any], before: list[Any], move: Any, rule: str) -> None:
    """TOD-TRAV-02, TOD-COMP-10."""
    assert refused(play(table(**given), *before, fate=ScriptedChance(CHOOSE)), move) == rule


def test_equipment_is_paid_for_and_put_into_a_slot() -> None:
    before = table(hands={JULIE: "fez hypercube"}, tokens=2)
    entries, now = lines(before, m.Install(JULIE, "fez"))
    assert effects(entries) == [fx.TokensPaid(seat=JULIE, tokens=1), fx.EquipmentInstalled(seat=JULIE, card="fez")]
    assert (now.console(JULIE).equipment, now.hands[JULIE], now.console(JULIE).tokens) == (("fez",), ("hypercube",), 1)
    assert not now.timey_discards
    free = next(name for name, one in SHIPPED.timey.items() if one.type == "equipment" and not one.price)
    entries, now = lines(table(hands={JULIE: free}, tokens=0), m.Install(JULIE, free))
    assert effects(entries) == [fx.EquipmentInstalled(seat=JULIE, card=free)]
    assert now.console(JULIE).equipment == (free,)


@pytest.mark.parametrize(
    ("given", "card", "rule"),
    [
        ({"hands": {JULIE: "fez"}, "tokens": 0}, "fez", "TOD-PREP-05"),
        ({"hands": {JULIE: "hypercube"}}, "fez", "TOD-PREP-04"),
        ({"hands": {JULIE: "tune-up"}, "tokens": 5}, "tune-up", "TOD-CARD-07"),
        ({"hands": {JULIE: "fez"}, "consoles": {JULIE: "amy +stetson +k-9"}}, "fez", "TOD-PREP-04"),
        ({"hands": {JULIE: "fez"}, "consoles": {JULIE: "amy", STEVE: "river-song"}}, "fez", "TOD-CARD-07"),
    ],
)
def test_refuses_to_install(given: dict[str, Any], card: str, rule: str) -> None:
    assert refused(table(**given), m.Install(JULIE, card)) == rule


def test_installing_from_an_unknown_hand_and_uninstalling() -> None:
    assert against(table(hands={JULIE: "?"}), m.Install(JULIE, "fez")) == ["TOD-PREP-04?"]
    now = play(table(consoles={JULIE: "amy +fez"}), m.Uninstall(JULIE, "fez"))
    assert (now.console(JULIE).equipment, now.timey_discards) == ((), ("fez",))
    assert refused(now, m.Uninstall(JULIE, "fez")) == "TOD-PREP-03"


def test_a_dismissed_companion_is_shuffled_into_its_deck() -> None:
    before = table(consoles={JULIE: "amy susan"}, decks={"alien": "strax"})
    entries, now = lines(before, m.Dismiss(JULIE, "susan"))
    assert now.console(JULIE).companions == (Aboard("amy"),)
    assert sorted(now.companion_decks["alien"]) == sorted([*before.companion_decks["alien"], "susan"])
    assert [entry.fact.pile for entry in entries if isinstance(entry.fact, Shuffled)] == ["alien"]
    assert refused(now, m.Dismiss(JULIE, "susan")) == "TOD-PREP-07"


def test_moves_of_prepare_follow_in_any_order() -> None:
    """TOD-PREP-09, AMB-16."""
    now = table(consoles={JULIE: "amy wilfred +stetson"}, hands={JULIE: "fez"}, tokens=3)
    moves = [DISMISS, INSTALL, m.UseAbility(JULIE, "wilfred"), m.Uninstall(JULIE, "stetson")]
    ahead, back = play(now, *moves), play(now, *reversed(moves))
    assert ahead.console(JULIE) == back.console(JULIE)
    assert (ahead.step, ahead.console(JULIE).tokens) == ("prepare", 3)


@pytest.mark.parametrize(("before", "after"), [(1, 4), (4, 5)])
def test_susan_gives_a_token_to_the_first_doctor(before: int, after: int) -> None:
    """TOD-CT-02, TOD-PREP-08."""
    now = table("charge", seats=3, tokens=before, player=KIM)
    assert refused(now, m.UseAbility(KIM, "susan")) == "TOD-PREP-02"
    now = play(now, m.Charge(KIM), m.UseAbility(KIM, "susan"))
    assert (now.console(KIM).tokens, now.step) == (after, "prepare")


def test_an_ability_is_used_once_a_turn_by_its_owner() -> None:
    """AMB-27."""
    now = play(table(consoles={JULIE: "wilfred"}, tokens=0), m.UseAbility(JULIE, "wilfred"))
    assert now.console(JULIE).tokens == 1
    assert refused(now, m.UseAbility(JULIE, "wilfred")) == "TOD-CARD-06"
    assert stood(table(), m.UseAbility(JULIE, "amy")) == (["TOD-PREP-08"], table())


def test_an_ability_may_have_a_price_with_a_choice() -> None:
    ability = Ability("prepare", (Part("pay-either", 1), Part("cards", 2)))
    amy = msgspec.structs.replace(SHIPPED.companion["amy"], ability=ability)
    box = msgspec.structs.replace(SHIPPED, companion={**SHIPPED.companion, "amy": amy})
    now = play(table(box=box, hands={JULIE: "fez"}), m.UseAbility(JULIE, "amy"))
    assert now.debt is not None
    assert status(now).awaited == (JULIE,)
    assert refused(now, m.RollTardis(JULIE)) == "TOD-FAIL-05"


def test_the_first_doctor_skips_the_roll() -> None:
    """TOD-CT-01, TOD-COMP-13."""
    before = table(**FIRST)
    entries, now = lines(before, m.UseAbility(KIM, "first"))
    assert not [entry for entry in entries if isinstance(entry.fact, Rolled)]
    assert (now.step, now.hands[KIM]) == ("enter", ())
    now = play(now, m.EnterZone(KIM, 1))
    laid = now.places[-1]
    assert (laid.location, now.at[KIM], len(now.hands[KIM])) == (before.location_deck[0], (2, 1), 1)
    assert [(bool(slot.dilemma), slot.open) for slot in laid.slots] == [(True, False), (True, True)]
    assert stood(now, m.EnterZone(KIM, 0))[1].hands == now.hands
    before = table(seats=3, player=KIM, decks={"location": ""})
    assert refused(before, m.UseAbility(KIM, "first")) == "TOD-TRAV-14"
    assert refused(before.replace(location_discards=("mars",)), m.UseAbility(KIM, "first")) == ""
    found, now = stood(before, m.UseAbility(KIM, "first"), m.Travel(KIM, 1, 0))
    assert (found, now.hands[KIM]) == (["TOD-TRAV-14"], ())


def test_the_first_doctor_draws_a_card_after_the_toll() -> None:
    places = [place(2, "into-the-dalek")]
    before = table(seats=3, player=KIM, places=places, hands={KIM: "run"}, decks={"timey": "fez"}, tokens=2)
    now = play(before, m.UseAbility(KIM, "first"), m.EnterZone(KIM, 0))
    assert (now.hands[KIM], now.adventure) == (("run",), None)
    now = play(now, m.ChooseCost(KIM, 2))
    done, now = lines(now, m.PayCard(KIM, "run"))
    assert [entry.rule for entry in done if isinstance(entry.fact, fx.CostMet)] == ["TOD-ALOC-08", "TOD-TRAV-14"]
    assert (now.hands[KIM], now.debt, now.step) == (("fez",), None, "adventure")
    assert now.adventure is not None


def test_an_anomaly_drawn_after_the_roll_is_not_entered() -> None:
    beans = msgspec.structs.replace(SHIPPED.timey["jelly-babies"], parts=(Part("ship", 4),))
    box = msgspec.structs.replace(SHIPPED, timey={**SHIPPED.timey, "jelly-babies": beans})
    decks = {"anomaly": "into-the-dalek", "location": "karn"}
    before = table(hands={JULIE: "jelly-babies"}, box=box, decks=decks)
    now = play(before, m.RollTardis(JULIE), m.PlayTimey(JULIE, "jelly-babies"), fate=ScriptedChance(DECIDES))
    assert [one.location for one in now.places[1:]] == ["karn", "into-the-dalek"]
    assert list(legal(now, JULIE)) == [m.EnterZone(JULIE, 0), m.EnterZone(JULIE, 1)]
    assert play(now, m.EnterZone(JULIE, 1)).at == {JULIE: (2, 1)}


def test_a_doctor_stays_if_something_is_unsolved() -> None:
    """AMB-04."""
    solved = table(places=[place(2, "mars", "", "")], at={JULIE: (2, 0)})
    assert refused(solved, m.Stay(JULIE, 0)) == "TOD-TRAV-02"
    now = play(table(places=[place(2, "mars", "", "sutekh")], at={JULIE: (2, 0)}), m.Stay(JULIE, 1))
    assert now.at[JULIE] == (2, 1)
    assert now.adventure is not None
    now = play(table(places=[place(2, "into-the-dalek")], at={JULIE: (2, 0)}), m.Stay(JULIE, 0))
    assert now.adventure is not None
    assert (now.debt, now.places[-1].location) == (None, "into-the-dalek")


def test_staying_turns_up_the_dilemma_of_the_zone() -> None:
    now = play(table(earth=("~sutekh", "~teller", "~silence"), at={JULIE: (1, 0)}), m.Stay(JULIE, 2))
    assert [slot.open for slot in now.places[0].slots] == [False, False, True]
    now = table(places=[place(2, "mars", "sutekh", "~teller")], at={JULIE: (2, 0)})
    assert [len(chances(lines(now, m.Stay(JULIE, zone))[0])) for zone in (0, 1)] == [0, 1]


def test_earth_and_an_anomaly_need_no_roll() -> None:
    """TOD-TRAV-04, TOD-TRAV-05, TOD-TRAV-11, TOD-TRAV-12, TOD-ALOC-03."""
    entries, now = lines(table(earth=("~sutekh", "~teller", "~silence")), m.Travel(JULIE, 1, 1))
    assert not [entry for entry in entries if isinstance(entry.fact, Rolled)]
    assert [entry.fact.item for entry in entries if isinstance(entry.fact, Revealed)] == ["teller"]
    assert fx.DoctorMoved(seat=JULIE, place=1, zone=1) in effects(entries)
    assert [slot.open for slot in now.places[0].slots] == [False, True, False]
    assert now.step == "adventure"
    assert now.adventure is not None
    now = play(table(places=[place(2, "into-the-dalek")]), m.Travel(JULIE, 2, 0))
    assert now.at[JULIE] == (2, 0)
    assert now.adventure is not None


@pytest.mark.parametrize(
    ("move", "rules"),
    [
        (m.Explore(JULIE), ["TOD-TRAV-06"]), (m.EnterZone(JULIE, 0), ["TOD-TRAV-06"]),
        (m.KeepLocation(JULIE, "mars"), ["TOD-TRAV-06", "TOD-TRAV-08"]),
    ],
)  # fmt: skip
def test_a_new_location_needs_a_roll(move: Any, rules: list[str]) -> None:
    assert against(table(), move) == rules
    found, now = stood(table(), move)
    assert (found, now.missed) == (rules, ("travel",))


def test_the_player_may_choose_any_zone_in_play() -> None:
    before = table(places=[place(2, "mars", "~sutekh", ""), place(3, "karn", "~teller", "~master")])
    now = play(before, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    assert (now.step, now.answer) == ("choose", "choose")
    assert play(now, m.Travel(JULIE, 2, 0)).adventure is not None
    calm = play(now, m.Travel(JULIE, 2, 1))
    assert (calm.step, calm.adventure, calm.at[JULIE]) == ("finish", None, (2, 1))
    assert not calm.adventured


def test_two_locations_are_drawn_and_one_is_kept() -> None:
    before = table(decks={"location": "orient-express gallifrey mars", "dilemma": "sutekh teller silence"})
    now = play(before, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    entries, now = lines(now, m.Explore(JULIE))
    assert effects(entries) == [fx.LocationsSearched(locations=("orient-express", "gallifrey"))]
    assert now.found == ("orient-express", "gallifrey")
    entries, now = lines(now, m.KeepLocation(JULIE, "orient-express"))
    assert effects(entries) == [
        fx.LocationKept(location="orient-express"), fx.LocationLaid(place=2, location="orient-express"),
        fx.DilemmaLaid(place=2, zone=0), fx.DilemmaLaid(place=2, zone=1), fx.StepReached(step="enter"),
    ]  # fmt: skip
    assert (now.location_discards, now.found, now.location_deck) == (("gallifrey",), (), ("mars",))
    now = play(now, m.EnterZone(JULIE, 0))
    assert [(slot.dilemma, slot.open) for slot in now.places[-1].slots] == [("sutekh", True), ("teller", False)]
    assert now.at[JULIE] == (2, 0)


def test_one_of_the_drawn_locations_must_be_kept() -> None:
    now = play(table(places=[place(2, "mars", "~sutekh", "")]), m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    now = play(now, m.Explore(JULIE))
    other = next(name for name in SHIPPED.location if name not in (*now.found, "mars"))
    for move in (m.Travel(JULIE, 2, 0), m.Explore(JULIE), m.KeepLocation(JULIE, other)):
        assert refused(now, move) == "TOD-TRAV-08"
    assert refused(now, m.EnterZone(JULIE, 0)) == "TOD-TRAV-07"


def test_the_tardis_decides() -> None:
    """TOD-TRAV-09, TOD-TRAV-10."""
    before = table(decks={"location": "karn mars", "dilemma": "sutekh teller"})
    entries, now = lines(before, m.RollTardis(JULIE), ScriptedChance(DECIDES))
    assert (now.step, now.answer, now.places[-1].location, now.at) == ("enter", "decides", "karn", {})
    assert [entry.fact.item for entry in entries if isinstance(entry.fact, Revealed)] == ["karn"]
    assert [(slot.dilemma, slot.open) for slot in now.places[-1].slots] == [("sutekh", False), ("teller", False)]
    assert play(now, m.EnterZone(JULIE, 1)).at[JULIE] == (2, 1)


@pytest.mark.parametrize(
    ("face", "move", "rule"),
    [
        (DECIDES, m.Travel(JULIE, 1, 0), "TOD-TRAV-13"), (DECIDES, m.Stay(JULIE, 0), "TOD-TRAV-13"),
        (DECIDES, m.RollTardis(JULIE), "TOD-TRAV-13"), (DECIDES, m.Explore(JULIE), "TOD-TRAV-08"),
        (CHOOSE, m.Stay(JULIE, 0), "TOD-TRAV-13"), (CHOOSE, m.RollTardis(JULIE), "TOD-TRAV-13"),
        (CHOOSE, m.Travel(JULIE, 1, 0), ""), (CHOOSE, m.Explore(JULIE), ""),
    ],
)  # fmt: skip
def test_the_roll_is_binding(face: int, move: Any, rule: str) -> None:
    """AMB-05."""
    now = play(table(at={JULIE: (1, 0)}), m.RollTardis(JULIE), fate=ScriptedChance(face))
    assert refused(now, move) == rule


@pytest.mark.parametrize("move", [m.Travel(JULIE, 1, 1), m.Stay(JULIE, 0), m.RollTardis(JULIE)])
def test_refuses_a_second_travel_step(move: Any) -> None:
    now = table("finish", at={JULIE: (1, 0)}, adventured=True)
    for answer in ("", "decides"):
        with pytest.raises(IllegalMoveError, match="one Travel step in a turn"):
            play(now.replace(answer=answer), move)


def test_stated_results_of_travel() -> None:
    now = table("choose", places=[place(2, "mars", "sutekh", "")], answer="choose", found=("karn", "telos"))
    with pytest.raises(UnplayableError, match="Mars Past / Mars Future is in play already"):
        stood(now, m.KeepLocation(JULIE, "mars"))
    stated = Stated((fx.TardisAnswered(choose=True),))
    found, now = stood(table(), m.RollTardis(JULIE), fate=ScriptedChance(DECIDES), stated=stated)
    assert (found, now.step, now.answer) == (["TOD-TRAV-09"], "choose", "choose")


def test_the_box_sets_the_faces_that_let_the_player_choose() -> None:
    setting = msgspec.structs.replace(SHIPPED.setting, choose_faces=1)
    box = msgspec.structs.replace(SHIPPED, setting=setting)
    for used, answer in ((box, "decides"), (SHIPPED, "choose")):
        assert play(table(box=used), m.RollTardis(JULIE), fate=ScriptedChance(2)).answer == answer


def test_empty_decks_are_renewed() -> None:
    """TOD-COMP-14, AMB-42."""
    before = table(decks={"location": "karn"}, location_discards=("mars", "telos"))
    now = play(before, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    entries, now = lines(now, m.Explore(JULIE))
    assert [entry.fact.pile for entry in entries if isinstance(entry.fact, Shuffled)] == ["location"]
    assert now.found[0] == "karn"
    assert (len(now.found), len(now.location_deck), now.location_discards) == (2, 1, ())
    before = table(
        decks={"location": "karn", "dilemma": "sutekh"}, dilemma_discards=("master", "wire"), dilemmas=24,
        places=[place(2, "mars", "~silence", "")],
    )  # fmt: skip
    entries, now = lines(before, m.RollTardis(JULIE), ScriptedChance(DECIDES, items=["karn"]))
    assert [entry.fact.pile for entry in entries if isinstance(entry.fact, Shuffled)] == ["dilemma"]
    assert [slot.n for slot in now.places[-1].slots] == [0, 1]
    assert (len(now.dilemma_deck), now.dilemma_discards) == (1, ())
    now = play(table(decks={"location": ""}), m.RollTardis(JULIE), fate=ScriptedChance(DECIDES))
    assert now.step == "choose"
    assert refused(now, m.Explore(JULIE)) == "TOD-TRAV-08"
    assert play(now, m.Travel(JULIE, 1, 0)).adventure is not None


@pytest.mark.parametrize(
    "move", [m.Travel(JULIE, 9, 0), m.Travel(JULIE, 1, 3), m.Travel(JULIE, 1, -1), m.KeepLocation(JULIE, "moon")]
)
def test_cannot_record_an_unknown_location_or_zone(move: Any) -> None:
    now = play(table(), m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    with pytest.raises(UnplayableError):
        stood(now, move)


def test_an_anomaly_in_play_charges_a_toll() -> None:
    """TOD-CT-05, TOD-ALOC-08."""
    before = table(places=[place(2, "into-the-dalek")], hands={JULIE: "fez"}, tokens=2)
    now = play(before, m.Travel(JULIE, 1, 0))
    assert now.debt is not None
    assert (now.debt.kind, now.debt.source, now.adventure) == ("toll", "into-the-dalek", None)
    assert play(before, m.Travel(JULIE, 2, 0)).debt is None
    staying = table(places=[place(2, "into-the-dalek")], at={JULIE: (1, 0)}, hands={JULIE: "fez"})
    assert play(staying, m.Stay(JULIE, 0)).debt is None
    now = play(table(places=[place(2, "into-the-dalek")], tokens=3), m.Travel(JULIE, 1, 0))
    assert (now.console(JULIE).tokens, now.debt) == (1, None)
    assert now.adventure is not None


def test_a_turn_taken_too_early_is_played() -> None:
    found, now = stood(table(seats=3), m.Travel(KIM, 1, 0))
    assert (found, now.player, now.at[KIM], now.missed) == (["TOD-ROUND-01"], KIM, (1, 0), ("charge",))
    under_way = play(table(seats=3), m.Travel(JULIE, 1, 0))
    assert stood(under_way, m.Charge(KIM)) == (["TOD-ROUND-01"], under_way)
    found, now = stood(under_way, m.Charge(STEVE))
    assert (found, now.player, now.step, now.adventure) == (["TOD-ROUND-01"], STEVE, "prepare", None)


def test_a_turn_is_repeatable_and_leads_to_an_adventure() -> None:
    now = explored(begun(), 1)
    assert (now.step, now.stack[-1:] == (now.adventure,), now.at) == ("adventure", True, {JULIE: (2, 1)})
    assert status(now).awaited == (JULIE,)
    assert refused(now, m.Finish(JULIE)) == "TOD-ADV-01"
    first, second = (play(begun(5), m.Charge(JULIE), m.RollTardis(JULIE), fate=SeededChance(5)) for _ in range(2))
    assert first == second


def test_an_unseen_dilemma_is_turned_up_by_name() -> None:
    unseen: Position = table(earth=("?", "?", "?"))
    now = GAME.play(unseen, m.Travel(JULIE, 1, 0), ScriptedChance(items=["sutekh"]))[1]
    assert now.places[0].slots[0].dilemma == "sutekh"
    assert now.adventure is not None
    found, hidden = stood(unseen, m.Travel(JULIE, 1, 0), fate=ScriptedChance())
    assert found == []
    assert hidden.places[0].slots[0].dilemma == UNKNOWN


def test_a_continuing_anomaly_is_not_laid_again() -> None:
    before = table(decks={"anomaly": "into-the-dalek stolen-earth"})
    taken = GAME.rules.reducer(before, fx.AnomalyTaken(anomaly="into-the-dalek"))
    assert taken.tasks == (Task("into-the-dalek"),)
    laid = GAME.rules.reducer(taken, fx.LocationLaid(place=2, location="into-the-dalek"))
    assert (laid.tasks, laid.places[-1].location, laid.anomaly_deck) == ((), "into-the-dalek", ("stolen-earth",))
    assert GAME.rules.reducer(laid, fx.LocationLaid(place=2, location="into-the-dalek")) == laid
