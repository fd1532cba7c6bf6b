"""Sessions of the card game with another card in a deck, in a place that a viewer sees nothing of."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from events.events import UNKNOWN, Shuffled
from projections.games.ccg.state.position import Position
from replay.chance.tower import Tower
from replay.session.session import Session

TRIES: Final = 6


class Recast(NamedTuple):
    """A card that a player's deck has in another one's place: where the tower's shuffle put it, and which it is."""

    seat: str
    place: int
    face: str


class Recaster(Tower):
    change = Recast("", 0, "")
    old = ""

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        seat, place, face = self.change
        if pile != f"deck-{seat}":
            return super().shuffle(pile, cards)
        shuffled = super().shuffle(pile, exchanged(cards, face, self.old))
        order = (*shuffled.order[:place], face, *shuffled.order[place + 1 :])
        return msgspec.structs.replace(shuffled, order=order)


def exchanged(cards: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def order_of(session: Session, pile: str) -> tuple[str, ...]:
    events = (entry.event for entry in session.table.entries)
    return next(event.order for event in events if isinstance(event, Shuffled) and event.pile == pile)


def recasts(session: Session, seat: str, chooser: random.Random) -> Iterator[Recast]:
    """Cards of a seat's deck that nobody else saw, each with another one that the deck would take; the hand first."""
    hand, deck = unseen(session, "", seat)
    chooser.shuffle(hand)
    order = order_of(session, f"deck-{seat}")
    for place in (*hand, *chooser.sample(deck, min(len(deck), TRIES))):
        face = chooser.choice([face for face in fitting(session.position, seat, order[place]) if face not in order])
        yield Recast(seat, place, face)


def fitting(position: Position, seat: str, old: str) -> list[str]:
    """What a deck could have in the place of a card, by the five provisos: of no more to solve, and not too often."""
    cards = position.cards.card
    names = Counter(cards[face].name for face in position.lists[seat])
    doctors = {face for face, card in cards.items() if "doctor" in card.labels}
    return [
        face for face, card in cards.items()
        if card.type != "time" and card.solve <= cards[old].solve and names[card.name] < 4
        and (old in doctors or face not in doctors)
    ]  # fmt: skip


def unseen(session: Session, viewer: str, seat: str) -> tuple[list[int], list[int]]:
    """The places of a shuffled deck whose cards a viewer does not see: of the hand (of like cards one), of the deck."""
    true, known, order = session.position, session.view(viewer or "all").position, order_of(session, f"deck-{seat}")
    drawn = len(order) - len(true.decks[seat])
    hidden = [face for face in true.hands[seat] if face not in true.seen.get(seat, ())]
    shown = UNKNOWN not in known.hands[seat]
    latest = {face: place for place, face in enumerate(order[:drawn])}
    hand = [] if shown else sorted({latest[face] for face in hidden if face in latest})
    return hand, list(range(drawn, len(order)))
