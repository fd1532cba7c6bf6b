"""Whole sessions of Risk by the tower, played by seats that mean to win, and twins of them with other hidden cards."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from players import awaited_moves, founded
from whole_sessions import NAME, learnt, swapped
from worlds import Swap

from events.facts import UNKNOWN, Move, Shuffled
from events.store.memory import MemoryStore
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from projections.terms import Written
from replay.live.session import Session
from replay.live.submission import Request, submit

CAP: Final = 6000
"""Moves after which a session is given up; the longest that was seen has half of that."""
ENDS: Final[Mapping[str, dict[str, Any]]] = {
    "eleventh": {}, "domination": {"end_mode": "domination", "turn_cap": 300},
}  # fmt: skip
"""The variants by how they end: options of a session. Total domination may come to a standstill for good (see
`test_a_deck_of_one_card_is_a_standstill`), so that it is played to a last turn, of twice as many as it mostly takes."""
TRIES: Final = 5
"""Exchanges tried for each pile, until one leaves all moves legal and all that the viewer learns as it was."""
_BESIDE: Final = {name: neighbours(name) for name in TERRITORIES}


def keenness(now: World, move: Move) -> float:
    """How much a seat that means to win likes a move; every legal one a little."""
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
    """A session by the tower, played to its end or for `CAP` moves."""
    session = founded(MemoryStore(), "risk", seats, session=f"{NAME}-{seed}", options=ENDS[how])
    chooser = random.Random(seed)
    for _ in range(CAP):
        status = session.status
        if status.outcome:
            break
        moves = awaited_moves(GAME, session.position, status)
        move = chooser.choices(moves, [keenness(session.position, move) for move in moves])[0]
        answer = submit(session, move.player, [Request(Written(move))])
        assert answer.done, answer
    return session


def twins(session: Session, first: Session, viewer: str, chooser: random.Random) -> Iterator[tuple[str, Session]]:
    """For each pile a twin of a running session that differs in what the viewer never learns."""
    with pytest.MonkeyPatch.context() as patch:
        for pile in ("territory", "mission", "power"):
            for swap in swaps(first, viewer, pile, chooser):
                second = swapped(session, patch, swap)
                if second is not None and learnt(second, viewer) == learnt(first, viewer):
                    yield pile, second
                    break


def swaps(session: Session, viewer: str, pile: str, chooser: random.Random) -> Iterator[Swap]:
    """Exchanges of two cards that this viewer does not see where they are now."""
    shuffled = [
        entry.fact for entry in session.table.entries if isinstance(entry.fact, Shuffled) and entry.fact.pile == pile
    ][-1]
    hidden = sorted(unseen(session, viewer, pile) & set(shuffled.order))
    for _ in range(TRIES if len(hidden) > 1 else 0):
        one, other = sorted(shuffled.order.index(card) for card in chooser.sample(hidden, 2))
        yield Swap(shuffled.j, one, other)


def unseen(session: Session, viewer: str, pile: str) -> set[str]:
    """The cards of a pile that lie where this viewer sees none."""
    rows, name = {"territory": ("hands", "deck"), "mission": ("missions", "mission_pile"),
                  "power": ("powers", "power_pile")}[pile]  # fmt: skip
    true, known = session.position, session.view(viewer).position
    places = [(getattr(true, name), getattr(known, name))]
    places += [(row, getattr(known, rows)[seat]) for seat, row in getattr(true, rows).items()]
    return {card for row, seen in places for card, shown in zip(row, seen, strict=True) if shown == UNKNOWN}
