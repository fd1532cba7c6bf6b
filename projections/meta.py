"""The data of a game that is known without importing it: the plain values in its package's `__init__`."""

import importlib
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from projections.rulebook import OptionText, option_texts, rules_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name, versions and data files of a game.

    `rules_number` is the newest rules version. It increases with every fix that changes what `decide` does, `shape`
    with every change of the position's encoding. `seats` are the minimum and the maximum. `package` is the import path
    of the game's folder. `data` maps the names of files that players may supply (TOML; `rules.initial` gets them as
    JSON) to the files that ship in that folder. `source` is the installed package that provides the game, with its
    version; "" for a game of Cloister Bell.
    """

    slug: str
    title: str
    rules_number: int
    shape: int
    seats: tuple[int, int]
    package: str
    data: Mapping[str, str] = {}
    source: str = ""

    @property
    def rules_versions(self) -> range:
        """All versions of the rules; the last one is for new sessions."""
        return range(1, self.rules_number + 1)

    @property
    def seat_counts(self) -> range:
        """All valid numbers of seats."""
        return range(self.seats[0], self.seats[1] + 1)

    @property
    def seats_said(self) -> str:
        """The allowed number of seats in words: "2 to 4 seats"."""
        fewest, most = self.seats
        return f"{fewest} to {most} seats" if most > fewest else f"{fewest} seats"

    @property
    def folder(self) -> "Traversable":
        """The folder of the game's package."""
        from importlib import resources  # noqa: PLC0415  # a list of games opens only RULES.md

        return resources.files(self.package)

    @property
    def rulebook(self) -> Mapping[str, str]:
        """The sentence for each rule id in our own words, from `RULES.md` in the game's folder."""
        return rules_of(self.package)

    @property
    def option_texts(self) -> Mapping[str, OptionText]:
        """The label and the meaning of each option by name, from `RULES.md` in the game's folder."""
        return option_texts(self.package)


def meta_of(package: str) -> Meta:
    """Return the `META` of a game's package without importing the rest of the game."""
    module = sys.modules.get(package) or importlib.import_module(package)
    return msgspec.convert({**module.META, "package": package, "source": ""}, Meta)
