"""Several boards on one page: further ones refer to parts of those before, and show what each shows alone."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from players import founded, play_on

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from webui.desk.shared_boards import SharedBoards

DEFS = "{http://www.w3.org/2000/svg}defs"


@pytest.fixture(scope="module", params=["keys", "risk", "daleks", "ccg"])
def boards(request: pytest.FixtureRequest) -> list[str]:
    """Five positions of a session, as pictures."""
    store = MemoryStore()
    session = play_on(founded(store, request.param, 2, games=shelf()), 30)
    timeline = Timeline.read(store, shelf(), session.row.session, TABLE)
    return [timeline.svg(seq) for seq in range(timeline.last - 20, timeline.last, 4)]


def drawn(page: list[str]) -> Iterator[bytes]:
    """What each board of a page shows: references to parts resolved; and all that any of them defines."""
    whole = ET.fromstring(f"<page>{''.join(page)}</page>")
    parts = {each.attrib.pop("id"): each for each in whole.iter() if each.get("id", "").startswith("part-")}
    defined = set[bytes]()
    for board in whole:
        for inner in board.findall(DEFS):
            defined |= set(map(ET.tostring, inner))
            board.remove(inner)
        for group in (board, *board.iter("{http://www.w3.org/2000/svg}g")):
            for at, part in enumerate(group):
                group[at] = parts.get(part.get("href", "").removeprefix("#"), part)
        yield ET.tostring(board)
    yield from sorted(defined)


def test_each_shows_what_it_shows_alone(boards: list[str]) -> None:
    shared = SharedBoards(boards[0])
    assert list(drawn([shared.first, *map(shared.further, boards[1:])])) == list(drawn(boards))


def test_further_ones_are_short(boards: list[str]) -> None:
    shared = SharedBoards(boards[0])
    assert len(shared.first) < 1.1 * len(boards[0])
    assert sum(len(shared.further(board)) for board in boards[1:]) < 0.5 * sum(map(len, boards[1:]))
