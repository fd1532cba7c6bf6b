"""The expected action in words: whose turn it is, which seats are awaited, and what is pending."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.games.ccg.prose.use_text import aimed, own, owns, step_words, used, values_words
from projections.games.ccg.state.names import cards_named, face_name, seat_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.window import Window
from projections.wording import capitalised, joined

DUE: Final[Mapping[str, str]] = {
    "stand": "{name} to Stand cards", "zone": "{name} to choose a zone", "draw": "{name} to draw a card",
    "play": "{name} to play cards or announce combat", "combat": "{rival} to prepare for combat",
    "attack": "{name} to attack or end the turn", "name": "{rival} to name a main combatant or decline",
    "fight": "The fight must be decided", "hit": "{name} to make a Hit or end the turn",
    "bonus": "{name} to end the turn",
}  # fmt: skip
"""The action that each step expects, and from which seat."""


def turn_words(position: Position) -> tuple[str, str]:
    """Return two texts: the number of the turn, and the expected action."""
    number = f"Turn {position.turn}, round {position.round}" if position.turn else "Before the first turn"
    if position.step == "over" or position.winners:
        names = joined([seat_name(position, seat) for seat in position.winners])
        won = f"{names} {'has won' if len(position.winners) == 1 else 'have won'}"
        return number, won if names else "The game is over"
    window = position.window
    if window and window.awaited:
        seats = joined([seat_name(position, seat) for seat in window.awaited])
        return number, f"{seats} {window_words(position, window.name)}"
    return number, _due(position)


def window_words(position: Position, name: str) -> str:
    """Return in words what the seats asked for an answer may do, without the names of the seats."""
    kind, _, place = name.partition("-")
    match kind:
        case "combat":
            return "may prepare for combat"
        case "fight":
            return "may act in the fight"
        case "hit":
            return "may answer the Hit"
        case "doom":
            return f"may save {cards_named(position, _doomed(position))}"
        case "episode":
            return "may answer the Episode"
    waiting = _announced(position, place)
    return f"may answer {face_name(position, waiting.face)}" if waiting else "may answer"


def _doomed(position: Position) -> tuple[int, ...]:
    return next((thing.cards for thing in reversed(position.stack) if isinstance(thing, Doom)), ())


def _announced(position: Position, place: str) -> Announcement | None:
    there = (thing for thing in position.stack if isinstance(thing, Announcement) and str(thing.place) == place)
    return next(there, None)


def _due(position: Position) -> str:
    name, rival = (seat_name(position, seat) for seat in (position.player, position.rival(position.player)))
    match position.step:
        case "deck":
            return _missing_decks(position)
        case "bonus" if position.bonus:
            return f"{name} to draw the bonus card or end the turn"
    if position.step in DUE:
        return DUE[position.step].format(name=name, rival=rival)
    return f"{name}: {step_words(position.step)}"


def _missing_decks(position: Position) -> str:
    missing = [seat_name(position, seat) for seat in position.seats if not position.lists.get(seat)]
    what = "a deck" if len(missing) == 1 else "their decks"
    return f"{joined(missing)} to submit {what}" if missing else "The game is being set up"


def pending(position: Position) -> Iterator[str]:
    """Yield a sentence for each unfinished action, the latest first."""
    for thing in reversed(position.stack):
        match thing:
            case Announcement(place=place, player=player):
                what = used(position, player, thing.face, thing.card, thing.ability)
                yield f"Announced as {place}: {what}{aimed(position, thing, player)}."
            case Doom(cards=cards, how=how):
                yield f"About to leave play: {owns(position, cards)} ({how})."
            case Hit(player=player):
                yield f"About to happen: a Hit on {seat_name(position, player)}."
            case Fight():
                yield f"Combat: {_fight(position, thing)}."
            case Window(awaited=awaited, name=name):
                seats = joined([seat_name(position, seat) for seat in awaited]) or "nobody"
                sentence = f"{seats} {window_words(position, name)}."
                yield capitalised(sentence) if thing is position.window else f"Then {sentence}"


def _fight(position: Position, fight: Fight) -> str:
    attacker = f"{own(position, fight.attacker)} {values_words(position, fight.attacker)}"
    hits = f", {fight.hits} made" if fight.hits else ""
    if fight.defender:
        return f"{attacker} against {own(position, fight.defender)} {values_words(position, fight.defender)}"
    if fight.state == "hit":
        again = "may make a Hit" if fight.again else "may make no further Hit"
        return f"{attacker} has no defender to fight and {again}{hits}"
    return f"{attacker} attacks; no defender is named yet"
