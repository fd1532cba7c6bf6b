"""The effects of the cards, in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from events.events import Event
from projections.games.keys.state.names import card_name
from projections.games.keys.state.position import Position
from projections.named_ids import ids_of
from projections.wording import capitalised

_DOES: Final[Mapping[str, str]] = {
    "key": "opens a closed door of its colour anywhere in the grid, or closes an open one with no pawn on it",
    "sonic": "opens or closes a door of any colour with no pawn on it, or takes a Time Barrier away",
    "barrier": "is laid on a tile, not on Control: no pawn can enter until a Sonic Screwdriver takes it away",
    "tunnel": "makes a way for every pawn between two tiles that touch at a corner, while both are open, to the end",
    "cookie": "opens a Dalek Door for good, and stays on it",
    "pandorica": "is laid under the pawn of an opponent, which stays there for two rounds",
    "cyberman": "moves an opponent's pawn one tile, to a tile that the pawn could enter by itself",
}


def cards_named_in(_position: Position, event: Event) -> Iterator[tuple[str, str]]:
    """Yield each card that an event names, as (name, effect in words)."""
    for ident in dict.fromkeys(ids_of(event)):
        if does := _DOES.get(ident.partition("-")[0]):
            yield capitalised(card_name(ident)), does
