"""Posts that take their moves back are asked about, and posts that only imagine moves are chat; no move is recorded."""

from collections import Counter

import pytest
from long_runs import LONG
from people_posts import Row, TrapOutcome, moves_of, outcome, read, read_lines, rows, trap_outcome

TRAPS = list(rows("traps"))
EVERY = [3, pytest.param(1, marks=LONG)]
"""By default, the tests read one in this number of posts."""
HELD_OUT = {True: 3, False: 1}
"""The most posts without the right outcome among those whose words the guards were not made for.

The key is whether they take moves back (28 posts), or only imagine them (23).
"""

ASKED_CHAT = 6
"""The most posts of chat, of 52, about which a question is asked."""


@pytest.fixture(scope="module", params=EVERY)
def outcomes(request: pytest.FixtureRequest) -> dict[str, TrapOutcome]:
    posts = TRAPS[:: request.param]
    return {row.id: trap_outcome(row) for row in sorted(posts, key=lambda row: (row.session, row.moves))}


def test_the_posts_say_it_in_many_ways() -> None:
    assert set(Counter(row.game for row in TRAPS).values()) == {25}
    assert len({row.takes_back.casefold() for row in TRAPS if row.takes_back}) >= 30


def test_records_no_move_that_is_taken_back_or_imagined(outcomes: dict[str, TrapOutcome]) -> None:
    assert [name for name, came in outcomes.items() if came == "recorded"] == []


def test_quotes_a_retraction_and_leaves_imagined_moves_alone(outcomes: dict[str, TrapOutcome]) -> None:
    tuned = {row.id for row in TRAPS if row.hand == "tuned"}
    assert {name: came for name, came in outcomes.items() if name in tuned and came != "right"} == {}


def test_understands_words_that_the_guards_were_not_made_for(outcomes: dict[str, TrapOutcome]) -> None:
    held_out = [row for row in TRAPS if row.hand == "held out" and row.id in outcomes]
    wrong = Counter(bool(row.takes_back) for row in held_out if outcomes[row.id] != "right")
    assert held_out
    assert all(wrong[takes_back] <= most for takes_back, most in HELD_OUT.items()), wrong


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


def read_around(post: str) -> list[tuple[str, str]]:
    """Return the status and message of the line `N: KAM+3`, after which or before which a post says something."""
    lines = read_lines(Row("", "risk-1", 19, "osman", "", "moves", post, []))
    return [(line.status, line.message) for line in lines if line.text.startswith("N:")]


@pytest.mark.parametrize("words", [
    "jk", "only kidding, folks", "Joking!", "April fools! Turn comes when I'm home.", "...not! give me an hour",
    "lol no. Nothing to see here", "That was a rehearsal.", "just testing", "psych!",
    "(Nell's post from last turn, for reference)",
    "Sorry folks, that block is from round one.", "from the previous round, sorry", "Those were Nell's orders to me.",
    "That is Nell's idea of a good move, mine follows tonight.", "(if you agree)", "subject to Nell's approval",
    "but wait for Hypercube", "hmm, or the other one?", "Hang on, Kamelion first", "Moderator, could you rub that out?",
    "I hit send before I'd looked at the map", "so hold fire", "Cancel, cancel!", "disregard pls", "dream on",
    "Whoa, that's not what I was going to do", "is what I'd type normally", "...or so I'd have liked.",
    "Mind you, Iceland would be better.", "That was last game, though.", "That's how I lost last week.",
])  # fmt: skip
@pytest.mark.parametrize("frame", ["== osman ==\nN: KAM+3\n== end ==\n\n{}", "N: KAM+3\n{}"])
def test_quotes_a_remark_that_takes_notation_back(frame: str, words: str) -> None:
    ((status, message),) = read_around(frame.format(words))
    assert (status, "the post says" in message) == ("question", True)


@pytest.mark.parametrize("words", ["Example for the newbies", "Test test", "I'd love to", "As the bot posted:"])
def test_words_before_notation_can_say_that_it_is_not_meant(words: str) -> None:
    assert read_around(f"{words}\nN: KAM+3")[0][0] != "ok"


@pytest.mark.parametrize("words", [
    "good luck all", "your turn Osman", "lol that hurt", "It's Nell's turn now", "no kidding", "Are you kidding me?",
    "wow, not bad!", "Not a great roll.", "a beer would be better", "coffee first, then bed",
    "That was close last turn", "But wait till you see my next one!", "hold your fire, Nell",
    "I did not see that coming", "No mercy", "Nell first!", "That's how the cookie crumbles",
    "Once Nell is home we can go on", "As Nell said, luck is everything", "thanks for the practice game last night",
    "That is Nell's idea of fun", "I'll cry if you roll a six",
])  # fmt: skip
def test_asks_nothing_about_notation_with_banter(words: str) -> None:
    assert read_around(f"== osman ==\nN: KAM+3\n== end ==\n\n{words}") == [("ok", "")]


@pytest.mark.parametrize(("session", "moves", "seat", "post"), [
    ("keys-1", 46, "nell", "drew, red on e4 plain, stay. Joking!"),
    ("keys-1", 46, "nell", "drew, red on e4 plain, stay. Or do I?"),
    ("keys-1", 46, "nell", "drew, red on e4 plain, stay.\n-- \nNell\n\nPS: ignore me, I misread the map"),
    ("risk-1", 21, "nell", "Three on China. Not."), ("risk-1", 21, "nell", "Three on China, psych"),
    ("risk-1", 21, "nell", "Rule query: three on China"),
    ("risk-1", 22, "nell", "China gets three the moment Osman apologises"),
    ("ccg-1", 21, "osman", "ready, almost"), ("daleks-1", 37, "osman", "I pass. Not."),
])  # fmt: skip
def test_quotes_a_sentence_that_takes_plain_words_back(session: str, moves: int, seat: str, post: str) -> None:
    found = read(Row("", session, moves, seat, "", "moves", post, []))
    assert found.confirmed is None
    assert "The text also says" in found.questions


@pytest.mark.parametrize(("session", "moves", "seat", "post"), [
    ("keys-1", 46, "nell", "You open e4 with your red key"), ("risk-1", 21, "nell", "You put three on China."),
    ("risk-1", 21, "nell", "I forgot to put three on China"), ("risk-1", 21, "nell", "I refuse to put three on China"),
    ("daleks-1", 37, "osman", "Nell passes"), ("daleks-1", 37, "osman", "You pass"),
    ("daleks-1", 37, "osman", "I refuse to pass"), ("ccg-1", 21, "osman", "Nell is ready."),
    ("keys-1", 46, "nell", "drew, I can't open e4 with the red key so I stay."),
    ("keys-1", 46, "nell", "The red key fails to open e4, plain luck, I walk f3 f2"),
    ("keys-1", 46, "nell", "Earlier today red key opens e4, plain, I walk f3 f2"),
    ("ccg-1", 24, "osman", "I shall hardly ever pass"),
    ("risk-1", 39, "osman", "That imaginary roll: 5 3 2 against 5 4"),
])  # fmt: skip
def test_never_confirms_what_nobody_or_another_person_does(session: str, moves: int, seat: str, post: str) -> None:
    assert read(Row("", session, moves, seat, "", "moves", post, [])).confirmed is None
