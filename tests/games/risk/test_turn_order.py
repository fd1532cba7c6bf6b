"""What stood out of order in a turn of Risk: one mistake, one finding, and play goes on."""

import pytest
from risk_worlds import ATTACK, COUNT, END, HOLD, LAND, STOP, army, held, matter, stood, world

from events.errors import UnplayableError
from events.facts import Passed
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.facts import (
    Attack,
    CountDaleks,
    Defend,
    DrawTerritoryCard,
    EndTurn,
    HoldPosition,
    LandTardis,
    LeaveBattle,
    Manoeuvre,
    MoveIn,
    Place,
    PlaceNeutral,
    RemoveDalek,
    ReRoll,
    RollDice,
    StopAttacking,
    TradeStars,
)
from projections.games.risk.game import GAME

# The order of a turn


def test_a_forgotten_landing() -> None:
    start = world("RUS K3", "tardis", deck=("china", "peru"))
    found, now = stood(start, COUNT, Place("black", "russia", 3), STOP, HOLD, END)
    assert found == ["RISK-TAR-01"]
    assert (now.player, now.deck) == ("yellow", ("china", "peru"))


def test_a_landing_made_good() -> None:
    start = world("RUS K3", "tardis", deck=("china", "peru"))
    found, now = stood(start, COUNT, LAND, Place("black", "russia", 3))
    assert (found, now.tardis, now.step, now.missed) == (["RISK-TAR-01"], "china", "attack", ())
    assert stood(now, LAND)[0] == ["RISK-TAR-01"], "and no second time"


def test_daleks_placed_before_they_were_counted() -> None:
    start = world(held(12), "count")
    first = start.lands_of("black")[0]
    found, now = stood(start, Place("black", first, 3), Place("black", first, 1), STOP)
    assert (found, now.step, army(now, first)) == (["RISK-TRN-01"], "manoeuvre", "K7")
    found, now = stood(start, Place("black", first, 3), COUNT, Place("black", first, 1))
    assert (found, now.step, now.pool) == (["RISK-TRN-01"], "attack", 0)
    early = world("RUS K3", "tardis", deck=("china", "peru"))
    assert stood(early, Place("black", "russia", 3))[0] == ["RISK-TAR-01"]


def test_daleks_left_over() -> None:
    start = world("russia K4, scandinavia Y9, ural K3", "place", pool=3)
    found, now = stood(start, Place("black", "ural", 1), ATTACK, RollDice("black", 3), LeaveBattle("black"),
                       Place("black", "ural", 2), STOP, roll="6 6 6 / 1 1")  # fmt: skip
    assert (found, army(now, "URA"), now.pool, now.step) == (["RISK-PLC-07"], "K6", 0, "manoeuvre")


def test_too_many_daleks() -> None:
    found, now = stood(world("russia K4", "place", pool=3), Place("black", "russia", 5))
    assert (found, now.pool, now.step) == (["RISK-PLC-02"], 0, "attack")
    assert stood(world("russia K4, ural Y1", "place", pool=3), Place("black", "ural", 3))[0] == ["RISK-PLC-06"]
    assert stood(world("russia K4", "attack"), Place("black", "russia", 1))[0] == ["RISK-TRN-02"]


def test_steps_passed_over() -> None:
    start = world("SCA K6, RUS K2, ICE Y3")
    found, now = stood(start, Manoeuvre("black", "scandinavia", "russia", 2))
    assert (found, now.step) == (["RISK-TRN-01"], "draw")
    found, now = stood(start, END)
    assert (found, now.player) == (["RISK-TRN-01"], "yellow")
    assert stood(start, DrawTerritoryCard("black"))[0] == ["RISK-DRW-01"]


def test_going_back() -> None:
    found, now = stood(world("SCA K6, ICE Y3", "draw"), Attack("black", "scandinavia", "iceland", 3))
    assert (found, GAME.rules.status(now).step) == (["RISK-MAN-07"], "roll")
    start = world("SCA K6, RUS K2", "draw")
    assert stood(start, Manoeuvre("black", "scandinavia", "russia", 2))[0] == ["RISK-MAN-01"]
    found, now = stood(start, COUNT, Place("black", "russia", 3), END)
    assert (found, army(now, "RUS"), now.player) == (["RISK-PLC-05"], "K5", "yellow"), (
        "what was counted twice was placed"
    )


def test_a_turn_that_was_taken() -> None:
    start = world("RUS K3, SCA Y3", "place", pool=3, tardis="egypt", tardis_card="egypt", deck=("china", "peru"))
    found, now = stood(start, LandTardis("yellow"), CountDaleks("yellow"))
    assert (found, now.player, now.turn, now.tardis, now.pool) == (["RISK-SET-03"], "yellow", 8, "china", 3)
    assert now.deck == ("peru", "egypt")


def test_moves_out_of_turn() -> None:
    start = world("RUS K3, SCA Y5, ICE Y2, GRL K1", "attack", hands={"Y": "japan"}, missions={"Y": "salamander"},
                  powers={"Y": "rust"}, pool=0)  # fmt: skip
    for move in (
        Place("yellow", "scandinavia", 1), CountDaleks("yellow"), StopAttacking("yellow"), HoldPosition("yellow"),
        EndTurn("yellow"), Manoeuvre("yellow", "scandinavia", "iceland", 2), TradeStars("yellow", ("japan",)),
    ):  # fmt: skip
        found, now = stood(start, move)
        assert found == ["RISK-SET-03"]
        assert (now.player, now.step, now.pool) == ("black", "attack", 0)
        assert matter(now)


def test_an_attack_out_of_turn() -> None:
    start = world("RUS K3, SCA Y5, ICE Y2, GRL K1", "attack")
    attack = Attack("yellow", "scandinavia", "russia", 3)
    found, now = stood(start, attack, RollDice("yellow", 3), roll="6 6 6 / 1 1")
    assert found == ["RISK-SET-03"]
    assert (army(now, "RUS"), GAME.rules.status(now).awaited, now.player) == ("K1", ("yellow",), "black")
    found, now = stood(now, Attack("black", "russia", "ural", 1))
    assert found == ["RISK-ATT-04", "RISK-ATT-07"]
    assert [thing for thing in now.stack if getattr(thing, "attacker", "") == "yellow"] == []


def test_after_the_end() -> None:
    start = world("RUS K4, SCA Y3", "over", conquered=True, how="the Eleventh Doctor", winners=("black",), stack=())
    for move in (
        LAND, COUNT, Place("black", "russia", 1), ATTACK, EndTurn("yellow"), DrawTerritoryCard("black"),
        RollDice("black", 2), ReRoll("black", 1), LeaveBattle("black"), Defend("yellow", 1), Passed("yellow"),
        RemoveDalek("black", "russia"), MoveIn("yellow", 3),
    ):  # fmt: skip
        found, now = stood(start, move)
        assert found == ["RISK-WIN-01"], move
        assert (now.is_over, now.winners) == (isinstance(move, MoveIn), ("black",))
        assert matter(now)
    found, now = stood(start, COUNT, Place("black", "russia", 3), STOP, HOLD, END, LandTardis("yellow"))
    assert (found, army(now, "RUS"), now.player) == (["RISK-WIN-01"], "K7", "yellow")


def test_the_turn_cap_ends_the_game_once() -> None:
    capped = world("RUS K3, SCA Y3", "draw", options={"turn_cap": 1})
    found, now = stood(capped, EndTurn("black"), LandTardis("yellow"), CountDaleks("yellow"))
    assert (found, now.player, now.how, GAME.rules.status(now).awaited) == (
        ["RISK-WIN-01"], "yellow", "the turn cap", ("yellow",)
    )  # fmt: skip


def test_the_last_conquest_says_how_many_went_in() -> None:
    """RISK-WIN-06."""
    start = world("SIB Y1", "attack", rest="K")
    found, now = stood(start, Attack("black", "ural", "siberia", 2), RollDice("black", 2), roll="6 6 / 1")
    assert (found, now.is_over, army(now, "SIB")) == ([], True, "K2")
    assert stood(now, MoveIn("black", 2))[0] == []
    assert stood(now, MoveIn("black", 9))[0] == ["RISK-WIN-01"]


def test_a_battle_that_play_went_past() -> None:
    start = stood(world("russia K4, scandinavia Y3, ural Y2"), ATTACK, RollDice("black", 3), roll="6 3 1 / 4 3")[1]
    found, now = stood(start, Attack("black", "russia", "ural", 2), RollDice("black", 2), roll="6 6 / 1 1")
    assert found == ["RISK-ATT-04"]
    assert (army(now, "SCA"), GAME.rules.status(now).step) == ("Y2", "move in")
    found, now = stood(now, STOP)
    assert (found, army(now, "URA"), now.stack) == (["RISK-ATT-16"], "K2", ())


def test_a_group_that_play_went_past_comes_home() -> None:
    start = world("russia K6, scandinavia Y5", options={"attack_style": "group"})
    now = stood(start, ATTACK, RollDice("black", 3), roll="6 1 1 / 5 5")[1]
    found, now = stood(now, STOP, HOLD)
    assert (found, army(now, "RUS")) == (["RISK-ATT-04"], "K5")


def test_dice_before_the_defender_answered() -> None:
    start = world("russia K5, scandinavia Y3", powers={"Y": "dug-in"})
    found, now = stood(start, ATTACK, RollDice("black", 3), RollDice("black", 3), roll="6 6 6 / 1 1 / 6 6 6 / 1")
    assert (found, army(now, "SCA")) == (["RISK-POW-15"], "K0")


def test_rolls_that_were_not_due() -> None:
    now = stood(world("russia K9, scandinavia Y5"), Attack("black", "russia", "scandinavia", 2))[1]
    found, now = stood(now, RollDice("black", 3), roll="6 6 6 / 1 1")
    assert (found, army(now, "SCA")) == (["RISK-DIC-05"], "Y3")
    assert stood(now, LeaveBattle("yellow"))[0] == ["RISK-SET-03"]
    moved = stood(world("russia K9, scandinavia Y1, EGY Y3"), ATTACK, RollDice("black", 3), roll="6 6 6 / 1")[1]
    found, now = stood(moved, MoveIn("black", 1))
    assert (found, army(now, "SCA")) == (["RISK-ATT-17"], "K1")


def test_a_neutral_reinforcement_forgotten() -> None:
    start = world("ural K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3, deck=("china", "india"))
    found, now = stood(start, LAND, COUNT)
    assert (found, now.step) == (["RISK-TWO-12"], "place")
    found, now = stood(now, PlaceNeutral("yellow", "peru", 1), PlaceNeutral("yellow", "peru", 2))
    assert (found, army(now, "PER"), now.step, now.pool) == ([], "16", "place", 3)


def test_a_neutral_reinforcement_that_takes_the_turn() -> None:
    start = world("ural K3, peru 13", "attack", seats="KY", rest="Y")
    found, now = stood(start, PlaceNeutral("black", "peru", 1))
    assert (found, now.player, army(now, "PER"), now.neutral_pool) == (["RISK-SET-03"], "yellow", "14", 2)


def test_neutral_daleks_for_a_player() -> None:
    start = world("ural K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3)
    found, now = stood(start, PlaceNeutral("yellow", "china", 3))
    assert (found, army(now, "CHN"), now.step) == (["RISK-TWO-13"], "Y6", "tardis")
    with pytest.raises(UnplayableError):
        stood(world("ural K3"), PlaceNeutral("yellow", "peru", 3))
    assert len(TERRITORIES) == 42
