"""The stack of unfinished business, and windows in which seats may still answer.

Unfinished business stands in the position as a stack, put on and taken off by effects, the last begun on top. A window
is business too: it names the awaited seats in order, from public events alone.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self, TypeGuard, TypeVar

import msgspec

from events.events import Effect
from projections.draft import Draft
from projections.terms import Changeable

S = TypeVar("S", bound=msgspec.Struct)


class Stacked(Protocol):
    """A position with a stack."""

    @property
    def stack(self) -> Sequence["StackItem"]:
        """What was begun and is not finished."""

    def replace(self, **changes: Any) -> Self:
        """A changed copy."""


P = TypeVar("P", bound=Stacked)


class StackItem(Changeable, frozen=True, tag_field="thing", omit_defaults=True):
    """One item of unfinished business.

    A game declares its own, each with a tag; the stack of a position is a tuple of their union.
    """


class Window(StackItem, frozen=True, tag="window"):
    """Seats that may still answer, in order. `name` says to what."""

    name: str
    awaited: tuple[str, ...]


class WindowOpened(Effect, frozen=True, tag="window-opened"):
    """A window stands open for these seats; one of the same name is opened anew: every pass lapses."""

    subject: ClassVar[tuple[str, ...]] = ("name",)
    name: str
    seats: tuple[str, ...]


class WindowPassed(Effect, frozen=True, tag="window-passed"):
    """A seat let the window go by."""

    subject: ClassVar[tuple[str, ...]] = ("name", "seat")
    name: str
    seat: str


class WindowClosed(Effect, frozen=True, tag="window-closed"):
    """Nobody is awaited any more."""

    subject: ClassVar[tuple[str, ...]] = ("name",)
    name: str


WINDOWS = (WindowOpened, WindowPassed, WindowClosed)


def open_window(draft: Draft[S], name: str, seats: tuple[str, ...], rule: str) -> bool:
    """Open a window for these seats; with none there is nothing to open. Returns whether somebody is awaited."""
    if seats:
        draft.add(WindowOpened(name=name, seats=seats), rule)
    return bool(seats)


def pass_window(draft: Draft[S], window: Window, seat: str, rule: str) -> bool:
    """Let a seat pass, and close the window behind the last. Returns whether the window is closed now."""
    draft.add(WindowPassed(name=window.name, seat=seat), rule)
    if all(other == seat for other in window.awaited):
        draft.add(WindowClosed(name=window.name), rule)
        return True
    return False


def with_window(position: P, event: WindowOpened | WindowPassed | WindowClosed) -> P:
    """The position after one of the three effects of windows."""
    stack = position.stack
    match event:
        case WindowOpened(name=name, seats=seats):
            stack = (*[thing for thing in stack if not _is(thing, name)], Window(name, seats))
        case WindowPassed(name=name, seat=seat):
            stack = (*[_passed(thing, seat) if _is(thing, name) else thing for thing in stack],)
        case WindowClosed(name=name):
            stack = (*[thing for thing in stack if not _is(thing, name)],)
    return position.replace(stack=stack)


def with_changed(position: P, kind: type[StackItem], **changes: Any) -> P:
    """The position where the begun thing of a kind is no longer as it was."""
    stack = [thing.replace(**changes) if isinstance(thing, kind) else thing for thing in position.stack]
    return position.replace(stack=(*stack,))


def _is(thing: StackItem, name: str) -> TypeGuard[Window]:
    return isinstance(thing, Window) and thing.name == name


def _passed(window: Window, seat: str) -> Window:
    return Window(window.name, (*[other for other in window.awaited if other != seat],))
