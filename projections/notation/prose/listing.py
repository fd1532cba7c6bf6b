"""The lines of a move that repeats a part for each place in a list, such as `KAM+2 ICE+1`."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.notation.prose.filling import Filling, passed_over
from projections.notation.prose.lexicon import ALL, EACH, NUMBER, Wording
from projections.notation.prose.tokens import Token

_SILENT: Final = 1.0
_HALF: Final = "half"
_EQUAL: Final = "equal"


def listed(move: Wording, tokens: Sequence[Token], *, is_said: bool) -> Iterator[Filling]:
    """Yield the line that repeats the `each` part of a move for every place; without a verb, its score is lower."""
    part = move.part
    kind, is_numbered = part.holes[0].kind, len(part.holes) > 1
    known = {kind, *move.idle, EACH, ALL, NUMBER}
    used = [token.says(move.name) or not token.kinds.isdisjoint(known) for token in tokens]
    score, found, left = 0.0 if is_said else -_SILENT, _List(), list[Token]()
    for token, after, is_used in zip(tokens, (*tokens[1:], None), used, strict=True):
        score += token.weight if is_used else -passed_over(token, left)
        found.add(token, after, kind)
    places = found.places
    counts = found.counts() if is_numbered else found.no_counts()
    if used[-1] and places and len(set(places)) == len(places) and counts is not None:
        pairs = zip(places, counts, strict=True)
        parts = [part.filled([place, count] if is_numbered else [place]) for place, count in pairs]
        yield Filling(move.line.replace("{each}", move.joint.join(parts)), score, tuple(left))


class _List:
    """The places, the numbers and the words such as "each" in the phrases of a list."""

    def __init__(self) -> None:
        self.places, self.numbers, self.shares = list[str](), list[str](), set[str]()

    def add(self, token: Token, after: Token | None, kind: str) -> None:
        """Add a token: a place of this kind, a share, or a number. `after` is the next token."""
        if (place := token.of(kind)) is not None:
            self.places.append(place)
        elif (share := token.of(EACH)) is not None:
            self.shares.add(share)
        elif (number := token.of(ALL) or token.of(NUMBER)) is not None:
            is_repeated = token.of(ALL) and after is not None and after.of(NUMBER) is not None
            self.numbers += [] if is_repeated else [number]

    def no_counts(self) -> Sequence[str] | None:
        """Return an empty text for each place; None if there are numbers "1", but not one for each place."""
        is_counted = set(self.numbers) == {"1"} and len(self.numbers) != len(self.places)
        return None if is_counted else [""] * len(self.places)

    def counts(self) -> Sequence[str] | None:
        """Return the number that belongs to each place, in order; None if that is unclear."""
        numbers, places = self.numbers, len(self.places)
        figures = [int(number) for number in numbers if number.isdecimal()]
        if not places:
            return None
        if self.shares:
            return _shared(figures, places, is_split=_EQUAL in self.shares)
        if len(numbers) == places:
            return _with_half(numbers, figures)
        return _without_sum(figures) if len(figures) == len(numbers) == places + 1 else None


def _shared(figures: Sequence[int], places: int, *, is_split: bool) -> Sequence[str] | None:
    """Return the same number for each place: the number itself, or an equal part of it if it `is_split`."""
    if is_split:
        fits = len(figures) == 1 and figures[0] % places == 0
        return [str(figures[0] // places)] * places if fits else None
    return [str(figures[0]) if figures else "1"] * places if len(figures) <= 1 else None


def _with_half(numbers: Sequence[str], figures: Sequence[int]) -> Sequence[str] | None:
    """Return a number for each place. The word "half" is the number of all others, or remains if all say it."""
    if set(numbers) == {_HALF} and len(numbers) > 1:
        return numbers
    half = str(sum(figures)) if len(figures) == len(numbers) - 1 else _HALF
    counts = [half if number == _HALF else number for number in numbers]
    return None if _HALF in counts else counts


def _without_sum(figures: Sequence[int]) -> Sequence[str] | None:
    """Return the numbers without the first or the last, if this is the sum of the others."""
    for total, rest in ((figures[0], figures[1:]), (figures[-1], figures[:-1])):
        if sum(rest) == total:
            return [str(number) for number in rest]
    return None
