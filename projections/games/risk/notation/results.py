"""Results that a line of Risk states in words: losses, conquests, Clara, what missions and stars pay."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from events.events import UNKNOWN
from projections.games.risk import events as e
from projections.games.risk.components.world_map import daleks_for_stars
from projections.games.risk.notation.battle import Said, battle_ends, declared
from projections.games.risk.state.position import World
from projections.notation.slot import Number, Result, Slot


def _told_dice(said: Said) -> int:
    """How many dice attacked in the throw that a sentence tells of; 0 where it tells of none."""
    if isinstance(said.move, e.RollDice):
        return said.move.daleks if said.seen.faces or said.happened else 0
    if isinstance(said.move, e.Attack):
        return said.move.daleks if said.move.card else 0
    battle, attack = said.position.battle, declared(said)
    return len(battle.faces[0]) if battle and battle.faces[0] else attack.values["daleks"] if attack else 0


def _fought(fields: Callable[[Said, str, str], Mapping[str, Any]]) -> Callable[[Said], Mapping[str, Any] | str]:
    """What a result of a throw leaves unsaid, by the two ends of its battle; or why it cannot be told."""

    def given(said: Said) -> Mapping[str, Any] | str:
        source, target = battle_ends(said)
        if not target:
            return "no battle is under way here"
        if not _told_dice(said):
            return "the dice of this are not in the line"
        battle = said.led.battle if said.led is not None else None
        if battle is not None and battle.waiting:
            return f"{battle.attacker if battle.waiting == 'attack' else battle.defender} may roll 1s again first"
        return fields(said, source, target)

    return given


def _loss(letter: str) -> Slot[World]:
    """How many a side has lost, `D2`."""

    def read(said: Said) -> int | None:
        match = re.fullmatch(rf"{letter}([0-9]{{1,2}})", said.cursor.now, re.IGNORECASE)
        said.cursor.at += match is not None
        return int(match[1]) if match else None

    return Number(what="how many are lost", read=read, code=lambda daleks, _said: f"{letter}{daleks}", least=1)


def _lost(letter: str) -> Result[World]:
    """The losses of a side, `-D2`; who states one states all."""

    def given(_said: Said, source: str, target: str) -> Mapping[str, Any]:
        return {"territory": target if letter == "D" else source}

    return Result(
        e.DaleksLost, "-{daleks}", denied="(-0|- d0|- a0)", whole=True, slots={"daleks": _loss(letter)},
        given=_fought(given),
    )  # fmt: skip


_TAKEN: Final = Result[World](
    e.TerritoryTaken, "(x|conquered|conquers|taken|takes it)",
    given=_fought(lambda said, _, target: {"territory": target, "player": said.seat, "least": _told_dice(said)}),
)  # fmt: skip
BATTLE_RESULTS: Final = (_lost("D"), _lost("A"), _TAKEN)
CLARA: Final = Result[World](
    e.ClaraAdvanced, "(*|clara|with clara|clara *)", denied="(no clara|no *|without clara)",
    given=lambda said: {"doctor": said.position.clara + 1},
)  # fmt: skip
REWARD: Final = Result[World](
    e.Reinforced, "{missions}", slots={"missions": Number(what="what it pays")},
    given=lambda said: {"player": said.seat},
)  # fmt: skip


def _unsaid_stars(said: Said) -> e.StarsTraded | str | None:
    if not isinstance(said.move, e.TradeStars) or UNKNOWN not in said.move.cards:
        return None
    known = said.values.get("stars")
    return e.StarsTraded(said.seat, said.move.cards, known) if known else "say how many stars these cards bear"


def _unsaid_pay(said: Said) -> e.Reinforced | None:
    if not isinstance(said.move, e.TradeStars) or UNKNOWN not in said.move.cards:
        return None
    told = [effect.stars for effect in said.stated if isinstance(effect, e.StarsTraded)]
    return e.Reinforced(said.seat, stars=daleks_for_stars(*told[:1] or (0,)))


STARS: Final = Result[World](
    e.StarsTraded, "= {stars}", slots={"stars": Number(what="the stars")}, missing=_unsaid_stars,
    given=lambda said: {"player": said.seat, "cards": getattr(said.move, "cards", ())},
)  # fmt: skip
PAID: Final = Result[World](
    e.Reinforced, "(> +|>){stars}", slots={"stars": Number(what="what they pay")}, missing=_unsaid_pay,
    given=lambda said: {"player": said.seat},
)  # fmt: skip
