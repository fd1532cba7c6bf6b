"""All sentences of a game in random sessions: events, turns, boards, and rule conflicts of moves."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from players import AGREED, GAMES, choose
from round_trip import made_up_move

from events.errors import BellError
from events.events import Started
from projections.draft import find_conflicts, run
from projections.games.risk.components.world_map import TERRITORIES
from replay.chance.random_source import SeededChance
from replay.reading.places import to_put_right

SEATS = ("ann-lee", "the-orange", "k9-b")
PROBES = 3


class Told(NamedTuple):
    where: str
    text: str


def sentences(slug: str, seats: int, seed: int, cap: int) -> Iterator[Told]:
    """Yield all sentences of a random session of `cap` moves, including those for arbitrary illegal moves."""
    game, chooser, fate = GAMES[slug], random.Random(seed), SeededChance(seed)
    start = Started(slug, game.meta.rules_number, SEATS[:seats], options={**AGREED.get((slug, seats), {})})
    _, position = game.begin(start, fate)
    for _ in range(cap):
        yield from _standing(game, position)
        for _ in range(PROBES):
            yield from _spoken_against(game, position, made_up_move(slug, position, chooser))
        status = game.rules.status(position)
        if status.outcome:
            return
        entries, after = game.play(position, choose(game, position, chooser, status), fate)
        yield from _told(game, position, [entry.event for entry in entries])
        yield from (Told("put right", line) for line in to_put_right(game, position, after))
        position = after


def printed_names(slug: str) -> Mapping[str, str]:
    """Return the ids of a game's components with their printed names."""
    found = {ident: land.name for ident, land in TERRITORIES.items()} if slug == "risk" else {}
    start = Started(slug, GAMES[slug].meta.rules_number, SEATS[:2])
    _named(msgspec.to_builtins(GAMES[slug].begin(start, SeededChance(1))[1]), found)
    return found


def _named(part: Any, found: dict[str, str]) -> None:
    for key, value in part.items() if isinstance(part, dict) else ():
        name = value.get("name") if isinstance(value, dict) else None
        if isinstance(name, str):
            found[str(key)] = name
        _named(value, found)


def _standing(game: Any, position: Any) -> Iterator[Told]:
    view, seats = game.view, game.rules.status(position).awaited
    for where, lines in (
        ("totals", view.totals(position)), ("turn", view.turn_words(position) if view.turn_words else ()),
        ("hand", [line for seat in seats for line in view.hand(position, seat)]),
        ("odds", view.odds(position) if view.odds else ()), ("board", view.text(position).splitlines()),
    ):  # fmt: skip
        yield from (Told(where, line) for line in lines)
    fields = game.editor.fields
    options = {name for name, _ in fields.options(position)} if fields else set()
    for place, value in fields.describe(position) if fields else ():
        if place not in options and (name := view.field_label(position, place)):
            yield Told("place", f"{name}: {view.field_value(position, place, value)}")


def _told(game: Any, position: Any, events: list[Any]) -> Iterator[Told]:
    steps = list[tuple[Any, Any, Any]]()
    for event in events:
        after = game.rules.reducer(position, event)
        steps.append((event, position, after))
        yield Told("tell", game.view.sentence(event, position, after))
        position = after
    yield from (Told("recap", line) for line in game.view.summarize(steps) or ())


def _spoken_against(game: Any, position: Any, move: Any) -> Iterator[Told]:
    try:
        yield from (Told("against", conflict.message) for conflict in find_conflicts(game.rules, position, move))
        draft = run(game.rules, position, move, SeededChance(1), strict=False)
    except BellError:  # names unknown to the box are quoted as typed
        return
    yield from (Told("against", conflict.message) for conflict in draft.broken_rules)
    yield Told("unchecked", draft.unchecked)
    yield from _told(game, position, [entry.event for entry in draft.entries])
