"""The possible uses of a card in hand, each with its rule conflicts. A card without a legal use may be discarded."""

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
from projections.games.keys.rules.assault import assault_conflicts
from projections.games.keys.rules.doors import key_conflict, sonic_conflict
from projections.games.keys.rules.laid_cards import (
    barrier_conflict,
    cookie_conflict,
    pandorica_conflict,
    tunnel_conflict,
)
from projections.games.keys.rules.paths import reachable
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.names import card_name
from projections.games.keys.state.position import CARDS, DOORS, OUT, Position, neighbours
from projections.rule_conflicts import RuleConflict, allowed

_USED_UP: Final = "B05 (option discard_unused)"
GAPS: Final = tuple(
    (tile, other) for tile, other in combinations(sorted(DOORS), 2) if other in neighbours(tile, diagonal=True)
)
"""The pairs of tiles that touch at a corner, without Control."""


class Use(NamedTuple):
    """One way to use a card, and the rule conflicts of this use."""

    move: PlayKey | PlaySonic | PlayBarrier | PlayTunnel | PlayCookie | PlayPandorica | PlayCyberman
    conflicts: tuple[RuleConflict | None, ...]


def uses(position: Position, seat: str, card: str) -> Iterator[Use]:
    """Yield the ways to use a card, legal or not, except those that are impossible in every position."""
    if card.startswith("key-"):
        yield from _keys(position, seat, card.removeprefix("key-"))
    elif card == "sonic":
        yield from _sonics(position, seat)
    elif card == "barrier":
        yield from (Use(PlayBarrier(seat, tile), (barrier_conflict(position, tile),)) for tile in DOORS)
    elif card == "tunnel":
        for tile, other in GAPS:
            yield Use(PlayTunnel(seat, tile, other), (tunnel_conflict(position, tile, other),))
    elif card == "cookie":
        yield from (Use(PlayCookie(seat, tile), (cookie_conflict(position, tile),)) for tile in DOORS)
    elif card == "pandorica":
        for victim in position.seats:
            yield Use(PlayPandorica(seat, victim), (pandorica_conflict(position, seat, victim),))
    elif card == "cyberman":
        yield from _assaults(position, seat)


def _turn(position: Position, tile: str) -> str:
    return "close" if position.tiles[tile].open else "open"


def _keys(position: Position, seat: str, colour: str) -> Iterator[Use]:
    for tile in DOORS:
        action = _turn(position, tile)
        yield Use(PlayKey(seat, colour, tile, action), (key_conflict(position, colour, tile, action),))


def _sonics(position: Position, seat: str) -> Iterator[Use]:
    for tile in DOORS:
        action = "lift" if position.tiles[tile].barrier else _turn(position, tile)
        yield Use(PlaySonic(seat, tile, action), (sonic_conflict(position, tile, action),))


def _assaults(position: Position, seat: str) -> Iterator[Use]:
    for victim in position.seats:
        if position.pawns[victim] != OUT:
            for to in reachable(position, victim):
                conflicts = assault_conflicts(position, seat, victim, to)
                yield Use(PlayCyberman(seat, victim, to), tuple(conflicts))


def has_use(position: Position, seat: str, card: str) -> bool | None:
    """Return whether a card has a legal target; None if that depends on something unknown."""
    verdicts = {allowed(use.conflicts) for use in uses(position, seat, card)}
    return True if True in verdicts else None if None in verdicts else False


def discard_conflict(position: Position, seat: str, card: str) -> RuleConflict | None:
    """Return the rule conflict of discarding a card that can be used (KEY-TRN-04; B05, option `discard_unused`)."""
    if position.options.discard_unused == "always":
        return None
    used = has_use(position, seat, card)
    if used is False:
        return None
    if used is None:
        return RuleConflict(
            "KEY-TRN-04",
            "a card with a legal target must be used",
            f"this log does not show if the {card_name(card)} has a legal target",
            verdict=None,
        )
    return RuleConflict(
        "KEY-TRN-04",
        "a card with a legal target must be used",
        f"the {card_name(card)} has a legal target",
        reading=_USED_UP,
    )


def discard(draft: Draft[Position], move: Discard) -> None:
    """Discard a card that has no legal target, without effect (KEY-TRN-04, B05)."""
    draft.must("KEY-CMP-01", move.card in CARDS, f'"{move.card}" is not a card')
    require_play(draft, move, move.card, discard_conflict(draft.now, move.player, move.card))
    write_play(draft, move, move.card)
