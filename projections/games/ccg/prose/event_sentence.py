"""One sentence for every event.

A sentence uses only the event and the positions around it, so it names no card that the viewer does not know.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Move, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.games.ccg.events import moves as m
from projections.games.ccg.prose.card_text import ability_text
from projections.games.ccg.prose.effect_sentences import effect_sentence
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


def event_sentence(event: Event, before: Position, after: Position) -> str:
    """Return an event as a sentence. `before` and `after` are the positions around it, as the viewer may know them."""
    if isinstance(event, Passed):
        return f"{seat_name(before, event.player)} {_passed(before)}."
    if isinstance(event, PlainMove | CombatMove | CardMove):
        return f"{seat_name(before, event.player)} {_move(event, before)}{_aside(event, before)}."
    if isinstance(event, Chance):
        return _chance(event, before)
    if isinstance(event, Effect):
        return effect_sentence(event, before, after)
    return f"This entry is of another kind: {tag_of(event)}."


def _passed(before: Position) -> str:
    window = before.window
    match window.name if window else "":
        case "combat":
            return "is ready for combat"
        case "fight":
            return "does nothing more in the fight"
        case "":
            return "passes"
    return "does not answer"


def _aside(move: Move, before: Position) -> str:
    """Return the words for rules that a card sets aside and this move would otherwise break (CCG-GEN-01)."""
    aside = rules_set_aside(before, move)
    return "".join(f", because {clean(card)} overrides {rule}" for rule, card in aside.items())


def _move(move: PlainMove | CombatMove | CardMove, before: Position) -> str:
    if isinstance(move, PlainMove):
        return _plain(move, before)
    return _combat(move, before) if isinstance(move, CombatMove) else _card(move, before)


_MOMENTS: Final = {
    "combat": "combat is announced", "attack": "both main combatants are known",
    "targeted": "a card of this seat is targeted", "destroyed": "a card of this seat is about to be destroyed",
    "hit": "this seat is about to lose a Time card", "episode": "an Episode is played on this seat",
    "action": "the other player uses any other card",
}  # fmt: skip


def _moments(stops: Sequence[str]) -> str:
    """Return stops in words, each with its name: `when combat is announced (combat)`."""
    return joined([f"when {_MOMENTS[stop]} ({stop})" if stop in _MOMENTS else clean(stop) for stop in stops])


def _stops(stops: Sequence[str], was: Sequence[str]) -> str:
    """Return in words when a seat wants to be asked, or only the change if one stop was added or removed."""
    if not stops:
        return "does not want to be asked at any moment"
    more, less = [stop for stop in stops if stop not in was], [stop for stop in was if stop not in stops]
    if len(more) + len(less) != 1:
        return f"wants to be asked {_moments(stops)}"
    return f"wants to be asked also {_moments(more)}" if more else f"wants to be asked no longer {_moments(less)}"


def _plain(move: PlainMove, before: Position) -> str:  # noqa: PLR0911  # one case for each move
    match move:
        case m.SubmitDeck(cards=cards):
            named = next((one.name for one in before.cards.starter.values() if sorted(one.row) == sorted(cards)), "")
            count = counted(len(cards), "card")
            return f"submits the deck {clean(named)} ({count})" if named else f"submits a deck of {count}"
        case m.SetStops(stops=stops):
            return _stops(stops, before.stops_of(move.player))
        case m.StandCards():
            return "Stands the Sided cards"
        case m.ChooseZone(zone=zone):
            return f"chooses to play {in_zone(zone)}"
        case m.DrawCard():
            return "draws for the turn" if before.decks.get(move.player) else "has no card left to draw"
        case m.DrawBonus():
            return "draws the bonus card and ends the turn"
        case m.EndTurn():
            return "ends the turn"
        case m.SkipStep(step=step):
            return _LEFT_OUT.get(step, "skips a step")
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
            which = "the ability" if (words := ability_words(before, face, ability)) == "ability" else words
            name = own(before, card, move.player)
            return f"uses {which} of {name}{aim}{_says(before, face, 'special', ability)}"
        case m.PlayFlash(card=card):
            aim = aimed(before, move, move.player)
            return f"plays the Flash {face_name(before, card)}{aim}{_says(before, card, 'flash', 1)}"
        case _:
            assert_never(move)


def _says(before: Position, face: str, when: str, ability: int) -> str:
    """Return the words of a card's ability in brackets, or "" if the card is unknown."""
    card = before.cards.card.get(face)
    used = [one for one in card.does if one.when == when] if card else []
    return f" ({ability_text(before.cards, used[ability - 1])})" if 0 < ability <= len(used) else ""


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
    """Return in words the Time card that was turned up, and the bonus zone that it gives."""
    card = before.cards.card.get(item)
    if card is None:
        return "an unknown card"
    return f"the {clean(card.name)}" + (f": the bonus zone is the {card.zone.title()}" if card.type == "time" else "")


def _rolled(before: Position, purpose: str, faces: tuple[int, ...], sides: int) -> str:
    shown = " ".join(map(str, faces))
    if purpose == "first player" and len(faces) == 1 and 0 < faces[0] <= len(before.seats):
        first = seat_name(before, before.seats[faces[0] - 1])
        return f"Chance picks {first} as the first player: {shown} of {sides}."
    return f"The dice for {clean(purpose)} show {shown}."
