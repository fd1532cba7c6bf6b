"""How often whoever has the turn waits for the other player: whole games of the card game, played at random."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.facts import Started
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import Position
from replay.chance.fate import SeededChance

GREEDY: Final[Mapping[str, float]] = {
    "Passed": 6, "PlayCard": 9, "PlayEpisode": 6, "SolveEpisode": 4, "AnnounceCombat": 3, "Attack": 8,
    "NameCombatant": 2, "MakeHit": 20, "DrawBonus": 9, "EndTurn": 1,
    "UseSpecial": 0.2, "PlayFlash": 0.2, "GiveSupport": 0.2,
}  # fmt: skip


def liked(_now: Position, moves: Sequence[Any], weights: Mapping[str, float] = GREEDY) -> list[float]:
    """How likely each move is, by its kind."""
    kinds = [type(move).__name__ for move in moves]
    return [weights.get(kind, 1) / kinds.count(kind) for kind in kinds]


def decks_down(seed: int, decks: Sequence[Sequence[str]] = ()) -> Position:
    """A table where both laid down a deck: two that ship, picked by the seed, unless told."""
    rows = [starter.row for starter in SHIPPED.starter.values()]
    given = decks or random.Random(seed).sample(rows, 2)
    _, now = GAME.begin(Started("ccg", GAME.meta.rules_number, ("julie", "steve"), {}), SeededChance(seed))
    for seat, row in zip(now.seats, given, strict=True):
        _, now = GAME.play(now, SubmitDeck(seat, tuple(row)), SeededChance(seed))
    return now


def waits(seed: int, most: int = 4000, weights: Mapping[str, float] = GREEDY) -> list[tuple[str, ...]]:
    """For each turn of a game but the last, at what its player waited for the other one.

    A wait begins when the turn comes to a point where only the other seat can go on; whoever has just acted says what
    is left to say, a pass, in the same post, and where both are asked it is whoever has the turn who goes first.
    """
    chance, now = random.Random(seed), decks_down(seed)
    turns: list[list[str]] = []
    last = ""
    for count in range(most):
        seats = awaited(now)
        if not seats:
            break
        if now.turn > len(turns):
            turns.append([])
            last = now.player
        seat = last if last in seats else now.player if now.player in seats else seats[0]
        if seat != now.player and last == now.player:
            turns[-1].append(now.window.name.partition("-")[0] if now.window else now.step)
        last = seat
        moves = list(GAME.rules.legal(now, seat))
        (move,) = chance.choices(moves, liked(now, moves, weights))
        _, now = GAME.play(now, move, SeededChance(seed * 10_000 + count))
    return [tuple(waited) for waited in turns[:-1]]


def share_of(turns: Sequence[Sequence[str]], most: int = 2) -> tuple[float, float]:
    return sum(len(waited) <= most for waited in turns) / len(turns), sum(map(len, turns)) / len(turns)
