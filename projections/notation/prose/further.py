"""What a post may say in addition to a reading: the moves that are still legal, and the phrases that may mean them."""

from collections.abc import Callable, Sequence, Set as AbstractSet
from functools import cached_property
from typing import Final

import msgspec

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import ALL, DICE, NUMBER, VERB, Lexicon, Wording
from projections.notation.prose.reading import Reading, is_named, verb_of, words_in
from projections.notation.prose.tokens import SAYING, Token, is_in_row

_DICE: Final = lazy_pattern(r"\([^():]*:[^():]*\)")
"""Matches the dice of attacker and defender in a line of notation, such as `(6 5 : 4)`."""


class FurtherMoves:
    """The moves that a post could describe in addition to a reading, which already has moves with the verbs `read`.

    `legal` returns the legal lines before each move of the reading, and last the legal lines after all its moves. These
    last lines do not count if the reading `waits`. `legal` is called only when needed.
    """

    def __init__(
        self, lexicon: Lexicon, legal: Callable[[], Sequence[Sequence[str]]], read: AbstractSet[str] = frozenset(), *,
        waits: bool = False,
    ) -> None:  # fmt: skip
        self._lexicon, self._legal, self._read, self._waits = lexicon, legal, read, waits

    @cached_property
    def _lines(self) -> Sequence[Sequence[str]]:
        return self._legal()

    @cached_property
    def after_last(self) -> AbstractSet[str]:
        """The verbs of the moves that are legal after the last move of the reading."""
        return frozenset() if self._waits else {verb_of(line) for line in self._lines[-1]}

    @cached_property
    def all_verbs(self) -> AbstractSet[str]:
        """The verbs of all moves that are legal before, between or after the moves of the reading."""
        return {verb_of(line) for some in self._lines for line in some}

    @cached_property
    def verbs(self) -> AbstractSet[str]:
        """The verbs of moves that are legal after the reading, or earlier if the reading has no move with this verb."""
        return self.after_last | (self.all_verbs - self._read)

    @cached_property
    def _names(self) -> AbstractSet[str]:
        return {move.name for move in self._lexicon.moves if move.verb in self.verbs}

    @cached_property
    def _all_names(self) -> AbstractSet[str]:
        return {move.name for move in self._lexicon.moves if move.verb in self.all_verbs}

    @cached_property
    def words(self) -> AbstractSet[str]:
        """The words of all lines that are legal before, between or after the moves of the reading."""
        return {word for some in self._lines for line in some for word in words_in(line)}

    @property
    def is_forced(self) -> bool:
        """Whether all moves that are legal after the reading have the same verb."""
        return len(self.after_last) == 1

    def says(self, token: Token) -> bool:
        """Return whether a verb in prose means a legal move that the post could describe in addition to the reading."""
        return bool(token.verbs) and not token.verbs.isdisjoint(self._names)

    def could_say(self, token: Token) -> bool:
        """Return whether a verb in prose means a move that is legal before or after any move of the reading."""
        return bool(token.verbs) and not token.verbs.isdisjoint(self._all_names)

    def wants_thing(self, token: Token) -> bool:
        """Return whether a verb in prose means a legal move that needs a thing."""
        moves = (move for move in self._lexicon.moves if move.wanted and move.name in token.verbs)
        return any(move.verb in self.all_verbs for move in moves)

    def holds(self, token: Token) -> bool:
        """Return whether a phrase names a thing in a legal line, or a result of chance that a legal move can have."""
        shown = self._lexicon.shown
        return any(
            sense.kind == DICE or not self.all_verbs.isdisjoint(shown.get(sense.kind, ()))
            or set(words_in(sense.value)) <= self.words
            for sense in token.senses if sense.kind not in (VERB, "")
        )  # fmt: skip


class Unexplained(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The phrases that a reading does not use and that could change its meaning.

    - `could` says whether a line could be played at all.
    - If `further` is given, only phrases that it allows count.
    - In a wary game, a verb counts even without the things that its move requires.
    - `implied` numbers do not count.
    - Names of players and verbs of moves in the reading do not count.
    - Things that the lines name, or that the next move is about anyway, count only in a clause with a counted verb.
    """

    reading: Reading
    lexicon: Lexicon
    could: Callable[[str], bool] = lambda _line: True
    implied: AbstractSet[str] = frozenset()
    further: FurtherMoves | None = None

    def texts(self) -> tuple[str, ...]:
        """Return the texts of the phrases, in the order of the post."""
        verbs = [token for token in self.reading.left if self._is_another_move(token)]
        clauses = {token.clause for token in verbs}
        return tuple(
            token.text for token in self.reading.left
            if token in verbs or self._is_another_number(token) or self._is_another_thing(token, clauses)
        )  # fmt: skip

    @cached_property
    def _line(self) -> str:
        return " ".join(self.reading.lines)

    @cached_property
    def _named(self) -> AbstractSet[str]:
        return frozenset(words_in(self._line))

    @cached_property
    def _counted(self) -> AbstractSet[str]:
        return self.implied | frozenset(words_in(_DICE.sub("", self._line)))

    def _is_another_move(self, token: Token) -> bool:
        return (
            token.verbs.isdisjoint(self.reading.moves)
            and token.weight >= SAYING
            and (self.further is None or self.further.says(token))
            and (self.lexicon.wary or any(self._is_possible(move, token) for move in self._moves_of(token)))
        )

    def _moves_of(self, token: Token) -> Sequence[Wording]:
        return [move for move in self.lexicon.moves if move.name in token.verbs]

    def _is_possible(self, move: Wording, token: Token) -> bool:
        """Return whether a move that a verb means can be played, and the post has the things that it requires."""
        if move.wanted:
            return self._has_things(move, token) and not self._is_read(move)
        if self._is_last(token):
            return self.further is None or move.verb in self.further.after_last
        return self.could(move.filled([""] * len(move.holes)))

    def _has_things(self, move: Wording, token: Token) -> bool:
        """Return whether the clause of a verb has an unused thing for its move, or all things if the verb is long."""
        left, spoken = (_kinds(tokens, token.clause) for tokens in (self.reading.left, self.reading.tokens))
        return not move.wanted.isdisjoint(left) or move.wanted <= (spoken if " " in token.text else left)

    def _is_read(self, move: Wording) -> bool:
        read = self.reading.families(self.lexicon)
        return move.family <= read if len(move.family) > 1 else not move.family.isdisjoint(read)

    def _is_last(self, token: Token) -> bool:
        """Return whether no phrase that the reading uses comes after a token."""
        tokens, left = self.reading.tokens, set(self.reading.left)
        after = tokens[tokens.index(token) + 1 :] if token in tokens else ()
        return all(other in left or other.cost < SAYING for other in after)

    def _is_another_number(self, token: Token) -> bool:
        if self.lexicon.wary and token.of(ALL) is not None:
            return True
        if not token.is_number or token.is_light:
            return False
        tokens = self.reading.tokens
        return token.of(NUMBER) not in self._counted or is_in_row(tokens, tokens.index(token))

    def _is_another_thing(self, token: Token, clauses: AbstractSet[int]) -> bool:
        if not token.is_thing or token.is_light or token.is_number:
            return False
        is_known = token.is_at_hand or (token.size == 1 and is_named(token, self._named))
        return (token.clause in clauses or not is_known) and (self.further is None or self.further.holds(token))


def _kinds(tokens: Sequence[Token], clause: int) -> AbstractSet[str]:
    return frozenset[str]().union(*(token.kinds for token in tokens if token.clause == clause))
