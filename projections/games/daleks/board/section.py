"""A part of the board, as high as it turned out to be, drawn from 0 downward."""

from typing import NamedTuple


class Section(NamedTuple):
    """Finished markup and how high it is."""

    high: float
    parts: tuple[str, ...]
