"""Sentences for effects on cards: their place, state and values."""

from typing import Final, assert_never

from events.events import UNKNOWN
from projections.games.ccg.events import effects as f
from projections.games.ccg.events.combat_effects import CardKept, KeepGranted
from projections.games.ccg.prose.use_text import bare, own
from projections.games.ccg.state.names import card_name, face_name, seat_name, value_name, whose, zone_name
from projections.games.ccg.state.position import InPlay, Position
from projections.wording import capitalised, clean

PlaceEffect = f.CardEntered | f.CardMoved | f.CardBanished | f.CardDiscarded | f.CardReturned | f.FlashUsed
StateEffect = f.CardSided | f.CardStood | f.CardLocked | f.CardCloned | f.EpisodeSolved | KeepGranted | CardKept
ValueEffect = f.ChangeBegan | f.ChangeEnded | f.ValuesSet | f.SupportCounted
CardEffect = PlaceEffect | StateEffect | ValueEffect
LEFT: Final = {
    "destroyed": "is destroyed", "lost": "is lost in combat", "sacrificed": "is sacrificed", "solved": "leaves play",
}  # fmt: skip
"""How a card leaves play, by `CardDiscarded.how`."""


def card_sentence(event: CardEffect, before: Position, after: Position) -> str:
    """Return an effect on a card as a sentence."""
    if isinstance(event, PlaceEffect):
        sentence = _placed(event, before, after)
    else:
        sentence = _state(event, before) if isinstance(event, StateEffect) else _value(event, before)
    return f"{capitalised(sentence)}."


def _placed(event: PlaceEffect, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case for each event
    match event:
        case f.CardEntered(side=side, zone=zone):
            return f"{_entered(event, after)} on {whose(after, side)} side of the {zone_name(zone)}"
        case f.CardMoved(card=card, zone=zone):
            there = before.at(card)
            come = f" from the {zone_name(there.zone)}" if there else ""
            return f"{own(before, card)} moves{come} to the {zone_name(zone)}"
        case f.CardBanished(card=card, under=under):
            return f"{own(before, card)} is out of play" + (f", under {card_name(before, under)}" if under else "")
        case f.CardDiscarded(card=card, how=how):
            went = LEFT.get(how) or f"leaves play ({clean(how)})"
            return f"{own(before, card)} {went} and goes to {_pile(before, before.at(card))}"
        case f.CardReturned(card=card, face=face, owner=owner):
            if card:
                return f"{own(before, card)} returns to {whose(before, owner)} hand"
            return f"{face_name(before, face)} returns from {whose(before, owner)} discard pile to the hand"
        case f.FlashUsed(player=player, face=face):
            return f"{face_name(before, face)} goes from {whose(before, player)} hand to the discard pile"
        case _:
            assert_never(event)


def _entered(event: f.CardEntered, after: Position) -> str:
    """Return the words for a card that came into play, with its owner if the card is on the other seat's side."""
    name = card_name(after, event.card) if after.at(event.card) else face_name(after, event.face)
    if event.owner == event.side:
        return f"{name} comes into play"
    return f"{whose(after, event.owner)} {bare(name)} comes into play"


def _pile(position: Position, card: InPlay | None) -> str:
    return f"{whose(position, card.owner)} discard pile" if card else "its owner's discard pile"


def _state(event: StateEffect, before: Position) -> str:  # noqa: PLR0911  # one case for each event
    name = own(before, event.card)
    match event:
        case f.CardSided(card=card, by=by):
            there = before.at(card)
            return f"{name} is Sided" + (f" by {seat_name(before, by)}" if there and by != there.side else "")
        case f.CardStood():
            return f"{name} Stands"
        case f.CardLocked():
            return f"{name} can neither be Sided nor Stand this turn"
        case f.CardCloned(face=face, passing=passing):
            return f"{name} becomes an exact copy of {face_name(before, face)}" + " until the turn ends" * passing
        case f.EpisodeSolved(support=support):
            by = f"with Support of {support}" if support else "by a Doctor Who and two Assistants"
            return f"{name} is solved {by}"
        case KeepGranted(how=how):
            kept = "will stay in play if it is destroyed this turn"
            return f"{name} {'cannot be destroyed this turn' if how == 'save' else kept}"
        case CardKept(how=how):
            return f"{name} {'is saved' if how == 'save' else 'regenerates'} and stays in play"
        case _:
            assert_never(event)


def _value(event: ValueEffect, before: Position) -> str:
    name = own(before, event.card)
    match event:
        case f.ChangeBegan(value=value, amount=amount, constant=constant):
            lasts = "as a constant change" if constant else "until the turn ends"
            return f"{name} gets {amount:+} {value_name(value)} from {_source(before, event.face, event.by)} {lasts}"
        case f.ChangeEnded(value=value):
            return f"{name} loses the change of {value_name(value)} from {_source(before, event.face, event.by)}"
        case f.ValuesSet(energy=energy, substance=substance, support=support):
            there = before.at(event.card)
            was = f"{there.energy}/{there.substance}/{there.support}" if there else "?/?/?"
            return f"{name} changes from {was} to {energy}/{substance}/{support}"
        case f.SupportCounted(by=by):
            return f"{own(before, by)} counts as a supporter of {name}"
        case _:
            assert_never(event)


def _source(position: Position, face: str, by: int) -> str:
    return own(position, by) if position.at(by) else face_name(position, face or UNKNOWN)
