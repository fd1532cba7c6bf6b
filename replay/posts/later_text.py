"""The text of a post that can be read only when the dice or cards of the moves before it are known."""

import re
from collections.abc import Sequence, Set as AbstractSet
from typing import Final

from events.events import UNKNOWN
from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import VERB, Lexicon
from projections.notation.prose.reading import HEARD, NAMED, Reading
from projections.notation.prose.tokens import Token
from replay.posts.word_spans import spans

_JOINT: Final = lazy_pattern(r"(?:[\s,.;:!?)\]-]|(?:and|then|so|n)\b|&)*", re.IGNORECASE)
"""Words and signs before the first word of the text that is read later."""


def later_phrases(reading: Reading, lexicon: Lexicon) -> Sequence[Token]:
    """Return the phrases after those that a reading uses, if they can be read only when dice or cards are known."""
    ahead, last = reading.position, reading.lines[-1]
    is_dealt = ahead.started.cards == "tower" and UNKNOWN in last.split()
    if not (ahead.waits or is_dealt):
        return ()
    later = [token for token in reading.tokens[_last_used(reading, lexicon) + 1 :] if not token.is_stop]
    return later if any(token._replace(is_inert=False).weight >= HEARD for token in later) else ()


def without_later(reading: Reading, lexicon: Lexicon) -> Reading:
    """Return a reading whose score does not depend on phrases that can be read only later."""
    later = {id(token) for token in later_phrases(reading, lexicon)}
    left = tuple(token for token in reading.left if id(token) not in later)
    return reading._replace(
        left=left, score=reading.score + sum(token.cost for token in reading.left if id(token) in later)
    )


def later_begins(reading: Reading, lines: Sequence[str], lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the line and the column at which the text after a reading begins, None if it reads all of the text."""
    if not later_phrases(reading, lexicon):
        return None
    last = _last_used(reading, lexicon)
    line = reading.tokens[last].line
    texts = [token.text for token in reading.tokens[: last + 1] if token.line == line and not token.is_stop]
    end = next((end for at, _, end in spans(lines[line], texts) if at == len(texts) - 1), len(lines[line]))
    joint = _JOINT.match(lines[line], end)
    end = joint.end() if joint else end
    return (line, end) if lines[line][end:].strip() else (line + 1, 0)


def _last_used(reading: Reading, lexicon: Lexicon) -> int:
    """Return the index of the last phrase that belongs to a reading.

    Phrases at its end that only repeat a thing do not belong to it if the verb before them means another move. A last
    sentence of small words, such as *then straight in*, does not belong to it either.
    """
    tokens, read = reading.tokens, reading.families(lexicon)
    clauses = {token.clause for token in reading.used if token.weight > NAMED}
    used = {id(token) for token in reading.used if token.clause in clauses or not clauses}
    places = [at for at, token in enumerate(tokens) if id(token) in used]
    last = max(places, default=-1)
    for at in range(last, 0, -1):
        before = [place for place in places if place < at]
        if _means_another(tokens[at], read, lexicon):
            last = max(before, default=-1)
        elif at in places and _is_new(tokens[at], [tokens[place] for place in before]):
            break
    return last


def _means_another(token: Token, read: AbstractSet[str], lexicon: Lexicon) -> bool:
    """Return whether a verb means only moves that have nothing in common with the lines that were `read`."""
    return bool(token.verbs) and all(lexicon.families[verb].isdisjoint(read) for verb in token.verbs)


def _is_new(token: Token, before: Sequence[Token]) -> bool:
    """Return whether no phrase before a token names one of the things that the token may mean."""
    return {sense for one in before for sense in one.senses if sense.kind != VERB}.isdisjoint(token.senses)
