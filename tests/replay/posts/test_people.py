"""Posts in people's own words: nothing is silently wrong, talk is left alone, and so many are read or offered."""

from collections import Counter
from functools import cache

import pytest
from long_runs import some_short
from people_posts import Outcome, Row, outcome, rows

from projections.shelf import shelf

ONE_KEY = {"keys": 48, "risk": 50, "ccg": 46, "daleks": 47}
"""Of the posts that say moves, at least so many are read whole, and confirmed with one key or not even that."""
OFFERED = {"keys": 60, "risk": 59, "ccg": 55, "daleks": 56}
"""At least so many are read or asked about with the right choice on offer."""
every_game = pytest.mark.parametrize("game", some_short(sorted(shelf()), lambda game: game == "keys"))


@cache
def outcomes(game: str) -> list[tuple[Row, Outcome]]:
    """What becomes of each post of a game."""
    return [(row, outcome(row)) for row in rows(game)]


@every_game
def test_no_post_is_silently_misread(game: str) -> None:
    """Nothing is filed that a post does not say, and no clear reading is a wrong one."""
    wrong = [row.id for row, came in outcomes(game) if came in ("silently wrong", "clear, wrong")]

    assert wrong == []


@every_game
def test_talk_is_left_alone(game: str) -> None:
    """What says no move is neither read nor asked about."""
    assert {came for row, came in outcomes(game) if row.kind == "talk"} == {"right"}


@every_game
def test_moves_are_read_or_offered(game: str) -> None:
    """As many as were counted when this was written."""
    came = Counter(came for row, came in outcomes(game) if row.kind == "moves")
    read = came["right"] + came["one key"]

    assert read >= ONE_KEY[game]
    assert read + came["asked, on offer"] >= OFFERED[game]
