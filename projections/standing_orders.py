"""Standing orders of games that ask other seats: `pass`, `pass at roll`, `pass unless a Hit`, `ask at hit`.

An order is one or more sentences, parted by `;` or a new line, read from the first to the last. The first that speaks
of what the seat is asked about decides; where none does the seat is asked. What may stand behind `at` and `unless` is
the game's, and so are sentences of other kinds.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

_LONGEST: Final = 60
_PASS: Final = re.compile(
    r"(?:always )?pass(?: (?:at|before|on|in) (?P<at>.+?))?(?: (?:unless|except(?: at| on)?) (?P<unless>.+))?"
)
_ASK: Final = re.compile(r"ask(?: me)?(?: (?:at|before|on|in) (?P<at>.+))?")


def sentences(text: str) -> Iterator[str]:
    """The sentences of an order, in small letters, without what only leads from one to the next."""
    for part in re.split(r"[;\n]", text.casefold()):
        sentence = " ".join(part.replace(",", " , ").split()).strip(" .!,")
        if sentence:
            yield sentence.removeprefix("otherwise ").removeprefix("else ")


class PassingOrders(msgspec.Struct, frozen=True):
    """What a game's seats may be asked about, by the words for it (`at`), and examples of its orders."""

    at: Mapping[str, str]
    examples: Sequence[str]

    def unread(self, text: str, is_other: Callable[[str], bool], is_condition: Callable[[str], bool]) -> str:
        """Why an order cannot be read, "" where it can: every sentence of it must be one that could be followed.

        `is_other` knows the game's other sentences, `is_condition` what may stand behind `unless`.
        """
        found = list(sentences(text))
        if not found:
            return "an order says what to do"
        for sentence in found:
            if not is_other(sentence) and not self._reads(sentence, is_condition):
                return f'"{sentence[:_LONGEST]}" is no order; write one like {", ".join(self.examples)}'
        return ""

    def _reads(self, sentence: str, is_condition: Callable[[str], bool]) -> bool:
        found = _PASS.fullmatch(sentence) or _ASK.fullmatch(sentence)
        if found is None or (found["at"] is not None and not self._places(found["at"])):
            return False
        unless = found.groupdict().get("unless")
        return unless is None or all(map(is_condition, _conditions(unless)))

    def _places(self, text: str) -> set[str]:
        """What a sentence is about; nothing where a word of it is none of the game's."""
        words = [word for word in re.split(r"[ ,]+", text) if word not in ("", "a", "an", "the", "and", "or")]
        return {self.at[word] for word in words} if all(word in self.at for word in words) else set()

    def passes(self, text: str, at: str, holds: Callable[[str], bool]) -> bool:
        """Whether an order lets go by what its seat is asked about `at` this place.

        `holds` tells whether a condition behind `unless` is what the seat is asked about.
        """
        for sentence in sentences(text):
            found = _PASS.fullmatch(sentence) or _ASK.fullmatch(sentence)
            if found is None or (found["at"] is not None and at not in self._places(found["at"])):
                continue
            unless = found.groupdict().get("unless")
            return not sentence.startswith("ask") and (unless is None or not any(map(holds, _conditions(unless))))
        return False


def _conditions(text: str) -> list[str]:
    return [part.strip(" ,") for part in re.split(r" or | , ", text) if part.strip(" ,")]
