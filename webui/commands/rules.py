"""The command `rules`: each rule of a game with the places in code and tests that cite it."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import Final

import msgspec
from click import argument

from events.lazy_patterns import lazy_pattern
from projections.meta import Meta
from projections.registry import registry
from projections.rulebook import interpretations_of, rule_changes, rules_without_code
from webui.commands.options import command
from webui.commands.output import say, write_json

_RULE: Final = lazy_pattern(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")
_DEFINITION: Final = lazy_pattern(r"(?:def|class|async def) (\w+)")
_WIDTH: Final = 118
_INDENT: Final = " " * 6


class Citation(msgspec.Struct, frozen=True):
    """A place that cites a rule: file, line, and the enclosing function or class ("" for the module)."""

    file: str
    line: int
    within: str

    @property
    def text(self) -> str:
        """The place as text."""
        return f"{self.file}:{self.line}{f' {self.within}' if self.within else ''}"


@command("rules", "rules GAME", "rules GAME --json", database=False)
@argument("game")
def rules(game: str, *, as_json: bool) -> None:
    """List the rules of a game, with the code that checks each.

    The newest rules version comes first, with the rules that it changed. A session keeps its version until its
    moderator sets the field `rules version`.

    The rules are summarized in our own words. A checkout of the source code also lists the tests. If no code checks a
    rule, the list says why. At the end are the open rules questions, each with the option that decides it.
    """
    found = registry().meta(game.lower())
    changes = rule_changes(found.package)
    cited, why = citations(found), rules_without_code(found.package)
    if as_json:
        listed = [
            {
                "rule": rule, "says": says, "code": cited[rule][0], "tests": cited[rule][1],
                "reason": why.get(rule, ""),
                "versions": {each.version: each.difference for each in changes if each.rule == rule},
            }
            for rule, says in found.rulebook.items()
        ]  # fmt: skip
        write_json(listed)
        return
    say(f"{found.title}, rules version {found.rules_number}")
    for change in changes:
        _say_wrapped(f"version {change.version}: {change.rule}  {change.difference}", _INDENT)
    say()
    for rule, says in found.rulebook.items():
        _say_wrapped(f"{rule}  {says}")
        code, tests = (", ".join(place.text for place in places) for places in cited[rule])
        for what, text in (("code:", code), ("tests:", tests), ("no code:", why.get(rule, ""))):
            if text:
                _say_wrapped(f"{what} {text}", _INDENT)
    readings = interpretations_of(found.package)
    if readings:
        say()
        say("Open rules questions. A session uses the answer given here, unless it sets the option.")
    for reading in readings:
        _say_wrapped(f"{reading.question}  {reading.asks} {reading.says}")
        _say_wrapped(f"option {reading.option.replace('`', '')}", _INDENT)


def _say_wrapped(text: str, indent: str = "") -> None:
    further = f"{indent}  " if indent else _INDENT
    say("\n".join(wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=further)))


def citations(meta: Meta) -> Mapping[str, tuple[tuple[Citation, ...], tuple[Citation, ...]]]:
    """Return the places in code and in tests that cite each rule, one per function. Only a checkout has tests."""
    book = meta.rulebook
    top = _folder("projections").parent
    checkout = (top / "pyproject.toml").is_file()
    code = _by_rule(_folder(meta.package), "", book)
    tests = _by_rule(top / "tests", "tests/", book) if checkout else {}
    return {rule: (tuple(code.get(rule, ())), tuple(tests.get(rule, ()))) for rule in book}


def _folder(package: str) -> Path:
    return Path(import_module(package).__file__ or "").parent


def _by_rule(folder: Path, prefix: str, book: Mapping[str, str]) -> Mapping[str, list[Citation]]:
    found: dict[str, list[Citation]] = {}
    opening = _opening(book).encode()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_bytes()
        if opening not in source:
            continue
        seen = set[tuple[str, str]]()
        for rule, citation in cited_in(prefix + path.relative_to(folder).as_posix(), source.decode(), book):
            if (rule, citation.within) not in seen:
                seen.add((rule, citation.within))
                found.setdefault(rule, []).append(citation)
    return found


def _opening(book: Mapping[str, str]) -> str:
    return next(iter(book)).partition("-")[0] + "-"


def cited_in(name: str, text: str, book: Mapping[str, str]) -> Iterator[tuple[str, Citation]]:
    """Yield every rule id in a source text, with its place.

    The enclosing function or class is found by indentation, because parsing takes ten times as long. Closing brackets
    and lines in multi-line strings do not count.
    """
    opening, about, quoted = _opening(book), [(-1, "")], False
    for number, line in enumerate(text.split("\n"), start=1):
        code = line.lstrip()
        if code and not quoted and code[0] not in ")]}":
            indent = len(line) - len(code)
            while about[-1][0] >= indent:
                about.pop()
            if definition := _DEFINITION.match(code):
                about.append((indent, definition[1]))
        if '"""' in line and line.count('"""') % 2:
            quoted = not quoted
        if opening in line:
            for rule in book.keys() & set(_RULE.findall(line)):
                yield rule, Citation(name, number, about[-1][1])
