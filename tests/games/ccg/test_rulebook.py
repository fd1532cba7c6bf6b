"""The page of the rules: nothing is missing, nothing is named that is not there."""

import re
from collections import Counter

import msgspec
import pytest
from bare_rules import bare_rules
from game_code import deciding_code

from projections.games.ccg.game import GAME
from projections.games.ccg.options import Options
from projections.games.ccg.state.position import STOPS

FOLDER = GAME.meta.folder
PAGE = FOLDER.joinpath("RULES.md").read_text(encoding="utf-8")
RULE = re.compile(r"^\| (CCG-[A-Z]+-\d\d) \| ([^|]+) \| ([^|]+) \| ([A0-9 ]*)\|$", re.MULTILINE)
DOUBT = re.compile(r"^\| (A\d\d) \| ([^|]+\?[^|]*) \| ([^|]+) \| ([^|]*)\|$", re.MULTILINE)
SECTIONS = {
    "OBJ": 7, "CRE": 15, "EPC": 6, "FLA": 6, "RES": 2, "TIM": 5, "ZON": 3, "SID": 2, "STA": 1, "ABI": 8, "SUP": 9,
    "DEC": 6, "SET": 8, "STR": 3, "TRN": 3, "PREP": 18, "EPI": 19, "COM": 37, "BON": 3, "NOR": 5, "WIN": 1, "LNG": 2,
    "GEN": 12, "GLO": 16, "EXR": 12,
}  # fmt: skip
"""How many rules each part of the rulebook has."""


def test_every_rule_has_one_row() -> None:
    numbers = [number for number, *_ in RULE.findall(PAGE)]
    assert numbers == list(GAME.meta.rulebook)
    assert Counter(number.split("-")[1] for number in numbers) == SECTIONS
    assert len(numbers) == 209


@pytest.mark.parametrize("part", SECTIONS)
def test_the_rules_of_a_part_are_numbered_on(part: str) -> None:
    found = [number for number in GAME.meta.rulebook if number.split("-")[1] == part]
    assert found == [f"CCG-{part}-{number:02}" for number in range(1, SECTIONS[part] + 1)]


def test_every_doubt_has_a_reading() -> None:
    doubts = [number for number, *_ in DOUBT.findall(PAGE)]
    assert doubts == [f"A{number:02}" for number in range(1, len(doubts) + 1)]
    assert len(doubts) >= 59
    named = {word for *_, touched in RULE.findall(PAGE) for word in touched.split()}
    assert named <= set(doubts)


def test_the_code_names_no_doubt_that_is_not_read() -> None:
    doubts = {number for number, *_ in DOUBT.findall(PAGE)}
    assert set(re.findall(r"\bA\d\d\b", deciding_code(FOLDER))) <= doubts


def test_every_option_is_the_switch_of_a_doubt() -> None:
    named = {name for *_, option in DOUBT.findall(PAGE) for name in re.findall(r"^`(\w+)`", option)}
    assert named == {field.name for field in msgspec.structs.fields(Options)}


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
    told = re.findall(r"^\| `(\w+)` \| .* \| (asked|not asked) \|$", PAGE, re.MULTILINE)
    assert tuple(told) == tuple((stop, "asked" if stop in STOPS[:6] else "not asked") for stop in STOPS)


def test_rules_without_code_have_none() -> None:
    """What is said to have no code is nowhere in it."""
    bare = bare_rules("ccg")
    assert bare.keys() <= GAME.meta.rulebook.keys()
    assert not bare.keys() & set(re.findall(r"CCG-[A-Z]+-\d\d", deciding_code(FOLDER)))
    assert len(bare) <= 4
