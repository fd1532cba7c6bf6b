"""The rules of a game by number, read from RULES.md in its folder."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final, NamedTuple

_ROW: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| (.+?) \| (.+?) \|", re.MULTILINE)
_READING: Final = re.compile(r"^\| ([A-Z]{1,3}-?[0-9]{1,2}) \| (.+?) \| (.+?) \| (.*`.*) \|$", re.MULTILINE)


class Interpretation(NamedTuple):
    """The interpretation of a doubtful rule: how it is read here, and the option that reads it otherwise."""

    doubt: str
    asks: str
    says: str
    option: str


@cache
def rules_of(package: str) -> Mapping[str, str]:
    """Each rule id with its sentence in our own words: rows of id, sentence and section of the rulebook."""
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    return MappingProxyType({number: sentence for number, sentence, _section in _ROW.findall(text)})


def interpretations_of(folder: Traversable) -> tuple[Interpretation, ...]:
    """The doubts that options settle, in a game's folder: rows of id, doubt, reading and options."""
    rules = folder.joinpath("RULES.md")
    if not rules.is_file():
        return ()
    return tuple(Interpretation(*found) for found in _READING.findall(rules.read_text(encoding="utf-8")))
