"""Choose the cases of a test that always run, and those that run only with the long tests (`-m long`)."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

LONG = pytest.mark.long
SHORT_SAMPLES = {("risk", "rulebook-battle"), ("risk", "mistakes"), ("daleks", "observer"), ("ccg", "rulebook-damage")}


def is_short_sample(sample: tuple[str, str]) -> bool:
    return sample[0] == "keys" or sample in SHORT_SAMPLES


def some_short(cases: Iterable[Any], is_short: Callable[[Any], bool]) -> list[Any]:
    rows = ((case, case if type(case) is tuple else (case,)) for case in cases)
    return [case if is_short(case) else pytest.param(*row, marks=LONG) for case, row in rows]
