"""The page for posts: pasted, read line by line, settled without scripts, filed once; refused in words."""

import re
from html import unescape

import people_posts
import pytest
from flask.testing import FlaskClient
from imported import record_text
from keys_board import BEGUN
from people import Table, hidden_fields
from spectator import read
from texts import missing, present
from toy import Dare

from events.events import Move
from events.session_events import IllegalMoveAccepted, Posted
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.posts.unread_lines import chat_lines
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app

PATH = "/s/posting/post"


class Writer:
    """A browser at the page; `page` is what it shows."""

    def __init__(self, client: FlaskClient, path: str = PATH) -> None:
        self.client, self.path, self.page = client, path, read(client, path)

    def send(self, do: str, wanted: int = 200, /, **words: str) -> str:
        """Send the form with what it holds and with these words."""
        typed = re.search(r"<textarea[^>]*>(.*?)</textarea>", self.page, re.DOTALL)
        kept = {"text": unescape(typed[1]) if typed else ""}
        answer = self.client.post(self.path, data={**hidden_fields(self.page), **kept, "do": do, **words})
        assert answer.status_code == wanted, answer.text
        self.page = read(self.client, answer.headers["Location"]) if wanted == 303 else answer.text
        return self.page

    def verdicts(self) -> list[tuple[str, str]]:
        found = re.findall(r'<li class="(\w+)(?: done)?" id="line-(\d+)">', self.page)
        return [(number, status) for status, number in found]


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "posting")


@pytest.fixture
def black(table: Table) -> Writer:
    return Writer(table.browser(SEAT, "black").client)


@pytest.fixture
def moderator(table: Table) -> Writer:
    return Writer(table.browser(MODERATOR).client)


def offered(page: str) -> list[str]:
    """The moves in the box that was opened for the first line."""
    listed = re.search(r'<div id="moves-1">(.*?)<p', page, re.DOTALL) or re.search(
        r'id="moves-1">(.*)', page, re.DOTALL
    )
    return re.findall(r'name="line-1" value="=([^"]+)"', listed[1].partition("</fieldset>")[0]) if listed else []


@pytest.mark.parametrize(("text", "choices"), [
    ("dare nobody", {"line-1": "other", "other-1": "dare yellow"}), ("dare black\ndare yellow", {"line-1": "chat"}),
    ("I dare Yellow to it!", {"line-1": "=dare yellow"}),
])  # fmt: skip
def test_an_open_line_is_settled_in_each_way(table: Table, black: Writer, text: str, choices: dict[str, str]) -> None:
    black.send("file", 422, text=text)
    black.send("file", 303, **choices)
    assert table.events(Move) == [Dare("black", "yellow")]
    assert table.events(Posted)[0].text == text, "the post stays as it was posted"


def test_a_seat_pastes_reads_and_files(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Here goes.\ndare yellow\n")
    assert (black.verdicts(), table.last) == ([("1", "chat"), ("2", "ok")], before)
    assert "The board as it would be" in page
    page = black.send("file", 303)
    assert not missing(page, "Filed: lines", "/kit?from=")
    assert table.events(Move) == [Dare("black", "yellow")]
    assert [post.author for post in table.events(Posted)] == ["black"]


def test_an_illegal_line_is_kept_with_a_reason_or_not_at_all(table: Table, black: Writer) -> None:
    assert not missing(black.send("read", text="dare black"), "TOY-DAR-01", "On your turn you dare one rival.")
    black.send("file", 422, **{"line-1": "keep", "keep-1": " "})
    assert not table.events(Move)
    black.send("file", 303, **{"line-1": "keep", "keep-1": "house rule"})
    assert [flag.reason for flag in table.events(IllegalMoveAccepted)] == ["house rule"]


def test_a_head_that_was_chosen_is_carried_along(table: Table, moderator: Writer) -> None:
    moderator.send("read", text="== G31 T1 Black ==\nI dare Yellow\n== end ==")
    assert moderator.verdicts() == [("1", "ask"), ("2", "ask")]
    moderator.send("read", **{"line-1": "=== posting T1 black =="})
    assert moderator.verdicts() == [("2", "ask")]
    moderator.send("file", 303, **{"line-2": "=dare yellow"})
    assert table.events(Move) == [Dare("black", "yellow")]


def test_a_moderator_says_whose_post_it_is(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="dare yellow", seat="black", where="forum #3", when="Thu 21:14")
    (post,) = table.events(Posted)
    assert (post.author, post.where, post.when) == ("black", "forum #3", "Thu 21:14")


def test_a_crossed_post_shows_what_happened_and_files_nothing(table: Table, black: Writer, moderator: Writer) -> None:
    black.send("read", text="pass")
    moderator.send("file", 303, text="dare yellow", seat="black")
    before = table.last
    assert not missing(black.send("file", 409), "this happened meanwhile", "toy-dare: black yellow")
    assert table.last == before


def test_a_head_that_says_what_its_author_saw_is_heeded(table: Table, moderator: Writer) -> None:
    seen = table.last
    moderator.send("file", 303, text="dare yellow", seat="black")
    page = moderator.send("read", text=f"== T1 Yellow after #{seen} ==\npass\n== end ==")
    assert "I have seen that; file it all the same" in page
    page = moderator.send("file", 409)
    moderator.send("file", 303, crossing=re.findall(r'name="crossing" value="(\d+)"', page)[0])
    assert len(table.events(Move)) == 2


def test_a_changed_post_shows_its_changes(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="dare yellow\nha", seat="black", where="forum #3")
    page = moderator.send("read", text="dare yellow\nhaha!", seat="black", where="forum #3")
    assert not missing(page, '<span class="gone">-ha', '<span class="added">+haha!')
    moderator.send("file", 303, seat="black", where="forum #3")
    assert [post.text for post in table.events(Posted)] == ["dare yellow\nha", "dare yellow\nhaha!"]
    assert len(table.events(Move)) == 1


@pytest.mark.parametrize(("words", "status", "says"), [
    ({"text": ""}, 422, "paste a post"), ({"text": "x" * 100_001}, 422, "at most 100000"),
    ({"text": "pass", "seat": "yellow"}, 422, "You hold Black"), ({"text": "pass", "author": "x" * 300}, 422, "Author"),
    ({"text": "dare yellow", "after": "999"}, 409, "this log ends at line"),
    ({"text": "dare yellow", "key": "\u2603"}, 422, "A key is"), ({"text": "== T1 Black and so on"}, 422, "head"),
    ({"text": "pass", "line-999999999999": "chat", "line-x": "chat", "line-\u00b2": "chat"}, 422, "settle"),
    ({"text": "dare yellow", "line-1": "=" + "A" * 9000}, 422, "settle|Not filed"),
])  # fmt: skip
def test_refuses_bad_input(table: Table, black: Writer, words: dict[str, str], status: int, says: str) -> None:
    before = table.last
    page = black.send("file", status, **words)
    assert re.search(says, page), page
    assert "Traceback" not in page
    assert table.last == before
    if len(words["text"]) < 100:
        assert words["text"] in unescape(page)


@pytest.mark.parametrize("asked", ["0-1", "5-2", "1-", "x", "1-999999999999", "\u00b2-3"])
def test_what_was_filed_is_asked_for_by_lines(black: Writer, asked: str) -> None:
    answer = black.client.get(PATH, query_string={"filed": asked})
    assert answer.status_code in (200, 422)
    assert "Traceback" not in answer.text


def test_a_line_of_chat_is_made_a_move_before_it_is_filed(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Well then.")
    assert 'name="do" value="find-1">This was a move</button>' in page
    assert offered(black.send("find-1")) == ["dare yellow"]
    assert offered(black.send("find-1", **{"find-1": "dare y"})) == ["dare yellow"]
    page = black.send("read", **{"find-1": "zebra"})
    assert (offered(page), "No legal move fits these words." in page) == ([], True)
    assert 'value="zebra"' in page, "the box stays open, with what was typed"
    page = black.send("read", **{"find-1": "dare", "line-1": "=dare yellow"})
    assert "read as <code>dare yellow</code>" in page
    assert table.last == before
    black.send("file", 303, **{"line-1": "=dare yellow"})
    assert table.events(Move) == [Dare("black", "yellow")]


def test_a_line_that_reads_as_a_move_is_called_chat_with_one_key(table: Table, black: Writer) -> None:
    page = black.send("read", text="dare yellow")
    assert 'name="do" value="chat-1">It is chat</button>' in page
    page = black.send("chat-1")
    assert black.verdicts() == [("1", "chat")]
    assert "Left as chat" in page
    black.send("file", 303, **{"line-1": "chat"})
    assert table.events(Move) == []


@pytest.mark.parametrize("do", ["find-9", "find-x", "find-", "find-99999999999", "chat-9", "chat-\u0663", "find--1"])
def test_a_line_that_is_not_there_is_none(black: Writer, do: str) -> None:
    page = black.send(do, text="Well then.", **{"find-7": "x" * 5_000, "find-1": "y" * 5_000})
    assert black.verdicts() == [("1", "chat")]
    assert (offered(page), "No legal move fits" in page) == ([], True)


def test_a_changed_text_is_another_post_and_text(black: Writer) -> None:
    page = black.send("find-2", text="dare purple:\nWell then.")
    assert "What is legal here is known when" in page or offered(page) == []
    black.send("read", text="dare black")
    first = hidden_fields(black.page)["key"]
    black.send("read", text="dare yellow", **{"line-1": "chat"})
    assert hidden_fields(black.page)["key"] != first
    assert black.verdicts() == [("1", "ok")], "what was settled was settled of another text"
    page = black.send("read", text="</textarea><script>alert(1)</script>\ndare <b>yellow</b>")
    assert not present(page, "<script>alert", "<b>yellow")


def test_a_post_without_a_move_names_the_awaited_seat(table: Table, black: Writer, moderator: Writer) -> None:
    assert "Black is awaited." in black.send("read", text="Nice weather!")
    assert "is awaited. " not in Writer(table.browser(SEAT, "yellow").client).send("read", text="Nice weather!")
    page = moderator.send("read", text="dare yellow")
    assert not missing(page, "No line of it is read as a move.", "== black ==")
    page = moderator.send("read", seat="black")
    assert "No line of it is read as a move." not in page
    assert moderator.verdicts() == [("1", "ok")]


PROSE = "Evening all.\nDrew a Time Barrier, it goes on b2.\nI don't move. Good luck!"
TWELFTH = {"seat": "twelfth"}


def words(part: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


class Desk(Writer):
    """A moderator at the page for posts of one session, on a laptop."""

    def __init__(self, store: EventStore, session: str) -> None:
        self.store, self.session = store, session
        app = create_app(store, registry(), Accounts.memory(), laptop=True)
        super().__init__(app.test_client(), f"/s/{session}/post")

    def moves(self) -> list[str]:
        entries = Session.load(self.store, registry(), self.session).table.entries
        return [type(entry.event).__name__ for entry in entries if isinstance(entry.event, Move)]

    def row(self, number: int) -> str:
        found = re.search(rf'<li class="[\w ]+" id="line-{number}">(.*?)</li>', self.page, re.DOTALL)
        assert found, self.page
        return found[1]

    def marks(self, number: int) -> list[tuple[str, str]]:
        found = re.findall(r'<s(?:pan)? class="(carried|remark|left|struck)"[^>]*>([^<]*)<', self.row(number))
        return [(unescape(text), kind) for kind, text in found]


@pytest.fixture
def desk() -> Desk:
    store = MemoryStore()
    return Desk(store, record_text(store, registry(), BEGUN).session)


def of_corpus(ident: str) -> tuple[Desk, str, str]:
    (row,) = (row for row in people_posts.rows(ident.partition("-")[0]) if row.id == ident)
    store, session = people_posts.table(row.session, row.moves)
    return Desk(store, session), row.post, row.seat


def test_a_clear_reading_is_shown_in_words_and_confirmed_with_one_key(desk: Desk) -> None:
    before = desk.moves()
    page = desk.send("read", text=PROSE, **TWELFTH)
    said = words(desk.row(2))
    assert "Read from prose: is this what it says?" in said
    assert "Twelfth takes the top card of the draw pile. Twelfth draws a Time Barrier. D: TB" in said
    assert "Twelfth plays a Time Barrier on b2. P: TB b2" in said
    assert 'value="=D: TB / P: TB b2 / M: stay" checked' in page
    assert "The board as it would be, if the likely reading is confirmed." in page
    assert '<button name="do" value="file" class="primary">Confirm and file</button>' in page
    clear, _, others = desk.row(2).partition('<details class="others"><summary>')
    assert clear.count('type="radio"') == 1
    assert "As the first, but" in others
    assert desk.moves() == before, "reading files nothing"
    desk.send("file", 303, text=PROSE, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayBarrier", "Stay"]


def test_the_words_that_carried_it_are_marked_in_the_post(desk: Desk) -> None:
    desk.send("read", text=PROSE, **TWELFTH)
    assert desk.marks(1) == []
    assert desk.marks(2) == [(word, "carried") for word in ("Drew a", "Time Barrier", "it goes on", "b2")]
    assert (desk.marks(3), "with line 2" in words(desk.row(3))) == ([("don't move", "carried")], True)
    desk.send("read", text=PROSE, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.marks(3) == [("don't move", "carried")], "what is confirmed is still shown"
    desk.send("chat-2", text=PROSE, **TWELFTH)
    assert desk.marks(3) == [], "of what is called chat no word carried a move"


def test_marks_left_supplied_and_labelled_words() -> None:
    desk, post, seat = of_corpus("keys-a-004")
    desk.send("read", text=post, seat=seat)
    assert not missing(desk.marks(1), ("bonus turn", "left"), ("time barrier", "carried"))
    assert "Left over: bonus turn." in words(desk.row(1))
    assert "checked" not in desk.row(1), "nothing is taken for granted"
    assert desk.row(1).count("<summary>The board then</summary><svg") == desk.row(1).count('class="offer"') > 1
    desk, post, seat = of_corpus("risk-a-026")
    desk.send("read", text=post, seat=seat)
    assert "supplied +:" in words(desk.row(1))
    assert words(desk.row(1)).count("supplied") == 1
    desk, post, seat = of_corpus("daleks-c-007")
    desk.send("read", text=post, seat=seat)
    assert ("charge", "carried") in desk.marks(1)
    assert "left" not in dict(desk.marks(1)).values()


def test_what_is_struck_out_is_shown_struck_out(desk: Desk) -> None:
    desk.send(
        "read",
        text="D: ? [s]Kg[/s]\n~~P: TB b2~~\n<del>nothing</del> <b>\n> [s]quoted[/s]\nM: stay ; &amp; <s>not</s>",
        **TWELFTH,
    )
    assert desk.marks(1) == [("D:", "carried"), ("?", "carried"), ("Kg", "struck")]
    assert (desk.marks(2), "struck" in words(desk.row(2))) == ([("P: TB b2", "struck")], True)
    assert 'type="radio"' not in desk.row(2), "it is never a move"
    assert ("nothing", "struck") in desk.marks(3)
    assert 'id="line-4"' not in desk.page, "what is quoted is nobody's to strike"
    assert ("not", "struck") in desk.marks(5), "signs that were resolved move nothing"
    assert 'class="struck">struck out' in desk.page


HEADED = """\
Drew a green key.
== T2 Twelfth ==
P: Kg d7 open (open)
== end ==
I stay out. Well played!
--\x20
Sent from a phone
"""


def test_chat_around_a_headed_block_is_made_a_move_before_it_is_filed(desk: Desk) -> None:
    headed = HEADED.replace("P:", "D: ?\nP:")
    desk.send("read", text=headed)
    assert "2 lines around the moves, read as chat" in desk.page
    assert 'value="find-6">This was a move</button>' in desk.row(6)
    assert "Sent from" not in desk.page.partition('class="reading"')[2], "a signature is nobody's chat"
    desk.send("find-6", text=headed)
    assert '<details class="around" open>' in desk.page
    assert 'value="=M: stay"' in desk.row(6)
    desk.send("read", text=headed, **{"line-6": "=M: stay"})
    assert "Twelfth stays outside." in words(desk.row(6))
    assert "1 line around the moves" in desk.page
    before = desk.moves()
    desk.send("file", 303, text=headed, **{"line-6": "=M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]


def test_such_lines_are_filed_once_in_their_places_and_are_chat_no_more(desk: Desk) -> None:
    before, settled = desk.moves(), {"line-1": "=D: ?", "line-5": "=M: stay"}
    desk.send("file", 303, text=HEADED, **settled)
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]
    timeline = Timeline.read(desk.store, registry(), desk.session)
    post = next(entry.seq for entry in timeline.entries if getattr(entry.event, "text", "").startswith("Drew a"))
    assert chat_lines(timeline, desk.store, post) == ()
    desk.page = desk.client.get(desk.path).text
    assert "This post is in the log already</strong>, as <a" in desk.send(
        "read", text=HEADED, instead=str(post), **settled
    )
    assert all(words(desk.row(number)).startswith("\u2713 filed") for number in (1, 3, 5))
    desk.send("file", 303, text=HEADED, instead=str(post), **settled)
    assert len(desk.moves()) == len(before) + 3


def test_what_the_table_has_confirmed_is_shown_and_let_go_of_with_one_key(desk: Desk) -> None:
    post = "D: ?\nP: Kg d7 open (open)\nBumble along now."
    assert "of this table" not in desk.page
    desk.send("file", 303, text=post, **TWELFTH, **{"line-3": "=M: stay"})
    desk.page = desk.client.get(desk.path).text
    assert not missing(desk.page, "1 phrase of this table", "<q>bumble along</q> Twelfth stays outside.")
    asked = "D: ?\nP: Ky d1 open (open)\nI bumble along!"
    desk.send("read", text=asked, seat="tenth")
    assert 'value="=M: stay" checked' in desk.row(3), "it is likely now, and still to be confirmed"
    assert "of this table" not in desk.send("forget bumble along", text=asked, seat="tenth")
    assert "=M: stay" not in desk.row(3), "what stands in the form is read anew"
    desk.send("forget bumble along", 422, text=asked, seat="tenth")
