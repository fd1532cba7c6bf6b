"""Games that other packages provide, found through their entry points of the group `cloisterbell.games`.

The name of the entry point is the game's slug, its value the import path of the game's folder. Only `META` of that
folder is imported here. A package whose entry point cannot be used leaves all other games working.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from events.lazy_patterns import lazy_pattern
from projections.meta import Meta, meta_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "cloisterbell.games"
SLUG: Final = lazy_pattern("[a-z][a-z0-9]{1,19}")
SLUG_NEEDS: Final = "It must have 2 to 20 characters from a-z and 0-9, and begin with a letter"


class BrokenGame(NamedTuple):
    """A game of another package that cannot be used: its slug, the package with its version, and the reason."""

    slug: str
    source: str
    why: str

    def __str__(self) -> str:
        return f"the game {self.slug} of {self.source} cannot be used: {self.why}"


def packaged_games(taken: Collection[str]) -> tuple[list[Meta], list[BrokenGame]]:
    """Return the games of all installed packages, and those that cannot be used. The slugs in `taken` are in use."""
    found, broken = list[Meta](), list[BrokenGame]()
    points = defaultdict[str, list["EntryPoint"]](list)
    for point in _entry_points():
        points[point.name].append(point)
    for slug, some in sorted(points.items()):
        sources = sorted(map(source_of, some))
        for point in sorted(some, key=source_of):
            source = source_of(point)
            others = ["Cloister Bell itself"] if slug in taken else [one for one in sources if one != source]
            if others or len(some) > 1:
                why = f"{' and '.join(others) or source} also has a game with this slug. Uninstall one of them"
                broken.append(BrokenGame(slug, source, why))
                continue
            try:
                found.append(_checked(slug, meta_of(point.module), source))
            except Exception as error:  # noqa: BLE001  # the code of another package may raise anything
                broken.append(BrokenGame(slug, source, in_words(error)))
    return found, broken


def _entry_points() -> "Collection[EntryPoint]":
    """Return the entry points of the group. `importlib.metadata` loads slowly, so it is used only if there are any."""
    if not any(map(_names_group, filter(os.path.isdir, sys.path))):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415  # as above

    return entry_points(group=GROUP)


def _names_group(folder: str) -> bool:
    """Return whether a package that is installed in a folder of the import path has an entry point of the group."""
    with suppress(OSError), os.scandir(folder) as found:
        for one in found:
            if one.name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(f"{one.path}/entry_points.txt", "rb") as file:  # noqa: PTH123  # pathlib is slower
                    if GROUP.encode() in file.read():
                        return True
    return False


def _checked(slug: str, meta: Meta, source: str) -> Meta:
    if meta.slug != slug:
        raise ValueError(f'the slug in META is "{meta.slug[:40]}"')
    if not SLUG.fullmatch(slug):
        raise ValueError(f'the slug is "{slug[:40]}". {SLUG_NEEDS}')
    fewest, most = meta.seats
    if not 1 <= fewest <= most:
        raise ValueError(f"the numbers of seats in META are {fewest} to {most}")
    if not meta.rulebook:
        raise ValueError("RULES.md in its folder has no rules")
    return msgspec.structs.replace(meta, source=source)


def source_of(point: "EntryPoint") -> str:
    """Return the package that an entry point belongs to, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def in_words(error: Exception) -> str:
    """Return an error that the code of another package raised, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
