"""Whole random sessions of Time of the Daleks for each number of players: what has to hold of every one.

A few by default. `CLOISTERBELL_SESSIONS=200` plays two hundred of each.
"""

import os
import random
from collections import Counter
from typing import Final

import pytest
from daleks_sessions import CAP, at_stake, random_session, twins
from long_runs import LONG
from players import GAMES, awaited_moves
from whole_sessions import answers, glimpses, lines_are_drawn_told_and_come_back, probes, running

from events.facts import ALL, TABLE, Fact, Move
from projections.games.daleks.facts import effects as f
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.anomalies import in_the_box
from projections.games.daleks.rules.invariants import INVARIANTS, cards_in
from projections.games.daleks.state.piles import PILES, cards_of
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import first_markers
from projections.games.daleks.state.tray import dice_left
from replay.audit.audit import audit_session
from replay.chance.fate import SeededChance
from replay.live.session import Session
from replay.reading.timeline import Timeline

SESSIONS: Final = int(os.environ.get("CLOISTERBELL_SESSIONS", "2"))
SEVERAL: Final = 9


@LONG
@pytest.mark.parametrize("seed", range(SESSIONS))
@pytest.mark.parametrize("seats", GAME.meta.seat_counts)
def test_a_whole_random_session(seats: int, seed: int) -> None:
    """TOD-ROUND-03: it ends within `CAP` moves, audits clean, loses nothing, comes back and leaks nothing."""
    session = random_session(seats, seed)
    assert session.status.outcome, f"no end within {CAP} moves"
    for viewer in (TABLE, ALL, session.started.seats[-1]):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert report.findings == ()
        assert report.unchecked == ()  # the tower's secret comes with the end
    nothing_is_lost(session)
    what_is_offered_is_taken(session)
    everybody_sees_where_it_stands(session)
    lines_are_drawn_told_and_come_back(session)
    viewer = (ALL, session.started.seats[-1])[seed % 2]
    compared, _ = nothing_leaks(session, viewer, random.Random(seed))
    assert compared, "nothing was hidden from anybody"


@LONG
def test_twins_differ_in_what_somebody_may_do() -> None:
    """TOD-CARD-01: what is hidden matters in most sessions; else there would be nothing to leak."""
    compared = (nothing_leaks(random_session(2, seed), ALL, random.Random(seed)) for seed in range(SEVERAL))
    assert any(telling for _, telling in compared)


def nothing_is_lost(session: Session) -> None:
    """At every move all cards and tiles are there, as many tokens, Daleks and markers as lines brought and took."""
    timeline = Timeline(session.row, session.table)
    tokens, daleks, markers = Counter[str](), 0, list[int]()
    for group in timeline.groups:
        for entry in group.entries:
            tokens.update(_tokens_brought(entry.fact))
            daleks += isinstance(entry.fact, f.DalekPlaced) - isinstance(entry.fact, f.DalekRemoved)
            markers += [entry.fact.space] if isinstance(entry.fact, f.MarkerTaken) else []
        now: Position = timeline.position(group.last)
        if not now.turn:
            continue
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        assert {pile: sorted(cards_in(now, pile)) for pile in PILES} == printed(now)
        assert {seat: console.tokens for seat, console in now.consoles.items()} == {
            seat: tokens[seat] for seat in now.seats
        }
        assert now.daleks == daleks
        assert sorted([*now.markers, *markers]) == sorted(first_markers(now.options, now.box))
        assert sorted(order_of_doctors(now)) == sorted(set(order_of_doctors(now)))
        if now.adventure is not None:
            assert all(count <= in_the_box(now, colour) for colour, count in dice_in_use(now).items())


def printed(now: Position) -> dict[str, list[str]]:
    """The cards and tiles of the box by their decks; a first game leaves some out (TOD-FIRST-02)."""
    cut = now.options.first_game
    return {
        pile: sorted(
            name for name, card in cards_of(now.box, pile).items() if not (cut and getattr(card, "later", False))
        )
        for pile in PILES
    }


def _tokens_brought(fact: Fact) -> dict[str, int]:
    match fact:
        case f.TokensGained(seat=seat, tokens=tokens):
            return {seat: tokens}
        case f.TokensPaid(seat=seat, tokens=tokens):
            return {seat: -tokens}
        case _:
            return {}


def order_of_doctors(now: Position) -> list[str]:
    return [console.doctor for console in now.consoles.values()]


def dice_in_use(now: Position) -> Counter[str]:
    """The dice by colour that lie in rolled pools, and on Tasks."""
    adventure = now.adventure
    rolled = adventure is not None and adventure.stage in ("reroll", "change", "resolve") and not adventure.over
    dice = Counter(die.colour for die in dice_left(*adventure.pools)) if adventure and rolled else Counter[str]()
    for task in now.tasks:
        if prison := now.box.anomaly[task.anomaly].prison:
            dice[prison] += max(0, now.box.dice[prison] - task.done)
    return dice


def what_is_offered_is_taken(session: Session) -> None:
    """At every move, a strict draft takes all that is offered, and what silence means; somebody always has a move."""
    timeline = Timeline(session.row, session.table)
    for group in timeline.groups:
        now: Position = timeline.position(group.last)
        status = GAME.rules.status(now)
        if status.turn == 0 or status.outcome:
            continue
        assert awaited_moves(GAME, now, status), f"a dead end: {status}"
        for seat in status.awaited:
            offered = list(GAME.rules.legal(now, seat))
            assert offered, f"{seat} is awaited and has nothing to do: {status}"
            silent = GAME.rules.silence(now, seat)
            for move in [*offered, *([silent] if silent else [])]:
                GAME.play(now, move, SeededChance(1))


def everybody_sees_where_it_stands(session: Session) -> None:
    """Who is awaited for what is the same on every position; each seat sees all that it may do, and no more."""
    true = Timeline(session.row, session.table)
    for viewer in (ALL, *session.started.seats):
        view = Timeline(session.row, session.view(viewer))
        for group in true.groups:
            known, now = view.position(group.last), true.position(group.last)
            assert GAME.rules.status(known) == GAME.rules.status(now)
            if viewer in GAME.rules.status(now).awaited:
                assert list(GAME.rules.legal(known, viewer)) == list(GAME.rules.legal(now, viewer))
                assert GAME.rules.silence(known, viewer) == GAME.rules.silence(now, viewer)


def nothing_leaks(session: Session, viewer: str, chooser: random.Random) -> tuple[int, int]:
    """While it runs, nothing that a viewer gets tells of what lies hidden from it.

    How many twins were compared, and in how many another move is legal now. Hidden are the cards of hands, all decks,
    and Dilemmas that lie face down.
    """
    first, compared, telling = running(session, at_stake(session, chooser)), 0, 0
    ours = list(glimpses(first, viewer))
    for name, second in twins(first, viewer, chooser):
        assert first.position != second.position
        assert list(glimpses(second, viewer)) == ours, name
        asked = probes(first, second, chooser)
        assert answers(first, viewer, asked) == answers(second, viewer, asked), name
        compared, telling = compared + 1, telling + (offered(first) != offered(second))
    return compared, telling


def offered(session: Session) -> list[Move]:
    return awaited_moves(GAME, session.position, session.status)
