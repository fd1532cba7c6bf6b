"""Standing orders in games that ask other seats: `pass`, `pass at roll`, `pass unless a Hit`, `ask at hit`.

An order is one or more sentences, separated by `;` or a new line. The first sentence that applies to the question
decides. If none applies, the seat is asked. Each game defines the words after `at` and `unless`, and may have further
kinds of sentences.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from events.lazy_patterns import lazy_pattern

ONLY: Final = "do what can only be done"
"""The sentence, in every game, that makes a seat's compulsory moves by themselves. It has no effect on the others."""
_LONGEST: Final = 60
_PASS: Final = lazy_pattern(
    r"(?:always )?pass(?: (?:at|before|on|in) (?P<at>.+?))?(?: (?:unless|except(?: at| on)?) (?P<unless>.+))?"
)
_ASK: Final = lazy_pattern(r"ask(?: me)?(?: (?:at|before|on|in) (?P<at>.+))?")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a standing order in lower case, without linking words such as "otherwise"."""
    for part in re.split(r"[;\n]", text.casefold()):
        sentence = " ".join(part.replace(",", " , ").split()).strip(" .!,")
        if sentence:
            yield sentence.removeprefix("otherwise ").removeprefix("else ")


def split_only(text: str) -> tuple[str, bool]:
    """Return an order without the sentence `ONLY`, and whether it had that sentence."""
    parts = [part.strip() for part in re.split(r"[;\n]", text)]
    rest = [part for part in parts if " ".join(part.casefold().split()).strip(" .!") != ONLY]
    return ("; ".join(filter(None, rest)), True) if len(rest) < len(parts) else (text, False)


def switched(text: str) -> str:
    """Return an order with the sentence `ONLY` added, or without it if the order had it."""
    rest, had_only = split_only(text)
    return rest if had_only else "; ".join(filter(None, (text.strip(" ;"), ONLY)))


class PassingOrders(msgspec.Struct, frozen=True):
    """The grammar of a game's standing orders to pass.

    It holds the questions that a seat can be asked, by the words for them, and examples of orders.
    """

    at: Mapping[str, str]
    examples: Sequence[str]

    def unread(self, text: str, is_other: Callable[[str], bool], is_condition: Callable[[str], bool]) -> str:
        """Return why an order is invalid, or "" if every sentence of it is valid.

        `is_other` accepts the game's other sentences; `is_condition` accepts the text after `unless`.
        """
        found = list(sentences(text))
        if not found:
            return "a standing order must say what to do"
        for sentence in found:
            if not is_other(sentence) and not self._reads(sentence, is_condition):
                return f'"{sentence[:_LONGEST]}" is not a standing order. Examples: {", ".join(self.examples)}'
        return ""

    def _reads(self, sentence: str, is_condition: Callable[[str], bool]) -> bool:
        found = _PASS.fullmatch(sentence) or _ASK.fullmatch(sentence)
        if found is None or (found["at"] is not None and not self._places(found["at"])):
            return False
        unless = found.groupdict().get("unless")
        return unless is None or all(map(is_condition, _conditions(unless)))

    def _places(self, text: str) -> set[str]:
        """Return the ids of the questions that a text names; an empty set if the text has an unknown word."""
        words = [word for word in re.split(r"[ ,]+", text) if word not in ("", "a", "an", "the", "and", "or")]
        return {self.at[word] for word in words} if all(word in self.at for word in words) else set()

    def passes(self, text: str, at: str, holds: Callable[[str], bool]) -> bool:
        """Return whether an order passes the question `at`. `holds` says whether a condition after `unless` is true."""
        for sentence in sentences(text):
            found = _PASS.fullmatch(sentence) or _ASK.fullmatch(sentence)
            if found is None or (found["at"] is not None and at not in self._places(found["at"])):
                continue
            unless = found.groupdict().get("unless")
            return not sentence.startswith("ask") and (unless is None or not any(map(holds, _conditions(unless))))
        return False


def _conditions(text: str) -> list[str]:
    return [part.strip(" ,") for part in re.split(r" or | , ", text) if part.strip(" ,")]
