"""Posts that are recorded without a question: the policy, the mark in the log, and the refusal by the author."""

import random
from collections import Counter

import pytest
from imported import PostTable, record_text
from keys_board import BEGUN
from players import founded
from refusals import refuses

from events.errors import NotAllowedError, RefusedError
from events.events import ALL, OMNISCIENT, Drawn, Move
from events.session_events import Posted, RecordedUnasked, TakenBack, TrustPolicy
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.corrections.takeback import open_proposal
from replay.posts import door, unasked
from replay.posts.approved_phrases import confirmed
from replay.posts.paste import Choice, Poster
from replay.posts.read import read_post
from replay.posts.simulate import LookAhead
from replay.reading.disclosure import classify
from replay.reading.reading import group_from
from replay.reading.timeline import Timeline
from replay.reading.trust import trust_policy
from replay.session.submission import Request, submit

TENTH, TWELFTH = Poster("tenth", "tenth"), Poster("twelfth", "twelfth")
AFTER_DRAW = "I put a Time Barrier on d1. I stay outside."
"""The rest of a turn whose draw is already in the log."""
TURN = "I drew a card, opened d7 with a green key (plain) and moved in there."


@pytest.fixture(autouse=True)
def every_clear_reading_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make these tests independent of the fitted weights."""
    monkeypatch.setattr(unasked, "is_sure", lambda _evidence: True)


def table(store: EventStore, corrections: str = "friendly") -> PostTable:
    text = BEGUN.replace("\n\n== T1", f"\ncorrections: {corrections}\n\n== T1", 1)
    return PostTable(store, record_text(store, registry(), text).session)


@pytest.fixture
def keys(store: EventStore) -> PostTable:
    return table(store)


def test_a_post_that_takes_its_block_back_is_asked_about(keys: PostTable) -> None:
    keys.session.set_trust("sure")
    block = f"== twelfth ==\n{TURN}\n== end ==\n"
    assert keys.file(f"{block}\nforget this one, folks", TWELFTH).is_done is False
    assert keys.file(block, TWELFTH).is_unasked


def test_a_post_is_asked_about_unless_the_policy_is_sure(keys: PostTable) -> None:
    before = keys.last
    assert keys.file(TURN, TWELFTH).is_done is False
    assert keys.last == before
    keys.session.set_trust("sure")
    assert keys.file(TURN, TWELFTH, trust="ask").is_done is False
    assert keys.file(TURN, TWELFTH).is_unasked


def test_a_change_of_the_policy_is_in_the_log(keys: PostTable) -> None:
    before = keys.last
    for policy in ("ask", "sure", "sure", "ask"):
        keys.session.set_trust(policy)
        assert trust_policy(keys.timeline().reading) == policy
    entries = keys.timeline().entries[before:]
    assert [(one.event, one.by) for one in entries] == [
        (TrustPolicy("sure"), "moderator"), (TrustPolicy("ask"), "moderator"),
    ]  # fmt: skip
    refuses(NotAllowedError, "only the moderator can set", keys.session.set_trust, "sure", "twelfth")
    refuses(RefusedError, "Allowed: ask, sure", keys.session.set_trust, "always")
    refuses(RefusedError, "Allowed: ask, sure", keys.file, TURN, TWELFTH, trust="always")


def test_the_mark_directly_follows_the_post_and_counts_its_moves(keys: PostTable) -> None:
    before = keys.last
    done = keys.filed(TURN, TWELFTH, trust="sure", key="k")
    post, mark, *moves = keys.timeline().entries[before:]
    assert (done.is_unasked, type(post.event), mark.by) == (True, Posted, "twelfth")
    assert isinstance(mark.event, RecordedUnasked)
    assert (mark.event.author, mark.event.moves) == ("twelfth", 3)
    assert sum(isinstance(entry.event, Move) for entry in moves) == 3
    again = keys.file(TURN, TWELFTH, trust="sure", key="k")
    assert (again.is_done, len(keys.events(RecordedUnasked))) == (True, 1)


def test_a_confirmed_reading_has_no_mark(keys: PostTable) -> None:
    choice = keys.read(TURN, TWELFTH).lines[0].choices[0]
    done = keys.filed(TURN, TWELFTH, trust="sure", choices={1: Choice(take=choice)})
    assert (done.is_unasked, keys.events(RecordedUnasked)) == (False, [])


@pytest.mark.parametrize("text", [
    "Drew a card, and I stay.", f"{TURN}\nUNDO 1.1", f"{TURN}\nDISPUTE 1.1: too late",
    "I would open d7 with a green key.",
])  # fmt: skip
def test_unclear_words_and_commands_are_not_recorded_without_a_question(keys: PostTable, text: str) -> None:
    before = keys.last
    assert keys.file(text, TWELFTH, trust="sure").is_unasked is False
    assert keys.last == before


@pytest.mark.parametrize("corrections", ["friendly", "moderator", "strict", "dice-seal", "agreement"])
def test_an_author_may_refuse_a_reading_under_every_policy(store: EventStore, corrections: str) -> None:
    keys = table(store, corrections)
    keys.filed("D: ?", TWELFTH)
    position = keys.timeline(OMNISCIENT).position(keys.last)
    keys.filed(AFTER_DRAW, TWELFTH, trust="sure")
    keys.filed("UNDO 2.2", TWELFTH, after=keys.last)
    assert keys.events(TakenBack)
    assert keys.timeline(OMNISCIENT).position(keys.last) == position


@pytest.mark.parametrize("text", [
    TURN, "I drew a Time Barrier and put it on d1. I stay outside.",
    "I drew a blue key, put a Time Barrier on d1 and stay.",
])  # fmt: skip
def test_a_drawn_card_or_a_tile_that_was_typed_cannot_be_refused_freely(store: EventStore, text: str) -> None:
    keys = table(store, "moderator")
    assert keys.filed(text, TWELFTH, trust="sure").is_unasked
    keys.filed("UNDO 2.1", TWELFTH, after=keys.last)
    assert not keys.events(TakenBack)
    assert open_proposal(keys.timeline().reading) is not None


def test_a_refusal_needs_consent_after_another_player_moved(store: EventStore) -> None:
    keys = table(store, "moderator")
    keys.filed(TURN, TWELFTH, trust="sure")
    keys.filed("D: ?\nP: Ky d1 open (open)\nM: stay", TENTH)
    keys.filed("UNDO 2.1", TWELFTH, after=keys.last)
    assert not keys.events(TakenBack)
    proposal = open_proposal(keys.timeline().reading)
    assert proposal is not None
    assert proposal.needed == ("moderator",)


def test_a_confirmed_post_cannot_be_refused(store: EventStore) -> None:
    keys = table(store, "moderator")
    choice = keys.read(TURN, TWELFTH).lines[0].choices[0]
    keys.filed(TURN, TWELFTH, choices={1: Choice(take=choice)})
    keys.filed("UNDO 2.1", TWELFTH, after=keys.last)
    assert not keys.events(TakenBack)


def test_later_moves_of_the_author_do_not_go_back_with_a_refusal(store: EventStore) -> None:
    keys = table(store, "moderator")
    keys.filed("I drew a card and opened d7 with a green key, a plain door.", TWELFTH, trust="sure")
    assert keys.events(RecordedUnasked)
    keys.filed("M: >d7", TWELFTH, after=keys.last)
    keys.filed("UNDO 2.1", TWELFTH, after=keys.last)
    assert not keys.events(TakenBack)


def test_a_refused_post_is_asked_about_when_it_is_posted_again(keys: PostTable) -> None:
    keys.filed("D: ?", TWELFTH)
    keys.filed(AFTER_DRAW, TWELFTH, trust="sure")
    keys.filed("UNDO 2.2", TWELFTH, after=keys.last)
    before = keys.last
    again = keys.file(AFTER_DRAW, TWELFTH, trust="sure")
    assert (again.is_done, [line.status for line in again.lines], keys.last) == (False, ["question"], before)
    choice = again.lines[0].choices[0]
    assert keys.filed(AFTER_DRAW, TWELFTH, choices={1: Choice(take=choice)}).number == 1


@pytest.mark.parametrize("is_asked", [True, False])
def test_only_a_confirmed_reading_teaches_a_phrase(
    keys: PostTable, monkeypatch: pytest.MonkeyPatch, *, is_asked: bool
) -> None:  # fmt: skip
    mark = None if is_asked else RecordedUnasked("twelfth", 3, 990)
    monkeypatch.setattr(door, "read_trusting", lambda timeline, _public, *more: (read_post(timeline, *more), mark))
    choices = {2: Choice(take="P: SS d7 open (open)")}
    keys.filed("D: ?\nI zorp d7, plain inside!\nM: stay", TWELFTH, choices=choices)
    assert [one.words for one in confirmed(keys.timeline(), keys.store)] == ["zorp"] * is_asked


def test_audits_findings_and_rulings_name_the_mark(keys: PostTable) -> None:
    keys.filed(TURN, TWELFTH, trust="sure")
    (mark,) = [entry.seq for entry in keys.timeline().entries if isinstance(entry.event, RecordedUnasked)]
    dealt = [
        (entry.seq, item) for entry in keys.timeline().entries[: mark + 4]
        if isinstance(entry.event, Drawn) and entry.event.player == "twelfth"
        for item in range(1, len(entry.event.cards) + 1)
    ]  # fmt: skip
    keys.filed("\n".join(f"LEARN #{seq} cards {item} = sonic" for seq, item in dealt), seat="moderator")
    report = audit_session(keys.store, registry(), keys.name)
    assert any(f"recorded without a question (entry {mark})" in one for one in report.unchecked)
    found = [(one.rule, one.unasked) for one in report.findings if one.address == "2.2"]
    assert found
    assert {unasked for _, unasked in found} == {mark}
    assert f"recorded without a question (entry {mark})" in report_text(report)
    told = keys.read("RULING 2.2: stand ; as agreed", seat="moderator").lines[0].says
    assert any(f"recorded without a question (entry {mark})" in one for one in told)


def test_a_mark_without_its_post_is_a_fault_of_the_log(keys: PostTable) -> None:
    keys.filed(TURN, TWELFTH, trust="sure")
    assert "LOG-LINE" not in rules_against(keys)
    keys.session.note(RecordedUnasked("twelfth", 1, 990), by="twelfth")
    assert "LOG-LINE" in rules_against(keys)


def test_a_policy_that_does_not_exist_is_a_fault_of_the_log(keys: PostTable) -> None:
    keys.session.note(TrustPolicy("sure"))
    assert "LOG-ORDER" not in rules_against(keys)
    keys.session.note(TrustPolicy("always"))
    assert "LOG-ORDER" in rules_against(keys)


def rules_against(table: PostTable) -> set[str]:
    return {one.rule for one in audit_session(table.store, registry(), table.name).findings}


@pytest.mark.parametrize("slug", sorted(registry()))
def test_with_built_in_dice_and_cards_a_harmless_move_can_be_refused(slug: str) -> None:
    """Nobody learns anything from such a move, and no other seat loses its turn to answer."""
    tried, harmless = Counter[type](), Counter[type]()
    for seed in range(3):
        chooser, session = random.Random(seed), founded(MemoryStore(), slug, 3 if slug == "risk" else 2)
        for _ in range(60):
            if session.status.outcome:
                break
            before, to = session.status.awaited, session.table.seq
            seat = chooser.choice(before)
            legal = list(session.game.rules.legal(session.position, seat))
            if not legal:
                continue
            move = chooser.choice(legal)
            public = Timeline(session.row, session.view(ALL))
            is_harmless = unasked._is_harmless(LookAhead(public), Written(move))
            assert submit(session, seat, [Request(Written(move))]).done
            tried[type(move)] += 1
            harmless[type(move)] += is_harmless
            if is_harmless:
                made = group_from(session.table.entries, to + 1)
                assert made.chance == []
                assert all(one.seq > made.last for one in classify(session.view(ALL), to, seat).learnt)
                after = session.game.rules.status(session.table.positions[made.last - 1]).awaited
                assert {*before} - {seat} <= {*after}
    assert sum(tried.values()) > 60
    assert any(harmless.values()), tried
    assert not all(harmless.values()), tried
