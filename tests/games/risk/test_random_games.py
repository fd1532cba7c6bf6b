"""Random games of Risk: laws of each position, wrong moves that are recorded, a second implementation."""

import random
from typing import Any, Final

import msgspec
import pytest
from long_runs import some_short
from risk_games import SEATS, VARIANTS, candidate, daleks_brought, game
from risk_referee import Referee

from events.errors import CannotTellError, UnplayableError
from events.facts import UNKNOWN, Effect, Started
from projections.draft import Stated, objections, run
from projections.games.risk import facts as e
from projections.games.risk.facts import ALL_EFFECTS
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.state.position import World
from replay.chance.fate import SeededChance

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


MATTER: Final = [invariant for invariant in INVARIANTS if invariant.kind == "matter"]
CASES: Final = some_short([(seats, name) for seats in (2, 3, 4) for name in VARIANTS], lambda case: case[0] == 3)


def slip(now: World, chooser: random.Random, stated: Stated) -> World:
    """Record a random move of a random seat; return the same world if it is impossible."""
    move = candidate(now, chooser.choice(now.seats), chooser)
    try:
        draft: Any = run(GAME.rules, now, move, SeededChance(chooser.randrange(1000)), strict=False, stated=stated)
    except (UnplayableError, CannotTellError):
        return now
    return draft.now  # type: ignore[no-any-return]  # a draft of this game


def hidden(now: World) -> World:
    """The world without known cards."""
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


PLAYED = [(seats, name) for seats in (2, 3, 4, 5) for name in VARIANTS]


@pytest.mark.parametrize(("seats", "variant"), some_short(PLAYED, lambda case: case[0] == 3))
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
