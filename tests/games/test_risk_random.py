"""Random games of Risk, for every number of seats and variant, to the end: what holds at every move."""

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from events.errors import UnplayableError
from events.facts import Passed, Started
from events.line import Entry
from projections.draft import objections
from projections.games.risk import GAME
from projections.games.risk import events as e
from projections.games.risk.invariants import INVARIANTS, cards_of
from projections.games.risk.position import Options, World
from projections.games.risk.world_map import TERRITORIES
from replay.fate import Seeded

SEATS: Final = ("black", "yellow", "orange", "white", "grey")
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "as printed": {"forced_trade_stars": 8},
    "domination": {"end_mode": "domination", "turn_cap": 60, "forced_trade_stars": 6, "manoeuvre_reach": "adjacent"},
    "group": {"attack_style": "group", "beaten_attacker": "blocks_origin", "forced_trade_stars": 8,
              "reroll_ones": "until_not_one", "reroll_ones_side": "either", "tie_break": "shared"},
    "chosen": {"defence_dice": "chosen", "neutrals_are_opponents": True, "trades_per_turn": "one",
               "tardis_blocks_path": False, "forced_trade_stars": 8, "edge_new_guinea_western_australia": False},
}  # fmt: skip
CAP: Final = 4000
"""Moves; games end by Clara or the turn cap long before."""
PROBES: Final = 6

Played = tuple[list[Entry], World]


def game(seats: int, seed: int, variant: str) -> Iterator[Played]:
    """A random game, group by group; the moves of an attack are liked better than ending it."""
    chooser, fate = random.Random(seed), Seeded(seed)
    entries, now = GAME.begin(Started("risk", 1, SEATS[:seats], VARIANTS[variant]), fate)
    yield entries, now
    for _ in range(CAP):
        status = GAME.status(now)
        if status.outcome:
            return
        moves = [move for seat in status.awaited for move in GAME.legal(now, seat)]
        assert moves, f"a dead end: {status}"
        weights = [0.3 if isinstance(move, e.StopAttacking | e.LeaveBattle) else 1.0 for move in moves]
        entries, now = GAME.play(now, chooser.choices(moves, weights)[0], fate)
        yield entries, now


every_game = pytest.mark.parametrize(
    ("seats", "seed", "variant"),
    [(seats, seed, name) for seats in (2, 3, 4, 5) for seed in (1, 2) for name in VARIANTS],
)


@every_game
def test_a_random_game(seats: int, seed: int, variant: str) -> None:
    """It ends; every invariant holds at every move; armies change by what the lines say, and by nothing else."""
    daleks, last = 0, World(seats=(), options=Options())
    for entries, now in game(seats, seed, variant):
        daleks += sum(_change(entry.fact) for entry in entries)
        battle = now.battle
        group = battle.group if battle else 0
        assert sum(land.daleks for land in now.lands.values()) + group == daleks
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        last = now
    assert last.how
    assert last.winners
    assert [len(cards_of(last, kind)) for kind in ("territory", "mission", "power")] == [42, 10, 15]


def _change(fact: Any) -> int:
    """How many Daleks a line brings onto the board, or takes off it."""
    match fact:
        case e.TerritoriesDealt():
            return len(fact.territories) * fact.daleks
        case e.DaleksPlaced() | e.DaleksAdded():
            return fact.daleks
        case e.DaleksLost():
            return -fact.daleks
        case _:
            return 0


@pytest.mark.parametrize(("seats", "variant"), [(seats, name) for seats in (2, 3, 5) for name in VARIANTS])
def test_legal_is_what_decide_takes(seats: int, variant: str) -> None:
    """Every listed move is taken; whatever else is tried is refused, or is listed with another amount."""
    chooser = random.Random(seats)
    for at, (_, now) in enumerate(game(seats, 3, variant)):
        if at % 5:
            continue
        for seat in now.seats:
            listed = list(GAME.legal(now, seat))
            for move in chooser.sample(listed, min(PROBES, len(listed))):
                assert objections(GAME, now, move) == []
            shapes = {_shape(move) for move in listed}
            for move in (_candidate(now, seat, chooser) for _ in range(PROBES)):
                if _taken(now, move):
                    assert _shape(move) in shapes, move


def _taken(now: World, move: Any) -> bool:
    try:
        return objections(GAME, now, move) == []
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


def _candidate(now: World, seat: str, chooser: random.Random) -> Any:
    """A move that may or may not be legal, drawn to what is near."""
    one, other = chooser.sample(list(TERRITORIES), 2)
    own = now.lands_of(seat) or [one]
    source, target, number = chooser.choice(own), chooser.choice([one, other, *own]), chooser.randint(1, 3)
    powers = now.powers.get(seat, ())
    card = chooser.choice([*powers, *now.cards.power])
    rival = chooser.choice(now.seats)
    return chooser.choice([
        e.PlaceNeutral(seat, target, number), e.LandTardis(seat), e.CountDaleks(seat), e.EndTurn(seat),
        e.ClaimMission(seat, chooser.choice(list(now.cards.mission))), e.StopAttacking(seat), e.HoldPosition(seat),
        e.TradeStars(seat, tuple(now.hands.get(seat, ())[:number])), e.PlayPower(seat, card),
        e.PlayPower(seat, card, rival=rival), e.MoveTardis(seat, card, target), e.Place(seat, source, number),
        e.Place(seat, target, number), e.RemoveDalek(seat, source), e.Attack(seat, source, target, number),
        e.Attack(seat, source, target, number, chooser.choice(["", card])), e.Defend(seat, min(2, number)),
        e.RollDice(seat, number), e.ReRoll(seat, number - 1), e.LeaveBattle(seat), e.MoveIn(seat, number),
        e.Manoeuvre(seat, source, target, number), e.DrawTerritoryCard(seat), Passed(seat),
    ])  # fmt: skip
