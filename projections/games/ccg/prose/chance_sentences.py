"""Sentences for shuffles, draws, Time cards that are turned up and rolls."""

from typing import Final

from events.events import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Position
from projections.sentence_table import Rows
from projections.wording import clean, counted


def _shuffled(event: Shuffled, before: Position, _after: Position) -> str:
    verb = "is" if len(event.order) == 1 else "are"
    return f"{counted(len(event.order), 'card')} of {names.pile_name(before, event.pile)} {verb} shuffled."


def _drawn(event: Drawn, before: Position, _after: Position) -> str:
    cards = "a card" if len(event.cards) == 1 else counted(len(event.cards), "card")
    if any(card != UNKNOWN for card in event.cards):
        cards += f": {names.known_row(before, event.cards)}"
    other = f" from {names.pile_name(before, event.pile)}" if event.pile != f"deck-{event.player}" else ""
    return f"{names.seat_name(before, event.player)} {'draws' if before.turn else 'is dealt'} {cards}{other}."


def _revealed(event: Revealed, before: Position, _after: Position) -> str:
    card, shown = before.cards.card.get(event.item), "an unknown card"
    if card:
        shown = f"the {clean(card.name)}" + f": the bonus zone is the {card.zone.title()}" * (card.type == "time")
    return f"{names.pile_name(before, event.pile)} shows {shown}."


def _rolled(event: Rolled, before: Position, _after: Position) -> str:
    faces, shown = event.faces, " ".join(map(str, event.faces))
    if event.purpose == "first player" and len(faces) == 1 and 0 < faces[0] <= len(before.seats):
        first = names.seat_name(before, before.seats[faces[0] - 1])
        return f"{first} begins, picked at random ({shown} of {event.sides})."
    return f"The dice for {clean(event.purpose)} show {shown}."


ROWS: Final[Rows] = {Shuffled: _shuffled, Drawn: _drawn, Revealed: _revealed, Rolled: _rolled}
