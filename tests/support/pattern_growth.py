"""Whether matching a pattern can take more than linear time, told from the pattern alone: nothing is run or timed.

A pattern is read by `re`'s own parser and made an automaton without empty steps: a state for each place of a sign, and
which may follow which. A backtracking matcher takes more than linear time where one text leads the same way through it
in more and more ways, or lets it begin anew at every sign and run to the end each time:

- twice around one loop on the same text (time doubles with each sign), or
- around one loop, from it to a later one, and around that, all on the same text (time grows as a square, or worse).
  A search begins with a loop of its own, over all that it skips; what has to stand before a find (the edge of a word,
  the beginning of a line, what a look behind asks) is a step between.

What is matched whole is a line, or words put together: it has no line break.

Repeats with an upper bound are bounded work for each sign; what comes of them is not looked into.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from re import _constants as code  # type: ignore[attr-defined]  # the parser of the standard library
from re import _parser as parser  # type: ignore[attr-defined]  # the same
from typing import Any, Final, NamedTuple

SIGNS: Final = (
    "".join(map(chr, range(128)))
    + "\x85\xa0\xb2\xdf\xe9\xf7\u0130\u0131\u0663\u2013\u2014\u2026\u2028\u202e\u4e2d\ufffd\U0001f600"
)
"""Signs that stand for all: those in a pattern beyond these are added."""
_MANY: Final = 256
"""A repeat of more is as good as one without a bound."""


class Growth(NamedTuple):
    """Two places of a pattern between which one text leads in many ways: what is there, and on which sign to begin."""

    kind: str
    one: str
    other: str


class _Part(NamedTuple):
    """Where a part can begin and end, and whether it may be empty; it `ends` surely where nothing more is asked."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


class _Automaton:
    """The places of a pattern: `signs` of each, and `follow`, what may come next; `twice` are steps with two ways."""

    def __init__(self, parsed: Any, flags: int, without: str = "") -> None:
        self.flags = flags
        extra = {chr(value) for value in _literals(parsed)}
        cased = {sign.swapcase() for sign in extra if len(sign.swapcase()) == 1}
        self.alphabet = sorted({*SIGNS, *extra, *cased} - {*without})
        self.signs: list[frozenset[str]] = []
        self.words: list[str] = []
        self.follow: list[set[int]] = []
        self.twice = set[tuple[int, int]]()
        self.held = dict[int, int]()
        """Of a place in a possessive repeat or an atomic group: which."""
        self.groups = dict[int, frozenset[str]]()
        self.empties = 0
        self.gate = self._gate(parsed)
        self.whole = self._sequence(parsed)
        self.surely = self._sure(parsed)

    # Signs

    def _place(self, signs: Iterable[str], word: str) -> _Part:
        self.signs.append(frozenset(signs))
        self.words.append(word)
        self.follow.append(set())
        here = frozenset({len(self.signs) - 1})
        return _Part(here, here, empty=False)

    def _is_in(self, sign: str, items: Any) -> bool:
        negated = False
        found = False
        for op, arg in items:
            if op is code.NEGATE:
                negated = True
            elif op is code.LITERAL:
                found = found or self._same(sign, arg)
            elif op is code.RANGE:
                found = found or any(arg[0] <= ord(one) <= arg[1] for one in self._cases(sign))
            elif op is code.CATEGORY:
                found = found or self._category(sign, arg)
        return found is not negated

    def _cases(self, sign: str) -> set[str]:
        return {sign, *([sign.lower(), sign.upper()] if self.flags & re.IGNORECASE else [])} & {
            one for one in (sign, sign.lower(), sign.upper()) if len(one) == 1
        }

    def _same(self, sign: str, value: int) -> bool:
        return any(ord(one) == value for one in self._cases(sign)) or (
            bool(self.flags & re.IGNORECASE) and sign.lower() == chr(value).lower()
        )

    def _category(self, sign: str, name: Any) -> bool:
        words = {
            code.CATEGORY_DIGIT: r"\d", code.CATEGORY_NOT_DIGIT: r"\D", code.CATEGORY_SPACE: r"\s",
            code.CATEGORY_NOT_SPACE: r"\S", code.CATEGORY_WORD: r"\w", code.CATEGORY_NOT_WORD: r"\W",
        }  # fmt: skip
        return re.fullmatch(words[name], sign, self.flags & re.ASCII) is not None

    # Parts

    def _sequence(self, items: Any) -> _Part:
        part = _Part(frozenset(), frozenset(), empty=True)
        for item in items:
            part = self._joined(part, self._item(*item))
        return part

    def _joined(self, one: _Part, other: _Part) -> _Part:
        self._lead(one.last, other.first)
        return _Part(
            one.first | other.first if one.empty else one.first,
            one.last | other.last if other.empty else other.last,
            one.empty and other.empty,
        )

    def _lead(self, last: Iterable[int], first: Iterable[int]) -> None:
        for one in last:
            for other in first:
                if other in self.follow[one]:
                    self.twice.add((one, other))
                self.follow[one].add(other)

    def _item(self, op: Any, arg: Any) -> _Part:  # noqa: C901, PLR0912  # one case an item
        if op is code.LITERAL:
            return self._place((sign for sign in self.alphabet if self._same(sign, arg)), chr(arg))
        if op is code.NOT_LITERAL:
            return self._place((sign for sign in self.alphabet if not self._same(sign, arg)), f"[^{chr(arg)}]")
        if op is code.ANY:
            line = () if self.flags & re.DOTALL else ("\n",)
            return self._place((sign for sign in self.alphabet if sign not in line), ".")
        if op is code.IN:
            return self._place((sign for sign in self.alphabet if self._is_in(sign, arg)), "[...]")
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
        if op is code.ATOMIC_GROUP:
            return self._held(lambda: self._sequence(arg))
        if op in (code.MAX_REPEAT, code.MIN_REPEAT):
            return self._repeat(*arg)
        if op is code.POSSESSIVE_REPEAT:
            return self._held(lambda: self._repeat(*arg))
        if op in (code.ASSERT, code.ASSERT_NOT):
            return self._aside(*arg)
        if op is code.AT:
            return _Part(frozenset(), frozenset(), empty=True)
        if op is code.GROUPREF:  # what it repeats is one sign in every pattern here
            return self._place(self.groups[arg], "(?P=...)")
        raise ValueError(f"{op} is not known here")

    def _held(self, make: Any) -> _Part:
        begun = len(self.signs)
        part: _Part = make()
        self.held.update(dict.fromkeys(range(begun, len(self.signs)), begun))
        return part

    def _either(self, parts: list[_Part]) -> _Part:
        return _Part(
            frozenset().union(*(part.first for part in parts)), frozenset().union(*(part.last for part in parts)),
            any(part.empty for part in parts),
        )  # fmt: skip

    def _repeat(self, least: int, most: Any, items: Any) -> _Part:
        empties = self.empties
        part = self._sequence(items)
        if most is code.MAXREPEAT or most > _MANY:
            self._lead(part.last, part.first)
            if self.empties > empties:
                self._lead(part.last, part.first)
        return part._replace(empty=part.empty or least == 0)

    def _aside(self, direction: int, items: Any) -> _Part:
        """What is looked at ahead is a way that leads nowhere; what is looked at behind has a bounded length."""
        if direction < 0:
            return _Part(frozenset(), frozenset(), empty=True)
        part = self._sequence(items)
        return _Part(part.first, frozenset(), empty=True)

    def _gate(self, items: Any) -> Callable[[frozenset[str]], frozenset[str]]:
        """The signs of which one stands before a find that begins with one of others; all where nothing is asked."""
        everything = frozenset(self.alphabet)
        found: tuple[Any, Any] = next(iter(items), (None, None))
        op, arg = found
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

    def _sure(self, items: Any) -> set[int]:
        """The places behind which nothing more is asked: there a search has found what it looks for."""
        if any(op is code.AT or (op in (code.ASSERT, code.ASSERT_NOT)) for op, _ in list(items)[-1:]):
            return set()
        return set(self.whole.last)


def _literals(items: Any) -> Iterator[int]:  # noqa: C901  # one case an item
    for op, arg in items:
        if op in (code.LITERAL, code.NOT_LITERAL):
            yield arg
        elif op is code.IN:
            yield from _literals(arg)
        elif op is code.RANGE:
            yield from arg
        elif op is code.BRANCH:
            for branch in arg[1]:
                yield from _literals(branch)
        elif op is code.SUBPATTERN:
            yield from _literals(arg[3])
        elif op is code.ATOMIC_GROUP:
            yield from _literals(arg)
        elif op in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            yield from _literals(arg[2])
        elif op in (code.ASSERT, code.ASSERT_NOT):
            yield from _literals(arg[1])


def _loops(follow: list[set[int]]) -> list[frozenset[int]]:
    reach = [_reached(follow, at) for at in range(len(follow))]
    around = [at for at in range(len(follow)) if at in reach[at]]
    return sorted({frozenset(other for other in reach[at] if at in reach[other]) for at in around}, key=min)


def _reached(follow: list[set[int]], at: int) -> frozenset[int]:
    seen, left = set[int](), [*follow[at]]
    while left:
        here = left.pop()
        if here not in seen:
            seen.add(here)
            left += follow[here]
    return frozenset(seen)


@cache
def growth(pattern: str, flags: int = 0, way: str = "search") -> Growth | None:
    """Where matching grows faster than its text, None where it does not. `way` is `search`, `match` or `fullmatch`."""
    parsed = parser.parse(pattern, flags)
    branches = [parsed]
    if way == "search" and len(parsed) == 1 and parsed[0][0] is code.BRANCH:  # each begins its finds in its own way
        branches = parsed[0][1][1]
    found = (_growth(_Automaton(one, parsed.state.flags, "\n" * (way == "fullmatch")), way) for one in branches)
    return next((one for one in found if one is not None), None)


def ways_through(pattern: str, text: str) -> int:
    """How many ways lead through a pattern over all beginnings of a text: so many a matcher tries that cannot end."""
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
    follow, signs = [set(some) for some in made.follow], list(made.signs)
    for one, other in sorted(made.twice):
        if one in _reached(follow, other):
            return Growth("twice around", made.words[one], made.words[other])
    skips = _skipping(made, signs, follow) if way == "search" else -1
    words = [*made.words, "(skipped)", *(["(before it)"] * len(made.words))]
    loops = _loops(follow)
    for loop in loops:
        if skips not in loop and (found := _two_ways(loop, follow, signs)):
            return Growth("two ways around", words[found[0]], words[found[1]])
    for loop in loops:
        for later in loops:
            if loop is later or skips in later or _cannot_fail(made, later, way):
                continue
            held = made.held.get(min(loop), -1)
            if held != -1 and held != made.held.get(min(later)):
                continue
            if found := _on_one_text(loop, later, follow, signs):
                return Growth("one loop, then another", words[found[0]], words[found[1]])
    return None


def _skipping(made: _Automaton, signs: list[frozenset[str]], follow: list[set[int]]) -> int:
    """Add the loop of a search over what it skips, with what has to stand before each find; returns its place."""
    skips = len(signs)
    signs.append(frozenset(made.alphabet))
    follow.append({skips})
    for first in sorted(made.whole.first):
        gate = made.gate(signs[first])
        if gate == signs[skips]:
            follow[skips].add(first)
        elif gate:
            signs.append(gate)
            follow.append({first})
            follow[skips].add(len(signs) - 1)
    return skips


def _cannot_fail(made: _Automaton, later: frozenset[int], way: str) -> bool:
    """Whether the matcher is done as soon as it is in a loop: a find ends there, or there all that is left fits."""
    if way != "fullmatch":
        return bool(later & made.surely)
    return later <= made.surely and all(made.signs[at] >= frozenset(made.alphabet) for at in later)


def _two_ways(loop: frozenset[int], follow: list[set[int]], signs: list[frozenset[str]]) -> tuple[int, int] | None:
    for start in loop:
        seen, left = set[tuple[int, int]](), [(start, start)]
        while left:
            here = left.pop()
            for one in follow[here[0]] & loop:
                for other in follow[here[1]] & loop:
                    if signs[one] & signs[other] and (one, other) not in seen:
                        seen.add((one, other))
                        left.append((one, other))
        if (start, start) in seen:
            apart = [pair for pair in seen if pair[0] != pair[1] and _leads(pair, (start, start), loop, follow, signs)]
            if apart:
                return min(apart)
    return None


def _leads(
    pair: tuple[int, int], goal: tuple[int, int], loop: frozenset[int], follow: list[set[int]],
    signs: list[frozenset[str]],
) -> bool:  # fmt: skip
    seen, left = set[tuple[int, int]](), [pair]
    while left:
        here = left.pop()
        for one in follow[here[0]] & loop:
            for other in follow[here[1]] & loop:
                if signs[one] & signs[other] and (one, other) not in seen:
                    if (one, other) == goal:
                        return True
                    seen.add((one, other))
                    left.append((one, other))
    return False


def _on_one_text(  # noqa: C901  # three steps at once
    loop: frozenset[int], later: frozenset[int], follow: list[set[int]], signs: list[frozenset[str]]
) -> tuple[int, int] | None:  # fmt: skip
    """Places of two loops with one text that leads around each, and from the first to the second."""
    between = _reached(follow, min(loop))
    if not later <= between:
        return None
    for start in loop:
        for end in later:
            begin, goal = (start, start, end), (start, end, end)
            seen, left = {begin}, [begin]
            while left:
                here = left.pop()
                for one in follow[here[0]] & loop:
                    for two in follow[here[1]] & (between | loop):
                        both = signs[one] & signs[two]
                        if not both:
                            continue
                        for three in follow[here[2]] & later:
                            step = (one, two, three)
                            if step in seen or not both & signs[three]:
                                continue
                            if step == goal:
                                return start, end
                            seen.add(step)
                            left.append(step)
    return None
