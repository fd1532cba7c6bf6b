"""Recorded moves against a rule of Risk, and rare positions that distinguish two readings of a rule."""

from typing import Any

import pytest
import risk_worlds as w
from risk_worlds import ATTACK, COUNT, END, LAND, STOP, against, army, finish, lines, matter, offers, play, world
from table_play import ScriptedChance, chances, effects

from events.errors import IllegalMoveError, UnplayableError
from events.events import UNKNOWN, Drawn, Move, Passed, Rolled, Started
from projections.draft import DeclaredResults, run
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.rules.manoeuvre import route
from projections.games.risk.state.position import World
from replay.chance.random_source import SeededChance


def stood(now: World, *moves: Any, **more: Any) -> tuple[list[str], World]:
    """The rules broken when these moves are recorded, and the world after: no card or Dalek is lost by them."""
    found, after = w.stood(now, *moves, **more)
    assert matter(after) or not matter(now)
    return found, after


def test_reports_the_wrong_part_of_a_count() -> None:
    """RISK-PLC-01, RISK-POW-16, RISK-TRD-03, RISK-MIS-05."""
    assert stood(world("RUS K3", "count"), COUNT, stated=DeclaredResults((e.Reinforced("black", 5),)))[0] == [
        "RISK-PLC-01"
    ]
    cut = world("RUS K3", "count", cuts={"black": (2, False)})
    assert stood(cut, COUNT, stated=DeclaredResults((e.Reinforced("black", 3),)))[0] == ["RISK-POW-16"]
    placing = world("SEU K3", "place", pool=3, hands={"K": "japan"}, missions={"K": "vampires"})
    traded = DeclaredResults((e.Reinforced("black", stars=4),))
    assert stood(placing, e.TradeStars("black", ("japan",)), stated=traded)[0] == ["RISK-TRD-03"]
    claimed = DeclaredResults((e.Reinforced("black", missions=3),))
    assert stood(placing, e.ClaimMission("black", "vampires"), stated=claimed)[0] == ["RISK-MIS-05"]


def test_an_attack_must_leave_one_dalek_behind() -> None:
    """RISK-ATT-06."""
    start = world("peru K2, brazil Y1, EGY Y3, KAM K3")
    attack = e.Attack("black", "peru", "brazil", 2)
    found, now = stood(start, attack, e.RollDice("black", 2), e.MoveIn("black", 2), STOP, roll="6 5 / 1")
    assert found == ["RISK-ATT-06"]
    assert (army(now, "PER"), army(now, "BRA"), now.step) == ("K0", "K2", "manoeuvre")
    found, now = stood(start, attack, e.RollDice("black", 2), e.RollDice("black", 1), roll="1 1 / 6 / 1 / 6")
    assert (found, army(now, "PER"), now.step) == (["RISK-ATT-06"], "K0", "manoeuvre")
    now = world("peru K2, brazil Y0, EGY Y3")
    found, now = stood(now, e.Attack("black", "peru", "brazil", 1), e.MoveIn("black", 1))
    assert (found, army(now, "BRA")) == ([], "K1")


def test_reports_two_power_cards_and_an_unearned_card() -> None:
    """RISK-POW-05, RISK-DRW-01."""
    start = world("russia K5, scandinavia Y3", powers={"K": "nitro-9 ambush rust", "Y": "dug-in doctor-donna"})
    declared = e.Attack("black", "russia", "scandinavia", 3, "nitro-9")
    found, now = stood(start, declared, e.PlayPower("black", "ambush"), Passed("yellow"))
    assert (found, now.powers["black"], army(now, "SCA")) == (["RISK-POW-05"], ("rust",), "Y2")
    assert GAME.rules.status(now).step == "roll"
    found, now = stood(start, declared, e.PlayPower("yellow", "dug-in"), e.PlayPower("yellow", "doctor-donna"))
    assert (found, now.powers["yellow"], army(now, "SCA")) == (["RISK-POW-05"], (), "Y4")
    for step in ("manoeuvre", "draw"):
        found, now = stood(world("RUS K3", step, deck=("china", "japan")), e.DrawTerritoryCard("black"))
        assert (found, now.hands["black"], now.step) == (["RISK-DRW-01"], ("china",), "draw")
    earned = world("RUS K3", "draw", conquered=True, deck=("china", "japan"))
    assert stood(earned, e.DrawTerritoryCard("black"), e.DrawTerritoryCard("black"))[0] == ["RISK-DRW-02"]


def test_reports_illegal_losses_and_manoeuvre_paths() -> None:
    """RISK-TAR-06, RISK-CMB-02, RISK-CMB-03."""
    for step in ("attack", "manoeuvre"):
        start = world("SCA K6, RUS K2, AFG K1, IND K1", step, tardis="russia")
        found, now = stood(start, e.Manoeuvre("black", "scandinavia", "india", 5))
        assert found == ["RISK-TAR-06"]
        assert (army(now, "SCA"), army(now, "IND"), now.step) == ("K1", "K6", "draw")
    now = stood(world("russia K4, scandinavia Y2"), ATTACK)[1]
    declared = DeclaredResults((e.DaleksLost("scandinavia", 1),), (e.DaleksLost,))
    found, now = stood(now, e.RollDice("black", 3), roll="6 3 1 / 6 3", stated=declared)
    assert found == ["RISK-CMB-03", "RISK-CMB-02"], "one for what was left out, one for what was stated instead"
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y1")


@pytest.mark.parametrize(("move", "rule"), [
    (e.PlayPower("black", "dug-in"), "RISK-POW-02"), (e.PlayPower("black", "rust", rival="yellow"), "RISK-POW-02"),
    (e.MoveTardis("black", "console", "ural"), "RISK-POW-02"), (Passed("black"), "RISK-POW-15"),
])  # fmt: skip
def test_a_card_at_the_wrong_time_ends_no_step(move: Any, rule: str) -> None:
    found, now = stood(world("russia K4", powers={"K": "dug-in rust console"}), move)
    assert (found, now.step) == ([rule], "attack")


def test_reports_cards_that_were_not_in_the_hand() -> None:
    """RISK-POW-07."""
    start = world("russia K4", "place", pool=3, powers={"K": "rust dug-in", "Y": "foundry"})
    found, now = stood(start, e.PlayPower("black", "foundry"))
    assert (found, now.pool, now.powers["black"], now.powers["yellow"]) == (["RISK-POW-07"], 6, (UNKNOWN,), (UNKNOWN,))
    found, now = stood(start, e.MoveTardis("black", "console", "egypt"))
    assert found == ["RISK-POW-07"]
    start = world("russia K4", "place", pool=3, hands={"K": "china egypt", "Y": "japan"})
    found, now = stood(start, e.TradeStars("black", ("japan", "peru")))
    assert (found, now.discards, now.hands) == (
        ["RISK-TRD-06"], ("japan", "peru"), {"black": (), "yellow": (UNKNOWN,), "orange": ()},
    )  # fmt: skip
    start = world("SEU K3", "place", pool=3, missions={"K": "vampires salamander"})
    claim = e.ClaimMission("black", "vampires")
    found, now = stood(start, claim, claim)
    assert (found, now.pool, now.missions["black"]) == (["RISK-MIS-08"], 7, ("salamander",))


def test_records_unseen_cards_as_unknown() -> None:
    start = world("RUS K3", "tardis", hands={"Y": "japan"}, deck=(UNKNOWN,) * 41)
    found, now = stood(start, LAND, fate=ScriptedChance(items=["japan"]))
    assert (found, now.tardis, now.hands["yellow"]) == ([], "japan", (UNKNOWN,))
    found, now = stood(world("russia K4, scandinavia Y2", "tardis", deck=(UNKNOWN,) * 42), LAND)
    assert (found, now.tardis, now.tardis_card, now.step) == ([], UNKNOWN, UNKNOWN, "count")
    found, now = stood(now, COUNT, e.Place("black", "russia", 3), ATTACK)
    assert found == ["RISK-TAR-03?"]
    assert len(list(GAME.rules.legal(now, "black"))) == 1


def test_cards_from_hidden_hands_are_unverified() -> None:
    hidden = world("russia K4, scandinavia Y2, SEU K2", powers={"K": "? ?", "Y": "?"}, missions={"K": "? ?"},
                   hands={"K": "? ? ?"}, deck=(UNKNOWN,) * 39, mission_pile=(UNKNOWN,) * 8, power_pile=(UNKNOWN,) * 12,
                   step="place", pool=3)  # fmt: skip
    assert stood(hidden, e.PlayPower("black", "foundry"))[0] == ["RISK-POW-07?"]
    fighting = hidden.replace(step="attack", pool=0)
    declared = e.Attack("black", "russia", "scandinavia", 3, "nitro-9")
    found, now = stood(fighting, declared, e.PlayPower("yellow", "doctor-donna"))
    assert found == ["RISK-POW-07?", "RISK-POW-07?"]
    assert (now.powers["black"], now.powers["yellow"]) == ((UNKNOWN,), ())


def test_wrong_placements_are_recorded() -> None:
    start = world(w.held(12), "count")
    first = start.lands_of("black")[0]
    found, now = stood(start, e.Place("black", first, 3), e.Place("black", first, 1), STOP)
    assert (found, now.step, army(now, first)) == (["RISK-TRN-01"], "manoeuvre", "K7")
    found, now = stood(start, e.Place("black", first, 3), COUNT, e.Place("black", first, 1))
    assert (found, now.step, now.pool) == (["RISK-TRN-01"], "attack", 0)
    assert stood(world("RUS K3", "tardis", deck=("china", "peru")), e.Place("black", "russia", 3))[0] == ["RISK-TAR-01"]
    start = world("russia K4, scandinavia Y9, ural K3", "place", pool=3)
    found, now = stood(start, e.Place("black", "ural", 1), ATTACK, e.RollDice("black", 3), e.LeaveBattle("black"),
                       e.Place("black", "ural", 2), STOP, roll="6 6 6 / 1 1")  # fmt: skip
    assert (found, army(now, "URA"), now.pool, now.step) == (["RISK-PLC-07"], "K6", 0, "manoeuvre")
    found, now = stood(world("russia K4", "place", pool=3), e.Place("black", "russia", 5))
    assert (found, now.pool, now.step) == (["RISK-PLC-02"], 0, "attack")
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
    found, now = stood(world("SCA K6, RUS K2", "draw"), COUNT, e.Place("black", "russia", 3), END)
    assert (found, army(now, "RUS"), now.player) == (["RISK-PLC-05"], "K5", "yellow"), "it was placed"


def test_forgotten_landings_and_early_turns_are_recorded() -> None:
    start = world("RUS K3", "tardis", deck=("china", "peru"))
    found, now = stood(start, COUNT, e.Place("black", "russia", 3), STOP, w.HOLD, END)
    assert found == ["RISK-TAR-01"]
    assert (now.player, now.deck) == ("yellow", ("china", "peru"))
    found, now = stood(start, COUNT, LAND, e.Place("black", "russia", 3))
    assert (found, now.tardis, now.step, now.missed) == (["RISK-TAR-01"], "china", "attack", ())
    assert stood(now, LAND)[0] == ["RISK-TAR-01"], "and no second time"
    start = world("RUS K3, SCA Y3", "place", pool=3, tardis="egypt", tardis_card="egypt", deck=("china", "peru"))
    found, now = stood(start, e.LandTardis("yellow"), e.CountDaleks("yellow"))
    assert (found, now.player, now.turn, now.tardis, now.pool) == (["RISK-SET-03"], "yellow", 8, "china", 3)
    assert now.deck == ("peru", "egypt")


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
    found, now = stood(start, COUNT, e.Place("black", "russia", 3), STOP, w.HOLD, END, e.LandTardis("yellow"))
    assert (found, army(now, "RUS"), now.player) == (["RISK-WIN-01"], "K7", "yellow")
    capped = world("RUS K3, SCA Y3", "draw", options={"turn_cap": 1})
    found, now = stood(capped, e.EndTurn("black"), e.LandTardis("yellow"), e.CountDaleks("yellow"))
    assert (found, now.player, now.how, GAME.rules.status(now).awaited) == (
        ["RISK-WIN-01"], "yellow", "the turn cap", ("yellow",)
    )  # fmt: skip


def test_battles_end_with_a_conquest_or_the_next_move() -> None:
    """RISK-WIN-06."""
    start = world("SIB Y1", "attack", rest="K")
    found, now = stood(start, e.Attack("black", "ural", "siberia", 2), e.RollDice("black", 2), roll="6 6 / 1")
    assert (found, now.is_over, army(now, "SIB")) == ([], True, "K2")
    assert (stood(now, e.MoveIn("black", 2))[0], stood(now, e.MoveIn("black", 9))[0]) == ([], ["RISK-WIN-01"])
    start = stood(world("russia K4, scandinavia Y3, ural Y2"), ATTACK, e.RollDice("black", 3), roll="6 3 1 / 4 3")[1]
    found, now = stood(start, e.Attack("black", "russia", "ural", 2), e.RollDice("black", 2), roll="6 6 / 1 1")
    assert found == ["RISK-ATT-04"]
    assert (army(now, "SCA"), GAME.rules.status(now).step) == ("Y2", "move in")
    found, now = stood(now, STOP)
    assert (found, army(now, "URA"), now.stack) == (["RISK-ATT-16"], "K2", ())
    start = world("russia K6, scandinavia Y5", options={"attack_style": "group"})
    found, now = stood(stood(start, ATTACK, e.RollDice("black", 3), roll="6 1 1 / 5 5")[1], STOP, w.HOLD)
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
    found, now = stood(world("ural K3, peru 13", "attack", seats="KY", rest="Y"), e.PlaceNeutral("black", "peru", 1))
    assert (found, now.player, army(now, "PER"), now.neutral_pool) == (["RISK-SET-03"], "yellow", "14", 2)
    start = world("ural K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3)
    found, now = stood(start, e.PlaceNeutral("yellow", "china", 3))
    assert (found, army(now, "CHN"), now.step) == (["RISK-TWO-13"], "Y6", "tardis")
    with pytest.raises(UnplayableError):
        stood(world("ural K3"), e.PlaceNeutral("yellow", "peru", 3))


RUSSIA = "russia K4, scandinavia Y2, EGY Y3"
GROUP = {"attack_style": "group"}
VAMPIRES = e.ClaimMission("black", "vampires")
HANDS = world(RUSSIA, powers={"K": "console rust foundry"}, hands={"K": "peru china"}, missions={"Y": "vampires"})


def fighting(roll: str = "", text: str = RUSSIA, move: e.Attack = ATTACK, **more: Any) -> World:
    now = play(world(text, **more), move)
    return play(now, e.RollDice("black", move.daleks), roll=roll) if roll else now


@pytest.mark.parametrize(("move", "rule"), [
    (e.Attack("black", "russia", "scandinavia", 0), "RISK-ATT-05"),
    (e.Attack("black", "russia", "scandinavia", -1), "RISK-ATT-05"),
    (e.Attack("mauve", "russia", "scandinavia", 1), "RISK-SET-01"),
    (e.Manoeuvre("black", "russia", "ural", 0), "RISK-MAN-04"),
    (e.Manoeuvre("black", "russia", "mu", 1), "RISK-CMP-06"), (e.Place("black", "russia", 0), "RISK-PLC-06"),
    (e.PlaceNeutral("yellow", "peru", 1), "RISK-TWO-01"), (e.PlayPower("black", "sonic"), "RISK-CMP-02"),
    (e.PlayPower("black", "console"), "RISK-POW-16"), (e.PlayPower("black", "rust"), "RISK-POW-16"),
    (e.PlayPower("black", "foundry", rival="yellow"), "RISK-POW-16"),
    (e.PlayPower("black", "foundry", territory="russia"), "RISK-POW-16"),
    (e.ClaimMission("yellow", "zygons"), "RISK-MIS-01"), (e.TradeStars("black", ("peru", "peru")), "RISK-TRD-06"),
    (e.TradeStars("black", ("mu",)), "RISK-TRD-01"), (e.TradeStars("black", ()), "RISK-TRD-06"),
])  # fmt: skip
def test_cannot_record_a_move_with_unknown_names(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(HANDS, move)


@pytest.mark.parametrize(("move", "found"), [
    (e.RollDice("black", 1), ["RISK-ATT-10"]), (e.RollDice("black", 2, 1), ["RISK-ATT-10"]),
    (e.ReRoll("black", 0), ["RISK-ATT-10"]), (e.ReRoll("black", 2), ["RISK-ATT-10"]),
    (e.LeaveBattle("black"), ["RISK-ATT-10"]), (e.Defend("yellow", 1), ["RISK-ATT-10"]),
    (e.MoveIn("black", 1), ["RISK-ATT-16"]),
    (e.PlayPower("orange", "rust", rival="black"), ["RISK-POW-07", "RISK-SET-03"]),
    (VAMPIRES, ["RISK-MIS-05", "RISK-MIS-07", "RISK-MIS-06"]),
    (e.TradeStars("yellow", ("peru",)), ["RISK-SET-03", "RISK-TRD-06", "RISK-TRD-04"]),
])  # fmt: skip
def test_records_a_move_whose_condition_is_missing(move: Move, found: list[str]) -> None:
    assert stood(HANDS, move)[0] == found
    with pytest.raises(IllegalMoveError, match=found[0]):
        play(HANDS, move)


@pytest.mark.parametrize(("move", "rule"), [
    (e.RollDice("black", 0), "RISK-DIC-02"), (e.RollDice("black", 4), "RISK-DIC-02"),
    (e.Defend("yellow", 0), "RISK-DIC-03"), (e.Defend("yellow", 3), "RISK-DIC-03"),
    (e.RollDice("black", 1, 3), "RISK-DIC-03"),
])  # fmt: skip
def test_cannot_record_an_impossible_number_of_dice(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(fighting(), move)


@pytest.mark.parametrize(("dice", "found"), [(0, []), (1, ["RISK-DIC-03"]), (2, [])])
def test_uses_the_number_of_defence_dice_that_was_rolled(dice: int, found: list[str]) -> None:
    told, now = stood(fighting(), e.RollDice("black", 3, dice), roll="6 6 6 / 1" if dice == 1 else "6 6 6 / 1 1")
    battle = now.battle
    assert battle is not None
    assert (told, len(battle.faces[1])) == (found, dice or 2)


def test_offers_attacks_and_rolls() -> None:
    """RISK-ATT-06, RISK-ATT-07, RISK-ATT-08, RISK-CMB-07."""
    text = "russia K{}, scandinavia Y2, NEU K1, SEU K1, URA K1, AFG K1, MDE K1"
    for daleks, most in ((1, 0), (2, 1), (3, 2), (4, 3), (9, 3)):
        start = world(text.format(daleks))
        assert offers(start, "black", e.Attack) == [
            e.Attack("black", "russia", "scandinavia", number + 1) for number in range(most)
        ]
    now = fighting("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP)
    assert offers(now, "black", e.RollDice) == [e.RollDice("black", 2)]
    assert against(now, e.RollDice("black", 1)) == ["RISK-DIC-05"]
    found, now = stood(world("russia K5, scandinavia Y0, EGY Y3"), ATTACK)
    assert (found, offers(now, "black", e.MoveIn)) == ([], [e.MoveIn("black", 3), e.MoveIn("black", 4)])


def test_the_defender_chooses_and_answers_first() -> None:
    now = play(fighting(options={"defence_dice": "chosen"}), e.Defend("yellow", 1))
    assert GAME.rules.status(now).step == "roll"
    thrown = GAME.rules.reducer(now, Rolled("A1 A2 A3", 6, (1, 1, 1), "attack", "typed"))
    assert GAME.rules.status(thrown).step == "roll"
    assert GAME.rules.status(GAME.rules.reducer(thrown, Rolled("D", 6, (6,), "defence", "typed"))).step == "defend"
    assert against(fighting(powers={"Y": "rust"}), e.LeaveBattle("black")) == ["RISK-POW-15"]
    assert against(fighting("6 3 1 / 4 2"), e.LeaveBattle("black")) == ["RISK-ATT-16"]
    asked = fighting(powers={"Y": "dug-in"}, options={"defence_dice": "chosen"})
    assert against(asked, e.Defend("yellow", 1)) == ["RISK-POW-15"]
    assert against(play(asked, Passed("yellow")), e.Defend("yellow", 1)) == []
    assert against(_re_rolling("1 2 2 / 5 5"), e.LeaveBattle("black")) == ["RISK-POW-11"]
    start = play(world("russia K5, scandinavia Y3", powers={"K": "now-we-can-begin"}),
                 e.Attack("black", "russia", "scandinavia", 3, "now-we-can-begin"))  # fmt: skip
    entries, _ = lines(start, e.RollDice("black", 3), roll="1 2 2 / 5 5")
    assert entries[-1].rule == "RISK-POW-11"


@pytest.mark.parametrize(("sent", "most"), [(2, 2), (3, 2)])
def test_an_attack_without_a_guard_is_recorded(sent: int, most: int) -> None:
    found, now = stood(world("russia K2, scandinavia Y2"), e.Attack("black", "russia", "scandinavia", sent))
    assert (found, offers(now, "black", e.RollDice)) == (["RISK-ATT-06"], [e.RollDice("black", most)])


def test_records_moves_that_a_battle_does_not_ask_for() -> None:
    for move, rule in ((e.ReRoll("black", 1), "RISK-POW-11"), (e.MoveIn("black", 1), "RISK-ATT-16")):
        found, now = stood(fighting(), move)
        assert (found, now.lands) == ([rule], fighting().lands)
    found, now = stood(fighting("6 3 1 / 4 2"), e.MoveIn("black", 0))
    assert (found, now.lands["scandinavia"].daleks) == (["RISK-ATT-18"], 0)
    with pytest.raises(UnplayableError, match="RISK-POW-11"):
        stood(_re_rolling("1 2 2 / 5 5"), e.ReRoll("black", -1))
    assert against(fighting("6 3 1 / 4 2"), e.MoveIn("yellow", 3)) == ["RISK-SET-03"]
    start = fighting(text="russia K4, scandinavia Y5, ICE Y3, GBR O2", options=GROUP)
    found, now = stood(start, e.Attack("yellow", "iceland", "great-britain", 2))
    assert (found, army(now, "RUS"), [thing.attacker for thing in now.stack if hasattr(thing, "attacker")]) == (
        ["RISK-SET-03"], "K4", ["yellow"],
    )  # fmt: skip


def test_a_refusal_names_the_size_of_a_group() -> None:
    with pytest.raises(IllegalMoveError, match=r"3 Daleks must move in, not 2 \("):
        play(fighting("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3", options=GROUP), e.MoveIn("black", 2))


def test_single_dice_are_named_without_numbers() -> None:
    start = fighting(text="russia K2, scandinavia Y1, EGY Y3", move=e.Attack("black", "russia", "scandinavia", 1))
    entries, _ = lines(start, e.RollDice("black", 1), roll="1 / 6")
    assert [event.die for event in chances(entries) if isinstance(event, Rolled)] == ["A", "D"]
    assert [event.purpose for event in chances(entries) if isinstance(event, Rolled)] == [
        "attack russia>scandinavia", "defence scandinavia",
    ]  # fmt: skip
    entries, now = lines(_re_rolling("1 / 5 5", 1), e.ReRoll("black", 1), roll="6")
    assert [event.die for event in chances(entries) if isinstance(event, Rolled)] == ["A"]
    assert army(now, "SCA") == "Y2"
    assert GAME.rules.status(_re_rolling("2 / 1 1", 1)).step == "roll"
    assert against(_re_rolling("1 2 2 / 5 5"), e.ReRoll("black", 2)) == ["RISK-POW-11"]
    start = world(RUSSIA, powers={"K": "genesis-ark"})
    entries, _ = lines(start, e.Attack("black", "russia", "scandinavia", 3, "genesis-ark"), roll="2")
    rolled = next(event for event in chances(entries) if isinstance(event, Rolled))
    assert (rolled.die, rolled.purpose) == ("ark", "the Genesis Ark in russia")


def _re_rolling(roll: str, daleks: int = 3) -> World:
    start = world("russia K5, scandinavia Y3", powers={"K": "now-we-can-begin"})
    now = play(start, e.Attack("black", "russia", "scandinavia", daleks, "now-we-can-begin"))
    return play(now, e.RollDice("black", daleks), roll=roll)


def test_ambush_spares_a_lone_dalek_and_defeat_passes_cards() -> None:
    start = world("russia K5, scandinavia Y1, EGY Y3", powers={"K": "ambush"})
    entries, _ = lines(start, e.Attack("black", "russia", "scandinavia", 3, "ambush"))
    assert not [event for event in effects(entries) if isinstance(event, e.DaleksLost)]
    start = world("russia K4, scandinavia 12, EGY Y3", seats="KY", powers={"1": "dug-in"})
    assert GAME.rules.status(play(start, ATTACK)).step == "roll"
    text = "china K5, india O1, MDE Y2"
    for more in ({"missions": {"O": "vampires"}}, {"hands": {"O": "japan"}}, {"powers": {"O": "rust"}}):
        now = play(world(text, rest="Y", **more), e.Attack("black", "china", "india", 3))  # type: ignore[arg-type]  # rows
        now = play(now, Passed("orange")) if GAME.rules.status(now).step == "defence" else now
        entries, now = lines(now, e.RollDice("black", 3), roll="5 4 2 / 3")
        assert isinstance(effects(entries)[-1], e.CardsPassed)
        assert sum(len(rows.get("black", ())) for rows in (now.hands, now.missions, now.powers)) == 1
    bare = play(world(text, rest="Y"), e.Attack("black", "china", "india", 3))
    entries, _ = lines(bare, e.RollDice("black", 3), roll="5 4 2 / 3")
    assert effects(entries)[-1] == e.ArmyDefeated("orange")


@pytest.mark.parametrize("card", ["console", "rust", "dug-in"])
def test_an_attack_with_a_card_for_another_time_is_recorded(card: str) -> None:
    found, now = stood(world(RUSSIA, powers={"K": card}), e.Attack("black", "russia", "scandinavia", 3, card))
    assert (found, now.spent, now.powers["black"]) == (["RISK-POW-02"], (card,), ())
    assert GAME.rules.status(now).step == "roll"


def test_attacks_and_counts_belong_to_their_steps() -> None:
    start = world("RUS K3", "place", pool=0)
    assert against(start, e.HoldPosition("black")) == ["RISK-TRN-01"]
    assert against(start, e.EndTurn("black")) == ["RISK-TRN-01"]
    assert against(start, e.StopAttacking("black")) == []
    start = world("RUS K6, URA O1", "manoeuvre")
    assert against(start, e.Attack("black", "russia", "ural", 3)) == ["RISK-TRN-02"]
    assert against(start.replace(step="draw"), e.Attack("black", "russia", "ural", 3)) == ["RISK-MAN-07"]
    start = world("RUS K3", "count")
    entries = run(GAME.rules, start, e.StopAttacking("black"), SeededChance(1), strict=False).entries
    assert [(entry.event, entry.rule) for entry in entries][1] == (e.StepMissed("count"), "RISK-TRN-02")
    found, now = stood(start, e.StopAttacking("black"), e.CountDaleks("black"), e.Place("black", "russia", 3))
    assert (found, now.missed, army(now, "RUS"), now.step) == (["RISK-TRN-01"], (), "K6", "manoeuvre")
    found, now = stood(world("RUS K3, SCA Y3", "count"), e.Place("yellow", "scandinavia", 1))
    assert (found, now.step, now.pool, army(now, "SCA")) == (["RISK-SET-03"], "count", 0, "Y4")
    found, now = stood(world("RUS K3", "count", powers={"K": "foundry"}), e.PlayPower("black", "foundry"))
    assert (found, now.step, now.pool) == (["RISK-TRN-01"], "place", 6)


def test_rounds_follow_the_first_seat_and_turns_can_be_skipped() -> None:
    now = world("RUS K3, SCA Y3", "tardis", player="yellow", first="yellow", turn=1, round=1, deck=tuple(TERRITORIES))
    order = []
    for _ in range(5):
        order.append((now.player, now.round))
        now = finish(w.land_and_place(now))
    assert order == [("yellow", 1), ("orange", 1), ("black", 1), ("yellow", 2), ("orange", 2)]
    start = fighting("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP, tardis="egypt", tardis_card="egypt")
    start = start.replace(deck=tuple(name for name in TERRITORIES if name != "egypt"))
    entries = run(GAME.rules, start, e.LandTardis("orange"), SeededChance(1), strict=False).entries
    assert [(type(entry.event).__name__, entry.rule) for entry in entries[1:4]] == [
        ("BattleEnded", "RISK-ATT-12"), ("CardReturned", "RISK-TAR-09"), ("TurnBegan", "RISK-SET-03"),
    ]  # fmt: skip
    found, now = stood(start, e.LandTardis("orange"))
    assert (found, now.player, army(now, "RUS"), now.step) == (["RISK-SET-03"], "orange", "K5", "count")
    assert against(now, e.CountDaleks("black")) == ["RISK-SET-03"]
    start = world("RUS K3", "draw", options={"turn_cap": 7}, deck=("china",), rest="Y")
    found, now = stood(start, e.LandTardis("yellow"))
    assert (found, now.how, now.tardis, now.deck) == (["RISK-SET-03"], "the turn cap", "", ("china",))
    two = world("RUS K3, peru 13", "draw", seats="KY", rest="Y", options={"turn_cap": 7})
    found, now = stood(two, e.PlaceNeutral("black", "peru", 1))
    assert (found, now.how, army(now, "PER")) == (["RISK-SET-03"], "the turn cap", "13")


def test_moves_out_of_turn_are_recorded() -> None:
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
    start = world("RUS K3, SCA Y5, ICE Y2, GRL K1", "attack")
    attack = e.Attack("yellow", "scandinavia", "russia", 3)
    found, now = stood(start, attack, e.RollDice("yellow", 3), roll="6 6 6 / 1 1")
    assert found == ["RISK-SET-03"]
    assert (army(now, "RUS"), GAME.rules.status(now).awaited, now.player) == ("K1", ("yellow",), "black")
    found, now = stood(now, e.Attack("black", "russia", "ural", 1))
    assert found == ["RISK-ATT-04", "RISK-ATT-07"]
    assert [thing for thing in now.stack if getattr(thing, "attacker", "") == "yellow"] == []
    start = world("RUS K6, SCA Y2, URA O1, MDE O1")
    found, now = stood(start, e.Attack("yellow", "scandinavia", "russia", 1), e.RollDice("yellow", 1), roll="1 / 6 6")
    assert (found, now.no_attack, now.step) == (["RISK-SET-03"], False, "attack")
    assert against(now, e.Attack("black", "russia", "ural", 3)) == []
    hands = {"Y": "japan peru", "K": "china ural"}
    start = world("RUS K6", "place", hands=hands, options={"trades_per_turn": "one"}, pool=3)
    found, now = stood(start, e.TradeStars("yellow", ("japan", "peru")), e.TradeStars("black", ("china", "ural")))
    assert (found, now.trades, now.pool) == (["RISK-SET-03"], 1, 3 + 4)
    late = world("RUS K6", "attack", missed=("count",))
    assert stood(late, e.CountDaleks("yellow"))[1].missed == ("count",)
    assert stood(late, e.CountDaleks("black"))[1].missed == ()


def test_daleks_of_others_are_added_and_removed_by_rule() -> None:
    start = world("RUS K6, SCA Y3", "place", pool=3)
    entries = run(GAME.rules, start, e.Place("yellow", "scandinavia", 1), SeededChance(1), strict=False).entries
    assert [(type(entry.event).__name__, entry.rule) for entry in entries[1:]] == [("DaleksAdded", "RISK-PLC-06")]
    due = GAME.rules.reducer(start, e.RemovalDue("yellow", 1))
    assert against(due, e.RemoveDalek("yellow", "russia")) == ["RISK-POW-16"]
    assert against(start, e.RemoveDalek("yellow", "scandinavia")) == ["RISK-POW-16"]
    entries, _ = lines(due, e.RemoveDalek("yellow", "scandinavia"))
    assert [entry.rule for entry in entries[1:]] == ["RISK-POW-16"]
    start = GAME.rules.reducer(world("SCA Y4, RUS K3", "place", pool=3), e.RemovalDue("yellow", 2))
    draft = run(GAME.rules, start, e.Place("black", "russia", 3), SeededChance(1), strict=False)
    assert [conflict.rule for conflict in draft.broken_rules] == ["RISK-POW-16"]
    assert (e.RemovalDue("yellow", 0), "RISK-POW-16") in [(entry.event, entry.rule) for entry in draft.entries]
    assert (draft.now.stack, draft.now.step, army(draft.now, "SCA")) == ((), "attack", "Y4")


@pytest.mark.parametrize("move", [e.HoldPosition("yellow"), e.Manoeuvre("yellow", "scandinavia", "iceland", 1)])
def test_a_manoeuvre_out_of_turn_does_not_end_a_step(move: Move) -> None:
    found, now = stood(world("RUS K3, SCA Y3, ICE Y3", "manoeuvre"), move)
    assert (found, now.step) == (["RISK-SET-03"], "manoeuvre")


@pytest.mark.parametrize(("move", "rule"), [
    (e.PlaceNeutral("yellow", "mu", 1), "RISK-CMP-06"), (e.PlaceNeutral("yellow", "peru", 0), "RISK-TWO-12"),
])  # fmt: skip
def test_cannot_record_impossible_neutral_daleks(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(world("RUS K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3), move)


def test_missions_are_claimed_once_in_the_third_step() -> None:
    start = world("SEU Y3", "place", pool=3, missions={"K": "salamander"})
    assert against(start, VAMPIRES) == ["RISK-MIS-07", "RISK-MIS-06"]
    start = world("SEU K3", "place", pool=3, missions={"K": "vampires"}, tardis="southern-europe")
    assert play(start, VAMPIRES).pool == 5
    start = world("SCA K6, RUS K2, AFG K1, IND K1, NEU K1, SEU K1, MDE K1", "manoeuvre", tardis="russia")
    way = route(start, "black", "scandinavia", "india", past_tardis=True)
    assert way == ("scandinavia", "northern-europe", "southern-europe", "middle-east", "india")
    seats = ("black", "yellow", "orange")
    for seed in range(60):
        _, now = GAME.begin(Started("risk", 1, seats, {"first_player": "black"}), SeededChance(seed))
        now = play(now, e.LandTardis("black"), e.CountDaleks("black"))
        met = [card for card in now.missions["black"] if now.lands[now.cards.mission[card].territory].army == "black"]
        assert offers(now, "black", e.ClaimMission) == [e.ClaimMission("black", card) for card in met]
        for card in met:
            before = now.pool
            now = play(now, e.ClaimMission("black", card))
            assert now.pool == before + 2
    now = world("russia K9, SEU Y1, ICE O3", "attack", rest="Y", missions={"K": "vampires salamander"},
                deck=("china", "peru", "ural", "india", "japan", "brazil"))  # fmt: skip
    attack = e.Attack("black", "russia", "southern-europe", 3)
    now = play(now, attack, e.RollDice("black", 3), e.MoveIn("black", 3), roll="6 5 4 / 1")
    assert against(now, VAMPIRES) == ["RISK-MIS-05"]
    now = play(_round(now), VAMPIRES)
    assert now.pool == 3 + 2
    assert against(_round(play(now, e.Place("black", "russia", 5))), VAMPIRES) == ["RISK-MIS-08"]


def _round(now: World) -> World:
    """Black's next third step, without any other action."""
    now = finish(now)
    while now.player != "black":
        now = finish(w.land_and_place(now))
    return play(now, e.LandTardis("black"), e.CountDaleks("black"))


NINE = "alaska greenland alberta eastern-canada peru brazil argentina iceland egypt"


@pytest.mark.parametrize(("hand", "options", "made", "due"), [
    (NINE, {"forced_trade_stars": 10}, 0, []), (f"{NINE} ?", {"forced_trade_stars": 10}, 0, ["RISK-TRD-11"]),
    (f"{NINE.rpartition(' ')[0]} ?", {"forced_trade_stars": 10}, 0, ["RISK-TRD-11?"]),
    ("peru china", {"forced_trade_stars": 2, "trades_per_turn": "one"}, 0, ["RISK-TRD-11"]),
    ("peru china", {"forced_trade_stars": 2, "trades_per_turn": "one"}, 1, []),
    ("peru china", {"forced_trade_stars": 2, "trades_per_turn": "unlimited"}, 1, ["RISK-TRD-11"]),
])  # fmt: skip
def test_refuses_to_skip_a_compulsory_trade(hand: str, options: dict[str, Any], made: int, due: list[str]) -> None:
    start = world("RUS K3", "place", hands={"K": hand}, options=options, pool=0, trades=made)
    assert against(start, e.StopAttacking("black")) == due


def test_cards_are_traded_and_shuffled() -> None:
    start = world("RUS K3", "place", hands={"K": "? ? ?"}, pool=3)
    move = e.TradeStars("black", ("?", "?"))
    assert against(start, e.TradeStars("black", ("?",))) == ["RISK-TRD-06?"]
    declared = DeclaredResults((e.StarsTraded("black", ("?", "?"), 3), e.Reinforced("black", stars=4)))
    draft = run(GAME.rules, start, move, SeededChance(1), strict=False, stated=declared)
    assert (draft.unchecked, draft.now.pool) == ("the cards that were traded are not known", 7)
    assert (draft.now.discards, draft.now.hands["black"]) == (("?", "?"), ("?",))
    assert draft.broken_rules[0].rule == "RISK-TRD-06"
    entries, _ = lines(world(step="tardis", deck=()), e.LandTardis("black"))
    assert effects(entries) == [e.StepReached("count")]
    start, draw = world("RUS K3", "draw", conquered=True, deck=(), discards=("peru",)), e.DrawTerritoryCard("black")
    draft = run(GAME.rules, start, draw, SeededChance(1), strict=False, stated=DeclaredResults(absent=(e.DeckRenewed,)))
    assert ([type(event) for event in chances(draft.entries)], draft.now.discards) == ([Drawn], ("peru",))
    start = world(
        "RUS K3", "draw", conquered=True, deck=("peru",), discards=("japan",), tardis="egypt", tardis_card="egypt"
    )
    entries, now = lines(start, e.DrawTerritoryCard("black"), fate=ScriptedChance())
    assert (now.hands["black"], now.deck, now.discards, len(chances(entries))) == (("peru",), (), ("japan",), 1)
    assert play(now, e.EndTurn("black")).deck == ("egypt",)


@pytest.mark.parametrize(("deck", "discards", "offered"), [("peru", "", 1), ("", "peru", 1), ("", "", 0)])
def test_offers_a_draw_if_there_is_a_card(deck: str, discards: str, offered: int) -> None:
    start = world("RUS K3", "draw", conquered=True, deck=tuple(deck.split()), discards=tuple(discards.split()))
    assert len(offers(start, "black", e.DrawTerritoryCard)) == offered
    assert offers(start.replace(conquered=False), "black", e.DrawTerritoryCard) == []
