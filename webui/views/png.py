"""Drawings as PNG, made by resvg with the included fonts only, so that every machine produces the same.

Pillow then reduces the colours, which saves three quarters of the bytes. PNG needs the extra `cloisterbell[png]`;
without it, drawings remain SVG.
"""

from collections.abc import Set as AbstractSet
from functools import cache, reduce
from importlib.resources import as_file, files
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern

if TYPE_CHECKING:
    from PIL.Image import Image

SIZES: Final = (240, 600, 1200, 2400)
"""Allowed lengths of the longer side in pixels. They are few, to limit the cache."""
SIZE: Final = 1200
_NEEDED: Final = ("resvg_py", "PIL")
_COLOURS: Final = 64
"""The number of colours in a picture: the colours of the drawing, and shades between them along edges."""
_APART: Final = 8
"""The number of palette colours reserved for colours of large areas that no other palette colour comes near."""
_MUCH: Final = 500  # an area is large from this fraction of the picture: 1/500
_NEAR: Final = 24  # the maximum difference per channel between a drawing colour and the palette colour it replaces
_INK: Final = lazy_pattern("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\\b")
_FONTS: Final = ("AtkinsonHyperlegibleNext-Regular.ttf", "AtkinsonHyperlegibleNext-Bold.ttf")
_FAMILY: Final = "Atkinson Hyperlegible Next"
_OTHER_SCRIPTS: Final = lazy_pattern("[^\x00-\u024f\u1e00-\u2bff\ufffd-\uffff]")
"""Characters that no included font has. Custom cards may use any script, so system fonts are allowed then."""
_BOX: Final = lazy_pattern(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')


@cache
def has_png() -> bool:
    """Return whether the extra package that makes PNG pictures is installed."""
    return all(map(find_spec, _NEEDED))


def require_png(what: str = "PNG pictures", otherwise: str = "SVG works without it") -> None:
    """Raise an error if the extra package that makes PNG pictures is not installed."""
    if not has_png():
        raise RefusedError(f"{what} need an extra package: pip install 'cloisterbell[png]'. {otherwise}")


def picture_sides(svg: str) -> tuple[float, float]:
    """Return width and height of a drawing in its own units; a square if they are missing."""
    box = _BOX.search(svg)
    return (float(box[1]), float(box[2])) if box else (1.0, 1.0)


def png(svg: str, size: int = SIZE) -> bytes:
    """Return a drawing as PNG with `size` pixels along its longer side."""
    require_png()
    width, height = picture_sides(svg)
    made = drawn_pixels(svg, height=size) if height > width else drawn_pixels(svg, width=size)
    return _packed(made, inks_of(svg))


def drawn_pixels(svg: str, *, width: int | None = None, height: int | None = None) -> bytes:
    """Return a drawing as PNG with all its colours, of a width or a height in pixels."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415  # an extra

    made: bytes = svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=_OTHER_SCRIPTS.search(svg) is None,
        font_files=list(_fonts()), font_family=_FAMILY, sans_serif_family=_FAMILY,
    )  # fmt: skip
    return made


def inks_of(svg: str) -> AbstractSet[tuple[int, ...]]:
    """Return the colours of a drawing, each as red, green and blue."""
    return {tuple(int(part, 16) for part in found) for found in _INK.findall(svg)}


def palette_of(picture: "Image", inks: AbstractSet[tuple[int, ...]], colours: int) -> "Image":
    """Return a picture whose palette has the colours of a picture without transparency, and the inks exactly."""
    from PIL import Image  # noqa: PLC0415  # an extra

    few = picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat = few.getpalette("RGB") or []
    palette = [[*flat[at : at + 3], 255] for at in range(0, len(flat), 3)]
    _set_inks(palette, inks)
    few.putpalette([part for colour in palette for part in colour[:3]])
    return few


def _packed(made: bytes, inks: AbstractSet[tuple[int, ...]]) -> bytes:
    """Return a picture with a small palette that contains the drawing's colours exactly."""
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
    """Replace the nearest palette colours by drawing colours; return the colours that were placed."""
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
    dots = picture.width * picture.height
    counted = sorted(cast("list[tuple[int, tuple[int, ...]]]", picture.getcolors(dots) or []), reverse=True)
    return [
        colour[:3] for count, colour in counted if count * _MUCH >= dots and colour[:3] in inks and colour[3] == 255
    ]


def _where(picture: "Image", ink: tuple[int, ...]) -> "Image":
    """Return a mask of the pixels that have exactly this colour."""
    from PIL import ImageChops  # noqa: PLC0415  # an extra

    bands = (
        band.point([255 * (level == part) for level in range(256)])
        for band, part in zip(picture.split(), (*ink, 255), strict=True)
    )
    return reduce(ImageChops.darker, bands)


@cache
def _fonts() -> tuple[str, ...]:
    with as_file(files("webui") / "fonts") as folder:
        return tuple(str(folder / name) for name in _FONTS)
