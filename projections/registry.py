"""The supported games: every folder in `projections/games`. No list needs to be edited.

Each game is known by the `META` of its package, and imported when it is first used.
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
    """Games by slug, each with its codec. A game is imported when it is first requested."""

    def __init__(self, games: "Iterable[Game[Any, Any]]" = (), packages: Iterable[Meta] = ()) -> None:
        self._games = {game.meta.slug: game for game in games}
        metas = [*packages, *(game.meta for game in self._games.values())]
        self.metas: Mapping[str, Meta] = {meta.slug: meta for meta in sorted(metas, key=lambda meta: meta.slug)}
        """The data of each game that is known without importing it."""

    def __getitem__(self, slug: str) -> "Game[Any, Any]":
        """Return the game with this slug. If there is none, raise a `RefusedError` that lists the known games."""
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
        """Return a game's `Meta` without importing the game. For an unknown slug raise `RefusedError`."""
        if slug not in self.metas:
            raise RefusedError(f'"{slug[:40]}" is not a game. Games: {", ".join(self.metas) or "none"}')
        return self.metas[slug]

    def options(self, slug: str) -> type[msgspec.Struct]:
        """Return the struct of a game's options without importing the game."""
        if slug in self._games:
            return self._games[slug].options
        options: type[msgspec.Struct] = importlib.import_module(f"{self.meta(slug).package}.options").Options
        return options

    def codec(self, slug: str) -> "Codec":
        """Return the codec for the events of a game."""
        return _codec(self[slug].vocabulary)

    def with_game(self, game: "Game[Any, Any]") -> "Registry":
        """Return a registry with one more game."""
        return Registry([*self._games.values(), game], self.metas.values())


@cache
def _codec(vocabulary: "tuple[type[Event], ...]") -> "Codec":
    from events.codec import Codec  # noqa: PLC0415  # only needed for imported games

    return Codec(vocabulary)


@cache
def registry() -> Registry:
    """Return the games found in `projections/games`."""
    folders = pkgutil.iter_modules(projections.games.__path__)
    return Registry(packages=[meta_of(f"projections.games.{folder.name}") for folder in folders if folder.ispkg])
