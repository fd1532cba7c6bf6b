"""Missing and unexpected parts, so that an assertion on many parts shows the wrong ones."""

from collections.abc import Sequence
from typing import Any


def missing(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part not in whole]


def present(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part in whole]


def wrong(whole: Any, *parts: Any, absent: Sequence[Any]) -> list[Any]:
    """Return the missing parts, and the parts of `absent` that are there."""
    return [*missing(whole, *parts), *present(whole, *absent)]
