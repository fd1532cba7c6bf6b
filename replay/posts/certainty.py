"""The probability that a reading of plain words is right.

It is a logistic model of the evidence that the reading uses. `tests/support/certainty_fit.py` fits the weights.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final, NamedTuple

_WORD: Final = re.compile(r"\w+(?:'\w+)*")
_PLAIN: Final = re.compile(r"(?:\((?=\w)|(?<=\w)\)|[\w\s.,:;!+\u2013\u2014-])*")
_HINT: Final = re.compile(r"\.\.|[:;]-?[()]")
"""Signs that hint at something else than a plain statement: dots, and faces."""


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


def says_only(text: str, used: Iterable[str]) -> bool:
    """Return whether each word of a text is used or neutral, and each sign is a plain one.

    `used` are the phrases that the moves come from. A word that stands twice in the text must be used twice.
    """
    text = text.casefold().replace("\u2019", "'")
    words = Counter(_WORD.findall(text)) - Counter(word for one in used for word in _WORD.findall(one.casefold()))
    is_plain = _PLAIN.fullmatch(_WORD.sub("w", text)) and not _HINT.search(text)
    return bool(is_plain) and words.keys() <= set(_model()["neutral"])


def is_sure(evidence: Evidence) -> bool:
    """Return whether a reading with this evidence is recorded without a question, if the policy allows it."""
    return may_be_sure(evidence) and certainty_of(evidence) >= float(_model()["sure"])
