"""The error about dice that a person left out or that do not fit: it says which dice the move needs."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from events.errors import BellError
from events.events import Move, Rolled
from projections.draft import run
from projections.game import Game
from projections.notation.recorded_chance import DiceError
from projections.wording import joined
from replay.chance.random_source import SeededChance
from replay.reading.places import roll_words


def with_needed_dice(
    error: DiceError, game: Game[Any, Any], position: Any, seats: Sequence[str], move: Move
) -> DiceError:  # fmt: skip
    """Return the error with the dice that a move needs, and with an example of its line if it can be written.

    `position` is what the reader of the error knows. If the move cannot be decided there, return the error unchanged.
    """
    told = error.reason
    with suppress(BellError):
        entries = run(game.rules, position, move, SeededChance(1), strict=False).entries
        rolls = [roll_words(game, position, seats, each.event) for each in entries if isinstance(each.event, Rolled)]
        told = f"the dice are missing or do not fit. This move needs {joined(rolls)}" if rolls else told
        told = f"{told}, for example {game.notation.write(entries, position)}" if rolls else told
    return DiceError(told)
