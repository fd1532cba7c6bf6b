"""The state of a battle while its line is parsed, and checks between the parts of the line.

A number of dice may be written twice or follow from the dice alone. 1s may be re-rolled.
"""

from collections.abc import Sequence
from typing import Final, NoReturn, TypeAlias

from events.events import Move
from projections.games.risk import events as e
from projections.games.risk.rules.battle import defence_due, dice_on_offer
from projections.games.risk.state.position import Battle, Side, World
from projections.notation.cursor import QuestionError
from projections.notation.line_pattern import ONLY
from projections.notation.sentence import Sentence

Context: TypeAlias = Sentence[World]
BETWEEN: Final = (":", "/", "|", "v", "vs")
"""Separators between the dice of the two sides."""
_MOST, _DEFENCE = 3, 2


def running_battle(world: World, seat: str) -> Battle | None:
    """Return the seat's battle if it is between two rolls, so that the seat may roll on or call it off; else None."""
    battle = world.stack[-1] if world.stack else None
    if not isinstance(battle, Battle) or battle.attacker != seat:
        return None
    return battle if battle.rolls and not battle.taken and not battle.waiting else None


def declared(context: Context) -> Context | None:
    """Return the earlier move of the line that declares an attack whose dice are not rolled yet, or None."""
    last = next((one for one in reversed(context.earlier) if isinstance(one.move, e.Attack | e.RollDice)), None)
    return last if last is not None and isinstance(last.move, e.Attack) else None


def offer(context: Context) -> Sequence[int]:
    """Return the possible numbers of Daleks: to attack from the named territory, or to roll in the battle under way."""
    source, battle = context.values.get("source"), context.position.battle
    if source is None or continues(context):
        return dice_on_offer(context.position, battle) if battle else ()
    return range(1, min(_MOST, max(1, context.position.lands[source].daleks - 1)) + 1)


def continues(context: Context) -> bool:
    """Return whether the two territories that the line names are the ends of the seat's battle under way."""
    battle, ends = context.position.battle, (context.values.get("source"), context.values.get("target"))
    own = battle is not None and (battle.attacker, battle.source, battle.target) == (context.seat, *ends)
    return own and not context.only


def battle_ends(context: Context) -> tuple[str, str]:
    """Return the ids of the origin and the target of the battle that a move is about; two "" without a battle."""
    if isinstance(context.move, e.Attack):
        return context.move.source, context.move.target
    battle = context.position.battle
    return (battle.source, battle.target) if battle else ("", "")


def dice_ahead(context: Context) -> int | None:
    """Return how many attack dice the rest of the line shows, None if it shows none."""
    texts = [word.text for word in context.cursor.words[context.cursor.at :]]
    inside = texts[texts.index("(") + 1 :] if "(" in texts else []
    attack = inside[: next((at for at, text in enumerate(inside) if text in BETWEEN), 0)]
    pluses = sum(text == "+" for text in attack)
    return len(attack) - 2 * pluses or None


def _renumber(context: Context, question: str, dice: Sequence[int], stands: str = "") -> NoReturn:
    """Raise a question whether the numbers `dice` were meant. `stands` is a line that keeps the written numbers."""
    spans = context.spans
    if "daleks" not in spans:
        raise context.cursor.slip(question, {})
    start, end = spans["daleks"][0], spans.get("defending", spans["daleks"])[1]
    wanted, line = "v".join(str(number) for number in dice if number), context.cursor.line
    raise QuestionError(f"{question}: which do you mean?", (f"{line[:start]}{wanted}{line[end:]}",), stands=stands)


def check_defence(context: Context, dice: int) -> None:
    """Ask about a number of defending dice that differs from the rules, unless a card or an option leaves a choice."""
    world = context.position
    target = context.values.get("target") or (world.battle.target if world.battle else "")
    land, battle = world.lands.get(target), world.battle
    chosen = world.options.defence_dice == "chosen" or (battle is not None and battle.defence != Side())
    if land is None or chosen or context.seen.faces or dice_ahead(context):
        return
    due = min(_DEFENCE, land.daleks)
    if dice != due:
        context.spans.setdefault("daleks", context.spans["defending"])
        what = f"by the rules, {due} {'dice defend' if due > 1 else 'die defends'}, not {dice}"
        _renumber(context, what, (context.values.get("daleks", 1), due))


def _rolled(context: Context) -> Sequence[Move]:
    """Return a roll as a move. Its dice come from the line, the declaration or the faces that the line shows."""
    attack, battle, faces = declared(context), context.position.battle, tuple(filter(None, context.seen.faces))
    if battle is not None and battle.waiting and faces:
        whose = "you" if battle.waiting == "attack" else "the defender"
        raise context.cursor.slip(f"{whose} may first re-roll 1s", {"keep": "keep"})
    numbers = context if "daleks" in context.values or attack is None else attack
    most = max(offer(context), default=None) if context.seen.faces else None
    daleks = numbers.values.get("daleks", len(faces[0]) if faces else most)
    if daleks is None:
        offered = {str(number): str(number) for number in offer(context)}
        raise context.cursor.slip("the number of dice is missing", offered)
    versus, fallen = numbers.values.get("defending", 0), tuple(map(len, faces))
    if faces and (fallen[0] != daleks or (versus and fallen[1:] != (versus,))):
        if attack is None or not context.only:
            told = f"{daleks} attack" + (f" against {versus}" if versus else "")
            dice = " against ".join(map(str, fallen))
            _renumber(numbers, f"{told}, and the dice are {dice}", (*fallen, 0)[:2], _kept_line(context, attack))
        daleks = fallen[0]
    return (e.RollDice(context.seat, daleks, _unusual_defence(context, fallen[1] if fallen[1:] else 0)),)


def _kept_line(context: Context, attack: Context | None) -> str:
    return f"{context.cursor.line.rstrip()} {ONLY}" if attack and attack.position.battle is None else ""


def _unusual_defence(context: Context, dice: int) -> int:
    """Return how many dice defended if it is not the number by the rules, else 0."""
    world, battle = context.position, context.position.battle
    due = defence_due(world, battle) if battle and world.lands[battle.target].daleks else 0
    return 0 if dice == due else dice


def rolled_on(context: Context) -> Sequence[Move]:
    """Return the moves of a further roll. If the line names another Power Card, the card is played before it."""
    card, battle = context.values.get("card"), context.position.battle
    cards = [e.PlayPower(context.seat, card)] if card and battle and card != battle.attack.card else []
    return (*cards, *_rolled(context))


def re_rolled(context: Context) -> Sequence[Move]:
    """Return a re-roll of 1s as a move; the number of dice is given in the line, or is the number of faces shown."""
    dice, faces, battle = context.values.get("number"), tuple(filter(None, context.seen.faces)), context.position.battle
    if dice is None and not faces:
        raise context.cursor.slip("the number of re-rolled 1s is missing", {"1": "1", "2": "2", "3": "3"})
    ones = battle.faces[battle.waiting == "defence"].count(1) if battle else 0
    if dice is not None and faces and len(faces[0]) not in (dice, min(dice, ones)):
        raise context.cursor.slip(f"the line re-rolls {dice} dice, but shows {len(faces[0])}", {})
    return (e.ReRoll(context.seat, len(faces[0]) if dice is None else dice),)
