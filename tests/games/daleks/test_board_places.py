"""Boards of the shipped sessions: everything on them has a name, a value, a key and whole words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import pytest
import recordings
from parsed_picture import ParsedPicture
from recordings import recording

from events.facts import ALL
from projections.drawing import palette
from projections.games.daleks.board import inks
from projections.games.daleks.state.position import Position
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from replay.reading.why import value_at

SAMPLES: Final = [name for name in recordings.SAMPLES if name.startswith("daleks-")]
LIGHT: Final = 0.3
"""What is lighter by day is a ground, and is darker by night."""


class Look(NamedTuple):
    """A line of a sample as it is looked at: the position and its board."""

    timeline: Timeline
    position: Position
    board: ParsedPicture


@cache
def looks(name: str) -> Sequence[Look]:
    """A sample at its first line of each step and stage, with and without help, drawn Locations and costs; its last."""
    taken = recording(name).taken
    timeline = Timeline.read(taken.store, shelf(), taken.session, ALL)
    found: dict[object, int] = {}
    for seq in range(1, timeline.last + 1):
        now = timeline.position(seq)
        if now is not None:
            met = now.adventure
            stage = (met.stage, met.manner, met.over) if met else ()
            found.setdefault((now.step, stage, bool(now.found), now.debt is None, now.window is None), seq)
    lines = sorted({*found.values(), timeline.last})
    return [Look(timeline, timeline.position(seq), ParsedPicture(timeline.svg(seq))) for seq in lines]


def _is_light(ink: str) -> bool:
    red, green, blue = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue > LIGHT


def _grounds(board: ParsedPicture) -> Iterator[str]:
    """The colours of boxes that are wide enough for words, without labels of gold, which are the same by night."""
    for node in board.root.iter("rect"):
        if float(node.get("width", 0)) > 80 and node.get("fill", "none") not in ("none", "#fff", inks.GOLD):
            yield node.get("fill", "")


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_on_a_board_has_a_name_a_key_and_whole_words(name: str) -> None:
    night = {**palette.NIGHT, **inks.NIGHT}
    for look in looks(name):
        parts = [node for node in look.board.root.iter() if "data-place" in node.attrib]
        assert len(parts) > 20
        for node in parts:
            place = node.get("data-place", "")
            assert node.findtext("title"), place
            assert value_at(look.timeline, place, look.position), place
        keys, now = look.board.all("data-key"), look.position
        assert len(keys) == len(set(keys))
        assert not [key for key in keys if key != key.strip()]
        pools = now.adventure.pools if now.adventure else ()
        dice = {f"die-{die.name.lower()}" for pool in pools for die in pool.dice if not die.gone}
        assert {"ship", *(f"tardis-{seat}" for seat in now.seats), *(f"marker-{at}" for at in now.markers)} <= set(keys)
        assert {key for key in keys if key.startswith("die-")} == dice
        assert {f"doctor-{seat}" for seat in now.seats} <= set(keys)
        words = ["".join(node.itertext()) for node in look.board.root.iter("text")]
        assert [said for said in words if "…" in said and not re.fullmatch(r"[BGUR]\d+…", said)] == []
        assert [said for said in words if re.search(r"(?<!\w)[+-]\d|[BGUR]→|[A-Z][a-z]→", said)] == []
        light = {ink for ink in _grounds(look.board) if _is_light(ink)}
        assert light
        assert light <= night.keys()
        assert not [ink for ink in light if _is_light(night[ink])]


def test_no_ink_of_the_night_is_that_of_a_piece_by_day() -> None:
    kept = {
        inks.VORTEX, inks.THREAD, inks.PATH, inks.STONE, inks.GOLD, inks.DALEK, inks.BOX, palette.BLACK, palette.BACK,
        *inks.DICE.values(),
    }  # fmt: skip
    assert not kept & {*palette.NIGHT, *inks.NIGHT}
