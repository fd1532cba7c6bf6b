"""Takebacks, fixes, rulings and skips in the browser: what is shown, what is filed, and what stays hidden."""

import re
from html import escape, unescape
from typing import Any

import pytest
from people import Browser, Table
from texts import missing, wrong
from toy import Answer, Dare

from events import session_events as s
from events.events import Passed
from events.store.accounts import JUDGE, MODERATOR, SEAT
from projections.contracts import Written
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.corrections.ruling import dispute
from replay.session.submission import Request, submit

NAME = "backwards"


def dared(games: Registry, moves: int = 2, **how: Any) -> Table:
    """A session in which Black dared Yellow and Yellow passed, or only the first of these moves."""
    table = Table(games, NAME, **how)
    for move in (Dare("black", "yellow"), Passed("yellow"))[:moves]:
        assert submit(table.session, move.player, [Request(Written(move))]).done
    return table


@pytest.fixture
def table(games: Registry) -> Table:
    return dared(games)


@pytest.fixture
def agreeing(games: Registry) -> Table:
    return dared(games, corrections="agreement")


def at(table: Table, address: str) -> str:
    return f"/s/{NAME}/{table.timeline().find(address).last}"


def send(table: Table, browser: Browser, path: str, status: int = 303, /, **sent: object) -> str:
    """Send a form with the whole log seen; return the address that it leads to, or the page."""
    answer = browser.send(re.sub(r"/(dispute|fix|settle)$", "/ruling", path), path, **{"after": table.last, **sent})
    assert answer.status_code == status, answer.text
    return answer.headers["Location"] if status == 303 else unescape(answer.text)


def kinds(table: Table, after: int) -> list[type]:
    return [type(event) for event in table.events(after=after)]


def is_clean(table: Table) -> bool:
    return audit_session(table.store, table.games, NAME).findings == ()


def test_a_takeback_that_revealed_nothing_needs_no_consent(games: Registry) -> None:
    table = dared(games, moves=1)
    black, last, path = table.browser(SEAT, "black"), table.last, f"{at(table, '1.1')}/takeback"
    assert not missing(black.read(path), "nothing was revealed", "No consent is needed", 'class="panels"')
    assert send(table, black, path, do="propose", reason="a slip") == f"/s/{NAME}?as=black"
    assert kinds(table, last) == [s.TakebackAsked, s.TakenBack]


def test_a_takeback_proposal_is_shown_answered_and_executed(agreeing: Table) -> None:
    table = agreeing
    black, yellow, moderator = table.browser(SEAT, "black"), table.browser(SEAT, "yellow"), table.browser(MODERATOR)
    path, last = f"{at(table, '1.1')}/takeback", table.last
    assert not missing(black.read(path), "hidden information was revealed", "dice were rolled")
    assert "Waiting for you" not in (before := moderator.read("/")) or "No game is waiting for you" in before
    assert send(table, black, path, do="propose", reason="the wrong <b>rival</b>") == path
    assert "Please answer:" in yellow.read(f"/s/{NAME}/5?as=yellow")
    reader = table.browser().read(f"/s/{NAME}/5")
    assert not missing(reader, "Takeback proposed:", "the wrong &lt;b&gt;rival&lt;/b&gt;")
    refused = send(table, black, path, 422, do="agree", asked=last + 1)
    assert "only yellow can answer this, not black" in refused.lower()
    sent = {"do": "agree", "asked": last + 1, "after": table.last}
    for _ in range(2):
        assert send(table, yellow, path, **sent) == f"/s/{NAME}?as=yellow"
    assert kinds(table, last) == [s.TakebackAsked, s.TakebackAnswered, s.TakenBack]
    assert table.again().status.awaited == ("black",)
    assert "Takeback proposed" not in black.read(f"/s/{NAME}/5")
    assert is_clean(table)
    assert "2 entries taken back" in black.read(f"/s/{NAME}/{table.last}")


def test_the_list_shows_a_proposal_first_to_a_person_who_must_answer(table: Table) -> None:
    moderator = table.browser(MODERATOR)
    send(table, table.browser(SEAT, "black"), f"{at(table, '1.1')}/takeback", do="propose")
    page = moderator.read("/")
    assert "a takeback is proposed" in page
    assert page.index("Waiting for you") < page.index(NAME)


@pytest.mark.parametrize("private", ["", "1"])
def test_open_requests_are_shown_to_the_people_who_must_answer(agreeing: Table, private: str) -> None:
    table, path, claim = agreeing, f"{at(agreeing, '1.2')}/ruling", "the die was <i>cocked</i>"
    people = {seat: table.browser(SEAT, seat) for seat in ("black", "yellow")} | {"": table.browser()}
    people |= {role: table.browser(role) for role in (MODERATOR, JUDGE + "-1")}

    def asked() -> dict[str, list[str]]:
        """Return the requests in the list, which the session's banner and the filter also have."""
        found = {}
        for name, browser in people.items():
            banner, page, waiting = (browser.read(where) for where in (f"/s/{NAME}/5", "/", "/?state=waiting"))
            found[name] = re.findall(r'<a class="aside"[^>]*>((?:Rule|Answer|Decide)[^<]*)', page)
            assert all(one in waiting for one in found[name])
            assert ("Please answer:" in banner) is bool(found[name])
            assert all(one in banner or "takeback" in one for one in found[name])
        return {name: labels for name, labels in found.items() if labels}

    assert asked() == {}
    send(table, people["black"], path.replace("ruling", "dispute"), claim=claim, private=private)
    dispute, judged = table.last, {MODERATOR: ["Rule on 1.2"], JUDGE + "-1": ["Rule on 1.2"]}
    assert asked() == judged
    assert f'href="{path}?settles={dispute}"' in people[MODERATOR].read("/")
    banner, settle = people[MODERATOR].read(f"/s/{NAME}/5"), path.replace("ruling", "settle")
    assert not wrong(banner, *["only the judge can read it"] * bool(private), absent=[escape(claim)] * bool(private))
    send(table, people["black"], settle, dispute=dispute, do="propose", way="stand", reason="so")
    assert asked() == {**judged, "yellow": ["Answer the settlement of 1.2"]}
    send(table, people["yellow"], settle, do="decline", proposed=table.last)
    send(table, people["yellow"], f"{at(table, '1.1')}/takeback", do="propose")
    assert asked() == {**judged, "black": ["Answer the takeback of 1.1"]}
    send(table, people[MODERATOR], path, verdict="stand", reason="so", settles=dispute)
    assert asked() == {"black": ["Answer the takeback of 1.1"]}


def test_the_list_on_this_computer_has_what_waits_for_the_moderator(games: Registry) -> None:
    table = dared(games, laptop=True)
    client, path, local = table.app.test_client(), at(table, "1.2"), {"base_url": "http://localhost"}
    assert "No dispute, question or takeback waits for you" in client.get("/?state=waiting", **local).text
    dispute(table.session, table.last, "so", by="black")
    for asked in ("/?state=waiting", "/", f"/s/{NAME}/5"):
        assert f'href="{path}/ruling?settles={table.last}"' in client.get(asked, **local).text


def test_a_seat_with_a_link_answers_for_itself(agreeing: Table) -> None:
    table = agreeing
    path, last = f"{at(table, '1.1')}/takeback", table.last
    send(table, table.browser(SEAT, "black"), path, do="propose")
    moderator = table.browser(MODERATOR)
    assert "Record that the player" not in moderator.read(path)
    for sent in ({"do": "agree", "asked": last + 1, "seat": "yellow"}, {"do": "propose", "seat": "yellow"}):
        assert "can answer for" in send(table, moderator, path, 422, **sent)
    judge = table.browser(JUDGE + "-1")
    send(table, judge, path, do="refuse", asked=last + 1, seat="moderator", reason="it stands")
    answered = table.again().table.entries[-1]
    assert isinstance(answered.event, s.TakebackAnswered)
    assert (answered.event.seat, answered.by) == ("moderator", "judge-1")


def test_on_a_laptop_the_moderator_answers_for_a_seat_without_a_link(games: Registry) -> None:
    table = dared(games, laptop=True, corrections="agreement")
    laptop, path, last = table.browser(), f"{at(table, '1.1')}/takeback", table.last
    send(table, laptop, path, do="propose", seat="black", reason="so he says")
    assert "Record that the player agrees" in laptop.read(path)
    send(table, laptop, path, do="agree", seat="yellow", asked=last + 1)
    assert kinds(table, last) == [s.TakebackAsked, s.TakebackAnswered, s.TakenBack]
    assert {entry.by for entry in table.again().table.entries[last : last + 2]} == {"moderator"}


def test_a_strict_session_does_not_offer_takebacks(games: Registry) -> None:
    table = dared(games, corrections="strict")
    black, path, last = table.browser(SEAT, "black"), f"{at(table, '1.1')}/takeback", table.last
    assert not wrong(black.read(path), "It cannot be taken back.", "dice were rolled", absent=['value="propose"'])
    answer = black.send(f"{at(table, '1.1')}/ruling", path, after=last, do="propose")
    assert answer.status_code == 422
    assert "only a moderator's ruling can undo this move" in unescape(answer.text).lower()
    assert table.last == last


def test_hides_the_form_for_spectators_set_up_and_undone_moves(table: Table) -> None:
    for end in ("takeback", "ruling"):
        page = table.browser().client.get(f"{at(table, '1.1')}/{end}")
        assert "<form" not in page.text
        assert "Set-Cookie" not in page.headers
    moderator = table.browser(MODERATOR)
    assert "the end of the set-up" in moderator.read(f"/s/{NAME}/2/takeback")
    assert "needs a reason" in send(table, moderator, f"{at(table, '1.1')}/takeback", 422, do="rule", reason=" ")
    send(table, moderator, f"{at(table, '1.1')}/takeback", do="rule", reason="all of it")
    assert "already undone" in moderator.read(f"{at(table, '1.2')}/takeback")
    moderator.read(f"/s/{NAME}/999/takeback", 404)


@pytest.mark.parametrize(("sent", "why"), [
    ({"do": "dance"}, "do must be one of: propose, agree, refuse, rule"),
    ({"do": "agree", "asked": "x"}, "propose, agree"),
    ({"do": "propose", "after": "x"}, "after: enter the number"),
    ({"do": "agree", "asked": "3"}, "is not an open proposal"),
    ({}, "propose, agree"),
])  # fmt: skip
def test_refuses_values_that_the_form_does_not_offer(table: Table, sent: dict[str, str], why: str) -> None:
    last, status = table.last, 409 if sent.get("asked") == "3" else 422
    path = f"{at(table, '1.1')}/takeback"
    assert why in send(table, table.browser(SEAT, "black"), path, status, **sent).lower()
    assert table.last == last


def test_a_correction_is_previewed_and_recorded_with_its_ruling(table: Table) -> None:
    submit(table.session, "yellow", [Request(Written(Dare("yellow", "black")))])
    hand = table.session.position.hands["yellow"]
    moderator, path, last = table.browser(MODERATOR), f"{at(table, '1.2')}/fix", table.last
    page = moderator.read(f"{path}?line=answer+{hand[0]}")
    assert not missing(page, "1 later move still fits", "Record correction")
    guessed = moderator.read(f"{path}?line=answer+{next(one for one in '123456' if one not in hand)}")
    assert "Not certain:" in page
    assert "Not certain:" in guessed
    assert len(guessed) == len(page), "a preview reads no hidden card"
    assert table.last == last
    send(table, moderator, path, line=f"answer {hand[0]}", reason="it was played", cites="toy-ans-01")
    tried, ruled, *events = table.events(after=last)
    assert isinstance(tried, s.HiddenInfoProbe)
    assert ruled == s.Ruled("moderator", table.timeline().find("1.2").first, "fix", "it was played", ("TOY-ANS-01",))
    assert any(isinstance(event, Answer) for event in events)
    assert is_clean(table)


def test_a_correction_can_omit_a_move(table: Table) -> None:
    moderator, path, last = table.browser(MODERATOR), f"{at(table, '1.1')}/fix", table.last
    page = moderator.read(f"{path}?omit=1")
    assert not wrong(page, "No longer fits:", "TOY-ANS-01", absent=["Record correction"])
    assert "No longer fits:" in send(table, moderator, path, 422, omit="1", reason="it never happened")
    assert table.last == last
    page = moderator.read(f"{path}?omit=1&rest=drop")
    assert not missing(page, "Left out:", "Record correction")
    send(table, moderator, path, omit="1", rest="drop", reason="it never happened")
    assert kinds(table, last) == [s.Ruled, s.TakenBack]


def test_an_answer_for_a_later_move_that_still_fits_is_ignored_or_refused(table: Table) -> None:
    submit(table.session, "yellow", [Request(Written(Dare("yellow", "black")))])
    later = table.timeline().find("2.1").first
    moderator, path, last = table.browser(MODERATOR), f"{at(table, '1.2')}/fix", table.last
    page = moderator.read(f"{path}?line=pass&fall-{later}=keep")
    assert not wrong(page, "Record correction", absent=[f'name="fall-{later}"'])
    assert "only for later moves that no longer fit or are open" in moderator.read(
        f"{path}?line=pass&more=KEEP+2.1", 422
    )
    send(table, moderator, path, 422, line="pass", more="KEEP 2.1", reason="so it was")
    assert table.last == last


@pytest.mark.parametrize(("line", "status", "says"), [
    ("dare nobody", 422, "a rival is expected"), ("sing", 422, "no move was found in these words"),
    ("dare black", 422, "dare a rival"),
    ("", 200, ""),
])  # fmt: skip
def test_a_line_that_is_not_a_legal_move_is_refused(table: Table, line: str, status: int, says: str) -> None:
    page = table.browser(MODERATOR).read(f"{at(table, '1.1')}/fix?line={line.replace(' ', '+')}", status)
    assert says in unescape(page).lower()


def test_a_ruling_cites_rules_of_the_game_and_settles_a_dispute(table: Table) -> None:
    yellow, judge, path = table.browser(SEAT, "yellow"), table.browser(JUDGE + "-1"), f"{at(table, '1.2')}/ruling"
    dispute, last = path.replace("ruling", "dispute"), table.last
    assert "Record ruling" not in yellow.read(path)
    assert "must say what is wrong" in send(table, yellow, dispute, 422, claim=" ")
    assert table.last == last
    send(table, yellow, dispute, claim="the die was <i>cocked</i>")
    (opened,) = table.events(s.DisputeOpened)
    assert not missing(judge.read(path), "the die was &lt;i&gt;cocked&lt;/i&gt;", 'value="TOY-DIE-01"')
    assert "not a rule of" in send(table, judge, path, 422, verdict="stand", reason="no", cites="TOY-XXX-01")
    disputed = table.last
    here, sent = f"/s/{NAME}/{disputed}/ruling", {"verdict": "stand", "reason": "it was not"}
    assert judge.client.get(f"{here}?verdict=fix").headers["Location"] == f"{path}?verdict=fix&settles={disputed}"
    meant = f"RULING 1.2: stand, settles #{disputed} ; it was not"
    assert f'action="{path}"' in judge.refused(path, here, meant, after=disputed, **sent)
    meant = "Dispute that instead: DISPUTE 1.2: it fell off"
    again = here.replace("ruling", "dispute")
    assert f'action="{path}"' in judge.refused(path, again, meant, after=disputed, claim="it fell off")
    assert table.last == disputed
    send(table, judge, path, verdict="stand", reason="it was not", cite="LOG-SOURCE", settles=disputed)
    ruled = table.again().table.entries[-1]
    assert isinstance(ruled.event, s.Ruled)
    assert (ruled.by, ruled.event.cites, ruled.event.dispute) == ("judge-1", ("LOG-SOURCE",), disputed)
    assert "Ruled: let it stand" in yellow.read(path)
    assert opened.claim == "the die was <i>cocked</i>"


def test_a_ruling_that_rewinds_or_fixes_is_carried_out(table: Table) -> None:
    moderator, path, last = table.browser(MODERATOR), f"{at(table, '1.2')}/ruling", table.last
    send(table, moderator, path, verdict="fix", line="pass", reason="as it was")
    assert kinds(table, last)[:2] == [s.Ruled, s.TakenBack]
    last = table.last
    send(table, moderator, f"/s/{NAME}/{last}/ruling", verdict="rewind", reason="back")
    assert kinds(table, last) == [s.Ruled, s.TakenBack]


def test_the_moderator_skips_a_seat_that_is_awaited(games: Registry) -> None:
    table = dared(games, moves=1)
    moderator, last, skip = table.browser(MODERATOR), table.last, f"/s/{NAME}/skip"
    assert "A pass is recorded for it" in moderator.read(skip)
    assert "needs a reason" in send(table, moderator, skip, 422, seat="yellow", reason="")
    send(table, moderator, skip, seat="yellow", reason="two days")
    assert Passed in kinds(table, last)
    send(table, moderator, skip, seat="yellow", reason="on leave")
    assert s.Skipped in kinds(table, last)


def test_the_board_page_links_only_to_permitted_forms(table: Table) -> None:
    path = at(table, "1.1")
    assert f'href="{path}/takeback"' not in table.browser().read(path)
    seat = table.browser(SEAT, "black").read(f"{path}?as=black")
    assert not wrong(seat, f'href="{path}/takeback"', "Dispute it", absent=[f'href="/s/{NAME}/skip"'])
    assert not missing(table.browser(MODERATOR).read(path), "Rule on it", f'href="/s/{NAME}/skip"')


def test_two_seats_settle_a_dispute_on_its_page(table: Table) -> None:
    black, yellow, reader = table.browser(SEAT, "black"), table.browser(SEAT, "yellow"), table.browser()
    ruling, settle = f"{at(table, '1.1')}/ruling", f"{at(table, '1.1')}/settle"
    send(table, yellow, ruling.replace("ruling", "dispute"), claim="that was no dare")
    asked = table.last
    assert "Propose a settlement without a judge" in black.read(ruling)
    assert "Propose a settlement without a judge" not in reader.read(ruling)
    proposed: dict[str, Any] = {"do": "propose", "dispute": asked, "reason": "let us play it again"}
    for changed, why in (
        ({"way": "burn"}, "is not an option"), ({"way": "compensate"}, "is not a compensation"),
        ({"way": "fix"}, "must say what to change"), ({"way": "stand", "dispute": "x"}, "enter an entry number"),
    ):  # fmt: skip
        assert why in send(table, black, settle, 422, **{**proposed, **changed})
    assert table.last == asked
    send(table, black, settle, **proposed, way="rewind")
    offer = table.last
    assert "Agree and apply the settlement" in yellow.read(ruling)
    assert "Withdraw proposal" in black.read(ruling)
    assert "Agree and apply the settlement" not in reader.read(ruling)
    send(table, yellow, settle, do="agree", proposed=offer)
    assert kinds(table, offer) == [s.RemedyAnswered, s.Ruled, s.TakenBack]
    assert "Settled: rewind" in unescape(reader.read(ruling))
    assert audit_session(table.store, table.games, NAME).clean


@pytest.mark.parametrize("page", ["fix", "takeback", "ruling"])
def test_the_original_post_is_next_to_its_correction(games: Registry, page: str) -> None:
    table = Table(games, "posted")
    text = "Good evening.\n\ndare yellow"
    black = table.browser(SEAT, "black")
    black.done("/s/posted/post", "/s/posted/post", text=text, do="file")
    seq = table.timeline().find("1.1").first
    assert not missing(black.read(f"/s/posted/{seq}/{page}"), "Original post by Black", "Good evening.")
