"""A word that does not read: one question with whole lines to choose from, or an error that says what is legal.

Nothing is guessed. A line is put right only where that makes a legal move of it, and the writer chooses.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from events.errors import NotationError
from events.events import Move
from projections.notation.cursor import Cursor, SlipError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Ask

MOST: Final = 5
"""How many lines a question offers at most."""
_DEEPEST: Final = 2
"""How many words of a line are put right at most."""
_VERB_AND_COLON: Final = 2
_LISTED: Final = 16


def near(text: str, words: Vocabulary, *, most: int, cutoff: float, begun: int = 0) -> tuple[str, ...]:
    """What may be meant by a word, the nearest first: letters turned round, then what is spelt much like it.

    With `begun`, a text of so many letters may also be the beginning of a spelling, or one word of it.
    """
    turned = [word for word in words if len(word) == len(text) and sorted(word) == sorted(text)]
    whole = bool(begun) and len(text) >= begun
    parts = [word for word in words if whole and (word.startswith(text) or text in word.split())]
    return every({word: words[word] for word in (*turned, *parts, *get_close_matches(text, list(words), most, cutoff))})


def every(words: Vocabulary) -> tuple[str, ...]:
    """All that a vocabulary can mean, each once: what may be meant where the word is missing."""
    return tuple(dict.fromkeys(words.values()))


def likeness(text: str, _words: Vocabulary) -> float:
    """How like a spelling a word must be to be a near miss of it: a short one more than a long one."""
    return 0.6 if len(text) > 3 else 0.66


def _misread(message: str, read: str) -> str:
    """What a message goes on with that says what stands there instead."""
    if f'"{read}"' in message:
        return ""
    if message.endswith("?"):
        return f' "{read}" is not known'
    return f', not "{read}"' if message.endswith("is expected") or message.startswith("say ") else f' (read "{read}")'


@dataclass(frozen=True, kw_only=True)
class NearMisses:
    """What to ask about a word of one line that does not read.

    `cursor` is the game's. `is_legal` reads a whole line and tells whether it is a legal move, None or false where not;
    it lets a `SlipError` through. `near` tells what may be meant by a stretch of the line. `told` gives the lines that
    prose may mean, asked where nothing behind the verb reads; `moves` the legal moves of a line's verb. Where more can
    stand than is worth listing and `listed_as` holds a set of all of it, its name is offered instead. Up to `few`
    meanings are tried even for a word that is missing once another was put right.
    """

    cursor: type[Cursor]
    is_legal: Callable[[str], bool]
    near: Callable[[str, Vocabulary], Sequence[str]]
    told: Callable[[str], tuple[str, ...]]
    moves: Callable[[str], Iterable[Move]]
    listed_as: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    few: int = 0

    def ask(self, line: str, slip: SlipError) -> Ask:
        """Ask about a near miss.

        Raises:
            NotationError: nothing near it would be legal; says what would.
        """
        start, end = slip.spans[-1]
        untouched = len(self.cursor(line[:start]).words) <= _VERB_AND_COLON
        choices = self.mended(line, slip) or (self.told(line) if untouched else ())
        read = line[start:end].strip('"')
        if choices:
            ends = not any(word.start >= end for word in self.cursor(line).words)
            but = _misread(slip.message, read) if read else ", and the line ends" if ends else ""
            return Ask(f"{slip.message}{but}; which is meant?", choices)
        message = slip.message if read else f"the line ends too early: {slip.message}"
        raise NotationError(message, column=start + 1, read=read, allowed=self._allowed(line, slip))

    def mended(self, line: str, slip: SlipError, depth: int = _DEEPEST) -> tuple[str, ...]:
        """The line with one word put right, or up to `depth`, in every way that makes a legal move of it."""
        found: dict[str, None] = {}
        missing = slip.spans[0][0] == slip.spans[0][1]
        tried = not missing or depth == _DEEPEST or len(set(slip.words.values())) <= self.few
        for start, end in slip.spans if tried else ():
            for word in self.near(line[start:end], slip.words):
                blank = " " if start == end else ""
                found |= dict.fromkeys(self._reads(f"{line[:start]}{blank}{word}{line[end:]}", depth))
        return () if missing and len(found) > MOST else tuple(found)[:MOST]

    def _reads(self, line: str, depth: int) -> Sequence[str]:
        try:
            return (line,) if self.is_legal(line) else ()
        except SlipError as again:
            return self.mended(line, again, depth - 1) if depth > 1 else ()

    def _allowed(self, line: str, slip: SlipError) -> tuple[str, ...]:
        """What would be legal at a slip, else what would read there."""
        words = dict.fromkeys(word for move in self.moves(line) if (word := slip.legal(move)))
        allowed = tuple(words) or tuple(code for code in every(slip.words) if code not in slip.unlisted)
        if len(allowed) <= _LISTED:
            return allowed
        named = (name for name, things in self.listed_as.items() if things >= set(allowed))
        return next(((name,) for name in named), allowed[:_LISTED])
