"""A local Maildir as a source: each mail in `cur` and `new` is a post. It is only read.

The form is that of the page "maildir" of the manual of qmail 1.03: a mail has a unique name, which begins with the time
of its delivery in seconds and ends before a colon. A mail never changes, so each one is a post once.
"""

import os
from collections.abc import Iterator, Mapping, Set as AbstractSet
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from events.lazy_patterns import lazy_pattern
from replay.sources.folder import UnreadableFileError, listed, name_order, open_folder, read_file
from replay.sources.mails import LARGEST_MAIL, id_of_mail, parse_headers, post_of_mail
from replay.sources.source import MOST_POSTS, Fetched, Reply, SourceError, SourcePost

KIND: Final = "maildir"
_PARTS: Final = ("new", "cur")
_DELIVERED: Final = lazy_pattern(r"([0-9]{9,10})\.")


def recognise(text: str) -> str | None:
    """Return the place of a Maildir that exists, or None."""
    with suppress(OSError, ValueError, RuntimeError):  # no such user, for example
        path = Path(text).expanduser()
        is_maildir = bool(text) and all((path / part).is_dir() for part in _PARTS)
        return str(path.resolve()) if is_maildir else None
    return None


class MaildirSource:
    """A Maildir. `server`: the mail server that may prove senders. `is_shared`: as for a folder of text files."""

    kind = KIND
    can_reply = False
    can_find = False

    def __init__(self, place: str, secret: str = "", *, server: str = "", is_shared: bool = False) -> None:
        self.place, self._server, self._is_shared = place, server, is_shared
        if secret:
            raise SourceError("a Maildir needs no token or password", is_lasting=True)

    def check(self) -> tuple[str, ...]:
        """Return what is missing to read the Maildir."""
        try:
            with self._opened():
                return ()
        except SourceError as error:
            return (str(error),)

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the mails after `cursor` that are not known. With `whole`, also look for known ones that are gone."""
        notes = list[str]()
        with self._opened() as folders:
            places = {name.partition(":")[0]: (folder, name) for folder in folders for name in listed(folder, notes)}
            keys = sorted((key for key in places if not key.startswith(".")), key=name_order)
            ids = {_id(key, *places[key]) for key in keys} if whole else set[str]()
            new = [key for key in keys if name_order(key) > name_order(cursor)]
            posts, last = self._posts(new, places, known, notes)
        if known and not keys:
            notes.append("the Maildir contains no mails any more")
        left = len(new) - MOST_POSTS
        more = f"{left} mails are left for the next fetch" if left > 0 else ""
        deleted = tuple(sorted(known - ids)) if ids else ()
        return Fetched(tuple(posts), last or cursor, deleted=deleted, notes=tuple(notes), more=more)

    def reply(self, reply: Reply) -> str:
        """Raise SourceError: a person sends the reply."""
        raise SourceError(f"a Maildir sends no mail. Send it yourself: {reply.title}", is_lasting=True)

    def find(self, marker: str) -> str:  # noqa: ARG002  # the protocol names it
        """Return "": nothing is sent."""
        return ""

    def _posts(
        self, keys: list[str], places: Mapping[str, tuple[int, str]], known: AbstractSet[str], notes: list[str]
    ) -> tuple[list[SourcePost], str]:
        """Read mails up to the first one that waits. Also return the last one that was read, or ""."""
        posts, seen, last = list[SourcePost](), set(known), ""
        for key in keys[:MOST_POSTS]:
            post = SourcePost(key, "somebody", "", 0, is_cut=True)
            try:
                file, delivered = read_file(*places[key], LARGEST_MAIL), _DELIVERED.match(key)
                post = post_of_mail(file.raw, key, int(delivered[1]) * 1000 if delivered else 0, self._server, notes)
            except UnreadableFileError as error:
                notes.append(f"{key!a}: {error}{'. It and the mails after it wait' if error.waits else ''}")
                if error.waits:
                    break
            if post.id not in seen:
                posts.append(post)
                seen.add(post.id)
            last = key
        return posts, last

    @contextmanager
    def _opened(self) -> Iterator[list[int]]:
        """Open both parts of the Maildir."""
        folders = list[int]()
        with open_folder(self.place, is_shared=self._is_shared) as folder:
            try:
                for part in _PARTS:
                    folders.append(os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder))
                yield folders
            except OSError as error:
                raise SourceError(f"{self.place} cannot be read: {error.strerror or error}") from error
            finally:
                for each in folders:
                    os.close(each)


def _id(key: str, folder: int, name: str) -> str:
    """Return the id of a mail; that of an unreadable one is its unique name."""
    with suppress(UnreadableFileError):
        return id_of_mail(parse_headers(read_file(folder, name, LARGEST_MAIL).raw), key)
    return key
