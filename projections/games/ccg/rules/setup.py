"""Setup: the initial position, and the layout after both decks are submitted."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.errors import RefusedError
from events.events import UNKNOWN, Started
from projections.draft import Draft
from projections.games.ccg.components.cards import WATCHERS, CardSet
from projections.games.ccg.components.data_files import SHIPPED, parse_cards
from projections.games.ccg.events.effects import CardEntered, StepReached
from projections.games.ccg.options import Options
from projections.games.ccg.rules import consequences, hits, preparation, turns
from projections.games.ccg.state.position import VERSIONS, Position

HAND: Final = 7
"""Number of cards in a starting hand (CCG-SET-06)."""
_FEWEST, _MOST = 3, 60  # limits for the number of Time cards of each player
Row = tuple[str, ...]


def table(started: Started, data: Mapping[str, bytes]) -> Position:
    """Return the initial position.

    Rules:
        CCG-OBJ-01: two seats. CCG-DEC-02, CCG-DEC-03, CCG-LNG-01, CCG-LNG-02: the number of Time cards.
        A02: the Energy of The Watcher, which is in the card file and can be set by an option.

    Raises:
        RefusedError: an option or the custom card file is not valid. It names the fault and what is allowed.
    """
    options = msgspec.convert(dict(started.options), Options)
    if options.first_player and options.first_player not in started.seats:
        raise RefusedError(
            f'first_player: "{options.first_player[:40]}" is not a seat. Seats: {", ".join(started.seats)}'
        )
    if options.time_cards % 3 or not _FEWEST <= options.time_cards <= _MOST:
        message = f"time_cards must be a multiple of 3 from {_FEWEST} to {_MOST}, not {options.time_cards} (CCG-DEC-03)"
        raise RefusedError(message)
    if options.turn_cap < 0:
        raise RefusedError(f"turn_cap must be 0 for no last turn, or a number of turns, not {options.turn_cap}")
    if unknown := set(data) - {"cards"}:
        raise RefusedError(f'data: "{min(unknown)[:40]}" is not a file of this game. Files: cards')
    cards = parse_cards(data["cards"], "cards") if "cards" in data else SHIPPED
    kind = VERSIONS.get(started.rules, Position)
    return kind(seats=started.seats, options=options, cards=_with_watchers(cards, options.watcher_energy))


def _with_watchers(cards: CardSet, energy: int) -> CardSet:
    """Return a copy of a card set in which the three Watchers have the Energy `energy` (A02)."""
    if all(cards.card[face].energy == energy for face in WATCHERS.values()):
        return cards  # the same object is omitted from state hashes
    watchers = {face: msgspec.structs.replace(cards.card[face], energy=energy) for face in WATCHERS.values()}
    return msgspec.structs.replace(cards, card={**cards.card, **watchers})


def deal(draft: Draft[Position], started: Started) -> None:  # noqa: ARG001  # every game's `deal` takes both
    """Begin with the step in which each player submits a deck (CCG-OBJ-02)."""
    draft.add(StepReached(step="deck"), "CCG-OBJ-02")


def lay_out(draft: Draft[Position]) -> None:
    """Set up the game after both decks are submitted, and begin it.

    Rules:
        CCG-STR-02: the first player is given or chosen at random. CCG-SET-01: the places of the cards.
        CCG-STR-03: hands are seen last.
    """
    now = draft.now
    first = now.options.first_player or draft.pick(now.seats, purpose="first player")
    for seat in now.seats:
        _lay_out(draft, seat)
    consequences.apply_consequences(draft, asked=False)
    turns.begin_turn(draft, first, "CCG-STR-02")


def _lay_out(draft: Draft[Position], seat: str) -> None:
    """Lay out a seat's deck: its Watchers, Time stack, draw deck and hand.

    Rules:
        CCG-SET-02: the Time cards are shuffled unseen (A40). CCG-SET-03, CCG-TIM-04: the top one is turned up.
        CCG-SET-05, CCG-STR-01: three Watchers go to their zones. CCG-SET-06: the rest is shuffled, and seven cards are
        the hand.
        CCG-SET-08: the remaining cards are the draw deck. CCG-SET-04: no Time card is added later.
    """
    times, watchers, rest = sort_deck(draft.now, seat)
    if times:
        order = draft.shuffle(hits.time_pile(seat), times)
        draft.turn_up(hits.time_pile(seat), "1", order[0])
    for face in watchers:
        zone = next(zone for zone, watcher in WATCHERS.items() if watcher == face)
        entered = CardEntered(card=draft.now.count + 1, face=face, owner=seat, side=seat, zone=zone)
        draft.add(entered, "CCG-STR-01")
    if rest:
        draft.shuffle(preparation.draw_pile(seat), rest)
        draft.draw(seat, preparation.draw_pile(seat), HAND)


def sort_deck(position: Position, seat: str) -> tuple[Row, Row, Row]:
    """Split a deck into Time cards, a Watcher of each zone, and the rest. Unknown cards replace missing ones."""
    left = list(position.lists.get(seat, ()))
    times = [face for face in left if face in position.cards.card and position.cards.card[face].type == "time"]
    for face in times:
        left.remove(face)
    while len(times) < position.options.time_cards and UNKNOWN in left:
        left.remove(UNKNOWN)
        times.append(UNKNOWN)
    watchers = []
    for face in WATCHERS.values():
        if face in left or UNKNOWN in left:
            left.remove(face if face in left else UNKNOWN)
            watchers.append(face)
    return tuple(times), tuple(watchers), tuple(left)


def dealt_options(position: Position) -> dict[str, object]:
    """Return the option `first_player` with the seat that began, for a transcript; {} if no seat has begun."""
    return {"first_player": position.first} if position.first else {}


def pile(position: Position, name: str) -> Row | None:
    """Return the cards of a draw deck from the top, or None for other piles.

    A Time stack is not such a pile. If a Hit is undone, its cards keep their order, because the top card was public
    (CCG-SET-03).
    """
    return next((position.decks.get(seat, ()) for seat in position.seats if name == preparation.draw_pile(seat)), None)


def spot(name: str, place: str) -> int | None:
    """Return the index (from 0 at the top) of a turned-up Time card in its stack; None for another pile."""
    stack = name.startswith("time-") and place.isascii() and place.isdecimal() and 0 < int(place) <= _MOST
    return int(place) - 1 if stack else None
