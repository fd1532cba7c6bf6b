"""The code of each game cites each rule, and each cited rule is in RULES.md."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import toy
from bare_rules import bare_rules
from players import SHELF

from projections.registry import Registry
from projections.rulebook import interpretations_of
from webui.commands.rules import citations, cited_in

GAMES = SHELF
ID = re.compile(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")
TREE = Path(__file__).resolve().parents[1]
LAYOUTS = '''"""About TOY-DIE-01."""

TABLE = (  # TOY-DIE-01
    1,  # TOY-DIE-01
)


@fixed("TOY-DIE-01")
def one(
    first: int,  # TOY-DIE-01
) -> None:  # TOY-DIE-01
    """One (TOY-DIE-01)."""

    def inner() -> str:  # TOY-DIE-01
        return """
TOY-DIE-01
def no_function() -> None:
"""  # TOY-DIE-01

    # TOY-DIE-01
    first = [  # TOY-DIE-01
        1,
    ]  # TOY-DIE-01
    return inner()  # TOY-DIE-01


# TOY-DIE-01
class Two(Base):  # TOY-DIE-01
    number: int  # TOY-DIE-01

    async def asked(self) -> None:  # TOY-DIE-01
        if self.number:
            return "TOY-DIE-01"

    other = "TOY-DIE-01"


LAST = "TOY-DIE-01"
'''
"""What the formatter leaves about a cited rule."""


def sources(slug: str) -> dict[str, str]:
    folder = Path(str(GAMES[slug].meta.folder))
    paths = [path for path in folder.rglob("*") if path.suffix in (".py", ".md")]
    found = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    assert {"RULES.md", "state/reducer.py", "rules/decide.py"} <= found.keys()
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_is_cited_or_has_a_reason(slug: str) -> None:
    reasons = bare_rules(slug)
    cited = citations(GAMES.meta(slug))
    outside = {rule for rule, (code, _) in cited.items() if any(place.file != "state/reducer.py" for place in code)}
    bare = [rule for rule in cited if rule not in reasons and rule not in outside]
    assert bare == []
    assert len(cited) >= 10


@pytest.mark.parametrize("slug", GAMES)
def test_every_cited_rule_is_in_the_rulebook(slug: str) -> None:
    book = GAMES[slug].meta.rulebook
    prefixes = {rule.partition("-")[0] for rule in book}
    for name, text in sources(slug).items():
        found = {rule for rule in ID.findall(text) if rule.partition("-")[0] in prefixes}
        assert found <= book.keys(), f"{name} cites {sorted(found - book.keys())}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_reducer_does_not_cite_rules(slug: str) -> None:
    assert ID.findall(sources(slug)["state/reducer.py"]) == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_is_a_sentence(slug: str) -> None:
    assert len({rule.partition("-")[0] for rule in GAMES[slug].meta.rulebook}) == 1
    for rule, says in GAMES[slug].meta.rulebook.items():
        assert ID.fullmatch(rule)
        assert says[0].isupper(), rule
        assert says.endswith("."), rule


def test_citations_name_the_function_that_cites_a_rule() -> None:
    """The toy game has its rules in one file. The expected places are in its code."""
    code, _ = citations(toy.GAME.meta)["TOY-DIE-01"]
    assert "throw" in {place.within for place in code}
    assert {place.file for place in code} == {"__init__.py"}
    assert Registry([toy.GAME])["toy"].meta.rulebook.keys() == citations(toy.GAME.meta).keys()


def parsed(text: str, rules: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """Each rule that a text cites with its line and the innermost function or class about it, by the syntax tree."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    named = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    blocks = [(node.lineno, node.end_lineno or node.lineno, node.name) for node in named]
    for number, line in enumerate(text.split("\n"), start=1):
        about = [name for first, last, name in blocks if first <= number <= last]
        yield from ((rule, number, about[-1] if about else "") for rule in set(ID.findall(line)) & rules.keys())


def scanned(text: str, rules: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """The same as `cited_in` has it."""
    return ((rule, place.line, place.within) for rule, place in cited_in("a.py", text, rules))


@pytest.mark.parametrize("slug", GAMES)
def test_the_function_of_a_citation_matches_the_syntax_tree(slug: str) -> None:
    """Compare with the syntax tree for each source file that cites a rule of the game."""
    book = GAMES.meta(slug).rulebook
    cited = 0
    for folder in ("projections", "tests"):
        for path in (TREE / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            if book.keys().isdisjoint(ID.findall(text)):
                continue
            assert sorted(scanned(text, book)) == sorted(parsed(text, book)), path
            cited += 1
    assert cited > 2


def test_finds_the_function_of_a_citation_in_any_layout() -> None:
    """Headers and calls over several lines, decorators, texts that look like code, remarks between functions."""
    book = toy.GAME.meta.rulebook
    assert list(scanned(LAYOUTS, book)) == list(parsed(LAYOUTS, book))
    assert {within for _, _, within in scanned(LAYOUTS, book)} == {"", "one", "inner", "Two", "asked"}


@pytest.mark.parametrize("slug", GAMES)
def test_each_cited_rules_question_is_listed_with_its_option(slug: str) -> None:
    """`B05 (option discard_unused)` is a row of RULES.md, and the option one of the game."""
    meta = GAMES.meta(slug)
    known = {reading.question: reading.option for reading in interpretations_of(meta.package)}
    source = "".join(path.read_text("utf-8") for path in Path(str(meta.folder), "rules").glob("*.py"))
    for doubt, option in re.findall(r'"([A-Z]+-?[0-9]+) \(option ([a-z_]+)\)"', source):
        assert f"`{option}`" in known[doubt]
        assert option in GAMES.options(slug).__struct_fields__
