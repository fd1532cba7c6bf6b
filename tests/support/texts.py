"""Which parts are there: an assertion on many parts shows those that are wrong."""

from collections.abc import Sequence
from typing import Any


def missing(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part not in whole]


def present(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part in whole]


def wrong(whole: Any, *parts: Any, absent: Sequence[Any]) -> list[Any]:
    """The parts that are missing, and those that are there although they ought to be absent."""
    return [*missing(whole, *parts), *present(whole, *absent)]
