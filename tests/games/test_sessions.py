"""Whole random sessions by the tower: each ends, audits clean, loses nothing, comes back and leaks nothing.

A few by default. `CLOISTERBELL_SESSIONS=200` plays two hundred of each kind.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import pytest
import random_sessions as r
from long_runs import LONG, some_short
from players import GAMES, awaited_moves, eventful, founded, play_on
from risk_games import daleks_brought
from risk_worlds import finish, land_and_place, offers, world
from worlds import twins

from events.events import ALL, OMNISCIENT, Event, Shuffled
from events.session_events import TakenBack
from events.store.memory import MemoryStore
from projections.games.ccg.components.cards import TIMELESS
from projections.games.ccg.events.combat_effects import TimeCardLost
from projections.games.ccg.rules import invariants as ccg
from projections.games.daleks.events import effects as f
from projections.games.daleks.rules import invariants as daleks
from projections.games.daleks.rules.anomalies import in_the_box
from projections.games.daleks.state.piles import PILES, cards_of
from projections.games.daleks.state.track import first_markers
from projections.games.daleks.state.tray import dice_left
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.events import Attack
from projections.games.risk.rules import invariants as risk
from replay.audit.audit import audit_session
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session

TRIES: Final = 6
"""So many twins of a session are tried for each pile."""
SESSIONS: Final = int(os.environ.get("CLOISTERBELL_SESSIONS", "2"))
Positions = Iterator[tuple[Any, list[Any]]]


class Kind(NamedTuple):
    play: Callable[[int], Session]
    loses_nothing: Callable[[Session, Positions], None]
    may_stand_still: bool = False
    """Two armies may hold each other for ever if only total domination ends the game."""


def positions_of(session: Session) -> Positions:
    """Each position after a move, once play has begun, with the events since the one before."""
    timeline, events = Timeline(session.row, session.table), list[Any]()
    for group in timeline.groups:
        events += [entry.event for entry in group.entries]
        now = timeline.position(group.last)
        if now.turn:
            yield now, events
            events = []


def ccg_loses_nothing(session: Session, positions: Positions) -> None:
    """CCG-PREP-11, CCG-PREP-14: clones count as what they are printed, and Episodes do not count."""
    cards = session.position.cards.card
    for now, _ in positions:
        for seat in now.seats:
            assert Counter(ccg.cards_of(now, seat)) == Counter(now.lists[seat])
            lying = [card for card in now.play if card.side == seat and not card.out]
            counted = Counter(card.zone for card in lying if cards[card.face].type != "episode")
            assert max(counted.values(), default=0) <= 6
            assert sum(cards[card.face].zone == TIMELESS for card in lying) <= 5


def daleks_loses_nothing(_session: Session, positions: Positions) -> None:
    """TOD-FIRST-02: a first game leaves some cards out."""
    tokens, placed, markers = Counter[str](), 0, list[int]()
    for now, events in positions:
        for event in events:
            tokens.update(tokens_brought(event))
            placed += isinstance(event, f.DalekPlaced) - isinstance(event, f.DalekRemoved)
            markers += [event.space] if isinstance(event, f.MarkerTaken) else []
        cut = now.options.first_game
        for pile in PILES:
            box = cards_of(now.box, pile).items()
            printed = sorted(name for name, card in box if not (cut and getattr(card, "later", False)))
            assert sorted(daleks.cards_in(now, pile)) == printed
        assert {seat: console.tokens for seat, console in now.consoles.items()} == {
            seat: tokens[seat] for seat in now.seats
        }
        assert now.daleks == placed
        assert sorted([*now.markers, *markers]) == sorted(first_markers(now.options, now.box))
        doctors = [console.doctor for console in now.consoles.values()]
        assert len(doctors) == len(set(doctors))
        if now.adventure is not None:
            assert all(count <= in_the_box(now, colour) for colour, count in dice_in_use(now).items())


def tokens_brought(event: Event) -> dict[str, int]:
    match event:
        case f.TokensGained(seat=seat, tokens=tokens):
            return {seat: tokens}
        case f.TokensPaid(seat=seat, tokens=tokens):
            return {seat: -tokens}
        case _:
            return {}


def dice_in_use(now: Any) -> Counter[str]:
    """The dice by colour in rolled pools and on Tasks."""
    adventure = now.adventure
    rolled = adventure.stage in ("reroll", "change", "resolve") and not adventure.over
    dice = Counter(die.colour for die in dice_left(*adventure.pools)) if rolled else Counter[str]()
    for task in now.tasks:
        if prison := now.box.anomaly[task.anomaly].prison:
            dice[prison] += max(0, now.box.dice[prison] - task.done)
    return dice


def risk_loses_nothing(_session: Session, positions: Positions) -> None:
    daleks_out, cards = 0, {"territory": 42, "power": 15, "mission": 10}
    for now, events in positions:
        daleks_out += sum(map(daleks_brought, events))
        assert {kind: len(set(risk.cards_of(now, kind))) for kind in cards} == cards
        committed = now.battle.group if now.battle else 0
        assert sum(land.daleks for land in now.lands.values()) + committed == daleks_out


KINDS: Final = {
    "ccg": Kind(r.ccg_session, ccg_loses_nothing),
    **{f"daleks-{seats}": Kind(partial(r.daleks_session, seats), daleks_loses_nothing) for seats in (1, 2, 3, 4)},
    **{
        f"risk-{seats}-{how}": Kind(partial(r.risk_session, seats, how=how), risk_loses_nothing, how == "domination")
        for seats in (2, 3, 4, 5)
        for how in r.RISK
    },
}


@LONG
@pytest.mark.parametrize("seed", range(SESSIONS))
@pytest.mark.parametrize("name", KINDS)
def test_whole_random_session_passes_every_check(name: str, seed: int) -> None:
    """CCG-OBJ-02, CCG-WIN-01, TOD-ROUND-03, RISK-CMP-02, RISK-WIN-02, RISK-VAR-02."""
    kind = KINDS[name]
    session = kind.play(seed)
    over = session.status.outcome is not None
    assert over or kind.may_stand_still
    for viewer in (OMNISCIENT, ALL, session.started.seats[-1]) if over else (OMNISCIENT,):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert report.findings == ()
        assert report.unchecked == () or not over  # the tower's secret comes with the end
    invariants = session.game.rules.invariants
    assert all(law.holds(now) for now, _ in positions_of(session) for law in invariants)
    kind.loses_nothing(session, positions_of(session))
    if not name.startswith("risk"):  # whose rolls lose their receipts in a line
        r.lines_are_drawn_told_and_come_back(session)
    compared, _ = twins_look_alike(session, random.Random(seed))
    assert compared or seed, "nothing was hidden from anyone"


@LONG
@pytest.mark.parametrize("name", ["ccg", "daleks-2"])
def test_hidden_cards_change_the_legal_moves(name: str) -> None:
    """TOD-CARD-01: hidden cards matter in most sessions, so that there is something to leak."""
    kind = KINDS[name]
    compared = (twins_look_alike(kind.play(seed), random.Random(seed)) for seed in range(9))
    assert any(differing for _, differing in compared)


def twins_look_alike(session: Session, chooser: random.Random) -> tuple[int, int]:
    """The number of twins that look alike to a viewer, and of those in which other moves are legal now."""
    first, compared, differing = r.running(session, r.at_stake(session, chooser)), 0, 0
    for viewer in (ALL, session.started.seats[-1]):
        ours = list(r.glimpses(first.session, viewer))
        for name, _, second in twins(first, viewer, chooser, TRIES):
            assert list(r.glimpses(second.session, viewer)) == ours, (viewer, name)
            asked = r.asked_about(first, second, chooser)
            assert r.answers(first.session, viewer, asked) == r.answers(second.session, viewer, asked), (viewer, name)
            offered = [awaited_moves(each.session.game, each.session.position) for each in (first, second)]
            compared, differing = compared + 1, differing + (offered[0] != offered[1])
    return compared, differing


@pytest.mark.parametrize("seed", some_short(range(min(SESSIONS + 1, 20)), lambda seed: seed < 1))
def test_takebacks_keep_the_bonus_zones_of_a_ccg_session(seed: int) -> None:
    """CCG-SET-03, CCG-TIM-04: the top Time card remains the one that both saw."""
    session = eventful(play_on(founded(MemoryStore(), "ccg", 2), 10, seed=seed), 90, seed=seed)
    rules = session.game.rules
    assert Counter(type(entry.event) for entry in session.table.entries)[TakenBack] > 5
    for viewer in (OMNISCIENT, ALL, session.started.seats[-1]):
        report = audit_session(session.store, GAMES, session.row.session, viewer)
        assert [finding for finding in report.findings if finding.level == "violation"] == []
        views = [session.view(each).positions for each in (viewer, OMNISCIENT)]
        for group in groups_of(session.table.entries):
            known, full = (positions[group.last - 1] for positions in views)
            assert rules.status(known) == rules.status(full)
            if full.turn:
                assert [known.bonus_zone(seat) for seat in full.seats] == [full.bonus_zone(seat) for seat in full.seats]


def test_a_hit_that_is_taken_back_turns_up_the_same_card() -> None:
    """CCG-COM-17: a Time stack is laid out once and never changes its order."""
    session, seed = founded(MemoryStore(), "ccg", 2), 0
    while not any(isinstance(entry.event, TimeCardLost) for entry in session.table.entries):
        seed += 1
        session = play_on(session, 5, seed=seed)
    groups = reversed(groups_of(session.table.entries))
    group = next(group for group in groups if any(isinstance(entry.event, TimeCardLost) for entry in group.entries))
    before: Any = session.table.positions[group.first - 2]
    take_back(session, group.first - 1, by="moderator", reason="a slip")
    assert session.position.times == before.times
    assert session.view(ALL).position.times == session.view(ALL).positions[group.first - 2].times
    assert not any(
        isinstance(e.event, Shuffled) and e.event.pile.startswith("time") for e in session.table.entries[-4:]
    )


def test_risk_turns_up_the_only_deck_card_every_turn() -> None:
    """RISK-TAR-09, RISK-DRW-05 (A8): it is turned up every turn, and without a conquest no one needs another one."""
    cards = tuple(name for name in TERRITORIES if name != "china")
    now = world(
        "CHN Y9", "tardis", rest="K", deck=("china",), discards=cards, defeated=("orange",),
        options={"end_mode": "domination"},
    )  # fmt: skip
    for seat in ("black", "yellow", "black"):
        assert now.player == seat
        now = land_and_place(now)
        assert now.tardis == "china"
        assert offers(now, seat, Attack) == []
        now = finish(now)
        assert (now.deck, now.discards) == (("china",), cards)
