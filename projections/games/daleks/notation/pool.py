"""The starting pool by its counts, `5B 2U`: the colours of split icons, and the board statement."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any, Final

from events.events import Move
from projections.games.daleks.events import moves as m
from projections.games.daleks.notation.dice_words import pool_now
from projections.games.daleks.notation.vocabulary import Context
from projections.games.daleks.rules import adventure, candidates
from projections.games.daleks.state import fields, names
from projections.games.daleks.state.position import Position
from projections.notation.cursor import SlipError

_WAYS: Final = 4096
"""The most choices of colours that are tried to match the counts."""


def gathers(context: Context) -> Sequence[Move]:
    """Return the moves that gather the starting pool; for a pool already gathered check the counts and return none.

    Raises:
        SlipError: the pool has other counts, or the colours of split icons are missing.
    """
    position, counts, colours = context.position, context.values.get("pool"), context.values.get("colours")
    if counts is not None and pool_now(position, context.seat).gathered:
        there = fields.FIELDS.claim(f"pool {context.seat}", position) or "0"
        if names.counts_words(counts) != there:
            raise SlipError(f"the pool is {there}", [context.spans["pool"]], {there.lower(): there})
        return ()
    if colours is None and counts is not None:
        colours = _fitting(position, context.seat, counts)
    if colours is None and adventure.split_icons(position, context.seat):
        raise context.cursor.slip("say the colours of split icons, as green", {"as": "as"})
    return (m.Gather(context.seat, tuple(colour for colour in colours or () if colour != "none")),)


def counted(context: Context, counts: Mapping[str, int]) -> None:
    """Add a board statement to the line: after the move the seat's pool has these numbers of dice by colour."""
    context.claims_that(f"pool {context.seat}", names.counts_words(counts))


def gathered(context: Context) -> Mapping[str, Any]:
    """Return the values of a line for a gathered pool: counts by colour, and the colours chosen for split icons."""
    assert isinstance(context.move, m.Gather)
    after, colours = context.led, context.move.colours
    pool = fields.FIELDS.claim(f"pool {context.seat}", after) if after is not None else None
    chosen = colours or (("none",) if adventure.split_icons(context.position, context.seat) else None)
    fresh = pool not in (None, "0") and not pool_now(context.position, context.seat).gathered
    return {"pool": pool if fresh else None, "colours": chosen}


def _fitting(position: Position, seat: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the colours of split icons (choices of colours) that give these counts; the first choice if none does."""
    adding = [icon for _, _, icon in candidates.icons_doing(position, seat, "add")]
    ways = list(islice(product(*(icon.colours for icon in adding)), _WAYS))

    def pool(way: Sequence[str]) -> Counter[str]:
        return Counter(colour for icon, colour in zip(adding, way, strict=True) for _ in range(icon.amount))

    found = next((way for way in ways if pool(way) == Counter(counts)), ways[0])
    return tuple(colour for icon, colour in zip(adding, found, strict=True) if len(icon.colours) > 1)
