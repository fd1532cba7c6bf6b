"""The export format `.html`: the session in one page that works offline.

It contains the viewer with all its data, and the log as in `.jsonl`. It also has disputes and findings with positions
to compare, and a check of the log's digests and seals.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from flask import render_template

from events.events import ALL, OMNISCIENT
from projections.drawing.palette import dark_mode_css
from replay.exporting import log
from replay.exporting.source import Source
from replay.reading.notes import NOBODY
from webui.access.identity import accounts
from webui.access.view import SessionView, current_context
from webui.pages.session.entry_view import EntryView, properties_of
from webui.views.contested import contested, counts
from webui.views.inlined import Policy, closed, data_address, has_accents, packed, script, shown, style, sums
from webui.views.steps import base, chunks, outline

_SCRIPTS: Final = ("times.js", "offline.js", "viewer.js")


def export(source: Source) -> Iterator[bytes]:
    """Yield the parts of an offline page (one HTML file). The page depends only on the log and the source's viewer."""
    seen = _ExportedView(source)
    for number in source.track(range(1, chunks(seen.timeline) + 1)):
        seen.cached.chunk(number)  # cached for the page
    opened = seen.timeline.entry_at(source.at) if source.at else seen.timeline.shown_first
    yield _page(source, seen, opened).encode()


class _ExportedView(SessionView):
    may_note = False

    def __init__(self, source: Source) -> None:
        timeline = source.timeline
        asked = {"as": timeline.viewer, "known": "now" if timeline.reading.now else "then"}
        public = current_context().timelines.read(timeline.row)
        super().__init__(timeline.row, public, asked, accounts().settings(timeline.row.session))
        self.upto = source.upto

    def _viewer(self, asked: str) -> str:
        return asked


def _policy(seen: SessionView, *, accents: bool) -> Policy:
    inks = seen.timeline.game.view.dark_palette
    dark = "" if inks is None else closed(dark_mode_css(inks))
    styles = style("bell.css", accents=accents) + style("print.css") + style("offline.css")
    return Policy([script(name) for name in _SCRIPTS], [styles, dark])


def _page(source: Source, seen: SessionView, seq: int) -> str:
    entry_view = EntryView(seen, seq, in_file=True)
    lines = b"".join(log.export(source._replace(reader=NOBODY))).decode().splitlines()
    items = contested(seen.cached.book, entry_view.marks)
    names = {ALL: "a spectator", OMNISCIENT: "the moderator"}
    steps = _steps(entry_view)
    accents = has_accents(*lines, *(part.decode() for part in steps.values()))
    return render_template(
        "offline.html", offline=True, view=seen, entry_view=entry_view, base="", link="#{}".format,
        name=seen.row.session, properties=properties_of(seen), policy=_policy(seen, accents=accents),
        icon=data_address("bell.svg", "image/svg+xml"),
        steps=packed(steps), log=shown("\n".join(lines)), sums=sums(lines), exported=len(lines) - 1,
        items=items, counts=counts(items), opened=next((one.id for one in items if one.shows(seq)), ""),
        reader=names.get(seen.viewer) or seen.seat_name(seen.viewer),
    )  # fmt: skip


def _steps(entry_view: EntryView) -> Mapping[str, bytes]:
    seen = entry_view.view
    return {
        "outline.json": msgspec.json.encode(
            outline(seen.cached.book, entry_view.marks, lambda _: False, entry_view.noted)
        ),
        "base.json": msgspec.json.encode(base(seen.timeline)),
        **{f"{number}.json": seen.cached.chunk(number) for number in range(1, chunks(seen.timeline) + 1)},
    }
