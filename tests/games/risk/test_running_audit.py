"""A session of Risk that is still going on, audited by those who may not know everything yet."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final

import pytest
from faults import Copy, Planted, forged_fields
from long_runs import some_short
from players import GAMES, awaited_moves, founded

from events.facts import ALL, TABLE, Effect
from events.store.memory import MemoryStore
from projections.games.risk import facts as e
from projections.terms import Written
from replay.audit.audit import audit, audit_session
from replay.audit.findings import Finding, Report
from replay.live.session import Session
from replay.live.submission import Request, submit

STRETCH: Final = 60
DOMINATION: Final = {"end_mode": "domination", "forced_trade_stars": 6}


def played(session: Session, moves: int, *, seed: int, until: type[Effect] | None = None) -> Session:
    """Play random moves until an effect occurs; stopping an attack is less likely than going on."""
    chooser = random.Random(seed)
    for _ in range(moves):
        known = session.head.seq
        offered: list[Any] = awaited_moves(session.game, session.position, session.status)
        weights = [0.1 if isinstance(move, e.StopAttacking | e.LeaveBattle) else 1.0 for move in offered]
        move = chooser.choices(offered, weights)[0]
        assert submit(session, move.player, [Request(Written(move))]).done
        if until and any(isinstance(entry.fact, until) for entry in session.table.entries[known:]):
            break
    return session


@cache
def dealt(seats: int) -> Copy:
    session = founded(MemoryStore(), "risk", seats, session=f"running-{seats}")
    return Copy(played(session, STRETCH, seed=seats), random.Random(seats))


def findings(copy: Copy, planted: Planted, viewer: str) -> tuple[Finding, ...]:
    session = copy.session
    return audit(
        session.game, session.codec, session.row, planted.lines, planted.secrets, viewer, data=lambda _pin: b"",
    ).findings  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "viewer"), some_short(product((2, 3, 4, 5), (ALL, "black")), lambda case: case == (3, ALL))
)
def test_finds_a_forged_deal_before_the_shuffle_is_revealed(seats: int, viewer: str) -> None:
    copy = dealt(seats)
    assert [one for one in findings(copy, Planted("", copy.lines, copy.secrets), viewer) if one.level != "doubt"] == []
    forged = [one for one in forged_fields(copy, 1.0) if one.name == "risk-territories-dealt.territories"]
    assert len(forged) >= 10
    for one in forged:
        at = {found.seq for found in findings(copy, one, viewer) if found.level == "violation"}
        assert at & one.at, one.lines


def reports(session: Session) -> Iterator[Report]:
    for viewer in (ALL, *session.started.seats):
        yield audit_session(session.store, GAMES, session.row.session, viewer)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_compulsory_trade_known_to_its_seat_has_no_finding(seats: int) -> None:
    session = played(founded(MemoryStore(), "risk", seats, options=DOMINATION), 700, seed=1)
    steps = [entry.fact for entry in session.table.entries if entry.fact == e.StepReached("attack")]
    assert len(steps) > 10
    for report in reports(session):
        assert [found for found in report.findings if found.level != "doubt"] == []


def passed(session: Session) -> e.CardsPassed | None:
    facts = [entry.fact for entry in session.table.entries]
    return next((fact for fact in facts if isinstance(fact, e.CardsPassed)), None)


@pytest.mark.parametrize(("seats", "seed"), some_short([(2, 7), (3, 5)], lambda case: case == (2, 7)))
def test_cards_of_a_defeated_seat_raise_no_doubt(seats: int, seed: int) -> None:
    tried = (founded(MemoryStore(), "risk", seats, session="passing", options=DOMINATION) for _ in range(20))
    sessions = (played(session, 2500, seed=seed, until=e.CardsPassed) for seed, session in enumerate(tried, start=seed))
    session = next(session for session in sessions if passed(session) and not session.table.unsealed)
    fact = passed(session)
    assert fact is not None
    taker = session.view(fact.taker).entries
    assert fact in [entry.fact for entry in taker], "whoever takes them sees them"
    for report in (*reports(session), audit_session(session.store, GAMES, session.row.session, TABLE)):
        assert [found for found in report.findings if found.level != "doubt"] == []
        assert [item for item in report.unchecked if "RISK-ELI" in item or "RISK-TWO-16" in item] == []
