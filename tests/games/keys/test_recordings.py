"""The sessions that ship with the game: recorded, audited, and found to be what is noted beside them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from events.conduct import Adjusted, Again, Claimed, Posted, TakebackAnswered, TakenBack
from events.errors import NotationError
from events.facts import TABLE, UNKNOWN, Drawn, Fact
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.games.keys import facts as e
from projections.games.keys.state.position import CARDS, CONTROL, KINDS
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.posts.export_text import transcript_of
from replay.posts.fences import read_file
from replay.posts.record import RecordedPosts, record_text
from replay.posts.samples import ExpectedFinding, Sample, differences, samples
from replay.reading.timeline import Timeline

SAMPLES = {sample.name: sample for sample in samples("keys")}
ANSWER = re.compile(r"\n~ .*")


@cache
def recorded(name: str) -> tuple[EventStore, RecordedPosts]:
    store = MemoryStore()
    return store, record_text(store, shelf(), SAMPLES[name].text)


def timeline_of(name: str) -> Timeline:
    store, result = recorded(name)
    return Timeline.read(store, shelf(), result.session, TABLE)


def standing(name: str) -> Iterator[Fact]:
    timeline = timeline_of(name)
    return (entry.fact for entry in timeline.entries if entry.seq not in timeline.struck)


def test_the_samples_are_there() -> None:
    assert sorted(SAMPLES) == ["four-player", "mistakes", "observer", "two-player"]


@pytest.mark.parametrize("name", SAMPLES)
def test_each_line_is_read(name: str) -> None:
    _, result = recorded(name)
    assert result.whole
    assert result.session
    posts = read_file(SAMPLES[name].text).posts
    lines = sum(len(block.lines) for post in posts for block in post.blocks if not block.quoted)
    assert [line.status for line in result.lines].count("ok") == lines
    assert {line.status for line in result.lines} <= {"ok", "chat"}


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_is_as_noted(name: str) -> None:
    store, result = recorded(name)
    assert differences(SAMPLES[name], timeline_of(name), audit_session(store, shelf(), result.session)) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"winners": ("sixth",)}, "winner ('sixth',) was noted, it is ('seventh',)"),
        ({"turns": 16}, "turn 16 was noted, it is 15"),
        ({"fingerprint": "0" * 16}, "not 0000000000000000"),
        ({"findings": ()}, "found, and not noted: violation KEY-MOV-03 at 6.3 sixth"),
        (
            {"findings": (ExpectedFinding("9.9", "KEY-MOV-03", "note", "sixth"),)},
            "not found: note KEY-MOV-03 at 9.9 sixth",
        ),
    ],
)
def test_what_is_not_as_noted_is_told(change: dict[str, Any], told: str) -> None:
    store, result = recorded("mistakes")
    sample = SAMPLES["mistakes"]
    other = Sample(sample.game, sample.name, sample.text, msgspec.structs.replace(sample.notes, **change))
    wrong = differences(other, timeline_of("mistakes"), audit_session(store, shelf(), result.session))
    assert told in " / ".join(wrong)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_post_is_kept_as_posted(name: str) -> None:
    posts = read_file(SAMPLES[name].text).posts
    kept = [entry.fact for entry in timeline_of(name).entries if isinstance(entry.fact, Posted)]
    assert [(fact.author, fact.when, fact.where, fact.text) for fact in kept] == [
        (post.author, post.when, post.where, post.text) for post in posts
    ]
    talk = sum(len(post.text.split()) for post in posts)
    assert talk > 25 * len(posts), "people talk"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_notation_export_is_the_same_play(name: str) -> None:
    """What is exported as notation records to the same moves and effects, but for what was struck."""
    text = transcript_of(timeline_of(name))
    store = MemoryStore()
    result = record_text(store, shelf(), text)
    assert result.whole, result.lines[-1]
    again = Timeline.read(store, shelf(), result.session, TABLE)
    assert again.status(again.last) == timeline_of(name).status(timeline_of(name).last)


def test_every_card_and_every_tile_does_its_work() -> None:
    facts = list(standing("four-player"))
    played = {fact.card for fact in facts if isinstance(fact, e.CardPlayed)}
    assert played == set(CARDS)
    kinds = {tile.kind for tile in timeline_of("four-player").position(timeline_of("four-player").last).tiles.values()}
    assert kinds >= {*KINDS, UNKNOWN}, "a door of every kind was opened, and some were left closed"
    did = {type(fact) for fact in facts}
    assert did >= {
        e.DoorOpened, e.DoorClosed, e.BarrierLaid, e.BarrierLifted, e.TunnelLaid, e.CookieLaid, e.PawnHeld,
        e.HoldCounted, e.PawnReleased, e.PawnTeleported, e.BonusOffered, e.KeyUsed, e.ExtraTurnEarned, e.GameWon,
        e.Discard, e.PlayCyberman, e.UseKey,
    }  # fmt: skip


def test_each_card_is_used_on_the_board() -> None:
    """Not only played: the tunnel is walked, the cookie trodden on, Control left, the assault moves a pawn."""
    timeline = timeline_of("four-player")
    steps = []
    for entry in timeline.entries:
        if isinstance(entry.fact, e.PawnMoved) and entry.seq not in timeline.struck:
            before = timeline.position(entry.seq - 1)
            steps.append((before, before.pawns[entry.fact.player], entry.fact.to))
    assert any({origin, to} in [set(tunnel) for tunnel in before.tunnels] for before, origin, to in steps)
    assert any(before.tiles[to].cookie for before, _, to in steps)
    assert any(origin == CONTROL for _, origin, _ in steps)
    moves = [fact for fact in standing("four-player") if isinstance(fact, e.PlayKey | e.PlaySonic)]
    assert {move.action for move in moves} == {"open", "close", "lift"}
    assert {move.action for move in moves if isinstance(move, e.PlayKey)} == {"open", "close"}


def test_a_takeback_and_corrections_are_lines() -> None:
    facts = [entry.fact for entry in timeline_of("four-player").entries]
    assert [fact.place for fact in facts if isinstance(fact, Adjusted)] == ["d5"]
    assert len([fact for fact in facts if isinstance(fact, TakenBack)]) == 2
    assert [fact.seat for fact in facts if isinstance(fact, TakebackAnswered)] == ["tenth", "fourth"]
    assert len([fact for fact in facts if isinstance(fact, Again)]) == 5
    assert len([fact for fact in facts if isinstance(fact, Claimed)]) == 4


def test_a_quoted_block_is_not_filed_twice() -> None:
    assert "> P: Kr b44 open" in SAMPLES["four-player"].text
    opened = [fact.tile for fact in standing("four-player") if isinstance(fact, e.PlayKey) and fact.action == "open"]
    assert opened.count("b4") == 2, "once on turn 5, and again after it was closed"


ANSWERS = {found.start(): found[0] for found in ANSWER.finditer(SAMPLES["four-player"].text)}
TYPOS = [start for start, answer in ANSWERS.items() if "CA" not in answer]


@pytest.mark.parametrize("at", TYPOS)
def test_each_typo_is_asked_about_without_its_answer(at: int) -> None:
    text = SAMPLES["four-player"].text
    answer = ANSWER.match(text, at)
    assert answer
    store = MemoryStore()
    result = record_text(store, shelf(), text[:at] + text[answer.end() :], check=True)
    asked = result.lines[-1]
    assert (asked.status, asked.number) == ("ask", text[:at].count("\n") + 1)
    assert not result.whole
    assert store.sessions() == []
    first = answer[0].removeprefix("\n~ ").removesuffix(" (open)")
    assert any(choice.startswith(first) for choice in asked.choices), asked


def test_a_pawn_that_was_moved_from_elsewhere_is_recorded_so() -> None:
    """Without an answer it is one mistake (KEY-CCY-01); the pawn stands where it was put."""
    text = SAMPLES["four-player"].text
    for answer in ANSWERS.values():
        text = text.replace(answer, "", 1) if "CA" in answer else text
    store = MemoryStore()
    recorded = record_text(store, shelf(), text)
    assert recorded.whole
    found = audit_session(store, shelf(), recorded.session).findings
    assert [(each.rule, each.seat) for each in found if each.level == "violation"][:1] == [("KEY-CCY-01", "thirteenth")]


def test_an_observer_knows_no_card() -> None:
    drawn = [fact.cards for fact in standing("observer") if isinstance(fact, Drawn)]
    assert set(drawn) == {("?",), ("?", "?", "?")}


def test_a_line_that_nobody_can_read_stops_the_file_where_it_stands() -> None:
    text = SAMPLES["two-player"].text.replace("P: JC d5", "P: JC in the console room", 1)
    store = MemoryStore()
    result = record_text(store, shelf(), text)
    assert not result.whole
    assert store.sessions() == []
    assert result.lines[-1].text == "P: JC in the console room"
    assert "column" in result.lines[-1].message


def test_a_layout_that_is_none_is_refused_at_its_line() -> None:
    text = SAMPLES["two-player"].text.replace("layout: grrgbbb", "layout: grrgbbq", 1)
    with pytest.raises(NotationError) as caught:
        record_text(MemoryStore(), shelf(), text)
    assert (caught.value.line, "a7" in caught.value.reason or "g7" in caught.value.reason) == (7, True)
