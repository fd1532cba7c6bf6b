"""The fuzz targets, run without the fuzzer on their initial inputs and on mutations of them."""

import random
from itertools import islice
from typing import NamedTuple

import pytest
from judging import TARGETS, Finding, Target, TooSlowError, judged
from long_runs import LONG
from mutating import mutated, words_of

from events.errors import CorruptLogError, RefusedError


class Size(NamedTuple):
    seeds: int
    mutations: int


SIZES = [Size(3, 3), pytest.param(Size(400, 400), marks=LONG)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", TARGETS)
def test_any_input_is_read_or_refused(name: str, size: Size) -> None:
    target, chance = TARGETS[name], random.Random(17)
    seeds = [raw[: target.longest] for raw in islice(target.seeds(), size.seeds)]
    words = words_of(seeds)
    made = [mutated(chance.choice(seeds), words, seeds, chance, target.longest) for _ in range(size.mutations)]
    for raw in (*seeds, *made):
        assert judged(target, raw) is None, raw


@pytest.mark.parametrize("name", TARGETS)
def test_reads_the_first_input_of_each_target(name: str) -> None:
    TARGETS[name].read(next(TARGETS[name].seeds()))


def failing(error: BaseException) -> Target:
    def read(_raw: bytes) -> None:
        raise error

    return Target("failing", read, lambda: iter([b"a"]))


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), CorruptLogError("x"), TooSlowError("x")])
def test_an_unexpected_error_is_a_finding(error: BaseException) -> None:
    found = judged(failing(error), b"a")
    assert isinstance(found, Finding)
    assert found.key.startswith(type(error).__name__)


def test_a_refusal_is_not_a_finding() -> None:
    assert judged(failing(RefusedError("x")), b"a") is None
    assert judged(failing(CorruptLogError("x"))._replace(may_be_damaged=True), b"a") is None
