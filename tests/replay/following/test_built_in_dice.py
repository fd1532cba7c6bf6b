"""A followed thread of a session with built-in dice and cards: no move is repeated after the program was stopped."""

import pytest
from imported import PostTable
from players import GAMES, started, ticking, tower
from scripted_source import START_MS, ScriptedSource

from events.events import Move
from events.session_events import PostOrigin
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.following.sync import SyncContext, SyncReport, sync_session
from replay.importing.draft import ImportDraft
from replay.importing.walk import Answer
from replay.posts.paste import Choice
from replay.session import submission
from replay.session.session import Session

TURN = "D: ? / P: Kr a1 open"
"""The first line of Black in this deal. Black then moves, if the tile is an open door."""


class StoppedError(BaseException):
    """The program is stopped."""


class TowerTable:
    def __init__(self, store: MemoryStore, accounts: Accounts) -> None:
        Session.create(
            store, GAMES, started("keys", 2), session="towertower00", tower=tower(), clock=ticking(),
            words={"black": "w0"}, resignation="play on",
        )  # fmt: skip
        self.table, self.source = PostTable(store, "towertower00"), ScriptedSource()
        self.drafts, self.begun = ImportDrafts(accounts), self.table.last
        thread = FollowedThread("towertower00", "scripted", "t", seats={"id-Amy": "black"}, reported=self.begun)
        self.drafts.followed.begin(thread)
        self.context = SyncContext(
            store, accounts, registry(), lambda _thread: self.source, clock=lambda: START_MS + 10**9
        )

    def sync(self) -> SyncReport:
        return sync_session(self.context, "towertower00", at_once=True)

    @property
    def inbox(self) -> ImportDraft:
        return ImportDraft.inbox(self.drafts, self.table.store, registry(), "towertower00")

    def moves(self) -> list[str]:
        entries = self.table.timeline().entries[self.begun :]
        return [type(entry.event).__name__ for entry in entries if isinstance(entry.event, Move) and not entry.implied]


def stop_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Stop the program before the move with this number is recorded."""
    calls, append = [], submission._Filing._append

    def stopping(filing: object, *given: object) -> None:
        calls.append(given)
        if len(calls) == number:
            raise StoppedError
        append(filing, *given)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(submission._Filing, "_append", stopping)


@pytest.mark.parametrize(("number", "recorded"), [(1, 0), (2, 1), (3, 2)])
def test_a_stopped_line_is_not_repeated(
    store: MemoryStore, accounts: Accounts, monkeypatch: pytest.MonkeyPatch, number: int, recorded: int
) -> None:
    game = TowerTable(store, accounts)
    game.source.post("Amy", TURN)
    with monkeypatch.context() as stopping:
        stop_at(stopping, number)
        with pytest.raises(StoppedError):
            game.sync()
    assert len(game.moves()) == recorded
    report = game.sync()
    assert len(game.moves()) == (recorded or 2)
    assert len(game.table.events(PostOrigin)) == 1
    assert bool(report.waiting) == (recorded == 1)
    if report.waiting:
        inbox = game.inbox
        list(inbox.follow())
        assert inbox.walk is not None
        assert inbox.walk.open is not None
        assert "the program stopped while it recorded line 1" in inbox.walk.open.trouble
        inbox.answer(inbox.keys[0], Answer({1: Choice(chat=True)}), "moderator")
        assert (game.sync().waiting, len(game.moves())) == ("", 1)
