"""Recorded moves against a rule of Risk: one mistake, one finding, and play goes on."""

from typing import Any

import pytest
from risk_worlds import ATTACK, COUNT, LAND, STOP, army, matter, stood, world
from scripted_chance import ScriptedChance

from events.facts import UNKNOWN, Passed
from projections.draft import Stated
from projections.games.risk import facts as e
from projections.games.risk.game import GAME

# The mistakes of real tables


def test_other_parts_of_a_count() -> None:
    """RISK-PLC-01, RISK-POW-16, RISK-TRD-03, RISK-MIS-05."""
    assert stood(world("RUS K3", "count"), COUNT, stated=Stated((e.Reinforced("black", 5),)))[0] == ["RISK-PLC-01"]
    cut = world("RUS K3", "count", cuts={"black": (2, False)})
    assert stood(cut, COUNT, stated=Stated((e.Reinforced("black", 3),)))[0] == ["RISK-POW-16"]
    placing = world("SEU K3", "place", pool=3, hands={"K": "japan"}, missions={"K": "vampires"})
    traded = Stated((e.Reinforced("black", stars=4),))
    assert stood(placing, e.TradeStars("black", ("japan",)), stated=traded)[0] == ["RISK-TRD-03"]
    claimed = Stated((e.Reinforced("black", missions=3),))
    assert stood(placing, e.ClaimMission("black", "vampires"), stated=claimed)[0] == ["RISK-MIS-05"]


def test_an_attack_must_leave_one_dalek_behind() -> None:
    """RISK-ATT-06."""
    start = world("peru K2, brazil Y1, EGY Y3, KAM K3")
    attack = e.Attack("black", "peru", "brazil", 2)
    found, now = stood(start, attack, e.RollDice("black", 2), e.MoveIn("black", 2), STOP, roll="6 5 / 1")
    assert found == ["RISK-ATT-06"]
    assert (army(now, "PER"), army(now, "BRA"), now.step) == ("K0", "K2", "manoeuvre")
    assert matter(now)
    found, now = stood(start, attack, e.RollDice("black", 2), e.RollDice("black", 1), roll="1 1 / 6 / 1 / 6")
    assert (found, army(now, "PER"), now.step) == (["RISK-ATT-06"], "K0", "manoeuvre")
    lone = world("peru K1, brazil Y1, EGY Y3, KAM K3")
    assert stood(lone, e.Attack("black", "peru", "brazil", 1), e.RollDice("black", 1), roll="6 / 1")[0] == [
        "RISK-ATT-07"
    ]


def test_an_empty_territory_is_walked_into() -> None:
    now = world("peru K2, brazil Y0, EGY Y3")
    found, now = stood(now, e.Attack("black", "peru", "brazil", 1), e.MoveIn("black", 1))
    assert (found, army(now, "BRA")) == ([], "K1")


def test_a_manoeuvre_through_the_tardis() -> None:
    """RISK-TAR-06."""
    for step in ("attack", "manoeuvre"):
        start = world("SCA K6, RUS K2, AFG K1, IND K1", step, tardis="russia")
        found, now = stood(start, e.Manoeuvre("black", "scandinavia", "india", 5))
        assert found == ["RISK-TAR-06"]
        assert (army(now, "SCA"), army(now, "IND"), now.step) == ("K1", "K6", "draw")


def test_two_power_cards_in_an_attack() -> None:
    """RISK-POW-05."""
    start = world("russia K5, scandinavia Y3", powers={"K": "nitro-9 ambush rust", "Y": "dug-in doctor-donna"})
    declared = e.Attack("black", "russia", "scandinavia", 3, "nitro-9")
    found, now = stood(start, declared, e.PlayPower("black", "ambush"), Passed("yellow"))
    assert (found, now.powers["black"], army(now, "SCA")) == (["RISK-POW-05"], ("rust",), "Y2")
    assert GAME.rules.status(now).step == "roll"
    found, now = stood(start, declared, e.PlayPower("yellow", "dug-in"), e.PlayPower("yellow", "doctor-donna"))
    assert (found, now.powers["yellow"], army(now, "SCA")) == (["RISK-POW-05"], (), "Y4")


def test_a_card_without_a_conquest() -> None:
    """RISK-DRW-01."""
    for step in ("manoeuvre", "draw"):
        found, now = stood(world("RUS K3", step, deck=("china", "japan")), e.DrawTerritoryCard("black"))
        assert (found, now.hands["black"], now.step) == (["RISK-DRW-01"], ("china",), "draw")
    earned = world("RUS K3", "draw", conquered=True, deck=("china", "japan"))
    assert stood(earned, e.DrawTerritoryCard("black"), e.DrawTerritoryCard("black"))[0] == ["RISK-DRW-02"]


def test_losses_that_the_dice_do_not_give() -> None:
    """RISK-CMB-02, RISK-CMB-03."""
    now = stood(world("russia K4, scandinavia Y2"), ATTACK)[1]
    said = Stated((e.DaleksLost("scandinavia", 1),), (e.DaleksLost,))
    found, now = stood(now, e.RollDice("black", 3), roll="6 3 1 / 6 3", stated=said)
    assert found == ["RISK-CMB-03", "RISK-CMB-02"], "one for what was left out, one for what was stated instead"
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y1")


@pytest.mark.parametrize(("move", "rule"), [
    (e.PlayPower("black", "foundry"), "RISK-POW-02"), (e.PlayPower("black", "dug-in"), "RISK-POW-02"),
    (e.PlayPower("black", "nitro-9"), "RISK-POW-08"), (e.PlayPower("black", "rust", rival="yellow"), "RISK-POW-02"),
    (e.MoveTardis("black", "console", "ural"), "RISK-POW-02"), (e.ClaimMission("black", "vampires"), "RISK-MIS-05"),
    (e.TradeStars("black", ("japan",)), "RISK-TRD-02"), (e.RemoveDalek("black", "russia"), "RISK-POW-16"),
    (Passed("black"), "RISK-POW-15"),
])  # fmt: skip
def test_a_card_at_the_wrong_time(move: Any, rule: str) -> None:
    start = world("russia K4, SEU K2", powers={"K": "foundry dug-in nitro-9 rust console"}, missions={"K": "vampires"},
                  hands={"K": "japan"})  # fmt: skip
    found, now = stood(start, move)
    assert found == [rule]
    assert matter(now)
    assert now.step == "attack"


def test_a_card_that_was_not_in_hand() -> None:
    """RISK-POW-07."""
    start = world("russia K4", "place", pool=3, powers={"K": "rust dug-in", "Y": "foundry"})
    found, now = stood(start, e.PlayPower("black", "foundry"))
    assert (found, now.pool, now.powers["black"], now.powers["yellow"]) == (
        ["RISK-POW-07"], 6, (UNKNOWN,), (UNKNOWN,),
    )  # fmt: skip
    assert matter(now)
    found, now = stood(start, e.MoveTardis("black", "console", "egypt"))
    assert found == ["RISK-POW-07"]
    assert matter(now)


def test_cards_traded_that_were_not_in_hand() -> None:
    start = world("russia K4", "place", pool=3, hands={"K": "china egypt", "Y": "japan"})
    found, now = stood(start, e.TradeStars("black", ("japan", "peru")))
    assert (found, now.discards, now.hands) == (
        ["RISK-TRD-06"], ("japan", "peru"), {"black": (), "yellow": (UNKNOWN,), "orange": ()},
    )  # fmt: skip
    assert matter(now)


def test_a_mission_claimed_twice() -> None:
    start = world("SEU K3", "place", pool=3, missions={"K": "vampires salamander"})
    claim = e.ClaimMission("black", "vampires")
    found, now = stood(start, claim, claim)
    assert (found, now.pool, now.missions["black"]) == (["RISK-MIS-08"], 7, ("salamander",))
    assert matter(now)


def test_a_card_turned_up_that_was_believed_elsewhere() -> None:
    start = world("RUS K3", "tardis", hands={"Y": "japan"}, deck=(UNKNOWN,) * 41)
    found, now = stood(start, LAND, fate=ScriptedChance(items=["japan"]))
    assert (found, now.tardis, now.hands["yellow"]) == ([], "japan", (UNKNOWN,))
    assert matter(now)


def test_an_unwritten_landing_leaves_the_ceasefire_in_doubt() -> None:
    start = world("russia K4, scandinavia Y2", "tardis", deck=(UNKNOWN,) * 42)
    found, now = stood(start, LAND)
    assert (found, now.tardis, now.tardis_card, now.step) == ([], UNKNOWN, UNKNOWN, "count")
    found, now = stood(now, COUNT, e.Place("black", "russia", 3), ATTACK)
    assert found == ["RISK-TAR-03?"]
    assert len(list(GAME.rules.legal(now, "black"))) == 1


def test_hands_of_an_observer() -> None:
    hidden = world("russia K4, scandinavia Y2, SEU K2", powers={"K": "? ?", "Y": "?"}, missions={"K": "? ?"},
                   hands={"K": "? ? ?"}, deck=(UNKNOWN,) * 39, mission_pile=(UNKNOWN,) * 8, power_pile=(UNKNOWN,) * 12,
                   step="place", pool=3)  # fmt: skip
    assert stood(hidden, e.PlayPower("black", "foundry"))[0] == ["RISK-POW-07?"]
    assert stood(hidden, e.ClaimMission("black", "vampires"))[0] == ["RISK-MIS-07?"]
    assert stood(hidden, e.TradeStars("black", ("japan", "peru")))[0] == ["RISK-TRD-06?"]
    fighting = hidden.replace(step="attack", pool=0)
    declared = e.Attack("black", "russia", "scandinavia", 3, "nitro-9")
    found, now = stood(fighting, declared, e.PlayPower("yellow", "doctor-donna"))
    assert found == ["RISK-POW-07?", "RISK-POW-07?"]
    assert (now.powers["black"], now.powers["yellow"]) == ((UNKNOWN,), ())
    assert all(matter(now) for now in (hidden, now))
