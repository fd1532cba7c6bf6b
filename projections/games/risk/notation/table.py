"""The complete notation of Risk: its forms and the settings for all lines."""

from collections.abc import Sequence
from typing import Final

from projections.contracts import Written
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.notation import claims
from projections.games.risk.notation.argument_types import SLOTS
from projections.games.risk.notation.patterns import PATTERNS
from projections.games.risk.notation.vocabulary import PLACE_CODES, PLACES, RESULTS, Cursor
from projections.games.risk.rules.turns import opponent
from projections.games.risk.state.fields import FIELDS
from projections.games.risk.state.position import World
from projections.notation.line_pattern import PatternTable

_STEPS: Final = {
    "N": "neutral", "T": "tardis", "+": "count", "S": "place", "P": "place", "A": "attack", "M": "manoeuvre",
    "C": "draw", "END": "draw",
}  # fmt: skip
"""The step of a turn to which each verb of a line belongs. Other verbs are for a battle or a card at any time."""
_ANY: Final = 99


def _poised(now: World, seat: str, verb: str, moves: Sequence[Written]) -> World:
    """Return the position changed so that the seat could write a line with this verb now: turn, step, new Daleks."""
    step = _STEPS.get(verb)
    if step is None or (verb == "A" and now.battle):
        return now
    if moves and isinstance(moves[0].move, e.PlayPower | e.MoveTardis | e.ClaimMission):
        step = "place"
    player = opponent(now, seat) if verb == "N" and len(now.seats) == 2 else seat
    pool = (now.pool or _ANY) if step == "place" else 0
    return now.replace(player=player, step=step, stack=(), pool=pool, neutral_pool=now.neutral_pool or 3)


TABLE: Final = PatternTable[World](
    patterns=PATTERNS, slots=SLOTS, cursor=Cursor, stated=RESULTS, claims=claims.read_claims, claimed=FIELDS.claim,
    joints=(",", "&", "and"),
    unready=lambda now: "" if len(now.lands) == len(TERRITORIES) else "the territories have not been dealt yet",
    due=lambda now: [verb for verb, step in _STEPS.items() if step == now.step], poised=_poised,
    names=lambda text: any(word.text in PLACES for word in Cursor(text).words),
    listed_as={"a territory: its name or its three-letter code": frozenset(PLACE_CODES.values())},
)  # fmt: skip
