"""Lines of a battle: `A:` attack, `R:` roll on, `IN:` move in, `D:` defend.

`A: RUS>SCA 3v2 [Nitro-9] (6 5 2 : 4 3)@srv#881 -D2 x >3 stop` declares, plays a card, rolls, states the losses and the
conquest, moves in or calls the battle off. Each part is a move of its own; a further `A:` line of the same two
territories goes on with their battle.
"""

import re
from collections.abc import Sequence
from typing import Final

from events.facts import Move, Passed
from projections.games.risk import facts as e
from projections.games.risk.notation.battle_tail import Tail, running_battle
from projections.games.risk.notation.brackets import card_played, ones_shown, re_rolled
from projections.games.risk.notation.card_spelling import power_words
from projections.games.risk.notation.read_turn import play_card
from projections.games.risk.notation.sentence import ALL, NONE, Sentence
from projections.games.risk.notation.vocabulary import Cursor, place_code
from projections.games.risk.rules.battle import dice_on_offer
from projections.games.risk.state.position import Battle, World
from projections.notation.cursor import QuestionError
from projections.notation.vocabulary import Vocabulary

__all__ = ["read_attack", "read_defence", "read_move_in", "read_roll"]

_VERSUS: Final = re.compile(r"([1-9])vs?([1-9])")
_ENOUGH: Final[Vocabulary] = {**NONE, **dict.fromkeys(("done", "no more", "no attack", "no attacks"), "none")}
_STOPS: Final[Vocabulary] = dict.fromkeys(
    ("stop", "stops", "retreat", "retreats", "withdraw", "withdraws", "call it off", "calls it off"), "stop"
)
_PASSES: Final[Vocabulary] = {**NONE, **dict.fromkeys(("pass", "passes", "no card"), "none")}
_MOST: Final = 3


def read_attack(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`A: none`, or an attack and what followed of it."""
    if cursor.phrase(_ENOUGH):
        return [Sentence(e.StopAttacking(seat))]
    if cursor.phrase(_STOPS):
        if running_battle(world, seat):
            raise QuestionError("is this battle called off, or are all attacks over?", ("R: stop", "A: none"))
        return [Sentence(e.StopAttacking(seat))]
    number, versus, said = _numbers(cursor)
    source, target = _way(cursor)
    cursor.skip("with", ":")
    battle = _same_battle(cursor, world, (seat, source, target))
    tail = Tail(cursor, world, seat, source, target)
    tail.read_cards()
    offer = _offer(world, source, battle)
    if number is None:
        number, versus, said = _numbers(cursor, offer)
    tail.number = said
    if battle is not None:
        return tail.go_on(number, versus, offer)
    return tail.declare(number if number is not None else _dice_ahead(cursor, offer), versus)


def _same_battle(cursor: Cursor, world: World, ends: tuple[str, str, str]) -> Battle | None:
    """The battle that a line of this seat and these two territories goes on with."""
    battle = world.battle
    if battle is None or (battle.attacker, battle.source, battle.target) != ends:
        return None
    return None if "only" in {word.text for word in cursor.words} else battle


def _offer(world: World, source: str, battle: Battle | None = None) -> Sequence[int]:
    """With how many Daleks a territory may attack, or roll in a battle."""
    if battle is not None:
        return dice_on_offer(world, battle)
    return range(1, min(_MOST, max(1, world.lands[source].daleks - 1)) + 1)


def _numbers(cursor: Cursor, offer: Sequence[int] = ()) -> tuple[int | None, int, tuple[int, int]]:
    """How many attack, how many dice defend (0 where that is not said), and where that stands in the line.

    `all until 3` is as many as may.
    """
    at = cursor.at
    number, versus = _attackers(cursor, offer)
    return number, versus, cursor.span(at)


def _attackers(cursor: Cursor, offer: Sequence[int]) -> tuple[int | None, int]:
    match = _VERSUS.fullmatch(cursor.now)
    if match:
        cursor.at += 1
        return int(match[1]), int(match[2])
    if offer and cursor.phrase(ALL):
        if cursor.skip("until"):
            cursor.want_number("how many Daleks are to be left is expected")
        return offer[-1], 0
    number = cursor.number()
    cursor.skip("daleks", "dalek", "dice")
    if number is not None and cursor.skip("v", "vs", "against"):
        return number, cursor.want_number("how many dice defend is expected")
    return number, 0


def _dice_ahead(cursor: Cursor, offer: Sequence[int]) -> int:
    """How many dice the first roll of this line shows for the attack, where nothing else tells.

    Raises:
        SlipError: nothing does.
    """
    texts = [word.text for word in cursor.words[cursor.at :]]
    inside = " ".join(texts[texts.index("(") + 1 :] if "(" in texts else ())
    dice = len(re.findall(r"(?<![+] )\b[1-6]\b", inside.partition(":")[0])) if ":" in inside.partition(")")[0] else 0
    if not dice:
        raise cursor.slip("how many attack is expected", {str(number): str(number) for number in offer})
    return dice


def _way(cursor: Cursor) -> tuple[str, str]:
    """The origin and the target, written `RUS>SCA`, or `SCA from RUS`."""
    cursor.skip("from")
    first = cursor.place(lambda move: place_code(move.source) if isinstance(move, e.Attack) else None)
    if cursor.skip("from"):
        return cursor.place(lambda move: _other(move, target=first)), first
    cursor.skip(">", "to", "-", "against", "attacks")
    return first, cursor.place(lambda move: _other(move, source=first))


def _other(move: Move, *, source: str = "", target: str = "") -> str | None:
    """The other end of an attack from or on a territory."""
    if not isinstance(move, e.Attack) or (source or move.source, target or move.target) != (move.source, move.target):
        return None
    return place_code(move.target if source else move.source)


def read_roll(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`R: 3 (6 5 2 : 4 3) -D2`, `R: ones 2 (4 3)`, `R: keep` or `R: stop`."""
    if cursor.phrase(_STOPS):
        return [Sentence(e.LeaveBattle(seat))]
    battle = world.battle
    tail = Tail(cursor, world, seat, battle.source if battle else "", battle.target if battle else "")
    offer = dice_on_offer(world, battle) if battle else ()
    number, versus, tail.number = _numbers(cursor, offer)
    return tail.go_on(number, versus, offer)


def read_move_in(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`IN: 3`, `IN: all`."""
    battle = world.battle
    cursor.skip(">")
    if cursor.phrase(ALL):
        if battle is None or battle.group:
            raise cursor.slip("how many move in is expected", {})
        return [Sentence(e.MoveIn(seat, max(1, world.lands[battle.source].daleks - 1)))]
    daleks = cursor.want_number("how many move in is expected")
    cursor.skip("daleks", "dalek")
    return [Sentence(e.MoveIn(seat, daleks))]


def read_defence(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`D: pass`, `D: [The Doctor Donna]`, `D: 2` dice, `D: ones 1 (5)`, `D: keep`."""
    if cursor.phrase(_PASSES):
        return [Sentence(Passed(seat))]
    battle = world.battle
    again = re_rolled(cursor, seat, ones_shown(world))
    if again is not None:
        tail = Tail(cursor, world, seat, battle.source if battle else "", battle.target if battle else "")
        return tail.follow(again)
    dice = cursor.number()
    if dice is not None:
        cursor.skip("dice", "die")
        return [Sentence(e.Defend(seat, dice))]
    card = card_played(cursor, world) if cursor.now == "[" else cursor.want("a Power Card, or pass", power_words(world))
    return [play_card(cursor, world, seat, card)]
