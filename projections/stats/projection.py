"""A projection: a start value and a fold over the lines of a log."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from events.line import Entry

__all__ = ["Projection"]

T = TypeVar("T")


@dataclass(frozen=True)
class Projection(Generic[T]):
    """What a log amounts to under one question. The fold leaves its argument alone, so results can be kept."""

    start: T
    fold: Callable[[T, Entry], T]

    def over(self, entries: Iterable[Entry], since: T | None = None) -> T:
        """The value after these lines, from the start or from an earlier value."""
        return reduce(self.fold, entries, self.start if since is None else since)
