"""The contents of the viewer's page for one line: where it stands, what changed, where one can go from it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from events.events import ALL, OMNISCIENT, UNKNOWN
from replay.audit.findings import Finding
from replay.posts.unread_lines import ChatLine, chat_lines, may_hold_chat
from replay.reading.notes import WHOM
from replay.reading.timeline import GRAINS, Grain
from webui.access.responses import asset_version
from webui.access.view import SessionView, current_context, view_query
from webui.views.headline import headline
from webui.views.line_notes import ShownNote, notes_at, notes_to_show
from webui.views.log_rows import LogRow, LogWindow, OriginalPost, original_post, undone_by

_SAID: Final = 120
"""The longest sentence that is announced at a step."""
_BOX: Final = re.compile(r'viewBox="[-0-9.]+ [-0-9.]+ (?P<width>[0-9.]+) (?P<height>[0-9.]+)"')
_WIDE: Final = 1000
"""The width of a picture, in its own units, from which it is given all the room there is."""


class StepButton(NamedTuple):
    """One button of the step bar; `seq` is None at the ends. `name` is what scripts and tests know it by."""

    name: str
    label: str
    says: str
    seq: int | None


class ViewLink(NamedTuple):
    """A link to this line as another viewer sees it, or to one before it.

    A view that was opened to be looked at ends where it was, at the line `most` (0 where it does not end).
    """

    label: str
    seq: int
    query: str
    is_current: bool
    most: int = 0


class DrawnChart(NamedTuple):
    """One chart, drawn."""

    title: str
    svg: str


class Scene:
    """The page of one line: all that its template asks for."""

    def __init__(self, view: SessionView, seq: int) -> None:
        self.view, self.seq = view, seq
        timeline, self.book = view.timeline, view.cached.book
        self.at = self.book.at(seq)
        self.row, self.status = self.book.row(self.at), timeline.status(seq)
        told = timeline.shown(seq)
        self.title = self.row.text if told in (self.row.first, self.row.last) else timeline.tell(told)
        self.said = _announcement(self.row, seq, f"{_place_in_words(self.row, seq)}: {self.title}")
        self.headline = headline(timeline, seq)
        outcome = f"{self.headline}, turn {self.status.turn}" if self.status.outcome else ""
        self.name = outcome or f"{self.row.address} {self.title}"
        self.svg, self.words = timeline.svg(seq), timeline.text(seq)
        self.changes = tuple(told.text for told in self.row.told if told.seq <= seq)
        self.moves: Sequence[int] = timeline.ends["move"]
        self.marks: Mapping[int, Sequence[Finding]] = view.public.findings if view.is_over else {}

    @property
    def is_tall(self) -> bool:
        """Whether the picture is higher than wide, so that it leaves room beside it; a wide one needs all there is."""
        box = _BOX.search(self.svg)
        return box is not None and float(box["width"]) < min(float(box["height"]), _WIDE)

    @property
    def turn(self) -> int:
        """The turn that this line belongs to, 0 for the set-up."""
        return self.book.sections[self.book.section_at(self.at)].turn

    @property
    def findings(self) -> Sequence[Finding]:
        """What an audit found at this group."""
        return self.marks.get(self.row.first, ())

    @property
    def lasting(self) -> str:
        """The query of the files beside a position: what a spectator saw then may be kept for ever."""
        if not self.view.is_public:
            return self.view.query
        return f"?d={self.view.timeline.lines[self.seq - 1].digest.hex()[:32]}&v={asset_version()}"

    @property
    def window(self) -> LogWindow:
        """The part of the log to lay out."""
        return self.book.window(self.seq)

    @property
    def odds(self) -> Sequence[str]:
        """The chances of dice that are due, as far as this viewer may know them."""
        game = self.view.timeline.game
        return game.view.odds(self.view.timeline.position(self.seq)) if game.view.odds else ()

    @property
    def charts(self) -> Sequence[DrawnChart]:
        """The game's charts up to this line."""
        timeline = self.view.timeline
        return [
            DrawnChart(chart.title, timeline.chart(self.seq, at)) for at, chart in enumerate(timeline.game.view.charts)
        ]

    @cached_property
    def steps(self) -> Mapping[str, StepButton]:
        """The buttons of the step bar."""
        return _steps(self.view, self.seq)

    @property
    def looks(self) -> Sequence[ViewLink]:
        """Links to this line as other viewers see it."""
        return _view_links(self.view, self.seq)

    @property
    def times(self) -> Sequence[ViewLink]:
        """Links to this line as known then and as known now."""
        return _time_links(self.view, self.seq)

    @cached_property
    def post(self) -> OriginalPost | None:
        """The post that this move was probably read from."""
        return original_post(self.book, self.at)

    def may_speak(self, row: LogRow) -> bool:
        """Whether whoever asks may say that a line of a post was a move."""
        return may_speak(self.view, row)

    @cached_property
    def chat(self) -> Sequence[ChatLine]:
        """The chat of the post on show, line by line, for whoever may say that some of it was a move."""
        if not self.may_speak(self.row):
            return ()
        return chat_lines(self.view.timeline, current_context().store, self.row.first)

    whom = WHOM

    @cached_property
    def noted(self) -> Sequence[ShownNote]:
        """All notes that whoever asks may know."""
        return shown_notes(self.view)

    @property
    def notes(self) -> Sequence[ShownNote]:
        """Those at this group."""
        return notes_at(self.noted, self.row.first, self.row.last)

    @cached_property
    def notes_by_row(self) -> Mapping[int, int]:
        """How many notes stand at the groups that have some, by their first lines."""
        group_at = self.view.timeline.group_at
        return Counter(group_at(one.at).first for one in self.noted if one.at)

    @cached_property
    def undone(self) -> int:
        """The line that took this group back, or 0."""
        return undone_by(self.book, self.row)


def may_speak(view: SessionView, row: LogRow) -> bool:
    """Whether whoever asks may say that a line of a post was a move: its seat, a moderator or a judge."""
    who, said = view.who, row.post not in ("", UNKNOWN) and may_hold_chat(row.post)
    may = who.seat == row.speaker if who.seat else who.may_rule
    return said and bool(row.speaker) and may and not view.is_over and view.viewer in (who.viewer, ALL)


def shown_notes(view: SessionView) -> list[ShownNote]:
    """The notes that whoever asks may know, in the view that is asked for."""
    return notes_to_show(view.timeline, view.note_reader)


def _place_in_words(row: LogRow, seq: int) -> str:
    """Where a line stands, in words."""
    if "." not in row.address:
        return f"Line {seq}"
    turn, step = row.address.split(".")
    where = f"Turn {turn}, step {step}" if turn != "0" else f"Set-up, step {step}"
    return where if seq in (row.first, row.last) else f"{where}, line {seq}"


def _announcement(row: LogRow, seq: int, said: str) -> str:
    """The announcement for screen readers: the move, and as much of what followed as fits."""
    if seq == row.last:
        for told in row.told:
            if len(said) + len(told.text) + 1 > _SAID:
                break
            said = f"{said} {told.text}"
    return said if len(said) <= _SAID else f"{said[: _SAID - 1]}\u2026"


_LABELS: Final[dict[Grain, str]] = {"line": "Line", "move": "Move", "turn": "Turn", "round": "Round"}


def _steps(view: SessionView, seq: int) -> dict[str, StepButton]:
    timeline = view.timeline
    steps = [
        StepButton("first", "First", "To the first line", 1 if seq > 1 else None),
        StepButton("last", "Last", "To the last line", timeline.last if seq < timeline.last else None),
    ]
    for grain in GRAINS:
        label = _LABELS[grain]
        steps += [
            StepButton(f"{grain}-back", label, f"Back one {grain}", timeline.step(seq, grain, -1)),
            StepButton(f"{grain}-forward", label, f"Forward one {grain}", timeline.step(seq, grain, 1)),
        ]
    return {step.name: step for step in steps}


def _view_links(view: SessionView, seq: int) -> tuple[ViewLink, ...]:
    viewers = _viewers(view)
    if len(viewers) == 1:
        return ()
    names = {ALL: "a spectator", OMNISCIENT: "the table"}
    book = view.public.book
    return tuple(
        ViewLink(
            names.get(viewer) or book.seat_name(viewer, view.timeline.last),
            min(seq, seq if view.is_open else view.looked.get(viewer, seq)),
            view_query(viewer, now=view.now),
            viewer == view.viewer,
            0 if view.is_open else view.looked.get(viewer, 0),
        )
        for viewer in viewers
    )


def _viewers(view: SessionView) -> Sequence[str]:
    """The views that whoever asks may choose from."""
    if view.is_open:
        return (ALL, *view.seats, OMNISCIENT)
    own = (view.who.seat,) if view.who.seat else ()
    return (ALL, *own, *(viewer for viewer in (*view.seats, OMNISCIENT) if viewer in view.looked))


def _time_links(view: SessionView, seq: int) -> tuple[ViewLink, ...]:
    if not view.is_over:
        return ()
    return (
        ViewLink("as known then", seq, view_query(view.viewer, now=False), not view.now),
        ViewLink("as known now", seq, view_query(view.viewer, now=True), view.now),
    )
