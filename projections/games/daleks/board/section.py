"""A part of the board, drawn from 0 downward, with its measured height."""

from typing import NamedTuple


class Section(NamedTuple):
    """A finished part of the board: its SVG markup and its height."""

    high: float
    parts: tuple[str, ...]
