"""Whatever a table did can be recorded: each case is stored whole, found fault with once, and play goes on."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from places import TESTS

import projections
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.posts.record import record_text

FOLDER: Final = TESTS / "games"


class Case(NamedTuple):
    """One case: its game and name, the transcript, what is due, and whether it ends with what is found."""

    slug: str
    name: str
    text: str
    found: Sequence[tuple[str, str]]
    doubts: Sequence[tuple[str, str]]
    unwritten: Sequence[str]
    is_last: bool


@cache
def _file(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / slug / "cases.toml").read_text("utf-8"))


def slugs() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/cases.toml"))


def cases(slug: str) -> Iterator[Case]:
    for given in _file(slug)["case"]:
        found, doubts = ([tuple(each) for each in given.get(name, ())] for name in ("found", "doubts"))
        yield Case(
            slug,
            given["name"],
            _transcript(slug, given),
            found,
            doubts,
            given.get("unwritten", ()),
            given.get("last", False),
        )


def has_every_rule(slug: str) -> bool:
    found: bool = _file(slug)["every_rule"]
    return found


def impossible(slug: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _file(slug).get("impossible", {})
    return found


def _transcript(slug: str, given: Mapping[str, Any]) -> str:
    base = _file(slug)["base"][given["base"]]
    post, places = given["post"].strip(), [*_lines(base.get("set", "")), *_lines(given.get("set", ""))]
    header = ["game: " + slug, "dice: typed", "cards: typed", *_lines(base["header"]), *_lines(given.get("header", ""))]
    if places:
        header.append("table: described")
        header += ["", "--- Host ---", "== moderator ==", *(f"SET {place} ; as it stood" for place in places)]
        header.append("== end ==")
    if "==" not in post:
        post = f"--- {base['turn'].split()[-1]} ---\n== {base['turn']} ==\n{post}\n== end =="
    return "\n".join((*header, "", post, ""))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class Audited(NamedTuple):
    """A recorded case: its report, and the line that each finding belongs to."""

    report: Report
    lines: Mapping[str, str]

    def of(self, level: str) -> list[tuple[str, str]]:
        return [(each.rule, self.lines[each.id]) for each in self.report.findings if each.level == level]


def audited(case: Case) -> Audited:
    store = MemoryStore()
    recorded = record_text(store, shelf(), case.text)
    assert recorded.whole, [(line.text, line.message) for line in recorded.lines if not line.is_settled]
    report = audit_session(store, shelf(), recorded.session)
    filed = [(_place(line.filed), line.text) for line in recorded.lines if line.filed]
    lines = {
        each.id: next((text for place, text in filed if place >= _place(each.address)), "") if each.address else ""
        for each in report.findings
    }
    return Audited(report, lines)


def _place(address: str) -> tuple[int, ...]:
    return tuple(int(part) for part in address.split("."))


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
