"""Random games of Risk for tests, and random moves that may be illegal."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from players import Played, awaited_moves, groups
from round_trip import Wild

from events.events import Passed, Started
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from replay.chance.random_source import SeededChance

SEATS: Final = ("black", "yellow", "orange", "white", "grey")
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "as printed": {"forced_trade_stars": 8},
    "domination": {"end_mode": "domination", "turn_cap": 60, "forced_trade_stars": 6, "manoeuvre_reach": "adjacent"},
    "group": {"attack_style": "group", "beaten_attacker": "blocks_origin", "forced_trade_stars": 8,
              "reroll_ones": "until_not_one", "reroll_ones_side": "either", "tie_break": "shared"},
    "chosen": {"defence_dice": "chosen", "neutrals_are_opponents": True, "trades_per_turn": "one",
               "tardis_blocks_path": False, "forced_trade_stars": 8, "edge_new_guinea_western_australia": False},
}  # fmt: skip
CAP: Final = 4000


def _pick(game: Any, now: World, chooser: random.Random, status: Any) -> Any:
    moves = awaited_moves(game, now, status)
    weights = [0.3 if isinstance(move, e.StopAttacking | e.LeaveBattle) else 1.0 for move in moves]
    return chooser.choices(moves, weights)[0]


def game(seats: int, seed: int, variant: str) -> Iterator[Played]:
    chooser, fate = random.Random(seed), SeededChance(seed)
    begun = GAME.begin(Started("risk", 1, SEATS[:seats], VARIANTS[variant]), fate)
    yield from groups(GAME, begun, chooser, fate, _pick, CAP)


def daleks_brought(event: Any) -> int:
    match event:
        case e.TerritoriesDealt():
            return len(event.territories) * event.daleks
        case e.DaleksPlaced() | e.DaleksAdded():
            return event.daleks
        case e.DaleksLost():
            return -event.daleks
        case _:
            return 0


def words(now: World, seat: str) -> Mapping[str, Sequence[Any]]:
    own = now.lands_of(seat) or [*TERRITORIES]
    anywhere = [*TERRITORIES, *own * 3]
    powers, hand = now.powers.get(seat, ()), now.hands.get(seat, ())
    return {
        "territory": anywhere, "source": own, "target": anywhere, "daleks": [1, 2, 3], "dice": [0, 1, 2],
        "card": ["", *powers * 9, *now.cards.power, *now.cards.mission], "cards": hand, "defence": [0],
        "rival": ["", *now.seats],
    }  # fmt: skip


OPTIONS: Sequence[Mapping[str, Any]] = (
    {}, {"attack_style": "group", "defence_dice": "chosen"},
    {"reroll_ones": "until_not_one", "reroll_ones_side": "either", "beaten_attacker": "blocks_origin"},
    {"end_mode": "domination", "neutrals_are_opponents": True, "turn_cap": 60},
)  # fmt: skip
"""Without `forced_trade_stars`: with it, the public cannot see when placing is over, because stars are hidden."""
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
    sentence = re.split("=(?!>) *[a-z]", text.partition(";")[0].casefold())[0]
    verb = re.search(r"[a-z+]", sentence)
    if verb is None or not re.match(_VERBS[type(move)], sentence[verb.start() :]):
        return False
    battle = world.battle
    known = (battle.source, battle.target) if battle else ()
    places = [getattr(move, name, "") for name in ("territory", "source", "target")]
    named = all(re.search(_CODES[place].casefold(), sentence) for place in places if place and place not in known)
    number = getattr(move, "daleks", None)
    word = ("", "one", "two", "three")[number] if number is not None and number < 4 else number
    counted = number is None or re.search(rf"{number}|{word}|all", sentence)
    free = isinstance(move, e.RemoveDalek | e.RollDice)
    card = getattr(move, "card", "")
    mission = world.cards.mission.get(card)
    words = re.findall("[a-z]{4,}", world.cards.power[card].name.casefold()) if card and not mission else []
    spelt = not card or mission or any(word in sentence for word in words)
    return bool(named and (counted or free) and spelt)


WILD = Wild(
    unlisted=(e.SkipStep,),
    options=OPTIONS,
    seats=("black", "yellow", "the-orange", "blue", "n4"),
    words=words, says=says,
    rare=lambda seat, other: (
        e.ArmyDefeated(other), e.CardsPassed(seat, other, ("peru",), (), ("?",)), e.DeckRenewed(4),
        e.StepMissed("count"),
    ),
    signs='ABCDEFGRUSIN0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511',
    length=1200,
)  # fmt: skip
