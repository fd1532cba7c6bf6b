"""The bar on every page of a session, and what an open page learns of later moves."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from people import Browser, Table
from toy import Dare

from events.events import Move, Passed
from events.session_events import Noted
from events.store.accounts import MODERATOR, SEAT
from projections.contracts import Written
from projections.registry import Registry
from replay.session.submission import Request, submit
from webui.views.headline import own_step

PAGES = ("", "/post", "/move", "/summary", "/audit", "/dice", "/notes", "/why", "/turn/0", "/takeback")
WAITING = "Waiting for Black since 21 Nov 2026, 00:01 UTC"


@pytest.fixture
def table(games: Registry) -> Table:
    """A session of two seats in which Black is to dare."""
    return Table(games, "friday", title="Friday")


def play(table: Table, *moves: Move) -> None:
    session = table.again()
    for move in moves:
        assert submit(session, move.player, [Request(Written(move))]).done


def bar(page: str) -> str:
    found = re.search('aria-label="Whose turn it is"[^>]*>(.*?)</section>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", "", found[1]).split()) if found else ""


@pytest.mark.parametrize(
    ("role", "seat", "says", "buttons"),
    [
        (SEAT, "black", "Your turn, Amy: dare", 2), (SEAT, "yellow", WAITING, 0), (MODERATOR, "", WAITING, 2),
        ("", "", WAITING, 0),
    ],
)  # fmt: skip
def test_every_page_says_whose_turn_it_is(table: Table, role: str, seat: str, says: str, buttons: int) -> None:
    browser = Browser(table.app, *([table.token(role, seat, "Amy")] * bool(role)))
    last = table.last
    for path in PAGES:
        where = f"/{last}{path}" if path in ("", "/takeback") else path
        answer = browser.client.get(f"/s/friday{where}", buffered=True)
        if answer.status_code == 403:
            continue
        assert (bar(answer.text)[: len(says)], answer.status_code) == (says, 200), path
        title = re.findall("<title>(.*?)</title>", answer.text)[0]
        assert title.startswith("Your turn · ") == (seat == "black")
        assert len(re.findall('class="button" href="/s/friday/(?:post|move)">', answer.text)) == buttons, path


@pytest.mark.parametrize(
    ("words", "awaited", "says"),
    [
        ("Black to draw a card", "black", "draw a card"), ("Black and Yellow to choose", "black yellow", "choose"),
        ("Black may answer", "black", "you may answer"), ("Black: take two", "black", "take two"),
        ("Blacks to go", "black", ""), ("The fight must be decided", "black", ""), ("", "", ""),
    ],
)  # fmt: skip
def test_the_next_step_is_said_to_its_player(words: str, awaited: str, says: str) -> None:
    status = SimpleNamespace(awaited=tuple(awaited.split()))
    timeline: Any = SimpleNamespace(
        last=1, turn_words=lambda _seq: ("Turn 1", words), status=lambda _seq: status, seat_name=str.title
    )
    assert own_step(timeline, "black") == says


def test_a_page_learns_of_new_moves_and_of_nothing_that_its_viewer_may_not_know(table: Table) -> None:
    black, last = table.browser(SEAT, "black"), table.last
    page = black.read(f"/s/friday/{last}?as=black")
    head, tag = (re.findall(f'data-{name}="([^"]*)"', page)[0] for name in ("head", "tag"))
    head, tag = head.replace("&amp;", "&"), tag.replace("&#34;", '"')
    assert head == f"/s/friday/head?after={last}&as=black"

    def asked() -> tuple[int, str]:
        answer = black.client.get(head, headers={"If-None-Match": tag}, buffered=True)
        return answer.status_code, answer.text

    assert asked() == (304, "")
    table.session.note(Noted("yellow", "hidden", "", "", "yellow -alone"), by="yellow")
    assert asked() == (304, "")
    play(table, Dare("black", "yellow"))
    status, text = asked()
    assert (status, "Waiting for <strong>Yellow" in text, "1 new move " in text) == (200, True, True)
    play(table, Passed("yellow"))
    assert "2 new moves " in asked()[1]
    assert f'href="/s/friday/{last}?replay=1&amp;as=black"' in asked()[1]


def test_a_finished_session_asks_for_nothing(games: Registry) -> None:
    table = Table(games, "over", 200, options={"points": 1})
    assert "data-head" not in table.browser().read(f"/s/over/{table.last}")
