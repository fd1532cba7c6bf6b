"""Places of a described table that no move leads to: hands and piles, what is spent or owed, the step of the turn.

Cards come from nowhere here: whoever describes a table says all its piles, and the invariants tell what is amiss.
"""

from collections.abc import Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, read_row, yes_or_no
from projections.games.keys.notation.vocabulary import CARD_CODES
from projections.games.keys.state.position import CARDS, DOORS, ExtraTurn, KeyBonus, Position, neighbours, with_tile

__all__ = ["ROWS", "cards_taken", "set_by_hand", "with_described"]

ROWS: Final = {**{card: card for card in CARDS}, **{code.lower(): card for card, code in CARD_CODES.items()}}
"""The spellings of a card in a row."""
STEPS: Final = ("draw", "play", "move", "bonus")


def set_by_hand(position: Position, place: str, value: str) -> Sequence[Effect] | None:
    """The effects that give a place a value; None where there is no such place.

    Raises:
        RefusedError: no such value; says what is allowed.
    """
    kind, _, rest = place.partition(" ")
    if place in ("draw", "discards") or (kind == "hand" and rest in position.hands):
        cards = read_row(place, value, ROWS)
        if kind == "hand":  # written always, so that no line tells by its absence what a hand holds
            return (CardsSet(place, rest, cards),)
        there = position.draw if place == "draw" else position.discards
        return () if cards == there and UNKNOWN not in cards else (CardsSet(place, ALL, cards),)
    if kind == "tunnel" and rest:
        return _tunnel(position, rest, value)
    found = _listed(position, place, value)
    if found is None:
        return None
    return () if found == now(position, place) else (PlaceSet(place, found),)


def now(position: Position, place: str) -> tuple[str, ...]:
    """What a place of several values holds, each as it is written."""
    match place:
        case "used" | "earned" | "missed":
            pairs: tuple[tuple[str, str], ...] = getattr(position, place)
            return tuple(f"{seat} {what}" for seat, what in pairs)
        case "bonus":
            return tuple(f"{thing.player} {thing.tile}" for thing in position.stack if isinstance(thing, KeyBonus))
        case "extra turn":
            return tuple(thing.player for thing in position.stack if isinstance(thing, ExtraTurn))
        case _:
            return (position.step,)


def _listed(position: Position, place: str, value: str) -> tuple[str, ...] | None:
    """The values of a place that takes several; None where there is no such place."""
    parts = () if value == "none" else tuple(" ".join(part.split()) for part in value.split(","))
    if place == "step":
        if value not in STEPS:
            raise RefusedError(f'step cannot be "{value[:40]}": {", ".join(STEPS)}')
        return (value,)
    if place == "extra turn":
        return tuple(_seat(position, place, part) for part in parts)
    allowed = {"used": DOORS, "earned": DOORS, "bonus": DOORS, "missed": ("draw", "play")}.get(place)
    if allowed is None:
        return None
    for part in parts:
        seat, _, what = part.partition(" ")
        _seat(position, place, seat)
        if what not in allowed:
            these = "a tile" if allowed is DOORS else "draw or play"
            raise RefusedError(f'{place} cannot be "{part[:40]}": a seat and {these}, several with commas, or none')
    return parts


def _seat(position: Position, place: str, seat: str) -> str:
    if seat not in position.seats:
        raise RefusedError(f'{place}: no seat "{seat[:40]}"; seats are {", ".join(position.seats)}')
    return seat


def _tunnel(position: Position, gap: str, value: str) -> Sequence[Effect]:
    tile, _, other = gap.partition("/")
    if tile not in DOORS or other not in neighbours(tile, diagonal=True) or other not in DOORS:
        raise RefusedError(f'"tunnel {gap[:40]}" is no place: two tiles that touch at a corner, as tunnel e5/f4')
    pair = (min(tile, other), max(tile, other))
    if yes_or_no(f"tunnel {gap}", value) == (pair in position.tunnels):
        return ()
    return (PlaceSet(f"tunnel {pair[0]}/{pair[1]}", (value,)),)


def cards_taken(position: Position) -> Sequence[Effect] | None:
    """The effects that take a card nobody has seen out of the draw pile; None where all of it is known."""
    if UNKNOWN not in position.draw:
        return None
    at = position.draw.index(UNKNOWN)
    return (CardsSet("draw", ALL, (*position.draw[:at], *position.draw[at + 1 :])),)


def with_described(position: Position, fact: PlaceSet | CardsSet) -> Position:  # noqa: PLR0911  # one case a place
    """The table after something was set by hand."""
    kind, _, rest = fact.place.partition(" ")
    if isinstance(fact, CardsSet):
        return _with_cards(position, kind, rest, fact.cards)
    pairs = tuple((seat, what) for seat, _, what in (value.partition(" ") for value in fact.values))
    match kind:
        case "used" | "earned" | "missed":
            return position.replace(**{kind: pairs})
        case "bonus":
            return _owed(position, KeyBonus, *(KeyBonus(seat, tile) for seat, tile in pairs))
        case "extra":
            return _owed(position, ExtraTurn, *(ExtraTurn(seat) for seat in fact.values))
        case "step":
            return position.replace(step=fact.values[0]) if fact.values else position
        case "tunnel":
            return _dug(position, rest, there="yes" in fact.values)
        case _:
            return _tile(position, fact)


def _with_cards(position: Position, kind: str, seat: str, cards: tuple[str, ...]) -> Position:
    if kind == "hand":
        return position.replace(hands={**position.hands, seat: cards})
    return position.replace(**{kind: cards}) if kind in ("draw", "discards") else position


def _owed(position: Position, kind: type[KeyBonus | ExtraTurn], *things: KeyBonus | ExtraTurn) -> Position:
    """The table where these things of a kind, and no others, are owed."""
    return position.replace(stack=(*(thing for thing in position.stack if not isinstance(thing, kind)), *things))


def _dug(position: Position, gap: str, *, there: bool) -> Position:
    tile, _, other = gap.partition("/")
    tunnels = tuple(pair for pair in position.tunnels if pair != (tile, other))
    return position.replace(tunnels=(*tunnels, (tile, other)) if there else tunnels)


def _tile(position: Position, fact: PlaceSet) -> Position:
    """A colour nobody had written down, or a Jam Cookie taken away."""
    for value in fact.values:
        if value == "no cookie":
            position = with_tile(position, fact.place, cookie=False)
            position = position.replace(discards=(*position.discards, "cookie"))
        else:
            position = with_tile(position, fact.place, colour=value)
    return position
