"""Opening the thread of a session with its secret."""

from events.errors import RefusedError
from events.store.followed import FollowedThread
from events.store.protocol import DatabaseStore
from replay.following.sync import OpenSource
from replay.sources.kinds import open_source
from replay.sources.source import Source, SourceError


def source_opener(store: DatabaseStore, *, is_shared: bool) -> OpenSource:
    """Return a function that opens the source of a thread. `is_shared`: this server is for others.

    The function raises SourceError, also for a secret that is missing, or that other users can read.
    """

    def open_thread(thread: FollowedThread) -> Source:
        try:
            secret = store.secrets_file.read(thread.secret) if thread.secret else ""
        except RefusedError as error:
            raise SourceError(str(error)) from error
        return open_source(thread, secret, is_shared=is_shared)

    return open_thread
