"""The command `record`, which records a transcript or posts."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import click

from events.errors import BellError, RefusedError
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.posts.blocks import read_file
from replay.posts.drafts import Draft
from replay.posts.lines import ReadLine
from replay.posts.record import RecordedPosts, go_on, record_text
from replay.posts.transcript import started_from
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from webui.commands.arguments import read_data, read_public_text
from webui.commands.database import database_exists, open_database
from webui.commands.options import command, data_option, database_option
from webui.commands.output import plural, say, warn
from webui.commands.posted_head import say_signed, witness
from webui.views.headline import headline

_GAME: Final = re.compile(r"\s*game\s*:", re.IGNORECASE)
_MOST: Final = 40
"""So many lines that do not read are told of."""
_QUOTED: Final = 60
"""So much of a line is quoted."""
_FENCE: Final = re.compile(r"\s*(?:==|---|>|\[|`|\*\*)")


@command(
    "record", "record session.txt --alias friday", "record session.txt --check", "record post.txt --to friday",
    "record - --to friday < post.txt", "record session.txt --data cards.toml", "record session.txt --partial",
)  # fmt: skip
@click.argument("file")
@click.option("--check", is_flag=True, help="Only say how each line reads; nothing is written, nothing is rolled.")
@click.option("--to", "session", metavar="ID", help="Go on with this session: the file holds posts, and no header.")
@click.option("--alias", default="", metavar="NAME", help="A short name for the new session.")
@click.option("--partial", is_flag=True, help="Keep what could be recorded before the line that stops it.")
@click.option("-v", "--verbose", is_flag=True, help="Say of a whole transcript, too, how each line reads.")
@data_option
@database_option
def record(
    file: str, session: str | None, alias: str, data: tuple[str, ...], *, check: bool, partial: bool, verbose: bool
) -> int:  # fmt: skip
    """Record what was posted: a transcript, or posts with --to.

    A transcript begins a session; posts go on with one. Each line is read as ok, as chat, or stops the recording:
    fix names the rule that is against it, ask says what it may mean; behind it each line is told that does not read
    either. A typed session is written whole or not at all, unless --partial keeps what stands before that line. Where
    the dice are the tower's, what stands before it is in the log, and its dice fell. FILE may be `-`, which is stdin.
    Exit status 1: no move was read in a post of whoever was awaited; 2: a line does not read.
    """
    text = read_public_text(file)
    if session is None:
        if _FENCE.match(text):
            raise RefusedError(f"{file} has no header, so it begins no session; --to names the one it goes on with")
        with telling_threads(file, text):
            return _record_transcript(text, alias, data, check=check, partial=partial, verbose=verbose)
    if alias or data:
        raise RefusedError(f"{'--alias names' if alias else '--data is for'} a new session: it does not go with --to")
    if _names_game(text):
        raise RefusedError(f"{file} has a header, so it begins a session of its own: leave out --to")
    with open_database() as store:
        row = store.row(session)
        done = go_on(store, shelf(), row.session, text, check=check, partial=partial)
        timeline = Timeline.read(store, shelf(), row.session)
        say_lines(done.lines, timeline if done.session and not check else None)
        return _say_end(store, row.session, done, check=check)


def _names_game(text: str) -> bool:
    return any(_GAME.match(line) for line in text.lstrip().partition("\n\n")[0].splitlines())


@contextmanager
def telling_threads(file: str, text: str) -> Iterator[None]:
    """Refuse an old thread without a header as such, and say what reads it; all else is refused as it was."""
    try:
        yield
    except BellError as error:
        from replay.importing.kinds import read_archive  # noqa: PLC0415  # mail and pages: a transcript needs none

        posts = 0
        if not _names_game(text):
            with suppress(BellError):
                posts = len(read_archive(text.encode()).posts)
        if not posts:
            raise
        what = f"an old thread of {plural(posts, 'post')} without a header that names a game"
        raise RefusedError(f"{file} is {what}: `cloisterbell desk NAME FILE` reads it") from error


def _record_transcript(
    text: str, alias: str, data: Sequence[str], *, check: bool, partial: bool, verbose: bool
) -> int:  # fmt: skip
    """Record a whole transcript; one that does not read leaves no new database behind."""
    started = started_from(shelf(), read_file(text))
    own = read_data(shelf()[started.game], data)
    if alias:
        check_id(alias, "alias")
    if not database_exists():
        tried = record_text(MemoryStore(), shelf(), text, check=True, own=own)
        if check or not (tried.whole or partial):
            say_lines(tried.lines if verbose or check else tried.lines[-1:])
            return _say_check(tried)
    with open_database(make=True) as store:
        done = record_text(store, shelf(), text, check=check, alias=alias, own=own, partial=partial)
        say_lines(done.lines if verbose or check else done.lines[-1:] if not done.whole else ())
        return _say_end(store, done.session, done, check=check)


def say_lines(lines: Sequence[ReadLine], timeline: Timeline | None = None) -> None:
    """Say how each line reads, and what followed from it where it was filed."""
    for line in lines:
        say(f"{line.number:>5}  {line.status:<4}  {line.text}{f'  ({line.filed})' if line.filed else ''}")
        if line.message:
            say(f"{'':>13}{line.message}")
        for choice in line.choices if "; allowed: " not in line.message else ():
            say(f"{'':>13}- {choice}")
        if timeline is not None and line.filed:
            group = timeline.find(line.filed)
            for entry in group.entries[1:]:
                say(f"{'':>13}> {timeline.tell(entry.seq)}")


def _say_end(store: EventStore, session: str, done: RecordedPosts, *, check: bool) -> int:
    """What became of it all, and the exit status."""
    if check:
        return _say_check(done)
    if not session or (not done.session and not done.whole):
        warn(_say_stop(done, "nothing was written"))
        return 2
    row, timeline = store.row(session), Timeline.read(store, shelf(), session)
    say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(timeline, timeline.last)}")
    say(f"witness {witness(store, session)}")
    say_signed(signed_end(store, timeline))
    if not done.whole:
        warn(_say_stop(done, "what stands before it is in the log"))
        return 2
    return warn_drafts(done.drafts)


def warn_drafts(drafts: Sequence[Draft]) -> int:
    """Warn of posts that may say moves that nobody has confirmed, and the exit status."""
    for draft in drafts:
        if not (draft.choices or draft.is_due):
            continue
        warn(f'entry {draft.seq}, "{" ".join(draft.text.split())[:_QUOTED]}": {draft.says}')
    return 1 if any(draft.is_due for draft in drafts) else 0


def _say_check(done: RecordedPosts) -> int:
    if done.whole:
        say(f"{plural(len(done.lines), 'line')} read; nothing was written")
        return warn_drafts(done.drafts)
    warn(_say_stop(done, "nothing was written"))
    return 2


def _say_stop(done: RecordedPosts, then: str) -> str:
    """Tell where the recording stopped, with each line behind it that does not read either."""
    last, left = done.lines[-1], [line for line in done.rest if not line.is_settled]
    say_lines(left[:_MOST])
    if left:
        then += f"; {plural(len(left), 'line')} behind it {'does' if len(left) == 1 else 'do'} not read either"
    verb = {"fix": "does not stand", "ask": "does not read"}.get(last.status, "stopped the recording")
    return f"line {last.number} {verb}; {then}"
