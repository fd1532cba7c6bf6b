"""The chances of dice and of battles, against the tables of the events file to their last printed digit."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from typing import Final

import pytest
from risk_worlds import field

from projections.games.risk.odds.battle_odds import PLAIN, Again, Dice, Roll, battle, fallen, roll
from projections.games.risk.odds.chances import odds
from projections.games.risk.options import Options
from projections.games.risk.rules.battle import casualties
from projections.games.risk.state.position import Battle, Side, World
from projections.window import Window
from projections.wording import percent

NITRO: Final = Dice(plus=1)
ONCE: Final = Dice(again="once")
UNTIL: Final = Dice(again="until_not_one")
ROLLS: Final = {
    PLAIN: """
        3 2 7776 2890 2611 2275 | 2 2 1296 295 420 581 | 3 1 1296 855 441
        2 1 216 125 91 | 1 2 216 55 161 | 1 1 36 15 21""",
    NITRO: """
        3 2 7776 4816 1981 979 | 2 2 1296 581 420 295 | 3 1 1296 1071 225
        2 1 216 161 55 | 1 2 216 91 125 | 1 1 36 21 15""",
    ONCE: """
        3 2 1679616 731080 566713 381823 | 2 2 46656 14455 15960 16241 | 3 1 279936 194355 85581
        2 1 7776 4865 2911 | 1 2 1296 385 911 | 1 1 216 105 111""",
    UNTIL: """
        3 2 4500 2005 1516 979 | 2 2 900 295 310 295 | 3 1 750 525 225
        2 1 150 95 55 | 1 2 180 55 125 | 1 1 30 15 15""",
}
"""Attack and defence dice, of how many cases, and in how many the defender loses most, ..., nothing (5.1, 5.2)."""
CONQUEST: Final = """
    .417 .106 .027 .007 .002 .000 .000 .000 .000 .000
    .754 .363 .206 .091 .049 .021 .011 .005 .003 .001
    .916 .656 .470 .315 .206 .134 .084 .054 .033 .021
    .972 .785 .642 .477 .359 .253 .181 .123 .086 .057
    .990 .890 .769 .638 .506 .397 .297 .224 .162 .118
    .997 .934 .857 .745 .638 .521 .423 .329 .258 .193
    .999 .967 .910 .834 .736 .640 .536 .446 .357 .287
    1.000 .980 .947 .888 .818 .730 .643 .547 .464 .380
    1.000 .990 .967 .930 .873 .808 .726 .646 .558 .480
    1.000 .994 .981 .954 .916 .861 .800 .724 .650 .568"""
"""A battle fought to its end: attackers without the guard from 1 down, defenders from 1 across (5.3)."""
WITH_CARD: Final = {
    NITRO: """
        .583333 .245756 .103536 .043619 .018377
        .893904 .637346 .480383 .319277 .229493
        .981581 .878012 .783338 .671662 .568806
        .996802 .949649 .901522 .827916 .758355
        .999445 .983827 .959551 .923558 .876821""",
    ONCE: """
        .486111 .144408 .042899 .012744 .003786
        .807622 .476109 .299617 .162183 .097187
        .941187 .740591 .580061 .426344 .308063
        .982020 .861061 .745431 .607376 .490405
        .994503 .934963 .855265 .755390 .647232""",
}
"""The same with a card for the whole attack."""


def printed(chance: Fraction, digits: int) -> str:
    value = Decimal(chance.numerator) / Decimal(chance.denominator)
    shown = str(value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    return shown.removeprefix("0") if chance < 1 else shown


def cells(table: str) -> list[tuple[int, int, str]]:
    rows = [line.split() for line in table.strip().splitlines()]
    return [(a, d, cell) for a, row in enumerate(rows, 1) for d, cell in enumerate(row, 1)]


@pytest.mark.parametrize("dice", ROLLS, ids=["plain", "nitro", "once", "until-not-one"])
def test_odds_of_one_roll_match_published_values(dice: Dice) -> None:
    """T-RISK-77, T-RISK-94."""
    rows = [list(map(int, row.split())) for line in ROLLS[dice].strip().splitlines() for row in line.split("|")]
    assert len(rows) == 6
    for attack, defence, of, *ways in rows:
        found = roll(attack, defence, dice)
        assert [Fraction(way, found.of) for way in reversed(found.ways)] == [Fraction(way, of) for way in ways]
        if dice is not UNTIL:
            assert (found.of, list(reversed(found.ways))) == (of, ways)


@pytest.mark.parametrize(("attack", "defence"), list(product((1, 2, 3), (1, 2))))
def test_odds_match_a_count_of_every_roll(attack: int, defence: int) -> None:
    """RISK-76, RISK-CMB-08."""
    for ours, theirs in ((0, 0), (1, 0), (0, 1), (2, 1)):
        ways = [0] * (min(attack, defence) + 1)
        for faces in product(range(1, 7), repeat=attack + defence):
            rolled = [face + ours for face in faces[:attack]], [face + theirs for face in faces[attack:]]
            lost, beaten = casualties(*map(tuple, rolled))
            assert lost + beaten == len(ways) - 1
            ways[beaten] += 1
        assert roll(attack, defence, Dice(ours), Dice(theirs)) == Roll(tuple(ways), 6 ** (attack + defence))


@pytest.mark.parametrize("dice", WITH_CARD, ids=["nitro", "once"])
def test_odds_of_a_battle_with_a_card_match_published_values(dice: Dice) -> None:
    for attackers, defenders, cell in cells(WITH_CARD[dice]):
        assert printed(battle(attackers, defenders, dice).conquest, 6) == cell, (attackers, defenders)


@pytest.mark.parametrize(("attackers", "defenders", "lost", "beaten"), [
    (3, 2, "1.406418", "1.437883"), (3, 3, "1.889752", "1.828053"), (5, 5, "3.368515", "3.556848"),
    (10, 10, "7.307800", "8.237047"),
])  # fmt: skip
def test_expected_losses_match_published_values(attackers: int, defenders: int, lost: str, beaten: str) -> None:
    found = battle(attackers, defenders)
    assert (printed(found.attackers, 6), printed(found.defenders, 6)) == (lost, beaten)


@pytest.mark.parametrize("again", ["once", "until_not_one"])
def test_ones_of_the_defence_are_rolled_again_too(again: Again) -> None:
    weights = Dice(again=again).weights
    wins = sum(weights[theirs - 1] for ours, theirs in product(range(1, 7), repeat=2) if ours > theirs)
    assert roll(1, 1, PLAIN, Dice(again=again)).chance(1) == Fraction(wins, 6 * sum(weights))


def test_odds_of_whole_battles_match_published_values() -> None:
    """T-RISK-79."""
    for attackers, defenders, cell in cells(CONQUEST):
        assert printed(battle(attackers, defenders).conquest, 3) == cell, (attackers, defenders)
    assert battle(3, 3).conquest == Fraction("511817135/1088391168")
    assert (printed(battle(5, 5).conquest, 6), printed(battle(10, 10).conquest, 7)) == (".506203", ".5675929")
    assert printed(battle(50, 50).conquest, 3) == ".736"
    first = roll(3, 1)
    mixed = first.chance(1) * battle(5, 3).conquest + first.chance(0) * battle(4, 4).conquest
    assert battle(5, 4, PLAIN, PLAIN, first).conquest == mixed


@pytest.mark.parametrize(("chance", "words"), [
    ("6610505/10077696", "65.6 %"), ("0", "0.0 %"), ("1", "100.0 %"), ("1/100000", "less than 0.1 %"),
    ("99999/100000", "more than 99.9 %"), ("1/3", "33.3 %"),
])  # fmt: skip
def test_chances_are_printed_with_one_decimal_and_never_as_certain(chance: str, words: str) -> None:
    assert percent(Fraction(chance)) == words


def fought(**battle: object) -> World:
    return field("russia K4, scandinavia Y2", battle={"daleks": 3, **battle})


def test_odds_of_the_first_roll_use_the_declared_dice() -> None:
    declared = odds(field("russia K9, scandinavia Y2", battle={"daleks": 1}))
    assert declared[0] == "The next roll, 1 die against 2: Yellow loses 1 in 25.5 % and Black loses 1 in 74.5 %."
    assert odds(field("russia K9, scandinavia Y2", battle={"daleks": 1, "rolls": 1}))[0].startswith(
        "The next roll, 3 dice against 2:"
    )
    assert odds(fought(defence=Side(fewer=1)))[0].startswith("The next roll, 3 dice against 1: Yellow loses 1 in 66.0")
    assert odds(fought(defence=Side(fewer=1), rolls=1))[0].startswith("The next roll, 3 dice against 2:")
    chosen = field("russia K4, scandinavia Y2", battle={"daleks": 3, "dice": 1}, options=Options(defence_dice="chosen"))
    assert odds(chosen)[0].startswith("The next roll, 3 dice against 1:")


def test_odds_count_and_name_groups_and_cards() -> None:
    group = field("russia K7, scandinavia Y2", battle={"daleks": 3, "group": 3}, options=Options(attack_style="group"))
    assert "in 65.6 % of" in odds(group)[1]
    assert "in 65.6 % of" not in odds(field("russia K7, scandinavia Y2", battle={"daleks": 3}))[1]
    nitro = odds(fought(attack=Side(plus=1), defence=Side(reroll=True)))
    assert nitro[-1] == "Counted with Black's dice at +1 and Yellow's dice whose 1s are re-rolled once."
    assert "in 87.8 % of" in odds(fought(attack=Side(plus=1)))[1]
    assert "in 74.1 % of" in odds(fought(attack=Side(reroll=True)))[1]
    until = field(
        "russia K4, scandinavia Y2", battle={"daleks": 3, "attack": Side(reroll=True)},
        options=Options(reroll_ones="until_not_one"),
    )  # fmt: skip
    assert odds(until)[-1] == "Counted with Black's dice whose 1s are re-rolled until none is left."
    world = fought()
    world = world.replace(stack=(*world.stack, Window("defence", ("yellow",))))
    assert odds(world)[-1] == "A Power Card of Yellow may still change this."


def test_odds_count_dice_that_wait_for_a_re_roll() -> None:
    once = fallen((6, 1, 1), (5, 5), ONCE, PLAIN)
    six = Fraction(11, 36)
    assert [once.chance(beaten) for beaten in (2, 1, 0)] == [six, 1 - six, Fraction(0)]
    assert fallen((1,), (5, 2), UNTIL, PLAIN).chance(1) == Fraction(1, 5)
    assert fallen((1, 1), (1, 1), PLAIN, PLAIN).ways == (1, 0, 0)
    waiting = fought(attack=Side(reroll=True), faces=((6, 1, 1), (5, 5)), waiting="attack", rolls=1)
    assert odds(waiting)[0] == (
        "After the re-roll of the 1s: Yellow loses 2 in 30.6 %, each loses 1 in 69.4 % and Black loses 2 in 0.0 %."
    )
    theirs = fought(attack=Side(reroll=True), defence=Side(reroll=True), faces=((1,), (1,)), waiting="defence", rolls=1)
    assert odds(theirs)[0] == "After the re-roll of the 1s: Yellow loses 1 in 0.0 % and Black loses 1 in 100.0 %."
    assert odds(field("russia K4, scandinavia Y2", battle={"daleks": 0, "faces": ((1,), (2, 2)), "waiting": "attack"}))
    assert odds(field("russia K0, scandinavia Y2", battle={"daleks": -2})) == ()
    assert odds(World(seats=(), options=Options(), stack=(Battle("", "", "", "", 1),))) == ()


def test_odds_of_the_rulebook_battle_are_shown() -> None:
    """T-RISK-50, T-RISK-79."""
    next_roll = "Yellow loses 2 in 37.2 %, each loses 1 in 33.6 % and Black loses 2 in 29.3 %."
    assert odds(fought()) == (
        f"The next roll, 3 dice against 2: {next_roll}",
        "Black takes Scandinavia in 65.6 % of battles fought to the end.",
        "On average that costs Black 1.4 Daleks and Yellow 1.4 Daleks.",
    )
    assert (odds(field("russia K4, scandinavia Y2")), odds(fought(taken=True))) == ((), ())
    assert odds(field("russia K1, scandinavia Y2", battle={"daleks": 3})) == ()
    assert odds(field("russia K4", battle={"daleks": 3})) == ()
    assert len(odds(field("russia K900, scandinavia Y900", battle={"daleks": 3}))) == 1
    assert odds(fought(rolls=1, faces=((5, 5, 3), (4, 2))))
    assert odds(fought(faces=((5, 5, 3), ()))) == ()
