"""The rules by number, read from RULES.md beside this file."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

__all__ = ["rulebook"]

_ROW: Final = re.compile(r"\| (RISK-[A-Z]{3}-\d{2}) \| (.+?) \| (.+?) \|", re.MULTILINE)


@cache
def rulebook() -> Mapping[str, str]:
    """Each rule id with its sentence in our own words."""
    text = resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8")
    return MappingProxyType({number: sentence for number, sentence, _section in _ROW.findall(text)})
