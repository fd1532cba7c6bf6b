"""The format `.html` of an export: the session in one page that works offline.

It is the viewer's page with everything in it that the viewer would ask for, the log as `.jsonl` has it, what is
contested with the positions to compare, and a check of the log's digests and seals.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
from flask import render_template

from events.digits import whole
from events.events import ALL, OMNISCIENT
from projections.drawing.palette import night_css
from replay.exporting import log
from replay.exporting.source import Source
from replay.reading.notes import NOBODY
from replay.reading.timeline import Timeline
from webui.access.identity import accounts
from webui.access.view import SessionView, current_context
from webui.pages.session.session_properties import properties_of
from webui.pages.session.viewer_scene import DrawnChart, Scene
from webui.views.contested import contested, counts
from webui.views.inlined import Policy, closed, data_address, packed, script, shown, style, sums
from webui.views.line_notes import ShownNote, notes_to_show
from webui.views.log_rows import LogRow, LogWindow
from webui.views.steps import base, chunks, outline

_SCRIPTS: Final = ("offline.js", "viewer.js")


def export(source: Source) -> Iterator[bytes]:
    """The page. It needs the context of a request, and depends on the viewer of the source alone."""
    seen = _ExportedView(source)
    for number in source.track(range(1, chunks(seen.timeline) + 1)):
        seen.cached.chunk(number)  # kept for the page
    yield _page(source, seen, _first_position(seen.timeline, source.at)).encode()


class _ExportedView(SessionView):
    """A session as the viewer of an export sees it, whoever asks."""

    may_note = False

    def __init__(self, source: Source) -> None:
        timeline = source.timeline
        asked = {"as": timeline.viewer, "known": "now" if timeline.reading.now else "then"}
        public = current_context().timelines.read(timeline.row)
        super().__init__(timeline.row, public, asked, accounts().settings(timeline.row.session))
        self.upto = source.upto

    def _viewer(self, asked: str) -> str:
        return asked


class _WholeScene(Scene):
    """The viewer's page at a line, with all of its log and charts in it, and no forms."""

    @property
    def window(self) -> LogWindow:
        """All of the log."""
        return self.book.whole()

    @cached_property
    def charts(self) -> Sequence[DrawnChart]:
        """The game's charts over the whole session."""
        timeline = self.view.timeline
        charts = enumerate(timeline.game.view.charts)
        return [DrawnChart(chart.title, timeline.chart(timeline.last, at)) for at, chart in charts]

    @cached_property
    def noted(self) -> Sequence[ShownNote]:
        """The notes that its viewer may know, whoever asks: others read the file."""
        return notes_to_show(self.view.timeline, NOBODY)

    def may_speak(self, row: LogRow) -> bool:  # noqa: ARG002  # a file has no forms
        """Whether a line of a post can be said to be a move: not in a file."""
        return False


def _first_position(timeline: Timeline, wanted: str) -> int:
    """The entry at which the page opens: the last of a move like `7.3`, or `412` itself, or the end of the game."""
    if wanted:
        group = timeline.find(wanted)
        return whole(wanted.removeprefix("#")) or group.last
    moves = timeline.ends["move"] if timeline.over else ()
    return moves[-1] if moves else timeline.last


def _policy(seen: SessionView) -> Policy:
    inks = seen.timeline.game.view.night
    night = "" if inks is None else closed(night_css(inks))
    return Policy([script(name) for name in _SCRIPTS], [style("bell.css") + style("offline.css"), night])


def _page(source: Source, seen: SessionView, seq: int) -> str:
    scene = _WholeScene(seen, seq)
    lines = b"".join(log.export(source._replace(reader=NOBODY))).decode().splitlines()
    items = contested(seen.cached.book, scene.marks)
    return render_template(
        "offline.html",
        offline=True,
        view=seen,
        scene=scene,
        base="",
        link="#{}".format,
        properties=properties_of(seen),
        policy=_policy(seen),
        icon=data_address("bell.svg", "image/svg+xml"),
        steps=packed(_steps(scene)),
        log=shown("\n".join(lines)),
        sums=sums(lines),
        items=items,
        counts=counts(items),
        reader=_reader(seen),
        name=seen.row.session,
        exported=len(lines) - 1,
        opened=next((one.id for one in items if one.shows(seq)), ""),
    )


def _steps(scene: Scene) -> Mapping[str, bytes]:
    """What the viewer asks for, under the names by which it asks."""
    seen = scene.view
    numbers = range(1, chunks(seen.timeline) + 1)
    return {
        "outline.json": msgspec.json.encode(outline(seen.cached.book, scene.marks, lambda _: False, scene.noted)),
        "base.json": msgspec.json.encode(base(seen.timeline)),
        **{f"{number}.json": seen.cached.chunk(number) for number in numbers},
    }


def _reader(seen: SessionView) -> str:
    """Whose knowledge is in it, in words."""
    if seen.viewer == ALL:
        return "a spectator"
    return "the table" if seen.viewer == OMNISCIENT else seen.seat_name(seen.viewer)
