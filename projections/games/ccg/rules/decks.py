"""Deck formation: what a deck is asked, and how it is laid down."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.ccg.components.cards import WATCHERS, ZONES, Card, time_card
from projections.games.ccg.events.moves import SubmitDeck
from projections.games.ccg.rules.setup import lay_out
from projections.games.ccg.state.names import seat_name
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import is_doctor
from projections.objections import Objection, require_all
from projections.wording import counted, joined

FEWEST: Final = 55
"""The cards of a deck, Time cards and Watchers among them (CCG-DEC-01, A37)."""
MOST: Final = 400
"""More cards than that are no deck of a table."""
MOST_IDENTICAL: Final = 4
"""Identical cards of a deck (CCG-DEC-05)."""
MOST_TO_SOLVE: Final = 25
"""The sum of the solve numbers of its Episodes (CCG-DEC-06)."""


def submit_deck(draft: Draft[Position], move: SubmitDeck) -> None:
    """Lay a deck down; behind the second one the game is set up and begins.

    Rules:
        CCG-OBJ-02 a deck of one's own; CCG-OBJ-07 of whichever cards the table has.
    """
    known, cards = draft.now.cards.card, move.cards
    strange = next((face for face in cards if face != UNKNOWN and face not in known), "")
    draft.must("CCG-OBJ-04", not strange, f'there is no card "{strange[:40]}"')
    draft.must("CCG-DEC-01", len(cards) <= MOST, f"a deck of {len(cards)} cards is too large: {MOST} at most")
    require_all(draft, *deck_objections(draft.now, move))
    waiting = not (draft.now.turn or _both(draft.now))
    draft.add(move)
    if waiting and _both(draft.now):
        lay_out(draft)


def _both(position: Position) -> bool:
    """Whether both decks are down."""
    return all(seat in position.lists for seat in position.seats)


def deck_objections(position: Position, move: SubmitDeck) -> list[Objection]:
    """What speaks against a deck; hidden cards leave it open.

    Rules:
        CCG-DEC-01 to CCG-DEC-06 the five provisos, as each part below says; CCG-OBJ-02 one deck a player, once.
    """
    if position.turn or move.player in position.lists:
        message = f"each player lays down one deck: {seat_name(position, move.player)} has laid down one"
        return [Objection("CCG-OBJ-02", False, message)]
    faces = [position.cards.card[face] for face in move.cards if face in position.cards.card]
    hidden = len(move.cards) - len(faces)
    found = [*_time_cards(position, move.cards, hidden), *_identical(position, faces, hidden)]
    if len(move.cards) < FEWEST:
        message = f"a deck has at least {FEWEST} cards, not {len(move.cards)}"
        found.insert(0, Objection("CCG-DEC-01", False, message))
    missing = [zone for zone, watcher in WATCHERS.items() if watcher not in move.cards]
    if missing:
        zones = joined([zone.capitalize() for zone in missing])
        is_open = hidden >= len(missing)
        message = f"a deck has a Watcher of each zone{f', {_unknown(hidden)}' if is_open else f'; missing: {zones}'}"
        found.append(Objection("CCG-DEC-04", None if is_open else False, message))
    return found + _to_solve(faces, hidden)


def _unknown(hidden: int) -> str:
    """Why it cannot be told."""
    return f"and {counted(hidden, 'card')} of this one {'is' if hidden == 1 else 'are'} hidden"


def _time_cards(position: Position, cards: Sequence[str], hidden: int) -> Iterator[Objection]:
    """As many Time cards as the table agreed on, a third of each zone.

    Rules:
        CCG-DEC-02 and CCG-LNG-01 the same number with both; CCG-DEC-03, CCG-LNG-02 and CCG-TIM-05 equal numbers of the
        three (A38); CCG-EXR-12 six are usual.
    """
    due = position.options.time_cards
    counts = [cards.count(time_card(zone)) for zone in ZONES]
    short = sum(max(0, due // 3 - count) for count in counts)
    if sum(counts) != due:
        verdict = None if sum(counts) < due <= sum(counts) + hidden else False
        told = f"not {sum(counts)}" if verdict is False else _unknown(hidden)
        yield Objection("CCG-DEC-02", verdict, f"{due} Time cards are agreed on, {told}")
    if len(set(counts)) > 1:
        verdict = None if hidden >= short and max(counts) <= due // 3 else False
        each = ", ".join(f"{count} {zone.capitalize()}" for count, zone in zip(counts, ZONES, strict=True))
        told = f"not {each}" if verdict is False else _unknown(hidden)
        yield Objection("CCG-DEC-03", verdict, f"as many Time cards of each zone, {told}")


def _identical(position: Position, faces: Sequence[Card], hidden: int) -> Iterator[Objection]:
    """Not more than four of one title; Time cards are exempt, and Doctors may count together.

    Rules:
        CCG-DEC-05 with A36; A35 where the table takes all Doctors for one card.
    """
    counts = Counter(face.name for face in faces if face.type != "time")
    if position.options.doctors != "distinct":
        doctors = [face.name for face in faces if is_doctor(face)]
        counts = Counter({name: count for name, count in counts.items() if name not in doctors})
        counts["Doctor Who"] = len(doctors)
    over = sorted(name for name, count in counts.items() if count > MOST_IDENTICAL)
    for name in over:
        message = f"{MOST_IDENTICAL} identical cards at most: {counts[name]} are {name}"
        yield Objection("CCG-DEC-05", False, message)
    if hidden and not over:
        yield Objection("CCG-DEC-05", None, f"{MOST_IDENTICAL} identical cards at most, {_unknown(hidden)}")


def _to_solve(faces: Sequence[Card], hidden: int) -> list[Objection]:
    """The solve numbers of all Episodes are 25 together at most (CCG-DEC-06)."""
    total = sum(face.solve for face in faces if face.type == "episode")
    if total > MOST_TO_SOLVE:
        message = f"the solve numbers of a deck are {MOST_TO_SOLVE} together at most, not {total}"
        return [Objection("CCG-DEC-06", False, message)]
    unknown = f"the solve numbers of a deck are {MOST_TO_SOLVE} together at most, {_unknown(hidden)}"
    return [Objection("CCG-DEC-06", None, unknown)] if hidden else []
