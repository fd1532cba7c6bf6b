"""Moves in words, without the name of the seat."""

from typing import assert_never

from projections.games.daleks.components.box import Icon
from projections.games.daleks.events import moves as m
from projections.games.daleks.prose.card_text import card_does, option_words, timey_kind
from projections.games.daleks.rules.decks import latest_location
from projections.games.daleks.rules.icons import icon_name, icons_of
from projections.games.daleks.state.names import (
    card_name,
    companion_name,
    dice_names,
    doctor_name,
    in_zone,
    location_name,
    place_name,
    seat_name,
    symbol_name,
    whose,
    zone_name,
)
from projections.games.daleks.state.position import Position
from projections.wording import clean, joined, with_article

TravelMove = m.Stay | m.RollTardis | m.Travel | m.Explore | m.KeepLocation | m.EnterZone
PoolMove = m.Recruit | m.Gather | m.Focus | m.CallHelp | m.GiveHelp | m.CutDie | m.Exterminate
DiceMove = (
    m.RollDice
    | m.ReRoll
    | m.ReRollByTokens
    | m.SpendBlack
    | m.ChangeFace
    | m.ChangeByTokens
    | m.Resolve
    | m.SkipAdventure
)
AdventureMove = PoolMove | DiceMove
PaidMove = m.ChooseCost | m.PayCard | m.PayTokens | m.PayCompanion
CardMove = m.Install | m.Uninstall | m.Dismiss | m.PlayTimey | m.UseAbility | m.DiscardTimey
PlainMove = CardMove | PaidMove | m.ChooseDoctor | m.Charge | m.Finish | m.DaleksMove


def travel_sentence(move: TravelMove, before: Position) -> str:
    """Return a move of the Travel step in words."""
    match move:
        case m.Stay(zone=zone):
            place, at = before.at.get(move.player, (0, 0))
            other = "" if zone == at or not place else f" and goes to {in_zone(before, place, zone)}"
            return f"stays at {in_zone(before, place, at)}{other}" if place else "stays on the console"
        case m.RollTardis():
            return "rolls the TARDIS die"
        case m.Travel(place=place, zone=zone):
            return f"travels to {in_zone(before, place, zone)}"
        case m.Explore():
            return "draws two Locations to choose from"
        case m.KeepLocation(location=location):
            return f"keeps the Location {location_name(before, location)}"
        case m.EnterZone(zone=zone):
            return f"enters {in_zone(before, latest_location(before), zone)}"
        case _:
            assert_never(move)


def adventure_move_sentence(move: AdventureMove, before: Position) -> str:  # noqa: PLR0911  # one case per move
    """Return a move in an Adventure in words."""
    if isinstance(move, DiceMove):
        return _dice(move, before)
    match move:
        case m.Recruit(price=price, deck=deck, companion=companion):
            if companion:
                name = companion_name(before, companion)
                return f"searches the {clean(deck).title()} deck for {name}{price_words(before, price)}"
            return f"recruits a Companion from the {clean(deck).title()} deck{price_words(before, price)}"
        case m.Gather(colours=colours):
            chosen = f", choosing {clean(joined(colours))}" if colours else ""
            return f"gathers the starting dice{chosen}"
        case m.Focus(card=card, colour=colour):
            return f"focuses with {card_name(before, card)} to get {with_article(clean(colour))} die"
        case m.CallHelp(helper=helper, price=price):
            return f"calls {seat_name(before, helper)} for help{price_words(before, price)}"
        case m.GiveHelp(manner=manner, price=price):
            where = "from afar" if manner == "afar" else "at the Location"
            return f"helps {where}{price_words(before, price) if price else ''}"
        case m.CutDie(die=die):
            return f"cuts {dice_names((die,))} from the pool"
        case m.Exterminate(die=die):
            return f"loses {dice_names((die,))} to a Dalek marker"
        case _:
            assert_never(move)


def _dice(move: DiceMove, before: Position) -> str:  # noqa: PLR0911  # one case per move
    match move:
        case m.RollDice():
            now = before.adventure
            ready = now is not None and now.stage in ("pool", "cut")
            return "marks the pool as ready" if ready else "rolls the dice"
        case m.ReRoll(card=card, icon=icon, dice=dice):
            return f"re-rolls {dice_names(dice)} with {icon_name(before, card, icon)}"
        case m.ReRollByTokens(die=die):
            return f"re-rolls {dice_names((die,))} for 2 tokens"
        case m.SpendBlack(die=die):
            return f"discards {dice_names((die,))} to re-roll the rest of the pool"
        case m.ChangeFace(card=card, icon=icon, die=die):
            there = _icon(before, card, icon)
            to = f" to {symbol_name(there.symbol)}" if there and there.symbol else ""
            return f"turns {dice_names((die,))}{to} with {card_name(before, card)}"
        case m.ChangeByTokens(die=die, symbol=symbol):
            return f"turns {dice_names((die,))} to {symbol_name(symbol)} for 3 tokens"
        case m.Resolve():
            return "resolves the Adventure"
        case m.SkipAdventure():
            return "does not face the Adventure"
        case _:
            assert_never(move)


def _icon(before: Position, card: str, icon: int) -> Icon | None:
    icons = icons_of(before, card)
    return icons[icon - 1] if 0 < icon <= len(icons) else None


def price_words(before: Position, price: str) -> str:
    """Return a price as the end of a sentence: `, paying a token`."""
    if price == "token":
        return ", paying a token"
    return f", paying with the card {card_name(before, price)}" if price else ", paying nothing"


def move_sentence(move: PlainMove, before: Position) -> str:
    """Return a move outside travel and Adventures in words."""
    if isinstance(move, PaidMove):
        return _paid(move, before)
    if isinstance(move, CardMove):
        return _with_card(move, before)
    match move:
        case m.ChooseDoctor(doctor=doctor):
            return f"takes the {doctor_name(before, doctor)}"
        case m.Charge():
            return "collects Sonic Charge tokens"
        case m.Finish():
            return "finishes the turn"
        case m.DaleksMove():
            return "plays the Daleks' turn"
        case _:
            assert_never(move)


def _with_card(move: CardMove, before: Position) -> str:
    match move:
        case m.Install(card=card):
            return f"installs {card_name(before, card)}"
        case m.Uninstall(card=card):
            return f"uninstalls {card_name(before, card)}"
        case m.Dismiss(companion=companion):
            return f"dismisses {companion_name(before, companion)}"
        case m.PlayTimey():
            return _played(move, before)
        case m.UseAbility(card=card):
            the = "the " if card in before.box.doctor else ""
            return f"uses the ability of {the}{card_name(before, card)}{_ability(before, card)}"
        case m.DiscardTimey(card=card):
            return f"discards {card_name(before, card)} because of the hand limit"
        case _:
            assert_never(move)


def _paid(move: PaidMove, before: Position) -> str:
    match move:
        case m.ChooseCost(option=option):
            debt = before.debt
            there = debt.options[option - 1] if debt and 0 < option <= len(debt.options) else None
            return f"chooses cost {option}{f': {option_words(there)}' if there is not None else ''}"
        case m.PayCard(card=card):
            return f"pays with the card {card_name(before, card)}"
        case m.PayTokens():
            return "pays with tokens"
        case m.PayCompanion(companion=companion):
            return f"gives up {companion_name(before, companion)}"
        case _:
            assert_never(move)


def _ability(before: Position, card: str) -> str:
    who = before.box.doctor.get(card) or before.box.companion.get(card)
    if who is None or who.ability is None:
        return ""
    skip = ["draw a Location and go there without the TARDIS die"] if who.ability.skip_roll else []
    return f" ({'; '.join([*skip, *([option_words(who.ability.parts)] if who.ability.parts else [])])})"


def _played(move: m.PlayTimey, before: Position) -> str:
    """Return a played card in words: whose dice it changes, the card taken or its receiver, and its effect."""
    card = before.box.timey.get(move.card)
    verb = "uses" if card and card.type == "equipment" else "plays"
    parts = [f"{verb} {card_name(before, move.card)}"]
    if move.pool and move.pool != move.player:
        parts.append(f"on {whose(before, move.pool)} dice")
    if move.wanted:
        parts.append(f"and takes {card_name(before, move.wanted)} from {seat_name(before, move.to)}")
    elif move.to:
        parts.append(f"and gives the card to {seat_name(before, move.to)}")
    if move.colour:
        parts[-1] += f", choosing {clean(move.colour)} dice"
    does = card_does(before.box, move.card) if card else ""
    kind = timey_kind(card) if card else ""
    return " ".join(parts) + (f" ({does.removeprefix(kind).removeprefix(': ')})" if does else "")


def numbered(position: Position, field: str, number: int) -> str:
    """Return the words for a number in a field of a move: an icon, an option, a Location or a zone."""
    match field:
        case "place":
            return place_name(position, number)
        case "zone" if position.step == "enter":
            return zone_name(position, latest_location(position), number)
        case "zone":
            return _zone(position, number)
        case "option":
            debt = position.debt
            there = debt is not None and 1 <= number <= len(debt.options)
            return option_words(debt.options[number - 1]) if debt and there else f"cost {number}"
        case _:
            return f"icon {number}"


def _zone(position: Position, number: int) -> str:
    """Return `zone 2: Earth Past, ...`: the number counted from 1, and the zone's name at each Location in play."""
    there = [place.n for place in position.places if number < len(place.slots)]
    return f"zone {number + 1}: {', '.join(zone_name(position, place, number) for place in there) or 'an anomaly'}"
