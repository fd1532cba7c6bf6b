"""Risk, step 4 of a turn: attacks, dice, conquest."""

from itertools import product

import pytest
from risk_worlds import against, army, dice, effects, lines, offers, play, stood, world

from events.errors import IllegalMoveError, UnplayableError
from events.facts import Rolled
from projections.games.risk.facts import (
    Attack,
    BattleBegun,
    BattleEnded,
    DaleksLost,
    DaleksMoved,
    Defend,
    HoldPosition,
    LeaveBattle,
    Manoeuvre,
    MoveIn,
    RollDice,
    StepReached,
    StopAttacking,
    TerritoryTaken,
)
from projections.games.risk.game import GAME
from projections.games.risk.rules.battle import casualties
from projections.games.risk.state.position import World

RUSSIA = "russia K4, scandinavia Y2, EGY Y3"
PERU = "peru K4, brazil Y1, EGY Y3"


def fight(start: World, source: str, target: str, daleks: int, roll: str) -> World:
    """The world after a declared attack and so many rolls with that many dice."""
    fate, now = dice(roll), play(start, Attack("black", source, target, daleks))
    while fate.single:
        now = play(now, RollDice("black", min(daleks, _most(now))), fate=fate)
    return now


def _most(now: World) -> int:
    return max(int(move.daleks) for move in offers(now, "black", RollDice))


def russia(roll: str, text: str = RUSSIA, daleks: int = 3, **more: object) -> World:
    return fight(world(text, **more), "russia", "scandinavia", daleks, roll)  # type: ignore[arg-type]  # options and the like


def test_the_printed_attack() -> None:
    """RISK-50, RISK-ATT-05, RISK-ATT-06, RISK-ATT-09, RISK-DIC-01, RISK-DIC-04."""
    declared = play(world(RUSSIA), Attack("black", "russia", "scandinavia", 3))
    entries, _ = lines(declared, RollDice("black", 3), roll="6 3 1 / 4 2")
    rolled = [entry.fact for entry in entries if isinstance(entry.fact, Rolled)]
    assert [(roll.die, roll.purpose) for roll in rolled] == [
        ("A1 A2 A3", "attack russia>scandinavia"), ("D1 D2", "defence scandinavia"),
    ]  # fmt: skip


def test_the_printed_battle() -> None:
    declared = play(world(RUSSIA), Attack("black", "russia", "scandinavia", 3))
    entries, now = lines(declared, RollDice("black", 3), roll="6 3 1 / 4 2")
    assert effects(entries) == [DaleksLost("scandinavia", 2), TerritoryTaken("scandinavia", "black", 3)]
    entries, now = lines(now, MoveIn("black", 3))
    assert effects(entries) == [DaleksMoved("russia", "scandinavia", 3), BattleEnded("conquest")]
    assert (army(now, "RUS"), army(now, "SCA"), now.conquered) == ("K1", "K3", True)


def test_one_each() -> None:
    now = russia("6 3 1 / 4 3")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K3", "Y1")
    assert list(GAME.rules.legal(now, "black")) == [RollDice("black", 1), RollDice("black", 2), LeaveBattle("black")]
    entries, _ = lines(now, RollDice("black", 2), roll="6 1 / 2")
    assert [fact.die for fact in (entry.fact for entry in entries) if isinstance(fact, Rolled)] == ["A1 A2", "D"]


def test_ties_are_the_defenders() -> None:
    now = russia("6 3 1 / 6 3")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K2", "Y2")


def test_who_may_attack() -> None:
    assert against(world("russia K1, scandinavia Y2"), Attack("black", "russia", "scandinavia", 1)) == ["RISK-ATT-07"]
    ten = world("russia K10, scandinavia Y2, EGY Y3")
    assert against(ten, Attack("black", "russia", "scandinavia", 4)) == ["RISK-ATT-05"]
    now = play(ten, Attack("black", "russia", "scandinavia", 1))
    entries, _ = lines(now, RollDice("black", 1), roll="6 / 1 1")
    assert entries[1].fact.die == "A"  # type: ignore[attr-defined]  # the roll
    assert against(world("russia K3, scandinavia Y2"), Attack("black", "russia", "scandinavia", 3)) == ["RISK-ATT-06"]


@pytest.mark.parametrize(("source", "target"), [("alaska", "kamchatka"), ("brazil", "north-africa")])
def test_over_the_sea(source: str, target: str) -> None:
    start = world(f"{source} K3, {target} Y1")
    assert against(start, Attack("black", source, target, 2)) == []


def test_whom_to_attack() -> None:
    start = world("russia K4, ural K1, brazil Y2")
    assert against(start, Attack("black", "russia", "ural", 3)) == ["RISK-ATT-02"]
    assert against(start, Attack("black", "russia", "brazil", 3)) == ["RISK-ATT-03"]
    assert against(start, Attack("black", "brazil", "peru", 1)) == ["RISK-ATT-02"]
    with pytest.raises(UnplayableError):
        stood(start, Attack("black", "russia", "atlantis", 3))


def test_a_doubtful_connection() -> None:
    move = Attack("black", "new-guinea", "western-australia", 2)
    assert against(world("NGU K3, WAU Y1"), move) == []
    without = world("NGU K3, WAU Y1", options={"edge_new_guinea_western_australia": False})
    assert against(without, move) == ["RISK-ATT-03"]


@pytest.mark.parametrize(
    ("roll", "peru", "brazil"),
    [("5 3 2 / 4", "K1", "K3"), ("4 4 4 / 4", "K3", "Y1")],
)
def test_three_dice_against_one(roll: str, peru: str, brazil: str) -> None:
    """RISK-61, RISK-CMB-05, RISK-62, RISK-CMB-06."""
    now = fight(world(PERU), "peru", "brazil", 3, roll)
    now = play(now, MoveIn("black", 3)) if now.battle and now.battle.taken else now
    assert (army(now, "PER"), army(now, "BRA")) == (peru, brazil)


def test_dice_are_paired_by_rank() -> None:
    """RISK-64, RISK-CMB-01."""
    now = fight(world("peru K3, brazil Y2"), "peru", "brazil", 2, "6 1 / 5 1")
    assert (army(now, "PER"), army(now, "BRA")) == ("K2", "Y1")


def test_the_third_die_is_ignored() -> None:
    """RISK-65, RISK-CMB-04."""
    now = fight(world("peru K4, brazil Y2, EGY Y3"), "peru", "brazil", 3, "2 6 5 / 4 4")
    assert army(play(now, MoveIn("black", 3)), "BRA") == "K3"


def test_fewer_daleks_fewer_dice() -> None:
    """RISK-67, RISK-DIC-05, RISK-DIC-06."""
    now = fight(world("peru K4, brazil Y3"), "peru", "brazil", 3, "2 2 1 / 6 6")
    assert army(now, "PER") == "K2"
    assert offers(now, "black", RollDice) == [RollDice("black", 1)]


def test_a_stack_fills_up() -> None:
    """RISK-68, RISK-ATT-11."""
    now = russia("1 1 1 / 6 6", "russia K10, scandinavia Y5")
    assert army(now, "RUS") == "K8"
    assert [move.daleks for move in offers(now, "black", RollDice)] == [1, 2, 3]


GROUP = {"attack_style": "group"}


def test_a_group_does_not() -> None:
    now = russia("1 1 1 / 6 6", "russia K10, scandinavia Y5", options=GROUP)
    assert army(now, "RUS") == "K7"
    assert now.battle is not None
    assert now.battle.group == 1
    assert offers(now, "black", RollDice) == [RollDice("black", 1)]


def test_a_beaten_group() -> None:
    now = russia("1 1 1 / 6 6 / 2 / 5 5", "russia K10, scandinavia Y5", options=GROUP)
    assert (army(now, "RUS"), now.step, now.battle) == ("K7", "manoeuvre", None)
    assert against(now, Attack("black", "russia", "ural", 3)) == ["RISK-ATT-14"]
    assert HoldPosition("black") in GAME.rules.legal(now, "black")


def test_a_beaten_stack() -> None:
    text = "russia K2, peru K5, scandinavia Y2, brazil Y1"
    now = russia("1 / 6 2", text, daleks=1)
    assert (army(now, "RUS"), now.step) == ("K1", "manoeuvre")
    assert against(now, Attack("black", "peru", "brazil", 3)) == ["RISK-ATT-14"]
    lenient = russia("1 / 6 2", text, daleks=1, options={"beaten_attacker": "blocks_origin"})
    assert (lenient.step, lenient.barred) == ("attack", ("russia",))
    assert against(lenient, Attack("black", "peru", "brazil", 3)) == []


def test_the_origin_of_a_beaten_group_is_barred() -> None:
    options = {**GROUP, "beaten_attacker": "blocks_origin"}
    now = russia("1 1 1 / 6 6 / 2 / 5 5", "russia K10, scandinavia Y5, peru K3, brazil Y1", options=options)
    assert against(now, Attack("black", "russia", "ural", 3)) == ["RISK-ATT-14"]
    assert against(now, Attack("black", "peru", "brazil", 2)) == []


def test_calling_off() -> None:
    now = russia("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP)
    entries, now = lines(now, LeaveBattle("black"))
    assert effects(entries) == [BattleEnded("withdrawal")]
    assert (army(now, "RUS"), army(now, "SCA"), now.stack) == ("K5", "Y4", ())
    declared = play(world(RUSSIA), Attack("black", "russia", "scandinavia", 3))
    assert against(declared, LeaveBattle("black")) == ["RISK-ATT-12"], "between rolls"


def test_moving_in() -> None:
    now = russia("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3")
    assert [move.daleks for move in offers(now, "black", MoveIn)] == [3, 4, 5, 6, 7, 8, 9]
    assert against(now, MoveIn("black", 2)) == ["RISK-ATT-17"]
    assert against(now, MoveIn("black", 10)) == ["RISK-ATT-17"]
    assert army(play(now, MoveIn("black", 9)), "RUS") == "K1"
    group = russia("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3", options=GROUP)
    assert offers(group, "black", MoveIn) == [MoveIn("black", 3)]
    now = play(group, MoveIn("black", 3))
    assert (army(now, "RUS"), army(now, "SCA")) == ("K7", "K3")


def test_a_conquering_roll_costs_nothing() -> None:
    """RISK-76, RISK-CMB-08."""
    for ours, defenders in product((1, 2, 3), (1, 2)):
        for roll in product(range(1, 7), repeat=ours + defenders):
            lost, killed = casualties(roll[:ours], roll[ours:])
            assert killed < defenders or lost == 0


def test_every_roll_of_three_against_two() -> None:
    rolls = [casualties(roll[:3], roll[3:]) for roll in product(range(1, 7), repeat=5)]
    assert [rolls.count((lost, 2 - lost)) for lost in (0, 1, 2)] == [2890, 2611, 2275]


def test_further_attacks() -> None:
    """RISK-ATT-13, RISK-ATT-15, RISK-ATT-01."""
    now = play(russia("6 5 4 / 1", "russia K6, scandinavia Y1, iceland Y2"), MoveIn("black", 3))
    assert against(now, Attack("black", "scandinavia", "iceland", 2)) == []
    now = play(russia("6 1 1 / 5 5"), LeaveBattle("black"))
    assert against(now, Attack("black", "russia", "scandinavia", 2)) == []


def test_one_battle_at_a_time() -> None:
    now = russia("6 3 1 / 4 3")
    assert against(now, Attack("black", "russia", "ural", 1)) == ["RISK-ATT-04"]
    assert against(now, StopAttacking("black")) == ["RISK-ATT-04"]
    taken = russia("6 3 1 / 4 2")
    assert against(taken, StopAttacking("black")) == ["RISK-ATT-16"]
    assert stood(taken, RollDice("black", 1))[0] == ["RISK-ATT-16"]
    assert GAME.rules.status(taken).step == "move in"


def test_the_first_roll_is_as_declared() -> None:
    now = play(world(RUSSIA), Attack("black", "russia", "scandinavia", 2))
    assert list(GAME.rules.legal(now, "black")) == [RollDice("black", 2)]
    assert against(now, RollDice("black", 3)) == ["RISK-DIC-05"]
    assert against(now, RollDice("yellow", 2)) == ["RISK-SET-03"]
    assert stood(world(RUSSIA), RollDice("black", 2))[0] == ["RISK-ATT-10"]


def test_after_the_manoeuvre_there_is_no_attack() -> None:
    now = play(world("russia K6, ural K2, scandinavia Y2", "manoeuvre"), Manoeuvre("black", "russia", "ural", 2))
    assert against(now, Attack("black", "russia", "scandinavia", 3)) == ["RISK-MAN-07"]
    assert against(now, Manoeuvre("black", "ural", "russia", 1)) == ["RISK-MAN-01"]


def test_no_territory_is_ever_empty() -> None:
    before = russia("6 3 1 / 4 3", "russia K9, scandinavia Y6")
    after = play(before, RollDice("black", 3), roll="6 6 6 / 1 1")
    assert sum(land.daleks for land in before.lands.values()) - 2 == sum(land.daleks for land in after.lands.values())
    assert all(invariant.holds(after) for invariant in GAME.rules.invariants)


CHOSEN = {"defence_dice": "chosen"}


def test_a_defender_that_chooses() -> None:
    now = play(world(RUSSIA, options=CHOSEN), Attack("black", "russia", "scandinavia", 3))
    assert GAME.rules.status(now).awaited == ("yellow",)
    assert list(GAME.rules.legal(now, "black")) == []
    assert list(GAME.rules.legal(now, "yellow")) == [Defend("yellow", 1), Defend("yellow", 2)]
    assert against(now, RollDice("black", 3)) == ["RISK-DIC-03"]
    assert GAME.rules.silence(now, "yellow") == Defend("yellow", 2)
    now = play(now, Defend("yellow", 1))
    now = play(now, RollDice("black", 3), roll="6 6 6 / 1")
    assert army(now, "SCA") == "Y1"
    assert GAME.rules.status(now).awaited == ("black",), "one Dalek, one die: nothing to choose"
    assert play(now, RollDice("black", 3), roll="6 6 6 / 1").lands["scandinavia"].army == "black"


def test_a_defender_that_chooses_again() -> None:
    now = play(world("russia K9, scandinavia Y5", options=CHOSEN), Attack("black", "russia", "scandinavia", 3))
    now = play(now, Defend("yellow", 1), RollDice("black", 3), roll="6 6 6 / 1")
    assert GAME.rules.status(now).awaited == ("yellow", "black")
    assert list(GAME.rules.legal(now, "black")) == [LeaveBattle("black")]
    assert play(now, LeaveBattle("black")).battle is None
    assert against(now, Defend("black", 1)) == ["RISK-SET-03"]
    forced = russia("6 3 1 / 4 3")
    assert against(forced, Defend("yellow", 1)) == ["RISK-DIC-03"]


def test_the_lines_of_a_declaration() -> None:
    entries, now = lines(world(RUSSIA), Attack("black", "russia", "scandinavia", 3))
    assert effects(entries) == [BattleBegun("black", "yellow", "russia", "scandinavia", 3)]
    assert entries[1].rule == "RISK-ATT-05"
    assert GAME.rules.status(now).step == "roll"
    assert GAME.rules.silence(now, "black") is None
    entries, _ = lines(world(RUSSIA), StopAttacking("black"))
    assert effects(entries) == [StepReached("manoeuvre")]


def test_nobody_attacks_out_of_turn() -> None:
    start = world(RUSSIA)
    assert against(start, Attack("yellow", "scandinavia", "russia", 1)) == ["RISK-SET-03"]
    with pytest.raises(IllegalMoveError):
        play(start.replace(step="count"), Attack("black", "russia", "scandinavia", 3))
