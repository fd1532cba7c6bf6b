"""Rounds in which a process that follows a folder is killed, and the state after them.

A round adds posts to the folder and forks this process, which then fetches them. It is killed at a random moment, or
directly after a reply was written and before that was noted.
"""

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from imported import record_text
from keys_board import BEGUN

from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.opening import open_store
from projections.registry import registry
from replay.following.sync import SyncContext, SyncReport, sync_session
from replay.sources.folder import FolderSource
from replay.sources.source import Reply

SEATS: Final = {"Amy": "tenth", "Rory": "twelfth", "Mo": "moderator"}


class KilledSource(FolderSource):
    """A folder. The process is killed directly after a reply was written."""

    def reply(self, reply: Reply) -> str:
        super().reply(reply)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class KilledSyncs:
    """A session in a database file that follows a folder."""

    def __init__(self, folder: Path, begun: str = BEGUN) -> None:
        self.place, self.thread = str(folder / "bell.db"), folder / "thread"
        self.thread.mkdir()
        with closing(open_store(self.place)) as store, closing(store.open_accounts()) as accounts:
            self.session = record_text(store, registry(), begun).session
            self.begun = store.head(self.session).seq
            thread = FollowedThread(
                self.session, "folder", str(self.thread.resolve()), seats=SEATS, reply_every_s=0, reported=self.begun
            )
            ImportDrafts(accounts).followed.begin(thread)
        start = time.monotonic()
        self.sync()
        self.takes_s = time.monotonic() - start

    def post(self, author: str, text: str) -> None:
        path = self.thread / f"{self._last() + 1:05d}-post.txt"
        path.with_suffix(".part").write_text(f"From: {author}\nDate: 2026-03-01 10:00\n\n{text}\n")
        path.with_suffix(".part").rename(path)

    def _last(self) -> int:
        return max((int(path.name.partition("-")[0]) for path in self.thread.glob("*.txt")), default=0)

    def sync(self, source: Callable[[str], FolderSource] = FolderSource) -> SyncReport:
        with closing(open_store(self.place)) as store, closing(store.open_accounts()) as accounts:
            context = SyncContext(store, accounts, registry(), lambda thread: source(thread.place))
            return sync_session(context, self.session, at_once=True)

    def killed(self, chance: random.Random, *, after_reply: bool) -> bool:
        """Fetch in another process that is killed. Return whether it was killed before its end."""
        child = os.fork()
        if not child:
            try:
                if not after_reply:
                    signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.001, 1.5 * self.takes_s))
                self.sync(KilledSource if after_reply else FolderSource)
            finally:
                os._exit(0)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])

    def posts(self) -> list[str]:
        """Return the names of the posts of players in order."""
        return sorted(path.name for path in self.thread.glob("*-post.txt"))

    def replies(self) -> list[str]:
        """Return the texts of the replies in order."""
        return [path.read_text() for path in sorted(self.thread.glob("*-cloister-bell.txt"))]
