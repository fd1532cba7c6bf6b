"""The command `desk`, at which an old thread is read post by post, and recorded when all of it is read."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Final

import click
import msgspec

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store.desks import Desks
from events.store.protocol import EventStore
from projections.shelf import shelf
from projections.wording import joined
from replay.audit.audit import audit_session
from replay.importing.authors import MODERATOR, NOBODY, UnknownAuthorsError, as_seat
from replay.importing.desk import DeskWork, Told
from replay.importing.kinds import read_archive
from replay.importing.review import Answer, OpenPost, Progress, WalkedPost, with_unknown
from replay.importing.suggestions import suggest
from replay.importing.told_options import ToldOption
from replay.posts.choices import Offer, offers
from replay.posts.completions import legal_lines
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.reading.timeline import Timeline
from webui.commands.archive import is_interactive, read_archive_bytes, seats_by_author
from webui.commands.database import open_database
from webui.commands.new import named_options
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, warn, with_progress, write_json
from webui.views.headline import headline

_WHO: Final = "moderator"
_HELP: Final = """\
  Enter      take the likely reading
  1, 2 ...   take that reading; `1?` with what was drawn or turned up there not known
  = MOVE     it says this, in notation; moves stand behind one another with ` / ` between them,
             `?` for cards and dice that nobody knows any more
  < MOVE     this was played before the post, and it does not say so; > MOVE behind it
  ? WORDS    the moves that were legal there and fit these words
  c          no move: chat; cc for all of the post
  b          the board as it stood        u   take the last answer back
  g N        settle post N once more      q   leave; everything is kept"""


class _DeskState(msgspec.Struct, frozen=True):
    """A desk as the list tells it."""

    desk: str
    posts: int
    answered: int
    session: str
    recorded: int


@command(
    "desk", "desk autumn thread.txt --game GAME --seats tenth,thirteenth --author Tomasz=tenth",
    "desk autumn", "desk autumn thread.txt", "desk autumn --read '12.3=MOVE' --chat 14 --json", "desk autumn --record",
)  # fmt: skip
@click.argument("name", required=False)
@click.argument("file", required=False)
@click.option("--game", default="", help="The game that was played.")
@click.option("--seats", default="", metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="Who is who: a name as it stands in the thread, and a seat, `moderator`, or - for nobody.",
)  # fmt: skip
@click.option("--title", default="", help="What people call the session.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option(
    "--read",
    "reads",
    multiple=True,
    metavar="POST.LINE=MOVE",
    help="What a line of a post says; POST=MOVE where one is asked.",
)
@click.option("--chat", "chats", multiple=True, metavar="POST[.LINE]", help="A post, or a line of it, is no move.")
@click.option("--undo", is_flag=True, help="Take the last answer back.")
@click.option("--record", is_flag=True, help="Record the posts that were passed as a session, and audit it.")
@click.option("--drop", is_flag=True, help="Forget the desk; what was recorded from it stays.")
@click.option("--ask", is_flag=True, help="Ask on the screen even where stdin is no terminal.")
@json_option
@database_option
def desk(
    name: str | None, file: str | None, people: tuple[str, ...], options: tuple[str, ...], reads: tuple[str, ...],
    chats: tuple[str, ...], *, undo: bool, record: bool, drop: bool, ask: bool, as_json: bool, **header: str,
) -> int:  # fmt: skip
    """Read an old thread post by post, and record it when all is read.

    NAME names the desk, FILE is a thread as `archive` takes it: it begins the desk, or brings a later state of the
    thread. Notation that reads and talk go by themselves; what is told in other words, or does not read, is asked about
    with what it may mean. Every answer is kept at once and can be taken back; without a NAME the desks are listed. Exit
    status 1: a post is asked about; 2: it cannot do what it was asked.
    """
    raw = read_archive_bytes(file) if file is not None else b""
    if file is not None:
        read_archive(raw)  # what is none leaves no new database behind
    with open_database(make=file is not None) as store, closing(store.open_accounts()) as accounts:
        desks = Desks(accounts)
        if name is None:
            return _say_desks(desks, store, as_json=as_json)
        if drop:
            return _forget(desks, name)
        asks, told = ask or (is_interactive() and not as_json), seats_by_author(people)
        begins = bool(raw) and name not in desks.names()
        at = partial(_begun, asks=asks) if begins else _gone_on
        work = at(desks, store, name, raw, header, options, told)
        if asks and not work.desk.session:
            _ask_who(work)
        if undo:
            work.undo(_WHO)
        _walk(work, quiet=as_json or asks)
        for number, text in map(_of_post, reads):
            _answer(work, number, text)
        for text in chats:
            _answer(work, *_of_post(f"{text}="))
        if asks and not record:
            return _ask_all(work)
        if record:
            return _record(work, as_json=as_json)
        return _say_state(work, as_json=as_json)


def _say_desks(desks: Desks, store: EventStore, *, as_json: bool) -> int:
    found = list[_DeskState]()
    for name in desks.names():
        work = DeskWork(desks, store, shelf(), name)
        told = work.desk
        found.append(
            _DeskState(name, len(told.archive.posts), len(told.answers), told.session, len(told.recorded))
        )  # fmt: skip
    if as_json:
        write_json(found)
        return 0
    for one in found:
        state = f"; {one.recorded} recorded as {one.session}" if one.session else ""
        say(f"{one.desk}: {plural(one.posts, 'post')}, {one.answered} answered{state}")
    if not found:
        say("no desk yet: `cloisterbell desk NAME FILE` begins one")
    return 0


def _forget(desks: Desks, name: str) -> int:
    desks.entries(name)  # refuses a name that is none
    desks.drop(name)
    say(f"desk {name} is gone; what was recorded from it stays")
    return 0


def _begun(
    desks: Desks, store: EventStore, name: str, raw: bytes, header: Mapping[str, str], options: tuple[str, ...],
    people: dict[str, str], *, asks: bool,
) -> DeskWork:  # fmt: skip
    """A new desk; what nobody has said of the game is asked for, else the desk is not begun."""
    fields = _fields(read_archive(raw).header, header, options)
    told = Told(fields, people) if fields or people or not asks else None
    return DeskWork.begin(desks, store, shelf(), name, raw, _WHO, told)


def _gone_on(
    desks: Desks, store: EventStore, name: str, raw: bytes, header: Mapping[str, str], options: tuple[str, ...],
    people: dict[str, str],
) -> DeskWork:  # fmt: skip
    """A desk that is there; a later state of its thread is brought to it, and what is said of the game."""
    work = DeskWork(desks, store, shelf(), name)
    if raw:
        new = work.bring(raw, _WHO)
        warn(f"{plural(new, 'post')} new or edited since" if new else "no post is new")
    _tell(work, _fields(work.desk.header, header, options), people)
    return work


def _fields(known: Mapping[str, str], header: Mapping[str, str], options: tuple[str, ...]) -> dict[str, str]:
    """The fields of the header that the command line says.

    Raises:
        RefusedError: an option is none of the game, or nobody has said which game.
    """
    fields = {name: value for name, value in header.items() if value}
    if options:
        game = {**known, **fields}.get("game", "")
        if not game:
            raise RefusedError("--option belongs to a game: say which with --game")
        fields |= named_options(shelf()[game.lower()], options)
    return fields


def _tell(work: DeskWork, fields: Mapping[str, str], people: Mapping[str, str]) -> None:
    if fields or people:
        work.tell(fields, people, _WHO)


def _ask_who(work: DeskWork) -> None:
    """Ask for what nobody has said yet, with what the thread suggests."""
    hints, fields, people = suggest(work.desk.archive, shelf()), dict[str, str](), dict[str, str]()
    if not work.desk.header.get("game"):
        fields["game"] = click.prompt(f"Which game ({', '.join(shelf())})?", default=hints.game or None, err=True)
    if not work.desk.header.get("seats"):
        fields["seats"] = click.prompt("Its seats, in order?", default=", ".join(hints.seats) or None, err=True)
    seats = [part.strip().lower() for part in {**work.desk.header, **fields}["seats"].split(",")]
    for author in hints.authors:
        if author.name not in work.desk.people and as_seat(author.name) not in seats:
            guess = hints.people.get(author.name, NOBODY)
            people[author.name] = click.prompt(
                f"{author.name}, {plural(author.posts, 'post')}: which seat ({', '.join(seats)}, {NOBODY} for nobody)?",
                default=guess if guess in seats else NOBODY, err=True, show_choices=False,
                type=click.Choice([*seats, MODERATOR, NOBODY], case_sensitive=False),
            )  # fmt: skip
    _ask_options(work, hints.options, fields, people)


def _ask_options(
    work: DeskWork, told: Mapping[str, ToldOption], fields: dict[str, str], people: Mapping[str, str]
) -> None:
    """Ask for options of the game until a session can begin; what posts tell of them is offered first."""
    fields |= {
        name: one.value for name, one in told.items()
        if not work.desk.header.get(name) and click.confirm(f"{_told(name, one)}: take it?", True, err=True)
    }  # fmt: skip
    given = ""
    while True:
        try:
            fields |= _fields({**work.desk.header, **fields}, {}, (given,) if given else ())
            _tell(work, fields, people)
        except RefusedError as error:
            warn(str(error))
            given = click.prompt("An option of the game, as NAME=VALUE (nothing leaves)?", default="", err=True)
            if not given:
                raise
        else:
            return


def _told(name: str, one: ToldOption) -> str:
    value = ", ".join(one.value.splitlines())
    return (
        f'A post says "{one.words}", which may be {name} = {value}' if one.words else f"A post tells {name} = {value}"
    )


def _walk(work: DeskWork, stand: str = "", *, quiet: bool = False) -> None:
    """Walk on, with a bar where it takes a while; say what was passed.

    Raises:
        RefusedError: the header lacks something, or nobody has said who is who.
    """
    try:
        passed = list(with_progress(work.follow(stand), "Reading posts", len(work.desk.archive.posts)))
    except UnknownAuthorsError as error:
        raise RefusedError(f"{error}; say so with --author") from error
    for one in () if quiet else passed:
        _say_passed(one)


def _say_passed(one: WalkedPost) -> None:
    said = f"{plural(one.moves, 'move')}" if one.moves else "chat"
    say(f"post {one.post.number} ({one.post.author}): {said}")


def _of_post(given: str) -> tuple[str, str]:
    """`12.3=MOVE` as the place and what is said of it."""
    place, equals, text = given.partition("=")
    if not equals:
        raise RefusedError(f'"{given[:60]}" says nothing of a post: write 12.3=MOVE, for line 3 of post 12')
    return place.strip(), text.strip()


def _answer(work: DeskWork, place: str, text: str) -> None:
    """Settle a line of a post, or with no line all of it; "" is chat."""
    number, _, line = place.partition(".")
    key = _key_of(work, number)
    _walk(work, key, quiet=True)
    standing = work.walk.open if work.walk else None
    if standing is None or standing.key != key:
        raise RefusedError(
            f"post {number} is not reached yet: post {standing.post.number if standing else '?'} is asked"
        )
    choices = dict(standing.answer.choices)
    lines = [one.number for one in standing.paste.shown]
    at = whole(line)
    if line and at not in lines:
        raise RefusedError(
            f"post {number} has no line {line[:9]} that is read; it has {joined([str(each) for each in lines])}"
        )
    for each in [at] if at is not None else lines if not text else _asked(standing):
        choices[each] = Choice(take=text) if text else Choice(chat=True)
    work.answer(key, msgspec.structs.replace(standing.answer, choices=choices), _WHO)
    _walk(work, quiet=True)


def _asked(standing: OpenPost) -> list[int]:
    found = [line.number for line in open_lines(standing)]
    if len(found) != 1:
        raise RefusedError(
            f"post {standing.post.number} has {plural(len(found), 'open line')}: say which, as 12.3=MOVE"
        )
    return found


def _key_of(work: DeskWork, number: str) -> str:
    posts = work.desk.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'"{number[:20]}" is no post: there are {len(posts)}')
    assert work.walk is not None
    return work.walk.keys[at - 1]


def open_lines(standing: OpenPost) -> Sequence[ReadLine]:
    """The lines of a post that are asked about: the one that cannot be filed, else those that do not read."""
    return (standing.stopped,) if standing.stopped is not None else standing.paste.open


# Asking


def _ask_all(work: DeskWork) -> int:
    """Ask about one post after the other, until all are read or somebody leaves."""
    stand = ""
    while True:
        _walk(work, stand, quiet=False)
        assert work.walk is not None
        standing = work.walk.open
        if standing is None:
            return _finish(work)
        found = _ask(work, standing)
        if found is None:
            say(f"kept; `cloisterbell desk {shlex.quote(work.desk.name)}` goes on at post {standing.post.number}")
            return 1
        stand = found


def _ask(work: DeskWork, standing: OpenPost) -> str | None:
    """Ask about one post; returns the key of the post to stand at next, "" for the next open one, None to leave."""
    _say_open(work, standing)
    line = next(iter(open_lines(standing)), None)
    may = offers(standing.paste, line) if line else ()
    _say_offers(may)
    while True:
        try:
            said = click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip()
        except click.Abort:
            return None
        if said == "q":
            return None
        try:
            found = _carry_out(work, standing, line, may, said)
        except BellError as error:
            warn(str(error))
            continue
        if found is not None:
            return found


def _carry_out(
    work: DeskWork, standing: OpenPost, line: ReadLine | None, may: Sequence[Offer], said: str
) -> str | None:  # fmt: skip
    """Do what was said; returns the key to stand at next, None where it is to be asked again."""
    word, _, rest = said.partition(" ")
    says: Mapping[str, Callable[[], None]] = {"h": lambda: say(_HELP), "b": lambda: say(_board(work))}
    if word in says and not rest:
        says[word]()
        return None
    if word == "u":
        return work.undo(_WHO)
    if word == "g":
        return _key_of(work, rest.strip())
    if word == "?" and line is not None:
        _say_legal(standing, line, rest)
        return None
    work.answer(standing.key, meant_answer(standing, line, may, said), _WHO, work.desk.seq)
    return ""


def meant_answer(standing: OpenPost, line: ReadLine | None, may: Sequence[Offer], said: str) -> Answer:
    """The answer that somebody types.

    Raises:
        RefusedError: it is none of what can be said here.
    """
    answer, sign, rest = standing.answer, said[:1], said[1:].strip()
    if rest and (sign in ("<", ">") or (sign == "=" and line is None)):
        added, field = rest.replace(" / ", "\n"), "before" if sign == "<" else "behind"
        return msgspec.structs.replace(answer, **{field: "\n".join(filter(None, (getattr(answer, field), added)))})
    if said in ("c", "cc"):
        lines = [line] if line is not None and said == "c" else standing.paste.shown
        return _with(answer, {each.number: Choice(chat=True) for each in lines})
    if line is None and not said:
        return answer
    if line is None:
        raise RefusedError("no line of this post is asked about: Enter takes it as it reads, h shows what can be said")
    if sign == "=" and rest:
        return _with(answer, {line.number: Choice(take=rest)})
    wanted = said.removesuffix("?") or "1"
    number = whole(wanted)
    if number is not None and 1 <= number <= len(may) and (said or line.is_likely):
        chosen = may[number - 1].line
        if said.endswith("?"):
            chosen = with_unknown(standing.paste.places[line.number], chosen)
            if not chosen:
                raise RefusedError("nothing was drawn or turned up in it: there is nothing that is not known")
        return _with(answer, {line.number: Choice(take=chosen)})
    raise RefusedError(f'"{said[:40]}" is no answer here; h shows those there are')


def _with(answer: Answer, choices: Mapping[int, Choice]) -> Answer:
    return msgspec.structs.replace(answer, choices={**answer.choices, **choices})


# Telling


def _say_open(work: DeskWork, standing: OpenPost) -> None:
    assert work.walk is not None
    timeline, post = work.walk.timeline, standing.post
    head = ", ".join(part for part in (post.author, post.written, post.where) if part)
    seat = "" if standing.seat in ("", NOBODY) else f" ({standing.seat})"
    say(f"\n== post {post.number} of {len(work.desk.archive.posts)}: {head}{seat} ==")
    say(headline(timeline, timeline.last))
    if (was := work.desk.was.get(standing.key)) is not None:
        say(f"edited since; before: {' '.join(was.text.split())[:200]}")
    for row in post.text.split("\n"):
        say(f"  | {row}")
    if standing.trouble:
        say(standing.trouble)
    if standing.is_unread:
        say("no move was read in it: was a post before it missed? = MOVE says what it means, c takes it as chat")
    for line in standing.paste.lines:
        if line.status == "ok" or line.taken:
            say(f"{line.number:>5}  {line.status:<4}  {line.taken or line.text}  {' '.join(line.says)}")
    for line in open_lines(standing):
        say(f"{line.number:>5}  {line.status:<4}  {line.text}")
        say(f"{'':>13}{line.message}")


def _say_offers(may: Sequence[Offer]) -> None:
    for number, one in enumerate(may, 1):
        say(f"{number:>5}. {one.text or one.line}")
        if one.text:
            say(f"{'':>7}{one.line}")
        if one.against:
            say(f"{'':>7}against it: {one.against}")


def _say_legal(standing: OpenPost, line: ReadLine, words: str) -> None:
    place = standing.paste.places.get(line.number)
    if place is None:
        raise RefusedError("no move can stand here")
    found = legal_lines(place.ahead, place.seat, line.text, words)
    for one in found.shown:
        say(f"       {one.line:<30} {one.text}")
    say(found.waits or ("       there are more: words narrow them" if found.has_more else ""))


def _board(work: DeskWork) -> str:
    assert work.walk is not None
    timeline = work.walk.timeline
    return timeline.text(timeline.last)


def _finish(work: DeskWork) -> int:
    """All posts are read: record them, if whoever sits there wants it."""
    assert work.walk is not None
    say(f"\nall {_in_words(work.walk.progress)}")
    if all(one.status == "filed" for one in work.walk.walked):
        say(f"all of it stands in session {work.desk.session}")
        return 0
    if not click.confirm("Record it?", default=True, err=True):
        return 1
    return _record(work, as_json=False)


def _in_words(told: Progress) -> str:
    return (
        f"{told.passed} of {plural(told.posts, 'post')} passed: {told.read} read by themselves, {told.answered} "
        f"answered, {told.chat} chat; {plural(told.moves, 'move')}, up to turn {told.turn}"
    )


def _record(work: DeskWork, *, as_json: bool) -> int:
    """Record what was passed, and audit it."""
    session = work.record(_WHO)
    timeline = Timeline.read(work.store, shelf(), session)
    report = audit_session(work.store, shelf(), session)
    if as_json:
        write_json({"session": session, "seq": timeline.last, "findings": len(report.findings)})
        return 0
    say(f"recorded as {session} ({work.desk.name}): {headline(timeline, timeline.last)}")
    say(f"the audit has {plural(len(report.findings), 'finding')}: `cloisterbell audit {session}` tells them")
    return 0


def _say_state(work: DeskWork, *, as_json: bool) -> int:
    """How far it is, and the post that is asked about; 1 where there is one."""
    assert work.walk is not None
    standing, progress = work.walk.open, work.walk.progress
    if as_json:
        write_json({"desk": work.desk.name, **progress._asdict(), "open": _as_data(standing)})
        return 0 if standing is None else 1
    if standing is not None:
        _say_open(work, standing)
        line = next(iter(open_lines(standing)), None)
        _say_offers(offers(standing.paste, line) if line else ())
        say()
    say(_in_words(progress))
    if standing is None:
        say("all of it is read: --record records it")
    else:
        warn(f"post {standing.post.number} is asked about: --read {standing.post.number}=MOVE or --chat settles it")
    return 0 if standing is None else 1


def _as_data(standing: OpenPost | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    return {
        "post": standing.post.number, "author": standing.post.author, "seat": standing.seat,
        "text": standing.post.text, "trouble": standing.trouble, "lines": open_lines(standing),
    }  # fmt: skip
