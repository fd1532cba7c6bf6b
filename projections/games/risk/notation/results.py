"""Results that a line of Risk can state: losses, conquests, Clara, the pay of missions and stars."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from events.events import UNKNOWN
from projections.games.risk import events as e
from projections.games.risk.components.world_map import daleks_for_stars
from projections.games.risk.notation.battle import Context, battle_ends, declared
from projections.games.risk.state.position import World
from projections.notation.argument_type import ArgumentType, Number, Result


def _told_dice(context: Context) -> int:
    if isinstance(context.move, e.RollDice):
        return context.move.daleks if context.seen.faces or context.happened else 0
    if isinstance(context.move, e.Attack):
        return context.move.daleks if context.move.card else 0
    battle, attack = context.position.battle, declared(context)
    return len(battle.faces[0]) if battle and battle.faces[0] else attack.values["daleks"] if attack else 0


def _fought(fields: Callable[[Context, str, str], Mapping[str, Any]]) -> Callable[[Context], Mapping[str, Any] | str]:
    """Return a function for `Result.given` that calls `fields` with both territories, or says that dice are missing."""

    def given(context: Context) -> Mapping[str, Any] | str:
        source, target = battle_ends(context)
        if not target:
            return "no battle is under way"
        if not _told_dice(context):
            return "the line does not show the dice of this result"
        battle = context.led.battle if context.led is not None else None
        if battle is not None and battle.waiting:
            return f"{battle.attacker if battle.waiting == 'attack' else battle.defender} may first re-roll 1s"
        return fields(context, source, target)

    return given


def _loss(letter: str) -> ArgumentType[World]:
    """Return the part of a line for the number of Daleks that a side lost, after its `letter`, such as `D2`."""

    def read(context: Context) -> int | None:
        match = re.fullmatch(rf"{letter}([0-9]{{1,2}})", context.cursor.now, re.IGNORECASE)
        context.cursor.at += match is not None
        return int(match[1]) if match else None

    return Number(
        what="the number of lost Daleks", read=read, code=lambda daleks, _context: f"{letter}{daleks}", least=1
    )


def _lost(letter: str) -> Result[World]:
    """Return the pattern of a stated loss of Daleks, such as `-D2`. A line that states one loss states all losses."""

    def given(_context: Context, source: str, target: str) -> Mapping[str, Any]:
        return {"territory": target if letter == "D" else source}

    return Result(
        e.DaleksLost, "-{daleks}", denied="(-0|- d0|- a0)", whole=True, slots={"daleks": _loss(letter)},
        given=_fought(given),
    )  # fmt: skip


_TAKEN: Final = Result[World](
    e.TerritoryTaken, "(x|conquered|conquers|taken|takes it)",
    given=_fought(lambda context, _, target: {"territory": target, "player": context.seat,
            "least": _told_dice(context)}),
)  # fmt: skip
BATTLE_RESULTS: Final = (_lost("D"), _lost("A"), _TAKEN)
CLARA: Final = Result[World](
    e.ClaraAdvanced, "(*|clara|with clara|clara *)", denied="(no clara|no *|without clara)",
    given=lambda context: {"doctor": context.position.clara + 1},
)  # fmt: skip
REWARD: Final = Result[World](
    e.Reinforced, "{missions}", slots={"missions": Number(what="the reward")},
    given=lambda context: {"player": context.seat},
)  # fmt: skip


def _unsaid_stars(context: Context) -> e.StarsTraded | str | None:
    if not isinstance(context.move, e.TradeStars) or UNKNOWN not in context.move.cards:
        return None
    known = context.values.get("stars")
    missing = "the number of stars on these cards is missing"
    return e.StarsTraded(context.seat, context.move.cards, known) if known else missing


def _unsaid_pay(context: Context) -> e.Reinforced | None:
    if not isinstance(context.move, e.TradeStars) or UNKNOWN not in context.move.cards:
        return None
    told = [effect.stars for effect in context.stated if isinstance(effect, e.StarsTraded)]
    return e.Reinforced(context.seat, stars=daleks_for_stars(*told[:1] or (0,)))


STARS: Final = Result[World](
    e.StarsTraded, "= {stars}", slots={"stars": Number(what="the number of stars")}, missing=_unsaid_stars,
    given=lambda context: {"player": context.seat, "cards": getattr(context.move, "cards", ())},
)  # fmt: skip
PAID: Final = Result[World](
    e.Reinforced, "(> +|>){stars}", slots={"stars": Number(what="the number of Daleks")}, missing=_unsaid_pay,
    given=lambda context: {"player": context.seat},
)  # fmt: skip
