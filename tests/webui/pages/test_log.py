"""The log beside the board, when it is long."""

import gzip
import re

import pytest
import toy
from spectator import SEATS, opened, played, read

from events.conduct import Remarked
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.reading.timeline import Timeline
from webui import create_app
from webui.desk.log_rows import ROWS


@pytest.fixture(scope="module")
def long_session() -> tuple[EventStore, Shelf, int]:
    """A session of more than two thousand lines."""
    store, games = MemoryStore(), Shelf([toy.GAME])
    session = opened(store, games, "toy", SEATS, session="long", options={"points": 220})
    played(session)
    assert session.head.seq > 2_000
    return store, games, session.head.seq


def test_long_logs_are_laid_out_around_the_reader(long_session: tuple[EventStore, Shelf, int]) -> None:
    store, games, last = long_session
    client = create_app(store, games).test_client()
    for seq, earlier, later in ((1, False, True), (700, True, True), (last // 2, True, True), (last, True, False)):
        page = read(client, f"/s/long/{seq}")
        assert page.count('<li class="') <= 2 * ROWS + 1
        assert page.count('aria-current="step"') == 1
        assert len(gzip.compress(page.encode())) < 45_000
        assert ("Earlier turns" in page) is earlier
        assert ("Later turns" in page) is later


def test_headings_reach_every_turn_of_a_long_log(long_session: tuple[EventStore, Shelf, int]) -> None:
    store, games, last = long_session
    client = create_app(store, games).test_client()
    seq, turns = 1, set()
    while True:
        page = read(client, f"/s/long/{seq}")
        turns |= set(re.findall(r"<h3><a href=\"/s/long/\d+\">Turn (\d+)", page))
        later = re.findall(r'<a href="/s/long/(\d+)">Later turns', page)
        if not later:
            break
        seq = int(later[0])
    assert turns == {str(turn) for turn in range(1, Timeline.read(store, games, "long").status(last).turn + 1)}


def test_one_long_turn_is_cut_too(store: EventStore, games: Shelf) -> None:
    session = opened(store, games, "toy", SEATS, session="chatty")
    for number in range(200):
        session.note(Remarked("black", f"remark {number}"), by="black")
    page = read(create_app(store, games).test_client(), "/s/chatty/100")
    assert page.count('<li class="') == 2 * ROWS + 1
    assert re.search(r"\d+ earlier in this turn", page)
    assert re.search(r"\d+ more in this turn", page)
