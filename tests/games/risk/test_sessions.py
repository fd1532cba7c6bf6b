"""Whole random sessions of Risk, for each number of seats and each way to the end: what has to hold of every one.

One for each by default, with every fortieth line drawn. `CLOISTERBELL_SESSIONS=50` plays fifty, and draws every line.
"""

import os
import random
from typing import Final
from xml.parsers.expat import ParserCreate

import pytest
from long_runs import LONG
from players import GAMES
from risk_games import daleks_brought
from risk_sessions import CAP, ENDS, keen_session, twins
from risk_worlds import finish, land_and_place, offers, world
from whole_sessions import answers, glimpses, probes, running

from events.facts import ALL, TABLE
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.facts import Attack
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from replay.audit.audit import audit_session
from replay.live.session import Session
from replay.reading.timeline import Timeline

FULL: Final = 50
SESSIONS: Final = int(os.environ.get("CLOISTERBELL_SESSIONS", "1"))
STEP: Final = 1 if SESSIONS >= FULL else 40
CARDS: Final = {"territory": 42, "power": 15, "mission": 10}


@LONG
@pytest.mark.parametrize("seed", range(SESSIONS))
@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_whole_random_session(seats: int, how: str, seed: int) -> None:
    """RISK-CMP-02, RISK-WIN-02, RISK-VAR-02: it ends within `CAP` moves, audits clean, loses and leaks nothing.

    Where only total domination ends it, two armies may hold each other for ever: one in forty random sessions reaches
    `CAP` so. The table looks at it all the same.
    """
    session = keen_session(seats, seed, how)
    assert session.status.outcome or (how == "domination" and seed), f"no end within {CAP} moves"
    for viewer in (TABLE, ALL, session.started.seats[-1]) if session.status.outcome else (TABLE,):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert report.findings == ()
        assert report.unchecked == () or not session.status.outcome  # the tower's secret comes with the end
    nothing_is_lost(session)
    every_board_is_well_formed(session)
    assert nothing_leaks(session, random.Random(seed)) or seed, "nothing was hidden from anybody"


def test_a_deck_of_one_card_is_a_standstill() -> None:
    """RISK-TAR-09, RISK-DRW-05 (A8): it is turned up turn after turn; without a conquest nobody needs another one."""
    cards = tuple(name for name in TERRITORIES if name != "china")
    now = world(
        "CHN Y9", "tardis", rest="K", deck=("china",), discards=cards, defeated=("orange",),
        options={"end_mode": "domination"},
    )  # fmt: skip
    for seat in ("black", "yellow", "black"):
        assert now.player == seat
        now = land_and_place(now)
        assert now.tardis == "china"
        assert offers(now, seat, Attack) == [], (
            "nobody attacks into the cease-fire or out of it, and nothing else is left"
        )
        now = finish(now)
        assert (now.deck, now.discards) == (("china",), cards)


def nothing_is_lost(session: Session) -> None:
    """At every move all cards are there, and as many Daleks as the lines brought and took."""
    timeline, daleks = Timeline(session.row, session.table), 0
    for group in timeline.groups:
        daleks += sum(daleks_brought(entry.fact) for entry in group.entries)
        now = timeline.position(group.last)
        if not now.turn:
            continue
        assert {kind: len(set(cards_of(now, kind))) for kind in CARDS} == CARDS
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        committed = now.battle.group if now.battle else 0
        assert sum(land.daleks for land in now.lands.values()) + committed == daleks


def every_board_is_well_formed(session: Session) -> None:
    timeline = Timeline.read(session.store, GAMES, session.row.session, ALL)
    for seq in {*range(1, timeline.last + 1, STEP), timeline.last}:
        drawn = timeline.svg(seq)
        ParserCreate().Parse(drawn, True)
        assert drawn.startswith("<svg ")


def nothing_leaks(session: Session, chooser: random.Random) -> int:
    """While it runs, nothing that a spectator or a seat gets tells of what lies hidden from it; how much was compared.

    Late in a session all may be known: then there is nothing to compare.
    """
    first, compared = running(session), 0
    for viewer in (ALL, session.started.seats[-1]):
        ours, piles = list(glimpses(first, viewer)), set()
        for pile, second in twins(session, first, viewer, chooser):
            assert first.position != second.position
            assert list(glimpses(second, viewer)) == ours, (viewer, pile)
            asked = probes(first, second, chooser)
            assert answers(first, viewer, asked) == answers(second, viewer, asked), (viewer, pile)
            piles.add(pile)
        compared += len(piles)
    return compared
