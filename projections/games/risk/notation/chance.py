"""Parts of a line that state chance: dice in brackets, the card turned up or drawn, the order of a deck."""

from collections.abc import Sequence, Set as AbstractSet
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Revealed, Rolled
from projections.contracts import ObservedChance
from projections.games.risk import events as e
from projections.games.risk.notation.battle import BETWEEN, Context, declared
from projections.games.risk.notation.vocabulary import CARDS, PLACE_CODES, PLACES, place_code
from projections.games.risk.state.position import World
from projections.notation.argument_type import Chance
from projections.notation.cursor import SlipError
from projections.notation.recorded_chance import UNTOLD
from projections.notation.shuffle import shuffle

ROLL: Final = ("roll", "?")
"""Text in brackets if the dice have not been rolled yet."""
_DRAWN: Final = {**CARDS, **dict.fromkeys(("card", "one", "a card"), UNKNOWN)}


def _source(rolls: Sequence[Rolled]) -> str:
    """Return the text after dice that names their source, such as `@srv#3-4`; "" if players rolled the dice."""
    first = rolls[0]
    numbers = [roll.receipt.k for roll in rolls if roll.receipt is not None]
    if numbers:
        return f"@srv#{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"@srv#{numbers[0]}"
    if first.ticket:
        return f"@{first.ticket}"
    return f"@{first.source.removeprefix('other:')}" if first.source.startswith("other:") else ""


def _thrown(context: Context) -> str:
    rolls = [event for event in context.events if isinstance(event, Rolled)]
    if not rolls:
        return "(?)" if context.happened and isinstance(context.move, e.RollDice) else ""
    alone = " :" if len(rolls) == 1 and isinstance(context.move, e.RollDice) else ""
    return f"({' : '.join(' '.join(map(str, roll.faces)) for roll in rolls)}{alone}){_source(rolls)}"


def _close(cursor: Any) -> None:
    if not cursor.skip(")"):
        raise cursor.slip("the closing bracket is missing", {")": ")"})


def _dice(context: Context, *, plus: tuple[int, int] | None = None, attack: int = 0) -> ObservedChance | None:
    """Parse dice in brackets at the cursor, the attack before the defence. Return None without brackets.

    `attack` is the number of attacking dice, to report a missing colon at the right place.
    """
    cursor = context.cursor
    if not cursor.skip("("):
        return None
    if cursor.now == "?" and cursor.after == ")":
        cursor.at += 2
        return ObservedChance(faces=(UNTOLD,))
    groups: list[list[int]] = [] if cursor.skip(*ROLL) else [[]]
    added: list[set[int]] = [set(), set()]
    while groups and cursor.now not in ("", ")"):
        if len(groups) == 1 and cursor.skip(*BETWEEN):
            groups.append([])
            continue
        face = _face(cursor)
        if attack and len(groups) == 1 and len(groups[0]) == attack:
            start = cursor.words[cursor.at - 1].start
            message = "a colon is missing between the dice of the attack and of the defence"
            raise SlipError(message, [(start, start)], {":": ":"})
        groups[-1].append(face)
        now = len(groups) - 1
        added[now].add(_added(cursor, plus[now], added[now]) if plus else _added(cursor, 0, {0}))
    _close(cursor)
    for side, told, known in zip(("attack", "defence"), added, plus or (0, 0), strict=True):
        if told - {known}:  # all dice of a side have the same addition
            context.states(e.DiceDue(side, plus=told.pop() - known))
    return ObservedChance(faces=tuple(tuple(group) for group in groups if group), receipt=_receipt(cursor))


def _face(cursor: Any) -> int:
    face = cursor.number()
    if face is None or not 1 <= face <= 6:
        cursor.at -= face is not None
        raise cursor.slip("a die must show 1 to 6", {str(side): str(side) for side in range(1, 7)})
    return int(face)


def _receipt(cursor: Any) -> str:
    receipt = cursor.receipt()
    while cursor.now.startswith("@"):
        receipt = cursor.receipt()
    return str(receipt)


def _added(cursor: Any, plus: int, others: AbstractSet[int]) -> int:
    """Parse the addition to a die, such as the 1 in `4+1`, and return it.

    With a card it is the card's amount. Without one it may be 1 or 2, the same for every die of a side.
    """
    amount = cursor.number() if cursor.skip("+") else plus
    if amount is None or (others and amount not in others) or amount not in ((plus,) if plus else (0, 1, 2)):
        cursor.at -= amount is not None
        if others and amount not in others:
            raise cursor.slip(f"either all dice of a side have +{min(others)}, or none", {})
        message = f"the card adds {plus} to each die" if plus else "nothing can be added to this die"
        raise cursor.slip(message, {str(plus): str(plus)} if plus else {})
    return amount


def _battle_dice(context: Context) -> ObservedChance | None:
    battle, attack = context.position.battle, declared(context)
    plus = (battle.attack.plus, battle.defence.plus) if battle else None
    daleks = context.values.get("daleks") or (attack.values["daleks"] if attack else 0)
    return _dice(context, plus=plus, attack=daleks)


def _card_die(context: Context, *, asked: bool) -> ObservedChance | None:
    """Parse the die of a card in its own brackets. With `asked`, `(roll)` leaves the roll to the dice roller."""
    cursor = context.cursor
    if not cursor.skip("("):
        return None
    if cursor.skip(*ROLL):
        _close(cursor)
        return ObservedChance() if asked else None
    face = cursor.number()
    if not asked and (face is None or cursor.now != ")"):
        return None
    if face is None:
        raise cursor.slip("the die of the card is expected", {})
    _close(cursor)
    return ObservedChance(faces=((face,),), receipt=cursor.receipt())


DICE: Final = Chance[World](what="dice", read=_battle_dice, write=_thrown)
ONES: Final = Chance[World](what="dice", read=_dice, write=_thrown)
CARD_DIE: Final = Chance[World](
    what="the die of the card", read=lambda context: _card_die(context, asked=True), write=_thrown
)
ATTACK_DIE: Final = Chance[World](
    what="the die of the card", read=lambda context: _card_die(context, asked=False), write=_thrown
)


def _shown(context: Context) -> ObservedChance | None:
    """Parse the card turned up, with or without brackets. `(roll)` means that it is not turned up yet."""
    cursor, opened = context.cursor, context.cursor.skip("(")
    place = UNKNOWN if cursor.skip(*ROLL) else cursor.phrase(PLACES)
    if place is None:
        return None
    if opened:
        _close(cursor)
    return ObservedChance(items=(place,)) if place != UNKNOWN else ObservedChance()


def _drawn(context: Context) -> ObservedChance:
    cursor, at = context.cursor, context.cursor.at
    cursor.skip("+")
    card = cursor.phrase(_DRAWN)
    cursor.at = at if card is None else cursor.at
    return ObservedChance(cards=(card or UNKNOWN,))


SHOWN: Final = Chance[World](
    what="a territory", read=_shown, words=lambda _context: PLACE_CODES,
    write=lambda context: " ".join(place_code(event.item) for event in context.events if isinstance(event, Revealed)),
)  # fmt: skip
DRAWN: Final = Chance[World](
    what="a card", read=_drawn,
    write=lambda context: " ".join(place_code(*event.cards) for event in context.events if isinstance(event, Drawn)),
)  # fmt: skip
SHUFFLED: Final[Chance[World]] = shuffle("the deck", lambda world: world.deck, CARDS, place_code)
