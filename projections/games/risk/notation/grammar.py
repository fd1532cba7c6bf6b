"""A line read word by word: its verb, what that verb says, results by name, claims."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from projections.games.risk import facts as e
from projections.games.risk.notation.battle_tail import running_battle
from projections.games.risk.notation.claims import read_claims
from projections.games.risk.notation.read_battle import read_attack, read_defence, read_move_in, read_roll
from projections.games.risk.notation.read_count import read_count, read_trade
from projections.games.risk.notation.read_turn import (
    read_card,
    read_end,
    read_landing,
    read_loss,
    read_manoeuvre,
    read_neutral,
    read_placing,
)
from projections.games.risk.notation.sentence import Sentence
from projections.games.risk.notation.stated import RESULTS
from projections.games.risk.notation.vocabulary import Cursor
from projections.games.risk.notation.write import GOES_ON
from projections.games.risk.state.position import World
from projections.notation.vocabulary import Vocabulary
from projections.terms import Written

__all__ = ["VERBS", "exact"]

Reader = Callable[[Cursor, World, str], list[Sentence]]

_READERS: Final[Mapping[str, Reader]] = {
    "N": read_neutral, "T": read_landing, "+": read_count, "S": read_trade, "P": read_placing, "L": read_loss,
    "A": read_attack, "R": read_roll, "IN": read_move_in, "D": read_defence, "M": read_manoeuvre, "C": read_card,
    "END": read_end,
}  # fmt: skip
VERBS: Final[Vocabulary] = {
    **{verb.lower(): verb for verb in _READERS},
    **dict.fromkeys(("neutral", "neutrals"), "N"), **dict.fromkeys(("tardis", "land", "lands"), "T"),
    **dict.fromkeys(("count", "reinforce", "reinforcements", "new daleks"), "+"),
    **dict.fromkeys(("stars", "trade", "trades"), "S"), **dict.fromkeys(("place", "places"), "P"),
    **dict.fromkeys(("lose", "loses", "remove", "removes"), "L"), **dict.fromkeys(("attack", "attacks"), "A"),
    **dict.fromkeys(("roll", "rolls"), "R"), **dict.fromkeys(("move in", "moves in"), "IN"),
    **dict.fromkeys(("defend", "defends", "defence", "defense"), "D"),
    **dict.fromkeys(("manoeuvre", "manoeuvres", "maneuver"), "M"), **dict.fromkeys(("card", "cards"), "C"),
    **dict.fromkeys(("e", "end turn", "ends"), "END"),
}  # fmt: skip


def exact(line: str, world: World, seat: str) -> tuple[Written, ...]:
    """Read a line word by word.

    Whoever goes on elsewhere while a battle stands between two rolls has called it off; with `only` at its end a line
    says just what it says.

    Raises:
        SlipError: a word does not read where it stands.
        QuestionError: the line may mean several things.
    """
    cursor = Cursor(line)
    verb = cursor.want("a line begins with its verb", VERBS)
    cursor.skip(":")
    found = _READERS[verb](cursor, world, seat)
    only = cursor.skip("only")
    stated, absent = RESULTS.read(cursor)
    last = found[-1]
    last.stated, last.absent = (*last.stated, *stated), (*last.absent, *absent)
    if not only and isinstance(found[0].move, GOES_ON) and running_battle(world, seat):
        found.insert(0, Sentence(e.LeaveBattle(seat)))
    written = [sentence.written() for sentence in found]
    written[-1] = msgspec.structs.replace(written[-1], claims=read_claims(cursor, world))
    return tuple(written)
