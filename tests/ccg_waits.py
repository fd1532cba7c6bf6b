"""How often whoever has the turn waits for the other player: whole games of the card game, played at random."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from events.facts import Started
from projections.games.ccg import GAME
from projections.games.ccg.moves import SubmitDeck
from projections.games.ccg.position import SHIPPED, Position
from projections.games.ccg.status import awaited
from replay.fate import Seeded

__all__ = ["GREEDY", "chosen", "decks_down", "share_of", "waits"]

GREEDY: Final[Mapping[str, float]] = {
    "Passed": 6, "PlayCard": 9, "PlayEpisode": 6, "SolveEpisode": 4, "AnnounceCombat": 3, "Attack": 8, "NameCombatant": 2,
    "MakeHit": 20, "DrawBonus": 9, "EndTurn": 1, "UseSpecial": 0.6, "PlayFlash": 0.6, "GiveSupport": 0.6,
}  # fmt: skip
"""How likely each kind of move is, beside 1 for the others; a player who plays what there is, and answers at times."""


def chosen(moves: Iterable[Any], chance: random.Random, weights: Mapping[str, float] = GREEDY) -> Any:
    """One of several moves: first of which kind, then which."""
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        kinds.setdefault(type(move).__name__, []).append(move)
    (kind,) = chance.choices(list(kinds), [weights.get(name, 1) for name in kinds])
    return chance.choice(kinds[kind])


def decks_down(seed: int, decks: Sequence[Sequence[str]] = ()) -> Position:
    """A table where both laid down a deck: two that ship, picked by the seed, unless told."""
    rows = [starter.row for starter in SHIPPED.starter.values()]
    given = decks or random.Random(seed).sample(rows, 2)
    _, now = GAME.begin(Started("ccg", GAME.rules, ("julie", "steve"), {}), Seeded(seed))
    for seat, row in zip(now.seats, given, strict=True):
        _, now = GAME.play(now, SubmitDeck(seat, tuple(row)), Seeded(seed))
    return now


def waits(seed: int, most: int = 4000) -> list[int]:
    """For each turn of a game that was finished, how often its player waited.

    A wait begins when the other seat alone is awaited. Where both are, whoever has the turn goes first, at once.
    """
    chance, now = random.Random(seed), decks_down(seed)
    counts: Counter[int] = Counter()
    waiting = False
    for count in range(most):
        seats = awaited(now)
        if not seats:
            break
        alone = now.player not in seats
        counts[now.turn] += alone and not waiting
        waiting = alone
        seat = seats[0] if alone else now.player
        _, now = GAME.play(now, chosen(GAME.legal(now, seat), chance), Seeded(seed * 10_000 + count))
    return [counts[turn] for turn in range(1, now.turn)]


def share_of(rows: Iterable[Sequence[int]], most: int = 2) -> tuple[float, float]:
    """The share of turns with at most so many waits, and the mean."""
    turns = [count for row in rows for count in row]
    return sum(count <= most for count in turns) / len(turns), sum(turns) / len(turns)


if __name__ == "__main__":
    games = [waits(seed) for seed in range(20)]
    share, mean = share_of(games)
    spread = sorted(Counter(count for row in games for count in row).items())
    print(f"{share:.1%} of turns with at most two waits, mean {mean:.2f}; turns by waits: {spread}")  # noqa: T201  # a report
