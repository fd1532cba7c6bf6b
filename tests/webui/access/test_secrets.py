"""Nothing that only a seat knows reaches a spectator, in any output that the pages have."""

from freezegun import freeze_time
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


def test_the_comparison_finds_what_an_end_opens(games: Shelf) -> None:
    shown = []
    for order in (FIRST, SECOND):
        app, session = world(games, order)
        session.end()
        last = session.head.seq
        outputs = spectator_outputs(app, "worlds", last, [f"/s/worlds/{last}", "/s/worlds/log.jsonl"].__contains__)
        shown.append([without_hashes(body) for _, _, body in outputs])
    assert shown[0] != shown[1]
