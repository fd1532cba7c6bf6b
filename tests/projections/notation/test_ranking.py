"""Legal moves ranked for typed words."""

from typing import Any

import pytest
from people_posts import Row, rows, table

from projections.notation.prose.ranking import ranked
from projections.shelf import shelf
from replay.reading.timeline import Timeline


def _row(ident: str) -> Row:
    return next(row for row in rows("risk") if row.id == ident)


@pytest.fixture
def neutral() -> tuple[Any, Any, str]:
    row = _row("risk-a-021")
    store, session = table(row.session, row.moves)
    timeline = Timeline.read(store, shelf(), session, row.seat)
    return timeline.game, timeline.position(timeline.last), row.seat


def test_lists_all_moves_if_nothing_is_typed(neutral: tuple[Any, Any, str]) -> None:
    game, position, seat = neutral
    assert len(ranked(game, position, seat, " ", most=5)) == 5


@pytest.mark.parametrize(("typed", "first"), [
    ("two peru", "N: PER+2"), ("britain 3", "N: GBR+3"), ("gre", "N: GBR+1"), ("3 on argentna", "N: ARG+3"),
])  # fmt: skip
def test_the_likeliest_move_is_first(neutral: tuple[Any, Any, str], typed: str, first: str) -> None:
    game, position, seat = neutral
    assert ranked(game, position, seat, typed)[0] == first


def test_lists_no_move_for_unknown_words(neutral: tuple[Any, Any, str]) -> None:
    game, position, seat = neutral
    assert ranked(game, position, seat, "zzz") == ()
