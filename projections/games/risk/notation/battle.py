"""Where a battle stands while its line is read, and what the parts of the line ask of each other.

A number of dice may be said twice, or be told by the dice alone; 1s may be rolled again.
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
"""What stands between the dice of the two sides."""
_MOST, _DEFENCE = 3, 2


def running_battle(world: World, seat: str) -> Battle | None:
    """The battle of a seat that stands between two rolls, so that the seat may roll on or call it off."""
    battle = world.stack[-1] if world.stack else None
    if not isinstance(battle, Battle) or battle.attacker != seat:
        return None
    return battle if battle.rolls and not battle.taken and not battle.waiting else None


def declared(said: Said) -> Said | None:
    """What the line said of the attack whose first dice are still to fall."""
    last = next((one for one in reversed(said.earlier) if isinstance(one.move, e.Attack | e.RollDice)), None)
    return last if last is not None and isinstance(last.move, e.Attack) else None


def offer(said: Said) -> Sequence[int]:
    """With how many Daleks one may attack from the territory that is named, or roll in the battle under way."""
    source, battle = said.values.get("source"), said.position.battle
    if source is None or continues(said):
        return dice_on_offer(said.position, battle) if battle else ()
    return range(1, min(_MOST, max(1, said.position.lands[source].daleks - 1)) + 1)


def continues(said: Said) -> bool:
    """Whether the two territories that are named are those of the seat's own battle under way."""
    battle, ends = said.position.battle, (said.values.get("source"), said.values.get("target"))
    own = battle is not None and (battle.attacker, battle.source, battle.target) == (said.seat, *ends)
    return own and not said.only


def battle_ends(said: Said) -> tuple[str, str]:
    """The origin and the target of the battle that a sentence belongs to, "" where there is none."""
    if isinstance(said.move, e.Attack):
        return said.move.source, said.move.target
    battle = said.position.battle
    return (battle.source, battle.target) if battle else ("", "")


def dice_ahead(said: Said) -> int | None:
    """How many dice the line shows for the attack, where its number is left out; None where nothing tells."""
    texts = [word.text for word in said.cursor.words[said.cursor.at :]]
    inside = texts[texts.index("(") + 1 :] if "(" in texts else []
    attack = inside[: next((at for at, text in enumerate(inside) if text in BETWEEN), 0)]
    pluses = sum(text == "+" for text in attack)
    return len(attack) - 2 * pluses or None


# What the parts of a line ask of each other


def _renumber(said: Said, question: str, dice: Sequence[int], stands: str = "") -> NoReturn:
    """Ask whether the numbers of dice, where they were said, are others; what was written may stand."""
    spans = said.spans
    if "daleks" not in spans:
        raise said.cursor.slip(question, {})
    start, end = spans["daleks"][0], spans.get("due", spans["daleks"])[1]
    wanted, line = "v".join(str(number) for number in dice if number), said.cursor.line
    raise QuestionError(f"{question}; which is meant?", (f"{line[:start]}{wanted}{line[end:]}",), stands=stands)


def check_defence(said: Said, dice: int) -> None:
    """How many dice defend must be how many there are, unless a card or the table leaves a choice."""
    world = said.position
    target = said.values.get("target") or (world.battle.target if world.battle else "")
    land, battle = world.lands.get(target), world.battle
    chosen = world.options.defence_dice == "chosen" or (battle is not None and battle.defence != Side())
    if land is None or chosen or said.seen.faces or dice_ahead(said):
        return
    due = min(_DEFENCE, land.daleks)
    if dice != due:
        said.spans.setdefault("daleks", said.spans["due"])
        what = f"{due} {'dice defend' if due > 1 else 'die defends'}, not {dice}"
        _renumber(said, what, (said.values.get("daleks", 1), due))


def _rolled(said: Said) -> Sequence[Move]:
    """A roll, with the number that its attack was declared with, or that its dice show."""
    attack, battle, faces = declared(said), said.position.battle, tuple(filter(None, said.seen.faces))
    if battle is not None and battle.waiting and faces:
        whose = "you" if battle.waiting == "attack" else "the defender"
        raise said.cursor.slip(f"{whose} may roll 1s again first", {"keep": "keep"})
    numbers = said if "daleks" in said.values or attack is None else attack
    most = max(offer(said), default=None) if said.seen.faces else None
    daleks = numbers.values.get("daleks", len(faces[0]) if faces else most)
    if daleks is None:
        raise said.cursor.slip("say how many roll", {str(number): str(number) for number in offer(said)})
    versus, fallen = numbers.values.get("due", 0), tuple(map(len, faces))
    if faces and (fallen[0] != daleks or (versus and fallen[1:] != (versus,))):
        told = f"{daleks} attack" + (f" against {versus}" if versus else "")
        if attack is None or not said.only:
            stands = f"{said.cursor.line.rstrip()} {ONLY}" if attack and not _goes_on_before(attack) else ""
            dice = " against ".join(map(str, fallen))
            _renumber(numbers, f"{told}, and the dice are {dice}", (*fallen, 0)[:2], stands)
        daleks = fallen[0]
    return (e.RollDice(said.seat, daleks, _unusual_defence(said, fallen[1] if fallen[1:] else 0)),)


def _goes_on_before(attack: Said) -> bool:
    """Whether a battle stood when this attack was declared, so that the line has more to say than its words."""
    return attack.position.battle is not None


def _unusual_defence(said: Said, dice: int) -> int:
    """How many dice defended, where the line shows them and they are not as many as are due; else 0."""
    world, battle = said.position, said.position.battle
    due = defence_due(world, battle) if battle and world.lands[battle.target].daleks else 0
    return 0 if dice == due else dice


def rolled_on(said: Said) -> Sequence[Move]:
    """A roll of a battle, with a card beside the one that it was declared with."""
    card, battle = said.values.get("card"), said.position.battle
    cards = [e.PlayPower(said.seat, card)] if card and battle and card != battle.attack.card else []
    return (*cards, *_rolled(said))


def re_rolled(said: Said) -> Sequence[Move]:
    """1s that are rolled again, as many as are said or as the dice show."""
    dice, faces, battle = said.values.get("number"), tuple(filter(None, said.seen.faces)), said.position.battle
    if dice is None and not faces:
        raise said.cursor.slip("say how many 1s are rolled again", {"1": "1", "2": "2", "3": "3"})
    ones = battle.faces[battle.waiting == "defence"].count(1) if battle else 0
    if dice is not None and faces and len(faces[0]) not in (dice, min(dice, ones)):
        raise said.cursor.slip(f"{dice} dice are rolled again, not {len(faces[0])}", {})
    return (e.ReRoll(said.seat, len(faces[0]) if dice is None else dice),)
