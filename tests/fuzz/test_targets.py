"""The targets of the fuzzer, run over what they begin with and over mutations of it, without the fuzzer itself."""

import random
from itertools import islice
from typing import NamedTuple

import pytest
from judging import TARGETS, Finding, Target, TooSlowError, judged
from long_runs import LONG
from mutating import mutated, words_of

from events.errors import CorruptLogError, RefusedError


class Size(NamedTuple):
    """How many inputs a target begins with, and how many are made of them."""

    seeds: int
    mutations: int


SIZES = [Size(6, 8), pytest.param(Size(400, 400), marks=LONG)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_in_is_read_or_refused(name: str, size: Size) -> None:
    target, chance = TARGETS[name], random.Random(17)
    seeds = [raw[: target.longest] for raw in islice(target.seeds(), size.seeds)]
    words = words_of(seeds)
    made = [mutated(chance.choice(seeds), words, seeds, chance, target.longest) for _ in range(size.mutations)]
    for raw in (*seeds, *made):
        assert judged(target, raw) is None, raw


@pytest.mark.parametrize("name", TARGETS)
def test_the_first_input_of_a_target_is_read_whole(name: str) -> None:
    TARGETS[name].read(next(TARGETS[name].seeds()))


def failing(error: BaseException) -> Target:
    def read(_raw: bytes) -> None:
        raise error

    return Target("failing", read, lambda: iter([b"a"]))


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), CorruptLogError("x"), TooSlowError("x")])
def test_a_fault_is_a_finding(error: BaseException) -> None:
    found = judged(failing(error), b"a")
    assert isinstance(found, Finding)
    assert found.key.startswith(type(error).__name__)


def test_a_refusal_is_none() -> None:
    assert judged(failing(RefusedError("x")), b"a") is None
    assert judged(failing(CorruptLogError("x"))._replace(may_be_damaged=True), b"a") is None
