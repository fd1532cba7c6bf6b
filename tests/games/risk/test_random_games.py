"""Random games of Risk, for every number of seats and variant, to the end: what holds at every move."""

import random
from typing import Any, Final

import msgspec
import pytest
from long_runs import some_short
from risk_games import VARIANTS, candidate, daleks_brought, game

from events.errors import UnplayableError
from projections.draft import objections
from projections.games.risk import facts as e
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.state.position import World

PROBES: Final = 6

GAMES = [(seats, seed, name) for seats in (2, 3, 4, 5) for seed in (1, 2) for name in VARIANTS]
TABLES = [(seats, name) for seats in (2, 3, 5) for name in VARIANTS]
SHORT = 3
"""So many seats play every time, others with the long runs."""

every_game = pytest.mark.parametrize(
    ("seats", "seed", "variant"), some_short(GAMES, lambda case: case[0] == SHORT and case[1] == 1)
)


@every_game
def test_a_random_game(seats: int, seed: int, variant: str) -> None:
    daleks, last = 0, World(seats=(), options=Options())
    for entries, now in game(seats, seed, variant):
        daleks += sum(daleks_brought(entry.fact) for entry in entries)
        battle = now.battle
        group = battle.group if battle else 0
        assert sum(land.daleks for land in now.lands.values()) + group == daleks
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        last = now
    assert last.how
    assert last.winners
    assert [len(cards_of(last, kind)) for kind in ("territory", "mission", "power")] == [42, 10, 15]


@pytest.mark.parametrize(("seats", "variant"), some_short(TABLES, lambda case: case[0] == SHORT))
def test_legal_is_what_decide_takes(seats: int, variant: str) -> None:
    chooser = random.Random(seats)
    for at, (_, now) in enumerate(game(seats, 3, variant)):
        if at % 5:
            continue
        for seat in now.seats:
            listed = list(GAME.rules.legal(now, seat))
            for move in chooser.sample(listed, min(PROBES, len(listed))):
                assert objections(GAME.rules, now, move) == []
            shapes = {_shape(move) for move in listed}
            for move in (candidate(now, seat, chooser) for _ in range(PROBES)):
                if _taken(now, move):
                    assert _shape(move) in shapes, move


def _taken(now: World, move: Any) -> bool:
    try:
        return objections(GAME.rules, now, move) == []
    except UnplayableError:
        return False


def _shape(move: Any) -> Any:
    """A move without the amount that is listed in unit steps; sets of cards are listed up to a limit."""
    match move:
        case e.Place() | e.Manoeuvre():
            return msgspec.structs.replace(move, daleks=1)
        case e.TradeStars():
            return type(move)
        case _:
            return move
