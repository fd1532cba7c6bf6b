"""Risk: finer points, each of which tells two readings of a rule apart."""

from typing import Any

import pytest
from risk_worlds import (
    against,
    army,
    chances,
    effects,
    finish,
    land_and_place,
    lines,
    matter,
    offers,
    play,
    stood,
    world,
)
from scripted_chance import ScriptedChance

from events.errors import IllegalMoveError, UnplayableError
from events.facts import Drawn, Move, Passed, Rolled, Started
from projections.draft import Stated, run
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.facts import (
    ArmyDefeated,
    Attack,
    CardsPassed,
    ClaimMission,
    CountDaleks,
    DaleksLost,
    DeckRenewed,
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
    PlayPower,
    Reinforced,
    RemovalDue,
    RemoveDalek,
    ReRoll,
    RollDice,
    StarsTraded,
    StepMissed,
    StepReached,
    StopAttacking,
    TradeStars,
)
from projections.games.risk.game import GAME
from projections.games.risk.rules.manoeuvre import route
from projections.games.risk.state.position import World
from replay.chance.fate import SeededChance

RUSSIA = "russia K4, scandinavia Y2, EGY Y3"
ATTACK = Attack("black", "russia", "scandinavia", 3)
GROUP = {"attack_style": "group"}
VAMPIRES = ClaimMission("black", "vampires")
HANDS = world(RUSSIA, powers={"K": "console rust foundry"}, hands={"K": "peru china"}, missions={"Y": "vampires"})


def fighting(roll: str = "", text: str = RUSSIA, move: Attack = ATTACK, **more: Any) -> World:
    """The world with a battle under way, after one roll where dice are given."""
    now = play(world(text, **more), move)
    return play(now, RollDice("black", move.daleks), roll=roll) if roll else now


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Attack("black", "russia", "scandinavia", 0), "RISK-ATT-05"),
        (Attack("black", "russia", "scandinavia", -1), "RISK-ATT-05"),
        (Attack("mauve", "russia", "scandinavia", 1), "RISK-SET-01"),
        (Manoeuvre("black", "russia", "ural", 0), "RISK-MAN-04"),
        (Manoeuvre("black", "russia", "mu", 1), "RISK-CMP-06"),
        (Place("black", "russia", 0), "RISK-PLC-06"),
        (PlaceNeutral("yellow", "peru", 1), "RISK-TWO-01"),
        (PlayPower("black", "sonic"), "RISK-CMP-02"),
        (PlayPower("black", "console"), "RISK-POW-16"),
        (PlayPower("black", "rust"), "RISK-POW-16"),
        (PlayPower("black", "foundry", rival="yellow"), "RISK-POW-16"),
        (PlayPower("black", "foundry", territory="russia"), "RISK-POW-16"),
        (ClaimMission("yellow", "zygons"), "RISK-MIS-01"),
        (TradeStars("black", ("peru", "peru")), "RISK-TRD-06"),
        (TradeStars("black", ("mu",)), "RISK-TRD-01"),
        (TradeStars("black", ()), "RISK-TRD-06"),
    ],
)
def test_what_names_nothing(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(HANDS, move)


@pytest.mark.parametrize(
    ("move", "found"),
    [
        (RollDice("black", 1), ["RISK-ATT-10"]),
        (RollDice("black", 2, 1), ["RISK-ATT-10"]),
        (ReRoll("black", 0), ["RISK-ATT-10"]),
        (ReRoll("black", 2), ["RISK-ATT-10"]),
        (LeaveBattle("black"), ["RISK-ATT-10"]),
        (Defend("yellow", 1), ["RISK-ATT-10"]),
        (MoveIn("black", 1), ["RISK-ATT-16"]),
        (PlayPower("orange", "rust", rival="black"), ["RISK-POW-07", "RISK-SET-03"]),
        (VAMPIRES, ["RISK-MIS-05", "RISK-MIS-07", "RISK-MIS-06"]),
        (TradeStars("yellow", ("peru",)), ["RISK-SET-03", "RISK-TRD-06", "RISK-TRD-04"]),
    ],
)
def test_what_is_not_there(move: Move, found: list[str]) -> None:
    told, now = stood(HANDS, move)
    assert told == found
    assert matter(now)
    with pytest.raises(IllegalMoveError, match=found[0]):
        play(HANDS, move)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (RollDice("black", 0), "RISK-DIC-02"), (RollDice("black", 4), "RISK-DIC-02"),
        (Defend("yellow", 0), "RISK-DIC-03"), (Defend("yellow", 3), "RISK-DIC-03"),
        (RollDice("black", 1, 3), "RISK-DIC-03"),
    ],
)  # fmt: skip
def test_what_no_box_has(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(fighting(), move)


def test_what_a_battle_does_not_ask_for() -> None:
    for move, rule in ((ReRoll("black", 1), "RISK-POW-11"), (MoveIn("black", 1), "RISK-ATT-16")):
        found, now = stood(fighting(), move)
        assert (found, now.lands) == ([rule], fighting().lands)


@pytest.mark.parametrize(("dice", "found"), [(0, []), (1, ["RISK-DIC-03"]), (2, [])])
def test_dice_of_the_defence_as_they_were_thrown(dice: int, found: list[str]) -> None:
    told, now = stood(fighting(), RollDice("black", 3, dice), roll="6 6 6 / 1" if dice == 1 else "6 6 6 / 1 1")
    battle = now.battle
    assert battle is not None
    assert (told, len(battle.faces[1])) == (found, dice or 2)


def test_nobody_moves_in_with_nobody() -> None:
    found, now = stood(fighting("6 3 1 / 4 2"), MoveIn("black", 0))
    assert (found, now.lands["scandinavia"].daleks) == (["RISK-ATT-18"], 0)
    with pytest.raises(UnplayableError, match="RISK-POW-11"):
        stood(_re_rolling("1 2 2 / 5 5"), ReRoll("black", -1))
    assert against(fighting("6 3 1 / 4 2"), MoveIn("yellow", 3)) == ["RISK-SET-03"]


def test_attacks_on_offer() -> None:
    """RISK-ATT-06, RISK-ATT-07, RISK-ATT-08."""
    text = "russia K{}, scandinavia Y2, NEU K1, SEU K1, URA K1, AFG K1, MDE K1"
    for daleks, most in ((1, 0), (2, 1), (3, 2), (4, 3), (9, 3)):
        start = world(text.format(daleks))
        assert offers(start, "black", Attack) == [
            Attack("black", "russia", "scandinavia", number + 1) for number in range(most)
        ]


def test_what_the_defender_chose_lasts_for_its_roll() -> None:
    now = play(fighting(options={"defence_dice": "chosen"}), Defend("yellow", 1))
    assert GAME.rules.status(now).step == "roll"
    thrown = GAME.rules.reducer(now, Rolled("A1 A2 A3", 6, (1, 1, 1), "attack", "typed"))
    assert GAME.rules.status(thrown).step == "roll"
    assert GAME.rules.status(GAME.rules.reducer(thrown, Rolled("D", 6, (6,), "defence", "typed"))).step == "defend"


@pytest.mark.parametrize(("sent", "most"), [(2, 2), (3, 2)])
def test_an_attack_that_leaves_nobody_behind(sent: int, most: int) -> None:
    found, now = stood(world("russia K2, scandinavia Y2"), Attack("black", "russia", "scandinavia", sent))
    assert (found, offers(now, "black", RollDice)) == (["RISK-ATT-06"], [RollDice("black", most)])


def test_a_group_fights_whole() -> None:
    now = fighting("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP)
    assert offers(now, "black", RollDice) == [RollDice("black", 2)]
    assert against(now, RollDice("black", 1)) == ["RISK-DIC-05"]


def test_a_battle_is_not_called_off_while_the_defender_is_asked() -> None:
    assert against(fighting(powers={"Y": "rust"}), LeaveBattle("black")) == ["RISK-POW-15"]


def test_what_comes_first_in_a_battle() -> None:
    assert against(fighting("6 3 1 / 4 2"), LeaveBattle("black")) == ["RISK-ATT-16"]
    asked = fighting(powers={"Y": "dug-in"}, options={"defence_dice": "chosen"})
    assert against(asked, Defend("yellow", 1)) == ["RISK-POW-15"]
    assert against(play(asked, Passed("yellow")), Defend("yellow", 1)) == []
    shown = _re_rolling("1 2 2 / 5 5")
    assert against(shown, LeaveBattle("black")) == ["RISK-POW-11"]
    start = play(world("russia K5, scandinavia Y3", powers={"K": "now-we-can-begin"}),
                 Attack("black", "russia", "scandinavia", 3, "now-we-can-begin"))  # fmt: skip
    entries, _ = lines(start, RollDice("black", 3), roll="1 2 2 / 5 5")
    assert entries[-1].rule == "RISK-POW-11"


def test_an_attack_out_of_turn_goes_past_a_battle() -> None:
    start = fighting(text="russia K4, scandinavia Y5, ICE Y3, GBR O2", options=GROUP)
    found, now = stood(start, Attack("yellow", "iceland", "great-britain", 2))
    assert (found, army(now, "RUS"), [thing.attacker for thing in now.stack if hasattr(thing, "attacker")]) == (
        ["RISK-SET-03"], "K4", ["yellow"],
    )  # fmt: skip


def test_a_territory_where_nobody_is_left() -> None:
    """RISK-CMB-07."""
    found, now = stood(world("russia K5, scandinavia Y0, EGY Y3"), ATTACK)
    assert (found, offers(now, "black", MoveIn)) == ([], [MoveIn("black", 3), MoveIn("black", 4)])


def test_no_card_is_played_for_a_neutral_army() -> None:
    start = world("russia K4, scandinavia 12, EGY Y3", seats="KY", powers={"1": "dug-in"})
    assert GAME.rules.status(play(start, ATTACK)).step == "roll"


def test_what_a_group_moves_in_with() -> None:
    with pytest.raises(Exception, match=r"move in with 3 to 9, not with 2 \("):
        play(fighting("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3"), MoveIn("black", 2))
    with pytest.raises(Exception, match=r"move in with 3, not with 2 \("):
        play(fighting("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3", options=GROUP), MoveIn("black", 2))


def test_a_battle_with_the_last_die_of_both() -> None:
    start = fighting(text="russia K2, scandinavia Y1, EGY Y3", move=Attack("black", "russia", "scandinavia", 1))
    entries, _ = lines(start, RollDice("black", 1), roll="1 / 6")
    assert [fact.die for fact in chances(entries) if isinstance(fact, Rolled)] == ["A", "D"]
    assert [fact.purpose for fact in chances(entries) if isinstance(fact, Rolled)] == [
        "attack russia>scandinavia", "defence scandinavia",
    ]  # fmt: skip


def _re_rolling(roll: str, daleks: int = 3) -> World:
    start = world("russia K5, scandinavia Y3", powers={"K": "now-we-can-begin"})
    now = play(start, Attack("black", "russia", "scandinavia", daleks, "now-we-can-begin"))
    return play(now, RollDice("black", daleks), roll=roll)


def test_a_lone_die_that_is_rolled_again() -> None:
    entries, now = lines(_re_rolling("1 / 5 5", 1), ReRoll("black", 1), roll="6")
    assert [fact.die for fact in chances(entries) if isinstance(fact, Rolled)] == ["A"]
    assert army(now, "SCA") == "Y2"
    assert GAME.rules.status(_re_rolling("2 / 1 1", 1)).step == "roll"
    assert against(_re_rolling("1 2 2 / 5 5"), ReRoll("black", 2)) == ["RISK-POW-11"]


def test_an_ambush_on_one_dalek_kills_nobody() -> None:
    start = world("russia K5, scandinavia Y1, EGY Y3", powers={"K": "ambush"})
    entries, _ = lines(start, Attack("black", "russia", "scandinavia", 3, "ambush"))
    assert not [fact for fact in effects(entries) if isinstance(fact, DaleksLost)]


def test_the_die_of_the_ark() -> None:
    start = world(RUSSIA, powers={"K": "genesis-ark"})
    entries, _ = lines(start, Attack("black", "russia", "scandinavia", 3, "genesis-ark"), roll="2")
    rolled = next(fact for fact in chances(entries) if isinstance(fact, Rolled))
    assert (rolled.die, rolled.purpose) == ("ark", "the Genesis Ark in russia")


@pytest.mark.parametrize("card", ["console", "rust", "dug-in"])
def test_a_card_that_an_attack_cannot_be_declared_with(card: str) -> None:
    found, now = stood(world(RUSSIA, powers={"K": card}), Attack("black", "russia", "scandinavia", 3, card))
    assert (found, now.spent, now.powers["black"]) == (["RISK-POW-02"], (card,), ())
    assert GAME.rules.status(now).step == "roll"


def test_what_is_left_of_a_defeated_player() -> None:
    text = "china K5, india O1, MDE Y2"
    for more in ({"missions": {"O": "vampires"}}, {"hands": {"O": "japan"}}, {"powers": {"O": "rust"}}):
        now = play(world(text, rest="Y", **more), Attack("black", "china", "india", 3))  # type: ignore[arg-type]  # rows
        now = play(now, Passed("orange")) if GAME.rules.status(now).step == "defence" else now
        entries, now = lines(now, RollDice("black", 3), roll="5 4 2 / 3")
        assert isinstance(effects(entries)[-1], CardsPassed)
        assert sum(len(rows.get("black", ())) for rows in (now.hands, now.missions, now.powers)) == 1
    bare = play(world(text, rest="Y"), Attack("black", "china", "india", 3))
    entries, _ = lines(bare, RollDice("black", 3), roll="5 4 2 / 3")
    assert effects(entries)[-1] == ArmyDefeated("orange")


def test_where_nothing_is_to_be_placed_the_attacks_still_come_first() -> None:
    start = world("RUS K3", "place", pool=0)
    assert against(start, HoldPosition("black")) == ["RISK-TRN-01"]
    assert against(start, EndTurn("black")) == ["RISK-TRN-01"]
    assert against(start, StopAttacking("black")) == []


def test_a_count_that_was_passed_over() -> None:
    start = world("RUS K3", "count")
    entries = run(GAME.rules, start, StopAttacking("black"), SeededChance(1), strict=False).entries
    assert [(entry.fact, entry.rule) for entry in entries][1] == (StepMissed("count"), "RISK-TRN-02")
    found, now = stood(start, StopAttacking("black"), CountDaleks("black"), Place("black", "russia", 3))
    assert (found, now.missed, army(now, "RUS"), now.step) == (["RISK-TRN-01"], (), "K6", "manoeuvre")


def test_placing_out_of_turn_counts_nothing() -> None:
    found, now = stood(world("RUS K3, SCA Y3", "count"), Place("yellow", "scandinavia", 1))
    assert (found, now.step, now.pool, army(now, "SCA")) == (["RISK-SET-03"], "count", 0, "Y4")


def test_a_card_before_the_count() -> None:
    found, now = stood(world("RUS K3", "count", powers={"K": "foundry"}), PlayPower("black", "foundry"))
    assert (found, now.step, now.pool) == (["RISK-TRN-01"], "place", 6)


def test_rounds_go_by_the_first_player() -> None:
    now = world("RUS K3, SCA Y3", "tardis", player="yellow", first="yellow", turn=1, round=1, deck=tuple(TERRITORIES))
    order = []
    for _ in range(5):
        order.append((now.player, now.round))
        now = finish(land_and_place(now))
    assert order == [("yellow", 1), ("orange", 1), ("black", 1), ("yellow", 2), ("orange", 2)]


def test_a_turn_that_a_later_seat_took() -> None:
    start = fighting("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP, tardis="egypt", tardis_card="egypt")
    start = start.replace(deck=tuple(name for name in TERRITORIES if name != "egypt"))
    entries = run(GAME.rules, start, LandTardis("orange"), SeededChance(1), strict=False).entries
    assert [(type(entry.fact).__name__, entry.rule) for entry in entries[1:4]] == [
        ("BattleEnded", "RISK-ATT-12"), ("CardReturned", "RISK-TAR-09"), ("TurnBegan", "RISK-SET-03"),
    ]  # fmt: skip
    found, now = stood(start, LandTardis("orange"))
    assert (found, now.player, army(now, "RUS"), now.step) == (["RISK-SET-03"], "orange", "K5", "count")
    assert against(now, CountDaleks("black")) == ["RISK-SET-03"]


def test_a_turn_taken_after_the_last() -> None:
    start = world("RUS K3", "draw", options={"turn_cap": 7}, deck=("china",), rest="Y")
    found, now = stood(start, LandTardis("yellow"))
    assert (found, now.how, now.tardis, now.deck) == (["RISK-SET-03"], "the turn cap", "", ("china",))
    two = world("RUS K3, peru 13", "draw", seats="KY", rest="Y", options={"turn_cap": 7})
    found, now = stood(two, PlaceNeutral("black", "peru", 1))
    assert (found, now.how, army(now, "PER")) == (["RISK-SET-03"], "the turn cap", "13")


def test_what_somebody_did_out_of_turn_is_not_held_against_the_player() -> None:
    start = world("RUS K6, SCA Y2, URA O1, MDE O1")
    found, now = stood(start, Attack("yellow", "scandinavia", "russia", 1), RollDice("yellow", 1), roll="1 / 6 6")
    assert (found, now.no_attack, now.step) == (["RISK-SET-03"], False, "attack")
    assert against(now, Attack("black", "russia", "ural", 3)) == []
    hands = {"Y": "japan peru", "K": "china ural"}
    start = world("RUS K6", "place", hands=hands, options={"trades_per_turn": "one"}, pool=3)
    found, now = stood(start, TradeStars("yellow", ("japan", "peru")), TradeStars("black", ("china", "ural")))
    assert (found, now.trades, now.pool) == (["RISK-SET-03"], 1, 3 + 4)
    late = world("RUS K6", "attack", missed=("count",))
    assert stood(late, CountDaleks("yellow"))[1].missed == ("count",)
    assert stood(late, CountDaleks("black"))[1].missed == ()


def test_no_attack_after_the_attacks_were_said_to_be_over() -> None:
    start = world("RUS K6, URA O1", "manoeuvre")
    assert against(start, Attack("black", "russia", "ural", 3)) == ["RISK-TRN-02"]
    assert against(start.replace(step="draw"), Attack("black", "russia", "ural", 3)) == ["RISK-MAN-07"]


def test_the_rules_of_what_is_done_to_daleks() -> None:
    start = world("RUS K6, SCA Y3", "place", pool=3)
    entries = run(GAME.rules, start, Place("yellow", "scandinavia", 1), SeededChance(1), strict=False).entries
    assert [(type(entry.fact).__name__, entry.rule) for entry in entries[1:]] == [("DaleksAdded", "RISK-PLC-06")]
    due = GAME.rules.reducer(start, RemovalDue("yellow", 1))
    assert against(due, RemoveDalek("yellow", "russia")) == ["RISK-POW-16"]
    assert against(start, RemoveDalek("yellow", "scandinavia")) == ["RISK-POW-16"]
    entries, _ = lines(due, RemoveDalek("yellow", "scandinavia"))
    assert [entry.rule for entry in entries[1:]] == ["RISK-POW-16"]


@pytest.mark.parametrize("move", [HoldPosition("yellow"), Manoeuvre("yellow", "scandinavia", "iceland", 1)])
def test_a_manoeuvre_out_of_turn_ends_nothing(move: Move) -> None:
    found, now = stood(world("RUS K3, SCA Y3, ICE Y3", "manoeuvre"), move)
    assert (found, now.step) == (["RISK-SET-03"], "manoeuvre")


@pytest.mark.parametrize(
    ("move", "rule"),
    [(PlaceNeutral("yellow", "mu", 1), "RISK-CMP-06"), (PlaceNeutral("yellow", "peru", 0), "RISK-TWO-12")],
)
def test_neutral_daleks_that_name_nothing(move: Move, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(world("RUS K3, peru 13", "neutral", seats="KY", rest="Y", neutral_pool=3), move)


def test_two_things_against_a_mission() -> None:
    start = world("SEU Y3", "place", pool=3, missions={"K": "salamander"})
    assert against(start, VAMPIRES) == ["RISK-MIS-07", "RISK-MIS-06"]


def test_a_mission_in_the_cease_fire() -> None:
    start = world("SEU K3", "place", pool=3, missions={"K": "vampires"}, tardis="southern-europe")
    assert play(start, VAMPIRES).pool == 5


def test_a_mission_of_the_deal_is_claimed_in_the_first_turn() -> None:
    seats = ("black", "yellow", "orange")
    for seed in range(60):
        _, now = GAME.begin(Started("risk", 1, seats, {"first_player": "black"}), SeededChance(seed))
        now = play(now, LandTardis("black"), CountDaleks("black"))
        met = [card for card in now.missions["black"] if now.lands[now.cards.mission[card].territory].army == "black"]
        assert offers(now, "black", ClaimMission) == [ClaimMission("black", card) for card in met]
        for card in met:
            before = now.pool
            now = play(now, ClaimMission("black", card))
            assert now.pool == before + 2


def test_a_mission_of_a_conquest_and_of_the_turn_after_a_claim() -> None:
    now = world("russia K9, SEU Y1, ICE O3", "attack", rest="Y", missions={"K": "vampires salamander"},
                deck=("china", "peru", "ural", "india", "japan", "brazil"))  # fmt: skip
    now = play(
        now, Attack("black", "russia", "southern-europe", 3), RollDice("black", 3), MoveIn("black", 3), roll="6 5 4 / 1"
    )
    assert against(now, VAMPIRES) == ["RISK-MIS-05"]
    now = _round(now)
    now = play(now, VAMPIRES)
    assert now.pool == 3 + 2
    now = _round(play(now, Place("black", "russia", 5)))
    assert against(now, VAMPIRES) == ["RISK-MIS-08"]


def _round(now: World) -> World:
    """Black's next third step, after nobody did anything else."""
    now = finish(now)
    while now.player != "black":
        now = finish(land_and_place(now))
    return play(now, LandTardis("black"), CountDaleks("black"))


NINE = "alaska greenland alberta eastern-canada peru brazil argentina iceland egypt"


def test_a_trade_that_is_due_for_sure() -> None:
    options = {"forced_trade_stars": 10}
    for hand, due in ((NINE, []), (f"{NINE} ?", ["RISK-TRD-11"]), (f"{NINE.rpartition(' ')[0]} ?", ["RISK-TRD-11?"])):
        start = world("RUS K3", "place", hands={"K": hand}, options=options, pool=0)
        assert against(start, StopAttacking("black")) == due, hand


@pytest.mark.parametrize(
    ("trades", "made", "due"),
    [("one", 0, ["RISK-TRD-11"]), ("one", 1, []), ("unlimited", 1, ["RISK-TRD-11"])],
)
def test_a_due_trade_where_one_is_allowed(trades: str, made: int, due: list[str]) -> None:
    options = {"forced_trade_stars": 2, "trades_per_turn": trades}
    start = world("RUS K3", "place", hands={"K": "peru china"}, options=options, pool=0, trades=made)
    assert against(start, StopAttacking("black")) == due


def test_a_trade_of_a_card_that_nobody_saw() -> None:
    start = world("RUS K3", "place", hands={"K": "? ? ?"}, pool=3)
    move = TradeStars("black", ("?", "?"))
    assert against(start, TradeStars("black", ("?",))) == ["RISK-TRD-06?"]
    said = Stated((StarsTraded("black", ("?", "?"), 3), Reinforced("black", stars=4)))
    draft = run(GAME.rules, start, move, SeededChance(1), strict=False, stated=said)
    assert (draft.unchecked, draft.now.pool) == ("the cards that were traded are not known", 7)


def test_the_way_round_the_cease_fire() -> None:
    start = world("SCA K6, RUS K2, AFG K1, IND K1, NEU K1, SEU K1, MDE K1", "manoeuvre", tardis="russia")
    way = route(start, "black", "scandinavia", "india", past_tardis=True)
    assert way == ("scandinavia", "northern-europe", "southern-europe", "middle-east", "india")


def test_discards_that_stayed_where_they_were() -> None:
    entries, _ = lines(world(step="tardis", deck=()), LandTardis("black"))
    assert effects(entries) == [StepReached("count")]
    start = world("RUS K3", "draw", conquered=True, deck=(), discards=("peru",))
    draft = run(
        GAME.rules,
        start,
        DrawTerritoryCard("black"),
        SeededChance(1),
        strict=False,
        stated=Stated(absent=(DeckRenewed,)),
    )
    assert [type(fact) for fact in chances(draft.entries)] == [Drawn]
    assert draft.now.discards == ("peru",)


def test_daleks_that_nobody_removed() -> None:
    start = GAME.rules.reducer(world("SCA Y4, RUS K3", "place", pool=3), RemovalDue("yellow", 2))
    draft = run(GAME.rules, start, Place("black", "russia", 3), SeededChance(1), strict=False)
    assert [breach.rule for breach in draft.breaches] == ["RISK-POW-16"]
    assert (RemovalDue("yellow", 0), "RISK-POW-16") in [(entry.fact, entry.rule) for entry in draft.entries]
    assert (draft.now.stack, draft.now.step, army(draft.now, "SCA")) == ((), "attack", "Y4")


@pytest.mark.parametrize(("deck", "discards", "offered"), [("peru", "", 1), ("", "peru", 1), ("", "", 0)])
def test_a_draw_is_on_offer_where_there_is_a_card(deck: str, discards: str, offered: int) -> None:
    start = world("RUS K3", "draw", conquered=True, deck=tuple(deck.split()), discards=tuple(discards.split()))
    assert len(offers(start, "black", DrawTerritoryCard)) == offered
    assert offers(start.replace(conquered=False), "black", DrawTerritoryCard) == []


def test_the_last_card_comes_from_the_discards_once() -> None:
    start = world(
        "RUS K3", "draw", conquered=True, deck=("peru",), discards=("japan",), tardis="egypt", tardis_card="egypt"
    )
    entries, now = lines(start, DrawTerritoryCard("black"), fate=ScriptedChance())
    assert (now.hands["black"], now.deck, now.discards, len(chances(entries))) == (("peru",), (), ("japan",), 1)
    assert play(now, EndTurn("black")).deck == ("egypt",)
