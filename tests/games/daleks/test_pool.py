"""Time of the Daleks, stages A to C: recruits, the challenge, pools, the limit, Dalek markers, cards of the hand."""

from typing import Any

import pytest
from daleks_dice import ORIENT_EXPRESS, adventure_of, begun_adventure, colours, in_adventure, orient_express
from daleks_tables import JULIE, KIM, LEE, STEVE, lines, place, play, refused, stood, table
from table_play import chances, effects

from events.errors import UnplayableError
from events.facts import Passed, Shuffled
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import DiceGathered, DieGone
from projections.games.daleks.facts.effects import CompanionJoined, TimeyDiscarded, TokensPaid
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.state.position import Aboard, Place, Task
from projections.window import Window

RORY_BLUE, JACK_RED = m.Focus(JULIE, "rory", 2, "blue"), m.Focus(JULIE, "captain-jack", 2, "red")


def test_a_recruit_costs_a_card_or_a_token() -> None:
    """AMB-22."""
    now = orient_express()
    done, after = lines(now, m.Recruit(JULIE, "timescoop", "alien"))
    assert effects(done) == [
        TimeyDiscarded(JULIE, "timescoop"), CompanionJoined(JULIE, "captain-jack", part_time=True),
    ]  # fmt: skip
    assert after.consoles[JULIE].companions[-1] == Aboard("captain-jack", part_time=True)
    assert after.timey_discards == ("timescoop",)
    assert after.companion_decks == {"earth": now.companion_decks["earth"], "alien": ("leela",)}
    done, after = lines(now, m.Recruit(JULIE, "token", "alien"))
    assert (effects(done)[0], after.consoles[JULIE].tokens) == (TokensPaid(JULIE, 1), 2)


ANOMALY = {"places": [Place(2, "into-the-dalek")], "where": (2, 0)}
ON_EARTH: dict[str, Any] = {"places": [], "where": (1, 0), "earth": ("sutekh", "?", "?")}


ALIEN, HUMAN = m.Recruit(JULIE, "token", "alien"), m.Recruit(JULIE, "token", "earth")
RORY, STRAX, OSGOOD = (
    m.Recruit(JULIE, "token", deck, name) for deck, name in (("earth", "rory"), ("alien", "strax"), ("earth", "osgood"))
)
ON_MESSALINE = {"places": [place(2, "messaline", "sutekh", "?")], "where": (2, 0)}
ZYGONS = {"places": [place(2, "orient-express", "zygons", "?")]}
STOLEN_EARTH = {**ON_EARTH, "places": [Place(2, "stolen-earth")]}


@pytest.mark.parametrize(
    ("given", "move", "rule"),
    [
        ({}, m.Recruit(JULIE, "timescoop", "earth"), "TOD-RECR-05"),
        (ON_EARTH, ALIEN, "TOD-RECR-04"),
        (ON_EARTH, HUMAN, ""),
        (ANOMALY, HUMAN, ""),
        (ANOMALY, ALIEN, ""),
        ({"consoles": {JULIE: "amy rory ian"}}, ALIEN, "TOD-RECR-01"),
        ({"consoles": {JULIE: "amy rory~"}}, ALIEN, "TOD-RECR-01"),
        ({"decks": {"alien": ""}}, ALIEN, "TOD-RECR-09"),
        ({"tokens": {JULIE: 0}}, ALIEN, "TOD-RECR-03"),
        ({}, m.Recruit(JULIE, "fez", "alien"), "TOD-RECR-03"),
        ({}, m.Recruit(JULIE, "", "alien"), "TOD-RECR-03"),
        ({}, m.Recruit(STEVE, "token", "alien"), "TOD-HELP-23"),
        ({**ON_EARTH, "consoles": {JULIE: "amy"}}, RORY, ""),
        ({**ON_EARTH, "consoles": {JULIE: "ian"}}, RORY, "TOD-LINK-01"),
        ({"consoles": {JULIE: "amy"}}, RORY, "TOD-LINK-04"),
        ({"consoles": {JULIE: "vastra"}, "decks": {}}, STRAX, ""),
        ({**ON_EARTH, "consoles": {JULIE: "vastra"}}, STRAX, "TOD-LINK-05"),
        ({**ON_EARTH, "consoles": {JULIE: "brigadier"}}, OSGOOD, ""),
        ({**ON_MESSALINE, "consoles": {JULIE: "amy"}}, RORY, "TOD-LINK-04"),
        ({**ZYGONS, "consoles": {JULIE: "amy"}}, OSGOOD, ""),
        ({**ZYGONS, "consoles": {JULIE: "amy", STEVE: "osgood"}}, OSGOOD, "TOD-LINK-01"),
        ({**STOLEN_EARTH, "consoles": {JULIE: "amy"}}, RORY, "TOD-LINK-01"),
    ],
)
def test_who_can_be_recruited(given: dict[str, Any], move: m.Recruit, rule: str) -> None:
    """AMB-21, TOD-RECR-06, TOD-ALOC-04, TOD-LINK-03, TOD-LINK-07."""
    now = orient_express(**given)
    assert refused(now, move) == rule
    assert refused(play(now, m.Gather(JULIE)), move) == ("TOD-RECR-02" if move.player == JULIE else "TOD-HELP-23")


def test_a_recruit_by_link_and_river_song() -> None:
    """TOD-LINK-02."""
    now = orient_express(**ON_EARTH, consoles={JULIE: "amy"})
    done, after = lines(now, m.Recruit(JULIE, "token", "earth", "rory"))
    (shuffled,) = [entry.fact for entry in done if isinstance(entry.fact, Shuffled)]
    assert sorted(shuffled.order) == sorted(set(now.companion_decks["earth"]) - {"rory"})
    assert after.companion_decks["earth"] == shuffled.order
    assert [one.companion for one in after.consoles[JULIE].companions] == ["amy", "rory"]
    now = orient_express(consoles={JULIE: "amy +fez", STEVE: "clara +stetson"}, decks={"alien": "river-song"})
    after = play(now, m.Recruit(JULIE, "token", "alien"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [(), ()]


def test_the_challenge_of_a_zone() -> None:
    """TOD-EX-05, TOD-CHAL-01, TOD-CHAL-03, TOD-COND-08, TOD-FIRST-03."""
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


def test_gather_focus_and_cut() -> None:
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
    assert dice == {
        "B1": "focused", "B2": "", "B3": "", "B4": "", "U1": "", "G1": "", "U2": "", "B5": "", "U3": "",
    }  # fmt: skip
    now = play(begun_adventure(), m.Gather(JULIE))
    assert refused(now, m.CutDie(JULIE, "B1")) == "TOD-LIM-01"
    assert adventure_of(play(now, m.RollDice(JULIE))).stage == "reroll"


@pytest.mark.parametrize(
    ("before", "move", "rule"),
    [
        ([RORY_BLUE], RORY_BLUE, "TOD-CARD-06"),
        ([], m.Focus(JULIE, "rory", 2, "red"), "TOD-FOC-02"),
        ([], m.Focus(JULIE, "rory", 1, "blue"), "TOD-CARD-11"),
        ([], m.Focus(JULIE, "rory", 9, "blue"), "TOD-CARD-11"),
        ([], m.Focus(JULIE, "clara", 3, "blue"), "TOD-HELP-23"),
        ([], m.Focus(JULIE, "sonic-sunglasses", 1, "blue"), "TOD-CARD-08"),
        ([], m.Focus(STEVE, "clara", 3, "blue"), "TOD-HELP-23"),
    ],
)
def test_refuses_a_focus(before: list[m.Focus], move: m.Focus, rule: str) -> None:
    assert refused(play(orient_express(), m.Gather(JULIE), *before), move) == rule


@pytest.mark.parametrize(("pool", "rule"), [("U1, G1", "TOD-FOC-04"), ("B1, U1, U2, U3", "TOD-LIM-02")])
def test_a_focus_needs_a_black_die_and_a_free_coloured_die(pool: str, rule: str) -> None:
    """AMB-07, TOD-TC-10."""
    assert refused(in_adventure({JULIE: pool}, "pool", done=False, consoles={JULIE: "rory"}), RORY_BLUE) == rule


@pytest.mark.parametrize(("colour", "pool"), [("blue", "4B 2U"), ("red", "4B 1U 1R")])
def test_a_split_icon_gives_either_colour(colour: str, pool: str) -> None:
    now = play(orient_express(consoles={JULIE: "turlough"}), m.Gather(JULIE), m.Focus(JULIE, "turlough", 2, colour))
    assert colours(now) == pool


def test_refuses_dice_before_the_pool_is_gathered() -> None:
    now = orient_express()
    assert refused(now, RORY_BLUE) == "TOD-ADV-01"
    assert refused(now, m.RollDice(JULIE)) == "TOD-ADV-01"
    assert refused(play(now, m.Gather(JULIE)), m.Gather(JULIE)) == "TOD-POOL-01"
    assert refused(now, m.Gather(JULIE, ("blue",))) == "TOD-POOL-01"


@pytest.mark.parametrize(
    ("freed", "gathered", "rule"), [(0, "4B 2U", "TOD-LIM-04"), (1, "4B 2U 1G", "TOD-LIM-04"), (2, "4B 2U 1G", "")]
)
def test_imprisoned_dice(freed: int, gathered: str, rule: str) -> None:
    tasks = (Task("destiny-of-the-daleks", freed),)
    now = play(begun_adventure(consoles={JULIE: "amy rory"}, tasks=tasks), m.Gather(JULIE))
    assert colours(now) == gathered
    assert refused(now, m.Focus(JULIE, "amy", 2, "green")) == rule


@pytest.mark.parametrize(
    ("dilemma", "tasks", "cuts"),
    [("sutekh", (), 1), ("sontarans", (), 2), ("sontarans", (Task("remembrance-of-the-daleks"),), 3)],
)
def test_the_limit_of_the_pool(dilemma: str, tasks: tuple[Task, ...], cuts: int) -> None:
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
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: pool}, "pool", done=False, places=tiles)
    assert refused(play(now, m.RollDice(JULIE)), m.RollDice(JULIE)) == "TOD-EXT-01"
    after = play(now, m.RollDice(JULIE), m.Exterminate(JULIE, "G1"))
    assert colours(after) == "2B 3U 2R"
    assert refused(after, m.Exterminate(JULIE, "B1")) == "TOD-EXT-01"
    assert play(now, m.Exterminate(JULIE, "G1")) == after
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: "B1"}, "pool", done=False, places=tiles)
    done, after = lines(play(now, m.Exterminate(JULIE, "B1")), m.RollDice(JULIE))
    assert adventure_of(after).stage == "reroll"
    assert chances(done) == []
    assert colours(after) == ""


@pytest.mark.parametrize(
    ("where", "daleks", "owed"),
    [((2, 0), (2,), 2), ((2, 1), (2,), 2), ((1, 0), (0, 2, 0), 0), ((1, 1), (0, 2, 0), 2), ((2, 0), (9,), 4)],
)
def test_how_many_dice_daleks_take(where: tuple[int, int], daleks: tuple[int, ...], owed: int) -> None:
    """TOD-EXT-01, TOD-EXT-03, TOD-EXT-05, TOD-EXT-02, TOD-EXT-04."""
    away = where[0] == 2
    tiles = [place(2, "orient-express", "sutekh", "sutekh", daleks=daleks if away else (0,))]
    now = in_adventure(
        {JULIE: "B1, B2, B3, B4"}, "pool", done=False, where=where, places=tiles, on_earth=(0, 0, 0) if away else daleks
    )
    after = play(now, m.RollDice(JULIE))
    assert adventure_of(after).owed == owed
    assert adventure_of(after).stage == ("exterminate" if owed else "reroll")


def test_wrong_dice_moves_can_be_recorded() -> None:
    nine = in_adventure({JULIE: "B1, B2, B3, B4, B5, U1, U2, G1, R1"}, "pool", done=False, consoles={JULIE: "rory"})
    found, after = stood(nine, m.RollDice(JULIE))
    assert (found, adventure_of(after).stage, colours(after)) == (["TOD-LIM-01"], "reroll", "5B 2U 1G 1R")
    found, after = stood(in_adventure({JULIE: "B1, U1"}, "roll", consoles={JULIE: "rory"}), RORY_BLUE)
    assert (found, colours(after)) == (["TOD-ADV-02"], "2U")
    earth = in_adventure({JULIE: "B1, B2"}, "pool", done=False, where=(1, 0), on_earth=(0, 1, 0))
    found, after = stood(earth, m.Exterminate(JULIE, "B1"))
    assert (found, colours(after)) == (["TOD-EXT-03"], "1B")


@pytest.mark.parametrize(
    "move",
    [
        m.CutDie(JULIE, "B77"), m.CutDie(JULIE, "x"), m.Focus(JULIE, "rory", 2, "pink"), m.Focus(JULIE, "é", 1, "red"),
    ],
)  # fmt: skip
def test_cannot_record_an_unknown_die_colour_or_card(move: Any) -> None:
    with pytest.raises(UnplayableError):
        stood(play(orient_express(), m.Gather(JULIE)), move)


def test_cards_add_dice_and_change_hands() -> None:
    now = play(orient_express(), m.Gather(JULIE))
    done, after = lines(now, m.PlayTimey(JULIE, "timescoop", colour="red"))
    assert colours(after) == "5B 2U 1G 1R"
    assert DiceGathered(JULIE, "timescoop", ("R1",)) in effects(done)
    assert (after.hands[JULIE], after.timey_discards, after.consoles[JULIE].tokens) == ((), ("timescoop",), 2)
    now = play(orient_express(hands={JULIE: "sonic-booster"}), m.Gather(JULIE))
    after = play(now, m.PlayTimey(JULIE, "sonic-booster", STEVE))
    assert colours(after) == "5B 3U 1G"
    assert (after.hands[JULIE], after.hands[STEVE]) == ((), ("sonic-booster",))
    assert refused(now, m.PlayTimey(JULIE, "sonic-booster")) == "TOD-CARD-10"
    assert refused(now, m.PlayTimey(JULIE, "sonic-booster", JULIE)) == "TOD-CARD-10"


@pytest.mark.parametrize(
    ("card", "move", "rule"),
    [
        ("timescoop", m.PlayTimey(JULIE, "timescoop", colour="black"), "TOD-CARD-11"),
        ("timescoop", m.PlayTimey(JULIE, "timescoop"), "TOD-CARD-11"),
        ("geronimo", m.PlayTimey(JULIE, "geronimo", colour="red"), "TOD-CARD-11"),
        ("geronimo", m.PlayTimey(JULIE, "geronimo", STEVE), "TOD-CARD-09"),
        ("geronimo", m.PlayTimey(JULIE, "geronimo", pool=STEVE), "TOD-HELP-24"),
        ("geronimo", m.PlayTimey(JULIE, "timescoop", colour="red"), "TOD-CARD-01"),
        ("cup-of-tea", m.PlayTimey(JULIE, "cup-of-tea"), "TOD-CARD-03"),
        ("stetson", m.PlayTimey(JULIE, "stetson"), "TOD-CARD-07"),
        ("", m.PlayTimey(JULIE, "fez"), "TOD-CARD-08"),
        ("time-can-be-rewritten", m.PlayTimey(JULIE, "time-can-be-rewritten"), "TOD-ADV-02"),
        ("jelly-babies", m.PlayTimey(JULIE, "jelly-babies"), ""),
    ],
)
def test_refuses_a_card(card: str, move: m.PlayTimey, rule: str) -> None:
    assert refused(play(orient_express(hands={JULIE: card}), m.Gather(JULIE)), move) == rule


def test_cards_have_a_time_and_a_player() -> None:
    """TOD-CARD-02."""
    now = play(orient_express(hands={STEVE: "geronimo run"}), m.Gather(JULIE))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == "TOD-CARD-04"
    assert colours(play(now, m.PlayTimey(STEVE, "run"))) == "5B 2U 2G"
    now = table("charge", hands={JULIE: "jelly-babies", STEVE: "moment"}, tokens=3)
    assert refused(now, m.PlayTimey(JULIE, "jelly-babies")) == "TOD-PREP-02"
    assert refused(now, m.PlayTimey(STEVE, "moment")) == ""


def test_others_may_act_before_the_roll() -> None:
    now = in_adventure(
        {JULIE: "B1, B2, B3, U1, U2, U3, R1, R2"}, "pool", done=False, seats=3, hands={STEVE: "run", KIM: "fez"}
    )
    asked = play(now, m.RollDice(JULIE))
    assert asked.window == Window("roll", (STEVE, KIM))
    assert refused(asked, m.RollDice(JULIE)) == "TOD-CARD-05"
    assert refused(asked, Passed(JULIE)) == "TOD-CARD-05"
    more = play(asked, m.PlayTimey(STEVE, "run"))
    assert (colours(more), adventure_of(more).stage, more.window) == ("3B 3U 1G 2R", "cut", None)
    ready = play(more, m.CutDie(JULIE, "B1"))
    assert ready.window == Window("roll", (KIM,))
    assert adventure_of(play(ready, Passed(KIM), m.RollDice(JULIE))).stage == "reroll"


def test_a_card_after_exterminate_makes_a_cut_necessary() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    pool = "B1, B2, B3, U1, U2, U3, R1, R2"
    now = in_adventure({JULIE: pool}, "pool", done=False, places=tiles, hands={STEVE: "run"})
    more = play(now, m.Exterminate(JULIE, "R1"), m.PlayTimey(STEVE, "run"))
    assert (colours(more), adventure_of(more).stage) == ("3B 3U 1G 1R", "cut")
    after = play(more, m.CutDie(JULIE, "B1"))
    assert (colours(after), adventure_of(after).stage) == ("2B 3U 1G 1R", "roll")


def test_cards_are_swapped() -> None:
    now = table(hands={JULIE: "tune-up", STEVE: "fez run"})
    done, after = lines(now, m.PlayTimey(JULIE, "tune-up", STEVE))
    (swapped,) = [effect for effect in effects(done) if hasattr(effect, "taken")]
    assert swapped.taken in ("fez", "run")
    assert after.hands[JULIE] == (swapped.taken,)
    assert sorted(after.hands[STEVE]) == sorted({"fez", "run", "tune-up"} - {swapped.taken})
    assert refused(table(hands={JULIE: "tune-up"}), m.PlayTimey(JULIE, "tune-up", STEVE)) == "TOD-CARD-10"
    assert refused(now.replace(step="travel"), m.PlayTimey(JULIE, "tune-up", STEVE)) == "TOD-CARD-03"
    now = table(consoles={JULIE: "amy +library-card", STEVE: "clara +fez"})
    after = play(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [("fez",), ("library-card",)]
    assert after.consoles[JULIE].tokens == 1
    assert refused(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="stetson")) == "TOD-CARD-08"


def test_a_regeneration_empties_a_pool_that_is_being_built() -> None:
    now = play(orient_express(), m.Gather(JULIE), RORY_BLUE)
    regenerated = now.replace(consoles={**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="twelfth")})

    held = regenerated.replace(hands={JULIE: ("jelly-babies",)})
    done, after = lines(held, m.PlayTimey(JULIE, "jelly-babies"))
    gone = [effect.die for effect in effects(done) if isinstance(effect, DieGone)]
    assert gone == ["B2", "B3", "B4", "U1", "U3"]
    assert refused(after, m.RollDice(JULIE)) == "TOD-POOL-01"
    assert colours(play(after, m.Gather(JULIE))) == "5B 1U 1G 1R"


def test_imprisoned_dice_leave_the_pool() -> None:
    now = play(orient_express(hands={JULIE: "jelly-babies"}), m.Gather(JULIE))
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks"),)), m.PlayTimey(JULIE, "jelly-babies"))
    assert [colours(now), colours(after)] == ["5B 2U 1G", "5B 2U"]
    assert refused(after, m.RollDice(JULIE)) == ""
    two = {JULIE: "B1 running, G1 running, G2 running", LEE: "G3 running"}
    now = in_adventure(two, manner="here", seats=4, hands={STEVE: "moment"}, tokens=3)
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks", 1),)), m.PlayTimey(STEVE, "moment"))
    assert (colours(after), colours(after, LEE)) == ("1B 1G", "")


def test_cards_before_the_daleks_move_and_before_a_cost() -> None:
    now = table("daleks", hands={STEVE: "jelly-babies"})
    played = play(now, m.PlayTimey(STEVE, "jelly-babies"))
    after = play(played, m.DaleksMove(JULIE))
    assert (played.step, played.ship) == ("daleks", now.ship)
    assert (after.step, after.ship) == ("charge", now.ship + 1)
    places = [place(2, "mars", "sutekh", "?"), Place(3, "into-the-dalek")]
    now = table(places=places, hands={JULIE: "jelly-babies run"}, tokens=1, answer="choose", step="choose")
    owing = play(now, m.Travel(JULIE, 2, 0))
    paid = play(owing, m.PlayTimey(JULIE, "jelly-babies"))
    assert owing.debt is not None
    assert paid.debt is not None
    assert paid.consoles[JULIE].tokens == 3
