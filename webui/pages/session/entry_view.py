"""The contents of the viewer page at one entry: position, changes, links, and the properties of the session."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from events.events import ALL, OMNISCIENT, UNKNOWN
from events.signature import FINGERPRINT
from projections.wording import heading, rules_in_words
from replay.audit.findings import Finding
from replay.posts.unread_lines import ChatLine, chat_lines, may_hold_chat
from replay.reading.chance_trust import NO_PLAYER_SEED, proof_in_words
from replay.reading.ending import why_held
from replay.reading.notes import NOBODY
from replay.reading.timeline import Grain
from replay.session.consent import policy_of
from replay.session.notes import WHOM
from replay.session.signing import keys_of
from webui.access.responses import asset_version
from webui.access.view import SessionView, current_context, view_query
from webui.views.board_things import panel_of_step
from webui.views.headline import headline
from webui.views.line_notes import ShownNote, notes_at, notes_to_show
from webui.views.log_rows import LogRow, TurnSection, original_post, undone_by

_SAID: Final = 120  # the maximum length of an announcement for screen readers

_LABELS: Final[Mapping[Grain, str]] = {"line": "Entry", "move": "Move", "turn": "Turn", "round": "Round"}
TRUST: Final = ("Dice and cards", "Host", "Origin")
"""The names of the session's properties that affect trust in its dice."""


class StepButton(NamedTuple):
    """One button of the step bar, found by `name`. `seq` is the entry to step to, None if there is none."""

    name: str
    label: str
    says: str
    seq: int | None


class ViewLink(NamedTuple):
    """A link to another viewer's view of this entry. A private view ends at entry `most`; 0 means it never ends."""

    label: str
    seq: int
    query: str
    is_current: bool
    most: int = 0


class EntryView:
    """All data for the template of the viewer page at one entry.

    With `in_file` it is for an offline page: with the complete log and charts, and without forms.
    """

    whom = WHOM

    def __init__(self, view: SessionView, seq: int, *, in_file: bool = False) -> None:
        self.view, self.seq, self.in_file = view, seq, in_file
        timeline, self.book = view.timeline, view.cached.book
        game, at = timeline.game, self.book.at(seq)
        self.row, self.status = self.book.row(at), timeline.status(seq)
        self.turn = self.book.sections[self.book.section_at(at)].turn
        told = timeline.shown(seq)
        self.title = self.row.text if told in (self.row.first, self.row.last) else timeline.sentence(told)
        self.heading = heading(self.title)
        self.said = _announcement(self.row, seq, f"{_place_in_words(self.row, seq)}: {self.title}")
        self.headline = headline(timeline, seq)
        self.is_over = self.status.outcome is not None or bool(timeline.closed(seq))
        outcome = f"{self.headline}, turn {self.status.turn}" if self.is_over else ""
        self.name = outcome or f"{self.row.address} {self.title}"
        self.panels, self.board, self.words, self.odds = view.cached.board(seq)
        self.changes = tuple(told.text for told in self.row.told if told.seq <= seq)
        self.moves: Sequence[int] = timeline.ends["move"]
        self.marks: Mapping[int, Sequence[Finding]] = view.public.findings if view.is_over else {}
        self.findings = self.marks.get(self.row.first, ())
        drawn = enumerate(game.view.charts)
        self.charts = [(chart.title, timeline.chart(timeline.last, n) if in_file else "") for n, chart in drawn]
        self.window = self.book.whole() if in_file else self.book.window(seq)
        self.post, self.undone = original_post(self.book, at), undone_by(self.book, self.row)
        self.noted = notes_to_show(timeline, NOBODY if in_file else view.note_reader)
        self.notes = notes_at(self.noted, self.row.first, self.row.last)
        self.notes_by_row = Counter(timeline.group_at(one.at).first for one in self.noted if one.at)

    @cached_property
    def panel_of_step(self) -> str:
        """The panel with most things that the user can move now, or "" if it is not the user's turn at this entry."""
        view, timeline = self.view, self.view.timeline
        if self.in_file or not view.is_my_turn or view.viewer != view.who.seat or self.seq < timeline.shown_first:
            return ""
        legal = timeline.game.rules.legal(timeline.position(timeline.last), view.who.seat)
        return panel_of_step(view.cached.board(timeline.last).panels, legal)

    @property
    def lasting(self) -> str:
        """The URL query for pictures and data of this position. For spectators, caches may keep the files forever."""
        if not self.view.is_public:
            return self.view.query
        return f"?d={self.view.timeline.digest(self.seq)}&v={asset_version()}"

    @cached_property
    def steps(self) -> Mapping[str, StepButton]:
        """The buttons that step through the log, by name, such as `move-back`."""
        timeline, seq = self.view.timeline, self.seq
        steps = [
            StepButton("first", "First", "To the first entry", 1 if seq > 1 else None),
            StepButton("last", "Last", "To the last entry", timeline.last if seq < timeline.last else None),
        ]
        for grain, label in _LABELS.items():
            steps += [
                StepButton(f"{grain}-back", label, f"Back one {label.lower()}", timeline.step(seq, grain, -1)),
                StepButton(f"{grain}-forward", label, f"Forward one {label.lower()}", timeline.step(seq, grain, 1)),
            ]
        return {step.name: step for step in steps}

    @property
    def looks(self) -> Sequence[ViewLink]:
        """Links to this entry as each viewer whose view the user may open sees it."""
        view, seq, viewers = self.view, self.seq, _viewers(self.view)
        names, ends = {ALL: "a spectator", OMNISCIENT: "the moderator"}, {} if view.is_open else view.looked
        return [
            ViewLink(
                names.get(viewer) or view.public.book.seat_name(viewer, view.timeline.last),
                min(seq, ends.get(viewer, seq)), view_query(viewer, now=view.now), viewer == view.viewer,
                ends.get(viewer, 0),
            )
            for viewer in viewers if len(viewers) > 1
        ]  # fmt: skip

    @property
    def times(self) -> Sequence[ViewLink]:
        """Links to this entry as known then and as known now."""
        seq, viewer, is_now = self.seq, self.view.viewer, self.view.now
        then = ViewLink("as known then", seq, view_query(viewer, now=False), not is_now)
        now = ViewLink("as known now", seq, view_query(viewer, now=True), is_now)
        return (then, now) if self.view.is_over else ()

    def row_html(self, row: LogRow, make: Callable[[LogRow], str]) -> str:
        """Return a row of the log as HTML, which `make` makes only once if all pages of this view show the same row.

        A row that contains the current entry, or has a post, a note or a finding, depends on the page or its user.
        """
        is_here = row.first <= self.seq <= row.last
        if self.in_file or is_here or row.post or row.first in self.marks or row.first in self.notes_by_row:
            return make(row)
        return self._kept_html.get(row.first) or self._kept_html.setdefault(row.first, make(row))

    def heading_html(self, section: TurnSection, make: Callable[[TurnSection], str]) -> str:
        """Return the heading of a turn in the log as HTML; `make` makes it only once for all pages of this view."""
        if self.in_file:
            return make(section)
        return self._kept_html.get(-section.first) or self._kept_html.setdefault(-section.first, make(section))

    @cached_property
    def _kept_html(self) -> dict[int, str]:
        """The rows of this view's log as HTML by first entry, and its headings by the same with a minus sign."""
        return self.book.html_of(self.view.base)

    def may_speak(self, row: LogRow) -> bool:
        """Return whether the user may turn a chat line of the post in `row` into a move."""
        return not self.in_file and may_speak(self.view, row)

    @cached_property
    def chat(self) -> Sequence[ChatLine]:
        """The chat lines of the shown post, if the user may turn them into moves."""
        store, row = current_context().store, self.row
        return chat_lines(self.view.timeline, store, row.first) if self.may_speak(row) else ()


def may_speak(view: SessionView, row: LogRow) -> bool:
    """Return whether the user may turn a chat line of the post in `row` into a move: its seat, moderator or judge.

    Nothing in the post was read as a move.
    """
    who, may_be_chat = view.who, row.post not in ("", UNKNOWN) and may_hold_chat(row.post)
    may = who.seat == row.speaker if who.seat else who.may_rule
    may = may and bool(row.speaker) and not view.is_over and view.viewer in (who.viewer, ALL)
    return may_be_chat and may and not view.cached.book.posts.has_moves(row.first)


def shown_notes(view: SessionView) -> list[ShownNote]:
    """Return the notes that the user may read in the requested view."""
    return notes_to_show(view.timeline, view.note_reader)


def _place_in_words(row: LogRow, seq: int) -> str:
    if "." not in row.address:
        return f"Entry {seq}"
    where = f"Move {row.address}"
    return where if seq in (row.first, row.last) else f"{where}, entry {seq}"


def _announcement(row: LogRow, seq: int, announced: str) -> str:
    if seq == row.last:
        for told in row.told:
            if len(announced) + len(told.text) + 1 > _SAID:
                break
            announced = f"{announced} {told.text}"
    return announced if len(announced) <= _SAID else f"{announced[: _SAID - 1]}\u2026"


def _viewers(view: SessionView) -> Sequence[str]:
    if view.is_open:
        return (ALL, *view.seats, OMNISCIENT)
    own = (view.who.seat,) if view.who.seat else ()
    return (ALL, *own, *(viewer for viewer in (*view.seats, OMNISCIENT) if viewer in view.looked))


class NamedProperty(NamedTuple):
    """A public property of a session with its name, such as the source of its dice. A warning is highlighted."""

    name: str
    value: str
    is_warning: bool = False


def properties_of(view: SessionView) -> tuple[NamedProperty, ...]:
    """Return the public properties of a session."""
    timeline = view.public.timeline
    started = timeline.reading.started
    book, policy = view.public.book, policy_of(started)
    options = ", ".join(f"{name}: {_plain_text(value)}" for name, value in started.options.items())
    rules = rules_in_words(started.rules, view.public.rules_changes, timeline.game.meta.rules_number)
    keys, host = keys_of(timeline.reading), book.seat_name(started.host, timeline.last) if started.host else ""
    facts = {
        "Game": f"{timeline.game.meta.title}, {rules}",
        "Seats": ", ".join(book.seat_name(seat, timeline.last) for seat in started.seats),
        "Dice and cards": _dice_trust(view),
        "Options": options or "as in the rulebook",
        "Corrections": f"{policy.name}: {policy.says}",
        "Session": f"{view.row.session}{f' ({view.row.alias})' if view.row.alias else ''}",
        "Last entry": f"#{timeline.last}, digest {timeline.digest(timeline.last)}",
        "Signed with": f"key {keys[-1].key[:FINGERPRINT]}" if keys else "",
    }
    warnings = {
        "Locked": why_held(timeline.reading),
        "Host": f"{host} runs the server and could foresee dice and cards" if host else "",
        "Origin": "" if view.row.origin == "here" else "imported: its dice roller is not on this server",
    }
    return tuple(NamedProperty(name, words, name in warnings) for name, words in {**facts, **warnings}.items() if words)


def _dice_trust(view: SessionView) -> str:
    reading = view.public.timeline.reading
    started = reading.started
    sources = dict.fromkeys((started.dice, started.cards))
    names = {"tower": "from the dice roller", "typed": "entered by hand"}
    names_of_sources = [names.get(source, f"from {source.removeprefix('other:')}") for source in sources]
    if "tower" in sources and not any(reading.seat_words().values()):
        names_of_sources.append(NO_PLAYER_SEED)
    return f"{', '.join(names_of_sources)}. {proof_in_words(reading)}"


def _plain_text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {_plain_text(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(_plain_text(item) for item in value) or "none"
    return str(value) if value != "" else "none"
