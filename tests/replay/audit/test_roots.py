"""Slips of a transcript: each is reported, as one root cause with its consequences below it."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice
from statistics import median
from typing import Any

import pytest
from faults import rechained
from imported import go_on, record_text
from keys_board import BEGUN, HEADER
from msgspec.structs import replace
from mutations import Mutation, mutations, original, play, transcripts

from events.errors import NotationError
from events.events import OMNISCIENT, Move
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit import roots
from replay.audit.audit import audit
from replay.audit.findings import Finding, Report, report_text
from replay.importing.posts import file_line
from replay.posts.create_session import without_slips
from replay.reading.timeline import Timeline


def text_of(name: str) -> list[str]:
    (file,) = [file for file in transcripts() if f"{file.parts[-3]}/{file.stem}" == name]
    return file.read_text("utf-8").split("\n")


@cache
def swapped(name: str, first: str) -> Report:
    """Audit a shipped transcript in which a line, known by its first words, changed places with the next."""
    lines = text_of(name)
    at = next(at for at, line in enumerate(lines) if line.startswith(first))
    lines[at : at + 2] = lines[at + 1], lines[at]
    return play("\n".join(lines)).report


@cache
def slipped(name: str, at: int, *lines: str) -> Report:
    """Audit a shipped transcript with other lines in place of the one of a number."""
    text = text_of(name)
    text[at - 1 : at] = lines
    done = play("\n".join(text))
    assert done.done.whole
    return done.report


def violations(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.level == "violation"]


def test_a_move_recorded_before_its_card_is_one_root_cause() -> None:
    report = swapped("keys/two-player", "P: SS e7 open")
    assert len(violations(report)) == 4
    (root,) = [one for one in violations(report) if not one.root]
    assert (root.rule, root.corrected) == ("KEY-TRN-03", "made after the next move")
    assert {one.rule for one in report.follow(root)} == {"KEY-TCL-01", "KEY-WIN-01"}
    assert report.summary == "4 violations (3 are consequences), nothing unverified, no notes"
    text = report_text(report)
    assert "  3 consequences, which disappear if this is made after the next move:\n    [violation] KEY-TCL-01" in text
    assert text.count("[violation]") == 4


@pytest.mark.long
def test_a_late_move_wrong_draw_or_name_is_one_root_cause() -> None:
    report = swapped("daleks/observer", 'PREP: charge +2 = 4; use "Sarah Jane Smith"')
    (root, *rest) = [one for one in violations(report) if one.rule == "TOD-ADV-01"]
    assert root.corrected.endswith("moves earlier")
    assert len(rest) == 2
    assert {one.root for one in rest} == {root.id}
    report = swapped("ccg/gallifrey-unit", 'SPECIAL: "The Matrix" pay "The Master" draws "Pyramids of Mars"')
    found = [one for one in violations(report) if one.rule == "LOG-CHANCE"]
    assert len(found) > 8
    (root,) = [one for one in report.findings if one.id in {each.root for each in found}]
    assert root.rule == "CCG-TRN-02"
    assert set(found) <= set(report.follow(root))
    report = slipped("daleks/gallifrey", 289, "== long-way-home T16 nell ==")
    root, *others = [one for one in violations(report) if not one.root]
    assert root.corrected == "made by Osman"
    assert [one.rule for one in others] == ["LOG-CHANCE"]
    assert len(report.follow(root)) > 12


TWICE = 'USE: "Sarah Jane Smith" draws "Fez"'


def test_a_card_drawn_twice_is_the_root_cause_of_all_findings() -> None:
    report = slipped("daleks/gallifrey", 60, TWICE, TWICE)
    (root,) = [one for one in violations(report) if not one.root]
    assert root.corrected.endswith("left out")
    turns = [one for one in report.follow(root) if one.rule == "TOD-ROUND-01"]
    assert len(turns) >= 8
    assert {one.conflicts[0].found for one in turns} == {"it was Osman's turn"}
    same = [one for one in report.follow(root) if one.address == root.address]
    assert {root.rule, *(one.rule for one in same)} == {"LOG-CHANCE", "TOD-CARD-06"}


def test_groups_findings_of_a_lasting_cause_and_not_others() -> None:
    report = slipped("daleks/gallifrey", 274, "== long-way-home T16 nell ==")
    first = next(one for one in report.roots if one.corrected == "accepted as played")
    lasting = [one for one in report.follow(first) if one.rule == first.rule]
    assert len(lasting) >= 6
    assert {one.conflicts[0].found for one in (first, *lasting)} == {"no Adventure was under way"}
    hands = [one for one in report.findings if "was not in Osman's hand" in one.condition]
    assert len(hands) == 2
    assert hands[1].root != hands[0].id


@cache
def broken_session() -> tuple[MemoryStore, str]:
    """A recorded session in which every third move will be another seat's."""
    store = MemoryStore()
    return store, record_text(store, registry(), "\n".join(text_of("keys/four-player"))).session


def audited_with_broken_moves() -> tuple[Report, int]:
    store, name = broken_session()
    timeline = Timeline.read(store, registry(), name, OMNISCIENT)
    lines, seats = store.lines(name), timeline.reading.started.seats
    heads = [group.first for group in timeline.groups if isinstance(group.head.event, Move)]
    for seq in heads[::3]:
        body = json.loads(lines[seq - 1].body)
        body["player"] = next(seat for seat in seats if seat != body["player"])
        lines[seq - 1] = replace(lines[seq - 1], body=json.dumps(body, separators=(",", ":"), ensure_ascii=False))
    slug = timeline.reading.started.game
    report = audit(
        registry()[slug], registry().codec(slug), store.row(name), rechained(lines), store.secrets(name), OMNISCIENT,
        data=lambda pin: store.data(pin).encode(),
    )  # fmt: skip
    return report, len(timeline.groups)


def test_limits_the_work_for_very_many_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = [0]
    draft = roots.Roots._draft  # every decision of a walk comes through here

    def counting(self: roots.Roots, *given: Any) -> Any:
        decided[0] += 1
        return draft(self, *given)

    monkeypatch.setattr(roots.Roots, "_draft", counting)
    report, _ = audited_with_broken_moves()
    assert not any("too many" in line for line in report.unchecked)
    most, decided[0] = decided[0], 0
    assert most > 600
    monkeypatch.setattr(roots, "_DECISIONS", 200)
    report, groups = audited_with_broken_moves()
    assert any("too many" in line for line in report.unchecked)
    assert decided[0] <= 200 + 2 * groups < most


def measured(slips: Sequence[Mutation]) -> tuple[list[int], list[int]]:
    """Count the findings and the root causes of each slip that is found."""
    findings, firsts = list[int](), list[int]()
    for slip in slips:
        done, report = play(slip.text)[:2]
        was = violations(original(slip.file).report)
        fresh = Counter(one.rule for one in violations(report)) - Counter(one.rule for one in was)
        if done.whole and fresh:
            first = Counter(one.rule for one in violations(report) if not one.root)
            findings.append(fresh.total())
            firsts.append(max(1, (first - Counter(one.rule for one in was if not one.root)).total()))
    return findings, firsts


@pytest.mark.long
@pytest.mark.parametrize("slips", [120, pytest.param(240, marks=pytest.mark.sweep)])
def test_most_mistakes_are_one_root_cause(slips: int) -> None:
    findings, firsts = measured(list(islice(mutations(random.Random(3)), slips)))
    assert len(firsts) > slips / 3
    assert median(firsts) == 1
    assert sum(number <= 2 for number in firsts) >= 0.92 * len(firsts)
    assert sum(firsts) < 0.7 * sum(findings)


@pytest.mark.long
@pytest.mark.parametrize("slips", [200, pytest.param(400, marks=pytest.mark.sweep)])
def test_most_pairs_of_mistakes_are_both_reported(slips: int) -> None:
    waiting, tried, told = dict[str, Mutation](), 0, 0
    for other in islice(mutations(random.Random(5)), slips):
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
    assert tried >= slips / 40
    assert told >= 0.8 * tried  # one slip may undo what another one does


def merged(one: Mutation, other: Mutation) -> str | None:
    was = one.file.read_text("utf-8").split("\n")
    first, second = one.text.split("\n"), other.text.split("\n")
    if not len(was) == len(first) == len(second):
        return None
    changed = [{at for at, line in enumerate(was) if text[at] != line} for text in (first, second)]
    if changed[0] & changed[1]:
        return None
    return "\n".join(first[at] if at in changed[0] else second[at] for at in range(len(was)))


# A transcript with a mistake is recorded up to it
SLIPPED = f"""{BEGUN}== T2 twelfth ==
D: ?
P: nothing known
M: b9>c9
== end ==
hello
== T3 tenth ==
D: ?
== end ==
"""


def lines_of(done: Sequence[object]) -> list[tuple[int, str]]:
    return [(line.number, line.status) for line in done]  # type: ignore[attr-defined]  # each is a line


def test_reads_on_after_a_mistake_and_records_nothing() -> None:
    done = record_text(MemoryStore(), registry(), SLIPPED)
    assert (done.session, done.whole) == ("", False)
    assert lines_of(done.lines)[-1] == (16, "question")
    later = [file_line(post) for post in done.walk.further({}, 9)]
    assert (17, "question") in lines_of(later)
    store = MemoryStore()
    assert not record_text(store, registry(), SLIPPED).whole
    assert store.sessions() == []


def test_keeps_entries_before_a_mistake_on_request() -> None:
    store = MemoryStore()
    done = record_text(store, registry(), SLIPPED, partial=True)
    timeline = Timeline.read(store, registry(), done.session, OMNISCIENT)
    assert [timeline.sentence(seq) for seq in timeline.addresses][-1].startswith("Twelfth")
    again = go_on(store, registry(), done.session, "== T2 twelfth ==\nP: Ky a7 what\n== end ==\n")
    assert not again.whole
    assert Timeline.read(store, registry(), done.session, OMNISCIENT).last == timeline.last


def test_reports_every_mistake_of_a_header() -> None:
    wrong = HEADER.replace("dice: typed", "dice: none").replace("\n\n", "\nfancy: 3\nfirst: tenth\n\n")
    text, slips = without_slips(registry(), SLIPPED.replace(HEADER, wrong))
    assert [slip.line for slip in slips] == [9, 8, 6]
    assert play(text).done.seq
    assert text.count("\n") == SLIPPED.count("\n") + 2


@pytest.mark.parametrize("text", ["game: whist\nseats: a, b\n\n", "seats: a, b\n\n", "hello\n", ""])
def test_refuses_a_header_without_a_game(text: str) -> None:
    with pytest.raises(NotationError):
        without_slips(registry(), text)
