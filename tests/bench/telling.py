"""Sixty lines of prose, read as moves, beside sixty lines of notation that say the same moves."""

from pathlib import Path

from measure import CLOCK, Row, Sample
from people_posts import rows as posts
from people_posts import table

from projections.shelf import shelf
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

LINES = 60
_LONG = 3
"""A line of more words tells something."""


def rows(_folder: Path, short: Sample, _long: Sample, *, quick: bool) -> list[Row]:
    """The rows of this part."""
    del quick
    told = [post for post in posts(short.game) if post.kind == "moves"]
    prose = [line for post in told for line in post.post.splitlines() if len(line.split()) > _LONG][:LINES]
    first = told[0]
    spent = _read(first.session, first.moves, first.seat, prose)
    notation = [(_read(post.session, post.moves, post.seat, list(post.due)), len(post.due)) for post in told]
    floor = LINES * sum(seconds for seconds, _ in notation) / sum(lines for _, lines in notation)
    return [
        Row(
            short.game, f"reading {len(prose)} lines of prose", f"{spent * 1e3:.0f} ms",
            f"{floor * 1e3:.0f} ms notation", f"{spent / floor:.1f} x", "8 x",
        )
    ]  # fmt: skip


def _read(session: str, moves: int, seat: str, lines: list[str]) -> float:
    """Seconds that a post takes from its seat, at a table where so many moves stand."""
    store, name = table(session, moves)
    timeline = Timeline.read(store, shelf(), name, seat)
    start = CLOCK[0]()
    read_post(timeline, store, Pasted(text="\n".join(lines), seat=seat), Poster(seat, seat))
    return CLOCK[0]() - start
