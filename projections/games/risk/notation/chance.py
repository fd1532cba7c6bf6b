"""What a writer of Risk saw of chance: dice in brackets, the card turned up or drawn, the order of a deck."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Revealed, Rolled
from projections.games.risk import events as e
from projections.games.risk.notation.battle import BETWEEN, Said, declared
from projections.games.risk.notation.vocabulary import CARDS, PLACE_CODES, PLACES, place_code
from projections.games.risk.state.position import World
from projections.notation.cursor import SlipError
from projections.notation.recorded_chance import UNTOLD
from projections.notation.shuffle import shuffle
from projections.notation.slot import Chance
from projections.terms import Seen

ROLL: Final = ("roll", "?")
"""What stands in brackets where the dice are still to fall."""
_DRAWN: Final = {**CARDS, **dict.fromkeys(("card", "one", "a card"), UNKNOWN)}


def _source(rolls: Sequence[Rolled]) -> str:
    """Where dice come from, where that is another than the table; of the tower's, the numbers of the rolls."""
    first = rolls[0]
    numbers = [roll.receipt.k for roll in rolls if roll.receipt is not None]
    if numbers:
        return f"@srv#{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"@srv#{numbers[0]}"
    if first.ticket:
        return f"@{first.ticket}"
    return f"@{first.source.removeprefix('other:')}" if first.source.startswith("other:") else ""


def _thrown(said: Said) -> str:
    """The dice of a move, the attack before the defence."""
    rolls = [event for event in said.events if isinstance(event, Rolled)]
    if not rolls:
        return "(?)" if said.happened and isinstance(said.move, e.RollDice) else ""
    alone = " :" if len(rolls) == 1 and isinstance(said.move, e.RollDice) else ""
    return f"({' : '.join(' '.join(map(str, roll.faces)) for roll in rolls)}{alone}){_source(rolls)}"


def _close(cursor: Any) -> None:
    if not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})


def _dice(said: Said, *, plus: tuple[int, int] | None = None, attack: int = 0) -> Seen | None:
    """Dice in brackets, the attack before the defence; none where they are still to fall.

    `attack` is how many attack, so that a colon left out is missed where it belongs.
    """
    cursor = said.cursor
    if not cursor.skip("("):
        return None
    if cursor.now == "?" and cursor.after == ")":
        cursor.at += 2
        return Seen(faces=(UNTOLD,))
    groups: list[list[int]] = [] if cursor.skip(*ROLL) else [[]]
    added: list[set[int]] = [set(), set()]
    while groups and cursor.now not in ("", ")"):
        if len(groups) == 1 and cursor.skip(*BETWEEN):
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
        now = len(groups) - 1
        added[now].add(_added(cursor, plus[now], added[now]) if plus else _added(cursor, 0, {0}))
    _close(cursor)
    for side, told, known in zip(("attack", "defence"), added, plus or (0, 0), strict=True):
        if told - {known}:  # each die of a side says the same
            said.states(e.DiceDue(side, plus=told.pop() - known))
    return Seen(faces=tuple(tuple(group) for group in groups if group), receipt=_receipt(cursor))


def _receipt(cursor: Any) -> str:
    """Where the dice come from, said once or again."""
    receipt = cursor.receipt()
    while cursor.now.startswith("@"):
        receipt = cursor.receipt()
    return str(receipt)


def _added(cursor: Any, plus: int, others: AbstractSet[int]) -> int:
    """What is added to a die, `4+1`: what a card adds; or what the table did without one, then to each of a side."""
    said = cursor.number() if cursor.skip("+") else plus
    if said is None or (others and said not in others) or said not in ((plus,) if plus else (0, 1, 2)):
        cursor.at -= said is not None
        if others and said not in others:
            raise cursor.slip(f"{min(others)} is added to each die of a side, or to none", {})
        raise cursor.slip(f"{plus or 'nothing'} is added to this die", {str(plus): str(plus)} if plus else {})
    return said


def _battle_dice(said: Said) -> Seen | None:
    battle, attack = said.position.battle, declared(said)
    plus = (battle.attack.plus, battle.defence.plus) if battle else None
    daleks = said.values.get("daleks") or (attack.values["daleks"] if attack else 0)
    return _dice(said, plus=plus, attack=daleks)


def _card_die(said: Said, *, asked: bool) -> Seen | None:
    """The one die of a card, in brackets of its own; `asked` where it may be still to fall."""
    cursor = said.cursor
    if not cursor.skip("("):
        return None
    if cursor.skip(*ROLL):
        _close(cursor)
        return Seen() if asked else None
    face = cursor.number()
    if not asked and (face is None or cursor.now != ")"):
        return None
    if face is None:
        raise cursor.slip("the die of the card is expected", {})
    _close(cursor)
    return Seen(faces=((face,),), receipt=cursor.receipt())


DICE: Final = Chance[World](what="dice", read=_battle_dice, write=_thrown)
ONES: Final = Chance[World](what="dice", read=_dice, write=_thrown)
CARD_DIE: Final = Chance[World](
    what="the die of the card", read=lambda said: _card_die(said, asked=True), write=_thrown
)
ATTACK_DIE: Final = Chance[World](
    what="the die of the card", read=lambda said: _card_die(said, asked=False), write=_thrown
)


def _shown(said: Said) -> Seen | None:
    """The card turned up, in brackets or without; `(roll)` where it is still to be turned up."""
    cursor, opened = said.cursor, said.cursor.skip("(")
    place = UNKNOWN if cursor.skip(*ROLL) else cursor.phrase(PLACES)
    if place is None:
        return None
    if opened:
        _close(cursor)
    return Seen(items=(place,)) if place != UNKNOWN else Seen()


def _drawn(said: Said) -> Seen:
    """The card drawn, one that nobody saw where it is not named."""
    cursor, at = said.cursor, said.cursor.at
    cursor.skip("+")
    card = cursor.phrase(_DRAWN)
    cursor.at = at if card is None else cursor.at
    return Seen(cards=(card or UNKNOWN,))


SHOWN: Final = Chance[World](
    what="a territory", read=_shown, words=lambda _said: PLACE_CODES,
    write=lambda said: " ".join(place_code(event.item) for event in said.events if isinstance(event, Revealed)),
)  # fmt: skip
DRAWN: Final = Chance[World](
    what="a card", read=_drawn,
    write=lambda said: " ".join(place_code(*event.cards) for event in said.events if isinstance(event, Drawn)),
)  # fmt: skip
SHUFFLED: Final[Chance[World]] = shuffle("the deck", lambda world: world.deck, CARDS, place_code)
