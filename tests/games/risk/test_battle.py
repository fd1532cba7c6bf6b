"""Risk, step 4 of a turn: attacks, dice, conquest, Power Cards."""

import msgspec
import pytest
from risk_worlds import against, army, dice, lines, offers, play, stood, world
from table_play import effects

from events.errors import IllegalMoveError, UnplayableError
from events.events import Passed, Rolled
from projections.games.risk import events as e
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.battle import thrower
from projections.games.risk.state.position import Battle, World
from projections.window import WindowClosed, WindowOpened

RUSSIA = "russia K4, scandinavia Y2, EGY Y3"
BOTH = "russia K4, ural K1, brazil Y2"
GROUP = {"attack_style": "group"}
CHOSEN = {"defence_dice": "chosen"}
WORLD = World(("black", "yellow"), Options())
EAST = "russia K5, scandinavia Y3, ural Y2"
ATTACK = e.Attack("black", "russia", "scandinavia", 3)
DONNA = e.PlayPower("yellow", "doctor-donna")


def fight(start: World, source: str, target: str, daleks: int, roll: str) -> World:
    fate, now = dice(roll), play(start, e.Attack("black", source, target, daleks))
    while fate.single:
        most = max(int(move.daleks) for move in offers(now, "black", e.RollDice))
        now = play(now, e.RollDice("black", min(daleks, most)), fate=fate)
    return now


def russia(roll: str, text: str = RUSSIA, daleks: int = 3, **more: object) -> World:
    return fight(world(text, **more), "russia", "scandinavia", daleks, roll)  # type: ignore[arg-type]  # options and the like


def test_a_battle_costs_daleks_and_can_conquer_a_territory() -> None:
    """RISK-50, RISK-ATT-05, RISK-ATT-06, RISK-ATT-09, RISK-ATT-11, RISK-DIC-01, RISK-DIC-04 to RISK-DIC-06."""
    declared = play(world(RUSSIA), e.Attack("black", "russia", "scandinavia", 3))
    entries, _ = lines(declared, e.RollDice("black", 3), roll="6 3 1 / 4 2")
    rolled = [entry.event for entry in entries if isinstance(entry.event, Rolled)]
    assert [(roll.die, roll.purpose) for roll in rolled] == [
        ("A1 A2 A3", "attack russia>scandinavia"), ("D1 D2", "defence scandinavia"),
    ]  # fmt: skip
    entries, now = lines(declared, e.RollDice("black", 3), roll="6 3 1 / 4 2")
    assert effects(entries) == [e.DaleksLost("scandinavia", 2), e.TerritoryTaken("scandinavia", "black", 3)]
    entries, now = lines(now, e.MoveIn("black", 3))
    assert effects(entries) == [e.DaleksMoved("russia", "scandinavia", 3), e.BattleEnded("conquest")]
    assert (army(now, "RUS"), army(now, "SCA"), now.conquered) == ("K1", "K3", True)
    now = russia("6 3 1 / 4 3")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K3", "Y1")
    assert list(GAME.rules.legal(now, "black")) == [*rolls(1, 2), e.LeaveBattle("black")]
    entries, _ = lines(now, e.RollDice("black", 2), roll="6 1 / 2")
    assert [event.die for event in (entry.event for entry in entries) if isinstance(event, Rolled)] == ["A1 A2", "D"]
    now = russia("6 3 1 / 6 3")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K2", "Y2")
    now = fight(world("peru K4, brazil Y3"), "peru", "brazil", 3, "2 2 1 / 6 6")
    assert (army(now, "PER"), offers(now, "black", e.RollDice)) == ("K2", rolls(1))
    now = russia("1 1 1 / 6 6", "russia K10, scandinavia Y5")
    assert (army(now, "RUS"), offers(now, "black", e.RollDice)) == ("K8", rolls(1, 2, 3))


def rolls(*daleks: int) -> list[e.RollDice]:
    return [e.RollDice("black", number) for number in daleks]


def attack(source: str, target: str, daleks: int) -> e.Attack:
    return e.Attack("black", source, target, daleks)


@pytest.mark.parametrize(("text", "options", "move", "rules"), [
    ("alaska K3, kamchatka Y1", {}, attack("alaska", "kamchatka", 2), []),
    ("brazil K3, north-africa Y1", {}, attack("brazil", "north-africa", 2), []),
    (BOTH, {}, attack("russia", "ural", 3), ["RISK-ATT-02"]),
    ("NGU K3, WAU Y1", {}, attack("new-guinea", "western-australia", 2), []),
    ("NGU K3, WAU Y1", {"edge_new_guinea_western_australia": False}, attack("new-guinea", "western-australia", 2),
     ["RISK-ATT-03"]),
    (RUSSIA, {}, e.Attack("yellow", "scandinavia", "russia", 1), ["RISK-SET-03"]),
])  # fmt: skip
def test_an_attack_crosses_an_open_border_to_an_enemy(
    text: str, options: dict[str, bool], move: e.Attack, rules: list[str]
) -> None:
    assert against(world(text, options=options), move) == rules


def test_beaten_groups_and_stacks_end_the_attacks() -> None:
    now = russia("1 1 1 / 6 6", "russia K10, scandinavia Y5", options=GROUP)
    assert army(now, "RUS") == "K7"
    assert now.battle is not None
    assert now.battle.group == 1
    assert offers(now, "black", e.RollDice) == [e.RollDice("black", 1)]
    now = russia("1 1 1 / 6 6 / 2 / 5 5", "russia K10, scandinavia Y5", options=GROUP)
    assert (army(now, "RUS"), now.step, now.battle) == ("K7", "manoeuvre", None)
    assert against(now, e.Attack("black", "russia", "ural", 3)) == ["RISK-ATT-14"]
    assert e.HoldPosition("black") in GAME.rules.legal(now, "black")
    options = {**GROUP, "beaten_attacker": "blocks_origin"}
    now = russia("1 1 1 / 6 6 / 2 / 5 5", "russia K10, scandinavia Y5, peru K3, brazil Y1", options=options)
    assert against(now, e.Attack("black", "russia", "ural", 3)) == ["RISK-ATT-14"]
    assert against(now, e.Attack("black", "peru", "brazil", 2)) == []
    text = "russia K2, peru K5, scandinavia Y2, brazil Y1"
    now = russia("1 / 6 2", text, daleks=1)
    assert (army(now, "RUS"), now.step) == ("K1", "manoeuvre")
    assert against(now, e.Attack("black", "peru", "brazil", 3)) == ["RISK-ATT-14"]
    lenient = russia("1 / 6 2", text, daleks=1, options={"beaten_attacker": "blocks_origin"})
    assert (lenient.step, lenient.barred) == ("attack", ("russia",))
    assert against(lenient, e.Attack("black", "peru", "brazil", 3)) == []


def test_attacks_follow_each_other_but_not_during_a_battle() -> None:
    """RISK-ATT-13, RISK-ATT-15, RISK-ATT-01."""
    now = play(russia("6 5 4 / 1", "russia K6, scandinavia Y1, iceland Y2"), e.MoveIn("black", 3))
    assert against(now, e.Attack("black", "scandinavia", "iceland", 2)) == []
    now = play(russia("6 1 1 / 5 5"), e.LeaveBattle("black"))
    assert against(now, e.Attack("black", "russia", "scandinavia", 2)) == []
    now = russia("6 3 1 / 4 3")
    assert against(now, e.Attack("black", "russia", "ural", 1)) == ["RISK-ATT-04"]
    assert against(now, e.StopAttacking("black")) == ["RISK-ATT-04"]
    taken = russia("6 3 1 / 4 2")
    assert against(taken, e.StopAttacking("black")) == ["RISK-ATT-16"]
    assert stood(taken, e.RollDice("black", 1))[0] == ["RISK-ATT-16"]
    assert GAME.rules.status(taken).step == "move in"


def test_the_first_roll_is_as_declared() -> None:
    now = play(world("russia K10, scandinavia Y2, EGY Y3"), attack("russia", "scandinavia", 1))
    entries, _ = lines(now, e.RollDice("black", 1), roll="6 / 1 1")
    assert entries[1].event.die == "A"  # type: ignore[attr-defined]  # the roll
    with pytest.raises(UnplayableError):
        stood(world(BOTH), attack("russia", "atlantis", 3))
    with pytest.raises(IllegalMoveError):
        play(world(RUSSIA, "count"), attack("russia", "scandinavia", 3))
    now = play(world(RUSSIA), e.Attack("black", "russia", "scandinavia", 2))
    assert list(GAME.rules.legal(now, "black")) == [e.RollDice("black", 2)]
    assert against(now, e.RollDice("black", 3)) == ["RISK-DIC-05"]
    entries, now = lines(world(RUSSIA), e.Attack("black", "russia", "scandinavia", 3))
    assert effects(entries) == [e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)]
    assert entries[1].rule == "RISK-ATT-05"
    assert GAME.rules.status(now).step == "roll"
    assert GAME.rules.implied_pass(now, "black") is None
    entries, _ = lines(world(RUSSIA), e.StopAttacking("black"))
    assert effects(entries) == [e.StepReached("manoeuvre")]


def test_battles_end_by_withdrawal_or_conquest() -> None:
    entries, now = lines(russia("6 1 1 / 5 5", "russia K6, scandinavia Y5", options=GROUP), e.LeaveBattle("black"))
    assert effects(entries) == [e.BattleEnded("withdrawal")]
    assert (army(now, "RUS"), army(now, "SCA"), now.stack) == ("K5", "Y4", ())
    now = russia("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3")
    assert [move.daleks for move in offers(now, "black", e.MoveIn)] == [3, 4, 5, 6, 7, 8, 9]
    assert against(now, e.MoveIn("black", 10)) == ["RISK-ATT-17"]
    assert army(play(now, e.MoveIn("black", 9)), "RUS") == "K1"
    group = russia("6 4 2 / 3", "russia K10, scandinavia Y1, EGY Y3", options=GROUP)
    assert offers(group, "black", e.MoveIn) == [e.MoveIn("black", 3)]
    now = play(group, e.MoveIn("black", 3))
    assert (army(now, "RUS"), army(now, "SCA")) == ("K7", "K3")
    before = russia("6 3 1 / 4 3", "russia K9, scandinavia Y6")
    after = play(before, e.RollDice("black", 3), roll="6 6 6 / 1 1")
    assert sum(land.daleks for land in before.lands.values()) - 2 == sum(land.daleks for land in after.lands.values())
    assert all(invariant.holds(after) for invariant in GAME.rules.invariants)


def test_a_defender_may_choose_its_dice() -> None:
    now = play(world(RUSSIA, options=CHOSEN), e.Attack("black", "russia", "scandinavia", 3))
    assert GAME.rules.status(now).awaited == ("yellow",)
    assert list(GAME.rules.legal(now, "black")) == []
    assert list(GAME.rules.legal(now, "yellow")) == [e.Defend("yellow", 1), e.Defend("yellow", 2)]
    assert against(now, e.RollDice("black", 3)) == ["RISK-DIC-03"]
    assert GAME.rules.implied_pass(now, "yellow") == e.Defend("yellow", 2)
    now = play(now, e.Defend("yellow", 1), e.RollDice("black", 3), roll="6 6 6 / 1")
    assert army(now, "SCA") == "Y1"
    assert GAME.rules.status(now).awaited == ("black",), "one Dalek, one die: nothing to choose"
    assert play(now, e.RollDice("black", 3), roll="6 6 6 / 1").lands["scandinavia"].army == "black"
    now = play(world("russia K9, scandinavia Y5", options=CHOSEN), e.Attack("black", "russia", "scandinavia", 3))
    now = play(now, e.Defend("yellow", 1), e.RollDice("black", 3), roll="6 6 6 / 1")
    assert GAME.rules.status(now).awaited == ("yellow", "black")
    assert list(GAME.rules.legal(now, "black")) == [e.LeaveBattle("black")]
    assert play(now, e.LeaveBattle("black")).battle is None
    assert against(now, e.Defend("black", 1)) == ["RISK-SET-03"]
    assert against(russia("6 3 1 / 4 3"), e.Defend("yellow", 1)) == ["RISK-DIC-03"]


@pytest.mark.parametrize(("die", "seat"), [
    ("A1 A2 A3", "black"), ("A", "black"), ("D1 D2", "yellow"), ("D2", "yellow"), ("ark", ""), ("reserves", ""),
])  # fmt: skip
def test_dice_belong_to_the_side_that_rolls(die: str, seat: str) -> None:
    fighting = WORLD.replace(stack=(Battle("black", "yellow", "russia", "scandinavia", 3),))
    assert GAME.rules.roller is thrower
    assert thrower(fighting, Rolled(die, 6, (1,), "battle", "typed")) == seat
    assert thrower(WORLD, Rolled(die, 6, (1,), "battle", "typed")) == ""


def with_card(card: str, start: World | None = None, daleks: int = 3) -> World:
    start = start or world(EAST, powers={"K": f"{card} rust"})
    return play(start, e.Attack("black", "russia", "scandinavia", daleks, card), fate=dice("4"))


def test_nitro_nine_adds_one_and_now_we_can_begin_rolls_again() -> None:
    """RISK-POW-09."""
    entries, now = lines(world(EAST, powers={"K": "nitro-9"}), e.Attack("black", "russia", "scandinavia", 3, "nitro-9"))
    assert effects(entries)[1:] == [e.CardPlayed("black", "nitro-9"), e.DiceDue("attack", plus=1)]
    assert (now.powers["black"], now.spent) == ((), ("nitro-9",))
    now = play(now, e.RollDice("black", 3), roll="5 4 1 / 5 5")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y2")
    assert army(play(world(EAST), ATTACK, e.RollDice("black", 3), roll="5 4 1 / 5 5"), "RUS") == "K3"
    assert army(play(with_card("nitro-9"), e.RollDice("black", 3), roll="6 6 1 / 6 6"), "SCA") == "Y1"
    now = play(with_card("nitro-9"), e.RollDice("black", 3), roll="5 4 1 / 5 5")
    now = play(now, e.RollDice("black", 3), roll="5 5 5 / 5 5")
    assert army(now, "SCA") == "K0"
    now = play(now, e.MoveIn("black", 3), e.Attack("black", "scandinavia", "northern-europe", 2))
    assert army(play(now, e.RollDice("black", 2), roll="5 5 / 5 5"), "SCA") == "K1"
    now = play(world(EAST, powers={"K": "nitro-9"}), ATTACK, e.RollDice("black", 3), roll="5 4 1 / 5 5")
    assert against(now, e.PlayPower("black", "nitro-9")) == ["RISK-POW-08"]
    now = play(world(EAST, powers={"Y": "now-we-can-begin"}), ATTACK)
    assert against(now, e.PlayPower("yellow", "now-we-can-begin")) == ["RISK-POW-10"]
    either = play(world(EAST, powers={"Y": "now-we-can-begin"}, options={"reroll_ones_side": "either"}), ATTACK)
    now = play(either, e.PlayPower("yellow", "now-we-can-begin"), e.RollDice("black", 3), roll="3 2 2 / 5 1")
    assert list(GAME.rules.legal(now, "yellow")) == [e.ReRoll("yellow", 1), e.ReRoll("yellow", 0)]
    assert army(play(now, e.ReRoll("yellow", 1), roll="6"), "RUS") == "K3"


def test_ones_are_rolled_again_by_both_sides() -> None:
    entries, now = lines(with_card("now-we-can-begin"), e.RollDice("black", 3), roll="1 4 1 / 5 5")
    assert effects(entries) == [e.ReRollOffered("black", "attack", 2)]
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("re-roll", ("black",))
    assert list(GAME.rules.legal(now, "black")) == [e.ReRoll("black", 2), e.ReRoll("black", 1), e.ReRoll("black", 0)]
    assert against(now, e.RollDice("black", 3)) == ["RISK-POW-11"]
    assert GAME.rules.implied_pass(now, "black") is None
    entries, now = lines(now, e.ReRoll("black", 2), roll="6 1")
    rolled = next(entry.event for entry in entries if isinstance(entry.event, Rolled))
    assert (rolled.die, rolled.purpose) == ("A1 A3", "re-roll attack russia>scandinavia")
    assert now.battle is not None
    assert now.battle.faces == ((6, 4, 1), (5, 5)), "the second 1 stays"
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y2")
    assert army(play(play(now, e.RollDice("black", 3), roll="1 6 6 / 5 5"), e.ReRoll("black", 0)), "SCA") == "K0"
    start = world(EAST, powers={"K": "now-we-can-begin"}, options={"reroll_ones": "until_not_one"})
    now = play(with_card("now-we-can-begin", start), e.RollDice("black", 3), roll="1 4 1 / 5 5")
    now = play(now, e.ReRoll("black", 2), roll="1 6")
    assert list(GAME.rules.legal(now, "black")) == [e.ReRoll("black", 1), e.ReRoll("black", 0)]
    assert army(play(now, e.ReRoll("black", 1), roll="6"), "SCA") == "Y1"
    start = world(EAST, powers={"K": "now-we-can-begin", "Y": "steady-aim"})
    now = play(with_card("now-we-can-begin", start), e.PlayPower("yellow", "steady-aim"))
    now = play(now, e.RollDice("black", 3), roll="1 4 4 / 1 1")
    assert GAME.rules.status(now).awaited == ("black",)
    now = play(now, e.ReRoll("black", 1), roll="6")
    assert GAME.rules.status(now).awaited == ("yellow",)
    assert against(now, e.ReRoll("black", 1)) == ["RISK-SET-03"]
    now = play(now, e.ReRoll("yellow", 2), roll="6 5")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K3", "Y3")


def test_genesis_ark_adds_daleks_and_doctor_donna_converts_one() -> None:
    """RISK-POW-13, RISK-88, RISK-POW-14."""
    start = world("russia K2, scandinavia Y2", powers={"K": "genesis-ark"})
    entries, now = lines(start, e.Attack("black", "russia", "scandinavia", 1, "genesis-ark"), roll="5")
    assert effects(entries)[2:] == [e.DaleksAdded("russia", 5)]
    assert army(now, "RUS") == "K7"
    assert [move.daleks for move in offers(now, "black", e.RollDice)] == [1, 2, 3]
    entries, now = lines(play(world(EAST, powers={"Y": "doctor-donna"}), ATTACK), DONNA)
    assert effects(entries) == [
        e.CardPlayed("yellow", "doctor-donna"), e.DaleksLost("russia", 1), e.DaleksAdded("scandinavia", 1),
        WindowClosed("defence"),
    ]  # fmt: skip
    assert (army(now, "RUS"), army(now, "SCA"), GAME.rules.status(now).step) == ("K4", "Y4", "roll")
    start = world("russia K2, scandinavia Y2", powers={"Y": "doctor-donna"})
    entries, now = lines(play(start, e.Attack("black", "russia", "scandinavia", 1)), DONNA)
    assert (army(now, "RUS"), army(now, "SCA"), now.battle) == ("K1", "Y3", None)
    assert e.BattleEnded("beaten", "step") in effects(entries)
    assert not [entry for entry in entries if isinstance(entry.event, Rolled)]


@pytest.mark.parametrize("style", ["stack", "group"])
def test_a_stronger_donna_spares_the_guard(style: str) -> None:
    start = world("russia K3, scandinavia Y2", powers={"Y": "doctor-donna"}, options={"attack_style": style})
    donna = msgspec.structs.replace(start.cards.power["doctor-donna"], amount=5)
    cards = msgspec.structs.replace(start.cards, power={**start.cards.power, "doctor-donna": donna})
    entries, now = lines(play(start.replace(cards=cards), e.Attack("black", "russia", "scandinavia", 2)), DONNA)
    assert e.DaleksLost("russia", 2) in effects(entries)
    assert (army(now, "RUS"), army(now, "SCA"), now.battle, now.no_attack) == ("K1", "Y7", None, True)


@pytest.mark.parametrize("style", ["stack", "group"])
def test_genesis_ark_and_doctor_donna_take_effect_in_order(style: str) -> None:
    start = world("russia K2, scandinavia Y2", powers={"K": "genesis-ark", "Y": "doctor-donna"},
                  options={"attack_style": style})  # fmt: skip
    now = play(play(start, e.Attack("black", "russia", "scandinavia", 1, "genesis-ark"), roll="4"), DONNA)
    assert (army(now, "RUS"), army(now, "SCA")) == ("K5", "Y3")
    assert (now.battle is None, now.no_attack) == (style == "group", style == "group")


def test_each_side_can_play_one_power_card_in_an_attack() -> None:
    """RISK-91, RISK-POW-04."""
    start = world("russia K9, scandinavia Y5", powers={"K": "nitro-9 genesis-ark"})
    now = play(play(with_card("nitro-9", start), e.RollDice("black", 3), roll="5 4 1 / 5 5"), e.LeaveBattle("black"))
    assert against(now, e.Attack("black", "russia", "scandinavia", 3, "genesis-ark")) == []
    now = play(world(EAST, powers={"O": "doctor-donna nitro-9", "Y": "rust"}), ATTACK)
    assert against(now, e.PlayPower("orange", "nitro-9")) == ["RISK-POW-06"]
    assert list(GAME.rules.legal(now, "orange")) == []
    entries, now = lines(world("russia K9, scandinavia Y5", powers={"Y": "rust ?"}), ATTACK)
    assert effects(entries)[1:] == [WindowOpened("defence", ("yellow",))]
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("defence", ("yellow",))
    assert against(now, e.RollDice("black", 3)) == ["RISK-POW-15"]
    assert GAME.rules.implied_pass(now, "yellow") == Passed("yellow")
    assert list(GAME.rules.legal(now, "yellow")) == [Passed("yellow")], "a placement card is none for defence"
    now = play(now, Passed("yellow"), e.RollDice("black", 3), roll="1 1 1 / 6 6")
    assert GAME.rules.status(now).step == "roll"
    assert against(now, Passed("yellow")) == ["RISK-POW-15"]
    assert isinstance(play(world(EAST), ATTACK).stack[-1], Battle), "no card, no window"


def test_refuses_a_card_that_the_hand_cannot_hold() -> None:
    hidden = world(EAST, powers={"K": "?"}, power_pile=("?",) * 6)
    assert against(hidden, e.Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07?"]
    spent = world(EAST, powers={"K": "?"}, power_pile=("?",) * 6, spent=("nitro-9",))
    assert against(spent, e.Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07"]
    assert against(world(EAST), e.Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07"]


def test_power_cards_change_the_dice_or_daleks_of_a_battle() -> None:
    now = play(with_card("searchlights"), e.RollDice("black", 3), roll="2 2 2 / 1")
    assert army(now, "SCA") == "Y2"
    entries, _ = lines(now, e.RollDice("black", 3), roll="2 2 2 / 1 1")
    assert [event.die for event in (entry.event for entry in entries) if isinstance(event, Rolled)][1] == "D1 D2"
    assert army(with_card("ambush"), "SCA") == "Y2"
    lone = world("russia K5, scandinavia Y1, ural Y2", powers={"K": "ambush"})
    assert army(with_card("ambush", lone), "SCA") == "Y1", "never the last one"
    now = play(world(EAST, powers={"Y": "dug-in"}), ATTACK, e.PlayPower("yellow", "dug-in"))
    assert army(play(now, e.RollDice("black", 3), roll="6 6 6 / 5 5"), "RUS") == "K3"
    now = play(world(EAST, powers={"Y": "cellar-reserves"}), ATTACK)
    assert army(play(now, e.PlayPower("yellow", "cellar-reserves"), roll="5"), "SCA") == "Y6"


def placing(cards: str, text: str = "RUS K3", **more: object) -> World:
    return play(world(text, "count", powers={"K": cards}, **more), e.CountDaleks("black"))  # type: ignore[arg-type]  # a world's own


@pytest.mark.parametrize(("card", "due"), [("sabotage", 2), ("supply-lines", 3)])
def test_a_card_cuts_the_daleks_of_a_rival(card: str, due: int) -> None:
    start = placing(card, "RUS K3, INO Y3, NGU Y3, WAU Y3, EAU Y3")
    assert [move.rival for move in offers(start, "black", e.PlayPower)] == ["yellow", "orange"]
    theirs = play(start, e.PlayPower("black", card, rival="yellow")).replace(player="yellow", step="count", pool=0)
    after = play(theirs, e.CountDaleks("yellow"))
    assert (after.pool, after.cuts) == (due, {})
    assert play(after.replace(step="count", pool=0), e.CountDaleks("yellow")).pool == 5
    assert against(start, e.PlayPower("black", card, rival="black")) == ["RISK-POW-16"]
    with pytest.raises(UnplayableError):
        against(start, e.PlayPower("black", card, rival="mauve"))


def test_a_rival_removes_daleks_and_is_never_cut_below_zero() -> None:
    now = play(placing("sabotage"), e.PlayPower("black", "sabotage", rival="yellow"))
    theirs = now.replace(player="yellow", step="count", pool=0, cuts={"yellow": (6, True)})
    entries, after = lines(theirs, e.CountDaleks("yellow"))
    counted = effects(entries)[0]
    assert isinstance(counted, e.Reinforced)
    assert (after.pool, counted.cards) == (0, -3), "as many as the player gets, and no more"
    now = play(placing("rust", "RUS K3, SCA Y3, ICE Y1"), e.PlayPower("black", "rust", rival="yellow"))
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("remove", ("yellow",))
    assert list(GAME.rules.legal(now, "yellow")) == [e.RemoveDalek("yellow", "scandinavia")]
    assert against(now, e.Place("black", "russia", 3)) == ["RISK-POW-16"]
    now = play(now, e.RemoveDalek("yellow", "scandinavia"), e.RemoveDalek("yellow", "scandinavia"))
    assert (army(now, "SCA"), GAME.rules.status(now).awaited) == ("Y1", ("black",))
    bare = play(placing("rust", "RUS K3, SCA Y1, ICE Y1"), e.PlayPower("black", "rust", rival="yellow"))
    assert bare.stack == (), "there is nothing that can go"
    one = play(placing("rust", "RUS K3, SCA Y2, ICE Y1"), e.PlayPower("black", "rust", rival="yellow"))
    assert play(one, e.RemoveDalek("yellow", "scandinavia")).stack == ()


def test_power_cards_add_daleks_or_move_the_tardis() -> None:
    """RISK-POW-16, RISK-PLC-02, RISK-PLC-08."""
    now = play(placing("foundry"), e.Place("black", "russia", 1), e.PlayPower("black", "foundry"))
    assert (now.pool, now.spent) == (2 + 3, ("foundry",))
    assert play(placing("tribute"), e.PlayPower("black", "tribute")).pool == 3 + 1
    two = "INO K3, NGU K3, WAU K3, EAU K3, VEN K3, PER K3, BRA K3, ARG K3"
    assert play(placing("tribute", two), e.PlayPower("black", "tribute")).pool == 3 + 2 + 2 + 2
    start = placing("console", tardis="egypt", tardis_card="egypt")
    assert len(offers(start, "black", e.MoveTardis)) == 41
    entries, now = lines(start, e.MoveTardis("black", "console", "ural"))
    assert effects(entries) == [e.CardPlayed("black", "console"), e.TardisLanded("ural")]
    assert (now.tardis, now.tardis_card) == ("ural", "egypt")
    assert against(start, e.MoveTardis("black", "console", "egypt")) == ["RISK-POW-16"]
    with pytest.raises(UnplayableError):
        against(placing("rust"), e.MoveTardis("black", "rust", "ural"))
