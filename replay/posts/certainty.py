"""The probability that a reading of plain words is right.

It is a logistic model of the evidence that the reading uses. `tests/support/certainty_fit.py` fits the weights.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import NOT
from projections.notation.prose.rollers import plain_rolls
from projections.notation.prose.word_lists import word_list

WORD: Final = lazy_pattern(r"\w+(?:'\w+)*")
_PART: Final = lazy_pattern(r"[.,;:!|()\n/=\u2013\u2014]|\s(?:and|then|so|but|n|&|\+|-+|-*>|\u2192)\s", re.IGNORECASE)
"""Matches what parts a sentence."""
_TAG: Final = lazy_pattern(
    r"\[/?(?:b|i|u|color|colour|size|font|center|list|li|\*|code|tt)(?:=[^\]\n]{0,40})?\]", re.IGNORECASE
)
_ITEM: Final = lazy_pattern(r"(?m)^[^\S\n]*(?:\(?(?:[a-z]|[0-9]{1,2})[.)]|[-+*=\u2022])\s+")
_PLAIN: Final = lazy_pattern(r"[\w\s.,:;!+()|/=>&*_`'\[\]\u2013\u2014\u2192\u00d7-]*")
_HINT: Final = lazy_pattern(r"\.\.|[:;=]-?[()|/*\[\]]|~")
"""Signs that hint at something else than a plain statement: dots, and faces."""
_SIGN: Final = lazy_pattern(
    "[@\ufe0f\u200d\U0001f3b0-\U0001f3ff\u2694\u2b1b\u2b1c\u2705\u27a1\u26a1\u2728]|[\U0001f680-\U0001f6a9\U0001f6aa\U0001f6f8]|[\U0001f4a0-\U0001f4b0\U0001f4e0-\U0001f4ff\U0001f510-\U0001f511\U0001f52e\U0001f5e1\U0001f7e0-\U0001f7eb\U0001f916\U0001f9f1\U0001fa91]"
)
"""Matches pictures of things, which change no meaning. Pictures of faces and hands can."""
DENIAL: Final = lazy_pattern(r"\b(?:not|no|nope|never|none|nobody|neither|nor|without|instead|\w+n't)\b")
FIGURE: Final = lazy_pattern(r"[0-9]|(?:one|two|three|four|five|six|seven|eight|nine|ten|half|all|both)$")
"""Matches a word for a number. It must be used by a move as often as the post has it."""


class Said(NamedTuple):
    """What a reading says: the phrases that it uses, further words of its moves, and the phrases that say nothing.

    `names` are the players, and `is_last` says that its author has nothing more to do.
    """

    used: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    idle: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    is_last: bool = False


class Evidence(NamedTuple):
    """What is known about a reading. `certainty.toml` describes each field and has its weight."""

    unclear: float
    lead: float
    others: float
    explained: float
    left: float
    loose: float
    numbers: float
    unknown: float
    unread: float
    chat: float
    denied: float
    silent: float
    planned: float
    supplied: float
    moves: float
    goes_on: float
    extra: float


@cache
def neutral(name: str) -> frozenset[str]:
    """Return a list of `neutral.toml`."""
    return frozenset(_lists()[name]["words"])


@cache
def _lists() -> dict[str, Any]:
    return tomllib.loads((files("replay.posts") / "neutral.toml").read_text("utf-8"))


@cache
def _model() -> dict[str, Any]:
    return tomllib.loads((files("replay.posts") / "certainty.toml").read_text("utf-8"))


def certainty_of(evidence: Evidence) -> float:
    """Return the probability that a reading with this evidence is right, from 0 to 1."""
    model = _model()
    weights = {name: row["weight"] for name, row in model["evidence"].items()}
    total = model["base"] + sum(weights[name] * value for name, value in evidence._asdict().items())
    return 1 / (1 + exp(-total))


def may_be_sure(evidence: Evidence) -> bool:
    """Return whether a reading has none of the evidence that always leads to a question."""
    rows = _model()["evidence"]
    return all(value <= rows[name].get("most", value) for name, value in evidence._asdict().items())


def extra_words(lines: Sequence[str], said: Said) -> list[str]:
    """Return the words and signs of a text that neither belong to the moves of a reading nor are neutral.

    A word that a text has twice must be used twice. Only beside a word that the reading uses, the other words of its
    moves are neutral.
    """
    text = _ITEM.sub("", _TAG.sub(" ", "\n".join(plain_rolls(lines)).replace("\u2019", "'").casefold()))
    text = _SIGN.sub(" ", text)
    unused, idle = _counted(said.used), _counted(said.idle)
    hints = [] if _PLAIN.fullmatch(text) and not _HINT.search(text) else ["signs"]
    return hints + [word for part in _PART.split(text) for word in _extra_of(WORD.findall(part), unused, idle, said)]


def _extra_of(words: Sequence[str], unused: Counter[str], idle: Counter[str], said: Said) -> Iterator[str]:
    """Yield the words of a part of a sentence that are neither used nor neutral. Take the others from the counts."""
    left, used = list[str](), set[str]()
    for word in words:
        if unused[word]:
            unused[word] -= 1
            used.add(word)
        elif idle[word]:
            idle[word] -= 1
        elif word in word_list("denials") and unused[NOT.strip()]:
            unused[NOT.strip()] -= 1
        elif word not in neutral("always"):
            left.append(word)
    if used <= neutral("always") | neutral("beside"):
        greets = not neutral("greets").isdisjoint(left) and (neutral("greets") | said.names).issuperset(left)
        left = [] if greets else _without_farewell(left, said)
    elif used <= neutral("always") | neutral("hands_over"):
        left = _without_farewell(left, said)
    else:
        beside = {word for word in said.own if not FIGURE.match(word)} | neutral("beside")
        left = [word for word in left if word not in beside]
    yield from left


def _without_farewell(words: Sequence[str], said: Said) -> list[str]:
    """Return the words of a part without those that give the turn to the next player, if its author has done all."""
    gives = neutral("hands_over") if said.is_last else frozenset[str]()
    return [word for word in words if word not in gives | said.names] if not gives.isdisjoint(words) else [*words]


def _counted(phrases: Iterable[str]) -> Counter[str]:
    return Counter(word for one in phrases for word in WORD.findall(one.casefold()))


def is_sure(evidence: Evidence) -> bool:
    """Return whether a reading with this evidence is recorded without a question, if the policy allows it."""
    return may_be_sure(evidence) and certainty_of(evidence) >= float(_model()["sure"])
