"""The command `follow`, which attaches a thread to a session and shows its state."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

import click
from click import argument, option
from msgspec.structs import replace

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread, Unproven
from events.store.protocol import DatabaseStore
from events.store.rows import SessionRow
from projections.registry import registry
from replay.importing.archive import MODERATOR, NOBODY
from replay.importing.draft import ImportDraft
from replay.session.seats import seats_of
from replay.sources.kinds import MAIL, author_of, open_source, secret_of, source_of, thread_of
from replay.sources.outgoing_mail import check_mail
from webui.commands.arguments import is_interactive, read_text
from webui.commands.database import open_accounts
from webui.commands.options import command
from webui.commands.output import say, warn, write_json
from webui.views.thread_state import ThreadState, is_shared, resumed, thread_state

SECRET: Final = "CLOISTERBELL_SECRET"  # noqa: S105  # a name
"""The environment variable with a token or password; an option would be visible in the process list."""
_SERVER: Final = lazy_pattern(r"[a-z0-9._:-]{0,253}")
_DURATION: Final = lazy_pattern(r"([0-9]{1,6})(s|m|h)?")
_SECONDS: Final[Mapping[str, int]] = {"s": 1, "m": 60, "h": 3_600}
_MOST_S: Final = 86_400


@command(
    "follow", "follow friday ~/threads/friday", "follow friday https://forum.example.org/t/our-game/17 --from 81456",
    "follow friday --seat 1234=tenth --seat 77=moderator", "follow friday", "follow friday --pause",
)  # fmt: skip
@argument("session")
@argument("source", required=False)
@option(
    "--from", "begin", metavar="POST", default="",
    help="Id of the first post to read (default: the first post). If there is no such post, `sync` lists ids.",
)  # fmt: skip
@option(
    "--seat", "seats", multiple=True, metavar="AUTHOR_ID=SEAT",
    help="Seat of an author, by the author's id in the thread. SEAT can be `moderator`, or - for none. Repeatable.",
)  # fmt: skip
@option(
    "--unproven", type=click.Choice(get_args(Unproven)),
    help="If the thread does not confirm who wrote a move: record it (accept), or wait until it is confirmed with the "
    "seat's link (confirm). Default: confirm for mail, accept otherwise.",
)  # fmt: skip
@option(
    "--reply-every", metavar="TIME", help="Shortest time between two replies, such as 30s, 10m or 1h (default: 10m)."
)
@option(
    "--mail-server", metavar="NAME", help="Mail: the server that receives the mails and names itself NAME in "
    "Authentication-Results. Only it can prove senders.",
)  # fmt: skip
@option(
    "--reply-to", multiple=True, metavar="ADDRESS",
    help="Mail: send replies to this address, such as that of a mailing list (default: the players). Repeatable.",
)  # fmt: skip
@option("--secret-file", metavar="FILE", help="Read the token or password from FILE (- for standard input).")
@option("--pause", is_flag=True, help="Stop fetching for a while.")
@option("--resume", is_flag=True, help="Go on after --pause, or after the session stopped at a post.")
@option("--stop", is_flag=True, help="Stop following the thread. Recorded posts stay in the session.")
def follow(
    session: str, source: str | None, begin: str, seats: tuple[str, ...], unproven: str | None,
    reply_every: str | None, secret_file: str | None, *, mail_server: str | None, reply_to: tuple[str, ...],
    pause: bool, resume: bool, stop: bool, as_json: bool,
) -> int:  # fmt: skip
    """Follow a forum thread, a mail folder or a local folder.

    SOURCE is the address of a Discourse topic or of an Atom or RSS feed, discord:CHANNEL, the address of a
    BoardGameGeek thread, imaps://USER@HOST/FOLDER, a local folder of posts, or a Maildir. `sync` then fetches new
    posts, records their moves and answers in the thread. Without SOURCE and options, the state is shown.

    Authors are known by their ids in the thread, never by their names. A post of an unknown author that may contain
    moves waits, and `follow SESSION` lists its author. A token or password is asked for, or read from --secret-file or
    CLOISTERBELL_SECRET. It is stored in a file next to the database. Without SOURCE, --secret-file replaces it.

    Exit status 1: the session has stopped at a post, and a person must resume it.
    """
    if sum((pause, resume, stop, source is not None)) > 1:
        raise RefusedError("choose only one of SOURCE, --pause, --resume and --stop")
    with open_accounts() as (store, accounts):
        row = store.row(session)
        given = _given(seats_of(store, row.session), seats, unproven, reply_every, begin)
        given |= _given_for_mail(mail_server, reply_to)
        if source is not None:
            kind, place = source_of(source)
            given = _given_for(kind, given)
            given = {"unproven": "confirm"} | given if kind in MAIL else given  # anyone can write any address
            _begin(store, accounts, FollowedThread(row.session, kind, place, **given), secret_file)
        elif stop:
            _stop(store, accounts, row)
            _say_stopped(row, as_json=as_json)
            return 0
        else:
            if secret_file:
                _renew(store, accounts, row, secret_file)
            _change(accounts, row, given, pause=pause, resume=resume)
        state = thread_state(ImportDrafts(accounts), row.session)
    assert state is not None
    if as_json:
        write_json(state)
    else:
        _say_state(row, state, is_new=source is not None)
    return int(bool(state.trouble))


def _given(
    known: Sequence[str], seats: tuple[str, ...], unproven: str | None, reply_every: str | None, begin: str
) -> dict[str, Any]:
    """Return the fields of a thread that the command line names."""
    given: dict[str, Any] = {"unproven": unproven} if unproven else {}
    if reply_every is not None:
        given["reply_every_s"] = seconds_in(reply_every)
    if bound := _bound(seats, known):
        given["seats"] = bound
    return given | ({"begin": begin.strip()} if begin.strip() else {})


def _given_for_mail(mail_server: str | None, reply_to: Sequence[str]) -> dict[str, Any]:
    given: dict[str, Any] = {"reply_to": tuple(map(check_mail, reply_to))} if reply_to else {}
    if mail_server is not None:
        given["mail_server"] = mail_server.strip().lower()
        if not _SERVER.fullmatch(given["mail_server"]):
            raise RefusedError(f"{mail_server[:60]!a} is not the name of a mail server. Write it like mx.example.org")
    return given


def _given_for(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a thread of this kind. Raises RefusedError if it cannot have one of them."""
    if kind not in MAIL and given.keys() & {"mail_server", "reply_to"}:
        raise RefusedError("--mail-server and --reply-to are only for mail, and this thread is not a mail folder")
    if "seats" not in given:
        return dict(given)
    return {**given, "seats": {author_of(kind, author): seat for author, seat in given["seats"].items()}}


def _change(accounts: Accounts, row: SessionRow, given: dict[str, Any], *, pause: bool, resume: bool) -> None:
    threads, name = ImportDrafts(accounts).followed, row.alias or row.session
    current = threads.get(row.session)
    if current is None:
        raise RefusedError(f"session {name} follows no thread. Name one: `cloisterbell follow {name} SOURCE`")
    given = _given_for(current.kind, given)
    if "begin" in given and _has_begun(current, threads.posts(row.session)):
        raise RefusedError("--from is only possible before the first post was fetched")
    if "seats" in given:
        given["seats"] = {**current.seats, **given["seats"]}
    if pause:
        given["is_paused"] = True
    if resume or "begin" in given:
        given |= resumed(current)
    if given:
        threads.change(row.session, **given)


def _has_begun(thread: FollowedThread, posts: Mapping[str, tuple[str, bytes]]) -> bool:
    """Return whether posts of a thread were fetched, not counting our own."""
    return thread.begin in posts if thread.begin else any(state != "own" for state, _ in posts.values())


def seconds_in(text: str) -> int:
    """Return a time such as `30s`, `10m`, `1h` or `0` in seconds. Any other text raises RefusedError."""
    found = _DURATION.fullmatch(text.strip().lower())
    seconds = int(found[1]) * _SECONDS[found[2] or "m"] if found else -1
    if found is None or not 0 <= seconds <= _MOST_S:
        raise RefusedError(f'"{text[:20]}" is not a time of at most a day. Write it like 30s, 10m or 1h')
    return seconds


def _bound(given: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        author, equals, seat = (part.strip() for part in text.rpartition("="))
        if not (equals and author and seat):
            raise RefusedError(f'--seat "{text[:60]}" must have the form AUTHOR_ID=SEAT')
        if author in found:
            raise RefusedError(f'--seat names "{author[:60]}" twice')
        if seat.lower() not in (*seats, MODERATOR, NOBODY):
            allowed = f"{', '.join(seats)}, {MODERATOR}, or {NOBODY} for none"
            raise RefusedError(f'"{seat[:40]}" is not a seat of this session. Seats: {allowed}')
        found[author] = seat.lower()
    return found


def _begin(store: DatabaseStore, accounts: Accounts, thread: FollowedThread, secret_file: str | None) -> None:
    """Check that the source can be read and written, then store the thread and its secret."""
    drafts = ImportDrafts(accounts)
    secret = _secret(thread.kind, secret_file)
    source = open_source(thread, secret, is_shared=is_shared(accounts))
    if missing := source.check():
        raise RefusedError(f"this thread cannot be followed yet. {'. '.join(missing)}")
    name, head = thread.session if secret else "", store.head(thread.session).seq
    with accounts.transaction():
        begun = replace(thread, place=source.place, secret=name, reported=head)
        drafts.followed.begin(begun, thread_of(thread.kind, source.place))
        ImportDraft.inbox(drafts, store, registry(), thread.session)
        if secret:
            store.secrets_file.write(thread.session, secret)


def _renew(store: DatabaseStore, accounts: Accounts, row: SessionRow, secret_file: str) -> None:
    """Check a new token or password, and store it for the thread of a session."""
    threads = ImportDrafts(accounts).followed
    thread, name = threads.get(row.session), row.alias or row.session
    if thread is None:
        raise RefusedError(f"session {name} follows no thread. Name one: `cloisterbell follow {name} SOURCE`")
    secret = _secret(thread.kind, secret_file)
    if missing := open_source(thread, secret, is_shared=is_shared(accounts)).check():
        raise RefusedError(f"the new token or password was not stored. {'. '.join(missing)}")
    with accounts.transaction():
        threads.change(row.session, secret=row.session, next_ms=0)
        store.secrets_file.write(row.session, secret)


def _secret(kind: str, file: str | None) -> str:
    what, is_needed = secret_of(kind)
    if file is not None:
        return read_text(file).strip()
    if not what:
        return ""
    if secret := os.environ.get(SECRET, "").strip():
        return secret
    if not is_needed and not is_interactive():
        return ""
    if not is_interactive():
        raise RefusedError(f"this thread needs {what}. Give it with --secret-file or {SECRET}")
    return str(click.prompt(f"{what} (not shown)", hide_input=True, default="" if not is_needed else None, err=True))


def _stop(store: DatabaseStore, accounts: Accounts, row: SessionRow) -> None:
    threads = ImportDrafts(accounts).followed
    thread = threads.get(row.session)
    if thread is None:
        raise RefusedError(f"session {row.alias or row.session} follows no thread")
    threads.leave(row.session)
    if thread.secret:
        try:
            store.secrets_file.remove(thread.secret)
        except RefusedError as error:
            warn(f"the token or password of the thread was not removed: {error}")


def _say_stopped(row: SessionRow, *, as_json: bool) -> None:
    if as_json:
        write_json({"session": row.session, "is_followed": False})
    else:
        say(f"session {row.alias or row.session} follows no thread any more")


def _say_state(row: SessionRow, state: ThreadState, *, is_new: bool) -> None:
    name = row.alias or row.session
    say(f"{name} follows {state.place} ({state.kind})")
    for line in state.lines:
        say(f"  {line}")
    if is_new:
        say(f"Fetch its posts with `cloisterbell sync {name}`")
