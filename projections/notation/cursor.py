"""A cursor that reads a written line word by word. The notation of every game uses it.

A game derives its own `Cursor` with a `Spelling`. An unexpected word raises a `SlipError`, which holds the accepted
words. `projections/notation/spelling_hints.py` makes a question of it.
"""

from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from typing import ClassVar, Final

from events.events import Move
from events.lazy_patterns import lazy_pattern
from projections.contracts import Claim
from projections.notation.vocabulary import Spelling, Vocabulary, split, without_comment

Spelt = Callable[[Move], str | None]
"""A function that returns a legal move's spelling from a word on; None if the line has not begun this move."""

RESULT: Final = "the name of a result after + or -"
NOT_UNDERSTOOD: Final = "this is not understood here. Delete it, or write it after a semicolon"
"""The error message for unknown words at the end of a line that could be parsed without these words."""
_VALUE: Final = lazy_pattern(r'"[^"]*"|\S+')
_RECEIPT: Final = lazy_pattern(r"[\w.:-]{1,32}(?:#(?:[0-9]{1,40}-[0-9]{1,40}|[\w.:]{1,40}))?")
"""The name of a dice roller, with the number or the range of numbers of its receipt."""


def _no_move(_move: Move) -> None:
    return None


class QuestionError(Exception):
    """Raised for an ambiguous line, with the `choices` that the line could mean; each choice is a whole line.

    `read` is the ambiguous text, which begins at `start`. `stands` is the line that records exactly what was written.
    """

    def __init__(
        self, question: str, choices: Sequence[str], start: int = 0, read: str = "", stands: str = ""
    ) -> None:  # fmt: skip
        super().__init__(question)
        self.question, self.choices, self.start, self.read = question, tuple(choices), start, read
        self.stands = stands


class SlipError(Exception):
    """Raised for an unexpected word in a line, with the words that would be accepted in its place.

    `spans` are the parts of the line that may be meant, the longest first; an empty one means a missing word. `words`
    would be accepted there. `legal` returns how a legal move would be spelt there. Codes in `unlisted` are offered for
    near misses, but not listed.
    """

    unlisted: AbstractSet[str] = frozenset()

    def __init__(
        self, message: str, spans: Sequence[tuple[int, int]], words: Vocabulary, legal: Spelt = _no_move
    ) -> None:
        super().__init__(message)
        self.message, self.spans, self.words, self.legal = message, tuple(spans), words, legal


class Cursor:
    """Reads a line from left to right.

    Its position, here called the cursor, is before the next word to read. Each game has a subclass with its own
    `spelling` and with methods for values that it reads often.
    """

    spelling: ClassVar[Spelling] = Spelling()

    def __init__(self, line: str) -> None:
        self.line, self.at = line, 0
        self.words = split(self.spelling, line)
        self.texts = tuple(word.text for word in self.words)
        self._runs: dict[int, Sequence[tuple[int, str, str]]] = {}

    @property
    def now(self) -> str:
        """The next word, "" at the end of the line."""
        return self.texts[self.at] if self.at < len(self.texts) else ""

    @property
    def after(self) -> str:
        """The word after the next word, or ""."""
        return self.texts[self.at + 1] if self.at + 1 < len(self.texts) else ""

    @property
    def quoted(self) -> int:
        """The number of words in the quotation marks that open before the next word; 0 without such marks."""
        return 0

    def skip(self, *texts: str) -> bool:
        """Move past the next word if it is one of `texts`. Return whether it was."""
        found = self.now in texts and bool(self.now)
        self.at += found
        return found

    def phrase(self, words: Vocabulary) -> str | None:
        """Return the meaning of the longest known phrase at the cursor and move past it, or return None."""
        start = self.at
        while True:
            for length, text, plain in self._runs.get(self.at) or self._runs_here():
                found = words.get(text)
                if found is None and plain:
                    found = words.get(plain)
                if found is not None:
                    self.at += length
                    return found
            if self.now not in self.spelling.fillers:
                self.at = start
                return None
            self.at += 1

    def _runs_here(self) -> Sequence[tuple[int, str, str]]:
        """Return the groups of 1, 2 or more words that begin at the cursor, the longest first.

        Each is a tuple: number of words, text, and text without fillers (words without meaning). The last is "" if the
        group has no fillers, or ends with one.
        """
        here = self.texts[self.at : self.at + self.spelling.longest]
        runs = [here[:length] for length in range(len(here), 0, -1)]
        found = self._runs[self.at] = [(len(run), " ".join(run), self._without_fillers(run)) for run in runs]
        return found

    def _without_fillers(self, run: Sequence[str]) -> str:
        fillers = self.spelling.fillers
        if not self.spelling.fillers_within or run[-1] in fillers or fillers.isdisjoint(run):
            return ""
        return " ".join(text for text in run if text not in fillers)

    def phrases(self, words: Vocabulary) -> Iterator[str]:
        """Yield the meanings of all known phrases from the cursor to the end, the longest phrase at each word."""
        while self.now:
            found = self.phrase(words)
            if found is None:
                self.at += 1
            else:
                yield found

    def want(self, message: str, words: Vocabulary, legal: Spelt = _no_move) -> str:
        """Return the meaning of the phrase at the cursor, like `phrase`. Raises SlipError if none is there."""
        found = self.phrase(words)
        if found is None:
            raise self.slip(message, words, legal)
        return found

    def number(self) -> int | None:
        """Return the next word as a whole number and move past it, or return None."""
        small = self.spelling.numbers.get(self.now)
        if small is None and not (
            self.now.isdecimal() and self.now.isascii() and len(self.now) <= self.spelling.digits
        ):
            return None
        self.at += 1
        return int(self.words[self.at - 1].text) if small is None else small

    def want_number(self, message: str) -> int:
        """Return the number at the cursor, as `number` does. Raises SlipError if the next word is not a number."""
        found = self.number()
        if found is None:
            raise self.slip(message, {})
        return found

    def value(self) -> str:
        """Return the text up to the next blank as it was written, and move past it.

        Text in quotation marks is one value.

        Raises:
            SlipError: the line ends at the cursor.
        """
        if not self.now:
            raise self.slip("a value is expected", {})
        match = _VALUE.match(without_comment(self.line), self.words[self.at].start)
        assert match is not None
        start = self.line.rfind('"', 0, match.start() + 1)
        if start >= 0 and start == match.start() - 1:
            match = _VALUE.match(self.line, start) or match
        while self.at < len(self.words) and self.words[self.at].start < match.end():
            self.at += 1
        return match[0].strip('"')

    def receipt(self) -> str:
        """Return the source of dice, written `@srv#881` with a number or a range, without the `@`; "" if none is given.

        Raises:
            SlipError: it is malformed.
        """
        if not self.now.startswith("@"):
            return ""
        found = self.now[1:].rstrip(".:-")
        if not _RECEIPT.fullmatch(found):
            raise self.slip("the source of dice must be a name, or a name and a number, such as @srv#881", {})
        self.at += 1
        return found

    def span(self, at: int) -> tuple[int, int]:
        """Return the columns (start, end) of the words from word `at` up to the cursor."""
        read = self.words[at : self.at]
        return (read[0].start, read[-1].end) if read else (0, 0)

    def claims(self, claim: Callable[[], Claim]) -> tuple[Claim, ...]:
        """Return the board statements from the cursor to the end of the line, each after a `=` and parsed by `claim`.

        Raises:
            SlipError: other text is at the cursor or after the statements.
        """
        found: list[Claim] = []
        while self.skip("="):
            found.append(claim())
        self.end({})
        return tuple(found)

    def colon(self) -> None:
        """Move past the colon between place and value of a board statement. Raises SlipError if it is missing."""
        if not self.skip(":"):
            raise self.slip("a board statement must be a field, a colon and a value", {":": ":"})

    def claimed_number(self) -> str:
        """Return the number of a board statement, after its colon, as text. Raises SlipError if one is missing."""
        self.colon()
        return str(self.want_number("this board statement must have a number"))

    def end(self, words: Vocabulary) -> None:
        """Check that the line ends at the cursor, or continues with board statements (`=FIELD:VALUE`).

        Raises:
            SlipError: other text follows; `words` would also be accepted here.
        """
        if self.now not in ("", "="):
            raise self.slip(NOT_UNDERSTOOD, words)

    # Unexpected words

    def slip(self, message: str, words: Vocabulary, legal: Spelt = _no_move) -> SlipError:
        """Return (do not raise) the error that the next word is not one of the expected `words`."""
        while self.now in self.spelling.fillers and self.at + 1 < len(self.words):
            self.at += 1
        if not self.now:
            end = self.ending()
            return SlipError(message, [(end, end)], words, legal)
        first = self.words[self.at]
        spans = [(first.start, word.end) for word in reversed(self.words[self.at : self.at + self.spelling.reach])]
        return SlipError(message, spans, words, legal)

    def ending(self) -> int:
        """Return the column for an error about a word that is missing at the end of the line."""
        return self.words[-1].end if self.words else 0

    def unreadable(self, message: str, words: Vocabulary) -> SlipError:
        """Return (do not raise) the error that the text up to the next blank is not one of the expected `words`."""
        start = self.words[self.at].start if self.now else len(self.line)
        match = _VALUE.match(self.line, start)
        return SlipError(message, [(start, match.end() if match else start)], words)
