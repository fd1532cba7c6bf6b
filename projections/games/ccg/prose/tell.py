"""One sentence for every event, as a person at the table would say it.

A sentence holds what the event and the positions around it hold, never more: a card that is not known is a card.
"""

from collections.abc import Sequence
from typing import assert_never

from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Move, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.games.ccg.events import moves as m
from projections.games.ccg.prose.card_text import said
from projections.games.ccg.prose.tell_effects import tell_effect
from projections.games.ccg.prose.use_text import ability_words, aimed, own
from projections.games.ccg.rules.interpretation import rules_set_aside
from projections.games.ccg.state.names import (
    card_name,
    cards_named,
    face_name,
    in_zone,
    known_row,
    pile_name,
    seat_name,
)
from projections.games.ccg.state.position import Position
from projections.wording import capitalised, clean, counted, joined

_LEFT_OUT = {"stand": "does not Stand the Sided cards", "draw": "draws no card", "combat": "does not announce combat"}
PlainMove = m.SubmitDeck | m.SetStops | m.StandCards | m.ChooseZone | m.DrawCard | m.DrawBonus | m.EndTurn | m.SkipStep
CombatMove = m.AnnounceCombat | m.Attack | m.NameCombatant | m.DeclineCombat | m.MakeHit
CardMove = m.PlayCard | m.PlayEpisode | m.SolveEpisode | m.GiveSupport | m.UseSpecial | m.PlayFlash


def tell(event: Event, before: Position, after: Position) -> str:
    """The event in one sentence. `before` and `after` are the positions around it, as the reader may know them."""
    if isinstance(event, Passed):
        return f"{seat_name(before, event.player)} {_passed(before)}."
    if isinstance(event, PlainMove | CombatMove | CardMove):
        return f"{seat_name(before, event.player)} {_move(event, before)}{_aside(event, before)}."
    if isinstance(event, Chance):
        return _chance(event, before)
    if isinstance(event, Effect):
        return tell_effect(event, before, after)
    return f"The log notes a fact of another kind: {tag_of(event)}."


def _passed(before: Position) -> str:
    window = before.window
    match window.name if window else "":
        case "combat":
            return "is ready for combat"
        case "fight":
            return "does no more in the fight"
        case "":
            return "passes"
    return "does not answer"


def _aside(move: Move, before: Position) -> str:
    """The card that sets a rule aside for this move, which would not keep it (CCG-GEN-01)."""
    aside = rules_set_aside(before, move)
    return "".join(f", as {clean(card)} sets {rule} aside" for rule, card in aside.items())


def _move(move: PlainMove | CombatMove | CardMove, before: Position) -> str:
    """What a seat does, without its name."""
    if isinstance(move, PlainMove):
        return _plain(move, before)
    return _combat(move, before) if isinstance(move, CombatMove) else _card(move, before)


def _stops(stops: Sequence[str], was: Sequence[str]) -> str:
    """At what a seat is asked; where one stop alone is another than before, which."""
    if not stops:
        return "wants to be asked at nothing"
    more, less = [stop for stop in stops if stop not in was], [stop for stop in was if stop not in stops]
    one = "" if len(more) + len(less) != 1 else f"; new: {clean(more[0])}" if more else f"; no more: {clean(less[0])}"
    return f"wants to be asked at: {clean(joined(stops))}{one}"


def _plain(move: PlainMove, before: Position) -> str:  # noqa: PLR0911  # one case a move
    match move:
        case m.SubmitDeck(cards=cards):
            named = next((one.name for one in before.cards.starter.values() if sorted(one.row) == sorted(cards)), "")
            deck = f"the deck {clean(named)}, " if named else "a deck of "
            return f"lays down {deck}{counted(len(cards), 'card')}"
        case m.SetStops(stops=stops):
            return _stops(stops, before.stops_of(move.player))
        case m.StandCards():
            return "Stands the Sided cards"
        case m.ChooseZone(zone=zone):
            return f"chooses to play {in_zone(zone)}"
        case m.DrawCard():
            return "draws for the turn" if before.decks.get(move.player) else "has no card left to draw"
        case m.DrawBonus():
            return "takes the bonus card and ends the turn"
        case m.EndTurn():
            return "ends the turn"
        case m.SkipStep(step=step):
            return _LEFT_OUT.get(step, "leaves a step out")
        case _:
            assert_never(move)


def _combat(move: CombatMove, before: Position) -> str:
    match move:
        case m.AnnounceCombat():
            return "announces combat"
        case m.Attack(attacker=attacker, defender=defender):
            name = own(before, attacker, move.player)
            return f"attacks {own(before, defender, move.player)} with {name}" if defender else f"attacks with {name}"
        case m.NameCombatant(card=card):
            return f"defends with {own(before, card, move.player)}"
        case m.DeclineCombat():
            return "names no main combatant"
        case m.MakeHit():
            return f"makes a Hit on {seat_name(before, before.rival(move.player))}"
        case _:
            assert_never(move)


def _card(move: CardMove, before: Position) -> str:
    match move:
        case m.PlayCard(card=card):
            return f"plays {face_name(before, card)} {in_zone(before.zone)}"
        case m.PlayEpisode(card=card, zone=zone):
            against = seat_name(before, before.rival(move.player))
            return f"plays the Episode {face_name(before, card)} against {against} {in_zone(zone)}"
        case m.SolveEpisode(episode=episode, sided=sided):
            return f"solves {card_name(before, episode)} with {cards_named(before, sided)}"
        case m.GiveSupport(card=card, target=target, value=value):
            to = own(before, target, move.player)
            return f"Sides {own(before, card, move.player)} to support {to} with {clean(value).title()}"
        case m.UseSpecial(card=card, ability=ability):
            there = before.at(card)
            face = (there.clone or there.face) if there else UNKNOWN
            aim = aimed(before, move, move.player)
            words = f"{ability_words(before, face, ability)}{aim}{_says(before, face, 'special', ability)}"
            return f"Sides {own(before, card, move.player)} for its {words}"
        case m.PlayFlash(card=card):
            aim = aimed(before, move, move.player)
            return f"plays the Flash {face_name(before, card)}{aim}{_says(before, card, 'flash', 1)}"
        case _:
            assert_never(move)


def _says(before: Position, face: str, when: str, ability: int) -> str:
    """What an ability of a face does, in brackets; nothing of a face that is not known."""
    card = before.cards.card.get(face)
    used = [one for one in card.does if one.when == when] if card else []
    return f" ({said(before.cards, used[ability - 1])})" if 0 < ability <= len(used) else ""


def _chance(event: Chance, before: Position) -> str:
    match event:
        case Shuffled(pile=pile, order=order):
            verb = "is" if len(order) == 1 else "are"
            return f"{counted(len(order), 'card')} of {pile_name(before, pile)} {verb} shuffled."
        case Drawn(player=player, pile=pile, cards=cards):
            verb = "draws" if before.turn else "is dealt"
            other = f" from {pile_name(before, pile)}" if pile != f"deck-{player}" else ""
            return f"{seat_name(before, player)} {verb} {_drawn(before, cards)}{other}."
        case Revealed(pile=pile, item=item):
            return f"{capitalised(pile_name(before, pile))} shows {_shown(before, item)}."
        case Rolled(faces=faces, sides=sides):
            return _rolled(before, event.purpose, faces, sides)
    return f"Chance decides: {tag_of(event)}."


def _drawn(before: Position, cards: tuple[str, ...]) -> str:
    many = "a card" if len(cards) == 1 else counted(len(cards), "card")
    known = any(card != UNKNOWN for card in cards)
    return f"{many}: {known_row(before, cards)}" if known else many


def _shown(before: Position, item: str) -> str:
    """What was turned up, and the bonus zone that it makes."""
    card = before.cards.card.get(item)
    if card is None:
        return "a card that is not written down"
    return f"the {clean(card.name)}" + (f": the bonus zone is the {card.zone.title()}" if card.type == "time" else "")


def _rolled(before: Position, purpose: str, faces: tuple[int, ...], sides: int) -> str:
    shown = " ".join(map(str, faces))
    if purpose == "first player" and len(faces) == 1 and 0 < faces[0] <= len(before.seats):
        first = seat_name(before, before.seats[faces[0] - 1])
        return f"Chance picks {first} as the first player: {shown} of {sides}."
    return f"The dice for {clean(purpose)} show {shown}."
