"""Positions of a game in tests: legal moves, moves recorded as made, lines read there, and prescribed chance."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec
import pytest

from events.entry import Entry
from events.errors import IllegalMoveError, NotationError
from events.events import Chance, Effect, Move, Rolled, Started
from projections.contracts import Ask, ObservedChance, RandomSource, Written
from projections.draft import DeclaredResults, Draft, find_conflicts, run
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Typed
from projections.registry import registry
from replay.chance.random_source import SeededChance

P = TypeVar("P", bound=msgspec.Struct)


class TablePlay(Generic[P]):
    """Moves in positions of one game. `roll` gives the faces of dice; without it and `fate`, chance is seeded."""

    def __init__(self, game: Game[P, Any], fate: Callable[[], RandomSource] = lambda: SeededChance(1)) -> None:
        self._game, self._fate = game, fate

    def _chance(self, fate: RandomSource | None, roll: str) -> RandomSource:
        return ScriptedChance(*(int(sign) for sign in roll if sign.isdigit())) if roll else fate or self._fate()

    def play(self, now: P, *moves: Any, roll: str = "", fate: RandomSource | None = None) -> P:
        fate = self._chance(fate, roll)
        for move in moves:
            _, now = self._game.play(now, move, fate)
        return now

    def lines(self, now: P, move: Any, fate: RandomSource | None = None, *, roll: str = "") -> tuple[list[Entry], P]:
        return self._game.play(now, move, self._chance(fate, roll))

    def refused(self, now: P, move: Any) -> str:
        try:
            self._game.play(now, move, self._fate())
        except IllegalMoveError as error:
            return error.rule
        return ""

    def against(self, now: P, move: Any) -> list[str]:
        return [found.rule + "?" * found.is_unverified for found in find_conflicts(self._game.rules, now, move)]

    def stood(
        self, now: P, *moves: Any, roll: str = "", fate: RandomSource | None = None,
        stated: DeclaredResults = DeclaredResults()
    ) -> tuple[list[str], P]:  # fmt: skip
        fate = self._chance(fate, roll)
        found: list[str] = []
        for move in moves:
            draft: Draft[P] = run(self._game.rules, now, move, fate, strict=False, stated=stated)
            found += [conflict.rule + "?" * conflict.is_unverified for conflict in draft.broken_rules]
            found += [divergence.rule + "?" * divergence.is_unverified for divergence in draft.divergences]
            now = draft.now
        return found, now


def effects(entries: Sequence[Entry]) -> list[Effect]:
    return [entry.event for entry in entries if isinstance(entry.event, Effect)]


def chances(entries: Sequence[Entry]) -> list[Chance]:
    return [entry.event for entry in entries if isinstance(entry.event, Chance)]


class LineReader:
    """Reads lines of a game, by default at `table` and by `seat`."""

    def __init__(self, game: Game[Any, Any], table: Any, seat: str) -> None:
        self.notation, self.table, self.seat = game.notation, table, seat

    def _found(self, line: str, position: Any, seat: str | None) -> Written | Ask | tuple[Written, ...]:
        return self.notation.read(line, position or self.table, self.seat if seat is None else seat)

    def read(self, line: str, position: Any = None, seat: str | None = None) -> Written:
        written = self._found(line, position, seat)
        assert isinstance(written, Written), written
        return written

    def moves(self, line: str, position: Any = None, seat: str | None = None) -> tuple[Written, ...]:
        written = self._found(line, position, seat)
        assert not isinstance(written, Ask), written
        return (written,) if isinstance(written, Written) else written

    def moves_alone(self, line: str, position: Any = None, seat: str | None = None) -> list[Move]:
        return [written.move for written in self.moves(line, position, seat)]

    def ask(self, line: str, position: Any = None, seat: str | None = None) -> tuple[str, ...]:
        asked = self._found(line, position, seat)
        assert isinstance(asked, Ask), asked
        assert 1 <= len(asked.choices) <= 5
        for choice in asked.choices:
            self.moves(choice, position, seat)
        return asked.choices

    def refused(self, line: str, position: Any = None, seat: str | None = None) -> NotationError:
        with pytest.raises(NotationError) as caught:
            self._found(line, position, seat)
        return caught.value


class Editor:
    def __init__(self, slug: str) -> None:
        self.game = registry()[slug]

    def mend(self, now: Any, place: str, value: str) -> list[Any]:
        return list(self.game.editor.edit(now, place, value))

    def mended(self, now: Any, place: str, value: str) -> Any:
        for effect in self.game.editor.edit(now, place, value):
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
        """Check that the description restores the position, and that setting a visible field changes nothing."""
        assert self.described(now) == now
        for place, value in self.lines(now):
            hides = place.startswith(("hand ", "list ", "seen ", "place ")) or place == "step"
            assert hides or place in now.options.__struct_fields__ or not self.mend(now, place, value), place


def fields_in_use(*structs: Any, plain: Any = ()) -> Iterator[str]:
    """Yield the fields that differ from their default, prefixed by their type unless it is one of `plain`."""
    for struct in structs:
        prefix = "" if isinstance(struct, plain) else f"{type(struct).__name__}."
        for field in msgspec.structs.fields(struct):
            default = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
            if getattr(struct, field.name) != default:
                yield f"{prefix}{field.name}"


class ScriptedChance(Typed):
    """Dice with the given faces in order, in any grouping, and prescribed cards, items and orders."""

    def __init__(
        self, *faces: int, cards: Sequence[str] = (), items: Sequence[str] = (), orders: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(ObservedChance(cards=tuple(cards), items=tuple(items), orders=tuple(map(tuple, orders))))
        self.single = list(faces)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        dice = len(die.split())
        faces, self.single = tuple(self.single[:dice]), self.single[dice:]
        if len(faces) != dice:
            raise ChanceError(f"the script has no faces left for {purpose}")
        return Rolled(die, sides, faces, purpose, self.source)
