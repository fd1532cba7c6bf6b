"""Posts in people's own words, parsed as moves, compared with notation for the same moves."""

from pathlib import Path

from measure import CLOCK, Row, Sample
from people_posts import outcome, rows as posts, table

from projections.registry import registry
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

LINES = 60


def rows(_folder: Path, short: Sample, _long: Sample, *, quick: bool) -> list[Row]:
    """Return the rows of this part. Only posts that are read correctly or offered as an option count."""
    del quick
    told, count = [], 0
    for post in posts(short.game):
        if count < LINES and post.kind == "moves" and outcome(post) in ("right", "one key", "asked, on offer"):
            told.append(post)
            count += len(post.due)
    spent = sum(_read(post.session, post.moves, post.seat, post.post) for post in told)
    floor = sum(_read(post.session, post.moves, post.seat, "\n".join(post.due)) for post in told)
    return [
        Row(
            short.game, f"{len(told)} posts of prose read that say {count} moves", spent * 1e3, "ms",
            floor * 1e3, "ms notation", spent / floor,
        )
    ]  # fmt: skip


def _read(session: str, moves: int, seat: str, text: str) -> float:
    """Return the seconds for reading a post by its seat, after `moves` moves of the session."""
    store, name = table(session, moves)
    timeline = Timeline.read(store, registry(), name, seat)
    start = CLOCK[0]()
    read_post(timeline, store, Pasted(text=text, seat=seat), Poster(seat, seat))
    return CLOCK[0]() - start
