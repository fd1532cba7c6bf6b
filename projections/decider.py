"""The protocol of rules that a draft needs: four callables."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from events.events import Event, Move

S = TypeVar("S")


class Decider(Protocol[S]):
    """Rules that decide moves into a draft: the group `rules` of a game is one."""

    def decide(self, draft: Any, move: Any, /) -> None:
        """Write what a move leads to."""

    def reducer(self, position: S, event: Event, /) -> S:
        """The position after an event."""

    def pile(self, position: S, name: str, /) -> tuple[str, ...] | None:
        """The cards of a pile from the top down."""

    def waives(self, position: S, move: Move | None, /) -> Mapping[str, str]:
        """The rules that cards in force set aside."""
