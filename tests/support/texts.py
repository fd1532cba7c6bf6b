"""Which parts are there: an assertion on many parts shows those that are wrong."""

from typing import Any


def missing(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part not in whole]


def present(whole: Any, *parts: Any) -> list[Any]:
    return [part for part in parts if part in whole]
