"""A followed thread for `demo`: the posts of a sample in a folder, and a session that follows it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.errors import RefusedError
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.protocol import DatabaseStore
from projections.registry import registry
from replay.following.opening import source_opener
from replay.following.sync import SyncContext, SyncReport, sync_session
from replay.importing.archive import Archive, archive_authors, as_seat, post_with_blocks
from replay.importing.draft import ImportDraft
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, record_posts, stage_posts
from replay.importing.samples import Sample
from webui.views.thread_state import reply_looks

_POST: Final = "\n--- "  # the beginning of a post in a transcript


class Followed(NamedTuple):
    """A session that follows a folder: its short name, and its first synchronisation."""

    alias: str
    report: SyncReport


def longest(all_samples: Iterable[Sample]) -> Sample:
    """Return the sample with the most posts."""
    return max((one for one in all_samples if not one.is_export), key=lambda one: one.text.count(_POST))


def alias_of(archive: Archive) -> str:
    """Return the short name that the blocks of an archive give to their session."""
    blocks = (block for post in archive.posts for block in post_with_blocks(post, "").blocks)
    return as_seat(next(block.session for block in blocks if block.session))


def follow_sample(store: DatabaseStore, sample: Sample, folder: Path) -> Followed:
    """Write the posts of a sample, after its first one, to a new folder, follow it in a session, and fetch them.

    A folder that is not empty raises RefusedError.
    """
    archive = read_archive(sample.text.encode())
    alias = alias_of(archive)
    if any(row.alias == alias for row in store.sessions()):
        raise RefusedError(f"a session {alias} exists already. Fetch its posts with `cloisterbell sync {alias}`")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise RefusedError(f"{folder} is not empty. Name a new folder with --follow")
    for number, post in enumerate(archive.posts[1:], 1):
        text = f"From: {post.author}\n\n{post.text}\n"
        (folder / f"{number:03d}.txt").write_text(text, encoding="utf-8")
    walk = stage_posts(store, registry(), replace(archive, posts=archive.posts[:1]), Target(alias=alias))
    list(walk.follow())
    session = record_posts(walk, store)
    accounts = store.open_accounts()
    try:
        drafts = ImportDrafts(accounts)
        seats = _seats(archive, walk.session.started.seats)
        head = store.head(session).seq
        drafts.followed.begin(FollowedThread(session, "folder", str(folder.resolve()), seats=seats, reported=head))
        ImportDraft.inbox(drafts, store, registry(), session)
        opener = source_opener(store, is_shared=False)
        context = SyncContext(store, accounts, registry(), opener, reply_looks(accounts))
        return Followed(alias, sync_session(context, session))
    finally:
        accounts.close()


def _seats(archive: Archive, seats: tuple[str, ...]) -> dict[str, str]:
    """Return the seat of each author, which most of the author's blocks name."""
    authors = archive_authors(archive, seats)
    held = {author.name: author.seat or next(iter(author.heads), "") for author in authors}
    return {name: seat for name, seat in held.items() if seat in (*seats, "moderator")}
