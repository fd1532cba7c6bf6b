"""Drawings as PNG: by resvg, with the fonts that are shipped and no others, so that every machine makes the same.

It is an extra (`cloisterbell[png]`): where it is not installed, drawings leave as SVG.
"""

import re
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from typing import Final

from events.errors import RefusedError

SIZES: Final = (240, 600, 1200, 2400)
"""How long the longer side of a picture may be, in dots; few, so that what is kept of them is bounded."""
SIZE: Final = 1200
_FONTS: Final = ("AtkinsonHyperlegibleNext-Regular.ttf", "AtkinsonHyperlegibleNext-Bold.ttf")
_FAMILY: Final = "Atkinson Hyperlegible Next"
_OTHER_SCRIPTS: Final = re.compile("[^\x00-\u024f\u1e00-\u2bff\ufffd-\uffff]")
"""What no shipped font has: a table's own cards may be named in any script, and are set in what the host has."""
_BOX: Final = re.compile(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')


@cache
def has_png() -> bool:
    """Whether drawings can be made PNG here."""
    return find_spec("resvg_py") is not None


def require_png() -> None:
    """Refuse where drawings cannot be made PNG.

    Raises:
        RefusedError: the extra is not installed.
    """
    if not has_png():
        raise RefusedError("PNG needs an extra: pip install 'cloisterbell[png]'; SVG needs nothing")


def png(svg: str, size: int = SIZE) -> bytes:
    """A drawing with so many dots along its longer side.

    Raises:
        RefusedError: the extra is not installed.
    """
    require_png()
    from resvg_py import svg_to_bytes  # noqa: PLC0415  # an extra

    box = _BOX.search(svg)
    tall = box is not None and float(box[2]) > float(box[1])
    return svg_to_bytes(
        svg_string=svg, width=None if tall else size, height=size if tall else None,
        skip_system_fonts=_OTHER_SCRIPTS.search(svg) is None,
        font_files=list(_fonts()), font_family=_FAMILY, sans_serif_family=_FAMILY,
    )  # fmt: skip


@cache
def _fonts() -> tuple[str, ...]:
    """The paths of the fonts that are shipped."""
    folder = files("webui") / "fonts"
    found = []
    for name in _FONTS:
        with as_file(folder / name) as path:
            found.append(str(path))
    return tuple(found)
