"""An Adventure of Time of the Daleks up to its end: recruits, the challenge, pools, help, the roll, changed dice."""

from typing import Any

import pytest
from daleks_tables import (
    ORIENT_EXPRESS,
    SEATS,
    Showing,
    adventure_of,
    begun_adventure,
    box_with,
    colours,
    in_adventure,
    lines,
    orient_express,
    place,
    play,
    refused,
    shown,
    stood,
    table,
)
from msgspec.structs import replace
from table_play import chances, effects

from events.events import Move, Passed, Rolled, Shuffled
from projections.games.daleks.components.box import Icon, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.events import adventure_effects as ax, effects as fx, moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.challenge import challenge_at, is_met, match_dice, missing_symbols
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.rules.pool import limit_of
from projections.games.daleks.state.position import Aboard, Place, Position, Task
from projections.games.daleks.state.tray import dice_left, die_named
from projections.window import Window
from replay.chance.random_source import SeededChance

JULIE, STEVE, KIM, LEE = SEATS
EIGHT = "B1, B2, B3, U1, U2, U3, R1, R2"
HAUNTED: dict[str, Any] = {"places": [place(2, "orient-express", "sutekh", "?", daleks=(1,))]}
"""The Orient Express with a Dalek marker."""
RORY_BLUE, JACK_RED = m.Focus(JULIE, "rory", 2, "blue"), m.Focus(JULIE, "captain-jack", 2, "red")


def test_a_recruit_costs_a_card_or_a_token() -> None:
    """AMB-22."""
    now = orient_express()
    done, after = lines(now, m.Recruit(JULIE, "timescoop", "alien"))
    joined = fx.CompanionJoined(JULIE, "captain-jack", part_time=True)
    assert effects(done) == [fx.TimeyDiscarded(JULIE, "timescoop"), joined]
    assert after.consoles[JULIE].companions[-1] == Aboard("captain-jack", part_time=True)
    assert after.timey_discards == ("timescoop",)
    assert after.companion_decks == {"earth": now.companion_decks["earth"], "alien": ("leela",)}
    done, after = lines(now, m.Recruit(JULIE, "token", "alien"))
    assert (effects(done)[0], after.consoles[JULIE].tokens) == (fx.TokensPaid(JULIE, 1), 2)


ANOMALY = {"places": [Place(2, "into-the-dalek")], "where": (2, 0)}
ON_EARTH: dict[str, Any] = {"places": [], "where": (1, 0), "earth": ("sutekh", "?", "?")}
ALIEN, HUMAN = m.Recruit(JULIE, "token", "alien"), m.Recruit(JULIE, "token", "earth")
RORY, STRAX, OSGOOD = (
    m.Recruit(JULIE, "token", deck, name) for deck, name in (("earth", "rory"), ("alien", "strax"), ("earth", "osgood"))
)
ON_MESSALINE = {"places": [place(2, "messaline", "sutekh", "?")], "where": (2, 0)}
ZYGONS = {"places": [place(2, "orient-express", "zygons", "?")]}
STOLEN_EARTH = {**ON_EARTH, "places": [Place(2, "stolen-earth")]}


@pytest.mark.parametrize(("given", "move", "rule"), [
    (ON_EARTH, HUMAN, ""), (ANOMALY, HUMAN, ""), (ANOMALY, ALIEN, ""),
    ({"consoles": {JULIE: "amy rory~"}}, ALIEN, "TOD-RECR-01"),
    ({}, m.Recruit(JULIE, "fez", "alien"), "TOD-RECR-03"),
    ({}, m.Recruit(JULIE, "", "alien"), "TOD-RECR-03"), ({}, m.Recruit(STEVE, "token", "alien"), "TOD-HELP-23"),
    ({**ON_EARTH, "consoles": {JULIE: "amy"}}, RORY, ""),
    ({**ON_EARTH, "consoles": {JULIE: "ian"}}, RORY, "TOD-LINK-01"),
    ({"consoles": {JULIE: "vastra"}, "decks": {}}, STRAX, ""),
    ({**ON_EARTH, "consoles": {JULIE: "brigadier"}}, OSGOOD, ""),
    ({**ON_MESSALINE, "consoles": {JULIE: "amy"}}, RORY, "TOD-LINK-04"),
    ({**ZYGONS, "consoles": {JULIE: "amy"}}, OSGOOD, ""),
    ({**ZYGONS, "consoles": {JULIE: "amy", STEVE: "osgood"}}, OSGOOD, "TOD-LINK-01"),
    ({**STOLEN_EARTH, "consoles": {JULIE: "amy"}}, RORY, "TOD-LINK-01"),
])  # fmt: skip
def test_refuses_recruits_against_the_rules(given: dict[str, Any], move: m.Recruit, rule: str) -> None:
    """AMB-21, TOD-RECR-06, TOD-ALOC-04, TOD-LINK-03, TOD-LINK-07."""
    now = orient_express(**given)
    assert refused(now, move) == rule
    assert refused(play(now, m.Gather(JULIE)), move) == ("TOD-RECR-02" if move.player == JULIE else "TOD-HELP-23")


def test_links_choose_a_recruit_and_river_song_removes_hats() -> None:
    """TOD-LINK-02."""
    now = orient_express(**ON_EARTH, consoles={JULIE: "amy"})
    done, after = lines(now, m.Recruit(JULIE, "token", "earth", "rory"))
    (shuffled,) = [entry.event for entry in done if isinstance(entry.event, Shuffled)]
    assert sorted(shuffled.order) == sorted(set(now.companion_decks["earth"]) - {"rory"})
    assert after.companion_decks["earth"] == shuffled.order
    assert [one.companion for one in after.consoles[JULIE].companions] == ["amy", "rory"]
    now = orient_express(consoles={JULIE: "amy +fez", STEVE: "clara +stetson"}, decks={"alien": "river-song"})
    after = play(now, m.Recruit(JULIE, "token", "alien"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [(), ()]


def test_a_zone_and_its_dilemma_make_up_the_challenge() -> None:
    """TOD-EX-05, TOD-CHAL-01, TOD-CHAL-03, TOD-COND-08, TOD-FIRST-03, AMB-36."""
    begun = adventure_of(orient_express())
    assert (begun.symbols, begun.stage, begun.conditions) == (ORIENT_EXPRESS, "recruit", ())
    found = challenge_at(table(places=[place(2, "mars", "?", "weeping-angels")]), 2, 1)
    assert found is not None
    assert sorted(found.symbols) == ["cunning", "running", "running", "running", "running", "tactics"]
    asylum, first = (table(places=[Place(2, "asylum-of-the-daleks")], options={"first_game": f}) for f in (False, True))
    card = asylum.box.anomaly["asylum-of-the-daleks"]
    assert challenge_at(asylum, 2, 0) == (card.symbols, ("fixed-point",))
    assert challenge_at(first, 2, 0) == (card.symbols, ())
    solved = table("travel", earth=("", "?", "?"))
    assert challenge_at(solved, 1, 0) is None
    assert play(solved, m.Travel(JULIE, 1, 0)).step == "finish"
    tiles = [place(2, "mars", "sontarans", "~teller")]
    for first_game, conditions in ((False, ("time-breach",)), (True, ())):
        met = challenge_at(table(places=tiles, options={"first_game": first_game}), 2, 0)
        assert met == (("running", "tactics", *("strength",) * 3, "tactics"), conditions)
    now = begun_adventure(consoles={JULIE: "amy rory clara"}, places=tiles, options={"first_game": True})
    assert adventure_of(play(now, m.Gather(JULIE), m.CutDie(JULIE, "B1"))).stage == "roll"


def test_a_pool_is_gathered_focused_and_cut_in_order() -> None:
    """TOD-EX-06, TOD-RECR-08."""
    now = play(orient_express(), m.Recruit(JULIE, "timescoop", "alien"), m.Gather(JULIE))
    assert (colours(now), adventure_of(now).stage) == ("5B 2U 1G 1R", "pool")
    now = play(now, RORY_BLUE, JACK_RED)
    assert colours(now) == "3B 3U 1G 2R"
    assert refused(now, m.RollDice(JULIE)) == "TOD-LIM-01"
    after = play(now, m.CutDie(JULIE, "B5"))
    assert (colours(after), adventure_of(after).stage) == ("2B 3U 1G 2R", "roll")
    assert refused(after, m.Focus(JULIE, "amy", 2, "green")) == "TOD-ADV-02"
    now = play(orient_express(), m.Gather(JULIE), RORY_BLUE)
    dice = {die.name: die.gone for die in adventure_of(now).pools[0].dice}
    assert dice == {"B1": "focused", "B2": "", "B3": "", "B4": "", "U1": "", "G1": "", "U2": "", "B5": "", "U3": ""}
    now = play(begun_adventure(), m.Gather(JULIE))
    assert refused(now, m.CutDie(JULIE, "B1")) == "TOD-LIM-01"
    assert adventure_of(play(now, m.RollDice(JULIE))).stage == "reroll"
    now = play(orient_express(consoles={JULIE: "turlough"}), m.Gather(JULIE))
    for colour, pool in (("blue", "4B 2U"), ("red", "4B 1U 1R")):
        assert colours(play(now, m.Focus(JULIE, "turlough", 2, colour))) == pool


@pytest.mark.parametrize(("before", "move", "rule"), [
    ([RORY_BLUE], RORY_BLUE, "TOD-CARD-06"), ([], m.Focus(JULIE, "rory", 2, "red"), "TOD-FOC-02"),
    ([], m.Focus(JULIE, "rory", 1, "blue"), "TOD-CARD-11"), ([], m.Focus(JULIE, "rory", 9, "blue"), "TOD-CARD-11"),
    ([], m.Focus(JULIE, "clara", 3, "blue"), "TOD-HELP-23"),
    ([], m.Focus(JULIE, "sonic-sunglasses", 1, "blue"), "TOD-CARD-08"),
    ([], m.Focus(STEVE, "clara", 3, "blue"), "TOD-HELP-23"),
])  # fmt: skip
def test_refuses_a_focus_against_the_rules(before: list[m.Focus], move: m.Focus, rule: str) -> None:
    assert refused(play(orient_express(), m.Gather(JULIE), *before), move) == rule


@pytest.mark.parametrize(("pool", "rule"), [("U1, G1", "TOD-FOC-04"), ("B1, U1, U2, U3", "TOD-LIM-02")])
def test_a_focus_needs_a_black_die_and_a_free_coloured_die(pool: str, rule: str) -> None:
    """AMB-07, TOD-TC-10."""
    assert refused(in_adventure({JULIE: pool}, "pool", done=False, consoles={JULIE: "rory"}), RORY_BLUE) == rule


def test_refuses_dice_before_the_pool_is_gathered() -> None:
    now = orient_express()
    assert (refused(now, RORY_BLUE), refused(now, m.RollDice(JULIE))) == ("TOD-ADV-01", "TOD-ADV-01")
    assert refused(now, m.Gather(JULIE, ("blue",))) == "TOD-POOL-01"


@pytest.mark.parametrize(
    ("freed", "gathered", "rule"), [(0, "4B 2U", "TOD-LIM-04"), (1, "4B 2U 1G", "TOD-LIM-04"), (2, "4B 2U 1G", "")]
)
def test_imprisoned_dice_cannot_be_gathered_or_focused(freed: int, gathered: str, rule: str) -> None:
    tasks = (Task("destiny-of-the-daleks", freed),)
    now = play(begun_adventure(consoles={JULIE: "amy rory"}, tasks=tasks), m.Gather(JULIE))
    assert colours(now) == gathered
    assert refused(now, m.Focus(JULIE, "amy", 2, "green")) == rule


def test_dice_of_two_tasks_are_imprisoned_and_leave_the_pool() -> None:
    both = (Task("destiny-of-the-daleks", 2), Task("other", 1))
    anomaly = {**SHIPPED.anomaly, "other": SHIPPED.anomaly["destiny-of-the-daleks"]}
    given: dict[str, Any] = {"consoles": {JULIE: "amy clara"}, "box": replace(SHIPPED, anomaly=anomaly)}
    pools = [colours(play(begun_adventure(tasks=tasks, **given), m.Gather(JULIE))) for tasks in (both, both[:1], ())]
    assert pools == ["4B 1U 1R", "4B 1U 2G 1R", "4B 1U 2G 1R"]
    now = play(orient_express(hands={JULIE: "jelly-babies"}), m.Gather(JULIE))
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks"),)), m.PlayTimey(JULIE, "jelly-babies"))
    assert [colours(now), colours(after)] == ["5B 2U 1G", "5B 2U"]
    assert refused(after, m.RollDice(JULIE)) == ""
    two = {JULIE: "B1 running, G1 running, G2 running", LEE: "G3 running"}
    now = in_adventure(two, manner="here", seats=4, hands={STEVE: "moment"}, tokens=3)
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks", 1),)), m.PlayTimey(STEVE, "moment"))
    assert (colours(after), colours(after, LEE)) == ("1B 1G", "")


@pytest.mark.parametrize(("dilemma", "tasks", "cuts"), [
    ("sutekh", (), 1), ("sontarans", (), 2), ("sontarans", (Task("remembrance-of-the-daleks"),), 3),
])  # fmt: skip
def test_dice_above_the_pool_limit_must_be_cut(dilemma: str, tasks: tuple[Task, ...], cuts: int) -> None:
    """TOD-LIM-01, TOD-LIM-03, TOD-COND-07."""
    tiles = [place(2, "orient-express", dilemma, "?")]
    now = play(orient_express(places=tiles, consoles={JULIE: "amy rory ian +fez"}, tasks=tasks), m.Gather(JULIE))
    assert colours(now) == "5B 2U 1G 1R"
    for name in ("B1", "B2", "B3")[:cuts]:
        assert adventure_of(now).stage in ("pool", "cut")
        now = play(now, m.CutDie(JULIE, name))
    assert adventure_of(now).stage == "roll"
    assert refused(now, m.CutDie(JULIE, "B4")) == "TOD-ADV-02"


def test_exterminate_takes_dice() -> None:
    pool = "B1, B2, U1, U2, U3, G1, R1, R2"
    now = in_adventure({JULIE: pool}, "pool", done=False, **HAUNTED)
    assert refused(play(now, m.RollDice(JULIE)), m.RollDice(JULIE)) == "TOD-EXT-01"
    after = play(now, m.RollDice(JULIE), m.Exterminate(JULIE, "G1"))
    assert colours(after) == "2B 3U 2R"
    assert refused(after, m.Exterminate(JULIE, "B1")) == "TOD-EXT-01"
    assert play(now, m.Exterminate(JULIE, "G1")) == after
    assert GAME.rules.implied_pass(play(now, m.RollDice(JULIE)), JULIE) is None
    now = in_adventure({JULIE: "B1"}, "pool", done=False, **HAUNTED)
    done, after = lines(play(now, m.Exterminate(JULIE, "B1")), m.RollDice(JULIE))
    assert (adventure_of(after).stage, chances(done), colours(after)) == ("reroll", [], "")


@pytest.mark.parametrize(("where", "daleks", "owed"), [
    ((2, 0), (2,), 2), ((2, 1), (2,), 2), ((1, 0), (0, 2, 0), 0), ((1, 1), (0, 2, 0), 2), ((2, 0), (9,), 4),
])  # fmt: skip
def test_each_dalek_at_the_place_takes_a_die(where: tuple[int, int], daleks: tuple[int, ...], owed: int) -> None:
    """TOD-EXT-01, TOD-EXT-03, TOD-EXT-05, TOD-EXT-02, TOD-EXT-04."""
    away = where[0] == 2
    tiles = [place(2, "orient-express", "sutekh", "sutekh", daleks=daleks if away else (0,))]
    now = in_adventure(
        {JULIE: "B1, B2, B3, B4"}, "pool", done=False, where=where, places=tiles, on_earth=(0, 0, 0) if away else daleks
    )
    after = play(now, m.RollDice(JULIE))
    assert (adventure_of(after).owed, adventure_of(after).stage) == (owed, "exterminate" if owed else "reroll")


def test_wrong_dice_moves_can_be_recorded() -> None:
    nine = in_adventure({JULIE: "B1, B2, B3, B4, B5, U1, U2, G1, R1"}, "pool", done=False, consoles={JULIE: "rory"})
    found, after = stood(nine, m.RollDice(JULIE))
    assert (found, adventure_of(after).stage, colours(after)) == (["TOD-LIM-01"], "reroll", "5B 2U 1G 1R")
    found, after = stood(in_adventure({JULIE: "B1, U1"}, "roll", consoles={JULIE: "rory"}), RORY_BLUE)
    assert (found, colours(after)) == (["TOD-ADV-02"], "2U")
    earth = in_adventure({JULIE: "B1, B2"}, "pool", done=False, where=(1, 0), on_earth=(0, 1, 0))
    found, after = stood(earth, m.Exterminate(JULIE, "B1"))
    assert (found, colours(after)) == (["TOD-EXT-03"], "1B")


def test_cards_add_dice_and_change_hands() -> None:
    now = play(orient_express(), m.Gather(JULIE))
    done, after = lines(now, m.PlayTimey(JULIE, "timescoop", colour="red"))
    assert colours(after) == "5B 2U 1G 1R"
    assert ax.DiceGathered(JULIE, "timescoop", ("R1",)) in effects(done)
    assert (after.hands[JULIE], after.timey_discards, after.consoles[JULIE].tokens) == ((), ("timescoop",), 2)
    now = play(orient_express(hands={JULIE: "sonic-booster"}), m.Gather(JULIE))
    after = play(now, m.PlayTimey(JULIE, "sonic-booster", STEVE))
    assert (colours(after), after.hands[JULIE], after.hands[STEVE]) == ("5B 3U 1G", (), ("sonic-booster",))
    assert refused(now, m.PlayTimey(JULIE, "sonic-booster", JULIE)) == "TOD-CARD-10"


@pytest.mark.parametrize(("card", "move", "rule"), [
    ("timescoop", m.PlayTimey(JULIE, "timescoop", colour="black"), "TOD-CARD-11"),
    ("timescoop", m.PlayTimey(JULIE, "timescoop"), "TOD-CARD-11"),
    ("geronimo", m.PlayTimey(JULIE, "geronimo", colour="red"), "TOD-CARD-11"),
    ("stetson", m.PlayTimey(JULIE, "stetson"), "TOD-CARD-07"), ("", m.PlayTimey(JULIE, "fez"), "TOD-CARD-08"),
    ("time-can-be-rewritten", m.PlayTimey(JULIE, "time-can-be-rewritten"), "TOD-ADV-02"),
    ("jelly-babies", m.PlayTimey(JULIE, "jelly-babies"), ""),
])  # fmt: skip
def test_refuses_a_card_against_the_rules(card: str, move: m.PlayTimey, rule: str) -> None:
    assert refused(play(orient_express(hands={JULIE: card}), m.Gather(JULIE)), move) == rule


@pytest.mark.parametrize(("now", "move", "rule"), [
    (table(hands={JULIE: "geronimo"}), m.PlayTimey(JULIE, "geronimo"), "TOD-CARD-04"),
    (table(hands={JULIE: "jelly-babies"}), m.PlayTimey(JULIE, "jelly-babies"), ""),
    (table("travel", consoles={JULIE: "wilfred"}), m.UseAbility(JULIE, "wilfred"), "TOD-ROUND-04"),
    (table("charge", hands={JULIE: "jelly-babies"}), m.PlayTimey(JULIE, "jelly-babies"), "TOD-PREP-02"),
    (table("charge", hands={STEVE: "moment"}, tokens=3), m.PlayTimey(STEVE, "moment"), ""),
])  # fmt: skip
def test_cards_are_limited_to_their_time_and_player(now: Position, move: Any, rule: str) -> None:
    """TOD-CARD-02."""
    assert refused(now, move) == rule


def test_others_may_act_before_the_roll() -> None:
    now = in_adventure({JULIE: EIGHT}, "pool", done=False, seats=3, hands={STEVE: "run", KIM: "fez"})
    asked = play(now, m.RollDice(JULIE))
    assert asked.window == Window("roll", (STEVE, KIM))
    assert (refused(asked, m.RollDice(JULIE)), refused(asked, Passed(JULIE))) == ("TOD-CARD-05", "TOD-CARD-05")
    more = play(asked, m.PlayTimey(STEVE, "run"))
    assert (colours(more), adventure_of(more).stage, more.window) == ("3B 3U 1G 2R", "cut", None)
    ready = play(more, m.CutDie(JULIE, "B1"))
    assert ready.window == Window("roll", (KIM,))
    assert adventure_of(play(ready, Passed(KIM), m.RollDice(JULIE))).stage == "reroll"
    now = in_adventure({JULIE: EIGHT}, "pool", done=False, **HAUNTED, hands={STEVE: "run"})
    more = play(now, m.Exterminate(JULIE, "R1"), m.PlayTimey(STEVE, "run"))
    assert (colours(more), adventure_of(more).stage) == ("3B 3U 1G 1R", "cut")
    after = play(more, m.CutDie(JULIE, "B1"))
    assert (colours(after), adventure_of(after).stage) == ("2B 3U 1G 1R", "roll")


def test_cards_are_swapped() -> None:
    """TOD-CT-08, AMB-32."""
    now, move = table(hands={JULIE: "tune-up", STEVE: "fez run moment"}), m.PlayTimey(JULIE, "tune-up", STEVE)
    done, after = lines(now, move)
    (order,) = [chance.order for chance in chances(done) if isinstance(chance, Shuffled)]
    assert sorted(order) == ["fez", "moment", "run"]
    assert after.hands[JULIE] == order[:1]
    assert sorted(after.hands[STEVE]) == sorted({"fez", "moment", "run", "tune-up"} - {*order[:1]})
    assert {play(now, move, fate=SeededChance(seed)).hands[JULIE][0] for seed in range(30)} == {"fez", "run", "moment"}
    assert refused(table(hands={JULIE: "tune-up"}), move) == "TOD-CARD-10"
    assert refused(now.replace(step="travel"), move) == "TOD-CARD-03"
    now = table(consoles={JULIE: "amy +library-card", STEVE: "clara +fez"})
    after = play(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [("fez",), ("library-card",)]
    assert after.consoles[JULIE].tokens == 1
    assert refused(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="stetson")) == "TOD-CARD-08"


def test_a_regeneration_empties_a_pool_that_is_being_built() -> None:
    now = play(orient_express(), m.Gather(JULIE), RORY_BLUE)
    consoles = {**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="twelfth")}
    held = now.replace(consoles=consoles, hands={JULIE: ("jelly-babies",)})
    done, after = lines(held, m.PlayTimey(JULIE, "jelly-babies"))
    gone = [effect.die for effect in effects(done) if isinstance(effect, ax.DieGone)]
    assert gone == ["B2", "B3", "B4", "U1", "U3"]
    assert refused(after, m.RollDice(JULIE)) == "TOD-POOL-01"
    assert colours(play(after, m.Gather(JULIE))) == "5B 1U 1G 1R"


def test_cards_can_be_played_before_daleks_move_or_a_cost() -> None:
    now = table("daleks", hands={STEVE: "jelly-babies"})
    played = play(now, m.PlayTimey(STEVE, "jelly-babies"))
    after = play(played, m.DaleksMove(JULIE))
    assert (played.step, played.ship) == ("daleks", now.ship)
    assert (after.step, after.ship) == ("charge", now.ship + 1)
    places = [place(2, "mars", "sutekh", "?"), Place(3, "into-the-dalek")]
    now = table(places=places, hands={JULIE: "jelly-babies run"}, tokens=1, answer="choose", step="choose")
    owing = play(now, m.Travel(JULIE, 2, 0))
    paid = play(owing, m.PlayTimey(JULIE, "jelly-babies"))
    assert (bool(owing.debt), bool(paid.debt), paid.consoles[JULIE].tokens) == (True, True, 3)


def left(now: Position) -> tuple[str, ...]:
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
    now = play(in_adventure({JULIE: THREE}, consoles=COMPANIONS), change)
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


THREE = "B1 running, B2 running, B3 running, R1 strength, R2 strength, G1 running, U1 science, U2 science, U3 science"
COMPANIONS = {JULIE: "ace bill jenny"}


@pytest.mark.parametrize(("move", "rule"), [
    (m.ReRoll(JULIE, "eleventh", 3, ("B1",)), ""), (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2")), ""),
    (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2", "B3")), "TOD-RERO-04"),
    (m.ReRoll(JULIE, "eleventh", 3, ()), "TOD-RERO-04"), (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B1")), "TOD-RERO-04"),
    (m.ReRoll(JULIE, "eleventh", 3, ("R1",)), "TOD-RERO-03"), (m.ReRoll(JULIE, "bill", 4, ("U1",)), ""),
    (m.ReRoll(JULIE, "bill", 4, ("U1", "G1")), "TOD-RERO-03"), (m.ReRoll(JULIE, "bill", 4, ("U1", "U2", "U3")), ""),
    (m.ReRoll(JULIE, "bill", 4, ("U1", "U3")), ""), (m.ReRoll(JULIE, "jenny", 4, ("G1",)), ""),
    (m.ReRoll(JULIE, "ace", 3, ("R1", "R2")), ""), (m.ReRoll(JULIE, "ace", 3, ("R1",)), "TOD-RERO-06"),
    (m.ReRoll(JULIE, "ace", 2, ("R1",)), "TOD-CARD-11"), (m.ReRoll(JULIE, "rose", 4, ("G1",)), "TOD-HELP-23"),
    (m.ReRoll(JULIE, "stetson", 1, ("B1",)), "TOD-CARD-08"), (m.ReRollByTokens(JULIE, "B1"), ""),
    (m.SpendBlack(JULIE, "B1"), ""),
    (m.ChangeFace(JULIE, "jenny", 5, "B1"), ""), (m.ChangeFace(JULIE, "jenny", 5, "G1"), "TOD-FACE-02"),
    (m.ChangeFace(JULIE, "jenny", 3, "G1"), "TOD-CARD-11"), (m.ChangeFace(JULIE, "amy", 3, "G1"), "TOD-HELP-23"),
    (m.ChangeByTokens(JULIE, "G1", "strength"), ""), (m.ChangeByTokens(STEVE, "G1", "strength"), "TOD-HELP-23"),
])  # fmt: skip
def test_refuses_an_illegal_re_roll_or_face_change(move: Move, rule: str) -> None:
    """TOD-TC-13, TOD-FACE-04."""
    assert refused(in_adventure({JULIE: THREE}, consoles=COMPANIONS, tokens=3), move) == rule


@pytest.mark.parametrize(("die", "rule"), [("G1", ""), ("R1", ""), ("U1", ""), ("B1", "TOD-RERO-03")])
def test_the_fourth_doctor_re_rolls_a_coloured_die(die: str, rule: str) -> None:
    now = in_adventure({JULIE: THREE})
    fourth = now.replace(consoles={**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="fourth")})
    assert refused(fourth, m.ReRoll(JULIE, "fourth", 3, (die,))) == rule


def test_dice_can_be_re_rolled_by_other_means() -> None:
    """TOD-RERO-02, TOD-RERO-10, TOD-RERO-09, AMB-28, TOD-TC-14."""
    now = in_adventure({JULIE: "B1 cunning, B2 running"}, tokens=5)
    fate = Showing("B1 running", "B1 strength", "B1 science")
    after = play(now, m.ReRoll(JULIE, "eleventh", 3, ("B1",)), *[m.ReRollByTokens(JULIE, "B1")] * 2, fate=fate)
    assert (shown(after), after.consoles[JULIE].tokens) == ({"B1": "science", "B2": "running"}, 1)
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
    assert (refused(after, m.SpendBlack(JULIE, "B1")), refused(after, m.Resolve(JULIE))) == ("TOD-POOL-01", "")


def test_an_anomaly_may_forbid_re_rolls_by_tokens() -> None:
    now = in_adventure({JULIE: THREE}, box=box_with("anomaly", "stolen-earth", rule="no-token-rerolls"))
    now = now.replace(places=(*now.places, Place(3, "stolen-earth")))
    assert refused(now, m.ReRollByTokens(JULIE, "B1")) == "TOD-ATASK-01"
    assert refused(now, m.ReRoll(JULIE, "eleventh", 3, ("B1",))) == ""


@pytest.mark.parametrize(("order", "rule"), [("strict", "TOD-FACE-01"), ("free", "")])
def test_re_rolls_come_before_changes(order: str, rule: str) -> None:
    """AMB-06."""
    now = in_adventure({JULIE: THREE}, consoles=COMPANIONS, tokens=5, options={"dice_order": order})
    after = play(now, m.ChangeByTokens(JULIE, "R1", "running"))
    again = (m.ReRoll(JULIE, "eleventh", 3, ("B1",)), m.ReRollByTokens(JULIE, "B1"), m.SpendBlack(JULIE, "B1"))
    assert {refused(after, move) for move in again} == {rule}
    assert refused(after, m.ChangeFace(JULIE, "jenny", 5, "B1")) == ""


CARD, TOKENS, BLACK = m.ReRoll(JULIE, "eleventh", 3, ("B1",)), m.ReRollByTokens(JULIE, "B1"), m.SpendBlack(JULIE, "B1")
FACE, PAID = m.ChangeFace(JULIE, "jenny", 5, "B1"), m.ChangeByTokens(JULIE, "B1", "science")


@pytest.mark.parametrize(("conditions", "refusals"), [
    ("fixed-point", ["TOD-COND-01", "TOD-COND-02", "", "", ""]),
    ("time-locked", ["", "", "", "TOD-COND-05", "TOD-COND-05"]), ("time-breach", ["", "", "", "", ""]),
])  # fmt: skip
def test_conditions_forbid_ways_to_change_dice(conditions: str, refusals: list[str]) -> None:
    """TOD-TC-11, TOD-COND-03, TOD-COND-04, TOD-COND-06, TOD-COND-07."""
    now = in_adventure({JULIE: THREE}, consoles=COMPANIONS, tokens=5, conditions=conditions)
    assert [refused(now, move) for move in (CARD, TOKENS, BLACK, FACE, PAID)] == refusals


def test_a_card_re_rolls_a_colour() -> None:
    now = in_adventure({JULIE: THREE}, hands={STEVE: "fish-fingers", JULIE: "time-can-be-rewritten"})
    after = play(now, m.PlayTimey(STEVE, "fish-fingers", colour="red"), fate=Showing("R1 tactics, R2 science"))
    assert shown(after) | {"R1": "tactics", "R2": "science"} == shown(after)
    assert after.timey_discards == ("fish-fingers",)
    own = play(now, m.PlayTimey(JULIE, "time-can-be-rewritten"), fate=Showing("B1 cunning, B2 cunning, B3 strength"))
    assert left(own) == ("cunning",)
    fixed = in_adventure({JULIE: THREE}, hands={STEVE: "fish-fingers"}, conditions="fixed-point")
    black = in_adventure({JULIE: "B1 running"}, hands={STEVE: "fish-fingers"})
    assert refused(fixed, m.PlayTimey(STEVE, "fish-fingers", colour="red")) == "TOD-COND-01"
    assert refused(black, m.PlayTimey(STEVE, "fish-fingers", colour="red")) == "TOD-RERO-06"


def test_others_may_act_before_resolving() -> None:
    now = in_adventure({JULIE: THREE}, seats=3, hands={STEVE: "second-thoughts", KIM: "fez"})
    asked = play(now, m.Resolve(JULIE))
    assert asked.window == Window("resolve", (STEVE, KIM))
    assert refused(asked, m.ReRollByTokens(JULIE, "B1")) == "TOD-CARD-05"
    more = play(asked, m.PlayTimey(STEVE, "second-thoughts", KIM), fate=Showing("B1 cunning, B2 cunning, B3 cunning"))
    assert (more.window, adventure_of(more).stage, left(more)) == (None, "reroll", ())
    assert play(more, m.Resolve(JULIE)).step == "finish"
    now = play(in_adventure({JULIE: THREE}, seats=3, hands={STEVE: "run", KIM: "fez"}), m.Resolve(JULIE), Passed(STEVE))
    assert now.window == Window("resolve", (KIM,))
    assert [place_.daleks for place_ in play(now, Passed(KIM)).places if place_.n == 2] == [(1,)]
    now = in_adventure({JULIE: THREE}, symbols="running", hands={STEVE: "run"})
    assert play(now, m.Resolve(JULIE)).step == "finish"


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
    return play(mars(**more), m.Gather(JULIE), m.CallHelp(JULIE, LEE, "token"))


def test_a_call_for_help_is_paid_for_by_both() -> None:
    call, now = lines(play(mars(), m.Gather(JULIE)), m.CallHelp(JULIE, LEE, "token"))
    give, after = lines(now, m.GiveHelp(LEE, "here", "geronimo"))
    assert effects(call) == [fx.TokensPaid(JULIE, 1), ax.HelpCalled(LEE)]
    assert effects(give) == [
        ax.HelpGiven(LEE, "here"), fx.TimeyDiscarded(LEE, "geronimo"), fx.DoctorMoved(LEE, 2, 1),
        fx.ShipMoved(now.ship + 2),
    ]  # fmt: skip
    assert after.at[LEE] == (2, 1)


@pytest.mark.parametrize(("given", "move", "rule"), [
    ({"tokens": {JULIE: 0, LEE: 3}}, m.CallHelp(JULIE, LEE, "token"), "TOD-HELP-02"),
    ({"tokens": {JULIE: 0, LEE: 3}}, m.CallHelp(JULIE, LEE, "fez"), "TOD-HELP-02"),
    ({}, m.CallHelp(JULIE, LEE, ""), "TOD-HELP-02"), ({"hands": {JULIE: "fez"}}, m.CallHelp(JULIE, LEE, "fez"), ""),
    ({}, m.CallHelp(JULIE, JULIE, "token"), "TOD-HELP-03"),
])  # fmt: skip
def test_refuses_a_call_for_help_against_the_rules(given: dict[str, Any], move: m.CallHelp, rule: str) -> None:
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


@pytest.mark.parametrize(("given", "move", "rule"), [
    ({}, m.GiveHelp(LEE, "here", "token"), ""), ({}, m.GiveHelp(LEE, "here", "fez"), "TOD-HELP-05"),
    ({"tokens": {JULIE: 2, LEE: 0}, "hands": {}}, m.GiveHelp(LEE, "here", "token"), "TOD-HELP-05"),
    ({"tokens": {JULIE: 2, LEE: 0}, "hands": {}}, m.GiveHelp(LEE, "afar"), ""),
    ({"at": {LEE: (2, 1)}}, m.GiveHelp(LEE, "here"), ""),
    ({"at": {LEE: (2, 0)}}, m.GiveHelp(LEE, "here"), ""),
    ({"at": {LEE: (2, 0)}}, m.GiveHelp(LEE, "here", "token"), "TOD-HELP-06"),
    ({"at": {LEE: (2, 0)}, "options": {"same_location_help": "price"}}, m.GiveHelp(LEE, "here"), "TOD-HELP-05"),
    ({"at": {LEE: (2, 1)}, "options": {"same_location_help": "price"}}, m.GiveHelp(LEE, "here"), ""),
    ({"at": {LEE: (1, 1)}}, m.GiveHelp(LEE, "here"), "TOD-HELP-05"),
])  # fmt: skip
def test_coming_to_help_has_a_price_unless_already_there(given: dict[str, Any], move: m.GiveHelp, rule: str) -> None:
    """AMB-24."""
    assert refused(called(**given), move) == rule


def test_help_moves_the_ship_and_the_helper() -> None:
    there = called(at={LEE: (2, 0)})
    here, afar = play(there, m.GiveHelp(LEE, "here")), play(there, m.GiveHelp(LEE, "afar"))
    assert (here.ship, here.at[LEE], here.consoles[LEE].tokens) == (there.ship + 2, (2, 1), 3)
    assert (afar.ship, afar.at[LEE]) == (there.ship, (2, 0))


@pytest.mark.parametrize(("manner", "breach", "limits"), [
    ("afar", "", (7, 1)), ("afar", "time-breach", (6, 1)), ("here", "", (5, 3)), ("here", "time-breach", (4, 3)),
])  # fmt: skip
def test_help_changes_the_pool_limits(manner: str, breach: str, limits: tuple[int, int]) -> None:
    """TOD-HELP-10, TOD-HELP-11, TOD-HELP-12, TOD-HELP-15, TOD-HELP-16, TOD-HELP-17, TOD-COND-07."""
    now = in_adventure({JULIE: "", LEE: ""}, "pool", manner=manner, conditions=breach, seats=4)
    begun = adventure_of(now)
    assert (limit_of(now, begun, JULIE), limit_of(now, begun, LEE)) == limits


def test_a_helper_reports_the_pool_ready() -> None:
    now = in_adventure({JULIE: "B1, B2", LEE: "B3"}, "pool", done=False, manner="afar", seats=4)
    waiting = play(now, m.RollDice(JULIE))
    assert adventure_of(waiting).stage == "cut"
    assert (refused(waiting, m.RollDice(JULIE)), refused(waiting, Passed(JULIE))) == ("TOD-LIM-01", "TOD-CARD-05")
    assert adventure_of(play(waiting, Passed(LEE))).stage == "roll"
    large = in_adventure({JULIE: "B1", LEE: "B2, B3"}, "pool", done=False, manner="afar", seats=4)
    assert refused(large, Passed(LEE)) == "TOD-LIM-01"
    assert [refused(large, m.CutDie(LEE, die)) for die in ("B1", "B3")] == ["TOD-HELP-23", ""]
    now = in_adventure({JULIE: "B1, B2", LEE: "B3"}, "roll", manner="afar", seats=4)
    assert refused(now, m.RollDice(LEE)) == "TOD-ROLL-01"
    (rolled,) = [chance for chance in chances(lines(now, m.RollDice(JULIE))[0]) if isinstance(chance, Rolled)]
    assert rolled.die == "B1 B2 B3"


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
    now = in_adventure({JULIE: "B1, B2", LEE: "B3"}, "cut", manner="afar", seats=4, **HAUNTED)
    now = now.replace(stack=(now.stack[0],))
    assert refused(now, m.Exterminate(LEE, "B1")) == "TOD-HELP-26"
    assert colours(play(now, m.Exterminate(JULIE, "B3")), LEE) == ""
    assert refused(play(now, m.Exterminate(JULIE, "B3")), m.Exterminate(JULIE, "B1")) == "TOD-EXT-01"


BOTH = {JULIE: "B1 running, B2 running, G1 running", LEE: "B3 running, G2 running, U1 science"}


@pytest.mark.parametrize(("move", "rule"), [
    (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B3")), "TOD-HELP-23"),
    (m.ReRoll(LEE, "eleventh", 3, ("B3",)), "TOD-HELP-23"), (m.ReRoll(LEE, "sarah-jane", 4, ("G1",)), "TOD-HELP-23"),
    (m.ReRoll(LEE, "sarah-jane", 4, ("G2",)), ""), (m.ReRollByTokens(LEE, "U1"), ""),
    (m.ReRollByTokens(LEE, "B1"), "TOD-HELP-23"), (m.ReRollByTokens(KIM, "B1"), "TOD-HELP-23"),
    (m.ChangeByTokens(JULIE, "U1", "science"), "TOD-HELP-23"), (m.ChangeFace(JULIE, "amy", 3, "G2"), "TOD-HELP-23"),
    (m.SpendBlack(LEE, "B1"), "TOD-HELP-23"), (m.RollDice(LEE), "TOD-ROLL-01"), (m.Resolve(LEE), "TOD-ADV-01"),
])  # fmt: skip
def test_each_seat_uses_its_own_cards_and_dice(move: Any, rule: str) -> None:
    """AMB-26."""
    used = ((JULIE, "sarah-jane", 4),)
    assert refused(in_adventure(BOTH, manner="here", seats=4, tokens=5, used=used), move) == rule


def test_both_pools_share_dice_and_cards() -> None:
    """TOD-HELP-25."""
    now = in_adventure(BOTH, manner="here", seats=4)
    after = play(now, m.SpendBlack(LEE, "B3"), fate=Showing("G2 tactics, U1 cunning"))
    assert (shown(after), shown(after, LEE)) == (shown(now), {"G2": "tactics", "U1": "cunning"})
    now = in_adventure(BOTH, manner="here", seats=4, hands={LEE: "fish-fingers"})
    after = play(now, m.PlayTimey(LEE, "fish-fingers", pool=JULIE, colour="green"), fate=Showing("G1 tactics"))
    building = in_adventure(
        {JULIE: "B1", LEE: "B2"}, "pool", done=False, manner="here", seats=4, hands={LEE: "geronimo"}
    )
    assert shown(after)["G1"] == "tactics"
    assert refused(building, m.PlayTimey(LEE, "geronimo", pool=JULIE)) == "TOD-HELP-23"
    assert colours(play(building, m.PlayTimey(LEE, "geronimo")), LEE) == "2B"


PRICED = box_with(
    "companion", "amy",
    icons=(
        Icon("focus", ("green",), price=2), Icon("reroll", ("green", "blue"), amount=2, price=2),
        Icon("change", ("black",), symbol="science", price=2),
    ),
)  # fmt: skip
PRICED_POOL = "B1 running, G1 running, U1 science"
TWO = {JULIE: "B1 running", STEVE: "B2 running, B3 running"}


@pytest.mark.parametrize(("move", "stage"), [
    (m.Focus(JULIE, "amy", 1, "green"), "pool"), (m.ReRoll(JULIE, "amy", 2, ("G1",)), "reroll"),
    (m.ChangeFace(JULIE, "amy", 3, "B1"), "reroll"),
])  # fmt: skip
def test_an_icon_with_a_price_is_paid_for(move: Move, stage: str) -> None:
    """TOD-FOC-01, AMB-41."""
    pool = "B1, G1" if stage == "pool" else PRICED_POOL
    now = in_adventure({JULIE: pool}, stage, done=stage != "pool", box=PRICED, consoles={JULIE: "amy"}, tokens=3)
    entries, after = lines(now, move)
    assert after.console(JULIE).tokens == 1
    assert [effect for effect in effects(entries) if isinstance(effect, fx.TokensPaid)] == [fx.TokensPaid(JULIE, 2)]
    poor = in_adventure({JULIE: pool}, stage, done=stage != "pool", box=PRICED, consoles={JULIE: "amy"}, tokens=1)
    assert refused(poor, move) == "TOD-CARD-01"
    two = in_adventure({JULIE: "G1 running, G2 running, U1 science"}, box=PRICED, consoles={JULIE: "amy"}, tokens=3)
    assert refused(two, m.ReRoll(JULIE, "amy", 2, ("G1", "U1"))) == "TOD-RERO-03"
    assert refused(two, m.ReRoll(JULIE, "amy", 2, ("G1", "G2"))) == ""


@pytest.mark.parametrize("move", [
    m.ReRoll(STEVE, "twelfth", 3, ("B2",)), m.ReRollByTokens(STEVE, "B2"), m.SpendBlack(STEVE, "B2"),
    m.ChangeFace(STEVE, "nardole", 5, "B2"), m.ChangeByTokens(STEVE, "B2", "science"),
])  # fmt: skip
def test_an_action_of_the_helper_ends_the_stop(move: Move) -> None:
    now = in_adventure(TWO, manner="here", seats=3, tokens=5, consoles={STEVE: "nardole"}, hands={KIM: "run"})
    asked = play(now, m.Resolve(JULIE))
    assert asked.window == Window("resolve", (STEVE, KIM))
    after = play(asked, move)
    assert (after.window, adventure_of(after).over) == (None, False)
    assert refused(after, m.Resolve(JULIE)) == ""


@pytest.mark.parametrize("anomaly", ["into-the-dalek", "stolen-earth"])
def test_help_at_an_anomaly_does_not_cost_a_toll_or_a_ship_move(anomaly: str) -> None:
    now = begun_adventure((2, 0), places=[Place(2, anomaly)], tokens=3)
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    after = play(now, m.GiveHelp(STEVE, "here", "token"))
    assert (after.ship, after.debt, after.console(STEVE).tokens) == (now.ship, None, 2)
    assert refused(after, m.Gather(STEVE)) == ""


def test_a_helper_cannot_recruit_and_icons_are_optional() -> None:
    """TOD-HELP-29, TOD-FOC-03, TOD-RERO-01."""
    now = play(begun_adventure(tokens=3), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"), m.GiveHelp(STEVE, "afar"))
    assert refused(now, m.Recruit(STEVE, "token", "alien")) == "TOD-RECR-02"
    assert refused(begun_adventure(tokens=3), m.Recruit(STEVE, "token", "alien")) == "TOD-HELP-23"
    now = play(begun_adventure(consoles={JULIE: "amy rory"}), m.Gather(JULIE), m.RollDice(JULIE))
    assert (adventure_of(now).stage, refused(now, m.Resolve(JULIE))) == ("reroll", "")


def test_stops_ask_the_other_seats_in_turn_order() -> None:
    held = {JULIE: "run", STEVE: "fez", LEE: "k-9"}
    asked = play(in_adventure({KIM: "B1 running"}, seats=4, hands=held, player=KIM), m.Resolve(KIM))
    assert asked.window == Window("resolve", (LEE, JULIE, STEVE))
    asked = play(in_adventure({KIM: "B1"}, "pool", done=False, seats=4, hands=held, player=KIM), m.RollDice(KIM))
    assert asked.window == Window("roll", (LEE, JULIE, STEVE))
    now = in_adventure({JULIE: "B1 running", STEVE: "B2 running exterminated"}, manner="afar", tokens=0)
    assert play(now, m.Resolve(JULIE)).step == "finish"
    both = {JULIE: "B1", STEVE: "B2"}
    now = in_adventure(both, "pool", done=False, manner="afar", seats=4, hands={STEVE: "run", KIM: "run"})
    assert play(now, Passed(STEVE), m.RollDice(JULIE)).window == Window("roll", (KIM,))
    ready = play(in_adventure(both, "pool", done=False, manner="afar"), Passed(STEVE))
    assert (adventure_of(ready).stage, refused(ready, Passed(STEVE))) == ("cut", "TOD-CARD-05")
    assert GAME.rules.status(ready).awaited == (JULIE,)


def test_a_pool_that_is_cut_keeps_its_dice_in_a_regeneration() -> None:
    box = box_with("timey", "jelly-babies", parts=(Part("regenerate"),))
    now = in_adventure({JULIE: PRICED_POOL}, hands={JULIE: "jelly-babies"}, box=box)
    after = play(now, m.PlayTimey(JULIE, "jelly-babies"))
    assert (after.console(JULIE).doctor, colours(after)) == ("twelfth", "1B 1U 1G")
    assert refused(after, m.ReRoll(JULIE, "twelfth", 3, ("B1",))) == ""


def test_a_card_adds_no_more_dice_than_there_are() -> None:
    """TOD-POOL-02, TOD-LIM-02."""
    hands = {JULIE: "venusian-aikido reinforcements"}
    now = in_adventure({JULIE: "B1, R1, R2"}, "pool", done=False, hands=hands, tokens=5)
    after = play(now, m.PlayTimey(JULIE, "venusian-aikido"))
    assert (colours(after), after.timey_discards) == ("1B 3R", ("venusian-aikido",))
    assert refused(after, m.PlayTimey(JULIE, "reinforcements", STEVE)) == "TOD-LIM-02"


def test_a_card_has_one_use_of_its_icon_and_one_of_its_text() -> None:
    box = box_with("timey", "stetson", parts=(Part("tokens"),))
    now = in_adventure({JULIE: "B1 running, B2 running"}, consoles={JULIE: "+stetson"}, box=box)
    now = play(now, m.ReRoll(JULIE, "stetson", 1, ("B1",)), fate=Showing("B1 science"))
    after = play(now, m.PlayTimey(JULIE, "stetson"))
    assert after.console(JULIE).tokens == 3
    assert refused(after, m.PlayTimey(JULIE, "stetson")) == "TOD-CARD-06"
    assert refused(after, m.ReRoll(JULIE, "stetson", 1, ("B2",))) == "TOD-RERO-03"


def test_cuts_come_before_exterminate() -> None:
    pool = ", ".join(f"B{n}" for n in range(1, 9))
    now = in_adventure({JULIE: pool}, "exterminate", tasks=(Task("remembrance-of-the-daleks"),))
    after = play(now, m.RollDice(JULIE))
    assert (adventure_of(after).stage, colours(after)) == ("reroll", "8B")
    now = in_adventure({JULIE: "B1, B2", STEVE: "B3, B4"}, "pool", done=False, manner="afar", **HAUNTED)
    assert refused(now, m.Exterminate(JULIE, "B1")) == "TOD-LIM-01"
    cut = play(now, m.CutDie(STEVE, "B4"))
    assert colours(play(cut, m.Exterminate(JULIE, "B1"))) == "1B"


def test_installed_equipment_costs_nothing_more() -> None:
    """TOD-PREP-06, TOD-CARD-08."""
    now = in_adventure({JULIE: "B1 running"}, consoles={JULIE: "amy +sonic-screwdriver"}, tokens=0)
    assert SHIPPED.timey["sonic-screwdriver"].price
    after = play(now, m.ChangeFace(JULIE, "sonic-screwdriver", 1, "B1"))
    assert (dice_left(*adventure_of(after).pools)[0].symbol, after.console(JULIE).tokens) == ("science", 0)


def test_other_seats_can_play_cards_after_the_pool_is_gathered() -> None:
    """AMB-39."""
    now = orient_express(seats=3, hands={KIM: "run"})
    assert refused(now, m.PlayTimey(KIM, "run")) == "TOD-POOL-01"
    now = play(now, m.Gather(JULIE))
    assert colours(play(now, m.PlayTimey(KIM, "run"))) == "5B 2U 2G"
    now = play(orient_express(hands={STEVE: "geronimo"}), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == "TOD-CARD-04"
    now = play(now, m.GiveHelp(STEVE, "afar"), m.Gather(STEVE))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == ""


def test_cards_are_given_away_only_to_other_seats() -> None:
    box = box_with("timey", "run", type="transfer")
    now = play(orient_express(box=box, hands={JULIE: "run"}), m.Gather(JULIE), m.PlayTimey(JULIE, "run", STEVE))
    assert now.hands[STEVE] == ("run",)
    assert refused(now, m.PlayTimey(STEVE, "run", JULIE)) == "TOD-CARD-06"
    assert refused(now.replace(used=()), m.PlayTimey(STEVE, "run", JULIE)) == ""
    now = table(seats=1, options={"solo": True}, hands={JULIE: "tardis-key tune-up cup-of-tea"})
    assert {refused(now, m.PlayTimey(JULIE, card)) for card in ("tardis-key", "tune-up")} == {"TOD-CARD-10"}
    assert [move.card for move in legal(now, JULIE) if isinstance(move, m.PlayTimey)] == ["cup-of-tea"]


@pytest.mark.parametrize(("where", "move", "rule"), [
    ((3, 1), m.Recruit(JULIE, "token", "earth", "clara"), ""),
    ((3, 0), m.Recruit(JULIE, "token", "earth", "clara"), "TOD-LINK-04"),
    ((1, 0), m.Recruit(JULIE, "token", "earth", "ian"), ""),
    ((1, 1), m.Recruit(JULIE, "token", "earth", "ian"), "TOD-LINK-01"),
    ((1, 0), m.Recruit(JULIE, "token", "alien", "ian"), "TOD-COMP-18"),
    ((1, 2), m.Recruit(JULIE, "token", "alien", "river-song"), ""),
    ((4, 0), m.Recruit(JULIE, "token", "earth", "rory"), "TOD-LINK-01"),
])  # fmt: skip
def test_links_belong_to_a_zone_and_its_dilemma(where: tuple[int, int], move: m.Recruit, rule: str) -> None:
    """TOD-LINK-06."""
    tiles = [place(3, "akhaten", "sutekh", "sutekh"), Place(4, "asylum-of-the-daleks")]
    earth = ("sutekh", "sutekh", "weeping-angels")
    now = begun_adventure(where, places=tiles, earth=earth, consoles={STEVE: "donna"})
    assert refused(now, move) == rule
    now = begun_adventure((1, 0), places=[], earth=("zygons", "?", "?"))
    for name, text in (("osgood", ""), ("kate-stewart", ""), ("ace", "TOD-LINK-01")):
        assert refused(now, m.Recruit(JULIE, "token", "earth", name)) == text


def test_recruits_come_from_the_deck_once() -> None:
    """AMB-40."""
    given: dict[str, Any] = {"places": [], "earth": ("sutekh", "?", "?"), "decks": {"earth": "ace bill"}}
    now = begun_adventure((1, 0), companion_discards={"earth": ("rory",), "alien": ()}, **given)
    assert refused(now, m.Recruit(JULIE, "token", "earth", "rory")) == "TOD-LINK-01"
    assert refused(now, m.Recruit(JULIE, "token", "earth")) == ""
    now = orient_express(decks={"alien": ""}, companion_discards={"earth": (), "alien": ("strax",)})
    assert not [move for move in legal(now, JULIE) if isinstance(move, m.Recruit)]
    found, after = stood(now, m.Recruit(JULIE, "token", "alien"))
    assert (found, after.consoles, after.companion_decks) == (["TOD-RECR-09"], now.consoles, now.companion_decks)
    now = play(orient_express(consoles={JULIE: "amy"}), m.Recruit(JULIE, "token", "alien"))
    assert len(now.console(JULIE).companions) == 2
    assert refused(now, m.Recruit(JULIE, "token", "alien")) == "TOD-RECR-01"


@pytest.mark.parametrize(("chosen", "rule"), [
    ((), "TOD-POOL-01"), (("blue",), "TOD-POOL-01"), (("red", "green"), "TOD-POOL-01"), (("green",), ""),
])  # fmt: skip
def test_a_split_icon_adds_a_die_of_the_chosen_colour(chosen: tuple[str, ...], rule: str) -> None:
    icons = (Icon("add", ("red", "green")), *SHIPPED.doctor["eleventh"].icons)
    now = begun_adventure(box=box_with("doctor", "eleventh", icons=icons))
    assert refused(now, m.Gather(JULIE, chosen)) == rule
    assert {move.colours for move in legal(now, JULIE) if isinstance(move, m.Gather)} == {("red",), ("green",)}
    pools = {(): "4B 1U 1G 1R", ("green",): "4B 1U 2G"}
    if chosen in pools:
        assert colours(stood(now, m.Gather(JULIE, chosen))[1]) == pools[chosen]


def test_others_are_asked_if_no_die_is_exterminated() -> None:
    now = in_adventure(
        {JULIE: "B1, B2, B3"}, "pool", done=False, **HAUNTED, hands={JULIE: "moment", STEVE: "run"}, tokens=5
    )
    now = play(now, m.RollDice(JULIE), m.PlayTimey(JULIE, "moment"))
    assert (adventure_of(now).stage, now.daleks) == ("exterminate", 0)
    asked = play(now, m.RollDice(JULIE))
    assert (adventure_of(asked).stage, asked.window) == ("roll", Window("roll", (STEVE,)))
    rolled = play(asked, Passed(STEVE), m.RollDice(JULIE), fate=Showing("B1 running, B2 running, B3 running"))
    assert adventure_of(rolled).stage == "reroll"


def test_a_limit_lowered_after_the_cut_does_not_block_moves() -> None:
    now = in_adventure({JULIE: ", ".join(f"B{n}" for n in range(1, 9))}, "exterminate", **HAUNTED)
    now = now.replace(tasks=(Task("remembrance-of-the-daleks"),))
    moves = list(legal(now, JULIE))
    assert {type(move) for move in moves} == {m.Exterminate}
    after = play(now, moves[0])
    assert (adventure_of(after).stage, refused(after, m.RollDice(JULIE))) == ("roll", "")
