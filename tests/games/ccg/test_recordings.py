"""The sessions that ship with the card game: taken in, audited, and found to be what is noted beside them."""

from functools import cache
from typing import Any

import pytest
from ccg_tables import card, faces
from ccg_towers import TOWERS, play
from told_again import must_be_told_again
from tower_tables import written

from events.conduct import Claimed, Posted, TakenBack
from events.facts import TABLE, UNKNOWN, Effect, Fact, Move, Shuffled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.posts.fences import read_file
from replay.posts.record import record_text
from replay.posts.samples import differences, samples, take_in
from replay.reading.claims import due_value
from replay.reading.timeline import Timeline

SAMPLES = {sample.name: sample for sample in samples("ccg")}
TOWER = {table.name: table for table in TOWERS}
PRINTED = ("rulebook-damage", "rulebook-game", "rulebook-support")
FINDINGS = {"forgotten-draw": 2, "mistakes": 6, "observer": 12}


@cache
def taken_in(name: str) -> tuple[EventStore, str]:
    store = MemoryStore()
    return store, take_in(store, shelf(), SAMPLES[name], alias=f"ccg-{name}")


@cache
def timeline_of(name: str) -> Timeline:
    store, session = taken_in(name)
    return Timeline.read(store, shelf(), session, TABLE)


def facts_of(name: str, *kinds: type[Any]) -> list[Any]:
    """The facts of these kinds that stand."""
    timeline = timeline_of(name)
    standing = [entry.fact for entry in timeline.entries if entry.seq not in timeline.struck]
    return [fact for fact in standing if isinstance(fact, kinds)]


def before(name: str, fact: Fact) -> Position:
    """The table just before the only line of a fact."""
    (seq,) = [entry.seq for entry in timeline_of(name).entries if entry.fact == fact]
    position: Position = timeline_of(name).position(seq - 1)
    return position


def behind(name: str, turn: int) -> Position:
    """The table when a turn is over, before the next one begins."""
    timeline = timeline_of(name)
    (seq,) = [
        entry.seq
        for entry in timeline.entries
        if isinstance(entry.fact, f.TurnBegan) and entry.fact.turn == turn + 1 and entry.seq not in timeline.struck
    ]
    position: Position = timeline.position(seq - 1)
    return position


def values(now: Position, face: str, side: str = "") -> tuple[int, int, int]:
    lying = card(now, face, side)
    return lying.energy, lying.substance, lying.support


def test_the_samples_are_there() -> None:
    assert sorted(SAMPLES) == sorted([*PRINTED, *TOWER, *FINDINGS])
    assert not any(sample.is_export for sample in SAMPLES.values())


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_is_as_noted(name: str) -> None:
    store, session = taken_in(name)
    report = audit_session(store, shelf(), session)
    assert differences(SAMPLES[name], timeline_of(name), report) == []
    assert len(report.findings) == FINDINGS.get(name, 0)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_line_is_read_and_every_post_is_kept(name: str) -> None:
    text = SAMPLES[name].text
    result = record_text(MemoryStore(), shelf(), text)
    posts = read_file(text).posts
    lines = sum(len(block.lines) for post in posts for block in post.blocks if not block.quoted)
    assert [line.status for line in result.lines].count("ok") == lines
    assert {line.status for line in result.lines} <= {"ok", "chat"}
    assert [(fact.author, fact.when, fact.text) for fact in facts_of(name, Posted)] == [
        (post.author, post.when, post.text) for post in posts
    ]
    assert sum(len(post.text.split()) for post in posts) > 25 * len(posts), "people talk"


@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - TOWER))
def test_what_is_claimed_is_so(name: str) -> None:
    timeline = timeline_of(name)
    claims = [entry for entry in timeline.entries if isinstance(entry.fact, Claimed)]
    assert len(claims) > 5
    for entry in claims:
        assert isinstance(entry.fact, Claimed)
        due = due_value(GAME, timeline.position(entry.seq), entry.fact.place, entry.fact.value)
        assert due == entry.fact.value


# The printed game


def counts(now: Position, seat: str) -> tuple[int, ...]:
    """Cards in the hand, the draw deck, the Time stack and the discard pile."""
    return tuple(len(rows.get(seat, ())) for rows in (now.hands, now.decks, now.times, now.discards))


def test_the_printed_setting() -> None:
    """Two Time cards a zone; hers shows the Future, his the Present; Watchers laid, seven cards each, Julie first."""
    begun = before("rulebook-game", f.TurnBegan(player="julie", turn=1, round=1))
    assert (begun.bonus_zone("julie"), begun.bonus_zone("steve")) == ("future", "present")
    assert [len(begun.lists[seat]) for seat in begun.seats] == [60, 60]
    assert counts(begun, "julie") == counts(begun, "steve") == (7, 44, 6, 0)
    assert [(lying.zone, lying.side) for lying in begun.play] == [
        (zone, seat) for seat in ("julie", "steve") for zone in ("past", "present", "future")
    ]


@pytest.mark.parametrize(
    ("case", "turn", "lies", "hands"),
    [
        ("T-CCG-20", 1, ("julie", "future", ["watcher-future", "zarbi"]), (8, 7)),
        ("T-CCG-23", 2, ("steve", "present", ["watcher-present", "yeti", "sidrat"]), (8, 6)),
        ("T-CCG-25", 3, ("julie", "present", ["watcher-present", "unit-corporal"]), (8, 6)),
        ("T-CCG-29", 4, ("steve", "present", ["watcher-present", "yeti", "sidrat", "bok"]), (7, 7)),
        ("T-CCG-31", 5, ("julie", "future", ["watcher-future", "zarbi", "menoptera", "ice-warrior"]), (6, 7)),
    ],
)
def test_the_printed_turns(case: str, turn: int, lies: tuple[str, str, list[str]], hands: tuple[int, int]) -> None:
    now = behind("rulebook-game", turn)
    seat, zone, there = lies
    assert faces(now, zone, seat) == there, case
    assert (len(now.hands["julie"]), len(now.hands["steve"])) == hands, case


def test_the_printed_fight() -> None:
    """T-CCG-28: a Brain Transformer, then the Corporal: two Substance against two, a draw, and nobody is lost."""
    ended = c.CombatEnded(how="draw", loser=0)
    now = before("rulebook-game", ended)
    assert values(now, "watcher-present", "julie") == (1, 2, 1)
    assert values(now, "yeti") == (2, 2, 0)
    assert now.discards["julie"] == ("brain-transformer",)
    assert facts_of("rulebook-game", c.CombatEnded) == [ended]
    assert facts_of("rulebook-game", f.CardDiscarded) == []


def test_the_printed_end_of_the_fourth_turn() -> None:
    """T-CCG-29, T-CCG-30: the Yeti and the Corporal are Sided, the Watcher is not; its values are normal again."""
    now = behind("rulebook-game", 4)
    assert {lying.face for lying in now.play if lying.sided} == {"yeti", "unit-corporal"}
    assert values(now, "watcher-present", "julie") == (1, 1, 0)
    assert (values(now, "yeti"), values(now, "bok")) == ((2, 2, 0), (1, 1, 1))


def test_the_printed_end() -> None:
    """T-CCG-31: six lives each, four and three cards drawn since the start, the Yeti is still Sided."""
    now = behind("rulebook-game", 5)
    assert counts(now, "julie") == (6, 40, 6, 1)
    assert counts(now, "steve") == (7, 41, 6, 0)
    assert [lying.face for lying in now.play if lying.sided] == ["yeti"]
    assert facts_of("rulebook-game", f.CardStood) == [f.CardStood(card(now, "unit-corporal").n)]
    assert [fact.player for fact in facts_of("rulebook-game", m.DrawBonus)] == ["julie", "steve"]


# The printed examples of Support


def test_the_printed_answer() -> None:
    """T-CCG-01, T-CCG-03, T-CCG-05: Dulciens are 0/2/1 for the rest of the turn, then 0/1/1; Daemons stay Sided."""
    (used, answer) = facts_of("rulebook-damage", m.UseSpecial)
    assert (used.targets, used.value) == (answer.targets, "substance")
    (end,) = facts_of("rulebook-damage", m.EndTurn)
    held = before("rulebook-damage", end)
    assert values(held, "dulciens") == (0, 2, 1)
    over = behind("rulebook-damage", 5)
    assert values(over, "dulciens") == (0, 1, 1)
    assert {lying.face for lying in over.play if lying.sided} == {"daemons", "force-field"}


def test_without_an_answer() -> None:
    """T-CCG-02, T-CCG-04: unanswered Dulciens are destroyed; by Energy, of which they have none, they are not."""
    timeline = timeline_of("rulebook-damage")
    struck = [entry for entry in timeline.entries if entry.seq in timeline.struck]
    (gone,) = [entry for entry in struck if isinstance(entry.fact, f.CardDiscarded)]
    assert timeline.position(gone.seq).discards["steve"] == ("dulciens",)
    by_energy = [entry.seq for entry in struck if isinstance(entry.fact, m.UseSpecial) and entry.fact.value == "energy"]
    assert len(by_energy) == 1
    after = [entry.seq for entry in struck if entry.seq > by_energy[0]]
    assert values(timeline.position(max(after)), "dulciens") == (0, 1, 1)
    assert len(facts_of("rulebook-damage", TakenBack)) == 3


def test_the_printed_support() -> None:
    """T-CCG-10, T-CCG-11: 2/4 beats 1/3; once Zoe helps it is 2/4 against 4/3, and a draw."""
    timeline = timeline_of("rulebook-support")
    ends = [entry for entry in timeline.entries if isinstance(entry.fact, c.CombatEnded)]
    told = []
    for entry in ends[:2]:
        now = timeline.position(entry.seq - 1)
        told.append((values(now, "ice-warrior", "julie"), values(now, "ice-warrior", "steve")))
    assert told == [((2, 4, 2), (1, 3, 1)), ((2, 4, 2), (4, 3, 1))]
    assert [entry.seq in timeline.struck for entry in ends] == [True, False, False]
    lost = timeline.position(ends[0].seq - 1)
    assert ends[0].fact == c.CombatEnded(how="attacker", loser=card(lost, "ice-warrior", "steve").n)
    assert ends[1].fact == c.CombatEnded(how="draw", loser=0)
    drawn = behind("rulebook-support", 7)
    assert {lying.face for lying in drawn.play if lying.sided} == {"ice-warrior", "menoptera", "quark", "zoe-heriot"}
    assert card(drawn, "ice-warrior", "julie").sided
    assert not card(drawn, "ice-warrior", "steve").sided


def test_the_printed_table_of_fights() -> None:
    """T-CCG-14, T-CCG-15: 1/3 loses to 2/4, and wins against 0/2."""
    (end,) = [fact for fact in facts_of("rulebook-support", c.CombatEnded) if fact.loser]
    now = before("rulebook-support", end)
    assert (values(now, "ice-warrior", "steve"), values(now, "the-mara")) == ((1, 3, 1), (0, 2, 1))
    assert (end.how, end.loser) == ("attacker", card(now, "the-mara").n)


def test_a_turn_cap_ends_a_game_that_nobody_has_won() -> None:
    timeline = timeline_of("rulebook-support")
    end = timeline.position(timeline.last)
    assert (end.winners, end.how, timeline.status(timeline.last).turn) == ((), "turn cap", 8)


# What the tower shuffled


@pytest.mark.parametrize("name", TOWER)
def test_a_game_is_complete(name: str) -> None:
    timeline = timeline_of(name)
    end = timeline.position(timeline.last)
    (loser,) = [seat for seat in end.seats if not end.times[seat]]
    assert (end.winners, end.how) == ((end.rival(loser),), "time cards")
    assert [fact.cards for fact in facts_of(name, m.SubmitDeck)] == [
        SHIPPED.starter[deck].row for deck in TOWER[name].begins.values()
    ]
    assert UNKNOWN not in {face for shuffle in facts_of(name, Shuffled) for face in shuffle.order}


def test_between_them_they_show_all_moves_but_a_few() -> None:
    did = {type(fact) for name in TOWER for fact in facts_of(name, Move)}
    assert set(m.MOVES) - did <= {m.SetStops, m.NameCombatant, m.DeclineCombat, m.SkipStep}
    effects = {type(fact) for name in TOWER for fact in facts_of(name, Effect)}
    assert effects >= {
        f.EpisodeSolved, f.ZoneBarred, c.AnnouncementEnded, c.CardKept, c.HitPrevented, c.HitsOver, c.TimeCardLost,
    }  # fmt: skip


@pytest.mark.parametrize("name", TOWER)
def test_the_same_towers_shuffle_the_same_game_again(name: str) -> None:
    """`python tests/support/ccg_towers.py` writes them anew where a rule, a card or the player has changed."""
    assert written(play(TOWER[name])) == SAMPLES[name].text


@pytest.mark.parametrize("name", SAMPLES)
def test_the_notation_export_is_the_same_play(name: str) -> None:
    must_be_told_again(timeline_of(name))


# What somebody saw who held no cards


def test_an_observer_knows_no_hand_and_no_deck() -> None:
    timeline = timeline_of("observer")
    seen: set[str] = set()
    for seq in range(1, timeline.last + 1):
        now: Position = timeline.position(seq)
        rows = (now.lists, now.decks, now.hands)
        assert {face for row in rows for cards in row.values() for face in cards} <= {UNKNOWN, *_returned(now)}, seq
        seen |= {lying.face for lying in now.play}
    assert len(seen) > 12
    assert UNKNOWN not in seen


def _returned(now: Position) -> set[str]:
    """Cards of a hand that everybody has seen."""
    return {face for row in now.seen.values() for face in row}


def test_an_observer_s_doubts_are_those_of_hidden_cards() -> None:
    store, session = taken_in("observer")
    report = audit_session(store, shelf(), session)
    assert {finding.level for finding in report.findings} == {"doubt"}
    assert {finding.rule for finding in report.findings} == {
        "CCG-DEC-02", "CCG-DEC-04", "CCG-DEC-05", "CCG-DEC-06", "CCG-GEN-08", "CCG-FLA-01",
    }  # fmt: skip
