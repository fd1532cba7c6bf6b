"""How often simple players of Time of the Daleks win, how long they play, how games end: a table.

`python tests/support/daleks_balance.py [games [first seed [players...]]]`
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from daleks_player import Sensible

from events.facts import Started
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.game import GAME
from projections.games.daleks.state.position import Position
from replay.chance.fate import SeededChance

SEATS: Final = ("nell", "osman", "priya", "tobias")
DOCTORS: Final = ("first", "fourth", "eleventh", "twelfth")
_MOST: Final = 6000


class Played(NamedTuple):
    """A game that was played to its end."""

    end: Position
    met: int
    tried: int
    symbols: Counter[tuple[int, bool]]
    moves: int


def play(seed: int, seats: int) -> Played:
    """Play a game with Doctors chosen by the seed."""
    fate, seated = SeededChance(seed), SEATS[:seats]
    doctors = list(DOCTORS)
    SeededChance(seed + 1).random.shuffle(doctors)
    started = Started("daleks", GAME.meta.rules_number, seated, {"doctors": dict(zip(seated, doctors, strict=False))})
    now = GAME.begin(started, fate)[1]
    players = {seat: Sensible(seed * 10 + at) for at, seat in enumerate(seated)}
    tried: Counter[tuple[int, bool]] = Counter()
    for moves in range(_MOST):
        status = GAME.rules.status(now)
        if status.outcome:
            return Played(now, sum(n for (_, won), n in tried.items() if won), tried.total(), tried, moves)
        seat = status.awaited[0]
        before = now.adventure
        entries, now = GAME.play(now, players[seat].choose(now, seat), fate)
        for entry in entries:
            if isinstance(entry.fact, AdventureEnded) and before is not None:
                tried[len(before.symbols), entry.fact.won] += 1
    raise AssertionError(f"no end: seed {seed}")


def report(played: Sequence[Played]) -> Iterator[str]:
    """What a number of games comes to, in lines."""
    many = len(played)
    won = sum(bool(one.end.winners) for one in played) / many
    rounds = sorted(one.end.round for one in played)
    mean = sum(rounds) / many
    spread = sqrt(sum((one - mean) ** 2 for one in rounds) / many)
    tried: Counter[tuple[int, bool]] = sum((one.symbols for one in played), Counter())
    met = sum(count for (_, so), count in tried.items() if so) / tried.total()
    yield f"won {100 * won:.1f} % (standard error {100 * sqrt(won * (1 - won) / many):.1f})"
    tenth = rounds[many // 10], rounds[many // 2], rounds[-1 - many // 10]
    yield f"rounds {mean:.1f} (standard error {spread / sqrt(many):.2f}); tenths {tenth}"
    yield f"Adventures met {100 * met:.1f} % of {tried.total()}"
    yield f"ends {dict(Counter(one.end.how for one in played).most_common())}"
    sizes = sorted({size for size, _ in tried})
    yield "by symbols " + ", ".join(
        f"{size}: {100 * tried[size, True] / (tried[size, True] + tried[size, False]):.0f} % of"
        f" {tried[size, True] + tried[size, False]}"
        for size in sizes
    )
    yield f"moves {sum(one.moves for one in played) / many:.0f}"


if __name__ == "__main__":
    games, first = (int(word) for word in (*sys.argv[1:3], *("100", "0")[len(sys.argv[1:3]) :]))
    for count in [int(word) for word in sys.argv[3:]] or (2, 3, 4):
        sys.stdout.write(f"{count} players, {games} games\n")
        for line in report([play(first + seed, count) for seed in range(games)]):
            sys.stdout.write(f"  {line}\n")
