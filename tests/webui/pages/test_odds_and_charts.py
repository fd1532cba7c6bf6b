"""Odds and charts under the board: as of the line that is shown, and as far as its viewer knows."""

import re
from xml.etree import ElementTree as ET

import msgspec
import toy
from flask.testing import FlaskClient
from spectator import SEATS, opened, played, read

from events.facts import Passed
from events.store.protocol import EventStore
from projections.shelf import Shelf
from projections.terms import Written
from replay.corrections.takeback import take_back
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.timeline import Timeline
from webui import create_app
from webui.access.responses import asset_version

LASTING = "public, max-age=31536000, immutable"


def dared(session: Session) -> int:
    """A line at which Yellow is dared and holds a card."""
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    return session.head.seq


def said(page: str) -> list[str]:
    """The sentences under Odds."""
    _, heading, rest = page.partition('<h2 id="odds">')
    return re.findall("<li>(.*?)</li>", rest.split("</section>")[0]) if heading else []


def test_odds_stand_under_the_board_while_dice_are_due(client: FlaskClient, store: EventStore, games: Shelf) -> None:
    session = opened(store, games, "toy", SEATS, session="dared", options={"points": 1})
    seq = dared(session)
    assert said(read(client, f"/s/dared/{seq}")) == ["Behind nothing, yellow is beaten for sure."]
    assert said(read(client, f"/s/dared/{seq - 3}")) == []
    played(session)
    assert said(read(client, f"/s/dared/{session.head.seq}")) == []
    (card,) = session.table.positions[seq - 1].hands["yellow"]
    own = f"Behind the {card}, yellow is beaten in {6 - int(card)} of 6."
    assert own in said(read(client, f"/s/dared/{seq}?as=yellow"))
    assert own in said(read(client, f"/s/dared/{seq}?known=now"))
    assert own not in said(read(client, f"/s/dared/{seq}?as=black"))
    assert own not in said(read(client, f"/s/dared/{seq}"))


def test_a_game_without_odds_and_charts(store: EventStore, games: Shelf) -> None:
    plain = games.with_game(
        msgspec.structs.replace(
            toy.GAME,
            meta=msgspec.structs.replace(toy.GAME.meta, slug="plain"),
            view=msgspec.structs.replace(toy.GAME.view, odds=None, charts=()),
        )
    )
    session = opened(store, plain, "plain", SEATS, session="plainplain")
    seq = dared(session)
    page = read(create_app(store, plain).test_client(), f"/s/plainplain/{seq}")
    assert "Odds" not in page
    assert "charts" not in page
    read(create_app(store, plain).test_client(), f"/s/plainplain/{seq}.chart-1.svg", 404)


def test_charts_stand_under_the_board_and_under_an_address_of_their_own(
    client: FlaskClient, store: EventStore, games: Shelf, over: Session
) -> None:
    timeline = Timeline.read(store, games, "finished")
    for seq in (1, 9, timeline.last):
        chart = timeline.chart(seq, 0)
        assert chart in read(client, f"/s/finished/{seq}")
        assert read(client, f"/s/finished/{seq}.chart-1.svg") == chart
        assert ET.fromstring(chart).tag == "{http://www.w3.org/2000/svg}svg"
    kept = f"9.chart-1.svg?d={timeline.lines[8].digest.hex()[:32]}&amp;v={asset_version()}"
    assert f'href="/s/finished/{kept}">points (SVG)</a>' in read(client, "/s/finished/9")
    lasting = f"/s/finished/{kept.replace('&amp;', '&')}"
    answer = client.get(lasting, buffered=True)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/svg+xml", LASTING)
    for private in (lasting.partition("&")[0], f"{lasting}&as=black", f"{lasting}&known=now"):
        assert client.get(private, buffered=True).headers["Cache-Control"] == "private, no-cache"
    for missing in (
        f"9.chart-1.svg?d={'0' * 32}",
        "9.chart-2.svg",
        "9.chart-0.svg",
        "9999.chart-1.svg",
        "9.chart-x.svg",
        "9.chart-1.txt",
    ):
        read(client, f"/s/finished/{missing}", 404)


def test_one_point_a_turn_up_to_the_line(store: EventStore, games: Shelf, over: Session) -> None:
    timeline = Timeline.read(store, games, "finished")
    turns = timeline.by_turn(timeline.last)
    assert list(turns) == list(range(timeline.status(timeline.last).turn + 1))
    for turn, position in turns.items():
        last = [group.last for group in timeline.groups if timeline.status(max(group.first - 1, 1)).turn == turn][-1]
        assert position is timeline.position(last)
    middle = timeline.find("2.1").last
    assert list(timeline.by_turn(middle)) == [0, 1, 2]
    assert timeline.by_turn(middle)[2] is timeline.position(middle)
    assert timeline.by_turn(middle)[1] is turns[1]
    assert timeline.by_turn(1) == {0: timeline.position(1)}


def test_turns_that_were_taken_back_are_gone_from_the_chart_from_then_on(
    store: EventStore, games: Shelf, running: Session
) -> None:
    before = Timeline(running.row, running.table)
    last, to = before.last, before.find("1.1").last
    shown = before.chart(last, 0)
    assert list(before.by_turn(last)) == [0, 1, 2]
    take_back(running, to, by="moderator")
    after = Timeline.read(store, games, "running")
    assert after.chart(last, 0) == shown
    assert list(after.by_turn(after.last)) == [0, 1]
    submit(running, "yellow", [Request(Written(Passed("yellow")))])
    again = Timeline.read(store, games, "running")
    assert list(again.by_turn(again.last)) == [0, 1]
    assert again.by_turn(again.last)[1] is again.position(again.last)
