"""Writing a new game: the files of `projections/starter` under another name, as a Python package."""

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath
from typing import Final

from events.errors import RefusedError
from projections.packages import GROUP, SLUG, SLUG_NEEDS
from projections.registry import registry

_STARTER: Final = "projections.starter"
_LETTERS: Final = 5
_PROJECT: Final = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "cloisterbell-{slug}"
version = "0.1"
description = "{title} for Cloister Bell"
requires-python = ">=3.11"
dependencies = ["cloisterbell"]

[project.entry-points."{group}"]
{slug} = "{package}"

[tool.hatch.build]
dev-mode-dirs = ["."]
"""


def write_game(slug: str, folder: Path) -> list[PurePath]:
    """Write a working game into the new folder `slug` of a folder, and return the paths of its files.

    Raises:
        RefusedError: the slug is not allowed or in use, or the folder exists or cannot be written.
    """
    if not SLUG.fullmatch(slug):
        raise RefusedError(f'"{slug[:40]}" is not a slug, the short name of a game. {SLUG_NEEDS}')
    if slug in registry():
        raise RefusedError(f"{slug} is a game already. Choose another slug")
    found = {PurePath(slug, name): text for name, text in _files(slug)}
    target = folder / slug
    try:
        target.mkdir()
    except FileExistsError as error:
        raise RefusedError(f"{slug} exists already, and it is not overwritten. Choose another slug") from error
    for path, text in found.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return sorted(found)


def _files(slug: str) -> Iterator[tuple[PurePath, str]]:
    package, title = f"cloisterbell_{slug}", slug.capitalize()
    yield PurePath("pyproject.toml"), _PROJECT.format(slug=slug, title=title, package=package, group=GROUP)
    letters = re.sub("[^A-Z]", "", slug.upper())[:_LETTERS]
    renamed = {
        _STARTER: package, "PIG-": f"{letters if len(letters) > 1 else f'{letters}GM'}-", '"pig-': f'"{slug}-',
        '"pig"': f'"{slug}"', "Pig": title,
    }  # fmt: skip
    for name, text in _texts(resources.files(_STARTER), PurePath(package)):
        for old, new in renamed.items():
            text = text.replace(old, new)  # noqa: PLW2901  # one replacement after the other
        yield name, text


def _texts(folder: Traversable, name: PurePath) -> Iterator[tuple[PurePath, str]]:
    for one in folder.iterdir():
        if one.is_dir() and one.name != "__pycache__":
            yield from _texts(one, name / one.name)
        elif one.name.endswith((".py", ".md")):
            yield name / one.name, one.read_text("utf-8")
