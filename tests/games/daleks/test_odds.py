"""The chance to meet a challenge: against every case counted one by one, and as sentences."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from daleks_tables import JULIE, STEVE, place, play, table
from daleks_views import ALL, CROWD, TRAY
from msgspec.structs import replace

from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts.moves import Gather
from projections.games.daleks.odds.chances import odds
from projections.games.daleks.odds.pool_odds import Again, Plan, Sort, Turned, chance, roll_chance
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.wording import percent

FACES = {
    str(colour): tuple((name, row.count(name) / 6) for name in dict.fromkeys(row))
    for colour, row in SHIPPED.die.items()
}
BLACK, GREEN = (Sort(0, colour, FACES[colour]) for colour in ("black", "green"))


def counted(symbols: Sequence[str], colours: Sequence[str]) -> Fraction:
    """How many of all cases meet the symbols."""
    cases = [*product(*(SHIPPED.die[colour] for colour in colours))]  # type: ignore[index]  # a colour
    won = sum(all(case.count(name) >= symbols.count(name) for name in symbols) for case in cases)
    return Fraction(won, len(cases))


@pytest.mark.parametrize(
    ("symbols", "black", "green"),
    [
        (("running",), 1, 0), (("running", "running"), 2, 2), (("tactics", "science", "cunning"), 4, 0),
        (("diplomacy", "running", "strength"), 2, 2), (("strength", "strength"), 1, 3),
    ],
)  # fmt: skip
def test_one_roll_is_every_case_counted(symbols: tuple[str, ...], black: int, green: int) -> None:
    sorts = [BLACK._replace(rolled=black), GREEN._replace(rolled=green)]
    exact = counted(symbols, ("black",) * black + ("green",) * green)
    assert roll_chance(symbols, sorts) == pytest.approx(float(exact))


def test_dice_that_lie_count_as_they_lie() -> None:
    lying = BLACK._replace(lying=("science", "tactics"))
    assert roll_chance(("science",), [lying]) == 1
    assert roll_chance(("cunning",), [lying]) == 0


def test_a_re_roll_gives_another_chance() -> None:
    one = [BLACK._replace(rolled=1)]
    again = Plan((Again((0,), 2),))
    assert chance(("running",), one, again) == pytest.approx(11 / 36)
    lying = [BLACK._replace(lying=("cunning", "science", "running"))]
    assert chance(("running", "tactics"), lying, again) == pytest.approx(11 / 36)
    assert chance(("running", "tactics"), lying, Plan((Again((0,), 0),))) == pytest.approx(11 / 36)


def test_all_or_none_re_rolls_nothing_where_a_die_of_the_colour_meets_a_symbol() -> None:
    whole = Plan((Again((0,), -1),))
    assert chance(("running", "tactics"), [BLACK._replace(lying=("running", "science"))], whole) == 0
    assert chance(("running",), [BLACK._replace(lying=("cunning", "science"))], whole) == pytest.approx(11 / 36)


def test_an_icon_of_several_colours_goes_where_it_helps_most() -> None:
    lying = [BLACK._replace(lying=("science",)), GREEN._replace(lying=("tactics",))]
    assert chance(("running",), lying, Plan((Again((0, 1), 1),))) == pytest.approx(1 / 2)


def test_tokens_re_roll_a_die_for_two_and_turn_one_for_three() -> None:
    lying = [BLACK._replace(lying=("science",))]
    assert chance(("running",), lying, Plan(tokens=2)) == pytest.approx(1 / 6)
    assert chance(("running",), lying, Plan(tokens=4, token_turns=False)) == pytest.approx(11 / 36)
    assert chance(("running",), lying, Plan(tokens=3)) == 1
    assert chance(("running",), lying, Plan(tokens=3, token_turns=False, token_rolls=False)) == 0
    two = [BLACK._replace(lying=("science", "science"))]
    assert chance(("running", "tactics"), two, Plan(tokens=5)) == pytest.approx(1 / 3)


def test_a_face_is_changed_on_a_spare_die_of_its_colour() -> None:
    turned = Plan(turned=(Turned((1,), "diplomacy"),))
    lying = [BLACK._replace(lying=("science",)), GREEN._replace(lying=("running",))]
    assert chance(("diplomacy",), lying, turned) == 1
    assert chance(("diplomacy", "running"), lying, turned) == 0
    assert chance(("diplomacy",), lying[:1], turned) == 0
    both = Plan(turned=(Turned((0, 1), "diplomacy"), Turned((0,), "strength")))
    assert chance(("diplomacy", "strength"), lying, both) == 1


def test_a_black_die_is_discarded_to_roll_the_others_again() -> None:
    lying = [BLACK._replace(lying=("science", "science", "science"))]
    two, one = float(counted(("running",), ("black",) * 2)), 1 / 6
    expected = 1 - (1 - two) * (1 - one)
    assert chance(("running",), lying, Plan(blacks=3)) == pytest.approx(expected)


def test_tokens_and_discarded_dice_are_for_the_own_pool() -> None:
    """TOD-HELP-28."""
    helpers = BLACK._replace(pool=1, lying=("science",))
    assert chance(("running",), [helpers], Plan(tokens=5)) == 0
    assert chance(("running", "science"), [helpers, BLACK._replace(lying=("science",))], Plan(tokens=2)) == (
        pytest.approx(1 / 6)
    )
    own = BLACK._replace(lying=("tactics", "tactics"))
    assert chance(("running", "science"), [own, helpers], Plan(blacks=2)) == pytest.approx(1 / 6)
    assert chance(("running",), [own, helpers], Plan(blacks=2)) == pytest.approx(1 / 6)


def adventure(*dice: Die, symbols: tuple[str, ...] = ("running",), stage: str = "reroll", **more: object) -> Position:
    """Julie alone on Mars with these dice."""
    pool = Pool(JULIE, dice, gathered=True, done=True)
    now = Adventure(JULIE, 2, 0, symbols, stage=stage, pools=(pool,))
    tiles = [place(2, "mars", "sutekh", "?")]
    given = {"consoles": {JULIE: ""}, "places": tiles, "at": {JULIE: (2, 0)}, "tokens": 0, **more}
    return table("adventure", stack=(now,), **given)  # type: ignore[arg-type]  # as a table takes them


def test_the_sentences_name_what_is_open() -> None:
    now = adventure(Die("B1", "black", "science", ("rolled science",)))
    assert odds(now)[0] == "With all that is still open it is met in 16.7 %: Bow Tie and 1 black die."
    assert odds(now)[1].startswith("Reckoned through, not sampled,")


def test_used_or_forbidden_icons_do_not_count() -> None:
    die = Die("B1", "black", "science", ("rolled science",))
    used = adventure(die, used=((JULIE, "eleventh", 3),), tokens=2)
    assert odds(used)[0] == "With all that is still open it is met in 16.7 %: 2 tokens of Julie and 1 black die."
    fixed = used.replace(stack=tuple(replace(thing, conditions=("fixed-point",)) for thing in used.stack))
    assert odds(fixed) == ("Nothing on the consoles can meet it from here; only a card of a hand might.",)
    turned = adventure(die, stage="change", tokens=3)
    assert odds(turned)[0] == "With all that is still open it is met in 100.0 %: 3 tokens of Julie."
    locked = turned.replace(stack=tuple(replace(thing, conditions=("time-locked",)) for thing in turned.stack))
    assert odds(locked) == ("Nothing on the consoles can meet it from here; only a card of a hand might.",)


def test_odds_before_the_roll_include_the_roll_alone() -> None:
    now = adventure(Die("B1", "black"), Die("G1", "green"), stage="roll")
    assert odds(now)[0] == "The roll of 2 dice against 1 symbol meets the challenge in 58.3 %."


def test_dice_that_are_still_to_leave_are_those_that_hurt_least() -> None:
    dice = [Die(f"B{n}", "black") for n in range(1, 8)] + [Die(f"R{n}", "red") for n in (1, 2)]
    now = adventure(*dice, symbols=("running", "cunning"), stage="cut")
    exact = counted(("running", "cunning"), ("black",) * 7)  # a red die has neither
    told = f"The roll of 8 dice against 2 symbols meets the challenge in {percent(float(exact))}"
    assert odds(now)[0] == f"{told}, once the 1 die that is missed least is gone."
    haunted = now.replace(places=(now.places[0], place(2, "mars", "sutekh", "?", daleks=(1,))))
    assert "once the 2 dice that are missed least are gone" in odds(haunted)[0]


def test_gives_no_odds_without_a_roll() -> None:
    assert odds(table()) == ()
    assert odds(adventure(Die("B1", "black", "running", ("rolled running",)))) == ()
    assert odds(adventure(stage="recruit")) == ()
    assert odds(adventure(*(Die(f"B{n}", "black") for n in range(40)), stage="roll")) == ()


def test_a_gathered_pool_has_odds_at_once() -> None:
    pool = Adventure(JULIE, 2, 0, ("running", "science"), stage="recruit", pools=(Pool(JULIE),))
    now = table("adventure", places=[place(2, "mars", "sutekh", "?")], at={JULIE: (2, 0)}, stack=(pool,))
    assert odds(play(now, Gather(JULIE)))[0].startswith("The roll of 6 dice against 2 symbols meets the challenge in ")


def test_a_helpers_dice_and_icons_count() -> None:
    alone = CROWD.replace(stack=(replace(TRAY, helper="", manner="", pools=TRAY.pools[:1], conditions=()),))
    helped = CROWD.replace(stack=(replace(TRAY, conditions=()),))
    assert "Electric Guitar" not in odds(alone)[0]
    assert "Electric Guitar" in odds(helped)[0]
    beside = "what the helper pays and discards and black dice to be discarded are not counted"
    assert beside in odds(helped)[1]
    assert "2 black dice" not in odds(helped)[0]
    easier = replace(TRAY, symbols=("cunning", "strength"), conditions=())
    used = helped.replace(used=(*helped.used, (STEVE, "twelfth", 3)), stack=(easier,))
    assert "2 black dice" in odds(used)[0]
    assert "black dice are discarded last" in odds(used)[1]
    assert STEVE.title() not in odds(helped)[0]


@pytest.mark.parametrize("position", ALL)
def test_odds_cope_with_any_table(position: Position) -> None:
    assert all(said.endswith(".") for said in odds(position))


def test_percentages_near_0_and_100_say_so() -> None:
    assert [percent(share) for share in (0.0, 0.0001, 0.5, 0.99999, 1.0)] == [
        "0.0 %", "less than 0.1 %", "50.0 %", "more than 99.9 %", "100.0 %",
    ]  # fmt: skip
