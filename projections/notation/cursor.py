"""A written line read word by word: what the notation of any game reads with.

A game derives a `Cursor` with a `Spelling` of its own. A word that does not read where it stands is a `SlipError`,
which says what would; `projections/notation/near_misses.py` makes a question of it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar, Final

from events.events import Move
from projections.notation.vocabulary import Spelling, Vocabulary, split, without_comment
from projections.terms import Claim

Spelt = Callable[[Move], str | None]
"""How a legal move would be spelt at a word; None where it is another move than the one that the line has begun."""

RESULT: Final = "a result by its name"
NOT_UNDERSTOOD: Final = "this is not understood here: take it out, or write it behind a semicolon"
"""What to do about words behind a line that reads without them."""
_VALUE: Final = re.compile(r'"[^"]*"|\S+')
_RECEIPT: Final = re.compile(r"[\w.:-]{1,32}(?:#(?:[0-9]{1,40}-[0-9]{1,40}|[\w.:]{1,40}))?")
"""The name of a roller and the number of its receipt, a stretch of numbers, or whatever it calls them by."""


def _no_move(_move: Move) -> None:
    return None


class QuestionError(Exception):
    """A line that reads, but may mean several things; each choice is a whole line.

    `read` is what it is about, which begins at `start`; `stands` the line that says just what was written.
    """

    def __init__(
        self, question: str, choices: Sequence[str], start: int = 0, read: str = "", stands: str = ""
    ) -> None:  # fmt: skip
        super().__init__(question)
        self.question, self.choices, self.start, self.read = question, tuple(choices), start, read
        self.stands = stands


class SlipError(Exception):
    """A word that does not read where it stands, and what would.

    `spans` are the stretches of the line that may be meant, the longest first; an empty one stands where a word is
    missing. `words` would read there. `legal` tells of a legal move how it would be spelt there. Of `words` the codes
    in `unlisted` are found by whoever comes near them, and listed to nobody.
    """

    unlisted: AbstractSet[str] = frozenset()

    def __init__(
        self, message: str, spans: Sequence[tuple[int, int]], words: Vocabulary, legal: Spelt = _no_move
    ) -> None:
        super().__init__(message)
        self.message, self.spans, self.words, self.legal = message, tuple(spans), words, legal


class Cursor:
    """Reads a line from left to right. A game derives its own, with its `spelling` and what it reads often."""

    spelling: ClassVar[Spelling] = Spelling()

    def __init__(self, line: str) -> None:
        self.line, self.at = line, 0
        self.words = split(self.spelling, line)
        self.texts = tuple(word.text for word in self.words)
        self._runs: dict[int, Sequence[tuple[int, str, str]]] = {}

    @property
    def now(self) -> str:
        """The word that is next, "" at the end."""
        return self.texts[self.at] if self.at < len(self.texts) else ""

    @property
    def after(self) -> str:
        """The word behind the next one, "" where there is none."""
        return self.texts[self.at + 1] if self.at + 1 < len(self.texts) else ""

    @property
    def quoted(self) -> int:
        """How many words stand in quotation marks that open before the next one, where a game reads those."""
        return 0

    def skip(self, *texts: str) -> bool:
        """Go past the next word if it is one of these."""
        found = self.now in texts and bool(self.now)
        self.at += found
        return found

    def phrase(self, words: Vocabulary) -> str | None:
        """What the longest spelling that stands here means, and go past it; None where none does."""
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
        """Every run of words from here, the longest first: its length, its text, and that without its fillers.

        A run without fillers, or that ends with one, has no other text.
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
        """Every phrase of a vocabulary from here to the end, the longest at each place."""
        while self.now:
            found = self.phrase(words)
            if found is None:
                self.at += 1
            else:
                yield found

    def want(self, message: str, words: Vocabulary, legal: Spelt = _no_move) -> str:
        """As `phrase`, where something must stand.

        Raises:
            SlipError: it does not.
        """
        found = self.phrase(words)
        if found is None:
            raise self.slip(message, words, legal)
        return found

    def number(self) -> int | None:
        """The whole number that is next, and go past it."""
        small = self.spelling.numbers.get(self.now)
        if small is None and not (
            self.now.isdecimal() and self.now.isascii() and len(self.now) <= self.spelling.digits
        ):
            return None
        self.at += 1
        return int(self.words[self.at - 1].text) if small is None else small

    def want_number(self, message: str) -> int:
        """As `number`, where one must stand.

        Raises:
            SlipError: none does.
        """
        found = self.number()
        if found is None:
            raise self.slip(message, {})
        return found

    def value(self) -> str:
        """Everything up to the next blank, as it was written; a text in quotation marks is one value.

        Raises:
            SlipError: the line ends here.
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
        """Where dice come from, as `@srv#881` says it, a number or a stretch of them; "" where that is not said.

        Raises:
            SlipError: it is neither a name nor a name and a number.
        """
        if not self.now.startswith("@"):
            return ""
        found = self.now[1:].rstrip(".:-")
        if not _RECEIPT.fullmatch(found):
            raise self.slip("where dice come from is a name, or a name and a number, such as @srv#881", {})
        self.at += 1
        return found

    def span(self, at: int) -> tuple[int, int]:
        """The stretch of the line from a word up to the next one to be read."""
        read = self.words[at : self.at]
        return (read[0].start, read[-1].end) if read else (0, 0)

    def claims(self, claim: Callable[[], Claim]) -> tuple[Claim, ...]:
        """The claims that stand at the end of the line, each behind its `=` and read by `claim`.

        Raises:
            SlipError: something else stands here or behind them.
        """
        found: list[Claim] = []
        while self.skip("="):
            found.append(claim())
        self.end({})
        return tuple(found)

    def colon(self) -> None:
        """Go past the colon between the place and the value of a claim.

        Raises:
            SlipError: there is none.
        """
        if not self.skip(":"):
            raise self.slip("a claim is a place, a colon and a value", {":": ":"})

    def claimed_number(self) -> str:
        """The number of a claim, behind its colon.

        Raises:
            SlipError: there is no colon, or no number.
        """
        self.colon()
        return str(self.want_number("a number is claimed here"))

    def end(self, words: Vocabulary) -> None:
        """Ask that the line ends here, or goes on with its claims.

        Raises:
            SlipError: it goes on; `words` could still stand here.
        """
        if self.now not in ("", "="):
            raise self.slip(NOT_UNDERSTOOD, words)

    # What does not read

    def slip(self, message: str, words: Vocabulary, legal: Spelt = _no_move) -> SlipError:
        """What to raise at the next word."""
        while self.now in self.spelling.fillers and self.at + 1 < len(self.words):
            self.at += 1
        if not self.now:
            end = self.ending()
            return SlipError(message, [(end, end)], words, legal)
        first = self.words[self.at]
        spans = [(first.start, word.end) for word in reversed(self.words[self.at : self.at + self.spelling.reach])]
        return SlipError(message, spans, words, legal)

    def ending(self) -> int:
        """The column where a word is missing at the end of the line."""
        return self.words[-1].end if self.words else 0

    def unreadable(self, message: str, words: Vocabulary) -> SlipError:
        """What to raise at everything up to the next blank."""
        start = self.words[self.at].start if self.now else len(self.line)
        match = _VALUE.match(self.line, start)
        return SlipError(message, [(start, match.end() if match else start)], words)
