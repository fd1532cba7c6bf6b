"""How much two inks differ in light (WCAG), by day and as the night shows them."""

from collections.abc import Iterator, Mapping

from projections.drawing.palette import NIGHT


def luminance(ink: str) -> float:
    """The relative luminance of an ink."""
    parts = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two inks, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def both_ways(one: str, other: str, own: Mapping[str, str]) -> Iterator[float]:
    """The contrast of two inks by day, and by night with a game's own inks."""
    night = {**NIGHT, **own}
    yield contrast(one, other)
    yield contrast(night.get(one, one), night.get(other, other))
