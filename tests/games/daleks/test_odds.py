"""The chance to meet a challenge: against every case counted one by one, and as sentences."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from daleks_tables import ALL, CROWD, JULIE, STEVE, TRAY, place, play, table
from msgspec.structs import replace

from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.events.moves import Gather
from projections.games.daleks.odds.chances import odds
from projections.games.daleks.odds.pool_odds import Again, Plan, Sort, Turned, chance, roll_chance
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.wording import percent

ROWS = {str(colour): row for colour, row in SHIPPED.die.items()}
FACES = {colour: tuple((name, row.count(name) / 6) for name in dict.fromkeys(row)) for colour, row in ROWS.items()}
BLACK, GREEN = (Sort(0, colour, FACES[colour]) for colour in ("black", "green"))


def counted(symbols: Sequence[str], colours: Sequence[str]) -> Fraction:
    cases = [*product(*(SHIPPED.die[colour] for colour in colours))]  # type: ignore[index]  # a colour
    won = sum(all(case.count(name) >= symbols.count(name) for name in symbols) for case in cases)
    return Fraction(won, len(cases))


@pytest.mark.parametrize(("symbols", "black", "green"), [
    (("running",), 1, 0), (("running", "running"), 2, 2), (("tactics", "science", "cunning"), 4, 0),
    (("diplomacy", "running", "strength"), 2, 2), (("strength", "strength"), 1, 3),
])  # fmt: skip
def test_odds_of_one_roll_match_a_count_of_all_cases(symbols: tuple[str, ...], black: int, green: int) -> None:
    sorts = [BLACK._replace(rolled=black), GREEN._replace(rolled=green)]
    exact = counted(symbols, ("black",) * black + ("green",) * green)
    assert roll_chance(symbols, sorts) == pytest.approx(float(exact))
    assert chance(("running",), [BLACK._replace(rolled=1)], again(2)) == pytest.approx(TWO_SIXTHS)
    assert [roll_chance((name,), lying("black: science tactics")) for name in ("science", "cunning")] == [1, 0]


def lying(text: str) -> list[Sort]:
    """Dice as they lie, as `black: science tactics, green: running`; `helper` is a black die of the other pool."""
    sorts = {"black": BLACK, "green": GREEN, "helper": BLACK._replace(pool=1)}
    rows = [part.partition(": ")[::2] for part in text.split(", ")]
    return [sorts[name]._replace(lying=tuple(faces.split())) for name, faces in rows]


def again(amount: int, *sorts: int) -> Plan:
    return Plan((Again(sorts or (0,), amount),))


FACE = Plan(turned=(Turned((1,), "diplomacy"),))
BOTH_FACES = Plan(turned=(Turned((0, 1), "diplomacy"), Turned((0,), "strength")))
SIXTH, TWO_SIXTHS = 1 / 6, 11 / 36


@pytest.mark.parametrize(
    ("wanted", "dice", "plan", "due"),
    [
        ("science", "black: science tactics", Plan(), 1), ("cunning", "black: science tactics", Plan(), 0),
        # re-rolls: of two dice, of any number, of all or none
        ("running tactics", "black: cunning science running", again(2), TWO_SIXTHS),
        ("running tactics", "black: cunning science running", again(0), TWO_SIXTHS),
        ("running tactics", "black: running science", again(-1), 0),
        ("running", "black: cunning science", again(-1), TWO_SIXTHS),
        # an icon with a choice of colours is used for the best one
        ("running", "black: science, green: tactics", again(1, 0, 1), 1 / 2),
        # two tokens re-roll a die, three turn one
        ("running", "black: science", Plan(tokens=2), SIXTH), ("running", "black: science", Plan(tokens=3), 1),
        ("running", "black: science", Plan(tokens=4, token_turns=False), TWO_SIXTHS),
        ("running", "black: science", Plan(tokens=3, token_turns=False, token_rolls=False), 0),
        ("running tactics", "black: science science", Plan(tokens=5), 1 / 3),
        # a face is changed on a spare die of its colour
        ("diplomacy", "black: science, green: running", FACE, 1), ("diplomacy", "black: science", FACE, 0),
        ("diplomacy running", "black: science, green: running", FACE, 0),
        ("diplomacy strength", "black: science, green: running", BOTH_FACES, 1),
        # a black die is discarded to roll the others again
        ("running", "black: science science science", Plan(blacks=3), 1 - (25 / 36) * (5 / 6)),
        # tokens and discarded dice only serve your own pool
        ("running", "helper: science", Plan(tokens=5), 0),
        ("running science", "helper: science, black: science", Plan(tokens=2), SIXTH),
        ("running science", "black: tactics tactics, helper: science", Plan(blacks=2), SIXTH),
        ("running", "black: tactics tactics, helper: science", Plan(blacks=2), SIXTH),
    ],
)  # fmt: skip
def test_odds_of_rolled_dice_include_re_rolls_and_changes(wanted: str, dice: str, plan: Plan, due: float) -> None:
    """TOD-HELP-28."""
    assert chance(tuple(wanted.split()), lying(dice), plan) == pytest.approx(due)


def adventure(*dice: Die, symbols: tuple[str, ...] = ("running",), stage: str = "reroll", **more: object) -> Position:
    pool = Pool(JULIE, dice, gathered=True, done=True)
    now = Adventure(JULIE, 2, 0, symbols, stage=stage, pools=(pool,))
    tiles = [place(2, "mars", "sutekh", "?")]
    given = {"consoles": {JULIE: ""}, "places": tiles, "at": {JULIE: (2, 0)}, "tokens": 0, **more}
    return table("adventure", stack=(now,), **given)  # type: ignore[arg-type]  # as a table takes them


def test_odds_name_the_means_that_are_still_open() -> None:
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


def test_odds_assume_that_the_least_useful_dice_leave() -> None:
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
def test_odds_work_in_any_position(position: Position) -> None:
    assert all(text.endswith(".") for text in odds(position))
    assert [percent(share) for share in (0.0, 0.0001, 0.5, 0.99999, 1.0)] == [
        "0.0 %", "less than 0.1 %", "50.0 %", "more than 99.9 %", "100.0 %",
    ]  # fmt: skip
