"""A turn as a moving picture (GIF or WebP): a frame for each entry that changes the board.

`python -m webui.views.moving_picture gif` makes one in a process of its own. It reads the drawings of the frames as
JSON and writes the picture. On one computer, only one such process works at a time.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar, cast

import msgspec

from events.errors import RefusedError
from projections.drawing import svg
from projections.drawing.board import BETWEEN, COLUMN, Panel, compose
from projections.drawing.palette import GROUND
from projections.drawing.text_width import wrapped
from webui.views.panels import without_status
from webui.views.png import drawn_pixels, inks_of, palette_of, picture_sides, require_png

if TYPE_CHECKING:
    from PIL.Image import Image

    from replay.exporting.source import Source
    from replay.reading.timeline import Timeline

T = TypeVar("T")
Form = Literal["gif", "webp"]
MOST_FRAMES: Final = 60
MOST_BYTES: Final = 3_000_000
REFUSED: Final = 3
"""The exit status of the process if it refuses to make the picture; the reason is on stderr."""
_SIDE: Final = 600  # the longer side in pixels
_LONGEST_MS: Final = 10_000
_FRAME_MS: Final = 800  # the longest time of a frame
_LAST_MS: Final = 2_000  # the time of the last frame
_COLOURS: Final = (64, 32, 16)
_SAMPLE: Final = 8  # the number of frames from which the palette is chosen
_NICE: Final = 10
_LETTERS: Final = 17  # the size of the sentence, in units of a column


def frames_of_turn(timeline: "Timeline", number: int) -> list[str]:
    """Return the boards of a turn as SVG, from the one before the turn on, without moves that were taken back.

    Each entry that changes the board has a frame. If these are more than 60, each move has one. If the moves are more
    than 60, 60 of their frames are chosen evenly. A frame has the sentence of its entry or move, and the panels that
    change during the turn. Raises RefusedError if the turn does not exist.
    """
    from replay.reading.numbered_boards import TurnOverview  # noqa: PLC0415  # the process of a picture needs no game

    overview = TurnOverview(timeline, number)
    groups, name = overview.shown, f"turn {overview.number}" if overview.number else "the set-up"
    before = [(groups[0].first - 1, f"Before {name}")] if groups[0].first > 1 else []
    entries = [(entry.seq, timeline.sentence(entry.seq)) for group in groups for entry in group.entries]
    moves = [(group.last, timeline.sentence(group.first)) for group in groups]
    boards = list[tuple[str, dict[str, Panel]]]()
    for seqs in (entries, moves):
        boards = list(_different((words, _panels(timeline, seq)) for seq, words in before + seqs))
        if len(boards) <= MOST_FRAMES:
            break
    else:
        boards = evenly(boards, MOST_FRAMES)
    changing = {name for (_, one), (_, other) in pairwise(boards) for name in _changes(one, other)} or {*boards[0][1]}
    shown = [[panel for name, panel in panels.items() if name in changing] for _, panels in boards]
    lines = max(len(_lines(words)) for words, _ in boards)
    columns = _columns([panel for panels in shown for panel in panels])
    return [
        compose(
            timeline.game.meta.slug,
            [_caption(words, lines), *(panel._replace(column=columns[panel.name]) for panel in panels)],
        )
        for (words, _), panels in zip(boards, shown, strict=True)
    ]


def _columns(panels: Sequence[Panel]) -> dict[str, int]:
    """Return the columns of panels, by name, so that the picture is as large as it can be.

    A board with a panel above its columns keeps its columns.
    """
    heights = {one.name: max(other.size[1] for other in panels if other.name == one.name) for one in panels}
    if not all(panel.column for panel in panels):
        return {panel.name: panel.column for panel in panels}
    found = dict[float, dict[str, int]]()
    for count in range(1, max(panel.column for panel in panels) + 1):
        filled, columns = [0] * count, dict[str, int]()
        for name, height in heights.items():
            at = filled.index(min(filled))
            filled[at] += height + BETWEEN
            columns[name] = at + 1
        found[max(count * (COLUMN + BETWEEN), *filled)] = columns
    return found[min(found)]


def _panels(timeline: "Timeline", seq: int) -> dict[str, Panel]:
    return {panel.name: panel for panel in without_status(timeline.panels(seq)) if not panel.folded}


def _changes(one: dict[str, Panel], other: dict[str, Panel]) -> set[str]:
    """Return the names of the panels that differ between two boards."""
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def _different(boards: Iterable[tuple[str, dict[str, Panel]]]) -> Iterator[tuple[str, dict[str, Panel]]]:
    """Yield the boards that differ from the previous one."""
    last: dict[str, Panel] | None = None
    for words, panels in boards:
        if last is None or _changes(last, panels):
            yield words, panels
        last = panels


def _lines(words: str) -> Sequence[str]:
    return wrapped(words, _LETTERS, COLUMN - 16, 2)


def _caption(words: str, lines: int) -> Panel:
    """Return a panel with a sentence and room for some lines, above all columns."""
    parts = [svg.text(line, x=8, y=20 + 22 * at, font_size=_LETTERS) for at, line in enumerate(_lines(words))]
    return Panel("move", words, words, (COLUMN, 6 + 22 * lines), parts, column=0)


def require_moving_pictures() -> None:
    """Raise an error if the extra package that makes pictures is not installed."""
    require_png("moving pictures", "Single boards as SVG work without it")


def evenly(frames: Sequence[T], count: int) -> list[T]:
    """Return `count` of the frames at even distances, the first and the last among them."""
    return [frames[round(at * (len(frames) - 1) / (count - 1))] for at in range(count)]


def moving_picture(
    frames: Sequence[str], form: Form, most: int = MOST_BYTES, track: Callable[[Sequence[str]], Iterable[str]] = iter
) -> bytes:
    """Return drawings as a moving picture of at most 600 pixels, 10 s and `most` bytes.

    A larger one gets fewer colours, and then fewer frames. Raises RefusedError if that is not enough. `track` shows
    progress.
    """
    require_moving_pictures()
    different = list(dict.fromkeys(frames))
    pictures = dict(zip(different, _rendered(different, track), strict=True))
    inks = frozenset[tuple[int, ...]]().union(*map(inks_of, pictures))
    for count, colours in _attempts(len(frames)):
        some = [pictures[frame] for frame in (frames if count == len(frames) else evenly(frames, count))]
        palette = palette_of(_sample(some), inks, colours)
        made = _encoded([_reduced(one, palette) for one in some], form)
        if len(made) <= most:
            return made
    raise RefusedError(
        f"a moving picture of this turn is larger than {most / 1_000_000:g} MB even with few colours and frames. "
        "Share pictures of its positions instead"
    )


def _attempts(count: int) -> Iterator[tuple[int, int]]:
    """Yield numbers of frames and colours: first with fewer colours, then with fewer frames."""
    for colours in _COLOURS:
        yield count, colours
    while (count := count // 2) >= 2:
        yield count, _COLOURS[-1]


def _rendered(frames: Sequence[str], track: Callable[[Sequence[str]], Iterable[str]]) -> Iterator["Image"]:
    """Yield the frames as pictures of one size. Boards of different sizes have the same scale."""
    from PIL import Image  # noqa: PLC0415  # an extra

    sides = [picture_sides(frame) for frame in frames]
    wide, tall = max(width for width, _ in sides), max(height for _, height in sides)
    scale = _SIDE / max(wide, tall)
    for frame, (width, _) in zip(track(frames), sides, strict=True):
        ground = Image.new("RGB", (round(wide * scale), round(tall * scale)), GROUND)
        with Image.open(BytesIO(drawn_pixels(frame, width=max(1, round(width * scale))))) as drawn:
            ground.paste(drawn, mask=drawn.convert("RGBA"))
        yield ground


def _sample(pictures: Sequence["Image"]) -> "Image":
    """Return a picture that contains some of the frames."""
    from PIL import Image  # noqa: PLC0415  # an extra

    some = pictures[:: -(-len(pictures) // _SAMPLE)]
    width, height = pictures[0].size
    found = Image.new("RGB", (width, height * len(some)))
    for at, picture in enumerate(some):
        found.paste(picture, (0, at * height))
    return found


def _reduced(picture: "Image", palette: "Image") -> "Image":
    from PIL import Image  # noqa: PLC0415  # an extra

    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _encoded(pictures: Sequence["Image"], form: Form) -> bytes:
    packed, (first, *others) = BytesIO(), pictures
    times = _times_ms(len(pictures))
    if form == "gif":
        first.save(packed, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    else:
        first, *others = [picture.convert("RGB") for picture in pictures]
        first.save(packed, "WEBP", save_all=True, append_images=others, duration=times, loop=0, lossless=True, method=4)
    return packed.getvalue()


def _times_ms(count: int) -> list[int]:
    """Return how long each frame is shown; GIF counts in hundredths of a second."""
    if count == 1:
        return [_LAST_MS]
    each = min(_FRAME_MS, (_LONGEST_MS - _LAST_MS) // (count - 1)) // 10 * 10
    return [*[each] * (count - 1), _LAST_MS]


def export_gif(source: "Source") -> Iterator[bytes]:
    """Yield the turn of a source as GIF."""
    yield _exported(source, "gif")


def export_webp(source: "Source") -> Iterator[bytes]:
    """Yield the turn of a source as WebP."""
    yield _exported(source, "webp")


def _exported(source: "Source", form: Form) -> bytes:
    assert source.turn is not None
    return moving_picture(frames_of_turn(source.timeline, source.turn), form, track=source.track)


def main() -> int:
    """Make the picture of the drawings on stdin, after all other such processes. Return the exit status."""
    frames = msgspec.json.decode(sys.stdin.buffer.read(), type=list[str])
    with suppress(AttributeError):  # Windows has no `nice`
        os.nice(_NICE)
    with Path(__file__).open("rb") as own:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415  # not on Windows, where a server has one process

            fcntl.flock(own, fcntl.LOCK_EX)
        try:
            sys.stdout.buffer.write(moving_picture(frames, cast("Form", sys.argv[1])))
        except RefusedError as error:
            sys.stderr.write(str(error))
            return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
