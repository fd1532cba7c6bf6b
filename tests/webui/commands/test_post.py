"""One post filed from the command line: read, settled by options, filed once, and refused in one line."""

import pytest
from front_door import Door
from keys_board import BEGUN
from texts import missing

from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from replay.posts.record import record_text

POST = "Mind the step.\n== T2 Twelfth ==\nD: ? =Tenth:c2\nP: SS d7 open (dalek)\nM: stay\n== end ==\n"


@pytest.fixture
def typed(no_door: Door) -> Door:
    """A typed session, `typed`, whose second turn is to come."""
    store = SqliteStore(no_door.db)
    assert record_text(store, shelf(), BEGUN, alias="typed").whole
    store.close()
    return no_door


def test_a_post_is_filed_and_told(typed: Door) -> None:
    told = typed.well("post", "typed", "-", "--as", "twelfth", "--where", "forum #2", stdin=POST).out
    assert "    4  ok    P: SS d7 open (dalek)  (2.2)\n" in told
    assert "> Twelfth opens the green door d7 with a Sonic Screwdriver.\n" in told
    assert "claim: tenth is claimed to be c2; on the board it is c1; it never was so in this log\n" in told
    assert "witness " in told
    posts = [entry for entry in typed.log("typed") if entry["kind"] == "posted"]
    assert posts[-1]["fact"]["where"] == "forum #2"


def test_the_same_post_again_files_nothing(typed: Door) -> None:
    typed.well("post", "typed", "-", "--as", "twelfth", stdin=POST)
    written = len(typed.log("typed"))
    told = typed.well("post", "typed", "-", "--as", "twelfth", stdin=POST).out
    assert "filed as 2.2" in told
    assert len(typed.log("typed")) == written


def test_check_writes_nothing(typed: Door) -> None:
    written = typed.content()
    told = typed.well("post", "typed", "-", "--check", stdin=POST).out
    assert told.endswith("3 lines read; nothing was written\n")
    asked = typed("post", "typed", "-", "--check", "--json", stdin=POST.replace("open (dalek)", "opne"))
    assert asked.status == 2
    assert [line["status"] for line in asked.data["lines"]] == ["ok", "ask", "ok"]
    assert asked.data["settled"] is False
    assert typed.content() == written


def test_lines_are_settled_by_options(typed: Door) -> None:
    wrong = POST.replace("P: SS d7 open (dalek)", "P: Ky d7 open (dalek)").replace("M: stay", "M: saty\nhello")
    typed.refused("post", "typed", "-", says="to settle: line 4, 5", stdin=wrong)
    told = typed.well("post", "typed", "-", "--keep", "4=we agreed", "--read", "5=M: stay", "--json", stdin=wrong).data
    assert told["done"]
    assert [line["kept"] for line in told["lines"]] == ["", "we agreed", "", ""]
    assert {entry["fact"]["reason"] for entry in typed.log("typed") if entry["kind"] == "flagged"} == {"we agreed"}


def test_a_line_is_left_as_chat(typed: Door) -> None:
    typed.well("post", "typed", "-", "--for", "twelfth", "--chat", "2", stdin="D: ?\nP: zz\n")
    assert [entry["kind"] for entry in typed.log("typed")][-2:] == ["keys-draw-card", "drawn"]


def test_a_post_that_others_crossed_is_told_what_it_missed(typed: Door) -> None:
    last = len(typed.log("typed"))
    ran = typed.refused("post", "typed", "-", "--after", "13", says=f"--anyway {last} files it", stdin=POST)
    assert not missing(ran.out, "this happened meanwhile:", "1.3  Tenth enters the grid at c1.")
    typed.well("post", "typed", "-", "--after", "13", "--anyway", last, stdin=POST)


def test_a_changed_post_tells_its_changes(typed: Door) -> None:
    typed.well("post", "typed", "-", "--where", "forum #2", stdin=POST)
    told = typed.well("post", "typed", "-", "--where", "forum #2", stdin=POST.replace("Mind the", "Watch the")).out
    assert not missing(told, "-Mind the step.\n", "+Watch the step.\n")
    assert [entry["kind"] for entry in typed.log("typed")][-1] == "posted"


@pytest.mark.parametrize(("arguments", "stdin", "says"), [
    (["post", "typed", "-", "--as", "ninth"], POST, 'no seat "ninth"'),
    (["post", "typed", "-", "--for", "ninth"], POST, 'no seat "ninth"'),
    (["post", "typed", "-", "--as", "tenth", "--for", "twelfth"], POST, "you hold Tenth"),
    (["post", "nowhere", "-"], POST, 'no session "nowhere"'), (["post", "typed", "/no/x"], "", "cannot be read"),
    (["post", "typed", "-"], "", "nothing to read"), (["post", "typed", "-", "--after", "900"], POST, "no line 900"),
    (["post", "typed", "-", "--after", "-1"], POST, "after"), (["post", "typed", "-", "--read", "4"], POST, "4=..."),
    (["post", "typed", "-", "--keep", "x=y"], POST, "no number of a line"),
    (["post", "typed", "-", "--chat", "1.5"], POST, "no number of a line"),
    (["post", "typed", "-", "--key", "k k"], POST, "a key is"),
    (["post", "typed", "-", "--where", "x" * 300], POST, "where"),
    (["post", "typed", "-"], b"\xff\xfe", "no text in UTF-8"),
    (["post", "typed", "-"], "x" * 100_001, "at most 100000"),
    (["post", "typed", "-"], "== T2 Twelfth or so\nD: ?", "looks like the head of a block"),
    (["post", "typed", "-", "--as", "tenth"], POST, "line 2"),
])  # fmt: skip
def test_refuses_a_post(typed: Door, arguments: list[str], stdin: str | bytes, says: str) -> None:
    typed.refused(*arguments, says=says, stdin=stdin)


def test_without_a_database_none_is_made(no_door: Door) -> None:
    assert no_door("post", "typed", "-", stdin=POST).status == 2
    assert not no_door.db.exists()


def test_what_the_table_has_confirmed_is_listed_and_let_go_of(typed: Door) -> None:
    post = "D: ?\nP: Kg d7 open (open)\nBumble along now."
    typed.well("post", "typed", "-", "--as", "twelfth", "--read", "3=M: stay", stdin=post)
    assert typed.well("post", "typed", "--said").out.endswith(
        "  bumble along: Twelfth stays outside.\n1 phrase of this table\n"
    )
    typed.refused("post", "typed", "--forget", "bumble", "--as", "tenth", says="is not among the words")
    assert typed.well("post", "typed", "--forget", "bumble along", "--as", "tenth", "--json").data == []
    assert typed.log("typed")[-1]["by"] == "tenth"
    typed.refused("post", "typed", says="name the FILE")


def test_a_reading_of_prose_is_told_in_sentences(typed: Door) -> None:
    post = "Drew a Time Barrier, it goes on b2.\nI don't move. [s]P: SS d7 open[/s]\n~~bye~~"
    ran = typed.refused("post", "typed", "-", "--check", "--as", "twelfth", says="nothing was written", stdin=post)
    assert "- Twelfth takes the top card of the draw pile. Twelfth draws a Time Barrier. Twelfth plays" in ran.out
    assert not missing(ran.out, "  D: TB / P: TB b2 / M: stay\n", "struck out: P: SS d7 open\n")
    assert "    3  chat  bye\n             struck out\n" in ran.out


def test_whose_a_post_without_a_head_is_has_to_be_said(typed: Door) -> None:
    """Else its moves would be chat, and nobody would know."""
    prose = "Drew something. Sonic Screwdriver on d7, which opens. I stay.\n"
    written = typed.content()
    typed.refused("post", "typed", "-", says="--for twelfth reads it as Twelfth's", stdin=prose)
    typed.refused("post", "typed", "-", "--check", says="--for moderator files it as chat", stdin=prose)
    assert typed.content() == written
    typed.well("post", "typed", "-", stdin="Hello all, I am back on Monday.\n")
    typed.well("post", "typed", "-", "--for", "moderator", stdin=prose)
    again = typed("post", "typed", "-", "--for", "moderator", stdin=prose).out
    assert "it is in the log already, as line 24; was-move makes a move of a line of it" in again
