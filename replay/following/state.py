"""What a session keeps about the thread that it follows."""

from typing import Literal

import msgspec

Unproven = Literal["accept", "confirm"]
"""What happens to a post whose author is not proven: it is read as any other, or its seat must confirm it."""


class FollowedThread(msgspec.Struct, frozen=True):
    """The thread that a session follows, and what was fetched from it so far.

    - `kind` and `place` are those of its `Source`; `secret` is the name of the token or password in the secrets file.
    - `begin`: the id of the first post to read, "" for the first post of the thread.
    - `seats`: the seats of authors, by author id. `-` is an author without a seat.
    - `is_paused`: a person paused it. `trouble`: why it stopped by itself, "" if it did not.
    """

    session: str
    kind: str
    place: str
    secret: str = ""
    begin: str = ""
    seats: dict[str, str] = {}
    unproven: Unproven = "accept"
    cursor: str = ""
    checked_ms: int = 0
    is_paused: bool = False
    trouble: str = ""
