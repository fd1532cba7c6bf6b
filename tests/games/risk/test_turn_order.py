"""Moves of Risk out of order: each mistake is one finding, and play goes on."""

import pytest
from risk_worlds import ATTACK, COUNT, END, HOLD, LAND, STOP, army, held, matter, stood, world

from events.errors import UnplayableError
from events.facts import Passed
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME


def test_a_forgotten_landing_is_recorded() -> None:
    start = world("RUS K3", "tardis", deck=("china", "peru"))
    found, now = stood(start, COUNT, e.Place("black", "russia", 3), STOP, HOLD, END)
    assert found == ["RISK-TAR-01"]
    assert (now.player, now.deck) == ("yellow", ("china", "peru"))
    start = world("RUS K3", "tardis", deck=("china", "peru"))
    found, now = stood(start, COUNT, LAND, e.Place("black", "russia", 3))
    assert (found, now.tardis, now.step, now.missed) == (["RISK-TAR-01"], "china", "attack", ())
    assert stood(now, LAND)[0] == ["RISK-TAR-01"], "and no second time"


def test_wrong_placements_are_recorded() -> None:
    start = world(held(12), "count")
    first = start.lands_of("black")[0]
    found, now = stood(start, e.Place("black", first, 3), e.Place("black", first, 1), STOP)
    assert (found, now.step, army(now, first)) == (["RISK-TRN-01"], "manoeuvre", "K7")
    found, now = stood(start, e.Place("black", first, 3), COUNT, e.Place("black", first, 1))
    assert (found, now.step, now.pool) == (["RISK-TRN-01"], "attack", 0)
    early = world("RUS K3", "tardis", deck=("china", "peru"))
    assert stood(early, e.Place("black", "russia", 3))[0] == ["RISK-TAR-01"]
    start = world("russia K4, scandinavia Y9, ural K3", "place", pool=3)
    found, now = stood(start, e.Place("black", "ural", 1), ATTACK, e.RollDice("black", 3), e.LeaveBattle("black"),
                       e.Place("black", "ural", 2), STOP, roll="6 6 6 / 1 1")  # fmt: skip
    assert (found, army(now, "URA"), now.pool, now.step) == (["RISK-PLC-07"], "K6", 0, "manoeuvre")
    found, now = stood(world("russia K4", "place", pool=3), e.Place("black", "russia", 5))
    assert (found, now.pool, now.step) == (["RISK-PLC-02"], 0, "attack")
    assert stood(world("russia K4, ural Y1", "place", pool=3), e.Place("black", "ural", 3))[0] == ["RISK-PLC-06"]
    assert stood(world("russia K4", "attack"), e.Place("black", "russia", 1))[0] == ["RISK-TRN-02"]


def test_skipped_and_repeated_steps_are_recorded() -> None:
    start = world("SCA K6, RUS K2, ICE Y3")
    found, now = stood(start, e.Manoeuvre("black", "scandinavia", "russia", 2))
    assert (found, now.step) == (["RISK-TRN-01"], "draw")
    found, now = stood(start, END)
    assert (found, now.player) == (["RISK-TRN-01"], "yellow")
    assert stood(start, e.DrawTerritoryCard("black"))[0] == ["RISK-DRW-01"]
    found, now = stood(world("SCA K6, ICE Y3", "draw"), e.Attack("black", "scandinavia", "iceland", 3))
    assert (found, GAME.rules.status(now).step) == (["RISK-MAN-07"], "roll")
    start = world("SCA K6, RUS K2", "draw")
    assert stood(start, e.Manoeuvre("black", "scandinavia", "russia", 2))[0] == ["RISK-MAN-01"]
    found, now = stood(start, COUNT, e.Place("black", "russia", 3), END)
    assert (found, army(now, "RUS"), now.player) == (["RISK-PLC-05"], "K5", "yellow"), (
        "what was counted twice was placed"
    )


def test_a_turn_taken_too_early_is_recorded() -> None:
    start = world("RUS K3, SCA Y3", "place", pool=3, tardis="egypt", tardis_card="egypt", deck=("china", "peru"))
    found, now = stood(start, e.LandTardis("yellow"), e.CountDaleks("yellow"))
    assert (found, now.player, now.turn, now.tardis, now.pool) == (["RISK-SET-03"], "yellow", 8, "china", 3)
    assert now.deck == ("peru", "egypt")


def test_a_move_out_of_turn_is_recorded() -> None:
    start = world("RUS K3, SCA Y5, ICE Y2, GRL K1", "attack", hands={"Y": "japan"}, missions={"Y": "salamander"},
                  powers={"Y": "rust"}, pool=0)  # fmt: skip
    for move in (
        e.Place("yellow", "scandinavia", 1), e.CountDaleks("yellow"), e.StopAttacking("yellow"),
        e.HoldPosition("yellow"), e.EndTurn("yellow"), e.Manoeuvre("yellow", "scandinavia", "iceland", 2),
        e.TradeStars("yellow", ("japan",)),
    ):  # fmt: skip
        found, now = stood(start, move)
        assert found == ["RISK-SET-03"]
        assert (now.player, now.step, now.pool) == ("black", "attack", 0)
        assert matter(now)


def test_an_attack_out_of_turn_is_recorded() -> None:
    start = world("RUS K3, SCA Y5, ICE Y2, GRL K1", "attack")
    attack = e.Attack("yellow", "scandinavia", "russia", 3)
    found, now = stood(start, attack, e.RollDice("yellow", 3), roll="6 6 6 / 1 1")
    assert found == ["RISK-SET-03"]
    assert (army(now, "RUS"), GAME.rules.status(now).awaited, now.player) == ("K1", ("yellow",), "black")
    found, now = stood(now, e.Attack("black", "russia", "ural", 1))
    assert found == ["RISK-ATT-04", "RISK-ATT-07"]
    assert [thing for thing in now.stack if getattr(thing, "attacker", "") == "yellow"] == []


def test_moves_after_the_end_are_recorded() -> None:
    start = world("RUS K4, SCA Y3", "over", conquered=True, how="the Eleventh Doctor", winners=("black",), stack=())
    for move in (
        LAND, COUNT, e.Place("black", "russia", 1), ATTACK, e.EndTurn("yellow"), e.DrawTerritoryCard("black"),
        e.RollDice("black", 2), e.ReRoll("black", 1), e.LeaveBattle("black"), e.Defend("yellow", 1), Passed("yellow"),
        e.RemoveDalek("black", "russia"), e.MoveIn("yellow", 3),
    ):  # fmt: skip
        found, now = stood(start, move)
        assert found == ["RISK-WIN-01"], move
        assert (now.is_over, now.winners) == (isinstance(move, e.MoveIn), ("black",))
        assert matter(now)
    found, now = stood(start, COUNT, e.Place("black", "russia", 3), STOP, HOLD, END, e.LandTardis("yellow"))
    assert (found, army(now, "RUS"), now.player) == (["RISK-WIN-01"], "K7", "yellow")
    capped = world("RUS K3, SCA Y3", "draw", options={"turn_cap": 1})
    found, now = stood(capped, e.EndTurn("black"), e.LandTardis("yellow"), e.CountDaleks("yellow"))
    assert (found, now.player, now.how, GAME.rules.status(now).awaited) == (
        ["RISK-WIN-01"], "yellow", "the turn cap", ("yellow",)
    )  # fmt: skip


def test_the_last_conquest_names_how_many_move_in() -> None:
    """RISK-WIN-06."""
    start = world("SIB Y1", "attack", rest="K")
    found, now = stood(start, e.Attack("black", "ural", "siberia", 2), e.RollDice("black", 2), roll="6 6 / 1")
    assert (found, now.is_over, army(now, "SIB")) == ([], True, "K2")
    assert stood(now, e.MoveIn("black", 2))[0] == []
    assert stood(now, e.MoveIn("black", 9))[0] == ["RISK-WIN-01"]


def test_an_unfinished_battle_ends_with_the_next_move() -> None:
    start = stood(world("russia K4, scandinavia Y3, ural Y2"), ATTACK, e.RollDice("black", 3), roll="6 3 1 / 4 3")[1]
    found, now = stood(start, e.Attack("black", "russia", "ural", 2), e.RollDice("black", 2), roll="6 6 / 1 1")
    assert found == ["RISK-ATT-04"]
    assert (army(now, "SCA"), GAME.rules.status(now).step) == ("Y2", "move in")
    found, now = stood(now, STOP)
    assert (found, army(now, "URA"), now.stack) == (["RISK-ATT-16"], "K2", ())
    start = world("russia K6, scandinavia Y5", options={"attack_style": "group"})
    now = stood(start, ATTACK, e.RollDice("black", 3), roll="6 1 1 / 5 5")[1]
    found, now = stood(now, STOP, HOLD)
    assert (found, army(now, "RUS")) == (["RISK-ATT-04"], "K5")


def test_dice_at_the_wrong_time_are_recorded() -> None:
    start = world("russia K5, scandinavia Y3", powers={"Y": "dug-in"})
    found, now = stood(start, ATTACK, e.RollDice("black", 3), e.RollDice("black", 3), roll="6 6 6 / 1 1 / 6 6 6 / 1")
    assert (found, army(now, "SCA")) == (["RISK-POW-15"], "K0")
    now = stood(world("russia K9, scandinavia Y5"), e.Attack("black", "russia", "scandinavia", 2))[1]
    found, now = stood(now, e.RollDice("black", 3), roll="6 6 6 / 1 1")
    assert (found, army(now, "SCA")) == (["RISK-DIC-05"], "Y3")
    assert stood(now, e.LeaveBattle("yellow"))[0] == ["RISK-SET-03"]
    moved = stood(world("russia K9, scandinavia Y1, EGY Y3"), ATTACK, e.RollDice("black", 3), roll="6 6 6 / 1")[1]
    found, now = stood(moved, e.MoveIn("black", 1))
    assert (found, army(now, "SCA")) == (["RISK-ATT-17"], "K1")


def test_wrong_neutral_daleks_are_recorded() -> None:
    start = world("ural K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3, deck=("china", "india"))
    found, now = stood(start, LAND, COUNT)
    assert (found, now.step) == (["RISK-TWO-12"], "place")
    found, now = stood(now, e.PlaceNeutral("yellow", "peru", 1), e.PlaceNeutral("yellow", "peru", 2))
    assert (found, army(now, "PER"), now.step, now.pool) == ([], "16", "place", 3)
    start = world("ural K3, peru 13", "attack", seats="KY", rest="Y")
    found, now = stood(start, e.PlaceNeutral("black", "peru", 1))
    assert (found, now.player, army(now, "PER"), now.neutral_pool) == (["RISK-SET-03"], "yellow", "14", 2)
    start = world("ural K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3)
    found, now = stood(start, e.PlaceNeutral("yellow", "china", 3))
    assert (found, army(now, "CHN"), now.step) == (["RISK-TWO-13"], "Y6", "tardis")
    with pytest.raises(UnplayableError):
        stood(world("ural K3"), e.PlaceNeutral("yellow", "peru", 3))
    assert len(TERRITORIES) == 42
