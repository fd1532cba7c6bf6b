"""The kinds of sources, and the kind of a source by its text on the command line."""

from importlib import import_module
from typing import Any, Final

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.store.followed import FollowedThread
from replay.importing.archive import NOBODY
from replay.sources.source import NAME_ONLY, Source

_CLASSES: Final = {
    "discourse": "DiscourseSource", "boardgamegeek": "BoardGameGeekSource", "discord": "DiscordSource",
    "imap": "ImapSource", "feed": "FeedSource", "maildir": "MaildirSource", "folder": "FolderSource",
}  # fmt: skip
"""The kinds in the order in which they look at a text, and the class of each."""
_SECRETS: Final = {
    "discourse": ("USERNAME:KEY with an API key of the forum (empty: only read)", False),
    "boardgamegeek": ("the token of your BoardGameGeek application", True),
    "discord": ("the token of your Discord bot", True),
    "imap": ("the password of the mailbox", True),
}  # fmt: skip
_LOOPBACK: Final = lazy_pattern(r"(?<=[/@])(?:127\.0\.0\.1|\[::1\])(?=[:/])")
_LOCAL: Final = ("folder", "maildir")
_LONG: Final = ("discourse", "boardgamegeek", "discord")
"""The kinds that can begin to read in the middle of a long thread."""
_NUMBERED: Final = ("discourse", "discord")
"""The kinds whose authors have numbers as ids."""
MAIL: Final = ("imap", "maildir")
_EXAMPLES: Final = (
    "the address of a Discourse topic or of a feed, discord:CHANNEL, https://boardgamegeek.com/thread/NUMBER, "
    "imaps://USER@HOST/FOLDER, a local folder, or a Maildir"
)


def source_of(text: str) -> tuple[str, str]:
    """Return the kind and the place of a source. Raises RefusedError if no kind knows the text."""
    for kind in _CLASSES:
        place = _module(kind).recognise(text)
        if place is not None:
            return kind, place
    what = "this" if "@" in text else f'"{text.partition("?")[0][:100]}"'  # a password is never repeated
    raise RefusedError(
        f"{what} is not a thread that can be followed. Write {_EXAMPLES}. A password is asked for separately"
    )


def thread_of(kind: str, place: str) -> str:
    """Return which thread a source reads. Two sources with the same one read the same posts."""
    thread = _module(kind).thread_of(place) if kind == "feed" else f"{kind}:{place}"
    return _LOOPBACK.sub("localhost", thread, count=1)


def author_of(kind: str, text: str) -> str:
    """Return the id of an author as a source has it. Raises RefusedError if no author of this kind can have it."""
    if kind in MAIL:
        return text.lower()
    if text.startswith(NAME_ONLY) or kind not in (*_NUMBERED, "feed"):
        return text
    if kind == "feed":
        raise RefusedError(f'"{text[:60]}" is not the id of an author. A feed has only names: write {NAME_ONLY}NAME')
    if not text.isdecimal():
        raise RefusedError(f'"{text[:60]}" is not the id of an author, which is a number. `follow SESSION` lists them')
    return text


def open_source(thread: FollowedThread, secret: str, *, is_shared: bool) -> Source:
    """Open the source of a thread. `is_shared`: this server is for others. Raises SourceError."""
    kind = thread.kind
    if kind not in _CLASSES:
        raise RefusedError(f'this version of Cloister Bell cannot follow a thread of the kind "{kind[:40]}"')
    more: dict[str, Any] = {"is_shared": is_shared} if kind in _LOCAL else {}
    if kind in _LONG:
        more = {"begin": thread.begin}
    if kind in MAIL:
        more["server"] = thread.mail_server
    if kind == "imap":
        more |= {"to": thread.reply_to, "players": _addresses(thread)}
    source: Source = getattr(_module(kind), _CLASSES[kind])(thread.place, secret, **more)
    return source


def _addresses(thread: FollowedThread) -> tuple[str, ...]:
    """Return the addresses of the seats of a mail game."""
    return tuple(author for author, seat in thread.seats.items() if seat != NOBODY and "@" in author)


def _module(kind: str) -> Any:
    return import_module(f"replay.sources.{kind}")


def secret_of(kind: str) -> tuple[str, bool]:
    """Return the name of the secret that a kind takes, "" for none, and whether it is needed."""
    return _SECRETS.get(kind, ("", False))
