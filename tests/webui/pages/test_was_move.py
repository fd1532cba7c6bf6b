"""The page `was-move`, and the way there: who may say what a line of chat was, and what becomes of it."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from imported import record_text
from keys_board import HEADER
from people import csrf_field, enter, hidden_fields, visible
from players import START_MS
from spectator import FIRST, SECOND, links, read, without_hashes, world
from texts import missing, wrong

from events.events import Move
from events.session_events import DisputeOpened, Posted, Ruled
from events.store.accounts import JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app

POST = "Hello all\nD: ?\nThe green key is for d7, a plain door."
LATER = "== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: >d7\n== end ==\n"


class House:
    """A session of Keys with a post that contains chat, and browsers of its people; `seq` is the post."""

    def __init__(self, *, is_passed: bool) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        told = "D: ?\nand the red one opens c1, plain\nM: stay" if is_passed else "D: ?\nP: Kr c1 open (open)\nM: >c1"
        begun = f"{HEADER}--- tenth ---\n== T1 Tenth ==\n{told}\n== end ==\n{LATER if is_passed else ''}"
        self.name = record_text(self.store, registry(), begun).session
        self.seq, self.number = next(entry.seq for entry in self.entries if isinstance(entry.event, Posted)), 3
        if not is_passed:
            pasted = Pasted(text=POST, choices={1: Choice(chat=True), 3: Choice(chat=True)})
            done = file_post(self.store, registry(), self.name, pasted, Poster("twelfth", "twelfth"))
            self.seq = done.paste.seq + 1
        self.app = create_app(self.store, registry(), self.accounts)

    @property
    def entries(self) -> Any:
        return Session.load(self.store, registry(), self.name).table.entries

    @property
    def path(self) -> str:
        return f"/s/{self.name}/{self.seq}/was-move"

    def browser(self, role: str, seat: str = "") -> FlaskClient:
        client = self.app.test_client()
        if role:
            enter(client, self.accounts.issue(self.name, role, START_MS, seat=seat)[1])
        return client

    def events(self, *kinds: type) -> list[Any]:
        return [entry.event for entry in self.entries if isinstance(entry.event, kinds)]

    def send(self, client: FlaskClient, wanted: int, **how: str) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', read(client, f"{self.path}?line={self.number}"))
        sent = {"csrf": found[1] if found else "", "after": str(len(self.entries)), "line": str(self.number), **how}
        answer = client.post(self.path, data=sent)
        assert answer.status_code == wanted, answer.text
        return answer.text


@pytest.fixture
def house() -> House:
    return House(is_passed=False)


@pytest.fixture
def later() -> House:
    return House(is_passed=True)


def offered(page: str) -> list[str]:
    listed = re.search(r'<ul class="moves">(.*?)</ul>', page, re.DOTALL)
    return [unescape(line) for line in re.findall("<code>(.*?)</code>", listed[1])] if listed else []


def test_a_chat_line_in_the_log_becomes_a_move_without_scripts(house: House) -> None:
    twelfth = house.browser(SEAT, "twelfth")
    page = read(twelfth, f"/s/{house.name}/{house.seq}?as=twelfth")
    assert links(page, ".*/was-move.*") == [], "a move was read in this post"
    page = read(twelfth, f"{house.path}?line=3")
    assert offered(page)[0] == "P: Kg d7 open (open)", "the likeliest for the line"
    page = read(twelfth, f"{house.path}?line=3&words=green+b1")
    assert (offered(page)[0], 'value="green b1"' in page) == ("P: Kg b1 open", True)
    page = read(twelfth, f"{house.path}?line=3&move=P:+Kg+d7+open+(open)")
    assert not missing(page, "Record move", "Twelfth opens d7 with a green Key.")
    before = len(house.events(Move))
    sent = hidden_fields(page)
    answers = [twelfth.post(house.path, data=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert len(house.events(Move)) == before + 1, "pressed twice it is filed once"
    assert house.events(Posted)[-1].where == f"line 3 of #{house.seq}"
    assert "Recorded as a move" in read(twelfth, house.path)


def test_a_seat_proposes_and_a_moderator_inserts_an_earlier_move(later: House) -> None:
    tenth = later.browser(SEAT, "tenth")
    page = read(tenth, f"{later.path}?line=3&move=P:+Kr+c1+open+(open)")
    assert not missing(page, "It would come before", "4 later moves still fit", "Propose to insert move")
    assert [tenth.post(later.path, data=hidden_fields(page)).status_code for _ in range(2)] == [303, 303]
    (proposed,) = later.events(DisputeOpened)
    assert proposed.claim == "line 3 was a move, before 1.2: P: Kr c1 open (open)"
    moderator = later.browser(MODERATOR)
    (banner,) = links(read(moderator, f"/s/{later.name}/1"), r".*/was-move\?.*")
    assert unescape(banner) in map(unescape, links(read(moderator, "/")))
    page = read(moderator, unescape(banner))
    assert not missing(page, "Proposed</strong> by Tenth", "Insert move")
    other = read(moderator, f"{later.path}?line=3&move=P:+Kg+d7+open+(open)")
    assert other.count("No longer fits:") == 2, "the moves that no longer fit"
    refused = moderator.post(later.path, data=hidden_fields(page))
    assert (refused.status_code, "a ruling needs a reason" in refused.text.lower()) == (422, True)
    sent = {**hidden_fields(page), "reason": "so it was"}
    assert [moderator.post(later.path, data=sent).status_code for _ in range(2)] == [303, 303]
    assert len(later.events(Ruled)) == 1
    assert later.events(Ruled)[0].dispute
    assert "Recorded as a move" in read(moderator, later.path)


def test_a_judge_can_insert_a_move_but_not_submit_one(house: House, later: House) -> None:
    judge = house.browser(f"{JUDGE}-1")
    house.send(judge, 403, move="P: Kg d7 open (open)")
    judge = later.browser(f"{JUDGE}-1")
    later.send(judge, 303, move="P: Kr c1 open (open)", reason="so it was")


def test_a_move_is_fixed_in_plain_words_and_the_page_lists_what_could_not_stay() -> None:
    house = House(is_passed=False)
    moderator, timeline = house.browser(MODERATOR), Timeline.read(house.store, registry(), house.name)
    fix, moved = (f"/s/{house.name}/{timeline.find(address).last}/fix" for address in ("1.2", "1.3"))
    page = unescape(read(moderator, f"{moved}?how=fix&line=I+move+to+c1+or+c2&more=KEEP+rest", 422))
    (choice,) = links(page, r".*/fix\?.*&line=M.*")
    assert not missing(page, "Which of these moves is meant?</p>", "enters the grid at c1", "more=KEEP%20rest")
    assert "Preview correction" in read(moderator, choice)
    words, dropped = "I+open+g1+with+a+red+key,+a+plain+open+door", timeline.find("1.3").first
    hidden = timeline.find("2.1").first
    page = unescape(read(moderator, f"{fix}?how=fix&line={words}&fall-{dropped}=drop"))
    stay = r"could not stay:</strong> <a href=\"[^\"]+\">1.3</a>"
    assert not missing(page, "means <code>P: Kr g1 open (open)</code>", "opens g1 with a red Key")
    assert re.search(stay, page)
    assert not missing(visible(page), "You decide: does 2.1 stay?", "It depends on something hidden from you.")
    assert "Record correction" not in page
    last, sent = len(house.entries), {**hidden_fields(page), "reason": "it was g1", "cites": ""}
    assert moderator.post(fix, data=sent).status_code == 422
    assert len(house.entries) == last, "nothing is recorded before all decisions"
    page = unescape(read(moderator, f"{fix}?how=fix&line={words}&fall-{dropped}=drop&fall-{hidden}=drop"))
    stay += r", <a href=\"[^\"]+\">2.1</a>"  # it needs a hidden card
    assert re.search(f"2 later moves {stay}", page)
    sent = {**hidden_fields(page), "reason": "it was g1", "cites": ""}
    assert sent[f"fall-{dropped}"] == "drop"
    answer = moderator.post(fix, data=sent, follow_redirects=True)
    assert re.search(f"Recorded.</strong> <strong>2 later moves {stay}", unescape(answer.text))
    bad = read(moderator, f"{answer.request.path}?left=1,x,-1,99999,{house.seq}")
    assert "could not stay" not in bad


def test_only_the_author_can_declare_a_chat_line_a_move(house: House) -> None:
    for role, seat in (("", ""), (SPECTATOR, ""), (SEAT, "tenth")):
        assert links(read(house.browser(role, seat), f"/s/{house.name}/{house.seq}"), ".*/was-move.*") == []
    tenth, before = house.browser(SEAT, "tenth"), len(house.entries)
    page = read(tenth, f"{house.path}?line=3", 422)
    assert "This line is for Twelfth, but you are posting as Tenth" in page
    assert offered(page) == []
    csrf = csrf_field(read(tenth, f"/s/{house.name}/post"))
    sent = {"csrf": csrf, "line": "3", "move": "P: Kg d7 open (open)", "after": str(before)}
    assert (tenth.post(house.path, data=sent).status_code, len(house.entries)) == (422, before)


@pytest.mark.parametrize(("asked", "status", "says"), [
    ("?line=99", 422, "Line 99 of the post is not chat. Lines of chat: 1, 3"),
    *((f"?line={line}", 422, "the number of a line of the post") for line in ("x", "-1", "1234567", "\u0663")),
    ("?line=3&words=zebra", 200, "No legal move matches"), ("?line=3&move=hello", 422, "is not a move"),
    (f"?line=3&words={'green+' * 400}", 200, "opens"), (f"?line=3&move={'x' * 1500}", 422, "at most 500"),
    ("?line=3&words=%00%ff", 200, "No legal move matches"), ("?line=3&move=P:+Kr+d7+open+(open)", 200, "KEY-"),
])  # fmt: skip
def test_bad_queries_are_refused_with_a_message(house: House, asked: str, status: int, says: str) -> None:
    assert not wrong(read(house.browser(SEAT, "twelfth"), f"{house.path}{asked}", status), says, absent=["Record move"])


def test_refuses_entries_that_are_not_posts_and_unknown_sessions(house: House) -> None:
    twelfth = house.browser(SEAT, "twelfth")
    assert "is not a post that you can read" in read(twelfth, f"/s/{house.name}/1/was-move", 422)
    assert read(twelfth, f"/s/{house.name}/999/was-move", 404)
    assert read(twelfth, "/s/nowhere/1/was-move", 404)
    foreign = House(is_passed=False)
    assert read(twelfth, foreign.path, 404)
    other = foreign.browser(SEAT, "twelfth")
    assert other.get(f"/s/{foreign.name}/{foreign.seq}/was-move?line=3").status_code == 200


@pytest.mark.parametrize("move", [
    "", " ", "SET turn = tenth", "--- twelfth, now ---", "x" * 1999, "P: Kr d7 open (open)",
])  # fmt: skip
def test_a_refused_form_records_nothing(house: House, move: str) -> None:
    before = len(house.entries)
    house.send(house.browser(SEAT, "twelfth"), 422, move=move)
    house.send(house.browser(SEAT, "twelfth"), 422, move="P: Kg d7 open (open)", after="x")
    assert len(house.entries) == before


def test_a_finished_session_does_not_turn_chat_into_moves(house: House) -> None:
    Session.load(house.store, registry(), house.name).end()
    twelfth = house.browser(SEAT, "twelfth")
    page = read(twelfth, f"{house.path}?line=3")
    assert "This session is over" in page
    assert offered(page) == []
    assert links(read(twelfth, f"/s/{house.name}/{house.seq}?as=twelfth"), ".*/was-move.*") == []


def of_two_worlds(games: Registry) -> Iterator[tuple[FlaskClient, int]]:
    """The moderator of two sessions that differ in the card of Yellow, and the entry of the second post."""
    for order in (FIRST, SECOND):
        _, session = world(games, order)
        accounts = Accounts.memory()
        client = create_app(session.store, games, accounts).test_client()
        enter(client, accounts.issue("worlds", MODERATOR, START_MS)[1])
        yield client, [entry.seq for entry in session.table.entries if isinstance(entry.event, Posted)][1]


@pytest.mark.parametrize("words", ["", "&words=answer", "&words=answer+2", "&words=answer+3", "&move=answer+2"])
def test_offers_do_not_depend_on_a_hidden_card(games: Registry, words: str) -> None:
    pages = [client.get(f"/s/worlds/{post}/was-move?line=1{words}").data for client, post in of_two_worlds(games)]
    assert b"my move" in pages[0]
    assert without_hashes(pages[0]) == without_hashes(pages[1])


def test_offers_in_a_preview_do_not_depend_on_a_hidden_card(games: Registry) -> None:
    pages = []
    for client, _ in of_two_worlds(games):
        csrf = csrf_field(read(client, "/s/worlds/post"))
        sent = {"csrf": csrf, "key": "k" * 8, "text": "Right, then.", "seat": "yellow", "do": "find-1"}
        pages.append(without_hashes(client.post("/s/worlds/post", data=sent).data))
        assert 'id="moves-1"' in pages[-1]
    assert pages[0] == pages[1]
