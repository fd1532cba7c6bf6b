"""What stands in brackets behind a move: dice, one die of a card, a Power Card; and 1s that are rolled again."""

from typing import Final

from events.facts import Move
from projections.games.risk import facts as e
from projections.games.risk.notation.card_spelling import bracketed, power_words
from projections.games.risk.notation.sentence import ROLL, Sentence
from projections.games.risk.notation.vocabulary import Cursor
from projections.games.risk.state.position import World
from projections.notation.cursor import SlipError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

__all__ = ["card_played", "ones_shown", "re_rolled", "read_dice", "read_die"]

_ONES: Final[Vocabulary] = dict.fromkeys(("ones", "1s", "re - roll", "reroll", "re - rolls", "rerolls"), "ones")
_KEEPS: Final[Vocabulary] = dict.fromkeys(("keep", "keeps", "keep ones", "keep the ones"), "keep")
_BETWEEN: Final = (":", "/", "|", "v", "vs")


def card_played(cursor: Cursor, world: World) -> str:
    """The Power Card that stands in square brackets.

    Raises:
        SlipError: there is no such card, or the bracket is not closed.
    """
    cursor.skip("[")
    words = power_words(world)
    spelt = {spelling: bracketed(world, card)[1:-1] for spelling, card in words.items()}
    at = cursor.at
    cursor.want("a Power Card is expected", spelt, lambda move: _named(move, world))
    cursor.at = at
    card = cursor.want("a Power Card is expected", words)
    if not cursor.skip("]"):
        raise cursor.slip("the bracket is not closed", {"]": "]"})
    return card


def _named(move: Move, world: World) -> str | None:
    card = str(getattr(move, "card", ""))
    return bracketed(world, card)[1:-1] if card in world.cards.power else None


def ones_shown(world: World) -> int:
    """How many 1s of the last roll may be rolled again now."""
    battle = world.battle
    return battle.faces[battle.waiting == "defence"].count(1) if battle else 0


def re_rolled(cursor: Cursor, seat: str, ones: int) -> Sentence | None:
    """`ones 2 (4 3)`, `ones (4 3)` or `keep`, if that stands here; `ones` is how many show."""
    if cursor.phrase(_KEEPS):
        return Sentence(e.ReRoll(seat, 0))
    if not cursor.phrase(_ONES):
        return None
    dice = cursor.number()
    seen = read_dice(cursor) if cursor.now == "(" else ()
    if dice is None and not seen:
        raise cursor.slip("how many 1s are rolled again is expected", {"1": "1", "2": "2", "3": "3"})
    if dice is not None and seen and len(seen[0]) not in (dice, min(dice, ones)):
        raise cursor.slip(f"{dice} dice are rolled again, not {len(seen[0])}", {})
    return Sentence(e.ReRoll(seat, len(seen[0]) if dice is None else dice), Seen(faces=seen))


def read_dice(cursor: Cursor, plus: tuple[int, int] = (0, 0), attack: int = 0) -> tuple[tuple[int, ...], ...]:
    """Dice in brackets, the attack before the defence; none where they are still to fall.

    `attack` is how many attack, so that a colon left out is missed where it belongs.
    """
    cursor.at += 1
    groups: list[list[int]] = [[]]
    if cursor.skip(*ROLL):
        groups = []
    while groups and cursor.now not in ("", ")"):
        if len(groups) == 1 and cursor.skip(*_BETWEEN):
            groups.append([])
            continue
        face = cursor.number()
        if face is None or not 1 <= face <= 6:
            cursor.at -= face is not None
            raise cursor.slip("a die shows 1 to 6", {str(side): str(side) for side in range(1, 7)})
        if attack and len(groups) == 1 and len(groups[0]) == attack:
            start = cursor.words[cursor.at - 1].start
            raise SlipError("a colon stands between attack and defence", [(start, start)], {":": ":"})
        groups[-1].append(face)
        _added(cursor, plus[len(groups) - 1])
    if not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
    return tuple(tuple(group) for group in groups if group)


def _added(cursor: Cursor, plus: int) -> None:
    """What a card adds to a die, `4+1`: said by way of a reminder, so it must be what the card adds."""
    if not cursor.skip("+"):
        return
    said = cursor.number()
    if said != plus:
        cursor.at -= said is not None
        raise cursor.slip(f"{plus or 'nothing'} is added to this die", {str(plus): str(plus)} if plus else {})


def read_die(cursor: Cursor) -> Seen:
    """The one die of a card, in brackets of its own; nothing where none stands here.

    Raises:
        SlipError: there is a bracket with something else in it.
    """
    if cursor.now != "(":
        return Seen()
    cursor.at += 1
    if cursor.skip(*ROLL):
        _close(cursor)
        return Seen()
    face = cursor.want_number("the die of the card is expected")
    _close(cursor)
    return Seen(faces=((face,),), receipt=cursor.receipt())


def _close(cursor: Cursor) -> None:
    if not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
