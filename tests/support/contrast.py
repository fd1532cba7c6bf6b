"""How much two inks differ in light (WCAG), by day and as the night shows them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import dist

from projections.drawing.palette import NIGHT

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
