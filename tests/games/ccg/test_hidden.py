"""How often a turn of the card game waits for the other player."""

import pytest
from ccg_waits import share_of, waits
from long_runs import some_short


@pytest.mark.parametrize("seeds", some_short((range(2), range(6)), lambda seeds: len(seeds) == 2))
def test_usual_turn_waits_at_most_twice(seeds: range) -> None:
    """CCG-COM-02, CCG-COM-33."""
    turns = [waited for seed in seeds for waited in waits(seed)]
    usual = [waited for waited in turns if "answer" not in waited]
    assert len(usual) > 0.7 * len(turns)
    assert share_of(usual)[0] > 0.88
    share, mean = share_of(turns)
    assert (share > 0.75, mean < 2) == (True, True)
