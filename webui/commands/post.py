"""The command `post`, which files one post."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click
from msgspec.structs import replace

from events.digits import whole
from events.errors import RefusedError
from events.events import ALL
from events.store.protocol import EventStore
from projections.registry import registry
from projections.wording import either, joined, titled
from replay.posts.approved_phrases import confirmed, forget
from replay.posts.choices import offers
from replay.posts.completions import LegalLines, legal_lines
from replay.posts.door import Request, line_of, preview, submit
from replay.posts.file import FiledPost
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import STRUCK, ReadPaste, read_post
from replay.posts.words import stretches
from replay.reading.timeline import Timeline
from replay.session.conflicts import UnseenLine
from replay.session.seats import require_seat
from replay.session.session import Session
from webui.commands.arguments import read_public_text
from webui.commands.database import open_database
from webui.commands.options import as_seat, command, database_option, json_option
from webui.commands.output import plural, print_signed, say, warn, witness, write_json
from webui.views.headline import headline

_MODERATOR: Final = "moderator"
_TOLD: Final = {"left": "left over", "remark": "remark", "struck": "struck out"}
"""The words of a line that carried nothing, and how they are told."""
_LONGEST: Final = 9


@command(
    "post", "post friday POST.txt --as tenth", "post friday - --as tenth --check < post.txt",
    "post friday POST.txt --read '4=P: Kb c2 open' --keep '6=we play it so' --chat 7",
    "post friday POST.txt --find '4=blue c2'", "post friday POST.txt --after 58 --where 'forum #12'",
    "post friday --said", "post friday --forget 'hop in'",
)  # fmt: skip
@click.argument("session")
@click.argument("file", required=False)
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose post it is; without it you are the moderator.")
@click.option("--for", "whose", metavar="SEAT", default="", help="As the moderator: whose a post without a head is.")
@click.option("--check", is_flag=True, help="Only say how each line reads; nothing is written, nothing is rolled.")
@click.option("--read", "reads", multiple=True, metavar="N=LINE", help="What line N was meant to say.")
@click.option("--keep", "keeps", multiple=True, metavar="N=WHY", help="Keep line N, flagged, and why.")
@click.option("--chat", "chats", multiple=True, metavar="N", help="Line N is no move.")
@click.option(
    "--find", metavar="N=WORDS", help="Only list the moves that line N may be and WORDS fit, the likeliest first."
)
@click.option("--said", is_flag=True, help="Only list the words that this table has confirmed to say a move.")
@click.option("--forget", "forgets", metavar="WORDS", help="Let go of words that this table has confirmed.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@click.option("--anyway", type=click.IntRange(1), metavar="N", help="File it though others moved, up to line N.")
@click.option("--author", default="", help="Who wrote it, where that is not the seat.")
@click.option("--when", default="", help="When it was written, in any words.")
@click.option("--where", default="", help="Where it was posted: a link, or any words.")
@click.option("--key", default="", help="What a retry repeats: the same post under the same key is filed once.")
@json_option
@database_option
def post(
    session: str, file: str | None, seat: str | None, whose: str, reads: tuple[str, ...], keeps: tuple[str, ...],
    chats: tuple[str, ...], find: str | None, *, forgets: str | None, said: bool, after: int | None, anyway: int | None,
    check: bool, as_json: bool, **words: Any,
) -> int:  # fmt: skip
    """File one post, move by move, as the page for posts does.

    FILE holds the post as a forum, a mail or a chat shows it, and may be `-`, which is stdin. Each line reads as ok,
    chat, fix (a rule is against it) or ask (it may mean several things); nothing is filed before all are settled.
    Filing stops at the first line that is refused: what stands before it is in the log, and the same post again goes
    on there. A post written before others moved is told what it missed. What it says is what a spectator may know.
    """
    with open_database() as store:
        row = store.row(session)
        public = Timeline.read(store, registry(), row.session)
        seats = public.reading.started.seats
        require_seat(_MODERATOR if seat is None else seat, seats, _MODERATOR)
        poster = Poster(seat or _MODERATOR)
        if said or forgets is not None:
            return _say_confirmed(store, row.session, forgets, poster, as_json=as_json)
        if file is None:
            raise RefusedError("name the FILE of the post, or - for stdin")
        pasted = Pasted(
            text=read_public_text(file), seat=whose, after=after, crossing=anyway or 0,
            choices=_line_decisions(reads, chats, keeps), **words,
        )  # fmt: skip
        if find is not None:
            number, _, typed = find.partition("=")
            return _say_moves(read_post(public, store, pasted, poster), _number(number), typed, as_json=as_json)
        request = Request(row.session, poster, pasted)
        if not (whose or poster.seat or line_of(request)):
            _require_speaker(public, store, pasted, poster)
        if check:
            return _say_reading(preview(store, public, request).paste, as_json=as_json)
        done = submit(store, registry(), request)
        if as_json:
            write_json(result_as_data(done))
        else:
            print_result(done)
            now = Timeline.read(store, registry(), row.session)
            say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(now, now.last)}")
            say(f"witness {witness(store, row.session)}")
            print_signed(done.signed)
        return exit_status(done)


def _require_speaker(timeline: Timeline, store: EventStore, pasted: Pasted, poster: Poster) -> None:
    """See that it is known whose a post is that says moves.

    Raises:
        RefusedError: no head says so, and it would be filed as chat.
    """
    if read_post(timeline, store, pasted, poster).lines:
        return
    seats = dict.fromkeys((*timeline.status(timeline.last).awaited, *timeline.reading.started.seats))
    for seat in seats:
        read = read_post(timeline, store, replace(pasted, seat=seat), poster)
        if any(line.status != "chat" for line in read.lines):
            raise RefusedError(
                f"it has no head that says whose it is, and may say moves: --for {seat} reads it as {titled(seat)}'s, "
                f"--for {_MODERATOR} files it as chat"
            )


def _say_confirmed(store: EventStore, session: str, forgets: str | None, poster: Poster, *, as_json: bool) -> int:
    """Say which words this table has confirmed to say a move; let go of some first, if that is asked.

    Raises:
        RefusedError: they are none of these.
    """
    if forgets is not None:
        opened = Session.load(store, registry(), session)
        forget(opened, Timeline(opened.row, opened.view(ALL)), store, forgets, poster.by)
    found = confirmed(Timeline.read(store, registry(), session), store)
    if as_json:
        write_json([{"words": one.words, "seq": one.seq, "told": one.told} for one in found])
        return 0
    for one in found:
        say(f"{one.seq:>5}  {one.words}: {one.told}")
    say(f"{plural(len(found), 'phrase')} of this table")
    return 0


def _line_decisions(reads: tuple[str, ...], chats: tuple[str, ...], keeps: tuple[str, ...]) -> dict[int, Choice]:
    """What is settled about lines, by their number.

    Raises:
        RefusedError: a line has no number, or nothing is said of it.
    """
    found: dict[int, Choice] = {}
    for number, text in map(_numbered_value, reads):
        found[number] = Choice(take=text)
    for number, text in map(_numbered_value, keeps):
        found[number] = Choice(take=found.get(number, Choice()).take, keep=text)
    for text in chats:
        found[_number(text)] = Choice(chat=True)
    return found


def _numbered_value(given: str) -> tuple[int, str]:
    number, equals, text = given.partition("=")
    if not equals or not text.strip():
        raise RefusedError(f'"{given[:60]}" says nothing of a line: write 4=...')
    return _number(number), text.strip()


def _number(given: str) -> int:
    number = whole(given.strip(), _LONGEST)
    if number is None:
        raise RefusedError(f'"{given[:20]}" is no number of a line')
    return number


def _say_reading(paste: ReadPaste, *, as_json: bool) -> int:
    """How a post reads, and the exit status."""
    if as_json:
        write_json(_reading_as_data(paste))
        return (1 if paste.unheard else 0) if paste.is_settled else 2
    print_lines(paste, sorted(paste.shown, key=lambda line: line.number))
    _say_crossing(paste.crossing)
    if paste.trouble:
        warn(f"{paste.trouble}; nothing was written")
        return 2
    if not paste.is_settled:
        warn("nothing was written, and it would not be filed as it is")
        return 2
    say(f"{plural(len(paste.lines), 'line')} read; nothing was written")
    return warn_unheard(paste.unheard)


def warn_unheard(seats: Sequence[str]) -> int:
    """Warn that awaited seats have said no move, and the exit status: such a post may hold one that was not read."""
    if seats:
        are = "is" if len(seats) == 1 else "are"
        warn(f"no move was read, and {joined(seats)} {are} awaited; correct --chat makes one")
    return 1 if seats else 0


def _say_moves(paste: ReadPaste, number: int, typed: str, *, as_json: bool) -> int:
    """Say which moves a line may be.

    Raises:
        RefusedError: there is no such line, or it is none that is read.
    """
    if number not in paste.places:
        raise RefusedError(paste.trouble or f"there is no line {number} that is read")
    place = paste.places[number]
    said = next((line.text for line in paste.shown if line.number == number), "")
    return print_legal_lines(legal_lines(place.ahead, place.seat, said, typed), typed, as_json=as_json)


def print_legal_lines(legal: LegalLines, typed: str, *, as_json: bool, **more: Any) -> int:
    """Say which moves are on offer, with more about the line in data."""
    if as_json:
        moves = [{"line": one.line, "text": one.text} for one in legal.shown]
        write_json({**more, "moves": moves, "more": legal.has_more, "waits": legal.waits})
        return 0
    for one in legal.shown:
        say(f"{'':>11}- {one.text}")
        say(f"{'':>13}{one.line}")
    if not legal.shown:
        none = "no legal move fits these words" if typed else "no move was legal, as far as may be known"
        say(f"{'':>11}{legal.waits or none}")
    elif legal.has_more:
        say(f"{'':>11}there are more: words narrow them")
    return 0


def _reading_as_data(paste: ReadPaste) -> dict[str, Any]:
    """A reading as data: without the position that it leads to."""
    return {
        "seq": paste.seq, "settled": paste.is_settled, "after": paste.after, "lines": paste.lines,
        "crossing": paste.crossing, "trouble": paste.trouble, "unheard": paste.unheard, "words": stretches(paste),
    }  # fmt: skip


def result_as_data(done: FiledPost) -> dict[str, Any]:
    """What became of a post, as data."""
    return {
        "done": done.is_done, "seq": done.seq, "head": done.head, "lines": done.lines, "crossing": done.crossing,
        "stopped": done.stopped, "trouble": done.paste.trouble, "unheard": done.paste.unheard, "signed": done.signed,
    }  # fmt: skip


def print_lines(paste: ReadPaste, lines: Sequence[ReadLine]) -> None:
    """Say how each line reads, or what became of it, and what was changed since an earlier version."""
    words = stretches(paste)
    for line in lines:
        status, text = "kept" if line.kept else line.status, line.text or "the whole post"
        say(f"{line.number:>5}  {status:<4}  {text}{f'  ({line.filed})' if line.filed else ''}")
        for row in (*_rows(line), *_offers(paste, line)):
            say(f"{'':>13}{row}")
        for kind, name in _TOLD.items() if line.message != STRUCK else ():
            if found := [word.text for word in words.get(line.number, ()) if word.kind == kind]:
                say(f"{'':>13}{name}: {'; '.join(found)}")
    for post in paste.posts:
        if post.changed is not None:
            say(f"changed since it was filed as line {post.changed.seq}:")
            for row in post.changed.diff:
                say(f"  {row}")
        elif post.again is not None and not any(line.filed for line in lines):
            say(f"it is in the log already, as line {post.again.seq}; correct --chat makes a move of a line of it")


def _rows(line: ReadLine) -> Iterator[str]:
    """What there is to say of one line."""
    if line.taken:
        yield f"read as {line.taken}"
    if line.message:
        yield f"{line.message}{f' ({line.rule})' if line.rule else ''}"
    if not line.is_settled:
        yield from [f"{line.rule}: {line.law}"] if line.law else []
    if line.filed:
        yield from (f"> {told}" for told in line.says)
    yield from (f"claim: {claim.says}" for claim in line.claims if claim.differs)


def _offers(paste: ReadPaste, line: ReadLine) -> Iterator[str]:
    """What a line may mean: in sentences where they can be told, and as it is settled with `--read`."""
    for one in () if line.is_settled else offers(paste, line):
        if one.steps:
            supplied = [step.line for step in one.steps if step.is_supplied]
            yield f"- {one.text}{f' Supplied: {joined(supplied)}.' if supplied else ''}"
            yield from [f"  against it: {one.against}"] if one.against else []
            yield f"  {one.line}"
        else:
            yield f"- {one.line}"


def _say_crossing(crossing: Sequence[UnseenLine]) -> None:
    """Say what its author had not seen."""
    if crossing:
        say("this happened meanwhile:")
    for missed in crossing:
        say(f"  {missed.address or f'#{missed.seq}'}  {' '.join(missed.told)}")


def print_result(done: FiledPost) -> None:
    """Say what became of a post."""
    print_lines(done.paste, done.lines)
    _say_crossing(done.crossing)


def exit_status(done: FiledPost) -> int:
    """What kept a post from being filed, and the exit status."""
    if done.is_done:
        return warn_unheard(done.paste.unheard)
    then = "what stands before it is in the log" if done.number or done.has_begun else "nothing was written"
    stopped, numbers = done.stopped, ", ".join(str(line.number) for line in done.paste.open)
    if done.crossing:
        left = f"; line {numbers} is to be settled too" if numbers else ""
        warn(f"{then}; --anyway {done.seq} files it though this happened meanwhile{left}")
    elif stopped is not None:
        warn(f"line {stopped.number} {'does not stand' if stopped.status == 'fix' else 'does not read'}; {then}")
    elif done.paste.trouble:
        warn(f"{done.paste.trouble}; {then}")
    else:
        seats = dict.fromkeys(line.seat for line in done.paste.open if line.seat)
        warn(f"to settle: line {numbers} (--read, --keep or --chat) by {either([*seats, _MODERATOR])}; {then}")
    return 2
