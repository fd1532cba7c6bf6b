"""The legal moves of a position to choose from: the likeliest for what was said first, narrowed by what is typed.

Whoever says "this was a move" chooses from them. They follow from what whoever asks may know.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from events.errors import NotationError
from projections.notation.prose.ranking import ranked
from projections.terms import Ask
from replay.posts.choices import Offer, offer
from replay.posts.lines import begins_with_verb
from replay.posts.prose import ProseReader
from replay.posts.simulate import LookAhead

MOST_SHOWN: Final = 12
"""So many moves are shown at once."""
LONGEST_WORDS: Final = 500
"""The most characters of what is typed to narrow them."""
_COMPARED: Final = 60
"""So many moves are compared with what is typed, word by word."""


class LegalLines(NamedTuple):
    """The legal moves that fit: those that are shown, and whether there are others. `waits` says why there are none."""

    shown: tuple[Offer, ...]
    has_more: bool = False
    waits: str = ""


def legal_lines(ahead: LookAhead, seat: str, said: str, typed: str = "") -> LegalLines:
    """The legal moves of a seat from where a post has led, the likeliest for what was `said` first.

    Where something is `typed`, those that it fits best.
    """
    if ahead.waits:
        return LegalLines((), waits=f"what is legal here is known when {ahead.waits}")
    typed, said = " ".join(typed[:LONGEST_WORDS].split()), said[:LONGEST_WORDS]
    lines = _for_typed(ahead, seat, typed) if typed else _for_said(ahead, seat, said)
    found = list(islice(dict.fromkeys(lines), MOST_SHOWN + 1))
    return LegalLines(tuple(offer(ahead, seat, line) for line in found[:MOST_SHOWN]), len(found) > MOST_SHOWN)


def _for_said(ahead: LookAhead, seat: str, said: str) -> Iterator[str]:
    """What a line of chat may mean as prose, then the legal moves with words of it, then all others."""
    yield from _in_prose(ahead, seat, said)
    yield from ranked(ahead.game, ahead.position, seat, said, _COMPARED)
    yield from ranked(ahead.game, ahead.position, seat, "", _COMPARED)


def _for_typed(ahead: LookAhead, seat: str, typed: str) -> Iterator[str]:
    """What is typed, where it is notation; what it may mean as prose; then the moves that fit it best."""
    if ahead.game.notation.exact(typed, ahead.position, seat) is not None:
        yield typed
        return
    yield from _near(ahead, seat, typed)
    yield from _in_prose(ahead, seat, typed)
    words = typed.casefold().split()
    lines = ranked(ahead.game, ahead.position, seat, typed, _COMPARED)
    found = {line: _fitting(f"{line} {offer(ahead, seat, line).text}", words) for line in lines}
    most = max(found.values(), default=0)
    yield from (line for at, line in enumerate(lines) if not at or found[line] == most)


def _in_prose(ahead: LookAhead, seat: str, text: str) -> tuple[str, ...]:
    found = ProseReader(ahead.game, ahead, seat).read([text])
    return found.choices if found else ()


def _near(ahead: LookAhead, seat: str, typed: str) -> Iterator[str]:
    """What a line may mean that begins as notation does and is none, as far as it reads then."""
    if not begins_with_verb(typed):
        return
    try:
        read = ahead.game.notation.read(typed, ahead.position, seat)
    except NotationError as error:
        choices = error.allowed
    else:
        choices = read.choices if isinstance(read, Ask) else ()
    yield from (line for line in choices if ahead.game.notation.exact(line, ahead.position, seat))


def _fitting(text: str, words: Sequence[str]) -> int:
    """How many words stand in a text, or begin one that does."""
    return sum(re.search(rf"(?<!\w){re.escape(word)}", text.casefold()) is not None for word in words)
