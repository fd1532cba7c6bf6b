"""The page of the rules of each game: every rule, doubt, option and stop has its row, and the code cites no other."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from bare_rules import bare_rules, code_of, deciding_code
from places import TESTS
from recorded_cases import cases

from projections.games.ccg.state.position import STOPS
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL
from projections.registry import registry

SECTIONS: Mapping[str, str] = {
    "ccg": (
        "OBJ 7 CRE 15 EPC 6 FLA 6 RES 2 TIM 5 ZON 3 SID 2 STA 1 ABI 8 SUP 9 DEC 6 SET 8 STR 3 TRN 3 PREP 18 EPI 19 "
        "COM 37 BON 3 NOR 5 WIN 1 LNG 2 GEN 12 GLO 16 EXR 12"
    ),
    "daleks": (
        "COMP 18 SETUP 13 FIRST 3 CARD 11 ROUND 4 PREP 9 TRAV 14 ADV 2 RECR 9 LINK 7 CHAL 3 POOL 3 FOC 4 LIM 4 EXT 5 "
        "ROLL 3 RERO 10 FACE 4 COND 8 SUCC 5 FAIL 10 DALK 3 COMPN 2 HELP 29 FIN 7 DTRN 10 ANOM 5 ALOC 8 ATASK 5 "
        "AINST 1 REG 7 WIN 2 LOSS 4"
    ),
}
"""The number of rules in each part of a rulebook."""
every_game = pytest.mark.parametrize("slug", SECTIONS)


class Page(NamedTuple):
    """The rules of a page with the doubts that touch them, and the doubts with their options."""

    text: str
    rules: Mapping[str, Sequence[str]]
    doubts: Mapping[str, str]


@cache
def page(slug: str) -> Page:
    text = registry()[slug].meta.folder.joinpath("RULES.md").read_text(encoding="utf-8")
    rules = re.findall(r"^\| ([A-Z]+-[A-Z]+-\d\d) \| [^|]+ \| [^|]+ \| ([AMB0-9 -]*)\|$", text, re.MULTILINE)
    doubts = re.findall(r"^\| (A\d\d|AMB-\d\d) \| [^|]+\?[^|]* \| [^|]+ \| ([^|]*)\|$", text, re.MULTILINE)
    return Page(text, {rule: touched.split() for rule, touched in rules}, dict(doubts))


@every_game
def test_every_rule_has_one_numbered_row(slug: str) -> None:
    words = SECTIONS[slug].split()
    counts = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    found = page(slug).rules
    assert list(found) == list(registry()[slug].meta.rulebook)
    assert Counter(rule.split("-")[1] for rule in found) == counts
    prefix = {"ccg": "CCG", "daleks": "TOD"}[slug]
    assert {*found} == {
        f"{prefix}-{part}-{number:02}" for part, most in counts.items() for number in range(1, most + 1)
    }


@every_game
def test_every_open_rules_question_has_an_interpretation(slug: str) -> None:
    found = page(slug)
    prefix, least = {"ccg": ("A", 59), "daleks": ("AMB-", 42)}[slug]
    assert list(found.doubts) == [f"{prefix}{number:02}" for number in range(1, len(found.doubts) + 1)]
    assert len(found.doubts) >= least
    named = {doubt for touched in found.rules.values() for doubt in touched}
    assert named <= found.doubts.keys()
    assert slug != "daleks" or named == found.doubts.keys()


@every_game
def test_code_cites_only_documented_rules_and_rules_questions(slug: str) -> None:
    code, bare = deciding_code(registry()[slug].meta.folder), bare_rules(slug).keys()
    assert set(re.findall(r"\b(?:A\d\d|AMB-\d\d)\b", code)) <= page(slug).doubts.keys()
    assert registry()[slug].meta.rulebook.keys() - set(re.findall(r"\b(?:CCG|TOD)-[A-Z]+-\d\d\b", code)) == bare
    assert len(bare) <= {"ccg": 4, "daleks": 3}[slug]


@every_game
def test_options_answer_a_rules_question_and_list_their_values(slug: str) -> None:
    """The default value comes first."""
    options = [re.findall(r"`(\w+)`", option) for option in page(slug).doubts.values() if option.startswith("`")]
    values = {name: words for name, *words in sorted(options, key=len)}
    fields: Sequence[Any] = msgspec.structs.fields(registry().options(slug))
    assert {*values} == {field.name for field in fields}
    for field in fields:
        allowed = getattr(msgspec.inspect.type_info(field.type), "values", ())
        assert {*map(str, allowed)} <= {*values[field.name]}
        assert values[field.name][:1] in ([], [str(field.default).lower()])


def test_every_stop_is_documented() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (asked|not asked) \|$", page("ccg").text, re.MULTILINE)
    assert rows == [(stop, "asked" if stop in STOPS[:6] else "not asked") for stop in STOPS]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", page("daleks").text, re.MULTILINE)
    assert rows == [BEFORE_ROLL, BEFORE_RESOLVING]


def test_every_rule_of_daleks_has_a_test() -> None:
    """A test names the full number of the rule, or a recorded case breaks the rule."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / "games").rglob("test_*.py"))
    broken = {rule for case in cases("daleks") for rule, _ in case.found}
    assert registry()["daleks"].meta.rulebook.keys() - {*re.findall(r"TOD-[A-Z]+-\d\d\b", tests)} - broken == set()


def test_keys_code_cites_every_rule() -> None:
    meta = registry()["keys"].meta
    decides = "\n".join(text for path, text in code_of(meta.folder).items() if path.startswith("rules/"))
    assert (len(meta.rulebook), set(meta.rulebook)) == (80, set(re.findall(r"KEY-[A-Z]{3}-\d\d", decides)))
    doubts = re.findall(r"^\| (B\d\d) ", meta.folder.joinpath("RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert doubts == [f"B{number:02}" for number in range(1, 36)]
