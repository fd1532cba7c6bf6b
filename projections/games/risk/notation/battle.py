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
from projections.notation.form import ONLY
from projections.notation.sentence import Sentence

Said: TypeAlias = Sentence[World]
BETWEEN: Final = (":", "/", "|", "v", "vs")
"""Separators between the dice of the two sides."""
_MOST, _DEFENCE = 3, 2


def running_battle(world: World, seat: str) -> Battle | None:
    """Return the seat's battle if it is between two rolls, so that the seat may roll on or call it off; else None."""
    battle = world.stack[-1] if world.stack else None
    if not isinstance(battle, Battle) or battle.attacker != seat:
        return None
    return battle if battle.rolls and not battle.taken and not battle.waiting else None


def declared(said: Said) -> Said | None:
    """Return the earlier move of the line that declares an attack whose dice are not rolled yet, or None."""
    last = next((one for one in reversed(said.earlier) if isinstance(one.move, e.Attack | e.RollDice)), None)
    return last if last is not None and isinstance(last.move, e.Attack) else None


def offer(said: Said) -> Sequence[int]:
    """Return the possible numbers of Daleks: to attack from the named territory, or to roll in the battle under way."""
    source, battle = said.values.get("source"), said.position.battle
    if source is None or continues(said):
        return dice_on_offer(said.position, battle) if battle else ()
    return range(1, min(_MOST, max(1, said.position.lands[source].daleks - 1)) + 1)


def continues(said: Said) -> bool:
    """Return whether the two territories that the line names are the ends of the seat's battle under way."""
    battle, ends = said.position.battle, (said.values.get("source"), said.values.get("target"))
    own = battle is not None and (battle.attacker, battle.source, battle.target) == (said.seat, *ends)
    return own and not said.only


def battle_ends(said: Said) -> tuple[str, str]:
    """Return the ids of the origin and the target of the battle that a move is about; two "" without a battle."""
    if isinstance(said.move, e.Attack):
        return said.move.source, said.move.target
    battle = said.position.battle
    return (battle.source, battle.target) if battle else ("", "")


def dice_ahead(said: Said) -> int | None:
    """Return how many attack dice the rest of the line shows, None if it shows none."""
    texts = [word.text for word in said.cursor.words[said.cursor.at :]]
    inside = texts[texts.index("(") + 1 :] if "(" in texts else []
    attack = inside[: next((at for at, text in enumerate(inside) if text in BETWEEN), 0)]
    pluses = sum(text == "+" for text in attack)
    return len(attack) - 2 * pluses or None


def _renumber(said: Said, question: str, dice: Sequence[int], stands: str = "") -> NoReturn:
    """Raise a question whether the numbers `dice` were meant. `stands` is a line that keeps the written numbers."""
    spans = said.spans
    if "daleks" not in spans:
        raise said.cursor.slip(question, {})
    start, end = spans["daleks"][0], spans.get("defending", spans["daleks"])[1]
    wanted, line = "v".join(str(number) for number in dice if number), said.cursor.line
    raise QuestionError(f"{question}: which do you mean?", (f"{line[:start]}{wanted}{line[end:]}",), stands=stands)


def check_defence(said: Said, dice: int) -> None:
    """Ask about a number of defending dice that differs from the rules, unless a card or an option leaves a choice."""
    world = said.position
    target = said.values.get("target") or (world.battle.target if world.battle else "")
    land, battle = world.lands.get(target), world.battle
    chosen = world.options.defence_dice == "chosen" or (battle is not None and battle.defence != Side())
    if land is None or chosen or said.seen.faces or dice_ahead(said):
        return
    due = min(_DEFENCE, land.daleks)
    if dice != due:
        said.spans.setdefault("daleks", said.spans["defending"])
        what = f"by the rules, {due} {'dice defend' if due > 1 else 'die defends'}, not {dice}"
        _renumber(said, what, (said.values.get("daleks", 1), due))


def _rolled(said: Said) -> Sequence[Move]:
    """Return a roll as a move.

    The number of attacking dice comes from the line, from the declaration, or from the faces that the line shows.
    """
    attack, battle, faces = declared(said), said.position.battle, tuple(filter(None, said.seen.faces))
    if battle is not None and battle.waiting and faces:
        whose = "you" if battle.waiting == "attack" else "the defender"
        raise said.cursor.slip(f"{whose} may first re-roll 1s", {"keep": "keep"})
    numbers = said if "daleks" in said.values or attack is None else attack
    most = max(offer(said), default=None) if said.seen.faces else None
    daleks = numbers.values.get("daleks", len(faces[0]) if faces else most)
    if daleks is None:
        raise said.cursor.slip("the number of dice is missing", {str(number): str(number) for number in offer(said)})
    versus, fallen = numbers.values.get("defending", 0), tuple(map(len, faces))
    if faces and (fallen[0] != daleks or (versus and fallen[1:] != (versus,))):
        told = f"{daleks} attack" + (f" against {versus}" if versus else "")
        if attack is None or not said.only:
            stands = f"{said.cursor.line.rstrip()} {ONLY}" if attack and not _goes_on_before(attack) else ""
            dice = " against ".join(map(str, fallen))
            _renumber(numbers, f"{told}, and the dice are {dice}", (*fallen, 0)[:2], stands)
        daleks = fallen[0]
    return (e.RollDice(said.seat, daleks, _unusual_defence(said, fallen[1] if fallen[1:] else 0)),)


def _goes_on_before(attack: Said) -> bool:
    """Return whether another battle was under way when this attack was declared."""
    return attack.position.battle is not None


def _unusual_defence(said: Said, dice: int) -> int:
    """Return how many dice defended if it is not the number by the rules, else 0."""
    world, battle = said.position, said.position.battle
    due = defence_due(world, battle) if battle and world.lands[battle.target].daleks else 0
    return 0 if dice == due else dice


def rolled_on(said: Said) -> Sequence[Move]:
    """Return the moves of a further roll in the battle under way.

    If the line names another Power Card than the declaration, the card is played before it.
    """
    card, battle = said.values.get("card"), said.position.battle
    cards = [e.PlayPower(said.seat, card)] if card and battle and card != battle.attack.card else []
    return (*cards, *_rolled(said))


def re_rolled(said: Said) -> Sequence[Move]:
    """Return a re-roll of 1s as a move; the number of dice is given in the line, or is the number of faces shown."""
    dice, faces, battle = said.values.get("number"), tuple(filter(None, said.seen.faces)), said.position.battle
    if dice is None and not faces:
        raise said.cursor.slip("the number of re-rolled 1s is missing", {"1": "1", "2": "2", "3": "3"})
    ones = battle.faces[battle.waiting == "defence"].count(1) if battle else 0
    if dice is not None and faces and len(faces[0]) not in (dice, min(dice, ones)):
        raise said.cursor.slip(f"the line re-rolls {dice} dice, but shows {len(faces[0])}", {})
    return (e.ReRoll(said.seat, len(faces[0]) if dice is None else dice),)
