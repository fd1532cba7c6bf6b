"""The small words that the reader of posts needs in every game. They are in `words.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Any


@cache
def _lists() -> Mapping[str, Any]:
    return tomllib.loads((get_data(__package__, "words.toml") or b"").decode())


def word_list(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(_lists()[name]["words"])
