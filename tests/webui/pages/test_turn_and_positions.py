"""A turn on one board, and two positions side by side: in every game, for every view, at every bad address."""

import re
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from long_runs import some_short
from people import Browser, Table, visible
from players import founded, play_on

from events.events import ALL
from events.store.accounts import SEAT
from events.store.memory import MemoryStore
from projections.drawing.board import compose
from projections.registry import Registry, registry
from replay.corrections.takeback import take_back
from replay.reading.numbered_boards import ComparedPositions, TurnOverview
from replay.reading.timeline import Timeline
from webui import create_app

SHORT = ("keys 60", "risk 25", "daleks 20", "ccg 25")
LONG = ("risk 60", "daleks 60", "ccg 60")
"""Games and the number of moves to play in them."""


class Played(NamedTuple):
    moves: int
    timeline: Timeline
    browser: Browser

    @property
    def path(self) -> str:
        return f"/s/{self.timeline.row.session}"


@pytest.fixture(scope="module", params=some_short([*SHORT, *LONG], lambda case: case == SHORT[0]))
def game(request: pytest.FixtureRequest) -> Played:
    store = MemoryStore()
    slug, moves = request.param.split()
    session = play_on(founded(store, slug, 2, games=registry()), int(moves))
    timeline = Timeline.read(store, registry(), session.row.session, ALL)
    return Played(int(moves), timeline, Browser(create_app(store, registry())))


def test_every_turn_of_every_game_is_on_one_board(game: Played) -> None:
    numbered, marked, page = 0, 0, ""
    for turn in sorted({game.timeline.status(max(group.first - 1, 1)).turn for group in game.timeline.groups}):
        overview = TurnOverview(game.timeline, turn)
        ET.fromstring(overview.svg)
        drawn = {int(found) for found in re.findall(r'data-number="(\d+)"', overview.svg)}
        assert drawn == {move.number for move in overview.moves if move.is_marked}
        assert [move.number for move in overview.moves if move.number] == list(
            range(1, 1 + sum(m.number > 0 for m in overview.moves))
        )
        numbered, marked = numbered + len(overview.moves), marked + len(drawn)
        page = game.browser.read(f"{game.path}/turn/{turn}")
        for move in overview.moves:
            assert f'href="{game.path}/{move.seq}"' in page
    assert numbered >= game.moves - 5
    assert marked >= 5
    idents = re.findall(r' id="([^"]+)"', page)
    assert len(idents) == len(set(idents))


def test_comparing_positions_lists_and_marks_the_differences(game: Played) -> None:
    timeline = game.timeline
    first, second = timeline.last // 3, timeline.last
    found = ComparedPositions(timeline, first, second)
    assert found.places
    assert any(one.is_marked for one in found.places)
    boards = [compose(timeline.game.meta.slug, panels) for panels in found.boards]
    for board in boards:
        ET.fromstring(board)
    drawn = {int(one) for board in boards for one in re.findall(r'data-number="(\d+)"', board)}
    assert drawn == {one.number for one in found.places if one.is_marked}
    page = game.browser.read(f"{game.path}/{second}?vs={first}")
    told = visible(page)
    for one in found.places:
        assert " ".join(one.sentence.split()) in told
    idents = re.findall(r'\bid="([^"]+)"', page)
    assert len(idents) == len(set(idents)), "no name twice on one page"
    back = ComparedPositions(timeline, second, first)
    assert {one.name for one in back.places} == {one.name for one in found.places}
    last = game.timeline.last
    assert "No differences." in visible(game.browser.read(f"{game.path}/{last}?vs=%23{last}"))


@pytest.fixture
def toy(games: Registry) -> Table:
    return Table(games, "compared", 6)


def test_the_toy_game_has_pictured_turn_and_comparison_pages(toy: Table) -> None:
    reader, last = toy.browser(), toy.last
    assert "Black" in visible(reader.read("/s/compared/turn/1"))
    assert "Differences" in visible(reader.read(f"/s/compared/{last}?vs=5"))
    client = toy.browser().client
    assert client.get("/s/compared/1.1?vs=1.2").headers["Location"].endswith("?vs=1.2")
    assert "240, 600" in client.get("/s/compared/turn/1.png?size=7").text
    assert client.get("/s/compared/turn/1.svg").mimetype == "image/svg+xml"
    assert client.get("/s/compared/turn/1.png?size=240", buffered=True).mimetype in ("image/png", "image/svg+xml")


def test_a_move_that_was_taken_back_is_listed_without_a_number(toy: Table) -> None:
    timeline = Timeline(toy.session.row, toy.session.table)
    move = [group for group in timeline.groups if group.first in timeline.addresses][-1]
    turn = timeline.addresses[move.first].partition(".")[0]
    take_back(toy.session, move.first - 1, by="moderator", reason="a slip")
    page = toy.browser().read(f"/s/compared/turn/{turn}")
    assert "taken back" in visible(page)
    assert re.search(rf'class="struck"><a href="/s/compared/{move.last}"', page)


ALWAYS_ITS_OWN = re.compile(
    r"/s/compared(/(post|move|end|summary|checkpoints|feed\.atom|deadlines\.ics|notices|\d+/(was-move|fix|ruling|takeback|what-if)"
    r"|\d+\.(png|bbcode|md)|turn/\d+\.(gif|webp)))?"
)
"""Addresses without another viewer: forms of the user, the summary, the feed, checkpoints, and what can be shared."""


@pytest.mark.parametrize("path", ["20", "20?vs=9", "turn/1", "notes", "dice", "why?at=20", "audit"])
def test_every_link_keeps_the_chosen_view(toy: Table, path: str) -> None:
    page = toy.browser(SEAT, "black").read(f"/s/compared/{path}{'&' if '?' in path else '?'}as=black")
    links = [unescape(found) for found in re.findall(r'<a\b[^>]*href="([^"#]+)', page)]
    inside = [link for link in links if re.match(r"/s/compared\b", link)]
    lost = [link for link in inside if "as=black" not in link and not ALWAYS_ITS_OWN.fullmatch(link)]
    looks = re.findall(r'href="([^"]*)"[^>]*>a spectator<', page)
    assert [link for link in lost if link not in looks] == []
    assert len(inside) > 5
    for form in re.findall(r'<form\b[^>]*action="/s/compared.*?</form>', page, re.DOTALL):
        assert 'method="get"' not in form or 'name="as" value="black"' in form
