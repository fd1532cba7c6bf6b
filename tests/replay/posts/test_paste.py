"""Pasted posts of forums, mail and chat: fences, markup, lists, and lines that are struck out or taken back."""

from typing import Any

import pytest
from imported import record_text
from keys_board import BEGUN
from recordings import recorded_once

from events.errors import RefusedError
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.posts.blocks import LONGEST_POST, Post, read_post as read_block, read_posts, separator, unfenced
from replay.posts.paste import Choice, Pasted, Poster, posts_of
from replay.posts.read import ReadPaste, read_post
from replay.posts.retractions import Doubt, doubts, without_struck
from replay.reading.timeline import Timeline

MODERATOR = Poster("moderator")
SEATS = ("black", "yellow")
MANY = 24_000


def posts(text: str, *, poster: Poster = MODERATOR, **more: str) -> tuple[Post, ...]:
    return posts_of(Pasted(text=text, **more), poster, SEATS)  # type: ignore[arg-type]  # words only


def numbered_lines(post: Post) -> list[tuple[int, str]]:
    return [(line.number, line.text) for block in post.blocks for line in block.lines]


@pytest.mark.parametrize("text", [
    "== T1 Black ==\ndare yellow\n== end ==", "[b]== T1 Black ==[/b]\n[i]dare yellow[/i]\n[b]== end ==[/b]",
    "[quote=Maud post_id=3]hello[/quote]\n[code]== T1 Black ==\ndare yellow\n== end ==\n[/code]",
    "**== T1 Black ==**\n- dare yellow\n== end ==".replace("- ", ""),
    "```\n== T1 Black ==\ndare yellow\n== end ==\n```", "||== T1 Black ==||\n||dare yellow||\n== end ==",
    "> == T1 Black ==\n> dare yellow\n> == end ==", "== T1 Black ==\r\ndare\xa0yellow\r\n== end ==",
    "== T1 Black ==\n\u200bdare yellow\n== end ==",
])  # fmt: skip
def test_finds_a_block_in_every_markup(text: str) -> None:
    (post,) = posts(text)
    assert [(block.seat, block.turn) for block in post.blocks] == [("black", 1)]
    assert [line for _, line in numbered_lines(post)] == ["dare yellow"]


def test_reads_entities_columns_and_quoted_blocks() -> None:
    (post,) = read_posts("== Black ==\nA: RUS&gt;SCA 3\n== end ==")
    assert numbered_lines(post) == [(2, "A: RUS>SCA 3")]
    (post,) = read_posts("== Black ==\n  [b]- P: Kb c2 open[/b]\n== end ==")
    assert [(line.text, line.column) for line in post.blocks[0].lines] == [("P: Kb c2 open", 8)]
    (post,) = read_posts("> == Yellow ==\n> pass\ndare black")
    assert [line for _, line in numbered_lines(post)] == ["pass"]


def test_omits_quotations_within_a_block() -> None:
    text = "== Black ==\ndare yellow\n> dare red\nOn Mon, Piotr wrote:\n> == Yellow ==\n> pass\n> == end ==\nbye"
    (post,) = read_posts(text)
    assert [(block.seat, block.quoted, [line.text for line in block.lines]) for block in post.blocks] == [
        ("black", False, ["dare yellow"]), ("yellow", True, ["pass"]),
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["-- ", "--", "-----Original Message-----", "________________", "On Mon, Piotr wrote:"])
def test_a_signature_or_a_quoted_mail_ends_a_post(end: str) -> None:
    (post,) = posts(f"dare yellow\n{end}\nFrom: Piotr\nPost: late\ndare red", seat="black")
    assert [line for _, line in numbered_lines(post)] == ["dare yellow"]
    assert "dare red" in post.text


def test_a_post_without_a_block_is_read_if_its_seat_is_known() -> None:
    text = "\n> pass\n\nHere goes.\n  dare yellow\n\n== not a head\n"
    (post,) = posts(text, poster=Poster("black", "black"))
    assert numbered_lines(post) == [(4, "Here goes."), (5, "dare yellow"), (7, "== not a head")]
    assert not post.blocks[0].closed
    (unknown,) = posts(text)
    assert unknown.blocks == ()


def test_text_outside_blocks_is_chat_and_posts_are_separated() -> None:
    (post,) = posts("pass\n== Black ==\ndare yellow\n== end ==\npass", poster=Poster("black", "black"))
    assert [line for _, line in numbered_lines(post)] == ["dare yellow"]
    found = posts("--- Black, Mon, #1 ---\n== T1 Black ==\ndare yellow\n--- Yellow, Tue, #2 ---\n== T1 Yellow ==\npass")
    assert [(post.author, post.when, post.where) for post in found] == [("black", "Mon", "#1"), ("yellow", "Tue", "#2")]


def test_removes_the_header_of_a_mail_with_its_addresses() -> None:
    mail = (
        "From: Maud B <maud@example.org>\nDate: Tue, 3 Nov 2026 19:40\nTo: list@example.org\nSubject: turn 3\n\n"
        "dare yellow\n"
    )
    (post,) = posts(mail, seat="black")
    assert (post.author, post.when, post.where) == ("black", "Tue, 3 Nov 2026 19:40", "turn 3")
    assert "@" not in post.text
    assert numbered_lines(post) == [(6, "dare yellow")]
    (nobodys,) = posts(mail)
    assert nobodys.author == "Maud B"


def test_takes_author_and_time_from_the_form_or_a_chat_header() -> None:
    (post,) = posts("Maud \u2014 Yesterday at 9:41 PM\n== Black ==\ndare yellow")
    assert (post.author, post.when) == ("black", "Yesterday at 9:41 PM")
    assert numbered_lines(post) == [(3, "dare yellow")]
    (post,) = posts("Maud \u2014 Today at 9:41\nhello", author="Piotr", when="noon", where="forum #3")
    assert (post.author, post.when, post.where) == ("Piotr", "noon", "forum #3")


@pytest.mark.parametrize(("text", "more", "says"), [
    ("", {}, "Paste its text"), (" \n\n", {}, "Paste its text"),
    ("x" * (LONGEST_POST + 1), {}, "at most 100000 characters"),
    ("== Black ==\n" + "pass\n" * 500, {}, "at most 400 lines"), ("x", {"seat": "red"}, '"red" is not a seat'),
    ("x", {"author": "a\nb"}, "author"), ("x", {"where": "w" * 300}, "where"),
    ("x", {"key": "k k"}, "a key must have 1 to 64"),
    ("x", {"key": "k" * 65}, "a key must have 1 to 64"), ("x", {"when": "\x00"}, "when"),
])  # fmt: skip
def test_refuses_empty_long_and_malformed_posts(text: str, more: dict[str, Any], says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        posts(text, **more)


def test_refuses_another_seat_and_replaces_control_characters() -> None:
    with pytest.raises(RefusedError, match="you are posting as Black"):
        posts("pass", poster=Poster("black", "black"), seat="yellow")
    (post,) = posts("hello \x1b[31m \u202e there\ud800", seat="black")
    assert post.text == "hello \ufffd[31m \ufffd there\ufffd"
    alone = read_block("\n\n== Black ==\npass", "black", at=10)
    assert (alone.number, numbered_lines(alone)) == (13, [(14, "pass")])


@pytest.mark.parametrize(("line", "text"), [
    (f"D: ?{' ' * MANY}", "D: ?"), (f"{' ' * MANY}D: ?", "D: ?"), (f"D: ?{'**' * MANY}", "D: ?"),
    (f"D: ?{'[/b] ' * MANY}", "D: ?"), (f"D: {'**' * MANY}?", f"D: {'**' * MANY}?"),
    (f"D:{' ' * MANY}?", f"D:{' ' * MANY}?"),
], ids=["blanks behind", "blanks before", "stars behind", "tags behind", "stars within", "blanks within"])  # fmt: skip
def test_strips_long_spaces_and_markup_around_a_line(line: str, text: str) -> None:
    (post,) = read_posts(f"== T1 Black ==\n{line}\n== end ==")
    assert [one.text for one in post.blocks[0].lines] == [text]


@pytest.mark.parametrize("line", [f"--- a,{' ' * MANY}x", f"--- a, b,{' ' * MANY}c ---", f"--- a{' ' * MANY}x ---"])
def test_a_very_long_line_does_not_separate_posts(line: str) -> None:
    assert separator(line) is None
    assert separator("--- Maud, Thu 21:14, forum #3 ---") is not None


@pytest.mark.parametrize(("line", "text"), [
    ("6. Die: five", "Die: five"), ("- D: Kb", "D: Kb"), ("Charge, 6. Die: five", "Charge, 6. Die: five"),
    ("I stay out - M: stay", "I stay out - M: stay"),
])  # fmt: skip
def test_removes_list_markers_only_at_the_start_of_a_line(line: str, text: str) -> None:
    for post in (unfenced(read_block(line, "tenth"), "tenth"), read_block(f"== tenth ==\n{line}\n== end ==", "tenth")):
        assert [each.meant for block in post.blocks for each in block.lines] == [text]


MARKS = [
    ("[s]", "[/s]"), ("[S]", "[/S]"), ("[strike]", "[/strike]"), ("[del]", "[/del]"), ("~~", "~~"), ("<s>", "</s>"),
    ("<del>", "</del>"), ("<strike>", "</strike>"), ('<del datetime="2026-11-22">', "</del>"),
]  # fmt: skip
every_mark = pytest.mark.parametrize(("opens", "ends"), MARKS, ids=[opens for opens, _ in MARKS])


def read(text: str, choices: dict[int, Choice] | None = None) -> ReadPaste:
    store, session, _ = recorded_once(BEGUN)
    pasted = Pasted(text=text, seat="twelfth", choices=choices or {})
    timeline = Timeline.read(store, registry(), session, "twelfth")
    return read_post(timeline, store, pasted, Poster("twelfth", "twelfth"))


def whole(text: str) -> Post:
    (post,) = read_posts(text)
    return post if post.blocks else unfenced(post, "twelfth")


def texts(text: str) -> list[str]:
    return [" ".join(line.text.split()) for block in whole(text).blocks for line in block.lines]


def doubted(text: str) -> list[str]:
    return [line.text for block in whole(text).blocks for line in block.lines if line.doubt]


@every_mark
def test_ignores_a_struck_out_line(opens: str, ends: str) -> None:
    for text in (f"{opens}P: Kb c7 open{ends}\nD: Ky", f"{opens}P: Kb c7 open\nM: stay\n{ends}\nD: Ky"):
        (line,) = read(text).lines
        assert (line.text, line.status) == ("D: Ky", "ok")
        assert texts(f"== T2 Twelfth ==\n{text}\n== end ==") == ["D: Ky"]


@every_mark
def test_ignores_a_struck_out_word_and_keeps_columns(opens: str, ends: str) -> None:
    text = f"D: {opens}Kb{ends} Ky then"
    assert texts(text) == ["D: Ky then"]
    (plain,) = without_struck([text])
    assert (len(plain), plain.find("Ky")) == (len(text), text.find("Ky"))


def test_asks_about_an_unclosed_strikethrough_mark() -> None:
    for mark in ("[s]", "[strike]", "<del>"):
        (line,) = read(f"{mark}D: Ky").lines
        assert (line.status, line.choices) == ("question", ("D: Ky",))
        assert mark in line.message


@pytest.mark.parametrize("post", [
    "see you ~~\nD: Ky\nthanks ~~", "~~ hello ~~\nD: Ky\n~~ bye", "about ~~5 of them\n\nD: Ky\n\nor 6~~",
    "~~~\nD: Ky\n~~~", "~~\nD: Ky",
])  # fmt: skip
def test_stray_tildes_do_not_hide_a_move(post: str) -> None:
    assert "D: Ky" in texts(post)
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
def test_asks_about_the_move_above_words_that_retract_it(words: str) -> None:
    line, *rest = read(f"D: Ky\n{words}\n").lines
    assert (line.text, line.status, line.choices) == ("D: Ky", "question", ("D: Ky",))
    assert line.message.endswith("Is this line still meant as a move?")
    assert not any(other.says for other in rest)
    settled = read(f"D: Ky\n{words}\n", {1: Choice(take="D: Ky")}).lines[0]
    assert settled.status == "ok"
    assert read(f"D: Ky\n{words}\n", {1: Choice(chat=True)}).lines[0].status == "chat"


def test_a_retraction_concerns_its_own_line_or_lines_above() -> None:
    assert doubted("D: Ky ; no wait, blue\nM: stay") == ["D: Ky ; no wait, blue"]
    moves = "D: Ky\nP: Ky c7 open (open)\nM: stay\n"
    assert doubted(f"{moves}Ignore all of the above, it is not my turn.") == moves.splitlines()
    assert doubted(f"{moves}Sorry, I meant c6.") == ["M: stay"]


@pytest.mark.parametrize("head", [
    "Next turn I will:", "If he stays outside:", "My plan...\u2026", "Bob wrote:", "Bob said on Mon 9:30:", "Tomorrow:",
    "I would have played", "Had I been awake, it might have gone",
])  # fmt: skip
def test_lines_below_a_plan_or_a_quotation_are_chat(head: str) -> None:
    text = f"{head}\nP: Ky c7 open\nM: stay\n\nD: Ky"
    assert doubted(text)[-2:] == ["P: Ky c7 open", "M: stay"]
    imagined, other, *_, played = [line for line in read(text).lines if line.text != head]
    assert (imagined.status, other.status, played.status) == ("chat", "chat", "ok")
    assert head[:8] in imagined.message
    (taken,) = [
        line for line in read(text, {played.number: Choice(take="D: Ky")}).lines if line.number == played.number
    ]
    assert taken.status == "ok"


@pytest.mark.parametrize("head", ["Here is my turn, I hope it is legal:", "Sorry if this is late:"])
def test_asks_about_lines_below_words_that_only_sound_like_a_plan(head: str) -> None:
    line = next(line for line in read(f"{head}\nD: Ky").lines if line.text == "D: Ky")
    assert line.status == "question"


@pytest.mark.parametrize("blank", ["", "\n"])
def test_reads_the_answer_below_a_quoted_mail(blank: str) -> None:
    assert texts(f"On Mon, 16 Nov, June wrote:\n> D: Kb\n{blank}D: Ky") == ["D: Ky"]
    assert texts("D: Ky\n\nOn Mon, 16 Nov, June wrote:\nD: Kb") == ["D: Ky"]
    assert doubted(f"June wrote:\n> D: Kb\n{blank}D: Ky") == doubted("June wrote:\n\nD: Ky") == []


def test_a_withdrawal_before_the_moves_concerns_the_moves_below() -> None:
    assert doubted("Please don't count this as my turn:\nD: Ky\nM: stay") == ["D: Ky", "M: stay"]
    assert doubted("I posted too early yesterday.\nD: Ky\nM: stay") == []


@pytest.mark.parametrize("chat", [
    "Sorry it took me so long!", "Sorry I am late.", "What a day, I would love a Key.", "Here goes:", "My turn:",
    "If only I had a Sonic.", "Nice one, Ten. Your go.", "> Sorry, I meant f2", "I edit a fanzine, as you know.",
])  # fmt: skip
def test_does_not_ask_about_moves_near_ordinary_chat(chat: str) -> None:
    assert doubted(f"{chat}\nD: Ky") == []
    assert doubted(f"D: Ky\n{chat}") == []


def test_an_answer_in_a_transcript_settles_a_retraction() -> None:
    store = MemoryStore()
    slip = "\n== T2 Twelfth ==\nD: Ky\nsorry, I meant Kb\n== end ==\n"
    done = record_text(store, registry(), BEGUN + slip)
    assert not done.whole
    assert any("Is this line still meant as a move?" in line.message for line in done.lines)
    assert record_text(MemoryStore(), registry(), BEGUN + slip.replace("D: Ky", "D: Ky\n~ D: Kb")).whole


def test_a_doubtful_line_is_quoted_from_the_beginning_of_a_word() -> None:
    long = " ".join(["with a very long remark"] * 4)
    assert doubts([f"M: b1>b1 ; {long} no wait"]) == {0: Doubt('"with a very long remark no wait"', is_imagined=False)}


def test_reads_a_post_of_retractions_in_linear_time() -> None:
    lines = ["P: a", "scratch everything above", "If you would:", "[s]"] * 20_000
    assert list(doubts(without_struck(lines))) == list(range(0, len(lines), 4))
    assert len(without_struck(["~~", "P: a"] * 20_000)) == 40_000
