"""One sentence for every event.

A sentence uses only the event and the positions around it, so it names no card that the viewer does not know.
"""

from typing import Final

from events.events import UNKNOWN, Drawn, Effect, Revealed, Rolled, Shuffled, Started
from projections.games.ccg.events import effects as f
from projections.games.ccg.prose import effect_sentences as effects, move_sentences as moves, set_fields
from projections.games.ccg.prose.use_text import own, step_words
from projections.games.ccg.state import names
from projections.games.ccg.state.names import card_name, whose
from projections.games.ccg.state.position import Position
from projections.sentence_table import Rows, SentenceTable, Writers
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


_CHANCE: Final[Rows] = {Shuffled: _shuffled, Drawn: _drawn, Revealed: _revealed, Rolled: _rolled}


_WRITERS: Final[Writers] = {
    "player": names.seat_name, "seat": names.seat_name, "whose": names.whose, "card": own, "cards": names.known_row,
    "face": names.face_name, "zone": names.zone_name, "in zone": names.in_zone, "value": names.value_name,
    "step": step_words,
}  # fmt: skip
SENTENCES: Final = SentenceTable(
    {Started: "This entry is of another kind: started.", **moves.ROWS, **_CHANCE, **effects.ROWS},
    {**_WRITERS, **moves.WRITERS, **effects.WRITERS},
    fields=set_fields.FIELDS,
    label=set_fields.label,
)


def differ(due: Effect, stated: Effect, before: Position) -> str:
    """Return a sentence that compares a stated result with the expected one, or "" if the result has no numbers."""
    match due, stated:
        case f.ValuesSet(), f.ValuesSet() if (card := before.at(due.card)) is not None:
            name = f"{whose(before, card.side)} {card_name(before, due.card)}"
            was = f"{card.energy}/{card.substance}/{card.support}"
            return f"{name} changed from {was} to {_values(stated)}; by the rules it should be {_values(due)}."
    return ""


def _values(event: f.ValuesSet) -> str:
    return f"{event.energy}/{event.substance}/{event.support}"
