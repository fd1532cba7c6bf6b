"""Deck formation: the requirements of a deck, and its submission."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.ccg.components.cards import WATCHERS, ZONES, Card, time_card
from projections.games.ccg.events.moves import SubmitDeck
from projections.games.ccg.rules.setup import lay_out
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, joined

FEWEST: Final = 55
"""Minimum number of cards in a deck, including Time cards and Watchers (CCG-DEC-01, A37)."""
MOST: Final = 400
"""Maximum number of cards in a deck, a technical limit."""
MOST_IDENTICAL: Final = 4
"""Maximum number of identical cards in a deck (CCG-DEC-05)."""
MOST_TO_SOLVE: Final = 25
"""Maximum sum of the solve numbers of a deck's Episodes (CCG-DEC-06)."""
_IDENTICAL: Final = f"a deck can have at most {MOST_IDENTICAL} identical cards"
_SOLVE_NUMBERS: Final = f"the solve numbers of a deck can add up to at most {MOST_TO_SOLVE}"


def _deck_must(draft: Draft[Position], move: SubmitDeck) -> None:
    known, cards = draft.now.cards.card, move.cards
    strange = next((face for face in cards if face != UNKNOWN and face not in known), "")
    draft.must("CCG-OBJ-04", not strange, f'no card is called "{strange[:40]}"')
    draft.must("CCG-DEC-01", len(cards) <= MOST, f"a deck can have at most {MOST} cards: this one has {len(cards)}")


def submit_deck(draft: Draft[Position], _move: SubmitDeck) -> None:
    """Submit a deck (CCG-OBJ-02) of any cards of the card set (CCG-OBJ-07). After the second, the game begins."""
    waiting = not (draft.before.turn or _both(draft.before))
    if waiting and _both(draft.now):
        lay_out(draft)


def _both(position: Position) -> bool:
    return all(seat in position.lists for seat in position.seats)


def deck_conflicts(position: Position, move: SubmitDeck) -> Iterator[RuleConflict]:
    """Yield the conflicts of a deck, one a player (CCG-OBJ-02), CCG-DEC-01 to CCG-DEC-06; hidden cards leave doubt."""
    if position.turn or move.player in position.lists:
        early = f"{names.seat_name(position, move.player)} has already submitted one"
        yield RuleConflict("CCG-OBJ-02", "each player can submit only one deck", early)
        return
    faces = [position.cards.card[face] for face in move.cards if face in position.cards.card]
    hidden = len(move.cards) - len(faces)
    if len(move.cards) < FEWEST:
        wanted, size = f"a deck must have at least {FEWEST} cards", len(move.cards)
        yield RuleConflict("CCG-DEC-01", wanted, f"this deck has {size}", have=size, need=FEWEST)
    yield from _time_cards(position, move.cards, hidden)
    yield from _identical(position, faces, hidden)
    missing = [zone for zone, watcher in WATCHERS.items() if watcher not in move.cards]
    if missing:
        zones = joined([f"the {zone.capitalize()}" for zone in missing])
        is_open = hidden >= len(missing)
        state = _unknown(hidden) if is_open else f"this deck has none of {zones}"
        wanted = "a deck must have a Watcher of each zone"
        yield RuleConflict("CCG-DEC-04", wanted, state, verdict=None if is_open else False)
    yield from _to_solve(faces, hidden)


def _unknown(hidden: int) -> str:
    return f"{counted(hidden, 'card')} of this deck {'is' if hidden == 1 else 'are'} hidden"


def _time_cards(position: Position, cards: Sequence[str], hidden: int) -> Iterator[RuleConflict]:
    """Check that the deck has the agreed number of Time cards, a third of each zone.

    Rules:
        CCG-DEC-02, CCG-LNG-01: the same number for both players. CCG-DEC-03, CCG-LNG-02, CCG-TIM-05: equal numbers of
        the three zones (A38).
        CCG-EXR-12: six are usual.
    """
    due = position.options.time_cards
    counts = [cards.count(time_card(zone)) for zone in ZONES]
    short = sum(max(0, due // 3 - count) for count in counts)
    if sum(counts) != due:
        verdict = None if sum(counts) < due <= sum(counts) + hidden else False
        wanted = f"a deck must have {due} Time cards, as agreed"
        have = sum(counts)
        known = RuleConflict("CCG-DEC-02", wanted, f"this deck has {have}", have=have, need=due, limit=due)
        yield known if verdict is False else RuleConflict("CCG-DEC-02", wanted, _unknown(hidden), verdict=None)
    if len(set(counts)) > 1:
        verdict = None if hidden >= short and max(counts) <= due // 3 else False
        each = joined([f"{count} {zone.capitalize()}" for count, zone in zip(counts, ZONES, strict=True)])
        state = f"this deck has {each}" if verdict is False else _unknown(hidden)
        wanted = "a deck must have the same number of Time cards of each zone"
        yield RuleConflict("CCG-DEC-03", wanted, state, verdict=verdict)


def _identical(position: Position, faces: Sequence[Card], hidden: int) -> Iterator[RuleConflict]:
    """Check that at most four cards share a title, except Time cards (CCG-DEC-05, A36; A35: all Doctors as one)."""
    counts = Counter(face.name for face in faces if face.type != "time")
    if position.options.doctors != "distinct":
        doctors = [face.name for face in faces if values.is_doctor(face)]
        counts = Counter({name: count for name, count in counts.items() if name not in doctors})
        counts["Doctor Who"] = len(doctors)
    over = sorted(name for name, count in counts.items() if count > MOST_IDENTICAL)
    for name in over:
        many = counts[name]
        yield RuleConflict("CCG-DEC-05", _IDENTICAL, f"this deck has {many} {name}", have=many, limit=MOST_IDENTICAL)
    if hidden and not over:
        yield RuleConflict("CCG-DEC-05", _IDENTICAL, _unknown(hidden), verdict=None)


def _to_solve(faces: Sequence[Card], hidden: int) -> list[RuleConflict]:
    """Check that the solve numbers of all Episodes add up to at most 25 (CCG-DEC-06)."""
    total = sum(face.solve for face in faces if face.type == "episode")
    if total > MOST_TO_SOLVE:
        return [RuleConflict("CCG-DEC-06", _SOLVE_NUMBERS, f"the sum is {total}", have=total, limit=MOST_TO_SOLVE)]
    return [RuleConflict("CCG-DEC-06", _SOLVE_NUMBERS, _unknown(hidden), verdict=None)] if hidden else []


SUBMIT_DECK: Final = MoveRule(deck_conflicts, submit_deck, _deck_must)
