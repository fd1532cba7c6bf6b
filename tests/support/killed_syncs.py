"""Rounds in which a process that follows a folder or a mail folder is killed, and the state after them.

A round adds posts to the folder and forks this process, which then fetches them. It is killed at a random moment, or
directly after a reply was sent and before that was noted.
"""

import os
import random
import signal
import time
import warnings
from contextlib import closing
from pathlib import Path
from typing import Final

from fake_mail import USER, WORD, FakeMail, mail_text
from imported import record_text
from keys_board import BEGUN

from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.opening import open_store
from projections.registry import registry
from replay.following.sync import SyncContext, SyncReport, sync_session
from replay.sources.folder import FolderSource
from replay.sources.imap import ImapSource
from replay.sources.source import Reply, Source

PEOPLE: Final = {"Amy": "tenth", "Rory": "twelfth", "Mo": "moderator"}


class KilledSource(FolderSource):
    """A folder. The process is killed directly after a reply was written."""

    def reply(self, reply: Reply) -> str:
        super().reply(reply)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class KilledImap(ImapSource):
    """A mail folder. The process is killed directly after a reply was handed in."""

    def reply(self, reply: Reply) -> str:
        super().reply(reply)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class KilledSyncs:
    """A session that follows a folder, in a database file or at `place`."""

    def __init__(self, folder: Path, place: str = "") -> None:
        self.place, self.thread = place or str(folder / "bell.db"), folder / "thread"
        self.thread.mkdir()
        with closing(open_store(self.place)) as store, closing(store.open_accounts()) as accounts:
            self.session = record_text(store, registry(), BEGUN).session
            self.begun = store.head(self.session).seq
            ImportDrafts(accounts).followed.begin(self.followed())
        start = time.monotonic()
        self.sync()
        self.takes_s = time.monotonic() - start

    def followed(self) -> FollowedThread:
        place = str(self.thread.resolve())
        return FollowedThread(self.session, "folder", place, seats=PEOPLE, reply_every_s=0, reported=self.begun)

    def source(self, place: str, *, is_killed: bool) -> Source:
        return KilledSource(place) if is_killed else FolderSource(place)

    def post(self, author: str, text: str) -> None:
        path = self.thread / f"{self._last() + 1:05d}-post.txt"
        path.with_suffix(".part").write_text(f"From: {author}\nDate: 2026-03-01 10:00\n\n{text}\n")
        path.with_suffix(".part").rename(path)

    def _last(self) -> int:
        return max((int(path.name.partition("-")[0]) for path in self.thread.glob("*.txt")), default=0)

    def sync(self, *, is_killed: bool = False) -> SyncReport:
        def opened(thread: FollowedThread) -> Source:
            return self.source(thread.place, is_killed=is_killed)

        with closing(open_store(self.place)) as store, closing(store.open_accounts()) as accounts:
            context = SyncContext(store, accounts, registry(), opened)
            return sync_session(context, self.session, at_once=True)

    def killed(self, chance: random.Random, *, after_reply: bool) -> bool:
        """Fetch in another process that is killed. Return whether it was killed before its end."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fake server has threads, which hold no lock here
            child = os.fork()
        if not child:
            try:
                if not after_reply:
                    signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.001, 1.5 * self.takes_s))
                self.sync(is_killed=after_reply)
            finally:
                os._exit(0)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])

    def posts(self) -> list[str]:
        """Return the names of the posts of players in order."""
        return sorted(path.name for path in self.thread.glob("*-post.txt"))

    def replies(self) -> list[str]:
        """Return the texts of the replies in order."""
        return [path.read_text() for path in sorted(self.thread.glob("*-cloister-bell.txt"))]


class KilledMailSyncs(KilledSyncs):
    """A session in a database file that follows a mail folder."""

    def __init__(self, folder: Path, fake: FakeMail) -> None:
        self.fake = fake
        super().__init__(folder)

    def followed(self) -> FollowedThread:
        place = f"imap://{USER}@127.0.0.1:{self.fake.imap_port}/INBOX"
        seats = {f"{name.lower()}@example.org": seat for name, seat in PEOPLE.items()}
        return FollowedThread(self.session, "imap", place, seats=seats, reply_every_s=0, reported=self.begun)

    def source(self, place: str, *, is_killed: bool) -> Source:
        return (KilledImap if is_killed else ImapSource)(place, WORD, to=("games@example.org",))

    def post(self, author: str, text: str) -> None:
        self.fake.deliver(mail_text(text, self.fake.next_uid, f"{author} <{author.lower()}@example.org>"))

    def posts(self) -> list[str]:
        return [f"m{uid}@example.org" for uid in self.fake.mails]

    def replies(self) -> list[str]:
        return [str(sent.message["Message-ID"]) for sent in self.fake.sent]
