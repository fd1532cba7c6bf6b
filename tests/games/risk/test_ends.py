"""Risk, steps 5 and 6 of a turn, elimination, and the end of the game."""

import pytest
from risk_worlds import against, army, continent, effects, finish, land_and_place, lines, offers, play, world

from events.facts import Passed
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.facts import (
    ArmyDefeated,
    Attack,
    BattleEnded,
    CardsPassed,
    ClaimMission,
    CountDaleks,
    DaleksLost,
    DaleksMoved,
    DrawTerritoryCard,
    EndTurn,
    GameEnded,
    HoldPosition,
    LandTardis,
    Manoeuvre,
    MoveIn,
    RollDice,
    StepReached,
    TerritoryTaken,
    TradeStars,
    TurnBegan,
)
from projections.games.risk.game import GAME
from projections.games.risk.rules.ending import winners_by_count
from projections.games.risk.state.position import World

CHAIN = "scandinavia K6, russia K2, afghanistan K1, india K1"
FIVE = Manoeuvre("black", "scandinavia", "india", 5)


def test_the_printed_manoeuvre() -> None:
    entries, now = lines(world(CHAIN, "manoeuvre"), FIVE)
    assert effects(entries) == [DaleksMoved("scandinavia", "india", 5), StepReached("draw")]
    assert [army(now, name) for name in ("SCA", "IND", "RUS", "AFG")] == ["K1", "K6", "K2", "K1"]


def test_a_broken_chain() -> None:
    start = world("scandinavia K6, russia K2, afghanistan O1, india K1", "manoeuvre")
    assert against(start, FIVE) == ["RISK-MAN-03"]


def test_one_step_only() -> None:
    start = world(CHAIN, "manoeuvre", options={"manoeuvre_reach": "adjacent"})
    assert against(start, FIVE) == ["RISK-MAN-03"]
    assert against(start, Manoeuvre("black", "scandinavia", "russia", 5)) == []


def test_one_origin_and_one_destination() -> None:
    """RISK-100, RISK-MAN-01, RISK-MAN-05."""
    start = world(CHAIN, "manoeuvre")
    now = play(start, Manoeuvre("black", "scandinavia", "russia", 2))
    assert against(now, Manoeuvre("black", "scandinavia", "india", 3)) == ["RISK-MAN-01"]
    assert offers(now, "black", Manoeuvre) == []


def test_a_manoeuvre_whatever_was_fought() -> None:
    """RISK-101, RISK-MAN-06."""
    assert against(world(CHAIN, "manoeuvre"), FIVE) == []
    start = world(f"{CHAIN}, ural Y2")
    now = play(start, Attack("black", "russia", "ural", 1), RollDice("black", 1), roll="1 / 6 6")
    assert now.no_attack
    assert against(now, FIVE) == []


def test_how_many_manoeuvre() -> None:
    start = world(f"{CHAIN}, iceland Y2", "manoeuvre")
    assert against(start, Manoeuvre("black", "scandinavia", "india", 6)) == ["RISK-MAN-04"]
    assert against(start, Manoeuvre("black", "russia", "iceland", 1)) == ["RISK-MAN-02"]
    assert against(start, Manoeuvre("black", "russia", "russia", 1)) == ["RISK-MAN-02"]
    assert against(world("RUS K4, SCA Y2", "manoeuvre"), Manoeuvre("black", "russia", "scandinavia", 2)) == [
        "RISK-MAN-02"
    ]


def test_a_card_for_a_conquest() -> None:
    """RISK-103, RISK-DRW-01, RISK-DRW-03."""
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"))
    now = play(start, DrawTerritoryCard("black"))
    assert (now.hands["black"], now.lands) == (("japan",), start.lands)
    assert against(now, DrawTerritoryCard("black")) == ["RISK-DRW-02"]
    assert list(GAME.rules.legal(now, "black")) == [EndTurn("black")]


def test_a_card_may_be_declined() -> None:
    start = world("peru K3", "draw", conquered=True, deck=("japan", "china"), tardis_card="egypt", tardis="egypt")
    now = play(start, EndTurn("black"))
    assert (now.hands, now.deck) == ({}, ("japan", "china", "egypt"))


def test_no_conquest_no_card() -> None:
    start = world("peru K3", "draw")
    assert against(start, DrawTerritoryCard("black")) == ["RISK-DRW-01"]
    assert GAME.rules.silence(start, "black") == EndTurn("black")
    assert GAME.rules.silence(start.replace(step="manoeuvre"), "black") == HoldPosition("black")


def test_a_drawn_card_waits_for_the_next_turn() -> None:
    now = play(world("RUS K3, SCA Y3", "draw", conquered=True, deck=("japan", "peru", "china", "ural", "india")),
               DrawTerritoryCard("black"))  # fmt: skip
    assert against(now, TradeStars("black", ("japan",))) == ["RISK-TRD-02"]
    now = play(now, EndTurn("black"))
    for _ in ("yellow", "orange"):
        now = finish(land_and_place(now))
    now = play(now, LandTardis("black"), CountDaleks("black"))
    assert against(now, TradeStars("black", ("japan",))) == []


def test_turns_go_round() -> None:
    now = world("RUS K3, SCA Y3", "tardis", turn=1, round=1, deck=tuple(TERRITORIES))
    order = []
    for _ in range(4):
        order.append((now.player, now.turn, now.round))
        now = finish(land_and_place(now))
    assert order == [("black", 1, 1), ("yellow", 2, 1), ("orange", 3, 1), ("black", 4, 2)]


def test_the_lines_of_an_ended_turn() -> None:
    entries, _ = lines(world("RUS K3, SCA Y3", "draw"), EndTurn("black"))
    assert effects(entries) == [TurnBegan("yellow", 8, 3)]
    assert entries[-1].rule == "RISK-SET-03"


def _skipping(text: str) -> World:
    return world(text, "draw", defeated=("yellow",))


def test_the_defeated_are_skipped() -> None:
    now = play(_skipping("RUS K3"), EndTurn("black"))
    assert now.player == "orange"
    assert against(now, LandTardis("yellow")) == ["RISK-ELI-05"]
    now = finish(land_and_place(now))
    assert (now.player, now.round) == ("black", 4)


# Elimination

HANDS = {
    "hands": {"O": "japan peru china"}, "missions": {"O": "vampires"}, "powers": {"O": "nitro-9 ambush", "K": "rust"},
}  # fmt: skip
LAST = "china K5, india O1, SEU K2, EGY K4, MDE Y2"


def conquered(**more: object) -> World:
    start = world(LAST, rest="Y", **{**HANDS, **more})  # type: ignore[arg-type]  # a world's own
    now = play(start, Attack("black", "china", "india", 3))
    if GAME.rules.status(now).step == "defence":
        now = play(now, Passed("orange"))
    return play(now, RollDice("black", 3), MoveIn("black", 3), roll="5 4 2 / 3")


def test_a_player_is_defeated() -> None:
    now = conquered()
    assert now.defeated == ("orange",)
    assert set(now.hands["black"]) == {"japan", "peru", "china"}
    assert (now.missions["black"], set(now.powers["black"])) == (("vampires",), {"rust", "nitro-9", "ambush"})
    assert [now.hands["orange"], now.missions["orange"], now.powers["orange"]] == [(), (), ()]
    assert finish(now).player == "yellow"
    assert finish(land_and_place(finish(now))).player == "black"


def test_the_lines_of_a_defeat() -> None:
    start = world(LAST, rest="Y", hands={"O": "japan"})
    declared = play(start, Attack("black", "china", "india", 3))
    entries, _ = lines(declared, RollDice("black", 3), roll="5 4 2 / 3")
    assert effects(entries) == [
        DaleksLost("india", 1), TerritoryTaken("india", "black", 3), ArmyDefeated("orange"),
        CardsPassed("orange", "black", ("japan",), (), ()),
    ]  # fmt: skip
    assert [entry.rule for entry in entries][-2:] == ["RISK-ELI-01", "RISK-ELI-02"]


def test_what_was_won_is_used_when() -> None:
    """RISK-107, RISK-ELI-03."""
    now = conquered()
    assert against(now, TradeStars("black", ("japan", "peru"))) == ["RISK-TRD-02"]
    assert against(now, Attack("black", "egypt", "middle-east", 3, "nitro-9")) == []
    now = play(now.replace(step="count", deck=now.deck), CountDaleks("black"))
    assert play(now, TradeStars("black", ("japan", "peru", "china"))).pool == now.pool + 7


def test_a_mission_that_was_won() -> None:
    now = play(conquered().replace(step="count"), CountDaleks("black"))
    assert play(now, ClaimMission("black", "vampires")).pool == now.pool + 2


def test_hands_may_grow() -> None:
    """RISK-110, RISK-ELI-04."""
    now = conquered(powers={"O": "nitro-9 ambush", "K": "rust foundry console"})
    assert len(now.powers["black"]) == 5


def test_what_was_played_does_not_pass_on() -> None:
    now = conquered(spent=("salamander", "tribute"))
    assert now.spent == ("salamander", "tribute")
    assert "salamander" not in now.missions["black"]


def test_the_defeated_are_not_counted() -> None:
    now = conquered()
    assert finish(now).player == "yellow"
    assert winners_by_count(now) == (("yellow",), "territories")


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


def ended(now: World) -> GameEnded:
    entries, _ = lines(now, LandTardis("black"))
    fact = entries[-1].fact
    assert isinstance(fact, GameEnded)
    return fact


def test_a_tie_by_territories() -> None:
    assert ended(counts(("K", 15, 30), ("Y", 15, 29), ("O", 12, 20))) == GameEnded(
        ("black",), "the Eleventh Doctor", "Daleks"
    )


def test_a_tie_by_daleks() -> None:
    now = counts(("K", 15, 30), ("Y", 15, 30), ("O", 12, 24), whole="australia")
    now = now.replace(lands={**now.lands, **_fat(now)})
    assert (now.daleks_of("orange"), now.daleks_of("black")) == (60, 30)
    assert ended(now) == GameEnded(("black",), "the Eleventh Doctor", "continents")


def _fat(now: World) -> dict[str, object]:
    return {name: type(now.lands[name])("orange", 5) for name in now.lands_of("orange")}


def test_a_shared_win() -> None:
    now = counts(("K", 15, 30), ("Y", 15, 30), ("O", 12, 20))
    assert ended(now) == GameEnded(("black", "yellow"), "the Eleventh Doctor", "shared")
    for tied in (counts(("K", 15, 30), ("Y", 15, 29), ("O", 12, 20)), now):
        shared = tied.replace(options=type(tied.options)(tie_break="shared"))
        assert ended(shared) == GameEnded(("black", "yellow"), "the Eleventh Doctor", "shared")


def test_the_whole_board() -> None:
    start = world("kamchatka K5, japan Y1", rest="K", clara=3, defeated=("orange",))
    now = play(start, Attack("black", "kamchatka", "japan", 3))
    entries, now = lines(now, RollDice("black", 3), roll="6 5 1 / 2")
    assert effects(entries)[-3:] == [
        DaleksMoved("kamchatka", "japan", 3), BattleEnded("conquest"), GameEnded(("black",), "every territory"),
    ]  # fmt: skip
    assert (len(now.lands_of("black")), army(now, "JPN"), GAME.rules.status(now).awaited) == (42, "K3", ())


def test_no_last_attack_into_the_cease_fire() -> None:
    start = world("kamchatka K5, japan Y1", rest="K", tardis="japan")
    assert against(start, Attack("black", "kamchatka", "japan", 3)) == ["RISK-TAR-04"]


def test_total_domination_ends_with_the_whole_board() -> None:
    start = world("kamchatka K5, japan Y1", rest="K", options={"end_mode": "domination"}, defeated=("orange",))
    now = play(start, Attack("black", "kamchatka", "japan", 3), RollDice("black", 3), roll="6 5 1 / 2")
    assert (now.winners, now.how) == (("black",), "every territory")


@pytest.mark.parametrize(("turn", "over"), [(19, False), (20, True)])
def test_a_table_that_plays_to_a_last_turn(turn: int, *, over: bool) -> None:
    start = world(continent("asia"), "draw", rest="Y", turn=turn, options={"turn_cap": 20}, defeated=("orange",))
    now = play(start, EndTurn("black"))
    assert bool(now.how) is over
    assert now.winners == (("yellow",) if over else ())
