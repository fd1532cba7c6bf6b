"""Boards of every game: what can be pointed at says its name and is a place that `why` knows; what moves has a key."""

from collections.abc import Iterator

import pytest
from parsed_picture import ParsedPicture

from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.samples import samples, take_in
from replay.reading.timeline import Timeline
from replay.reading.why import value_at

SAMPLES = {f"{slug}-{one.name}": one for slug in shelf() for one in samples(slug)}
STEP = 29
MOVES = {"keys": "pawn-", "risk": "daleks-", "daleks": "tardis-", "ccg": "card-"}
"""What the keys of a game's foremost pieces begin with."""
SAID = {"keys": 40, "risk": 50, "daleks": 20, "ccg": 8}
"""So many places at least stand on every board behind the set-up."""


def looks(name: str) -> Iterator[tuple[Timeline, int, ParsedPicture]]:
    """Every so manieth line of a sample and its last, for the eyes of the table and for all."""
    store = MemoryStore()
    session = take_in(store, shelf(), SAMPLES[name])
    for viewer in (TABLE, ALL):
        timeline = Timeline.read(store, shelf(), session, viewer)
        for seq in sorted({*range(2, timeline.last + 1, STEP), timeline.last}):
            yield timeline, seq, ParsedPicture(timeline.svg(seq))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_place_has_a_name_and_a_value_and_every_key_is_one_of_a_kind(name: str) -> None:
    slug = SAMPLES[name].game
    for timeline, seq, board in looks(name):
        places = [node for node in board.root.iter() if "data-place" in node.attrib]
        for node in places:
            place = node.attrib["data-place"]
            words = node.text if node.tag == "text" else node.findtext("title") or "".join(node.itertext())
            assert (words or "").strip(), place
            assert value_at(timeline, place, timeline.position(seq)), (seq, place)
        keys = board.all("data-key")
        assert len(keys) == len({*keys})
        if seq == timeline.last:
            assert len(places) >= SAID[slug]
            assert [key for key in keys if key.startswith(MOVES[slug])]
