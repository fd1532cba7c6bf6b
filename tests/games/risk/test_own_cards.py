"""Random play with card files that no printer would make: every effect, as strong as a file may say."""

import random
import tomllib
from typing import Any, Final

import msgspec
import pytest
from long_runs import some_short
from players import awaited_moves
from risk_sessions import keenness

from events.facts import Move, Started
from projections.games.risk import facts as e
from projections.games.risk.components.cards import _TIMINGS as TIMINGS
from projections.games.risk.components.cards import shipped_file
from projections.games.risk.game import GAME
from projections.games.risk.rules.invariants import INVARIANTS
from projections.terms import Marks
from replay.chance.fate import SeededChance

MOVES: Final = 300
FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())


def fifteen(effect: str, amount: int) -> bytes:
    """A card file in which all Power Cards are alike."""
    card = {"timing": TIMINGS[effect], "effect": effect, "amount": amount}
    power = {f"card-{number}": {"name": f"Card {number}", **card} for number in range(15)}
    return msgspec.json.encode({**FILE, "power": power})


def liked(now: Any, move: Move) -> float:
    """A seat that plays every card it can."""
    plays = isinstance(move, e.PlayPower | e.MoveTardis) or (isinstance(move, e.Attack) and move.card)
    return 1000.0 if plays else keenness(now, move)


@pytest.mark.parametrize("effect", TIMINGS)
@pytest.mark.parametrize(("seats", "amount"), some_short([(2, 1), (3, 30)], lambda case: case[0] == 3))
def test_whatever_a_card_file_may_say_can_be_played(effect: str, seats: int, amount: int) -> None:
    """RISK-POW-16."""
    chooser, fate, played = random.Random(seats), SeededChance(seats), 0
    started = Started("risk", GAME.meta.rules_number, ("black", "yellow", "orange")[:seats], data={"cards": "0" * 64})
    _, now = GAME.begin(started, fate, {"cards": fifteen(effect, amount)})
    for number in range(MOVES):
        if GAME.rules.status(now).outcome:
            break
        moves = awaited_moves(GAME, now)
        assert moves, GAME.rules.status(now)
        move = chooser.choices(moves, [liked(now, each) for each in moves])[0]
        entries, now = GAME.play(now, move, fate)
        played += sum(isinstance(entry.fact, e.CardPlayed) for entry in entries)
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        if number % 50 == 0:
            assert GAME.view.draw(now, Marks()).startswith("<svg ")
            assert GAME.view.text(now)
    assert played
