"""No pattern takes more than linear time for what it reads, however that is made: told from the pattern itself."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from pattern_growth import growth, ways_through

import projections

HOUSE: Final = Path(projections.__file__).parent.parent
PACKAGES: Final = ("events", "projections", "replay", "webui")
WAYS: Final = {
    "search": "search", "finditer": "search", "findall": "search", "sub": "search", "subn": "search",
    "split": "search", "match": "match", "fullmatch": "fullmatch",
}  # fmt: skip
USED: Final = re.compile(rf"\bre\.|\.(?:{'|'.join(WAYS)})\b|isdigit|isnumeric|isdecimal")
GUARDED: Final[Mapping[tuple[str, str], str]] = {
    ("projections/rulebook.py", "_ROW"): "a page of this tree",
    ("projections/rulebook.py", "_READING"): "a page of this tree",
    ("replay/posts/blocks.py", "_SEPARATOR"): "a line of at most 400 signs",
    ("replay/importing/quoted.py", "_WROTE"): "a line of at most 400 signs",
    ("replay/importing/thread.py", "_ONE"): "a line of fewer than 200 signs",
    ("replay/importing/thread.py", "_SECOND"): "the first 120 signs of a line",
}
"""Patterns that would grow, and what bounds the text that each is given."""
PASSED_ON: Final[Mapping[tuple[str, str], set[str]]] = {("replay/posts/transcript.py", "_PAIR"): {"fullmatch"}}
"""How patterns are used that another name is given to."""
BUILT: Final = frozenset({
    "events/signature.py", "replay/session/erasure.py",
    "projections/drawing/palette.py", "projections/games/risk/notation/results.py", "projections/notation/actions.py",
    "projections/notation/form.py", "projections/notation/titles.py", "projections/notation/vocabulary.py",
    "replay/importing/thread.py", "replay/corrections/written_changes.py", "replay/posts/approved_phrases.py",
    "replay/posts/acts.py", "replay/posts/blocks.py", "replay/posts/completions.py", "replay/posts/directives.py",
    "webui/views/base_address.py",
})  # fmt: skip
"""Modules with a pattern that is put together: of words that are escaped, or of parts that are read here as a whole."""


class Found(NamedTuple):
    """A pattern of the tree: its module, its name there (its line where it has none), and how it is used."""

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


def uses(tree: ast.Module) -> dict[str, set[str]]:
    """How each name of a module is asked to match."""
    found = dict[str, set[str]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in WAYS:
            found.setdefault(node.value.id, set()).add(WAYS[node.attr])
    return found


@cache
def patterns() -> tuple[Found, ...]:
    """Every pattern that a module names, and every one that is written where it is used."""
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
        if not asked:
            continue
        module = importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        inside = uses(tree)
        found += [
            Found(path, name, value.pattern, value.flags & ~re.UNICODE, frozenset(ways))
            for name, value in vars(module).items()
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
            for ways in (PASSED_ON.get((path, name)) or inside.get(name) or everywhere.get(name) or {"search"},)
        ]
    return tuple(found)


def test_every_pattern_is_looked_at() -> None:
    """One that is put together where it is used stands in none of the two: its module is named."""
    assert len(patterns()) > 200
    built = {
        path
        for path, tree in modules()
        for call, name, method in calls(tree)
        if name == "re" and method in {*WAYS, "compile"} and not isinstance(call.args[0], ast.Constant)
    }
    assert built == BUILT


def test_no_pattern_takes_more_than_linear_time() -> None:
    grown = {
        (found.path, found.name): (way, grows, found.pattern)
        for found in patterns()
        for way in sorted(found.ways)
        if (grows := growth(found.pattern, found.flags, way)) is not None
    }
    assert {key: grown[key] for key in grown.keys() - GUARDED.keys()} == {}
    assert GUARDED.keys() <= grown.keys(), "no longer than is needed"


@pytest.mark.parametrize(("pattern", "way", "grows"), [
    ("(a+)+b", "match", True), ("(?:a|a)*b", "match", True), ("(?:[a-z]+ *)*!", "fullmatch", True),
    ("a*a*b", "fullmatch", True), (r"\s+$", "search", True), ("<[^>]*>", "search", True), ("a*+b", "search", True),
    (r".+?\s*,", "match", True), ("(?:ab|a)(?:b|c)*(?:bc)*d", "match", True), ("<[^<>]*>", "search", False),
    ("[a-z]+", "search", False), ("(?:a|b)*c", "fullmatch", False), (r"(?m)^\s+x", "search", True),
    (r"^\s+x", "search", False), ("a++a", "match", False), (r"\b\w+!", "search", False), (r"\w+!", "search", True),
    (r"(?<!=)=+\w", "search", False), (r"(.+) (\S+)", "fullmatch", False), (r"\s*(.*)", "fullmatch", False),
    (r"(\w)\1{2,}", "search", False),
])  # fmt: skip
def test_growth_is_told_where_it_is(pattern: str, way: str, grows: bool) -> None:  # noqa: FBT001  # a column
    assert (growth(pattern, 0, way) is not None) is grows


@pytest.mark.parametrize(("pattern", "way", "text"), [
    ("a*a*b", "fullmatch", "a"), ("<[^>]*>", "search", "<"), ("(?:[a-z]+ *)*!", "fullmatch", "a"),
])  # fmt: skip
def test_what_is_told_to_grow_grows(pattern: str, way: str, text: str) -> None:
    """Counted, not timed: the places at which a naive matcher looks, for a text and for one twice as long."""
    short, long = (steps(pattern, text * size, way) for size in (8, 16))
    assert long > 3 * short


def steps(pattern: str, text: str, way: str) -> int:
    """How many ways lead through a pattern over the beginnings of a text: what a matcher that fails has tried."""
    starts = range(len(text)) if way == "search" else range(1)
    return sum(ways_through(pattern, text[start:]) for start in starts)


def test_no_digit_is_read_but_through_one_door() -> None:
    """`isdigit` holds of what `int` refuses; pages and commands read numbers by `events.digits`."""
    asked = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (node.attr in ("isdigit", "isnumeric") or (node.attr == "isdecimal" and path.startswith("webui/")))
    ]
    assert asked == []
