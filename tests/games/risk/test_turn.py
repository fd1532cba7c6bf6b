"""A turn of Risk without its battles, the end of the game, and games of two with neutral armies."""

from typing import Any

import pytest
from risk_worlds import against, army, continent, finish, held, land_and_place, lines, offers, play, stood, world
from table_play import ScriptedChance, chances, effects

from events.events import Move, Passed, Rolled
from projections.games.risk import events as e
from projections.games.risk.components import world_map
from projections.games.risk.components.world_map import TERRITORIES, daleks_for_stars, daleks_for_territories
from projections.games.risk.game import GAME
from projections.games.risk.rules.ending import winners_by_count
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.rules.turns import next_seat, round_of
from projections.games.risk.state.position import World

STOP = (e.StopAttacking("black"), e.HoldPosition("black"))
CONQUEST = (e.Attack("black", "russia", "scandinavia", 3), e.RollDice("black", 3), e.MoveIn("black", 3))
WAY = "SCA K6, RUS K2, AFG K1, IND K1"
TO_INDIA = e.Manoeuvre("black", "scandinavia", "india", 5)
COUNT = e.CountDaleks("black")
VAMPIRES = e.ClaimMission("black", "vampires")
TWELVE = "alaska greenland alberta eastern-canada peru brazil argentina iceland egypt china india mongolia"
CHAIN = "scandinavia K6, russia K2, afghanistan K1, india K1"
FIVE = e.Manoeuvre("black", "scandinavia", "india", 5)
ELEVENTH = "the Eleventh Doctor"


@pytest.mark.parametrize(("start", "move", "rules"), [
    (world("NEU K4, SCA Y2", tardis="russia"), e.Attack("black", "northern-europe", "scandinavia", 3), []),
    (world(WAY, "manoeuvre", tardis="india"), TO_INDIA, ["RISK-TAR-05"]),
    (world(WAY, "manoeuvre", tardis="russia"), TO_INDIA, ["RISK-TAR-06"]),
    (world(WAY, "manoeuvre", tardis="russia", options={"tardis_blocks_path": False}), TO_INDIA, []),
])  # fmt: skip
def test_refuses_a_move_through_the_cease_fire(start: World, move: Move, rules: list[str]) -> None:
    assert against(start, move) == rules


def test_decks_are_renewed_from_the_discards() -> None:
    """RISK-16, RISK-TAR-01, RISK-TAR-02, RISK-TAR-09, RISK-TAR-10, RISK-TAR-11."""
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china", "peru", "japan"))
    landed = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3))
    drawn = play(play(landed, *CONQUEST, roll="6 5 4 / 1"), *STOP, e.DrawTerritoryCard("black"), e.EndTurn("black"))
    assert (drawn.hands["black"], drawn.deck, drawn.player) == (("peru",), ("japan", "china"), "yellow")
    idle = finish(landed)
    assert (idle.hands, idle.deck, idle.tardis_card) == ({}, ("peru", "japan", "china"), "")
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china",), discards=("peru", "japan"))
    now = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3))
    now = play(play(now, *CONQUEST, roll="6 5 4 / 1"), *STOP)
    entries, now = lines(now, e.DrawTerritoryCard("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    names = [type(entry.event).__name__ for entry in entries]
    assert names == ["DrawTerritoryCard", "DeckRenewed", "Shuffled", "Drawn"]
    assert e.DeckRenewed(2) in effects(entries)
    assert now.hands["black"] == ("japan",)
    now = play(now, e.EndTurn("black"))
    assert (now.deck, now.discards) == (("peru", "china"), ())
    start = world(step="tardis", deck=(), discards=("peru", "japan"))
    entries, now = lines(start, e.LandTardis("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    assert (now.tardis, now.deck, now.discards) == ("japan", ("peru",), ())
    assert entries[1].rule == "RISK-DRW-05"
    now = play(world(step="tardis", deck=()), e.LandTardis("black"))
    assert (now.tardis, now.step) == ("", "count")
    assert offers(world(step="draw", deck=(), conquered=True), "black", e.DrawTerritoryCard) == []
    nine = ("peru", "japan", "china", "india", "egypt", "ural", "russia", "brazil", "alaska")
    start = world(step="draw", conquered=True, deck=(), discards=nine, tardis="ontario", tardis_card="ontario",
                  options={"end_mode": "domination"})  # fmt: skip
    entries, now = lines(start, e.DrawTerritoryCard("black"))
    assert len(chances(entries)) == 2
    now = play(now, e.EndTurn("black"))
    assert (len(now.hands["black"]), len(now.deck), now.deck[-1], now.discards) == (1, 9, "ontario", ())


def test_the_tardis_lands_once_a_turn() -> None:
    entries, now = lines(world(step="tardis", deck=("china", "peru", "japan")), e.LandTardis("black"))
    assert effects(entries) == [e.TardisLanded("china", "china"), e.StepReached("count")]
    assert (now.tardis, now.tardis_card, now.deck) == ("china", "china", ("peru", "japan"))
    assert [entry.rule for entry in entries][2:] == ["RISK-TAR-02", "RISK-TRN-01"]
    start = world(step="tardis", deck=("china", "peru"))
    assert against(start, e.CountDaleks("black")) == ["RISK-TAR-01"]
    landed = play(start, e.LandTardis("black"))
    assert against(landed, e.LandTardis("black")) == ["RISK-TAR-01"]
    assert against(start, e.LandTardis("yellow")) == ["RISK-SET-03"]
    assert (offers(landed, "black", e.LandTardis), offers(start, "black", e.LeaveBattle)) == ([], [])
    now = world(step="tardis", hands={"K": "peru japan", "Y": "china"}, discards=("egypt",))
    for move in (e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3)):
        assert len(set(cards_of(now, "territory"))) == 42
        assert all(invariant.holds(now) for invariant in INVARIANTS)
        _, now = stood(now, move)
    now = play(world(step="draw", clara=10, conquered=True, deck=("egypt", "peru")), e.DrawTerritoryCard("black"))
    assert (now.hands["black"], now.clara, now.how) == (("egypt",), 10, "")


def test_the_cease_fire_lasts_one_turn_and_allows_placing() -> None:
    """RISK-14, RISK-TAR-08, RISK-148, RISK-VAR-04, RISK-TAR-07."""
    start = world("SCA K6, RUS K2, AFG K1, IND K1, NEU K1, SEU K1, MDE K1", "manoeuvre", tardis="russia")
    now = play(start, e.Manoeuvre("black", "scandinavia", "india", 5))
    assert (army(now, "SCA"), army(now, "IND"), army(now, "RUS")) == ("K1", "K6", "K2")
    start = world(f"{continent('australia')}, {held(7, but=['INO', 'NGU', 'WAU', 'EAU'])}", "count", tardis="indonesia")
    now = play(start, e.CountDaleks("black"))
    assert now.pool == 3 + 2
    assert army(play(now, e.Place("black", "indonesia", 5)), "INO") == "K8"
    start = world("NAF K5, EGY Y2", "tardis", deck=("egypt",), options={"end_mode": "domination"})
    now = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "north-africa", 3))
    assert against(now, e.Attack("black", "north-africa", "egypt", 2)) == ["RISK-TAR-04"]
    start = world("RUS Y4, SCA K2", "draw", tardis="scandinavia", tardis_card="scandinavia", deck=("china",))
    entries, now = lines(start, e.EndTurn("black"))
    assert effects(entries)[0] == e.CardReturned("scandinavia")
    now = play(now, e.LandTardis("yellow"), e.CountDaleks("yellow"), e.Place("yellow", "russia", 3))
    assert against(now, e.Attack("yellow", "russia", "scandinavia", 3)) == []


def counted(text: str, **more: Any) -> World:
    return play(world(text, "count", **more), COUNT)


@pytest.mark.parametrize(("name", "daleks"), [
    ("north-america", 8), ("south-america", 5), ("europe", 8), ("africa", 6), ("asia", 11), ("australia", 5),
])  # fmt: skip
def test_a_whole_continent_gives_daleks(name: str, daleks: int) -> None:
    entries, now = lines(world(continent(name), "count"), COUNT)
    paid = effects(entries)[0]
    assert isinstance(paid, e.Reinforced)
    assert (now.pool, paid.continents) == (daleks, ((name, world_map.CONTINENTS[name].bonus),))


def test_territories_stars_and_continents_are_counted() -> None:
    """RISK-TRD-04, RISK-TRD-09, RISK-CON-03, RISK-CON-04."""
    assert [3 + daleks_for_territories(number) for number in range(1, 42)] == [
        max(3, number // 3) for number in range(1, 42)
    ]
    assert [daleks_for_stars(number) for number in range(13)] == [0, 0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 30, 30]
    assert counted("INO K3, NGU K3, WAU K3, EAU Y1").pool == 3
    entries, now = lines(world(f"{continent('australia')}, {continent('south-america')}", "count"), COUNT)
    assert effects(entries)[0] == e.Reinforced("black", 3, 0, (("south-america", 2), ("australia", 2)))
    assert now.pool == 7


def test_missions_pay_once() -> None:
    """RISK-34, RISK-37, RISK-CMP-09, RISK-MIS-01 to RISK-MIS-06, RISK-MIS-09, RISK-MIS-10."""
    now = counted(f"SEU K3, {held(8, but=['SEU'])}", missions={"K": "vampires salamander"})
    entries, after = lines(now, VAMPIRES)
    assert effects(entries) == [e.MissionPaid("black", "vampires"), e.Reinforced("black", missions=2)]
    assert (now.pool, after.pool, after.missions["black"], after.spent) == (3, 5, ("salamander",), ("vampires",))
    assert against(counted("SEU K3", missions={"K": "?"}), VAMPIRES) == ["RISK-MIS-07?"]
    assert offers(counted("SEU K3", missions={"K": "vampires"}), "black", e.ClaimMission) == [VAMPIRES]
    start = world("SEU K3", "place", pool=3, missions={"K": "vampires"})
    assert against(start, VAMPIRES) == []
    assert against(start.replace(player="yellow"), VAMPIRES) == ["RISK-SET-03"]
    now = counted("SEU K3, WAU K3", missions={"K": "vampires salamander"})
    assert play(now, VAMPIRES, e.ClaimMission("black", "salamander")).pool == 3 + 2 + 2
    seven = held(7, but=["VEN", "PER", "BRA", "ARG", "INO", "NGU", "WAU", "EAU", "SEU"])
    text = f"{continent('south-america')}, {continent('australia')}, SEU K3, {seven}"
    now = counted(text, missions={"K": "vampires"}, hands={"K": "great-britain japan china"})
    now = play(now, VAMPIRES, e.TradeStars("black", ("great-britain", "japan", "china")))
    assert now.pool == 3 + 2 + 2 + 2 + 2 + 10


def test_all_new_daleks_are_placed_in_own_territories() -> None:
    """RISK-151, RISK-CMB-09, RISK-CMP-04."""
    now = counted(f"{held(12, but=['RUS', 'SCA'])}, SCA Y3")
    assert now.pool == 4
    first, second, third = now.lands_of("black")[:3]
    assert against(play(now, e.Place("black", first, 3)), e.StopAttacking("black")) == ["RISK-PLC-07"]
    done = play(now, e.Place("black", first, 2), e.Place("black", second, 1), e.Place("black", third, 1))
    assert (done.step, done.pool) == ("attack", 0)
    entries, _ = lines(counted("RUS K3"), e.Place("black", "russia", 3))
    assert effects(entries) == [e.DaleksPlaced("russia", 3), e.StepReached("attack")]
    assert offers(counted("RUS K3"), "black", e.Place) == [e.Place("black", "russia", 1), e.Place("black", "russia", 3)]
    assert army(play(counted(f"{continent('australia')}", daleks=500), e.Place("black", "indonesia", 5)), "INO") == "K8"


def test_missions_trades_and_cards_are_optional_in_any_order() -> None:
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


def test_star_trades_give_daleks() -> None:
    """RISK-44, RISK-TRD-03, RISK-TRD-06, RISK-TRD-07, RISK-TRD-10."""
    start = counted("RUS K3", hands={"K": "peru japan"})
    assert stars(start, "japan").pool == 3 + 2
    start = counted("RUS K3", hands={"K": "peru china japan egypt"})
    entries, now = lines(start, e.TradeStars("black", ("peru", "china", "japan")))
    assert effects(entries) == [e.StarsTraded("black", ("peru", "china", "japan"), 4), e.Reinforced("black", stars=7)]
    assert (now.pool, now.discards, now.hands["black"]) == (3 + 7, ("peru", "china", "japan"), ("egypt",))
    assert now.lands == start.lands
    cards, start = tuple(TWELVE.split()), counted("RUS K3", hands={"K": TWELVE})
    assert stars(start, *cards).pool == 3 + 30
    assert stars(stars(start, *cards[:10]), *cards[10:]).pool == 3 + 30 + 2
    assert stars(stars(start, *cards[:6]), *cards[6:]).pool == 3 + 13 + 13
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


def test_a_card_in_the_deck_cannot_be_in_a_hidden_hand() -> None:
    """RISK-DRW-04."""
    assert against(counted("RUS K3", hands={"K": "? ?"}), e.TradeStars("black", ("japan",))) == ["RISK-TRD-06"]


def test_a_turn_can_have_no_daleks_or_a_forced_trade() -> None:
    now = play(world("RUS K3", "count", cuts={"black": (9, False)}, hands={"K": "peru china"}), COUNT)
    assert (now.pool, now.step, now.cuts) == (0, "place", {})
    assert GAME.rules.implied_pass(now, "black") == e.StopAttacking("black")
    assert play(now, e.StopAttacking("black")).step == "manoeuvre"
    assert play(now, e.TradeStars("black", ("peru", "china"))).pool == 2
    assert GAME.rules.implied_pass(world(step="tardis"), "black") is None
    assert offers(now, "black", e.LandTardis) == []
    assert play(counted("RUS K3", hands={"K": f"{TWELVE} japan"}), e.Place("black", "russia", 3)).step == "attack"
    forced = counted("RUS K3", hands={"K": f"{TWELVE} japan"}, options={"forced_trade_stars": 10})
    now = play(forced, e.Place("black", "russia", 3))
    assert (now.step, now.pool) == ("place", 0)
    assert {type(move) for move in GAME.rules.legal(now, "black")} == {e.TradeStars}
    assert play(now, e.TradeStars("black", tuple(TWELVE.split()[:9])), e.Place("black", "russia", 25)).step == "attack"
    forced = counted("RUS K3", hands={"K": "? ? ? ? ? ?"}, options={"forced_trade_stars": 10})
    found, now = stood(forced, e.Place("black", "russia", 3), e.StopAttacking("black"))
    assert (found, now.step) == (["RISK-TRD-11?"], "manoeuvre")
    few = counted("RUS K3", hands={"K": "? ? ? ?"}, options={"forced_trade_stars": 10})
    assert play(few, e.Place("black", "russia", 3)).step == "attack"


def test_a_manoeuvre_follows_a_chain_of_own_territories() -> None:
    """RISK-100, RISK-MAN-05, RISK-101, RISK-MAN-06."""
    entries, now = lines(world(CHAIN, "manoeuvre"), FIVE)
    assert effects(entries) == [e.DaleksMoved("scandinavia", "india", 5), e.StepReached("draw")]
    assert [army(now, name) for name in ("SCA", "IND", "RUS", "AFG")] == ["K1", "K6", "K2", "K1"]
    start = world(CHAIN, "manoeuvre", options={"manoeuvre_reach": "adjacent"})
    assert against(start, FIVE) == ["RISK-MAN-03"]
    assert against(start, e.Manoeuvre("black", "scandinavia", "russia", 5)) == []
    now = play(world(CHAIN, "manoeuvre"), e.Manoeuvre("black", "scandinavia", "russia", 2))
    assert offers(now, "black", e.Manoeuvre) == []
    start = world(f"{CHAIN}, ural Y2")
    now = play(start, e.Attack("black", "russia", "ural", 1), e.RollDice("black", 1), roll="1 / 6 6")
    assert now.no_attack
    assert against(now, FIVE) == []
    assert against(world(CHAIN, "manoeuvre"), e.Manoeuvre("black", "russia", "russia", 1)) == ["RISK-MAN-02"]


def test_a_conquest_gives_one_card_or_none() -> None:
    """RISK-103, RISK-DRW-03."""
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"))
    now = play(start, e.DrawTerritoryCard("black"))
    assert (now.hands["black"], now.lands) == (("japan",), start.lands)
    assert list(GAME.rules.legal(now, "black")) == [e.EndTurn("black")]
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"), tardis_card="egypt", tardis="egypt")
    now = play(start, e.EndTurn("black"))
    assert (now.hands, now.deck) == ({}, ("japan", "china", "egypt"))
    start = world("peru K3", "draw")
    assert GAME.rules.implied_pass(start, "black") == e.EndTurn("black")
    assert GAME.rules.implied_pass(start.replace(step="manoeuvre"), "black") == e.HoldPosition("black")
    now = play(world("RUS K3, SCA Y3", "draw", conquered=True, deck=("japan", "peru", "china", "ural", "india")),
               e.DrawTerritoryCard("black"), e.EndTurn("black"))  # fmt: skip
    for _ in ("yellow", "orange"):
        now = finish(land_and_place(now))
    assert against(play(now, e.LandTardis("black"), e.CountDaleks("black")), e.TradeStars("black", ("japan",))) == []


def test_turns_follow_the_seats() -> None:
    now = world("RUS K3, SCA Y3", "tardis", turn=1, round=1, deck=tuple(TERRITORIES))
    order = []
    for _ in range(4):
        order.append((now.player, now.turn, now.round))
        now = finish(land_and_place(now))
    assert order == [("black", 1, 1), ("yellow", 2, 1), ("orange", 3, 1), ("black", 4, 2)]
    entries, _ = lines(world("RUS K3, SCA Y3", "draw"), e.EndTurn("black"))
    assert effects(entries) == [e.TurnBegan("yellow", 8, 3)]
    assert entries[-1].rule == "RISK-SET-03"
    now = play(world("RUS K3", "draw", defeated=("yellow",)), e.EndTurn("black"))
    assert now.player == "orange"
    assert against(now, e.LandTardis("yellow")) == ["RISK-ELI-05"]
    now = finish(land_and_place(now))
    assert (now.player, now.round) == ("black", 4)
    alone = world("RUS K3", "draw", defeated=("yellow", "orange"))
    assert (next_seat(alone, "black"), round_of(alone, "black")) == ("black", alone.round + 1)


HANDS = {
    "hands": {"O": "japan peru china"}, "missions": {"O": "vampires"}, "powers": {"O": "nitro-9 ambush", "K": "rust"},
}  # fmt: skip
LAST = "china K5, india O1, SEU K2, EGY K4, MDE Y2"


def conquered(**more: object) -> World:
    start = world(LAST, rest="Y", **{**HANDS, **more})  # type: ignore[arg-type]  # a world's own
    now = play(start, e.Attack("black", "china", "india", 3))
    if GAME.rules.status(now).step == "defence":
        now = play(now, Passed("orange"))
    return play(now, e.RollDice("black", 3), e.MoveIn("black", 3), roll="5 4 2 / 3")


def test_a_defeated_player_loses_all_cards() -> None:
    """RISK-110, RISK-ELI-04."""
    declared = play(world(LAST, rest="Y", hands={"O": "japan"}), e.Attack("black", "china", "india", 3))
    entries, _ = lines(declared, e.RollDice("black", 3), roll="5 4 2 / 3")
    assert effects(entries) == [
        e.DaleksLost("india", 1), e.TerritoryTaken("india", "black", 3), e.ArmyDefeated("orange"),
        e.CardsPassed("orange", "black", ("japan",), (), ()),
    ]  # fmt: skip
    assert [entry.rule for entry in entries][-2:] == ["RISK-ELI-01", "RISK-ELI-02"]
    now = conquered()
    assert now.defeated == ("orange",)
    assert set(now.hands["black"]) == {"japan", "peru", "china"}
    assert (now.missions["black"], set(now.powers["black"])) == (("vampires",), {"rust", "nitro-9", "ambush"})
    assert [now.hands["orange"], now.missions["orange"], now.powers["orange"]] == [(), (), ()]
    assert (finish(now).player, finish(land_and_place(finish(now))).player) == ("yellow", "black")
    assert len(conquered(powers={"O": "nitro-9 ambush", "K": "rust foundry console"}).powers["black"]) == 5
    now = conquered(spent=("salamander", "tribute"))
    assert now.spent == ("salamander", "tribute")
    assert "salamander" not in now.missions["black"]
    now = conquered()
    assert finish(now).player == "yellow"
    assert winners_by_count(now) == (("yellow",), "territories")


def test_conquered_cards_are_used_in_their_steps() -> None:
    """RISK-107, RISK-ELI-03."""
    now = conquered()
    assert against(now, e.TradeStars("black", ("japan", "peru"))) == ["RISK-TRD-02"]
    assert against(now, e.Attack("black", "egypt", "middle-east", 3, "nitro-9")) == []
    now = play(now.replace(step="count", deck=now.deck), e.CountDaleks("black"))
    assert play(now, e.TradeStars("black", ("japan", "peru", "china"))).pool == now.pool + 7
    now = play(conquered().replace(step="count"), e.CountDaleks("black"))
    assert play(now, e.ClaimMission("black", "vampires")).pool == now.pool + 2


def counts(*armies: tuple[str, int, int], whole: str = "") -> World:
    """A board by counts: army letter, territories, Daleks in all; `whole` is a continent of the first army."""
    names = [name for name in TERRITORIES if not whole or TERRITORIES[name].continent != whole]
    if whole:
        names = [name for name in TERRITORIES if TERRITORIES[name].continent == whole] + _mixed(names)
    else:
        names = _mixed(names)
    parts = []
    for letter, number, daleks in armies:
        mine, names = names[:number], names[number:]
        parts += [f"{name} {letter}{1 + (at < daleks - number)}" for at, name in enumerate(mine)]
    return world(", ".join(parts), "tardis", clara=10, deck=("egypt",))


def _mixed(names: list[str]) -> list[str]:
    """Names so ordered that no run of 15 holds a whole continent."""
    return [name for start in range(3) for name in names[start::3]]


def ended(now: World) -> e.GameEnded:
    event = lines(now, e.LandTardis("black"))[0][-1].event
    assert isinstance(event, e.GameEnded)
    return event


def test_the_eleventh_doctor_ends_the_game() -> None:
    """RISK-112, RISK-WIN-02, RISK-WIN-03, RISK-OBJ-01, RISK-REG-03."""
    lands = ", ".join(f"{name} {army}3" for name, army in zip(TERRITORIES, "K" * 15 + "Y" * 14 + "O" * 13, strict=True))
    start = world(lands, "tardis", player="yellow", clara=10, deck=("egypt",))
    assert [len(start.lands_of(seat)) for seat in start.seats] == [15, 14, 13]
    entries, now = lines(start, e.LandTardis("yellow"))
    assert effects(entries)[1:] == [e.ClaraAdvanced(11), e.GameEnded(("black",), "the Eleventh Doctor", "territories")]
    assert [entry.rule for entry in entries if isinstance(entry.event, e.ClaraAdvanced)] == ["RISK-REG-01"]
    assert GAME.rules.status(now).outcome is not None
    assert (now.pool, list(GAME.rules.legal(now, "yellow")), GAME.rules.status(now).awaited) == (0, [], ())
    tie = counts(("K", 15, 30), ("Y", 15, 29), ("O", 12, 20))
    assert ended(tie) == e.GameEnded(("black",), ELEVENTH, "Daleks")
    now = counts(("K", 15, 30), ("Y", 15, 30), ("O", 12, 24), whole="australia")
    fat = {name: type(now.lands[name])("orange", 5) for name in now.lands_of("orange")}
    now = now.replace(lands={**now.lands, **fat})
    assert (now.daleks_of("orange"), now.daleks_of("black")) == (60, 30)
    assert ended(now) == e.GameEnded(("black",), ELEVENTH, "continents")
    now = counts(("K", 15, 30), ("Y", 15, 30), ("O", 12, 20))
    shared = e.GameEnded(("black", "yellow"), ELEVENTH, "shared")
    assert ended(now) == shared
    for tied in (tie, now):
        assert ended(tied.replace(options=type(tied.options)(tie_break="shared"))) == shared


def test_the_whole_board_ends_the_game() -> None:
    start = world("kamchatka K5, japan Y1", rest="K", clara=3, defeated=("orange",))
    now = play(start, e.Attack("black", "kamchatka", "japan", 3))
    entries, now = lines(now, e.RollDice("black", 3), roll="6 5 1 / 2")
    assert effects(entries)[-3:] == [
        e.DaleksMoved("kamchatka", "japan", 3), e.BattleEnded("conquest"), e.GameEnded(("black",), "every territory"),
    ]  # fmt: skip
    assert (len(now.lands_of("black")), army(now, "JPN"), GAME.rules.status(now).awaited) == (42, "K3", ())
    start = world("kamchatka K5, japan Y1", rest="K", options={"end_mode": "domination"}, defeated=("orange",))
    now = play(start, e.Attack("black", "kamchatka", "japan", 3), e.RollDice("black", 3), roll="6 5 1 / 2")
    assert (now.winners, now.how) == (("black",), "every territory")


FOUR = "peru 13, brazil 13, egypt 13, japan 13, india 23, ural K3"
PILES = {"1": "japan peru great-britain", "2": "china india ural", "3": "egypt alaska alberta"}


def two(text: str, step: str = "attack", **more: object) -> World:
    return world(text, step, **{"seats": "KY", "rest": "Y", **more})  # type: ignore[arg-type]  # a world's own


def neutral(text: str = FOUR) -> World:
    """Black's turn begins: Yellow adds three Daleks."""
    return two(text, "neutral", neutral_pool=3)


def put(*amounts: tuple[str, int]) -> list[e.PlaceNeutral]:
    return [e.PlaceNeutral("yellow", name, daleks) for name, daleks in amounts]


@pytest.mark.parametrize(
    "amounts", [(("peru", 3),), (("peru", 2), ("brazil", 1)), (("peru", 1), ("brazil", 1), ("egypt", 1))]
)
def test_three_daleks_go_to_one_neutral_army(amounts: tuple[tuple[str, int], ...]) -> None:
    now = play(neutral(), *put(*amounts))
    assert (now.step, now.daleks_of("n1"), GAME.rules.status(now).awaited) == ("tardis", 15, ("black",))


def test_offers_and_refuses_placements_of_neutral_daleks() -> None:
    assert against(neutral(), e.PlaceNeutral("yellow", "peru", 4)) == ["RISK-TWO-12"]
    entries, now = lines(neutral(), e.PlaceNeutral("yellow", "peru", 3))
    assert effects(entries) == [e.DaleksAdded("peru", 3), e.StepReached("tardis")]
    assert [entry.rule for entry in entries][1:] == ["RISK-TWO-13", "RISK-TRN-01"]
    assert GAME.rules.implied_pass(neutral(), "yellow") is None
    assert {move.territory for move in offers(neutral(), "yellow", e.PlaceNeutral)} == {
        "peru", "brazil", "egypt", "japan", "india",
    }  # fmt: skip
    assert list(GAME.rules.legal(now, "black")) == [e.LandTardis("black")]
    now = play(neutral("peru 12, india 23, ural K3"), *put(("peru", 1)))
    assert offers(now, "yellow", e.PlaceNeutral) == [
        e.PlaceNeutral("yellow", "peru", 1), e.PlaceNeutral("yellow", "peru", 2),
    ]  # fmt: skip
    assert army(play(now, *put(("peru", 2))), "PER") == "15"


def test_defeated_neutral_armies_get_no_daleks() -> None:
    """RISK-128, RISK-TWO-15."""
    assert {move.territory for move in offers(neutral("india 23, ural K3"), "yellow", e.PlaceNeutral)} == {"india"}
    now = play(two("ural K3", "draw", defeated=("n1", "n2", "n3")), e.EndTurn("black"))
    assert (now.player, now.step) == ("yellow", "tardis")
    entries, now = lines(two("ural K3, india 23", "draw"), e.EndTurn("black"))
    assert effects(entries) == [e.TurnBegan("yellow", 8, 3), e.StepReached("neutral")]
    assert entries[-1].rule == "RISK-TWO-12"
    assert GAME.rules.status(now).awaited == ("black",)


def _defeated() -> World:
    now = two("peru 11, brazil K4, india 23, ural K3", hands=PILES, deck=("ontario", "iceland"))
    now = play(now, e.Attack("black", "brazil", "peru", 3), e.RollDice("black", 3), roll="6 4 4 / 5")
    return play(now, e.MoveIn("black", 3))


def test_a_neutral_army_is_defeated() -> None:
    """RISK-130, RISK-TWO-17, RISK-TWO-20, RISK-149, RISK-TWO-18, RISK-REG-02."""
    declared = play(two("peru 11, brazil K4, india 23", hands=PILES), e.Attack("black", "brazil", "peru", 3))
    assert GAME.rules.status(declared).step == "roll", "no window against a neutral army (RISK-TWO-19)"
    entries, _ = lines(declared, e.RollDice("black", 3), roll="6 4 4 / 5")
    assert effects(entries)[-2:] == [
        e.ArmyDefeated("n1"), e.CardsPassed("n1", "black", ("japan", "peru", "great-britain")),
    ]  # fmt: skip
    assert {entry.rule for entry in entries[-2:]} == {"RISK-TWO-16"}
    now = _defeated()
    assert (now.hands["black"], now.hands["n1"], now.defeated) == (("japan", "peru", "great-britain"), (), ("n1",))
    now = _defeated()
    pile = e.TradeStars("black", ("japan", "peru", "great-britain"))
    assert against(now, pile) == ["RISK-TRD-02"]
    now = play(now.replace(step="draw"), e.DrawTerritoryCard("black"))
    assert now.hands["black"][-1] == "ontario"
    now = play(now.replace(step="count"), e.CountDaleks("black"))
    assert play(now, pile).pool == now.pool + 10
    before = two("peru 11, brazil K4, india 23", hands=PILES, clara=10)
    now = play(before, e.Attack("black", "brazil", "peru", 3), e.RollDice("black", 3), roll="6 4 4 / 5")
    assert any(now.cards.territory[card].clara for card in PILES["3"].split())
    assert (now.clara, now.how) == (10, "")


def test_the_opponent_rolls_for_a_neutral_army() -> None:
    declared = play(two("peru 13, brazil K4"), e.Attack("black", "brazil", "peru", 3))
    entries, _ = lines(declared, e.RollDice("black", 3), roll="6 4 4 / 5 5")
    assert [event.die for event in chances(entries) if isinstance(event, Rolled)] == ["A1 A2 A3", "D1 D2"]
    chosen = two("peru 13, brazil K4", options={"defence_dice": "chosen"})
    assert GAME.rules.status(play(chosen, e.Attack("black", "brazil", "peru", 3))).awaited == ("black",)
    start = two("peru 13, brazil K4", powers={"K": "nitro-9 genesis-ark"})
    assert against(start, e.Attack("black", "brazil", "peru", 3, "nitro-9")) == []
    assert against(start, e.Attack("black", "brazil", "peru", 3, "genesis-ark")) == ["RISK-POW-12"]
    either = two("peru 13, brazil K4", powers={"K": "genesis-ark"}, options={"neutrals_are_opponents": True})
    assert against(either, e.Attack("black", "brazil", "peru", 3, "genesis-ark")) == []


@pytest.mark.parametrize("mode", ["domination", "regeneration"])
def test_the_defeat_of_the_other_player_wins(mode: str) -> None:
    start = two("ural K5, siberia Y1, india 23", rest="2", options={"end_mode": mode}, powers={"Y": "rust"})
    now = play(start, e.Attack("black", "ural", "siberia", 3))
    now = play(now, GAME.rules.implied_pass(now, "yellow"), e.RollDice("black", 3), roll="6 6 6 / 1")
    assert (now.winners, now.how) == (("black",), "the other player eliminated")
    assert (army(now, "SIB"), now.powers["black"]) == ("K3", ("rust",))


def test_two_player_games_end_without_counting_neutral_armies() -> None:
    """RISK-136, RISK-WIN-04, RISK-TWO-04, RISK-TWO-02."""
    lands = ", ".join([f"{name} K3" for name in [*TERRITORIES][:10]] + [f"{name} Y3" for name in [*TERRITORIES][10:19]])
    entries, now = lines(two(lands, "tardis", rest="1", clara=10, deck=("egypt",)), e.LandTardis("black"))
    assert effects(entries)[-2:] == [e.ClaraAdvanced(11), e.GameEnded(("black",), "the Eleventh Doctor", "territories")]
    assert len(now.lands_of("n1")) == 23
    now = play(neutral().replace(clara=10, deck=("egypt",)), *put(("peru", 3)), e.LandTardis("black"))
    assert (now.how, army(now, "PER")) == ("the Eleventh Doctor", "16")
    now = play(neutral(), *put(("peru", 3)))
    now = finish(play(now, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "ural", 3)))
    assert (now.player, now.turn, GAME.rules.status(now).awaited) == ("yellow", 8, ("black",))
