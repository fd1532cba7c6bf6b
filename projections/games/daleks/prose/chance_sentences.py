"""Sentences for dice, shuffles, draws and cards that are turned up."""

import re
from typing import Final

from events.events import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.games.daleks.prose.card_text import anomaly_words, dilemma_words
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Position
from projections.sentence_table import Rows
from projections.wording import clean, counted, joined

_SPOT: Final = re.compile(r"place ([0-9]{1,6}) zone ([0-9]{1,6})\b", re.ASCII)


def _shuffled(event: Shuffled, before: Position, _after: Position) -> str:
    noun = {"location": "Location", "dilemma": "Dilemma", "anomaly": "Time Anomaly"}.get(event.pile, "card")
    many = counted(len(event.order), noun, "Time Anomalies" if event.pile == "anomaly" else "")
    return f"{many} of {names.pile_name(before, event.pile)} {'is' if len(event.order) == 1 else 'are'} shuffled."


def _drawn(event: Drawn, before: Position, _after: Position) -> str:
    cards = "a card" if len(event.cards) == 1 else counted(len(event.cards), "card")
    if any(card != UNKNOWN for card in event.cards):
        cards += f": {names.known_row(before, event.cards)}"
    other = f" from {names.pile_name(before, event.pile)}" if event.pile != "timey" else ""
    return f"{names.seat_name(before, event.player)} {'draws' if before.turn else 'is dealt'} {cards}{other}."


def _revealed(event: Revealed, before: Position, _after: Position) -> str:
    box, pile, item = before.box, event.pile, event.item
    pile_name = names.pile_name(before, pile)
    if item == UNKNOWN:
        return f"{pile_name} shows an unknown {'tile' if pile in ('location', 'dilemma') else 'card'}."
    match pile:
        case "dilemma":
            printed = box.dilemma.get(item)
            words = f" ({dilemma_words(printed)})" if printed else ""
            return f"The Dilemma {_where(before, event.place)} is {names.dilemma_name(before, item)}{words}."
        case "anomaly":
            drawn = box.anomaly.get(item)
            words = f" ({anomaly_words(drawn)})" if drawn else ""
            return f"The Time Anomaly {names.anomaly_name(before, item)} is drawn{words}."
        case "location":
            return f"The Location {names.location_name(before, item)} is drawn."
        case "earth" | "alien":
            return f"{pile_name} gives {names.companion_name(before, item)}."
    return f"{pile_name} shows {names.card_name(before, item)}."


def _where(before: Position, place: str) -> str:
    """Return the place of a Dilemma in words, from `place 3 zone 1`."""
    found = _SPOT.match(place)
    return f"of {names.in_zone(before, int(found[1]), int(found[2]))}" if found else "that was drawn"


def _rolled(event: Rolled, before: Position, _after: Position) -> str:
    word, _, rest = event.purpose.partition(" ")
    whose, faces = names.whose(before, rest.partition(" ")[0]), clean(" ".join(map(str, event.faces)))
    if word == "TARDIS":
        return f"{whose} TARDIS die shows {faces}."
    shown = [_face(before, name, face) for name, face in zip(event.die.split(), event.faces, strict=False)]
    if word == "roll":
        return f"{whose} dice show {joined(shown)}."
    if word == "re-roll":
        return f"{whose} re-rolled {'die shows' if len(shown) == 1 else 'dice show'} {joined(shown)}."
    return f"The dice for {clean(event.purpose)} show {faces}."


def _face(before: Position, name: str, face: int) -> str:
    faces = before.box.die.get(tray.colour_of(name), ())
    symbol = names.symbol_name(faces[face - 1]) if 1 <= face <= len(faces) else f"face {face}"
    return f"{clean(name)} {symbol}"


ROWS: Final[Rows] = {Shuffled: _shuffled, Drawn: _drawn, Revealed: _revealed, Rolled: _rolled}
