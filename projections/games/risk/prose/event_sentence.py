"""One sentence for every event.

A sentence uses only the event and the positions around it. An unknown card is just called a card.
"""

from typing import Final, assert_never

from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.games.risk import events as e
from projections.games.risk.prose.effect_sentences import effect_sentence
from projections.games.risk.state.names import army_name, card_name, mission_words, place, quoted, stars
from projections.games.risk.state.position import World
from projections.window import Window
from projections.wording import clean, counted, joined


def event_sentence(event: Event, before: World, after: World) -> str:
    """Return one sentence about an event.

    `before` and `after` are the positions around it, as the viewer knows them.
    """
    if isinstance(event, Passed):
        return _passed(event, before)
    if isinstance(event, e.RiskMove):
        return f"{army_name(event.player)} {_move(event, before)}."
    if isinstance(event, Chance):
        return _chance(event, before)
    if isinstance(event, Effect):
        return effect_sentence(event, before, after)
    return f"Unknown log entry: {tag_of(event)}."


def _passed(event: Passed, before: World) -> str:
    offered = any(isinstance(thing, Window) for thing in before.stack)
    return f"{army_name(event.player)} {'plays no Power Card' if offered else 'passes'}."


def _move(move: e.RiskMove, before: World) -> str:  # noqa: PLR0911  # one case per move
    """Return words for a move without the name of its seat."""
    match move:
        case e.Manoeuvre(source=source, target=target, daleks=daleks):
            return f"manoeuvres {_daleks(daleks)} from {place(source)} to {place(target)}"
        case e.PlaceNeutral(territory=name, daleks=daleks):
            army = before.lands[name].army if name in before.lands else ""
            return f"adds {_daleks(daleks)} to {place(name)}" + (f", for {army_name(army)}" if army else "")
        case e.Place(territory=name, daleks=daleks):
            return f"places {_daleks(daleks)} in {place(name)}"
        case e.RemoveDalek(territory=name):
            return f"takes a Dalek off {place(name)}"
        case e.ClaimMission() | e.TradeStars() | e.PlayPower() | e.MoveTardis():
            return _card_move(move, before)
        case e.Attack() | e.Defend() | e.RollDice() | e.ReRoll() | e.LeaveBattle() | e.MoveIn():
            return _battle_move(move, before)
        case _:
            return _step_move(move)


StepMove = (
    e.LandTardis | e.SkipStep | e.CountDaleks | e.StopAttacking | e.HoldPosition | e.DrawTerritoryCard | e.EndTurn
)  # fmt: skip
_SKIPPED = {"neutral": "adds no neutral Daleks", "tardis": "does not land the TARDIS", "count": "counts no new Daleks"}


def _step_move(move: StepMove) -> str:  # noqa: PLR0911  # one case per move
    """Return the words for a move that only completes or skips a step."""
    match move:
        case e.LandTardis():
            return "lands the TARDIS"
        case e.SkipStep(step=step):
            return _SKIPPED.get(step) or f"skips {clean(step)}"
        case e.CountDaleks():
            return "counts new Daleks"
        case e.StopAttacking():
            return "makes no further attack"
        case e.HoldPosition():
            return "makes no manoeuvre"
        case e.DrawTerritoryCard():
            return "draws a card"
        case e.EndTurn():
            return "ends the turn"
        case _:
            assert_never(move)


def _daleks(number: int) -> str:
    return counted(number, "Dalek")


def _card_move(move: e.ClaimMission | e.TradeStars | e.PlayPower | e.MoveTardis, before: World) -> str:
    match move:
        case e.ClaimMission(card=card):
            return f"reveals a mission: {mission_words(before, card)}"
        case e.TradeStars(cards=cards):
            return f"trades {joined([_traded(before, card) for card in cards]) or 'nothing'}"
        case e.PlayPower(card=card, territory=territory, rival=rival):
            aim = f" in {place(territory)}" if territory else f" on {army_name(rival)}" if rival else ""
            return f"plays {quoted(before, card)}{aim}"
        case e.MoveTardis(card=card, territory=territory):
            return f"plays {quoted(before, card)} and moves the TARDIS to {place(territory)}"
        case _:
            assert_never(move)


def _traded(before: World, card: str) -> str:
    return "an unknown card" if card == UNKNOWN else f"{card_name(before, card)}{stars(before, card)}"


BattleMove = e.Attack | e.Defend | e.RollDice | e.ReRoll | e.LeaveBattle | e.MoveIn


def _battle_move(move: BattleMove, before: World) -> str:
    match move:
        case e.Attack(source=source, target=target, daleks=daleks, card=card):
            way = f"attacks {place(target)} from {place(source)} with {_daleks(daleks)}"
            return way + (f" and plays {quoted(before, card)}" if card else "")
        case e.Defend(dice=dice):
            return f"defends with {counted(dice, 'die', 'dice')}"
        case e.RollDice(daleks=daleks):
            return f"rolls {counted(daleks, 'die', 'dice')}{_for(before, ' against ')}"
        case e.ReRoll(dice=dice):
            return f"re-rolls {counted(dice, 'die', 'dice')} with a 1" if dice else "keeps the 1s"
        case e.LeaveBattle():
            return f"calls off the battle{_for(before, ' for ')}"
        case e.MoveIn(daleks=daleks):
            return f"moves in{_for(before, 'to ')} with {_daleks(daleks)}"
        case _:
            assert_never(move)


def _for(before: World, how: str) -> str:
    return f"{how}{place(before.battle.target)}" if before.battle else ""


PILES: Final = {"territory": "Territory Card", "mission": "Mission Card", "power": "Power Card"}


def _chance(event: Chance, before: World) -> str:
    match event:
        case Shuffled(pile=pile, order=order):
            return f"{counted(len(order), PILES.get(pile, 'card'))} {'is' if len(order) == 1 else 'are'} shuffled."
        case Drawn(player=player, pile=pile, cards=cards):
            verb = "is dealt" if before.step == "set-up" else "gets"
            return f"{army_name(player)} {verb} {drawn_words(before, PILES.get(pile, 'card'), cards)}."
        case Revealed(item=item):
            return _revealed(before, item)
        case Rolled():
            return _rolled(event, before)
    return f"Chance decides: {tag_of(event)}."


def drawn_words(before: World, noun: str, cards: tuple[str, ...]) -> str:
    """Return drawn cards in words: their number and kind, and the name of each known card."""
    known = [f"{card_name(before, card)}{stars(before, card)}" for card in cards if card != UNKNOWN]
    many = {0: f"no {noun}", 1: f"a {noun}"}.get(len(cards)) or counted(len(cards), noun)
    return f"{many}: {joined(known)}" if known else many


def _revealed(before: World, item: str) -> str:
    if item == UNKNOWN:
        return "The top card of the deck is turned up; its name is not recorded."
    face = before.cards.territory.get(item)
    shown = ", and Clara is on it" if face and face.clara else ""
    return f"The top card of the deck is {card_name(before, item)}{shown}."


def _rolled(event: Rolled, before: World) -> str:
    """Return a roll in words by its purpose: an attack, a defence, a re-roll, the first player, a card."""
    faces, sides = " ".join(map(str, event.faces)), event.sides
    what, _, where = event.purpose.partition(" ")
    if where == "in no battle":
        return f"Dice without a battle show {faces}."
    match what, where.partition(">"):
        case "attack", (source, ">", target):
            return f"The attack on {place(target)} from {place(source)} rolls {faces}."
        case "defence", (target, "", _) if target:
            return f"The defence of {place(target)} rolls {faces}."
        case "re-roll", _:
            side = "The defence" if where.startswith("defence") else "The attack"
            return f"{side} re-rolls its 1s: {faces}."
    if event.purpose == "first player" and len(event.faces) == 1 and 0 < event.faces[0] <= len(before.seats):
        first = before.seats[event.faces[0] - 1]
        return f"{army_name(first)} is picked at random as the first player: {faces} of {sides}."
    words = " ".join(place(word) if word in before.lands else word for word in event.purpose.split())
    one = len(event.faces) == 1
    return f"The {'die' if one else 'dice'} for {words} {'shows' if one else 'show'} {faces}."
