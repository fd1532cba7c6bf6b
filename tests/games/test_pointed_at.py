"""Board pictures of every game: each marked place has a name and a value that `why` knows, and each key is unique."""

import pytest
from long_runs import some_short
from parsed_picture import ParsedPicture

from events.events import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.samples import samples, take_in
from replay.reading.provenance import value_at
from replay.reading.timeline import Timeline

SAMPLES = {f"{slug}-{one.name}": one for slug in shelf() for one in samples(slug)}
SHORT = ("keys-", "risk-rulebook-", "daleks-mistakes", "ccg-rulebook-")
MOVES = {"keys": "pawn-", "risk": "daleks-", "daleks": "tardis-", "ccg": "card-"}
"""Prefix of the keys of a game's pieces."""
LEAST = {"keys": 40, "risk": 50, "daleks": 20, "ccg": 8}
"""Least number of marked places on a board after the set-up."""


@pytest.mark.parametrize("name", some_short(SAMPLES, lambda name: name.startswith(SHORT)))
@pytest.mark.sampled
def test_every_place_has_a_name_and_a_value_and_every_key_is_unique(name: str) -> None:
    store, slug = MemoryStore(), SAMPLES[name].game
    session = take_in(store, shelf(), SAMPLES[name])
    for viewer in (TABLE, ALL):
        timeline = Timeline.read(store, shelf(), session, viewer)
        for seq in sorted({*range(2, timeline.last + 1, 29), timeline.last}):
            board = ParsedPicture(timeline.svg(seq))
            places = [node for node in board.root.iter() if "data-place" in node.attrib]
            for node in places:
                place = node.attrib["data-place"]
                words = node.text if node.tag == "text" else node.findtext("title") or "".join(node.itertext())
                assert (words or "").strip(), place
                assert value_at(timeline, place, timeline.position(seq)), (seq, place)
            keys = board.all("data-key")
            assert len(keys) == len({*keys})
            if seq == timeline.last:
                assert len(places) >= LEAST[slug]
                assert [key for key in keys if key.startswith(MOVES[slug])]
