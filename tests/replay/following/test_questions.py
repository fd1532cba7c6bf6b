"""Answers to the question about an unclear post: what is understood, from whom, and what never is an answer."""

import msgspec
import pytest

from replay.following.questions import AskedQuestion, Option, answer_in
from replay.importing.walk import Answer
from replay.posts.paste import Choice
from replay.sources.source import SourcePost

TAKEN = {1: Answer({1: Choice("M: c4")}), 2: Answer({1: Choice("M: d5")}), 0: Answer({1: Choice(chat=True)})}
OPTIONS = (
    Option(("Tenth draws a card.", "Tenth moves to c4."), TAKEN[1]),
    Option(("Tenth draws a card.", "Tenth moves to d5 with 3 Daleks."), TAKEN[2]),
)
ASKED = AskedQuestion(7, "key", "Amy", "", "u1", "tenth", options=OPTIONS, refused=TAKEN[0])
ONE = msgspec.structs.replace(ASKED, options=OPTIONS[:1])
REPLY = "r9"


def heard(text: str, *, asked: AskedQuestion = ASKED, seat: str = "tenth", answers: str = "", bot: bool = False) -> str:
    """Return the number of the option, `no`, `chat` or `unclear`."""
    post = SourcePost("p1", "Amy", text, 0, answers=answers, is_automatic=bot)
    found = answer_in(post, seat, asked, (REPLY,))
    if found.answer is None:
        return found.kind
    assert found.kind == ("refused" if found.answer == TAKEN[0] else "answered")
    return next(str(at) if at else "no" for at, answer in TAKEN.items() if answer == found.answer)


BY_CODE = [
    ("Q7 1", "1"), ("q7: 1", "1"), ("Q7 2.", "2"), ("Q7 - 2", "2"), ("(Q7) 2)", "2"),
    ("\uff31\uff17 \uff11", "1"), ("Q7 no", "no"),
    ("Q7: no, thanks", "no"), ("My answer is Q7 2", "2"), ("Q7 c4", "1"), ("Q7 option 2 please", "2"),
    ("Sorry for the delay!\n\nQ7 1\nSee you", "1"), ("Q7 1\nQ7 1", "1"), ("Q7 yes, 2", "2"), ("Q6 2, Q7 1", "1"),
    ("Q7 1 or 2", "unclear"), ("Q7 1\nQ7 2", "unclear"), ("Q7 3", "unclear"), ("Q7 0", "unclear"), ("Q7", "unclear"),
    ("Q7 1?", "unclear"), ("Q7 not 1", "unclear"), ("Q7 no, 2", "unclear"), ("Q7 yes", "unclear"),
    ("Q7 Tenth", "unclear"), ("Q7 yes no", "unclear"), ("I never said Q7 1", "unclear"), ("Q7 yes and no", "unclear"),
    ("Q71 1", "chat"), ("Q6 1", "chat"), ("1", "chat"), ("no", "chat"), ("I move to c4", "chat"),
]  # fmt: skip
DIRECT = [
    ("1", "1"), ("2)", "2"), ("no", "no"), ("Neither of them", "no"), ("c4", "1"), ("To d5", "2"),
    ("Option 1, please", "1"),
    ("Tenth draws a card. Tenth moves to c4.", "1"), ("yes", "unclear"), ("3", "unclear"), ("not c4", "unclear"),
    ("c4 or d5", "unclear"), ("c4?", "unclear"), ("draw a card", "unclear"), ("1 no wait 2", "unclear"), ("", "chat"),
    ("What a nice picture, I have never seen such a board in my whole life", "chat"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), BY_CODE)
def test_code_names_the_question(text: str, meaning: str) -> None:
    assert heard(text) == meaning


@pytest.mark.parametrize(("text", "meaning"), DIRECT)
def test_direct_reply_needs_no_code(text: str, meaning: str) -> None:
    assert heard(text, answers=REPLY) == meaning
    assert heard(text, answers="p0") == "chat"


def test_yes_answers_a_question_with_one_reading() -> None:
    for text in ("yes", "Yes, that is correct", "ok"):
        assert heard(text, asked=ONE, answers=REPLY) == "1"
    assert heard("Q7 yes", asked=ONE) == "1"


def test_denial_is_not_understood_even_if_a_reading_has_its_words() -> None:
    options = (*OPTIONS, Option(("Tenth does not move, and plays no card.",), TAKEN[1]))
    asked = msgspec.structs.replace(ASKED, options=options)
    for text in ("no card", "not move", "never Tenth"):
        assert heard(text, asked=asked, answers=REPLY) == "unclear"


def test_bare_number_that_another_reading_uses_is_unclear() -> None:
    three = (*OPTIONS, Option(("Tenth moves to e6.",), TAKEN[1]))
    asked = msgspec.structs.replace(ASKED, options=three)
    assert heard("3", asked=asked, answers=REPLY) == "unclear"
    assert heard("Q7 3", asked=asked) == "1"


@pytest.mark.parametrize(
    "text",
    [
        "> Q7 1",
        "~~Q7 1~~",
        "[s]Q7 1[/s]",
        "[quote=Bell]\nQ7 1\n[/quote]\nhm",
        "Reply with Q7 1, Q7 2 or Q7 no.",
        "Question Q7: 1",
    ],
)
def test_quotes_and_copies_are_no_answers(text: str) -> None:
    assert heard(text) == "chat"


def test_only_the_person_asked_answers() -> None:
    assert heard("Q7 1", seat="twelfth") == heard("Q7 1", seat="moderator") == heard("Q7 1", seat="") == "chat"
    assert heard("1", seat="twelfth", answers=REPLY) == heard("Q7 1", bot=True) == "chat"


def test_private_question_has_no_answer_in_the_thread() -> None:
    assert heard("Q7 1", asked=msgspec.structs.replace(ASKED, is_private=True)) == "chat"


def test_text_beside_the_answer_is_kept() -> None:
    def rest(text: str) -> str:
        return answer_in(SourcePost("p1", "Amy", text, 0), "tenth", ASKED).rest

    assert rest("Hello\nQ7 1\nD: ?") == "Hello\nD: ?"
    assert rest("Q7 5\nD: ?") == "Q7 5\nD: ?"
    assert not rest("Q7 1")


def test_stored_question_is_read_back() -> None:
    assert msgspec.json.decode(msgspec.json.encode(ASKED), type=AskedQuestion) == ASKED
