"""Games installed as packages: a folder on the import path with the files that `pip` leaves."""

import importlib
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from projections import rulebook
from projections.registry import registry
from webui.commands.new_game import write_game

METADATA: Final = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
Change = tuple[str, str] | Sequence[tuple[str, str]] | None
Changes = Mapping[str, Change]
"""For each file of a package, a text and its replacement, or several of them. None deletes the file.

The text of a new file is "".
"""
NO_CHANGES: Final[Changes] = {}


class SitePackages:
    """A folder of installed packages, which can be changed while the program runs."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "site-packages"
        self.folder.mkdir()
        monkeypatch.syspath_prepend(str(self.folder))
        forget_games()

    def install(self, slug: str, changes: Changes = NO_CHANGES) -> Path:
        """Install the game that `games --new` writes, changed, as version 1.0 of a package."""
        with TemporaryDirectory() as folder:
            write_game(slug, Path(folder))
            package = Path(folder, slug, f"cloisterbell_{slug}")
            for file, change in changes.items():
                change_file(package / file, change)
            target = Path(shutil.move(package, self.folder))
        self.enter(f"cloisterbell-{slug}", "1.0", slug, target.name)
        return target

    def enter(self, name: str, version: str, slug: str, package: str) -> None:
        """Write the entry point of a package."""
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(METADATA.format(name=name, version=version), "utf-8")
        (info / "entry_points.txt").write_text(f"[cloisterbell.games]\n{slug} = {package}\n", "utf-8")
        forget_games()

    def uninstall(self) -> None:
        """Remove all packages."""
        for path in self.folder.iterdir():
            shutil.rmtree(path)
        forget_games()


def forget_games() -> None:
    """Forget what was imported and found, as a new process does."""
    for name in [name for name in sys.modules if name.startswith("cloisterbell_")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    registry.cache_clear()
    rulebook._page.cache_clear()
    rulebook.rules_of.cache_clear()


def change_file(path: Path, change: Change) -> None:
    if change is None:
        path.unlink()
        return
    text = path.read_text("utf-8") if path.exists() else ""
    for old, new in [change] if isinstance(change, tuple) else change:
        assert old in text, (path, old)
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")
