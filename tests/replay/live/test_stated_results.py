"""Results stated by a writer: kept in typed sessions, checked in sessions of the tower."""

from collections.abc import Callable

import pytest
import toy

from events.facts import Effect, Passed, Rolled, Started
from events.store.protocol import EventStore
from projections.shelf import Shelf
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.chance.tower import build
from replay.corrections.correction import correct
from replay.corrections.plan import Change
from replay.live.session import Session
from replay.live.submission import Answer, Request, submit
from replay.reading.timeline import Timeline


@pytest.fixture
def session(store: EventStore, games: Shelf, clock: Callable[[], int]) -> Session:
    started = Started("toy", 1, ("black", "yellow"), {"points": 5})
    return Session.create(store, games, started, tower=build(b"\7" * 32, b"\3" * 32), clock=clock)


def post(session: Session, seat: str, written: Written, keep: str = "") -> Answer:
    return submit(session, seat, [Request(written, keep)])


@pytest.mark.parametrize(
    "stated", [toy.DareEnded("black"), toy.TurnPassed("yellow", 9, 9), toy.DareMade("black", "black")], ids=repr
)
def test_takes_only_stated_results_that_follow_from_the_rules(session: Session, stated: Effect) -> None:
    before, dare = session.head, toy.Dare("black", "yellow")
    refused = post(session, "black", Written(dare, stated=(stated,))).refused
    assert refused is not None
    assert "the rules make something else of this move" in refused.message
    refused = post(session, "black", Written(dare, absent=(toy.DareMade,))).refused
    assert refused is not None
    assert refused.rule == "TOY-DAR-01"
    assert session.head == before
    assert post(session, "black", Written(dare, stated=(toy.DareMade("black", "yellow"),))).done


@pytest.mark.parametrize("scored", ["", "black", "yellow"])
def test_the_die_decides_a_stated_result(session: Session, store: EventStore, games: Shelf, scored: str) -> None:
    post(session, "black", Written(toy.Dare("black", "yellow")))
    assert post(session, "yellow", Written(Passed("yellow"), stated=(toy.DareEnded(scored),))).done
    facts = [entry.fact for entry in session.table.entries]
    assert any(isinstance(fact, Rolled) for fact in facts)
    assert toy.DareEnded("black") in facts, "a die beats a bare table"
    assert audit_session(store, games, session.row.session).findings == ()


def test_a_correction_states_nothing_either(session: Session, store: EventStore, games: Shelf) -> None:
    post(session, "black", Written(toy.Dare("black", "yellow")))
    post(session, "yellow", Written(Passed("yellow")))
    group = Timeline.read(store, games, session.row.session).find("1.2")
    card = session.position.hands["yellow"][0]
    correct(
        session, [Change(group, Written(toy.Answer("yellow", card), stated=(toy.DareEnded("yellow"),)))], by="moderator"
    )
    assert session.position.points.get("yellow", 0) == 0
    assert audit_session(store, games, session.row.session).findings == ()


def test_a_kept_result_is_filed_as_written(session: Session, store: EventStore, games: Shelf) -> None:
    stated = toy.TurnPassed("yellow", 9, 9)
    assert post(session, "black", Written(toy.Dare("black", "yellow"), stated=(stated,)), keep="house rule").done
    assert stated in [entry.fact for entry in session.table.entries]
    report = audit_session(store, games, session.row.session)
    assert [finding.rule for finding in report.findings] == ["TOY-TRN-01"]
