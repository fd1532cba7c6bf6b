"""Find out from a pattern alone whether matching it can take more than linear time; nothing is run or timed.

`re`'s own parser reads the pattern, which becomes an automaton: a state for each place of a character, and the places
that may follow. Matching takes more than linear time in two cases: one text leads twice around one loop (time doubles
with each character), or around a loop, to a later one and around that (time grows as a square, or worse). A search
begins with a loop over everything that it skips. A full match is tried on a line without a line break.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, product
from re import _constants as code  # type: ignore[attr-defined]  # the parser of the standard library
from re import _parser as parser  # type: ignore[attr-defined]  # the same
from typing import Any, Final, NamedTuple

SIGNS: Final = (
    "".join(map(chr, range(128)))
    + "\x85\xa0\xb2\xdf\xe9\xf7\u0130\u0131\u0663\u2013\u2014\u2026\u2028\u202e\u4e2d\ufffd\U0001f600"
)
"""Characters that represent all; those in a pattern are added."""
_MANY: Final = 256
"""A larger bound of a repeat counts as none."""
_CATEGORIES: Final = {
    code.CATEGORY_DIGIT: r"\d", code.CATEGORY_NOT_DIGIT: r"\D", code.CATEGORY_SPACE: r"\s",
    code.CATEGORY_NOT_SPACE: r"\S", code.CATEGORY_WORD: r"\w", code.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


class Growth(NamedTuple):
    """Two places of a pattern between which one text leads in many ways."""

    kind: str
    one: str
    other: str


class _Part(NamedTuple):
    """The places at which a part can begin and end, and whether it may be empty."""

    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    empty: bool = True


class _Automaton:
    """The places of a pattern: `signs` of each, and `follow`, what may come next; `twice` are steps with two ways.

    `held` names the atomic group of a place, `gate` what may precede a match; after `surely` a search is over.
    """

    def __init__(self, parsed: Any, flags: int, without: str = "") -> None:
        self.flags = flags
        extra = {chr(number) for number in _numbers(parsed)}
        cased = {sign.swapcase() for sign in extra if len(sign.swapcase()) == 1}
        self.alphabet = frozenset({*SIGNS, *extra, *cased} - {*without})
        self.signs: list[frozenset[str]] = []
        self.words: list[str] = []
        self.follow: list[set[int]] = []
        self.twice = set[tuple[int, int]]()
        self.held = dict[int, int]()
        self.groups = dict[int, frozenset[str]]()
        self.empties = 0
        self.gate = self._gate(parsed)
        self.whole = self._sequence(parsed)
        ends_aside = any(op in (code.AT, code.ASSERT, code.ASSERT_NOT) for op, _ in list(parsed)[-1:])
        self.surely = frozenset() if ends_aside else self.whole.last

    def _place(self, signs: Iterable[str], word: str) -> _Part:
        self.signs.append(frozenset(signs))
        self.words.append(word)
        self.follow.append(set())
        here = frozenset({len(self.signs) - 1})
        return _Part(here, here, empty=False)

    def _is(self, sign: str, op: Any, arg: Any) -> bool:
        ignores_case = self.flags & re.IGNORECASE
        cases = {one for one in (sign, *((sign.lower(), sign.upper()) if ignores_case else ())) if len(one) == 1}
        if op is code.RANGE:
            return any(arg[0] <= ord(one) <= arg[1] for one in cases)
        if op is code.CATEGORY:
            return re.fullmatch(_CATEGORIES[arg], sign, self.flags & re.ASCII) is not None
        if op is code.LITERAL:
            return chr(arg) in cases or bool(ignores_case and sign.lower() == chr(arg).lower())
        if op is code.NOT_LITERAL:
            return not self._is(sign, code.LITERAL, arg)
        if op is code.ANY:
            return bool(self.flags & re.DOTALL) or sign != "\n"
        negated = arg[0][0] is code.NEGATE
        return any(self._is(sign, *item) for item in arg[negated:]) is not negated

    def _sequence(self, items: Any) -> _Part:
        part = _Part()
        for item in items:
            other = self._item(*item)
            self._lead(part.last, other.first)
            first = part.first | other.first if part.empty else part.first
            last = part.last | other.last if other.empty else other.last
            part = _Part(first, last, part.empty and other.empty)
        return part

    def _lead(self, last: Iterable[int], first: Iterable[int]) -> None:
        for one, other in product(last, first):
            if other in self.follow[one]:
                self.twice.add((one, other))
            self.follow[one].add(other)

    def _item(self, op: Any, arg: Any) -> _Part:
        if op in (code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN):
            words = {code.LITERAL: "{}", code.NOT_LITERAL: "[^{}]", code.ANY: ".", code.IN: "[...]"}
            word = words[op].format(chr(arg) if isinstance(arg, int) else "")
            return self._place((sign for sign in self.alphabet if self._is(sign, op, arg)), word)
        if op is code.BRANCH:
            parts = [self._sequence(branch) for branch in arg[1]]
            self.empties += sum(part.empty for part in parts) > 1  # the parser takes out what branches begin with
            return self._either(parts)
        if op is code.SUBPATTERN:
            part = self._sequence(arg[3])
            self.groups[arg[0]] = frozenset().union(*(self.signs[at] for at in part.first | part.last))
            return part
        if op is code.GROUPREF_EXISTS:
            return self._either([self._sequence(one or ()) for one in arg[1:]])
        if op in (code.ATOMIC_GROUP, code.POSSESSIVE_REPEAT):
            begun = len(self.signs)
            part = self._sequence(arg) if op is code.ATOMIC_GROUP else self._repeat(*arg)
            self.held.update(dict.fromkeys(range(begun, len(self.signs)), begun))
            return part
        if op in (code.MAX_REPEAT, code.MIN_REPEAT):
            return self._repeat(*arg)
        if op in (code.ASSERT, code.ASSERT_NOT) and arg[0] > 0:  # a lookahead is a way that leads nowhere
            return _Part(self._sequence(arg[1]).first)
        if op in (code.AT, code.ASSERT, code.ASSERT_NOT):
            return _Part()
        if op is code.GROUPREF:  # each one here repeats a single character
            return self._place(self.groups[arg], "(?P=...)")
        raise ValueError(f"{op} is not known here")

    def _either(self, parts: list[_Part]) -> _Part:
        first, last = {at for part in parts for at in part.first}, {at for part in parts for at in part.last}
        return _Part(frozenset(first), frozenset(last), any(part.empty for part in parts))

    def _repeat(self, least: int, most: Any, items: Any) -> _Part:
        empties = self.empties
        part = self._sequence(items)
        if most is code.MAXREPEAT or most > _MANY:
            for _ in range(1 + (self.empties > empties)):
                self._lead(part.last, part.first)
        return part._replace(empty=part.empty or least == 0)

    def _gate(self, items: Any) -> Callable[[frozenset[str]], frozenset[str]]:
        everything = self.alphabet
        begins: tuple[Any, Any] = next(iter(items), (None, None))
        op, arg = begins
        if op is code.SUBPATTERN:
            return self._gate(arg[3])
        if op is code.AT and arg in (code.AT_BEGINNING, code.AT_BEGINNING_STRING):
            lines = frozenset("\n" if arg is code.AT_BEGINNING and self.flags & re.MULTILINE else "")
            return lambda _first: lines
        if op is code.AT and arg is code.AT_BOUNDARY:
            words = frozenset(sign for sign in everything if re.fullmatch(r"\w", sign))
            return lambda first: everything - words if first <= words else everything if first & words else words
        if op is code.ASSERT_NOT and arg[0] < 0 and len(arg[1]) == 1:
            part = self._item(*arg[1][0])
            asked = everything - frozenset().union(*(self.signs[at] for at in part.first))
            return lambda _first: asked
        return lambda _first: everything

    def add_search(self) -> int:
        """Add the loop of a search over the text that it skips, with what must precede a match; return its place."""
        (skips,) = self._place(self.alphabet, "(skipped)").first
        self.follow[skips].add(skips)
        for first in sorted(self.whole.first):
            gate = self.gate(self.signs[first])
            if gate == self.alphabet:
                self.follow[skips].add(first)
            elif gate:
                (before,) = self._place(gate, "(before it)").first
                self.follow[before].add(first)
                self.follow[skips].add(before)
        return skips

    def reached(self, start: tuple[int, ...], *within: frozenset[int]) -> set[tuple[int, ...]]:
        """The places, one for each of `within`, to which one text leads from those of `start`."""
        seen, left = set[tuple[int, ...]](), [start]
        while left:
            here = left.pop()
            for step in product(*(self.follow[at] & some for at, some in zip(here, within, strict=True))):
                if step not in seen and frozenset.intersection(*(self.signs[at] for at in step)):
                    seen.add(step)
                    left.append(step)
        return seen


def _numbers(parsed: Any) -> Iterator[int]:
    """The numbers in a parsed pattern, which include all its characters."""
    if type(parsed) is int and 0 <= parsed <= sys.maxunicode:
        yield parsed
    elif isinstance(parsed, list | tuple | parser.SubPattern):
        for part in parsed:
            yield from _numbers(part)


@cache
def growth(pattern: str, flags: int = 0, way: str = "search") -> Growth | None:
    """Where matching grows faster than its text, if it does; `way` is `search`, `match` or `fullmatch`."""
    parsed = parser.parse(pattern, flags)
    branches = [parsed]
    if way == "search" and len(parsed) == 1 and parsed[0][0] is code.BRANCH:  # each begins its finds in its own way
        branches = parsed[0][1][1]
    found = (_growth(_Automaton(one, parsed.state.flags, "\n" * (way == "fullmatch")), way) for one in branches)
    return next((one for one in found if one is not None), None)


def ways_through(pattern: str, text: str) -> int:
    """The number of ways through a pattern over all beginnings of a text: a matcher that fails tries them all."""
    parsed = parser.parse(pattern, 0)
    made = _Automaton(parsed, parsed.state.flags)
    counts = {at: 1 for at in made.whole.first if text[0] in made.signs[at]}
    total = sum(counts.values())
    for sign in text[1:]:
        after = dict[int, int]()
        for here, count in counts.items():
            for at in made.follow[here]:
                if sign in made.signs[at]:
                    after[at] = after.get(at, 0) + count * (1 + ((here, at) in made.twice))
        counts = after
        total += sum(counts.values())
    return total


def _growth(made: _Automaton, way: str) -> Growth | None:
    everywhere = frozenset(range(len(made.signs)))
    found = ((at, "twice around") for at in sorted(made.twice) if at[:1] in made.reached(at[1:], everywhere))
    skips = made.add_search() if way == "search" else -1
    everywhere = frozenset(range(len(made.signs)))
    reach = {at: frozenset(one for (one,) in made.reached((at,), everywhere)) for at in everywhere}
    loops = sorted(
        {frozenset(one for one in reach[at] if at in reach[one]) for at in reach if at in reach[at]}, key=min
    )
    both = (
        (pair, "two ways around")
        for loop in loops
        for start in sorted(loop - {skips})
        for pair in sorted(made.reached((start, start), loop, loop))
        if pair[0] != pair[1] and (start, start) in made.reached(pair, loop, loop)
    )
    after = (
        ((start, end), "one loop, then another")
        for loop, later in product(loops, loops)
        if loop is not later and skips not in later and later <= reach[min(loop)]
        if made.held.get(min(loop), -1) in (-1, made.held.get(min(later))) and not _cannot_fail(made, later, way)
        for start, end in product(loop, later)
        if (start, end, end) in made.reached((start, start, end), loop, reach[min(loop)], later)
    )
    for (one, other), kind in chain(found, both, after):
        return Growth(kind, made.words[one], made.words[other])
    return None


def _cannot_fail(made: _Automaton, later: frozenset[int], way: str) -> bool:
    """Whether the matcher is done as soon as it is in a loop: a find ends there, or all that is left fits."""
    if way != "fullmatch":
        return bool(later & made.surely)
    return later <= made.surely and all(made.signs[at] >= made.alphabet for at in later)
