"""Posts that take their moves back are asked about, and posts that only imagine moves are chat; no move is recorded."""

from collections import Counter

import pytest
from people_posts import Row, TrapOutcome, moves_of, outcome, read, read_lines, rows, trap_outcome

TRAPS = list(rows("traps"))
HELD_OUT = {True: 25, False: 22}
"""The least number of posts with the right outcome among those whose words the guards were not made for.

The key is whether they take moves back (of 28), or only imagine them (of 23).
"""

ASKED_CHAT = 6
"""The most posts of chat, of 52, about which a question is asked."""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, TrapOutcome]:
    return {row.id: trap_outcome(row) for row in sorted(TRAPS, key=lambda row: (row.session, row.moves))}


def test_the_posts_say_it_in_many_ways() -> None:
    assert set(Counter(row.game for row in TRAPS).values()) == {25}
    assert len({row.takes_back.casefold() for row in TRAPS if row.takes_back}) >= 30


def test_records_no_move_that_is_taken_back_or_imagined(outcomes: dict[str, TrapOutcome]) -> None:
    assert [name for name, came in outcomes.items() if came == "recorded"] == []


def test_quotes_a_retraction_and_leaves_imagined_moves_alone(outcomes: dict[str, TrapOutcome]) -> None:
    assert {row.id: outcomes[row.id] for row in TRAPS if row.hand == "tuned" and outcomes[row.id] != "right"} == {}


def test_understands_words_that_the_guards_were_not_made_for(outcomes: dict[str, TrapOutcome]) -> None:
    right = Counter(bool(row.takes_back) for row in TRAPS if row.hand == "held out" and outcomes[row.id] == "right")
    assert all(right[takes_back] >= least for takes_back, least in HELD_OUT.items()), right


def test_a_retraction_is_quoted_in_the_question_about_plain_words() -> None:
    row = next(row for row in TRAPS if row.id == "keys-trap-06")
    assert 'The text also says "Uh, I hit send too early' in read(row).questions


def test_asks_about_few_posts_of_chat_and_misreads_none() -> None:
    came = Counter(outcome(row) for row in sorted(rows("chat"), key=lambda row: (row.session, row.moves)))
    assert came["silently wrong"] == came["clear, wrong"] == 0
    assert came.total() - came["right"] <= ASKED_CHAT


def test_shows_a_plan_that_could_be_a_move_and_offers_it_second() -> None:
    (row,) = (row for row in rows("ccg") if row.id == "ccg-f-004")
    found = read(row)
    assert "Not read as a move: Then I would like to fight." in found.questions
    assert found.offered[1] == [*found.offered[0], *moves_of(row, row.due)[-1:]]


@pytest.mark.parametrize(("words", "is_shown"), [
    ("I put the Pandorica under Osman.", True), ("Next turn I put the Pandorica under Osman.", False),
    ("What a Dalek that was at d5.", False),
])  # fmt: skip
def test_shows_a_line_with_words_of_moves_that_was_left_out(words: str, *, is_shown: bool) -> None:
    row = Row("", "keys-1", 88, "nell", "", "moves", f"D: Kg\nP: JC d5\nM: stay\n{words}", [])
    *moves, last = read_lines(row)
    assert [line.status for line in moves] == ["ok"] * 3
    assert (last.status, bool(last.message)) == ("chat", is_shown)
