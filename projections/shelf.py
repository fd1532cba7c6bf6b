"""The shelf: every folder beside this file that hands out a `GAME`. There is no list to edit."""

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import projections.games
from events.codec import Codec
from events.errors import RefusedError
from projections.game import Game

__all__ = ["Shelf", "folder_of", "shelf"]


class Shelf(Mapping[str, Game[Any, Any]]):
    """Games by slug, each with its codec."""

    def __init__(self, games: Iterable[Game[Any, Any]]) -> None:
        self._games = {game.slug: game for game in sorted(games, key=lambda game: game.slug)}
        self._codecs: dict[str, Codec] = {}

    def __getitem__(self, slug: str) -> Game[Any, Any]:
        """The game of this slug. Raises `RefusedError` with the known ones."""
        if slug not in self._games:
            raise RefusedError(f'no game "{slug[:40]}" on the shelf; there are {", ".join(self._games) or "none"}')
        return self._games[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def codec(self, slug: str) -> Codec:
        """The codec of a game's vocabulary."""
        if slug not in self._codecs:
            self._codecs[slug] = Codec(self[slug].vocabulary)
        return self._codecs[slug]

    def with_game(self, game: Game[Any, Any]) -> "Shelf":
        """A shelf with one more game."""
        return Shelf([*self._games.values(), game])


@cache
def shelf() -> Shelf:
    """The games found in `projections/games`."""
    folders = pkgutil.iter_modules(projections.games.__path__)
    return Shelf(importlib.import_module(f"projections.games.{folder.name}").GAME for folder in folders if folder.ispkg)


def folder_of(game: Game[Any, Any]) -> Traversable:
    """The folder that holds everything of a game."""
    module = sys.modules[game.decide.__module__]
    return resources.files(module.__package__ or module.__name__)
