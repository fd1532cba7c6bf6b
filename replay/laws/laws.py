"""The laws of games: a table of checks, each applied to random play with each number of seats."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, reduce
from itertools import islice
from typing import Any, Final
from xml.etree import ElementTree as ET

import msgspec

from events.errors import BellError, IllegalMoveError, RefusedError
from events.events import ALL, OMNISCIENT, Effect, Move, Passed, Started, tag_of
from events.lazy_patterns import lazy_pattern
from projections.contracts import Marks, Written
from projections.draft import find_conflicts, run
from projections.field import RULES_VERSION
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from projections.rulebook import repeated_rules, rule_changes, rules_in_code, rules_without_code
from projections.sentence_table import SentenceTable, in_place_of_sentence
from replay.audit.audit import audit_session
from replay.laws.random_play import DeadEndError, Step, play, recorded, started
from replay.laws.two_worlds import leaks
from replay.reading.reading import without_source
from replay.session.session import Session

SEEDS: Final = (1, 2)
_MOVES: Final = 200
_LONG: Final = 4_000  # the maximum number of moves in a game that is played to its end
_EVERY: Final = 5  # of so many positions, one is drawn
_UNSAFE: Final = lazy_pattern(r"<(?:style|script|foreignObject|image)\b|\son[a-z]+=|href=\"(?!#)|url\((?!#)|\sstyle=")
_WIDE: Final = 80
_SVG: Final = "{http://www.w3.org/2000/svg}"


class Breach(msgspec.Struct, frozen=True):
    """A broken law: its name, the number of seats, the rules version, and what was found.

    Both numbers are 0 if no session ended.
    """

    law: str
    seats: int
    version: int
    found: str


class GameCheck(msgspec.Struct, frozen=True):
    """The result of checking a game: all laws with their meaning, the sessions and moves played, the broken laws.

    `unchecked` has the numbers of seats with which a law was not checked, because the game broke an earlier law.
    """

    game: str
    package: str
    versions: int
    sessions: int
    moves: int
    laws: Mapping[str, str]
    broken: tuple[Breach, ...]
    unchecked: Mapping[str, tuple[int, ...]]

    @property
    def is_sound(self) -> bool:
        """Whether the game obeys all laws."""
        return not self.broken


class Played:
    """Random sessions of a game with one number of seats and one rules version, played once for all laws."""

    def __init__(self, game: Game[Any, Any], seats: int, seed: int, version: int) -> None:
        self.game, self.seats, self.seed, self.version = game, seats, seed, version

    @cached_property
    def start(self) -> Started:
        """The start of the session."""
        return started(self.game, self.seats, self.version)

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
            of.game.set_up(started(of.game, fewest - 1, of.version))
        except RefusedError:
            return
        yield f"{fewest - 1} seats are accepted"


def _versions(of: Played) -> Iterator[str]:
    game, versions = of.game, of.game.meta.rules_versions
    position = game.set_up(of.start)
    if (played := game.rules_version(position)) != of.version:
        why = "`initial` must take the type of the position from VERSIONS, by `started.rules`"
        yield f"a session of version {of.version} is played by version {played}: {why}"
        return
    for number in versions if len(versions) > 1 else ():
        try:
            effects = game.editor.edit(position, RULES_VERSION, str(number))
        except RefusedError as error:
            why = "Add `field.rules_version(VERSIONS)` to the fields, and the version to VERSIONS"
            yield f"`SET {RULES_VERSION} = {number}` is refused: {error}. {why}"
            return
        if (played := game.rules_version(reduce(game.rules.reducer, effects, position))) != number:
            yield f"after `SET {RULES_VERSION} = {number}`, version {played} is played"
            return
    with suppress(RefusedError):
        game.editor.edit(position, RULES_VERSION, str(versions[-1] + 1))
        yield f"VERSIONS has version {versions[-1] + 1}, but `rules_number` in META is {versions[-1]}"
    for number in set(versions[1:]) - {change.version for change in rule_changes(game.meta.package)}:
        yield f"RULES.md does not say what version {number} changed"


def _play(of: Played) -> Iterator[str]:
    try:
        steps = of.steps
    except IllegalMoveError as error:
        yield f"a legal move is refused: {error}"
        return
    for step in steps:
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


def _vocabulary(of: Played) -> Iterator[str]:
    found = (type(entry.event) for step in of.steps for entry in step.entries)
    for kind in dict.fromkeys(found):
        if issubclass(kind, Move | Effect) and kind not in of.game.vocabulary and kind is not Passed:
            yield f"{kind.__name__} is not in VOCABULARY. Add it"


def _cited_rules(of: Played) -> Iterator[str]:
    book, package = of.game.meta.rulebook, of.game.meta.package
    code = rules_in_code(package)
    yield from (f"RULES.md has {rule} more than once" for rule in repeated_rules(package))
    yield from (
        f"{code[rule]} names {rule}, which RULES.md does not have" for rule in sorted(code.keys() - book.keys())
    )
    for rule in sorted(book.keys() - code.keys() - rules_without_code(package).keys()):
        yield f"no code names {rule} of RULES.md"
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
        try:
            read = notation.read(line, step.before, move.player)
            if not isinstance(read, Written) or read.move != move:
                yield f'the line "{line}" reads back as another move'
                return
            stated = of.game.stated(read)
            draft = run(rules, step.before, read.move, Typed(read.seen), strict=False, stated=stated)
        except BellError as error:
            yield f'the line "{line}" for the move {tag_of(move)} cannot be read back: {error}'
            return
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
    table = of.game.view.sentence
    if isinstance(table, SentenceTable):
        yield from (f"{kind.__name__} has no sentence" for kind in of.game.vocabulary if kind not in table.rows)
    for step in of.steps:
        lines = of.game.view.text(step.after).splitlines()
        if not any(line.strip() for line in lines) or max(map(len, lines)) > _WIDE:
            yield f"the board in words is empty, or has more than {_WIDE} columns"
            return
        position = step.before
        for entry in step.entries if position is not None else ():
            after = of.game.rules.reducer(position, entry.event)
            sentence = of.game.view.sentence(entry.event, position, after)
            if sentence == in_place_of_sentence(entry.event):
                yield f"{type(entry.event).__name__} has no sentence"
                return
            if not sentence.strip() or "\n" in sentence or not sentence.endswith((".", "!", "?")):
                yield f'"{sentence[:60]}" is not a sentence on one line ({entry.event.__struct_config__.tag})'
                return
            position = after


class Law(msgspec.Struct, frozen=True):
    """A law: what it says, and a function that yields what breaks it.

    If a session breaks a law that is `needed`, the laws after it are not checked.
    """

    says: str
    check: Callable[[Played], Iterable[str]]
    needed: bool = False


LAWS: Final[Mapping[str, Law]] = {
    "set-up": Law("A game begins with each number of seats, and with no other.", _set_up, needed=True),
    "versions": Law("Each rules version can be played, set and named in RULES.md.", _versions, needed=True),
    "play": Law("Each seat that must act has a legal move, and no legal move is refused.", _play, needed=True),
    "events": Law("Each event is in VOCABULARY.", _vocabulary, needed=True),
    "rules": Law("Each rule of RULES.md is cited in the code, and no other rule.", _cited_rules),
    "reducer": Law("The reducer is a pure function of the position and the event.", _reducer),
    "lines": Law("The line of a move reads back as the move, with its results.", _lines),
    "audit": Law("An audit of legal play has no finding.", _audit),
    "hidden": Law(
        "A viewer sees the same if cards that the viewer may not know are exchanged.",
        lambda of: islice(leaks(of.game, of.start, of.seed), 1),
    ),
    "board": Law("The board is a well-formed and safe SVG.", _board),
    "text": Law("The board in words has at most 80 columns, and each event has a sentence.", _text),
}
END: Final = "end"
_ENDS: Final = f"Random play reaches the end of a game in {_LONG:,} moves."


def sessions_of(game: Game[Any, Any]) -> list[Played]:
    """Return the sessions to check: each number of seats and each rules version, with two seeds."""
    return [
        Played(game, seats, seed, version)
        for seats in game.meta.seat_counts
        for version in game.meta.rules_versions
        for seed in SEEDS
    ]


def breaches(of: Played) -> tuple[list[Breach], list[str]]:
    """Return what breaks a law in one session, and the laws that were not checked.

    An error that a check meets breaks its law.
    """
    found = list[Breach]()
    for at, (name, law) in enumerate(LAWS.items(), 1):
        said, law_broken = list[str](), name
        try:
            said += law.check(of)
        except DeadEndError as error:
            said, law_broken = [str(error)], "play"
        except Exception as error:  # noqa: BLE001  # the game may raise anything
            said.append(str(error) if isinstance(error, BellError) else f"{type(error).__name__}: {error}")
        found += [Breach(law_broken, of.seats, of.version, what) for what in said]
        if said and law.needed:
            return found, [*LAWS][at:]
    return found, []


def check_of(game: Game[Any, Any], played: Iterable[Played]) -> GameCheck:
    """Check all sessions of a game. `played` are those of `sessions_of`, perhaps with a progress bar."""
    found, moves, sessions, is_over = list[Breach](), 0, list[Played](), False
    unchecked = defaultdict[str, set[int]](set)
    for of in played:
        sessions.append(of)
        broken, left = breaches(of)
        found += broken
        for name in left:
            unchecked[name].add(of.seats)
        if "rules" not in left:  # the session was played
            moves += len(of.steps) - 1
            is_over = is_over or game.rules.status(of.steps[-1].after).outcome is not None
    if found and not is_over:
        unchecked[END].update(game.meta.seat_counts)
    elif not is_over and not any(map(_ends, sessions[:: len(SEEDS)])):
        found.append(Breach(END, 0, 0, "no session ended"))
    return GameCheck(
        game.meta.slug, game.meta.source, len(game.meta.rules_versions), len(sessions), moves,
        {**{name: law.says for name, law in LAWS.items()}, END: _ENDS}, tuple(dict.fromkeys(found)),
        {name: tuple(sorted(seats)) for name, seats in unchecked.items()},
    )  # fmt: skip


def _ends(of: Played) -> bool:
    (last,) = deque(play(of.game, of.start, of.seed, _LONG), maxlen=1)
    return of.game.rules.status(last.after).outcome is not None
