"""Lines of Time of the Daleks that come back whatever is known, and posts as different people type them."""

from daleks_dice import in_adventure
from daleks_tables import JULIE, place
from round_trip import Group, must_come_back

from projections.draft import Stated, run
from projections.games.daleks import GAME
from projections.games.daleks import effects as f
from projections.games.daleks import moves as m
from replay.fate import Scripted

UNSEEN = (place(2, "orient-express", "?", "?"),)
"""A Location whose Dilemmas nobody here has seen."""


# What is stated where it is not known


def test_the_cost_of_a_dilemma_that_nobody_knows_is_the_stated_one() -> None:
    """TOD-FAIL-05: it is carried out in its place, before the turn goes on, and whether it was due cannot be told."""
    now = in_adventure({JULIE: "B1 running"}, places=UNSEEN)
    due = f.CostDue(JULIE, "dilemma", "sutekh", 1)
    draft = run(GAME, now, m.Resolve(JULIE), Scripted(), strict=False, stated=Stated([due]))
    facts = [entry.fact for entry in draft.entries]
    assert facts.index(due) < facts.index(f.StepReached("finish"))
    assert [divergence.doubt for divergence in draft.divergences] == [True]
    line = must_come_back("daleks", Group(now, draft.entries))
    assert line.startswith("END: fail +cost-due julie dilemma sutekh 1")


def test_a_dilemma_that_nobody_knows_costs_nothing_where_nothing_is_stated() -> None:
    now = in_adventure({JULIE: "B1 running"}, places=UNSEEN)
    draft = run(GAME, now, m.Resolve(JULIE), Scripted(), strict=False)
    assert not any(isinstance(entry.fact, f.CostDue) for entry in draft.entries)
    assert must_come_back("daleks", Group(now, draft.entries)) == "END: fail"
