"""The forms of Risk: every way in which a line can write a move.

Example: `A: RUS>SCA 3v2 [Nitro-9] (6 5 2 : 4 3)@srv#881 -D2 x >3 stop`. It declares an attack, plays a card, rolls,
states losses and conquest, and moves in or calls the battle off. Each part is a separate move.
"""

from collections.abc import Sequence
from typing import Any, Final

from events.events import Move, Passed
from projections.games.risk import events as e
from projections.games.risk.notation.argument_types import POWER
from projections.games.risk.notation.battle import (
    Context,
    check_defence,
    continues,
    re_rolled,
    rolled_on,
    running_battle,
)
from projections.games.risk.notation.chance import ATTACK_DIE, CARD_DIE, SHUFFLED
from projections.games.risk.notation.read_count import COUNT, TRADED, counted, read_count
from projections.games.risk.notation.results import BATTLE_RESULTS, CLARA, PAID, REWARD, STARS
from projections.games.risk.notation.vocabulary import army_words, place_code
from projections.games.risk.rules.power_cards import AT_RIVALS
from projections.games.risk.state.position import World
from projections.notation.cursor import SlipError
from projections.notation.line_pattern import LinePattern

_NONE: Final = "none|no|-|nothing|no move"
_STOPS: Final = "stop|stops|retreat|retreats|withdraw|withdraws|call it off|calls it off"
_TO: Final = "(>|to|-|against|attacks)"
_ONES: Final = "(ones|1s|re-roll|reroll|re-rolls|rerolls)[ {number}][ {ones}]"
_KEEPS: Final = "(keep|keeps|keep ones|keep the ones)"
_GOES: Final = "(>|to|-)"
_AIMED: Final = "[ (>|to|against)][ {territory}] & [ {rival}]"
_DRAWS: Final = "(draw|draws|drew|takes|take|+)"
_VERSUS: Final = "[ until {number}][ (daleks|dalek|dice)][ (v|vs|against) {defending:number}]"
_THROWN: Final = (e.Attack, e.RollDice, e.ReRoll, e.PlayPower)
"""Moves after which a battle can continue in the same line."""


def _ways(number: str, behind: str = "") -> tuple[str, ...]:
    """Return the templates of a battle, in any order. `number` is the slot of the attackers, `behind` the end."""
    strength = f"{{daleks:{number}}}{_VERSUS}"
    return (
        f"[from ]{{source}}{_TO}{{target}}[ (with|:)][ {strength}] & [ {{card:bracketed}}]{behind}",
        f"{{target}} from {{source}}[ (with|:)][ {strength}] & [ {{card:bracketed}}]{behind}",
        f"{strength} [from ]{{source}}{_TO}{{target}}[ {{card:bracketed}}]{behind}",
        f"{strength} {{target}} from {{source}}[ {{card:bracketed}}]{behind}",
    )


def _again(move: type[Move], behind: str, **how: Any) -> LinePattern[World]:
    """Return the pattern of a move in the battle under way that names both territories again, before `behind`."""
    first = f"A: [from ]{{source}}{_TO}{{target}}[ (with|:)] {behind}"
    return LinePattern(move, first, also=(f"{{target}} from {{source}} {behind}",), when=continues, writes=None, **how)


def _re_roll(verb: str) -> LinePattern[World]:
    """Return the pattern of a re-roll of 1s. The attacker (verb `R`) may also write it after the roll."""
    own = verb == "R"
    return LinePattern(
        e.ReRoll, f"{verb}: {_ONES}", behind=_ONES if own else None, follows=(e.RollDice, e.ReRoll) if own else (),
        make=re_rolled, parts=lambda context: {"number": getattr(context.move, "dice", 0)}, results=BATTLE_RESULTS,
        writes=lambda context: getattr(context.move, "dice", 0) > 0 and _defends(context) != own,
    )  # fmt: skip


def _keep(verb: str) -> LinePattern[World]:
    own = verb == "R"
    return LinePattern(
        e.ReRoll, f"{verb}: {_KEEPS}", behind=_KEEPS if own else None, follows=(e.RollDice, e.ReRoll) if own else (),
        make=_keeps, results=BATTLE_RESULTS,
        writes=lambda context: not getattr(context.move, "dice", 0) and _defends(context) != own,
    )  # fmt: skip


def _skip(verb: str, step: str) -> LinePattern[World]:
    return LinePattern(
        e.SkipStep, f"{verb}: (none|nothing|forgotten)", make=lambda context: (e.SkipStep(context.seat, step),),
        writes=lambda context: getattr(context.move, "step", "") == step,
    )  # fmt: skip


def _is_running(context: Context) -> bool:
    return running_battle(context.position, context.seat) is not None


def _leaves(context: Context) -> Sequence[Move]:
    """Return, before the player goes on elsewhere, the move that calls off a battle between two rolls, or nothing."""
    return (e.LeaveBattle(context.seat),) if _is_running(context) else ()


def _defends(context: Context) -> bool:
    return context.position.battle is not None and context.position.battle.waiting == "defence"


def _answers(context: Context) -> bool:
    power = context.position.cards.power.get(getattr(context.move, "card", ""))
    return power is not None and power.timing in ("declare", "defend")


def _keeps(context: Context) -> Sequence[Move]:
    return (e.ReRoll(context.seat, 0),)


def _moves_tardis(context: Context) -> bool:
    return _effect(context) == "move-tardis"


def _is_played(context: Context) -> bool:
    return not _moves_tardis(context)


def _effect(context: Context) -> str:
    return context.position.cards.power[context.values["card"]].effect


def _played(context: Context) -> Sequence[Move]:
    seats = context.position.seats
    if "rival" not in context.values and _effect(context) in AT_RIVALS:
        rivals = army_words(tuple(other for other in seats if other != context.seat))
        raise context.cursor.slip("the player for whom the card is played is missing", dict(rivals))
    return (e.PlayPower(context.seat, **context.values),)


def _taken_off(context: Context) -> Sequence[Move]:
    return [e.RemoveDalek(context.seat, context.values["territory"])] * min(20, int(context.values.get("number", 1)))


def _check_army(context: Context, army: str) -> None:
    place = context.values["territory"]
    if context.position.lands[place].army != army:
        own = {place_code(name).lower(): place_code(name) for name in context.position.lands_of(army)}
        start = context.spans["territory"]
        raise SlipError(f"{place_code(place)} is not held by {army}", [start], own)


PATTERNS: Final[Sequence[LinePattern[World]]] = (
    LinePattern(
        e.PlaceNeutral, "N: {territory}+{daleks:added}", does="add neutral Daleks", words=("neutral", "neutrals"),
        each=True, also=("[{army}][(neutral|neutrals)] {territory}[(+|:|by)]{daleks:added}",
              "[{army}][(neutral|neutrals)] {daleks:added}[ (daleks|dalek)][ to] {territory}"),
        notes={"army": _check_army},
    ),
    LinePattern(
        e.LandTardis, "T:[ tardis][ {shown}]", does="land the TARDIS", words=("tardis", "land", "lands"),
        chance=(SHUFFLED,), results=(CLARA,),
    ),
    *(_skip(verb, step) for verb, step in (("N", "neutral"), ("T", "tardis"), ("+", "count"))),
    LinePattern(
        e.CountDaleks, "+:[ {count}]", does="count new Daleks",
        words=("count", "reinforce", "reinforcements", "new daleks"),
        read=read_count, parts=counted, slots={"count": COUNT},
    ),
    LinePattern(e.ClaimMission, "+: mission {card:mission}", read=read_count, results=(REWARD,)),
    LinePattern(
        e.TradeStars, "S: trade {cards}", does="trade stars", words=("stars", "trade", "trades"),
        also=("[(trades|traded)] {cards}",), slots={"cards": TRADED}, results=(STARS, PAID),
    ),
    LinePattern(
        e.Place, "P: {territory}+{daleks:placed}", does="place Daleks", words=("place", "places"), each=True,
        also=("{territory}[(+|:|by)]{daleks:placed}", "{daleks:placed}[ (daleks|dalek)][ to] {territory}"),
    ),
    LinePattern(
        e.RemoveDalek, "L: {territory}[-{number}]", does="remove Daleks", words=("lose", "loses", "remove", "removes"),
        each=True, make=_taken_off,
    ),
    LinePattern(
        e.StopAttacking, f"A: ({_NONE}|done|no more|no attack|no attacks)", does="attack, or stop",
        words=("attack", "attacks"),
        before=_leaves,
    ),
    LinePattern(e.LeaveBattle, f"A: ({_STOPS})", does="call this battle off", when=_is_running, writes=None),
    LinePattern(e.StopAttacking, f"A: ({_STOPS})", does="make no further attack", writes=None),
    LinePattern(
        e.Attack, f"A: {_ways('attackers')[0]}", also=_ways("attackers")[1:],
        when=lambda context: not continues(context),
        before=_leaves, notes={"defending": check_defence}, chance=(ATTACK_DIE,), heard=BATTLE_RESULTS,
    ),
    LinePattern(
        e.RollDice, f"A: {_ways('rolling', '[ {dice}]')[0]}", also=_ways("rolling", "[ {dice}]")[1:], when=continues,
        make=rolled_on, notes={"defending": check_defence}, results=BATTLE_RESULTS, writes=None,
    ),
    _again(e.ReRoll, _ONES, make=re_rolled, results=BATTLE_RESULTS),
    _again(e.ReRoll, _KEEPS, make=_keeps, results=BATTLE_RESULTS),
    _again(e.LeaveBattle, f"({_STOPS})"),
    _again(e.MoveIn, ">{daleks:entering}"),
    LinePattern(
        e.RollDice, f"R:[ {{daleks:rolling}}{_VERSUS}][ {{card:bracketed}}][ {{dice}}]", does="roll the dice",
        words=("roll", "rolls"), behind="{dice}", follows=_THROWN, make=rolled_on, notes={"defending": check_defence},
        results=BATTLE_RESULTS,
    ),
    _re_roll("R"),
    _keep("R"),
    LinePattern(e.LeaveBattle, f"R: ({_STOPS})", behind=f"({_STOPS})", follows=(*_THROWN, e.MoveIn)),
    LinePattern(
        e.MoveIn, "IN:[ >] {daleks:entering}[ (daleks|dalek)]", does="move in", words=("move in", "moves in"),
        behind=">{daleks:entering}", follows=_THROWN,
    ),
    LinePattern(
        Passed, f"D: (pass|passes|no card|{_NONE})", does="defend, or play no card",
        words=("defend", "defends", "defence", "defense"),
    ),
    LinePattern(e.Defend, "D: {dice:number}[ (dice|die)]"),
    _re_roll("D"),
    _keep("D"),
    LinePattern(
        e.PlayPower, f"D: {{card}}{_AIMED}", slots={"card": POWER}, make=_played, writes=_answers, chance=(CARD_DIE,),
    ),
    LinePattern(
        e.PlayPower, "", behind="{card:bracketed}", follows=_THROWN, make=_played, chance=(ATTACK_DIE,),
        heard=BATTLE_RESULTS, writes=None,
    ),
    LinePattern(
        e.Manoeuvre, f"M: [from ]{{source}}{_GOES}{{target}}[ (with|:)] {{daleks:moved}}[ (daleks|dalek)]",
        also=(f"{{daleks:number}}[ (daleks|dalek)][ from] {{source}}{_GOES}{{target}}[ (daleks|dalek)]",),
        does="manoeuvre, or hold position", words=("manoeuvre", "manoeuvres", "maneuver"), before=_leaves,
    ),
    LinePattern(e.HoldPosition, f"M: ({_NONE}|hold|holds)", before=_leaves),
    LinePattern(
        e.DrawTerritoryCard, "C: +{drawn}", also=(f"{_DRAWS} {{drawn}}", _DRAWS, "?"), does="draw or play a card",
        words=("card", "cards"),
        chance=(SHUFFLED,), before=_leaves,
    ),
    LinePattern(e.EndTurn, f"C: ({_NONE})", writes=None, before=_leaves),
    LinePattern(e.PlayPower, f"C: {{card}}{_AIMED}", when=_is_played, make=_played, chance=(CARD_DIE,)),
    LinePattern(
        e.MoveTardis, "C: {card}[ (>|to|against)] {territory}", when=_moves_tardis,
    ),
    LinePattern(e.EndTurn, "END[ turn]", does="end the turn", words=("e", "end turn", "ends"), before=_leaves),
)  # fmt: skip
