"""The kinds of events that a game declares, in the order of their classes."""

from types import ModuleType
from typing import TypeVar

from events.events import Event

E = TypeVar("E", bound=Event)


def kinds_in(kind: type[E], *modules: ModuleType) -> tuple[type[E], ...]:
    """Return the subclasses of `kind` that these modules define, in order."""
    found = (each for module in modules for each in vars(module).values() if isinstance(each, type))
    names = {module.__name__ for module in modules}
    return tuple(each for each in found if issubclass(each, kind) and each.__module__ in names)
