"""What every source of posts has in common: its posts, one fetch, one reply, and its errors.

A source is a thread that a session follows: a forum topic, a mail folder, a channel or a local folder. One module for
each kind implements `Source`. A source reads and writes only its own thread. It never reads the database and decides
nothing about moves.
"""

from collections.abc import Set as AbstractSet
from hashlib import sha256
from typing import Final, Literal, Protocol

import msgspec

from events.errors import RefusedError
from replay.importing.archive import one_line, shown_name

Proof = Literal["none", "account", "dmarc", "dkim"]
"""How a source proves the author of a post.

- `account`: the author was logged in to the forum or channel.
- `dmarc`, `dkim`: a mail server that the mailbox trusts has checked the sender's domain.
- `none`: nobody has checked the author.
"""
NAME_ONLY: Final = "name:"
"""The beginning of the id of an author whose source has only names."""
RECENT: Final = 50
"""The number of last posts that each fetch reads again, to find edits."""
MOST_POSTS: Final = 5_000
"""The most posts of a thread that one fetch reads."""


def id_of_name(name: str) -> str:
    """Return the id of an author who is known by a name. Different names always have different ids.

    A name with signs that cannot be seen, or that is not one short line, gets a hash of the exact name.
    """
    is_plain = name == one_line(name) and name.isprintable() and "#" not in name and "@" not in name[1:]
    return name if is_plain else f"{shown_name(name)}#{sha256(name.encode(errors='surrogatepass')).hexdigest()[:20]}"


class SourcePost(msgspec.Struct, frozen=True):
    """A post as its source has it.

    - `id`: its id, which never changes in its source. `answers`: the id of the post that it answers, or "".
    - `author`: the exact name. `author_id`: the id of the author, which never changes; "" if the source has only names.
    - `text`: plain text, without quotes of other posts.
    - `at_ms`, `edited_ms`: when it was written and last edited, in milliseconds since 1970; 0 if unknown or not edited.
    - `is_unedited`: the source says that nobody has edited it. Its text may still differ, as a person got a new name.
    - `is_automatic`: a bot, a webhook or the system wrote it, or it is an automatic mail.
    - `is_cut`: the source shows only the beginning of the text.
    """

    id: str
    author: str
    text: str
    at_ms: int
    author_id: str = ""
    link: str = ""
    edited_ms: int = 0
    answers: str = ""
    proof: Proof = "none"
    is_automatic: bool = False
    is_cut: bool = False
    is_unedited: bool = False


class Fetched(msgspec.Struct, frozen=True):
    """The result of one fetch, oldest post first.

    - `cursor`: the text to give to the next fetch. Its form belongs to the source.
    - `has_gap`: posts between the last fetch and this one may be missing.
    - `is_whole`: `posts` are all posts of the thread, so a known post that is not among them was deleted.
    - `deleted`: ids of known posts that the source reports as deleted.
    - `closed`: why no further posts will come, for example "the topic was closed"; "" if they can.
    - `notes`: what was left out, one sentence each.
    - `more`: why this fetch has not read all posts, so that another fetch should follow at once; "" if it has.
    """

    posts: tuple[SourcePost, ...]
    cursor: str = ""
    has_gap: bool = False
    is_whole: bool = False
    deleted: tuple[str, ...] = ()
    closed: str = ""
    notes: tuple[str, ...] = ()
    more: str = ""


class Reply(msgspec.Struct, frozen=True):
    """A reply to post in the thread. `marker` is a part of `text` by which the reply is found again; no other has it.

    - `answers`: the id of the post that it answers, or "". `title`: the subject, for mail.
    - `picture`: a PNG, or empty bytes.
    """

    text: str
    marker: str
    answers: str = ""
    title: str = ""
    picture: bytes = b""


class SourceError(RefusedError):
    """A source could not be read or written. The message says what to do and contains no secret.

    - `wait_s`: try again after this many seconds; 0 if the source does not say.
    - `is_lasting`: the same request will fail again until a person changes something.
    - `may_have_arrived`: a reply may have been posted although no answer came. If the error is lasting as well, the
      reply is not sent again.
    """

    code = "source"

    def __init__(
        self, message: str, *, wait_s: int = 0, is_lasting: bool = False, may_have_arrived: bool = False
    ) -> None:
        super().__init__(message)
        self.wait_s, self.is_lasting, self.may_have_arrived = wait_s, is_lasting, may_have_arrived


class Source(Protocol):
    """A thread that a session follows."""

    kind: str
    """The kind, as typed on the command line: `discourse`, `feed`, `imap`, `boardgamegeek`, `discord`, `folder`,
    `maildir`."""
    place: str
    """The place of the thread: the same text for the same thread, without a secret. Two sessions cannot follow it."""
    can_reply: bool
    """Whether `reply` posts. If not, a person copies the text of a reply into the thread."""
    can_find: bool
    """Whether `find` can search the thread."""

    def check(self) -> tuple[str, ...]:
        """Return what is missing to follow the thread, one sentence each, without changing anything."""
        ...

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the posts after `cursor` ("" for the beginning) and the last `RECENT` posts.

        `known` are the ids of the posts that were fetched before. `whole` asks for all posts. Raises SourceError.
        """
        ...

    def reply(self, reply: Reply) -> str:
        """Post a reply and return its id. Raises SourceError."""
        ...

    def find(self, marker: str) -> str:
        """Return the id of our own post that contains `marker`, or "". Raises SourceError."""
        ...
