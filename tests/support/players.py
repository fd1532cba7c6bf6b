"""Random players for every supported game: with the dice roller into a store, or quickly without a store."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any, Final

import toy

from events import session_events as session_event
from events.entry import Entry
from events.errors import RefusedError, SuspendedError
from events.events import OMNISCIENT, Move, SessionEvent, Started
from events.store.protocol import EventStore
from events.store.rows import TowerRow
from projections.contracts import RandomSource, Status, Written
from projections.game import Game
from projections.registry import Registry, registry
from projections.starter.game import GAME as PIG
from replay.chance.random_source import SeededChance
from replay.chance.tower import build
from replay.corrections.correction import correct
from replay.corrections.moderation import skip
from replay.corrections.plan import OMIT, Change, Correction
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.session.session import Session
from replay.session.submission import Request, submit

SHELF: Final = registry().with_game(PIG)
"""The games of Cloister Bell, and the one that `games --new` writes."""
GAMES: Final = SHELF.with_game(toy.GAME)
HIDING: Final = registry().with_game(toy.GAME)
"""The games with hidden cards, for tests of what a seat may know."""
SEATS: Final = ("black", "yellow", "red", "green", "blue", "white", "pink", "grey")
SEEDS: Final = range(20)
CAP: Final = 1500
AGREED: Final[Mapping[tuple[str, int], Mapping[str, Any]]] = {("daleks", 1): {"solo": True}}
"""Options that a game requires for this number of seats."""
START_MS: Final = 1_795_219_200_000
Played = tuple[list[Entry], Any]
Lean = Callable[[Any, Move], float]


def tables(most: int = 4, games: Registry = GAMES) -> list[tuple[str, int]]:
    return [(game.meta.slug, count) for game in games.values() for count in game.meta.seat_counts if count <= most]


@cache
def tower() -> TowerRow:
    return build(b"\7" * 32, b"\3" * 32, 16_384)


def ticking(step_ms: int = 1000) -> Callable[[], int]:
    ticks = count(START_MS, step_ms)
    return lambda: next(ticks)


def started(slug: str, seats: int, **how: Any) -> Started:
    options = {**AGREED.get((slug, seats), {}), **how.pop("options", {})}
    return Started(slug, GAMES[slug].meta.rules_number, SEATS[:seats], options=options, **how)


def _toward_the_goal(position: Any, move: Any) -> float:
    def gone(tile: str) -> int:
        column, row = (ord(tile[0]) - 96, int(tile[1])) if tile in position.tiles else (0, 0)
        return {"S": row, "N": (8 - row) % 8, "W": column, "E": (8 - column) % 8}[position.edges[move.player]]

    here = gone(position.pawns[move.player])
    match type(move).__name__:
        case "MovePawn":
            return float(9.0 ** (gone(move.to) - here))
        case "Stay" | "LeaveGrid":
            return 0.2
        case "PlayKey" | "PlaySonic" | "UseKey" if move.action == "open" and abs(gone(move.tile) - here) <= 1:
            return 9.0
        case _:
            return 1.0


def _by_kind(**weights: float) -> Lean:
    return lambda _position, move: weights.get(type(move).__name__, 1.0)


LEANS: Final[Mapping[str, Lean]] = {
    "keys": _toward_the_goal,
    "ccg": _by_kind(
        PlayCard=6, Attack=4, MakeHit=40, AnnounceCombat=8, Passed=12, EndTurn=4, DeclineCombat=6, SolveEpisode=3,
        PlayFlash=0.2, UseSpecial=0.3, GiveSupport=0.5,
    ),
    "daleks": _by_kind(
        Recruit=0.2, CallHelp=0.3, PlayTimey=0.2, Install=0.3, Dismiss=0.1, Finish=5, Resolve=0.2, ReRoll=2,
        ChangeFace=4, ChangeByTokens=2, UseAbility=9,
    ),
}  # fmt: skip
"""Weights of moves for random players, in games that random play would take thousands of moves to finish."""


def awaited_moves(game: Game[Any, Any], position: Any, status: Status | None = None) -> list[Any]:
    seats = (status or game.rules.status(position)).awaited
    return [move for seat in seats for move in game.rules.legal(position, seat)]


def choose(game: Game[Any, Any], position: Any, chooser: random.Random, status: Status | None = None) -> Any:
    """Return a random legal move of an awaited seat, weighted by `LEANS`."""
    moves = awaited_moves(game, position, status)
    assert moves, f"a dead end: nobody of {game.rules.status(position).awaited} has a move"
    lean = LEANS.get(game.meta.slug)
    if lean is None:
        return chooser.choice(moves)
    return chooser.choices(moves, [lean(position, move) for move in moves])[0]


def choose_by_kind(game: Game[Any, Any], position: Any, chooser: random.Random, status: Status) -> Any:
    """Choose a random kind of legal move, then a move of that kind, so that rare kinds are as likely as others."""
    kinds: dict[type, list[Any]] = defaultdict(list)
    for move in awaited_moves(game, position, status):
        kinds[type(move)].append(move)
    assert kinds, f"a dead end: {status}"
    return chooser.choice(kinds[chooser.choice(list(kinds))])


def liked(_now: Any, moves: Sequence[Any], weights: Mapping[str, float]) -> list[float]:
    kinds = [type(move).__name__ for move in moves]
    return [weights.get(kind, 1) / kinds.count(kind) for kind in kinds]


def quick(slug: str, seats: int, seed: int, cap: int = CAP, fate: RandomSource | None = None) -> Iterator[Played]:
    game, chooser = GAMES[slug], random.Random(seed)
    fate = fate or SeededChance(seed)
    yield from groups(game, game.begin(started(slug, seats), fate), chooser, fate, choose, cap)


def groups(
    game: Game[Any, Any], begun: Played, chooser: random.Random, fate: RandomSource, pick: Callable[..., Any], cap: int
) -> Iterator[Played]:
    """Yield a group and up to `cap` groups after it; `pick` is a function like `choose`."""
    yield begun
    _, position = begun
    for _ in range(cap):
        status = game.rules.status(position)
        if status.outcome:
            return
        entries, position = game.play(position, pick(game, position, chooser, status), fate)
        yield entries, position


def play_on(
    session: Session, moves: int = CAP, *, seed: int = 1, chooser: random.Random | None = None,
    weigh: Callable[[Any, Sequence[Any]], Sequence[float]] | None = None,
) -> Session:  # fmt: skip
    """Play up to `moves` random legal moves; `weigh` returns the weight of each possible move."""
    game, chooser = session.game, chooser or random.Random(seed)
    for _ in range(moves):
        status, position = session.status, session.position
        if status.outcome:
            break
        if weigh:
            offered = awaited_moves(game, position, status)
            move = chooser.choices(offered, weigh(position, offered))[0]
        else:
            move = choose(game, position, chooser, status)
        answer = submit(session, move.player, [Request(Written(move))], after=session.head.seq)
        assert answer.done, answer
    return session


def next_id(store: EventStore) -> str:
    """Return the default id of a session. The dice depend on it, so every run is the same."""
    return f"{len(store.sessions()) + 1:012x}"


def founded(
    store: EventStore, slug: str, seats: int, *, session: str = "", games: Registry = GAMES,
    resignation: str = "play on", **how: Any,
) -> Session:  # fmt: skip
    return Session.create(
        store, games, started(slug, seats, **how), session=session or next_id(store), tower=tower(), clock=ticking(),
        words={SEATS[0]: "fish-fingers"}, resignation=resignation,
    )  # fmt: skip


def unsettle(session: Session, chooser: random.Random) -> None:
    """Do one random thing other than moving: talk, order, take back, correct or skip. Ignore refusals."""
    groups = [group for group in groups_of(session.table.entries, session.table.undone) if not group.undone]
    moves = [group for group in groups if isinstance(group.head.event, Move)]
    seat = chooser.choice(session.started.seats)
    with suppress(RefusedError, SuspendedError):
        match chooser.randrange(8):
            case 0:
                session.note(session_event.Posted(seat, "As I said.", where="forum #3", when="Thu 21:14"), by=seat)
            case 1:
                session.note(session_event.Remarked(seat, "to myself", seat, session.head.seq), by=seat)
            case 2:
                session.note(session_event.Ordered(seat, "never"), session_event.Ordered(seat, ""), by=seat)
            case 3:
                skip(session, session.status.seat, "away for a week")
            case 4 | 5 if moves:
                take_back(session, chooser.choice(moves[-6:]).first - 1, by="moderator", reason="a slip")
            case 6:
                with session.writing():
                    text = chooser.choice(_said(seat, session.head.seq))
                    session.append([Entry(event, by) for event, by in text.items()])
            case 7 if moves:
                group = chooser.choice(moves[-6:])
                before = session.table.positions[group.first - 2]
                change = Change(group, Written(choose(session.game, before, chooser)))
                correct(session, Correction([change], others=OMIT), by="moderator")


def _said(seat: str, line: int) -> list[dict[SessionEvent, str]]:
    """Return possible session events, each with its author."""
    ruled = session_event.Ruled("moderator", line, "stand", "it did no harm")
    appointed = session_event.Appointed(seat, "judge-1")
    return [
        {session_event.Claimed(seat, "somewhere", "?"): seat},
        {session_event.IllegalMoveAccepted(seat, "", "we play it so"): seat},
        {session_event.DisputeOpened(seat, line, "I never did"): seat, ruled: "moderator"},
        {appointed: "moderator", session_event.PrivilegedView("judge-1", seat): "judge-1"},
        {
            session_event.TakebackAsked(seat, line, "a slip"): seat,
            session_event.TakebackAnswered(seat, line, agreed=False): seat,
        },
        {session_event.Triaged("moderator", "0123abcd", "accepted", "seen"): "moderator"},
        {
            session_event.Suspended("somebody is away"): OMNISCIENT,
            session_event.Suspended("back again", released=True): OMNISCIENT,
        },
    ]


def eventful(session: Session, moves: int, *, seed: int = 1) -> Session:
    chooser = random.Random(seed)
    for number in range(moves):
        if session.table.unsealed:
            break
        play_on(session, 1, seed=1000 * seed + number)
        if chooser.random() < 0.4 and not session.table.unsealed:
            unsettle(session, chooser)
    return session
