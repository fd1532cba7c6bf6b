"""The two sessions of Time of the Daleks by the tower that ship: complete, in order for everybody, played so again."""

from collections import Counter
from functools import cache

import pytest
from daleks_player import Sensible
from daleks_towers import TOWERS, play
from tower_tables import written

from events.conduct import Posted
from events.facts import ALL, TABLE, UNKNOWN, Effect, Fact, Move, Shuffled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.games.daleks.state.position import Position
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.live.session import Session
from replay.posts.export_text import transcript_of
from replay.posts.record import record_text
from replay.posts.samples import differences, samples, take_in
from replay.reading.timeline import Timeline

SAMPLES = {sample.name: sample for sample in samples("daleks")}
TOWER = {table.name: table for table in TOWERS}
WON, LOST = TOWER


@cache
def taken_in(name: str) -> tuple[EventStore, str]:
    store = MemoryStore()
    return store, take_in(store, shelf(), SAMPLES[name], alias=f"daleks-{name}")


@cache
def timeline_of(name: str) -> Timeline:
    store, session = taken_in(name)
    return Timeline.read(store, shelf(), session, TABLE)


@cache
def played(name: str) -> Session:
    return play(TOWER[name])


def facts_of(name: str) -> list[Fact]:
    return [entry.fact for entry in timeline_of(name).entries]


def end_of(name: str) -> Position:
    timeline = timeline_of(name)
    found: Position = timeline.position(timeline.last)
    return found


@pytest.mark.parametrize("name", TOWER)
def test_everything_is_as_noted(name: str) -> None:
    store, session = taken_in(name)
    assert differences(SAMPLES[name], timeline_of(name), audit_session(store, shelf(), session)) == []


@pytest.mark.parametrize("name", TOWER)
def test_nobody_finds_anything_wrong(name: str) -> None:
    store, session = taken_in(name)
    live = played(name)
    for viewer in (TABLE, ALL, *TOWER[name].begins):
        assert audit_session(store, shelf(), session, viewer).findings == (), viewer
        assert audit_session(live.store, shelf(), live.row.session, viewer).findings == (), viewer


def test_one_is_won_on_gallifrey() -> None:
    """TOD-WIN-01, TOD-DTRN-07."""
    end = end_of(WON)
    assert (end.winners, end.how) == (("osman",), "Gallifrey")
    assert (end.tardis["osman"], end.ship) == (18, 13)


def test_one_is_lost_to_the_seventh_dalek() -> None:
    end = end_of(LOST)
    assert (end.winners, end.how, end.daleks) == ((), "seventh Dalek", 6)
    assert isinstance(timeline_of(LOST).entries[-1].fact, f.GameEnded | Posted)
    effects = [fact for fact in facts_of(LOST) if isinstance(fact, Effect)]
    assert isinstance(effects[-1], f.GameEnded)
    assert not any(isinstance(fact, f.CostDue) for fact in effects[-3:])


def test_between_them_they_show_most_moves() -> None:
    did = {type(fact) for name in TOWER for fact in facts_of(name) if isinstance(fact, Move)}
    assert set(m.MOVES) - did <= {m.Uninstall, m.Dismiss, m.PayTokens, m.SkipAdventure}
    effects = {type(fact) for name in TOWER for fact in facts_of(name)}
    assert effects >= {f.AnomalyTaken, f.MarkerTaken, f.TaskDone, f.CompanionsKept, f.LocationGone, f.DalekRemoved}


@pytest.mark.parametrize("name", TOWER)
def test_all_that_was_shuffled_is_known_in_the_end(name: str) -> None:
    orders = [fact.order for fact in facts_of(name) if isinstance(fact, Shuffled)]
    assert len(orders) > 6
    assert not [order for order in orders if UNKNOWN in order]


@pytest.mark.parametrize("name", TOWER)
def test_people_talk(name: str) -> None:
    posts = [fact for fact in facts_of(name) if isinstance(fact, Posted)]
    said = [*(row[1:] for row in TOWER[name].talk), *TOWER[name].after]
    spoken = [(post.author.casefold(), post.text.split("\n")[0]) for post in posts if not post.text.startswith("==")]
    assert spoken == said


@pytest.mark.parametrize("name", TOWER)
def test_the_same_towers_play_the_same_game_again(name: str) -> None:
    assert written(played(name)) == SAMPLES[name].text


@pytest.mark.parametrize("name", TOWER)
def test_the_notation_export_is_the_same_play(name: str) -> None:
    timeline, store = timeline_of(name), MemoryStore()
    result = record_text(store, shelf(), transcript_of(timeline))
    assert result.whole, result.lines[-1]
    again = Timeline.read(store, shelf(), result.session, TABLE)
    assert [entry.fact for entry in again.entries if isinstance(entry.fact, Move | Effect)] == [
        fact for fact in facts_of(name) if isinstance(fact, Move | Effect)
    ]
    assert again.position(again.last) == end_of(name)


@pytest.mark.parametrize("name", TOWER)
def test_the_player_looks_at_nothing_hidden(name: str) -> None:
    session = played(name)
    kinds: Counter[str] = Counter()
    viewers = (TABLE, *session.started.seats)
    seen = {viewer: Timeline.read(session.store, shelf(), session.row.session, viewer) for viewer in viewers}
    for group in seen[TABLE].groups[len(TOWER[name].begins) :: 9]:
        move = group.head.fact
        if not isinstance(move, Move) or isinstance(move, m.ChooseDoctor):
            continue
        known, whole = (seen[viewer].position(group.first - 1) for viewer in (move.player, TABLE))
        assert Sensible(1).choose(known, move.player) == Sensible(1).choose(whole, move.player) == move
        kinds[type(move).__name__] += 1
    assert len(kinds) > 4
