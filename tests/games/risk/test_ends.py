"""Risk, steps 5 and 6 of a turn, elimination, and the end of the game."""

import pytest
from risk_worlds import against, army, continent, finish, land_and_place, lines, offers, play, world
from table_play import effects

from events.facts import Passed
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.rules.ending import winners_by_count
from projections.games.risk.state.position import World

CHAIN = "scandinavia K6, russia K2, afghanistan K1, india K1"
FIVE = e.Manoeuvre("black", "scandinavia", "india", 5)


def test_a_manoeuvre_follows_a_chain_of_own_territories() -> None:
    entries, now = lines(world(CHAIN, "manoeuvre"), FIVE)
    assert effects(entries) == [e.DaleksMoved("scandinavia", "india", 5), e.StepReached("draw")]
    assert [army(now, name) for name in ("SCA", "IND", "RUS", "AFG")] == ["K1", "K6", "K2", "K1"]
    start = world("scandinavia K6, russia K2, afghanistan O1, india K1", "manoeuvre")
    assert against(start, FIVE) == ["RISK-MAN-03"]
    start = world(CHAIN, "manoeuvre", options={"manoeuvre_reach": "adjacent"})
    assert against(start, FIVE) == ["RISK-MAN-03"]
    assert against(start, e.Manoeuvre("black", "scandinavia", "russia", 5)) == []


def test_one_manoeuvre_a_turn_even_after_a_lost_attack() -> None:
    """RISK-100, RISK-MAN-05, RISK-101, RISK-MAN-06."""
    start = world(CHAIN, "manoeuvre")
    now = play(start, e.Manoeuvre("black", "scandinavia", "russia", 2))
    assert against(now, e.Manoeuvre("black", "scandinavia", "india", 3)) == ["RISK-MAN-01"]
    assert offers(now, "black", e.Manoeuvre) == []
    assert against(world(CHAIN, "manoeuvre"), FIVE) == []
    start = world(f"{CHAIN}, ural Y2")
    now = play(start, e.Attack("black", "russia", "ural", 1), e.RollDice("black", 1), roll="1 / 6 6")
    assert now.no_attack
    assert against(now, FIVE) == []


def test_refuses_a_manoeuvre() -> None:
    start = world(f"{CHAIN}, iceland Y2", "manoeuvre")
    assert against(start, e.Manoeuvre("black", "scandinavia", "india", 6)) == ["RISK-MAN-04"]
    assert against(start, e.Manoeuvre("black", "russia", "iceland", 1)) == ["RISK-MAN-02"]
    assert against(start, e.Manoeuvre("black", "russia", "russia", 1)) == ["RISK-MAN-02"]
    assert against(world("RUS K4, SCA Y2", "manoeuvre"), e.Manoeuvre("black", "russia", "scandinavia", 2)) == [
        "RISK-MAN-02"
    ]


def test_a_conquest_gives_one_card_or_none() -> None:
    """RISK-103, RISK-DRW-03."""
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"))
    now = play(start, e.DrawTerritoryCard("black"))
    assert (now.hands["black"], now.lands) == (("japan",), start.lands)
    assert against(now, e.DrawTerritoryCard("black")) == ["RISK-DRW-02"]
    assert list(GAME.rules.legal(now, "black")) == [e.EndTurn("black")]
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"), tardis_card="egypt", tardis="egypt")
    now = play(start, e.EndTurn("black"))
    assert (now.hands, now.deck) == ({}, ("japan", "china", "egypt"))
    start = world("peru K3", "draw")
    assert against(start, e.DrawTerritoryCard("black")) == ["RISK-DRW-01"]
    assert GAME.rules.silence(start, "black") == e.EndTurn("black")
    assert GAME.rules.silence(start.replace(step="manoeuvre"), "black") == e.HoldPosition("black")


def test_a_drawn_card_can_be_traded_in_the_next_turn() -> None:
    now = play(world("RUS K3, SCA Y3", "draw", conquered=True, deck=("japan", "peru", "china", "ural", "india")),
               e.DrawTerritoryCard("black"))  # fmt: skip
    assert against(now, e.TradeStars("black", ("japan",))) == ["RISK-TRD-02"]
    now = play(now, e.EndTurn("black"))
    for _ in ("yellow", "orange"):
        now = finish(land_and_place(now))
    now = play(now, e.LandTardis("black"), e.CountDaleks("black"))
    assert against(now, e.TradeStars("black", ("japan",))) == []


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


def test_defeated_seats_are_skipped() -> None:
    now = play(world("RUS K3", "draw", defeated=("yellow",)), e.EndTurn("black"))
    assert now.player == "orange"
    assert against(now, e.LandTardis("yellow")) == ["RISK-ELI-05"]
    now = finish(land_and_place(now))
    assert (now.player, now.round) == ("black", 4)


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
    start = world(LAST, rest="Y", hands={"O": "japan"})
    declared = play(start, e.Attack("black", "china", "india", 3))
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
    assert finish(now).player == "yellow"
    assert finish(land_and_place(finish(now))).player == "black"
    now = conquered(powers={"O": "nitro-9 ambush", "K": "rust foundry console"})
    assert len(now.powers["black"]) == 5
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


ELEVENTH = "the Eleventh Doctor"


def ended(now: World) -> e.GameEnded:
    fact = lines(now, e.LandTardis("black"))[0][-1].fact
    assert isinstance(fact, e.GameEnded)
    return fact


def test_ties_are_broken_by_daleks_then_continents_or_shared() -> None:
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
    start = world("kamchatka K5, japan Y1", rest="K", tardis="japan")
    assert against(start, e.Attack("black", "kamchatka", "japan", 3)) == ["RISK-TAR-04"]
    start = world("kamchatka K5, japan Y1", rest="K", options={"end_mode": "domination"}, defeated=("orange",))
    now = play(start, e.Attack("black", "kamchatka", "japan", 3), e.RollDice("black", 3), roll="6 5 1 / 2")
    assert (now.winners, now.how) == (("black",), "every territory")


@pytest.mark.parametrize(("turn", "over"), [(19, False), (20, True)])
def test_a_turn_cap_ends_the_game(turn: int, *, over: bool) -> None:
    start = world(continent("asia"), "draw", rest="Y", turn=turn, options={"turn_cap": 20}, defeated=("orange",))
    now = play(start, e.EndTurn("black"))
    assert bool(now.how) is over
    assert now.winners == (("yellow",) if over else ())
