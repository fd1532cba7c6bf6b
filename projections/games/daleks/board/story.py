"""The story of a die as the tray draws it: what it showed step by step, and by which card or tokens, in lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.drawing.svg import text
from projections.drawing.text_width import cut, wide
from projections.games.daleks.board.glyphs import CHIP, chip
from projections.games.daleks.board.inks import DARK, LIGHT, SMALL, SOFT
from projections.games.daleks.prose.dice_story import Chapter

__all__ = ["ROW", "in_lines", "steps", "story_high"]

ROW: Final = 36
"""A die with a story of one line."""
FURTHER: Final = 31
"""Each line more."""
MOST: Final = 3
"""Lines at most; where there are more the oldest are left out, and said in the title."""
MORE: Final = 22
"""What the sign of left out steps takes."""
BEFORE: Final = "#e2e2de"
"""The ground of a symbol that the die shows no more."""


def in_lines(chapters: Sequence[Chapter], room: float) -> tuple[tuple[Chapter, ...], ...]:
    """A story broken into lines of so much room."""
    lines: list[list[Chapter]] = [[]]
    left = room - MORE
    for chapter in chapters:
        if lines[-1] and _takes(chapter) > left:
            lines.append([])
            left = room - MORE
        lines[-1].append(chapter)
        left -= _takes(chapter)
    return tuple(map(tuple, lines))


def story_high(lines: Sequence[Sequence[Chapter]]) -> float:
    """How high a die with a story in so many lines is."""
    return ROW + FURTHER * (min(MOST, len(lines)) - 1)


def steps(lines: Sequence[Sequence[Chapter]], x: float, y: float) -> Iterator[str]:
    """The story from left to right and downward."""
    if not lines[0]:
        yield text("not rolled yet", x=x, y=y + 24, font_size=SMALL, fill=SOFT)
    if len(lines) > MOST:
        yield text("…", x=x, y=y + 24, font_size=SMALL, fill=DARK)
    for number, line in enumerate(lines[-MOST:]):
        along, down = x + (MORE if len(lines) > MOST and not number else 0), y + FURTHER * number
        for chapter in line:
            if said := _by(chapter):
                yield text(said, x=along, y=down + 24, font_size=SMALL, fill=DARK)
            along += _takes(chapter)
            ground = LIGHT if chapter is lines[-1][-1] else BEFORE
            yield chip(chapter.symbol, round(along - CHIP - 5, 1), down + 5, ground)


def _takes(chapter: Chapter) -> float:
    said = _by(chapter)
    return CHIP + 5 + (wide(said, SMALL) + 6 if said else 0)


def _by(chapter: Chapter) -> str:
    """How a step is said in a few letters: by what, after an arrow."""
    if chapter.verb == "rolled":
        return ""
    verb = "again" if chapter.verb == "re-rolled" else "turned" if chapter.verb == "changed" else chapter.verb
    by = chapter.by.replace("discarding", "spent")
    if by and chapter.verb == "changed":
        return f"→ turned, {cut(by, SMALL, 200)}"
    return f"→ {cut(by or verb, SMALL, 200)}"
