"""Set up: the table, and what is laid out when both decks are down."""

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
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.rules.hits import time_pile
from projections.games.ccg.rules.preparation import draw_pile
from projections.games.ccg.rules.turns import begin_turn
from projections.games.ccg.state.position import Position

HAND: Final = 7
"""The cards of a starting hand (CCG-SET-06)."""
_FEWEST, _MOST = 3, 60
"""Bounds of the Time cards of each player."""
Row = tuple[str, ...]


def table(started: Started, data: Mapping[str, bytes]) -> Position:
    """The empty table.

    Rules:
        CCG-OBJ-01 the two seats; CCG-DEC-02, CCG-DEC-03, CCG-LNG-01 and CCG-LNG-02 how many Time cards; A02 the Energy
        of The Watcher, which the card file gives and the table may set.

    Raises:
        RefusedError: an option or the table's own card file does not hold; names it and what is allowed.
    """
    options = msgspec.convert(dict(started.options), Options)
    if options.first_player and options.first_player not in started.seats:
        raise RefusedError(f'first_player: no seat "{options.first_player[:40]}"; seats are {", ".join(started.seats)}')
    if options.time_cards % 3 or not _FEWEST <= options.time_cards <= _MOST:
        raise RefusedError(
            f"time_cards: {options.time_cards} is not allowed: {_FEWEST} to {_MOST}, a third for each zone (CCG-DEC-03)"
        )
    if options.turn_cap < 0:
        raise RefusedError(f"turn_cap: {options.turn_cap} is not allowed: 0 for none, or a number of turns")
    if unknown := set(data) - {"cards"}:
        raise RefusedError(f'data: no file "{min(unknown)[:40]}" is taken; "cards" is')
    cards = parse_cards(data["cards"], "cards") if "cards" in data else SHIPPED
    return Position(seats=started.seats, options=options, cards=_with_watchers(cards, options.watcher_energy))


def _with_watchers(cards: CardSet, energy: int) -> CardSet:
    """A card set in which the three Watchers have the Energy that the table agreed on (A02)."""
    if all(cards.card[face].energy == energy for face in WATCHERS.values()):
        return cards  # the very set that ships, which no fingerprint has to spell out
    watchers = {face: msgspec.structs.replace(cards.card[face], energy=energy) for face in WATCHERS.values()}
    return msgspec.structs.replace(cards, card={**cards.card, **watchers})


def deal(draft: Draft[Position], started: Started) -> None:  # noqa: ARG001  # every game is dealt with both
    """Wait for both decks: each player plays with one of their own (CCG-OBJ-02)."""
    draft.add(StepReached(step="deck"), "CCG-OBJ-02")


def lay_out(draft: Draft[Position]) -> None:
    """Set the game up when both decks are down, and begin it.

    Rules:
        CCG-STR-02 who begins, given or left to chance; CCG-SET-01 the places; CCG-STR-03 hands are seen at the end.
    """
    now = draft.now
    first = now.options.first_player or draft.pick(now.seats, purpose="first player")
    for seat in now.seats:
        _lay_out(draft, seat)
    apply_consequences(draft, asked=False)
    begin_turn(draft, first, "CCG-STR-02")


def _lay_out(draft: Draft[Position], seat: str) -> None:
    """Lay out one deck.

    Rules:
        CCG-SET-02 the Time cards are shuffled unseen (A40); CCG-SET-03, CCG-TIM-04 the top one is turned up; CCG-SET-05
        and CCG-STR-01 three Watchers go to their zones; CCG-SET-06 the rest is shuffled, seven cards are the hand;
        CCG-SET-08 what is left is the draw deck. CCG-SET-04 Time cards come from nowhere else.
    """
    times, watchers, rest = sort_deck(draft.now, seat)
    if times:
        order = draft.shuffle(time_pile(seat), times)
        draft.turn_up(time_pile(seat), "1", order[0])
    for face in watchers:
        zone = next(zone for zone, watcher in WATCHERS.items() if watcher == face)
        entered = CardEntered(card=draft.now.count + 1, face=face, owner=seat, side=seat, zone=zone)
        draft.add(entered, "CCG-STR-01")
    if rest:
        draft.shuffle(draw_pile(seat), rest)
        draft.draw(seat, draw_pile(seat), HAND)


def sort_deck(position: Position, seat: str) -> tuple[Row, Row, Row]:
    """A seat's deck, taken apart: its Time cards, a Watcher of each zone, the rest.

    Where cards of the list are not known, there are as many Time cards and Watchers among them as there should be.
    """
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


def retold(position: Position) -> dict[str, object]:
    """The options that tell by hand who began."""
    return {"first_player": position.first} if position.first else {}


def pile(position: Position, name: str) -> Row | None:
    """The cards of a draw deck from the top down.

    A Time stack is laid out, its top card for all to see, and is none: where a Hit is taken back its cards stay as they
    lay, for the top one is no other than it was (CCG-SET-03).
    """
    return next((position.decks.get(seat, ()) for seat in position.seats if name == draw_pile(seat)), None)


def spot(name: str, place: str) -> int | None:
    """The index that a turned-up Time card had in the shuffle of its stack; places count from 1 at the top."""
    stack = name.startswith("time-") and place.isascii() and place.isdecimal() and 0 < int(place) <= _MOST
    return int(place) - 1 if stack else None
