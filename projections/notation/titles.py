"""Printed names in a line: in quotation marks or without, complete, almost complete, or in part.

A game with printed names derives its cursor from `TitleCursor` and makes its vocabularies with `title_words`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from events.lazy_patterns import lazy_pattern
from projections.notation import cursor, vocabulary

T = TypeVar("T")
QUOTES: Final = '"\u201c\u201d\u201e\u00ab\u00bb'
_CLOSING: Final = lazy_pattern(rf"[.,!)\]*]*[{QUOTES}]")
_SHORTEST: Final = 4
"""The minimum number of letters of the first and the last word of a partial name."""


def is_quotable(name: str) -> bool:
    """Return whether a name can be written between quotation marks in a line."""
    return bool(name) and name.isprintable() and ";" not in name and not any(sign in name for sign in QUOTES)


class Itself(Generic[T]):
    """A wrapper that compares by identity, as a key for caches."""

    def __init__(self, thing: T) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.thing is self.thing


def title_words(rows: Iterable[tuple[str, str]], plain: Callable[[str], str]) -> dict[str, str]:
    """Return a mapping of spellings to ids; several matching ids are separated by blanks.

    `rows` are pairs of id and printed name. Ids and printed names take precedence over similar names (singular for
    plural, no article, no addition in brackets). Those take precedence over parts of names.
    """
    things, found = list(rows), dict[str, str]()
    for level in (_ids, _exact, _near, _parts):
        named: dict[str, dict[str, None]] = {}
        for ident, name in things:
            for spelling in level(ident, name, plain):
                named.setdefault(spelling, {})[ident] = None
        found = {**{spelling: " ".join(idents) for spelling, idents in named.items() if spelling}, **found}
    return found


def _ids(ident: str, _name: str, plain: Callable[[str], str]) -> Iterable[str]:
    return (plain(ident), plain(ident.replace("-", " ")))


def _exact(_ident: str, name: str, plain: Callable[[str], str]) -> Iterable[str]:
    return (plain(name), plain(name.replace("&", " and ")))


def _near(_ident: str, name: str, plain: Callable[[str], str]) -> Iterable[str]:
    """Yield variants of a name: without its article or its addition in brackets, in the singular and the plural."""
    for written in {name, name.partition("(")[0]}:
        words = plain(written).split()
        for some in (words, words[1:]) if words[:1] == ["the"] else (words,):
            yield " ".join(some)
            if some:
                yield from (" ".join((*some[:-1], last)) for last in _numbers(some[-1]))


def _numbers(word: str) -> Iterable[str]:
    """Yield the plural of a singular noun, or the singular of a plural."""
    if word.endswith("s"):
        yield word[:-1]
    else:
        yield f"{word}s"
    for one, other in (("man", "men"), ("men", "man"), ("y", "ies"), ("ies", "y")):
        if word.endswith(one):
            yield f"{word.removesuffix(one)}{other}"


def _parts(_ident: str, name: str, plain: Callable[[str], str]) -> Iterable[str]:
    words = plain(name).split()
    size = len(words)
    for start in range(size):
        for end in range(start + 1, size + 1):
            run = words[start:end]
            if any(len(word) >= _SHORTEST and word.isalpha() for word in (run[0], run[-1])):
                yield " ".join(run)


class TitleCursor(cursor.Cursor):
    """Reads a line with printed names, which may be in quotation marks."""

    @property
    def quoted(self) -> int:
        """The number of words in the quotation marks that open before the next word, or 0."""
        start = self.words[self.at].start if self.now else 0
        end = self._closed.get(start, 0) if self.quotes(start) else 0
        count = 0
        while self.at + count < len(self.words) and self.words[self.at + count].end <= end:
            count += 1
        return count

    @cached_property
    def _closed(self) -> Mapping[int, int]:
        """The column of each closing quotation mark, by the column of the first word inside the marks."""
        found: dict[int, int] = {}
        end, signs = -1, iter(reversed([at for at, sign in enumerate(self.line) if sign in QUOTES]))
        sign = next(signs, -1)
        for word in reversed(self.words):
            while sign >= word.start:
                end, sign = sign, next(signs, -1)
            if end >= 0 and sign == word.start - 1:
                found[word.start] = end
        return found

    def skip(self, *texts: str) -> bool:
        """Move past the next word if it is one of `texts` and does not begin a quoted name. Return whether it was."""
        return not self.quoted and super().skip(*texts)

    def phrase(self, words: vocabulary.Vocabulary) -> str | None:
        """Return the meaning of the longest phrase at the cursor; None in quotation marks, which hold only names."""
        return None if self.quoted else super().phrase(words)

    def number(self) -> int | None:
        """Return the next word as a whole number and move past it; None if it is no number or in quotation marks."""
        return None if self.quoted else super().number()

    def stands(self, words: vocabulary.Vocabulary) -> bool:
        """Move past a known spelling that begins exactly at the cursor, without an article. Return whether it did."""
        at = self.at
        found = self.now not in self.spelling.fillers and self.phrase(words) is not None
        self.at = self.at if found else at
        return found

    def is_at(self, *texts: str) -> bool:
        """Return whether one of these words is next and does not begin a name in quotation marks."""
        return not self.quoted and self.now in texts

    def title(self, words: vocabulary.Vocabulary) -> str | None:
        """Return the meaning of the name at the cursor, in quotation marks the whole one, and move past it; or None."""
        count = self.quoted
        if not count:
            return self.phrase(words)
        found = words.get(" ".join(word.text for word in self.words[self.at : self.at + count]))
        self.at += count if found is not None else 0
        return found

    def is_named(self, words: vocabulary.Vocabulary) -> bool:
        """Return whether one of these names is at the cursor, which does not move."""
        at = self.at
        found = self.title(words) is not None
        self.at = at
        return found

    def doubt(self, at: int, codes: Iterable[str], question: str = "which is meant?") -> cursor.QuestionError:
        """Return the question what the words from word `at` to the cursor mean, with one choice for each code."""
        start, end = self.stretch(at)
        choices = [f"{self.line[:start]}{code}{self.line[end:]}" for code in codes]
        return cursor.QuestionError(f"{self.line[start:end]}: {question}", choices)

    def stretch(self, at: int, end: int = 0) -> tuple[int, int]:
        """Return the columns (start, end) from word `at` up to word `end` (0: the cursor), with quotation marks."""
        read = self.words[at : end or self.at]
        if not read:
            return (0, 0)
        start, stop = read[0].start, read[-1].end
        closing = _CLOSING.match(self.line, stop)
        if self.quotes(start):
            start -= 1
        return start, closing.end() if closing and any(self.quotes(word.start) for word in read) else stop

    def quotes(self, start: int) -> bool:
        """Return whether quotation marks open before the column `start`."""
        return start > 0 and self.line[start - 1] in QUOTES

    def misnamed(self, message: str, offers: Sequence[tuple[str, str]], begun: int = -1) -> cursor.SlipError:
        """Return the error for an unknown name at the cursor.

        `offers` maps spellings to what a line would write. `begun` is the index of the first word if the owner comes
        before the name.
        """
        words, count = dict(offers), self.quoted
        if not self.now:
            return self.slip(message, words)
        first = self.at if begun < 0 else begun
        ends = [self.at + count] if count else range(min(self.at + self.spelling.reach, len(self.words)), self.at, -1)
        return cursor.SlipError(message, [self.stretch(first, end) for end in ends], words)

    def ending(self) -> int:
        """Return the column for an error about a word missing at the end, after a closing quotation mark."""
        return len(vocabulary.without_comment(self.line).rstrip())
