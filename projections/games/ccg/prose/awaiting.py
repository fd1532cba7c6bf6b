"""What has to be done now, in words: whose turn it is, who is awaited, and what waits to be answered."""

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
    "fight": "The fight is to be decided", "hit": "{name} to make a Hit or end the turn",
    "bonus": "{name} to end the turn",
}  # fmt: skip
"""What each step asks of whom."""


def turn_words(position: Position) -> tuple[str, str]:
    """The number of the turn, and who has to do what."""
    number = f"Turn {position.turn}, round {position.round}" if position.turn else "Before the first turn"
    if position.step == "over" or position.winners:
        names = joined([seat_name(position, seat) for seat in position.winners])
        return (
            number,
            f"{names} {'has won' if len(position.winners) == 1 else 'share the win'}" if names else "The game is over",
        )
    window = position.window
    if window and window.awaited:
        seats = joined([seat_name(position, seat) for seat in window.awaited])
        return number, f"{seats} {window_words(position, window.name)}"
    return number, _due(position)


def window_words(position: Position, name: str) -> str:
    """What the seats that a window awaits may do, without their names."""
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
    """The announcement at a place of the stack."""
    there = (thing for thing in position.stack if isinstance(thing, Announcement) and str(thing.place) == place)
    return next(there, None)


def _due(position: Position) -> str:
    """What the step asks, where no window does."""
    name, rival = (seat_name(position, seat) for seat in (position.player, position.rival(position.player)))
    match position.step:
        case "deck":
            return _laying_down(position)
        case "bonus" if position.bonus:
            return f"{name} to draw the bonus card or end the turn"
    if position.step in DUE:
        return DUE[position.step].format(name=name, rival=rival)
    return f"{name}: {step_words(position.step)}"


def _laying_down(position: Position) -> str:
    missing = [seat_name(position, seat) for seat in position.seats if not position.lists.get(seat)]
    what = "a deck" if len(missing) == 1 else "their decks"
    return f"{joined(missing)} to lay down {what}" if missing else "The table is being set up"


def pending(position: Position) -> Iterator[str]:
    """What was begun and is not finished, the last begun first, a sentence each."""
    for thing in reversed(position.stack):
        match thing:
            case Announcement(place=place, player=player):
                what = used(position, player, thing.face, thing.card, thing.ability)
                yield f"Announced as {place}: {what}{aimed(position, thing, player)}."
            case Doom(cards=cards, how=how):
                yield f"About to leave play: {owns(position, cards)} ({how})."
            case Hit(player=player):
                yield f"About to fall: a Hit on {seat_name(position, player)}."
            case Fight():
                yield f"Combat: {_fight(position, thing)}."
            case Window(awaited=awaited, name=name):
                seats = joined([seat_name(position, seat) for seat in awaited]) or "nobody"
                said = f"{seats} {window_words(position, name)}."
                yield capitalised(said) if thing is position.window else f"Then {said}"


def _fight(position: Position, fight: Fight) -> str:
    attacker = f"{own(position, fight.attacker)} {values_words(position, fight.attacker)}"
    hits = f", {fight.hits} made" if fight.hits else ""
    if fight.defender:
        return f"{attacker} against {own(position, fight.defender)} {values_words(position, fight.defender)}"
    if fight.state == "hit":
        again = "may make a Hit" if fight.again else "may make no further Hit"
        return f"{attacker} meets no defender and {again}{hits}"
    return f"{attacker} attacks; no defender is named yet"
