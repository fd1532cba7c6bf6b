"""No pattern takes more than linear time for what it reads. The pattern alone shows it; nothing is run or timed.

The parser of `re` reads the pattern, which becomes an automaton: a state for each place of a character, and the places
that may follow. Matching takes more than linear time in two cases: one text leads twice around one loop (time doubles
with each character), or around a loop, to a later one and around that (time grows as a square, or worse). A search
begins with a loop over everything that it skips. A full match is tried on a line without a line break.
"""

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from re import _constants as code, _parser as parser  # type: ignore[attr-defined]  # the parser of the library
from typing import Any, Final, NamedTuple

import pytest

import projections
from events.lazy_patterns import LazyPattern, lazy_pattern
from projections.notation.prose.guards import _data, _phrase  # the parts of its patterns

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
        """Return the places, one for each of `within`, that one text reaches from the places in `start`."""
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


HOUSE: Final = Path(projections.__file__).parent.parent
PACKAGES: Final = ("events", "projections", "replay", "webui")
WAYS: Final = {
    "search": "search", "finditer": "search", "findall": "search", "sub": "search", "subn": "search",
    "split": "search", "match": "match", "fullmatch": "fullmatch",
}  # fmt: skip
USED: Final = re.compile(rf"\bre\.|\blazy_pattern\(|\.(?:{'|'.join(WAYS)})\b|isdigit|isnumeric|isdecimal")
GUARDED: Final[Mapping[tuple[str, str], str]] = {
    ("projections/rulebook.py", "_ROW"): "a page of this tree",
    ("projections/rulebook.py", "_READING"): "a page of this tree",
    ("replay/posts/blocks.py", "_SEPARATOR"): "a line of at most 400 signs",
    ("replay/importing/mail_text.py", "_WROTE"): "a line of at most 400 signs",
    ("replay/importing/thread.py", "_ONE"): "a line of fewer than 200 signs",
    ("replay/importing/thread.py", "_SECOND"): "the first 120 signs of a line",
}
"""Patterns that would grow, and what bounds the text that each is given."""
PASSED_ON: Final[Mapping[tuple[str, str], set[str]]] = {("replay/posts/create_session.py", "_PAIR"): {"fullmatch"}}
"""How patterns are used that another name is given to."""
BUILT: Final = frozenset({
    "events/lazy_patterns.py", "events/signature.py", "replay/session/erasure.py",
    "projections/drawing/palette.py", "projections/games/risk/notation/results.py", "projections/notation/actions.py",
    "projections/notation/line_pattern.py", "projections/notation/prose/guards.py",
 "projections/notation/prose/rollers.py",
    "projections/notation/prose/slips.py", "projections/notation/prose/unread.py",
    "projections/notation/titles.py", "projections/notation/vocabulary.py",
    "projections/wording.py",
    "replay/importing/thread.py", "replay/corrections/written_changes.py", "replay/posts/approved_phrases.py",
    "replay/posts/acts.py", "replay/posts/blocks.py", "replay/posts/choices.py", "replay/posts/directives.py",
    "replay/posts/read.py", "replay/sources/mail_proof.py", "replay/turn_summaries/turn_summary.py",
    "webui/views/base_address.py",
})  # fmt: skip
"""Modules with a pattern that is put together: of words that are escaped, or of parts that are read here."""


class Found(NamedTuple):
    """A regular expression: its module, its name (or line), and how it is used."""

    path: str
    name: str
    pattern: str
    flags: int
    ways: frozenset[str]


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return each module that uses a pattern or asks for digits."""
    paths = [path for package in PACKAGES for path in sorted((HOUSE / package).rglob("*.py"))]
    texts = [(path.relative_to(HOUSE).as_posix(), path.read_text("utf-8")) for path in paths]
    return tuple((path, ast.parse(text)) for path, text in texts if USED.search(text))


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, str]]:
    """The calls of a method of a name: the call, the name, the method."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            yield node, node.func.value.id, node.func.attr


def lazy(tree: ast.Module) -> list[ast.Call]:
    """Return the calls that make a pattern which is compiled at its first use."""
    return [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lazy_pattern"
    ]  # fmt: skip


def uses(tree: ast.Module) -> dict[str, set[str]]:
    """How each name of a module is asked to match."""
    found = dict[str, set[str]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in WAYS:
            found.setdefault(node.value.id, set()).add(WAYS[node.attr])
    return found


@cache
def patterns() -> tuple[Found, ...]:
    """Return each regular expression that a module names, and each one that is written where it is used."""
    found, everywhere = list[Found](), dict[str, set[str]]()
    trees = dict(modules())
    for tree in trees.values():
        for name, ways in uses(tree).items():
            everywhere.setdefault(name, set()).update(ways)
    for path, tree in trees.items():
        asked = [(call, method) for call, name, method in calls(tree) if name == "re"]
        found += [
            Found(path, f"line {call.lineno}", str(call.args[0].value), 0, frozenset({WAYS[method]}))
            for call, method in asked
            if method in WAYS and isinstance(call.args[0], ast.Constant)
        ]
        if not asked and not lazy(tree):
            continue
        module = importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        inside = uses(tree)
        found += [
            Found(path, name, value.pattern, value.flags & ~re.UNICODE, frozenset(ways))
            for name, value in vars(module).items()
            if isinstance(value, re.Pattern | LazyPattern) and isinstance(value.pattern, str)
            for ways in (PASSED_ON.get((path, name)) or inside.get(name) or everywhere.get(name) or {"search"},)
        ]
    return tuple(found)


@pytest.mark.long
def test_every_pattern_is_checked() -> None:
    """A pattern that is built at run time is in neither list, so its module must be named here."""
    assert len(patterns()) > 200
    built = {
        path
        for path, tree in modules()
        for call, name, method in calls(tree)
        if name == "re" and method in {*WAYS, "compile"} and not isinstance(call.args[0], ast.Constant)
    }
    put_together = {
        path for path, tree in modules() for call in lazy(tree) if not isinstance(call.args[0], ast.Constant)
    }
    assert built | put_together == BUILT


def test_compiles_a_lazy_pattern_when_it_is_first_used() -> None:
    made = lazy_pattern("a+", re.IGNORECASE)
    assert "search" not in vars(made)
    assert made.sub("b", "xAax") == "xbx"
    assert made.fullmatch("aA") and not made.match("b")  # noqa: PT018  # two methods of one pattern
    assert vars(made)["search"] == re.compile("a+", re.IGNORECASE).search
    with pytest.raises(re.error):
        lazy_pattern("(").search("")


@pytest.mark.long
def test_no_pattern_takes_more_than_linear_time() -> None:
    grown = {
        (found.path, found.name): (way, grows, found.pattern)
        for found in patterns()
        for way in sorted(found.ways)
        if (grows := growth(found.pattern, found.flags, way)) is not None
    }
    assert {key: grown[key] for key in grown.keys() - GUARDED.keys()} == {}
    assert GUARDED.keys() <= grown.keys(), "no longer than is needed"


@pytest.mark.long
def test_no_words_of_the_guards_take_more_than_linear_time() -> None:
    entries = [entry for kind, found in _data().items() if kind != "slots" for entry in _listed(found)]
    words = [word for entry in entries for word in entry["words"]]
    ways = [(_phrase(word)[1].pattern, "match" if word.startswith("^") else "search") for word in words]
    assert len(words) > 100
    assert [pattern for pattern, way in ways if growth(pattern, re.IGNORECASE, way)] == []


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


@pytest.mark.parametrize(("pattern", "way", "grows"), [
    ("(a+)+b", "match", True), ("(?:a|a)*b", "match", True), ("(?:[a-z]+ *)*!", "fullmatch", True),
    ("a*a*b", "fullmatch", True), (r"\s+$", "search", True), ("<[^>]*>", "search", True), ("a*+b", "search", True),
    (r".+?\s*,", "match", True), ("(?:ab|a)(?:b|c)*(?:bc)*d", "match", True), ("<[^<>]*>", "search", False),
    ("[a-z]+", "search", False), ("(?:a|b)*c", "fullmatch", False), (r"(?m)^\s+x", "search", True),
    (r"^\s+x", "search", False), ("a++a", "match", False), (r"\b\w+!", "search", False), (r"\w+!", "search", True),
    (r"(?<!=)=+\w", "search", False), (r"(.+) (\S+)", "fullmatch", False), (r"\s*(.*)", "fullmatch", False),
    (r"(\w)\1{2,}", "search", False),
])  # fmt: skip
def test_reports_growth_only_for_slow_patterns(pattern: str, way: str, grows: bool) -> None:  # noqa: FBT001  # a column
    assert (growth(pattern, 0, way) is not None) is grows


def test_numbers_are_read_only_by_events_digits() -> None:
    """`isdigit` holds of what `int` refuses; pages and commands read numbers by `events.digits`."""
    used = [(path, node) for path, tree in modules() for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    names = {True: ("isdigit", "isnumeric", "isdecimal"), False: ("isdigit", "isnumeric")}
    asked = [f"{path}:{node.lineno}" for path, node in used if node.attr in names[path.startswith("webui/")]]
    assert asked == []
