"""Measures panels of boards: the size of their texts, and their largest empty rectangle.

The boxes are calculated from the markup: those of texts from the width of their letters, those of shapes as for the
numbers on a board. A shape that covers more than `MOST` of its panel is a background and counts as empty, as rings and
arrows do.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil, sqrt
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from projections.drawing.board import Panel
from projections.drawing.spots import STILL, Box, Matrix, moved, shape_box, turned
from projections.drawing.text_width import wide

MOST: Final = 0.15
"""The largest part of a panel that an empty rectangle may take."""
NARROW: Final = 96
"""A rectangle with a shorter side than this is the rest of a line or a gap between rows, and does not count."""
CELL: Final = 8
"""The side of the squares in which empty space is measured, in units of the drawing."""
_UNSEEN: Final = ("defs", "pattern", "title", "desc", "clipPath")
_MARKS: Final = ("data-ring", "data-arrow")
_INHERITED: Final = ("font-size", "text-anchor")
_USUAL_SIZE: Final = 16.0
_ASCENT: Final = 0.76
_DESCENT: Final = 0.22


class Words(NamedTuple):
    """A text on a panel: its words, its size after all transformations, and its box."""

    words: str
    size: float
    box: Box


class MeasuredPanel:
    """A panel as a tree of elements, with the boxes of its texts and of its shapes."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.defs = ET.fromstring(f"<defs>{''.join(panel.defs)}</defs>")
        self.root = ET.fromstring(f"<g>{''.join(panel.parts)}</g>")
        self.named = {
            node.attrib["id"]: node for tree in (self.defs, self.root) for node in tree.iter() if node.get("id")
        }

    @cached_property
    def texts(self) -> list[Words]:
        """All texts that are drawn, also those in shared elements."""
        return [found for found in self._leaves(self.root, STILL, {}) if isinstance(found, Words)]

    @cached_property
    def shapes(self) -> list[Box]:
        """The boxes of all shapes that are not backgrounds."""
        most = MOST * self.panel.size[0] * self.panel.size[1]
        found = (each for each in self._leaves(self.root, STILL, {}) if isinstance(each, Box))
        return [box for box in found if box.area <= most]

    @property
    def smallest_text(self) -> float:
        """The size of the smallest text in units of the drawing, as it appears."""
        return min((found.size for found in self.texts), default=self.panel.letters)

    @property
    def emptiest(self) -> tuple[float, Box]:
        """The part of the panel that its largest empty rectangle takes, and this rectangle."""
        width, height = self.panel.size
        box = largest_empty(width, height, [*(found.box for found in self.texts), *self.shapes])
        return box.area / (width * height), box

    def _leaves(self, node: ET.Element, matrix: Matrix, style: Mapping[str, str]) -> Iterator[Words | Box]:
        """Yield the texts and the boxes of shapes at or below an element."""
        if node.tag in _UNSEEN or any(mark in node.attrib for mark in _MARKS):
            return
        matrix = turned(matrix, node.get("transform", ""))
        style = {**style, **{name: node.attrib[name] for name in _INHERITED if name in node.attrib}}
        if node.tag == "text":
            yield from self._words(node, matrix, style)
            return
        if node.tag == "use":
            at = turned(matrix, f"translate({node.get('x', '0')} {node.get('y', '0')})")
            yield from self._leaves(self.named[node.attrib["href"][1:]], at, style)
        elif shape := shape_box(node.tag, node.attrib):
            yield moved(matrix, shape)
        for child in node:
            yield from self._leaves(child, matrix, style)

    def _words(self, node: ET.Element, matrix: Matrix, style: Mapping[str, str]) -> Iterator[Words]:
        """Yield the words of a text element and of its lines."""
        style = {**style, **{name: node.attrib[name] for name in _INHERITED if name in node.attrib}}
        words, size = (node.text or "").strip(), float(style.get("font-size", _USUAL_SIZE))
        x, y = float(node.get("x", 0)), float(node.get("y", 0))
        if words:
            across = wide(words, size)
            left = x - across * {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", ""), 0.0)
            box = Box(left, y - size * _ASCENT, left + across, y + size * _DESCENT)
            a, b, c, d, *_ = matrix
            yield Words(words, size * sqrt(abs(a * d - b * c)), moved(matrix, box))
        for child in node:
            yield from self._words(child, matrix, {"x": str(x), "y": str(y), **style})


def largest_empty(width: float, height: float, boxes: Sequence[Box]) -> Box:
    """Return the largest rectangle of cells that no box touches, or one without area if each has a short side."""
    columns, rows = int(width // CELL), int(height // CELL)
    taken = [bytearray(columns) for _ in range(rows)]
    for box in boxes:
        first, last = max(0, int(box.left // CELL)), min(columns, ceil(box.right / CELL))
        for row in range(max(0, int(box.top // CELL)), min(rows, ceil(box.bottom / CELL))):
            taken[row][first:last] = b"\x01" * (last - first)
    heights, found = [0] * columns, [(0, 0, 0, 0, 0)]
    for row, line in enumerate(taken):
        heights = [0 if is_taken else high + 1 for high, is_taken in zip(heights, line, strict=True)]
        found += [
            (high * (right - left), left, row + 1 - high, right, row + 1)
            for left, right, high in _blocks(heights) if min(high, right - left) * CELL >= NARROW
        ]  # fmt: skip
    _, left, top, right, bottom = max(found)
    return Box(left * CELL, top * CELL, right * CELL, bottom * CELL)


def _blocks(heights: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the widest block of each height in a histogram, as (left, right, height)."""
    open_ = list[tuple[int, int]]()
    for at, high in enumerate((*heights, 0)):
        start = at
        while open_ and open_[-1][1] >= high:
            start, tall = open_.pop()
            yield start, at, tall
        open_.append((start, high))
