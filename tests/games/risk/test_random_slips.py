"""Random slips of Risk: whatever a table did is recorded, no card is lost by it, and play can go on."""

import random
from typing import Any, Final

import pytest
from long_runs import some_short
from risk_games import VARIANTS, candidate, game

from events.errors import CannotTellError, UnplayableError
from events.facts import UNKNOWN, Effect
from projections.draft import Stated, run
from projections.games.risk.facts import ALL_EFFECTS
from projections.games.risk.game import GAME
from projections.games.risk.rules.invariants import INVARIANTS
from projections.games.risk.state.position import World
from replay.chance.fate import SeededChance

MATTER: Final = [invariant for invariant in INVARIANTS if invariant.kind == "matter"]
CASES: Final = some_short([(seats, name) for seats in (2, 3, 4) for name in VARIANTS], lambda case: case[0] == 3)


def slip(now: World, chooser: random.Random, stated: Stated) -> World:
    """The world after a random move of a random seat, recorded as it stood; the same where nothing is named by it."""
    move = candidate(now, chooser.choice(now.seats), chooser)
    try:
        draft: Any = run(GAME.rules, now, move, SeededChance(chooser.randrange(1000)), strict=False, stated=stated)
    except (UnplayableError, CannotTellError):
        return now
    return draft.now  # type: ignore[no-any-return]  # a draft of this game


def hidden(now: World) -> World:
    """The world as somebody knows it who has seen no card."""
    rows = {
        name: {seat: (UNKNOWN,) * len(hand) for seat, hand in getattr(now, name).items()}
        for name in ("hands", "missions", "powers")
    }
    piles = {name: (UNKNOWN,) * len(getattr(now, name)) for name in ("deck", "mission_pile", "power_pile")}
    return now.replace(**rows, **piles)


def check(now: World) -> None:
    assert [invariant.name for invariant in MATTER if not invariant.holds(now)] == []
    assert all(land.daleks >= 0 for land in now.lands.values())
    status = GAME.rules.status(now)
    assert status.outcome or status.awaited
    for seat in now.seats:
        list(GAME.rules.legal(now, seat))
        GAME.rules.silence(now, seat)


@pytest.mark.parametrize(("seats", "variant"), CASES)
def test_wrong_moves_in_a_row(seats: int, variant: str) -> None:
    chooser = random.Random(seats)
    for at, (_, now) in enumerate(game(seats, 5, variant)):
        if at % 9 or now.how:
            continue
        world = hidden(now) if at % 2 else now
        for _ in range(10):
            world = slip(world, chooser, Stated())
            check(world)


@pytest.mark.parametrize(("seats", "variant"), CASES)
def test_wrong_moves_with_missing_results(seats: int, variant: str) -> None:
    chooser = random.Random(seats)
    kinds: list[type[Effect]] = [*ALL_EFFECTS]
    for at, (_, now) in enumerate(game(seats, 6, variant)):
        if at % 9 or now.how:
            continue
        world = now
        for _ in range(6):
            world = slip(world, chooser, Stated((), chooser.sample(kinds, 4)))
            check(world)
