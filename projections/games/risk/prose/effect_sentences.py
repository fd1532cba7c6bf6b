"""Sentences for effects on the board, battles, cards and turns."""

from collections.abc import Mapping
from typing import Final

from events.events import UNKNOWN, Effect
from projections.games.risk import events as e
from projections.games.risk.state import names
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import Land, World
from projections.sentence_table import Rows, Writers
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import clean, counted, joined

DECIDED: Final[Mapping[str, str]] = {
    "territories": "with the most territories", "Daleks": "with the most Daleks after a tie in territories",
    "continents": "with the most continents after a tie in territories and Daleks",
}  # fmt: skip
_HOW: Final[Mapping[str, str]] = {
    "conquest": "ends with a conquest", "withdrawal": "ends without a conquest",
    "beaten": "ends because no attackers are left",
}  # fmt: skip


def _step(step: str) -> str:
    return names.STEPS.get(step) or clean(step)


def _number_of(territories: tuple[str, ...]) -> str:
    return counted(len(territories), "territory", "territories")


def _places(territories: tuple[str, ...]) -> str:
    return joined([names.place(name) for name in territories])


def _armies(seats: tuple[str, ...]) -> str:
    return joined([names.army_name(seat) for seat in seats]) or "Nobody"


def _cards(world: World, cards: tuple[str, ...]) -> str:
    return names.card_row(world, cards, "card")


def _ended(event: e.GameEnded, before: World, _after: World) -> str:
    if not event.winners:
        return f"The game is over: {clean(event.how)}."
    verb = "wins" if len(event.winners) == 1 else "share the win"
    why = f" {DECIDED[event.decided]}" if event.decided in DECIDED else ""
    held = counted(len(before.lands_of(event.winners[0])), "territory", "territories")
    return f"The game is over ({clean(event.how)}): {_armies(event.winners)} {verb}{why}, holding {held}."


def _grown(event: e.DaleksPlaced | e.DaleksAdded, _before: World, after: World) -> str:
    where, daleks = names.place(event.territory), event.daleks
    if event.territory not in after.lands:
        return f"{where} gets {counted(daleks, 'Dalek')}."
    how = "placed" if isinstance(event, e.DaleksPlaced) else "added"
    return f"{where} now has {counted(after.lands[event.territory].daleks, 'Dalek')} ({daleks} {how})."


def _lost(event: e.DaleksLost, before: World, _after: World) -> str:
    army = names.army_name(before.lands.get(event.territory, Land()).army)
    return f"{army} loses {counted(event.daleks, 'Dalek')} in {names.place(event.territory)}."


def _moved(event: e.DaleksMoved, _before: World, after: World) -> str:
    source, target, daleks = names.place(event.source), names.place(event.target), event.daleks
    home, there = after.lands.get(event.source), after.lands.get(event.target)
    if home is None or there is None:
        return f"{counted(daleks, 'Dalek')} {_go(daleks)} from {source} to {target}."
    left = counted(home.daleks, "Dalek")
    return f"{source} now has {left} and {target} {there.daleks} ({daleks} moved)."


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _to_remove(event: e.RemovalDue, _before: World, _after: World) -> str:
    number = event.daleks
    does = f"must remove {number} of its Daleks" if number else "does not have to remove any more Daleks"
    return f"{names.army_name(event.player)} {does}."


def _mission_paid(event: e.MissionPaid, before: World, _after: World) -> str:
    face = before.cards.mission.get(event.card)
    invader = f" of {clean(face.invader)}" if face else ""
    return f"{names.whose(event.player)} mission{invader} is out of the game."


def _traded(event: e.StarsTraded, _before: World, _after: World) -> str:
    many, stars = counted(len(event.cards), "Territory Card"), counted(event.stars, "star")
    return f"{names.whose(event.player)} {many} with {stars} {_go(len(event.cards))} to the discards."


def _cut(event: e.IncomeCut, _before: World, _after: World) -> str:
    parts = joined(cut_parts(event.daleks, without_continents=event.continent))
    return f"{names.whose(event.rival)} next count {parts or 'is unchanged'}."


def cut_parts(daleks: int, *, without_continents: bool) -> list[str]:
    """Return words for how a card reduces an army's next count, one text for each reduction."""
    return [f"is {counted(daleks, 'Dalek')} lower"] * bool(daleks) + ["has nothing for continents"] * without_continents


def _card_played(event: e.CardPlayed, before: World, _after: World) -> str:
    if event.card not in before.cards.power:
        return f"A Power Card of {names.army_name(event.player)} is out of the game."
    return f"{names.whose(event.player)} {names.quoted(before, event.card)} is out of the game."


def _returned(event: e.CardReturned, before: World, _after: World) -> str:
    which = " under the TARDIS" if event.card == UNKNOWN else f" of {names.card_name(before, event.card)}"
    return f"The card{which} goes to the bottom of the deck."


def _renewed(event: e.DeckRenewed, _before: World, _after: World) -> str:
    verb = "becomes" if event.count == 1 else "become"
    return f"The deck is empty: {counted(event.count, 'discard')} {verb} the new deck."


def _reinforced(event: e.Reinforced, before: World, _after: World) -> str:
    """Return new Daleks in words with their sum and parts: `6 new Daleks (3 for the turn and 3 for 18 territories)`."""
    parts = reinforced_parts(event, before)
    many = counted(event.total, "new Dalek") if event.total else "no new Daleks"
    why = f" ({joined(parts)})" if parts else ""
    if len(parts) == 1 and event.total:
        why = parts[0].lstrip("0123456789")
    return f"{names.army_name(event.player)} gets {many}{why}."


def reinforced_parts(event: e.Reinforced, before: World) -> list[str]:
    """Return words for each source of new Daleks with its amount: `3 for the turn`, `2 for Australia`."""
    held = f" for {counted(len(before.lands_of(event.player)), 'territory', 'territories')}"
    parts = [f"{event.base} for the turn"] * bool(event.base)
    parts += [f"{event.territories}{held}"] * bool(event.territories)
    parts += [f"{amount} for {names.continent_name(name)}" for name, amount in event.continents]
    for amount, what in ((event.missions, "a mission"), (event.stars, "stars")):
        parts += [f"{amount} for {what}"] * bool(amount)
    if event.cards:
        parts.append(f"{abs(event.cards)} {'for a card' if event.cards > 0 else 'fewer because of a card'}")
    return parts


def _passed(before: World, territories: tuple[str, ...], missions: tuple[str, ...], powers: tuple[str, ...]) -> str:
    kinds = ((territories, "Territory Card"), (missions, "Mission Card"), (powers, "Power Card"))
    return joined([_row(before, cards, noun) for cards, noun in kinds if cards]) or "none"


def _row(before: World, cards: tuple[str, ...], noun: str) -> str:
    known = any(card != UNKNOWN for card in cards)
    return counted(len(cards), noun) + (f" ({names.card_row(before, cards, noun)})" if known else "")


def _battle_begun(event: e.BattleBegun, _before: World, _after: World) -> str:
    group = f" with a group of {counted(event.group, 'Dalek')}" if event.group else ""
    sides = f"{names.army_name(event.attacker)} against {names.army_name(event.defender)}"
    return f"The battle for {names.place(event.target)} begins: {sides}{group}."


def _dice_due(event: e.DiceDue, _before: World, _after: World) -> str:
    side = "defence" if event.side == "defence" else "attack"
    parts = [f"counts {abs(event.plus)} {'more' if event.plus > 0 else 'less'} on each die"] * bool(event.plus)
    parts += ["may re-roll 1s"] * event.reroll
    parts += [f"has {counted(event.fewer, 'die', 'dice')} fewer in the first roll"] * bool(event.fewer)
    return f"In this battle, the {side} {joined(parts) or 'has its usual dice'}."


def _battle_ended(event: e.BattleEnded, before: World, _after: World) -> str:
    where = f" for {names.place(before.battle.target)}" if before.battle else ""
    how = _HOW.get(event.how) or f"ends: {clean(event.how)}"
    origin = "" if event.bars == "step" else f" from {names.place(event.bars)}"
    bars = f"; no more attacks{origin} this turn" if event.bars else ""
    return f"The battle{where} {how}{bars}."


WRITERS: Final[Writers] = {
    "step": _step, "number of": _number_of, "territories": _places, "seats": _armies, "doctor": names.doctor_name,
    "cards": _cards, "territories missions powers": _passed,
}  # fmt: skip
ROWS: Final[Rows] = {
    e.TerritoriesDealt: "{army} starts in {territories:number of} with {daleks:count Dalek} each: {territories}.",
    e.TurnBegan: "Turn {turn}, round {round}: {player:whose} turn begins.",
    e.StepReached: "The next step is {step}.",
    e.StepMissed: "{step} is skipped, but the player can still take that step in this turn.",
    e.TardisLanded: "The TARDIS lands in {territory}: cease-fire there this turn.",
    e.ClaraAdvanced: "Clara advances to the {doctor}.",
    e.ArmyDefeated: "{army} has no territory left and is defeated.",
    e.GameEnded: _ended,
    e.DaleksPlaced: _grown,
    e.DaleksAdded: _grown,
    e.DaleksLost: _lost,
    e.DaleksMoved: _moved,
    e.TerritoryTaken: "{player} takes {territory}; at least {least:count Dalek} must move in.",
    e.TerritorySet: "{territory} is set to {daleks:count Dalek} of {army}.",
    e.PoolSet: "The number of new Daleks left to place is set to {daleks}.",
    e.RemovalDue: _to_remove,
    e.Reinforced: _reinforced,
    e.MissionPaid: _mission_paid,
    e.StarsTraded: _traded,
    e.IncomeCut: _cut,
    e.CardPlayed: _card_played,
    e.CardsPassed: "{taker} gets {loser:whose} cards: {territories missions powers}.",
    e.CardReturned: _returned,
    e.DeckRenewed: _renewed,
    e.BattleBegun: _battle_begun,
    e.DiceDue: _dice_due,
    e.ReRollOffered: "{player} may re-roll {dice:count die|dice} with a 1.",
    e.BattleEnded: _battle_ended,
    WindowOpened: "{seats} may answer with a Power Card.",
    WindowPassed: "{seat} can no longer answer with a Power Card.",
    WindowClosed: "No more Power Cards can be played before the dice.",
}


def differ(due: Effect, stated: Effect, before: World) -> str:
    """Return a sentence with the recorded and the expected number in a result, "" if they differ in something else."""
    match due, stated:
        case e.Reinforced(), e.Reinforced():
            return _sum_differs(due, stated, before)
        case e.DaleksPlaced(), e.DaleksPlaced():
            return f"{_were(stated.daleks)} placed in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksAdded(), e.DaleksAdded():
            return f"{_were(stated.daleks)} added in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksLost(), e.DaleksLost():
            army = army_name(before.lands.get(due.territory, Land()).army)
            return f"{army} lost {counted(stated.daleks, 'Dalek')} in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksMoved(), e.DaleksMoved() if (due.source, due.target) == (stated.source, stated.target):
            moved = f"{counted(stated.daleks, 'Dalek')} moved from {place(due.source)} to {place(due.target)}"
            return f"{moved}; {_should(due.daleks)}."
    return ""


def _sum_differs(due: e.Reinforced, stated: e.Reinforced, before: World) -> str:
    """Return the recorded sum with its wrong parts, then the expected sum with its parts and those that are missing."""
    wanted, found = reinforced_parts(due, before), reinforced_parts(stated, before)
    wrong, missing = ([part for part in some if part not in rest] for some, rest in ((found, wanted), (wanted, found)))
    told = f"{army_name(due.player)} {'counted' if due.base else 'got'} {counted(stated.total, 'new Dalek')}"
    told += f" ({joined(wrong)})" if wrong and len(wanted) + len(found) > 2 else ""
    parts = f": {joined(wanted)}" if len(wanted) > 1 else ""
    left_out = f" Missing: {joined(missing)}." if missing and not wrong else ""
    return f"{told}; {_should(due.total)}{parts}.{left_out}"


def _were(daleks: int) -> str:
    return f"{counted(daleks, 'Dalek')} {'was' if daleks == 1 else 'were'}"


def _should(daleks: int) -> str:
    return f"it should be {daleks or 'none'}"
