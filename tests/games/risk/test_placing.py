"""Risk, step 3 of a turn: territories, continents, missions, stars; then the Daleks are placed."""

from typing import Any

import pytest
from risk_worlds import against, army, continent, finish, held, land_and_place, lines, offers, play, stood, world
from table_play import effects

from events.errors import UnplayableError
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import (
    CONTINENTS,
    TERRITORIES,
    daleks_for_stars,
    daleks_for_territories,
)
from projections.games.risk.game import GAME
from projections.games.risk.state.position import Land, World

COUNT = e.CountDaleks("black")


def counted(text: str, **more: Any) -> World:
    return play(world(text, "count", **more), COUNT)


@pytest.mark.parametrize(("number", "daleks"), [(1, 3), (11, 3), (12, 4), (14, 4), (15, 5), (17, 5), (18, 6), (21, 7)])
def test_daleks_for_territories(number: int, daleks: int) -> None:
    assert counted(held(number)).pool == daleks


def test_the_charts_of_territories_and_stars() -> None:
    """RISK-TRD-04, RISK-TRD-09."""
    assert [3 + daleks_for_territories(number) for number in range(1, 42)] == [
        max(3, number // 3) for number in range(1, 42)
    ]
    assert [daleks_for_stars(number) for number in range(13)] == [0, 0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 30, 30]


@pytest.mark.parametrize(("name", "daleks"), [
    ("north-america", 8), ("south-america", 5), ("europe", 8), ("africa", 6), ("asia", 11), ("australia", 5),
])  # fmt: skip
def test_daleks_for_a_continent(name: str, daleks: int) -> None:
    entries, now = lines(world(continent(name), "count"), COUNT)
    paid = effects(entries)[0]
    assert isinstance(paid, e.Reinforced)
    assert (now.pool, paid.continents) == (daleks, ((name, CONTINENTS[name].bonus),))


def test_only_whole_continents_count_and_add_up() -> None:
    """RISK-CON-03, RISK-CON-04."""
    assert counted("INO K3, NGU K3, WAU K3, EAU Y1").pool == 3
    entries, now = lines(world(f"{continent('australia')}, {continent('south-america')}", "count"), COUNT)
    assert effects(entries)[0] == e.Reinforced("black", 3, 0, (("south-america", 2), ("australia", 2)))
    assert now.pool == 7


def test_conquered_continents_pay_in_the_next_turn() -> None:
    """RISK-31, RISK-CON-05."""
    now = _took_australia()
    assert now.pool == 0, "the conquest adds nothing in this turn"
    for _ in ("yellow", "orange"):
        now = finish(land_and_place(now))
    assert play(now, e.LandTardis("black"), COUNT).pool == 3 + 2
    now = land_and_place(_took_australia())
    now = now.replace(
        lands={**now.lands, "western-australia": Land("black", 1), "eastern-australia": Land("yellow", 9)}
    )
    now = play(now, e.Attack("yellow", "eastern-australia", "western-australia", 3))
    now = finish(play(now, e.RollDice("yellow", 3), e.MoveIn("yellow", 3), roll="6 5 4 / 1"))
    now = finish(land_and_place(now))
    assert play(now, e.LandTardis("black"), COUNT).pool == 3


def _took_australia() -> World:
    """Yellow's turn, after Black conquered the last of Australia."""
    now = counted("INO K3, NGU K3, WAU K3, EAU Y1, EGY Y3", deck=("china", "peru", "ural"))
    now = play(now, e.Place("black", "new-guinea", 3), e.Attack("black", "new-guinea", "eastern-australia", 3))
    return finish(play(now, e.RollDice("black", 3), e.MoveIn("black", 3), roll="6 5 4 / 1"))


VAMPIRES = e.ClaimMission("black", "vampires")


def test_a_mission_pays_once() -> None:
    """RISK-34, RISK-MIS-01, RISK-MIS-03, RISK-MIS-05, RISK-MIS-10, RISK-37, RISK-MIS-06."""
    now = counted(f"SEU K3, {held(8, but=['SEU'])}", missions={"K": "vampires salamander"})
    entries, after = lines(now, VAMPIRES)
    assert effects(entries) == [e.MissionPaid("black", "vampires"), e.Reinforced("black", missions=2)]
    assert (now.pool, after.pool, after.missions["black"], after.spent) == (3, 5, ("salamander",), ("vampires",))
    now = play(counted("SEU K3", missions={"K": "vampires salamander"}), VAMPIRES)
    assert against(now, VAMPIRES) == ["RISK-MIS-08"]


def test_refuses_a_mission() -> None:
    """RISK-MIS-04, RISK-CMP-09."""
    assert against(counted("SEU Y3", missions={"K": "vampires"}), VAMPIRES) == ["RISK-MIS-06"]
    assert against(counted("SEU K3", missions={"K": "salamander"}), VAMPIRES) == ["RISK-MIS-07"]
    assert against(counted("SEU K3", missions={"K": "?"}), VAMPIRES) == ["RISK-MIS-07?"]
    assert offers(counted("SEU K3", missions={"K": "vampires"}), "black", e.ClaimMission) == [VAMPIRES]
    with pytest.raises(UnplayableError):
        stood(counted("SEU K3", missions={"K": "vampires"}), e.ClaimMission("black", "zygons"))
    start = world("SEU K3", "attack", missions={"K": "vampires"})
    assert against(start, VAMPIRES) == ["RISK-MIS-05"]
    assert against(start.replace(step="place", pool=3), VAMPIRES) == []
    assert against(start.replace(step="place", pool=3, player="yellow"), VAMPIRES) == ["RISK-SET-03"]


def test_several_missions_and_all_sources_add_up() -> None:
    """RISK-MIS-09, RISK-MIS-02."""
    now = counted("SEU K3, WAU K3", missions={"K": "vampires salamander"})
    assert play(now, VAMPIRES, e.ClaimMission("black", "salamander")).pool == 3 + 2 + 2
    seven = held(7, but=["VEN", "PER", "BRA", "ARG", "INO", "NGU", "WAU", "EAU", "SEU"])
    text = f"{continent('south-america')}, {continent('australia')}, SEU K3, {seven}"
    now = counted(text, missions={"K": "vampires"}, hands={"K": "great-britain japan china"})
    now = play(now, VAMPIRES, e.TradeStars("black", ("great-britain", "japan", "china")))
    assert now.pool == 3 + 2 + 2 + 2 + 2 + 10


def test_where_and_how_many_daleks_can_be_placed() -> None:
    """RISK-151, RISK-CMB-09, RISK-CMP-04."""
    now = counted(f"{held(12, but=['RUS', 'SCA'])}, SCA Y3")
    assert now.pool == 4
    assert against(now, e.Place("black", "scandinavia", 4)) == ["RISK-PLC-06"]
    first, second, third = now.lands_of("black")[:3]
    some = play(now, e.Place("black", first, 3))
    assert against(some, e.StopAttacking("black")) == ["RISK-PLC-07"]
    done = play(now, e.Place("black", first, 2), e.Place("black", second, 1), e.Place("black", third, 1))
    assert (done.step, done.pool) == ("attack", 0)
    assert against(now, e.Place("black", first, 5)) == ["RISK-PLC-02"]
    entries, _ = lines(counted("RUS K3"), e.Place("black", "russia", 3))
    assert effects(entries) == [e.DaleksPlaced("russia", 3), e.StepReached("attack")]
    assert offers(counted("RUS K3"), "black", e.Place) == [e.Place("black", "russia", 1), e.Place("black", "russia", 3)]
    now = counted(f"{continent('australia')}", daleks=500)
    assert army(play(now, e.Place("black", "indonesia", 5)), "INO") == "K8"


def test_claims_trades_and_cards_in_any_order_or_not_at_all() -> None:
    """RISK-143, RISK-MIS-02, RISK-TRD-05, RISK-POW-03."""
    twelve = held(12, but=["SEU"])
    now = counted(f"{twelve.rpartition(', ')[0]}, SEU K3", missions={"K": "vampires"}, hands={"K": "japan"})
    assert now.pool == 4
    first = now.lands_of("black")[0]
    for moves in (
        (e.TradeStars("black", ("japan",)), e.Place("black", first, 1), VAMPIRES, e.Place("black", first, 1)),
        (e.Place("black", first, 3), VAMPIRES, e.TradeStars("black", ("japan",)), e.Place("black", first, 1)),
    ):
        after = play(now, *moves)
        assert after.pool + sum(land.daleks for land in after.lands.values()) == 42 * 3 + 4 + 2 + 2
        assert against(after, COUNT) == ["RISK-PLC-05"]
    now = counted("SEU K3", missions={"K": "vampires"}, hands={"K": "japan peru"}, powers={"K": "nitro-9 foundry rust"})
    now = play(now, e.Place("black", "southern-europe", 3), e.StopAttacking("black"), e.HoldPosition("black"))
    now = play(now, e.EndTurn("black"))
    assert (now.missions["black"], now.hands["black"], len(now.powers["black"])) == (
        ("vampires",), ("japan", "peru"), 3,
    )  # fmt: skip


def stars(start: World, *cards: str) -> World:
    return play(start, e.TradeStars("black", cards))


def test_trades_of_stars() -> None:
    """RISK-44, RISK-TRD-03, RISK-TRD-06, RISK-TRD-07, RISK-TRD-10."""
    start = counted("RUS K3", hands={"K": "peru japan"})
    assert against(start, e.TradeStars("black", ("peru",))) == ["RISK-TRD-04"]
    assert stars(start, "japan").pool == 3 + 2
    start = counted("RUS K3", hands={"K": "peru china japan egypt"})
    entries, now = lines(start, e.TradeStars("black", ("peru", "china", "japan")))
    assert effects(entries) == [
        e.StarsTraded("black", ("peru", "china", "japan"), 4), e.Reinforced("black", stars=7),
    ]  # fmt: skip
    assert (now.pool, now.discards, now.hands["black"]) == (3 + 7, ("peru", "china", "japan"), ("egypt",))
    assert now.lands == start.lands
    cards, start = tuple(TWELVE.split()), counted("RUS K3", hands={"K": TWELVE})
    assert stars(start, *cards).pool == 3 + 30
    assert stars(stars(start, *cards[:10]), *cards[10:]).pool == 3 + 30 + 2
    assert stars(stars(start, *cards[:6]), *cards[6:]).pool == 3 + 13 + 13
    once = counted("RUS K3", hands={"K": TWELVE}, options={"trades_per_turn": "one"})
    assert against(stars(once, *cards[:10]), e.TradeStars("black", cards[10:])) == ["RISK-TRD-08"]
    start = counted("RUS K3", hands={"K": " ".join(TERRITORIES)}, deck=(), options={"trades_per_turn": "one"})
    assert len(offers(start, "black", e.TradeStars)) == 256
    assert offers(start.replace(trades=1), "black", e.TradeStars) == []
    assert offers(counted("RUS K3", hands={"K": "peru"}), "black", e.TradeStars) == []


@pytest.mark.parametrize("step", ["attack", "manoeuvre", "draw"])
def test_refuses_a_trade_outside_the_third_step(step: str) -> None:
    move = e.TradeStars("black", ("peru", "china"))
    assert against(world("RUS K3", step, hands={"K": "peru china"}), move) == ["RISK-TRD-02"]
    theirs = world("RUS K3", "place", hands={"K": "peru china"}, player="yellow", pool=3)
    assert against(theirs, move) == ["RISK-SET-03"]


TWELVE = "alaska greenland alberta eastern-canada peru brazil argentina iceland egypt china india mongolia"


def test_a_large_hand_must_be_traded_if_the_table_wants_it() -> None:
    start = counted("RUS K3", hands={"K": f"{TWELVE} japan"})
    assert play(start, e.Place("black", "russia", 3)).step == "attack"
    forced = counted("RUS K3", hands={"K": f"{TWELVE} japan"}, options={"forced_trade_stars": 10})
    now = play(forced, e.Place("black", "russia", 3))
    assert (now.step, now.pool) == ("place", 0)
    assert against(now, e.StopAttacking("black")) == ["RISK-TRD-11"]
    assert {type(move) for move in GAME.rules.legal(now, "black")} == {e.TradeStars}
    now = play(now, e.TradeStars("black", tuple(TWELVE.split()[:9])), e.Place("black", "russia", 25))
    assert now.step == "attack"
    forced = counted("RUS K3", hands={"K": "? ? ? ? ? ?"}, options={"forced_trade_stars": 10})
    found, now = stood(forced, e.Place("black", "russia", 3), e.StopAttacking("black"))
    assert (found, now.step) == (["RISK-TRD-11?"], "manoeuvre")
    few = counted("RUS K3", hands={"K": "? ? ? ?"}, options={"forced_trade_stars": 10})
    assert play(few, e.Place("black", "russia", 3)).step == "attack"


def test_refuses_a_trade_of_other_cards() -> None:
    """RISK-DRW-04."""
    start = counted("RUS K3", hands={"K": "peru china", "Y": "japan egypt"})
    assert against(start, e.TradeStars("black", ("japan",))) == ["RISK-TRD-06"]
    assert against(counted("RUS K3", hands={"K": "? ?"}), e.TradeStars("black", ("japan",))) == ["RISK-TRD-06"]
    unseen = counted("RUS K3", hands={"K": "? ?"}, deck=("?",) * 40)
    assert against(unseen, e.TradeStars("black", ("japan",))) == ["RISK-TRD-06?"]
    assert against(start, e.TradeStars("black", ("peru", "china", "japan"))) == ["RISK-TRD-06"]
    for cards in (("peru", "peru"), ("atlantis",), ()):
        with pytest.raises(UnplayableError):
            stood(start, e.TradeStars("black", cards))


def test_a_turn_without_new_daleks() -> None:
    start = world("RUS K3", "count", cuts={"black": (9, False)}, hands={"K": "peru china"})
    now = play(start, COUNT)
    assert (now.pool, now.step, now.cuts) == (0, "place", {})
    assert GAME.rules.silence(now, "black") == e.StopAttacking("black")
    assert play(now, e.StopAttacking("black")).step == "manoeuvre"
    assert play(now, e.TradeStars("black", ("peru", "china"))).pool == 2
    assert GAME.rules.silence(world(step="tardis"), "black") is None
    assert offers(now, "black", e.LandTardis) == []
