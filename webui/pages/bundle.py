"""The bundle of a session, `bundle.html`: one file that needs no network, to be handed on.

It is the viewer's own page with all that the viewer would ask for in it, beside it the export of the log byte for byte,
what is contested with the lines to compare, and a check of the log's digests and seals. What is in it is what whoever
asks for it may know, and nothing else.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
from flask import Blueprint, Response, render_template, request

from events.digits import whole
from events.events import ALL, TABLE
from projections.drawing.palette import night_css
from replay.reading.notes import NOBODY
from replay.reading.timeline import Timeline
from replay.transfer.bundle import export_lines
from webui.access.responses import revalidated
from webui.access.view import SessionView, current_context, requested_view, require_line
from webui.desk.contested import contested, counts
from webui.desk.inlined import Policy, closed, data_address, packed, script, shown, style, sums
from webui.desk.line_notes import ShownNote, notes_to_show
from webui.desk.log_rows import LogRow, LogWindow
from webui.desk.steps import base, chunks, outline
from webui.pages.session_facts import facts_of
from webui.pages.viewer_scene import DrawnChart, Scene

_SCRIPTS: Final = ("bundle.js", "viewer.js")

blueprint = Blueprint("bundle", __name__, url_prefix="/s/<session>")


class _WholeScene(Scene):
    """The viewer's page at a line, with all of its log and charts in it, and nothing to be done."""

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
        """The notes that its viewer may know, whoever asks: what a file holds is read by others."""
        return notes_to_show(self.view.timeline, NOBODY)

    def may_speak(self, row: LogRow) -> bool:  # noqa: ARG002  # nobody files from a file
        """Whether a line of a post can be said to be a move: from a file, never."""
        return False


@blueprint.get("/bundle.html")
def page(session: str) -> Response:
    """The session in one file; it opens at the line or step `at`, else where the session stands."""
    seen = requested_view(session, request.args)
    require_line(seen, 1)
    seq = line_to_open(seen.timeline, request.args.get("at", ""))
    response = revalidated(seen.tag("bundle", seq), lambda: bundle_text(seen, seq))
    response.headers["Content-Disposition"] = f'attachment; filename="{seen.row.session}.html"'
    return response


def line_to_open(timeline: Timeline, wanted: str) -> int:
    """The line that a bundle opens at: the last of a step like `7.3`, `412` itself; where none is named, the last.

    Raises:
        RefusedError: there is no such line or step.
    """
    number = wanted.strip().removeprefix("#")
    if number:
        group = timeline.find(wanted.strip())
        return whole(number) or group.last
    moves = timeline.ends["move"] if timeline.over else ()
    return moves[-1] if moves else timeline.last


def _policy(seen: SessionView) -> Policy:
    inks = seen.timeline.game.view.night
    night = "" if inks is None else closed(night_css(inks))
    return Policy([script(name) for name in _SCRIPTS], [style("bell.css") + style("bundle.css"), night])


def bundle_text(seen: SessionView, seq: int) -> str:
    """The session as one file that opens at a line."""
    scene, context, policy = _WholeScene(seen, seq), current_context(), _policy(seen)
    lines = list(export_lines(context.store, context.shelf, seen.row.session, seen.viewer, seen.upto))
    items = contested(seen.cached.book, scene.marks)
    return render_template(
        "bundle.html", bundled=True, view=seen, scene=scene, base="", link="#{}".format, facts=facts_of(seen),
        policy=policy, icon=data_address("bell.svg", "image/svg+xml"), steps=packed(_steps(scene)),
        log=shown("\n".join(lines)), sums=sums(lines), items=items, counts=counts(items), reader=_reader(seen),
        name=seen.row.session, exported=len(lines) - 1,
        opened=next((one.id for one in items if one.shows(seq)), ""),
    )  # fmt: skip


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
    return "the table" if seen.viewer == TABLE else seen.seat_name(seen.viewer)
