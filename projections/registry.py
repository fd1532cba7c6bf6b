"""The shelf: every folder in `projections/games`, known by its `META` and imported when it is played.

There is no list to edit.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

import projections.games
from events.errors import RefusedError
from projections.meta import Meta, meta_of

if TYPE_CHECKING:
    from events.codec import Codec
    from events.events import Event
    from projections.game import Game


class Registry(Mapping[str, "Game[Any, Any]"]):
    """Games by slug, each with its codec; a game is imported when it is first asked for."""

    def __init__(self, games: "Iterable[Game[Any, Any]]" = (), packages: Iterable[Meta] = ()) -> None:
        self._games = {game.meta.slug: game for game in games}
        metas = [*packages, *(game.meta for game in self._games.values())]
        self.metas: Mapping[str, Meta] = {meta.slug: meta for meta in sorted(metas, key=lambda meta: meta.slug)}
        """What is known of each game without importing it."""

    def __getitem__(self, slug: str) -> "Game[Any, Any]":
        """The game of this slug. Raises `RefusedError` with the known ones."""
        if slug not in self._games:
            self._games[slug] = importlib.import_module(f"{self.meta(slug).package}.game").GAME
        return self._games[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self.metas

    def __iter__(self) -> Iterator[str]:
        return iter(self.metas)

    def __len__(self) -> int:
        return len(self.metas)

    def meta(self, slug: str) -> Meta:
        """What is known of a game without importing it. Raises `RefusedError` with the known ones."""
        if slug not in self.metas:
            raise RefusedError(f'no game "{slug[:40]}" on the shelf; there are {", ".join(self.metas) or "none"}')
        return self.metas[slug]

    def options(self, slug: str) -> type[msgspec.Struct]:
        """What a table of this game agrees on before it begins, without importing the game."""
        if slug in self._games:
            return self._games[slug].options
        options: type[msgspec.Struct] = importlib.import_module(f"{self.meta(slug).package}.options").Options
        return options

    def codec(self, slug: str) -> "Codec":
        """The codec of a game's vocabulary."""
        return _codec(self[slug].vocabulary)

    def with_game(self, game: "Game[Any, Any]") -> "Registry":
        """A shelf with one more game."""
        return Registry([*self._games.values(), game], self.metas.values())


@cache
def _codec(vocabulary: "tuple[type[Event], ...]") -> "Codec":
    from events.codec import Codec  # noqa: PLC0415  # a process that imports no game does not import the codec

    return Codec(vocabulary)


@cache
def registry() -> Registry:
    """The games found in `projections/games`."""
    folders = pkgutil.iter_modules(projections.games.__path__)
    return Registry(packages=[meta_of(f"projections.games.{folder.name}") for folder in folders if folder.ispkg])
