"""A table for people: columns as wide as they need, or folded where the screen is narrower."""

import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from typing import Final
from unicodedata import combining, east_asian_width

import click

from webui.commands.output import clean_for_terminal

_GAP: Final = 2
_LEAST: Final = 4
"""No column is folded to less."""


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: as wide as the screen, or as it needs where there is none."""
    screen = get_terminal_size().columns if sys.stdout.isatty() else 0
    first, *others = table_lines(headings, [[_plain(cell) for cell in row] for row in rows], screen)
    click.echo(click.style(first, bold=True))
    for line in others:
        click.echo(line)


def table_lines(headings: Sequence[str], rows: Sequence[Sequence[str]], screen: int) -> Iterator[str]:
    """The lines of a table, headings first; a screen of 0 bounds nothing."""
    widths = [max(map(_width, column)) for column in zip(headings, *rows, strict=True)]
    while screen and sum(widths) + _GAP * (len(widths) - 1) > screen and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    for row in (headings, *rows):
        folded = [list(_folded(cell, width)) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*folded, fillvalue=""):
            cells = (part + " " * (width - _width(part)) for part, width in zip(parts, widths, strict=True))
            yield (" " * _GAP).join(cells).rstrip()


def _plain(text: str) -> str:
    return clean_for_terminal(text).replace("\n", " ")


def _folded(text: str, width: int) -> Iterator[str]:
    """A text in lines of a width: between words, and inside a word that is longer."""
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if _width(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        line = ""
        for letter in word:
            if _width(line + letter) > width:
                yield line
                line = ""
            line += letter
    yield line


def _width(text: str) -> int:
    """How many cells of a screen a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 1 + (east_asian_width(each) in "WF") for each in text)
