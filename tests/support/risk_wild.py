"""Anything that anybody might do or state in Risk, and what a line says, told without reading it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from risk_games import candidate
from round_trip import Wild

from events.facts import Passed
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state.position import World

OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"attack_style": "group", "defence_dice": "chosen"},
    {"reroll_ones": "until_not_one", "reroll_ones_side": "either", "beaten_attacker": "blocks_origin"},
    {"end_mode": "domination", "neutrals_are_opponents": True, "turn_cap": 60},
)


# What a line says

_CODES = {name: rf"\b{land.code}(?![a-z])|{land.name}|{name}" for name, land in TERRITORIES.items()}
_CODES |= {"russia": _CODES["russia"] + "|ukraine", "eastern-canada": _CODES["eastern-canada"] + "|quebec"}
_VERBS: dict[Any, str] = {
    e.PlaceNeutral: "n", e.LandTardis: "t|land", e.CountDaleks: r"\+|count|reinf|new",
    e.ClaimMission: r"\+|count|reinf|new", e.TradeStars: "s|t", e.PlayPower: "a|c|d|r", e.MoveTardis: "c", e.Place: "p",
    e.RemoveDalek: "l|r", e.Attack: "a", e.Defend: "d", e.RollDice: "a|r", e.ReRoll: "a|r|d", e.LeaveBattle: "[a-z]",
    e.MoveIn: "in|m|a|r", e.StopAttacking: "a",
    e.Manoeuvre: "m", e.HoldPosition: "m", e.DrawTerritoryCard: "c", e.EndTurn: "c|e", Passed: "d",
}  # fmt: skip


def says(text: str, move: Any, world: World) -> bool:
    """Whether a line says what a move is, told by looking for its words, not by reading it."""
    said = re.split("=(?!>) *[a-z]", text.partition(";")[0].casefold())[0]
    verb = re.search(r"[a-z+]", said)
    if verb is None or not re.match(_VERBS[type(move)], said[verb.start() :]):
        return False
    battle = world.battle
    known = (battle.source, battle.target) if battle else ()
    places = [getattr(move, name, "") for name in ("territory", "source", "target")]
    named = all(re.search(_CODES[place].casefold(), said) for place in places if place and place not in known)
    number = getattr(move, "daleks", None)
    counted = number is None or re.search(
        rf"{number}|{('', 'one', 'two', 'three')[number] if number < 4 else number}|all", said
    )
    free = isinstance(move, e.RemoveDalek | e.RollDice)
    card = getattr(move, "card", "")
    mission = world.cards.mission.get(card)
    spelt = (
        not card
        or mission
        or any(word in said for word in re.findall("[a-z]{4,}", world.cards.power[card].name.casefold()))
    )
    return bool(named and (counted or free) and spelt)


WILD = Wild(
    unlisted=(e.SkipStep,),
    options=OPTIONS,
    seats=("black", "yellow", "the-orange", "blue", "n4"),
    move=lambda world, chance: candidate(world, chance.choice(world.seats), chance), says=says,
    rare=lambda seat, other: (
        e.ArmyDefeated(other), e.CardsPassed(seat, other, ("peru",), (), ("?",)), e.DeckRenewed(4),
        e.StepMissed("count"),
    ),
    signs='ABCDEFGRUSIN0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511',
    length=1200,
)  # fmt: skip
