"""The commands `post` and `note`, which submit one post or one note."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, Final

import click
from click import argument, option
from msgspec.structs import replace

from events.digits import whole
from events.errors import RefusedError
from events.events import ALL, MODERATOR_VIEW
from events.store.protocol import EventStore
from projections.registry import registry
from projections.wording import either, joined, titled
from replay.corrections.ruling import open_offers
from replay.corrections.takeback import open_proposal
from replay.posts.approved_phrases import confirmed, forget
from replay.posts.choices import FEW, LegalLines, asked_readings, legal_lines, moves_instead, offers, stretches
from replay.posts.directives import Directive, compose, read_directive
from replay.posts.door import FiledPost, Request, line_of, preview, submit
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import STRUCK, ReadPaste, read_post
from replay.posts.unasked import read_trusting
from replay.posts.whose import seat_at_once, whose_says
from replay.reading.notes import NoteReader
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline
from replay.reading.trust import TRUST
from replay.session.conflicts import UnseenLine
from replay.session.notes import check_note
from replay.session.seats import require_seat
from replay.session.session import Session
from webui.commands.arguments import load_session, read_public_text
from webui.commands.database import open_database
from webui.commands.options import NumberFrom, as_seat, command
from webui.commands.output import checkpoint, plural, print_signed, say, status_word, warn, write_json
from webui.views.headline import headline
from webui.views.line_notes import notes_to_show

_MODERATOR: Final = "moderator"
_TOLD: Final = {"left": "not part of a move", "remark": "remark", "struck": "struck out"}
"""The labels that explain why words of a line belong to no move, by kind of word."""
_LONGEST: Final = 9


@command(
    "post", "post friday POST.txt --as tenth", "post friday - --as tenth --check < post.txt",
    "post friday POST.txt --read '4=P: Kb c2 open' --accept '6=we agreed on it' --chat 7",
    "post friday POST.txt --find '4=blue c2'", "post friday POST.txt --after 58 --where 'forum #12'",
    "post friday POST.txt --trust sure", "post friday --said", "post friday --forget 'hop in'",
)  # fmt: skip
@argument("session")
@argument("file", required=False)
@option("--as", "seat", metavar="SEAT", type=as_seat, help="Post as this seat (default: as the moderator).")
@option("--for", "whose", metavar="SEAT", default="", help="As the moderator: the seat of a post that has no header.")
@option("--check", is_flag=True, help="Preview only; nothing is saved or rolled.")
@option("--read", "reads", multiple=True, metavar="N=MOVE", help="Read line N as MOVE. Repeatable.")
@option(
    "--accept", "accepts", multiple=True, metavar="N=REASON",
    help="Record line N although it breaks a rule; audits report it. Repeatable.",
)  # fmt: skip
@option("--chat", "chats", multiple=True, metavar="N", help="Treat line N as chat. Repeatable.")
@option("--chat-only", is_flag=True, help="Record the post as chat, although its seat is to move and no move is found.")
@option(
    "--trust", type=click.Choice(TRUST[:2]),
    help="Record a certain reading of plain words without a question (sure), or confirm each reading (ask). Default: "
    "the setting of the session, see `people`.",
)  # fmt: skip
@option("--find", metavar="N=WORDS", help="List the legal moves for line N that match WORDS, likeliest first.")
@option("--said", is_flag=True, help="List the phrases that players have confirmed to mean a move.")
@option("--forget", "forgets", metavar="WORDS", help="Forget WORDS as a phrase for a move; see --said.")
@option("--after", type=NumberFrom(0), metavar="N", help="The last log entry that you saw.")
@option("--anyway", type=NumberFrom(1), metavar="N", help="Submit although others have moved, up to entry N.")
@option("--author", default="", help="Author of the post, if it is not the player of the seat.")
@option("--when", default="", help="Date and time of the post, in any form.")
@option("--where", default="", help="Place of the post: a link or any words.")
@option("--key", default="", help="Idempotency key: the same post with the same key is saved once.")
def post(
    session: str, file: str | None, seat: str | None, whose: str, reads: tuple[str, ...], accepts: tuple[str, ...],
    chats: tuple[str, ...], find: str | None, *, forgets: str | None, said: bool, after: int | None, anyway: int | None,
    trust: str | None, check: bool, chat_only: bool, as_json: bool, **words: Any,
) -> int:  # fmt: skip
    """Submit one post to a session.

    FILE is the post as copied from a forum, mail or chat (- for standard input). Each line is classified as:

    \b
    ok        a legal move
    chat      not a move
    question  could mean several things: choose one with --read
    illegal   breaks a rule: change it, or use --accept

    A post without a header is read as the post of the player that its author line names (Rose wrote:), or else of the
    only seat to move.

    Nothing is saved until every line is settled. Use --check to preview. If a move is refused midway, the moves before
    it are saved: submit the same post again to continue. If others moved since the post was written, you see what it
    missed. If the seat to move writes no move, nothing is saved: choose a move with --read, or use --chat-only.
    """  # noqa: D301  # \b keeps the lines in the help
    with open_database() as store:
        row = store.row(session)
        public = Timeline.read(store, registry(), row.session)
        seats = public.reading.started.seats
        require_seat(_MODERATOR if seat is None else seat, seats, _MODERATOR)
        poster = Poster(seat or _MODERATOR)
        if said or forgets is not None:
            return _say_confirmed(store, row.session, forgets, poster, as_json=as_json)
        if file is None:
            raise RefusedError("FILE is missing. Name the file of the post, or - for standard input")
        pasted = Pasted(
            text=read_public_text(file), seat=whose, after=after, crossing=anyway or 0,
            choices=_line_decisions(reads, chats, accepts), chat_only=chat_only, trust=trust or "",
            **words,
        )  # fmt: skip
        if find is not None:
            at, _, typed = find.partition("=")
            paste, number = read_post(public, store, pasted, poster), _number(at)
            if number not in paste.places:
                raise RefusedError(paste.trouble or f"the post has no line {number} that can be a move")
            place = paste.places[number]
            text = next((line.text for line in paste.shown if line.number == number), "")
            return print_legal_lines(legal_lines(place.ahead, place.seat, text, typed), typed, as_json=as_json)
        request = Request(row.session, poster, pasted)
        preselected = ""
        if not (whose or poster.seat or line_of(request)):
            with closing(store.open_accounts()) as accounts:
                found = seat_at_once(public, store, accounts, pasted, poster)
            preselected = whose_says(public, found) if found.seat else ""
            pasted = replace(pasted, seat=found.seat or _find_speaker(public, store, pasted, poster))
            request = replace(request, sent=pasted)
        if preselected and not as_json:
            say(f"{preselected} To choose another seat, use --for SEAT")
        if check:
            paste, mark = read_trusting(public, lambda: public, store, pasted, poster)
            paste = paste if mark else preview(store, public, request).paste
            return _say_reading(paste, preselected, is_unasked=mark is not None, as_json=as_json)
        done = submit(store, registry(), request)
        if as_json:
            write_json(result_as_data(done) | {"preselected": preselected})
        else:
            print_lines(done.paste, done.lines)
            if done.is_done and not done.lines and not done.paste.is_filed:
                say("no move found: the post is recorded as chat. If a seat wrote it, use --for SEAT")
            _say_crossing(done.crossing)
            _say_unasked(done)
            _say_rest(store, request, done)
            now = Timeline.read(store, registry(), row.session)
            say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(now, now.last)}")
            _say_waiting(now.reading, done.paste.seq)
            say(f"checkpoint {checkpoint(store, row.session)}")
            print_signed(done.signed)
        return exit_status(done, as_json=as_json)


def _say_unasked(done: FiledPost) -> None:
    """Print that a post was recorded without a question, and how its author can refuse the reading."""
    line = next((line for line in done.lines if line.filed), None) if done.is_unasked else None
    if line is not None:
        say(f"recorded without a question. To refuse this reading, {titled(line.seat)} can post `UNDO {line.filed}`")


def _say_rest(store: EventStore, request: Request, done: FiledPost) -> None:
    """Print the text of a post that was not recorded, its possible readings now, and how to submit it."""
    for rest in done.rests:
        paste = preview(store, Timeline.read(store, registry(), request.session), replace(request, sent=rest)).paste
        say("you also wrote this, which is not recorded yet:")
        print_lines(paste, paste.lines)
        whose = f" --as {request.who.seat}" if request.who.seat else f" --for {rest.seat}"
        say(f"to record it, submit it as a post: cloisterbell post {request.session} -{whose} --where '{rest.where}'")


def _find_speaker(timeline: Timeline, store: EventStore, pasted: Pasted, poster: Poster) -> str:
    """Return whose post it is: the moderator if no seat can write its commands, "" if it names its seat or is chat.

    Refuse any other post, because it does not say whose lines it contains.
    """

    def read(seat: str, poster: Poster = poster) -> Sequence[ReadLine]:
        lines = read_post(timeline, store, replace(pasted, seat=seat), poster).lines
        return [line for line in lines if line.status != "chat"]

    if read_post(timeline, store, pasted, poster).lines:
        return ""
    seats = dict.fromkeys((*timeline.status(timeline.last).awaited, *timeline.reading.started.seats))
    told = {seat: lines for seat in seats if (lines := read(seat))}
    if not told:
        return ""
    if any(read_directive(line.text) is None for lines in told.values() for line in lines):
        seat, chat = next(iter(told)), "" if read(_MODERATOR) else f", or --for {_MODERATOR} to save it as chat"
        raise RefusedError(
            "the post may contain moves, but it does not say of which seat. "
            f"Use --for {seat} to read it as {titled(seat)}'s post{chat}"
        )
    writers = [name for name in (*seats, _MODERATOR) if all(line.is_settled for line in read(name, Poster(name)))]
    if writers in ([], [_MODERATOR]):
        return _MODERATOR
    other = f", or --for {_MODERATOR} to post it as the moderator" if _MODERATOR in writers else ""
    seat = writers[0]
    raise RefusedError(f"the post does not say who writes it. Use --as {seat} to post it as {titled(seat)}{other}")


def _say_confirmed(store: EventStore, session: str, forgets: str | None, poster: Poster, *, as_json: bool) -> int:
    if forgets is not None:
        opened = Session.load(store, registry(), session)
        forget(opened, Timeline(opened.row, opened.view(ALL)), store, forgets, poster.by)
    found = confirmed(Timeline.read(store, registry(), session), store)
    if as_json:
        write_json([{"words": one.words, "seq": one.seq, "told": one.told} for one in found])
        return 0
    for one in found:
        say(f"{one.seq:>5}  {one.words}: {one.told}")
    say(f"{plural(len(found), 'confirmed phrase')}")
    return 0


def _line_decisions(reads: tuple[str, ...], chats: tuple[str, ...], accepts: tuple[str, ...]) -> dict[int, Choice]:
    found: dict[int, Choice] = {}
    for number, text in map(_numbered_value, reads):
        found[number] = Choice(take=text)
    for number, text in map(_numbered_value, accepts):
        found[number] = Choice(take=found.get(number, Choice()).take, accept=text)
    for text in chats:
        found[_number(text)] = Choice(chat=True)
    return found


def _numbered_value(given: str) -> tuple[int, str]:
    number, equals, text = given.partition("=")
    if not equals or not text.strip():
        raise RefusedError(f'"{given[:60]}" must have the form N=TEXT. For line 4 write 4=...')
    return _number(number), text.strip()


def _number(given: str) -> int:
    number = whole(given.strip(), _LONGEST)
    if number is None:
        raise RefusedError(f'"{given[:20]}" is not a line number')
    return number


def _say_reading(paste: ReadPaste, preselected: str = "", *, is_unasked: bool = False, as_json: bool) -> int:
    if as_json:
        write_json({
            "seq": paste.seq, "settled": paste.is_settled, "after": paste.after, "lines": paste.lines,
            "crossing": paste.crossing, "trouble": paste.trouble, "unheard": paste.unheard, "words": stretches(paste),
            "preselected": preselected, "moves": _moves_as_data(paste), "unasked": is_unasked,
            "readings": [one._asdict() for one in asked_readings(paste)],
        })  # fmt: skip
        return 0 if paste.is_settled else 2
    print_lines(paste, sorted(paste.shown, key=lambda line: line.number))
    _say_crossing(paste.crossing)
    if paste.trouble:
        warn(f"{paste.trouble}. Nothing was saved")
        return 2
    if not paste.is_settled:
        if paste.open:
            warn("this post cannot be submitted until every line is settled. Nothing was saved")
        elif paste.unheard:
            _say_no_move(paste)
        return 2
    if is_unasked:
        say("the post would be recorded without a question")
    say(f"{plural(len(paste.lines), 'line')} read; nothing was saved")
    return 0


def _say_no_move(paste: ReadPaste, *, as_json: bool = False) -> None:
    """Report a post without a move of a seat that must move, and print the legal moves unless the output is JSON."""
    found = None if as_json else moves_instead(paste)
    for one in found.legal.shown[:FEW] if found else ():
        say(f"{'':>11}- {one.text}")
        say(f"{'':>13}--read '{found.number if found else 1}={one.line}'")
    if found and not found.legal.shown:
        print_legal_lines(found.legal, "", as_json=False)
    elif found and (found.legal.has_more or len(found.legal.shown) > FEW):
        say(f"{'':>11}there are more moves. Search them with --find '{found.number}=WORDS'")
    seats = joined([titled(seat) for seat in paste.unheard])
    warn(
        f"no move found, and it is still {seats}'s turn. Choose a move with --read, or record the post with "
        "--chat-only. Nothing was saved"
    )


def _moves_as_data(paste: ReadPaste) -> list[dict[str, Any]]:
    found = moves_instead(paste)
    return [{"number": found.number, "line": one.line, "text": one.text} for one in found.legal.shown] if found else []


def print_legal_lines(legal: LegalLines, typed: str, *, as_json: bool, **more: Any) -> int:
    """Print the legal moves for the words `typed`, and return the exit status. `more` is added to the JSON output."""
    if as_json:
        moves = [{"line": one.line, "text": one.text} for one in legal.shown]
        write_json({**more, "moves": moves, "more": legal.has_more, "waits": legal.waits})
        return 0
    for one in legal.shown:
        say(f"{'':>11}- {one.text}")
        say(f"{'':>13}{one.line}")
    if not legal.shown:
        none = "no legal move matches these words" if typed else "no move is legal, as far as a spectator may know"
        say(f"{'':>11}{legal.waits or none}")
    elif legal.has_more:
        say(f"{'':>11}there are more moves. Add words to narrow the list")
    return 0


def result_as_data(done: FiledPost) -> dict[str, Any]:
    """Return the result of a post as data."""
    return {
        "done": done.is_done, "seq": done.seq, "head": done.head, "lines": done.lines, "crossing": done.crossing,
        "stopped": done.stopped, "trouble": done.paste.trouble, "unheard": done.paste.unheard, "signed": done.signed,
        "moves": [] if done.is_done else _moves_as_data(done.paste), "rest": done.rest, "unasked": done.is_unasked,
    }  # fmt: skip


def print_lines(paste: ReadPaste, lines: Sequence[ReadLine]) -> None:
    """Print the status of each line, and the changes since an earlier version of the post."""
    words = stretches(paste)
    for line in lines:
        text = line.text or "the whole post"
        say(f"{line.number:>5}  {status_word(line):<8}  {text}{f'  ({line.filed})' if line.filed else ''}")
        for row in (*_rows(line), *_offers(paste, line)):
            say(f"{'':>17}{row}")
        for kind, name in _TOLD.items() if line.message != STRUCK else ():
            if found := [word.text for word in words.get(line.number, ()) if word.kind == kind]:
                say(f"{'':>17}{name}: {'; '.join(found)}")
    for post in paste.posts:
        if post.changed is not None:
            say(f"changed since it was recorded as entry {post.changed.seq}:")
            for row in post.changed.diff:
                say(f"  {row}")
        elif post.again is not None and not any(line.filed for line in lines):
            seq = post.again.seq
            say(f"this post is in the log already, as entry {seq}. If a line of it is a move, use correct --chat {seq}")


def _rows(line: ReadLine) -> Iterator[str]:
    if line.taken:
        yield f"read as {line.taken}"
    if line.message:
        yield f"{line.message}{f' ({line.rule})' if line.rule else ''}"
    if not line.is_settled:
        yield from [f"{line.rule}: {line.law}"] if line.law else []
    if line.filed or read_directive(line.taken or line.text) is not None:
        yield from (f"> {told}" for told in line.says)
    if line.comment:
        yield f"not read as a move: {line.comment}"
        yield "the text after ; is a comment. If it is a move, write it on a line of its own"
    yield from (f"board statement: {claim.says}" for claim in line.claims if claim.differs)


def _offers(paste: ReadPaste, line: ReadLine) -> Iterator[str]:
    found = () if line.is_settled else offers(paste, line)
    for at, one in enumerate(found):
        if difference := one.difference(found[0]) if at else "":
            yield f"- {difference}"
            yield from [f"  {'illegal: ' * one.is_refused}{one.against}"] if one.against else []
            yield f"  {one.line}"
        elif one.steps:
            supplied = [step.line for step in one.steps if step.is_supplied]
            yield f"- {one.text}{f' Not in the post: {joined(supplied)}.' if supplied else ''}"
            yield from [f"  {'illegal: ' * one.is_refused}{one.against}"] if one.against else []
            yield f"  {one.line}"
        else:
            yield f"- {one.line}"
    if found and paste.prose.get(line.number) is not None:
        yield f"another move: search the legal moves with --find '{line.number}=WORDS'"


def _say_crossing(crossing: Sequence[UnseenLine]) -> None:
    if crossing:
        say("this happened meanwhile:")
    for missed in crossing:
        say(f"  {missed.address or f'#{missed.seq}'}  {' '.join(missed.told)}")


def _say_waiting(public: Reading[Any], since: int) -> None:
    """Print which seats must agree to the proposals that were made after entry `since`."""
    takeback = open_proposal(public)
    open_now = [(offer.seq, offer.waiting) for offer in open_offers(public)]
    for seq, waiting in [*open_now, *([(takeback.asked, takeback.waiting)] if takeback else [])]:
        if seq > since:
            say(f"waiting for: {', '.join(waiting)} (AGREE #{seq})")


def _accept(done: FiledPost) -> list[str]:
    return ["--accept"] * any(line.may_accept for line in done.paste.open)


def exit_status(done: FiledPost, *, as_json: bool = False) -> int:
    """Print why a post was not completely recorded, and return the exit status."""
    if done.is_done:
        return 0
    then = "The moves before it are saved" if done.number or done.has_begun else "Nothing was saved"
    stopped, numbers = done.stopped, [str(line.number) for line in done.paste.open]
    left = f"line{'s' * (len(numbers) > 1)} {joined(numbers)}"
    if done.crossing:
        more = f", and settle {left}" if numbers else ""
        warn(f"others have moved since the post was written. {then}. To submit it anyway use --anyway {done.seq}{more}")
    elif stopped is not None:
        warn(f"line {stopped.number} {'is illegal' if stopped.status == 'illegal' else 'is not clear'}. {then}")
    elif done.paste.trouble:
        warn(f"{done.paste.trouble}. {then}")
    elif done.paste.unheard and not numbers:
        _say_no_move(done.paste, as_json=as_json)
    else:
        seats = dict.fromkeys(line.seat for line in done.paste.open if line.seat not in ("", _MODERATOR))
        who = either([*map(titled, seats), "the moderator"])
        ways = either([*["--read"] * any(line.choices for line in done.paste.open), *_accept(done), "--chat"])
        changed = "changed, or " * any(line.status == "illegal" or not line.choices for line in done.paste.open)
        warn(f"{left} must be {changed}settled with {ways}, by {who}. {then}")
    return 2


@command(
    "note", "note friday", "note friday 7.3 'The turning point.'", "note friday '#412' 'Is this legal?' --for judge",
    "note friday --withdraw 431",
)  # fmt: skip
@argument("session")
@argument("at", default="")
@argument("text", default="")
@option("--as", "seat", metavar="SEAT", type=as_seat, help="Write as this seat (default: as the moderator).")
@option(
    "--for", "whom", type=click.Choice(["all", "alone", "judge", "after"]), default="all",
    help="Readers (default: all). alone: only you. judge: you, the moderator and judges. after: all, once the game "
    "has ended.",
)  # fmt: skip
@option(
    "--withdraw",
    "withdrawn",
    type=NumberFrom(1),
    metavar="ENTRY",
    help="Withdraw the note that is log entry ENTRY.",
)
def note(
    session: str, at: str, text: str, seat: str | None, whom: str, withdrawn: int | None, *, as_json: bool
) -> None:  # fmt: skip
    """Add, withdraw or list notes.

    AT is a move number (7.3), an entry (#412), or '' for the whole session. TEXT is the note, or - to read it from
    standard input. Without AT and TEXT the command lists the notes that the moderator can read. A note is an entry of
    the log. After you withdraw it, its text is no longer shown, but the entry stays.
    """
    with open_database() as store:
        seats = load_session(store, session).started.seats
        require_seat(MODERATOR_VIEW if seat is None else seat, seats, MODERATOR_VIEW)
        reader = NoteReader(seat or MODERATOR_VIEW, may_rule=seat in (None, MODERATOR_VIEW))
        if withdrawn is not None and (at or text):
            raise RefusedError("--withdraw cannot add a note. Leave out AT and TEXT")
        if withdrawn is not None:
            _file(store, session, reader.author, Directive("WITHDRAW", f"#{withdrawn}"))
            say(f"the note of entry {withdrawn} is withdrawn")
            return
        if text:
            public = Timeline.read(store, registry(), store.row(session).session)
            place, written = check_note(public, at, read_public_text("-") if text == "-" else text, whom)
            line = Directive("NOTE", at or "#0", "" if whom == ALL else whom, written)
            seq = _file(store, session, reader.author, line)
            say(f"note saved as entry {seq}{f', at entry {place}' if place else ''}")
            return
        if seat in seats:
            raise RefusedError("the notes of a seat are listed only on its own page. Leave out --as")
        if at:
            raise RefusedError("TEXT is missing. Write the text of the note in quotes after AT")
        timeline = Timeline.read(store, registry(), store.row(session).session, ALL)
        found = notes_to_show(timeline, reader)
    if as_json:
        write_json([one._asdict() for one in found])
        return
    for one in found:
        where = f"{one.address}, entry {one.at}" if one.at else "the session"
        say(f"#{one.seq} at {where}  {one.author}{f', {one.whom}' if one.whom else ''}: {one.text}")
    say(plural(len(found), "note"))


def _file(store: EventStore, session: str, by: str, line: Directive) -> int:
    request = Request(store.row(session).session, Poster(by), Pasted(text=compose(line)), is_post=False)
    return submit(store, registry(), request).seq
