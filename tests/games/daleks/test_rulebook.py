"""The page of the rules: nothing is missing, nothing is named that is not there."""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from game_code import deciding_code

from projections.games.daleks.game import GAME
from projections.games.daleks.options import Options
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL

FOLDER = GAME.meta.folder
PAGE = FOLDER.joinpath("RULES.md").read_text(encoding="utf-8")
RULE = re.compile(r"^\| (TOD-[A-Z]+-\d\d) \| ([^|]+) \| ([^|]+) \| ([AMB0-9 -]*)\|$", re.MULTILINE)
DOUBT = re.compile(r"^\| (AMB-\d\d) \| ([^|]+\?[^|]*) \| ([^|]+) \| ([^|]*)\|$", re.MULTILINE)
BARE = re.compile(r"^\| (TOD-[A-Z]+-\d\d) \| ([^|]{12,}) \|$", re.MULTILINE)
SECTIONS = {
    "COMP": 18, "SETUP": 13, "FIRST": 3, "CARD": 11, "ROUND": 4, "PREP": 9, "TRAV": 14, "ADV": 2, "RECR": 9, "LINK": 7,
    "CHAL": 3, "POOL": 3, "FOC": 4, "LIM": 4, "EXT": 5, "ROLL": 3, "RERO": 10, "FACE": 4, "COND": 8, "SUCC": 5,
    "FAIL": 10, "DALK": 3, "COMPN": 2, "HELP": 29, "FIN": 7, "DTRN": 10, "ANOM": 5, "ALOC": 8, "ATASK": 5, "AINST": 1,
    "REG": 7, "WIN": 2, "LOSS": 4,
}  # fmt: skip
"""How many rules each part of the rulebook has."""


def test_every_rule_has_one_row() -> None:
    numbers = [number for number, *_ in RULE.findall(PAGE)]
    assert numbers == list(GAME.meta.rulebook)
    assert Counter(number.split("-")[1] for number in numbers) == SECTIONS
    assert len(numbers) == 232


@pytest.mark.parametrize("part", SECTIONS)
def test_the_rules_of_a_part_are_numbered_on(part: str) -> None:
    found = [number for number in GAME.meta.rulebook if number.split("-")[1] == part]
    assert found == [f"TOD-{part}-{number:02}" for number in range(1, SECTIONS[part] + 1)]


def test_every_doubt_has_a_reading() -> None:
    doubts = [number for number, *_ in DOUBT.findall(PAGE)]
    assert doubts == [f"AMB-{number:02}" for number in range(1, len(doubts) + 1)]
    assert len(doubts) >= 42
    named = {word for *_, touched in RULE.findall(PAGE) for word in touched.split()}
    assert named == set(doubts)


def test_the_code_names_no_rule_and_no_doubt_that_is_not_told() -> None:
    doubts = {number for number, *_ in DOUBT.findall(PAGE)}
    assert set(re.findall(r"\bAMB-\d\d\b", deciding_code(FOLDER))) <= doubts
    assert set(re.findall(r"\bTOD-[A-Z]+-\d\d\b", deciding_code(FOLDER))) <= GAME.meta.rulebook.keys()


def test_every_option_is_the_switch_of_a_doubt() -> None:
    named = [name for *_, option in DOUBT.findall(PAGE) for name in re.findall(r"^`(\w+)`", option)]
    assert sorted(named) == sorted(field.name for field in msgspec.structs.fields(Options))


@pytest.mark.parametrize("field", msgspec.structs.fields(Options), ids=lambda field: field.name)
def test_the_values_of_an_option_are_told(field: msgspec.structs.FieldInfo) -> None:
    """The default first."""
    (told,) = (option for *_, option in DOUBT.findall(PAGE) if option.startswith(f"`{field.name}`:"))
    allowed = getattr(msgspec.inspect.type_info(field.type), "values", ())
    words = re.findall(r"`(\w+)`", told)[1:]
    assert set(map(str, allowed)) <= set(words)
    if words:
        assert words[0] == str(field.default).lower()


def test_every_stop_is_told() -> None:
    told = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert told == [BEFORE_ROLL, BEFORE_RESOLVING]


def test_every_rule_is_cited() -> None:
    """Nothing of the rulebook is without code, so that no row has to say why."""
    assert (
        GAME.meta.rulebook.keys() - set(re.findall(r"TOD-[A-Z]+-\d\d", deciding_code(FOLDER)))
        == dict(BARE.findall(PAGE)).keys()
    )


def test_every_rule_and_every_doubt_has_a_test() -> None:
    """By its number in full, so that the list of rules names the test; a span of numbers would hide those between."""
    pages = sorted(Path(__file__).parent.glob("test_*.py"))
    tests = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    doubts = {number for number, *_ in DOUBT.findall(PAGE)}
    assert {*GAME.meta.rulebook, *doubts} - set(re.findall(r"(?:TOD-[A-Z]+|AMB)-\d\d\b", tests)) == set()


def test_rules_without_code_have_none() -> None:
    """What is said to have no code is nowhere in it."""
    bare = dict(BARE.findall(PAGE))
    assert bare.keys() <= GAME.meta.rulebook.keys()
    assert not bare.keys() & set(re.findall(r"TOD-[A-Z]+-\d\d", deciding_code(FOLDER)))
    assert len(bare) <= 3
