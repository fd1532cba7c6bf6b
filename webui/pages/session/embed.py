"""The page `/s/<session>/<line>/embed`: a position for pages of other hosts to frame, where this host allows them.

It is for everybody the same, whoever asks: the board of a public session as a spectator saw it, a line or two of words,
steps and the way to the whole page. It holds no script and no form.
"""

from html import escape
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, g, render_template, url_for
from werkzeug.exceptions import NotFound

from events.store.checks import unknown_name_error
from events.store.rows import SessionRow
from replay.reading.timeline import Timeline
from webui.access.responses import frame_origins, framed
from webui.access.timeline_cache import CachedTimeline
from webui.access.view import SessionView, current_context, settings_of
from webui.views.headline import headline
from webui.views.png import picture_sides

_WIDTH: Final = 640
"""How wide a frame is that is copied into a page, in CSS pixels."""
_TALLEST: Final = 820
_AROUND: Final = 104
"""So much of its height is taken by the words and steps around the board."""

blueprint = Blueprint("embed", __name__, url_prefix="/s/<session>")


class FrameStep(NamedTuple):
    """A link to another position in the frame; `seq` is None where there is none."""

    label: str
    says: str
    seq: int | None


class FrameCode(NamedTuple):
    """What is copied into a page of another host: `text` for one line, and `pattern` with {seq} in the line's place."""

    text: str
    pattern: str
    origins: tuple[str, ...]


@blueprint.get("/<seq:seq>/embed")
def page(session: str, seq: int) -> Response:
    """The position of one line, for a frame. A session that is not public has none, for nobody."""
    readings = current_context().timelines
    row = readings.row(session)
    if settings_of(row).visibility != "public":
        raise unknown_name_error("session", session)
    cached = readings.read(row)
    if seq > cached.timeline.last:
        raise NotFound(f"There is no line {seq} in this session; it has {cached.timeline.last}.")
    g.indexed = False
    return framed(("embed", row, *cached.mark, seq), lambda: _page(row, cached, seq))


def _page(row: SessionRow, cached: CachedTimeline, seq: int) -> str:
    timeline, group = cached.timeline, cached.book.row(cached.book.at(seq))
    status, told = timeline.status(seq), timeline.shown(seq)
    return render_template(
        "embed.html", name=row.title or row.alias or row.session, game=row.game, seq=seq, last=timeline.last,
        place=url_for("viewer.last", session=row.session), at=group.address,
        move=group.text if told in (group.first, group.last) else timeline.tell(told),
        standing=("" if status.outcome else "Next: ") + headline(timeline, seq), svg=timeline.svg(seq),
        steps=_steps(timeline, seq), is_branch=bool(timeline.reading.started.branch),
    )  # fmt: skip


def _steps(timeline: Timeline, seq: int) -> tuple[FrameStep, ...]:
    return (
        FrameStep("First", "To the first line", 1 if seq > 1 else None),
        FrameStep("Back", "Back one move", timeline.step(seq, "move", -1)),
        FrameStep("Forward", "Forward one move", timeline.step(seq, "move", 1)),
        FrameStep("Last", "To the last line", timeline.last if seq < timeline.last else None),
    )


def frame_code(seen: SessionView, seq: int, svg: str) -> FrameCode | None:
    """The code of a frame with a position, where others may frame it: of a public session, at a public address."""
    base, origins = str(current_app.config["BASE"]).rstrip("/"), frame_origins()
    if not (base and origins and seen.is_public and seen.settings.visibility == "public"):
        return None
    wide, tall = picture_sides(svg)
    height = min(_TALLEST, round(_WIDTH * tall / wide) + _AROUND)
    name = escape(seen.row.title or seen.row.alias or seen.row.session)
    pattern = (
        f'<iframe src="{base}/s/{seen.row.session}/{{seq}}/embed" title="{name}" width="{_WIDTH}" height="{height}"'
        ' style="border:0;max-width:100%" loading="lazy"></iframe>'
    )
    return FrameCode(pattern.replace("{seq}", str(seq), 1), pattern, origins)
