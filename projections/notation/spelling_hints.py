"""Near misses of unexpected words: a question with whole lines as choices, or an error that says what is legal.

Nothing is guessed. A corrected line is offered only if it is a legal move, and the author of the line chooses.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from difflib import get_close_matches
from typing import Final

import msgspec

from events.errors import NotationError
from events.events import Move
from projections.contracts import Ask
from projections.notation.cursor import Cursor, SlipError
from projections.notation.vocabulary import Vocabulary

MOST: Final = 5
"""The maximum number of lines that a question offers."""
_DEEPEST: Final = 2
"""The maximum number of words in a line that are corrected."""
_VERB_AND_COLON: Final = 2
_LISTED: Final = 16


def near(text: str, words: Vocabulary, *, most: int, cutoff: float, begun: int = 0) -> tuple[str, ...]:
    """Return the meanings that a misspelt word may have, the nearest first: swapped letters, then similar spellings.

    A word of at least `begun` letters (0: none) may also be the beginning of a spelling, or one of its words.
    """
    turned = [word for word in words if len(word) == len(text) and sorted(word) == sorted(text)]
    whole = bool(begun) and len(text) >= begun
    parts = [word for word in words if whole and (word.startswith(text) or text in word.split())]
    return every({word: words[word] for word in (*turned, *parts, *get_close_matches(text, list(words), most, cutoff))})


def every(words: Vocabulary) -> tuple[str, ...]:
    """Return each meaning in a vocabulary once, to offer for a missing word."""
    return tuple(dict.fromkeys(words.values()))


def likeness(text: str, _words: Vocabulary) -> float:
    """Return the least similarity (0 to 1) that a misspelt word needs to a known word. A short word needs more."""
    return 0.6 if len(text) > 3 else 0.66


def _misread(message: str, read: str) -> str:
    """Return the end of a message, which says what was found instead; "" if the message already quotes this text."""
    if f'"{read}"' in message:
        return ""
    if message.endswith("?"):
        return f' "{read}" is not known'
    return f', not "{read}"' if message.endswith("is expected") or message.startswith("say ") else f' (read "{read}")'


class SpellingHints(msgspec.Struct, frozen=True, kw_only=True):
    """Finds what to ask about an unexpected word in a line.

    - `cursor` is the game's cursor.
    - `is_legal` parses a whole line and returns whether it is a legal move. It may raise `SlipError`.
    - `near` returns the known words that a misspelt part of the line may stand for.
    - `told` returns the lines that prose may mean. It is used if nothing after the verb can be parsed.
    - `moves` returns the legal moves for a line's verb.
    - `listed_as` names sets of words; the name is offered instead of more words than are worth listing.
    - `few` is the most meanings that are tried for a missing word after another word was corrected.
    """

    cursor: type[Cursor]
    is_legal: Callable[[str], bool]
    near: Callable[[str, Vocabulary], Sequence[str]]
    told: Callable[[str], tuple[str, ...]]
    moves: Callable[[str], Iterable[Move]]
    listed_as: Mapping[str, AbstractSet[str]] = {}
    few: int = 0

    def ask(self, line: str, slip: SlipError) -> Ask:
        """Return a question that offers legal lines similar to `line`.

        Raises:
            NotationError: no similar line would be legal; the message says what would be legal.
        """
        start, end = slip.spans[-1]
        untouched = len(self.cursor(line[:start]).words) <= _VERB_AND_COLON
        choices = self.mended(line, slip) or (self.told(line) if untouched else ())
        read = line[start:end].strip('"')
        if choices:
            ends = not any(word.start >= end for word in self.cursor(line).words)
            but = _misread(slip.message, read) if read else ", but the line ends" if ends else ""
            return Ask(
                f"{slip.message}{but}{' W' if slip.message.endswith('?') and but else '. W'}hich is meant?", choices
            )
        message = slip.message if read else f"the line ends too early: {slip.message}"
        raise NotationError(message, column=start + 1, read=read, allowed=self._allowed(line, slip))

    def mended(self, line: str, slip: SlipError, depth: int = _DEEPEST) -> tuple[str, ...]:
        """Return the legal lines that result if one word of a line is corrected, or up to `depth` words."""
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
        """Return the legal words in place of an unexpected word, or else the words that could be parsed there."""
        words = dict.fromkeys(word for move in self.moves(line) if (word := slip.legal(move)))
        allowed = tuple(words) or tuple(code for code in every(slip.words) if code not in slip.unlisted)
        if len(allowed) <= _LISTED:
            return allowed
        named = (name for name, things in self.listed_as.items() if things >= set(allowed))
        return next(((name,) for name in named), allowed[:_LISTED])
