"""Time of the Daleks, stages A to C: recruits, the challenge, pools, the limit, Dalek markers, cards of the hand."""

from typing import Any

import pytest
from daleks_dice import (
    ORIENT_EXPRESS,
    adventure_of,
    begun_adventure,
    colours,
    in_adventure,
    orient_express,
)
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


def test_recruit_off_earth() -> None:
    now = orient_express()
    done, after = lines(now, m.Recruit(JULIE, "timescoop", "alien"))
    assert effects(done) == [
        TimeyDiscarded(JULIE, "timescoop"), CompanionJoined(JULIE, "captain-jack", part_time=True),
    ]  # fmt: skip
    assert after.consoles[JULIE].companions[-1] == Aboard("captain-jack", part_time=True)
    assert after.timey_discards == ("timescoop",)
    assert after.companion_decks == {"earth": now.companion_decks["earth"], "alien": ("leela",)}


def test_recruit_for_a_token() -> None:
    done, after = lines(orient_express(), m.Recruit(JULIE, "token", "alien"))
    assert effects(done)[0] == TokensPaid(JULIE, 1)
    assert after.consoles[JULIE].tokens == 2


ANOMALY = {"places": [Place(2, "into-the-dalek")], "where": (2, 0)}
ON_EARTH: dict[str, Any] = {"places": [], "where": (1, 0), "earth": ("sutekh", "?", "?")}


@pytest.mark.parametrize(
    ("given", "move", "rule"),
    [
        ({}, m.Recruit(JULIE, "timescoop", "earth"), "TOD-RECR-05"),
        (ON_EARTH, m.Recruit(JULIE, "token", "alien"), "TOD-RECR-04"),
        (ON_EARTH, m.Recruit(JULIE, "token", "earth"), ""),
        (ANOMALY, m.Recruit(JULIE, "token", "earth"), ""),
        (ANOMALY, m.Recruit(JULIE, "token", "alien"), ""),
        ({"consoles": {JULIE: "amy rory ian"}}, m.Recruit(JULIE, "token", "alien"), "TOD-RECR-01"),
        ({"consoles": {JULIE: "amy rory~"}}, m.Recruit(JULIE, "token", "alien"), "TOD-RECR-01"),
        ({"decks": {"alien": ""}}, m.Recruit(JULIE, "token", "alien"), "TOD-RECR-09"),
        ({"tokens": {JULIE: 0}}, m.Recruit(JULIE, "token", "alien"), "TOD-RECR-03"),
        ({}, m.Recruit(JULIE, "fez", "alien"), "TOD-RECR-03"),
        ({}, m.Recruit(JULIE, "", "alien"), "TOD-RECR-03"),
        ({}, m.Recruit(STEVE, "token", "alien"), "TOD-HELP-23"),
    ],
)
def test_who_recruits_and_whence(given: dict[str, Any], move: m.Recruit, rule: str) -> None:
    """TOD-RECR-01, TOD-RECR-06, TOD-RECR-09, TOD-ALOC-04."""
    assert refused(orient_express(**given), move) == rule


def test_recruiting_is_over_when_the_pool_is_gathered() -> None:
    assert refused(play(orient_express(), m.Gather(JULIE)), m.Recruit(JULIE, "token", "alien")) == "TOD-RECR-02"


@pytest.mark.parametrize(
    ("given", "move", "rule"),
    [
        ({**ON_EARTH, "consoles": {JULIE: "amy"}}, m.Recruit(JULIE, "token", "earth", "rory"), ""),
        ({**ON_EARTH, "consoles": {JULIE: "ian"}}, m.Recruit(JULIE, "token", "earth", "rory"), "TOD-LINK-01"),
        ({"consoles": {JULIE: "amy"}}, m.Recruit(JULIE, "token", "earth", "rory"), "TOD-LINK-04"),
        ({"consoles": {JULIE: "vastra"}, "decks": {}}, m.Recruit(JULIE, "token", "alien", "strax"), ""),
        ({**ON_EARTH, "consoles": {JULIE: "vastra"}}, m.Recruit(JULIE, "token", "alien", "strax"), "TOD-LINK-05"),
        ({**ON_EARTH, "consoles": {JULIE: "brigadier"}}, m.Recruit(JULIE, "token", "earth", "osgood"), ""),
        (
            {"consoles": {JULIE: "amy"}, "places": [place(2, "messaline", "sutekh", "?")], "where": (2, 0)},
            m.Recruit(JULIE, "token", "earth", "rory"), "TOD-LINK-04",
        ),
        (
            {"consoles": {JULIE: "amy"}, "places": [place(2, "orient-express", "zygons", "?")]},
            m.Recruit(JULIE, "token", "earth", "osgood"), "",
        ),
        (
            {"consoles": {JULIE: "amy", STEVE: "osgood"}, "places": [place(2, "orient-express", "zygons", "?")]},
            m.Recruit(JULIE, "token", "earth", "osgood"), "TOD-LINK-01",
        ),
    ],
)  # fmt: skip
def test_links(given: dict[str, Any], move: m.Recruit, rule: str) -> None:
    """TOD-LINK-01, TOD-LINK-03, TOD-LINK-07, AMB-21."""
    assert refused(orient_express(**given), move) == rule


def test_a_deck_that_was_searched_is_shuffled() -> None:
    """TOD-LINK-02."""
    now = orient_express(**ON_EARTH, consoles={JULIE: "amy"})
    done, after = lines(now, m.Recruit(JULIE, "token", "earth", "rory"))
    (shuffled,) = [entry.fact for entry in done if isinstance(entry.fact, Shuffled)]
    assert sorted(shuffled.order) == sorted(set(now.companion_decks["earth"]) - {"rory"})
    assert after.companion_decks["earth"] == shuffled.order
    assert [one.companion for one in after.consoles[JULIE].companions] == ["amy", "rory"]


def test_no_links_while_the_stolen_earth_is_in_play() -> None:
    given: dict[str, Any] = {**ON_EARTH, "consoles": {JULIE: "amy"}, "places": [Place(2, "stolen-earth")]}
    assert refused(orient_express(**given), m.Recruit(JULIE, "token", "earth", "rory")) == "TOD-LINK-01"


def test_hats_go_when_river_song_comes() -> None:
    now = orient_express(consoles={JULIE: "amy +fez", STEVE: "clara +stetson"}, decks={"alien": "river-song"})
    after = play(now, m.Recruit(JULIE, "token", "alien"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [(), ()]


def test_the_challenge() -> None:
    """TOD-EX-05, TOD-CHAL-01."""
    now = adventure_of(orient_express())
    assert now.symbols == ORIENT_EXPRESS
    assert (now.stage, now.conditions) == ("recruit", ())


def test_the_challenge_of_mars_future() -> None:
    found = challenge_at(table(places=[place(2, "mars", "?", "weeping-angels")]), 2, 1)
    assert found is not None
    assert sorted(found.symbols) == ["cunning", "running", "running", "running", "running", "tactics"]


def test_an_anomaly_has_its_own_challenge() -> None:
    """TOD-CHAL-03, TOD-COND-08, TOD-FIRST-03."""
    asylum, first = (table(places=[Place(2, "asylum-of-the-daleks")], options={"first_game": f}) for f in (False, True))
    card = asylum.box.anomaly["asylum-of-the-daleks"]
    assert challenge_at(asylum, 2, 0) == (card.symbols, ("fixed-point",))
    assert challenge_at(first, 2, 0) == (card.symbols, ())


def test_nothing_is_to_be_met_where_a_dilemma_was_solved() -> None:
    now = table("travel", earth=("", "?", "?"))
    assert challenge_at(now, 1, 0) is None
    assert play(now, m.Travel(JULIE, 1, 0)).step == "finish"


def test_the_starting_pool() -> None:
    """TOD-EX-06, TOD-RECR-08."""
    now = play(orient_express(), m.Recruit(JULIE, "timescoop", "alien"), m.Gather(JULIE))
    assert colours(now) == "5B 2U 1G 1R"
    assert adventure_of(now).stage == "pool"


def test_focus_and_cut() -> None:
    now = play(orient_express(), m.Recruit(JULIE, "timescoop", "alien"), m.Gather(JULIE), RORY_BLUE, JACK_RED)
    assert colours(now) == "3B 3U 1G 2R"
    assert refused(now, m.RollDice(JULIE)) == "TOD-LIM-01"
    after = play(now, m.CutDie(JULIE, "B5"))
    assert colours(after) == "2B 3U 1G 2R"
    assert adventure_of(after).stage == "roll"
    assert refused(after, m.Focus(JULIE, "amy", 2, "green")) == "TOD-ADV-02"


def test_dice_keep_their_names() -> None:
    now = play(orient_express(), m.Gather(JULIE), RORY_BLUE)
    dice = {die.name: die.gone for die in adventure_of(now).pools[0].dice}
    assert dice == {
        "B1": "focused", "B2": "", "B3": "", "B4": "", "U1": "", "G1": "", "U2": "", "B5": "", "U3": "",
    }  # fmt: skip


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
def test_focus_that_is_refused(before: list[m.Focus], move: m.Focus, rule: str) -> None:
    assert refused(play(orient_express(), m.Gather(JULIE), *before), move) == rule


def test_a_split_icon_gives_either_colour() -> None:
    now = play(orient_express(consoles={JULIE: "turlough"}), m.Gather(JULIE))
    assert [colours(play(now, m.Focus(JULIE, "turlough", 2, colour))) for colour in ("blue", "red")] == [
        "4B 2U",
        "4B 1U 1R",
    ]


def test_focus_needs_a_black_die() -> None:
    now = in_adventure({JULIE: "U1, G1"}, "pool", done=False, consoles={JULIE: "rory"})
    assert refused(now, RORY_BLUE) == "TOD-FOC-04"


def test_a_fourth_blue_die() -> None:
    """TOD-TC-10, TOD-LIM-02, AMB-07."""
    now = in_adventure({JULIE: "B1, U1, U2, U3"}, "pool", done=False, consoles={JULIE: "rory"})
    assert refused(now, RORY_BLUE) == "TOD-LIM-02"


def test_gather_first() -> None:
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
def test_the_limit(dilemma: str, tasks: tuple[Task, ...], cuts: int) -> None:
    """TOD-LIM-01, TOD-LIM-03, TOD-COND-07."""
    tiles = [place(2, "orient-express", dilemma, "?")]
    now = play(orient_express(places=tiles, consoles={JULIE: "amy rory ian +fez"}, tasks=tasks), m.Gather(JULIE))
    assert colours(now) == "5B 2U 1G 1R"
    for name in ("B1", "B2", "B3")[:cuts]:
        assert adventure_of(now).stage in ("pool", "cut")
        now = play(now, m.CutDie(JULIE, name))
    assert adventure_of(now).stage == "roll"
    assert refused(now, m.CutDie(JULIE, "B4")) == "TOD-ADV-02"


def test_no_cut_below_the_limit() -> None:
    now = play(begun_adventure(), m.Gather(JULIE))
    assert refused(now, m.CutDie(JULIE, "B1")) == "TOD-LIM-01"
    assert adventure_of(play(now, m.RollDice(JULIE))).stage == "reroll"


def test_exterminate() -> None:
    pool = "B1, B2, U1, U2, U3, G1, R1, R2"
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: pool}, "pool", done=False, places=tiles)
    assert refused(play(now, m.RollDice(JULIE)), m.RollDice(JULIE)) == "TOD-EXT-01"
    after = play(now, m.RollDice(JULIE), m.Exterminate(JULIE, "G1"))
    assert colours(after) == "2B 3U 2R"
    assert refused(after, m.Exterminate(JULIE, "B1")) == "TOD-EXT-01"
    assert play(now, m.Exterminate(JULIE, "G1")) == after


@pytest.mark.parametrize(
    ("where", "daleks", "owed"),
    [((2, 0), (2,), 2), ((2, 1), (2,), 2), ((1, 0), (0, 2, 0), 0), ((1, 1), (0, 2, 0), 2), ((2, 0), (9,), 4)],
)
def test_how_many_dice_daleks_take(where: tuple[int, int], daleks: tuple[int, ...], owed: int) -> None:
    """TOD-EXT-01, TOD-EXT-03, TOD-EXT-05."""
    away = where[0] == 2
    tiles = [place(2, "orient-express", "sutekh", "sutekh", daleks=daleks if away else (0,))]
    now = in_adventure(
        {JULIE: "B1, B2, B3, B4"}, "pool", done=False, where=where, places=tiles, on_earth=(0, 0, 0) if away else daleks
    )
    after = play(now, m.RollDice(JULIE))
    assert adventure_of(after).owed == owed
    assert adventure_of(after).stage == ("exterminate" if owed else "reroll")


def test_no_die_is_left() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: "B1"}, "pool", done=False, places=tiles)
    done, after = lines(play(now, m.Exterminate(JULIE, "B1")), m.RollDice(JULIE))
    assert adventure_of(after).stage == "reroll"
    assert chances(done) == []
    assert colours(after) == ""


def test_mistakes_stand_where_they_are_recorded() -> None:
    nine = in_adventure({JULIE: "B1, B2, B3, B4, B5, U1, U2, G1, R1"}, "pool", done=False, consoles={JULIE: "rory"})
    cut = in_adventure({JULIE: "B1, U1"}, "roll", consoles={JULIE: "rory"})
    earth = in_adventure({JULIE: "B1, B2"}, "pool", done=False, where=(1, 0), on_earth=(0, 1, 0))
    rolled, after = stood(nine, m.RollDice(JULIE))
    focused, late = stood(cut, RORY_BLUE)
    taken, fewer = stood(earth, m.Exterminate(JULIE, "B1"))
    assert (rolled, adventure_of(after).stage, colours(after)) == (["TOD-LIM-01"], "reroll", "5B 2U 1G 1R")
    assert (focused, colours(late)) == (["TOD-ADV-02"], "2U")
    assert (taken, colours(fewer)) == (["TOD-EXT-03"], "1B")


def test_a_die_that_is_none() -> None:
    now = play(orient_express(), m.Gather(JULIE))
    for move in (
        m.CutDie(JULIE, "B77"),
        m.CutDie(JULIE, "x"),
        m.Focus(JULIE, "rory", 2, "pink"),
        m.Focus(JULIE, "é", 1, "red"),
    ):
        with pytest.raises(UnplayableError):
            stood(now, move)


def test_an_event_adds_dice() -> None:
    now = play(orient_express(), m.Gather(JULIE))
    done, after = lines(now, m.PlayTimey(JULIE, "timescoop", colour="red"))
    assert colours(after) == "5B 2U 1G 1R"
    assert DiceGathered(JULIE, "timescoop", ("R1",)) in effects(done)
    assert (after.hands[JULIE], after.timey_discards, after.consoles[JULIE].tokens) == ((), ("timescoop",), 2)


def test_a_transfer_goes_to_another_hand() -> None:
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
def test_cards_that_are_refused(card: str, move: m.PlayTimey, rule: str) -> None:
    assert refused(play(orient_express(hands={JULIE: card}), m.Gather(JULIE)), move) == rule


def test_a_card_of_an_adventure_needs_a_part_in_it() -> None:
    now = play(orient_express(hands={STEVE: "geronimo run"}), m.Gather(JULIE))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == "TOD-CARD-04"
    assert colours(play(now, m.PlayTimey(STEVE, "run"))) == "5B 2U 2G"


def test_no_card_before_the_tokens() -> None:
    now = table("charge", hands={JULIE: "jelly-babies", STEVE: "moment"}, tokens=3)
    assert refused(now, m.PlayTimey(JULIE, "jelly-babies")) == "TOD-PREP-02"
    assert refused(now, m.PlayTimey(STEVE, "moment")) == ""


def test_the_stop_before_the_roll() -> None:
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


def test_no_more_dice_than_daleks_leave() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    pool = "B1, B2, B3, U1, U2, U3, R1, R2"
    now = in_adventure({JULIE: pool}, "pool", done=False, places=tiles, hands={STEVE: "run"})
    more = play(now, m.Exterminate(JULIE, "R1"), m.PlayTimey(STEVE, "run"))
    assert (colours(more), adventure_of(more).stage) == ("3B 3U 1G 1R", "cut")
    after = play(more, m.CutDie(JULIE, "B1"))
    assert (colours(after), adventure_of(after).stage) == ("2B 3U 1G 1R", "roll")


def test_susan() -> None:
    now = table("charge", seats=3, consoles={KIM: "susan", JULIE: "susan"}, tokens=1, player=KIM)
    four = play(now, m.Charge(KIM), m.UseAbility(KIM, "susan"))
    five = play(now.replace(consoles={**now.consoles, KIM: now.consoles[KIM].replace(tokens=4)}), m.Charge(KIM))
    assert refused(now, m.UseAbility(KIM, "susan")) == "TOD-PREP-02"
    assert four.consoles[KIM].tokens == 4
    assert five.consoles[KIM].tokens == 5
    assert play(five, m.UseAbility(KIM, "susan")).consoles[KIM].tokens == 5
    assert refused(now.replace(player=JULIE, step="prepare"), m.UseAbility(JULIE, "susan")) != ""


def test_tardis_tune_up() -> None:
    now = table(hands={JULIE: "tune-up", STEVE: "fez run"})
    done, after = lines(now, m.PlayTimey(JULIE, "tune-up", STEVE))
    (swapped,) = [effect for effect in effects(done) if hasattr(effect, "taken")]
    assert swapped.taken in ("fez", "run")
    assert after.hands[JULIE] == (swapped.taken,)
    assert sorted(after.hands[STEVE]) == sorted({"fez", "run", "tune-up"} - {swapped.taken})
    assert refused(table(hands={JULIE: "tune-up"}), m.PlayTimey(JULIE, "tune-up", STEVE)) == "TOD-CARD-10"
    assert refused(now.replace(step="travel"), m.PlayTimey(JULIE, "tune-up", STEVE)) == "TOD-CARD-03"


def test_the_library_card() -> None:
    now = table(consoles={JULIE: "amy +library-card", STEVE: "clara +fez"})
    after = play(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez"))
    assert [after.consoles[seat].equipment for seat in (JULIE, STEVE)] == [("fez",), ("library-card",)]
    assert after.consoles[JULIE].tokens == 1
    assert refused(now, m.PlayTimey(JULIE, "library-card", STEVE, wanted="stetson")) == "TOD-CARD-08"


def test_a_regeneration_while_the_pool_is_built() -> None:
    now = play(orient_express(), m.Gather(JULIE), RORY_BLUE)
    regenerated = now.replace(consoles={**now.consoles, JULIE: now.consoles[JULIE].replace(doctor="twelfth")})
    # What moves the ship sets the pools right behind it; an Anytime card that does nothing else shows it here.
    held = regenerated.replace(hands={JULIE: ("jelly-babies",)})
    done, after = lines(held, m.PlayTimey(JULIE, "jelly-babies"))
    gone = [effect.die for effect in effects(done) if isinstance(effect, DieGone)]
    assert gone == ["B2", "B3", "B4", "U1", "U3"]
    assert refused(after, m.RollDice(JULIE)) == "TOD-POOL-01"
    assert colours(play(after, m.Gather(JULIE))) == "5B 1U 1G 1R"


def test_imprisoned_while_the_pool_is_built() -> None:
    now = play(orient_express(hands={JULIE: "jelly-babies"}), m.Gather(JULIE))
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks"),)), m.PlayTimey(JULIE, "jelly-babies"))
    assert [colours(now), colours(after)] == ["5B 2U 1G", "5B 2U"]
    assert refused(after, m.RollDice(JULIE)) == ""


def test_imprisoned_after_the_cut() -> None:
    two = {JULIE: "B1 running, G1 running, G2 running", LEE: "G3 running"}
    now = in_adventure(two, manner="here", seats=4, hands={STEVE: "moment"}, tokens=3)
    after = play(now.replace(tasks=(Task("destiny-of-the-daleks", 1),)), m.PlayTimey(STEVE, "moment"))
    assert (colours(after), colours(after, LEE)) == ("1B 1G", "")


def test_a_card_before_the_daleks_move() -> None:
    now = table("daleks", hands={STEVE: "jelly-babies"})
    played = play(now, m.PlayTimey(STEVE, "jelly-babies"))
    after = play(played, m.DaleksMove(JULIE))
    assert (played.step, played.ship) == ("daleks", now.ship)
    assert (after.step, after.ship) == ("charge", now.ship + 1)


def test_a_card_before_a_cost() -> None:
    places = [place(2, "mars", "sutekh", "?"), Place(3, "into-the-dalek")]
    now = table(places=places, hands={JULIE: "jelly-babies run"}, tokens=1, answer="choose", step="choose")
    owing = play(now, m.Travel(JULIE, 2, 0))
    paid = play(owing, m.PlayTimey(JULIE, "jelly-babies"))
    assert owing.debt is not None
    assert paid.debt is not None
    assert paid.consoles[JULIE].tokens == 3
