"""The page on which a session ends: what it says before and after, who sees which form, and what others see of it."""

import json
from typing import Any

import pytest
from people import Table, visible
from players import GAMES
from texts import missing, wrong

from events.session_events import Closed, EndProposed, Posted, Resigned
from events.store.accounts import JUDGE, MODERATOR, SEAT
from projections.contracts import Written
from replay.session.submission import Request, submit

PATH, PAGE = "/s/room/end", "/s/room"


@pytest.fixture
def room() -> Table:
    return Table(GAMES, "room", slug="keys", seats=("tenth", "twelfth", "rose"))


def form(room: Table, do: str, **more: Any) -> dict[str, Any]:
    return {"do": do, "sure": "yes", "reason": "", "after": str(room.last), **more}


def test_all_agree_on_the_page_and_every_page_says_so(room: Table) -> None:
    tenth, twelfth, rose = (room.browser(SEAT, seat) for seat in ("tenth", "twelfth", "rose"))
    page = visible(tenth.read(PATH))
    assert not missing(page, "closed if all agree: Twelfth and Rose", "opened to everyone", "The others play on")
    tenth.done(PATH, PATH, **form(room, "agree", reason="stuck <b>"))
    (proposed,) = room.events(EndProposed)
    assert proposed == EndProposed("tenth", "stuck <b>")
    number = room.last
    assert not missing(twelfth.read("/"), "Answer whether to close the session")
    assert not missing(twelfth.read(PATH), "stuck &lt;b&gt;", 'value="refuse"')
    assert not wrong(tenth.read(PATH), 'value="refuse"', absent=['value="agree"'])
    for browser in (twelfth, rose):
        browser.done(PATH, PATH, **form(room, "agree", asked=str(number)))
    assert room.events(Closed) == [Closed("agreed", ("tenth", "twelfth", "rose"), "stuck <b>")]
    for path in (
        PAGE,
        "/s/room/post",
        "/s/room/audit",
        "/s/room/summary",
        "/s/room/end",
        "/",
        f"/s/room/{room.last}/embed",
    ):
        answer = tenth.client.get(path, follow_redirects=True)
        assert "closed by agreement" in answer.text.lower(), path
    timeline = room.timeline()
    due = timeline.turn_words(number)[1]
    for board in (timeline.svg(room.last), timeline.text(room.last)):
        assert not wrong(board, "Closed by agreement", absent=[due])
    assert due in timeline.svg(number), "the board before the end is as it was"
    told = json.loads(room.browser().read("/api/v1/sessions/room"))
    assert (told["over"], told["status"]["outcome"], told["status"]["awaited"]) == (True, "Closed by agreement", [])
    assert not wrong(tenth.read(PATH), "moderator can reopen", absent=['<form method="post" class="form part"'])


def test_the_author_of_a_proposal_is_told_that_a_move_ended_it() -> None:
    table = Table(GAMES, "room", slug="keys", seats=("tenth", "twelfth"))
    tenth, twelfth = (table.browser(SEAT, seat) for seat in ("tenth", "twelfth"))
    assert "closed if Tenth agrees." in visible(twelfth.read(PATH))
    twelfth.done(PATH, PATH, **form(table, "agree"))
    assert "Withdraw: the game goes on." in twelfth.read(PATH)
    move(table, "tenth")
    assert "Your proposal to close the session ended when Tenth moved." in twelfth.read("/s/room/post")
    assert "Your proposal ended when Tenth moved." in visible(twelfth.read(PATH))
    assert not wrong(tenth.read("/s/room/post") + tenth.read(PATH), absent=["Your proposal"])
    twelfth.done(PATH, PATH, **form(table, "agree"))
    assert "Your proposal" not in twelfth.read("/s/room/post"), "it is open again"
    tenth.done(PATH, PATH, **form(table, "refuse", asked=str(table.last)))
    move(table, "tenth")
    assert "Your proposal" not in twelfth.read("/s/room/post"), "a declined proposal did not lapse"


def move(table: Table, seat: str) -> None:
    session = table.again()
    legal = next(iter(session.game.rules.legal(session.view(seat).position, seat)))
    assert submit(session, seat, [Request(Written(legal))]).done


def test_the_moderator_closes_and_reopens_and_is_told_what_stays_known(room: Table) -> None:
    moderator, last = room.browser(MODERATOR), room.last
    moderator.refused(PATH, PATH, "needs a reason", 422, **form(room, "close"))
    moderator.refused(PATH, PATH, "tick the box", 422, **form(room, "close", sure="", reason="x"))
    moderator.refused(PATH, PATH, "do must be one of", 422, **form(room, "explode"))
    moderator.refused(PATH, PATH, "name the seat", 422, **form(room, "resign"))
    assert room.last == last
    moderator.done(PATH, PATH, **form(room, "close", reason="all left"))
    rose = {"Authorization": f"Bearer {room.token(SEAT, 'rose')}"}
    for text, says in (
        ("M: stay", "closed by the moderator"),
        ("END close ; x", "only the moderator"),
        ("END agree", "over"),
    ):
        sent = {"text": text, "after": room.last, "key": f"k-{len(text)}"}
        answer = room.browser().client.post("/api/v1/sessions/room/posts", json=sent, headers=rose)
        assert (answer.status_code >= 400 or not (answer.json or {})["done"], says in answer.text) == (True, True), (
            answer.text
        )
    assert not missing(visible(moderator.read(PATH)), "everyone still knows these cards", "Shuffled again", "all left")
    moderator.done(PATH, PATH, **form(room, "reopen", reason="back"))
    assert not missing(visible(moderator.read(PATH)), "The session is open again", "Close the session")
    assert not wrong(visible(moderator.read(PATH)), absent=["This session is over"])


def test_the_post_page_of_a_closed_session_says_who_closed_it_and_takes_chat(room: Table) -> None:
    people = {"moderator": room.browser(MODERATOR), "rose": room.browser(SEAT, "rose")}
    assert "Submit a post" in visible(people["rose"].read("/s/room/post"))
    people["moderator"].done(PATH, PATH, **form(room, "close", reason="all left <b>"))
    for who, browser in people.items():
        page = browser.read("/s/room/post")
        assert not wrong(
            page, "This session is over", "Closed by the moderator", "all left &lt;b&gt;", '<a href="/s/room/notes">',
            absent=["Submit a post"],
        )  # fmt: skip
        assert ('<a href="/s/room/end">Reopen the session</a>' in page) == (who == "moderator")
        assert ("The moderator can reopen the session." in page) == (who == "rose")
    post, thanks = "/s/room/post", "Thanks for the game!"
    assert "It is still" not in people["rose"].send(post, post, do="read", text=thanks).text
    people["rose"].done(post, post, do="file", text=thanks)
    assert [event.text for event in room.events(Posted)] == [thanks]


def test_a_seat_resigns_for_itself_only_and_a_judge_has_no_page(room: Table) -> None:
    rose = room.browser(SEAT, "rose")
    rose.done(PATH, PATH, **form(room, "resign", seat="tenth"))
    assert room.events(Resigned) == [Resigned("rose", "")]
    assert not missing(visible(rose.read(PATH)), "Resigned: Rose", "can reopen")
    room.browser(JUDGE).read(PATH, 403)
    room.browser().read(PATH, 403)
