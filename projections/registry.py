"""The supported games: every folder in `projections/games`, and the games of other packages. No list is edited.

Each game is known by the `META` of its package, and imported when it is first used.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import projections.games
from events.errors import MissingGameError, RefusedError
from projections.meta import Meta, meta_of
from projections.packages import BrokenGame, in_words, packaged_games

if TYPE_CHECKING:
    from events.codec import Codec
    from events.events import Event
    from projections.game import Game

T = TypeVar("T")


class Registry(Mapping[str, "Game[Any, Any]"]):
    """Games by slug, each with its codec. A game is imported when it is first requested."""

    def __init__(
        self, games: "Iterable[Game[Any, Any]]" = (), packages: Iterable[Meta] = (), broken: Iterable[BrokenGame] = ()
    ) -> None:
        self._games = {game.meta.slug: game for game in games}
        metas = [*packages, *(game.meta for game in self._games.values())]
        self.metas: Mapping[str, Meta] = {meta.slug: meta for meta in sorted(metas, key=lambda meta: meta.slug)}
        """The data of each game that is known without importing it."""
        self.broken = tuple(broken)
        """The games of other packages that cannot be used. A game whose import fails is added."""

    def __getitem__(self, slug: str) -> "Game[Any, Any]":
        """Return the game with this slug. If there is none, raise a `RefusedError` that lists the known games."""
        if slug not in self._games:
            self._games[slug] = self._imported(slug, "game", _game_of)
        return self._games[slug]

    def _imported(self, slug: str, module: str, take: Callable[[Any, Meta], T]) -> T:
        """Import a module of a game. If a game of another package raises an error, it is not offered any more."""
        meta = self.meta(slug)
        try:
            return take(importlib.import_module(f"{meta.package}.{module}"), meta)
        except Exception as error:
            if not meta.source:
                raise
            broken = BrokenGame(slug, meta.source, in_words(error))
            self.broken = (*self.broken, broken)
            self.metas = {one: other for one, other in self.metas.items() if one != slug}
            raise MissingGameError(str(broken)) from error

    def working(self) -> "dict[str, Game[Any, Any]]":
        """Return all games by slug, without those whose import fails. This imports every game."""
        found = {}
        for slug in self.metas:
            with suppress(MissingGameError):
                found[slug] = self[slug]
        return found

    def unusable(self) -> Sequence[BrokenGame]:
        """Return the games of other packages that cannot be used. This imports every game of another package."""
        for slug in [slug for slug, meta in self.metas.items() if meta.source]:
            with suppress(MissingGameError):
                self[slug]
        return self.broken

    def stored(self, slug: str, package: str) -> "Game[Any, Any]":
        """Return the game of a stored session that was created with `package`; "" for a game of Cloister Bell.

        Raises:
            MissingGameError: the game is not installed, or cannot be used; the message names the package.
        """
        if slug in self.metas or any(one.slug == slug for one in self.broken):
            return self[slug]
        if not package:
            raise MissingGameError(f"this server does not have the game {slug[:40]}")
        why = f"This session was created with {package}. Install that package, then restart the server"
        raise MissingGameError(f"the game {slug[:40]} is not installed. {why}")

    def title(self, slug: str) -> str:
        """Return the title of a game, or its slug if it is not installed."""
        return self.metas[slug].title if slug in self.metas else slug

    def __contains__(self, slug: object) -> bool:
        return slug in self.metas

    def __iter__(self) -> Iterator[str]:
        return iter(self.metas)

    def __len__(self) -> int:
        return len(self.metas)

    def meta(self, slug: str) -> Meta:
        """Return a game's `Meta` without importing the game.

        Raises:
            RefusedError: no game has this slug.
            MissingGameError: the package of the game is broken.
        """
        if broken := next((one for one in self.broken if one.slug == slug and slug not in self.metas), None):
            raise MissingGameError(str(broken))
        if slug not in self.metas:
            raise RefusedError(f'"{slug[:40]}" is not a game. Games: {", ".join(self.metas) or "none"}')
        return self.metas[slug]

    def options(self, slug: str) -> type[msgspec.Struct]:
        """Return the struct of a game's options without importing the game."""
        if slug in self._games:
            return self._games[slug].options
        return self._imported(slug, "options", _options_of)

    def codec(self, slug: str) -> "Codec":
        """Return the codec for the events of a game."""
        return _codec(self[slug].vocabulary)

    def with_game(self, game: "Game[Any, Any]") -> "Registry":
        """Return a registry with one more game."""
        return Registry([*self._games.values(), game], self.metas.values(), self.broken)


def _game_of(module: Any, meta: Meta) -> "Game[Any, Any]":
    game: Game[Any, Any] = module.GAME
    if meta.source:
        _codec(game.vocabulary)  # two events with one tag
        if game.meta.slug != meta.slug:
            raise ValueError(f'the slug of GAME is "{game.meta.slug[:40]}"')
    return msgspec.structs.replace(game, meta=meta) if meta.source else game


def _options_of(module: Any, _meta: Meta) -> type[msgspec.Struct]:
    options: type[msgspec.Struct] = module.Options
    return options


@cache
def _codec(vocabulary: "tuple[type[Event], ...]") -> "Codec":
    from events.codec import Codec  # noqa: PLC0415  # only needed for imported games

    return Codec(vocabulary)


@cache
def registry() -> Registry:
    """Return the games found in `projections/games` and in installed packages."""
    folders = pkgutil.iter_modules(projections.games.__path__)
    own = [meta_of(f"projections.games.{folder.name}") for folder in folders if folder.ispkg]
    found, broken = packaged_games([meta.slug for meta in own])
    return Registry(packages=[*own, *found], broken=broken)
