"""The page for posts shows how prose reads: each reading in words, what each word became; what is struck out; chat."""

import re
from html import unescape

import pytest
from keys_board import BEGUN
from people import hidden_fields
from people_posts import rows, table

from events.facts import Move
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.live.session import Session
from replay.posts.chat_lines import chat_lines
from replay.posts.record import record_text
from replay.reading.timeline import Timeline
from webui import create_app

PROSE = "Evening all.\nDrew a Time Barrier, it goes on b2.\nI don't move. Good luck!"
TWELFTH = {"seat": "twelfth"}


def words(part: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


class Desk:
    """A moderator at the page for posts of one session, on a laptop."""

    def __init__(self, store: EventStore, session: str) -> None:
        self.store, self.session = store, session
        self.client = create_app(store, shelf(), Accounts.memory(), laptop=True).test_client()
        self.page = self.client.get(self.path).text

    @property
    def path(self) -> str:
        return f"/s/{self.session}/post"

    def send(self, do: str, text: str, wanted: int = 200, /, **more: str) -> str:
        answer = self.client.post(self.path, data={**hidden_fields(self.page), "text": text, "do": do, **more})
        assert answer.status_code == wanted, answer.text
        self.page = self.client.get(answer.headers["Location"]).text if wanted == 303 else answer.text
        return self.page

    def moves(self) -> list[str]:
        entries = Session.load(self.store, shelf(), self.session).table.entries
        return [type(entry.fact).__name__ for entry in entries if isinstance(entry.fact, Move)]

    def row(self, number: int) -> str:
        found = re.search(rf'<li class="[\w ]+" id="line-{number}">(.*?)</li>', self.page, re.DOTALL)
        assert found, self.page
        return found[1]

    def marks(self, number: int) -> list[tuple[str, str]]:
        return [
            (unescape(text), kind)
            for kind, text in re.findall(
                r'<s(?:pan)? class="(carried|remark|left|struck)"[^>]*>([^<]*)<', self.row(number)
            )
        ]


@pytest.fixture
def desk() -> Desk:
    store = MemoryStore()
    return Desk(store, record_text(store, shelf(), BEGUN).session)


def of_corpus(ident: str) -> tuple[Desk, str, str]:
    (row,) = (row for row in rows(ident.partition("-")[0]) if row.id == ident)
    store, session = table(row.session, row.moves)
    return Desk(store, session), row.post, row.seat


def test_a_clear_reading_is_shown_in_words_and_confirmed_with_one_key(desk: Desk) -> None:
    before = desk.moves()
    page = desk.send("read", PROSE, **TWELFTH)
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
    desk.send("file", PROSE, 303, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayBarrier", "Stay"]


def test_the_words_that_carried_it_are_marked_in_the_post(desk: Desk) -> None:
    desk.send("read", PROSE, **TWELFTH)
    assert desk.marks(1) == []
    assert desk.marks(2) == [(word, "carried") for word in ("Drew a", "Time Barrier", "it goes on", "b2")]
    assert desk.marks(3) == [("don't move", "carried")]
    assert "with line 2" in words(desk.row(3))
    desk.send("read", PROSE, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.marks(3) == [("don't move", "carried")], "what is confirmed is still shown"
    desk.send("chat-2", PROSE, **TWELFTH)
    assert desk.marks(3) == [], "of what is called chat no word carried a move"


def test_words_left_over_are_marked_otherwise_and_the_board_opens_beside_each_reading() -> None:
    desk, post, seat = of_corpus("keys-a-004")
    desk.send("read", post, seat=seat)
    assert ("bonus turn", "left") in desk.marks(1)
    assert ("time barrier", "carried") in desk.marks(1)
    assert "Left over: bonus turn." in words(desk.row(1))
    assert "checked" not in desk.row(1), "nothing is taken for granted"
    assert desk.row(1).count("<summary>The board then</summary><svg") == desk.row(1).count('class="offer"') > 1


def test_a_line_that_is_supplied_says_so() -> None:
    desk, post, seat = of_corpus("risk-a-026")
    desk.send("read", post, seat=seat)
    assert "supplied +:" in words(desk.row(1))
    assert words(desk.row(1)).count("supplied") == 1


def test_what_is_struck_out_is_shown_struck_out(desk: Desk) -> None:
    desk.send(
        "read",
        "D: ? [s]Kg[/s]\n~~P: TB b2~~\n<del>nothing</del> <b>\n> [s]quoted[/s]\nM: stay ; &amp; <s>not</s>",
        **TWELFTH,
    )
    assert desk.marks(1) == [("D:", "carried"), ("?", "carried"), ("Kg", "struck")]
    assert desk.marks(2) == [("P: TB b2", "struck")]
    assert "struck" in words(desk.row(2))
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
    desk.send("read", headed)
    assert "2 lines around the moves, read as chat" in desk.page
    assert 'value="find-6">This was a move</button>' in desk.row(6)
    assert "Sent from" not in desk.page.partition('class="reading"')[2], "a signature is nobody's chat"
    desk.send("find-6", headed)
    assert '<details class="around" open>' in desk.page
    assert 'value="=M: stay"' in desk.row(6)
    desk.send("read", headed, **{"line-6": "=M: stay"})
    assert "Twelfth stays outside." in words(desk.row(6))
    assert "1 line around the moves" in desk.page
    before = desk.moves()
    desk.send("file", headed, 303, **{"line-6": "=M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]


def test_such_lines_are_filed_once_in_their_places_and_are_chat_no_more(desk: Desk) -> None:
    before, settled = desk.moves(), {"line-1": "=D: ?", "line-5": "=M: stay"}
    desk.send("file", HEADED, 303, **settled)
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]
    timeline = Timeline.read(desk.store, shelf(), desk.session)
    post = next(entry.seq for entry in timeline.entries if getattr(entry.fact, "text", "").startswith("Drew a"))
    assert chat_lines(timeline, desk.store, post) == ()
    desk.page = desk.client.get(desk.path).text
    assert "This post is in the log already</strong>, as <a" in desk.send("read", HEADED, instead=str(post), **settled)
    assert all(words(desk.row(number)).startswith("\u2713 filed") for number in (1, 3, 5))
    desk.send("file", HEADED, 303, instead=str(post), **settled)
    assert len(desk.moves()) == len(before) + 3


def test_what_the_table_has_confirmed_is_shown_and_let_go_of_with_one_key(desk: Desk) -> None:
    post = "D: ?\nP: Kg d7 open (open)\nBumble along now."
    assert "of this table" not in desk.page
    desk.send("file", post, 303, **TWELFTH, **{"line-3": "=M: stay"})
    desk.page = desk.client.get(desk.path).text
    assert "1 phrase of this table" in desk.page
    assert "<q>bumble along</q> Twelfth stays outside." in desk.page
    asked = "D: ?\nP: Ky d1 open (open)\nI bumble along!"
    desk.send("read", asked, seat="tenth")
    assert 'value="=M: stay" checked' in desk.row(3), "it is likely now, and still to be confirmed"
    page = desk.send("forget bumble along", asked, seat="tenth")
    assert "of this table" not in page
    assert "=M: stay" not in desk.row(3), "what stands in the form is read anew"
    desk.send("forget bumble along", asked, 422, seat="tenth")


def test_a_label_before_a_line_of_prose_is_no_verb_of_notation() -> None:
    desk, post, seat = of_corpus("daleks-c-007")
    desk.send("read", post, seat=seat)
    assert ("charge", "carried") in desk.marks(1)
    assert "left" not in dict(desk.marks(1)).values()
