"""Which cases of a test run every time, and which with the long runs (`-m long`) alone."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

LONG = pytest.mark.long
SHORT_SAMPLES = {("risk", "rulebook-battle"), ("risk", "mistakes"), ("daleks", "observer"), ("ccg", "rulebook-damage")}


def is_short_sample(sample: tuple[str, str]) -> bool:
    return sample[0] == "keys" or sample in SHORT_SAMPLES


def some_short(cases: Iterable[Any], is_short: Callable[[Any], bool]) -> list[Any]:
    return [
        case if is_short(case) else pytest.param(*(case if type(case) is tuple else (case,)), marks=LONG)
        for case in cases
    ]
