"""Whole random sessions of three games by the tower, played to their end; a seed has its variant and its players."""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from ccg_games import GREEDY, random_deck
from ccg_games import VARIANTS as CCG
from players import founded, liked, play_on
from whole_sessions import NAME

from events.facts import Move
from events.store.memory import MemoryStore
from projections.games.ccg.facts.moves import SetStops, SubmitDeck
from projections.games.ccg.state.position import STOPS
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.state.position import World
from projections.terms import Written
from replay.live.session import Session
from replay.live.submission import Request, submit

CAP: Final = 6000
RISK: Final[Mapping[str, dict[str, Any]]] = {
    "eleventh": {}, "domination": {"end_mode": "domination", "turn_cap": 300},
}  # fmt: skip
DALEKS: Final[Sequence[Mapping[str, Any]]] = (
    {},
    {"first_game": True},
    {"dice_order": "free", "helped_ship": "once", "same_location_help": "price", "turn_order": "by_doctor"},
    {"stay_zone": "same", "gallifrey_winners": "first", "gallifrey": 8, "earth": 5},
    {"gallifrey": 24, "earth": 20, "helped_ship": "once"},
    {"first_game": True, "turn_cap": 14, "gallifrey_winners": "first"},
)
DALEKS_PLAYERS: Final[Sequence[Mapping[str, float]]] = (
    {"Resolve": 0.2, "ReRoll": 8, "SpendBlack": 4, "ChangeFace": 30, "ChangeByTokens": 8, "Recruit": 6, "Install": 8,
     "Uninstall": 0.05, "Dismiss": 0.02, "UseAbility": 9, "CallHelp": 8, "Focus": 6, "Finish": 4, "Passed": 2},
    {"Recruit": 0.2, "Resolve": 3, "PlayTimey": 2, "Install": 6, "UseAbility": 6, "CallHelp": 2, "Finish": 3,
     "Dismiss": 0.3},
    {},
)  # fmt: skip
_BESIDE: Final = {name: neighbours(name) for name in TERRITORIES}


def ccg_session(seed: int) -> Session:
    """A session with random legal decks; half the seats set stops."""
    variant = list(CCG)[seed % len(CCG)]
    session = founded(MemoryStore(), "ccg", 2, session=f"{NAME}-{seed}", options=CCG[variant])
    chooser = random.Random(f"{seed} {variant}")
    weights: Mapping[str, float] = chooser.choice((GREEDY, {}))
    for seat in session.started.seats:
        _play(session, SubmitDeck(seat, random_deck(session.position, chooser)))
        if chooser.random() < 0.5:
            _play(session, SetStops(seat, tuple(chooser.sample(STOPS, chooser.randint(0, len(STOPS))))))
    return play_on(session, CAP, chooser=chooser, weigh=partial(liked, weights=weights))


def _play(session: Session, move: Move) -> None:
    answer = submit(session, move.player, [Request(Written(move))])
    assert answer.done, answer


def daleks_session(seats: int, seed: int) -> Session:
    options = dict(DALEKS[seed % len(DALEKS)])
    session = founded(MemoryStore(), "daleks", seats, session=f"{NAME}-{seed}", options=options)
    weigh = partial(liked, weights=DALEKS_PLAYERS[seed // len(DALEKS) % len(DALEKS_PLAYERS)])
    return play_on(session, CAP, chooser=random.Random(f"{seats} {seed}"), weigh=weigh)


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


def risk_session(seats: int, seed: int, how: str) -> Session:
    session = founded(MemoryStore(), "risk", seats, session=f"{NAME}-{seed}", options=RISK[how])
    return play_on(session, CAP, seed=seed, weigh=lambda now, moves: [keenness(now, move) for move in moves])
