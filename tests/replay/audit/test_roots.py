"""Roots and consequences: a slip is told once, and what only follows from it stands under it."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice
from statistics import median

import pytest
from long_runs import some_short
from mutations import Mutation, mutations, original, play, transcripts

from replay.audit.findings import Finding, Report, report_text


@cache
def swapped(name: str, first: str) -> Report:
    """The audit of a shipped transcript in which the first line of some words has changed its place with the next."""
    (file,) = [file for file in transcripts() if f"{file.parts[-3]}/{file.stem}" == name]
    lines = file.read_text("utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(first))
    lines[at : at + 2] = lines[at + 1], lines[at]
    return play("\n".join(lines)).report


def violations(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.level == "violation"]


def test_a_move_that_was_told_before_the_card_that_allows_it_is_one_root() -> None:
    """It enters a closed door, before its card, and the card then comes behind the end: four findings, one slip."""
    report = swapped("keys/two-player", "P: SS e7 open")
    assert len(violations(report)) == 4
    (root,) = [one for one in violations(report) if not one.root]
    assert root.rule == "KEY-TRN-03"
    assert root.corrected == "made after the next move"
    assert {one.rule for one in report.follow(root)} == {"KEY-TCL-01", "KEY-WIN-01"}
    assert report.summary == "4 violations, no doubts, no notes; 3 of these only follow"


def test_what_follows_stands_under_its_root_in_the_text() -> None:
    report = swapped("keys/two-player", "P: SS e7 open")
    text = report_text(report)
    assert "  followed by 3, gone where this is made after the next move:\n    [violation] KEY-TCL-01" in text
    assert text.count("[violation]") == 4


def test_a_run_of_moves_that_was_told_too_late_is_one_root() -> None:
    report = swapped("daleks/observer", 'PREP: charge +2 = 4; use "Sarah Jane Smith"')
    (root, *rest) = [one for one in violations(report) if one.rule == "TOD-ADV-01"]
    assert root.corrected.endswith("moves earlier")
    assert len(rest) == 2
    assert {one.root for one in rest} == {root.id}


def test_a_pile_is_taken_as_the_table_had_it_after_one_wrong_draw() -> None:
    """A bonus card that was not drawn moves every later card of that deck by one: that is told once."""
    report = swapped("ccg/gallifrey-unit", 'SPECIAL: "The Matrix" pay "The Master" draws "Pyramids of Mars"')
    found = [one for one in violations(report) if one.rule == "LOG-CHANCE"]
    assert len(found) > 8
    (root,) = [one for one in report.findings if one.id in {each.root for each in found}]
    assert root.rule == "CCG-TRN-02"
    assert set(found) <= set(report.follow(root))


@pytest.mark.parametrize("seed", some_short(range(1, 5), lambda seed: seed == 1))
def test_consequences_hang_on_a_root_that_stands_and_comes_first(seed: int) -> None:
    """No chains; a root says how it was put right; a session without a slip has none that hangs on another."""
    tried = 0
    for slip in islice(mutations(random.Random(seed)), 12):
        found = {one.id: one for one in play(slip.text).report.findings}
        for one in found.values():
            if one.root:
                tried += 1
                root = found[one.root]
                assert not root.root
                assert root.corrected
                assert root.seq <= one.seq
    assert tried


def measured(slips: Sequence[Mutation]) -> tuple[list[int], list[int]]:
    """How many findings, and how many roots, each slip brings that is found."""
    findings, roots = list[int](), list[int]()
    for slip in slips:
        done, report = play(slip.text)[:2]
        was = violations(original(slip.file).report)
        fresh = Counter(one.rule for one in violations(report)) - Counter(one.rule for one in was)
        if done.whole and fresh:
            first = Counter(one.rule for one in violations(report) if not one.root)
            findings.append(fresh.total())
            roots.append(max(1, (first - Counter(one.rule for one in was if not one.root)).total()))
    return findings, roots


@pytest.mark.long
def test_most_slips_are_one_root() -> None:
    findings, roots = measured(list(islice(mutations(random.Random(3)), 240)))
    assert len(roots) > 80
    assert median(roots) == 1
    assert sum(number <= 2 for number in roots) >= 0.85 * len(roots)
    assert sum(roots) < 0.7 * sum(findings)


@pytest.mark.long
def test_two_slips_are_two_roots_or_more() -> None:
    """What is told for a slip alone is told for it beside another one that stands elsewhere in the session."""
    waiting, tried, told = dict[str, Mutation](), 0, 0
    for other in islice(mutations(random.Random(5)), 400):
        if other.kind in ("drop", "double"):
            continue
        one = waiting.pop(other.file.name, None)
        if one is None:
            waiting[other.file.name] = other
            continue
        both = merged(one, other)
        if both is None or not play(both).done.whole:
            continue
        base = Counter(each.rule for each in violations(original(one.file).report))
        alone = [Counter(f.rule for f in violations(play(text).report)) - base for text in (one.text, other.text)]
        if not all(alone):
            continue
        tried += 1
        found = Counter(each.rule for each in violations(play(both).report)) - base
        told += all(found & each for each in alone)
    assert tried >= 10
    assert told >= 0.8 * tried  # one slip may undo what another one does


def merged(one: Mutation, other: Mutation) -> str | None:
    """Both slips in one transcript, None where they touch."""
    was = one.file.read_text("utf-8").split("\n")
    first, second = one.text.split("\n"), other.text.split("\n")
    if not len(was) == len(first) == len(second):
        return None
    changed = [{at for at, line in enumerate(was) if text[at] != line} for text in (first, second)]
    if changed[0] & changed[1]:
        return None
    return "\n".join(first[at] if at in changed[0] else second[at] for at in range(len(was)))
