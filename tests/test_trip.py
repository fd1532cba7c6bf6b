"""The way of a line through the house, counted: what is read goes one way, and what only shows does not go it."""

import pytest
from trip import COMMANDS, Trip, trips

ENGINE = {f"replay/posts/{name}.py" for name in ("fences", "lines", "lookahead", "read")}
"""What reads posts, wherever they come from."""


@pytest.fixture(scope="module")
def counted() -> dict[str, Trip]:
    return trips()


def test_a_transcript_and_a_post_are_read_by_the_same_files(counted: dict[str, Trip]) -> None:
    assert counted.keys() == COMMANDS.keys()
    for name in ("record", "post"):
        assert counted[name].files > ENGINE, name
        assert counted[name].crossings > len(counted[name].files)


def test_what_only_shows_reads_no_post(counted: dict[str, Trip]) -> None:
    for name in ("show", "audit"):
        assert not any(file.startswith("replay/posts/") for file in counted[name].files), name
        assert "replay/reading/reading.py" in counted[name].files


MOST = {"record": (90, 3560), "post": (79, 2320), "show": (35, 240), "audit": (53, 1150)}
"""Files and crossings of each command: what was counted, and a little room."""


def test_no_way_becomes_longer(counted: dict[str, Trip]) -> None:
    """One that does is worth a look."""
    for name, (files, crossings) in MOST.items():
        assert len(counted[name].files) <= files, name
        assert counted[name].crossings <= crossings, name
