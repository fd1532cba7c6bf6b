"""Anything that anybody might do or state in Risk, and what a line says, told without reading it."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from round_trip import Wild

from events.facts import UNKNOWN, Effect, Passed
from projections.draft import Stated
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state.position import World
from projections.window import WindowOpened, WindowPassed

OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"attack_style": "group", "defence_dice": "chosen"},
    {"reroll_ones": "until_not_one", "reroll_ones_side": "either", "beaten_attacker": "blocks_origin"},
    {"end_mode": "domination", "neutrals_are_opponents": True, "turn_cap": 60},
)


def wild_move(chance: random.Random, world: World) -> Any:
    one, other = chance.choices(list(TERRITORIES), k=2)
    seat, rival = chance.choices(world.seats, k=2)
    card, number = chance.choice(list(world.cards.power)), chance.randint(1, 3)
    return chance.choice(
        [
            e.Attack(seat, one, other, number), e.Attack(seat, one, other, number, card), e.Place(seat, one, number),
            e.Manoeuvre(seat, one, other, number), e.RollDice(seat, number), e.MoveIn(seat, number), Passed(seat),
            e.LeaveBattle(seat), e.StopAttacking(seat), e.HoldPosition(seat), e.EndTurn(seat),
            e.DrawTerritoryCard(seat), e.LandTardis(seat), e.CountDaleks(seat),
            e.ClaimMission(seat, chance.choice(list(world.cards.mission))),
            e.TradeStars(seat, (one, other)), e.TradeStars(seat, (UNKNOWN, one)), e.PlayPower(seat, card, rival=rival),
            e.MoveTardis(seat, "console", one), e.RemoveDalek(seat, one), e.ReRoll(seat, number - 1),
            e.Defend(seat, min(2, number)), e.PlaceNeutral(seat, one, number),
        ]
    )  # fmt: skip


def wild_results(chance: random.Random, world: World) -> Stated:
    one, other = chance.choices(list(TERRITORIES), k=2)
    seat, rival = chance.choices(world.seats, k=2)
    effects: list[Effect] = [
        e.DaleksLost(one, 2), e.DaleksPlaced(one, 1), e.DaleksAdded(one, 3), e.ClaraAdvanced(7), e.IncomeCut(rival, 2),
        e.Reinforced(seat, 3, 1, (("asia", 7), ("europe", 4)), cards=-2), e.TerritoryTaken(one, seat, 1),
        e.BattleEnded("withdrawal", one), e.TardisLanded(one), e.StepReached("draw"), e.DiceDue("attack", 1, True),
        e.StarsTraded(seat, (one, "?"), 3), e.CardPlayed(seat, "rust"), e.MissionPaid(seat, "vampires"),
        e.CardsPassed(seat, rival, (one,), (), ("?",)), WindowOpened("defence", (seat, rival)), e.ArmyDefeated(rival),
        e.DaleksMoved(one, other, 2), e.DeckRenewed(4), e.StepMissed("count"), e.CardReturned(one),
    ]  # fmt: skip
    kinds: list[type[Effect]] = [
        e.DaleksLost, e.StepReached, e.Reinforced, e.TerritoryTaken, e.BattleEnded, e.DaleksMoved, e.ClaraAdvanced,
        e.CardPlayed, e.TurnBegan, WindowPassed, e.TardisLanded, e.BattleBegun,
    ]  # fmt: skip
    return Stated(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


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
    move=wild_move, results=wild_results, says=says,
    signs='ABCDEFGRUSIN0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511',
    length=1200,
)  # fmt: skip
