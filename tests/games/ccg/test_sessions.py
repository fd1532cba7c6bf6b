"""Whole random sessions of the card game with random legal decks: what has to hold of every one.

A few by default. `CLOISTERBELL_SESSIONS=200` plays two hundred.
"""

import os
import random
from collections import Counter
from typing import Final

import pytest
from ccg_games import CAP
from ccg_sessions import at_stake, random_session, twins
from long_runs import LONG, some_short
from players import GAMES, eventful, founded, play_on
from whole_sessions import answers, glimpses, lines_are_drawn_told_and_come_back, probes, running

from events.conduct import TakenBack
from events.facts import ALL, TABLE, Move, Shuffled
from events.store.memory import MemoryStore
from projections.games.ccg.components.cards import TIMELESS, ZONES
from projections.games.ccg.facts.combat_effects import TimeCardLost
from projections.games.ccg.facts.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.decks import FEWEST, MOST_IDENTICAL, MOST_TO_SOLVE, deck_objections
from projections.games.ccg.rules.invariants import INVARIANTS, cards_of
from projections.games.ccg.state.position import Position
from replay.audit.audit import audit_session
from replay.corrections.takeback import take_back
from replay.live.session import Session
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline

SESSIONS: Final = int(os.environ.get("CLOISTERBELL_SESSIONS", "3"))
RESTLESS: Final = min(SESSIONS, 20)


@LONG
@pytest.mark.parametrize("seed", range(SESSIONS))
def test_a_whole_random_session(seed: int) -> None:
    """CCG-OBJ-02, CCG-WIN-01: it ends within `CAP` moves, audits clean, loses no card, comes back and leaks nothing."""
    session = random_session(seed)
    assert session.status.outcome, f"no end within {CAP} moves"
    for viewer in (TABLE, ALL, session.started.seats[-1]):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert report.findings == ()
        assert report.unchecked == ()  # the tower's secret comes with the end
    both_decks_are_legal(session)
    nothing_is_lost(session)
    lines_are_drawn_told_and_come_back(session)
    compared, telling = nothing_leaks(session, random.Random(seed))
    assert compared, "nothing was hidden from anybody"
    assert telling or seed, "the twins differ in nothing that anybody could do"


@pytest.mark.parametrize("seed", some_short(range(RESTLESS), lambda seed: seed < 1))
def test_people_go_back_and_correct(seed: int) -> None:
    """CCG-SET-03, CCG-TIM-04: whatever is taken back, the top Time card is the one that everybody saw."""
    session = eventful(play_on(founded(MemoryStore(), "ccg", 2), 10, seed=seed), 90, seed=seed)
    facts = Counter(type(entry.fact) for entry in session.table.entries)
    assert facts[TakenBack] > 5
    for viewer in (TABLE, ALL, session.started.seats[-1]):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert [finding for finding in report.findings if finding.level == "violation"] == []
        views = [session.view(each).positions for each in (viewer, TABLE)]
        for group in groups_of(session.table.entries):
            known, true = (positions[group.last - 1] for positions in views)
            assert GAME.rules.status(known) == GAME.rules.status(true)
            if true.turn:
                assert [known.bonus_zone(seat) for seat in true.seats] == [true.bonus_zone(seat) for seat in true.seats]


def test_a_hit_that_is_taken_back_turns_up_the_same_card() -> None:
    """CCG-COM-17: a Time stack is laid out; what was turned up is known, and stays where it is."""
    session, seed = founded(MemoryStore(), "ccg", 2), 0
    while not any(isinstance(entry.fact, TimeCardLost) for entry in session.table.entries):
        seed += 1
        session = play_on(session, 5, seed=seed)
    group = next(
        group for group in reversed(groups_of(session.table.entries))
        if any(isinstance(entry.fact, TimeCardLost) for entry in group.entries)
    )  # fmt: skip
    before: Position = session.table.positions[group.first - 2]
    take_back(session, group.first - 1, by="moderator", reason="a slip")
    assert session.position.times == before.times
    assert session.view(ALL).position.times == session.view(ALL).positions[group.first - 2].times
    assert not any(isinstance(e.fact, Shuffled) and e.fact.pile.startswith("time") for e in session.table.entries[-4:])


def both_decks_are_legal(session: Session) -> None:
    """CCG-DEC-01 to CCG-DEC-06: counted here, beside what the rules of the game find."""
    empty, cards = session.table.positions[0], session.position.cards.card
    assert isinstance(empty, Position)
    for seat in session.started.seats:
        deck = session.position.lists[seat]
        assert deck_objections(empty, SubmitDeck(seat, deck)) == []
        times = Counter(face for face in deck if cards[face].type == "time")
        names = Counter(cards[face].name for face in deck if cards[face].type != "time")
        assert len(deck) >= FEWEST
        assert len(times) == len(ZONES)
        assert set(times.values()) == {session.position.options.time_cards // 3}
        assert {f"watcher-{zone}" for zone in ZONES} <= set(deck)
        assert max(names.values()) <= MOST_IDENTICAL
        assert sum(cards[face].solve for face in deck) <= MOST_TO_SOLVE


def nothing_is_lost(session: Session) -> None:
    """At every move each deck's cards are there, no more than six of a player in a zone, and no more than five white.

    Clones count as what they are printed, Episodes not among the six (CCG-PREP-11, CCG-PREP-14).
    """
    timeline = Timeline(session.row, session.table)
    cards = session.position.cards.card
    for group in timeline.groups:
        now: Position = timeline.position(group.last)
        if not now.turn:
            continue
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        for seat in now.seats:
            assert Counter(cards_of(now, seat)) == Counter(now.lists[seat])
            lying = [card for card in now.play if card.side == seat and not card.out]
            counted = Counter(card.zone for card in lying if cards[card.face].type != "episode")
            assert max(counted.values(), default=0) <= 6
            assert sum(cards[card.face].zone == TIMELESS for card in lying) <= 5


def nothing_leaks(session: Session, chooser: random.Random) -> tuple[int, int]:
    """While it runs, nothing that a spectator or a seat gets tells of what lies hidden from it.

    How many twins were compared, and in how many another move is legal now. Hidden are the cards of a hand and of both
    draw decks, the Time cards below the top, and which cards a deck has.
    """
    first, compared, telling = running(session, at_stake(session, chooser)), 0, 0
    for viewer in (ALL, session.started.seats[-1]):
        ours = list(glimpses(first, viewer))
        for name, second in twins(first, viewer, chooser):
            assert first.position != second.position
            assert list(glimpses(second, viewer)) == ours, (viewer, name)
            asked = probes(first, second, chooser)
            assert answers(first, viewer, asked) == answers(second, viewer, asked), (viewer, name)
            compared, telling = compared + 1, telling + (offered(first) != offered(second))
    return compared, telling


def offered(session: Session) -> list[Move]:
    return [move for seat in session.status.awaited for move in GAME.rules.legal(session.position, seat)]
