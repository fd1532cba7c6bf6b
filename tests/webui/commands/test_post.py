"""One post filed from the command line, and a line of chat that becomes a move; both refused in one line."""

import pytest
from front_door import Door
from keys_board import BEGUN, HEADER
from texts import missing

from replay.posts import unasked

POST = "Mind the step.\n== T2 Twelfth ==\nD: ? =Tenth:c2\nP: SS d7 open (dalek)\nM: stay\n== end ==\n"


@pytest.fixture
def typed(no_door: Door) -> Door:
    no_door.well("import", "-", "--alias", "typed", stdin=BEGUN)
    return no_door


def test_a_post_is_recorded_and_reported(typed: Door) -> None:
    told = typed.well("post", "typed", "-", "--as", "twelfth", "--where", "forum #2", stdin=POST).out
    assert "    4  ok        P: SS d7 open (dalek)  (2.2)\n" in told
    assert "> Twelfth opens the green door d7 with a Sonic Screwdriver.\n" in told
    assert (
        "board statement: tenth is declared as c2, but on the board it is c1 "
        "(the declared value was never true in this log)\n" in told
    )
    assert "checkpoint " in told
    assert [entry for entry in typed.log("typed") if entry["kind"] == "posted"][-1]["event"]["where"] == "forum #2"


def test_the_same_post_is_recorded_only_once(typed: Door) -> None:
    typed.well("post", "typed", "-", "--as", "twelfth", stdin=POST)
    written = len(typed.log("typed"))
    assert "recorded as 2.2" in typed.well("post", "typed", "-", "--as", "twelfth", stdin=POST).out
    assert len(typed.log("typed")) == written


def test_check_writes_nothing(typed: Door) -> None:
    written = typed.content()
    told = typed.well("post", "typed", "-", "--check", stdin=POST).out
    assert told.endswith("3 lines read; nothing was saved\n")
    asked = typed("post", "typed", "-", "--check", "--json", stdin=POST.replace("open (dalek)", "opne"))
    assert (asked.status, [line["status"] for line in asked.data["lines"]]) == (2, ["ok", "question", "ok"])
    assert asked.data["settled"] is False
    assert typed.content() == written


def test_lines_are_settled_by_options(typed: Door) -> None:
    wrong = POST.replace("P: SS d7 open (dalek)", "P: Ky d7 open (dalek)").replace("M: stay", "M: saty\nhello")
    typed.refused("post", "typed", "-", says="lines 4 and 5 must be changed, or settled", stdin=wrong)
    told = typed.well(
        "post", "typed", "-", "--accept", "4=we agreed", "--read", "5=M: stay", "--json", stdin=wrong
    ).data
    assert told["done"]
    assert [line["kept"] for line in told["lines"]] == ["", "we agreed", "", ""]
    assert {entry["event"]["reason"] for entry in typed.log("typed") if entry["kind"] == "flagged"} == {"we agreed"}


def test_a_line_is_left_as_chat(typed: Door) -> None:
    typed.well("post", "typed", "-", "--for", "twelfth", "--chat", "2", stdin="D: ?\nP: zz\n")
    assert [entry["kind"] for entry in typed.log("typed")][-2:] == ["keys-draw-card", "drawn"]


def test_a_crossed_post_shows_the_missed_moves(typed: Door) -> None:
    last = len(typed.log("typed"))
    ran = typed.refused("post", "typed", "-", "--after", "13", says=f"use --anyway {last}", stdin=POST)
    assert not missing(ran.out, "this happened meanwhile:", "1.3  Tenth enters the grid at c1.")
    typed.well("post", "typed", "-", "--after", "13", "--anyway", last, stdin=POST)


def test_a_changed_post_shows_its_changes(typed: Door) -> None:
    typed.well("post", "typed", "-", "--where", "forum #2", stdin=POST)
    told = typed.well("post", "typed", "-", "--where", "forum #2", stdin=POST.replace("Mind the", "Watch the")).out
    assert not missing(told, "-Mind the step.\n", "+Watch the step.\n")
    assert [entry["kind"] for entry in typed.log("typed")][-1] == "posted"


@pytest.mark.parametrize(("arguments", "stdin", "says"), [
    (["post", "typed", "-", "--as", "ninth"], POST, '"ninth" is not a seat'),
    (["post", "typed", "-", "--for", "ninth"], POST, '"ninth" is not a seat'),
    (["post", "typed", "-", "--as", "tenth", "--for", "twelfth"], POST, "you are posting as Tenth"),
    (["post", "nowhere", "-"], POST, 'session "nowhere" was not found'),
    (["post", "typed", "/no/x"], "", "cannot be read"),
    (["post", "typed", "-"], "", "the post is empty"),
    (["post", "typed", "-", "--after", "900"], POST, "entry 900 does not exist"),
    (["post", "typed", "-", "--after", "-1"], POST, "after"), (["post", "typed", "-", "--read", "4"], POST, "4=..."),
    (["post", "typed", "-", "--accept", "x=y"], POST, "is not a line number"),
    (["post", "typed", "-", "--chat", "1.5"], POST, "is not a line number"),
    (["post", "typed", "-", "--key", "k k"], POST, "a key must have 1 to 64"),
    (["post", "typed", "-", "--where", "x" * 300], POST, "where"),
    (["post", "typed", "-"], b"\xff\xfe", "not UTF-8 text"),
    (["post", "typed", "-"], "x" * 100_001, "at most 100000"),
    (["post", "typed", "-"], "== T2 Twelfth or so\nD: ?", "looks like a block header"),
    (["post", "typed", "-", "--as", "tenth"], POST, "line 2"),
])  # fmt: skip
def test_refuses_an_invalid_post(typed: Door, arguments: list[str], stdin: str | bytes, says: str) -> None:
    typed.refused(*arguments, says=says, stdin=stdin)


def test_lists_and_forgets_confirmed_phrases(typed: Door) -> None:
    post = "D: ?\nP: Kg d7 open (open)\nBumble along now."
    typed.well("post", "typed", "-", "--as", "twelfth", "--read", "3=M: stay", stdin=post)
    assert typed.well("post", "typed", "--said").out.endswith(
        "  bumble along: Twelfth stays outside.\n1 confirmed phrase\n"
    )
    typed.refused("post", "typed", "--forget", "bumble", "--as", "tenth", says="is not a phrase that was confirmed")
    assert typed.well("post", "typed", "--forget", "bumble along", "--as", "tenth", "--json").data == []
    assert typed.log("typed")[-1]["by"] == "tenth"
    typed.refused("post", "typed", says="FILE is missing")


def test_a_reading_of_prose_is_shown_in_sentences(typed: Door) -> None:
    post = "Drew a Time Barrier, it goes on b2.\nI don't move. [s]P: SS d7 open[/s]\n~~bye~~"
    ran = typed.refused("post", "typed", "-", "--check", "--as", "twelfth", says="Nothing was saved", stdin=post)
    assert "- Twelfth draws a card. The card is a Time Barrier. Twelfth plays" in ran.out
    assert not missing(ran.out, "  D: TB / P: TB b2 / M: stay\n", "struck out: P: SS d7 open\n")
    assert "    3  chat      bye\n                 struck out\n" in ran.out


def test_a_resignation_in_plain_words_needs_an_answer(typed: Door) -> None:
    written, post = len(typed.log("typed")), ["post", "typed", "-", "--as", "twelfth"]
    ran = typed(*post, stdin="I resign.\n")
    assert (ran.status, len(typed.log("typed"))) == (2, written)
    assert not missing(
        ran.out, "question  I resign.", "does this mean that Twelfth resigns?", "- Twelfth resigns. ", "  END resign\n"
    )
    told = typed.well(*post, "--read", "1=END resign", stdin="I resign.\n").out
    assert "> Twelfth resigns" in told
    assert "resigned" in [entry["kind"] for entry in typed.log("typed")[written:]]


def test_a_comment_that_resembles_a_move_is_printed(typed: Door) -> None:
    post = POST.replace("M: stay\n", "").replace("(dalek)", "(dalek) ; then I stay outside")
    for check in (["--check"], []):
        told = typed.well("post", "typed", "-", *check, stdin=post).out
        assert not missing(told, "not read as a move: then I stay outside\n", "write it on a line of its own\n")


def test_a_post_without_a_header_has_a_preselected_seat(typed: Door) -> None:
    prose = "Drew something. Sonic Screwdriver on d7, which opens. I stay.\n"
    written = typed.content()
    ran = typed.refused("post", "typed", "-", says="line 1 must be settled with --read or --chat, by", stdin=prose)
    assert "Twelfth is preselected as the only seat to move." in ran.out
    typed.refused("post", "typed", "-", says="does not say of which seat", stdin=f"Zed wrote:\n\n{prose}")
    assert typed("post", "typed", "-", "--check", "--json", stdin=f"Tenth wrote:\n{prose}").data["preselected"] == (
        "Tenth is preselected from the author line. It is not Tenth's turn: the game waits for Twelfth."
    )
    assert typed.content() == written
    typed.well("post", "typed", "-", stdin="Hello all, I am back on Monday.\n")
    assert typed.log("typed")[-1]["event"]["author"] == "table"
    typed.well("post", "typed", "-", "--for", "moderator", stdin=prose)
    again = typed("post", "typed", "-", "--for", "moderator", stdin=prose).out
    assert "this post is in the log already, as entry 24. If a line of it is a move, use correct --chat 24" in again


STARTED = f"""\
{HEADER}--- tenth ---
== T1 Tenth ==
D: ?
"""
CHATTY = "Hello all\nD: ?\nThe green key is for d7, a plain door."
MOVE = "P: Kg d7 open (open)"


def seq_of(door: Door, author: str) -> int:
    posts = [entry for entry in door.log("keys1") if entry["kind"] == "posted" and entry["event"]["author"] == author]
    return int(posts[0]["seq"])


@pytest.fixture
def chatty(no_door: Door) -> Door:
    """A typed session whose last post has a line of notation between two of chat."""
    no_door.well("import", "-", "--alias", "keys1", stdin=f"{STARTED}P: Kr c1 open (open)\nM: >c1\n== end ==\n")
    no_door.well("post", "keys1", "-", "--as", "twelfth", "--chat", "1", "--chat", "3", stdin=CHATTY)
    return no_door


@pytest.fixture
def passed(no_door: Door) -> Door:
    told = "and the red one opens c1, plain\nM: stay\n== end ==\n== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: >d7\n"
    assert no_door("import", "-", "--alias", "keys1", stdin=f"{STARTED}{told}").status == 0
    return no_door


def test_lists_the_chat_lines_of_a_post_with_possible_moves(chatty: Door) -> None:
    seq, written = seq_of(chatty, "twelfth"), chatty.content()
    told = chatty.well("correct", "keys1", "--chat", seq).out
    assert not missing(told, f"{seq}.1  Hello all\n", f"{seq}.3  The green key is for d7, a plain door.\n")
    assert told.endswith("2 lines of chat\n")
    told = chatty.well("correct", "keys1", "--chat", f"{seq}.3").out
    assert told.splitlines()[1:3] == [
        "           - Twelfth opens d7 with a green Key. d7 turns out to be a green Open Door.", f"             {MOVE}",
    ]  # fmt: skip
    found = chatty.well("correct", "keys1", "--chat", f"{seq}.3", "--find", "green b1", "--json").data
    assert found["moves"][0]["line"] == "P: Kg b1 open"
    assert (found["line"], found["seat"], found["became"], found["before"]) == (f"{seq}.3", "twelfth", 0, 0)
    assert "no legal move matches" in chatty.well("correct", "keys1", "--chat", f"{seq}.3", "--find", "zebra").out
    assert chatty.content() == written


def test_a_chat_line_is_recorded_as_a_move_like_any_post(chatty: Door) -> None:
    seq = seq_of(chatty, "twelfth")
    before = chatty.content()
    told = chatty.well("correct", "keys1", "--chat", f"#{seq}.3", MOVE, "--check").out
    assert "ok        P: Kg d7 open (open)" in told
    assert chatty.content() == before
    done = chatty.well("correct", "keys1", "--chat", f"{seq}.3", MOVE, "--as", "twelfth", "--json").data
    assert (done["done"], done["lines"][0]["filed"]) == (True, "2.2")
    posts = [entry for entry in chatty.log("keys1") if entry["kind"] == "posted"]
    assert posts[-1]["event"]["where"] == f"line 3 of #{seq}"
    assert "(2.2)" in chatty.well("correct", "keys1", "--chat", seq).out
    chatty.refused("correct", "keys1", "--chat", f"{seq}.3", MOVE, says="is already recorded as a move")


def test_a_seat_proposes_and_a_moderator_inserts_an_earlier_move(passed: Door) -> None:
    seq, move = seq_of(passed, "tenth"), "P: Kr c1 open (open)"
    before = passed.content()
    ran = passed("correct", "keys1", "--chat", f"{seq}.3", "P: Kg d7 open (open)", "--check")
    assert (ran.status, "2.2 no longer fits: " in ran.out) == (1, True)
    assert passed.well("correct", "keys1", "--chat", f"{seq}.3", "P: Kg d7 open (open)", "DROP rest", "--check").out
    assert passed.content() == before
    told = passed.well("correct", "keys1", "--chat", f"{seq}.3", move, "--as", "tenth").out
    assert told.startswith("4 later moves still fit\n")
    assert not missing(told, "proposed as entry ", "The moderator or a judge decides")
    passed.refused("correct", "keys1", "--chat", f"{seq}.3", move, says="a ruling needs a reason")
    done = passed.well("correct", "keys1", "--chat", f"{seq}.3", move, "--reason", "so it was", "--json").data
    assert (len(done["stand"]), done["fall"], done["then"]) == (4, [], "inserted")
    assert [entry["kind"] for entry in passed.log("keys1")].count("ruled") == 1


NOT_A_LINE_OF_CHAT: list[tuple[tuple[str, ...], str]] = [
    (("x",), "is not a line of a post"), (("0",), "is not a line of a post"), (("{}.0",), "is not a line of a post"),
    (("1",), "is not a post that you can read"), (("9999",), "is not a post that you can read"),
    (("{}.2",), "is not chat. Lines of chat: 1, 3"), (("{}.99",), "is not chat"),
    (("{}.3", "--as", "third"), "is not a seat"),
    (("{}.3", "--as", "tenth"), "this line is for Twelfth"), (("{}.3", ""), "write the move that this line was"),
    (("{}.3", "== T2 Twelfth =="), "is not a move"), (("{}.3", "SET turn = tenth"), "is not a move"),
    (("{}.3", "hello"), "is not a move"), (("{}.3", "x" * 600), "at most 500"), (("{}", MOVE), "is a whole post"),
    (("{}", "--find", "d7"), "is a whole post"), (("{}.3", MOVE, "--find", "d7"), "--find needs a line of chat"),
    (("{}.3", MOVE, "OMIT 1.1"), "only KEEP, DROP, PUT and CARDS"), (("{}.3", MOVE, "KEEP rest"), "no later move"),
    (("{}.3", "P: Kr d7 open (open)"), "line 1 is illegal|line 1 must be changed, or settled with"),
]  # fmt: skip


def test_refuses_invalid_arguments_for_chat_lines(chatty: Door) -> None:
    seq, written = str(seq_of(chatty, "twelfth")), chatty.content()
    for words, says in NOT_A_LINE_OF_CHAT:
        ran = chatty("correct", "keys1", "--chat", *(word.replace("{}", seq) for word in words))
        assert ran.status == 2
        assert any(one in ran.err for one in says.split("|")), ran.err
        assert chatty.content() == written


def test_a_post_of_the_awaited_seat_without_a_move_needs_an_answer(typed: Door) -> None:
    typed.well("post", "typed", "-", "--as", "twelfth", "--chat", "1", stdin="back tonight")
    written = typed.content()
    for more in (("--check",), ()):
        ran = typed("post", "typed", "-", "--as", "twelfth", *more, stdin="Nice weather, all of you!")
        assert (ran.status, "no move found, and it is still Twelfth's turn" in ran.err) == (2, True)
        assert "--read '1=D: ?'" in ran.out
        ran = typed("post", "typed", "-", "--as", "twelfth", "--json", *more, stdin="Such nice weather!")
        assert (ran.status, ran.data["unheard"], ran.data["moves"][0]["line"]) == (2, ["twelfth"], "D: ?")
    assert typed.content() == written
    typed.well("post", "typed", "-", "--as", "twelfth", "--chat-only", stdin="Such nice weather!")
    assert typed("post", "typed", "-", "--as", "tenth", stdin="Such nice weather!").status == 0, "Tenth is not awaited"


def test_says_that_a_post_of_no_seat_was_recorded_as_chat(typed: Door) -> None:
    for text in ("I resign.", "> D: ?"):
        assert "no move found: the post is recorded as chat" in typed.well("post", "typed", "-", stdin=text).out
    assert "recorded as chat" not in typed.well("post", "typed", "-", stdin="I resign.").out, (
        "it was in the log already"
    )


def test_prints_the_rest_of_a_post_after_its_draw(no_door: Door) -> None:
    no_door.well("new", "keys", "--seats", "eleventh,tenth", "--alias", "tower", "--option", "first=eleventh")
    post = ("post", "tower", "-", "--as", "eleventh")
    text = "I draw a card. If it is a Sonic I use it on d1, otherwise I stay."
    told = no_door.well(*post, "--read", "1=D: ?", stdin=text).out
    rest = "If it is a Sonic I use it on d1, otherwise I stay."
    assert not missing(told, "which is not recorded yet", f"chat      {rest}", "- --as eleventh --where 'rest of #14'")
    done = no_door.well(*post, "--read", "1=D: ?", "--json", stdin=text).data
    assert (done["done"], done["rest"]) == (True, None), "it is the same post"


def test_lists_moves_for_unclear_prose_and_does_not_record_it(chatty: Door) -> None:
    written, post = chatty.content(), "Hello!\nThe green key is for d7, a plain door."
    told = chatty.well("post", "keys1", "-", "--as", "twelfth", "--find", "2", stdin=post).out
    assert told.splitlines()[1] == f"             {MOVE}"
    found = chatty.well("post", "keys1", "-", "--as", "twelfth", "--find", "2=green b1", "--json", stdin=post).data
    assert found["moves"][0]["line"] == "P: Kg b1 open"
    for wrong, says in (
        ("9=x", "the post has no line 9"), ("x", "is not a line number"), ("=", "is not a line number"),
    ):  # fmt: skip
        chatty.refused("post", "keys1", "-", "--as", "twelfth", "--find", wrong, says=says, stdin=post)
    assert chatty.content() == written
    written = chatty.content()
    ran = chatty.refused(
        "post", "keys1", "-", "--as", "twelfth", says="by Twelfth or the moderator", stdin=CHATTY.split("\n")[2]
    )
    assert "- Twelfth opens d7 with a green Key. d7 turns out to be a green Open Door.\n" in ran.out
    assert f"  {MOVE}\n" in ran.out
    assert chatty.content() == written


WORDS = "I drew a card, opened d7 with a green key (plain) and moved in there."


def test_a_certain_reading_is_recorded_without_a_question(typed: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unasked, "is_sure", lambda _evidence: True)
    words = ("post", "typed", "-", "--as", "twelfth")
    typed.refused(*words, says="must be settled", stdin=WORDS)
    assert "would be recorded without a question" in typed.well(*words, "--trust", "sure", "--check", stdin=WORDS).out
    typed.refused(*words, "--trust", "always", says="'always' is not one of 'ask', 'sure'", stdin=WORDS)
    assert "posts in plain words: sure\n" in typed.well("people", "typed", "--trust", "sure").out
    typed.refused("people", "typed", "--trust", "always", says="'always' is not one of 'ask', 'sure'")
    typed.refused(*words, "--trust", "ask", says="must be settled", stdin=WORDS)
    told = typed.well(*words, stdin=WORDS).out
    assert "recorded without a question. To refuse this reading, Twelfth can post `UNDO 2.1`" in told
    kinds = [entry["kind"] for entry in typed.log("typed")]
    assert kinds[-12:-8] == ["trust-policy", "posted", "recorded-unasked", "keys-draw-card"]
    assert typed.well("people", "typed", "--json").data["trust"] == "sure"
    typed.well(*words, stdin="UNDO 2.1")
    assert typed.log("typed")[-1]["kind"] == "takeback-asked", "a turn with a draw cannot be refused freely"
