"""Positions that a moderator sets by hand, and positions that come back from their description."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from events.facts import Started
from projections.shelf import shelf


class Editor:
    """The editor of one game."""

    def __init__(self, slug: str) -> None:
        self.game = shelf()[slug]

    def mend(self, now: Any, place: str, value: str) -> list[Any]:
        return list(self.game.editor.mend(now, place, value))

    def mended(self, now: Any, place: str, value: str) -> Any:
        for effect in self.game.editor.mend(now, place, value):
            now = self.game.rules.reducer(now, effect)
        return now

    def lines(self, now: Any) -> list[tuple[str, str]]:
        assert self.game.editor.fields is not None
        return list(self.game.editor.fields.describe(now))

    def back(self, now: Any, lines: Sequence[tuple[str, str]]) -> Any:
        solo = {"solo": True} if len(now.seats) == 1 else {}
        start = Started(self.game.meta.slug, self.game.meta.rules_number, now.seats, solo)
        data = {name: getattr(now, name) for name in ("options", "box", "cards") if hasattr(now, name)}
        again = self.game.set_up(start).replace(**data)
        for place, value in lines:
            if place not in now.options.__struct_fields__:
                again = self.mended(again, place, value)
        return again

    def described(self, now: Any) -> Any:
        return self.back(now, self.lines(now))

    def comes_back(self, now: Any) -> None:
        """The description gives the same position, and each of its lines changes nothing, unless it hides something."""
        assert self.described(now) == now
        for place, value in self.lines(now):
            hides = place.startswith(("hand ", "list ", "seen ", "place ")) or place == "step"
            assert hides or place in now.options.__struct_fields__ or not self.mend(now, place, value), place


def fields_in_use(*structs: Any, plain: Any = ()) -> Iterator[str]:
    """The fields that differ from their default, after the name of their type unless it is one of `plain`."""
    for struct in structs:
        prefix = "" if isinstance(struct, plain) else f"{type(struct).__name__}."
        for field in msgspec.structs.fields(struct):
            default = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
            if getattr(struct, field.name) != default:
                yield f"{prefix}{field.name}"
