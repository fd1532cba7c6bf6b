"""Work on the draft of an import: answers of the command line, and questions on the screen."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import click
import msgspec

from events.digits import whole
from events.errors import BellError, RefusedError
from projections.registry import registry
from projections.wording import joined
from replay.audit.audit import audit_session
from replay.importing.authors import MODERATOR, NOBODY, as_seat
from replay.importing.draft import ImportDraft
from replay.importing.suggestions import suggest
from replay.importing.told_options import ToldOption
from replay.importing.walk import Answer, OpenPost, Progress, WalkedPost, with_unknown
from replay.posts.choices import Offer, offers
from replay.posts.completions import legal_lines
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.posts.transcript import UnsaidError
from webui.commands.import_report import (
    head_of_post,
    open_lines,
    print_recorded,
    silent_words,
    state_of,
    warn_open,
)
from webui.commands.new import named_options
from webui.commands.output import plural, say, warn, with_progress, write_json
from webui.views.headline import headline

WHO: Final = "moderator"
"""The author of answers at the command line."""
_HELP: Final = """\
  Enter      take the likely reading
  1, 2 ...   take that reading; `1?` if what was drawn or turned up in it is not known
  = MOVE     the line says this move, in notation; several moves with ` / ` between them,
             `?` for cards and dice that are not known
  < MOVE     this was played before the post, which does not say so; > MOVE after it
  ? WORDS    list the legal moves that fit these words
  c          not a move: chat; cc for the whole post
  b          show the board            u   take the last answer back
  g N        answer again about post N     q   leave; every answer is kept"""


class Asked(NamedTuple):
    """What the command line says: fields of the header, seats of authors, answers, and what to do then."""

    header: Mapping[str, str]
    options: tuple[str, ...]
    people: dict[str, str]
    reads: tuple[str, ...]
    chats: tuple[str, ...]
    undo: bool
    records: bool
    drops: bool
    asks: bool
    as_json: bool

    def fields(self, known: Mapping[str, str]) -> dict[str, str]:
        """The fields of the header that the command line gives.

        Raises:
            RefusedError: an option is not one of the game, or the game is not known.
        """
        return _fields(known, self.header, self.options)


def _fields(known: Mapping[str, str], header: Mapping[str, str], options: tuple[str, ...]) -> dict[str, str]:
    fields = dict(header)
    if options:
        game = {**known, **fields}.get("game", "")
        if not game:
            raise RefusedError("--option belongs to a game: say which with --game")
        fields |= named_options(registry()[game.lower()], options)
    return fields


def work_on(draft: ImportDraft, asked: Asked) -> int:
    """Store the answers of the command line, ask about the first unclear post, and record if that is wanted."""
    if asked.drops:
        draft.drafts.drop(draft.state.name)
        say(f"draft {draft.state.name} is deleted; what was recorded from it stays")
        return 0
    _tell(draft, asked.fields(draft.state.header), asked.people)
    if asked.asks and not draft.state.session:
        _ask_who(draft)
    if asked.undo:
        draft.undo(WHO)
    try:
        _walk(draft, quiet=asked.as_json or asked.asks)
    except UnsaidError as error:
        warn(f"{error}; say so with --game, --seats, --option or --author")
        say(f"draft {draft.state.name} is kept: `cloisterbell import {shlex.quote(draft.state.name)}` goes on")
        return 1
    for number, text in map(_of_post, asked.reads):
        _answer(draft, number, text)
    for text in asked.chats:
        _answer(draft, *_of_post(f"{text}="))
    if asked.asks and not asked.records:
        return _ask_all(draft)
    if asked.records:
        return _record(draft, as_json=asked.as_json)
    return _say_state(draft, as_json=asked.as_json)


def _tell(draft: ImportDraft, fields: Mapping[str, str], people: Mapping[str, str]) -> None:
    known = draft.state
    if {**known.header, **fields} != known.header or {**known.people, **people} != known.people:
        draft.tell(fields, people, WHO)


def _ask_who(draft: ImportDraft) -> None:
    """Ask for what nobody has said yet, with what the thread suggests."""
    hints, fields, people = suggest(draft.state.archive, registry()), dict[str, str](), dict[str, str]()
    if not draft.state.header.get("game"):
        fields["game"] = click.prompt(f"Which game ({', '.join(registry())})?", default=hints.game or None, err=True)
    if not draft.state.header.get("seats"):
        fields["seats"] = click.prompt("Its seats, in order?", default=", ".join(hints.seats) or None, err=True)
    seats = [part.strip().lower() for part in {**draft.state.header, **fields}["seats"].split(",")]
    for author in hints.authors:
        if author.name not in draft.state.people and as_seat(author.name) not in seats:
            guess = hints.people.get(author.name, NOBODY)
            people[author.name] = click.prompt(
                f"{author.name}, {plural(author.posts, 'post')}: which seat ({', '.join(seats)}, {NOBODY} for nobody)?",
                default=guess if guess in seats else NOBODY, err=True, show_choices=False,
                type=click.Choice([*seats, MODERATOR, NOBODY], case_sensitive=False),
            )  # fmt: skip
    _ask_options(draft, hints.options, fields, people)


def _ask_options(
    draft: ImportDraft, told: Mapping[str, ToldOption], fields: dict[str, str], people: Mapping[str, str]
) -> None:
    """Ask for options of the game until a session can begin; what posts tell of them is offered first."""
    fields |= {
        name: one.value for name, one in told.items()
        if not draft.state.header.get(name) and click.confirm(f"{_told(name, one)}: take it?", True, err=True)
    }  # fmt: skip
    given = ""
    while True:
        try:
            fields |= _fields({**draft.state.header, **fields}, {}, (given,) if given else ())
            _tell(draft, fields, people)
            _walk(draft, quiet=True)
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


def _walk(draft: ImportDraft, stand: str = "", *, quiet: bool = False) -> None:
    """Read on, with a bar if it takes a while; a running session takes the posts that are passed.

    Raises:
        UnsaidError: the game, the seats, who begins, or the seat of an author is not known.
    """
    passed = list(with_progress(draft.follow(stand), "Reading posts", len(draft.state.archive.posts)))
    for one in () if quiet else passed:
        _say_passed(one)
    if passed and draft.state.session and not stand:
        draft.record(WHO)
        list(draft.follow())


def _say_passed(one: WalkedPost) -> None:
    said = f"{plural(one.moves, 'move')}" if one.moves else "chat"
    say(f"post {one.post.number} ({one.post.author}): {said}")


def _of_post(given: str) -> tuple[str, str]:
    """`12.3=MOVE` as the place and what is said of it."""
    place, equals, text = given.partition("=")
    if not equals:
        raise RefusedError(f'"{given[:60]}" says nothing of a post: write 12.3=MOVE, for line 3 of post 12')
    return place.strip(), text.strip()


def _answer(draft: ImportDraft, place: str, text: str) -> None:
    """Settle a line of a post, or with no line all of it; "" is chat."""
    number, _, line = place.partition(".")
    key = _key_of(draft, number)
    _walk(draft, key, quiet=True)
    current_post = draft.walk.open if draft.walk else None
    if current_post is None or current_post.key != key:
        raise RefusedError(
            f"post {number} is not reached yet: post {current_post.post.number if current_post else '?'} is asked"
        )
    choices = dict(current_post.answer.choices)
    lines = [one.number for one in current_post.paste.shown]
    at = whole(line)
    if line and at not in lines:
        raise RefusedError(
            f"post {number} has no line {line[:9]} that is read; it has {joined([str(each) for each in lines])}"
        )
    for each in [at] if at is not None else lines if not text else _asked(current_post):
        choices[each] = Choice(take=text) if text else Choice(chat=True)
    draft.answer(key, msgspec.structs.replace(current_post.answer, choices=choices), WHO)
    _walk(draft, quiet=True)


def _asked(current_post: OpenPost) -> list[int]:
    found = [line.number for line in open_lines(current_post)]
    if len(found) != 1:
        raise RefusedError(
            f"post {current_post.post.number} has {plural(len(found), 'open line')}: say which, as 12.3=MOVE"
        )
    return found


def _key_of(draft: ImportDraft, number: str) -> str:
    posts = draft.state.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'"{number[:20]}" is no post: there are {len(posts)}')
    assert draft.walk is not None
    return draft.walk.keys[at - 1]


# Asking


def _ask_all(draft: ImportDraft) -> int:
    """Ask about one post after the other, until all are read or somebody leaves."""
    stand = ""
    while True:
        _walk(draft, stand, quiet=False)
        assert draft.walk is not None
        current_post = draft.walk.open
        if current_post is None:
            return _finish(draft)
        found = _ask(draft, current_post)
        if found is None:
            say(
                f"kept; `cloisterbell import {shlex.quote(draft.state.name)}` goes on"
                f" at post {current_post.post.number}"
            )
            return 1
        stand = found


def _ask(draft: ImportDraft, current_post: OpenPost) -> str | None:
    """Ask about one post; returns the key of the post to stand at next, "" for the next open one, None to leave."""
    _say_open(draft, current_post)
    line = next(iter(open_lines(current_post)), None)
    may = offers(current_post.paste, line) if line else ()
    _say_offers(may)
    while True:
        try:
            said = click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip()
        except click.Abort:
            return None
        if said == "q":
            return None
        try:
            found = _carry_out(draft, current_post, line, may, said)
        except BellError as error:
            warn(str(error))
            continue
        if found is not None:
            return found


def _carry_out(
    draft: ImportDraft, current_post: OpenPost, line: ReadLine | None, may: Sequence[Offer], said: str
) -> str | None:  # fmt: skip
    """Do what was said; returns the key to stand at next, None where it is to be asked again."""
    word, _, rest = said.partition(" ")
    says: Mapping[str, Callable[[], None]] = {"h": lambda: say(_HELP), "b": lambda: say(_board(draft))}
    if word in says and not rest:
        says[word]()
        return None
    if word == "u":
        return draft.undo(WHO)
    if word == "g":
        return _key_of(draft, rest.strip())
    if word == "?" and line is not None:
        _say_legal(current_post, line, rest)
        return None
    draft.answer(current_post.key, meant_answer(current_post, line, may, said), WHO, draft.state.seq)
    return ""


def meant_answer(current_post: OpenPost, line: ReadLine | None, may: Sequence[Offer], said: str) -> Answer:
    """The answer that somebody types.

    Raises:
        RefusedError: it is none of what can be said here.
    """
    answer, sign, rest = current_post.answer, said[:1], said[1:].strip()
    if rest and (sign in ("<", ">") or (sign == "=" and line is None)):
        added, field = rest.replace(" / ", "\n"), "before" if sign == "<" else "behind"
        return msgspec.structs.replace(answer, **{field: "\n".join(filter(None, (getattr(answer, field), added)))})
    if said in ("c", "cc"):
        lines = [line] if line is not None and said == "c" else current_post.paste.shown
        return _with(answer, {each.number: Choice(chat=True) for each in lines})
    if line is None and not said:
        return answer
    if line is None:
        raise RefusedError("no line of this post is asked about: Enter takes it as it reads, h shows what can be said")
    taken = rest if sign == "=" and rest else _offered(current_post, line, may, said)
    return _with(answer, {line.number: Choice(take=taken)})


def _offered(current_post: OpenPost, line: ReadLine, may: Sequence[Offer], said: str) -> str:
    """The offer that a number or Enter chooses. A question mark after it means that its dice and cards are not known.

    Raises:
        RefusedError: there is no such offer.
    """
    number = whole(said.removesuffix("?") or "1")
    if number is None or not 1 <= number <= len(may) or not (said or line.is_likely):
        raise RefusedError(f'"{said[:40]}" is no answer here; h shows those there are')
    chosen = may[number - 1].line
    if not said.endswith("?"):
        return chosen
    if not (unknown := with_unknown(current_post.paste.places[line.number], chosen)):
        raise RefusedError("nothing was drawn or turned up in it: there is nothing that is not known")
    return unknown


def _with(answer: Answer, choices: Mapping[int, Choice]) -> Answer:
    return msgspec.structs.replace(answer, choices={**answer.choices, **choices})


# Telling


def _say_open(draft: ImportDraft, current_post: OpenPost) -> None:
    assert draft.walk is not None
    timeline, post = draft.walk.timeline, current_post.post
    seat = "" if current_post.seat in ("", NOBODY) else f" ({current_post.seat})"
    say(f"\n== {head_of_post(current_post)} of {len(draft.state.archive.posts)}{seat} ==")
    say(headline(timeline, timeline.last))
    if (was := draft.state.was.get(current_post.key)) is not None:
        say(f"edited since; before: {' '.join(was.text.split())[:200]}")
    for row in post.text.split("\n"):
        say(f"  | {row}")
    if current_post.trouble:
        say(current_post.trouble)
    if current_post.is_unread:
        say("no move was read in it: was a post before it missed? = MOVE says what it means, c takes it as chat")
    for line in current_post.paste.lines:
        if line.status == "ok" or line.taken:
            say(f"{line.number:>5}  {line.status:<4}  {line.taken or line.text}  {' '.join(line.says)}")
    for line in open_lines(current_post):
        say(f"{line.number:>5}  {line.status:<4}  {line.text}")
        say(f"{'':>13}{line.message}{f' ({line.rule})' if line.rule else ''}")


def _say_offers(may: Sequence[Offer]) -> None:
    for number, one in enumerate(may, 1):
        say(f"{number:>5}. {one.text or one.line}")
        if one.text:
            say(f"{'':>7}{one.line}")
        if one.against:
            say(f"{'':>7}against it: {one.against}")


def _say_legal(current_post: OpenPost, line: ReadLine, words: str) -> None:
    place = current_post.paste.places.get(line.number)
    if place is None:
        raise RefusedError("no move can stand here")
    found = legal_lines(place.ahead, place.seat, line.text, words)
    for one in found.shown:
        say(f"       {one.line:<30} {one.text}")
    say(found.waits or ("       there are more: words narrow them" if found.has_more else ""))


def _board(draft: ImportDraft) -> str:
    assert draft.walk is not None
    timeline = draft.walk.timeline
    return timeline.text(timeline.last)


def _finish(draft: ImportDraft) -> int:
    """All posts are read: record them, if whoever sits there wants it."""
    assert draft.walk is not None
    say(f"\nall {_in_words(draft.walk.progress)}")
    if all(one.status == "filed" for one in draft.walk.walked):
        say(f"all of it stands in session {draft.state.session}")
        return 0
    if not click.confirm("Record it?", default=True, err=True):
        return 1
    return _record(draft, as_json=False)


def _in_words(told: Progress) -> str:
    return (
        f"{told.passed} of {plural(told.posts, 'post')} passed: {told.read} read by themselves, {told.answered} "
        f"answered, {told.chat} chat; {plural(told.moves, 'move')}, up to turn {told.turn}"
    )


def _record(draft: ImportDraft, *, as_json: bool) -> int:
    """Record the posts that were passed, and audit the session."""
    assert draft.walk is not None
    if not draft.state.session:
        draft.record(WHO)
    walk, session = draft.walk, draft.state.session
    status = print_recorded(draft.store, session, walk, as_json=as_json)
    if not as_json:
        report = audit_session(draft.store, registry(), session)
        say(f"the audit has {plural(len(report.findings), 'finding')}: `cloisterbell audit {session}` lists them")
    return status


def _say_state(draft: ImportDraft, *, as_json: bool) -> int:
    """Print how far the draft is, and the unclear posts; 1 if there are any."""
    walk = draft.walk
    assert walk is not None
    current_post, name = walk.open, shlex.quote(draft.state.name)
    if as_json:
        write_json(state_of(walk, draft=draft.state.name, session=draft.state.session))
        return 0 if walk.is_done and not walk.is_silent else 1
    if current_post is not None:
        _say_open(draft, current_post)
        line = next(iter(open_lines(current_post)), None)
        _say_offers(offers(current_post.paste, line) if line else ())
        say()
    say(_in_words(walk.progress))
    if current_post is not None:
        number = current_post.post.number
        say(f"to answer: `cloisterbell import {name} --read {number}=MOVE`, `--chat {number}`, `--ask`, or its page")
        draft.walk = None
        warn_open(walk, draft.state.answers)
        return 1
    if draft.state.session:
        say(f"all posts are recorded in session {draft.state.session}")
        return 0
    if walk.is_silent:
        warn(silent_words(walk))
        return 1
    say(f"all posts are clear: `cloisterbell import {name} --record` records them")
    return 0
