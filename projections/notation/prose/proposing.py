"""Propose the lines of one move each that some phrases of a post may mean, legal or not."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple

from projections.notation.prose.filling import Filling, filled
from projections.notation.prose.lexicon import ALL, EACH, NUMBER, Lexicon, Sense, Wording
from projections.notation.prose.listing import listed
from projections.notation.prose.tokens import Token

_LONGEST: Final = 14
"""The maximum number of phrases that describe one move."""
_SENTENCES: Final = 2
"""The maximum number of sentences that describe one move."""
_FEW: Final = 6
"""The maximum number of lines that are proposed for the same phrases."""
_STOPPED: Final = 0.4
"""By how much the end of a sentence within the phrases of a move lowers the score of its line."""


class Candidate(NamedTuple):
    """A line of notation that the next `tokens` may mean, with its score and `left`, the tokens not used."""

    tokens: Sequence[Token]
    line: str
    score: float
    left: tuple[Token, ...]
    move: Wording

    @property
    def used(self) -> Iterator[Token]:
        """The phrases that the line uses."""
        left = {id(token) for token in self.left}
        return (token for token in self.tokens if token.weight and id(token) not in left)


class Proposer:
    """Proposes lines of notation for the phrases of a post, with the words of a lexicon. It caches what it found."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._ending: dict[tuple[Sense, ...], Sequence[Wording]] = {}  # the moves that may end with a phrase
        self._found: dict[tuple[int, ...], tuple[Sequence[Token], Sequence[Candidate]]] = {}

    def lines(self, tokens: Sequence[Token]) -> Iterator[str]:
        """Yield the lines of one move each that tokens may mean, the highest score first."""
        found = [one for start in range(len(tokens)) for one in self.candidates(tokens, start)]
        yield from dict.fromkeys(one.line for one in sorted(found, key=lambda one: -one.score))

    def candidates(self, tokens: Sequence[Token], start: int) -> Sequence[Candidate]:
        """Return the lines of one move that use the token at `start` and some of the next tokens."""
        several = tokens[start : _reach(tokens, start)]
        key = tuple(map(id, several))
        if key not in self._found:
            self._found[key] = several, self._candidates(several)
        return self._found[key][1]

    def _candidates(self, tokens: Sequence[Token]) -> Sequence[Candidate]:
        best: dict[tuple[int, str], Candidate] = {}
        for length, stops, moves in self._moves(tokens):
            several = tokens[:length]
            used = [token for token in several if token.weight]
            for move in moves:
                for line, score, left in _lines(move, used):
                    key = length, line
                    one = Candidate(several, line, score - _STOPPED * stops, left, move)
                    if key not in best or best[key].score < one.score:
                        best[key] = one
        found = sorted((one for one in best.values() if one.score > 0), key=lambda one: (-len(one.tokens), -one.score))
        return [one for _, few in groupby(found, key=lambda one: len(one.tokens)) for one in islice(few, _FEW)]

    def _moves(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Sequence[Wording]]]:
        """Yield each number of tokens that may describe a move, the sentences that end in them, and the moves.

        The first and the last phrase are part of the move.
        """
        kinds, verbs, stops = set[str](), set[str](), 0
        begun = set[int]()
        for at, token in enumerate(tokens):
            stops += _ends_sentence(tokens, at)
            if not token.weight:
                continue
            ending = self._moves_ending(token)
            begun = begun if kinds else {id(move) for move in ending}
            kinds |= token.kinds
            kinds |= {NUMBER} if kinds & {EACH, ALL} else set()
            verbs |= token.verbs
            yield at + 1, stops, [
                move for move in ending
                if move.wanted <= kinds and (move.silent or move.name in verbs) and (move.each or id(move) in begun)
            ]  # fmt: skip

    def _moves_ending(self, token: Token) -> Sequence[Wording]:
        if token.senses not in self._ending:
            self._ending[token.senses] = [move for move in self._lexicon.moves if _may_end(move, token)]
        return self._ending[token.senses]


def _reach(tokens: Sequence[Token], start: int) -> int:
    """Return the highest index at which the description of a move can end that begins with the token at `start`."""
    most = min(len(tokens), start + 3 * _LONGEST)
    stops = used = 0
    for end in range(start, most):
        stops += _ends_sentence(tokens, end, start)
        used += tokens[end].weight > 0
        if stops > _SENTENCES or used > _LONGEST:
            return end
    return most


def _ends_sentence(tokens: Sequence[Token], at: int, start: int = 0) -> bool:
    """Return whether the token at an index is the first of the stops at the end of a sentence."""
    return tokens[at].ends_sentence and not (at > start and tokens[at - 1].is_stop)


def _may_end(move: Wording, token: Token) -> bool:
    """Return whether a token may be the last phrase of a move: a thing, an amount or a verb that it can have."""
    is_known = not token.kinds.isdisjoint((*move.known, NUMBER, EACH, ALL))
    return is_known or not token.verbs.isdisjoint((move.name, *move.idle))


def _lines(move: Wording, tokens: Sequence[Token]) -> Iterator[Filling]:
    """Return the lines that one way to describe a move gives for tokens, with a verb for it unless it needs none."""
    is_said = any(token.says(move.name) for token in tokens)
    if not (is_said or move.silent):
        return iter(())
    return (listed if move.each else filled)(move, tokens, is_said=is_said)
