"""A session to which posts are filed, and questions about it that tests of posts ask."""

from typing import Any

from events.events import ALL, OMNISCIENT, Event
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.chance.clock import Clock, now_ms
from replay.posts.file import FiledPost, file_post
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session

MODERATOR = Poster("moderator")


class PostTable:
    def __init__(self, store: EventStore, name: str, games: Registry | None = None, clock: Clock = now_ms) -> None:
        self.store, self.name, self.games, self.clock = store, name, games or registry(), clock

    @property
    def session(self) -> Session:
        return Session.load(self.store, self.games, self.name, self.clock)

    @property
    def last(self) -> int:
        return self.store.head(self.name).seq

    def timeline(self, viewer: str = ALL) -> Timeline:
        return Timeline.read(self.store, self.games, self.name, viewer)

    def events(self, *kinds: type[Event], after: int = 0) -> list[Any]:
        return [entry.event for entry in self.timeline(OMNISCIENT).entries[after:] if isinstance(entry.event, kinds)]

    def file(self, text: str, poster: Poster = MODERATOR, **more: Any) -> FiledPost:
        return file_post(self.store, self.games, self.name, Pasted(text=text, **more), poster, self.clock)

    def filed(self, text: str, poster: Poster = MODERATOR, **more: Any) -> FiledPost:
        done = self.file(text, poster, **more)
        assert done.is_done, done
        return done

    def read(self, text: str, poster: Poster = MODERATOR, **more: Any) -> ReadPaste:
        before = self.store.head(self.name)
        found = read_post(self.timeline(poster.viewer), self.store, Pasted(text=text, **more), poster)
        assert self.store.head(self.name) == before, "reading wrote something"
        return found
