"""Drawings as PNG: by resvg, with the fonts that are shipped and no others, so that every machine makes the same.

Pillow then packs them: a few colours are enough, and a picture takes a quarter of the bytes.

It is an extra (`cloisterbell[png]`): where it is not installed, drawings leave as SVG.
"""

import re
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from importlib.resources import as_file, files
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from events.errors import RefusedError

if TYPE_CHECKING:
    from PIL.Image import Image

SIZES: Final = (240, 600, 1200, 2400)
"""How long the longer side of a picture may be, in dots; few, so that what is kept of them is bounded."""
SIZE: Final = 1200
_NEEDED: Final = ("resvg_py", "PIL")
_COLOURS: Final = 64
"""How many colours a picture has: its inks, and shades between them along edges."""
_APART: Final = 8
"""How many of them are kept for inks that cover much and are near to none of the others."""
_MUCH: Final = 500
"""Which part of a picture is much."""
_NEAR: Final = 24
"""How far from an ink its colour in a picture is at most, in steps of a channel."""
_INK: Final = re.compile("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\\b")
_FONTS: Final = ("AtkinsonHyperlegibleNext-Regular.ttf", "AtkinsonHyperlegibleNext-Bold.ttf")
_FAMILY: Final = "Atkinson Hyperlegible Next"
_OTHER_SCRIPTS: Final = re.compile("[^\x00-\u024f\u1e00-\u2bff\ufffd-\uffff]")
"""What no shipped font has: a table's own cards may be named in any script, and are set in what the host has."""
_BOX: Final = re.compile(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')


@cache
def has_png() -> bool:
    """Whether drawings can be made PNG here."""
    return all(map(find_spec, _NEEDED))


def require_png() -> None:
    """Refuse where drawings cannot be made PNG.

    Raises:
        RefusedError: the extra is not installed.
    """
    if not has_png():
        raise RefusedError("PNG needs an extra: pip install 'cloisterbell[png]'; SVG needs nothing")


def picture_sides(svg: str) -> tuple[float, float]:
    """Width and height of a drawing, in its own units; a square where it does not say."""
    box = _BOX.search(svg)
    return (float(box[1]), float(box[2])) if box else (1.0, 1.0)


def png(svg: str, size: int = SIZE) -> bytes:
    """A drawing with so many dots along its longer side.

    Raises:
        RefusedError: the extra is not installed.
    """
    require_png()
    from resvg_py import svg_to_bytes  # noqa: PLC0415  # an extra

    width, height = picture_sides(svg)
    tall = height > width
    made = svg_to_bytes(
        svg_string=svg, width=None if tall else size, height=size if tall else None,
        skip_system_fonts=_OTHER_SCRIPTS.search(svg) is None,
        font_files=list(_fonts()), font_family=_FAMILY, sans_serif_family=_FAMILY,
    )  # fmt: skip
    inks = {tuple(int(part, 16) for part in found) for found in _INK.findall(svg)}
    return _packed(made, inks)


def _packed(made: bytes, inks: AbstractSet[tuple[int, ...]]) -> bytes:
    """A picture with a palette of few colours, the inks of the drawing among them as they are."""
    from PIL import Image  # noqa: PLC0415  # an extra

    with Image.open(BytesIO(made)) as picture:
        few = picture.quantize(_COLOURS - _APART, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        flat = few.getpalette("RGBA") or []
        palette = [flat[at : at + 4] for at in range(0, len(flat), 4)]
        found = _set_inks(palette, inks)
        for ink in [ink for ink in _much(picture, inks) if ink not in found][:_APART]:
            few.paste(len(palette), mask=_where(picture, ink))
            palette.append([*ink, 255])
    few.putpalette([part for colour in palette for part in colour], "RGBA")
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=8)
    return packed.getvalue()


def _set_inks(palette: list[list[int]], inks: AbstractSet[tuple[int, ...]]) -> AbstractSet[tuple[int, ...]]:
    """Put inks in the place of the colours of a palette that are nearest to them; which found a place."""
    near = sorted(
        (max(abs(one - other) for one, other in zip(ink, colour[:3], strict=True)), ink, at)
        for ink in inks for at, colour in enumerate(palette) if colour[3] > 250
    )  # fmt: skip
    found, taken = set[tuple[int, ...]](), set[int]()
    for far, ink, at in near:
        if far <= _NEAR and ink not in found and at not in taken:
            palette[at] = [*ink, 255]
            found.add(ink)
            taken.add(at)
    return found


def _much(picture: "Image", inks: AbstractSet[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The inks that cover much of a picture, the one that covers most first."""
    dots = picture.width * picture.height
    counted = sorted(cast("list[tuple[int, tuple[int, ...]]]", picture.getcolors(dots) or []), reverse=True)
    return [
        colour[:3] for count, colour in counted if count * _MUCH >= dots and colour[:3] in inks and colour[3] == 255
    ]


def _where(picture: "Image", ink: tuple[int, ...]) -> "Image":
    """The dots of a picture that are an ink, and no others, as a mask."""
    from PIL import ImageChops  # noqa: PLC0415  # an extra

    bands = (
        band.point([255 * (level == part) for level in range(256)])
        for band, part in zip(picture.split(), (*ink, 255), strict=True)
    )
    return reduce(ImageChops.darker, bands)


@cache
def _fonts() -> tuple[str, ...]:
    """The paths of the fonts that are shipped."""
    folder = files("webui") / "fonts"
    found = []
    for name in _FONTS:
        with as_file(folder / name) as path:
            found.append(str(path))
    return tuple(found)
