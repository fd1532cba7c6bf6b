"""Whatever a table did can be recorded: each case is stored whole, found fault with once, and play goes on."""

import ast
import re
from pathlib import Path

import pytest
from golden_texts import texts_of
from recorded_cases import Case, audited, cases, has_every_rule, impossible, slugs

import projections

CASES = [case for slug in slugs() for case in cases(slug)]
RULE = re.compile(r"[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.slug}: {case.name}" for case in CASES])
def test_a_case_is_recorded_and_found_fault_with(case: Case) -> None:
    told = audited(case)
    assert (told.of("violation"), told.of("doubt")) == (list(case.found), list(case.doubts))
    supplied = [line for line in told.report.unchecked if "nobody wrote" in line]
    taken = [item.rpartition(" (line")[0] for item in supplied]
    assert taken == [f"a compulsory step that nobody wrote, taken as made: {step}" for step in case.unwritten]
    last = case.text.rstrip().removesuffix("== end ==").rstrip().splitlines()[-1]
    assert case.is_last or last not in {line for _, line in (*case.found, *case.doubts)}, "play goes on behind it"
    assert told.findings == texts_of("findings", case.key)
    assert told.refusals == texts_of("refusals", case.key)


def asked_rules(slug: str) -> set[str]:
    """The rules that a game's `decide` asks of a move: those that an objection or a `require` names."""
    found: set[str] = set()
    for path in (Path(projections.__file__).parent / "games" / slug / "rules").glob("*.py"):
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in ("Objection", "require") or name.endswith(("_objection", "_objections")):
                texts = (node.value for node in ast.walk(call) if isinstance(node, ast.Constant))
                found.update(text for text in texts if isinstance(text, str) and RULE.fullmatch(text))
    return found


@pytest.mark.parametrize("slug", [slug for slug in slugs() if has_every_rule(slug)])
def test_every_rule_that_is_asked_is_broken_by_a_case(slug: str) -> None:
    broken = {rule for case in cases(slug) for rule, _ in (*case.found, *case.doubts)}
    assert asked_rules(slug) - broken == impossible(slug).keys(), "each has a case, or a reason why it has none"
    assert all(len(reason) > 20 for reason in impossible(slug).values())
