"""What the viewer's page shows of one line: where it stands, what changed, where one can go from it."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from events.conduct import Posted, TakenBack
from events.facts import ALL, TABLE, Conduct, Move
from replay.audit.findings import Finding
from replay.reading.timeline import GRAINS, Grain
from webui.access.asset_version import stamp
from webui.access.view import View, query
from webui.desk.headline import standing
from webui.desk.log_rows import Row, Window

__all__ = ["Charted", "Look", "Post", "Scene", "Step"]

_SAID: Final = 120
"""The longest sentence that is announced at a step."""
_BOX: Final = re.compile(r'viewBox="[-0-9.]+ [-0-9.]+ (?P<width>[0-9.]+) (?P<height>[0-9.]+)"')
_WIDE: Final = 1000
"""The width of a picture, in its own units, from which it is given all the room there is."""
_POST_REACH: Final = 80
"""How many groups back the post of a move is looked for."""


class Step(NamedTuple):
    """One button of the step bar; `seq` is None at the ends. `name` is what scripts and tests know it by."""

    name: str
    label: str
    says: str
    seq: int | None


class Look(NamedTuple):
    """One way to see this line, or one before it: a view that was opened to be looked at ends where it was."""

    label: str
    seq: int
    query: str
    is_current: bool


class Post(NamedTuple):
    """The original post that a move was read from."""

    seq: int
    author: str
    text: str
    where: str
    when: str


class Charted(NamedTuple):
    """One chart, drawn."""

    title: str
    svg: str


class Scene:
    """The page of one line: all that its template asks for."""

    def __init__(self, view: View, seq: int) -> None:
        self.view, self.seq = view, seq
        timeline, self.book = view.timeline, view.kept.book
        self.at = self.book.at(seq)
        self.row, self.status = self.book.row(self.at), timeline.status(seq)
        self.title = self.row.text if seq in (self.row.first, self.row.last) else timeline.tell(seq)
        self.said = _said(self.row, seq, f"{_place(self.row, seq)}: {self.title}")
        self.standing = standing(timeline, seq)
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
    def findings(self) -> Sequence[Finding]:
        """What an audit found at this group."""
        return self.marks.get(self.row.first, ())

    @property
    def lasting(self) -> str:
        """The query of the files beside a position: what a spectator saw then may be kept for ever."""
        if not self.view.is_public:
            return self.view.query
        return f"?d={self.view.timeline.lines[self.seq - 1].digest.hex()[:32]}&v={stamp()}"

    @property
    def window(self) -> Window:
        """The part of the log to lay out."""
        return self.book.window(self.seq)

    @property
    def odds(self) -> Sequence[str]:
        """The chances of dice that are due, as far as this viewer may know them."""
        game = self.view.timeline.game
        return game.view.odds(self.view.timeline.position(self.seq)) if game.view.odds else ()

    @property
    def charts(self) -> Sequence[Charted]:
        """The game's charts up to this line."""
        timeline = self.view.timeline
        return [
            Charted(chart.title, timeline.chart(self.seq, at)) for at, chart in enumerate(timeline.game.view.charts)
        ]

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """The buttons of the step bar."""
        return _steps(self.view, self.seq)

    @property
    def looks(self) -> Sequence[Look]:
        """As whom else this line may be seen."""
        return _looks(self.view, self.seq)

    @property
    def times(self) -> Sequence[Look]:
        """As known when."""
        return _times(self.view, self.seq)

    @cached_property
    def post(self) -> Post | None:
        """The post that this move was probably read from."""
        return _post(self.view, self.at)

    @cached_property
    def undone(self) -> int:
        """The line that took this group back, or 0."""
        return _undone(self.view, self.row)


def _place(row: Row, seq: int) -> str:
    """Where a line stands, in words."""
    if "." not in row.address:
        return f"Line {seq}"
    turn, step = row.address.split(".")
    where = f"Turn {turn}, step {step}" if turn != "0" else f"Set-up, step {step}"
    return where if seq in (row.first, row.last) else f"{where}, line {seq}"


def _said(row: Row, seq: int, said: str) -> str:
    """One sentence for the ear: the move, and as much of what followed as fits."""
    if seq == row.last:
        for told in row.told:
            if len(said) + len(told.text) + 1 > _SAID:
                break
            said = f"{said} {told.text}"
    return said if len(said) <= _SAID else f"{said[: _SAID - 1]}\u2026"


_LABELS: Final[dict[Grain, str]] = {"line": "Line", "move": "Move", "turn": "Turn", "round": "Round"}


def _steps(view: View, seq: int) -> dict[str, Step]:
    timeline = view.timeline
    steps = [
        Step("first", "First", "To the first line", 1 if seq > 1 else None),
        Step("last", "Last", "To the last line", timeline.last if seq < timeline.last else None),
    ]
    for grain in GRAINS:
        label = _LABELS[grain]
        steps += [
            Step(f"{grain}-back", label, f"Back one {grain}", timeline.step(seq, grain, -1)),
            Step(f"{grain}-forward", label, f"Forward one {grain}", timeline.step(seq, grain, 1)),
        ]
    return {step.name: step for step in steps}


def _looks(view: View, seq: int) -> tuple[Look, ...]:
    viewers = _viewers(view)
    if len(viewers) == 1:
        return ()
    names = {ALL: "a spectator", TABLE: "the table"}
    book = view.public.book
    return tuple(
        Look(
            names.get(viewer) or book.seat_name(viewer, view.timeline.last),
            min(seq, seq if view.is_open else view.looked.get(viewer, seq)),
            query(viewer, now=view.now),
            viewer == view.viewer,
        )
        for viewer in viewers
    )


def _viewers(view: View) -> Sequence[str]:
    """The views that whoever asks may choose from."""
    if view.is_open:
        return (ALL, *view.seats, TABLE)
    own = (view.who.seat,) if view.who.seat else ()
    return (ALL, *own, *(viewer for viewer in (*view.seats, TABLE) if viewer in view.looked))


def _times(view: View, seq: int) -> tuple[Look, ...]:
    if not view.is_over:
        return ()
    return (
        Look("as known then", seq, query(view.viewer, now=False), not view.now),
        Look("as known now", seq, query(view.viewer, now=True), view.now),
    )


def _post(view: View, at: int) -> Post | None:
    """The last post of a move's player before it, if nobody else moved or posted between."""
    groups = view.kept.book.groups
    move = groups[at].head
    if not isinstance(move.fact, Move):
        return None
    for group in reversed(groups[max(0, at - _POST_REACH) : at]):
        fact = group.head.fact
        if isinstance(fact, Posted):
            if fact.author not in (move.fact.player, move.by):
                return None
            author = view.kept.book.seat_name(fact.author, group.first)
            return Post(group.first, author, fact.text, fact.where, fact.when)
        if not isinstance(fact, Conduct) and group.head.by not in (move.fact.player, move.by):
            return None
    return None


def _undone(view: View, row: Row) -> int:
    """The line that took a struck group back, or 0."""
    if not row.struck:
        return 0
    for group in view.kept.book.groups[view.kept.book.at(row.last) + 1 :]:
        if isinstance(group.head.fact, TakenBack) and group.head.fact.to < row.first:
            return group.first
    return 0
