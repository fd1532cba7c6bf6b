"""The rules of a game by number, read from RULES.md in its folder."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

__all__ = ["rules_of"]

_ROW: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| (.+?) \| (.+?) \|", re.MULTILINE)


@cache
def rules_of(package: str) -> Mapping[str, str]:
    """Each rule id with its sentence in our own words: rows of id, sentence and section of the rulebook."""
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    return MappingProxyType({number: sentence for number, sentence, _section in _ROW.findall(text)})
