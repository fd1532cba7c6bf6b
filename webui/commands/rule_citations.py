"""Citations of rules: where a rule id stands in a game's code and tests, or why no code stands for it."""

import ast
import re
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import msgspec

from projections.meta import Meta

_RULE: Final = re.compile(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")
_REASON: Final = re.compile(rf"^\| ({_RULE.pattern}) \| ([^|]{{12,}}) \|$", re.MULTILINE)
"""A row of two cells in RULES.md: a rule that no code stands for, and why."""


class Citation(msgspec.Struct, frozen=True):
    """A place that cites a rule: file, line, and the function or class about it ("" for the module)."""

    file: str
    line: int
    within: str

    @property
    def text(self) -> str:
        """The place as it is shown."""
        return f"{self.file}:{self.line}{f' {self.within}' if self.within else ''}"


def citations(meta: Meta) -> Mapping[str, tuple[tuple[Citation, ...], tuple[Citation, ...]]]:
    """Rule ids to the places in code and in tests that cite them, one for each function."""
    book = meta.rulebook
    code, tests = _by_rule(_sources(meta.folder, ""), book), _by_rule(_sources(_tests(), "tests/"), book)
    return {rule: (tuple(code.get(rule, ())), tuple(tests.get(rule, ()))) for rule in book}


def reasons(meta: Meta) -> Mapping[str, str]:
    """The rules that no code stands for, each with the reason that RULES.md gives."""
    page = meta.folder.joinpath("RULES.md")
    return dict(_REASON.findall(page.read_text(encoding="utf-8"))) if page.is_file() else {}


def _tests() -> Traversable | None:
    """The tests of a checkout; an installed program has none."""
    import projections  # noqa: PLC0415  # only asked where it stands

    top = Path(projections.__file__ or "").parent.parent
    return top / "tests" if (top / "pyproject.toml").is_file() else None


def _sources(folder: Traversable | None, prefix: str) -> Iterator[tuple[str, str]]:
    if folder is None or not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield f"{prefix}{entry.name}", entry.read_text(encoding="utf-8")


def _by_rule(sources: Iterator[tuple[str, str]], book: Mapping[str, str]) -> dict[str, list[Citation]]:
    found: dict[str, list[Citation]] = {}
    for name, text in sources:
        for rule, citation in cited_in(name, text, book):
            places = found.setdefault(rule, [])
            if not any((place.file, place.within) == (citation.file, citation.within) for place in places):
                places.append(citation)
    return found


def cited_in(name: str, text: str, book: Mapping[str, str]) -> Iterator[tuple[str, Citation]]:
    """Every rule id of a book in a source text, with its place."""
    if book.keys().isdisjoint(_RULE.findall(text)):
        return
    spans = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    for number, line in enumerate(text.split("\n"), start=1):
        for rule in book.keys() & set(_RULE.findall(line)):
            about = [name for first, last, name in spans if first <= number <= last]
            yield rule, Citation(name, number, about[-1] if about else "")
