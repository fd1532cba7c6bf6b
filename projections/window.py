"""The stack of unfinished business, and windows in which seats may still answer.

A position holds unfinished business as a stack; effects push and pop its items. A window is an item too: it lists the
awaited seats in order, from public events only.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self, TypeGuard, TypeVar

import msgspec

from events.events import Effect
from projections.contracts import Changeable
from projections.draft import Draft

S = TypeVar("S", bound=msgspec.Struct)


class Stacked(Protocol):
    """A position with a stack: the actions that have begun and are not finished."""

    @property
    def stack(self) -> Sequence["StackItem"]:
        """The actions that have begun and are not finished, the most recent last."""

    def replace(self, **changes: Any) -> Self:
        """Return a changed copy."""


P = TypeVar("P", bound=Stacked)


class StackItem(Changeable, frozen=True, tag_field="thing", omit_defaults=True):
    """An action in a position that is not finished, such as an announced card that others may still answer.

    Each game declares its own kinds with a tag. The stack of a position is a tuple of their union.
    """


class Window(StackItem, frozen=True, tag="window"):
    """A question to several seats: `name` is the question, and `awaited` are the seats that may still answer."""

    name: str
    awaited: tuple[str, ...]


class WindowOpened(Effect, frozen=True, tag="window-opened"):
    """A window was opened: these seats are asked for an answer. It replaces a window of the same name."""

    subject: ClassVar[tuple[str, ...]] = ("name",)
    name: str
    seats: tuple[str, ...]


class WindowPassed(Effect, frozen=True, tag="window-passed"):
    """A seat passed in the window, so it is not asked again."""

    subject: ClassVar[tuple[str, ...]] = ("name", "seat")
    name: str
    seat: str


class WindowClosed(Effect, frozen=True, tag="window-closed"):
    """The window was closed: no more seats are asked."""

    subject: ClassVar[tuple[str, ...]] = ("name",)
    name: str


WINDOWS = (WindowOpened, WindowPassed, WindowClosed)


def open_window(draft: Draft[S], name: str, seats: tuple[str, ...], rule: str) -> bool:
    """Open a window, which asks seats for an answer, if there are any seats. Return whether there are."""
    if seats:
        draft.add(WindowOpened(name=name, seats=seats), rule)
    return bool(seats)


def pass_window(draft: Draft[S], window: Window, seat: str, rule: str) -> bool:
    """Record that a seat passes, and close the window after its last seat. Return whether it is closed."""
    draft.add(WindowPassed(name=window.name, seat=seat), rule)
    if all(other == seat for other in window.awaited):
        draft.add(WindowClosed(name=window.name), rule)
        return True
    return False


def with_window(position: P, event: WindowOpened | WindowPassed | WindowClosed) -> P:
    """Return the position after a window was opened, a seat passed, or the window was closed."""
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
    """Return the position in which all stack items of a kind have the fields in `changes` replaced."""
    stack = [thing.replace(**changes) if isinstance(thing, kind) else thing for thing in position.stack]
    return position.replace(stack=(*stack,))


def _is(thing: StackItem, name: str) -> TypeGuard[Window]:
    return isinstance(thing, Window) and thing.name == name


def _passed(window: Window, seat: str) -> Window:
    return Window(window.name, (*[other for other in window.awaited if other != seat],))
