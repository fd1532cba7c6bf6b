"""The commands `whatif` and `correct`: a branch, a correction, and what is refused."""

import re

import pytest
from front_door import Door
from texts import missing, wrong

from replay.posts.samples import samples

RISK = next(one.text for one in samples("risk") if one.name == "mistakes")


@pytest.fixture
def risk(no_door: Door) -> Door:
    no_door.well("record", "-", "--alias", "half-term", stdin=RISK)
    return no_door


def test_a_branch_says_what_is_otherwise_and_the_record_stays(risk: Door) -> None:
    record = risk.well("log", "half-term").out
    ran = risk("whatif", "half-term", "DUE 4.2", "KEEP rest", "--alias", "seven")
    assert (ran.status, "seven is a what-if of" in ran.out) == (1, True)
    assert "+ Black counts new Daleks. Black counts 7 new Daleks" in ran.out
    assert risk.well("log", "half-term").out == record
    listed, told = risk.well("list").out, risk.well("list", "--what-ifs").out
    assert not wrong(listed, "half-term", absent=["seven"])
    assert "what if, not a record; " in told
    assert {each["alias"]: bool(each["branch"]) for each in risk.well("list", "--what-ifs", "--json").data}["seven"]
    again = risk("whatif", "seven")
    assert (again.status, again.out) == (1, ran.out)
    data = risk("whatif", "seven", "--json").data
    assert (data["left_at"], data["moves"][0]["address"]) == (344, "4.2")


def test_a_branch_up_to_a_move_is_played_on(risk: Door) -> None:
    assert "- Orange turns up the top card" in risk("whatif", "half-term", "--at", "2.10", "--alias", "third").out
    risk.well("record", "-", "--to", "third", stdin="== T3 Orange ==\nT: CAM *\n== end ==\n")
    assert "+ Orange turns up the top card" in risk("whatif", "third").out
    assert "third" in risk.well("list", "--what-ifs").out


@pytest.mark.parametrize(("words", "says"), [
    ("whatif OMIT 99.9", "there is no 99.9"), ("whatif hello", "a correction is written so"),
    ("whatif --at 99.9", "there is no"), ("whatif --at #1", "behind its set-up"), ("whatif OMIT 3.2", "--throw"),
    ("whatif --alias half-term", "half-term"), ("whatif --alias No!", "alias"), ("whatif --as nobody", "nobody"),
    ("whatif OMIT 3.2 --seed x", "seed"), ("correct OMIT 99.9", "there is no 99.9"),
    ("correct hello", "a correction is written so"), ("correct OMIT 3.2|KEEP rest", "a ruling needs a reason"),
    ("correct OMIT 3.2 --as nobody", "no seat"), ("correct OMIT 3.2|KEEP 3.1 --check", "for later moves that fall"),
    ("correct FIX 3.2: zebra", "zebra"), ("correct OMIT 3.2|KEEP rest --reason x --cite X-1", "is no rule"),
    ("correct OMIT 3.2 --reason so", "Say for each: leave it out"),
])  # fmt: skip
def test_refuses_changes(risk: Door, words: str, says: str) -> None:
    """A change has words; a bar parts two changes."""
    command, _, rest = words.partition(" ")
    changes, *options = re.split(r" ?(?=--)", rest)
    given = [word for option in options for word in option.split()]
    risk.refused(command, "half-term", *filter(None, changes.split("|")), *given, says=says)


def test_checks_and_files_a_correction(risk: Door) -> None:
    before = risk.content()
    ran = risk("correct", "half-term", "OMIT 3.2", "--check")
    assert (ran.status, "3.3 falls: count the new Daleks first (RISK-TRN-01)" in ran.out) == (1, True)
    data = risk("correct", "half-term", "OMIT 3.2", "KEEP rest", "--check", "--json").data
    assert ([one["fate"] for one in data["later"]].count("kept"), risk.content()) == (1, before)
    told = risk.well("correct", "half-term", "OMIT 3.2", "KEEP rest", "--reason", "it was never said").out
    assert not missing(told, "3.3 is kept as the table had it", "corrected, up to line")
