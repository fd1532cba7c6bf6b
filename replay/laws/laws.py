"""The laws of games: a table of checks, each applied to random play with each number of seats."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, Final
from xml.etree import ElementTree as ET

import msgspec

from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT, Effect, Move, Started
from projections.contracts import Marks, Written
from projections.draft import find_conflicts, run
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.laws.random_play import DeadEndError, Step, play, recorded, started
from replay.laws.two_worlds import leaks
from replay.reading.reading import without_source
from replay.session.session import Session

SEEDS: Final = (1, 2)
_MOVES: Final = 200
_LONG: Final = 4_000
"""The maximum number of moves in a game that is played to its end."""
_EVERY: Final = 5
"""Of so many positions, one is drawn."""
_UNSAFE: Final = re.compile(r"<(?:style|script|foreignObject|image)\b|\son[a-z]+=|href=\"(?!#)|url\((?!#)|\sstyle=")
_WIDE: Final = 80
_SVG: Final = "{http://www.w3.org/2000/svg}"


class Breach(msgspec.Struct, frozen=True):
    """A broken law: its name, the number of seats, and what was found."""

    law: str
    seats: int
    found: str


class GameCheck(msgspec.Struct, frozen=True):
    """The result of checking a game: all laws with their meaning, the sessions and moves played, the broken laws."""

    game: str
    package: str
    sessions: int
    moves: int
    laws: Mapping[str, str]
    broken: tuple[Breach, ...]

    @property
    def is_sound(self) -> bool:
        """Whether the game obeys all laws."""
        return not self.broken


class Played:
    """Random sessions of a game with one number of seats, played once for all laws."""

    def __init__(self, game: Game[Any, Any], seats: int, seed: int) -> None:
        self.game, self.seats, self.seed = game, seats, seed

    @cached_property
    def start(self) -> Started:
        """The start of the session."""
        return started(self.game, self.seats)

    @cached_property
    def steps(self) -> list[Step]:
        """The set-up and the moves of a session."""
        return list(play(self.game, self.start, self.seed, _MOVES))

    @cached_property
    def session(self) -> Session:
        """A recorded session."""
        return recorded(self.game, self.start, self.seed, _MOVES)


def _set_up(of: Played) -> Iterator[str]:
    step = next(play(of.game, of.start, of.seed, 0))
    status = of.game.rules.status(step.after)
    if not (status.awaited or status.outcome):
        yield "after the set-up, no seat is awaited"
    for seat in set(status.awaited) - set(of.start.seats):
        yield f'after the set-up, "{seat}" is awaited, which is not a seat'
    if msgspec.json.decode(msgspec.json.encode(step.after), type=type(step.after)) != step.after:
        yield "the position cannot be stored and read back"
    fewest = of.game.meta.seats[0]
    if of.seats == fewest > 1:
        try:
            of.game.set_up(started(of.game, fewest - 1))
        except RefusedError:
            return
        yield f"{fewest - 1} seats are accepted"


def _play(of: Played) -> Iterator[str]:
    for step in of.steps:
        rules, status = of.game.rules, of.game.rules.status(step.after)
        for seat in status.awaited:
            moves = list(rules.legal(step.after, seat))
            for move in moves:
                if conflicts := find_conflicts(rules, step.after, move):
                    yield f"a legal move is refused: {conflicts[0].message} ({conflicts[0].rule})"
                    return
        if status.outcome and status.awaited:
            yield "after the end, seats are awaited"
            return
        if wrong := next((one.name for one in rules.invariants if not one.holds(step.after)), ""):
            yield f"an invariant does not hold: {wrong}"
            return


def _cited_rules(of: Played) -> Iterator[str]:
    book = of.game.meta.rulebook
    effects = {
        (type(entry.event), entry.rule)
        for step in of.steps
        for entry in step.entries
        if isinstance(entry.event, Effect)
    }
    effects |= {(kind, kind.rule) for kind in of.game.vocabulary if issubclass(kind, Effect) and kind.rule}
    for kind, rule in sorted(effects, key=str):
        if rule not in book:
            yield f'{kind.__name__} names the rule "{rule}", which RULES.md does not have'


def _reducer(of: Played) -> Iterator[str]:
    for step in of.steps[1:]:
        position = step.before
        for entry in step.entries:
            kept = msgspec.json.encode(position)
            after = of.game.rules.reducer(position, entry.event)
            if msgspec.json.encode(position) != kept:
                yield f"the reducer changes its argument ({entry.event.__struct_config__.tag})"
                return
            if of.game.rules.reducer(position, entry.event) != after:
                yield f"the reducer returns two positions for one event ({entry.event.__struct_config__.tag})"
                return
            position = after
        if position != step.after:
            yield "the reducer does not lead to the position of the draft"
            return


def _lines(of: Played) -> Iterator[str]:
    notation, rules = of.game.notation, of.game.rules
    for step in of.steps[1:]:
        move = step.entries[0].event
        assert isinstance(move, Move)
        line = notation.write(step.entries, step.before)
        read = notation.read(line, step.before, move.player)
        if not isinstance(read, Written) or read.move != move:
            yield f'the line "{line}" reads back as another move'
            return
        stated = of.game.stated(read)
        draft = run(rules, step.before, read.move, Typed(read.seen), strict=False, stated=stated)
        once, again = ([without_source(entry.event) for entry in some] for some in (step.entries, draft.entries))
        if once != again:
            yield f'the line "{line}" reads back with other results'
            return


def _audit(of: Played) -> Iterator[str]:
    session = of.session
    for viewer in (OMNISCIENT, ALL):
        found = audit_session(session.store, Registry([of.game]), session.row.session, viewer).findings
        if first := next((one for one in found if viewer == OMNISCIENT or one.level == "violation"), None):
            yield f"an audit of legal play has a finding: {first.condition} ({first.rule})"
            return


def _board(of: Played) -> Iterator[str]:
    for step in of.steps[::_EVERY]:
        drawing = of.game.board(step.after, Marks(tuple(entry.event for entry in step.entries), step.before))
        try:
            root = ET.fromstring(drawing)  # noqa: S314  # a drawing of the game itself
        except ET.ParseError as error:
            yield f"the board is not well-formed XML: {error}"
            return
        if root.tag != f"{_SVG}svg" or not root.get("viewBox") or not root.findtext(f"{_SVG}title"):
            yield "the board is not an SVG with a viewBox and a title"
            return
        if found := _UNSAFE.search(drawing):
            yield f"the board contains {found[0].strip()}, which is not allowed"
            return


def _text(of: Played) -> Iterator[str]:
    for step in of.steps:
        lines = of.game.view.text(step.after).splitlines()
        if not any(line.strip() for line in lines) or max(map(len, lines)) > _WIDE:
            yield f"the board in words is empty, or has more than {_WIDE} columns"
            return
        position = step.before
        for entry in step.entries if position is not None else ():
            after = of.game.rules.reducer(position, entry.event)
            sentence = of.game.view.sentence(entry.event, position, after)
            if not sentence.strip() or "\n" in sentence or not sentence.endswith((".", "!", "?")):
                yield f'"{sentence[:60]}" is not a sentence on one line ({entry.event.__struct_config__.tag})'
                return
            position = after


class Law(msgspec.Struct, frozen=True):
    """A law: what it says, and a function that yields what breaks it."""

    says: str
    check: Callable[[Played], Iterable[str]]


LAWS: Final[Mapping[str, Law]] = {
    "set-up": Law("A game begins with each number of seats, and with no other.", _set_up),
    "play": Law("An awaited seat has a legal move, and no legal move is refused.", _play),
    "rules": Law("Each effect names a rule of RULES.md.", _cited_rules),
    "reducer": Law("The reducer is a pure function of the position and the event.", _reducer),
    "lines": Law("The line of a move reads back as the move, with its results.", _lines),
    "audit": Law("An audit of legal play has no finding.", _audit),
    "hidden": Law(
        "What a viewer sees does not depend on cards that the viewer does not know.",
        lambda of: islice(leaks(of.game, of.start, of.seed), 1),
    ),
    "board": Law("The board is a well-formed and safe SVG.", _board),
    "text": Law("The board in words has at most 80 columns, and each event has a sentence.", _text),
}
END: Final = "end"
_ENDS: Final = f"Random play reaches the end of a game in {_LONG:,} moves."


def sessions_of(game: Game[Any, Any]) -> list[Played]:
    """Return the sessions to check: each number of seats, with two seeds."""
    return [Played(game, seats, seed) for seats in game.meta.seat_counts for seed in SEEDS]


def breaches(of: Played) -> list[Breach]:
    """Return the laws that a game breaks with one number of seats. An error that a check meets breaks its law."""
    found = []
    for name, law in LAWS.items():
        try:
            found += [Breach(name, of.seats, what) for what in law.check(of)]
        except DeadEndError as error:
            found.append(Breach("play", of.seats, str(error)))
        except Exception as error:  # noqa: BLE001  # the game may raise anything
            what = str(error) if isinstance(error, BellError) else f"{type(error).__name__}: {error}"
            found.append(Breach(name, of.seats, what))
    return found


def check_of(game: Game[Any, Any], played: Iterable[Played]) -> GameCheck:
    """Check all sessions of a game. `played` are those of `sessions_of`, perhaps with a progress bar."""
    found, moves, sessions, is_over = list[Breach](), 0, list[Played](), False
    for of in played:
        sessions.append(of)
        found += breaches(of)
        if not any(one.seats == of.seats for one in found):
            moves += len(of.steps) - 1
            is_over = is_over or game.rules.status(of.steps[-1].after).outcome is not None
    if not found and not is_over and not any(map(_ends, sessions[:: len(SEEDS)])):
        found.append(Breach(END, 0, "no session ended"))
    laws = {**{name: law.says for name, law in LAWS.items()}, END: _ENDS}
    return GameCheck(game.meta.slug, game.meta.source, len(sessions), moves, laws, tuple(dict.fromkeys(found)))


def _ends(of: Played) -> bool:
    (last,) = deque(play(of.game, of.start, of.seed, _LONG), maxlen=1)
    return of.game.rules.status(last.after).outcome is not None
