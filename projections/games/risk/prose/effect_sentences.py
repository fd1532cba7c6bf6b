"""One sentence for every effect on the board, battles, cards and turns."""

from typing import Final, assert_never

from events.events import UNKNOWN, Effect, tag_of
from projections.described import CardsSet, PlaceSet, described_sentence
from projections.games.risk import events as e
from projections.games.risk.state.names import (
    STEPS,
    army_name,
    card_name,
    card_row,
    continent_name,
    doctor_name,
    place,
    quoted,
    whose,
)
from projections.games.risk.state.position import Land, World
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import capitalised, clean, counted, joined

TurnEffect = (
    e.TerritoriesDealt | e.TurnBegan | e.StepReached | e.StepMissed | e.TardisLanded | e.ClaraAdvanced | e.GameEnded
    | e.ArmyDefeated
)  # fmt: skip
DaleksEffect = (
    e.DaleksPlaced | e.DaleksAdded | e.DaleksLost | e.DaleksMoved | e.TerritoryTaken | e.TerritorySet | e.PoolSet
    | e.RemovalDue
)  # fmt: skip
CardEffect = (
    e.Reinforced | e.MissionPaid | e.StarsTraded | e.IncomeCut | e.CardPlayed | e.CardsPassed | e.CardReturned
    | e.DeckRenewed
)  # fmt: skip
BattleEffect = e.BattleBegun | e.DiceDue | e.ReRollOffered | e.BattleEnded
WindowEffect = WindowOpened | WindowPassed | WindowClosed
DECIDED: Final = {
    "territories": "with the most territories", "Daleks": "with the most Daleks after a tie in territories",
    "continents": "with the most continents after a tie in territories and Daleks",
}  # fmt: skip


def effect_sentence(event: Effect, before: World, after: World) -> str:  # noqa: PLR0911  # one case per family
    """Return one sentence about an effect. `before` and `after` are the positions around it."""
    if isinstance(event, TurnEffect):
        return _turn(event, before)
    if isinstance(event, DaleksEffect):
        return _daleks(event, before, after)
    if isinstance(event, CardEffect):
        return _cards(event, before)
    if isinstance(event, BattleEffect):
        return _battle(event, before)
    if isinstance(event, WindowEffect):
        return _window(event)
    if isinstance(event, PlaceSet | CardsSet):
        return described_sentence(event, lambda cards: card_row(before, cards, "card"))
    return f"Unknown effect: {tag_of(event)}."


def _window(event: WindowEffect) -> str:
    match event:
        case WindowOpened(seats=seats):
            return f"{joined([army_name(seat) for seat in seats]) or 'Nobody'} may answer with a Power Card."
        case WindowPassed(seat=seat):
            return f"{army_name(seat)} can no longer answer with a Power Card."
        case WindowClosed():
            return "No more Power Cards can be played before the dice."
        case _:
            assert_never(event)


def _turn(event: TurnEffect, before: World) -> str:  # noqa: PLR0911  # one case per event
    match event:
        case e.TerritoriesDealt(army=army, territories=names, daleks=daleks):
            lands = joined([place(name) for name in names])
            held = counted(len(names), "territory", "territories")
            return f"{army_name(army)} starts in {held} with {counted(daleks, 'Dalek')} each: {lands}."
        case e.TurnBegan(player=player, turn=turn, round=number):
            return f"Turn {turn}, round {number}: {whose(player)} turn begins."
        case e.StepReached(step=step):
            return f"The next step is {STEPS.get(step) or clean(step)}."
        case e.StepMissed(step=step):
            skipped = capitalised(STEPS.get(step) or clean(step))
            return f"{skipped} is skipped, but the player can still take that step in this turn."
        case e.TardisLanded(territory=name):
            return f"The TARDIS lands in {place(name)}: cease-fire there this turn."
        case e.ClaraAdvanced(doctor=doctor):
            return f"Clara advances to the {doctor_name(doctor)}."
        case e.ArmyDefeated(army=army):
            return f"{army_name(army)} has no territory left and is defeated."
        case e.GameEnded():
            return _ended(event, before)
        case _:
            assert_never(event)


def _ended(event: e.GameEnded, before: World) -> str:
    names = joined([army_name(seat) for seat in event.winners])
    if not names:
        return f"The game is over: {clean(event.how)}."
    verb = "wins" if len(event.winners) == 1 else "share the win"
    why = f" {DECIDED[event.decided]}" if event.decided in DECIDED else ""
    held = counted(len(before.lands_of(event.winners[0])), "territory", "territories")
    return f"The game is over ({clean(event.how)}): {names} {verb}{why}, holding {held}."


def _daleks(event: DaleksEffect, before: World, after: World) -> str:  # noqa: PLR0911  # one case per event
    match event:
        case e.DaleksPlaced(territory=name, daleks=daleks):
            return _more(after, name, daleks, "placed")
        case e.DaleksAdded(territory=name, daleks=daleks):
            return _more(after, name, daleks, "added")
        case e.DaleksLost(territory=name, daleks=daleks):
            army = before.lands.get(name, Land()).army
            return f"{army_name(army)} loses {counted(daleks, 'Dalek')} in {place(name)}."
        case e.DaleksMoved(source=source, target=target, daleks=daleks):
            return _moved(after, source, target, daleks)
        case e.TerritoryTaken(territory=name, player=player, least=least):
            return f"{army_name(player)} takes {place(name)}; at least {counted(least, 'Dalek')} must move in."
        case e.TerritorySet(territory=name, army=army, daleks=daleks):
            return f"{place(name, first=True)} is set to {counted(daleks, 'Dalek')} of {army_name(army)}."
        case e.PoolSet(daleks=daleks):
            return f"The number of new Daleks left to place is set to {daleks}."
        case e.RemovalDue(player=player, daleks=daleks):
            rest = f"must remove {daleks} of its Daleks" if daleks else "does not have to remove any more Daleks"
            return f"{army_name(player)} {rest}."
        case _:
            assert_never(event)


def _more(after: World, name: str, daleks: int, how: str) -> str:
    if name not in after.lands:
        return f"{place(name, first=True)} gets {counted(daleks, 'Dalek')}."
    return f"{place(name, first=True)} now has {counted(after.lands[name].daleks, 'Dalek')} ({daleks} {how})."


def _moved(after: World, source: str, target: str, daleks: int) -> str:
    home, there = after.lands.get(source), after.lands.get(target)
    if home is None or there is None:
        return f"{counted(daleks, 'Dalek')} {_go(daleks)} from {place(source)} to {place(target)}."
    left = f"{place(source, first=True)} now has {counted(home.daleks, 'Dalek')}"
    return f"{left} and {place(target)} {there.daleks} ({daleks} moved)."


def _cards(event: CardEffect, before: World) -> str:  # noqa: PLR0911  # one case per event
    match event:
        case e.Reinforced():
            return _reinforced(event, before)
        case e.MissionPaid(player=player, card=card):
            face = before.cards.mission.get(card)
            return f"{whose(player)} mission{f' of {clean(face.invader)}' if face else ''} is out of the game."
        case e.StarsTraded(player=player, cards=cards, stars=stars):
            many = counted(len(cards), "Territory Card")
            return f"{whose(player)} {many} with {counted(stars, 'star')} {_go(len(cards))} to the discards."
        case e.IncomeCut(rival=rival, daleks=daleks, continent=continent):
            cut = joined(cut_parts(daleks, without_continents=continent))
            return f"{whose(rival)} next count {cut or 'is unchanged'}."
        case e.CardPlayed(player=player, card=card):
            if card not in before.cards.power:
                return f"A Power Card of {army_name(player)} is out of the game."
            return f"{whose(player)} {quoted(before, card)} is out of the game."
        case e.CardsPassed():
            return _passed(event, before)
        case e.CardReturned(card=card):
            known = f" of {card_name(before, card)}" if card != UNKNOWN else " under the TARDIS"
            return f"The card{known} goes to the bottom of the deck."
        case e.DeckRenewed(count=count):
            return f"The deck is empty: {counted(count, 'discard')} become{'s' if count == 1 else ''} the new deck."
        case _:
            assert_never(event)


def cut_parts(daleks: int, *, without_continents: bool) -> list[str]:
    """Return words for how a card reduces an army's next count, one text for each reduction."""
    return [f"is {counted(daleks, 'Dalek')} lower"] * bool(daleks) + ["has nothing for continents"] * without_continents


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _reinforced(event: e.Reinforced, before: World) -> str:
    """Return new Daleks in words with their sum and parts: `6 new Daleks (3 for the turn and 3 for 18 territories)`."""
    parts = reinforced_parts(event, before)
    new = f"{army_name(event.player)} gets {counted(event.total, 'new Dalek') if event.total else 'no new Daleks'}"
    if len(parts) == 1 and event.total:
        return f"{new}{parts[0].lstrip('0123456789')}."
    return f"{new}{f' ({joined(parts)})' * bool(parts)}."


def reinforced_parts(event: e.Reinforced, before: World) -> list[str]:
    """Return words for each source of new Daleks with its amount: `3 for the turn`, `2 for Australia`."""
    held = f" for {counted(len(before.lands_of(event.player)), 'territory', 'territories')}"
    parts = [f"{event.base} for the turn"] * bool(event.base)
    parts += [f"{event.territories}{held}"] * bool(event.territories)
    parts += [f"{amount} for {continent_name(name)}" for name, amount in event.continents]
    for amount, what in ((event.missions, "a mission"), (event.stars, "stars")):
        parts += [f"{amount} for {what}"] * bool(amount)
    if event.cards:
        parts.append(f"{abs(event.cards)} {'for a card' if event.cards > 0 else 'fewer because of a card'}")
    return parts


def _passed(event: e.CardsPassed, before: World) -> str:
    kinds = ((event.territories, "Territory Card"), (event.missions, "Mission Card"), (event.powers, "Power Card"))
    rows = [_row(before, cards, noun) for cards, noun in kinds if cards]
    return f"{army_name(event.taker)} gets {whose(event.loser)} cards: {joined(rows) or 'none'}."


def _row(before: World, cards: tuple[str, ...], noun: str) -> str:
    known = any(card != UNKNOWN for card in cards)
    return counted(len(cards), noun) + (f" ({card_row(before, cards, noun)})" if known else "")


def _battle(event: BattleEffect, before: World) -> str:
    match event:
        case e.BattleBegun(attacker=attacker, defender=defender, target=target, group=group):
            moved = f" with a group of {counted(group, 'Dalek')}" if group else ""
            sides = f"{army_name(attacker)} against {army_name(defender)}"
            return f"The battle for {place(target)} begins: {sides}{moved}."
        case e.DiceDue():
            return _dice(event)
        case e.ReRollOffered(player=player, dice=dice):
            return f"{army_name(player)} may re-roll {counted(dice, 'die', 'dice')} with a 1."
        case e.BattleEnded():
            return _over(event, before)
        case _:
            assert_never(event)


def _dice(event: e.DiceDue) -> str:
    side = "defence" if event.side == "defence" else "attack"
    parts = [f"counts {abs(event.plus)} {'more' if event.plus > 0 else 'less'} on each die"] * bool(event.plus)
    parts += ["may re-roll 1s"] * event.reroll
    parts += [f"has {counted(event.fewer, 'die', 'dice')} fewer in the first roll"] * bool(event.fewer)
    return f"In this battle, the {side} {joined(parts) or 'has its usual dice'}."


def _over(event: e.BattleEnded, before: World) -> str:
    battle = before.battle
    where = f" for {place(battle.target)}" if battle else ""
    bars = "" if event.bars == "step" else f" from {place(event.bars)}"
    how = {
        "conquest": "ends with a conquest", "withdrawal": "ends without a conquest",
        "beaten": "ends because no attackers are left",
    }.get(event.how, f"ends: {clean(event.how)}")  # fmt: skip
    return f"The battle{where} {how}{f'; no more attacks{bars} this turn' * bool(event.bars)}."
