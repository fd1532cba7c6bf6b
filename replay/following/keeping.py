"""Which fetched posts are kept, and before which post a session stops until a person resumes it."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from events.store.followed import FollowedThread
from replay.following.authors import with_name, writer_of
from replay.importing.archive import MODERATOR, NOBODY, ArchivedPost, Origin, one_line, plain_text, time_text
from replay.posts.blocks import head_of
from replay.posts.prose import ProseReader
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from replay.sources.source import Fetched, SourcePost

_DAY_MS: Final = 86_400_000
_WHERE: Final = 200
_RESUME: Final = "Then resume with `cloisterbell follow {session} --resume`"


class Kept(NamedTuple):
    """The new posts to keep, oldest first, the ids of posts to leave out, and the names of the authors.

    `trouble`: why the session stops before the post `stopped_at`, "" if it does not. `notes`: what was left out.
    """

    posts: tuple[SourcePost, ...]
    left_out: tuple[str, ...]
    names: Mapping[str, str]
    last_ms: int
    trouble: str = ""
    stopped_at: str = ""
    notes: tuple[str, ...] = ()


def posts_to_keep(
    thread: FollowedThread, fetched: Fetched, known: Iterable[str], timeline: Timeline, now_ms: int
) -> Kept:
    """Choose the new posts of a fetch, up to the first one that a person must check.

    Automatic posts, our own replies and the posts before `thread.begin` are left out, and cut posts of persons without
    a seat, unless they may contain moves. A post from the future is moved to the time of fetching.
    """
    found = _fresh(thread, fetched, set(known))
    if isinstance(found, Kept):
        return found
    left, fresh = found
    seats = timeline.reading.started.seats
    new, notes, names, last_ms = list[SourcePost](), list[str](), dict(thread.names), thread.last_ms
    for post in fresh:
        if post.is_automatic:
            left.append(post.id)
            continue
        own = thread.seats.get(writer_of(post), "")
        trouble = _trouble(thread, post, last_ms, now_ms)
        if trouble and own != NOBODY and (own or _may_move(timeline, post.text)):
            return Kept(tuple(new), tuple(left), names, last_ms, trouble, post.id, tuple(notes))
        names = with_name(names, writer_of(post), post.author, {*seats, MODERATOR} - {own})
        if post.is_cut:  # a person has added the whole text, or it is a stranger's
            left.append(post.id)
            if trouble:
                notes.append(
                    f"post {post.id} by {names[writer_of(post)]} (no seat) is not shown in full and was left out"
                )
            continue
        new.append(post)
        last_ms = max(last_ms, post.at_ms) if post.at_ms <= now_ms else last_ms
    return Kept(tuple(new), tuple(left), names, last_ms, notes=tuple(notes))


def _may_move(timeline: Timeline, text: str) -> bool:
    """Return whether a text by an unknown author has a block or seems to contain a move of a seat that is awaited."""
    readers = (ProseReader(timeline.game, LookAhead(timeline), seat) for seat in timeline.status(timeline.last).awaited)
    lines = text.split("\n")
    return any(map(head_of, lines)) or any(reader.speaks_of_moves(lines) for reader in readers)


def _fresh(thread: FollowedThread, fetched: Fetched, known: set[str]) -> Kept | tuple[list[str], list[SourcePost]]:
    """Return the ids before the first post to read, and the posts that are new; or why nothing can be kept."""
    fresh = [post for post in fetched.posts if post.id not in known]
    if thread.begin and thread.begin not in known:
        ids = [post.id for post in fresh]
        if thread.begin in ids:
            at = ids.index(thread.begin)
            return ids[:at], fresh[at:]
        return Kept((), (), thread.names, thread.last_ms, _no_beginning(thread, fresh))
    stopped_at = fresh[0].id if fresh else f"after {thread.last_post}"
    if not fetched.has_gap or stopped_at in thread.accepted:
        return [], fresh
    what = "posts are missing: the thread no longer shows the posts after the last fetched one"
    if fresh and not known:
        what = f"the thread shows no posts before post {fresh[0].id} by {one_line(fresh[0].author)}"
        what = f"{what}. If that is its first post, resume at once. Otherwise posts are missing"
    return Kept((), (), thread.names, thread.last_ms, f"{what}. {_import(thread)}", stopped_at)


def _no_beginning(thread: FollowedThread, posts: list[SourcePost]) -> str:
    shown = ", ".join(f"{post.id} by {one_line(post.author)}" for post in posts[:3] if not post.is_automatic)
    what = f"the thread has no post {thread.begin[:60]}" + (f". Its first posts are {shown}" if shown else "")
    return f"{what}. Choose a post with `cloisterbell follow {thread.session} --from POST`"


def _import(thread: FollowedThread) -> str:
    add = f"Add the missing posts with `cloisterbell import FILE --to {thread.session}`"
    return f"{add}. {_RESUME.format(session=thread.session)}"


def _trouble(thread: FollowedThread, post: SourcePost, last_ms: int, now_ms: int) -> str:
    if post.id in thread.accepted:
        return ""
    resume = _RESUME.format(session=thread.session).replace("Then resume", "To read on, resume")
    if post.is_cut:
        return f"the thread shows only the beginning of post {post.id} by {one_line(post.author)}. {_import(thread)}"
    if post.at_ms > now_ms + _DAY_MS:
        at = time_text(post.at_ms / 1000) or "too far away"
        return f"the time of post {post.id} is in the future ({at}). Check the clock of this server. {resume}"
    if post.at_ms and post.at_ms < last_ms - _DAY_MS:
        at, last = time_text(post.at_ms / 1000), time_text(last_ms / 1000)
        return f"post {post.id} ({at}) is older than the post before it ({last}). Check the thread. {resume}"
    return ""


def place_of(kind: str, post: str) -> str:
    """Return the place of a post, as the log names it."""
    return one_line(f"{kind} #{post}", _WHERE)


def archived(
    thread: FollowedThread, post: SourcePost, names: Mapping[str, str], now_ms: int, text: str
) -> ArchivedPost:
    """Return a post in the form of the inbox, with `text` as its text."""
    at_ms, writer = min(post.at_ms or now_ms, now_ms), writer_of(post)
    origin = Origin(thread.kind, post.id, at_ms, writer, post.link, post.proof)
    edited = time_text(min(post.edited_ms, now_ms) / 1000) if post.edited_ms else ""
    return ArchivedPost(
        0, names[writer], plain_text(text), time_text(at_ms / 1000), place_of(thread.kind, post.id), edited,
        place_of(thread.kind, post.answers) if post.answers else "", (writer,), origin=origin,
    )  # fmt: skip
