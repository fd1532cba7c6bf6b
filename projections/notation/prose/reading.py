"""A possible meaning of a post: its lines of notation, their score, and the phrases that no line uses."""

from collections.abc import Sequence, Set as AbstractSet
from typing import Any, Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import NUMBER, VERB, Lexicon
from projections.notation.prose.tokens import SAYING, Token

JOINT: Final = " / "
"""Separates the lines of notation in the text of a reading."""
HEARD: Final = 0.3
"""A phrase with at most this weight is no part of a move."""
NAMED: Final = 0.5
"""The weight from which a phrase names a thing."""
_PARTS: Final = lazy_pattern(r" / (?=[A-Z+]{1,12}(?:: ?|$| /))")
WORD: Final = lazy_pattern(r"\w+|[*?]")
"""Matches a word in a line of notation."""


def parts_of(text: str) -> list[str]:
    """Split the text of a reading into its lines of notation."""
    return _PARTS.split(text)


def verb_of(line: str) -> str:
    """Return the verb at the start of a line of notation."""
    return line.partition(":")[0]


def words_in(line: str) -> Sequence[str]:
    """Return the words of a line of notation."""
    return WORD.findall(line.casefold())


class Reading(NamedTuple):
    """A possible meaning of a post: its lines of notation, their score, and `left`, the phrases that no line uses.

    `supplied` are lines that were added although the post does not say them. `moves` are the kinds of move in the
    reading. `is_asked` means that the author is asked about one of its lines. `used` are the phrases of its lines.
    """

    lines: tuple[str, ...]
    score: float
    left: tuple[Token, ...] = ()
    supplied: tuple[str, ...] = ()
    position: Any = None
    moves: tuple[str, ...] = ()
    explained: float = 0.0
    tokens: Sequence[Token] = ()
    is_asked: bool = False
    used: tuple[Token, ...] = ()

    @property
    def merit(self) -> float:
        """The score of the reading, without the cost of verbs, numbers and players that no line uses."""
        return self.score + sum(token.cost for token in self.left if not token.is_thing or token.of(NUMBER))

    @property
    def verbs(self) -> set[str]:
        """The verbs of its lines of notation."""
        return {verb_of(part) for line in self.lines for part in parts_of(line)}

    @property
    def carried(self) -> list[Token]:
        """The phrases of the post that matter and that are not left over."""
        left = set(self.left)
        return [token for token in self.tokens if token.weight > HEARD and token not in left]

    @property
    def last_carried(self) -> int:
        """The index of the last phrase in `carried`; 0 without one."""
        left = set(self.left)
        carried = (at for at, token in enumerate(self.tokens) if token.weight > HEARD and token not in left)
        return max(carried, default=0)

    @property
    def clauses_said(self) -> set[int]:
        """The numbers of the sentences with a verb for a move of the reading."""
        return {token.clause for token in self.carried if token.verbs & set(self.moves)}

    def extends(self, other: "Reading") -> bool:
        """Return whether the reading has all lines of another reading in the same order, and more."""
        rest = iter(self.lines)
        return len(self.lines) > len(other.lines) and all(line in rest for line in other.lines)

    def families(self, lexicon: Lexicon) -> frozenset[str]:
        """Return the fixed parts (`Wording.family`) of the lines of all moves in the reading."""
        return frozenset[str]().union(*(lexicon.families[move] for move in self.moves if move))

    def repeats(self, token: Token, lexicon: Lexicon) -> bool:
        """Return whether an unused phrase only repeats a verb or a thing of the reading."""
        read = self.families(lexicon)
        if token.is_verb:
            return any(not lexicon.families[verb].isdisjoint(read) for verb in token.verbs)
        return is_named(token, frozenset(words_in(" ".join(self.lines))))

    def lacks_a_part(self, lexicon: Lexicon) -> bool:
        """Return whether a verb that the reading uses means more moves than the reading has.

        For example, the verb says that a card was drawn and played, and the reading has only one of these moves.
        """
        read, left = self.families(lexicon), set(self.left)
        return any(
            all(not lexicon.families[verb] <= read and lexicon.families[verb] & read for verb in token.verbs)
            for token in self.tokens
            if token.verbs and (token.weight >= SAYING or " " in token.text)
            and not token.is_inert and token not in left
        )  # fmt: skip

    def lacks(self, lexicon: Lexicon) -> bool:
        """Return whether the reading lacks a move that must come with one of its earlier moves (`Lexicon.together`)."""
        return "" not in self.moves and any(
            first in self.moves[:-1] and set(others).isdisjoint(self.moves)
            for first, others in lexicon.together.items()
        )


def is_named(token: Token, named: AbstractSet[str]) -> bool:
    """Return whether a thing that a token may mean is among the words `named`."""
    return any(sense.kind != VERB and set(words_in(sense.value)) <= named for sense in token.senses)
