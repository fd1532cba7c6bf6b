"""One sentence for every event, as a person at the table would say it.

A sentence holds what the event and the positions around it hold, never more: a card that is not known is a card.
"""

import re
from typing import Final

from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.games.daleks.events.moves import TodMove
from projections.games.daleks.prose.card_text import anomaly_words, dilemma_words
from projections.games.daleks.prose.dice_story import by_name
from projections.games.daleks.prose.tell_effects import tell_effect
from projections.games.daleks.prose.tell_moves import (
    AdventureMove,
    TravelMove,
    tell_adventure_move,
    tell_move,
    tell_travel,
)
from projections.games.daleks.rules.cost_parts import goes_by_itself
from projections.games.daleks.state.names import (
    anomaly_name,
    card_name,
    companion_name,
    dilemma_name,
    in_zone,
    known_row,
    location_name,
    pile_name,
    seat_name,
    symbol_name,
)
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of
from projections.wording import capitalised, clean, counted, joined

_SPOT: Final = re.compile(r"place ([0-9]{1,6}) zone ([0-9]{1,6})\b", re.ASCII)


def tell(event: Event, before: Position, after: Position) -> str:
    """The event in one sentence. `before` and `after` are the positions around it, as the reader may know them."""
    if isinstance(event, Passed):
        return f"{seat_name(before, event.player)} {_passed(event, before)}."
    if isinstance(event, TodMove):
        return f"{seat_name(before, event.player)} {_move(event, before)}."
    if isinstance(event, Chance):
        said = _chance(event, before)
        return f"{capitalised(said)}."
    if isinstance(event, Effect):
        return tell_effect(event, before, after)
    return f"The log notes a fact of another kind: {tag_of(event)}."


def _move(event: TodMove, before: Position) -> str:
    if isinstance(event, TravelMove):
        return tell_travel(event, before)
    return tell_adventure_move(event, before) if isinstance(event, AdventureMove) else tell_move(event, before)


def _passed(event: Passed, before: Position) -> str:
    window, now = before.window, before.adventure
    if window is not None and event.player in window.awaited:
        return f"plays no card {'before the roll' if window.name == 'roll' else 'before the Adventure is resolved'}"
    if before.debt is not None and event.player == before.debt.seat and not goes_by_itself(before):
        return "does not pay the cost"
    if now is not None and event.player == now.helper:
        return "is ready with the helping dice" if now.manner else "does not help"
    return "passes"


def _chance(event: Chance, before: Position) -> str:
    match event:
        case Shuffled(pile=pile, order=order):
            noun = {"location": "Location", "dilemma": "Dilemma", "anomaly": "Time Anomaly"}.get(pile, "card")
            many = "Time Anomalies" if pile == "anomaly" else ""
            verb = "is" if len(order) == 1 else "are"
            return f"{counted(len(order), noun, many)} of {pile_name(before, pile)} {verb} shuffled"
        case Drawn(player=player, pile=pile, cards=cards):
            verb = "draws" if before.turn else "is dealt"
            other = f" from {pile_name(before, pile)}" if pile != "timey" else ""
            return f"{seat_name(before, player)} {verb} {_drawn(before, cards)}{other}"
        case Revealed(pile=pile, place=place, item=item):
            return _revealed(before, pile, place, item)
        case Rolled(die=die, faces=faces, purpose=purpose):
            return _rolled(before, die, faces, purpose)
    return f"chance decides: {tag_of(event)}"


def _drawn(before: Position, cards: tuple[str, ...]) -> str:
    many = "a card" if len(cards) == 1 else counted(len(cards), "card")
    known = any(card != UNKNOWN for card in cards)
    return f"{many}: {known_row(before, cards)}" if known else many


def _revealed(before: Position, pile: str, place: str, item: str) -> str:
    """What was turned up; of a tile what is printed on it."""
    box = before.box
    if item == UNKNOWN:
        return f"{pile_name(before, pile)} shows a tile or card that is not written down"
    match pile:
        case "dilemma":
            printed = box.dilemma.get(item)
            words = f" ({dilemma_words(printed)})" if printed else ""
            return f"the Dilemma {_where(before, place)} is {dilemma_name(before, item)}{words}"
        case "anomaly":
            drawn = box.anomaly.get(item)
            words = f" ({anomaly_words(drawn)})" if drawn else ""
            return f"the Time Anomaly {anomaly_name(before, item)} is drawn{words}"
        case "location":
            return f"the Location {location_name(before, item)} is drawn"
        case "earth" | "alien":
            return f"{pile_name(before, pile)} gives {companion_name(before, item)}"
    return f"{pile_name(before, pile)} shows {card_name(before, item)}"


def _where(before: Position, place: str) -> str:
    """Where a Dilemma lay: `place 3 zone 1` is said by the names of both."""
    found = _SPOT.match(place)
    return f"of {in_zone(before, int(found[1]), int(found[2]))}" if found else "that was drawn"


def _rolled(before: Position, die: str, faces: tuple[int, ...], purpose: str) -> str:
    """Which symbols fell, die by die."""
    word, _, rest = purpose.partition(" ")
    seat, _, by = rest.partition(" ")
    if word == "TARDIS":
        return f"the TARDIS die of {seat_name(before, seat)} shows {clean(' '.join(map(str, faces)))}"
    shown = [_face(before, name, face) for name, face in zip(die.split(), faces, strict=False)]
    if word == "roll":
        return f"{seat_name(before, seat)} rolls {joined(shown)}"
    if word == "re-roll":
        return f"{seat_name(before, seat)} re-rolls by {by_name(before, by)}: {joined(shown)}"
    return f"the dice for {clean(purpose)} show {' '.join(map(str, faces))}"


def _face(before: Position, name: str, face: int) -> str:
    faces = before.box.die.get(colour_of(name), ())
    symbol = symbol_name(faces[face - 1]) if 1 <= face <= len(faces) else f"face {face}"
    return f"{clean(name)} {symbol}"
