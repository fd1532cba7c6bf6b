"""Opening the thread of a session with its secret."""

from events.store.followed import FollowedThread
from events.store.protocol import DatabaseStore
from replay.following.sync import OpenSource
from replay.sources.kinds import open_source
from replay.sources.source import Source


def source_opener(store: DatabaseStore, *, is_shared: bool) -> OpenSource:
    """Return a function that opens the source of a thread. `is_shared`: this server is for others.

    The function raises SourceError, and RefusedError for a missing or readable secret.
    """

    def open_thread(thread: FollowedThread) -> Source:
        secret = store.secrets_file.read(thread.secret) if thread.secret else ""
        return open_source(thread, secret, is_shared=is_shared)

    return open_thread
