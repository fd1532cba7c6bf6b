"""The rules that a draft needs."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from events.events import Event, Move

S = TypeVar("S")


class Decider(Protocol[S]):
    """Rules that decide moves; the `rules` of each game implement it."""

    @property
    def moves(self) -> Mapping[type[Move], Any]:
        """The rule of each kind of move, a `MoveRule`."""

    def decide(self, draft: Any, move: Any, /) -> None:
        """Decide a move by the rules, and write its results into a draft (the entries of a move not yet in the log)."""

    def reducer(self, position: S, event: Event, /) -> S:
        """Return the position after an event."""

    def pile_cards(self, position: S, name: str, /) -> tuple[str, ...] | None:
        """Return the cards of a pile from the top down."""

    def waived_rules(self, position: S, move: Move | None, /) -> Mapping[str, str]:
        """Return the rules that cards in force suspend for a move, as a mapping from rule id to card."""
