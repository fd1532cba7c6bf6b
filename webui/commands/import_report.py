"""What `import` prints: how posts read, what was recorded, which drafts there are."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from events.store.protocol import EventStore
from projections.registry import registry
from replay.importing.authors import NOBODY, Author
from replay.importing.draft import DraftState
from replay.importing.walk import OpenPost, ThreadWalk, WalkedPost
from replay.posts.lines import ReadLine
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from webui.commands.output import plural, print_signed, say, warn, witness, write_json
from webui.views.headline import headline

MOST_OPEN: Final = 40
"""The most unclear posts that are listed."""
_SHOWN: Final = 76


class _DraftState(msgspec.Struct, frozen=True):
    draft: str
    posts: int
    answered: int
    session: str
    recorded: int


def open_lines(current_post: OpenPost) -> Sequence[ReadLine]:
    """The lines of a post that are asked about: the one that cannot be recorded, else those that are unclear."""
    return (current_post.stopped,) if current_post.stopped is not None else current_post.paste.open


def print_drafts(drafts: Sequence[DraftState], *, as_json: bool) -> int:
    """List the drafts."""
    found = [
        _DraftState(one.name, len(one.archive.posts), len(one.answers), one.session, len(one.recorded))
        for one in drafts
    ]  # fmt: skip
    if as_json:
        write_json(found)
        return 0
    for one in found:
        state = f"; {one.recorded} recorded in {one.session}" if one.session else ""
        say(f"{one.draft}: {plural(one.posts, 'post')}, {one.answered} answered{state}")
    if not found:
        say("no drafts")
    return 0


def state_of(walk: ThreadWalk, *, draft: str = "", session: str = "") -> dict[str, Any]:
    """The state of an import as data."""
    told = {"draft": draft, "session": session, "kind": walk.archive.kind, "notes": walk.archive.notes}
    return {**told, **walk.progress._asdict(), "open": _open_as_data(walk.open)}


def _open_as_data(current_post: OpenPost | None) -> dict[str, Any] | None:
    if current_post is None:
        return None
    return {
        "post": current_post.post.number, "author": current_post.post.author, "seat": current_post.seat,
        "text": current_post.post.text, "trouble": current_post.trouble, "lines": open_lines(current_post),
    }  # fmt: skip


def print_recorded(store: EventStore, session: str, walk: ThreadWalk, *, as_json: bool) -> int:
    """Print what was recorded; returns the exit status."""
    if as_json:
        write_json(state_of(walk, session=session))
        return 0
    row, timeline = store.row(session), Timeline.read(store, registry(), session)
    new = sum(one.is_new for one in walk.walked)
    for note in walk.archive.notes:
        say(f"note: {note}")
    if known := len(walk.walked) - new:
        say(f"note: {plural(known, 'post')} of this file {'is' if known == 1 else 'are'} in the session already")
    moves = sum(one.moves for one in walk.walked)
    say(f"{plural(new, 'post')} ({walk.archive.kind}) recorded, {plural(moves, 'move')}")
    say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(timeline, timeline.last)}")
    say(f"witness {witness(store, row.session)}")
    print_signed(signed_end(store, timeline))
    return 0


def print_check(walk: ThreadWalk, passed: Sequence[WalkedPost], *, as_json: bool) -> int:
    """Print how each line of each post reads; returns the exit status."""
    current_post = walk.open
    unread = [line for one in passed for line in one.lines if not line.is_settled]
    if as_json:
        posts = [_post_as_data(one) for one in passed]
        write_json({**state_of(walk), "authors": walk.authors, "texts": posts})
    else:
        for author in walk.authors:
            say(f"{author.name}: {_in_words(author)}")
        for one in passed:
            _say_post(one)
        for note in walk.archive.notes:
            say(f"note: {note}")
        lines = sum(len(one.lines) for one in passed)
        kind = walk.archive.kind
        say(f"{plural(len(passed), 'post')} ({kind}), {plural(lines, 'line')} read; nothing was written")
    if current_post is not None:
        if not as_json:
            say(f"\n{head_of_post(current_post)}")
            _say_lines(
                [*current_post.paste.lines, current_post.stopped] if current_post.stopped else current_post.paste.lines
            )
        warn_open(walk, {})
    elif walk.is_silent:
        warn(silent_words(walk))
    return 1 if current_post is not None or unread or walk.is_silent else 0


def silent_words(walk: ThreadWalk) -> str:
    """Says that no move was read in any post, and whose seats are not known."""
    unknown = [author.name for author in walk.authors if not author.seat][:MOST_OPEN]
    who = f"; --author says which seat {', '.join(unknown)} had" if unknown else ""
    return f"no move was read in any of {plural(len(walk.walked), 'post')}{who}"


def warn_open(walk: ThreadWalk, answers: Any) -> None:
    """List the unclear posts, the first one and those that are unclear without it."""
    assert walk.open is not None
    _warn_of(walk.open)
    if not walk.rolls:
        for one in walk.further(answers, MOST_OPEN):
            _warn_of(one)


def _warn_of(current_post: OpenPost) -> None:
    lines = [f"line {line.number}: {line.message}" for line in open_lines(current_post)]
    why = "; ".join(lines) or current_post.trouble or "no move was read in it"
    warn(f"unclear: {head_of_post(current_post)}: {why}")


def head_of_post(current_post: OpenPost) -> str:
    """The number of a post, its author, time and place, and where it is in the file."""
    post = current_post.post
    parts = [part for part in (post.author, post.written, post.where) if part]
    where = f", line {post.at + 1} of the file" if post.at else ""
    return f"post {post.number} ({', '.join(parts)}{where})"


def _post_as_data(one: WalkedPost) -> dict[str, Any]:
    names = ("number", "text", "status", "message", "rule", "choices")
    lines = [{name: getattr(line, name) for name in names} for line in one.lines]
    post = one.post
    return {
        "number": post.number, "author": post.author, "seat": one.seat, "when": post.written, "where": post.where,
        "text": post.text, "lines": lines,
    }  # fmt: skip


def _in_words(author: Author) -> str:
    seat = {"": "no seat", NOBODY: "no seat"}.get(author.seat, author.seat)
    return f"{plural(author.posts, 'post')}, {author.blocks} with blocks; {seat}"


def _say_post(one: WalkedPost) -> None:
    head = ", ".join(part for part in (one.post.author, one.post.written, one.post.where) if part)
    say(f"\npost {one.post.number}: {head}")
    if all(line.status == "chat" for line in one.lines):
        say(f"{'':>7}chat  {one.post.text.partition(chr(10))[0][:_SHOWN]}")
        return
    _say_lines(one.lines)


def _say_lines(lines: Sequence[ReadLine]) -> None:
    for line in lines:
        say(f"{line.number:>5}  {line.status:<4}  {line.text}")
        if line.message:
            say(f"{'':>13}{line.message}")
        for choice in line.choices if not line.is_settled else ():
            say(f"{'':>13}- {choice}")
