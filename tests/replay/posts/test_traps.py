"""Posts that take their moves back are asked about, and posts that only imagine moves are chat; no move is recorded."""

from collections import Counter

import pytest
from people_posts import TrapOutcome, outcome, read, rows, trap_outcome

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
