"""Time of the Daleks: rows and readings of the first half of the rules, each by a position in which it matters."""

from typing import Any, Final

import pytest
from daleks_dice import adventure_of, begun_adventure, colours, in_adventure, orient_express
from daleks_tables import JULIE, KIM, SEATS, STEVE, against, lines, place, play, refused, started, stood, table
from msgspec.structs import replace
from scripted_chance import ScriptedChance
from table_play import chances, effects

from events.facts import Rolled, Shuffled
from projections.draft import run
from projections.games.daleks.components.box import EARTH, Box, Icon
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import StepMissed, TokensPaid
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.state.position import Place, Position, Task
from projections.games.daleks.state.tray import dice_left
from replay.chance.fate import SeededChance

CHOOSE: Final = 1
"""A face of the TARDIS die that lets the player choose."""


def with_icon(icon: Icon, doctor: str = "eleventh") -> Box:
    """The shipped box with one more icon of a Doctor."""
    found = SHIPPED.doctor[doctor]
    return replace(SHIPPED, doctor={**SHIPPED.doctor, doctor: replace(found, icons=(icon, *found.icons))})


def test_the_board_at_the_start_and_the_supply() -> None:
    """TOD-COMP-01, TOD-COMP-07, TOD-SETUP-01."""
    now = GAME.set_up(started(4))
    assert [(tile.n, tile.location, len(tile.slots)) for tile in now.places] == [(1, EARTH, 3)]
    assert (now.ship, now.tardis, now.entered) == (0, dict.fromkeys(SEATS, 4), 1)
    now = play(table("charge", seats=4, tokens=5), m.Charge(JULIE))
    assert sum(now.console(seat).tokens for seat in SEATS) == 20
    assert sum(anomaly.tasks for anomaly in SHIPPED.anomaly.values()) <= 10


def test_a_first_game_ignores_conditions() -> None:
    """AMB-36."""
    tiles = [place(2, "mars", "sontarans", "~teller")]
    symbols = ("running", "tactics", "strength", "strength", "strength", "tactics")
    for first, conditions in ((False, ("time-breach",)), (True, ())):
        assert challenge_at(table(places=tiles, options={"first_game": first}), 2, 0) == (symbols, conditions)
    given: dict[str, Any] = {"consoles": {JULIE: "amy rory clara"}, "places": tiles, "options": {"first_game": True}}
    now = play(begun_adventure(**given), m.Gather(JULIE))
    assert colours(now) == "4B 2U 2G 1R"
    assert adventure_of(play(now, m.CutDie(JULIE, "B1"))).stage == "roll"


def test_installed_equipment_costs_nothing_more() -> None:
    """TOD-PREP-06, TOD-CARD-08."""
    now = in_adventure({JULIE: "B1 running"}, consoles={JULIE: "amy +sonic-screwdriver"}, tokens=0)
    assert SHIPPED.timey["sonic-screwdriver"].price
    after = play(now, m.ChangeFace(JULIE, "sonic-screwdriver", 1, "B1"))
    assert (dice_left(*adventure_of(after).pools)[0].symbol, after.console(JULIE).tokens) == ("science", 0)


@pytest.mark.parametrize(("tokens", "rule"), [(1, ""), (0, "TOD-CARD-01")])
def test_an_icon_may_cost_a_token(tokens: int, rule: str) -> None:
    """TOD-FOC-01."""
    box = with_icon(Icon("focus", ("red",), price=1))
    now = play(begun_adventure(box=box, tokens=tokens), m.Gather(JULIE))
    assert refused(now, m.Focus(JULIE, "eleventh", 1, "red")) == rule
    if not rule:
        done, after = lines(now, m.Focus(JULIE, "eleventh", 1, "red"))
        assert TokensPaid(JULIE, 1) in effects(done)
        assert after.console(JULIE).tokens == 0


def test_an_empty_timey_wimey_deck_is_renewed() -> None:
    before = table(hands={JULIE: "hypercube"}, tokens=1, decks={"timey": "run"}, timey_discards=("fez", "stetson"))
    done, now = lines(before, m.PlayTimey(JULIE, "hypercube"))
    assert [chance.pile for chance in chances(done) if isinstance(chance, Shuffled)] == ["timey"]
    assert (now.hands[JULIE][0], len(now.hands[JULIE]), len(now.timey_deck)) == ("run", 2, 1)
    assert now.timey_discards == ("hypercube",)
    barren = play(before.replace(timey_deck=(), timey_discards=()), m.PlayTimey(JULIE, "hypercube"))
    assert (barren.hands[JULIE], barren.timey_deck) == ((), ())


def test_cards_of_other_seats_in_an_adventure() -> None:
    """AMB-39."""
    now = orient_express(seats=3, hands={KIM: "run"})
    assert refused(now, m.PlayTimey(KIM, "run")) == "TOD-POOL-01"
    now = play(now, m.Gather(JULIE))
    assert colours(play(now, m.PlayTimey(KIM, "run"))) == "5B 2U 2G"
    now = play(orient_express(hands={STEVE: "geronimo"}), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == "TOD-CARD-04"
    now = play(now, m.GiveHelp(STEVE, "afar"), m.Gather(STEVE))
    assert refused(now, m.PlayTimey(STEVE, "geronimo")) == ""


def test_cards_that_are_given_away() -> None:
    box = replace(SHIPPED, timey={**SHIPPED.timey, "run": replace(SHIPPED.timey["run"], type="transfer")})
    now = play(orient_express(box=box, hands={JULIE: "run"}), m.Gather(JULIE), m.PlayTimey(JULIE, "run", STEVE))
    assert now.hands[STEVE] == ("run",)
    assert refused(now, m.PlayTimey(STEVE, "run", JULIE)) == "TOD-CARD-06"
    assert refused(now.replace(used=()), m.PlayTimey(STEVE, "run", JULIE)) == ""
    now = table(seats=1, options={"solo": True}, hands={JULIE: "tardis-key tune-up cup-of-tea"})
    assert {refused(now, m.PlayTimey(JULIE, card)) for card in ("tardis-key", "tune-up")} == {"TOD-CARD-10"}
    assert [move.card for move in legal(now, JULIE) if isinstance(move, m.PlayTimey)] == ["cup-of-tea"]


@pytest.mark.parametrize(
    ("now", "move", "rule"),
    [
        (table(hands={JULIE: "run"}), m.PlayTimey(JULIE, "run"), "TOD-CARD-05"),
        (table(hands={JULIE: "geronimo"}), m.PlayTimey(JULIE, "geronimo"), "TOD-CARD-04"),
        (table(hands={JULIE: "jelly-babies"}), m.PlayTimey(JULIE, "jelly-babies"), ""),
        (table("travel", consoles={JULIE: "wilfred"}), m.UseAbility(JULIE, "wilfred"), "TOD-ROUND-04"),
    ],
)
def test_refuses_cards_at_the_wrong_time(now: Position, move: Any, rule: str) -> None:
    assert refused(now, move) == rule


@pytest.mark.parametrize(("face", "step"), [(1, "choose"), (3, "choose"), (4, "enter"), (6, "enter")])
def test_three_faces_of_the_tardis_die_let_the_player_choose(face: int, step: str) -> None:
    assert play(table(), m.RollTardis(JULIE), fate=ScriptedChance(face)).step == step


def test_changing_zones_costs_no_toll() -> None:
    tiles = [place(2, "mars", "~sutekh", "~teller"), Place(3, "into-the-dalek")]
    now = table(places=tiles, at={JULIE: (2, 0)}, hands={JULIE: "fez"})
    assert play(now, m.Stay(JULIE, 1)).debt is None
    chosen = play(now, m.RollTardis(JULIE), m.Travel(JULIE, 2, 1), fate=ScriptedChance(CHOOSE))
    assert (chosen.debt, chosen.at[JULIE]) == (None, (2, 1))
    assert play(now, m.RollTardis(JULIE), m.Travel(JULIE, 1, 0), fate=ScriptedChance(CHOOSE)).debt is not None


def test_discarded_locations_and_unpaid_tolls() -> None:
    before = table("choose", answer="choose", location_discards=("mars",), decks={"location": "karn telos"})
    found, now = stood(before, m.KeepLocation(JULIE, "mars"))
    assert found == ["TOD-TRAV-08"]
    assert (now.location_deck, now.location_discards) == (("karn", "telos"), ())
    assert [tile.location for tile in now.places] == [EARTH, "mars"]
    now = play(table(places=[Place(2, "into-the-dalek")], hands={JULIE: "fez"}), m.Travel(JULIE, 1, 0))
    assert (now.adventure, against(now, m.Finish(JULIE))) == (None, ["TOD-FAIL-05"])
    draft = run(GAME.rules, now, m.Finish(JULIE), SeededChance(1), strict=False)
    assert StepMissed(step="adventure") in effects(draft.entries)


@pytest.mark.parametrize(
    ("where", "move", "rule"),
    [
        ((3, 1), m.Recruit(JULIE, "token", "earth", "clara"), ""),
        ((3, 0), m.Recruit(JULIE, "token", "earth", "clara"), "TOD-LINK-04"),
        ((1, 0), m.Recruit(JULIE, "token", "earth", "ian"), ""),
        ((1, 1), m.Recruit(JULIE, "token", "earth", "ian"), "TOD-LINK-01"),
        ((1, 0), m.Recruit(JULIE, "token", "alien", "ian"), "TOD-COMP-18"),
        ((1, 2), m.Recruit(JULIE, "token", "alien", "river-song"), ""),
        ((4, 0), m.Recruit(JULIE, "token", "earth", "rory"), "TOD-LINK-01"),
    ],
)
def test_links_belong_to_a_zone_and_its_dilemma(where: tuple[int, int], move: m.Recruit, rule: str) -> None:
    tiles = [place(3, "akhaten", "sutekh", "sutekh"), Place(4, "asylum-of-the-daleks")]
    earth = ("sutekh", "sutekh", "weeping-angels")
    now = begun_adventure(where, places=tiles, earth=earth, consoles={STEVE: "donna"})
    assert refused(now, move) == rule


@pytest.mark.parametrize(("group", "rule"), [("osgood", ""), ("kate-stewart", ""), ("ace", "TOD-LINK-01")])
def test_a_link_names_any_member_of_a_group(group: str, rule: str) -> None:
    """TOD-LINK-06."""
    now = begun_adventure((1, 0), places=[], earth=("zygons", "?", "?"))
    assert refused(now, m.Recruit(JULIE, "token", "earth", group)) == rule


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


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [((), "TOD-POOL-01"), (("blue",), "TOD-POOL-01"), (("red", "green"), "TOD-POOL-01"), (("green",), "")],
)
def test_a_split_icon_adds_a_die_of_the_chosen_colour(chosen: tuple[str, ...], rule: str) -> None:
    now = begun_adventure(box=with_icon(Icon("add", ("red", "green"))))
    assert refused(now, m.Gather(JULIE, chosen)) == rule
    assert {move.colours for move in legal(now, JULIE) if isinstance(move, m.Gather)} == {("red",), ("green",)}
    pools = {(): "4B 1U 1G 1R", ("green",): "4B 1U 2G"}
    if chosen in pools:
        assert colours(stood(now, m.Gather(JULIE, chosen))[1]) == pools[chosen]


@pytest.mark.parametrize("die", ["B1", "U1", "G1", "R1"])
def test_the_player_chooses_the_exterminated_die(die: str) -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = play(in_adventure({JULIE: "B1, U1, G1, R1"}, "pool", done=False, places=tiles), m.RollDice(JULIE))
    left = dice_left(*adventure_of(play(now, m.Exterminate(JULIE, die))).pools)
    assert [one.name for one in left] == [name for name in ("B1", "U1", "G1", "R1") if name != die]
    assert GAME.rules.silence(now, JULIE) is None


def test_a_cut_comes_before_exterminate() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    nine = "B1, B2, B3, U1, U2, U3, G1, R1, R2"
    now = in_adventure({JULIE: nine}, "pool", done=False, places=tiles)
    assert refused(now, m.Exterminate(JULIE, "B1")) == "TOD-LIM-01"
    after = play(now, m.CutDie(JULIE, "B1"), m.Exterminate(JULIE, "B2"))
    assert (len(dice_left(*adventure_of(after).pools)), adventure_of(after).stage) == (7, "roll")
    both = (Task("destiny-of-the-daleks", 2), Task("other", 1))
    anomaly = {**SHIPPED.anomaly, "other": SHIPPED.anomaly["destiny-of-the-daleks"]}
    given: dict[str, Any] = {"consoles": {JULIE: "amy clara"}, "box": replace(SHIPPED, anomaly=anomaly)}
    pools = [colours(play(begun_adventure(tasks=tasks, **given), m.Gather(JULIE))) for tasks in (both, both[:1], ())]
    assert pools == ["4B 1U 1R", "4B 1U 2G 1R", "4B 1U 2G 1R"]


def test_two_pools_are_cut_by_their_seats_and_rolled_by_the_caller() -> None:
    pools = {JULIE: "B1", STEVE: "B2, B3"}
    now = in_adventure(pools, "cut", manner="afar")
    assert against(now, m.RollDice(JULIE)) == ["TOD-LIM-01"]
    assert adventure_of(play(now, m.CutDie(STEVE, "B2"))).stage == "roll"
    now = in_adventure(pools, "pool", manner="afar", done=False)
    assert refused(now, m.CutDie(STEVE, "B1")) == "TOD-HELP-23"
    assert refused(now, m.CutDie(STEVE, "B3")) == ""
    now = in_adventure({JULIE: "B1, B2", STEVE: "B3"}, "roll", manner="afar")
    assert refused(now, m.RollDice(STEVE)) == "TOD-ROLL-01"
    (rolled,) = [chance for chance in chances(lines(now, m.RollDice(JULIE))[0]) if isinstance(chance, Rolled)]
    assert rolled.die == "B1 B2 B3"
