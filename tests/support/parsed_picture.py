"""A parsed drawing of a board, the contrast of colours, and the widths of letters in a font."""

import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import ImageFont

from projections.drawing.palette import DARK_MODE

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


class ParsedPicture:
    """A parsed, and therefore well-formed, drawing. Its elements have names without a namespace."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.root = ET.fromstring(markup.replace(_NAMESPACE, ""))

    def all(self, name: str) -> list[str]:
        return [node.attrib[name] for node in self.root.iter() if name in node.attrib]

    def node(self, name: str, value: str) -> ET.Element:
        return next(node for node in self.root.iter() if node.get(name) == value)

    def under(self, name: str, value: str) -> str:
        return " ".join(" ".join(self.node(name, value).itertext()).split())

    def parts(self) -> list[str]:
        """Return the words of the whole picture, and for each marked part its marks, title and own words."""
        words, parts = _parts(self.root)
        return [self.root.findtext("title") or "", self.root.findtext("desc") or "", " \u00b7 ".join(words), *parts]


def _parts(node: ET.Element) -> tuple[list[str], list[str]]:
    """Return the words of an element outside its marked parts, and a line for each marked part."""
    words, parts = list[str](), list[str]()
    for child in node:
        own, inner = _parts(child)
        own = ["".join(child.itertext())] if child.tag == "text" else own
        marks = [f"{name[5:]}={value}" for name, value in child.attrib.items() if name.startswith("data-")]
        if marks:
            parts.append(
                " | ".join((", ".join(marks), child.findtext("title") or "", " \u00b7 ".join(own))).rstrip(" |")
            )
        else:
            words += own
        parts += inner
    return words, parts


def sides(made: bytes) -> tuple[int, int]:
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", made[16:24])
    return int(width), int(height)


VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear red, green and blue with colour vision deficiencies (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(ink: str) -> list[float]:
    parts = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(ink: str) -> float:
    red, green, blue = linear(ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(ink: str, vision: str = "usual") -> tuple[float, float, float]:
    light = linear(ink)
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in VISIONS[vision]]
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    parts = (sum(share * part for share, part in zip(row, seen, strict=True)) for row in rows)
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_distance(inks: Iterable[str], vision: str) -> float:
    return min(dist(lab(one, vision), lab(other, vision)) for one, other in combinations(inks, 2))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def both_ways(one: str, other: str, own: Mapping[str, str]) -> Iterator[float]:
    dark = {**DARK_MODE, **own}
    yield contrast(one, other)
    yield contrast(dark.get(one, one), dark.get(other, other))


@cache
def widths(font: Path) -> Mapping[str, float]:
    """Return the width of each letter of a font at size 1; the shipped fonts use thousandths."""
    face = ImageFont.truetype(font, 1000, layout_engine=ImageFont.Layout.BASIC)
    small = ImageFont.truetype(font, 20, layout_engine=ImageFont.Layout.BASIC)
    unknown = bytes(small.getmask("\uffff"))
    letters = [chr(code) for code in range(32, 0x10000) if bytes(small.getmask(chr(code))) != unknown]
    return {letter: face.getlength(letter) / 1000 for letter in letters}
