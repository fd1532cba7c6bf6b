"""Nothing that only a seat knows reaches a spectator, in any output that the pages have."""

import pytest
from freezegun import freeze_time
from long_runs import some_short
from spectator import spectator_outputs, without_hashes
from toy_worlds import FIRST, SECOND, world

from projections.shelf import Shelf


@freeze_time("2026-11-21 12:00:00")
def test_two_worlds_look_the_same_to_a_spectator(games: Shelf) -> None:
    (one, session), (other, twin) = world(games, FIRST), world(games, SECOND)
    assert session.position != twin.position
    assert session.head.seq == twin.head.seq
    pairs = zip(
        spectator_outputs(one, "worlds", session.head.seq),
        spectator_outputs(other, "worlds", twin.head.seq),
        strict=True,
    )
    compared = 0
    for (path, head, body), (_, twin_head, twin_body) in pairs:
        assert without_hashes(body) == without_hashes(twin_body), path
        assert without_hashes(head.encode()) == without_hashes(twin_head.encode()), path
        assert b"I hold" not in body, path
        compared += 1
    assert compared > 4 * session.head.seq


@pytest.mark.parametrize("ended", some_short([False, True], bool))
def test_the_comparison_can_fail(games: Shelf, *, ended: bool) -> None:
    """What was opened to all does differ between the worlds: once the session ends, and not before."""
    shown = []
    for order in (FIRST, SECOND):
        app, session = world(games, order)
        if ended:
            session.end()
        outputs = spectator_outputs(app, "worlds", session.head.seq)
        shown.append([without_hashes(body) for _, _, body in outputs])
    assert (shown[0] != shown[1]) is ended
