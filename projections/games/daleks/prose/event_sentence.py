"""One sentence for every event.

A sentence contains only what the event and the positions around it contain. An unknown card is only "a card".
"""

import re
from typing import Final

from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.games.daleks.events.moves import TodMove
from projections.games.daleks.prose.card_text import anomaly_words, dilemma_words
from projections.games.daleks.prose.effect_sentences import effect_sentence
from projections.games.daleks.prose.move_sentences import (
    AdventureMove,
    TravelMove,
    adventure_move_sentence,
    move_sentence,
    travel_sentence,
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
    whose,
)
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of
from projections.wording import capitalised, clean, counted, joined

_SPOT: Final = re.compile(r"place ([0-9]{1,6}) zone ([0-9]{1,6})\b", re.ASCII)


def event_sentence(event: Event, before: Position, after: Position) -> str:
    """Return the event as one sentence. `before` and `after` are the positions as the viewer may know them."""
    if isinstance(event, Passed):
        return f"{seat_name(before, event.player)} {_passed(event, before)}."
    if isinstance(event, TodMove):
        return f"{seat_name(before, event.player)} {_move(event, before)}."
    if isinstance(event, Chance):
        sentence = _chance(event, before)
        return f"{capitalised(sentence)}."
    if isinstance(event, Effect):
        return effect_sentence(event, before, after)
    return f"The log has an entry of another kind: {tag_of(event)}."


def _move(event: TodMove, before: Position) -> str:
    if isinstance(event, TravelMove):
        return travel_sentence(event, before)
    return adventure_move_sentence(event, before) if isinstance(event, AdventureMove) else move_sentence(event, before)


def _passed(event: Passed, before: Position) -> str:
    window, now = before.window, before.adventure
    if window is not None and event.player in window.awaited:
        return f"plays no card {'before the roll' if window.name == 'roll' else 'before the Adventure is resolved'}"
    if before.debt is not None and event.player == before.debt.seat and not goes_by_itself(before):
        return "does not pay the cost"
    if now is not None and event.player == now.helper:
        return "marks the helper's pool as ready" if now.manner else "does not help"
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
    """Return in words what was turned up, with the printed text of a tile."""
    box = before.box
    if item == UNKNOWN:
        return f"{pile_name(before, pile)} shows an unknown {'tile' if pile in ('location', 'dilemma') else 'card'}"
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
    """Return the place of a Dilemma in words, from `place 3 zone 1`."""
    found = _SPOT.match(place)
    return f"of {in_zone(before, int(found[1]), int(found[2]))}" if found else "that was drawn"


def _rolled(before: Position, die: str, faces: tuple[int, ...], purpose: str) -> str:
    """Return the rolled symbols in words, die by die."""
    word, _, rest = purpose.partition(" ")
    seat = rest.partition(" ")[0]
    if word == "TARDIS":
        return f"{whose(before, seat)} TARDIS die shows {clean(' '.join(map(str, faces)))}"
    shown = [_face(before, name, face) for name, face in zip(die.split(), faces, strict=False)]
    if word == "roll":
        return f"{whose(before, seat)} dice show {joined(shown)}"
    if word == "re-roll":
        dice = "die shows" if len(shown) == 1 else "dice show"
        return f"{whose(before, seat)} re-rolled {dice} {joined(shown)}"
    return f"the dice for {clean(purpose)} show {' '.join(map(str, faces))}"


def _face(before: Position, name: str, face: int) -> str:
    faces = before.box.die.get(colour_of(name), ())
    symbol = symbol_name(faces[face - 1]) if 1 <= face <= len(faces) else f"face {face}"
    return f"{clean(name)} {symbol}"
