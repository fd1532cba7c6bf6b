"""Recorded sessions: the samples that ship with the games, and cases with mistakes."""

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from golden_texts import texts_of, turn_summary
from imported import record_text
from long_runs import some_short
from recorded_cases import Case, audited, cases, file_of, slugs
from recordings import SAMPLES, TOWERS, played_again, recording, written

import projections
from events.events import OMNISCIENT, UNKNOWN, Effect, Move
from events.session_events import Claimed, Posted
from events.store.memory import MemoryStore
from projections.games.risk.events import CardsPassed, TerritoriesDealt
from projections.registry import registry
from projections.wording import capitalised, effect_in_past
from replay.exporting.transcript import transcript_of
from replay.importing.samples import ExpectedFinding, Sample, differences
from replay.posts.blocks import read_file
from replay.reading.claims import due_value
from replay.reading.timeline import Timeline

UNCLAIMED = ("ccg-gallifrey-unit", "ccg-unit-machines", "keys-mistakes", "keys-observer")
UNNOTED = (TerritoriesDealt, CardsPassed)
"""Effects of Risk that a transcript cannot repeat in full: the deal, and cards that no one saw."""
LARGE = (*TOWERS, "daleks-gallifrey", "daleks-seventh-dalek")


def is_short(name: str) -> bool:
    return name not in LARGE


every_sample = pytest.mark.parametrize("name", some_short(SAMPLES, is_short))
every_transcript = pytest.mark.parametrize(
    "name", some_short([name for name in SAMPLES if not SAMPLES[name].is_export], is_short)
)


def test_samples_are_complete() -> None:
    counts = Counter(sample.game for sample in SAMPLES.values())
    assert counts == {"ccg": 8, "daleks": 7, "keys": 4, "risk": 6}
    exports = {name for name, sample in SAMPLES.items() if sample.is_export}
    assert exports == {"risk-five-player", "risk-two-player"}


@pytest.mark.sampled
@every_sample
def test_recordings_match_their_notes(name: str) -> None:
    played = recording(name)
    assert differences(played.sample, played.timeline, played.report) == []
    assert played.sample.notes.shape == played.timeline.game.meta.shape, "the fingerprint was compared"
    assert turn_summary(name) == texts_of("turn-summaries", name)


@pytest.mark.parametrize(("change", "difference"), [
    ({"winners": ("sixth",)}, "the winner should be ('sixth',), but it is ('seventh',)"),
    ({"turns": 16}, "the turn should be 16, but it is 15"), ({"fingerprint": "0" * 16}, "not 0000000000000000"),
    ({"findings": ()}, "found, but not expected: violation KEY-MOV-03 at 6.3 sixth"),
    ({"findings": (ExpectedFinding("9.9", "KEY-MOV-03", "note", "sixth"),)}, "not found: note KEY-MOV-03 at 9.9 sixth"),
])  # fmt: skip
def test_reports_a_difference_from_the_notes(change: dict[str, Any], difference: str) -> None:
    played = recording("keys-mistakes")
    sample = played.sample
    other = Sample(sample.game, sample.name, sample.text, msgspec.structs.replace(sample.notes, **change))
    assert difference in " / ".join(differences(other, played.timeline, played.report))


@every_transcript
def test_reads_each_line_and_saves_each_post(name: str) -> None:
    played = recording(name)
    result, posts = played.taken.result, read_file(played.sample.text).posts
    assert result
    assert result.whole
    lines = sum(len(block.lines) for post in posts for block in post.blocks if not block.quoted)
    assert [line.status for line in result.lines].count("ok") == lines
    assert {line.status for line in result.lines} <= {"ok", "chat"}
    kept = [entry.event for entry in played.timeline.entries if isinstance(entry.event, Posted)]
    assert [(event.author, event.when, event.where, event.text) for event in kept] == [
        (post.author, post.when, post.where, post.text) for post in posts
    ]
    assert sum(len(post.text.split()) for post in posts) > 25 * len(posts), "people talk"


@every_transcript
def test_every_board_statement_is_true(name: str) -> None:
    timeline = recording(name).timeline
    claims = [entry for entry in timeline.entries if isinstance(entry.event, Claimed)]
    assert len(claims) >= 3 or name in UNCLAIMED
    for entry in claims:
        assert isinstance(entry.event, Claimed)
        place, value = entry.event.place, entry.event.value
        assert due_value(timeline.game, timeline.position(entry.seq), place, value) == value, entry


@pytest.mark.parametrize("name", some_short(sorted({*SAMPLES} - {"risk-mistakes"}), is_short))  # its talk asks
@pytest.mark.sampled
def test_recording_a_transcript_gives_the_same_play(name: str) -> None:
    timeline, store = recording(name).timeline, MemoryStore()
    result = record_text(store, registry(), transcript_of(timeline))
    assert result.whole, result.lines[-1]
    again = Timeline.read(store, registry(), result.session, OMNISCIENT)
    assert play_of(again) == play_of(timeline)
    assert again.status(again.last) == timeline.status(timeline.last)
    first, second = timeline.position(timeline.last), again.position(again.last)
    if timeline.game.meta.slug == "risk":
        assert first.lands == second.lands
    elif name != "keys-four-player":  # cards that only a struck move showed are left out
        assert first == second


def play_of(timeline: Timeline) -> list[Any]:
    events = [entry.event for entry in timeline.entries if entry.seq not in timeline.undone]
    return [event for event in events if isinstance(event, Move | Effect) and not isinstance(event, UNNOTED)]


@pytest.mark.parametrize("name", some_short(TOWERS, lambda name: name == "ccg-gallifrey-unit"))
def test_the_same_moves_with_the_same_dice_give_the_same_session(name: str) -> None:
    """`python tests/support/recordings.py` writes the recordings again after a change of rules or cards."""
    played, again = recording(name), played_again(name)
    if not played.sample.is_export:
        assert written(again) == played.sample.text
    else:
        assert [entry.event for entry in again.table.entries] == [entry.event for entry in played.timeline.entries]


@pytest.mark.parametrize("name", ["ccg-observer", "daleks-observer"])
def test_an_observer_does_not_know_hidden_cards(name: str) -> None:
    timeline = recording(name).timeline
    for seq in range(1, timeline.last + 1):
        now = timeline.position(seq)
        seen = {card for row in now.seen.values() for card in row}  # of a hand, shown to everyone
        rows = (
            [*now.hands.values(), *now.lists.values(), *now.decks.values()]
            if name == "ccg-observer"
            else [*now.hands.values(), now.timey_deck, now.location_deck, now.dilemma_deck, now.anomaly_deck]
        )
        assert {card for row in rows for card in row} <= {UNKNOWN, *seen}, seq
        assert name != "ccg-observer" or all(lying.face != UNKNOWN for lying in now.play)


CASES = [case for slug in slugs() for case in cases(slug)]
PAST = re.compile(r"\b(?:was|were|had|held|came)\b")
PAST_OF_EFFECTS = re.compile(r"\b(?:took|lost|got|[a-z]+ed)\b")
RULE = re.compile(r"[A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.slug}: {case.name}" for case in CASES])
def test_audit_reports_the_expected_findings_of_a_case(case: Case) -> None:
    told = audited(case)
    assert (told.of("violation"), told.of("unverified")) == (list(case.found), list(case.doubts))
    supplied = [line for line in told.report.unchecked if "no post mentions" in line]
    taken = [item.rpartition(" (entr")[0] for item in supplied]
    assert taken == [f"a compulsory step that no post mentions, assumed as made: {step}" for step in case.unwritten]
    last = case.text.rstrip().removesuffix("== end ==").rstrip().splitlines()[-1]
    assert case.is_last or last not in {line for _, line in (*case.found, *case.doubts)}, "play goes on behind it"
    assert (told.findings, told.refusals) == (texts_of("findings", case.key), texts_of("refusals", case.key))
    for one in told.report.findings:
        assert bool(one.did) == bool(one.conflicts)
        is_number = "should be" in one.condition
        assert is_number or one.did in one.condition
        for conflict in one.conflicts:
            assert conflict.rule == one.rule
            is_effect = effect_in_past(conflict.found) == conflict.found and PAST_OF_EFFECTS.search(conflict.found)
            assert not conflict.found or PAST.search(conflict.found) or is_effect, "the fact is in the past tense"
            assert (conflict.have is None) == (conflict.need is conflict.limit is None)
            if is_number:
                assert f"{conflict.found}; {conflict.requirement}." in one.condition
            elif "Missing from the log" in one.condition or "In the log" in one.condition:
                required = "not by the rules" if conflict.requirement == "no rule has this result" else "the rules: "
                required = "Missing from the log" if conflict.found == "this was missing from the log" else required
                assert required in one.condition
                assert required != "the rules: " or effect_in_past(conflict.requirement) in one.condition
                assert required == "Missing from the log" or f"{conflict.found}." in one.condition
            else:
                assert f"{capitalised(conflict.message)}." in one.condition
            if conflict.have is not None:
                is_enough = conflict.need is None or conflict.have >= conflict.need
                assert not (is_enough and (conflict.limit is None or conflict.have <= conflict.limit))


@pytest.mark.parametrize(("name", "found", "numbers"), [
    ("risk: attacked with four Daleks", "this attack had 4 Daleks", (4, None, 3)),
    ("risk: attacked with all Daleks of a territory", "Russia had only 3 Daleks", (3, None, 2)),
    ("risk: moved too few Daleks into a conquest", "", (1, 3, 8)),
    ("risk: placed more Daleks than were left", "3 new Daleks were left", (5, None, 3)),
    ("ccg: solved an Episode with too little Support", "the Support was 2", (2, 3, None)),
    ("daleks: kept five cards", "Julie had 5", (5, None, 4)),
    ("ccg: submitted a deck with too few cards", "this deck had 49", (49, 55, None)),
    ("risk: declared new Daleks for too many territories", "Black counted 12 new Daleks (9 for 1 territory)",
     (12, 3, 3)),
    ("risk: did not take the cards of a defeated player (f6)", "this was missing from the log", (None, None, None)),
])  # fmt: skip
def test_a_finding_has_its_rule_conflict_as_data(name: str, found: str, numbers: tuple[int | None, ...]) -> None:
    (case,) = [case for case in CASES if case.key == name]
    (one,) = [one for one in audited(case).report.findings if one.level == "violation"]
    (conflict,) = one.conflicts
    assert (conflict.found, (conflict.have, conflict.need, conflict.limit)) == (found, numbers)


def asked_rules(slug: str) -> set[str]:
    """The rules that a game's `decide` asks of a move: those that a rule conflict or a `require` names."""
    found: set[str] = set()
    for path in (Path(projections.__file__).parent / "games" / slug / "rules").glob("*.py"):
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in ("RuleConflict", "require") or name.endswith(("_conflict", "_conflicts")):
                texts = (node.value for node in ast.walk(call) if isinstance(node, ast.Constant))
                found.update(text for text in texts if isinstance(text, str) and RULE.fullmatch(text))
    return found


@pytest.mark.parametrize("slug", [slug for slug in slugs() if file_of(slug)["every_rule"]])
def test_every_checked_rule_is_broken_by_a_case(slug: str) -> None:
    broken = {rule for case in cases(slug) for rule, _ in (*case.found, *case.doubts)}
    impossible = file_of(slug).get("impossible", {})
    assert asked_rules(slug) - broken == impossible.keys(), "each has a case, or a reason why it has none"
    assert all(len(reason) > 20 for reason in impossible.values())
