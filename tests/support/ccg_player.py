"""A sensible player of the card game: chooses among the moves on offer, from the position that its seat may know."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from events.facts import Passed
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.card_use import flash_of
from projections.games.ccg.state.position import Doom, InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of

Use = m.UseSpecial | m.PlayFlash
LOST, DRAWN, WON = range(3)
_LIMIT: Final = 6
"""Cards of a seat in a zone, The Watcher among them."""
_PLAIN: Final = (m.StandCards, m.DrawCard, m.MakeHit, m.AnnounceCombat, m.DrawBonus, m.EndTurn)
"""What is done where nothing better is on offer."""
_KEEPING: Final = ("save", "regenerate")
_REMOVING: Final = ("destroy", "discard", "banish", "return")


class Strengths(NamedTuple):
    """The Energy and Substance of one's own main combatant, and those of the other one."""

    energy: int
    substance: int
    rivals: tuple[int, int]

    @property
    def result(self) -> int:
        """How combat would end."""
        if self.energy > self.rivals[0] and self.substance > self.rivals[1]:
            return WON
        return LOST if self.energy < self.rivals[0] and self.substance < self.rivals[1] else DRAWN


class Sensible:
    """Plays the strongest card, fights where it wins, and answers where something is at stake."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, now: Position, seat: str) -> Any:
        """The move that this player makes, in whatever order moves are on offer."""
        offered = sorted(GAME.rules.legal(now, seat), key=repr)
        window = now.window
        if window is not None and seat in window.awaited:
            return self._asked(now, seat, offered, window.name)
        by_step = {"zone": self._zone, "play": self._play, "attack": self._attack, "name": self._name}
        return by_step.get(now.step, self._plainly)(now, seat, offered)

    def _plainly(self, _now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        return next(move for kind in _PLAIN for move in offered if isinstance(move, kind))

    # Phases 1 and 2

    def _zone(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """Where a Hit or a fight is to be had, or a good card can be played; best in the bonus zone."""
        zones = [move for move in offered if isinstance(move, m.ChooseZone)]
        return max(zones, key=lambda move: self._promise(now, seat, move.zone)) if zones else offered[0]

    def _promise(self, now: Position, seat: str, zone: str) -> float:
        own, rivals = _standing(now, zone, seat), _standing(now, zone, now.rival(seat))
        promise = 2.5 * (now.bonus_zone(seat) == zone) + self.chance.random()
        if own and not rivals:
            promise += 9
        if any(_against(one, other).result == WON for one in own for other in rivals):
            promise += 5
        cards = [now.cards.card[face] for face in now.hands[seat] if face in now.cards.card]
        best = max((worth(card) for card in cards if card.zone in (zone, "timeless", "any")), default=0)
        return promise + best * 0.6 * (sum(1 for _ in now.lying(zone, seat)) < _LIMIT)

    def _play(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        cards = [move for move in offered if isinstance(move, m.PlayCard)]
        if cards and (not now.plays or len(now.hands[seat]) > 6):
            return max(cards, key=lambda move: worth(now.cards.card[move.card]))
        solving = [move for move in offered if isinstance(move, m.SolveEpisode)]
        if solving:
            return min(solving, key=lambda move: (len(move.sided), move.sided))
        episodes = [move for move in offered if isinstance(move, m.PlayEpisode)]
        if episodes and self.chance.random() < 0.8:
            return max(episodes, key=lambda move: (now.cards.card[move.card].solve, move.zone == now.zone))
        return self._useful(now, seat, offered) or self._plainly(now, seat, offered)

    # Combat

    def _attack(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """The attack that wins most, or a Hit; else none, unless a card must attack."""
        attacks = [move for move in offered if isinstance(move, m.Attack)]
        others = [move for move in offered if isinstance(move, m.DrawBonus | m.EndTurn)]
        if not attacks:
            return self._plainly(now, seat, offered)
        best = max(attacks, key=lambda move: self._gain(now, seat, move))
        return best if self._gain(now, seat, best) > 0 or not others else self._plainly(now, seat, others)

    def _gain(self, now: Position, seat: str, move: m.Attack) -> float:
        attacker, defender = now.at(move.attacker), now.at(move.defender)
        assert attacker is not None
        if defender is None:
            return -5 if _standing(now, now.zone, now.rival(seat)) else 20 - attacker.energy - attacker.substance
        result = _against(attacker, defender).result
        return {LOST: -20.0, DRAWN: -1.0, WON: 1 + worth(face_of(now, defender))}[result] - attacker.energy / 10

    def _name(self, now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        """The defender that holds, else the cheapest, else nobody."""
        fight = now.fight
        attacker = now.at(fight.attacker) if fight else None
        named = [move for move in offered if isinstance(move, m.NameCombatant)]
        if not named or attacker is None:
            return next(move for move in offered if isinstance(move, m.DeclineCombat))

        def preference(move: m.NameCombatant) -> tuple[int, int]:
            card = _lying(now, move.card)
            return (_against(card, attacker).result, -worth(face_of(now, card)))

        return max(named, key=preference)

    def _fight(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """One or two cards that turn the fight, as few as do it; else none."""
        fight = now.fight
        assert fight is not None
        numbers = (fight.attacker, fight.defender) if seat == now.player else (fight.defender, fight.attacker)
        strengths = _against(_lying(now, numbers[0]), _lying(now, numbers[1]))
        ways = [(move, after) for move in offered if (after := _changed(now, seat, move, numbers)) is not None]
        for some in (1, 2):
            turning = []
            for moves in combinations(ways, some):
                result = _sum(strengths, [change for _, change in moves]).result
                if result > strengths.result and len({_used(move) for move, _ in moves}) == some:
                    turning.append((result, moves[0][0]))
            if turning:
                return max(turning, key=lambda one: one[0])[1]
        return Passed(seat)

    # Answers

    def _asked(self, now: Position, seat: str, offered: Sequence[Any], window: str) -> Any:
        uses = [move for move in offered if isinstance(move, Use)]
        if window == "fight":
            return self._fight(now, seat, offered)
        if window == "hit":
            found = [move for move in uses if _ability(now, seat, move).what == "prevent-hit"]
        elif window == "doom":
            doomed = [number for thing in now.stack if isinstance(thing, Doom) for number in thing.cards]
            found = [move for move in uses if self._keeps(now, seat, move, doomed)]
        elif window.startswith("answer") and self.chance.random() < 0.6:
            found = [move for move in uses if _ability(now, seat, move).what == "counter" and not move.targets]
        else:
            found = []
        return found[0] if found else Passed(seat)

    def _keeps(self, now: Position, seat: str, move: Use, doomed: Sequence[int]) -> bool:
        kept = [now.at(number) for number in move.targets if number in doomed]
        return _ability(now, seat, move).what in _KEEPING and any(
            card is not None and card.side == seat and worth(face_of(now, card)) > 3 for card in kept
        )

    # Specials and Flash cards of the own turn

    def _useful(self, now: Position, seat: str, offered: Sequence[Any]) -> Any | None:
        """The use of a card that is worth most, where one is worth more than what it is paid with."""
        uses = [move for move in offered if isinstance(move, Use)]
        best = max(uses, key=lambda move: self._use(now, seat, move), default=None)
        return best if best is not None and self._use(now, seat, best) > 0 else None

    def _use(self, now: Position, seat: str, move: Use) -> float:
        ability = _ability(now, seat, move)
        costs = sum(worth(face_of(now, _lying(now, number))) for number in move.paid)
        rivals = [card for card in map(now.at, move.targets) if card is not None and card.side != seat]
        if ability.what in ("draw", "extra-turn"):
            return 5 - costs / 3
        if ability.what == "hit":
            return 9 - costs / 2
        if ability.what in _REMOVING and rivals:
            return sum(worth(face_of(now, card)) for card in rivals) - costs
        if ability.what == "damage" and rivals:
            return worth(face_of(now, rivals[0])) if _dies(rivals[0], ability, move.value) else 0
        if ability.what == "side" and rivals and _standing(now, now.zone, now.rival(seat)) == rivals:
            return 6.0 * bool([card for card in _standing(now, now.zone, seat) if card.n != _used(move)])
        return 0


# What cards are worth, and do


def worth(card: Card) -> int:
    """About how much a card is worth in play."""
    if card.type == "resource":
        return 3
    return (card.energy + card.substance + card.support + len(card.does)) * (card.type == "creature")


def _standing(now: Position, zone: str, side: str) -> list[InPlay]:
    """The Creatures of a side that can fight in a zone."""
    return [card for card in now.lying(zone, side) if not card.sided and face_of(now, card).type == "creature"]


def _lying(now: Position, number: int) -> InPlay:
    card = now.at(number)
    assert card is not None, number
    return card


def _against(one: InPlay, other: InPlay) -> Strengths:
    return Strengths(one.energy, one.substance, (other.energy, other.substance))


def _ability(now: Position, seat: str, move: Use) -> Ability:
    """What the use of a card does."""
    if isinstance(move, m.UseSpecial):
        return abilities(now, _lying(now, move.card), "special")[move.ability - 1]
    found = flash_of(now.cards.card.get(move.card, NOBODY))
    assert found is not None, (seat, move)
    return found


def _used(move: Any) -> object:
    """What a move uses up: a card in play, or one of the hand."""
    return move.card


def _changed(now: Position, seat: str, move: Any, numbers: tuple[int, int]) -> tuple[int, int] | None:
    """By how much a move changes Energy and Substance, as seen by whoever wants the first of two Creatures to win."""
    if isinstance(move, m.GiveSupport):
        amount, value = _lying(now, move.card).support, move.value
        mine = move.target == numbers[0]
    elif isinstance(move, Use) and _ability(now, seat, move).what in ("raise", "damage") and len(move.targets) == 1:
        ability = _ability(now, seat, move)
        amount = -ability.amount if ability.what == "damage" else ability.amount
        value, mine = move.value or ability.value, move.targets[0] == numbers[0]
        if not mine and move.targets[0] != numbers[1]:
            return None
    else:
        return None
    if not mine and isinstance(move, m.GiveSupport):
        return None
    signed = amount if mine else -amount
    return (signed * (value in ("energy", "both")), signed * (value in ("substance", "both")))


def _sum(strengths: Strengths, changes: Iterable[tuple[int, int]]) -> Strengths:
    energy, substance = (sum(column) for column in zip(*changes, strict=True))
    return strengths._replace(energy=strengths.energy + energy, substance=strengths.substance + substance)


def _dies(card: InPlay, ability: Ability, value: str) -> bool:
    """Whether damage leaves a Creature neither Energy nor Substance."""
    values = ("energy", "substance") if ability.value == "both" else (value or ability.value,)
    return all(getattr(card, one) <= ability.amount * (one in values) for one in ("energy", "substance"))
