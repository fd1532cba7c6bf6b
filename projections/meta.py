"""The description of a game before it is imported: the plain values in its package's `__init__`."""

import importlib
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from projections.rulebook import rules_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is called and how it is numbered.

    `rules_number` is raised by every fix that changes what `decide` does; `shape` by every change of the position's
    encoding. `seats` are the fewest and the most. `package` is the import path of the folder that holds everything of
    the game. `data` names the files that a table may bring of its own (TOML; `rules.table` gets them as JSON), each
    with the one that ships, in that folder.
    """

    slug: str
    title: str
    rules_number: int
    shape: int
    seats: tuple[int, int]
    package: str
    data: Mapping[str, str] = {}

    @property
    def seat_counts(self) -> range:
        """Every number of seats that the game takes."""
        return range(self.seats[0], self.seats[1] + 1)

    @property
    def seats_said(self) -> str:
        """How many seats it takes, in words: "2 to 4 seats"."""
        fewest, most = self.seats
        return f"{fewest} to {most} seats" if most > fewest else f"{fewest} seats"

    @property
    def folder(self) -> "Traversable":
        """The folder of the game's package."""
        from importlib import resources  # noqa: PLC0415  # to be listed a game opens no file but its RULES.md

        return resources.files(self.package)

    @property
    def rulebook(self) -> Mapping[str, str]:
        """Each rule id with its sentence in our own words, from `RULES.md` in the game's folder."""
        return rules_of(self.package)


def meta_of(package: str) -> Meta:
    """What the `META` of a game's package says; imports nothing else of the game."""
    module = sys.modules.get(package) or importlib.import_module(package)
    return msgspec.convert({**module.META, "package": package}, Meta)
