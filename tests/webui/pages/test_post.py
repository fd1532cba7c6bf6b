"""The page for posts: pasted, read line by line, settled without scripts, filed once; refused in words."""

import re
from html import unescape
from urllib.parse import quote

import people_posts
import pytest
from imported import record_text
from keys_board import BEGUN
from people import Table, Writer, hidden_fields
from spectator import read
from texts import missing, present
from toy import Dare

from events.events import Move
from events.session_events import Closed, IllegalMoveAccepted, Noted, Posted, Resigned, TakenBack
from events.store.accounts import MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.posts.unread_lines import chat_lines
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app

PATH = "/s/posting/post"


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
def test_an_unsettled_line_can_be_settled_in_each_way(
    table: Table, black: Writer, text: str, choices: dict[str, str]
) -> None:
    black.send("file", 422, text=text)
    black.send("file", 303, **choices)
    assert table.events(Move) == [Dare("black", "yellow")]
    assert table.events(Posted)[0].text == text, "the post stays as it was posted"


def test_a_seat_pastes_previews_and_submits_a_post(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Here goes.\ndare yellow\n")
    assert (black.verdicts(), table.last) == ([("1", "chat"), ("2", "ok")], before)
    assert "The board after this post" in page
    page = black.send("file", 303)
    assert not missing(page, "Post recorded in the log as entries", "/summary?from=")
    assert table.events(Move) == [Dare("black", "yellow")]
    assert [post.author for post in table.events(Posted)] == ["black"]


def test_words_for_a_takeback_offer_the_directive(table: Table, black: Writer) -> None:
    black.send("file", 303, text="dare yellow")
    page = black.send("file", 422, text="TAKEBACK 1.1")
    assert not missing(page, 'value="=UNDO 1.1"', "A takeback is written as")
    assert not table.events(TakenBack)
    black.send("file", 303, **{"line-1": "=UNDO 1.1"})
    assert table.events(TakenBack)


def test_an_illegal_line_is_accepted_only_with_a_reason(table: Table, black: Writer) -> None:
    assert not missing(black.send("read", text="dare black"), "TOY-DAR-01", "On your turn you dare one rival.")
    black.send("file", 422, **{"line-1": "accept", "accept-1": " "})
    assert not table.events(Move)
    black.send("file", 303, **{"line-1": "accept", "accept-1": "house rule"})
    assert [flag.reason for flag in table.events(IllegalMoveAccepted)] == ["house rule"]


def test_a_chosen_post_header_is_kept_in_later_steps(table: Table, moderator: Writer) -> None:
    moderator.send("read", text="== G31 T1 Black ==\nI dare Yellow\n== end ==")
    assert moderator.verdicts() == [("1", "question"), ("2", "question")]
    moderator.send("read", **{"line-1": "=== posting T1 black =="})
    assert moderator.verdicts() == [("2", "question")]
    moderator.send("file", 303, **{"line-2": "=dare yellow"})
    assert table.events(Move) == [Dare("black", "yellow")]


def test_a_moderator_chooses_the_author_of_a_post(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="dare yellow", seat="black", where="forum #3", when="Thu 21:14")
    (post,) = table.events(Posted)
    assert (post.author, post.where, post.when) == ("black", "forum #3", "Thu 21:14")


def test_a_crossed_post_shows_newer_moves_and_is_not_recorded(table: Table, black: Writer, moderator: Writer) -> None:
    black.send("read", text="pass")
    moderator.send("file", 303, text="dare yellow", seat="black")
    before = table.last
    assert not missing(black.send("file", 409), "this happened in the meantime", "toy-dare: black yellow")
    assert table.last == before


def test_a_post_header_names_the_last_entry_its_author_saw(table: Table, moderator: Writer) -> None:
    seen = table.last
    moderator.send("file", 303, text="dare yellow", seat="black")
    page = moderator.send("read", text=f"== T1 Yellow after #{seen} ==\npass\n== end ==")
    assert "I have read what happened in the meantime. Submit the post anyway" in page
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
    ({"text": ""}, 422, "Paste its text"), ({"text": "x" * 100_001}, 422, "at most 100000"),
    ({"text": "pass", "seat": "yellow"}, 422, "You are posting as Black"),
    ({"text": "pass", "author": "x" * 300}, 422, "Author"),
    ({"text": "dare yellow", "after": "999"}, 409, "The log ends at entry"),
    ({"text": "dare yellow", "key": "\u2603"}, 422, "A key must have 1 to 64"),
    ({"text": "== T1 Black and so on"}, 422, "head"),
    ({"text": "pass", "line-999999999999": "chat", "line-x": "chat", "line-\u00b2": "chat"}, 422, "settle"),
    ({"text": "dare yellow", "line-1": "=" + "A" * 9000}, 422, "settle|Not submitted"),
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
def test_a_bad_query_for_recorded_lines_causes_no_error(black: Writer, asked: str) -> None:
    answer = black.client.get(PATH, query_string={"filed": asked})
    assert answer.status_code in (200, 422)
    assert "Traceback" not in answer.text


def test_a_chat_line_becomes_a_move_before_submission(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="Well then.")
    assert 'name="do" value="find-1">This was a move</button>' in page
    assert offered(found := black.send("find-1")) == ["dare yellow"]
    assert 'name="other-1"' in found
    assert offered(black.send("find-1", **{"find-1": "dare y"})) == ["dare yellow"]
    page = black.send("read", **{"find-1": "zebra"})
    assert (offered(page), "No legal move matches." in page) == ([], True)
    assert 'value="zebra"' in page, "the box stays open, with what was typed"
    page = black.send("read", **{"find-1": "dare", "line-1": "=dare yellow"})
    assert "means <code>dare yellow</code>" in page
    assert table.last == before
    black.send("file", 303, **{"line-1": "=dare yellow"})
    assert table.events(Move) == [Dare("black", "yellow")]


def test_one_button_turns_a_move_line_into_chat(table: Table, black: Writer) -> None:
    page = black.send("read", text="dare yellow")
    assert 'name="do" value="chat-1">Line is chat</button>' in page
    page = black.send("chat-1")
    assert black.verdicts() == [("1", "chat")]
    assert "Treated as chat" in page
    black.send("file", 303, **{"line-1": "chat"})
    assert table.events(Move) == []


@pytest.mark.parametrize("do", ["find-9", "find-x", "find-", "find-99999999999", "chat-9", "chat-\u0663", "find--1"])
def test_ignores_choices_for_a_missing_line(black: Writer, do: str) -> None:
    page = black.send(do, text="Well then.", **{"find-7": "x" * 5_000, "find-1": "y" * 5_000})
    assert black.verdicts() == [("1", "chat")]
    assert (offered(page), "No legal move matches" in page) == ([], True)


def test_a_changed_text_is_a_new_post_without_old_choices(black: Writer) -> None:
    page = black.send("find-2", text="dare purple:\nWell then.")
    assert "What is legal here is known when" in page or offered(page) == []
    black.send("read", text="dare black")
    first = hidden_fields(black.page)["key"]
    black.send("read", text="dare yellow", **{"line-1": "chat"})
    assert hidden_fields(black.page)["key"] != first
    assert black.verdicts() == [("1", "ok")], "what was settled was settled of another text"
    page = black.send("read", text="</textarea><script>alert(1)</script>\ndare <b>yellow</b>")
    assert not present(page, "<script>alert", "<b>yellow")


def test_a_post_without_a_move_is_recorded_only_as_declared_chat(
    table: Table, black: Writer, moderator: Writer
) -> None:
    before = table.last
    for writer, words in ((black, {}), (moderator, {"seat": "black"})):
        page = writer.send("file", 422, text="Nice weather!", **words)
        whose = "your" if writer is black else "Black’s"
        assert not missing(page, f"No move found. It is still {whose} turn.", 'value="chat">Post as chat only</button>')
        assert re.findall(r'name="do" value="move-1=([^"]+)"', page) == ["dare yellow"]
        assert 'value="file"' not in page
    assert table.last == before
    black.send("chat", 422, text="Nice weather, Yellow!")  # the text was changed, so the answer is about another post
    black.send("move-9=dare yellow", 200)
    black.send("move-1=zebra", 200)
    assert table.last == before
    black.send("chat", 303)
    assert [post.text for post in table.events(Posted)] == ["Nice weather, Yellow!"]
    black.send("read", text="Now then!")
    black.send("move-1=dare yellow", 303)
    assert table.events(Move) == [Dare("black", "yellow")]


def test_a_post_of_quotes_is_recorded_only_as_declared_chat(table: Table, black: Writer, moderator: Writer) -> None:
    before = table.last
    for writer, whose, words in ((black, "your", {}), (moderator, "Black’s", {"seat": "black"})):
        page = writer.send("file", 422, text=">yellow", **words)
        assert not missing(page, f"No move found. It is still {whose} turn.", 'value="chat">Post as chat only</button>')
        assert not present(page, 'value="file"', "Choose a move below")
    assert table.last == before
    black.send("chat", 303)
    assert [post.text for post in table.events(Posted)] == [">yellow"]


def test_a_post_without_a_move_of_a_seat_that_is_not_awaited_is_chat(table: Table, moderator: Writer) -> None:
    page = Writer(table.browser(SEAT, "yellow").client).send("read", text="Nice weather!")
    assert not present(page, "turn.</strong>", "Post as chat only")
    page = moderator.send("read", text="Nice weather!", seat="")
    assert "It has no header such as" not in page
    page = moderator.send("read", seat="")
    assert not missing(page, "No move found in this post.", "== black ==")
    page = moderator.send("read", seat="black")
    assert "No move found. It is still Black’s turn." in page
    yellow = Writer(table.browser(SEAT, "yellow").client)
    page = words(yellow.send("read", text="Nice weather!"))
    assert "No move found in this post. It is Black’s turn. It would be recorded as chat." in page
    yellow.send("file", 303, text="Nice weather!")
    page = words(read(yellow.client, f"/s/posting/post?filed={table.last}-{table.last}"))
    assert "The post was recorded as chat. It is Black’s turn." in page


FROM_LINE, FROM_NAME, ONLY = "from the author line", "from the name in the post", "as the only seat to move"


@pytest.mark.parametrize(("text", "seat", "why"), [
    ("Rose wrote:\n\ndare yellow", "black", FROM_LINE), ("Rose Tyler wrote on Tuesday:\npass", "black", FROM_LINE),
    ("Re: our game\nPost by rose » Tue Oct 06, 2026 7:31 pm\n\ndare yellow", "black", FROM_LINE),
    ("From: Rose <rose@example.org>\nSubject: game\n\ndare yellow", "black", FROM_LINE),
    ("Rose — Today at 21:14\ndare yellow", "black", FROM_LINE), ("--- Rose, Thu ---\ndare yellow", "black", FROM_LINE),
    ("[b]Black wrote:[/b]\ndare yellow", "black", FROM_LINE), ("dare yellow\n-- \nRose", "black", ONLY),
    ("dare yellow\n\n— Rose", "black", FROM_NAME), ("**Rose:**\ndare yellow", "black", FROM_NAME),
    ("Mickey wrote:\npass", "yellow", "It is not Yellow's turn: the game waits for Black."),
    ("pass\nMickey", "yellow", "It is not Yellow's turn"), ("dare yellow", "black", ONLY),
    ("Bad Wolf wrote:\ndare yellow", "black", 'The author line names "Bad Wolf", which is not a known name.'),
    ("Rose, your turn!\ndare yellow", "black", ONLY), ("Mickey wrote:\n> pass\ndare yellow", "black", ONLY),
    ("Jackie wrote:\nnice game", "", ""), ("Rose wrote:\ndare yellow\nMickey wrote:\npass", "", ""),
    ("--- Rose ---\ndare yellow\n--- Mickey ---\npass", "", ""), ("== T1 Black ==\ndare yellow\n== end ==", "", ""),
    ("NOTE #0: Rose wrote: a lot", "moderator", "because the post consists of commands"),
    ("UNDO 1.1\nTAKEBACK 1.1", "moderator", "because the post consists of commands"),
    ("dare yellow\nUNDO 1.1", "", ""), ("NOTE #0 for judge: a lot", "", ""), ("END close ; so\nNOTE #0: so", "", ""),
])  # fmt: skip
def test_preselects_the_seat_of_a_pasted_post(table: Table, text: str, seat: str, why: str) -> None:
    for held, name in (("black", "Rose"), ("yellow", "Mickey")):
        table.accounts.set_name("posting", held, name)
    table.token(SPECTATOR, name="Jackie")
    moderator = Writer(table.browser(MODERATOR).client)
    page = unescape(moderator.send("read", text=text))
    assert re.findall(r'<option value="(\w+)" selected>', page) == ([seat] if seat else [])
    assert why in page
    assert ("is preselected" in page) is bool(why)


def test_a_preselected_seat_is_shown_before_the_post_is_recorded(table: Table, moderator: Writer) -> None:
    before = table.last
    assert "Nothing was recorded. Black is preselected" in moderator.send("file", 422, text="dare yellow")
    assert table.last == before
    form = {**hidden_fields(moderator.page), "text": "dare yellow", "do": "file", "seat": "black"}
    for _ in range(2):
        assert moderator.client.post(PATH, data=form).status_code == 303
    assert [post.author for post in table.events(Posted)] == ["black"]
    assert "Yellow is preselected" in moderator.send("read", text="pass", guess="", seat="")
    assert "from the author line" in moderator.send("read", text="Yellow wrote:\npass", seat="yellow")
    assert "is preselected" not in moderator.send("read", seat="black")
    moderator.send("file", 303, text="hello", seat="")
    assert [post.author for post in table.events(Posted)] == ["black", "table"]


def test_several_commands_of_the_moderator_are_read_as_one(table: Table, moderator: Writer) -> None:
    moderator.send("file", 303, text="NOTE #0: we stop here\nEND close ; all are tired\n")
    assert [event.text for event in table.events(Noted)] == ["we stop here"]
    assert [event.reason for event in table.events(Closed)] == ["all are tired"]
    assert [post.author for post in table.events(Posted)] == ["moderator"]


def test_notes_of_the_moderator_are_recorded_after_the_preselected_author_is_shown(
    table: Table, moderator: Writer
) -> None:
    page = moderator.send("file", 422, text="NOTE #0: one\nNOTE #0: two")
    assert not missing(page, "Nothing was recorded. The moderator is preselected", '"moderator" selected')
    moderator.send("file", 303, seat="moderator")
    assert [event.text for event in table.events(Noted)] == ["one", "two"]


def test_a_post_with_commands_and_other_lines_needs_its_author_or_is_posted_as_chat(
    table: Table, moderator: Writer
) -> None:
    text, before = "Enough.\nEND close ; we stop", table.last
    page = unescape(moderator.send("file", 422, text=text))
    assert not missing(page, '"END close ; we stop" is a command, but the post does not say whose', "Post as chat only")
    assert table.last == before
    moderator.send("chat", 303, text=text)
    assert not table.events(Closed)
    moderator.send("file", 303, text=text, seat="moderator")
    assert [event.reason for event in table.events(Closed)] == ["we stop"]


def test_shows_the_rest_of_a_post_after_its_draw() -> None:
    here = Table(registry(), "s2", slug="keys", seats=("eleventh", "tenth"))
    eleventh = Writer(here.browser(SEAT, "eleventh").client, "/s/s2/post")
    page = eleventh.send("read", text="Hi. I'll look at the board.\nI draw a card, then open one of the doors.")
    text = page.partition('id="line-1"')[2].partition("</p>")[0]
    assert not missing(text, 'title="part of the move">draw', "line 2")
    page = eleventh.send("read", text="I draw a card, then open one of the doors.")
    assert not missing(page, '<span class="rest" title="read after the move">open</span>', "Confirm and submit")
    page = eleventh.send("file", 303, **{"line-1": "=D: ?"})
    address = eleventh.address
    for shown in (page, read(eleventh.client, address)):
        assert not missing(shown, "Post recorded in the log as entries", "<q>open one of the doors.</q>", "rest of #15")
        assert "No move found" not in shown
        assert not present(shown, "Post as chat only")
    assert len(here.events(Posted)) == 1
    eleventh.send("file", 303, text="P: Kr d1 open", where="rest of #15")
    assert [type(move).__name__ for move in here.events(Move)] == ["DrawCard", "PlayKey"]
    page = read(eleventh.client, address)
    assert "Post recorded in the log as entries" in page
    assert "open one of the doors" not in page.partition("<textarea")[2].partition("</textarea>")[0], "it is recorded"


@pytest.mark.parametrize("seat", ["eleventh", ""])
def test_the_rest_of_a_post_is_found_again_at_its_address(seat: str) -> None:
    here = Table(registry(), "s2", slug="keys", seats=("eleventh", "tenth"))
    browser = here.browser(SEAT, seat) if seat else here.browser(MODERATOR)
    writer = Writer(browser.client, "/s/s2/post")
    form = {} if seat else {"seat": "eleventh", "author": "Julie"}
    writer.send("read", text="I draw a card and play a red key on d1 and walk in.", **form)
    page = writer.send("file", 303, **form, **{"line-1": "=D: ? / P: Kr d1 open / M: >zz"})
    left = re.search(r"<q>(.*?)</q>", page, re.DOTALL)
    assert left
    assert unescape(left[1]).endswith("M: >zz"), "the post does not contain this line"
    assert left[0] in read(writer.client, writer.address)


def test_shows_the_rest_of_an_earlier_post_if_a_later_one_is_refused() -> None:
    here = Table(registry(), "s2", slug="keys", seats=("eleventh", "tenth"))
    moderator = Writer(here.browser(MODERATOR).client, "/s/s2/post")
    posts = (
        "--- eleventh, Monday ---\n== T1 Eleventh ==\nI draw a card, then open one of the doors.\n== end ==\n"
        "--- tenth, Tuesday ---\n== T1 Tenth ==\nD:\n== end =="
    )
    moderator.send("read", text=posts)
    page = moderator.send("file", 422, **{"line-3": "=D: ?"})
    assert not missing(page, "Line 7 could not be recorded.", "<q>open one of the doors.</q>")
    (link,) = re.findall(r'<a href="([^"]+)">Preview it</a>', page)
    page = read(moderator.client, unescape(link))
    seq = next(entry.seq for entry in here.timeline().entries if isinstance(entry.event, Posted))
    assert not missing(page, ">open one of the doors.</textarea>", f'value="rest of #{seq}"')


@pytest.mark.parametrize(
    "rest", ["x", "1.1.1", "0.1.1", "99999.1.1", "5.0.1", "5.9.1", "5", "5.1", "1=D: ?", "5=a%0Ab"]
)
def test_refuses_an_address_of_a_rest_that_does_not_exist(black: Writer, rest: str) -> None:
    answer = black.client.get(f"{PATH}?rest={rest}")
    assert (answer.status_code, "does not name a line of a post" in answer.text) == (422, True)
    assert black.client.get(f"{PATH}?{'&'.join(['rest=1.1.1'] * 500)}").status_code == 422


def test_a_line_refused_after_a_draw_says_what_to_do() -> None:
    here = Table(registry(), "s2", slug="keys", seats=("eleventh", "tenth"))
    now, lines = here.session.position, {"barrier": "P: TB b2", "tunnel": "P: TT b2/c3", "cookie": "P: JC b2"}
    line = next(line for card, line in lines.items() if card not in (*now.hands["eleventh"], now.draw[0]))
    page = Writer(here.browser(SEAT, "eleventh").client, "/s/s2/post").send("file", 422, text=f"D: ?\n{line}")
    assert not missing(
        page, "Line 2 could not be recorded.", "The lines before it are recorded.",
        '<a href="#line-2">Choose what line 2 means</a>, then press Submit again.',
        '<legend class="unseen">Choose what line 2 means</legend>',
    )  # fmt: skip
    assert [type(move).__name__ for move in here.events(Move)] == ["DrawCard"]


def test_a_resignation_in_plain_words_is_confirmed_before_it_is_recorded(table: Table, black: Writer) -> None:
    before = table.last
    page = black.send("read", text="I resign. Thanks, all!")
    assert black.verdicts() == [("1", "question")]
    assert not missing(page, "Does this mean that Black resigns?", "Black resigns. ", "<code>END resign</code>")
    assert "Confirm and submit" not in page
    black.send("file", 422)
    assert table.last == before
    page = black.send("file", 303, **{"line-1": "=END resign"})
    assert "Black resigns" in page
    assert [event.seat for event in table.events(Resigned)] == ["black"]


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


def test_a_clear_reading_is_shown_and_confirmed_with_one_button(desk: Desk) -> None:
    before = desk.moves()
    page = desk.send("read", text=PROSE, **TWELFTH)
    text = words(desk.row(2))
    assert "Read from plain text. Is this what it means?" in text
    assert "Twelfth draws a card. The card is a Time Barrier. D: TB" in text
    assert "Twelfth plays a Time Barrier on b2. P: TB b2" in text
    assert 'value="=D: TB / P: TB b2 / M: stay" checked' in page
    assert "The board after this post, if you confirm the likely meaning." in page
    assert '<button name="do" value="file" class="primary">Confirm and submit</button>' in page
    clear, _, others = desk.row(2).partition('<details class="others"><summary>')
    assert clear.count('type="radio"') == 1
    assert ("Only:" in others, "<s>" in others) == (True, False), "a meaning without some of the moves"
    assert desk.moves() == before, "reading files nothing"
    desk.send("file", 303, text=PROSE, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayBarrier", "Stay"]


def test_marks_the_words_of_a_post_that_determined_the_move(desk: Desk) -> None:
    desk.send("read", text=PROSE, **TWELFTH)
    assert desk.marks(1) == []
    assert desk.marks(2) == [(word, "carried") for word in ("Drew a", "Time Barrier", "it goes on", "b2")]
    assert (desk.marks(3), "with line 2" in words(desk.row(3))) == ([("don't move", "carried")], True)
    desk.send("read", text=PROSE, **TWELFTH, **{"line-2": "=D: TB / P: TB b2 / M: stay"})
    assert desk.marks(3) == [("don't move", "carried")], "what is confirmed is still shown"
    desk.send("chat-2", text=PROSE, **TWELFTH)
    assert desk.marks(3) == [], "of what is called chat no word carried a move"


@pytest.mark.parametrize("between", ["\n", " ; "])
def test_a_comment_that_resembles_a_move_is_shown_in_preview_and_result(desk: Desk, between: str) -> None:
    post = f"== T2 Twelfth ==\nD: ?{between}P: SS d7 open (dalek) ; {{}}\n== end =="
    note = "Not read as a move: then I stay outside The text after ; is a comment. If it is a move, {} it on a line"
    assert note.format("write") in words(desk.send("read", text=post.format("then I stay outside")))
    assert note.format("post") in words(desk.send("file", 303, text=post.format("then I stay outside")))
    assert desk.moves()[-3:] == ["DrawCard", "PlaySonic", "Stay"]


@pytest.mark.parametrize("comment", ["0.1.1", "9", "2.1.1", "9999999.1.1", "x", "1=x", "3.900.1", "<b>.1"])
def test_refuses_an_address_of_a_comment_that_does_not_exist(desk: Desk, comment: str) -> None:
    page = read(desk.client, f"{desk.path}?filed=1-2&comment={quote(comment)}", 422)
    assert not missing(page, "does not name a line of a post in this session")


def test_marks_unused_added_and_labelled_words_of_a_post() -> None:
    desk, post, seat = of_corpus("keys-a-004")
    desk.send("read", text=post, seat=seat)
    assert not missing(desk.marks(1), ("bonus turn", "left"), ("time barrier", "carried"))
    assert "Not used: bonus turn." in words(desk.row(1))
    assert "checked" not in desk.row(1), "nothing is taken for granted"
    boards = desk.row(1).count("<summary>Show the board after this move</summary><div class=")
    assert boards == desk.row(1).count('class="offer"') > 1
    desk, post, seat = of_corpus("risk-a-026")
    desk.send("read", text=post, seat=seat)
    assert "added +:" in words(desk.row(1))
    assert words(desk.row(1)).count("added") == 1
    desk, post, seat = of_corpus("daleks-c-007")
    desk.send("read", text=post, seat=seat)
    assert ("charge", "carried") in desk.marks(1)
    assert "left" not in dict(desk.marks(1)).values()


def test_struck_out_text_is_shown_struck_out(desk: Desk) -> None:
    text = "D: ? [s]Kg[/s]\n~~P: TB b2~~\n<del>nothing</del> <b>\n> [s]quoted[/s]\nM: stay ; &amp; <s>not</s>"
    desk.send("read", text=text, **TWELFTH)
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


def test_chat_outside_a_block_becomes_a_move_before_submission(desk: Desk) -> None:
    headed = HEADED.replace("P:", "D: ?\nP:")
    desk.send("read", text=headed)
    assert "2 lines read as chat, not as moves" in desk.page
    assert 'value="find-6">This was a move</button>' in desk.row(6)
    assert "Sent from" not in desk.page.partition('class="reading"')[2], "a signature is nobody's chat"
    desk.send("find-6", text=headed)
    assert '<details class="around" open>' in desk.page
    assert 'value="=M: stay"' in desk.row(6)
    desk.send("read", text=headed, **{"line-6": "=M: stay"})
    assert "Twelfth stays outside." in words(desk.row(6))
    assert "1 line read as chat, not as moves" in desk.page
    before = desk.moves()
    desk.send("file", 303, text=headed, **{"line-6": "=M: stay"})
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]


def test_chat_turned_into_moves_is_recorded_once_in_order(desk: Desk) -> None:
    before, settled = desk.moves(), {"line-1": "=D: ?", "line-5": "=M: stay"}
    desk.send("file", 303, text=HEADED, **settled)
    assert desk.moves()[len(before) :] == ["DrawCard", "PlayKey", "Stay"]
    timeline = Timeline.read(desk.store, registry(), desk.session)
    post = next(entry.seq for entry in timeline.entries if getattr(entry.event, "text", "").startswith("Drew a"))
    assert chat_lines(timeline, desk.store, post) == ()
    desk.page = desk.client.get(desk.path).text
    assert "This post is already in the log</strong>, as <a" in desk.send(
        "read", text=HEADED, instead=str(post), **settled
    )
    assert all(words(desk.row(number)).startswith("\u2713 recorded") for number in (1, 3, 5))
    desk.send("file", 303, text=HEADED, instead=str(post), **settled)
    assert len(desk.moves()) == len(before) + 3


def test_lists_confirmed_phrases_and_one_button_forgets_them(desk: Desk) -> None:
    post = "D: ?\nP: Kg d7 open (open)\nBumble along now."
    assert "whose meaning is confirmed" not in desk.page
    desk.send("file", 303, text=post, **TWELFTH, **{"line-3": "=M: stay"})
    desk.page = desk.client.get(desk.path).text
    assert not missing(desk.page, "1 phrase whose meaning is confirmed", "<q>bumble along</q> Twelfth stays outside.")
    asked = "D: ?\nP: Ky d1 open (open)\nI bumble along!"
    desk.send("read", text=asked, seat="tenth")
    assert 'value="=M: stay" checked' in desk.row(3), "it is likely now, and still to be confirmed"
    assert "whose meaning is confirmed" not in desk.send("forget bumble along", text=asked, seat="tenth")
    assert "=M: stay" not in desk.row(3), "what stands in the form is read anew"
    desk.send("forget bumble along", 422, text=asked, seat="tenth")
