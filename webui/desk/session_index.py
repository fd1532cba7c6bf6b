"""The index of sessions behind lists: summaries that are made anew where a log has changed, a bounded number at once.

What one request does not get through is done behind it, by one thread.
"""

import threading
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.errors import BellError, UnknownSessionError
from events.store.accounts import Accounts
from events.store.protocol import EventStore
from events.store.records import SessionRow
from events.store.settings import Pace
from events.store.sqlite import SqliteStore
from events.store.summaries import Summaries, Summary, Wanted
from projections.shelf import Shelf
from replay.corrections.proposals import open_proposal
from replay.corrections.ruling import open_disputes
from replay.live.deadline import awaiting
from replay.posts.samples import sample_aliases
from replay.reading.timeline import Timeline
from webui.desk.headline import headline, why_held

LINES_AT_ONCE: Final = 8_000
"""So many lines are read for summaries while somebody waits for a list."""
_NO_GAME: Final = "this game is not on the shelf here"


class FoundSessions(NamedTuple):
    """A part of a list: the sessions on it, how many there are that run and that are over, and whether all is known."""

    sessions: tuple[Summary, ...]
    running: int
    over: int


class SessionIndex:
    """The summaries of a store's sessions, kept up. Safe for many threads."""

    def __init__(
        self, store: EventStore, shelf: Shelf, accounts: Accounts, version: str, at_once: int = LINES_AT_ONCE
    ) -> None:
        self.store, self.shelf, self.at_once = store, shelf, at_once
        self._summaries = Summaries(accounts, version)
        self._is_noted = isinstance(store, SqliteStore) and store.path == accounts.path.absolute()
        self._lock, self._worker = threading.Lock(), threading.Lock()

    def refresh(self) -> bool:
        """Make summaries anew where logs have changed; False where some are left to the thread behind."""
        is_at_work = self._worker.locked()
        if is_at_work or not self._summaries.are_there():
            self._summaries.make()  # what has begun meanwhile is listed, too
        if is_at_work:
            return False
        with self._lock:
            moved = self._moved()
            read = 0
            while moved and read <= self.at_once:
                read += self._renewed_or_dropped(moved.pop())
        if moved and self._worker.acquire(blocking=False):
            threading.Thread(target=self._work, args=(moved,), name="summaries", daemon=True).start()
        return not moved

    def _work(self, moved: list[str]) -> None:
        try:
            for session in moved:
                self._renewed_or_dropped(session)
        except BellError:  # the store was closed: the next process goes on
            pass
        finally:
            self._worker.release()

    def _renewed_or_dropped(self, session: str) -> int:
        """Make a summary anew, or forget it where its session was removed meanwhile; how many lines were read."""
        try:
            return self.renew(session).lines
        except UnknownSessionError:
            self._summaries.drop(session)
            return 0

    def _moved(self) -> list[str]:
        """The sessions that have changed; where nothing notes them each is looked at."""
        if self._is_noted:
            return self._summaries.moved()
        states, rows = self._summaries.states(), self.store.sessions()
        for gone in states.keys() - {row.session for row in rows}:
            self._summaries.drop(gone)
        return [row.session for row in rows if self._state(row.session) != states.get(row.session)]

    def _state(self, session: str) -> tuple[bytes, int]:
        return self.store.head(session).digest, self.store.erased(session)

    def renew(self, session: str) -> Summary:
        """Make the summary of a session anew, and keep it."""
        head, erased = self._state(session)
        found = summary_of(self.store, self.shelf, self.store.row(session), head, erased)
        self._summaries.put(found)
        return found

    def _sound(self, found: Mapping[str, Summary | None]) -> tuple[Summary, ...]:
        """Those that were found, made anew where they are damaged or a log has changed; what-ifs and lost ones fall."""
        kept = []
        for session, summary in found.items():
            try:
                head, erased = self._state(session)
                is_sound = summary is not None and (summary.head, summary.erased) == (head.hex(), erased)
                told = summary if summary is not None and is_sound else self.renew(session)
            except UnknownSessionError:
                self._summaries.drop(session)
                continue
            if not told.is_branch:
                kept.append(told)
        return tuple(kept)

    def branches(self) -> frozenset[str]:
        """The sessions that are what-ifs, as far as is known."""
        self.refresh()
        return self._summaries.branches()

    def of(self, sessions: Collection[str], wanted: Wanted = Wanted()) -> tuple[Summary, ...]:
        """Those of some sessions that fit."""
        return self._sound(self._summaries.of(sessions, wanted)) if sessions else ()

    def find(
        self, wanted: Wanted, start: int, most: int, *, without: Collection[str] = (), everything: bool = False
    ) -> FoundSessions:
        """So many that fit from a place on; what is not public only with `everything`, what-ifs never."""
        running, over = self._summaries.count(wanted, without=without, everything=everything)
        found = self._summaries.find(wanted, start, most, without=without, everything=everything)
        return FoundSessions(self._sound(found), running, over)


def summary_of(store: EventStore, shelf: Shelf, row: SessionRow, head: bytes, erased: int) -> Summary:
    """The summary of a session as its log stands, from what everybody may know."""
    bare = Summary(
        row.session, row.game, row.created_ms, row.title, row.alias, row.origin, head.hex(), erased, row.created_ms
    )
    if row.game not in shelf:
        return replace(bare, game_title=row.game, lines=store.head(row.session).seq, trouble=_NO_GAME)
    bare = replace(bare, game_title=shelf.meta(row.game).title, is_sample=row.alias in _aliases(row.game))
    try:
        timeline = Timeline.read(store, shelf, row.session)
    except BellError as error:
        return replace(bare, trouble=str(error))
    damage = str(timeline.reading.damage or "")
    if not timeline.last:
        return replace(bare, headline="Nothing filed yet", trouble=damage)
    ended = bool(timeline.reading.unsealed) or timeline.over
    asked, due, disputes = open_proposal(timeline.reading), awaiting(timeline, Pace()), open_disputes(timeline.reading)
    shown = timeline.ends["move"][-1] if ended and timeline.ends["move"] else timeline.last
    started, position = timeline.reading.started, timeline.position(timeline.last)
    return replace(
        bare,
        filed_ms=timeline.lines[-1].at_ms,
        seats=started.seats,
        seat_names=tuple(timeline.game.view.seat_name(position, seat) for seat in started.seats),
        headline=_standing(timeline, is_over=ended, disputed=bool(disputes), asked=asked is not None),
        lines=timeline.last, moves=len(timeline.addresses), turn=timeline.status(timeline.last).turn, is_over=ended,
        is_branch=bool(started.branch), disputed=disputes[0].line if disputes else 0,
        awaited=due.seats if due else (), since_ms=due.since_ms if due else 0,
        asked=asked.waiting if asked else (), trouble=damage,
        shown=shown, digest=timeline.lines[shown - 1].digest.hex()[:32], position=_one_line(timeline, shown),
    )  # fmt: skip


def _standing(timeline: Timeline, *, is_over: bool, disputed: bool, asked: bool) -> str:
    words = headline(timeline, timeline.last)
    if is_over and not timeline.status(timeline.last).outcome:
        words = f"Ended without an outcome; {words[:1].lower()}{words[1:]}"
    elif why_held(timeline):
        words = f"Held; {words[:1].lower()}{words[1:]}"
    words += "; a dispute is open" * disputed
    return f"{words}; a takeback is proposed" if asked else words


def _one_line(timeline: Timeline, seq: int) -> str:
    """A position in one line: the first that its text says behind the name of the game."""
    told = [line for line in timeline.game.view.text(timeline.position(seq)).splitlines() if line.strip()]
    rest = [line for line in told if line != timeline.game.meta.title]
    return rest[0] if rest else ""


@cache
def _aliases(game: str) -> frozenset[str]:
    return sample_aliases(game)
