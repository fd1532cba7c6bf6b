"""Sentences for moves."""

from collections.abc import Mapping
from typing import Final

from events.events import UNKNOWN
from projections.games.risk import events as e
from projections.games.risk.state import names
from projections.games.risk.state.position import World
from projections.sentence_table import Rows, Writers
from projections.wording import clean, counted, joined

_SKIPPED: Final[Mapping[str, str]] = {
    "neutral": "adds no neutral Daleks", "tardis": "does not land the TARDIS", "count": "counts no new Daleks",
}  # fmt: skip


def _skipped(step: str) -> str:
    return _SKIPPED.get(step) or f"skips {clean(step)}"


def _traded(before: World, cards: tuple[str, ...]) -> str:
    return joined([_trade_card(before, card) for card in cards]) or "nothing"


def _trade_card(before: World, card: str) -> str:
    return "an unknown card" if card == UNKNOWN else f"{names.card_name(before, card)}{names.stars(before, card)}"


def _adds_neutral(move: e.PlaceNeutral, before: World, _after: World) -> str:
    army = before.lands[move.territory].army if move.territory in before.lands else ""
    whom = f", for {names.army_name(army)}" if army else ""
    daleks = counted(move.daleks, "Dalek")
    return f"{names.army_name(move.player)} adds {daleks} to {names.place(move.territory)}{whom}."


def _plays(move: e.PlayPower, before: World, _after: World) -> str:
    aim = f" on {names.army_name(move.rival)}" if move.rival else ""
    if move.territory:
        aim = f" in {names.place(move.territory)}"
    return f"{names.army_name(move.player)} plays {names.quoted(before, move.card)}{aim}."


def _attacks(move: e.Attack, before: World, _after: World) -> str:
    way = f"attacks {names.place(move.target)} from {names.place(move.source)}"
    card = f" and plays {names.quoted(before, move.card)}" if move.card else ""
    return f"{names.army_name(move.player)} {way} with {counted(move.daleks, 'Dalek')}{card}."


def _rolls(move: e.RollDice, before: World, _after: World) -> str:
    dice = counted(move.daleks, "die", "dice")
    return f"{names.army_name(move.player)} rolls {dice}{_target(before, ' against ')}."


def _re_rolls(move: e.ReRoll, _before: World, _after: World) -> str:
    does = f"re-rolls {counted(move.dice, 'die', 'dice')} with a 1" if move.dice else "keeps the 1s"
    return f"{names.army_name(move.player)} {does}."


def _moves_in(move: e.MoveIn, before: World, _after: World) -> str:
    daleks = counted(move.daleks, "Dalek")
    return f"{names.army_name(move.player)} moves in{_target(before, 'to ')} with {daleks}."


def _target(before: World, how: str) -> str:
    return f"{how}{names.place(before.battle.target)}" if before.battle else ""


WRITERS: Final[Writers] = {"mission": names.mission_words, "skipped": _skipped, "traded": _traded}
ROWS: Final[Rows] = {
    e.PlaceNeutral: _adds_neutral,
    e.LandTardis: "{player} lands the TARDIS.",
    e.SkipStep: "{player} {step:skipped}.",
    e.CountDaleks: "{player} counts new Daleks.",
    e.ClaimMission: "{player} reveals a mission: {card:mission}.",
    e.TradeStars: "{player} trades {cards:traded}.",
    e.PlayPower: _plays,
    e.MoveTardis: "{player} plays {card} and moves the TARDIS to {territory}.",
    e.Place: "{player} places {daleks:count Dalek} in {territory}.",
    e.RemoveDalek: "{player} takes a Dalek off {territory}.",
    e.Attack: _attacks,
    e.StopAttacking: "{player} makes no further attack.",
    e.Defend: "{player} defends with {dice:count die|dice}.",
    e.RollDice: _rolls,
    e.ReRoll: _re_rolls,
    e.LeaveBattle: lambda move, before, _after: (
        f"{names.army_name(move.player)} calls off the battle{_target(before, ' for ')}."
    ),
    e.MoveIn: _moves_in,
    e.Manoeuvre: "{player} manoeuvres {daleks:count Dalek} from {source} to {target}.",
    e.HoldPosition: "{player} makes no manoeuvre.",
    e.DrawTerritoryCard: "{player} draws a card.",
    e.EndTurn: "{player} ends the turn.",
}
