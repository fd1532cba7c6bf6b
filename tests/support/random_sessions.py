"""Complete random sessions of three games with the dice roller, in several variants, and twins with other cards."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final
from xml.parsers.expat import ParserCreate

import msgspec
from ccg_games import GREEDY, VARIANTS as CCG, random_deck
from exports import exported_texts
from players import GAMES, founded, liked, play_on
from round_trip import Group, must_come_back
from spectator import without_hashes
from worlds import World, probes, second_world, told

from events.events import ALL, OMNISCIENT, Move
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.draft import find_conflicts
from projections.games.ccg.events.moves import SetStops, SubmitDeck
from projections.games.ccg.state.position import STOPS
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.state.position import World as Board
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit

CAP: Final = 6000
NAME: Final = "wholesession"
PROBES: Final = 12
STEP: Final = 40
RISK: Final[Mapping[str, dict[str, Any]]] = {
    "eleventh": {}, "domination": {"end_mode": "domination", "turn_cap": 300},
}  # fmt: skip
DALEKS: Final[Sequence[Mapping[str, Any]]] = (
    {}, {"first_game": True},
    {"dice_order": "free", "helped_ship": "once", "same_location_help": "price", "turn_order": "by_doctor"},
    {"stay_zone": "same", "gallifrey_winners": "first", "gallifrey": 8, "earth": 5},
    {"gallifrey": 24, "earth": 20, "helped_ship": "once"},
    {"first_game": True, "turn_cap": 14, "gallifrey_winners": "first"},
)  # fmt: skip
DALEKS_PLAYERS: Final[Sequence[Mapping[str, float]]] = (
    {"Resolve": 0.2, "ReRoll": 8, "SpendBlack": 4, "ChangeFace": 30, "ChangeByTokens": 8, "Recruit": 6, "Install": 8,
     "Uninstall": 0.05, "Dismiss": 0.02, "UseAbility": 9, "CallHelp": 8, "Focus": 6, "Finish": 4, "Passed": 2},
    {"Recruit": 0.2, "Resolve": 3, "PlayTimey": 2, "Install": 6, "UseAbility": 6, "CallHelp": 2, "Finish": 3,
     "Dismiss": 0.3},
    {},
)  # fmt: skip
_BESIDE: Final = {name: neighbours(name) for name in TERRITORIES}


def ccg_session(seed: int) -> Session:
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


def keenness(now: Board, move: Move) -> float:
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
            return 0.01 + sum(now.lands[name].army != now.player for name in _BESIDE[territory]) * daleks**2
        case e.Manoeuvre():
            return 0.1
        case _:
            return 1.0


def keenly(now: Board, moves: Sequence[Move]) -> list[float]:
    return [keenness(now, move) for move in moves]


def risk_session(seats: int, seed: int, how: str) -> Session:
    session = founded(MemoryStore(), "risk", seats, session=f"{NAME}-{seed}", options=RISK[how])
    return play_on(session, CAP, seed=seed, weigh=keenly)


def running(session: Session, left: int) -> World:
    moves = [entry.event for entry in session.table.entries if isinstance(entry.event, Move)]
    first = second_world(World(session, tuple(moves[:-left])))
    assert first is not None
    return first


def at_stake(session: Session, chooser: random.Random) -> int:
    """Return how many moves before the end a late move named a card, because there a hidden card matters."""
    moves = [entry.event for entry in session.table.entries if isinstance(entry.event, Move)]
    named = [at for at, move in enumerate(moves) if getattr(move, "card", "") or getattr(move, "face", "")]
    return len(moves) - chooser.choice(named[len(named) // 2 :] or [len(moves) - 1])


def glimpses(session: Session, viewer: str) -> Iterator[tuple[str, str]]:
    """Yield everything that a viewer gets of a running session, as names and texts with hashes replaced."""
    store, name, game = session.store, session.row.session, session.game
    timeline = Timeline.read(store, GAMES, name, viewer)
    yield "positions", sha256(b"\n".join(timeline.json(seq) for seq in range(1, timeline.last + 1))).hexdigest()
    yield "lines", "\n".join(timeline.sentence(seq) for seq in range(1, timeline.last + 1))
    for what, text in exported_texts(store, GAMES, name, viewer):
        yield what, without_hashes(text.encode())
    yield "audit", without_hashes(report_text(audit_session(store, GAMES, name, viewer)).encode())
    yield "board", f"{timeline.svg(timeline.last)}\n{timeline.text(timeline.last)}"
    position = session.view(viewer).position
    for seat in session.started.seats:
        yield f"legal {seat}", f"{list(game.rules.legal(position, seat))}\n{game.rules.implied_pass(position, seat)}"


def answers(session: Session, viewer: str, moves: Iterable[Move]) -> list[str]:
    position = session.view(viewer).position
    return [told(partial(find_conflicts, session.game.rules, position, move)) for move in moves]


def asked_about(first: World, second: World, chooser: random.Random) -> list[Move]:
    some = chooser.sample(first.moves, min(PROBES, len(first.moves)))
    seat = first.session.started.seats[0]
    return [*probes(first, second)[:PROBES], *some, *(msgspec.structs.replace(move, player=seat) for move in some)]


def lines_are_drawn_told_and_come_back(session: Session) -> None:
    """Check every fortieth entry: draw and describe it for both viewers, and write and read its group."""
    for viewer in (OMNISCIENT, ALL):
        timeline = Timeline.read(session.store, GAMES, session.row.session, viewer)
        for seq in {*range(1, timeline.last + 1, STEP), timeline.last}:
            drawn = timeline.svg(seq)
            ParserCreate().Parse(drawn, True)
            assert drawn.startswith("<svg ")
            assert all(len(line) <= 80 for line in timeline.text(seq).splitlines())
            assert timeline.sentence(seq).strip()
            group = next(group for group in timeline.groups if group.first <= seq <= group.last)
            if isinstance(group.head.event, Move):
                must_come_back(session.started.game, Group(timeline.position(group.first - 1), list(group.entries)))
