"""Find the phrases of a reading in the text of a line, as it was written."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import NOT

_WORD: Final = lazy_pattern(r"[^\W_]+(?:['\u2019][^\W_]+)*|[*?]")
_DENIES: Final = lazy_pattern(r"n\w*|\w+n['\u2019]?t|without|dinna", re.IGNORECASE)
_LIKE: Final = 0.75  # the similarity above which a word counts as misspelt, if both words are longer than `_SHORT`
_SHORT: Final = 4
_FAR: Final = 200  # the number of words that are searched for the next phrase
_NEAR: Final = 8  # the number of words that are searched for the next word of a phrase


def spans(line: str, phrases: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield (index, start, end) of each phrase that is found in a line after the phrases before it."""
    words, at = list(_WORD.finditer(line)), 0
    for index, phrase in enumerate(phrases):
        found, said, far, begin = list[int](), list[str](), _FAR, at
        for word in _WORD.findall(phrase):
            at = found[-1] + 1 if found else at
            ahead = range(at, min(at + far, len(words)))
            if (there := next((place for place in ahead if _is_like(words[place][0], word)), None)) is not None:
                found.append(there)
                said.append(word)
                far = _NEAR
        if not found:
            continue
        first, at = found[-1], found[-1] + 1
        for place, word in zip(reversed(found[:-1]), reversed(said[:-1]), strict=True):  # as close together as possible
            first = next(later for later in range(first - 1, place - 1, -1) if _is_like(words[later][0], word))
        if phrase.startswith(NOT):
            before = range(first - 1, max(first - _NEAR, begin - 1), -1)
            first = next((place for place in before if _DENIES.fullmatch(words[place][0])), first)
        yield index, words[first].start(), words[at - 1].end()


def _is_like(word: str, known: str) -> bool:
    word = word.casefold().replace("\u2019", "'")
    is_long = min(len(word), len(known)) > _SHORT
    return known in (word, word.removesuffix("'s")) or (
        is_long and word[0] == known[0] and SequenceMatcher(None, word, known).ratio() > _LIKE
    )
