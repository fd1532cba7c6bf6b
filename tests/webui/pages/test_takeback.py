"""Takebacks, fixes, rulings and skips in the browser: who may do what, what is filed, and what nobody is told."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from people import enter
from spectator import SEATS, START_MS, opened, read, without_hashes
from toy import Answer, Dare
from toy_worlds import world

from events.conduct import (
    DisputeOpened,
    RemedyAnswered,
    Ruled,
    Skipped,
    TakebackAnswered,
    TakebackAsked,
    TakenBack,
    Tried,
)
from events.facts import ALL, Fact, Passed
from events.store.accounts import JUDGE, MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.shelf import Shelf
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.corrections.proposals import open_proposal
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.timeline import Timeline
from webui import create_app

NAME = "backwards"


class Table:
    """A session in which Black dared Yellow and Yellow let it go by, its accounts, and browsers known there."""

    def __init__(self, games: Shelf, *, laptop: bool = False, moves: int = 2, **how: Any) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        self.session = opened(self.store, games, "toy", SEATS, session=NAME, options={"points": 9}, **how)
        for move in (Dare("black", "yellow"), Passed("yellow"))[:moves]:
            assert submit(self.session, move.player, [Request(Written(move))]).done
        self.app = create_app(self.store, games, self.accounts, laptop=laptop)

    def browser(self, role: str = "", seat: str = "") -> FlaskClient:
        client = self.app.test_client()
        if role:
            enter(client, self.accounts.issue(NAME, role, START_MS, seat=seat)[1])
        return client

    def again(self) -> Session:
        return Session.load(self.store, self.session.shelf, NAME)

    def at(self, address: str) -> str:
        timeline = Timeline.read(self.store, self.session.shelf, NAME)
        return f"/s/{NAME}/{timeline.find(address).last}"

    def new(self, after: int) -> list[Fact]:
        return [entry.fact for entry in self.again().table.entries[after:]]

    @property
    def head(self) -> int:
        return self.store.head(NAME).seq

    def send(self, client: FlaskClient, path: str, status: int = 303, **sent: object) -> str:
        """Send a form with the hidden fields that its page has."""
        page = re.sub(r"/(dispute|fix|settle)$", "/ruling", path)
        shown = client.get(page).text
        found = {name: unescape(re.findall(rf'name="{name}" value="([^"]*)"', shown)[0]) for name in ("csrf", "after")}
        answer = client.post(path, data={**found, **sent})
        assert answer.status_code == status, answer.text
        return answer.headers["Location"] if status == 303 else unescape(answer.text)


@pytest.fixture
def table(games: Shelf) -> Table:
    return Table(games)


@pytest.fixture
def agreeing(games: Shelf) -> Table:
    return Table(games, corrections="agreement")


# Takebacks


def test_a_seat_takes_back_alone_what_nobody_learnt_from(games: Shelf) -> None:
    table = Table(games, moves=1)
    black, head, path = table.browser(SEAT, "black"), table.head, f"{table.at('1.1')}/takeback"
    page = read(black, path)
    assert "FREE" in page
    assert "Nobody must agree" in page
    assert table.send(black, path, do="propose", reason="a slip") == f"/s/{NAME}?as=black"
    assert [type(fact) for fact in table.new(head)] == [TakebackAsked, TakenBack]


def test_a_proposal_is_seen_answered_and_carried_out(agreeing: Table) -> None:
    table = agreeing
    black, yellow = table.browser(SEAT, "black"), table.browser(SEAT, "yellow")
    path, head = f"{table.at('1.1')}/takeback", table.head
    page = read(black, path)
    assert "SEALED" in page
    assert "dice fell" in page
    assert table.send(black, path, do="propose", reason="the wrong <b>rival</b>") == path
    assert "You are asked:" in read(yellow, f"/s/{NAME}/5?as=yellow")
    reader = read(table.browser(), f"/s/{NAME}/5")
    assert "Takeback proposed:" in reader
    assert "the wrong &lt;b&gt;rival&lt;/b&gt;" in reader
    asked = head + 1
    refused = table.send(black, path, 422, do="agree", asked=asked)
    assert "yellow must agree, black is not asked" in refused.lower()
    assert table.send(yellow, path, do="agree", asked=asked) == f"/s/{NAME}?as=yellow"
    assert [type(fact) for fact in table.new(head)] == [TakebackAsked, TakebackAnswered, TakenBack]
    assert table.again().status.awaited == ("black",)
    assert "Takeback proposed" not in read(black, f"/s/{NAME}/5")
    assert audit_session(table.store, table.session.shelf, NAME).findings == ()
    assert "2 taken back" in read(black, f"/s/{NAME}/{table.head}")


def test_who_is_asked_finds_it_first_on_the_list(games: Shelf) -> None:
    """Yellow is to move anyway; a moderator and a seat that was done have something to do now."""
    table = Table(games)
    moderator, path = table.browser(MODERATOR), f"{table.at('1.1')}/takeback"
    assert "Your move" not in (before := read(moderator, "/")) or "Nobody waits for you" in before
    table.send(table.browser(SEAT, "black"), path, do="propose")
    page = read(moderator, "/")
    assert "a takeback is proposed" in page
    assert page.index("Your move") < page.index(NAME)


@pytest.mark.parametrize(("seat", "label"), [("yellow", "I decline"), ("black", "Withdraw it")])
def test_a_refusal_or_a_withdrawal_ends_it(agreeing: Table, seat: str, label: str) -> None:
    table = agreeing
    path, head = f"{table.at('1.1')}/takeback", table.head
    table.send(table.browser(SEAT, "black"), path, do="propose")
    client = table.browser(SEAT, seat)
    assert label in read(client, path)
    table.send(client, path, do="refuse", asked=head + 1, reason="play on")
    assert open_proposal(table.again().view(ALL)) is None
    assert not any(isinstance(fact, TakenBack) for fact in table.new(head))


def test_sent_twice_is_filed_once(agreeing: Table) -> None:
    table = agreeing
    black, yellow = table.browser(SEAT, "black"), table.browser(SEAT, "yellow")
    path, head = f"{table.at('1.1')}/takeback", table.head
    for client, sent in ((black, {"do": "propose"}), (yellow, {"do": "agree", "asked": str(head + 1)})):
        page = client.get(path).text
        hidden = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf", "after")}
        codes = [client.post(path, data={**hidden, **sent}).status_code for _ in range(2)]
        assert codes == [303, 303]
    kinds = [type(fact) for fact in table.new(head)]
    assert kinds == [TakebackAsked, TakebackAnswered, TakenBack]


@pytest.mark.parametrize(
    ("end", "sent"),
    [
        ("takeback", {"do": "rule", "reason": "a cocked die"}), ("skip", {"seat": "yellow", "reason": "away"}),
        ("ruling", {"verdict": "rewind", "reason": "back"}), ("ruling", {"verdict": "stand", "reason": "so be it"}),
        ("ruling", {"verdict": "fix", "line": "dare yellow", "reason": "again"}),
        ("fix", {"omit": "1", "reason": "never"}), ("dispute", {"claim": "I never did"}),
    ],
)  # fmt: skip
def test_a_moderators_form_sent_twice_is_filed_once(games: Shelf, end: str, sent: dict[str, str]) -> None:
    table = Table(games, moves=1)
    moderator, path = table.browser(MODERATOR), f"{table.at('1.1')}/{end}" if end != "skip" else f"/s/{NAME}/skip"
    page = moderator.get(f"{table.at('1.1')}/ruling").text
    hidden = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf", "after")}
    assert moderator.post(path, data={**hidden, **sent}).status_code == 303
    head = table.head
    again = moderator.post(path, data={**hidden, **sent})
    assert (again.status_code, table.head) == (303, head), again.text


def test_a_seats_fix_sent_twice_is_filed_once(games: Shelf) -> None:
    table = Table(games, moves=1)
    black, path = table.browser(SEAT, "black"), f"{table.at('1.1')}/fix"
    page = black.get(f"{table.at('1.1')}/ruling").text
    hidden = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf", "after")}
    codes = [black.post(path, data={**hidden, "line": "dare yellow"}).status_code for _ in range(2)]
    assert codes == [303, 303]
    assert sum(isinstance(entry.fact, TakenBack) for entry in table.again().table.entries) == 1


def test_a_lapsed_proposal_is_told(agreeing: Table) -> None:
    table = agreeing
    yellow, path = table.browser(SEAT, "yellow"), f"{table.at('1.1')}/takeback"
    table.send(table.browser(SEAT, "black"), path, do="propose")
    asked, page = table.head, yellow.get(path).text
    hidden = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf", "after")}
    submit(table.again(), "yellow", [Request(Written(Dare("yellow", "black")))])
    refused = yellow.post(path, data={**hidden, "do": "agree", "asked": str(asked)})
    assert refused.status_code == 409
    assert "is not open any more" in refused.text


def test_the_moderator_rules_alone_with_a_reason(table: Table) -> None:
    moderator, path = table.browser(MODERATOR), f"{table.at('1.2')}/takeback"
    head = table.head
    assert "needs a reason" in table.send(moderator, path, 422, do="rule", reason=" ")
    assert table.head == head
    table.send(moderator, path, do="rule", reason="the die was cocked")
    assert [type(fact) for fact in table.new(head)] == [Ruled, TakenBack]
    assert "Taken back." in read(moderator, f"/s/{NAME}/{head}")


def test_where_seats_have_links_nobody_speaks_for_them(agreeing: Table) -> None:
    table = agreeing
    path, head = f"{table.at('1.1')}/takeback", table.head
    table.send(table.browser(SEAT, "black"), path, do="propose")
    moderator = table.browser(MODERATOR)
    assert "as said at the table" not in read(moderator, path)
    for sent in ({"do": "agree", "asked": head + 1, "seat": "yellow"}, {"do": "propose", "seat": "yellow"}):
        assert "answers for itself" in table.send(moderator, path, 422, **sent)
    judge = table.browser(JUDGE + "-1")
    table.send(judge, path, do="refuse", asked=head + 1, seat="moderator", reason="it stands")
    answered = table.again().table.entries[-1]
    assert isinstance(answered.fact, TakebackAnswered)
    assert (answered.fact.seat, answered.by) == ("moderator", "judge-1")


def test_on_a_laptop_the_moderator_files_what_was_said(games: Shelf) -> None:
    table = Table(games, laptop=True, corrections="agreement")
    laptop, path, head = table.browser(), f"{table.at('1.1')}/takeback", table.head
    table.send(laptop, path, do="propose", seat="black", reason="so he says")
    assert "Agrees, as said at the table" in read(laptop, path)
    table.send(laptop, path, do="agree", seat="yellow", asked=head + 1)
    entries = table.again().table.entries[head:]
    assert [(type(entry.fact), entry.by) for entry in entries[:2]] == [
        (TakebackAsked, "moderator"), (TakebackAnswered, "moderator"),
    ]  # fmt: skip
    assert isinstance(entries[-1].fact, TakenBack)


def test_a_seat_with_a_link_answers_for_itself_on_a_laptop_too(games: Shelf) -> None:
    table = Table(games, laptop=True, corrections="agreement")
    table.accounts.issue(NAME, SEAT, START_MS, seat="yellow")
    laptop, path, head = table.browser(), f"{table.at('1.1')}/takeback", table.head
    table.send(laptop, path, do="propose", seat="black")
    assert "as said at the table" not in read(laptop, path)
    assert "answers for itself" in table.send(laptop, path, 422, do="agree", seat="yellow", asked=head + 1)


def test_what_stands_by_policy_has_no_button(games: Shelf) -> None:
    table = Table(games, corrections="strict")
    black, path, head = table.browser(SEAT, "black"), f"{table.at('1.1')}/takeback", table.head
    page = read(black, path)
    assert "It stands." in page
    assert 'value="propose"' not in page
    assert "dice fell" in page
    hidden = re.findall(r'name="csrf" value="([^"]*)"', black.get(f"{table.at('1.1')}/ruling").text)[0]
    refused = black.post(path, data={"csrf": hidden, "after": head, "do": "propose"})
    assert refused.status_code == 422
    assert "it stands unless a moderator rules" in unescape(refused.text).lower()
    assert table.head == head


@pytest.mark.parametrize("role", ["", "spectator"])
@pytest.mark.parametrize("end", ["takeback", "fix", "ruling", "dispute"])
def test_a_reader_can_do_nothing(table: Table, role: str, end: str) -> None:
    client, head = table.browser(role), table.head
    client.get(f"/k/{table.accounts.issue(NAME, SEAT, START_MS, seat='black')[1]}")  # for its form's hidden field
    path = f"{table.at('1.1')}/{end}"
    page = client.get(f"/k/{table.accounts.issue(NAME, SEAT, START_MS, seat='black')[1]}").text
    hidden = re.findall(r'name="csrf" value="([^"]*)"', page)[0]
    answer = client.post(path, data={"csrf": hidden, "after": head, "do": "propose", "reason": "so", "claim": "so"})
    assert answer.status_code == 403
    assert table.head == head


def test_readers_see_what_is_proposed_and_get_no_form(table: Table) -> None:
    client = table.browser()
    for end in ("takeback", "ruling"):
        page = client.get(f"{table.at('1.1')}/{end}")
        assert page.status_code == 200
        assert "<form" not in page.text
        assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"do": "dance"}, "propose, agree, refuse or rule"), ({"do": "agree", "asked": "x"}, "propose, agree"),
        ({"do": "propose", "after": "x"}, "after: the number"), ({"do": "agree", "asked": "3"}, "not open any more"),
        ({}, "propose, agree"),
    ],
)  # fmt: skip
def test_what_a_form_cannot_say(table: Table, sent: dict[str, str], why: str) -> None:
    head = table.head
    status = 409 if sent.get("asked") == "3" else 422
    assert why in table.send(table.browser(SEAT, "black"), f"{table.at('1.1')}/takeback", status, **sent).lower()
    assert table.head == head


def test_a_secret_link_in_a_reason_is_refused(table: Table) -> None:
    _, token = table.accounts.issue(NAME, MODERATOR, START_MS)
    head, black = table.head, table.browser(SEAT, "black")
    refused = table.send(black, f"{table.at('1.1')}/takeback", 422, do="propose", reason=f"see /k/{token}")
    assert "holds a secret link" in refused
    assert token not in refused.replace(f'value="see /k/{token}"', "")
    assert table.head == head


def test_the_set_up_and_what_is_struck_are_not_taken_back(table: Table) -> None:
    moderator = table.browser(MODERATOR)
    assert "where the set-up ends" in read(moderator, f"/s/{NAME}/2/takeback")
    table.send(moderator, f"{table.at('1.1')}/takeback", do="rule", reason="all of it")
    assert "struck through already" in read(moderator, f"{table.at('1.2')}/takeback")
    read(moderator, f"/s/{NAME}/999/takeback", 404)


# Fixes


def test_a_fix_is_previewed_and_filed_with_its_ruling(table: Table) -> None:
    session = table.session
    submit(session, "yellow", [Request(Written(Dare("yellow", "black")))])
    card = session.position.hands["yellow"][0]
    other = next(one for one in "123456" if one not in session.position.hands["yellow"])
    moderator, path, head = table.browser(MODERATOR), f"{table.at('1.2')}/fix", table.head
    page = read(moderator, f"{path}?line=answer+{card}")
    assert "1 later move stands" in page
    assert "Cannot be told:" in page
    guessed = read(moderator, f"{path}?line=answer+{other}")
    assert "Cannot be told:" in guessed
    assert len(guessed) == len(page), "a preview never asks the table"
    assert "File the fix" in page
    assert table.head == head
    table.send(moderator, path, line=f"answer {card}", reason="it was played", cites="toy-ans-01")
    tried, *facts = table.new(head)
    assert isinstance(tried, Tried)
    assert facts[0] == Ruled("moderator", Timeline.read(table.store, session.shelf, NAME).find("1.2").first, "fix",
                             "it was played", ("TOY-ANS-01",))  # fmt: skip
    assert any(isinstance(fact, Answer) for fact in facts)
    assert audit_session(table.store, session.shelf, NAME).findings == ()


def test_a_move_is_left_out(table: Table) -> None:
    moderator, path, head = table.browser(MODERATOR), f"{table.at('1.1')}/fix", table.head
    page = read(moderator, f"{path}?omit=1")
    assert "Falls:" in page
    assert "TOY-ANS-01" in page
    assert "File the fix" not in page
    assert "Falls:" in table.send(moderator, path, 422, omit="1", reason="it never happened")
    assert table.head == head
    page = read(moderator, f"{path}?omit=1&rest=drop")
    assert "Left out:" in page
    assert "File the fix" in page
    table.send(moderator, path, omit="1", rest="drop", reason="it never happened")
    assert [type(fact) for fact in table.new(head)] == [Ruled, TakenBack]


def test_an_answer_for_a_move_that_does_not_fall_is_told(table: Table) -> None:
    """What was said on the page of a move that falls no more is let go; what somebody wrote is refused."""
    submit(table.session, "yellow", [Request(Written(Dare("yellow", "black")))])
    later = Timeline.read(table.store, table.session.shelf, NAME).find("2.1").first
    moderator, path, head = table.browser(MODERATOR), f"{table.at('1.2')}/fix", table.head
    page = read(moderator, f"{path}?line=pass&fall-{later}=keep")
    assert "File the fix" in page
    assert f'name="fall-{later}"' not in page
    assert "for later moves that fall or are open" in read(moderator, f"{path}?line=pass&more=KEEP+2.1", 422)
    table.send(moderator, path, 422, line="pass", more="KEEP 2.1", reason="so it was")
    assert table.head == head


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("dare nobody", 422, "a rival is expected"),
        ("sing", 422, "no such verb"),
        ("dare black", 422, "dare a rival"),
        ("", 200, ""),
    ],
)
def test_what_does_not_read_or_is_illegal_is_told(table: Table, line: str, status: int, says: str) -> None:
    moderator, head = table.browser(MODERATOR), table.head
    page = unescape(read(moderator, f"{table.at('1.1')}/fix?line={line.replace(' ', '+')}", status))
    assert says in page.lower()
    assert table.head == head


def test_a_seat_fixes_alone_only_what_is_free(games: Shelf) -> None:
    table = Table(games, moves=1)
    black, path = table.browser(SEAT, "black"), f"{table.at('1.1')}/fix"
    assert "File the fix" in read(black, f"{path}?line=dare+yellow")
    head = table.head
    table.send(black, path, line="dare yellow")
    assert isinstance(table.new(head)[0], TakenBack)
    submit(table.again(), "yellow", [Request(Written(Passed("yellow")))])
    head = table.head
    page = read(black, f"{table.at('1.1')}/takeback")
    path = f"/s/{NAME}/{Timeline.read(table.store, table.session.shelf, NAME).groups[-1].first}/fix"
    assert "You cannot fix this alone" in read(black, f"{path}?line=pass")
    hidden = re.findall(r'name="csrf" value="([^"]*)"', page)[0]
    refused = black.post(path, data={"csrf": hidden, "after": head, "line": "pass"})
    assert refused.status_code == 422
    assert "the moderator" in refused.text
    assert table.head == head


# Rulings, disputes, skips


def test_a_ruling_cites_rules_of_the_game_and_settles_a_dispute(table: Table) -> None:
    yellow, judge = table.browser(SEAT, "yellow"), table.browser(JUDGE + "-1")
    path = f"{table.at('1.2')}/ruling"
    table.send(yellow, path.replace("ruling", "dispute"), claim="the die was <i>cocked</i>")
    opened = table.again().table.entries[-1]
    assert isinstance(opened.fact, DisputeOpened)
    page = read(judge, path)
    assert "the die was &lt;i&gt;cocked&lt;/i&gt;" in page
    assert 'value="TOY-DIE-01"' in page
    assert "no rule of" in table.send(judge, path, 422, verdict="stand", reason="no", cites="TOY-XXX-01")
    table.send(judge, path, verdict="stand", reason="it was not", cite="TOY-DIE-01", settles=opened.seq)
    ruled = table.again().table.entries[-1]
    assert isinstance(ruled.fact, Ruled)
    assert (ruled.by, ruled.fact.cites, ruled.fact.dispute) == ("judge-1", ("TOY-DIE-01",), opened.seq)
    assert "Ruled: stand" in read(yellow, path)


def test_a_ruling_that_rewinds_or_fixes_is_carried_out(table: Table) -> None:
    moderator, path, head = table.browser(MODERATOR), f"{table.at('1.2')}/ruling", table.head
    table.send(moderator, path, verdict="fix", line="pass", reason="as it was")
    assert [type(fact) for fact in table.new(head)][:2] == [Ruled, TakenBack]
    head, path = table.head, f"/s/{NAME}/{table.head}/ruling"
    table.send(moderator, path, verdict="rewind", reason="back")
    assert [type(fact) for fact in table.new(head)] == [Ruled, TakenBack]


def test_a_seat_disputes_and_does_not_rule(table: Table) -> None:
    black, path, head = table.browser(SEAT, "black"), f"{table.at('1.2')}/ruling", table.head
    assert "Sign the ruling" not in read(black, path)
    table.send(black, path, 403, verdict="stand", reason="mine")
    assert "says what is wrong" in table.send(black, path.replace("ruling", "dispute"), 422, claim=" ")
    assert table.head == head


def test_the_moderator_skips_who_is_awaited(games: Shelf) -> None:
    table = Table(games, moves=1)
    moderator, head = table.browser(MODERATOR), table.head
    assert "its silence is filed" in read(moderator, f"/s/{NAME}/skip")
    assert "needs a reason" in table.send(moderator, f"/s/{NAME}/skip", 422, seat="yellow", reason="")
    table.send(moderator, f"/s/{NAME}/skip", seat="yellow", reason="two days")
    assert any(isinstance(fact, Passed) for fact in table.new(head))
    table.send(moderator, f"/s/{NAME}/skip", seat="yellow", reason="on leave")
    assert any(isinstance(fact, Skipped) for fact in table.new(head))
    for client in (table.browser(SEAT, "black"), table.browser(JUDGE + "-1"), table.browser()):
        read(client, f"/s/{NAME}/skip", 403)


def test_the_viewer_leads_to_all_of_it(table: Table) -> None:
    path = table.at("1.1")
    assert f'href="{path}/takeback"' not in read(table.browser(), path)
    seat = read(table.browser(SEAT, "black"), f"{path}?as=black")
    assert f'href="{path}/takeback"' in seat
    assert "Dispute it" in seat
    assert f'href="/s/{NAME}/skip"' not in seat
    moderator = read(table.browser(MODERATOR), path)
    assert "Rule on it" in moderator
    assert f'href="/s/{NAME}/skip"' in moderator


# Two worlds


def asked(games: Shelf, order: tuple[str, ...], role: str, seat: str) -> Iterator[tuple[str, str]]:
    """What a seat or the moderator is shown and told of a session in which Yellow holds another card."""
    app, session = world(games, order)
    accounts: Accounts = app.extensions["cloisterbell-accounts"]
    client = app.test_client()
    enter(client, accounts.issue("worlds", role, START_MS, seat=seat)[1])
    timeline = Timeline(session.row, session.table)
    for address in ("1.1", "1.2", "2.1", "2.2"):
        at = f"/s/worlds/{timeline.find(address).last}"
        lines = ("", *(f"?line=answer+{card}" for card in "123456"), "?line=pass+(3)", "?omit=1")
        for path in (f"{at}/takeback", f"{at}/ruling", *(f"{at}/fix{line}" for line in lines)):
            page = client.get(path)
            yield path, f"{page.status}\n{without_hashes(page.data)}"
    dared = f"/s/worlds/{timeline.find('1.2').last}"
    hidden = re.findall(r'name="csrf" value="([^"]*)"', client.get(f"{dared}/ruling").text)[0]
    for card in "123456":
        sent = {"csrf": hidden, "after": session.head.seq, "line": f"answer {card}", "reason": "so"}
        page = client.post(f"{dared}/fix", data=sent)
        if page.status_code != 303:
            yield f"refused {card}", f"{page.status}\n{without_hashes(page.data)}"


@pytest.mark.parametrize(("role", "seat"), [(SEAT, "black"), (MODERATOR, "")])
def test_two_worlds_look_the_same_to_who_asks(games: Shelf, role: str, seat: str) -> None:
    """Black has seen its own 5; which card Yellow holds is told by no preview and no refusal."""
    orders = (("5", "2", "1", "3", "4", "6"), ("5", "3", "6", "2", "1", "4"))
    ours, theirs = (dict(asked(games, order, role, seat)) for order in orders)
    assert len(ours) > 40
    for path in ours.keys() & theirs.keys():
        assert ours[path] == theirs[path], path
    assert {path for path in ours if path.startswith("/")} == {path for path in theirs if path.startswith("/")}


def test_two_seats_settle_a_dispute_on_its_page(table: Table) -> None:
    black, yellow, reader = table.browser(SEAT, "black"), table.browser(SEAT, "yellow"), table.browser()
    page = table.at("1.1")
    table.send(yellow, f"{page}/dispute", claim="that was no dare")
    asked = table.head
    shown = black.get(f"{page}/ruling").text
    assert "Settle it without a judge" in shown
    assert "Settle it without a judge" not in reader.get(f"{page}/ruling").text
    proposed: dict[str, Any] = {"do": "propose", "dispute": asked, "reason": "let us play it again"}
    says = {
        "burn": "is no way out", "compensate": "compensation is written so", "fix": "says what is to be changed",
    }  # fmt: skip
    for way, why in says.items():
        assert why in table.send(black, f"{page}/settle", 422, **proposed, way=way)
    assert "the number of a line" in table.send(
        black, f"{page}/settle", 422, **{**proposed, "dispute": "x"}, way="stand"
    )
    assert table.head == asked
    table.send(black, f"{page}/settle", **proposed, way="rewind")
    offer = table.head
    assert "Agree: it is carried out" in yellow.get(f"{page}/ruling").text
    assert "Withdraw it" in black.get(f"{page}/ruling").text
    assert "Agree: it is carried out" not in reader.get(f"{page}/ruling").text
    table.send(yellow, f"{page}/settle", do="agree", proposed=offer)
    kinds = [type(fact) for fact in table.new(offer)]
    assert kinds == [RemedyAnswered, Ruled, TakenBack]
    assert "Settled: rewind" in unescape(reader.get(f"{page}/ruling").text)
    assert audit_session(table.store, table.session.shelf, NAME).clean


def test_only_seats_settle(table: Table) -> None:
    page = table.at("1.1")
    table.send(table.browser(SEAT, "yellow"), f"{page}/dispute", claim="that was no dare")
    last = table.head
    for browser in (table.browser(MODERATOR), table.browser(JUDGE)):
        table.send(browser, f"{page}/settle", 403, do="propose", dispute=last, way="stand", reason="so")
    assert table.head == last


def test_a_claim_to_the_judge_alone_is_read_by_nobody_else_until_the_ruling(table: Table) -> None:
    page, secret = table.at("1.1"), "he peeked at my card"
    judge, black, reader = table.browser(JUDGE), table.browser(SEAT, "black"), table.browser()
    table.send(table.browser(SEAT, "yellow"), f"{page}/dispute", claim=secret, private="1")
    asked = table.head
    hidden = ("", f"/{asked}", "/audit", "/audit.json", "/log.jsonl", "/feed.atom")
    for browser in (black, reader):
        assert "the judge reads alone" in browser.get(f"{page}/ruling").text
        for tail in hidden:
            assert secret not in browser.get(f"/s/{NAME}{tail}").text
    assert secret in judge.get(f"{page}/ruling").text
    table.send(
        judge, f"{page}/ruling", verdict="stand", reason="nobody did", settles=asked, house="Cards lie face down.",
    )  # fmt: skip
    assert secret in reader.get(f"/s/{NAME}").text + reader.get(f"/s/{NAME}/log.jsonl").text
    assert "Cards lie face down." in reader.get(f"/s/{NAME}/audit").text
