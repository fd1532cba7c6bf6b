"""The probability that a reading of plain words is right.

It is a logistic model of the evidence that the reading uses. `tests/support/certainty_fit.py` fits the weights.
"""

import tomllib
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple


class Evidence(NamedTuple):
    """What is known about a reading. `certainty.toml` describes each field and has its weight."""

    unclear: float
    lead: float
    others: float
    explained: float
    left: float
    loose: float
    numbers: float
    unknown: float
    unread: float
    chat: float
    denied: float
    silent: float
    planned: float
    supplied: float
    moves: float
    goes_on: float


@cache
def _model() -> dict[str, Any]:
    return tomllib.loads((files("replay.posts") / "certainty.toml").read_text("utf-8"))


def certainty_of(evidence: Evidence) -> float:
    """Return the probability that a reading with this evidence is right, from 0 to 1."""
    model = _model()
    weights = {name: row["weight"] for name, row in model["evidence"].items()}
    total = model["base"] + sum(weights[name] * value for name, value in evidence._asdict().items())
    return 1 / (1 + exp(-total))


def may_be_sure(evidence: Evidence) -> bool:
    """Return whether a reading has none of the evidence that always leads to a question."""
    rows = _model()["evidence"]
    return all(value <= rows[name].get("most", value) for name, value in evidence._asdict().items())


def is_sure(evidence: Evidence) -> bool:
    """Return whether a reading with this evidence is recorded without a question, if the policy allows it."""
    return may_be_sure(evidence) and certainty_of(evidence) >= float(_model()["sure"])
