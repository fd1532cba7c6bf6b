"""Whatever can be pointed at on a board of the card game is a place of which it can be asked why it is so."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from ccg_views import Picture

from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.timeline import Timeline
from replay.reading.why import value_at, why

SAMPLES = {one.name: one.text for one in samples("ccg")}


def timeline(name: str, viewer: str) -> Timeline:
    store = MemoryStore()
    return Timeline.read(store, shelf(), record_text(store, shelf(), SAMPLES[name]).session, viewer)


def pointed(picture: Picture) -> Iterator[ET.Element]:
    return (node for node in picture.root.iter() if "data-place" in node.attrib)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_place_on_a_board_has_a_value(name: str) -> None:
    for viewer in (ALL, TABLE):
        read = timeline(name, viewer)
        for at in read.ends["move"][::23]:
            position = read.position(at)
            places = {node.attrib["data-place"] for node in pointed(Picture(position))}
            assert {place for place in places if not value_at(read, place, position)} == set()


def test_why_answers_for_each_kind_of_place() -> None:
    read = timeline("rulebook-support", TABLE)
    kinds: dict[str, tuple[str, int]] = {}
    for at in read.ends["move"]:
        for node in pointed(Picture(read.position(at))):
            place = node.attrib["data-place"]
            word, _, rest = place.partition(" ")
            kinds[rest if word.startswith("#") else word] = (place, at)
    assert {"card", "energy", "zone", "bonus", "time", "hand", "deck", "discards", "begun", "turn", "step"} <= {*kinds}
    for place, at in kinds.values():
        assert why(read, place, at).value, place


def test_what_can_be_pointed_at_says_its_name_and_text() -> None:
    """But for the words of the head, which say themselves what they are, each place has a title with words."""
    read = timeline("rulebook-game", ALL)
    for at in read.ends["move"][::7]:
        for node in pointed(Picture(read.position(at))):
            if node.tag != "text" and "data-line" not in node.attrib:
                assert (node.findtext("title") or "").strip(), node.attrib
