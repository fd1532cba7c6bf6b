"""Random sessions of any game as viewers know them, round trips of written lines, and events with arbitrary values."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace
from players import AGREED, SHELF, awaited_moves, groups

from events.codec import audience_of, sealed_fields
from events.entry import Entry
from events.errors import UnplayableError
from events.events import (
    ALL,
    OMNISCIENT,
    UNKNOWN,
    Chance,
    Drawn,
    Effect,
    Event,
    Move,
    Passed,
    Revealed,
    Rolled,
    Shuffled,
    Started,
)
from projections.contracts import Marks, Written
from projections.draft import DeclaredResults, differs, run
from projections.game import Game
from projections.notation.recorded_chance import Typed
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
    """What a game adds to these random sessions. Without it, only the game's own moves and results are used.

    `words` returns values for the fields of made-up moves of a seat, legal or not. `rare` returns results that play
    seldom produces. `unseen` returns an event as known to a viewer who saw nothing of it. `missed` says whether such a
    viewer can miss a turned-up item. `says` checks that a line contains the words of a move. `unlisted` are moves that
    a game lists for no seat.
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
    """Return a move of a game, legal or not, but none that skips a step, which the rules always allow."""
    words, moves = wild(slug).words, SHELF[slug].rules.moves
    seat = seat or chooser.choice(position.seats)
    events: list[type[Event]] = [*SHELF[slug].vocabulary, *([Passed] if not moves or Passed in moves else [])]
    kinds = [kind for kind in events if issubclass(kind, Move) and not kind.__name__.startswith("Skip")]
    return made_up(chooser, kinds, {**(words(position, seat) if words else {}), "player": [seat]})


def legal_play(slug: str, seats: int, seed: int) -> Iterator[Group]:
    game, how, fate = SHELF[slug], wild(slug), SeededChance(seed)
    started = how.started(game, seats, seed)
    before = game.set_up(started)
    for entries, after in groups(
        game, game.begin(started, fate), random.Random(seed), fate,
        lambda _game, now, chance, status: chance.choice(awaited_moves(game, now, status)), how.length,
    ):  # fmt: skip
        yield Group(before, entries)
        before = after


_SHORT: Final = 75
_OFTEN: Final = 20


def wild_play(slug: str, seats: int, seed: int) -> Iterator[Group]:
    """Yield play with occasional arbitrary moves and results; play continues after an early end."""
    game, how = SHELF[slug], wild(slug)
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
        stated = borrowed.results(chance, rare) if chance.random() < 0.2 else DeclaredResults()
        try:
            draft = run(game.rules, position, move, fate, strict=False, stated=stated)
        except UnplayableError:
            continue
        yield Group(position, draft.entries)
        position = draft.now


class _Borrowed:
    """Moves and results of another session of the same seats, which are arbitrary in this one."""

    def __init__(self, slug: str, seats: int, seed: int) -> None:
        events = [entry.event for group in list(legal_play(slug, seats, seed + 1))[1:] for entry in group.entries]
        self.moves = [event for event in events if isinstance(event, Move)]
        self.effects = [event for event in events if isinstance(event, Effect)]
        self.kinds = list(dict.fromkeys(map(type, self.effects)))

    def move(self, chance: random.Random) -> Move:
        return chance.choice(self.moves)

    def results(self, chance: random.Random, rare: Sequence[Effect]) -> DeclaredResults:
        effects, kinds = [*self.effects, *[*rare] * _OFTEN], list(dict.fromkeys([*self.kinds, *map(type, rare)]))
        return DeclaredResults(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


def seen_by(viewer: str, slug: str, groups: Iterator[Group]) -> Iterator[Group]:
    """Yield the moves of a session without the deal, as a viewer knows them, with the positions before them."""
    game, how = SHELF[slug], wild(slug)
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
    """Write a group, read it and decide the result: the same move, chance and effects. Return the line.

    If not `ordered`, a declared result may replace the one that follows from the rules, and the position may reveal
    more.
    """
    game = SHELF[slug]
    line = game.notation.write(group.entries, group.before)
    written = game.notation.read(line, group.before, group.seat)
    assert isinstance(written, Written), (line, written)
    assert written.move == group.entries[0].event, line
    stated = DeclaredResults(written.stated, written.absent)
    draft = run(game.rules, group.before, written.move, Typed(written.seen), strict=False, stated=stated)
    once, again = [_typed(entry.event) for entry in group.entries], [entry.event for entry in draft.entries]
    for at, event in enumerate(again):  # the position may reveal a card of the event
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


USUAL: Final[Mapping[Any, Sequence[Any]]] = {
    int: (0, 1, 2, 3, 4, 6, -1, -3, 99), bool: (False, True), str: ("", "tea"),
}  # fmt: skip


def forged(chooser: random.Random, game: Game[Any, Any], words: Mapping[str, Sequence[Any]]) -> Event:
    found: Event = made_up(chooser, [*game.vocabulary, *(Rolled, Drawn, Revealed, Shuffled) * 2], words)
    return found


def forged_events_do_no_harm(
    chooser: random.Random, game: Game[Any, Any], words: Mapping[str, Sequence[Any]], now: Any
) -> None:
    """Apply forged events to a position. Check that it is still shown, described and played from."""
    start, rules, fields = now, game.rules, game.editor.fields
    assert fields is not None
    for event in [forged(chooser, game, words) for _ in range(5)]:
        before, kept = now, msgspec.json.encode(now)
        now = rules.reducer(now, event)
        assert msgspec.json.encode(before) == kept, event
        assert msgspec.json.decode(msgspec.json.encode(now), type=type(now)) == now, event
        assert game.view.sentence(event, before, now), event
        assert game.board(now, Marks((event,), before)), event
        assert rules.status(now).step, event
        for seat in (*now.seats, "nobody"):
            list(rules.legal(now, seat))
            rules.implied_pass(now, seat)
        for law in rules.invariants:
            law.holds(now)
        assert fields.describe(now)
        if game.view.odds is not None:
            game.view.odds(now)
    assert game.board(now, Marks((), start))
    assert game.view.text(now)


def made_up(chooser: random.Random, kinds: Sequence[type[Event]], words: Mapping[str, Sequence[Any]]) -> Any:
    """Return an event of one of these kinds, with field values from `words` by field name, or usual values."""
    kind = chooser.choice(kinds)
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{name: _value(chooser, words.get(name, ()), hints[name]) for name in kind.__struct_fields__})


def _value(chooser: random.Random, words: Sequence[Any], hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple and (whole := [word for word in words if type(word) is tuple]):
        return chooser.choice(whole)
    if get_origin(hint) is tuple:
        first, *others = get_args(hint)
        kinds = [first] * chooser.randint(0, 4) if others == [...] else [first, *others]
        return tuple(_value(chooser, words, kind) for kind in kinds)
    return chooser.choice([word for word in words if type(word) is hint] or USUAL.get(hint, (None,)))
