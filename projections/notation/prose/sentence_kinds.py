"""What the sentences of a post are: questions, plans, reports of what others do, or words about moves."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose import unread
from projections.notation.prose.cut import sentences
from projections.notation.prose.lexicon import NUMBER, VERB
from projections.notation.prose.reading import NAMED
from projections.notation.prose.tokens import Token
from projections.notation.prose.word_lists import word_list

HEAVY: Final = 0.8
"""The weight from which a planned or asked phrase makes every reading unclear."""
_SPOKEN: Final = 4.0
"""The weight from which a sentence is about moves, even if none of them is legal."""
_LONG: Final = 3
"""The number of spaces in a phrase that is long enough to name a thing."""
_OWN: Final = lazy_pattern(r"\b(?:i|i'm|im|i've|ah|my)\b", re.IGNORECASE)
_SMALL: Final = word_list("small") | word_list("leading")
STOP: Final = Token((), ".", -1)


def asking(tokens: Sequence[Token]) -> set[int]:
    """Return the numbers of the sentences that end with a question mark."""
    return {token.clause for token in tokens if token.is_stop and token.text == "?"}


def doubted(tokens: Sequence[Token], seat: str) -> Iterator[Token]:
    """Yield the phrases that are planned, or done by "him" or "her" (not the author), and could be moves."""
    questions = asking(tokens)
    named = next((at for at, token in enumerate(tokens) if token.text == seat), len(tokens))
    for at, token in enumerate(tokens):
        is_planned = token.is_inert and not (token.is_verb and token.clause in questions)
        if (is_planned or (token.is_veiled and at < named)) and token._replace(is_inert=False).cost >= HEAVY:
            yield token


def tells_of_others(tokens: Sequence[Token], seat: str) -> bool:
    """Return whether a clause begins with another player who does something that could be a move."""
    return any(
        before.is_stop and who.kinds == {"seat"} and who.text != seat
        and does.is_verb and does.cost >= HEAVY and not does.before
        for (before, who), does in zip(pairwise((STOP, *tokens)), tokens[1:], strict=False)
    )  # fmt: skip


def speaks_of_moves(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence has a verb, a thing of the game, and enough words that the game's lexicon knows."""
    return any(
        sum(token.weight for token in sentence) >= _SPOKEN and any(token.verbs for token in sentence)
        and any(token.weight >= NAMED and not token.is_verb for token in sentence)
        for sentence in _sentences_of(tokens)
    )  # fmt: skip


def does_something(tokens: Sequence[Token], lines: Sequence[str]) -> bool:
    """Return whether a sentence about *I* or *my* has a verb of a move and names a thing of the game."""
    told, questions = [sentence for _, sentence in sentences(lines)], asking(tokens)
    return any(
        sentence[0].clause not in questions and _OWN.search(told[sentence[0].clause])
        and not unread.REMARKS.search(told[sentence[0].clause])
        and any(token.verbs and not token.is_veiled and token.text not in _SMALL for token in sentence)
        and any(map(_names_thing, sentence))
        for sentence in _sentences_of(tokens)
    )  # fmt: skip


def _names_thing(token: Token) -> bool:
    """Return whether a phrase names a thing of the game. A long phrase of a verb does too: *use my key on the door*."""
    is_long = token.is_verb and token.text.count(" ") >= _LONG
    return is_long or (token.weight >= NAMED and not token.kinds <= {VERB, NUMBER, "seat", ""})


def _sentences_of(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    known = sorted((token for token in tokens if not (token.is_stop or token.is_inert)), key=lambda one: one.clause)
    yield from (list(sentence) for _, sentence in groupby(known, key=lambda one: one.clause))
