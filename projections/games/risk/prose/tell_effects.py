"""One sentence for every effect: what became of the board, of battles, cards and turns."""

from typing import Final, assert_never

from events.events import UNKNOWN, Effect, tag_of
from projections.described import CardsSet, PlaceSet, tell_described
from projections.games.risk import events as e
from projections.games.risk.state.names import (
    STEPS,
    army_name,
    card_name,
    card_row,
    continent_name,
    doctor_name,
    mission_words,
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
    "territories": "with most territories", "Daleks": "on Daleks, territories being equal",
    "continents": "on continents, the rest being equal",
}  # fmt: skip


def tell_effect(event: Effect, before: World, after: World) -> str:  # noqa: PLR0911  # one case a family
    """An effect in one sentence, from the worlds around it."""
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
        return tell_described(event, lambda cards: card_row(before, cards, "card"))
    return f"The log notes an effect of another kind: {tag_of(event)}."


def _window(event: WindowEffect) -> str:
    match event:
        case WindowOpened(seats=seats):
            return f"{joined([army_name(seat) for seat in seats]) or 'Nobody'} may answer with a Power Card."
        case WindowPassed(seat=seat):
            return f"{army_name(seat)} lets the chance to play a Power Card go by."
        case WindowClosed():
            return "No more cards are played before the dice."
        case _:
            assert_never(event)


def _turn(event: TurnEffect, before: World) -> str:  # noqa: PLR0911  # one case an event
    match event:
        case e.TerritoriesDealt(army=army, territories=names, daleks=daleks):
            lands = joined([place(name) for name in names])
            held = counted(len(names), "territory", "territories")
            return f"{army_name(army)} starts in {held} with {counted(daleks, 'Dalek')} each: {lands}."
        case e.TurnBegan(player=player, turn=turn, round=number):
            return f"Turn {turn}, round {number}: {whose(player)} turn begins."
        case e.StepReached(step=step):
            return f"The turn goes on with {STEPS.get(step) or clean(step)}."
        case e.StepMissed(step=step):
            left_out = STEPS.get(step) or clean(step)
            return f"{capitalised(left_out)} was passed over; it can be made good while the turn lasts."
        case e.TardisLanded(territory=name):
            return f"The TARDIS lands in {place(name)}: cease-fire there this turn."
        case e.ClaraAdvanced(doctor=doctor):
            return f"Clara advances to the {doctor_name(doctor)}."
        case e.ArmyDefeated(army=army):
            return f"{army_name(army)} holds no territory any more and is defeated."
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


def _daleks(event: DaleksEffect, before: World, after: World) -> str:  # noqa: PLR0911  # one case an event
    match event:
        case e.DaleksPlaced(territory=name, daleks=daleks):
            return f"{_are(daleks)} placed in {place(name)}{_now(after, name)}."
        case e.DaleksAdded(territory=name, daleks=daleks):
            return f"{_are(daleks)} added in {place(name)}{_now(after, name)}."
        case e.DaleksLost(territory=name, daleks=daleks):
            army = before.lands.get(name, Land()).army
            return f"{army_name(army)} loses {counted(daleks, 'Dalek')} in {place(name)}."
        case e.DaleksMoved(source=source, target=target, daleks=daleks):
            verb = "moves" if daleks == 1 else "move"
            return f"{counted(daleks, 'Dalek')} {verb} from {place(source)} to {place(target)}."
        case e.TerritoryTaken(territory=name, player=player, least=least):
            return f"{army_name(player)} takes {place(name)}; at least {least} must move in."
        case e.TerritorySet(territory=name, army=army, daleks=daleks):
            return f"{place(name, first=True)} is set right: {army_name(army)} with {counted(daleks, 'Dalek')}."
        case e.PoolSet(daleks=daleks):
            return f"The new Daleks still to be placed are set right: {daleks}."
        case e.RemovalDue(player=player, daleks=daleks):
            rest = f"has to remove {counted(daleks, 'Dalek')} of its own" if daleks else "has nothing more to remove"
            return f"{army_name(player)} {rest}."
        case _:
            assert_never(event)


def _are(daleks: int) -> str:
    return f"{counted(daleks, 'Dalek')} {'is' if daleks == 1 else 'are'}"


def _now(after: World, name: str) -> str:
    return f", now {after.lands[name].daleks}" if name in after.lands else ""


def _cards(event: CardEffect, before: World) -> str:  # noqa: PLR0911  # one case an event
    match event:
        case e.Reinforced():
            return _reinforced(event, before)
        case e.MissionPaid(player=player, card=card):
            return f"{whose(player)} mission is fulfilled and out of the game: {mission_words(before, card)}."
        case e.StarsTraded(player=player, cards=cards, stars=stars):
            many = counted(len(cards), "Territory Card")
            return f"{whose(player)} {many} with {counted(stars, 'star')} {_go(len(cards))} to the discards."
        case e.IncomeCut(rival=rival, daleks=daleks, continent=continent):
            cut = [f"{counted(daleks, 'Dalek')} fewer"] * bool(daleks) + ["nothing for continents"] * continent
            return f"{whose(rival)} next count brings {joined(cut) or 'no less'}."
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
            return f"The deck is empty: {counted(count, 'discard')} become{'s' if count == 1 else ''} the new one."
        case _:
            assert_never(event)


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _reinforced(event: e.Reinforced, before: World) -> str:
    """The new Daleks with their parts, as one adds them up: `6: 3, and 1 for 12 territories`."""
    parts = reinforced_parts(event, before)
    if event.base:
        parts[0] = str(event.base)  # so many as anybody gets
    verb, new = ("counts" if event.base else "gets"), counted(event.total, "new Dalek")
    if len(parts) == 1 and event.total:
        return f"{army_name(event.player)} {verb} {new}{parts[0].lstrip('0123456789')}."
    row = ", and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
    return f"{army_name(event.player)} {verb} {new}{': ' * bool(parts)}{row}."


def reinforced_parts(event: e.Reinforced, before: World) -> list[str]:
    """What new Daleks are for, each part with its number: `3 for 9 territories`, `2 for Australia`.

    Where territories bring more than the 3 of every turn, these are `3 for the turn`.
    """
    held = f" for {counted(len(before.lands_of(event.player)), 'territory', 'territories')}"
    parts = [f"{event.base}{' for the turn' if event.territories else held}"] * bool(event.base)
    parts += [f"{event.territories}{held}"] * bool(event.territories)
    parts += [f"{amount} for {continent_name(name)}" for name, amount in event.continents]
    for amount, what in ((event.missions, "a mission"), (event.stars, "stars")):
        parts += [f"{amount} for {what}"] * bool(amount)
    if event.cards:
        parts.append(f"{abs(event.cards)} {'by a card' if event.cards > 0 else 'fewer by a card'}")
    return parts


def _passed(event: e.CardsPassed, before: World) -> str:
    kinds = ((event.territories, "Territory Card"), (event.missions, "Mission Card"), (event.powers, "Power Card"))
    rows = [_row(before, cards, noun) for cards, noun in kinds if cards]
    return f"{whose(event.loser)} cards pass to {army_name(event.taker)}: {joined(rows) or 'none'}."


def _row(before: World, cards: tuple[str, ...], noun: str) -> str:
    known = any(card != UNKNOWN for card in cards)
    return counted(len(cards), noun) + (f" ({card_row(before, cards, noun)})" if known else "")


def _battle(event: BattleEffect, before: World) -> str:
    match event:
        case e.BattleBegun(attacker=attacker, defender=defender, target=target, group=group):
            moved = f"; {counted(group, 'Dalek')} moved in" if group else ""
            sides = f"{army_name(attacker)} against {army_name(defender)}"
            return f"The battle for {place(target)} begins: {sides}{moved}."
        case e.DiceDue():
            return _dice(event)
        case e.ReRollOffered(player=player, dice=dice):
            show = "die that shows" if dice == 1 else "dice that show"
            return f"{army_name(player)} may roll {dice} {show} 1 again."
        case e.BattleEnded():
            return _over(event, before)
        case _:
            assert_never(event)


def _dice(event: e.DiceDue) -> str:
    side = "defence" if event.side == "defence" else "attack"
    parts = [f"dice count {abs(event.plus)} {'more' if event.plus > 0 else 'less'}"] * bool(event.plus)
    parts += ["1s may be rolled again"] * event.reroll
    parts += [f"the first roll has {counted(event.fewer, 'die', 'dice')} fewer"] * bool(event.fewer)
    return f"For the {side} in this battle {joined(parts) or 'dice are as ever'}."


def _over(event: e.BattleEnded, before: World) -> str:
    battle = before.battle
    where = f" for {place(battle.target)}" if battle else ""
    bars = "the attacks of this turn are over" if event.bars == "step" else (
        f"{place(event.bars)} attacks no more this turn" if event.bars else ""
    )  # fmt: skip
    how = {
        "conquest": "is over: conquered", "withdrawal": "is called off", "beaten": "is over: the attackers are beaten",
    }.get(event.how, f"is over: {clean(event.how)}")  # fmt: skip
    return f"The battle{where} {how}{f'; {bars}' if bars else ''}."
