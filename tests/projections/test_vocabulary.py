"""A game lists its kinds of events by the modules that define them."""

from events.events import Effect, Event, Move
from projections import described, window
from projections.described import DESCRIBED
from projections.vocabulary import kinds_in
from projections.window import WINDOWS


def test_kinds_are_in_the_order_of_modules_and_classes_without_imported_ones() -> None:
    assert kinds_in(Effect, window, described) == (*WINDOWS, *DESCRIBED)
    assert kinds_in(Effect, described, window) == (*DESCRIBED, *WINDOWS)


def test_kinds_of_another_base_are_left_out() -> None:
    assert kinds_in(Move, window) == ()
    assert kinds_in(Event, window) == WINDOWS
