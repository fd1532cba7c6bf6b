"""Whole games of Risk against a second reading of the rules, which shares no rule module."""

import random
from typing import Any

import pytest
from long_runs import some_short
from risk_games import SEATS, VARIANTS, game
from risk_referee import Referee

from events.facts import Started
from projections.games.risk import facts as e
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from replay.chance.fate import SeededChance

TABLES = [(seats, name) for seats in (2, 3, 4, 5) for name in VARIANTS]


@pytest.mark.parametrize(("seats", "variant"), some_short(TABLES, lambda case: case[0] == 3))
def test_a_second_implementation_agrees_on_every_move(seats: int, variant: str) -> None:
    """RISK-TAR-02, RISK-REG-01, RISK-PLC-04, RISK-CON-02, RISK-TRD-04, RISK-ATT-05, RISK-DIC-02,
    RISK-DIC-03, RISK-CMB-05, RISK-ATT-17, RISK-MAN-03, RISK-DRW-01, RISK-TRN-03, RISK-WIN-03.
    """
    referee = Referee(SEATS[:seats], VARIANTS[variant])
    for entries, _ in game(seats, 11, variant):
        referee.check([entry.fact for entry in entries])
    assert referee.turn > seats


def _eager(now: World, chooser: random.Random) -> Any:
    """A player that fights wherever it is ahead, with all it has."""
    seat = GAME.rules.status(now).awaited[0]
    moves = list(GAME.rules.legal(now, seat))
    attacks = [move for move in moves if isinstance(move, e.Attack) and _lead(now, move) > 0]
    rolls = [move for move in moves if isinstance(move, e.RollDice)]
    if rolls:
        return max(rolls, key=lambda move: move.daleks)
    if attacks:
        return max(attacks, key=lambda move: (_lead(now, move), move.daleks))
    drawn = [move for move in moves if isinstance(move, e.DrawTerritoryCard)]
    placed = [move for move in moves if isinstance(move, e.Place) and move.daleks == now.pool]
    if placed:
        return max(placed, key=lambda move: now.lands[move.territory].daleks * _borders(now, seat, move.territory))
    moved = [move for move in moves if isinstance(move, e.MoveIn)]
    if moved:
        return max(moved, key=lambda move: move.daleks)
    calm = [move for move in moves if not isinstance(move, e.Attack | e.LeaveBattle)]
    return drawn[0] if drawn else chooser.choice(calm)


def _lead(now: World, move: e.Attack) -> int:
    return now.lands[move.source].daleks - now.lands[move.target].daleks


def _borders(now: World, seat: str, name: str) -> bool:
    return any(name in pair and any(now.lands[other].army != seat for other in pair) for pair in _EDGES)


_EDGES = Referee(SEATS[:2], {}).edges


@pytest.mark.parametrize("seats", some_short([2, 3, 4, 5], lambda seats: seats == 2))
def test_a_second_implementation_agrees_to_the_last_territory(seats: int) -> None:
    """RISK-ELI-01, RISK-ELI-02, RISK-WIN-05, RISK-VAR-02, RISK-VAR-03, RISK-TWO-03, RISK-TWO-16."""
    options = {"end_mode": "domination", "beaten_attacker": "blocks_origin", "forced_trade_stars": 6}
    referee, chooser, fate = Referee(SEATS[:seats], options), random.Random(seats), SeededChance(seats)
    entries, now = GAME.begin(Started("risk", 1, SEATS[:seats], options), fate)
    for _ in range(4000):
        referee.check([entry.fact for entry in entries])
        if now.how:
            break
        entries, now = GAME.play(now, _eager(now, chooser), fate)
    assert now.how in ("every territory", "the other player eliminated")
    assert len(referee.out) >= seats - 1
