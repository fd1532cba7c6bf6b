"""Random sessions of any game, group by group, as whoever writes them down knows them; and what to make of a line."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from forged_events import made_up
from msgspec.structs import replace
from players import AGREED, awaited_moves

from events.codec import audience_of, sealed_fields
from events.entry import Entry
from events.errors import UnplayableError
from events.events import (
    ALL,
    OMNISCIENT,
    UNKNOWN,
    Chance,
    Effect,
    Event,
    Move,
    Passed,
    Revealed,
    Rolled,
    Shuffled,
    Started,
)
from projections.draft import Stated, differs, run
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.registry import registry
from projections.terms import Written
from replay.chance.random_source import SeededChance

NOBODY = "nobody"
SEATS = ("black", "yellow", "the-orange", "blue", "n4", "k9", "red", "white")


class Group(NamedTuple):
    before: Any
    entries: list[Entry]

    @property
    def seat(self) -> str:
        return str(getattr(self.entries[0].event, "player", ""))


@dataclass(frozen=True, kw_only=True)
class Wild:
    """What a game adds to the walk over its lines; without it the walk uses what the game has done itself.

    `words` are values for the fields of made-up moves, legal or not, of a seat at a position; `rare` are results that
    play seldom brings. `unseen` is an event to a viewer who saw nothing of it, and `missed` says what such a viewer can
    miss of things turned up. `says` looks for the words of a move in a line. `unlisted`
    are moves that a game lists for no seat.
    """

    options: Sequence[Mapping[str, Any]] = ({},)
    seats: Sequence[str] = SEATS
    words: Callable[[Any, str], Mapping[str, Sequence[Any]]] | None = None
    unseen: Callable[[Event], Event] = lambda event: event
    rare: Callable[[str, str], Sequence[Effect]] = lambda _seat, _other: ()
    missed: Callable[[Revealed], bool] = lambda _event: True
    says: Callable[[str, Any, Any], bool] = lambda _line, _move, _position: True
    signs: str = 'abcdefgh0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511'
    unlisted: Sequence[type[Move]] = ()
    length: int = 300

    def started(self, game: Game[Any, Any], seats: int, seed: int) -> Started:
        options = {**self.options[seed % len(self.options)], **AGREED.get((game.meta.slug, seats), {})}
        return Started(game.meta.slug, game.meta.rules_number, tuple(self.seats[:seats]), options)


def wild(slug: str) -> Wild:
    name = f"{slug}_games"
    found: Wild = import_module(name).WILD if find_spec(name) else Wild()
    return found


def made_up_move(slug: str, position: Any, chooser: random.Random, seat: str = "") -> Any:
    """Any move of a game, legal or not; none that leaves a step out, which the rules allow at any time."""
    words = wild(slug).words
    assert words is not None
    seat = seat or chooser.choice(position.seats)
    events: list[type[Event]] = [*registry()[slug].vocabulary, Passed]
    kinds = [kind for kind in events if issubclass(kind, Move) and not kind.__name__.startswith("Skip")]
    return made_up(chooser, kinds, {**words(position, seat), "player": [seat]})


def legal_play(slug: str, seats: int, seed: int) -> Iterator[Group]:
    game, how = registry()[slug], wild(slug)
    chance, fate = random.Random(seed), SeededChance(seed)
    started = how.started(game, seats, seed)
    entries, position = game.begin(started, fate)
    yield Group(game.set_up(started), entries)
    for _ in range(how.length):
        if game.rules.status(position).outcome:
            return
        move = chance.choice(awaited_moves(game, position))
        entries, after = game.play(position, move, fate)
        yield Group(position, entries)
        position = after


_SHORT: Final = 75
_OFTEN: Final = 20


def wild_play(slug: str, seats: int, seed: int) -> Iterator[Group]:
    """Play in which anybody does anything now and then, with results of any kind; an early end is played on behind."""
    game, how = registry()[slug], wild(slug)
    chance, fate, borrowed = random.Random(seed), SeededChance(seed), _Borrowed(slug, seats, seed)
    started = how.started(game, seats, seed)
    entries, position = game.begin(started, fate)
    yield Group(game.set_up(started), entries)
    for at in range(how.length):
        if at > _SHORT and game.rules.status(position).outcome:
            return
        offered = awaited_moves(game, position)
        odd = chance.random() < 0.3 or not offered
        unusual = made_up_move(slug, position, chance) if how.words else borrowed.move(chance)
        move = unusual if odd else chance.choice(offered)
        rare = how.rare(*chance.choices(position.seats, k=2))
        stated = borrowed.results(chance, rare) if chance.random() < 0.2 else Stated()
        try:
            draft = run(game.rules, position, move, fate, strict=False, stated=stated)
        except UnplayableError:
            continue
        yield Group(position, draft.entries)
        position = draft.now


class _Borrowed:
    """Moves and results of another session of the same seats, which are as wild here as any."""

    def __init__(self, slug: str, seats: int, seed: int) -> None:
        events = [entry.event for group in list(legal_play(slug, seats, seed + 1))[1:] for entry in group.entries]
        self.moves = [event for event in events if isinstance(event, Move)]
        self.effects = [event for event in events if isinstance(event, Effect)]
        self.kinds = list(dict.fromkeys(map(type, self.effects)))

    def move(self, chance: random.Random) -> Move:
        return chance.choice(self.moves)

    def results(self, chance: random.Random, rare: Sequence[Effect]) -> Stated:
        effects, kinds = [*self.effects, *[*rare] * _OFTEN], list(dict.fromkeys([*self.kinds, *map(type, rare)]))
        return Stated(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


def seen_by(viewer: str, slug: str, groups: Iterator[Group]) -> Iterator[Group]:
    """The moves of a session, without the deal, as a viewer knows them and the position before them."""
    game, how = registry()[slug], wild(slug)
    deal = next(groups)
    position = deal.before
    for number, group in enumerate((deal, *groups)):
        events = [as_known(entry.event, viewer) for entry in group.entries]
        if viewer == NOBODY:
            missed = [event for event in events if isinstance(event, Revealed) and how.missed(event)]
            events = [how.unseen(replace(event, item=UNKNOWN) if event in missed else event) for event in events]
        known = [replace(entry, event=event) for entry, event in zip(group.entries, events, strict=True)]
        if number:
            yield Group(position, known)
        for entry in known:
            position = game.rules.reducer(position, entry.event)


def as_known(event: Event, viewer: str) -> Event:
    hidden: dict[str, Any] = {}
    for name, known in sealed_fields(type(event)).items() if viewer != OMNISCIENT else ():
        if not {viewer, ALL} & set(audience_of(event, known).split()):
            value = getattr(event, name)
            hidden[name] = UNKNOWN if isinstance(value, str) else (UNKNOWN,) * len(value)
    found: Event = replace(event, **hidden)
    return found


def is_named(body: str, names: str) -> bool:
    words = re.findall(r"\w+", names.casefold())
    return any(word in body for word in [word.rstrip("s")[:-1] for word in words if len(word) > 2] or words)


def must_come_back(slug: str, group: Group, *, ordered: bool = True) -> str:
    """Write a group, read it, decide what was read: the same move, chance and effects. Returns the line.

    If not `ordered`, a stated result may stand in the place of the one that follows, and the position may tell more.
    """
    game = registry()[slug]
    line = game.notation.write(group.entries, group.before)
    written = game.notation.read(line, group.before, group.seat)
    assert isinstance(written, Written), (line, written)
    assert written.move == group.entries[0].event, line
    stated = Stated(written.stated, written.absent)
    draft = run(game.rules, group.before, written.move, Typed(written.seen), strict=False, stated=stated)
    once, again = [_typed(entry.event) for entry in group.entries], [entry.event for entry in draft.entries]
    for at, event in enumerate(again):  # who reads may know a card of it from where that lay before
        alike = (one for one in once if type(one) is type(event) and differs(one, event) is None)
        again[at] = next(alike, event) if isinstance(event, Chance) or not ordered else event
    if ordered:
        assert again == once, line
    else:
        learnt = any(isinstance(entry.event, Revealed) and _typed(entry.event) not in once for entry in draft.entries)
        found, due = Counter(map(repr, again)), Counter(map(repr, once))
        assert found == due or (learnt and found > due), line
    return line


def _typed(event: Event) -> Event:
    if isinstance(event, Rolled):
        return replace(event, source="typed", receipt=None)
    if isinstance(event, Shuffled):
        return replace(event, source="typed", j=0)
    return replace(event, source="typed") if isinstance(event, Chance) else event


def mutated(chance: random.Random, line: str, lines: Sequence[str], signs: str) -> str:
    found = list(line)
    for _ in range(chance.randint(1, 3)):
        at, kind = chance.randrange(len(found) + 1), chance.random()
        if kind < 0.3:
            del found[at : at + 1]
        elif kind < 0.6:
            found.insert(at, chance.choice(signs))
        elif kind < 0.8:
            found[at : at + 1] = chance.choice(signs)
        elif kind < 0.9:
            found[at : at + 2] = reversed(found[at : at + 2])
        else:
            found[at:at] = chance.choice(lines)
    return "".join(found)
