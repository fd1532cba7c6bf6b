"""Whole sessions of Risk by the tower, played by seats that mean to win, and twins of them with other hidden cards."""

from collections.abc import Mapping
from typing import Any, Final

from players import founded, play_on
from whole_sessions import NAME

from events.facts import Move
from events.store.memory import MemoryStore
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.state.position import World
from replay.live.session import Session

CAP: Final = 6000
ENDS: Final[Mapping[str, dict[str, Any]]] = {
    "eleventh": {}, "domination": {"end_mode": "domination", "turn_cap": 300},
}  # fmt: skip
_BESIDE: Final = {name: neighbours(name) for name in TERRITORIES}


def keenness(now: World, move: Move) -> float:
    match move:
        case e.StopAttacking() | e.LeaveBattle() | e.HoldPosition():
            return 0.02
        case e.TradeStars(cards=cards):
            return 500.0 * sum(now.cards.territory[card].stars for card in cards)
        case e.ClaimMission() | e.PlayPower():
            return 500.0
        case e.Attack(source=source, target=target, daleks=daleks):
            ours = now.lands[source].daleks
            return 6.0 * daleks * ours if ours > now.lands[target].daleks + 1 else 0.3
        case e.RollDice(daleks=daleks):
            return float(daleks**3)
        case e.MoveIn(daleks=daleks):
            return float(daleks**2)
        case e.Place(territory=territory, daleks=daleks):
            rivals = sum(now.lands[name].army != now.player for name in _BESIDE[territory])
            return 0.01 + rivals * daleks**2
        case e.Manoeuvre():
            return 0.1
        case _:
            return 1.0


def keen_session(seats: int, seed: int, how: str) -> Session:
    session = founded(MemoryStore(), "risk", seats, session=f"{NAME}-{seed}", options=ENDS[how])
    return play_on(session, CAP, seed=seed, weigh=lambda now, moves: [keenness(now, move) for move in moves])
