"""The probability of a reading: a sentence for each weight, a repeatable fit, and no wrong reading that is sure."""

import tomllib
from functools import cache
from itertools import combinations

import pytest
from certainty_fit import (
    BEGIN,
    END,
    FOLDS,
    HALVINGS,
    MODEL,
    REPORT,
    Example,
    fit,
    folds,
    halvings,
    held_out,
    report,
    stored,
    sure_odds,
    written,
)

from replay.posts.certainty import Evidence, certainty_of, is_sure, may_be_sure

MODEL_DATA = tomllib.loads(MODEL.read_text("utf-8"))
KNOWN = stored()


@cache
def held_out_odds() -> list[tuple[Example, float]]:
    return held_out(KNOWN)


def test_each_weight_has_one_plain_sentence() -> None:
    rows = MODEL_DATA["evidence"]
    assert tuple(rows) == Evidence._fields
    assert all(row["says"].endswith(".") and row["says"].count(". ") == 0 for row in rows.values())


def test_the_probability_follows_the_weights() -> None:
    model = fit(KNOWN)
    for one in KNOWN[::50]:
        evidence = Evidence(*one.evidence)
        assert certainty_of(evidence) == pytest.approx(model.chance(one.evidence), abs=1e-3)
        assert is_sure(evidence) == (may_be_sure(evidence) and certainty_of(evidence) >= MODEL_DATA["sure"])


def test_some_evidence_always_leads_to_a_question() -> None:
    best = max((one for one in KNOWN if one.may_be_sure), key=lambda one: certainty_of(Evidence(*one.evidence)))
    evidence = Evidence(*best.evidence)
    assert is_sure(evidence)
    assert [name for name in Evidence._fields if not may_be_sure(evidence._replace(**{name: 1.0}))] == [
        name for name, row in MODEL_DATA["evidence"].items() if "most" in row
    ]  # fmt: skip


def test_the_weights_are_those_of_the_stored_evidence() -> None:
    """`python tests/support/certainty_fit.py` reads all posts again and writes evidence, weights and report."""
    assert written(fit(KNOWN), sure_odds(held_out_odds())) == MODEL.read_text("utf-8")


def test_a_writer_is_never_in_two_parts() -> None:
    for count in (2, FOLDS):
        parts = folds(KNOWN, count)
        assert all(first.isdisjoint(second) for first, second in combinations(parts, 2))
        assert set().union(*parts) == {one.hand for one in KNOWN}


def test_no_wrong_reading_is_sure_in_the_held_out_parts() -> None:
    found = held_out_odds()
    least = sure_odds(found)
    sure = [one for one, odds in found if one.may_be_sure and odds >= least]
    assert sure
    assert all(one.right for one in sure)


@pytest.mark.long
def test_no_wrong_reading_is_sure_in_the_other_half() -> None:
    found = list(halvings(KNOWN))
    assert len(found) == 2 * HALVINGS
    assert sum(one.wrong for one in found) == 0
    assert sum(one.sure for one in found) > 0


@pytest.mark.long
def test_the_report_is_up_to_date() -> None:
    text = REPORT.read_text("utf-8")
    assert f"{BEGIN}{text.partition(BEGIN)[2].partition(END)[0]}{END}" == report(KNOWN)
