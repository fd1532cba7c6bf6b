"""The command `correct`: what a correction would do, filing it, and what is refused."""

import pytest
from front_door import Door
from texts import missing

from replay.posts.samples import samples

RISK = next(one.text for one in samples("risk") if one.name == "mistakes")


@pytest.fixture
def risk(no_door: Door) -> Door:
    no_door.well("record", "-", "--alias", "half-term", stdin=RISK)
    return no_door


def test_a_check_says_what_becomes_of_each_later_move_and_writes_nothing(risk: Door) -> None:
    before = risk.content()
    ran = risk("correct", "half-term", "OMIT 3.2", "--check")
    assert (ran.status, "3.3 falls: count the new Daleks first (RISK-TRN-01)" in ran.out) == (1, True)
    data = risk("correct", "half-term", "OMIT 3.2", "KEEP rest", "--check", "--json").data
    assert [one["fate"] for one in data["later"]].count("kept") == 1
    assert risk.content() == before


def test_what_falls_is_asked_about_before_it_is_filed(risk: Door) -> None:
    before = risk.content()
    risk.refused("correct", "half-term", "OMIT 3.2", "--reason", "so", says="Say for each: leave it out")
    assert risk.content() == before
    told = risk.well("correct", "half-term", "OMIT 3.2", "KEEP rest", "--reason", "it was never said").out
    assert not missing(told, "3.3 is kept as the table had it", "corrected, up to line")


@pytest.mark.parametrize(("words", "says"), [
    (("OMIT 99.9",), "there is no 99.9"), (("hello",), "a correction is written so"),
    (("OMIT 3.2", "KEEP rest"), "a ruling needs a reason"), (("OMIT 3.2", "--as", "nobody"), "no seat"),
    (("OMIT 3.2", "KEEP 3.1", "--check"), "for later moves that fall"), (("FIX 3.2: zebra",), "zebra"),
    (("OMIT 3.2", "KEEP rest", "--reason", "x", "--cite", "X-1"), "is no rule"),
])  # fmt: skip
def test_what_cannot_be_done_is_told_in_a_line(risk: Door, words: tuple[str, ...], says: str) -> None:
    before = risk.content()
    risk.refused("correct", "half-term", *words, says=says)
    assert risk.content() == before
