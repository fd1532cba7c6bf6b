"""The clauses of a post in other orders, for moves that are often described before or after their turn."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from projections.notation.prose.filling import MATTERS
from projections.notation.prose.lexicon import Lexicon
from projections.notation.prose.tokens import Token

_MOVED: Final = 8
"""The maximum number of clauses that are tried in another order than in the post."""
_STOP: Final = Token((), ".", -1)


def orders(tokens: Sequence[Token], lexicon: Lexicon) -> Sequence[Sequence[Token]]:
    """Return the tokens as they are in the post, and in the other orders that the lexicon allows."""
    found = [tokens, *(one for move in lexicon.moves if move.last for one in _moved_back(tokens, move.name))]
    ahead = (one for order in found for move in lexicon.moves if move.first for one in _moved_ahead(order, move.name))
    return [*found, *ahead]


def _moved_ahead(tokens: Sequence[Token], move: str) -> Iterator[list[Token]]:
    """Yield the tokens reordered: each time one clause with a verb of the kind `move` comes first."""
    for begin, end in islice(_clauses_saying(tokens, move), _MOVED):
        if begin:
            yield [*tokens[begin:end], _STOP, *tokens[:begin], _STOP, *tokens[end:]]


def _moved_back(tokens: Sequence[Token], move: str) -> Iterator[list[Token]]:
    """Yield the tokens reordered: the first clause with a verb of the kind `move` is last, or before the last stop."""
    for begin, end in islice(_clauses_saying(tokens, move), 1):
        rest = [*tokens[:begin], _STOP, *tokens[end:]]
        last = max(
            (at for at, token in enumerate(rest) if token.text == "." and any(one.weight for one in rest[at:])),
            default=0,
        )
        if any(token.weight > MATTERS for token in rest[:begin]):
            return
        for at in dict.fromkeys((len(rest), last or len(rest))):
            yield [*rest[:at], _STOP, *tokens[begin:end], _STOP, *rest[at:]]


def _clauses_saying(tokens: Sequence[Token], move: str) -> Iterator[tuple[int, int]]:
    end = -1
    for at, token in enumerate(tokens):
        if at < end or token.is_inert or not token.says(move):
            continue
        begin = at
        while begin and not tokens[begin - 1].is_stop:
            begin -= 1
        end = at
        while end < len(tokens) and not tokens[end].is_stop:
            end += 1
        yield begin, end
