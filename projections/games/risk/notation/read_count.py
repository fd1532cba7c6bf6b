"""Lines that count new Daleks: `+:` for territories, continents and missions, `S:` for traded stars.

`+: base 3, lands 1, Asia 7, mission SEU 2 = 13` gives each part and the sum. Parts with a sum are recorded as written,
even if the rules give another result. If a line leaves open what was counted, the reader asks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

import msgspec

from events.events import UNKNOWN
from projections.games.risk import events as e
from projections.games.risk.notation import battle, vocabulary
from projections.games.risk.notation.card_spelling import mission_code, mission_words
from projections.games.risk.notation.vocabulary import RESULTS
from projections.games.risk.rules.reinforcements import income
from projections.games.risk.rules.territory_cards import stars_on
from projections.games.risk.state.names import continent_name
from projections.games.risk.state.position import World
from projections.notation.argument_type import ArgumentType
from projections.notation.cursor import Cursor, QuestionError
from projections.notation.vocabulary import Vocabulary

_BASE: Final[Vocabulary] = dict.fromkeys(("base",), "base")
_LANDS: Final[Vocabulary] = dict.fromkeys(("lands", "land", "territories", "territory"), "territories")
_CARDS: Final[Vocabulary] = dict.fromkeys(("cards", "card", "cut", "cuts", "power card", "power cards"), "cards")
_MISSION: Final[Vocabulary] = dict.fromkeys(("mission", "missions"), "mission")
_PARTS: Final[Vocabulary] = {**_BASE, **_LANDS, **_CARDS, **_MISSION, **vocabulary.CONTINENT_WORDS}
_STARS: Final[Vocabulary] = {"1": "1", "2": "2", "*": "1", "* *": "2"}
_MOST: Final = 5


def read_count(context: battle.Context) -> list[battle.Context]:
    """Parse the moves of a count: `+: base 3, lands 1, mission SEU 2 = 6`, or `+:` for the count by the rules."""
    count = _Count(context)
    while count.part():
        pass
    return count.sentences()


def counted(context: battle.Context) -> dict[str, e.Reinforced]:
    """Return the recorded count of a move as the value of the slot `count`; {} if a line cannot write its parts."""
    paid = [event for event in context.events if isinstance(event, e.Reinforced) and event.player == context.seat]
    return {"count": paid[0]} if len(paid) == 1 and not (paid[0].missions or paid[0].stars) else {}


def count_words(counted: e.Reinforced) -> str:
    """Return a count as a line writes it: its parts and their sum."""
    parts = [f"base {counted.base}"] if counted.base else []
    parts += [f"lands {counted.territories}"] if counted.territories else []
    parts += [f"{continent_name(name)} {amount}" for name, amount in counted.continents]
    if counted.cards:
        parts.append(f"cut {-counted.cards}" if counted.cards < 0 else f"cards {counted.cards}")
    return f"{', '.join(parts) or 'base 0'} = {counted.total}"


class _Count:
    """The parsed parts of a count: amounts, missions with rewards, and the sum."""

    def __init__(self, context: battle.Context) -> None:
        self.line, self.cursor, self.world, self.seat = context, context.cursor, context.position, context.seat
        self.declared = e.Reinforced(context.seat)
        self.parts = 0
        self.missions: list[battle.Context] = []
        self.sum: int | None = None

    def part(self) -> bool:
        """Parse the next part, or the sum, which ends the count. Return whether more may follow."""
        cursor, at = self.cursor, self.cursor.at
        if RESULTS.stands(cursor):
            return False
        cursor.skip("+", "and", "&")
        if cursor.now == "=" and not _is_sum(cursor, at=1):
            return False
        if cursor.skip("=") or (not self.parts and not self.missions and _is_sum(cursor)):
            self.sum = cursor.want_number("the sum is expected")
            cursor.skip("daleks", "dalek")
            return False
        name = cursor.phrase(_PARTS)
        if name is None:
            cursor.at = at
            if cursor.now not in ("", "=", "+", "-", "only"):
                raise cursor.slip("a part of the count is expected", {word: word for word in _PARTS})
            return False
        self._take(name)
        return True

    def _take(self, name: str) -> None:
        if name == "mission":
            self._mission()
            return
        cut = self.cursor.words[self.cursor.at - 1].text.startswith("cut")
        minus = self.cursor.skip("-")
        self.cursor.skip("+", ":")
        amount = self.cursor.want_number("the number of Daleks is missing")
        self.parts += 1
        if name in vocabulary.CONTINENT_WORDS.values():
            lands = (*self.declared.continents, (name, amount))
            self.declared = msgspec.structs.replace(self.declared, continents=lands)
        else:
            signed = -amount if cut or minus else amount
            self.declared = msgspec.structs.replace(self.declared, **{name: getattr(self.declared, name) + signed})

    def _mission(self) -> None:
        words = mission_words(self.world)
        start = self.cursor.at
        self.cursor.want(
            "the territory of a mission is expected",
            {word: mission_code(self.world, card) for word, card in words.items()},
            lambda move: mission_code(self.world, move.card) if isinstance(move, e.ClaimMission) else None,
        )
        self.cursor.at = start
        card = self.cursor.want("the territory of a mission is expected", words)
        claim = self.line.beside(e.ClaimMission(self.seat, card))
        paid = self.cursor.number()
        if paid is not None:
            claim.states(e.Reinforced(self.seat, missions=paid))
        self.missions.append(claim)

    @property
    def _rewards(self) -> int:
        """The sum of the rewards of all missions in the line, as written or as printed on their cards."""
        return sum(_paid(self.world, claim) for claim in self.missions)

    def sentences(self) -> list[battle.Context]:
        """Return the claimed missions and the count. Raises QuestionError if parts and sum do not agree."""
        due = income(self.world, self.seat)
        if self.missions and not self.parts:
            if self.sum not in (None, self._rewards):
                self._ask(f"the missions pay {self._rewards}, not {self.sum}: which do you mean?", due)
            return self.missions
        count = self.line.beside(e.CountDaleks(self.seat))
        if not self.parts:
            if self.sum not in (None, due.total):
                by_rules = f"{due.total} Daleks ({count_words(due)})"
                question = f"by the rules it is {by_rules}, not {self.sum}: which do you mean?"
                self._ask(question, due, self._as_told(due, self.sum))
            return [count]
        declared = msgspec.structs.replace(self.declared, continents=_in_order(self.declared.continents, due))
        if self.sum is None and declared != due:
            self._ask(f"by the rules it is {due.total} Daleks ({count_words(due)}): which do you mean?", due, declared)
        if self.sum not in (None, declared.total + self._rewards):
            self._ask(f"the parts add up to {declared.total + self._rewards}, not {self.sum}: which do you mean?", due)
        count.states(declared)
        return [count, *self.missions]

    def _ask(self, question: str, due: e.Reinforced, stands: e.Reinforced | None = None) -> None:
        lines = [self._spelt(due)] + ([self._spelt(self.declared)] if self.parts else [])
        if self.sum is not None:
            lines += [self._spelt(part) for part in _less(due) if part.total + self._rewards == self.sum]
        raise QuestionError(question, tuple(dict.fromkeys(lines))[:_MOST], stands=self._spelt(stands) if stands else "")

    def _as_told(self, due: e.Reinforced, total: int) -> e.Reinforced:
        """Return the count `due` changed to have the sum `total`: without some part, or with another base number."""
        forgotten = next((part for part in _less(due) if part.total == total), None)
        return forgotten or msgspec.structs.replace(due, base=due.base + total - due.total)

    def _spelt(self, counted: e.Reinforced) -> str:
        words = count_words(counted).partition(" = ")[0]
        claims = [
            f"mission {mission_code(self.world, str(getattr(claim.move, 'card', '')))} {_paid(self.world, claim)}"
            for claim in self.missions
        ]
        if self.missions and not self.parts:
            return f"+: {', '.join(claims)} = {self._rewards}"
        return f"+: {', '.join([words, *claims])} = {counted.total + self._rewards}"


def _is_sum(cursor: Cursor, at: int = 0) -> bool:
    """Return whether a sum is at the cursor or `at` words further on: a number that begins no board statement."""
    words = [word.text for word in cursor.words[cursor.at + at : cursor.at + at + 2]]
    return bool(words) and words[0].isdecimal() and words[1:] != [":"]


def _paid(world: World, claim: battle.Context) -> int:
    stated = [effect.missions for effect in claim.stated if isinstance(effect, e.Reinforced)]
    card = getattr(claim.move, "card", "")
    return stated[0] if stated else world.cards.mission[card].daleks


def _in_order(declared: tuple[tuple[str, int], ...], due: e.Reinforced) -> tuple[tuple[str, int], ...]:
    """Return the continents of `declared` in the order of those of `due`, so that the order makes no difference."""
    order = [name for name, _ in due.continents]
    return tuple(sorted(declared, key=lambda part: order.index(part[0]) if part[0] in order else len(order)))


def _less(due: e.Reinforced) -> Iterator[e.Reinforced]:
    """Yield the expected count changed as if a part had been left out."""
    whole = due.continents
    for kept in (lands for size in range(len(whole), -1, -1) for lands in combinations(whole, size)):
        for territories in dict.fromkeys((due.territories, max(0, due.territories - 1), 0)):
            for cards in dict.fromkeys((due.cards, 0)):
                yield msgspec.structs.replace(due, continents=kept, territories=territories, cards=cards)


COUNT: Final = ArgumentType[World](
    what="a part of the count", code=lambda value, _context: count_words(value), kind="count"
)


def _traded(context: battle.Context) -> tuple[str, ...] | None:
    """Parse the cards of a trade (territories, `?`, or the stars of each) and return their ids; None without."""
    cursor, start = context.cursor, context.cursor.at
    cards: list[str] = []
    stars: list[int] = []
    while True:
        at = cursor.at
        cursor.skip("+", "and", "&")
        card = cursor.phrase(vocabulary.CARDS) if not stars else None
        star = cursor.phrase(_STARS) if card is None and not cards else None
        if card:
            cards.append(card)
        elif star:
            stars.append(int(star))
        else:
            cursor.at = at
            break
    if stars:
        context.values["stars"] = sum(stars)
        return _with_stars(context, start, stars)
    return tuple(cards) or None


def _with_stars(context: battle.Context, start: int, stars: Sequence[int]) -> tuple[str, ...]:
    """Return the cards with these stars, unknown if hidden. Raises QuestionError or SlipError without one way."""
    hand, cursor = context.position.hands.get(context.seat, ()), context.cursor
    if UNKNOWN in hand:
        return (UNKNOWN,) * len(stars)
    asked = Counter(stars)
    by_stars = {number: [card for card in hand if stars_on(context.position, [card]) == number] for number in (1, 2)}
    ways = list(product(*(combinations(by_stars[number], asked[number]) for number in (1, 2))))
    if len(ways) == 1:
        return (*ways[0][0], *ways[0][1])
    if not ways:
        cursor.at = start
        raise cursor.slip("no cards in hand have these stars", TRADED.offered(context))
    lines = [f"S: trade {' '.join(vocabulary.place_code(card) for card in (*one, *two))}" for one, two in ways]
    raise QuestionError("which cards are traded?", lines[:_MOST])


def _hand(context: battle.Context) -> dict[str, tuple[str, ...]]:
    hand = context.position.hands.get(context.seat, ())
    return {vocabulary.place_code(card).lower(): (card,) for card in hand if card != UNKNOWN}


TRADED: Final = ArgumentType[World](
    what="a Territory Card", words=_hand, read=_traded, kind="card",
    code=lambda cards, _context: " ".join(map(vocabulary.place_code, cards)),
)  # fmt: skip
