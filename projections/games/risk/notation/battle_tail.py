"""What follows an attack in its line: cards, dice, losses, conquest, moving in, calling it off."""

import re
from collections.abc import Sequence
from typing import Final, NoReturn

import msgspec

from projections.games.risk import facts as e
from projections.games.risk.notation.brackets import card_played, ones_shown, re_rolled, read_dice, read_die
from projections.games.risk.notation.sentence import ROLL, Sentence
from projections.games.risk.notation.vocabulary import Cursor
from projections.games.risk.state.position import Battle, Side, World
from projections.notation.cursor import QuestionError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

__all__ = ["Tail", "running_battle"]

_LOSS: Final = re.compile(r"([ad])([0-9]{1,2})")
_ENDS: Final[Vocabulary] = dict.fromkeys(("stop", "stops", "retreat", "retreats", "withdraw", "withdraws"), "stop")
_TAKES: Final[Vocabulary] = dict.fromkeys(("x", "conquered", "conquers", "taken", "takes it"), "x")


def running_battle(world: World, seat: str) -> Battle | None:
    """The battle of a seat that stands between two rolls, so that the seat may roll on or call it off."""
    battle = world.stack[-1] if world.stack else None
    if not isinstance(battle, Battle) or battle.attacker != seat:
        return None
    return battle if battle.rolls and not battle.taken and not battle.waiting else None


class Tail:
    """Reads what follows an attack; `found` are its moves so far, in order."""

    def __init__(self, cursor: Cursor, world: World, seat: str, source: str, target: str) -> None:
        self.cursor, self.world, self.seat = cursor, world, seat
        self.source, self.target = source, target
        battle = world.battle
        self.battle = battle if battle and (battle.source, battle.target) == (source, target) else None
        self.found: list[Sentence] = []
        self.cards: list[tuple[str, Seen]] = []
        self.daleks: int | None = None
        self.versus = self.attack_dice = 0
        self.number = (0, 0)
        self.sides = (self.battle.attack, self.battle.defence) if self.battle else (Side(), Side())

    def read_cards(self) -> None:
        """Power Cards in square brackets, each with its die where it asks for one."""
        while self.cursor.now == "[":
            card = card_played(self.cursor, self.world)
            self.cards.append((card, read_die(self.cursor) if self._is_one_die() else Seen()))

    def _is_one_die(self) -> bool:
        texts = [word.text for word in self.cursor.words[self.cursor.at : self.cursor.at + 3]]
        return texts[:1] == ["("] and texts[2:] == [")"] and texts[1] not in ROLL

    def declare(self, daleks: int, versus: int) -> list[Sentence]:
        """A new attack, and what follows it."""
        self.daleks, self.versus, self.battle, self.sides = daleks, versus, None, (Side(), Side())
        self.attack_dice = daleks
        self.read_cards()
        card, die = self.cards.pop(0) if self.cards else ("", Seen())
        self._count_on(card)
        self.found.append(Sentence(e.Attack(self.seat, self.source, self.target, daleks, card), die))
        return self._read()

    def go_on(self, daleks: int | None, versus: int, offer: Sequence[int]) -> list[Sentence]:
        """A further roll of a battle, or 1s rolled again, and what follows it; one offer need not be said."""
        self.daleks, self.versus = daleks, versus
        self.attack_dice = len(self.battle.faces[0]) if self.battle else 0
        self.read_cards()
        again = re_rolled(self.cursor, self.seat, ones_shown(self.world)) if daleks is None else None
        self.found += [again] if again else []
        if daleks is None and not again and len(offer) == 1 and not self._shows_dice():
            self.daleks = daleks = offer[0]
        self._read()
        acts = (e.RollDice, e.ReRoll, e.LeaveBattle, e.MoveIn)
        if not any(isinstance(sentence.move, acts) for sentence in self.found):
            if daleks is None:
                raise self.cursor.slip("how many roll is expected", {str(number): str(number) for number in offer})
            self.found.append(Sentence(e.RollDice(self.seat, daleks)))
        return self.found

    def _shows_dice(self) -> bool:
        return self.cursor.now == "(" and self.cursor.after not in ROLL

    def follow(self, sentence: Sentence) -> list[Sentence]:
        """What follows a move of the defender."""
        self.attack_dice = len(self.battle.faces[0]) if self.battle else 0
        self.found.append(sentence)
        return self._read()

    def _read(self) -> list[Sentence]:
        while self._card() or self._dice() or self._result() or self._end():
            pass
        land = self.world.lands.get(self.target)
        free = self.world.options.defence_dice == "chosen" or self.sides[1] != Side() or land is None
        if self.versus and not free and land and self.versus != min(2, land.daleks):
            due = min(2, land.daleks)
            what = f"{due} {'dice defend' if due > 1 else 'die defends'}, not {self.versus}"
            self._renumber(what, max((getattr(sentence.move, "daleks", 0) for sentence in self.found), default=1), due)
        return self.found

    def _count_on(self, card: str) -> None:
        """Count on what a card of the attack does to its dice."""
        power = self.world.cards.power.get(card)
        attack, defence = self.sides
        if power and power.effect == "attack-plus":
            attack = msgspec.structs.replace(attack, plus=attack.plus + power.amount)
        if power and power.effect == "reroll-ones":
            attack = msgspec.structs.replace(attack, reroll=True)
        self.sides = (attack, defence)

    def _card(self) -> bool:
        """A card beside the one that the attack was declared with; that one may be named again."""
        self.read_cards()
        found, self.cards = self.cards, []
        for card, die in found:
            if not self.battle or card != self.battle.attack.card:
                self._count_on(card)
                self.found.append(Sentence(e.PlayPower(self.seat, card), die))
        return bool(found)

    def _dice(self) -> bool:
        if self.cursor.now != "(":
            return False
        start = self.cursor.at
        seen = read_dice(self.cursor, (self.sides[0].plus, self.sides[1].plus), self.daleks or 0)
        daleks = self.daleks if self.daleks is not None else len(seen[0]) if seen else 0
        if not daleks:
            self.cursor.at = start
            raise self.cursor.slip("how many roll is expected", {})
        fallen = tuple(map(len, seen))
        if seen and (fallen[0] != daleks or (self.versus and fallen[1:] != (self.versus,))):
            said = f"{daleks} attack" + (f" against {self.versus}" if self.versus else "")
            self._renumber(f"{said}, and the dice are {' against '.join(map(str, fallen))}", *fallen)
        self.attack_dice, self.daleks, self.versus = len(seen[0]) if seen else 0, None, 0 if seen else self.versus
        self.found.append(Sentence(e.RollDice(self.seat, daleks), Seen(faces=seen)))
        self._again(seen)
        return True

    def _renumber(self, question: str, attack: int, defence: int = 0) -> NoReturn:
        """Ask whether the numbers of dice, behind the territories or at the start, are others."""
        start, end = self.number
        line, wanted = self.cursor.line, f"{attack}v{defence}" if defence else str(attack)
        if start == end:
            raise self.cursor.slip(question, {})
        raise QuestionError(f"{question}; which is meant?", (f"{line[:start]}{wanted}{line[end:]}",))

    def _again(self, seen: tuple[tuple[int, ...], ...]) -> None:
        """The 1s that may be rolled again: the line says that they are, or that they are kept."""
        self._receipt()
        attack, defence = self.sides
        for side, dice in zip((attack, defence), seen, strict=False):
            if not side.reroll or 1 not in dice:
                continue
            again = re_rolled(self.cursor, self.seat, dice.count(1)) if side is attack else None
            if again is None and self._goes_on():
                whose = "you" if side is attack else "the defender"
                raise self.cursor.slip(f"{whose} may roll 1s again first", {"keep": "keep"} if side is attack else {})
            self.found += [again] if again else []
            return

    def _goes_on(self) -> bool:
        """Whether a loss, the conquest or a further move stands next."""
        if self.cursor.now == "-":
            return _LOSS.fullmatch(self.cursor.after) is not None
        return self.cursor.now in (">", "(", "[", *_TAKES, *_ENDS)

    def _receipt(self) -> bool:
        if not self.cursor.now.startswith("@") or not self.found:
            return False
        seen = self.found[-1].seen
        self.found[-1].seen = msgspec.structs.replace(seen, receipt=self.cursor.receipt())
        return True

    def _result(self) -> bool:
        """A receipt, the losses of a side, or the conquest."""
        if self._receipt():
            return True
        if self.cursor.now == "-" and (self.cursor.after == "0" or _LOSS.fullmatch(self.cursor.after)):
            self._must_be_thrown("of these losses")
            self.cursor.at += 1
            self._lost(self.cursor.now)
            return True
        at = self.cursor.at
        if not self.cursor.phrase(_TAKES):
            return False
        now, self.cursor.at = self.cursor.at, at
        self._must_be_thrown("that take it")
        self.cursor.at = now
        self.found[-1].states(e.TerritoryTaken(self.target, self.seat, self.attack_dice))
        return True

    def _must_be_thrown(self, which: str) -> None:
        """Results are said of dice that have fallen, or of a card."""
        last = self.found[-1] if self.found else None
        known = last is not None and (
            bool(last.seen.faces)
            or isinstance(last.move, e.ReRoll | e.PlayPower)
            or (isinstance(last.move, e.Attack) and bool(last.move.card))
        )
        if not known or not self.attack_dice:
            raise self.cursor.slip(f"the dice {which} are not in this line", {})

    def _lost(self, word: str) -> None:
        match = _LOSS.fullmatch(word)
        if not self.source:
            raise self.cursor.slip("no battle is under way here", {})
        self.cursor.at += 1
        place = {"a": self.source, "d": self.target}[match[1]] if match else ""
        lost = [e.DaleksLost(place, int(match[2]))] if match and int(match[2]) else []
        self.found[-1].states(*lost, instead_of=e.DaleksLost)

    def _end(self) -> bool:
        """Moving in, or calling it off."""
        if self.cursor.now == ">" and self.cursor.after.isdigit():
            self.cursor.at += 1
            self.found.append(Sentence(e.MoveIn(self.seat, self.cursor.want_number("how many move in is expected"))))
            return True
        if self.cursor.phrase(_ENDS):
            self.found.append(Sentence(e.LeaveBattle(self.seat)))
            return True
        return False
