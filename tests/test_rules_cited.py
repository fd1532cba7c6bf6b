"""Every rule stands in the code of its game, and every rule that the code names is in the book."""

import re
from pathlib import Path

import pytest
import toy
from bare_rules import bare_rules

from projections.shelf import Shelf, shelf
from webui.commands.rule_citations import citations

GAMES = shelf()
ID = re.compile(r"\b[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}\b")


def sources(slug: str) -> dict[str, str]:
    """Every source text of a game by its path in the game's folder."""
    folder = Path(str(GAMES[slug].meta.folder))
    found = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".py", ".md")
    }
    assert {"RULES.md", "state/reducer.py", "rules/decide.py"} <= found.keys()
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_is_cited_or_has_a_reason(slug: str) -> None:
    reasons = bare_rules(slug)
    cited = citations(GAMES.meta(slug))
    bare = [
        rule
        for rule, (code, _) in cited.items()
        if rule not in reasons and not any(place.file != "state/reducer.py" for place in code)
    ]
    assert bare == []
    assert len(cited) >= 10


@pytest.mark.parametrize("slug", GAMES)
def test_every_cited_rule_is_in_the_book(slug: str) -> None:
    book = GAMES[slug].meta.rulebook
    prefixes = {rule.partition("-")[0] for rule in book}
    for name, text in sources(slug).items():
        found = {rule for rule in ID.findall(text) if rule.partition("-")[0] in prefixes}
        assert found <= book.keys(), f"{name} cites {sorted(found - book.keys())}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_reducer_decides_nothing(slug: str) -> None:
    assert ID.findall(sources(slug)["state/reducer.py"]) == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_is_a_sentence(slug: str) -> None:
    for rule, says in GAMES[slug].meta.rulebook.items():
        assert ID.fullmatch(rule)
        assert says[0].isupper(), rule
        assert says.endswith("."), rule


def test_citations_find_the_function_about_a_rule() -> None:
    """The toy keeps its rules in one file; the places are those of the real code."""
    code, _ = citations(toy.GAME.meta)["TOY-DIE-01"]
    assert "throw" in {place.within for place in code}
    assert {place.file for place in code} == {"__init__.py"}
    assert Shelf([toy.GAME])["toy"].meta.rulebook.keys() == citations(toy.GAME.meta).keys()
