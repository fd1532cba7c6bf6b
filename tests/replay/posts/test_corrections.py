"""Posts that their authors corrected, and mails: wraps, quotes, signatures and footers."""

from collections import Counter

import pytest
from people_posts import Row, moves_of, outcome, read, rows

FIRST = {"keys": 12, "risk": 12, "ccg": 10, "daleks": 10}
"""The least number of posts whose right reading is confirmed with one key, or is the first choice."""


def is_first(row: Row) -> bool:
    found, due = read(row), Counter(moves_of(row, row.due))
    return Counter(found.confirmed or ()) == due or Counter(next(iter(found.offered), ())) == due


@pytest.mark.sampled
@pytest.mark.parametrize("game", sorted(FIRST))
def test_offers_the_corrected_moves_first(game: str) -> None:
    posts = sorted((row for row in rows("corrections") if row.game == game), key=lambda row: (row.session, row.moves))
    assert len(posts) >= 10
    assert [row.id for row in posts if outcome(row) in ("silently wrong", "clear, wrong")] == []
    assert sum(map(is_first, posts)) >= FIRST[game]
