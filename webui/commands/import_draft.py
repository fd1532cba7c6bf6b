"""Work on the draft of an import: answers, questions in the terminal, and what `import` prints."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import click
import msgspec

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store.protocol import EventStore
from projections.registry import registry
from projections.wording import joined
from replay.audit.audit import audit_session
from replay.importing.archive import NOBODY, UnknownAuthorsError, archive_authors, as_seat, seats_without_author
from replay.importing.draft import DraftState, ImportDraft
from replay.importing.walk import (
    BEFORE,
    BEHIND,
    Answer,
    OpenPost,
    Progress,
    ThreadWalk,
    WalkedPost,
    question_of,
    with_unknown,
)
from replay.posts.choices import Offer, Stretch, legal_lines, offers, unclear_words
from replay.posts.create_session import NoFirstPlayerError, UnsaidError, seats_in
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.posts.read import read_with
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from webui.commands.new import named_options
from webui.commands.output import checkpoint, plural, print_signed, say, status_word, warn, with_progress, write_json
from webui.views.headline import headline
from webui.views.import_form import FormRow, ImportForm, import_form

WHO: Final = "moderator"  # the name under which answers from the command line are saved in a draft of an import
_HELP: Final = """\
  y          accept the likely reading, or the post as it is shown
  1, 2 ...   choose that reading; 1? if its dice and cards are not known
  = MOVE     the line means this move, in notation; put ` / ` between several moves,
             and write ? for dice and cards that are not known
  < MOVE     add a move that was played before the post; > MOVE adds one after it
  ? WORDS    list the legal moves that match these words
  c          the line is chat; cc: the whole post is chat
  b          show the board               u   undo the last answer
  g N        go back to post N            q   quit; all answers are saved
  h          show this list
  Enter      repeat the question"""
_FORM_HELP: Final = "y: use these values; NUMBER=VALUE or NAME=VALUE: change one; q: quit, all values are saved"
_MOST_LEGAL: Final = 6  # the maximum number of legal moves that are offered for a line without a reading
_MOST_OPEN: Final = 40  # the maximum number of unclear posts that are listed
_SHOWN: Final = 76


def print_drafts(drafts: Sequence[DraftState], *, as_json: bool) -> int:
    """Print the list of unfinished imports (drafts), and return the exit status."""
    found = [(one.name, len(one.archive.posts), len(one.answers), one.session, len(one.recorded)) for one in drafts]
    if as_json:
        names = ("draft", "posts", "answered", "session", "recorded")
        write_json([dict(zip(names, one, strict=True)) for one in found])
        return 0
    for draft, posts, answered, session, recorded in found:
        state = f"; {recorded} recorded in {session}" if session else ""
        say(f"{draft}: {plural(posts, 'post')}, {answered} answered{state}")
    if not found:
        say("no drafts")
    return 0


def _state_of(walk: ThreadWalk, *, draft: str = "", session: str = "") -> dict[str, Any]:
    told = {"draft": draft, "session": session, "kind": walk.archive.kind, "notes": walk.archive.notes}
    current_post = walk.open
    opened = current_post and {
        "post": current_post.post.number, "author": current_post.post.author, "seat": current_post.seat,
        "text": current_post.post.text, "trouble": current_post.trouble, "lines": current_post.open_lines,
    }  # fmt: skip
    return {**told, **walk.progress._asdict(), "open": opened}


def print_recorded(store: EventStore, session: str, walk: ThreadWalk, *, as_json: bool) -> int:
    """Print how many posts and moves of an import were recorded; return the exit status."""
    if as_json:
        write_json(_state_of(walk, session=session))
        return 0
    row, timeline = store.row(session), Timeline.read(store, registry(), session)
    new = sum(one.is_new for one in walk.walked)
    for note in walk.archive.notes:
        say(f"note: {note}")
    if known := len(walk.walked) - new:
        say(f"note: {plural(known, 'post')} of this file {'is' if known == 1 else 'are'} in the session already")
    played, newest = timeline.game.rules_version(timeline.position(timeline.last)), timeline.game.meta.rules_number
    if walk.archive.header and played < newest:
        why = f"because the file has no `rules: {newest}`"
        say(f"note: rules version {played} decides this session, {why} (`cloisterbell rules {row.game}`)")
    moves = sum(one.moves for one in walk.walked if one.is_new)
    say(f"{plural(new, 'post')} ({walk.archive.kind}) recorded, {plural(moves, 'move')}")
    say(f"{row.session}{f' ({row.alias})' if row.alias else ''}: {headline(timeline, timeline.last)}")
    say(f"checkpoint {checkpoint(store, row.session)}")
    print_signed(signed_end(store, timeline))
    return 0


def print_check(walk: ThreadWalk, passed: Sequence[WalkedPost], *, as_json: bool) -> int:
    """Print the result of parsing each line of each post; return the exit status."""
    current_post = walk.open
    unread = [line for one in passed for line in one.lines if not line.is_settled]
    if as_json:
        names = ("number", "text", "status", "message", "rule", "choices")
        posts = [
            {
                "number": one.post.number, "author": one.post.author, "seat": one.seat, "when": one.post.written,
                "where": one.post.where, "text": one.post.text,
                "lines": [{name: getattr(line, name) for name in names} for line in one.lines],
            }
            for one in passed
        ]  # fmt: skip
        write_json({**_state_of(walk), "authors": walk.authors, "texts": posts})
    else:
        for author in walk.authors:
            seat = author.seat if author.seat not in ("", NOBODY) else "no seat"
            say(f"{author.name}: {plural(author.posts, 'post')}, {author.blocks} with blocks; {seat}")
        for one in passed:
            _say_post(one)
        for note in walk.archive.notes:
            say(f"note: {note}")
        lines = sum(len(one.lines) for one in passed)
        kind = walk.archive.kind
        say(f"{plural(len(passed), 'post')} ({kind}), {plural(lines, 'line')} read; nothing was saved")
    if current_post is not None:
        if not as_json:
            say(f"\n{_head_of_post(current_post)}")
            _say_lines([*current_post.paste.lines, *([current_post.stopped] if current_post.stopped else [])])
        _warn_open(walk, {})
    elif walk.is_silent:
        warn(_silent_words(walk))
    return 1 if current_post is not None or unread or walk.is_silent else 0


def _silent_words(walk: ThreadWalk) -> str:
    found = f"nothing is recorded: no move was found in {plural(len(walk.walked), 'post')}"
    unknown = [author.name for author in walk.authors if not author.seat][:_MOST_OPEN]
    if unknown:
        return f"{found}. The seats of these authors are not known: {', '.join(unknown)}. Set them with --author"
    undo = "take back your last answer with --undo, or " if any(one.status == "answered" for one in walk.walked) else ""
    what = f"{undo}say which line is a move with --read POST.LINE=MOVE"
    return f"{found}. All posts are read as chat. If one contains a move, {what}"


def _warn_open(walk: ThreadWalk, answers: Any) -> None:
    assert walk.open is not None
    seen = {walk.open.key}
    _warn_of(walk.open)
    for one in () if walk.rolls else walk.further(answers, _MOST_OPEN):
        if one.key not in seen:
            _warn_of(one)
        seen.add(one.key)


def _warn_of(current_post: OpenPost) -> None:
    lines = [f"line {line.number}: {line.message}" for line in map(question_of, current_post.open_lines)]
    why = "; ".join(lines) or current_post.trouble or "no move was found in it"
    warn(f"unclear: {_head_of_post(current_post)}: {why}")


def _head_of_post(current_post: OpenPost) -> str:
    post = current_post.post
    parts = [part for part in (post.author, post.written, post.where) if part]
    where = f", line {post.at + 1} of the file" if post.at else ""
    return f"post {post.number} ({', '.join(parts)}{where})"


def _say_post(one: WalkedPost) -> None:
    head = ", ".join(part for part in (one.post.author, one.post.written, one.post.where) if part)
    say(f"\npost {one.post.number}: {head}")
    if all(line.status == "chat" for line in one.lines):
        say(f"{'':>7}chat      {one.post.text.partition(chr(10))[0][:_SHOWN]}")
        return
    _say_lines(one.lines)


def _say_lines(lines: Sequence[ReadLine]) -> None:
    for line in lines:
        say(f"{line.number:>5}  {status_word(line):<8}  {line.text}")
        if line.message:
            say(f"{'':>17}{line.message}")
        for choice in line.choices if not line.is_settled else ():
            say(f"{'':>17}- {choice}")


class Asked(NamedTuple):
    """The arguments of `import`: fields of the header, seats of authors, answers, and what to do next."""

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


def fields_of(known: Mapping[str, str], header: Mapping[str, str], options: tuple[str, ...]) -> dict[str, str]:
    """Return the header's fields from the command line. An option that the game lacks raises `RefusedError`."""
    fields = dict(header)
    if options:
        game = {**known, **fields}.get("game", "")
        if not game:
            raise RefusedError("--option needs --game")
        fields |= named_options(registry()[game.lower()], options)
    return fields


def work_on(draft: ImportDraft, asked: Asked) -> int:
    """Save the answers of the command line, ask about unclear posts, and record if requested."""
    try:
        return _work_on(draft, asked)
    except UnsaidError as error:
        warn(f"{error}. {answers_to(error)}")
        if isinstance(error, NoFirstPlayerError) and (form := import_form(draft.state, registry()).chosen):
            for row in form.rows:
                if row.key == error.option and row.found.words:
                    warn(f"post {row.found.post} suggests --option {row.key}={row.found.value}: {row.found.words}")
        say(f"draft {draft.state.name} is saved. Continue with `cloisterbell import {shlex.quote(draft.state.name)}`")
        return 1


def _work_on(draft: ImportDraft, asked: Asked) -> int:
    if asked.drops:
        draft.drafts.drop(draft.state.name)
        say(f"draft {draft.state.name} is deleted. Recorded posts stay in their session")
        return 0
    known, fields = draft.state, fields_of(draft.state.header, asked.header, asked.options)
    if {**known.header, **fields} != known.header or {**known.people, **asked.people} != known.people:
        draft.set_header(fields, asked.people, WHO)
    if asked.asks and not draft.state.session and not _ask_who(draft):
        say(f"saved. Continue with `cloisterbell import {shlex.quote(draft.state.name)} --ask`")
        return 1
    if asked.undo:
        draft.undo(WHO)
    walk = _walk(draft, quiet=asked.as_json or asked.asks or bool(asked.reads or asked.chats))
    for number, text in map(_of_post, (*asked.reads, *(f"{post}=" for post in asked.chats))):
        walk = _answer(draft, number, text)
    if asked.records:
        return _record(draft, as_json=asked.as_json)
    return _ask_all(draft) if asked.asks else _say_state(draft, walk, as_json=asked.as_json)


def answers_to(error: UnsaidError) -> str:
    """Return a hint: the options of the command line that answer the question about a file in `error`."""
    if isinstance(error, UnknownAuthorsError):
        return "Answer with --author NAME=SEAT, or --author NAME=- for an author without a seat"
    if isinstance(error, NoFirstPlayerError):
        return f"Answer with --option {error.option}=SEAT"
    return "Answer with --game, --seats, --option or --author"


def _ask_who(draft: ImportDraft) -> bool:
    """Ask all open questions about the session in one list, until it can begin. Return False if the user quits."""
    trouble, is_confirmed = "", not _is_asked(draft)
    while True:
        form = import_form(draft.state, registry())
        if is_confirmed:
            try:
                _walk(draft, quiet=True)
            except BellError as error:
                trouble = str(error)
            else:
                return True
        rows = _rows(form)
        _say_form(rows, trouble)
        trouble, answer = "", _prompt(_FORM_HELP)
        if answer in (None, "q"):
            return False
        is_confirmed = answer == "y"
        if answer and not is_confirmed:
            trouble = _change(draft, form, rows, answer)
        elif is_confirmed:
            trouble = _keep_form(draft, form)
            is_confirmed = not trouble


def _is_asked(draft: ImportDraft) -> bool:
    """Return whether the form must be shown: a value is missing, or was found and not confirmed."""
    form, known = import_form(draft.state, registry()), draft.state
    if form.chosen is None or not (known.header.get("game") and known.header.get("seats")):
        return True
    seats = seats_in(known.header["seats"])
    authors = (row.label for row, _ in form.authors)
    if any(author not in known.people and as_seat(author) not in seats for author in authors):
        return True
    return any(row.field and row.found.value and row.field.name not in known.header for row in form.chosen.rows)


def _rows(form: ImportForm) -> list[FormRow]:
    options = [row for row in form.chosen.rows if row.is_question or row.found.value] if form.chosen else []
    return [form.game, form.seats, *options, *(row for row, _ in form.authors)]


def _say_form(rows: Sequence[FormRow], trouble: str) -> None:
    say("\nthe session of these posts:")
    for number, row in enumerate(rows, 1):
        value = ", ".join(row.value.splitlines()) or ("no seat" if row.is_author else "-")
        say(f"{number:>4}  {row.key}: {value}")
        found = row.found
        if found.value:
            source = (
                "guessed from the authors"
                if row.is_guess
                else f"found in {f'post {found.post}' if found.post else 'the posts'}"
            )
            other = "" if found.value == row.value else f" ({found.value})"
            say(f"{'':>8}{source}{other}{f': {found.words}' if found.words else ''}")
        elif not (row.value or row.is_author):
            say(f"{'':>8}not found in the posts. {row.field.says if row.field else _unset(row)}")
    if trouble:
        warn(trouble)


def _unset(row: FormRow) -> str:
    return f"One of: {', '.join(registry())}" if row.name == "game" else "The seats in order, with commas"


def _prompt(question: str) -> str | None:
    """Return what the user typed, None at the end of the input."""
    try:
        return str(click.prompt(question, prompt_suffix="> ", default="", show_default=False, err=True)).strip()
    except click.Abort:
        return None


def _change(draft: ImportDraft, form: ImportForm, rows: Sequence[FormRow], answer: str) -> str:
    """Store one value of the form; return the error, or ""."""
    name, equals, value = (part.strip() for part in answer.partition("="))
    number = whole(name)
    options = form.chosen.rows if form.chosen else ()
    known = [*(row for row in (*rows, *options, form.title) if name.casefold() == row.key.casefold())]
    row = rows[number - 1] if number is not None and 1 <= number <= len(rows) else next(iter(known), None)
    if not equals or row is None:
        return f'"{answer[:60]}" is not an answer. {_FORM_HELP}'
    people = {row.label: value.lower() or NOBODY} if row.is_author else {}
    draft.keep_form({} if row.is_author else {row.key: value}, people, WHO)
    return ""


def _keep_form(draft: ImportDraft, form: ImportForm) -> str:
    """Store all values of the form; return the question about a seat without an author, or ""."""
    header = {row.key: row.value for row in (form.game, form.seats)}
    for row in form.chosen.rows if form.chosen else ():
        if row.found.value or row.field is None or row.value != row.field.usual:
            header[row.key] = row.value
    draft.keep_form(header, {row.label: row.value or NOBODY for row, _ in form.authors}, WHO)
    seats = seats_in(header["seats"])
    try:
        missing = joined(seats_without_author(archive_authors(draft.state.archive, seats, draft.state.people), seats))
    except RefusedError as error:
        return str(error)
    if missing and not _is_sure(f"No author plays {missing}. Continue without posts by {missing}?"):
        return f"no author plays {missing}. Change the seat of an author"
    return ""


def _is_sure(question: str) -> bool:
    """Ask a question that Enter does not answer."""
    return click.confirm(question, default=None, err=True)


def _walk(draft: ImportDraft, stand: str = "", *, quiet: bool = False) -> ThreadWalk:
    passed = list(with_progress(draft.follow(stand), "Reading posts", len(draft.state.archive.posts)))
    for one in () if quiet else passed:
        answer = f"{plural(one.moves, 'move')}" if one.moves else "chat"
        say(f"post {one.post.number} ({one.post.author}): {answer}")
    if draft.state.session and not stand:
        if passed:
            draft.record(WHO)
            list(draft.follow())
        draft.keep_question(WHO)
    assert draft.walk is not None
    return draft.walk


def _of_post(given: str) -> tuple[str, str]:
    place, equals, text = given.partition("=")
    if not equals:
        raise RefusedError(f'"{given[:60]}" must have the form POST.LINE=MOVE. For line 3 of post 12 write 12.3=MOVE')
    return place.strip(), text.strip()


def _answer(draft: ImportDraft, place: str, text: str) -> ThreadWalk:
    """Store an answer for a line of a post, or for the whole post if `place` names no line. Text "" means chat."""
    number, _, line = place.partition(".")
    key = _key_of(draft, number)
    current_post = _walk(draft, key, quiet=True).open
    if current_post is None or current_post.key != key:
        if key in draft.state.recorded:
            session = draft.state.session
            raise RefusedError(
                f"post {number} is recorded in {session}. Change it with `cloisterbell correct {session}`"
            )
        first = f". Answer post {current_post.post.number} first" if current_post else ""
        raise RefusedError(f"post {number} cannot be answered yet{first}")
    lines, at = [one.number for one in current_post.paste.shown], whole(line)
    unclear = [one.number for one in current_post.open_lines]
    if line and at not in lines:
        raise RefusedError(f"post {number} has no line {line[:9]}. Lines: {joined([str(each) for each in lines])}")
    if text and not line and len(unclear) > 1:
        raise RefusedError(f"post {number} has {plural(len(unclear), 'unclear line')}. Name one: {number}.LINE=MOVE")
    if text and not line and not unclear:
        answer = _with_moves(current_post, text.replace(" / ", "\n"))
    else:
        chosen = Choice(take=text) if text else Choice(chat=True)
        answer = _with(current_post.answer, dict.fromkeys([at] if at else unclear if text else lines, chosen))
    draft.answer(key, answer, WHO)
    return _walk(draft, quiet=True)


def _key_of(draft: ImportDraft, number: str) -> str:
    posts = draft.state.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'"{number[:20]}" is not a post. Posts: 1 to {len(posts)}')
    return draft.keys[at - 1]


def _ask_all(draft: ImportDraft) -> int:
    stand = ""
    while True:
        walk = _walk(draft, stand)
        current_post = walk.open
        if current_post is None:
            return _finish(draft, walk)
        found = _ask(draft, walk, current_post)
        if found is None:
            name, number = shlex.quote(draft.state.name), current_post.post.number
            say(f"saved. Continue with `cloisterbell import {name}` at post {number}")
            return 1
        stand = found


def _ask(draft: ImportDraft, walk: ThreadWalk, current_post: OpenPost) -> str | None:
    """Ask about one post. Return the key of the next post to ask about ("": the first open post), None to quit."""
    line = next(iter(current_post.open_lines), None) or _answered_line(current_post)
    may = meanings(current_post, line)
    answer: str | None = ""
    while True:
        if not answer:
            _say_open(draft, walk, current_post)
            _say_offers(may)
            _say_earlier(walk, current_post)
        answer = _prompt("h: all keys")
        if answer in (None, "q"):
            return None
        if not answer:
            continue
        try:
            found = _carry_out(draft, walk.timeline, current_post, line, may, answer)
        except BellError as error:
            warn(str(error))
            continue
        if found is not None:
            return found


def meanings(current_post: OpenPost, line: ReadLine | None) -> tuple[Offer, ...]:
    """Return the readings of a line; if it has none, some legal moves that are similar to it."""
    if line is None:
        return ()
    place, taken = (
        current_post.paste.places.get(line.number),
        current_post.answer.choices.get(line.number, Choice()).take,
    )
    if line.choices or line.waits or place is None:
        return offers(current_post.paste, line, *([taken] if taken else []))
    return legal_lines(place.ahead, place.seat, line.text).shown[:_MOST_LEGAL]


def _answered_line(current_post: OpenPost) -> ReadLine | None:
    """Return the line of a clear post that an earlier answer settled; None if no line or several lines were settled."""
    answered = [line for line in current_post.paste.lines if line.number in current_post.answer.choices]
    return answered[0] if len(answered) == 1 else None


def _carry_out(
    draft: ImportDraft, timeline: Timeline, current_post: OpenPost, line: ReadLine | None, may: Sequence[Offer],
    answer: str,
) -> str | None:  # fmt: skip
    """Execute an answer. Return the key of the next post, or None to ask again."""
    word, _, rest = answer.partition(" ")
    if answer in ("h", "b"):
        say(_HELP if answer == "h" else timeline.text(timeline.last))
        return None
    if word == "u":
        return draft.undo(WHO)
    if word == "g":
        return _key_of(draft, rest.strip())
    if word == "?" and line is not None:
        _say_legal(current_post, line, rest)
        return None
    draft.answer(current_post.key, meant_answer(current_post, line, may, answer), WHO, draft.state.seq)
    return ""


def meant_answer(current_post: OpenPost, line: ReadLine | None, may: Sequence[Offer], typed: str) -> Answer:
    """Return the answer that the user typed. An impossible one raises `RefusedError`."""
    answer, sign, rest = current_post.answer, typed[:1], typed[1:].strip()
    added = rest.replace(" / ", "\n")
    if rest and sign == "=" and line is None:
        return _with_moves(current_post, added)
    if rest and sign in ("<", ">"):
        field = "before" if sign == "<" else "behind"
        return msgspec.structs.replace(answer, **{field: "\n".join(filter(None, (getattr(answer, field), added)))})
    if typed in ("c", "cc"):
        lines = [line] if line is not None and typed == "c" else current_post.paste.shown
        return _with(answer, {each.number: Choice(chat=True) for each in lines})
    if typed == "y" and (line is None or line.number in answer.choices):
        return answer
    if line is None:
        raise RefusedError("this post has no unclear line. Type y to accept it, or h for all answers")
    taken = rest if sign == "=" and rest else _offered(current_post, line, may, typed)
    return _with(answer, {line.number: Choice(take=taken)})


def _offered(current_post: OpenPost, line: ReadLine, may: Sequence[Offer], answer: str) -> str:
    is_yes = answer == "y"
    number = 1 if is_yes else whole(answer.removesuffix("?"))
    if number is None or not 1 <= number <= len(may) or (is_yes and not line.is_likely):
        what = "no reading is likely, so y cannot choose one" if is_yes else f'"{answer[:40]}" is not a possible answer'
        raise RefusedError(f"{what}. Type h for all answers")
    chosen = may[number - 1].line
    if not answer.endswith("?"):
        return chosen
    if not (unknown := with_unknown(current_post.paste.places[line.number], chosen)):
        raise RefusedError("this reading has no dice or cards. Leave out the ?")
    return unknown


def _with_moves(current_post: OpenPost, moves: str) -> Answer:
    """Return the answer which says that a post without an unclear line means these moves."""
    number = current_post.post.number
    if any(line.status != "chat" and line.number < BEHIND for line in current_post.paste.lines):
        raise RefusedError(
            f"post {number} has moves already. Change one with --read {number}.LINE=MOVE, or with --ask"
            " add a move after them with > MOVE"
        )
    return msgspec.structs.replace(current_post.answer, behind=moves)


def _with(answer: Answer, choices: Mapping[int, Choice]) -> Answer:
    return msgspec.structs.replace(answer, choices={**answer.choices, **choices})


def _say_open(draft: ImportDraft, walk: ThreadWalk, current_post: OpenPost) -> None:
    timeline, post = walk.timeline, current_post.post
    seat = "" if current_post.seat in ("", NOBODY) else f" ({current_post.seat})"
    say(f"\n== {_head_of_post(current_post)} of {len(draft.state.archive.posts)}{seat} ==")
    say(headline(timeline, timeline.last))
    if (was := draft.state.was.get(current_post.key)) is not None:
        say(f"this post was edited; it was: {' '.join(was.text.split())[:200]}")
    unclear = unclear_words(current_post.paste)
    for number, row in enumerate(post.text.split("\n"), 1):
        say(f"  | {row}")
        if number in unclear:
            say(f"    {_marked(row, unclear[number])}")
    if current_post.trouble:
        say(current_post.trouble)
    if current_post.is_unread:
        say("no move was found in this post. Type = MOVE for its move, or c if it is chat. Is an earlier post missing?")
    for line in current_post.paste.lines:
        if line.status == "ok" or line.taken:
            added = "after" if line.number >= BEHIND else "before" if line.number >= BEFORE else line.number
            say(f"{added:>5}  {status_word(line):<8}  {line.taken or line.text}  {' '.join(line.says)}")
    for line in map(question_of, current_post.open_lines):
        answer = f"{line.message}{f' ({line.rule})' if line.rule else ''}"
        if line.number in current_post.paste.prose:
            say(f"{_lines_read_with(current_post, line):>5}  {status_word(line):<8}  {answer}")
            continue
        say(f"{line.number:>5}  {status_word(line):<8}  {line.text}")
        say(f"{'':>17}{answer}")


def _say_earlier(walk: ThreadWalk, current_post: OpenPost) -> None:
    """Print the earlier posts that may be misread, unless the unclear line has one likely reading."""
    if any(line.is_likely for line in current_post.open_lines):
        return
    if found := walk.earlier():
        say("was an earlier post read wrongly? Go to it with g N and change its answer; later posts are read again:")
    for one, sets in found:
        moves = plural(one.moves, "move") if one.moves else "chat"
        text = " ".join(one.post.text.split())[:60]
        say(f"  g {one.post.number:<4} {one.post.author}, {moves}{f', {sets}' if sets else ''}: {text}")


def _lines_read_with(current_post: OpenPost, line: ReadLine) -> str:
    """Return the numbers of the lines, such as `1-2`, that the question about `line` is about."""
    also = [each.number for each in current_post.paste.lines if each.message == read_with(line.number)]
    first, last = min(line.number, *also, line.number), max(line.number, *also, line.number)
    return f"{first}-{last}" if last > first else str(first)


def _marked(row: str, words: Sequence[Stretch]) -> str:
    """Return a line to print below `row`: blanks, and `^` under the words of `row` that are not understood."""
    marks = "".join(("^" if word.kind == "left" else " ") * len(word.text) for word in words)
    return " " * max(0, row.find("".join(word.text for word in words))) + marks.rstrip()


def _say_offers(may: Sequence[Offer]) -> None:
    for number, one in enumerate(may, 1):
        difference = one.difference(may[0]) if number > 1 else ""
        say(f"{number:>5}. {difference or one.text or one.line}")
        if one.text:
            say(f"{'':>7}{one.line}")
        if one.against:
            say(f"{'':>7}{'illegal: ' * one.is_refused}{one.against}")


def _say_legal(current_post: OpenPost, line: ReadLine, words: str) -> None:
    place = current_post.paste.places.get(line.number)
    if place is None:
        raise RefusedError("no move is possible here")
    found = legal_lines(place.ahead, place.seat, line.text, words)
    for one in found.shown:
        say(f"       {one.line:<30} {one.text}")
    say(found.waits or ("       there are more moves. Add words to narrow the list" if found.has_more else ""))


def _finish(draft: ImportDraft, walk: ThreadWalk) -> int:
    say(f"\n{_in_words(walk.progress)}")
    if all(one.status == "filed" for one in walk.walked):
        say(f"all posts are recorded in session {draft.state.session}")
        return 0
    if walk.is_silent and not draft.state.session:
        warn(_silent_words(walk))
        return 1
    return _record(draft, as_json=False) if _is_sure("Record the session?") else 1


def _in_words(told: Progress) -> str:
    return (
        f"{told.passed} of {plural(told.posts, 'post')} clear: {told.read} without a question, {told.answered} "
        f"answered, {told.chat} chat; {plural(told.moves, 'move')}, up to turn {told.turn}"
    )


def _record(draft: ImportDraft, *, as_json: bool) -> int:
    if not draft.state.session:
        draft.record(WHO)
    walk, session = draft.walk, draft.state.session
    assert walk is not None
    status = print_recorded(draft.store, session, walk, as_json=as_json)
    if not as_json:
        report = audit_session(draft.store, registry(), session)
        say(f"the audit has {plural(len(report.findings), 'finding')}. List them with `cloisterbell audit {session}`")
        if walk.open is not None:
            left = len(walk.keys) - len(walk.walked)
            warn(f"{plural(left, 'post')} not recorded yet, because post {walk.open.post.number} is unclear")
            say(f"continue with `cloisterbell import {shlex.quote(draft.state.name)} --ask`")
    return status


def _say_state(draft: ImportDraft, walk: ThreadWalk, *, as_json: bool) -> int:
    current_post, name = walk.open, shlex.quote(draft.state.name)
    if as_json:
        write_json(_state_of(walk, draft=draft.state.name, session=draft.state.session))
        return 0 if walk.is_done and not walk.is_silent else 1
    if current_post is not None:
        _say_open(draft, walk, current_post)
        _say_offers(meanings(current_post, next(iter(current_post.open_lines), None)))
        _say_earlier(walk, current_post)
        say()
    say(_in_words(walk.progress))
    if current_post is not None:
        number = current_post.post.number
        say(f"answer with `cloisterbell import {name} --read {number}=MOVE`, `--chat {number}` or `--ask`")
        _warn_open(walk, draft.state.answers)
        return 1
    if draft.state.session:
        say(f"all posts are recorded in session {draft.state.session}")
        return 0
    if walk.is_silent:
        warn(_silent_words(walk))
        return 1
    say(f"all posts are clear. Record them with `cloisterbell import {name} --record`")
    return 0
