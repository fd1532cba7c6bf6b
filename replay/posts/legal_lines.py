"""The legal moves of a position as lines of notation: the likeliest for what was said first, narrowed by what is typed.

Whoever says "this was a move" chooses from them. They follow from what whoever asks may know.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from math import log
from typing import Any, Final, NamedTuple

from events.errors import BellError
from events.facts import Move
from projections.notation.prose_match import Offers, words_of
from replay.posts.lookahead import AgainstError, LookAhead
from replay.posts.prose import ProseReader, parts_of

MOST_SHOWN: Final = 12
"""So many lines are shown at once."""
LONGEST_WORDS: Final = 500
"""The most characters of what is typed to narrow them."""
_SPELLED: Final = 256
"""So many moves are written out to be compared with what is typed."""
_WORD: Final = re.compile(r"[^\s,;]+")


class LegalLine(NamedTuple):
    """A legal move: the line that says it, several with a stroke between them, and its sentence."""

    line: str
    text: str


class LegalLines(NamedTuple):
    """The legal moves that fit: those that are shown, and whether there are others. `waits` says why there are none."""

    shown: tuple[LegalLine, ...]
    has_more: bool = False
    waits: str = ""


def legal_lines(ahead: LookAhead, seat: str, said: str, typed: str = "") -> LegalLines:
    """The legal moves of a seat from where a post has led, the likeliest for what was `said` first.

    Of those only the ones are listed that `typed` fits; what it says itself, in notation or in prose, stands first.
    """
    if ahead.waits:
        return LegalLines((), waits=f"what is legal here is known when {ahead.waits}")
    typed = " ".join(typed[:LONGEST_WORDS].split())
    said_first = _read(ahead, seat, typed or said[:LONGEST_WORDS], is_typed=bool(typed))
    words = [word.casefold() for word in _WORD.findall(typed)]
    found = list(islice(_distinct(chain(said_first, _narrowed(ahead, seat, said, words))), MOST_SHOWN + 1))
    return LegalLines(tuple(found[:MOST_SHOWN]), len(found) > MOST_SHOWN)


def _distinct(lines: Iterable[LegalLine]) -> Iterator[LegalLine]:
    seen: set[str] = set()
    for each in lines:
        if each.line not in seen:
            seen.add(each.line)
            yield each


def _read(ahead: LookAhead, seat: str, text: str, *, is_typed: bool) -> Iterator[LegalLine]:
    """What words say by themselves: a line of notation that is legal, else what they may mean as prose."""
    if is_typed and (told := _told(ahead, seat, text)):
        yield LegalLine(text, told)
        return
    found = ProseReader(ahead.game, ahead, seat).read([text]) if text else None
    for line in found.choices if found else ():
        yield LegalLine(line, _told(ahead, seat, line))


def _told(ahead: LookAhead, seat: str, line: str) -> str:
    """What a line of notation does here; "" where it does not read or is not legal."""
    there, told = ahead.tried(), list[str]()
    for part in parts_of(line):
        moves = ahead.game.notation.exact(part, there.position, seat)
        try:
            for written in moves or ():
                told += there.go_on(written)
        except (BellError, AgainstError):
            return ""
        if not moves:
            return ""
    return " ".join(told)


def _narrowed(ahead: LookAhead, seat: str, said: str, words: Sequence[str]) -> Iterator[LegalLine]:
    """The legal moves each of which has all the words, or what begins with them; the likeliest first."""
    game, position = ahead.game, ahead.position
    offers = Offers(game, position, seat)
    for move, text in _ranked(offers, said, " ".join(words))[:_SPELLED]:
        line = offers.line(move)
        if line and _fits(f"{text} {line}".casefold(), words):
            yield LegalLine(line, text)


def _fits(text: str, words: Sequence[str]) -> bool:
    return all(re.search(rf"(?<!\w){re.escape(word)}", text) for word in words)


def _ranked(offers: Offers, *said: str) -> list[tuple[Move, str]]:
    """The legal moves with their sentences, ranked by the words they share: a rare word says more than a common one."""
    game, position, seat = offers.game, offers.position, offers.seat
    told = {move: game.view.tell(move, position, position) for move in _moves(offers)}
    own = words_of(game.view.seat_name(position, seat)) | words_of(seat)
    words = {move: words_of(text) - own for move, text in told.items()}
    common = Counter(chain.from_iterable(words.values()))
    heard = words_of(" ".join(said))

    def likeness(move: Move) -> float:
        return sum(log((len(told) + 1) / common[word]) for word in words[move] & heard)

    return sorted(told.items(), key=lambda one: -likeness(one[0]))


def _moves(offers: Offers) -> Iterable[Move]:
    """What a seat may do: what is asked of it first, then what it may do at any time."""
    free: Iterable[Any] = offers.game.rules.free(offers.position, offers.seat)
    return dict.fromkeys(chain(offers.moves, free))
