"""A table of a game played on in tests: what is legal, what is recorded as it stood, and what speaks against it."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from scripted_chance import ScriptedChance

from events.errors import IllegalMoveError
from events.facts import Chance, Effect
from events.line import Entry
from projections.draft import Draft, Stated, objections, run
from projections.game import Game
from projections.terms import Fate
from replay.chance.fate import SeededChance

P = TypeVar("P", bound=msgspec.Struct)


class TablePlay(Generic[P]):
    """Moves at tables of one game. `roll` are faces of dice; without it and a fate, chance is what `fate` makes."""

    def __init__(self, game: Game[P, Any], fate: Callable[[], Fate] = lambda: SeededChance(1)) -> None:
        self._game, self._fate = game, fate

    def _chance(self, fate: Fate | None, roll: str) -> Fate:
        return ScriptedChance(*(int(sign) for sign in roll if sign.isdigit())) if roll else fate or self._fate()

    def play(self, now: P, *moves: Any, roll: str = "", fate: Fate | None = None) -> P:
        fate = self._chance(fate, roll)
        for move in moves:
            _, now = self._game.play(now, move, fate)
        return now

    def lines(self, now: P, move: Any, fate: Fate | None = None, *, roll: str = "") -> tuple[list[Entry], P]:
        return self._game.play(now, move, self._chance(fate, roll))

    def refused(self, now: P, move: Any) -> str:
        try:
            self._game.play(now, move, self._fate())
        except IllegalMoveError as error:
            return error.rule
        return ""

    def against(self, now: P, move: Any) -> list[str]:
        return [found.rule + "?" * found.doubt for found in objections(self._game.rules, now, move)]

    def stood(
        self, now: P, *moves: Any, roll: str = "", fate: Fate | None = None, stated: Stated = Stated()
    ) -> tuple[list[str], P]:  # fmt: skip
        """The rules broken when these moves are recorded as they stood (doubts with a `?`), and the table after."""
        fate = self._chance(fate, roll)
        found: list[str] = []
        for move in moves:
            draft: Draft[P] = run(self._game.rules, now, move, fate, strict=False, stated=stated)
            found += [breach.rule + "?" * breach.doubt for breach in draft.breaches]
            found += [divergence.rule + "?" * divergence.doubt for divergence in draft.divergences]
            now = draft.now
        return found, now


def effects(entries: Sequence[Entry]) -> list[Effect]:
    return [entry.fact for entry in entries if isinstance(entry.fact, Effect)]


def chances(entries: Sequence[Entry]) -> list[Chance]:
    return [entry.fact for entry in entries if isinstance(entry.fact, Chance)]
