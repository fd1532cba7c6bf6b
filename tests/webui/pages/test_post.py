"""The page for posts: pasted, read line by line, settled without scripts, filed once; refused in words."""

import re
from html import unescape

import pytest
from people import Browser, Table, hidden_fields
from spectator import read
from toy import Dare

from events.conduct import Flagged, Posted
from events.facts import Move
from events.store.accounts import MODERATOR, SEAT
from projections.shelf import Shelf

PATH = "/s/posting/post"


class Writer:
    """A browser at the page; `page` is what it shows."""

    def __init__(self, browser: Browser) -> None:
        self.client, self.page = browser.client, browser.read(PATH)

    def send(self, do: str, wanted: int = 200, /, **words: str) -> str:
        """Send the form with what it holds and with these words."""
        typed = re.search(r"<textarea[^>]*>(.*?)</textarea>", self.page, re.DOTALL)
        kept = {"text": unescape(typed[1]) if typed else ""}
        answer = self.client.post(PATH, data={**hidden_fields(self.page), **kept, "do": do, **words})
        assert answer.status_code == wanted, answer.text
        self.page = read(self.client, answer.headers["Location"]) if wanted == 303 else answer.text
        return self.page

    def verdicts(self) -> list[tuple[str, str]]:
        found = re.findall(r'<li class="(\w+)(?: done)?" id="line-(\d+)">', self.page)
        return [(number, status) for status, number in found]


@pytest.fixture
def table(games: Shelf) -> Table:
    return Table(games, "posting")


@pytest.fixture
def black(table: Table) -> Writer:
    return Writer(table.browser(SEAT, "black"))


@pytest.fixture
def moderator(table: Table) -> Writer:
    return Writer(table.browser(MODERATOR))


def offered(page: str) -> list[str]:
    """The moves in the box that was opened for the first line."""
    listed = re.search(r'<div id="moves-1">(.*?)<p', page, re.DOTALL) or re.search(
        r'id="moves-1">(.*)', page, re.DOTALL
    )
    return re.findall(r'name="line-1" value="=([^"]+)"', listed[1].partition("</fieldset>")[0]) if listed else []


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("dare nobody", {"line-1": "other", "other-1": "dare yellow"}),
        ("dare black\ndare yellow", {"line-1": "chat"}),
        ("I dare Yellow to it!", {"line-1": "=dare yellow"}),
    ],
)
def test_an_open_line_is_settled_in_each_way(table: Table, black: Writer, text: str, choices: dict[str, str]) -> None:
    black.send("file", 422, text=text)
    black.send("file", 303, **choices)
    assert table.facts(Move) == [Dare("black", "yellow")]
    assert table.facts(Posted)[0].text == text, "the post stays as it was posted"


def test_a_seat_pastes_reads_and_files(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Here goes.\ndare yellow\n")
    assert black.verdicts() == [("1", "chat"), ("2", "ok")]
    assert table.last == before
    assert "The board as it would be" in page
    page = black.send("file", 303)
    assert "Filed: lines" in page
    assert "/kit?from=" in page
    assert table.facts(Move) == [Dare("black", "yellow")]
    assert [post.author for post in table.facts(Posted)] == ["black"]


def test_a_question_is_answered_by_choosing(table: Table, black: Writer) -> None:
    page = black.send("file", 422, text="I dare Yellow to it!")
    assert "1 line to settle" in page
    assert 'name="line-1" value="=dare yellow"' in page
    page = black.send("read", **{"line-1": "=dare yellow"})
    assert "read as <code>dare yellow</code>" in page
    assert 'value="=dare yellow" checked' in page


def test_an_illegal_line_is_kept_with_a_reason_or_not_at_all(table: Table, black: Writer) -> None:
    page = black.send("read", text="dare black")
    assert "TOY-DAR-01" in page
    assert "On your turn you dare one rival." in page
    black.send("file", 422, **{"line-1": "keep", "keep-1": " "})
    assert not table.facts(Move)
    black.send("file", 303, **{"line-1": "keep", "keep-1": "house rule"})
    assert [flag.reason for flag in table.facts(Flagged)] == ["house rule"]


def test_a_head_that_was_chosen_is_carried_along(table: Table, moderator: Writer) -> None:
    moderator.send("read", text="== G31 T1 Black ==\nI dare Yellow\n== end ==")
    assert moderator.verdicts() == [("1", "ask"), ("2", "ask")]
    moderator.send("read", **{"line-1": "=== posting T1 black =="})
    assert moderator.verdicts() == [("2", "ask")]
    moderator.send("file", 303, **{"line-2": "=dare yellow"})
    assert table.facts(Move) == [Dare("black", "yellow")]


def test_a_moderator_says_whose_post_it_is(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="dare yellow", seat="black", where="forum #3", when="Thu 21:14")
    (post,) = table.facts(Posted)
    assert (post.author, post.where, post.when) == ("black", "forum #3", "Thu 21:14")


def test_a_crossed_post_shows_what_happened_and_files_nothing(table: Table, black: Writer, moderator: Writer) -> None:
    black.send("read", text="pass")
    moderator.send("file", 303, text="dare yellow", seat="black")
    before = table.last
    page = black.send("file", 409)
    assert "this happened meanwhile" in page
    assert "toy-dare: black yellow" in page
    assert table.last == before


def test_a_head_that_says_what_its_author_saw_is_heeded(table: Table, moderator: Writer) -> None:
    seen = table.last
    moderator.send("file", 303, text="dare yellow", seat="black")
    page = moderator.send("read", text=f"== T1 Yellow after #{seen} ==\npass\n== end ==")
    assert "I have seen that; file it all the same" in page
    page = moderator.send("file", 409)
    moderator.send("file", 303, crossing=re.findall(r'name="crossing" value="(\d+)"', page)[0])
    assert len(table.facts(Move)) == 2


def test_a_changed_text_is_another_post(black: Writer) -> None:
    black.send("read", text="dare black")
    first = hidden_fields(black.page)["key"]
    black.send("read", text="dare yellow", **{"line-1": "chat"})
    assert hidden_fields(black.page)["key"] != first
    assert black.verdicts() == [("1", "ok")], "what was settled was settled of another text"


def test_a_changed_post_shows_its_changes(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="dare yellow\nha", seat="black", where="forum #3")
    page = moderator.send("read", text="dare yellow\nhaha!", seat="black", where="forum #3")
    assert '<span class="gone">-ha' in page
    assert '<span class="added">+haha!' in page
    moderator.send("file", 303, seat="black", where="forum #3")
    assert [post.text for post in table.facts(Posted)] == ["dare yellow\nha", "dare yellow\nhaha!"]
    assert len(table.facts(Move)) == 1


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ({"text": ""}, 422, "paste a post"), ({"text": "x" * 100_001}, 422, "at most 100000"),
        ({"text": "pass", "seat": "yellow"}, 422, "You hold Black"),
        ({"text": "pass", "author": "x" * 300}, 422, "Author"),
        ({"text": "dare yellow", "after": "999"}, 409, "this log ends at line"),
        ({"text": "dare yellow", "key": "\u2603"}, 422, "A key is"), ({"text": "== T1 Black and so on"}, 422, "head"),
        ({"text": "pass", "line-999999999999": "chat", "line-x": "chat", "line-\u00b2": "chat"}, 422, "settle"),
        ({"text": "dare yellow", "line-1": "=" + "A" * 9000}, 422, "settle|Not filed"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words_and_kept(
    table: Table, black: Writer, words: dict[str, str], status: int, says: str
) -> None:
    before = table.last
    page = black.send("file", status, **words)
    assert re.search(says, page), page
    assert "Traceback" not in page
    assert table.last == before
    if len(words["text"]) < 100:
        assert words["text"] in unescape(page)


def test_what_is_typed_is_shown_as_text(black: Writer) -> None:
    page = black.send("read", text="</textarea><script>alert(1)</script>\ndare <b>yellow</b>")
    assert "<script>alert" not in page
    assert "<b>yellow" not in page


@pytest.mark.parametrize("asked", ["0-1", "5-2", "1-", "x", "1-999999999999", "\u00b2-3"])
def test_what_was_filed_is_asked_for_by_lines(black: Writer, asked: str) -> None:
    answer = black.client.get(PATH, query_string={"filed": asked})
    assert answer.status_code in (200, 422)
    assert "Traceback" not in answer.text


def test_a_seat_posts_a_card_that_only_it_knows(table: Table, black: Writer) -> None:
    black.send("file", 303, text="dare yellow")
    yellow = Writer(table.browser(SEAT, "yellow"))
    held = table.again().view("yellow").position.hands["yellow"][0]
    page = yellow.send("file", 303, text=f"answer {held}")
    assert "Filed: lines" in page


def test_a_post_that_says_no_move_says_so(moderator: Writer) -> None:
    page = moderator.send("read", text="dare yellow")
    assert "No line of it is read as a move." in page
    assert "== black ==" in page
    page = moderator.send("read", seat="black")
    assert "No line of it is read as a move." not in page
    assert moderator.verdicts() == [("1", "ok")]


def test_a_line_of_chat_is_made_a_move_before_it_is_filed(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Well then.")
    assert 'name="do" value="find-1">This was a move</button>' in page
    assert offered(black.send("find-1")) == ["dare yellow"]
    assert offered(black.send("find-1", **{"find-1": "dare y"})) == ["dare yellow"]
    page = black.send("read", **{"find-1": "zebra"})
    assert offered(page) == []
    assert "No legal move fits these words." in page
    assert 'value="zebra"' in page, "the box stays open, with what was typed"
    page = black.send("read", **{"find-1": "dare", "line-1": "=dare yellow"})
    assert "read as <code>dare yellow</code>" in page
    assert table.last == before
    black.send("file", 303, **{"line-1": "=dare yellow"})
    assert table.facts(Move) == [Dare("black", "yellow")]


def test_a_line_that_reads_as_a_move_is_called_chat_with_one_key(table: Table, black: Writer) -> None:
    page = black.send("read", text="dare yellow")
    assert 'name="do" value="chat-1">It is chat</button>' in page
    page = black.send("chat-1")
    assert black.verdicts() == [("1", "chat")]
    assert "Left as chat" in page
    black.send("file", 303, **{"line-1": "chat"})
    assert table.facts(Move) == []


@pytest.mark.parametrize("do", ["find-9", "find-x", "find-", "find-99999999999", "chat-9", "chat-\u0663", "find--1"])
def test_a_line_that_is_not_there_is_none(black: Writer, do: str) -> None:
    page = black.send(do, text="Well then.", **{"find-7": "x" * 5_000, "find-1": "y" * 5_000})
    assert black.verdicts() == [("1", "chat")]
    assert offered(page) == []
    assert "No legal move fits" in page


def test_moves_after_an_open_line_are_not_offered_yet(black: Writer) -> None:
    page = black.send("find-2", text="dare purple:\nWell then.")
    assert "What is legal here is known when" in page or offered(page) == []


def test_a_post_without_a_move_names_the_awaited_seat(table: Table, black: Writer) -> None:
    assert "Black is awaited." in black.send("read", text="Nice weather!")
    assert "is awaited. " not in Writer(table.browser(SEAT, "yellow")).send("read", text="Nice weather!")
