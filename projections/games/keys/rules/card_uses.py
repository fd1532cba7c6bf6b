"""Every use that a card in hand could have, with what speaks against it; a card without one may be discarded."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from projections.draft import Draft
from projections.games.keys.events import (
    Discard,
    PlayBarrier,
    PlayCookie,
    PlayCyberman,
    PlayKey,
    PlayPandorica,
    PlaySonic,
    PlayTunnel,
)
from projections.games.keys.rules.assault import assault_objections
from projections.games.keys.rules.doors import key_objection, sonic_objection
from projections.games.keys.rules.laid_cards import (
    barrier_objection,
    cookie_objection,
    pandorica_objection,
    tunnel_objection,
)
from projections.games.keys.rules.paths import reachable
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.names import card_name
from projections.games.keys.state.position import CARDS, DOORS, OUT, Position, neighbours
from projections.objections import Objection, allowed

_USED_UP: Final = "B05 (option discard_unused)"
GAPS: Final = tuple(
    (tile, other) for tile, other in combinations(sorted(DOORS), 2) if other in neighbours(tile, diagonal=True)
)
"""The pairs of tiles that touch at a corner, Control left out."""


class Use(NamedTuple):
    """A use of a card, and what speaks against it."""

    move: PlayKey | PlaySonic | PlayBarrier | PlayTunnel | PlayCookie | PlayPandorica | PlayCyberman
    objections: tuple[Objection | None, ...]


def uses(position: Position, seat: str, card: str) -> Iterator[Use]:
    """Every use that a card might have, legal or not; those that no position allows are left out."""
    if card.startswith("key-"):
        yield from _keys(position, seat, card.removeprefix("key-"))
    elif card == "sonic":
        yield from _sonics(position, seat)
    elif card == "barrier":
        yield from (Use(PlayBarrier(seat, tile), (barrier_objection(position, tile),)) for tile in DOORS)
    elif card == "tunnel":
        for tile, other in GAPS:
            yield Use(PlayTunnel(seat, tile, other), (tunnel_objection(position, tile, other),))
    elif card == "cookie":
        yield from (Use(PlayCookie(seat, tile), (cookie_objection(position, tile),)) for tile in DOORS)
    elif card == "pandorica":
        for victim in position.seats:
            yield Use(PlayPandorica(seat, victim), (pandorica_objection(position, seat, victim),))
    elif card == "cyberman":
        yield from _assaults(position, seat)


def _turn(position: Position, tile: str) -> str:
    return "close" if position.tiles[tile].open else "open"


def _keys(position: Position, seat: str, colour: str) -> Iterator[Use]:
    for tile in DOORS:
        action = _turn(position, tile)
        yield Use(PlayKey(seat, colour, tile, action), (key_objection(position, colour, tile, action),))


def _sonics(position: Position, seat: str) -> Iterator[Use]:
    for tile in DOORS:
        action = "lift" if position.tiles[tile].barrier else _turn(position, tile)
        yield Use(PlaySonic(seat, tile, action), (sonic_objection(position, tile, action),))


def _assaults(position: Position, seat: str) -> Iterator[Use]:
    for victim in position.seats:
        if position.pawns[victim] != OUT:
            for to in reachable(position, victim):
                objections = assault_objections(position, seat, victim, to)
                yield Use(PlayCyberman(seat, victim, to), tuple(objections))


def has_use(position: Position, seat: str, card: str) -> bool | None:
    """Whether a card has a legal target; None where that hangs on something unknown."""
    verdicts = {allowed(use.objections) for use in uses(position, seat, card)}
    return True if True in verdicts else None if None in verdicts else False


def discard_objection(position: Position, seat: str, card: str) -> Objection | None:
    """A card that can be used is not thrown away (KEY-TRN-04 as read in B05, option `discard_unused`)."""
    if position.options.discard_unused == "always":
        return None
    used = has_use(position, seat, card)
    if used is False:
        return None
    if used is None:
        return Objection(
            "KEY-TRN-04",
            None,
            f"use a card that has a legal target; whether the {card_name(card)} has one is not known",
        )
    return Objection(
        "KEY-TRN-04", False, f"use a card that has a legal target: the {card_name(card)} has one", _USED_UP
    )


def discard(draft: Draft[Position], move: Discard) -> None:
    """Play a card that has no legal target: it goes to the discard pile and does nothing (KEY-TRN-04, B05)."""
    draft.must("KEY-CMP-01", move.card in CARDS, f'there is no card "{move.card}"')
    require_play(draft, move, move.card, discard_objection(draft.now, move.player, move.card))
    write_play(draft, move, move.card)
