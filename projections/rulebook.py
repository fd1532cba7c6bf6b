"""The rules of a game by id, read from RULES.md in the game's package."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from events.lazy_patterns import lazy_pattern

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ID: Final = lazy_pattern(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")
_ROW: Final = lazy_pattern(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| (.+?) \| (.+?) \|", re.MULTILINE)
_READING: Final = lazy_pattern(r"^\| ([A-Z]{1,3}-?[0-9]{1,2}) \| (.+?) \| (.+?) \| (.*`.*) \|$", re.MULTILINE)
_DOUBTED: Final = lazy_pattern(
    r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| [^|]+ \| [^|]+ \| ([A-Z0-9 -]+) \|$", re.MULTILINE
)
_OPTION: Final = lazy_pattern(r"^\| ([^|`]+) \(`([a-z_]+)`\) \| ([^|]+) \|$", re.MULTILINE)
_VERSION: Final = lazy_pattern(r"^\| ([0-9]+) \| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| ([^|]+) \|$", re.MULTILINE)
_NO_CODE: Final = lazy_pattern(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| ([^|]{12,}) \|$", re.MULTILINE)


class OptionText(NamedTuple):
    """An option in words: the label that pages show for its name, and its meaning."""

    label: str
    says: str


class Interpretation(NamedTuple):
    """The interpretation of an unclear rule.

    `question` is the id of the open rules question, `asks` the question, `says` our answer, and `option` the options
    that change it.
    """

    question: str
    asks: str
    says: str
    option: str


class RuleChange(NamedTuple):
    """A difference between a rules version and the version before it: the rule that was fixed, and what changed."""

    version: int
    rule: str
    difference: str


@cache
def _page(package: str) -> str:
    """Return the text of a game's RULES.md. `importlib.resources` is not used, because importing it is slow."""
    return (get_data(package, "RULES.md") or b"").decode()


def questions_of(package: str) -> Mapping[str, Sequence[str]]:
    """Return the ids of the open rules questions on which each rule depends, by rule id."""
    return {number: ids.split() for number, ids in _DOUBTED.findall(_page(package))}


@cache
def rules_of(package: str) -> Mapping[str, str]:
    """Return the sentence for each rule id in our own words, from the tables of RULES.md."""
    return MappingProxyType({number: sentence for number, sentence, _section in _ROW.findall(_page(package))})


def repeated_rules(package: str) -> Sequence[str]:
    """Return the rule ids for which RULES.md has several sentences. Only the last one is used."""
    found = Counter(number for number, _sentence, _section in _ROW.findall(_page(package)))
    return [number for number, times in found.items() if times > 1]


def rules_in_code(package: str) -> Mapping[str, str]:
    """Return each rule id in the code of a game, with a file that has it. The reducer decides nothing."""
    from importlib import resources  # noqa: PLC0415  # a list of games opens only RULES.md

    found: dict[str, str] = {}
    for name, text in _modules(resources.files(package), ""):
        found |= dict.fromkeys(_ID.findall(text) if name != "state/reducer.py" else (), name)
    return found


def _modules(folder: "Traversable", within: str) -> Iterator[tuple[str, str]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _modules(one, f"{within}{one.name}/")
        elif one.name.endswith(".py"):
            yield f"{within}{one.name}", one.read_text("utf-8")


def rules_without_code(package: str) -> Mapping[str, str]:
    """Return the rules that no code checks, each with the reason, from RULES.md."""
    return dict(_NO_CODE.findall(_page(package)))


def option_texts(package: str) -> dict[str, OptionText]:
    """Return the label and the meaning of each option by name, from RULES.md."""
    return {name: OptionText(label, says) for label, name, says in _OPTION.findall(_page(package))}


def interpretations_of(package: str) -> tuple[Interpretation, ...]:
    """Return the interpretations of unclear rules that options change, from RULES.md."""
    return tuple(Interpretation(*found) for found in _READING.findall(_page(package)))


def rule_changes(package: str) -> tuple[RuleChange, ...]:
    """Return the differences between the rules versions of a game, from RULES.md."""
    return tuple(RuleChange(int(version), rule, text) for version, rule, text in _VERSION.findall(_page(package)))
