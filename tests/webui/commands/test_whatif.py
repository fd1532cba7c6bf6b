"""The command `whatif`: a branch, what is otherwise in it, and what is refused."""

import pytest
from front_door import Door

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
    assert "half-term" in listed
    assert "seven" not in listed
    assert "what if, not a record; " in told
    assert {each["alias"]: bool(each["branch"]) for each in risk.well("list", "--what-ifs", "--json").data}["seven"]
    again = risk("whatif", "seven")
    assert (again.status, again.out) == (1, ran.out)
    data = risk("whatif", "seven", "--json").data
    assert (data["left_at"], data["moves"][0]["address"]) == (344, "4.2")


def test_a_branch_up_to_a_move_is_played_on(risk: Door) -> None:
    ran = risk("whatif", "half-term", "--at", "2.10", "--alias", "third")
    assert "- Orange turns up the top card" in ran.out
    risk.well("record", "-", "--to", "third", stdin="== T3 Orange ==\nT: CAM *\n== end ==\n")
    assert "+ Orange turns up the top card" in risk("whatif", "third").out
    assert "third" in risk.well("list", "--what-ifs").out


@pytest.mark.parametrize(("words", "says"), [
    (("OMIT 99.9",), "there is no 99.9"), (("hello",), "a correction is written so"), (("--at", "99.9"), "there is no"),
    (("--at", "#1"), "behind its set-up"), (("OMIT 3.2",), "--throw"), (("--alias", "half-term"), "half-term"),
    (("--alias", "No!"), "alias"), (("--as", "nobody"), "nobody"), (("OMIT 3.2", "--seed", "x"), "seed"),
])  # fmt: skip
def test_what_cannot_be_is_told_and_nothing_is_left(risk: Door, words: tuple[str, ...], says: str) -> None:
    before = risk.well("list", "--json").out
    risk.refused("whatif", "half-term", *words, says=says)
    assert risk.well("list", "--json").out == before
