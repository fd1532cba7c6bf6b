"""The command `rules`: each rule of a game with its citations, the places in code and tests that name it."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import Final

import click
import msgspec

from projections.meta import Meta
from projections.registry import registry
from projections.rulebook import interpretations_of, rules_without_code
from webui.commands.options import command, json_option
from webui.commands.output import say, write_json

_RULE: Final = re.compile(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")
_DEFINITION: Final = re.compile(r"(?:def|class|async def) (\w+)")
_WIDTH: Final = 118
_INDENT: Final = " " * 6


class Citation(msgspec.Struct, frozen=True):
    """A place that cites a rule: file, line, and the function or class about it ("" for the module)."""

    file: str
    line: int
    within: str

    @property
    def text(self) -> str:
        """The place as it is shown."""
        return f"{self.file}:{self.line}{f' {self.within}' if self.within else ''}"


class RuleEntry(msgspec.Struct, frozen=True):
    """One rule with the places that stand behind it; `reason` says why none does, "" where one does."""

    rule: str
    says: str
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]
    reason: str = ""


@command("rules", "rules GAME", "rules GAME --json")
@click.argument("game")
@json_option
def rules(game: str, *, as_json: bool) -> None:
    """List a game's rules by number, with the code behind each.

    The sentences are our own. In a checkout the tests are listed too. A rule that nothing in a log can break says so.
    At the end stand the doubts that a table may settle for itself, each with the option that does.
    """
    found = registry().meta(game.lower())
    cited, why = citations(found), rules_without_code(found.package)
    listed = [RuleEntry(rule, says, *cited[rule], why.get(rule, "")) for rule, says in found.rulebook.items()]
    if as_json:
        write_json(listed)
        return
    for each in listed:
        _say_rule(each)
    readings = interpretations_of(found.package)
    if readings:
        say()
        say("What a table may read otherwise, with the option; without it a session goes by the reading told here.")
    for reading in readings:
        _say_wrapped(f"{reading.doubt}  {reading.asks} {reading.says}")
        _say_wrapped(f"option {reading.option.replace('`', '')}", _INDENT)


def _say_rule(each: RuleEntry) -> None:
    _say_wrapped(f"{each.rule}  {each.says}")
    code, tests = (", ".join(place.text for place in places) for places in (each.code, each.tests))
    for what, text in (("code:", code), ("tests:", tests), ("no code:", each.reason)):
        if text:
            _say_wrapped(f"{what} {text}", _INDENT)


def _say_wrapped(text: str, indent: str = "") -> None:
    further = f"{indent}  " if indent else _INDENT
    say("\n".join(wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=further)))


def citations(meta: Meta) -> Mapping[str, tuple[tuple[Citation, ...], tuple[Citation, ...]]]:
    """Rule ids to the places in code and in tests that cite them, one for each function.

    Only a checkout has tests.
    """
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
    """How every id of a book begins, `RISK-`: to look for this first is far quicker than to look for whole ids."""
    return next(iter(book)).partition("-")[0] + "-"


def cited_in(name: str, text: str, book: Mapping[str, str]) -> Iterator[tuple[str, Citation]]:
    """Every rule id of a book in a source text, with its place.

    The function or class about a line is told by indentation, as the formatter leaves it: to parse takes ten times as
    long. What closes a bracket begins no statement, nor does a line inside a text of triple quotes.
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
