"""Preselect the seat of a pasted post that has no block headers. The person who pastes it can choose another seat."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.errors import BellError
from events.lazy_patterns import lazy_pattern
from events.store.accounts import SEAT, Accounts
from events.store.protocol import EventStore
from projections.wording import joined, titled
from replay.posts.blocks import Post, unfenced
from replay.posts.directives import is_command, read_directive
from replay.posts.paste import Pasted, Poster, lines_of, only_commands, posts_of
from replay.posts.read import read_post
from replay.reading.timeline import Timeline
from replay.session.consent import MODERATOR
from replay.session.seats import live_links

AUTHOR_LINE: Final = "the author line"
NAME: Final = "the name in the post"
ONLY_SEAT: Final = "the only seat to move"
COMMANDS: Final = "the commands in the post"
_WROTE: Final = lazy_pattern(
    r"(?P<one>[^\n>|»]{1,60}?) (?:wrote|writes|said|says|posted)\b[^.!?\n]{0,60}:"
    r"|(?:re: .{0,80}? )?(?:post(?:ed)? )?by:? (?P<two>[^\n»|,]{1,60}?)(?: ?(?:»|\||,| on | at ).{0,60})?",
    re.IGNORECASE,
)
"""The line above a post that names its author: `Rose wrote:` or `Post by Rose » Tue Oct 06, 2026`."""
_MARKUP: Final = lazy_pattern(r"\[/?[a-z]+(?:=[^\]]{0,80})?\]|[*_`#]+", re.IGNORECASE)
_QUOTED: Final = lazy_pattern(r"\s*(?:>|\[quote)", re.IGNORECASE)


class Whose(NamedTuple):
    """The preselected seat (or `moderator`) of a post, and what it was found by.

    The seat is "" if no seat is preselected. `author` is a name in the author line that is not known.
    """

    seat: str = ""
    source: str = ""
    author: str = ""
    is_to_move: bool = False

    @property
    def is_named(self) -> bool:
        """Whether the post itself names the seat or its player."""
        return bool(self.seat) and self.source != ONLY_SEAT


def preselect_seat(timeline: Timeline, accounts: Accounts, pasted: Pasted, poster: Poster) -> Whose:
    """Return the preselected seat of a post that a moderator pastes.

    No seat is preselected if the post names its seat in a header or is a private line, or if a player or judge posts.
    The moderator is preselected for a post of directives. The only seat to move is not preselected for a post with
    directives and other lines, which the moderator may have written.
    """
    alone = read_directive(pasted.text)
    is_private = alone is not None and alone.stands_alone
    if pasted.seat or poster.seat or poster.is_judge or poster.records or is_private:
        return Whose()
    try:
        posts = posts_of(pasted, poster, timeline.reading.started.seats)
    except BellError:
        return Whose()
    if any(post.blocks for post in posts):
        return Whose()
    if only_commands(lines_of(pasted)):
        return Whose(MODERATOR, COMMANDS)
    return _preselected(timeline, accounts, pasted, posts)


def _preselected(timeline: Timeline, accounts: Accounts, pasted: Pasted, posts: Sequence[Post]) -> Whose:
    """Return the seat whose player posts without a header name, or else the only seat to move."""
    session, awaited = timeline.row.session, timeline.status(timeline.last).awaited
    others = (link.name for link in live_links(accounts, session) if link.role != SEAT)
    names = _Names(timeline, accounts.names(session), others)
    statements = [one for post in posts for one in _said(post, names)]
    found = [(one, source) for name, source in statements for one in names.seats(name)]
    if len({seat for seat, _ in found}) == 1 and found[0][0]:
        seat, source = found[0]
        return Whose(seat, source, is_to_move=seat in awaited)
    author = next((name for name, _ in statements), "")
    has_directive = any(read_directive(line) is not None for line in pasted.text.splitlines())
    if found or has_directive or len(awaited) != 1 or len(posts) > 1:
        return Whose(author=author)
    return Whose(awaited[0], ONLY_SEAT, author, is_to_move=True)


def seat_at_once(
    timeline: Timeline, store: EventStore, accounts: Accounts, pasted: Pasted, poster: Poster
) -> Whose:  # fmt: skip
    """Return the preselected seat for a program, which records the post without showing the seat first.

    The only seat to move counts only if it could have written a move, and if no author line names a stranger. Commands
    that a seat can write too do not count.
    """
    found = preselect_seat(timeline, accounts, pasted, poster)
    if found.source == COMMANDS:
        return Whose()
    if found.is_named or not found.seat:
        return found
    read = read_post(timeline, store, replace(pasted, seat=found.seat), poster)
    return Whose() if found.author or all(line.status == "chat" for line in read.lines) else found


def command_without_seat(timeline: Timeline, pasted: Pasted, poster: Poster) -> str:
    """Return the first command of a post that does not say whose it is, "" for any other post.

    All lines of such a post would be recorded as chat.
    """
    alone = read_directive(pasted.text)
    if poster.is_judge or (alone is not None and alone.stands_alone):
        return ""
    try:
        posts = posts_of(pasted, poster, timeline.reading.started.seats)
    except BellError:  # the answer says what is wrong
        return ""
    if any(post.blocks for post in posts):
        return ""
    return next((line.strip() for line in lines_of(pasted) if is_command(line)), "")


def whose_says(timeline: Timeline, found: Whose) -> str:
    """Return sentences that say which seat is preselected, and why."""
    if found.source == COMMANDS:
        return "The moderator is preselected, because the post consists of commands."
    position, status = timeline.position(timeline.last), timeline.status(timeline.last)
    name = timeline.game.view.seat_name(position, found.seat)
    if not found.is_named:
        unknown = f'The author line names "{found.author}", which is not a known name. ' if found.author else ""
        return f"{unknown}{name} is preselected as {found.source}."
    waiting = joined([timeline.game.view.seat_name(position, seat) for seat in status.awaited])
    turn = (
        "" if found.is_to_move else f" It is not {name}'s turn{f': the game waits for {waiting}' if waiting else ''}."
    )
    return f"{name} is preselected from {found.source}.{turn}"


class _Names:
    """The names of the people of a session, with their seats ("" for people without a seat)."""

    def __init__(self, timeline: Timeline, players: Mapping[str, str], others: Iterable[str]) -> None:
        seats, position = timeline.reading.started.seats, timeline.position(timeline.last)
        called = ((seat, timeline.game.view.seat_name(position, seat), players.get(seat, "")) for seat in seats)
        own = [(_words(name), seat) for seat, *names in called for name in (seat, titled(seat), *names)]
        self._known = [(words, seat) for words, seat in (*own, *((_words(name), "") for name in others)) if words]
        self._awaited = timeline.status(timeline.last).awaited

    def seats(self, name: str, *, is_alone: bool = False) -> set[str]:
        """Return the seats of the people with this name, or else this first name. Prefer the seats that must move.

        With `is_alone`, `name` is a whole line of a post, so its first word is not enough.
        """
        words = _words(name)
        found = {seat for one, seat in self._known if one == words} or {
            seat for one, seat in self._known
            if words[:1] == one[:1] and (len(words) == 1 or (len(one) == 1 and not is_alone))
        }  # fmt: skip
        return found & {*self._awaited} or found if "" not in found else found


def _said(post: Post, names: _Names) -> Iterator[tuple[str, str]]:
    """Yield the names of people who may have written a post, each with the place of the name."""
    if post.author != "table":
        yield post.author, AUTHOR_LINE
        return
    lines, statements = post.text.split("\n"), unfenced(post, "moderator").blocks[0].lines
    stated = list[str]()
    for at, line in enumerate(statements):
        after = next((one for one in lines[line.number - post.number + 1 :] if one.strip()), "")
        name = None if _QUOTED.match(after) else _stated(line.text, names, is_first=at == 0)
        stated += [] if name is None else [name]
    yield from ((name, AUTHOR_LINE) for name in stated)
    for line in () if stated else (*statements[:1], *statements[1:][-1:]):
        name = _plain(line.text).strip(" -\u2013\u2014~:")
        if names.seats(name, is_alone=True):
            yield name, NAME


def _stated(line: str, names: _Names, *, is_first: bool) -> str | None:
    """Return the author that a line names; None for other lines. Only the first line may name a stranger."""
    found = _WROTE.fullmatch(_plain(line))
    if found is None:
        return None
    name = (found["one"] or found["two"]).strip()
    is_head = is_first and (found["one"] or found[0].casefold().startswith("post"))
    return name if names.seats(name) or is_head else None


def _plain(line: str) -> str:
    return _MARKUP.sub("", line).strip()


def _words(name: str) -> Sequence[str]:
    return name.casefold().split()
