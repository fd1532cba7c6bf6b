"""Which parts of a text are there: an assertion on many parts shows those that are wrong."""

from collections.abc import Container


def missing(text: Container[str], *parts: str) -> list[str]:
    return [part for part in parts if part not in text]


def present(text: Container[str], *parts: str) -> list[str]:
    return [part for part in parts if part in text]
