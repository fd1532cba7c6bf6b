"""A drawing of a board, parsed; how inks differ in light; and the widths of letters in a font."""

import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

from projections.drawing.palette import NIGHT

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


class ParsedPicture:
    """A drawing, parsed: it is well-formed as soon as there is one. Its elements go by their bare names."""

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
        """What the picture says as a whole, and each marked part in order: its marks, its title and its own words."""
        words, parts = _parts(self.root)
        return [self.root.findtext("title") or "", self.root.findtext("desc") or "", " \u00b7 ".join(words), *parts]


def _parts(node: ET.Element) -> tuple[list[str], list[str]]:
    """The words of an element outside of the marked parts in it, and a line for each of those."""
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
"""Linear red, green and blue as other eyes see them (Machado, Oliveira and Fernandes 2009, severity 1)."""


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
    night = {**NIGHT, **own}
    yield contrast(one, other)
    yield contrast(night.get(one, one), night.get(other, other))


def _tables(font: bytes) -> Mapping[bytes, int]:
    count: int = struct.unpack(">H", font[4:6])[0]
    return {font[at : at + 4]: struct.unpack(">I", font[at + 8 : at + 12])[0] for at in range(12, 12 + 16 * count, 16)}


def mapped(font: bytes) -> Mapping[int, int]:
    start = _tables(font)[b"cmap"]
    (count,) = struct.unpack(">H", font[start + 2 : start + 4])
    found = dict[int, int]()
    for entry in range(count):
        offset = start + struct.unpack(">I", font[start + 8 + 8 * entry : start + 12 + 8 * entry])[0]
        if struct.unpack(">H", font[offset : offset + 2])[0] == 4:
            found |= _segments(font, offset)
    return found


def _segments(font: bytes, offset: int) -> Mapping[int, int]:
    count = struct.unpack(">H", font[offset + 6 : offset + 8])[0] // 2
    at = [offset + 14, offset + 16 + 2 * count, offset + 16 + 4 * count, offset + 16 + 6 * count]
    rows = [struct.unpack(f">{count}H", font[place : place + 2 * count]) for place in at]
    found = dict[int, int]()
    for number, (high, low, delta, away) in enumerate(zip(*rows, strict=True)):
        for code in range(low, high + 1):
            glyph = code
            if away:
                place = at[3] + 2 * number + away + 2 * (code - low)
                (glyph,) = struct.unpack(">H", font[place : place + 2])
            if glyph := (glyph + delta) % 65536 if glyph or not away else 0:
                found[code] = glyph
    return found


def widths(font: bytes) -> Mapping[str, float]:
    at = _tables(font)
    (units,) = struct.unpack(">H", font[at[b"head"] + 18 : at[b"head"] + 20])
    (count,) = struct.unpack(">H", font[at[b"hhea"] + 34 : at[b"hhea"] + 36])
    start = at[b"hmtx"]
    broad = [struct.unpack(">H", font[start + 4 * glyph : start + 4 * glyph + 2])[0] for glyph in range(count)]
    return {chr(code): broad[min(glyph, count - 1)] / units for code, glyph in mapped(font).items()}
