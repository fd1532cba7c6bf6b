"""Struck out or retracted lines are not moves, or the post asks about them."""

import pytest
from keys_board import BEGUN

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.fences import Post, read_posts, unfenced
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.record import record_text
from replay.posts.retractions import doubts, without_struck
from replay.reading.timeline import Timeline

MARKS = [
    ("[s]", "[/s]"), ("[S]", "[/S]"), ("[strike]", "[/strike]"), ("[del]", "[/del]"), ("~~", "~~"), ("<s>", "</s>"),
    ("<del>", "</del>"), ("<strike>", "</strike>"), ('<del datetime="2026-11-22">', "</del>"),
]  # fmt: skip
every_mark = pytest.mark.parametrize(("opens", "ends"), MARKS, ids=[opens for opens, _ in MARKS])


def read(text: str, choices: dict[int, Choice] | None = None) -> ReadPaste:
    store = MemoryStore()
    done = record_text(store, shelf(), BEGUN)
    pasted = Pasted(text=text, seat="twelfth", choices=choices or {})
    return read_post(
        Timeline.read(store, shelf(), done.session, "twelfth"), store, pasted, Poster("twelfth", "twelfth")
    )


def whole(text: str) -> Post:
    (post,) = read_posts(text)
    return post if post.blocks else unfenced(post, "twelfth")


def said(text: str) -> list[str]:
    return [" ".join(line.text.split()) for block in whole(text).blocks for line in block.lines]


def doubted(text: str) -> list[str]:
    return [line.text for block in whole(text).blocks for line in block.lines if line.doubt]


@every_mark
def test_ignores_a_struck_out_line(opens: str, ends: str) -> None:
    for text in (f"{opens}P: Kb c7 open{ends}\nD: Ky", f"{opens}P: Kb c7 open\nM: stay\n{ends}\nD: Ky"):
        (line,) = read(text).lines
        assert (line.text, line.status) == ("D: Ky", "ok")
        assert said(f"== T2 Twelfth ==\n{text}\n== end ==") == ["D: Ky"]


@every_mark
def test_ignores_a_struck_out_word_and_keeps_columns(opens: str, ends: str) -> None:
    text = f"D: {opens}Kb{ends} Ky then"
    assert said(text) == ["D: Ky then"]
    (plain,) = without_struck([text])
    assert (len(plain), plain.find("Ky")) == (len(text), text.find("Ky"))


def test_a_mark_that_is_never_closed_strikes_nothing_and_is_asked_about() -> None:
    for mark in ("[s]", "[strike]", "<del>"):
        (line,) = read(f"{mark}D: Ky").lines
        assert (line.status, line.choices) == ("ask", ("D: Ky",))
        assert mark in line.message


@pytest.mark.parametrize("post", [
    "see you ~~\nD: Ky\nthanks ~~", "~~ hello ~~\nD: Ky\n~~ bye", "about ~~5 of them\n\nD: Ky\n\nor 6~~",
    "~~~\nD: Ky\n~~~", "~~\nD: Ky",
])  # fmt: skip
def test_tildes_that_strike_nothing_hide_no_move(post: str) -> None:
    assert "D: Ky" in said(post)
    (struck,) = read_posts("~~== T2 Twelfth ==\nD: Ky\n== end ==~~\nchat")
    assert struck.blocks == ()
    assert "T2 Twelfth" in struck.text


@pytest.mark.parametrize("words", [
    "Sorry, I meant a blue one!", "I actually meant the other one", "scratch that", "Scratch that, a blue one.",
    "no wait, wrong card", "EDIT: it was a blue one", "edit - typo", "[i]Edited:[/i] see above", "Oops, misread it",
    "Make that a blue Key.", "ignore that", "never mind", "I take the draw back", "taking that back", "nvm",
    "a blue one instead of this", "on second thought, no", "should have been a blue one", "I changed my mind",
    "scratch everything", "forget that", "I hereby withdraw the foregoing.", "That was sent in error.",
])  # fmt: skip
def test_words_that_take_something_back_ask_about_the_move_above_them(words: str) -> None:
    line, *rest = read(f"D: Ky\n{words}\n").lines
    assert (line.text, line.status, line.choices) == ("D: Ky", "ask", ("D: Ky",))
    assert line.message.endswith("does this line stand?")
    assert not any(other.says for other in rest)
    settled = read(f"D: Ky\n{words}\n", {1: Choice(take="D: Ky")}).lines[0]
    assert settled.status == "ok"
    assert read(f"D: Ky\n{words}\n", {1: Choice(chat=True)}).lines[0].status == "chat"


def test_words_ask_about_their_own_line_or_all_lines_above() -> None:
    assert doubted("D: Ky ; no wait, blue\nM: stay") == ["D: Ky ; no wait, blue"]
    moves = "D: Ky\nP: Ky c7 open (open)\nM: stay\n"
    assert doubted(f"{moves}Ignore all of the above, it is not my turn.") == moves.splitlines()
    assert doubted(f"{moves}Sorry, I meant c6.") == ["M: stay"]


@pytest.mark.parametrize(
    "head", ["Next turn I will:", "If he stays outside:", "My plan...\u2026", "Bob wrote:", "Bob said on Mon 9:30:"]
)
def test_doubts_lines_below_a_plan_or_a_quotation(head: str) -> None:
    assert doubted(f"{head}\nP: Ky c7 open\nM: stay\n\nD: Ky") == ["P: Ky c7 open", "M: stay"]


@pytest.mark.parametrize("chat", [
    "Sorry it took me so long!", "Sorry I am late.", "What a day, I would love a Key.", "Here goes:", "My turn:",
    "If only I had a Sonic.", "Nice one, Ten. Your go.", "> Sorry, I meant f2", "I edit a fanzine, as you know.",
])  # fmt: skip
def test_talk_is_left_alone(chat: str) -> None:
    assert doubted(f"{chat}\nD: Ky") == []
    assert doubted(f"D: Ky\n{chat}") == []


def test_a_transcript_answers_its_own_retractions() -> None:
    store = MemoryStore()
    slip = "\n== T2 Twelfth ==\nD: Ky\nsorry, I meant Kb\n== end ==\n"
    done = record_text(store, shelf(), BEGUN + slip)
    assert not done.whole
    assert any("does this line stand?" in line.message for line in done.lines)
    assert record_text(MemoryStore(), shelf(), BEGUN + slip.replace("D: Ky", "D: Ky\n~ D: Kb")).whole


def test_a_post_of_nothing_but_takebacks_is_read_in_time_that_grows_with_its_length() -> None:
    lines = ["P: a", "scratch everything above", "If you would:", "[s]"] * 20_000
    assert list(doubts(without_struck(lines))) == list(range(0, len(lines), 4))
    assert len(without_struck(["~~", "P: a"] * 20_000)) == 40_000
