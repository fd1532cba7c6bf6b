"""Sentences for moves."""

from typing import Final

from events.events import Passed
from projections.games.daleks.events import moves as m
from projections.games.daleks.prose import card_text, effect_sentences
from projections.games.daleks.rules import cost_parts, decks
from projections.games.daleks.rules.icons import icons_of
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean, joined, with_article


def _passes(move: Passed, before: Position, _after: Position) -> str:
    return f"{names.seat_name(before, move.player)} {_passing(move.player, before)}."


def _passing(seat: str, before: Position) -> str:
    window, now = before.window, before.adventure
    if window is not None and seat in window.awaited:
        return f"plays no card {effect_sentences.before_what(window.name)}"
    if before.debt is not None and seat == before.debt.seat and not cost_parts.goes_by_itself(before):
        return "does not pay the cost"
    if now is not None and seat == now.helper:
        return "marks the helper's pool as ready" if now.manner else "does not help"
    return "passes"


def _stays(move: m.Stay, before: Position, _after: Position) -> str:
    seat = names.seat_name(before, move.player)
    place, at = before.at.get(move.player, (0, 0))
    if not place:
        return f"{seat} stays on the console."
    other = "" if move.zone == at else f" and goes to {names.in_zone(before, place, move.zone)}"
    return f"{seat} stays at {names.in_zone(before, place, at)}{other}."


def _latest_zone(position: Position, zone: int) -> str:
    return names.in_zone(position, decks.latest_location(position), zone)


def _recruits(move: m.Recruit, before: Position, _after: Position) -> str:
    seat, deck = names.seat_name(before, move.player), f"the {clean(move.deck).title()} deck"
    price = _price(before, move.price)
    if move.companion:
        return f"{seat} searches {deck} for {names.companion_name(before, move.companion)}{price}."
    return f"{seat} recruits a Companion from {deck}{price}."


def _gathers(move: m.Gather, before: Position, _after: Position) -> str:
    chosen = f", choosing {clean(joined(move.colours))}" if move.colours else ""
    return f"{names.seat_name(before, move.player)} gathers the starting dice{chosen}."


def _helps(move: m.GiveHelp, before: Position, _after: Position) -> str:
    where = "from afar" if move.manner == "afar" else "at the Location"
    price = _price(before, move.price) if move.price else ""
    return f"{names.seat_name(before, move.player)} helps {where}{price}."


def _rolls(move: m.RollDice, before: Position, _after: Position) -> str:
    now = before.adventure
    is_ready = now is not None and now.stage in ("pool", "cut")
    return f"{names.seat_name(before, move.player)} {'marks the pool as ready' if is_ready else 'rolls the dice'}."


def _turns(move: m.ChangeFace, before: Position, _after: Position) -> str:
    icons = icons_of(before, move.card)
    symbol = icons[move.icon - 1].symbol if 0 < move.icon <= len(icons) else ""
    to = f" to {names.symbol_name(symbol)}" if symbol else ""
    seat, card = names.seat_name(before, move.player), names.card_name(before, move.card)
    return f"{seat} turns {_coloured(move.die)}{to} with {card}."


def _chooses(move: m.ChooseCost, before: Position, _after: Position) -> str:
    debt, option = before.debt, move.option
    is_known = debt is not None and 0 < option <= len(debt.options)
    told = f": {card_text.option_words(debt.options[option - 1])}" if debt and is_known else ""
    return f"{names.seat_name(before, move.player)} chooses cost {option}{told}."


def _coloured(die: str) -> str:
    return names.dice_names((die,))


def _with_article(colour: str) -> str:
    return with_article(clean(colour))


def _price(before: Position, price: str) -> str:
    """Return a price as the end of a sentence: `, paying a token`."""
    if price == "token":
        return ", paying a token"
    return f", paying with the card {names.card_name(before, price)}" if price else ", paying nothing"


def _ability(before: Position, card: str) -> str:
    who = before.box.doctor.get(card) or before.box.companion.get(card)
    if who is None or who.ability is None:
        return names.the_card(before, card)
    skip = ["draw a Location and go there without the TARDIS die"] if who.ability.skip_roll else []
    does = "; ".join([*skip, *([card_text.option_words(who.ability.parts)] if who.ability.parts else [])])
    return f"{names.the_card(before, card)} ({does})"


def _plays(move: m.PlayTimey, before: Position, _after: Position) -> str:
    """Return a played card in words: whose dice it changes, the card taken or its receiver, and its effect."""
    card = before.box.timey.get(move.card)
    verb = "uses" if card and card.type == "equipment" else "plays"
    parts = [f"{names.seat_name(before, move.player)} {verb} {names.card_name(before, move.card)}"]
    if move.pool and move.pool != move.player:
        parts.append(f"on {names.whose(before, move.pool)} dice")
    if move.wanted:
        parts.append(f"and takes {names.card_name(before, move.wanted)} from {names.seat_name(before, move.to)}")
    elif move.to:
        parts.append(f"and gives the card to {names.seat_name(before, move.to)}")
    if move.colour:
        parts[-1] += f", choosing {clean(move.colour)} dice"
    does = card_text.card_does(before.box, move.card) if card else ""
    kind = card_text.timey_kind(card) if card else ""
    return " ".join(parts) + (f" ({does.removeprefix(kind).removeprefix(': ')})" if does else "") + "."


def numbered(position: Position, field: str, number: int) -> str:
    """Return the words for a number in a field of a move: an icon, an option, a Location or a zone."""
    match field:
        case "place":
            return names.place_name(position, number)
        case "zone" if position.step == "enter":
            return names.zone_name(position, decks.latest_location(position), number)
        case "zone":
            return _zone(position, number)
        case "option":
            debt = position.debt
            there = debt is not None and 1 <= number <= len(debt.options)
            return card_text.option_words(debt.options[number - 1]) if debt and there else f"cost {number}"
        case _:
            return f"icon {number}"


def _zone(position: Position, number: int) -> str:
    """Return `zone 2: Earth Past, ...`: the number counted from 1, and the zone's name at each Location in play."""
    there = [place.n for place in position.places if number < len(place.slots)]
    known = [names.zone_name(position, place, number) for place in there]
    return f"zone {number + 1}: {', '.join(known) or 'an anomaly'}"


WRITERS: Final[Writers] = {
    "ability": _ability, "coloured": _coloured, "latest zone": _latest_zone, "price": _price,
    "with article": _with_article,
}  # fmt: skip
ROWS: Final[Rows] = {
    Passed: _passes,
    m.ChooseDoctor: "{player} takes the {doctor}.",
    m.Charge: "{player} collects Sonic Charge tokens.",
    m.Install: "{player} installs {card}.",
    m.Uninstall: "{player} uninstalls {card}.",
    m.Dismiss: "{player} dismisses {companion}.",
    m.PlayTimey: _plays,
    m.UseAbility: "{player} uses the ability of {card:ability}.",
    m.Stay: _stays,
    m.RollTardis: "{player} rolls the TARDIS die.",
    m.Travel: "{player} travels to {place zone}.",
    m.Explore: "{player} draws two Locations to choose from.",
    m.KeepLocation: "{player} keeps the Location {location}.",
    m.EnterZone: "{player} enters {zone:latest zone}.",
    m.Recruit: _recruits,
    m.Gather: _gathers,
    m.Focus: "{player} focuses with {card} to get {colour:with article} die.",
    m.CallHelp: "{player} calls {helper} for help{price}.",
    m.GiveHelp: _helps,
    m.CutDie: "{player} cuts {die:coloured} from the pool.",
    m.Exterminate: "{player} loses {die:coloured} to a Dalek marker.",
    m.RollDice: _rolls,
    m.ReRoll: "{player} re-rolls {dice} with {card icon}.",
    m.ReRollByTokens: "{player} re-rolls {die:coloured} for 2 tokens.",
    m.SpendBlack: "{player} discards {die:coloured} to re-roll the rest of the pool.",
    m.ChangeFace: _turns,
    m.ChangeByTokens: "{player} turns {die:coloured} to {symbol:symbol name} for 3 tokens.",
    m.Resolve: "{player} resolves the Adventure.",
    m.SkipAdventure: "{player} does not face the Adventure.",
    m.ChooseCost: _chooses,
    m.PayCard: "{player} pays with the card {card}.",
    m.PayTokens: "{player} pays with tokens.",
    m.PayCompanion: "{player} gives up {companion}.",
    m.Finish: "{player} finishes the turn.",
    m.DiscardTimey: "{player} discards {card} because of the hand limit.",
    m.DaleksMove: "{player} plays the Daleks' turn.",
}
