"""The command `archive`, which brings an old thread in."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from events.errors import RefusedError
from events.store.checks import check_id
from events.store.memory import MemoryStore
from projections.shelf import shelf
from projections.wording import joined
from replay.importing.authors import NOBODY, Author, UnknownAuthorsError
from replay.importing.kinds import LARGEST, read_archive
from replay.importing.record import ArchivedPostReading, RecordedArchive, record_archive, record_new_posts, transcript
from replay.reading.timeline import Timeline
from webui.commands.database import database_exists, open_database, shown_place
from webui.commands.new import named_options
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json, write_text
from webui.commands.posted_head import witness
from webui.commands.record import warn_drafts
from webui.views.headline import headline

_SHOWN: Final = 76
_NAMED: Final = 8
"""So many authors are named."""


@command(
    "archive", "archive thread.txt --game GAME --seats tenth,twelfth --author 'Julie K.=tenth' --check",
    "archive list.mbox --game GAME --seats black,yellow,orange --author julie@example.org=black --alias spring",
    "archive channel.json --to spring", "archive thread.txt --as-transcript > session.txt",
)  # fmt: skip
@click.argument("file")
@click.option("--game", default="", help="The game that was played; a transcript says it itself.")
@click.option("--seats", default="", metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="Who is who: a name or address as it stands in the archive, and a seat, `moderator`, or - for nobody.",
)  # fmt: skip
@click.option("--title", default="", help="What people call the session.")
@click.option("--alias", default="", metavar="NAME", help="A short name for it in this database.")
@click.option("--dice", default="", metavar="SOURCE", help="Whose dice they were: typed (the default) or other:<name>.")
@click.option("--cards", default="", metavar="SOURCE", help="Whose cards, where they were not those of the dice.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option("--to", "session", metavar="ID", help="Go on with this session: posts that it holds are known again.")
@click.option("--check", is_flag=True, help="Only say how each line of each post reads; nothing is written.")
@click.option("--as-transcript", is_flag=True, help="Give the archive as a transcript, to be set right by hand.")
@json_option
@database_option
def archive(
    file: str, people: tuple[str, ...], session: str | None, options: tuple[str, ...], *, check: bool,
    as_transcript: bool, as_json: bool, **header: str,
) -> int:  # fmt: skip
    """Bring an old thread in, with its authors and times.

    FILE is a thread as text, as copied from a page or with a line `--- author, when, where ---` before each post; an
    mbox or one mail; or a Discord channel as JSON. What it is, is told by what is in it; `-` is stdin. Every post is
    kept, with its author, its time and where it was found; what stands in blocks is read as moves, and recorded as it
    stood. It is written whole or not at all. Exit status 1: no move was read in a post of whoever was awaited; 2: a
    line does not read.
    """
    raw = read_archive_bytes(file)
    told = seats_by_author(people)
    if as_transcript:
        write_text(transcript(read_archive(raw), {name: value for name, value in header.items() if name != "alias"}))
        return 0
    if session is not None:
        if any(header.values()) or options:
            raise RefusedError("--to goes on with a session that says its game and seats itself")
        return _go_on(session, raw, told, check=check, as_json=as_json)
    alias = header.pop("alias")
    fields = {**header, **(named_options(shelf()[header["game"].lower()], options) if header["game"] else {})}
    if options and not header["game"]:
        raise RefusedError("--option belongs to a game: say which with --game")
    return _begin(raw, fields, told, alias, check=check, as_json=as_json)


def read_archive_bytes(name: str) -> bytes:
    """The bytes of an archive: a file, or stdin for `-`.

    Raises:
        RefusedError: it cannot be read.
    """
    what = "what came on stdin" if name == "-" else name
    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise RefusedError(f"{what} cannot be read: {(error.strerror or str(error)).lower()}") from error


def seats_by_author(given: tuple[str, ...]) -> dict[str, str]:
    """Names and seats as they were given.

    Raises:
        RefusedError: one is no NAME=SEAT, or a name is given twice.
    """
    told: dict[str, str] = {}
    for text in given:
        name, equals, seat = text.rpartition("=")
        if not (equals and name.strip() and seat.strip()):
            raise RefusedError(f'--author "{text[:60]}" does not say who is who: write NAME=SEAT')
        if name.strip() in told:
            raise RefusedError(f'--author names "{name.strip()[:60]}" twice')
        told[name.strip()] = seat.strip()
    return told


def _begin(
    raw: bytes, fields: Mapping[str, str], people: dict[str, str], alias: str, *, check: bool, as_json: bool
) -> int:  # fmt: skip
    """A session of its own; what does not read leaves no new database behind."""
    if alias:
        check_id(alias, "alias")
    tried = _bring_in_asking(people, lambda: record_archive(MemoryStore(), shelf(), raw, fields, people, check=True))
    if check or tried.stopped:
        return _say_result(tried, check=check, as_json=as_json)
    with open_database(make=True) as store:
        done = record_archive(store, shelf(), raw, fields, people, alias=alias)
        _say_result(done, check=False, as_json=as_json)
        return _say_session(store, done, as_json=as_json)


def _go_on(session: str, raw: bytes, people: dict[str, str], *, check: bool, as_json: bool) -> int:
    if not database_exists():
        raise RefusedError(f"there is no database {shown_place()} to go on in; --db names another")
    with open_database() as store:
        done = _bring_in_asking(people, lambda: record_new_posts(store, shelf(), session, raw, people, check=check))
        status = _say_result(done, check=check, as_json=as_json)
        return status if check or done.stopped else _say_session(store, done, as_json=as_json)


def _bring_in_asking(people: dict[str, str], attempt: Any) -> RecordedArchive:
    """Bring an archive in; a person at the screen is asked who is who, elsewhere an unknown author is refused."""
    try:
        found = attempt()
    except UnknownAuthorsError as error:
        if not is_interactive():
            raise RefusedError(f"{error}; say so with --author") from error
        for author in error.authors:
            if author.blocks and not author.seat:
                people[author.name] = click.prompt(
                    f"{author.name}, with {plural(author.blocks, 'block')}: which seat ({NOBODY} for nobody)?",
                    default=author.heads[0], err=True,
                )  # fmt: skip
        found = attempt()
    assert isinstance(found, RecordedArchive)
    return found


def _say_result(done: RecordedArchive, *, check: bool, as_json: bool) -> int:
    """What was read, and the exit status."""
    if as_json:
        write_json(_as_data(done))
    elif check or done.stopped:
        for author in done.authors:
            say(f"{author.name}: {_say_author(author)}")
        for post in done.posts if check else done.posts[-1:]:
            _say_post(post)
    for note in () if as_json else done.notes:
        say(f"note: {note}")
    if done.stopped:
        warn(f"{done.stopped}; nothing was written")
        return 2
    if check and not as_json:
        lines = sum(len(post.lines) for post in done.posts)
        say(f"{plural(len(done.posts), 'post')} ({done.kind}), {plural(lines, 'line')} read; nothing was written")
    return _warn_unread(done) if check else 0


def _warn_unread(done: RecordedArchive) -> int:
    """Warn where nothing was read because nobody has said who is who, and of drafts; and the exit status."""
    unknown = [author.name for author in done.authors if not author.seat]
    if done.posts and unknown and not any(post.lines for post in done.posts):
        have = f"{joined(unknown[:_NAMED])} {'has' if len(unknown) == 1 else 'have'}"
        warn(f"no line was read, and nobody has said which seat {have}: --author says so")
        return 1
    return warn_drafts(done.drafts)


def _as_data(done: RecordedArchive) -> dict[str, Any]:
    """What became of an archive, as data: of each line how it reads, and its address once it is filed."""
    data: dict[str, Any] = msgspec.to_builtins(done)
    for post in data["posts"]:
        post["lines"] = [
            {name: line[name] for name in ("number", "text", "status", "message", "rule", "choices")}
            | {"address": line["filed"]}
            for line in post["lines"]
        ]
    return data


def is_interactive() -> bool:
    """Whether a person sits at the screen who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _say_author(author: Author) -> str:
    seat = {"": "no seat", NOBODY: "no seat"}.get(author.seat, author.seat)
    return f"{plural(author.posts, 'post')}, {author.blocks} with blocks; {seat}"


def _say_post(post: ArchivedPostReading) -> None:
    head = ", ".join(part for part in (post.author, post.when, post.where) if part)
    say(f"\npost {post.number}: {head}")
    if not post.lines:
        say(f"{'':>7}chat  {post.text.partition(chr(10))[0][:_SHOWN]}")
    for line in post.lines:
        say(f"{line.number:>5}  {line.status:<4}  {line.text}{f'  ({line.filed})' if line.filed else ''}")
        if line.message:
            say(f"{'':>13}{line.message}")


def _say_session(store: Any, done: RecordedArchive, *, as_json: bool) -> int:
    """Where the session stands now."""
    if not as_json:
        row, timeline = store.row(done.session), Timeline.read(store, shelf(), done.session)
        say(f"{plural(len(done.posts), 'post')} ({done.kind}) recorded")
        say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(timeline, timeline.last)}")
        say(f"witness {witness(store, done.session)}")
    return _warn_unread(done)
